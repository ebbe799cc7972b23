"""The ``.scen`` files of the MovingAI benchmarks: queries with their optimal lengths."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from pathstar.errors import OptionError
from pathstar.io.source import Source, shown
from pathstar.maps.arguments import checked_iterable, checked_number, checked_text, checked_whole
from pathstar.maps.stamps import checked_offset

QUERY_LIMIT = 2**20
_LONGEST_LINE = 1024
_FIELDS = "bucket, map, width, height, start x, start y, goal x, goal y, length"
_WHOLE = re.compile(r"[0-9]{1,18}")
_LENGTH = re.compile(r"-1(\.0*)?|[0-9]{1,30}(\.[0-9]{0,30})?([eE][+-]?[0-9]{1,2})?")
_PRINTED_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Query:
    """One line of a scenario: start, goal, and the length of the shortest path.

    Attributes:
        bucket: Its group of queries of about equal length.
        map: The map's file name as written, often with folders.
        width: The map's width.
        height: The map's height.
        start: ``(x, y)``.
        goal: ``(x, y)``.
        length: The optimal length with straight steps of 1 and diagonal steps of the square root of 2.
        digits: The number of digits after the point of the printed length.
        tolerance: How much the length may differ from the true optimum, given how the file prints numbers.

    Example:
        >>> Query(0, "arena.map", 49, 49, (1, 11), (1, 12), 0.0).unreachable
        True
    """

    bucket: int
    map: str
    width: int
    height: int
    start: tuple[int, int]
    goal: tuple[int, int]
    length: float
    digits: int = 8
    tolerance: float = 1e-8

    @property
    def unreachable(self) -> bool:
        """Whether the length, 0 or -1 between different places, says that there is no path."""
        return self.length <= 0 and self.start != self.goal


def map_names(queries: Iterable[Query]) -> list[str]:
    """Return the names of the maps that queries are for, without folders.

    Example:
        >>> map_names([Query(0, "maps/arena.map", 49, 49, (1, 11), (1, 12), 1.0)])
        ['arena.map']
    """
    return sorted({re.split(r"[/\\]", query.map)[-1] for query in queries})


def parse_scenario(source: Source) -> list[Query]:
    """Read the queries of a ``.scen`` file of version 1.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: The file is too long.
    """
    data = source.rest(source.limit * _LONGEST_LINE)
    lines = data.split(b"\n")
    if not re.fullmatch(rb"version[ \t]+1(\.0*)?\s*", lines[0]):
        found = shown(lines[0].rstrip()) if lines[0].strip() else "nothing"
        is_map = lines[0].split()[:1] == [b"type"]
        hint = "; this is a .map file, which holds a map: use read" if is_map else ""
        raise source.error(line=1, column=1, found=found, expected=f"'version 1'{hint}")
    rows = [_fields(source, number, line) for number, line in enumerate(lines[1:], 2) if line.strip()]
    tolerances = _tolerances([row[-1] for row in rows])
    return [_query(row, tolerance) for row, tolerance in zip(rows, tolerances, strict=True)]


def _fields(source: Source, number: int, line: bytes) -> list[str]:
    """Split a line into its nine checked fields."""
    try:
        text = line.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise source.error(
            line=number, column=error.start + 1, found=shown(line[error.start :]), expected="UTF-8 text"
        ) from None
    # if tabs separate the fields, a map's name may contain blanks
    fields = [field.strip() for field in text.split("\t")] if "\t" in text else text.split()
    if len(fields) != 9:
        raise source.error(line=number, column=1, found=f"{len(fields)} fields", expected=f"9: {_FIELDS}")
    wrong = _wrong_field(fields)
    if wrong:
        index, expected = wrong
        column = _column(line.decode("utf-8"), index)
        raise source.error(line=number, column=column, found=repr(fields[index][:40]), expected=expected)
    return fields


def _wrong_field(fields: list[str]) -> tuple[int, str] | None:
    """Return the index of the first impossible field, and what it should be."""
    for index in (0, 2, 3, 4, 5, 6, 7):
        if not _WHOLE.fullmatch(fields[index]):
            return index, "a whole number from 0 up"
    if not fields[1]:
        return 1, "the name of a map"
    for index, size, axis in ((4, 2, "width"), (5, 3, "height"), (6, 2, "width"), (7, 3, "height")):
        if int(fields[index]) >= int(fields[size]):
            return index, f"less than the {axis}, {fields[size]}"
    return None if _LENGTH.fullmatch(fields[8]) else (8, "a length from 0 up, or -1")


def _column(line: str, index: int) -> int:
    """Return the column where a field begins, from 1."""
    lead, text = len(line) - len(line.lstrip()), line.strip()
    field = list(re.finditer(r"(?:^|(?<=\t))[^\t]*" if "\t" in text else r"\S+", text))[index]
    return lead + field.start() + len(field[0]) - len(field[0].lstrip()) + 1


def _query(fields: list[str], tolerance: float) -> Query:
    bucket, map, width, height, x, y, goal_x, goal_y, length = fields
    return Query(
        bucket=int(bucket),
        map=map,
        width=int(width),
        height=int(height),
        start=(int(x), int(y)),
        goal=(int(goal_x), int(goal_y)),
        length=float(length),
        digits=_decimals(length),
        tolerance=tolerance,
    )


def _tolerances(printed: list[str]) -> list[float]:
    """Return how much each length may be off, given how its file prints numbers: one unit of the last digit.

    Half of that would be enough if the authors had summed exactly, but standard files hold lengths just
    beyond it. Some files have a fixed number of digits after the point. The others have a fixed number of
    digits in total, usually six, and drop trailing zeros: there a 4 stands for 4.00000.
    """
    decimals = {_decimals(length) for length in printed if not length.startswith("-")}
    if len(decimals) == 1 and decimals != {0}:
        return [10.0 ** -decimals.pop()] * len(printed)
    significant = max([_PRINTED_DIGITS, *(len(_digits(length)) for length in printed)])
    return [10.0 ** (_leading(float(length)) - significant) for length in printed]


def _decimals(length: str) -> int:
    return len(length.partition(".")[2]) if "e" not in length.lower() else 0


def _digits(length: str) -> str:
    """Return a number's significant digits."""
    return re.sub(r"[eE].*|[.-]", "", length).lstrip("0")


