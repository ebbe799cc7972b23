"""Components: the areas of cells that steps join."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.lazy import load_lazily
from pathstar.maps.regions import checked_place
from pathstar.spaces.base import Place
from pathstar.spaces.linked import LinkedCells, cells_of
from pathstar.spaces.places import checked_triple


@dataclass(frozen=True, eq=False)
class Components:
    """The areas of a grid, numbered from 1 in the order of their first cells, row by row.

    Attributes:
        labels: int32 ``[h, w]``, of voxels ``[d, h, w]``: 0 where not walkable, else the number of the area.
        sizes: int64 ``(count + 1,)``: cells of each area; ``sizes[0]`` counts those that are not walkable.
        space: The grid, as it is now; None if a version before 0.2 saved the areas.

    Example:
        >>> import pathstar as ps
        >>> areas = ps.islands(ps.Grid([[1, 0, 1, 1]]))
        >>> areas.count, areas.largest, areas.sizes.tolist()
        (2, 2, [1, 1, 2])
    """

    labels: NDArray[np.int32]
    sizes: NDArray[np.int64]
    space: LinkedCells | None = None

    @property
    def count(self) -> int:
        """The number of areas."""
        return len(self.sizes) - 1

    @property
    def largest(self) -> int:
        """The label of the largest area; 0 if no cell is walkable."""
        return int(self.sizes[1:].argmax()) + 1 if self.count else 0

    def _repr_html_(self) -> str:
        html: str = load_lazily("Components.html")(self)
        return html

    def same(self, a: Place, b: Place) -> bool:
        """Return whether two places ``(x, y)``, among voxels ``(x, y, z)``, lie in one area.

        Raises:
            PlaceError: A place lies outside.
            PlaceTypeError: A place is not a pair of whole numbers, or among voxels three.
        """
        first, second = (int(self.labels[self._index(place)]) for place in (a, b))
        return first != 0 and first == second

    def _index(self, place: Place) -> tuple[int, ...]:
        if self.labels.ndim == 3:
            return checked_triple(place, self.labels.shape)[::-1]
        height, width = self.labels.shape
        return checked_place(place, width, height)[::-1]


def islands(grid: LinkedCells) -> Components:
    """Label the areas of a grid under its moves.

    Between places of different areas there is no path. Between those of one area there is a path each way,
    unless the grid has portals, one-way rules or edge rules: these join places even where they lead one way
    only.

    Searches use such labels internally to report "no path" at once; this function lets you look at them.

    Args:
        grid: A `Grid`, `HexGrid`, `TriangleGrid` or `VoxelGrid`; each call computes the labels again.

    Raises:
        SpaceError: It is none of these.

    Returns:
        A `Components`.

    Example:
        >>> import pathstar as ps
        >>> areas = islands(ps.Grid([[1, 0, 1], [1, 0, 1]]))
        >>> areas.labels.tolist(), areas.count, areas.same((0, 0), (2, 0))
        ([[1, 0, 2], [1, 0, 2]], 2, False)
        >>> islands(ps.TriangleGrid([[1, 1, 1], [1, 1, 1]])).count
        1
    """
    labels, sizes = _core.component_labels(cells_of(grid, "islands"))
    return Components(labels.reshape(grid.shape), sizes, grid)


def __getattr__(name: str) -> Any:
    if name == "Islands":  # pickles of version 0.1 ask for it
        warnings.warn("Islands is now Components", DeprecationWarning, stacklevel=2)
        return Components
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
