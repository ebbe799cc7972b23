"""Cells of one kind merged into few rectangles, written as one SVG path each kind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def count_runs(kinds: NDArray[np.uint8]) -> int:
    """Return how many runs of equal cells the rows have together.

    Example:
        >>> count_runs(np.array([[1, 1, 2], [3, 3, 3]], np.uint8))
        3
    """
    return int(np.count_nonzero(kinds[:, 1:] != kinds[:, :-1])) + len(kinds)


def rectangles(kinds: NDArray[np.uint8], background: int) -> dict[int, str]:
    """Return an SVG path for each kind but the background, in units of cells.

    Runs along a row become rectangles; a run that stands at the same place in the next rows makes its
    rectangle taller.

    Example:
        >>> rectangles(np.array([[0, 1, 1], [0, 1, 1], [2, 0, 0]], np.uint8), 0)
        {1: 'M1 0h2v2h-2z', 2: 'M0 2h1v1h-1z'}
    """
    parts: dict[int, list[str]] = {}
    growing: dict[tuple[int, int, int], int] = {}  # (first, length, kind) -> row where it began
    for y in range(len(kinds) + 1):
        here = _runs(kinds[y], background) if y < len(kinds) else set()
        for run in sorted(growing.keys() - here):
            first, length, kind = run
            begin = growing.pop(run)
            parts.setdefault(kind, []).append(f"M{first} {begin}h{length}v{y - begin}h-{length}z")
        for run in here - growing.keys():
            growing[run] = y
    return {kind: "".join(paths) for kind, paths in sorted(parts.items())}


def _runs(row: NDArray[np.uint8], background: int) -> set[tuple[int, int, int]]:
    starts = np.flatnonzero(np.diff(row, prepend=row[0] ^ 1))
    lengths = np.diff(starts, append=len(row))
    runs = zip(starts.tolist(), lengths.tolist(), row[starts].tolist(), strict=True)
    return {run for run in runs if run[2] != background}
