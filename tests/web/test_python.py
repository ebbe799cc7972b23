"""The Python code that the studio copies finds the same path."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NODE = Path(sys.executable).with_name("node")
SCRIPT = Path(__file__).with_name("write_python.js")
PALETTE = [{"cost": 1, "name": ""}, {"cost": None, "name": ""}, {"cost": 5, "name": "forest"}]
MOVES = {"directions": 8, "corners": "no_cut", "straight": 10, "diagonal": 14, "cost_model": "enter"}
METHOD = {"algorithm": "astar", "heuristic": None, "weight": None, "open_list": None, "ties": None}


def program(map: dict[str, Any], goal: int, options: dict[str, Any], labels: list[int] | None = None) -> str:
    query = json.dumps({"map": map, "start": 0, "goal": goal, "options": options, "labels": labels})
    return subprocess.run([str(NODE), str(SCRIPT), query], capture_output=True, text=True, check=True).stdout


def printed(code: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    return out.getvalue().strip()


CELLS = {
    "width": 4,
    "height": 3,
    "codes": [0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0],
    "palette": PALETTE,
    "graph": None,
    "targets": [],
}


def test_squares() -> None:
    code = program({"kind": "squares", **CELLS}, 3, {**METHOD, **MOVES, "weight": 2})
    assert "weight=2" in code
    assert printed(code) == "64.0 [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2], [3, 1], [3, 0]]"


@pytest.mark.parametrize(("algorithm", "cost"), [("jps", 52), ("anya", 10 * (2.5**0.5 + 1 + 4.5**0.5))])
def test_methods_without_costs(algorithm: str, cost: float) -> None:
    cells = {**CELLS, "codes": [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]}  # the forest of the palette is not used
    code = program(
        {"kind": "squares", **cells}, 3, {**METHOD, **MOVES, "algorithm": algorithm, "corners": "no_squeeze"}
    )
    assert "cost=cost" not in code
    assert float(printed(code).split()[0]) == pytest.approx(cost)


def test_what_the_page_adds_to_a_search() -> None:
    extras = {"profile": "walker", "size": 1, "danger": [{"place": [0, 1], "strength": 100}], "stop_at": None}
    code = program({"kind": "squares", **CELLS, "targets": [6, 11]}, 3, {**METHOD, **MOVES, **extras})
    assert printed(code).endswith("[2, 2], [3, 2]]")  # the nearest of the three targets, past the danger
    wide = program({"kind": "squares", **CELLS, "targets": []}, 2, {**METHOD, **MOVES, **extras, "size": 2})
    assert printed(wide) == "inf []"


def test_dead_ends_that_the_search_leaves_out() -> None:
    labels = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    board = {"kind": "squares", **CELLS}
    code = program(board, 3, {**METHOD, **MOVES}, labels)
    assert "avoid=ends.between((0, 0), (3, 0)))" in code
    assert "[3, 1]" in printed(program(board, 3, {**METHOD, **MOVES}))
    assert "[3, 1]" not in printed(code)
    several = program({**board, "targets": [11]}, 3, {**METHOD, **MOVES}, labels)
    assert printed(several).endswith("[3, 2]]")


def test_hexagons() -> None:
    code = program({"kind": "odd-r", **CELLS}, 3, {**METHOD, "cost_model": "enter"})
    assert printed(code).startswith("6.0 ")


def test_triangles() -> None:
    cells = {**CELLS, "codes": [0, 1, *[0] * 10]}
    code = program({"kind": "triangles", **cells}, 3, {**METHOD, "cost_model": "enter"})
    assert printed(code) == "5.0 [[0, 0], [0, 1], [1, 1], [2, 1], [2, 0], [3, 0]]"


@pytest.mark.parametrize(("costs", "found"), [([5, 1, 1], "2.0 [0, 1, 2]"), (None, "2.0 [0, 2]")])
def test_graphs(costs: list[float] | None, found: str) -> None:
    graph = {"edges": [0, 2, 0, 1, 1, 2], "centres": [0, 0, 1, 1, 2, 0], "costs": costs}
    code = program(
        {"kind": "graph", "width": 3, "height": 1, "codes": [0, 0, 0], "palette": PALETTE, "graph": graph},
        2,
        METHOD,
    )
    assert printed(code) == found


def test_a_large_map_is_not_copied() -> None:
    cells = {**CELLS, "width": 200, "height": 200, "codes": [0] * 40000}
    assert program({"kind": "squares", **cells}, 3, METHOD) == "null"