def _leading(length: float) -> int:
    """Return the number of digits before the point."""
    return math.floor(math.log10(length)) + 1 if length > 0 else 1


def format_scenario(queries: Iterable[Query]) -> bytes:
    """Write queries as a ``.scen`` file of version 1, with fields separated by tabs.

    Raises:
        OptionError: An entry is not a query, or has a value that such a file cannot hold, such as a map's
            name with a tab or a line end.
    """
    lines = ["version 1"]
    for query in checked_iterable("queries", queries, "Query values"):
        if not isinstance(query, Query):
            raise OptionError(f"a scenario is made of Query values, not {query!r}")
        lines.append("\t".join(_fields_of(query)))
    return "\n".join([*lines, ""]).encode()


def _fields_of(query: Query) -> list[str]:
    text = checked_text("the map's name", query.map)
    if not text.strip() or re.search(r"[\t\r\n]", text):
        raise OptionError(f"the map's name {text!r} must not be empty or contain tabs or line ends")
    counts = ("bucket", "width", "height")
    bucket, *size = (checked_whole(f"a query's {name}", getattr(query, name), 0) for name in counts)
    places = [checked_offset(f"a query's {end}", getattr(query, end)) for end in ("start", "goal")]
    length = checked_number("a query's length", query.length)
    digits = checked_whole("a query's digits", query.digits, 0, 30)
    numbers = map(str, (*size, *places[0], *places[1]))
    fields = [str(bucket), text, *numbers, f"{length:.{digits}f}"]
    if wrong := _wrong_field(fields):
        index, expected = wrong
        name = _FIELDS.split(", ")[index]
        raise OptionError(f"a query's {name} is {fields[index]}; allowed: {expected}")
    return fields
