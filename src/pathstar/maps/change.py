"""What an edit did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import counted
from pathstar.maps.costs import OWN_LAYERS, CostModel, cost_field
from pathstar.maps.layers import Place

if TYPE_CHECKING:
    from pathstar.maps.layered import LayeredCells
    from pathstar.maps.legend import Terrain


class Change:
    """What one edit of a map changed, with the state right after it. Its arrays are made when read.

    Made by `Map.edit`.

    Attributes:
        layer: Name of the layer edited.
        map_id: The id of the edited map.
        legend: The meanings of the terrain codes.
        width: The width of the map in cells.

    Example:
        >>> from pathstar.maps.map import Map
        >>> change = Map([[1, 1, 0]]).edit("passable", (slice(None), slice(1, 3)), False)
        >>> change.cells.tolist(), change.values.tolist()
        ([[1, 0]], [False])
    """

    __slots__ = ("_native", "layer", "legend", "map_id", "width")

    def __init__(self, native: _core.MapChange, layer: str, map: LayeredCells) -> None:
        self._native = native
        self.layer = layer
        self.map_id = map.id
        self.legend: Mapping[int, Terrain] = map.legend
        self.width = map.width

    @property
    def before(self) -> int:
        """The map's revision before the edit."""
        return self._native.before

    @property
    def after(self) -> int:
        """The map's revision after the edit."""
        return self._native.after

    @property
    def cells(self) -> NDArray[np.int32]:
        """The cells that really changed, in the region's order: int32 ``(n, 2)``, columns x and y."""
        y, x = np.divmod(self.numbers, np.uint32(self.width))
        return np.stack([x, y], axis=-1).astype(np.int32)

    @property
    def numbers(self) -> NDArray[np.uint32]:
        """The same cells by their numbers, ``y * width + x``: uint32 ``(n,)``."""
        return self._native.cells()

    @property
    def layers(self) -> Mapping[str, NDArray[Any]]:
        """The values of all layers at those cells, arrays ``(n,)`` by name."""
        return {name: self._values(name) for name in self._native.names}

    @property
    def values(self) -> NDArray[Any]:
        """The values of the edited layer at the cells, ``(n,)``."""
        return self._values(self.layer)

    @property
    def walkable(self) -> NDArray[np.bool_]:
        """Whether the cells may be entered, bool ``(n,)``."""
        return self._values("passable")

    @property
    def cost(self) -> NDArray[np.float64] | None:
        """The costs of the cells by the default cost model, float64 ``(n,)``; None on a map without costs."""
        return self.cost_field()

    def cost_field(self, model: CostModel | None = None) -> NDArray[np.float64] | None:
        """Return the costs of the cells, as `Map.cost_field` computes them."""
        return cost_field(self, model)

    def place_at(self, index: int) -> Place:
        """Return the place ``(x, y)`` of one of the cells."""
        x, y = self.cells[index].tolist()
        return x, y

    def _values(self, layer: str) -> NDArray[Any]:
        values: NDArray[Any] = self._native.values(layer)
        return values.view(np.bool_) if layer == "passable" else values

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"Change({self.layer}, {counted(len(self), 'cell')}, revision {self.before} to {self.after})"

    def __reduce__(self) -> tuple[Any, ...]:
        state = (self.layer, self.map_id, dict(self.legend), self.width)
        return _rebuilt, (self.before, self.after, self.numbers, dict(self.layers), state)


def _rebuilt(
    before: int,
    after: int,
    numbers: NDArray[np.uint32],
    layers: dict[str, NDArray[Any]],
    state: tuple[Any, ...],
) -> Change:
    native = _core.MapChange(before, after, numbers)
    for name, values in layers.items():
        kind = _core.LayerKind[name if name in OWN_LAYERS else "extra"]
        if values.dtype.kind == "f":
            native.add_numbers(name, kind, values)
        else:
            native.add_bytes(name, kind, values.view(np.uint8))
    change = Change.__new__(Change)
    change._native = native
    change.layer, change.map_id, change.legend, change.width = state
    return change
