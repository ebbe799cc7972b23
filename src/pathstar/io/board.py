"""Rows of characters, one character for each cell, for ``.map`` and ``.txt`` files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from pathstar.io.source import Source, shown
from pathstar.maps.legend import Terrain

_LF, _CR = 10, 13


def characters(source: Source, body: bytes, width: int, height: int, first_line: int) -> NDArray[np.uint8]:
    """Return rows of characters as an array.

    Args:
        source: The file, for errors.
        body: The rows with their line ends, LF or CR LF; the last line end may be missing, and empty lines
            may follow.
        width: Characters in a row.
        height: Number of rows.
        first_line: The number of the first row's line in the file.

    Returns:
        uint8 ``[h, w]``.

    Raises:
        MapFormatError: A row is too short or too long, or there are too few or too many.
    """
    body = body.rstrip(b"\r\n")
    line_end = 2 if body[width : width + 1] == b"\r" else 1
    if len(body) == height * (width + line_end) - line_end:
        cells = np.frombuffer(body + b"\r\n"[-line_end:], np.uint8).reshape(height, width + line_end)
        ends_right = (cells[:, -1] == _LF).all() and (line_end == 1 or (cells[:, width] == _CR).all())
        if ends_right and np.count_nonzero(cells == _LF) == height:
            return cells[:, :width]
    rows = [row.removesuffix(b"\r") for row in body.split(b"\n")]
    _check_rows(source, rows, width, height, first_line)
    return np.frombuffer(b"".join(rows), np.uint8).reshape(height, width)


def _check_rows(source: Source, rows: list[bytes], width: int, height: int, first_line: int) -> None:
    for number, row in enumerate(rows[:height]):
        if len(row) != width:
            raise source.error(
                line=first_line + number,
                column=min(len(row), width) + 1,
                found=f"a row of {len(row)} cells",
                expected=f"{width} cells",
            )
    if len(rows) < height:
        raise source.error(
            line=first_line + len(rows),
            column=1,
            found=f"the end after {len(rows)} rows",
            expected=f"{height} rows",
        )
    if len(rows) > height:
        raise source.error(
            line=first_line + height,
            column=1,
            found=shown(rows[height]),
            expected=f"the end after {height} rows",
        )


def check_symbols(source: Source, codes: NDArray[np.uint8], known: Iterable[int], first_line: int) -> None:
    """Raise MapFormatError for the first character that is not in a legend."""
    table = np.zeros(256, bool)
    table[list(known)] = True
    right = table[codes]
    if not right.all():
        y, x = divmod(int(np.argmin(right)), codes.shape[1])
        raise source.error(
            line=first_line + y,
            column=x + 1,
            found=shown(codes[y, x].tobytes()),
            expected="one of " + " ".join(chr(code) if code != 32 else "blank" for code in known),
        )


def cost_table(legend: Mapping[int, Terrain]) -> NDArray[np.float64]:
    """Return the cost of every code, float64 ``(256,)``; 1 for codes that are not walkable."""
    table = np.ones(256)
    for code, terrain in legend.items():
        table[code] = terrain.cost if terrain.walkable else 1.0
    return table


def as_lines(codes: NDArray[np.uint8]) -> bytes:
    """Return characters ``[h, w]`` as rows that end in LF."""
    return np.pad(codes, ((0, 0), (0, 1)), constant_values=_LF).tobytes()
