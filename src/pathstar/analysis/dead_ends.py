"""Dead ends: the areas that lead nowhere."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, StaleError, counted
from pathstar.maps.layers import numbers_of
from pathstar.maps.regions import checked_place
from pathstar.progress import Progress, Tell, reporting, tell_of
from pathstar.spaces.base import Place
from pathstar.spaces.grid import Grid, squares_of

MOST_BY_HAND = 65_535


class _Labelled(NamedTuple):
    """The dead ends as they were at one revision of their grid."""

    labels: NDArray[np.int32]
    sizes: NDArray[np.int64]
    revision: int


class DeadEnds:
    """The dead ends of a grid, labelled by hand or found and numbered from 1.

    Those found are numbered in the order of their first cells, row by row.

    They follow the edits of the grid: the first use after an edit finds them again, or checks them again if
    they were labelled by hand. Arrays that were handed out before stay as they are.

    Args:
        grid: The grid.
        by_hand: Whole numbers ``[h, w]``, as for `dead_ends`; None to find them.
        tell: Called with the fraction done while they are labelled for the first time; None for nothing.

    Attributes:
        grid: The grid; None if a version before 0.2 saved the dead ends.

    Raises:
        SpaceError, ArrayError: As `dead_ends`.

    Example:
        >>> import pathstar as ps
        >>> map = ps.Map([[1, 1, 0], [1, 1, 1]])
        >>> found = ps.dead_ends(map.grid())
        >>> found.count, found.mask.tolist()
        (1, [[False, False, False], [False, False, True]])
        >>> change = map.edit("passable", (2, 0), True)
        >>> found.count
        0
    """

    def __init__(self, grid: Grid, by_hand: ArrayLike | None = None, tell: Tell | None = None) -> None:
        squares_of(grid, "dead_ends")
        self.grid: Grid | None = grid
        self._by_hand = None if by_hand is None else _checked_labels(grid, by_hand)
        self._labelled = _label(grid, self._by_hand, tell)

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "_labelled" not in state:  # of version 0.1
            held = _Labelled(state["labels"], state["sizes"], 0)
            state = {"grid": None, "_by_hand": None, "_labelled": held}
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return f"DeadEnds({counted(self.count, 'dead end')} of {self.grid!r})"

    @property
    def labels(self) -> NDArray[np.int32]:
        """int32 ``[h, w]``: 0 outside any dead end (and where not walkable), else the number of the dead end.

        Raises:
            StaleError: They were labelled by hand, and after an edit they would lose a path. All other
                properties and methods raise it too.
        """
        return self._now().labels

    @property
    def sizes(self) -> NDArray[np.int64]:
        """int64 ``(count + 1,)``: cells of each dead end; ``sizes[0]`` counts all other cells."""
        return self._now().sizes

    @property
    def count(self) -> int:
        """The number of dead ends; the highest number where they were labelled by hand."""
        return len(self.sizes) - 1

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which cells lie in a dead end, bool ``[h, w]``."""
        inside: NDArray[np.bool_] = self.labels > 0
        return inside

    def between(self, start: Place, goal: Place) -> NDArray[np.bool_]:
        """Return the cells that a path between two places need not enter, to `avoid` them in a search.

        These are all dead ends except those of the two places.

        Args:
            start, goal: Places ``(x, y)``.

        Returns:
            bool ``[h, w]``.

        Raises:
            PlaceError: A place lies outside.
            PlaceTypeError: A place is not a pair of whole numbers.
            StaleError: As `labels`.

        Example:
            >>> import pathstar as ps
            >>> grid = ps.Grid([[1, 1, 1, 1], [1, 1, 0, 0]])
            >>> ends = ps.dead_ends(grid)
            >>> ps.find_path(grid, (0, 0), (1, 1), avoid=ends.between((0, 0), (1, 1))).cost
            1.4142135623730951
        """
        labels = self.labels
        height, width = labels.shape
        own = [0]
        for place in (start, goal):
            x, y = checked_place(place, width, height)
            own.append(int(labels[y, x]))
        others: NDArray[np.bool_] = ~np.isin(labels, own)
        return others

    def _now(self) -> _Labelled:
        if self.grid is not None and self._labelled.revision != self.grid.revision:
            try:
                self._labelled = _label(self.grid, self._by_hand)
            except ArrayError as error:
                raise StaleError(f"after an edit, {error}") from None
        return self._labelled


