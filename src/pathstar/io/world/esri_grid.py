"""Esri's text grids, ``.asc`` files: keys and values at the head, then the numbers, the top row first."""

from __future__ import annotations

import re
import warnings

import numpy as np
from numpy.typing import NDArray

from pathstar.io.source import Source, is_number, shown
from pathstar.maps.frame import Frame
from pathstar.maps.limits import check_cells

_PAIR = re.compile(rb"\s*([A-Za-z_]+)[ \t]+(\S+)\s*")
_SIZES = ("ncols", "nrows", "cellsize", "dx", "dy")
_KEYS = (*_SIZES, "xllcorner", "yllcorner", "xllcenter", "yllcenter", "nodata_value")
_NO_DATA = -9999.0  # where the file names no other number

Head = dict[str, float]
"""The numbers at the head of the file, by key in small letters."""


def grid_of_text(source: Source, data: bytes) -> tuple[NDArray[np.float64], Frame]:
    """Return the numbers of a grid ``[h, w]``, NaN where there are none, and the frame of its cells.

    Args:
        source: The file, for errors.
        data: Its content.

    Raises:
        MapFormatError: A key is missing or unknown, or the number of values is not that of the cells.
        MapLimitError: There are more cells than the limit.
    """
    head, begin = _head(source, data)
    width, height = (_count(source, head, key) for key in ("ncols", "nrows"))
    check_cells(width, height, source.limit, source.name)
    frame = _frame(source, head, height)
    numbers = _numbers(source, data[begin:], width * height).reshape(height, width)
    missing = head.get("nodata_value", _NO_DATA)
    with np.errstate(over="ignore"):
        numbers[numbers.astype(np.float32) == np.float32(missing)] = np.nan
    return numbers, frame


def _head(source: Source, data: bytes) -> tuple[Head, int]:
    """Return the head, and where the numbers begin."""
    head: Head = {}
    at = 0
    while found := _PAIR.match(data, at):
        key = found[1].decode().lower()
        if key in ("nan", "inf", "infinity"):
            break
        if key not in _KEYS or key in head:
            expected = f"each key once, and numbers after them; keys: {', '.join(_KEYS)}"
            raise source.error(found=shown(found[1]), expected=expected)
        try:
            head[key] = float(found[2])
        except ValueError:
            raise source.error(found=f"{key} {shown(found[2])}", expected="a number") from None
        at = found.end()
    return head, at


def _needed(source: Source, head: Head, *keys: str) -> tuple[str, float]:
    """Return the one of several keys that is present, and its value."""
    for key in keys:
        if key in head:
            if not abs(head[key]) < np.inf:
                raise source.error(found=f"{key} {head[key]}", expected="a finite number")
            return key, head[key]
    raise source.error(found=f"no {' or '.join(keys)}", expected="the head of an Esri grid")


def _count(source: Source, head: Head, key: str) -> int:
    value = _needed(source, head, key)[1]
    if value < 1 or not value.is_integer():
        raise source.error(found=f"{key} {value:g}", expected="a whole number from 1 up")
    return int(value)


def _frame(source: Source, head: Head, height: int) -> Frame:
    """Return the frame of the cells; the head may state the corner of the lower left cell, or its centre."""
    corner, sides = [], []
    for axis, side in (("x", "dx"), ("y", "dy")):
        size_key, size = _needed(source, head, "cellsize", side)
        if size <= 0:
            raise source.error(found=f"{size_key} {size:g}", expected="a number above 0")
        key, at = _needed(source, head, f"{axis}llcorner", f"{axis}llcenter")
        corner.append(at - size / 2 if key.endswith("center") else at)
        sides.append(size)
    return Frame((sides[0], 0, corner[0], 0, -sides[1], corner[1] + height * sides[1]))


def _numbers(source: Source, text: bytes, count: int) -> NDArray[np.float64]:
    """Return the numbers, whatever their division into lines."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            numbers = np.fromstring(text.strip(), np.float64, sep=" ")
        except (DeprecationWarning, ValueError):
            wrong = next((word for word in text.split() if not is_number(word)), b"")
            raise source.error(found=shown(wrong), expected="numbers, with a point before decimals") from None
    if len(numbers) != count:
        raise source.error(found=f"{len(numbers):,} numbers", expected=f"{count:,}, one for each cell")
    return numbers
