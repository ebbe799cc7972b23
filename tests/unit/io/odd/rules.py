"""Shared by the tables of files that are written from the formats' rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pathstar as ps
from pathstar.errors import PathstarError

REFUSED = "refused"


@dataclass(frozen=True)
class Odd:
    """One file, the options for reading it, and its meaning by the rules of its format.

    `cells` has a point for each open cell and # for each wall, with rows separated by /; or it is REFUSED.
    The `files` are beside the file, by name.
    """

    name: str
    file: str | bytes
    cells: str
    options: Mapping[str, Any] = field(default_factory=dict)
    costs: list[list[float]] | None = None
    marks: Mapping[str, tuple[int, int]] | None = None
    world: Mapping[tuple[int, int], tuple[float, float]] | None = None
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    warns: type[Warning] | None = None


def table(cases: list[Any]) -> pytest.MarkDecorator:
    """Return the mark that runs a test for each row of a table, called by its name."""
    names = [case.name for case in cases]
    assert len(set(names)) == len(names)
    return pytest.mark.parametrize("case", cases, ids=names)


def put(folder: Path, name: str, content: str | bytes) -> Path:
    """Write a file byte by byte, with the folders on its way, and return its path."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def cells_of(map: ps.Map) -> str:
    """Return the cells of a map as the tables write them."""
    return "/".join("".join("." if free else "#" for free in row) for row in map.passable.tolist())


def check(case: Odd, folder: Path, suffix: str) -> ps.Map | None:
    """Read a file and compare it with its row; return the map, or None if it has to be refused."""
    for name, content in case.files.items():
        put(folder, name, content)
    path = put(folder, f"odd.{suffix}", case.file)
    if case.cells == REFUSED:
        refused(lambda: ps.read(path, **case.options))
        return None
    map = _read(case, path)
    assert cells_of(map) == case.cells
    if case.costs is not None:
        costs = map.cost_field()
        assert costs is not None
        assert costs[map.passable].tolist() == pytest.approx([c for row in case.costs for c in row if c])
    if case.marks is not None:
        assert dict(map.marks) == case.marks
    for place, point in (case.world or {}).items():
        assert map.to_world(place) == pytest.approx(point)
        assert map.to_cell(point) == place
    return map


def _read(case: Odd, path: Path) -> ps.Map:
    if case.warns is None:
        return ps.read(path, **case.options)
    with pytest.warns(case.warns):
        return ps.read(path, **case.options)


def refused(call: Callable[[], object]) -> None:
    """Check that a call raises one of pathstar's errors, or names a missing file."""
    with pytest.raises((PathstarError, FileNotFoundError)) as caught:
        call()
    assert str(caught.value)


def steps_of(graph: ps.Graph) -> dict[tuple[Any, Any], list[float]]:
    """Return the costs of all steps of a graph, by the names of both ends, in order."""
    names = [graph.names.of([node]).tolist()[0] for node in range(graph.names.size)]
    steps: dict[tuple[Any, Any], list[float]] = {}
    for name in names:
        for target, cost in graph.steps_from(name):
            steps.setdefault((name, target), []).append(cost)
    return {ends: sorted(costs) for ends, costs in steps.items()}
