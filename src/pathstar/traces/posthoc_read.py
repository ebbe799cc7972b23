"""Traces read from the format of the search visualiser Posthoc, version 1.4.0.

JSON needs no extra package; YAML that is not JSON needs PyYAML. The format has no walls and does not say why
a search chose a node. So a trace that is read lies on the grid that the caller gives, or on open ground, and
its explanations say what happened, not why.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

import numpy as np

from pathstar._core import EventType, Status
from pathstar.errors import MapFormatError, SpaceError
from pathstar.maps.arguments import checked_file
from pathstar.maps.limits import check_cells
from pathstar.paths.path import Path, stored_path
from pathstar.spaces.base import check_space, place_list
from pathstar.spaces.grid import Grid
from pathstar.traces.posthoc import CLOSING, NAMES, VERSION
from pathstar.traces.rules import Rules
from pathstar.traces.timeline import EVENT, NO_PARENT
from pathstar.traces.trace import Trace
from pathstar.yaml_text import parsed_yaml

_MOST_CELLS = 1 << 26
_CODES = {name: code for code, name in NAMES.items()}


def read_posthoc(file: str | os.PathLike[str], *, grid: Grid | None = None) -> Trace:
    """Read a trace of a search on a grid from a Posthoc file.

    Args:
        file: JSON, or YAML if PyYAML is installed.
        grid: Where the search took place. By default open ground just large enough for its events.

    Returns:
        A `Trace`. Its states, pictures and films are those of the search; its explanations say what each step
        did, but not why, because the file does not say why the search chose a node.

    Raises:
        MapFormatError: The file is malformed; the message says where, and what was found.
        SpaceError: The grid is not one of cells ``(x, y)``.
        OptionError: The file has no name.
        MapLimitError: The events need a ground of more than 67 million cells.
        MissingExtraError: The file is YAML, and PyYAML is not installed.
        OSError: The file cannot be read.

    Example:
        >>> import tempfile, pathlib
        >>> import pathstar as ps
        >>> trace = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "search.trace.json"
        >>> trace.save(file)
        >>> read_posthoc(file, grid=trace.space)
        Trace(3 steps, 8 events, Path((0, 0) to (2, 0): 3 places, cost 2))
    """
    path = checked_file("file", file)
    if grid is not None:
        _check_grid(grid)
    return parse_posthoc(path.read_bytes(), str(path), grid=grid)


def parse_posthoc(
    data: bytes, name: str, *, grid: Grid | None = None, cell_limit: int = _MOST_CELLS
) -> Trace:
    """Read a trace from the content of a Posthoc file; see `read_posthoc`.

    Args:
        data: The content.
        name: The file's name, for messages.
        grid: Where the search took place. By default open ground just large enough for its events.
        cell_limit: The maximum number of cells of such ground.
    """
    rows = _rows(_parsed(data, name), name)
    reader = _Reader(name, rows, grid, cell_limit)
    path = reader.path()
    rules = Rules("imported", f"read from {FilePath(name).name}", open_list="unknown")
    return Trace(reader.grid, path, reader.events, rules)


def _check_grid(grid: Any) -> None:
    check_space(grid)
    able = grid.capabilities
    if not able.cells or able.headings or able.timed or len(grid.shape) != 2:
        raise SpaceError(f"a trace of Posthoc lies on cells (x, y), not on {grid!r}")


def _parsed(data: bytes, name: str) -> Any:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MapFormatError(name, found="no text", expected="JSON or YAML in UTF-8") from error
    try:
        return json.loads(text)
    except RecursionError as error:
        raise MapFormatError(name, found="brackets nested too deeply", expected="a trace") from error
    except json.JSONDecodeError as error:
        if text.lstrip()[:1] in ("{", "[") and name.lower().endswith(".json"):
            raise MapFormatError(
                name, found=error.msg, expected="JSON", line=error.lineno, column=error.colno
            ) from error
    return parsed_yaml(text, name)


def _rows(parsed: Any, name: str) -> list[Any]:
    """Return the events of a parsed file."""
    if not isinstance(parsed, dict) or not isinstance(parsed.get("events"), list):
        raise MapFormatError(
            name, found=f"{type(parsed).__name__} without events", expected="a list called events"
        )
    version = str(parsed.get("version", VERSION))
    if not version.startswith("1."):
        raise MapFormatError(name, found=f"version {version!r}", expected="version 1.x, such as '1.4.0'")
    if not parsed["events"]:
        raise MapFormatError(name, found="no events", expected="a source event first")
    return list(parsed["events"])


@dataclass(frozen=True, slots=True)
class _Row:
    """One event of a file, checked."""

    number: int
    kind: str
    id: Any
    parent: Any
    g: float
    h: float
    place: tuple[int, int] | None


class _Reader:
    """Turns the events of a file into those of a trace.

    Args:
        name: The file's name, for messages.
        rows: The events as parsed.
        grid: The grid of the search, or None.
        cell_limit: The most cells of open ground.
    """

    def __init__(self, name: str, rows: list[Any], grid: Grid | None, cell_limit: int) -> None:
        self._name = name
        self._cell_limit = cell_limit
        checked = [self._checked(number, row) for number, row in enumerate(rows)]
        self.grid = grid or self._ground(checked)
        self._nodes: dict[Any, int] = {}
        self.events = np.array(list(self._converted(checked)), EVENT)
        self.events.flags.writeable = False

    def _wrong(self, number: int, found: str, expected: str) -> MapFormatError:
        return MapFormatError(self._name, found=f"{found} in event {number}", expected=expected)

    def _checked(self, number: int, row: Any) -> _Row:
        if not isinstance(row, dict):
            raise self._wrong(number, type(row).__name__, "an object with type, id, pId, g and f")
        kind = row.get("type")
        if kind not in (*_CODES, CLOSING):
            raise self._wrong(number, f"type {kind!r}", f"one of {', '.join((*_CODES, CLOSING))}")
        if not isinstance(row.get("id"), (int, str)):
            raise self._wrong(number, f"id {row.get('id')!r}", "a number or a name")
        if not isinstance(row.get("pId"), (int, str, type(None))):
            raise self._wrong(number, f"pId {row.get('pId')!r}", "a number, a name or null")
        g = self._number(number, row, "g", 0.0)
        h = self._number(number, row, "f", g) - g if "f" in row else self._number(number, row, "h", 0.0)
        return _Row(number, kind, row["id"], row.get("pId"), g, h, self._place(number, row))

    def _number(self, number: int, row: dict[str, Any], key: str, default: float) -> float:
        value = row.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise self._wrong(number, f"{key} {value!r}", "a number")
        return float(value)

    def _place(self, number: int, row: dict[str, Any]) -> tuple[int, int] | None:
        if "x" not in row and "y" not in row:
            return None
        x, y = row.get("x"), row.get("y")
        for value in (x, y):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 31:
                raise self._wrong(number, f"x {x!r} and y {y!r}", "whole numbers from 0")
        return int(x or 0), int(y or 0)

    def _ground(self, rows: list[_Row]) -> Grid:
        """Return open ground that holds all places."""
        places = [row.place for row in rows if row.place is not None]
        if not places:
            raise MapFormatError(
                self._name, found="events without x and y", expected="x and y, or a grid given"
            )
        width, height = (1 + max(place[axis] for place in places) for axis in (0, 1))
        check_cells(width, height, self._cell_limit, f"{self._name}: the ground of the events", "")
        return Grid(np.ones((height, width), np.bool_))

    def _converted(self, rows: list[_Row]) -> Iterator[tuple[float, float, int, int, int, bool]]:
        if rows[0].kind != "source":
            raise self._wrong(0, f"type {rows[0].kind!r}", "a source event first")
        for row in rows:
            node = self._node(row)
            if row.kind == CLOSING:
                continue
            parent = int(NO_PARENT)
            if row.parent is not None and row.kind not in ("source", "destination", "end"):
                if row.parent not in self._nodes:
                    raise self._wrong(row.number, f"pId {row.parent!r}", "the id of an event before it")
                parent = self._nodes[row.parent]
            yield row.g, row.h, node, parent, _CODES[row.kind], False

    def _node(self, row: _Row) -> int:
        """Return the node of an event: by its place, else by an id seen before, else by the id itself."""
        if row.place is not None:
            x, y = row.place
            if x >= self.grid.width or y >= self.grid.height:
                size = f"{self.grid.width} x {self.grid.height}"
                raise self._wrong(row.number, f"({x}, {y})", f"a place on the grid of {size}")
            return self._nodes.setdefault(row.id, y * self.grid.width + x)
        if row.id in self._nodes:
            return self._nodes[row.id]
        if not isinstance(row.id, int) or not 0 <= row.id < self.grid.size:
            raise self._wrong(row.number, f"id {row.id!r} without x and y", "a place, or a row-major number")
        return self._nodes.setdefault(row.id, row.id)

    def path(self) -> Path:
        """Return the result of the search, as far as the events show it."""
        kinds, nodes = self.events["type"], self.events["node"]
        targets = nodes[kinds == EventType.DESTINATION.value]
        start, goal = int(nodes[0]), int(targets[0] if len(targets) else nodes[-1])
        way = self._way(start, goal) if (kinds == EventType.END.value).any() else []
        sums = self.events["g"][(nodes == goal) & (kinds != EventType.END.value)]
        cost = float(sums[-1]) if len(way) else math.inf
        status = Status.FOUND if len(way) else Status.LIMIT
        expanded, generated, updated = (
            int((kinds == _CODES[kind]).sum()) for kind in ("expanding", "generating", "updating")
        )
        first, last = place_list(self.grid.places_of([start, goal]))
        turns = np.asarray(way, np.uint32)
        counts = expanded, generated, updated
        return stored_path(self.grid, (first, last), status, cost, turns, self.grid.corner_rule, counts)

    def _way(self, start: int, goal: int) -> list[int]:
        """Read the path back through the last parents; empty if they do not lead to the start."""
        kinds = self.events["type"]
        seen = self.events[(kinds != EventType.DESTINATION.value) & (kinds != EventType.END.value)]
        parents = dict(zip(seen["node"].tolist(), seen["parent"].tolist(), strict=True))
        way, node = [goal], goal
        while node != start:
            node = parents.get(node, int(NO_PARENT))
            if node == NO_PARENT or len(way) > len(parents):
                return []
            way.append(node)
        return way[::-1]
