"""The world as arrays, before any search."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError, unknown_name
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import checked_mapping, checked_name
from pathstar.maps.change import Change
from pathstar.maps.costs import OWN_LAYERS, CostModel, cost_field
from pathstar.maps.edits import differs, edit_anywhere, refused
from pathstar.maps.layers import as_codes, as_costs, as_values, as_walkable, place_in
from pathstar.maps.legend import Terrain, check_codes, checked_legend, known_codes, open_codes
from pathstar.maps.parts import converted, parts_of
from pathstar.maps.regions import checked_place
from pathstar.maps.routes import Route, checked_routes

if TYPE_CHECKING:
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.hexgrid import HexGrid
    from pathstar.spaces.moves import Moves


class Map:
    """Named layers over the cells of a rectangle.

    Only the layer ``passable`` says which cells can be entered. It is kept consistent with the others: a cell
    whose cost is NaN or infinite is not passable, and painting terrain opens or closes it as the legend says.

    Args:
        walkable: Array ``[h, w]`` of any bool, integer or float type: 0 and NaN mean not walkable, one other
            value means walkable, such as 1 or 255. Costs go into ``cost``.
        cost: Array ``[h, w]`` of costs of cells, none negative; NaN and infinity mean not walkable.
        terrain: Array ``[h, w]`` of terrain codes from 0 to 255.
        layers: Extra layers by name: arrays ``[h, w]`` of any numbers, such as height or influence.
        legend: What the terrain codes mean. If given, it must know every code.
        marks: Named places ``(x, y)``, such as start and goal.
        name: The map's name.
        routes: Named routes: lists of two or more places ``(x, y)`` each, such as a patrol.

    Raises:
        ArrayError: A wrong shape, an empty array, ``walkable`` that looks like costs or like an occupancy
            grid, or a terrain code that the legend does not know.
        ArrayTypeError: An unsupported type, such as complex or text.
        CostError: A negative cost.
        OptionError: An invalid layer name or legend, or a route of fewer than two places.
        PlaceError: A mark or a place of a route lies outside.
        PlaceTypeError: A mark or a place of a route is not a pair of whole numbers.

    Example:
        >>> map = Map([[1, 1, 1], [1, 0, 1]], marks={"start": (0, 0)}, name="yard")
        >>> map
        Map('yard', 3 x 2, 5 walkable, marks start (0, 0))
        >>> map.edit("passable", (1, 1), True)
        Change(passable, 1 cells, revision 0 to 1)
    """

    __slots__ = ("__weakref__", "_arrays", "_id", "_layers", "_legend", "_marks", "_name", "_routes", "core")

    def __init__(
        self,
        walkable: ArrayLike,
        *,
        cost: ArrayLike | None = None,
        terrain: ArrayLike | None = None,
        layers: Mapping[str, ArrayLike] | None = None,
        legend: Mapping[int, Terrain] | None = None,
        marks: Mapping[str, tuple[int, int]] | None = None,
        name: str = "",
        routes: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    ) -> None:
        arrays: dict[str, NDArray[Any]] = {"passable": as_walkable(walkable)}
        if cost is not None:
            arrays["cost"] = as_costs(cost)
        if terrain is not None:
            arrays["terrain"] = as_codes(terrain)
        for extra, values in checked_mapping("layers", layers, "arrays by name").items():
            arrays[_checked_layer_name(extra)] = as_values(values, f"layer {extra!r}")
        for layer, array in arrays.items():
            _check_shape(layer, array, arrays["passable"].shape)
        if "cost" in arrays:
            arrays["passable"] = converted(arrays["passable"], np.bool_)
            for part in parts_of(arrays["cost"].shape):
                arrays["passable"][part] &= np.isfinite(arrays["cost"][part])
        self._set_up(arrays, checked_legend(legend), name, 0)
        self._marks = MappingProxyType(self._checked_marks(marks))
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
        self._arrays: dict[str, NDArray[Any]] = {"passable": self.core.layer("passable").view(np.bool_)}
        self._layers = MappingProxyType(self._arrays)
        for layer, array in arrays.items():
            if layer != "passable":
                self._add(layer, array)
        self._legend = MappingProxyType(legend)
        self._name = str(name)
        self._id = os.urandom(8).hex()

    def _add(self, layer: str, values: NDArray[Any]) -> None:
        kind = _core.LayerKind[layer if layer in OWN_LAYERS else "extra"]
        if values.dtype == np.uint8:
            self.core.add_bytes(layer, kind, values.ravel())
        else:
            self.core.add_numbers(layer, kind, values.ravel())
        self._arrays[layer] = self.core.layer(layer)

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
    def shape(self) -> tuple[int, int]:
        """``(height, width)``, as in NumPy."""
        height, width = self._arrays["passable"].shape
        return height, width

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.shape[1]

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.shape[0]

    @property
    def size(self) -> int:
        """The number of cells."""
        return int(self._arrays["passable"].size)

    @property
    def layers(self) -> Mapping[str, NDArray[Any]]:
        """All layers by name: read-only views ``[h, w]`` that follow edits."""
        return self._layers

    @property
    def passable(self) -> NDArray[np.bool_]:
        """Which cells can be entered: a read-only view ``bool[h, w]`` that follows edits."""
        passable: NDArray[np.bool_] = self._layers["passable"]
        return passable

    @property
    def cost(self) -> NDArray[np.float64] | None:
        """The cost layer: a read-only view ``float64[h, w]``, or None. `cost_field` combines all costs."""
        return self._layers.get("cost")

    @property
    def terrain(self) -> NDArray[np.uint8] | None:
        """Terrain codes: a read-only view ``uint8[h, w]``, or None."""
        return self._layers.get("terrain")

    @property
    def legend(self) -> Mapping[int, Terrain]:
        """What the terrain codes mean; empty if none was given."""
        return self._legend

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
    def revision(self) -> int:
        """How often the map was edited."""
        return self.core.revision

    @property
    def id(self) -> str:
        """Distinguishes this map from every other, even copies, so that no wrong grid takes over a change."""
        return self._id

    def edit(self, layer: str, region: Any, value: Any) -> Change:
        """Change some cells of one layer.

        It checks everything first: an edit that raises changes nothing.

        Args:
            layer: The name of an existing layer.
            region: A place ``(x, y)``, a pair of slices ``(y, x)`` as for arrays, or a bool mask ``[h, w]``.
            value: One value for all cells of the region, or an array that NumPy could assign to it.

        Returns:
            What changed. Spaces made from the map follow automatically at their next use; pass the change to
            `Grid.update` of those made with ``follow=False``.

        Raises:
            ArrayError: The value or the mask has a wrong shape, or a terrain code is unknown.
            ArrayTypeError: The value has an unsupported type.
            CostError: A cost is negative, or an opened cell has a cost of NaN or infinity.
            OptionError: The map has no such layer.
            PlaceError: The place lies outside.
            PlaceTypeError: The region is none of these.

        Example:
            >>> map = Map([[1, 1, 1]], cost=[[1, 1, 1]])
            >>> map.edit("cost", (slice(None), slice(0, 2)), [[5, 1]]).cells.tolist()
            [[0, 0]]
        """
        done = self.core.edit_place(layer, region, value)
        if done is None:  # the region is not a tuple of ints, or the value is not a plain number
            done = edit_anywhere(self, layer, region, value)
        if isinstance(done, tuple):
            raise refused(self, *done)
        return Change(done, layer, self)

    def add_layer(self, name: str, values: ArrayLike) -> None:
        """Add a layer of numbers, such as height or influence, which cost models may then give a weight.

        Args:
            name: A word that no other layer uses.
            values: Array ``[h, w]`` of any numbers.

        Raises:
            ArrayError: A wrong shape.
            ArrayTypeError: An unsupported type.
            OptionError: The name is not a word, or is in use.

        Example:
            >>> map = Map([[1, 1, 1]])
            >>> map.add_layer("danger", [[0, 5, 0]])
            >>> map.edit("danger", (0, 0), 2).values.tolist()
            [2.0]
        """
        if _checked_layer_name(name) in self._arrays:
            raise OptionError(f"the map has a layer {name!r}; remove it first, or edit it")
        array = as_values(values, f"layer {name!r}")
        _check_shape(name, array, self.shape)
        self._add(name, array)

    def remove_layer(self, name: str) -> None:
        """Remove an extra layer; spaces that use it keep it as it is.

        Raises:
            OptionError: There is no such layer, or it is passable, cost or terrain.

        Example:
            >>> map = Map([[1, 1]], layers={"danger": [[0, 5]]})
            >>> map.remove_layer("danger")
            >>> list(map.layers)
            ['passable']
        """
        extra = [layer for layer in self._arrays if layer not in OWN_LAYERS]
        if name not in extra:
            raise unknown_name("layer to remove", name, extra)
        self.core.remove(name)
        del self._arrays[name]

    def set_route(self, name: str, places: Sequence[tuple[int, int]] | None) -> None:
        """Draw a named route, in place of one that has the name already; None removes it.

        Args:
            name: What it is called.
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

    def cost_field(self, model: CostModel | None = None) -> NDArray[np.float64] | None:
        """Return the cost of every cell, with all layers folded into one number.

        Args:
            model: How to fold; by default the cost layer times the legend's terrain costs.

        Returns:
            float64 ``[h, w]``; None if no model is given and the map has neither a cost layer nor terrain
            with a cost other than 1.

        Raises:
            CostError: A cost would be negative.
            OptionError: The model names a layer or terrain that the map does not have.
        """
        return cost_field(self, model)

    def grid(
        self,
        moves: Moves | None = None,
        cost_model: str = "enter",
        costs: CostModel | None = None,
        *,
        follow: bool = True,
        **links: Any,
    ) -> Grid:
        """Make the grid to search on.

        Args:
            moves: Directions, corner rule and step costs; by default 8 directions and no cutting of corners.
            cost_model: ``"enter"`` or ``"mean"``; see `Grid`.
            costs: How to fold the layers into one cost; see `cost_field`.
            follow: Whether to catch up with edits at the next use; otherwise only ``update`` applies them.
            **links: ``wrap``, ``portals``, ``exits`` and ``one_way`` as for `Grid`.

        Example:
            >>> import pathstar as ps
            >>> ps.find_path(ps.Map([[1, 1], [0, 1]]).grid(), (0, 0), (1, 1)).cost
            2.0
        """
        grid: Grid = load_lazily("Map.grid")(
            self, moves=moves, cost_model=cost_model, costs=costs, follow=follow, **links
        )
        return grid

    def hexgrid(
        self,
        layout: str = "odd-r",
        cost_model: str = "enter",
        costs: CostModel | None = None,
        *,
        follow: bool = True,
        **links: Any,
    ) -> HexGrid:
        """Treat the cells as hexagons, and make the grid to search on.

        Args:
            layout: The arrangement: ``"odd-r"``, ``"even-r"``, ``"odd-q"`` or ``"even-q"``; see `HexGrid`.
            cost_model: ``"enter"`` or ``"mean"``; see `HexGrid`.
            costs: How to fold the layers into one cost; see `cost_field`.
            follow: Whether to catch up with edits at the next use; otherwise only ``update`` applies them.
            **links: ``wrap``, ``portals``, ``exits`` and ``one_way`` as for `HexGrid`.

        Example:
            >>> import pathstar as ps
            >>> ps.find_path(ps.Map([[1, 1], [0, 1]]).hexgrid(), (0, 0), (1, 1)).cost
            2.0
        """
        hexes: HexGrid = load_lazily("Map.hexgrid")(
            self, layout=layout, cost_model=cost_model, costs=costs, follow=follow, **links
        )
        return hexes

    def show(self, **options: Any) -> None:
        """Print the map in the terminal, scaled to the window."""
        load_lazily("Map.show")(self, **options)

    def place_at(self, index: int) -> tuple[int, int]:
        """Return the place ``(x, y)`` of a cell by its number, counted row by row."""
        return place_in(self.width)(index)

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
        """Return whether two maps have equal layers and legends; marks, names and revisions do not count."""
        if not isinstance(other, Map):
            return NotImplemented
        return (
            self._legend == other._legend
            and self._arrays.keys() == other._arrays.keys()
            and self.shape == other.shape
            and not any(differs(array, other._arrays[layer]).any() for layer, array in self._arrays.items())
        )

    __hash__ = None  # type: ignore[assignment]  # maps can be edited

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (
            dict(self._arrays),
            dict(self._legend),
            dict(self._marks),
            self._name,
            self.revision,
            dict(self._routes),
        )

    def _checked_marks(self, marks: Mapping[str, tuple[int, int]] | None) -> dict[str, tuple[int, int]]:
        return {
            str(mark): checked_place(place, self.width, self.height, f"mark {mark!r}")
            for mark, place in checked_mapping("marks", marks, "places (x, y) by name").items()
        }


def _rebuilt(
    arrays: dict[str, NDArray[Any]],
    legend: dict[int, Terrain],
    marks: dict[str, tuple[int, int]],
    name: str,
    revision: int,
    routes: Mapping[str, Route] = MappingProxyType({}),
) -> Map:
    map = Map.__new__(Map)
    map._set_up(arrays, legend, name, revision)
    map._marks = MappingProxyType(marks)
    map._routes = dict(routes)
    return map


def _checked_layer_name(name: object) -> str:
    if not isinstance(name, str) or not name.isidentifier() or name in OWN_LAYERS:
        raise OptionError(
            f"{name!r} cannot name an extra layer; a name is a word such as 'influence', and not one of "
            + ", ".join(OWN_LAYERS)
        )
    return name


def _check_shape(layer: str, array: NDArray[Any], shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise ArrayError(f"{layer} has the shape {array.shape}, walkable {shape}; they must be equal")
