"""Connected components: the areas of cells that steps join."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import counted
from pathstar.lazy import load_lazily
from pathstar.maps.regions import checked_place
from pathstar.spaces.base import Place
from pathstar.spaces.linked import LinkedCells, cells_of
from pathstar.spaces.places import checked_triple


class _Labelled(NamedTuple):
    """The areas at one revision of their grid."""

    labels: NDArray[np.int32]
    sizes: NDArray[np.int64]
    revision: int


class Components:
    """The areas of a grid, numbered from 1 in the order of their first cells, row by row.

    They follow the edits of the grid: the first use after an edit labels all cells again. Arrays that were
    handed out before stay as they are.

    Args:
        space: A `Grid`, `HexGrid`, `TriangleGrid` or `VoxelGrid`.

    Attributes:
        space: The grid; None if a version before 0.2 saved the areas.

    Raises:
        SpaceError: The space is not such a grid.

    Example:
        >>> import pathstar as ps
        >>> map = ps.Map([[1, 0, 1, 1]])
        >>> areas = ps.islands(map.grid())
        >>> areas.count, areas.largest, areas.sizes.tolist()
        (2, 2, [1, 1, 2])
        >>> change = map.edit("passable", (1, 0), True)
        >>> areas.count, areas.same((0, 0), (3, 0))
        (1, True)
    """

    def __init__(self, space: LinkedCells) -> None:
        self.space: LinkedCells | None = space
        self._labelled = _label(space)

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "_labelled" not in state:  # of version 0.1
            state = {"space": None, "_labelled": _Labelled(state["labels"], state["sizes"], 0)}
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return f"Components({counted(self.count, 'area')} of {self.space!r})"

    @property
    def labels(self) -> NDArray[np.int32]:
        """int32 ``[h, w]``, of voxels ``[d, h, w]``: 0 where not walkable, else the number of the area."""
        return self._now().labels

    @property
    def sizes(self) -> NDArray[np.int64]:
        """int64 ``(count + 1,)``: cells of each area; ``sizes[0]`` counts those that are not walkable."""
        return self._now().sizes

    @property
    def count(self) -> int:
        """The number of areas."""
        return len(self.sizes) - 1

    @property
    def largest(self) -> int:
        """The label of the largest area; 0 if no cell is walkable."""
        sizes = self.sizes
        return int(sizes[1:].argmax()) + 1 if len(sizes) > 1 else 0

    def _repr_html_(self) -> str:
        html: str = load_lazily("Components.html")(self)
        return html

    def same(self, a: Place, b: Place) -> bool:
        """Return whether two places ``(x, y)``, among voxels ``(x, y, z)``, lie in one area.

        Raises:
            PlaceError: A place lies outside.
            PlaceTypeError: A place is not a pair of whole numbers, or among voxels three.
        """
        labels = self.labels
        first, second = (int(labels[_index(labels, place)]) for place in (a, b))
        return first != 0 and first == second

    def _now(self) -> _Labelled:
        if self.space is not None and self._labelled.revision != self.space.revision:
            self._labelled = _label(self.space)
        return self._labelled


def _label(grid: LinkedCells) -> _Labelled:
    cells = cells_of(grid, "islands")
    revision = grid.revision  # read first, so that an edit meanwhile calls for new labels
    labels, sizes = _core.component_labels(cells)
    return _Labelled(labels.reshape(grid.shape), sizes, revision)


def _index(labels: NDArray[np.int32], place: Place) -> tuple[int, ...]:
    if labels.ndim == 3:
        return checked_triple(place, labels.shape)[::-1]
    height, width = labels.shape
    return checked_place(place, width, height)[::-1]


def islands(grid: LinkedCells) -> Components:
    """Label the areas of a grid under its moves.

    Between places of different areas there is no path. Between places of one area there is a path each way,
    unless the grid has portals, one-way rules or edge rules, which join places even if they lead only one
    way.

    Searches use such labels internally to report "no path" at once; this function shows them.

    Args:
        grid: A `Grid`, `HexGrid`, `TriangleGrid` or `VoxelGrid`; each call computes the labels again.

    Raises:
        SpaceError: It is none of these.

    Returns:
        A `Components`, which follows the edits of the grid.

    Example:
        >>> import pathstar as ps
        >>> areas = islands(ps.Grid([[1, 0, 1], [1, 0, 1]]))
        >>> areas.labels.tolist(), areas.count, areas.same((0, 0), (2, 0))
        ([[1, 0, 2], [1, 0, 2]], 2, False)
        >>> islands(ps.TriangleGrid([[1, 1, 1], [1, 1, 1]])).count
        1
    """
    return Components(grid)


def __getattr__(name: str) -> Any:
    if name == "Islands":  # in pickles of version 0.1
        warnings.warn("Islands is now Components", DeprecationWarning, stacklevel=2)
        return Components
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