def dead_ends(grid: Grid, labels: ArrayLike | None = None, *, progress: Progress = None) -> DeadEnds:
    """Find the areas of a grid that are attached to the rest by a single cell and lead nowhere else.

    The body of an island is its largest part that no single cell cuts in two. Everything attached to the body
    by a single cell is a dead end. Only a path that starts or ends in a dead end needs to enter it. With
    ``skip_dead_ends=True`` a search skips all others; this function shows them.

    Args:
        grid: The grid; finding the dead ends takes time in proportion to the number of cells.
        labels: Dead ends labelled by hand, to be checked instead of searched for: whole numbers ``[h, w]``, 0
            outside any dead end. A dead end may have several entrances; then paths that do not start or end
            in it may become dearer, but none is lost. Labels of blocked cells do not count.
        progress: Called now and then with about the fraction done, from 0.0 to 1.0; True shows a bar on the
            terminal. An exception in the function stops the call.

    Raises:
        OptionError: progress is something else.
        SpaceError: The grid has 16 directions, joined borders, portals or one-way rules.
        ArrayError: The labels have another shape, are not whole numbers from 0 to 65,535, or would lose a
            path: the message names its ends.

    Returns:
        A `DeadEnds`, which follows the edits of the grid.

    Example:
        >>> import pathstar as ps
        >>> ps.dead_ends(ps.Grid([[1, 1, 1, 1], [1, 1, 0, 0]])).labels.tolist()
        [[0, 0, 1, 1], [0, 0, 0, 0]]
        >>> ps.dead_ends(ps.Grid([[1, 1, 1, 1]]), labels=[[0, 0, 0, 1]]).sizes.tolist()
        [3, 1]
        >>> ps.dead_ends(ps.Grid([[1, 1, 1, 1]]), labels=[[0, 0, 1, 0]])
        Traceback (most recent call last):
        pathstar.errors.ArrayError: labels lose the path from (0, 0) to (3, 0): ...
    """
    with reporting(progress, "finding dead ends" if labels is None else "checking dead ends") as tell:
        found = DeadEnds(grid, labels, tell)
        tell_of(tell, 1.0)
    return found


def _label(grid: Grid, by_hand: NDArray[np.int64] | None, tell: Tell | None = None) -> _Labelled:
    """Return the dead ends as they are now.

    Raises:
        SpaceError, ArrayError: As `dead_ends`.
    """
    squares = squares_of(grid, "dead_ends")
    revision = grid.revision  # read first, so that an edit meanwhile calls for new labels
    if by_hand is None:
        found, sizes = _core.dead_end_labels(squares, tell)
        return _Labelled(found.reshape(grid.shape), sizes, revision)
    checked = np.where(grid.walkable, by_hand, 0).astype(np.int32)
    lost = _lost_between(grid, squares, checked, tell)
    if lost is not None:
        start, goal = lost
        raise ArrayError(
            f"labels lose the path from {start} to {goal}: all ways lead through a dead end in which neither "
            "lies; take a way through out of the labels, or give the dead ends that it joins one number"
        )
    return _Labelled(checked, np.bincount(checked.ravel(), minlength=1), revision)


def lost_path(grid: Grid, labels: ArrayLike) -> tuple[Place, Place] | None:
    """Return the ends of a path that labels would lose, which `dead_ends` refuses; None if they lose none.

    Raises:
        SpaceError, ArrayError: As `dead_ends`.

    Example:
        >>> import pathstar as ps
        >>> lost_path(ps.Grid([[1, 1, 1, 1]]), [[0, 0, 1, 0]])
        ((0, 0), (3, 0))
    """
    squares = squares_of(grid, "dead_ends")
    return _lost_between(grid, squares, np.where(grid.walkable, _checked_labels(grid, labels), 0))


def _lost_between(
    grid: Grid, squares: _core.Grid, labels: NDArray[np.integer], tell: Tell | None = None
) -> tuple[Place, Place] | None:
    lost = _core.lost_path(squares, labels.astype(np.int32).ravel(), tell)
    if lost is None:
        return None
    start, goal = (tuple(place) for place in grid.places_of(lost).tolist())
    return start, goal


def _checked_labels(grid: Grid, labels: ArrayLike) -> NDArray[np.int64]:
    array = numbers_of(labels, "labels")
    if array.shape != grid.shape:
        raise ArrayError(f"labels have the shape {array.shape}; allowed: that of the grid, {grid.shape}")
    wrong = array[~((array >= 0) & (array <= MOST_BY_HAND) & (np.floor(array) == array))]
    if wrong.size:
        raise ArrayError(f"labels hold {wrong[0]}; allowed: whole numbers from 0 to {MOST_BY_HAND:,}")
    numbers: NDArray[np.int64] = array.astype(np.int64)
    return numbers
