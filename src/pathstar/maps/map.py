"""The world as arrays, before any search."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import checked_mapping
from pathstar.maps.clearance_cost import ClearanceCost
from pathstar.maps.costs import CostModel
from pathstar.maps.edits import differs
from pathstar.maps.frame import Frame
from pathstar.maps.layered import check_shape, checked_layer_name
from pathstar.maps.layers import as_codes, as_costs, as_values, as_walkable
from pathstar.maps.legend import Terrain, check_codes, checked_legend, known_codes, open_codes
from pathstar.maps.occupancy import costmap_parts, occupancy_parts
from pathstar.maps.parts import converted, parts_of
from pathstar.maps.placed import PlacedCells

if TYPE_CHECKING:
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.hexgrid import HexGrid
    from pathstar.spaces.moves import Moves


class Map(PlacedCells):
    """Named layers over the cells of a rectangle.

    Only the layer ``passable`` says which cells can be entered. It is kept consistent with the others: a cell
    whose cost is NaN or infinite is not passable, and painting terrain opens or closes it as the legend says.

    Args:
        walkable: Array ``[h, w]`` of any bool, integer or float type: 0 and NaN mean not walkable, one other
            value means walkable, such as 1 or 255. Costs go into ``cost``.
        cost: Array ``[h, w]`` of costs of cells, none negative; NaN and infinity mean not walkable.
        terrain: Array ``[h, w]`` of terrain codes from 0 to 255.
        layers: Extra layers by name: arrays ``[h, w]`` of any numbers, such as height or influence; or a
            `ClearanceCost` for a layer that follows the walls.
        legend: The meanings of the terrain codes. If given, it must have every code.
        marks: Named places ``(x, y)``, such as start and goal.
        profiles: Cost models of unit types by name; see `add_profile`.
        name: The map's name.
        routes: Named routes: lists of two or more places ``(x, y)`` each, such as a patrol.
        frame: Where the cells lie in the world, for `to_world` and `to_cell`.
        hexagons: The layout of the cells if they are hexagons; see `HexGrid`. None for squares.

    Raises:
        ArrayError: A wrong shape, an empty array, ``walkable`` that looks like costs or like an occupancy
            grid, or a terrain code that is not in the legend.
        ArrayTypeError: An unsupported type, such as complex or text.
        CostError: A negative cost.
        OptionError: An invalid layer name, legend or profile, or a route of fewer than two places.
        PlaceError: A mark or a place of a route lies outside.
        PlaceTypeError: A mark or a place of a route is not a pair of whole numbers.

    Example:
        >>> map = Map([[1, 1, 1], [1, 0, 1]], marks={"start": (0, 0)}, name="yard")
        >>> map
        Map('yard', 3 x 2, 5 walkable, marks start (0, 0))
        >>> map.edit("passable", (1, 1), True)
        Change(passable, 1 cell, revision 0 to 1)
    """

    __slots__ = ("__weakref__",)

    def __init__(
        self,
        walkable: ArrayLike,
        *,
        cost: ArrayLike | None = None,
        terrain: ArrayLike | None = None,
        layers: Mapping[str, ArrayLike | ClearanceCost] | None = None,
        legend: Mapping[int, Terrain] | None = None,
        marks: Mapping[str, tuple[int, int]] | None = None,
        name: str = "",
        profiles: Mapping[str, CostModel] | None = None,
        routes: Mapping[str, Sequence[tuple[int, int]]] | None = None,
        frame: Frame | None = None,
        hexagons: str | None = None,
    ) -> None:
        arrays: dict[str, NDArray[Any]] = {"passable": as_walkable(walkable)}
        if cost is not None:
            arrays["cost"] = as_costs(cost)
        if terrain is not None:
            arrays["terrain"] = as_codes(terrain)
        derived: dict[str, ClearanceCost] = {}
        for extra, values in checked_mapping("layers", layers, "arrays by name").items():
            if isinstance(values, ClearanceCost):
                derived[checked_layer_name(extra)] = values
            else:
                arrays[checked_layer_name(extra)] = as_values(values, f"layer {extra!r}")
        for layer, array in arrays.items():
            check_shape(layer, array, arrays["passable"].shape)
        if "cost" in arrays:
            arrays["passable"] = converted(arrays["passable"], np.bool_)
            for part in parts_of(arrays["cost"].shape):
                arrays["passable"][part] &= np.isfinite(arrays["cost"][part])
        self._set_up(arrays, checked_legend(legend), 0)
        for layer, rule in derived.items():
            self._derive(layer, rule)
        for profile, model in checked_mapping("profiles", profiles, "cost models by name").items():
            self.add_profile(profile, model)
        self._place(name, marks, routes, frame, hexagons)
        if "terrain" in arrays:
            check_codes(arrays["terrain"], self._legend, self.place_at)

    def _set_up(self, arrays: dict[str, NDArray[Any]], legend: dict[int, Terrain], revision: int) -> None:
        height, width = arrays["passable"].shape
        tables = (known_codes(legend), open_codes(legend)) if legend else (np.zeros(0, bool),) * 2
        known, opened = (table.view(np.uint8) for table in tables)
        passable = arrays["passable"].view(np.uint8).ravel()
        self.core = _core.Map(width, height, passable, known, opened, revision)
        self._arrays = {"passable": self.core.layer("passable").view(np.bool_)}
        self._layers = MappingProxyType(self._arrays)
        self._clocks = {}
        self._derived = {}
        for layer, array in arrays.items():
            if layer != "passable":
                self._add(layer, array)
        self._legend = MappingProxyType(legend)
        self._profiles = {}
        self._id = os.urandom(8).hex()

    @classmethod
    def from_terrain(
        cls,
        terrain: ArrayLike,
        legend: Mapping[int, Terrain],
        *,
        marks: Mapping[str, tuple[int, int]] | None = None,
        name: str = "",
        frame: Frame | None = None,
    ) -> Map:
        """Make a map from terrain codes, walkable where the legend says so.

        Args:
            terrain: Array ``[h, w]`` of terrain codes.
            legend: The meanings of the codes; it must have every code.
            marks: Named places ``(x, y)``.
            name: The map's name.
            frame: Where the cells lie in the world.

        Raises:
            ArrayError: A wrong shape, or a code that is not in the legend.

        Example:
            >>> legend = {0: Terrain("water", walkable=False), 1: Terrain("sand", 1.5)}
            >>> Map.from_terrain([[0, 1, 1]], legend).cost_field()
            array([[1. , 1.5, 1.5]])
        """
        codes = as_codes(terrain)
        is_open = open_codes(checked_legend(legend))
        walkable = converted(codes, np.bool_, lambda part: is_open[part])
        return cls(walkable, terrain=codes, legend=legend, marks=marks, name=name, frame=frame)

    @classmethod
    def from_occupancy(
        cls,
        data: Any,
        info: Any = None,
        *,
        lethal: int = 65,
        unknown: str | float = "wall",
        weight: float = 0.0,
        name: str = "",
    ) -> Map:
        """Make a map from an occupancy grid of ROS; see `occupancy_parts`.

        Args:
            data: A ``nav_msgs/OccupancyGrid``; or its data: percents from 0 to 100, and -1 for unknown.
            info: The grid's ``info``, or a mapping with ``resolution`` and ``origin``; the rows of the data
                then begin at the bottom. Without it, an array ``[h, w]`` is taken as it is.
            lethal: Cells from this percent up are walls, 1 to 100.
            unknown: The meaning of unknown cells: ``"wall"``, ``"free"``, or the cost of a step into them.
            weight: A step into a cell of p percent costs ``1 + weight * p / 100`` times its length.
            name: The map's name.

        Raises:
            ArrayError, ArrayTypeError: The data are not an occupancy grid.
            OptionError: An option or the info has a value that is not allowed.

        Example:
            >>> site = Map.from_occupancy([[0, 100], [0, -1]], {"resolution": 0.5, "origin": (1, 2)})
            >>> site.passable.tolist()
            [[True, False], [True, False]]
            >>> site.to_world((0, 1))
            (1.25, 2.25)
        """
        return cls.from_terrain(**occupancy_parts(data, info, lethal, unknown, weight), name=name)

    @classmethod
    def from_costmap(
        cls,
        data: Any,
        info: Any = None,
        *,
        lethal: int = 253,
        unknown: str | float = "wall",
        weight: float = 0.0,
        name: str = "",
    ) -> Map:
        """Make a map from a costmap of nav2: bytes, where 254 is lethal, 253 inscribed and 255 unknown.

        Args:
            data: A ``nav2_msgs/Costmap``, or its bytes.
            info: The message's ``metadata``, or a mapping with ``resolution`` and ``origin``, as for
                `from_occupancy`.
            lethal: Cells from this byte up are walls, 1 to 254.
            unknown: As for `from_occupancy`.
            weight: A step into a cell of byte b costs ``1 + weight * b / 252`` times its length, as in nav2's
                Smac 2D planner, which calls the weight ``cost_travel_multiplier``.
            name: The map's name.

        Raises:
            ArrayError, ArrayTypeError: The data are not a costmap.
            OptionError: An option or the info has a value that is not allowed.

        Example:
            >>> Map.from_costmap([[0, 126, 253]], weight=2).cost_field()
            array([[1., 2., 1.]])
        """
        return cls.from_terrain(**costmap_parts(data, info, lethal, unknown, weight), name=name)

    def grid(
        self,
        moves: Moves | None = None,
        cost_model: str = "enter",
        costs: CostModel | str | None = None,
        *,
        follow: bool = True,
        **links: Any,
    ) -> Grid:
        """Make the grid to search on.

        Args:
            moves: Directions, corner rule and step costs; by default 8 directions and no cutting of corners.
            cost_model: ``"enter"`` or ``"mean"``; see `Grid`.
            costs: How to fold the layers into one cost, or the name of a profile; see `cost_field`.
            follow: Whether to catch up with edits at the next use; otherwise only ``update`` applies them.
            **links: ``wrap``, ``portals``, ``exits``, ``one_way`` and ``copy`` as for `Grid`.

        Example:
            >>> import pathstar as ps
            >>> ps.find_path(ps.Map([[1, 1], [0, 1]]).grid(), (0, 0), (1, 1)).cost
            2.0
        """
        grid: Grid = load_lazily("Map.grid")(
            self, moves=moves, cost_model=cost_model, costs=self.cost_model(costs), follow=follow, **links
        )
        return grid

    def hexgrid(
        self,
        layout: str | None = None,
        cost_model: str = "enter",
        costs: CostModel | str | None = None,
        *,
        follow: bool = True,
        **links: Any,
    ) -> HexGrid:
        """Treat the cells as hexagons, and make the grid to search on.

        Args:
            layout: The arrangement: ``"odd-r"``, ``"even-r"``, ``"odd-q"`` or ``"even-q"``; see `HexGrid`. By
                default that of the map, `hexagons`, or ``"odd-r"`` if it has none.
            cost_model: ``"enter"`` or ``"mean"``; see `HexGrid`.
            costs: How to fold the layers into one cost, or the name of a profile; see `cost_field`.
            follow: Whether to catch up with edits at the next use; otherwise only ``update`` applies them.
            **links: ``wrap``, ``portals``, ``exits`` and ``one_way`` as for `HexGrid`.

        Example:
            >>> import pathstar as ps
            >>> ps.find_path(ps.Map([[1, 1], [0, 1]]).hexgrid(), (0, 0), (1, 1)).cost
            2.0
        """
        hexes: HexGrid = load_lazily("Map.hexgrid")(
            self,
            layout=(self.hexagons or "odd-r") if layout is None else layout,
            cost_model=cost_model,
            costs=self.cost_model(costs),
            follow=follow,
            **links,
        )
        return hexes

    def coarsened(self, k: int, free: str = "any", cost: str = "mean") -> Map:
        """Return the map of larger squares: each stands for k x k squares, fewer at the far borders.

        Args:
            k: The side of a larger square, from 1 to the longer side of the map; else `OptionError`.
            free: Whether a larger square is passable if ``"any"`` of its squares is, or only if ``"all"``
                are.
            cost: Its cost from those of its passable squares, with all layers folded: ``"min"`` or
                ``"mean"``.

        Example:
            >>> Map([[1, 1, 0], [1, 0, 0], [0, 0, 0]]).coarsened(2).passable.tolist()
            [[True, False], [False, False]]
        """
        coarse: Map = load_lazily("Map.coarsened")(self, k, free, cost)
        return coarse

    def show(self, **options: Any) -> None:
        """Print the map in the terminal, scaled to the window."""
        load_lazily("Map.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = load_lazily("Map.html")(self)
        return html

    def __repr__(self) -> str:
        parts = [
            f"{self.width} x {self.height}",
            f"{np.count_nonzero(self.passable)} walkable",
            *list(self._arrays)[1:],
        ]
        if self._marks:
            parts.append("marks " + ", ".join(f"{mark} {place}" for mark, place in self._marks.items()))
        return f"Map({', '.join([repr(self._name)] * bool(self._name) + parts)})"

    def __eq__(self, other: object) -> bool:
        """Return whether two maps have equal layers, legends and profiles; nothing else counts."""
        if not isinstance(other, Map):
            return NotImplemented
        return (
            self._legend == other._legend
            and self._profiles == other._profiles
            and self._derived == other._derived
            and self._arrays.keys() == other._arrays.keys()
            and self.shape == other.shape
            and not any(differs(array, other._arrays[layer]).any() for layer, array in self._arrays.items())
        )

    __hash__ = None  # type: ignore[assignment]  # maps can be edited

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (
            {layer: array for layer, array in self._arrays.items() if layer not in self._derived},
            dict(self._legend),
            dict(self._marks),
            self._name,
            self.revision,
            {
                "profiles": self._profiles,
                "derived": self._derived,
                "clocks": self._clocks,
                "routes": self._routes,
                "frame": self._frame,
                "hexagons": self._hexagons,
            },
        )


def _rebuilt(
    arrays: dict[str, NDArray[Any]],
    legend: dict[int, Terrain],
    marks: dict[str, tuple[int, int]],
    name: str,
    revision: int,
    more: Mapping[str, Any] | None = None,
) -> Map:
    more = more or {}  # None in a pickle of version 0.1
    map = Map.__new__(Map)
    map._set_up(arrays, legend, revision)
    map._place(name, marks, more.get("routes"), more.get("frame"), more.get("hexagons"))
    map._profiles.update(more.get("profiles", {}))
    map._clocks.update({layer: copy.copy(clock) for layer, clock in more.get("clocks", {}).items()})
    for layer, rule in more.get("derived", {}).items():
        map._derive(layer, rule)
    return map
