"""Numbers as text, separated by commas: ``.csv`` files."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapFormatError, OptionError
from pathstar.io.source import Source, is_number, shown
from pathstar.io.values import check_values, map_of, numbers_of_map
from pathstar.maps.limits import check_cells
from pathstar.maps.map import Map

DELIMITERS = (",", ";", "\t")
_LONGEST_NUMBER = 32
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_csv(source: Source, *, values: str = "auto", delimiter: str | None = None) -> Map:
    """Read rows of numbers.

    Args:
        source: The open file.
        values: What the numbers mean: ``"auto"`` (0, NaN and infinity blocked, otherwise costs, or no costs
            if all are 1), ``"walkable"`` (0 and NaN blocked, no costs) or ``"costs"`` (0 free, NaN and
            infinity blocked).
        delimiter: The separator: comma, semicolon or tab; by default the first one in line 1.

    Raises:
        MapFormatError: An entry is not a number, or the rows differ in length. The error's column counts
            numbers.
        MapLimitError: There are more cells than the limit.
    """
    check_values(values)
    if delimiter is not None:
        _check_delimiter(delimiter)
    data = source.rest(source.limit * _LONGEST_NUMBER + 2**16).removeprefix(_BYTE_ORDER_MARK)
    data = data.replace(b"\r\n", b"\n").rstrip(b"\n")
    first = data.partition(b"\n")[0]
    mark = (delimiter or next((mark for mark in DELIMITERS if mark.encode() in first), ",")).encode()
    width, height = first.count(mark) + 1, data.count(b"\n") + 1
    check_cells(width, height, source.limit, source.name)
    numbers = _parse(source, data, mark, (height, width))

    def negative(x: int, y: int, value: float) -> MapFormatError:
        return source.error(line=y + 1, column=x + 1, found=repr(value), expected="a cost from 0 up")

    return map_of(numbers, values, source.stem, negative)


def _check_delimiter(delimiter: str) -> None:
    if not isinstance(delimiter, str) or delimiter not in DELIMITERS:
        raise OptionError(f"delimiter is {delimiter!r}; allowed: ',', ';' and tab")


def _parse(source: Source, data: bytes, mark: bytes, shape: tuple[int, int]) -> NDArray[np.float64]:
    try:
        if not data.isascii() or not data.strip():
            raise ValueError
        text = io.StringIO(data.decode("ascii"))
        numbers: NDArray[np.float64] = np.loadtxt(text, delimiter=mark.decode(), comments=None, ndmin=2)
        if numbers.shape != shape:
            raise ValueError
    except ValueError:
        raise _first_error(source, data, mark, shape[1]) from None
    return numbers


def _first_error(source: Source, data: bytes, mark: bytes, width: int) -> MapFormatError:
    """Find the mistake the slow way."""
    for line, row in enumerate(data.split(b"\n"), 1):
        fields = row.split(mark)
        for column, field in enumerate(fields, 1):
            if not is_number(field):
                found = shown(field) if field.strip() else "nothing"
                return source.error(line=line, column=column, found=found, expected="a number")
        if len(fields) != width:
            column = min(len(fields), width) + 1
            return source.error(
                line=line, column=column, found=f"{len(fields)} numbers", expected=f"{width} numbers"
            )
    return source.error(found="something that is not a table", expected="rows of numbers")


def write_csv(map: Map, *, values: str = "auto", delimiter: str = ",", lossy: bool = False) -> bytes:
    """Write rows of numbers.

    Args:
        map: The map.
        values: What the numbers mean; see `read_csv`.
        delimiter: The separator.
        lossy: Whether costs (with ``values="walkable"``) and extra layers may be lost.

    Raises:
        OptionError: Costs or layers would be lost, or a cell of cost 0 would read back as blocked.
    """
    _check_delimiter(delimiter)
    numbers = numbers_of_map(map, values, ".csv", lossy)
    return "".join(delimiter.join(_texts(row)) + "\n" for row in numbers).encode("ascii")


def _texts(row: NDArray[Any]) -> list[str]:
    """Return the shortest texts that read back as the same numbers."""
    if row.dtype.kind == "b":
        return ["1" if cell else "0" for cell in row.tolist()]
    return [repr(cell).removesuffix(".0") for cell in row.tolist()]
