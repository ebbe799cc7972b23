"""Merging cells of one kind into few rectangles."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Box = tuple[int, int, int, int]


def count_runs(kinds: NDArray[np.uint8]) -> int:
    """Return the total number of runs of equal cells in the rows.

    Example:
        >>> count_runs(np.array([[1, 1, 2], [3, 3, 3]], np.uint8))
        3
    """
    return int(np.count_nonzero(kinds[:, 1:] != kinds[:, :-1])) + len(kinds)


def rectangles(kinds: NDArray[np.uint8], background: int) -> dict[int, list[Box]]:
    """Return the rectangles of each kind but the background: left, top, width and height in cells.

    Runs along a row become rectangles; the same run in the following rows makes its rectangle taller.

    Example:
        >>> rectangles(np.array([[0, 1, 1], [0, 1, 1], [2, 0, 0]], np.uint8), 0)
        {1: [(1, 0, 2, 2)], 2: [(0, 2, 1, 1)]}
    """
    parts: dict[int, list[Box]] = {}
    growing: dict[tuple[int, int, int], int] = {}  # (first, length, kind) -> row where it began
    for y in range(len(kinds) + 1):
        here = _runs(kinds[y], background) if y < len(kinds) else set()
        for run in sorted(growing.keys() - here):
            first, length, kind = run
            begin = growing.pop(run)
            parts.setdefault(kind, []).append((first, begin, length, y - begin))
        for run in here - growing.keys():
            growing[run] = y
    return dict(sorted(parts.items()))


def path_of(boxes: Iterable[Box]) -> str:
    """Return rectangles as the path of an SVG.

    Example:
        >>> path_of([(1, 0, 2, 2)])
        'M1 0h2v2h-2z'
    """
    return "".join(f"M{x} {y}h{width}v{height}h-{width}z" for x, y, width, height in boxes)


def _runs(row: NDArray[np.uint8], background: int) -> set[tuple[int, int, int]]:
    starts = np.flatnonzero(np.diff(row, prepend=row[0] ^ 1))
    lengths = np.diff(starts, append=len(row))
    runs = zip(starts.tolist(), lengths.tolist(), row[starts].tolist(), strict=True)
    return {run for run in runs if run[2] != background}
