"""The windows in which results are written: few cells at a time, in whole blocks or chunks of the file."""

from __future__ import annotations

from collections.abc import Iterator

WINDOW = 1024  # rows and columns; a multiple of those of blocks and chunks


def windows_of(shape: tuple[int, int]) -> Iterator[tuple[slice, slice]]:
    """Yield rows and columns of the windows that make up a raster.

    Example:
        >>> [(rows.stop, columns.stop) for rows, columns in windows_of((1500, 900))]
        [(1024, 900), (1500, 900)]
    """
    height, width = shape
    for top in range(0, height, WINDOW):
        for left in range(0, width, WINDOW):
            yield slice(top, min(top + WINDOW, height)), slice(left, min(left + WINDOW, width))
