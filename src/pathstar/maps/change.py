"""What an edit did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.costs import CostModel, cost_field

if TYPE_CHECKING:
    from pathstar.maps.legend import Terrain


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What one edit of a map did: enough to bring a grid up to date without looking at the map again.

    Attributes:
        layer: Name of the layer edited.
        before: The map's revision before the edit.
        after: The map's revision after it.
        cells: int32 ``(n, 2)``, columns x and y: the cells that truly changed, row by row.
        layers: What all layers hold at those cells now, arrays ``(n,)`` by name.
        legend: What the terrain codes mean.
        map_id: Which map was edited.

    Example:
        >>> from pathstar.maps.map import Map
        >>> change = Map([[1, 1, 0]]).edit("passable", (slice(None), slice(1, 3)), False)
        >>> change.cells.tolist(), change.values.tolist()
        ([[1, 0]], [False])
    """

    layer: str
    before: int
    after: int
    cells: NDArray[np.int32]
    layers: Mapping[str, NDArray[Any]]
    legend: Mapping[int, Terrain]
    map_id: str

    @property
    def values(self) -> NDArray[Any]:
        """What the edited layer holds at the cells now, ``(n,)``."""
        return self.layers[self.layer]

    @property
    def walkable(self) -> NDArray[np.bool_]:
        """Whether the cells may be entered now, bool ``(n,)``."""
        return self.layers["passable"]

    @property
    def cost(self) -> NDArray[np.float64] | None:
        """What the cells cost now by the plain cost model, float64 ``(n,)``; None on a map without costs."""
        return self.cost_field()

    def cost_field(self, model: CostModel | None = None) -> NDArray[np.float64] | None:
        """Return what the cells cost now; the same as `Map.cost_field` at these cells."""
        return cost_field(self, model)

    def place_at(self, index: int) -> tuple[int, int]:
        """Return the place ``(x, y)`` of one of the cells."""
        x, y = self.cells[index].tolist()
        return x, y

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"Change({self.layer}, {len(self)} cells, revision {self.before} to {self.after})"
