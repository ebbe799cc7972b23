"""Components: the areas within which every place reaches every other."""

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
from pathstar.spaces.grid import Grid, squares_of


@dataclass(frozen=True, eq=False)
class Components:
    """The areas of a grid, numbered from 1 in the order of their first cells, row by row.

    Attributes:
        labels: int32 ``[h, w]``: 0 where not walkable, else the number of the area.
        sizes: int64 ``(count + 1,)``: cells of each area; ``sizes[0]`` counts those that are not walkable.

    Example:
        >>> import pathstar as ps
        >>> areas = ps.islands(ps.Grid([[1, 0, 1, 1]]))
        >>> areas.count, areas.largest, areas.sizes.tolist()
        (2, 2, [1, 1, 2])
    """

    labels: NDArray[np.int32]
    sizes: NDArray[np.int64]

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
        """Return whether two places ``(x, y)`` lie in one area.

        Raises:
            PlaceError: A place lies outside.
            PlaceTypeError: A place is not a pair of whole numbers.
        """
        height, width = self.labels.shape
        (ax, ay), (bx, by) = (checked_place(place, width, height) for place in (a, b))
        return bool(self.labels[ay, ax] != 0 and self.labels[ay, ax] == self.labels[by, bx])


def islands(grid: Grid) -> Components:
    """Label the areas of a grid under its moves.

    Searches use such labels internally to report "no path" at once; this function lets you look at them.

    Args:
        grid: The grid; each call computes the labels again.

    Raises:
        SpaceError: The grid has 16 directions, joined borders, portals or one-way rules.

    Returns:
        A `Components`.

    Example:
        >>> import pathstar as ps
        >>> areas = islands(ps.Grid([[1, 0, 1], [1, 0, 1]]))
        >>> areas.labels.tolist(), areas.count, areas.same((0, 0), (2, 0))
        ([[1, 0, 2], [1, 0, 2]], 2, False)
    """
    labels, sizes = _core.component_labels(squares_of(grid, "islands"))
    return Components(labels.reshape(grid.shape), sizes)


def __getattr__(name: str) -> Any:
    if name == "Islands":  # pickles of version 0.1 ask for it
        warnings.warn("Islands is now Components", DeprecationWarning, stacklevel=2)
        return Components
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
