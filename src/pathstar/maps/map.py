"""The world as arrays, before any search."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError, unknown_name
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import checked_mapping, checked_name
from pathstar.maps.clearance_cost import ClearanceCost
from pathstar.maps.costs import CostModel, cost_field
from pathstar.maps.edits import differs
from pathstar.maps.layered import LayeredCells, check_shape, checked_layer_name
from pathstar.maps.layers import as_codes, as_costs, as_values, as_walkable
from pathstar.maps.legend import Terrain, check_codes, checked_legend, known_codes, open_codes
from pathstar.maps.parts import converted, parts_of
from pathstar.maps.routes import Route, checked_marks, checked_routes

if TYPE_CHECKING:
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.hexgrid import HexGrid
    from pathstar.spaces.moves import Moves


class Map(LayeredCells):
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
        legend: What the terrain codes mean. If given, it must know every code.
        marks: Named places ``(x, y)``, such as start and goal.
        profiles: Cost models of unit types by name; see `add_profile`.
        name: The map's name.
        routes: Named routes: lists of two or more places ``(x, y)`` each, such as a patrol.

    Raises:
        ArrayError: A wrong shape, an empty array, ``walkable`` that looks like costs or like an occupancy
            grid, or a terrain code that the legend does not know.
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
        Change(passable, 1 cells, revision 0 to 1)
    """

    __slots__ = ("__weakref__", "_marks", "_name", "_profiles", "_routes")

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
        self._set_up(arrays, checked_legend(legend), name, 0)
        for layer, rule in derived.items():
            self._derive(layer, rule)
        for profile, model in checked_mapping("profiles", profiles, "cost models by name").items():
            self.add_profile(profile, model)
        self._marks = MappingProxyType(checked_marks(marks, self.width, self.height))
        self._routes = checked_routes(routes, self.width, self.height)
        if "terrain" in arrays:
            check_codes(arrays["terrain"], self._legend, self.place_at)

    def _set_up(
        self, arrays: dict[str, NDArray[Any]], legend: dict[int, Terrain], name: str, revision: int
    ) -> None:
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
        self._name = str(name)
        self._profiles: dict[str, CostModel] = {}
        self._id = os.urandom(8).hex()

    @classmethod
    def from_terrain(
        cls,
        terrain: ArrayLike,
        legend: Mapping[int, Terrain],
        *,
        marks: Mapping[str, tuple[int, int]] | None = None,
        name: str = "",
    ) -> Map:
        """Make a map of terrain codes, walkable where the legend says so.

        Args:
            terrain: Array ``[h, w]`` of terrain codes.
            legend: What the codes mean; it must know every code.
            marks: Named places ``(x, y)``.
            name: The map's name.

        Raises:
            ArrayError: A wrong shape, or a code that the legend does not know.

        Example:
            >>> legend = {0: Terrain("water", walkable=False), 1: Terrain("sand", 1.5)}
            >>> Map.from_terrain([[0, 1, 1]], legend).cost_field()
            array([[1. , 1.5, 1.5]])
        """
        codes = as_codes(terrain)
        is_open = open_codes(checked_legend(legend))
        walkable = converted(codes, np.bool_, lambda part: is_open[part])
        return cls(walkable, terrain=codes, legend=legend, marks=marks, name=name)

    @property
    def marks(self) -> Mapping[str, tuple[int, int]]:
        """Named places ``(x, y)``, such as start and goal."""
        return self._marks

    @property
    def routes(self) -> Mapping[str, Route]:
        """Named routes, tuples of places ``(x, y)``; `set_route` draws one."""
        return MappingProxyType(self._routes)

    @property
    def name(self) -> str:
        """The map's name."""
        return self._name

    @property
    def profiles(self) -> Mapping[str, CostModel]:
        """What kinds of units pay, by name; ``map.grid(costs="boat")`` takes one by its name."""
        return MappingProxyType(self._profiles)

    def add_profile(self, name: str, model: CostModel) -> None:
        """Give a cost model a name, that of a kind of unit; it takes the place of one of the same name.

        Args:
            name: Any text that is not empty.
            model: What such a unit pays.

        Raises:
            OptionError: The name is no text or empty, the second argument is no cost model, or it names a
                layer or terrain that the map does not have.

        Example:
            >>> map = Map.from_terrain([[0, 1]], {0: Terrain("sea", walkable=False), 1: Terrain("land")})
            >>> map.add_profile("hover", CostModel(base=2))
            >>> map.cost_field("hover")
            array([[2., 2.]])
        """
        if not isinstance(name, str) or not name:
            raise OptionError(f"a profile is called {name!r}; allowed: a text that is not empty")
        if not isinstance(model, CostModel):
            raise OptionError(
                f"profile {name!r} is {model!r}; allowed: a CostModel, such as CostModel(base=2)"
            )
        model.plan(self)
        self._profiles[name] = model

    def set_route(self, name: str, places: Sequence[tuple[int, int]] | None) -> None:
        """Draw a named route, in place of one that has the name already; None removes it.

        Args:
            name: The name of the route.
            places: Two or more places ``(x, y)``.

        Raises:
            OptionError: Fewer than two places, or there is no such route to remove.
            PlaceError, PlaceTypeError: A place lies outside, or is not a pair of whole numbers.

        Example:
            >>> map = Map([[1, 1, 1]])
            >>> map.set_route("beat", [(0, 0), (2, 0)])
            >>> map.routes["beat"]
            ((0, 0), (2, 0))
        """
        if places is None:
            del self._routes[checked_name("route to remove", name, self._routes)]
        else:
            self._routes.update(checked_routes({name: places}, self.width, self.height))

    def cost_model(self, costs: CostModel | str | None) -> CostModel | None:
        """Return a cost model, or the profile of that name; None stays None.

        Raises:
            OptionError: There is no such profile, or it is no cost model.

        Example:
            >>> Map([[1]], profiles={"giant": CostModel(base=3)}).cost_model("giant").base
            3.0
        """
        if isinstance(costs, str):
            if costs not in self._profiles:
                raise unknown_name("profile", costs, self._profiles)
            return self._profiles[costs]
        if costs is not None and not isinstance(costs, CostModel):
            raise OptionError(
                f"the cost model is {costs!r}; allowed: a CostModel, such as CostModel(base=2), the name of "
                "a profile of the map, or None"
            )
        return costs

    def cost_field(self, model: CostModel | str | None = None) -> NDArray[np.float64] | None:
        """Return the cost of every cell, with all layers folded into one number.

        Args:
            model: How to fold, or the name of a profile; by default the cost layer times the legend's terrain
                costs.

        Returns:
            float64 ``[h, w]``; None if no model is given and the map has neither a cost layer nor terrain
            with a cost other than 1.

        Raises:
            CostError: A cost would be negative.
            OptionError: The model names a layer or terrain that the map does not have.
        """
        return cost_field(self, self.cost_model(model))

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
            **links: ``wrap``, ``portals``, ``exits`` and ``one_way`` as for `Grid`.

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
        layout: str = "odd-r",
        cost_model: str = "enter",
        costs: CostModel | str | None = None,
        *,
        follow: bool = True,
        **links: Any,
    ) -> HexGrid:
        """Treat the cells as hexagons, and make the grid to search on.

        Args:
            layout: The arrangement: ``"odd-r"``, ``"even-r"``, ``"odd-q"`` or ``"even-q"``; see `HexGrid`.
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
            self, layout=layout, cost_model=cost_model, costs=self.cost_model(costs), follow=follow, **links
        )
        return hexes

    def coarsened(self, k: int, free: str = "any", cost: str = "mean") -> Map:
        """Return the map of larger squares, each of which stands for k x k squares, fewer at the far borders.

        Args:
            k: Their side, from 1 to the longer side of the map; else `OptionError`.
            free: Whether one is passable if ``"any"`` of its squares is, or only if ``"all"`` are.
            cost: Its cost from those of its passable squares, all layers folded: ``"min"`` or ``"mean"``.

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
            },
        )


def _rebuilt(
    arrays: dict[str, NDArray[Any]],
    legend: dict[int, Terrain],
    marks: dict[str, tuple[int, int]],
    name: str,
    revision: int,
    more: Mapping[str, dict[str, Any]] | None = None,
) -> Map:
    more = more or {}  # none in a pickle of version 0.1
    map = Map.__new__(Map)
    map._set_up(arrays, legend, name, revision)
    map._marks = MappingProxyType(marks)
    map._profiles.update(more.get("profiles", {}))
    map._routes = dict(more.get("routes", {}))
    map._clocks.update(more.get("clocks", {}))
    for layer, rule in more.get("derived", {}).items():
        map._derive(layer, rule)
    return map
