"""The ``.scen`` files of version 2: a map that is patched between the queries.

The dynamic track of the Grid-Based Path Planning Competition uses this format. All cells of the map start
walkable. A line ``P bucket patch x y`` writes a patch over the rectangle with its top left cell at (x, y). A
line ``Q bucket x y goal-x goal-y length`` asks for a path on the map as it is at that point; a length of -1
means that there is none. The file of patches is in the same folder as the scenario.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pathstar.io.scenario import QUERY_LIMIT, Query
from pathstar.io.source import QUERIES, Source, opened, shown
from pathstar.maps.arguments import checked_whole
from pathstar.maps.map import Map

_LINE = 4096
_LENGTH = re.compile(r"-1|[0-9]{1,30}(\.[0-9]{0,30})?")
_VERSION = re.compile(rb"version[ \t]+2(\.0*)?\s*")
_WALKABLE = np.frombuffer(b".GS", np.uint8)
_DIGITS = 13  # of a printed length


@dataclass(frozen=True, slots=True)
class Patch:
    """Cells to write over a map.

    Attributes:
        x: The column of its left edge.
        y: The row of its top edge.
        walkable: The cells, bool ``[h, w]``.
    """

    x: int
    y: int
    walkable: NDArray[np.bool_]

    @property
    def region(self) -> tuple[slice, slice]:
        """The rectangle that it covers, for `Map.edit`."""
        height, width = self.walkable.shape
        return slice(self.y, self.y + height), slice(self.x, self.x + width)


@dataclass(frozen=True, slots=True)
class Stage:
    """Patches, and the queries after them."""

    patches: tuple[Patch, ...]
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class DynamicScenario:
    """The content of a scenario of version 2.

    Attributes:
        width: The map's width.
        height: The map's height.
        stages: Alternating patches and queries.
    """

    width: int
    height: int
    stages: tuple[Stage, ...]

    def map(self) -> Map:
        """Return the map before the first patch, which is walkable everywhere."""
        return Map(np.ones((self.height, self.width), bool))


def is_dynamic(file: str | os.PathLike[str]) -> bool:
    """Return whether a file is a scenario of version 2.

    Raises:
        FileNotFoundError: There is no such file.
    """
    with opened(file, QUERY_LIMIT, limited=QUERIES) as source:
        return _VERSION.fullmatch(source.up_to(_LINE).partition(b"\n")[0]) is not None


def read_dynamic_scenario(file: str | os.PathLike[str], *, query_limit: int = QUERY_LIMIT) -> DynamicScenario:
    """Read a ``.scen`` file of version 2 and the patches that it names.

    Args:
        file: Its path. The file of patches must be in the same folder.
        query_limit: The approximate maximum number of lines.

    Raises:
        FileNotFoundError: There is no such file, or its file of patches is missing.
        MapFormatError: A file is malformed.
        MapLimitError: A file is too long.
        OptionError: The limit is not a whole number from 1 up.
    """
    query_limit = checked_whole("query_limit", query_limit, 1)
    with opened(file, query_limit, limited=QUERIES) as source:
        lines = _lines(source)
        width, height, patches_name = _header(source, lines)
        beside = Path(file).parent / patches_name
        with opened(beside, query_limit, limited=QUERIES) as patches_source:
            patches = _patches(patches_source)
        commands = list(_commands(source, lines, width, height, patches))
    return DynamicScenario(width, height, tuple(_stages(commands)))


Line = tuple[int, list[str]]


def _lines(source: Source) -> Iterator[Line]:
    """Yield the number and the words of each line that is not empty."""
    text = source.rest(source.limit * _LINE).decode("utf-8", "replace")
    for number, line in enumerate(text.split("\n"), 1):
        if words := line.split():
            yield number, words


def _header(source: Source, lines: Iterator[Line]) -> tuple[int, int, str]:
    """Read up to the word ``commands``; return width, height and the name of the file of patches."""
    number, words = next(lines, (1, []))
    version = " ".join(words).encode()
    if not _VERSION.fullmatch(version):
        raise source.error(line=number, column=1, found=shown(version), expected="'version 2'")
    values: dict[str, list[str]] = {}
    for line, words in lines:
        number = line
        if words == ["commands"]:
            break
        values[words[0]] = words[1:]
    for name in ("width", "height", "patch"):
        if len(values.get(name, [])) != 1:
            raise source.error(line=number, column=1, found="no " + name, expected=f"a line '{name} ...'")
    sides = [_whole(source, number, values[name][0], name) for name in ("width", "height")]
    if values.get("cost", ["1", "octile"]) != ["1", "octile"]:
        found = " ".join(["cost", *values["cost"]])
        raise source.error(line=number, column=1, found=repr(found), expected="'cost 1 octile'")
    return max(sides[0], 1), max(sides[1], 1), Path(values["patch"][0]).name


def _whole(source: Source, number: int, word: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise source.error(
            line=number, column=1, found=repr(word[:40]), expected=f"{what}: a whole number from 0"
        )
    return int(word)


def _commands(
    source: Source, lines: Iterator[Line], width: int, height: int, patches: list[NDArray[np.bool_]]
) -> Iterator[Patch | Query]:
    for number, (kind, *words) in lines:
        if kind == "P" and len(words) == 4:
            _, patch, x, y = (_whole(source, number, word, "a patch") for word in words)
            yield _placed(source, number, patches, patch, x, y, width, height)
        elif kind == "Q" and len(words) == 6 and _LENGTH.fullmatch(words[5]):
            bucket, *ends = (_whole(source, number, word, "a place") for word in words[:5])
            if any(at >= side for at, side in zip(ends, (width, height) * 2, strict=True)):
                raise source.error(
                    line=number,
                    column=1,
                    found=f"{tuple(ends)}",
                    expected=f"places within {width} x {height}",
                )
            yield _query(bucket, ends, words[5], width, height)
        else:
            raise source.error(
                line=number,
                column=1,
                found=shown(" ".join([kind, *words]).encode()),
                expected="'P bucket patch x y' or 'Q bucket x y goal-x goal-y length'",
            )


def _placed(
    source: Source,
    number: int,
    patches: list[NDArray[np.bool_]],
    patch: int,
    x: int,
    y: int,
    width: int,
    height: int,
) -> Patch:
    if patch >= len(patches):
        raise source.error(
            line=number, column=1, found=f"patch {patch}", expected=f"one of {len(patches)} patches"
        )
    rows, columns = patches[patch].shape
    if x + columns > width or y + rows > height:
        found = f"patch {patch} of {columns} x {rows} at ({x}, {y})"
        raise source.error(line=number, column=1, found=found, expected=f"one within {width} x {height}")
    return Patch(x, y, patches[patch])


def _query(bucket: int, ends: list[int], length: str, width: int, height: int) -> Query:
    digits = len(length.partition(".")[2])
    return Query(
        bucket=bucket,
        map="",
        width=width,
        height=height,
        start=(ends[0], ends[1]),
        goal=(ends[2], ends[3]),
        length=float(length),
        digits=digits,
        tolerance=max(1.0, float(length)) * 10.0**-_DIGITS,
    )


def _stages(commands: list[Patch | Query]) -> Iterator[Stage]:
    patches: list[Patch] = []
    queries: list[Query] = []
    for command in commands:
        if isinstance(command, Query):
            queries.append(command)
            continue
        if queries:
            yield Stage(tuple(patches), tuple(queries))
            patches, queries = [], []
        patches.append(command)
    if patches or queries:
        yield Stage(tuple(patches), tuple(queries))


def _patches(source: Source) -> list[NDArray[np.bool_]]:
    """Read a file of patches, each with its height, its width and its rows."""
    lines = list(_lines(source))
    if not lines or lines[0][1] != ["type", "patch"]:
        found = shown(" ".join(lines[0][1]).encode()) if lines else "nothing"
        raise source.error(line=1, column=1, found=found, expected="'type patch'")
    patches: list[NDArray[np.bool_]] = []
    at = 2  # after the lines 'type patch' and 'patches n'
    while at < len(lines):
        patch, at = _patch(source, lines, at, len(patches))
        patches.append(patch)
    return patches


def _patch(source: Source, lines: list[Line], at: int, number: int) -> tuple[NDArray[np.bool_], int]:
    """Return the patch that begins at a line, and the line after it."""
    heads = [words for _, words in lines[at : at + 4]]
    names = [words[0] for words in heads]
    if names != ["patch", "height", "width", "map"] or heads[0][1:] != [str(number)]:
        found = shown(" ".join(heads[0]).encode())
        raise source.error(
            line=lines[at][0], column=1, found=found, expected=f"'patch {number}', height, width, map"
        )
    height, width = (_whole(source, lines[at + 1][0], " ".join(words[1:]), words[0]) for words in heads[1:3])
    rows = [words[0] for _, words in lines[at + 4 : at + 4 + height]]
    if height == 0 or len(rows) != height or any(len(row) != width for row in rows):
        line = lines[at][0]
        raise source.error(
            line=line, column=1, found="other rows", expected=f"{height} rows of {width} cells"
        )
    cells = np.frombuffer("".join(rows).encode("latin-1", "replace"), np.uint8)
    return np.isin(cells, _WALKABLE).reshape(height, width), at + 4 + height
