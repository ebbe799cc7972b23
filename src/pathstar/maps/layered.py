"""The layers of a map: the contents of its cells, and their edits."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError
from pathstar.maps.arguments import checked_name
from pathstar.maps.change import Change
from pathstar.maps.clearance_cost import ClearanceCost
from pathstar.maps.costs import OWN_LAYERS
from pathstar.maps.edits import edit_anywhere, edit_cells, refused, removed
from pathstar.maps.fading import Clock, checked_fading
from pathstar.maps.layers import as_values, is_masked_array, numbers_of, place_in, values_of
from pathstar.maps.legend import Terrain
from pathstar.maps.regions import cell_numbers
from pathstar.maps.stamps import Stamp, stamp_cells


class LayeredCells:
    """Named layers over the cells of a rectangle, and their edits: the part of a `Map` that changes.

    Attributes:
        core: The native layers and the log of their edits.
    """

    __slots__ = ("_arrays", "_clocks", "_derived", "_id", "_layers", "_legend", "core")

    core: _core.Map
    _arrays: dict[str, NDArray[Any]]
    _layers: Mapping[str, NDArray[Any]]
    _legend: Mapping[int, Terrain]
    _id: str
    _clocks: dict[str, Clock]
    _derived: dict[str, ClearanceCost]

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
        """The meanings of the terrain codes; empty if none were given."""
        return self._legend

    @property
    def derived(self) -> Mapping[str, ClearanceCost]:
        """The rules of the layers that follow the walls, by name. These layers cannot be edited."""
        return MappingProxyType(self._derived)

    @property
    def revision(self) -> int:
        """How often the map was edited."""
        return self.core.revision

    @property
    def id(self) -> str:
        """Distinguishes this map from every other, even copies, so that the wrong grid refuses a change."""
        return self._id

    def edit(self, layer: str, region: Any, value: Any) -> Change:
        """Change some cells of one layer.

        It checks everything first: an edit that raises changes nothing.

        Args:
            layer: The name of an existing layer.
            region: A place ``(x, y)``, a pair of slices ``(y, x)`` as for arrays, a bool mask ``[h, w]``, or
                a list or an array of places, whole numbers ``(n, 2)``; if one occurs twice, its last value
                stays.
            value: One value for all cells of the region, or an array that NumPy could assign to it.

        Returns:
            The change. Spaces made from the map follow automatically at their next use; pass it to
            `Grid.update` of those made with ``follow=False``.

        Raises:
            ArrayError: The value or the mask has a wrong shape, or a terrain code is unknown.
            ArrayTypeError: The value has an unsupported type.
            CostError: A cost is negative, or an opened cell has a cost of NaN or infinity.
            OptionError: The map has no such layer, or it follows from others; see `derived`.
            PlaceError: The place lies outside.
            PlaceTypeError: The region is none of these.

        Example:
            >>> from pathstar.maps.map import Map
            >>> map = Map([[1, 1, 1]], cost=[[1, 1, 1]])
            >>> map.edit("cost", (slice(None), slice(0, 2)), [[5, 1]]).cells.tolist()
            [[0, 0]]
        """
        is_array = isinstance(value, np.ndarray) and not is_masked_array(value)
        done = None
        fades = bool(self._clocks) and isinstance(layer, str) and self._rise(layer) != 1
        if not fades and not is_masked_array(region):
            done = self.core.edit_simply(layer, region, isinstance(region, np.ndarray), value, is_array)
        if done is None:  # the region or the value is of a less common kind, or the layer has decayed
            done = edit_anywhere(self, layer, region, value, lambda: self._write_faded(layer))
        if isinstance(done, tuple):
            raise refused(self, *done)
        return Change(done, layer, self)

    def stamp(
        self,
        layer: str,
        shape: Stamp | ArrayLike,
        at: tuple[int, int] = (0, 0),
        strength: float = 1.0,
        *,
        compose: str = "sum",
    ) -> Change:
        """Stamp a shape into a layer, for example the surroundings of a guard into a layer of danger.

        Parts outside the map are cut off. It takes time in proportion to the cells of the shape.

        Args:
            layer: The name of an existing layer.
            shape: A `Stamp`, for example from `pathstar.maps.stamps.disc`; or an array ``[h, w]`` of factors
                with its upper left cell at the place.
            at: The place ``(x, y)`` of the shape; it may lie outside the map.
            strength: The value that multiplies the factors of the shape.
            compose: ``"sum"`` adds to the values of the cells, ``"max"`` keeps the larger of both, ``"set"``
                replaces them.

        Returns:
            The change, as `edit`.

        Raises:
            ArrayError, ArrayTypeError: The array is not a shape.
            CostError: A cost would be negative, or a cell would open whose cost is not finite.
            OptionError: An unknown layer or composition, or a place or strength that is not allowed.

        Example:
            >>> from pathstar.maps.map import Map
            >>> from pathstar.maps.stamps import disc
            >>> map = Map(np.ones((1, 5)), layers={"danger": np.zeros((1, 5))})
            >>> map.stamp("danger", disc(2, "linear"), (1, 0), 8)
            Change(danger, 3 cells, revision 0 to 1)
            >>> map.layers["danger"].tolist()
            [[4.0, 8.0, 4.0, 0.0, 0.0]]
        """
        checked_name("layer", layer, self._arrays)
        cells, values = stamp_cells(self, layer, shape, at, strength, compose, self._rise(layer))
        return self._edit_cells(layer, cells, values)

    def edit_cells(self, layer: str, cells: ArrayLike, values: ArrayLike) -> Change:
        """Change scattered cells of one layer, each to its own value.

        Args:
            layer: The name of an existing layer.
            cells: Numbers of cells, ``y * width + x``: whole numbers ``(n,)``, each once.
            values: One value for each cell, ``(n,)``.

        Returns:
            The change, as `edit`.

        Raises:
            ArrayError, ArrayTypeError: The arrays are not such arrays, or differ in length.
            PlaceError: There is no cell with one of the numbers.
            OptionError, CostError: As `edit`.

        Example:
            >>> from pathstar.maps.map import Map
            >>> Map([[1, 1, 1]], cost=[[1, 1, 1]]).edit_cells("cost", [2, 0], [7, 1]).cells.tolist()
            [[2, 0]]
        """
        checked_name("layer", layer, self._arrays)
        numbers, new = cell_numbers(cells, self.size), values_of(numbers_of(values, "values"))
        if numbers.shape != new.shape:
            raise ArrayError(f"values has the shape {new.shape}, cells {numbers.shape}; they must be equal")
        if self._clocks:
            self._write_faded(layer)
        return self._edit_cells(layer, numbers, np.ascontiguousarray(new))

    def _edit_cells(self, layer: str, cells: NDArray[np.uint32], values: NDArray[np.float64]) -> Change:
        done = edit_cells(self, layer, cells, values)
        if isinstance(done, tuple):
            raise refused(self, *done)
        return Change(done, layer, self)

    def fade(
        self, layer: str, half_life: float, now: float, *, step: float = 0.05, least: float = 1e-6
    ) -> Change | None:
        """Let the values of an extra layer decay with a half-life; call it every frame with the time.

        The first call starts the clock of the layer and changes nothing. Most later calls only note the time.
        Once the values have to lose a share of `step`, the call writes them, in time proportional to the
        number of cells that are not 0, and spaces made from the map follow. Until then the layer keeps its
        last written values. A stamp in the meantime decays from its own time on.

        Args:
            layer: Name of an extra layer.
            half_life: The time in which values halve, in the unit of `now`.
            now: The time, in any unit.
            step: The share that values lose before they are written, from 0 to 1; 0 writes at each call.
            least: Values closer to 0 than this become 0.

        Returns:
            The change; None if the call wrote nothing.

        Raises:
            OptionError: An unknown layer or one that cannot fade, an invalid number, or a time before that of
                the last call.

        Example:
            >>> from pathstar.maps.map import Map
            >>> map = Map([[1, 1]], layers={"scent": [[8, 0]]})
            >>> map.fade("scent", half_life=3, now=10)
            >>> map.fade("scent", half_life=3, now=16)
            Change(scent, 1 cell, revision 0 to 1)
            >>> map.layers["scent"].tolist()
            [[2.0, 0.0]]
        """
        can_fade = [each for each in self._extra_layers() if each not in self._derived]
        checked_name("layer to fade", layer, can_fade)
        life, time, share, zero = checked_fading(half_life, now, step, least)
        clock = self._clocks.setdefault(layer, Clock(time))
        clock.advance(time, life, zero)
        return self._write_faded(layer) if 1 - 1 / clock.rise > share else None

    def _rise(self, layer: str) -> float:
        """Return the factor by which the values of a fading layer are too large now."""
        clock = self._clocks.get(layer)
        return 1.0 if clock is None else clock.rise

    def _write_faded(self, layer: str) -> Change | None:
        """Write the decayed values of a layer, if it fades and time has passed."""
        clock = self._clocks.get(layer)
        if clock is None or clock.rise == 1:
            return None
        faded = self.core.fade(layer, 1 / clock.rise, clock.least)
        if faded is None:
            raise removed()
        clock.written()
        return Change(faded, layer, self)

    def add_layer(self, name: str, values: ArrayLike | ClearanceCost) -> None:
        """Add a layer of numbers, such as height or influence, to which cost models may then give a weight.

        Args:
            name: A word that no other layer uses.
            values: Array ``[h, w]`` of any numbers, or a `ClearanceCost` for a layer that follows the walls.
                NaN stands for unknown: it closes the cell, as infinity does, to units that pay for the layer.

        Raises:
            ArrayError: A wrong shape.
            ArrayTypeError: An unsupported type.
            OptionError: The name is not a word, or is in use.

        Example:
            >>> from pathstar.maps.map import Map
            >>> map = Map([[1, 1, 1]])
            >>> map.add_layer("danger", [[0, 5, 0]])
            >>> map.edit("danger", (0, 0), 2).values.tolist()
            [2.0]
        """
        if checked_layer_name(name) in self._arrays:
            raise OptionError(f"the map has a layer {name!r}; remove it first, or edit it")
        if isinstance(values, ClearanceCost):
            self._derive(name, values)
            return
        array = as_values(values, f"layer {name!r}")
        check_shape(name, array, self.shape)
        self._add(name, array)

    def remove_layer(self, name: str) -> None:
        """Remove an extra layer; spaces that use it keep it as it is.

        Raises:
            OptionError: There is no such layer, or it is passable, cost or terrain.
        """
        self.core.remove(checked_name("layer to remove", name, self._extra_layers()))
        self._arrays.pop(name, None)  # None: another thread may remove it too
        self._clocks.pop(name, None)
        self._derived.pop(name, None)

    def place_at(self, index: int) -> tuple[int, int]:
        """Return the place ``(x, y)`` of a cell by its number, counted row by row."""
        return place_in(self.width)(index)

    def _extra_layers(self) -> list[str]:
        return [layer for layer in list(self._arrays) if layer not in OWN_LAYERS]

    def _add(self, layer: str, values: NDArray[Any]) -> None:
        kind = _core.LayerKind[layer if layer in OWN_LAYERS else "extra"]
        if values.dtype == np.uint8:
            self.core.add_bytes(layer, kind, values.ravel())
        else:
            self.core.add_numbers(layer, kind, values.ravel())
        self._arrays[layer] = self.core.layer(layer)

    def _derive(self, layer: str, rule: ClearanceCost) -> None:
        self.core.add_near_walls(layer, *rule.table())
        self._derived[layer] = rule
        self._arrays[layer] = self.core.layer(layer)


def checked_layer_name(name: object) -> str:
    """Return a name for an extra layer.

    Raises:
        OptionError: It is not a word, or belongs to a layer with a meaning of its own.
    """
    if not isinstance(name, str) or not name.isidentifier() or name in OWN_LAYERS:
        raise OptionError(
            f"{name!r} cannot name an extra layer; a name is a word such as 'influence', and not one of "
            + ", ".join(OWN_LAYERS)
        )
    return name


def check_shape(layer: str, array: NDArray[Any], shape: tuple[int, ...]) -> None:
    """Check that a layer has the shape of the map.

    Raises:
        ArrayError: It has another shape.
    """
    if array.shape != shape:
        raise ArrayError(f"{layer} has the shape {array.shape}, walkable {shape}; they must be equal")
