"""Why not through here: the facts that a saved page has for each place."""

from __future__ import annotations

import base64
import gzip
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar.studio.asked import why_not
from pathstar.viz.export.why import CASES, MOST_PLACES, why_facts


def unpacked(facts: dict[str, Any], name: str, kind: str) -> np.ndarray[Any, Any]:
    return np.frombuffer(gzip.decompress(base64.b64decode(facts[name])), kind)


@settings(max_examples=examples(30), deadline=None)
@given(
    cells=st.lists(st.sampled_from([0.0, 1.0, 1.0, 3.0]), min_size=20, max_size=20),
    algorithm=st.sampled_from(["astar", "greedy", "bfs", "bidirectional-astar"]),
    directions=st.sampled_from([4, 8]),
)
def test_every_place_has_the_studio_s_answer(cells: list[float], algorithm: str, directions: int) -> None:
    costs = np.array(cells).reshape(4, 5)
    costs[0, 0] = costs[3, 4] = 1
    grid = ps.Grid(costs > 0, cost=np.maximum(costs, 1), moves=ps.Moves(directions))
    trace = ps.trace(grid, (0, 0), (4, 3), algorithm=algorithm)
    facts = why_facts(trace)
    assert facts is not None
    cases, told, more = (
        unpacked(facts, name, kind) for name, kind in (("cases", "u1"), ("costs", "<f8"), ("more", "<f8"))
    )
    for node in range(grid.size):
        place = (node % 5, node // 5)
        if costs[place[1], place[0]] == 0:
            assert CASES[cases[node]] == "wall"
            continue
        say = why_not(grid, trace.path, (0, 0), [(4, 3)], place).say
        assert say.key == f"why.{CASES[cases[node]]}"
        if "cost" in say.values:
            assert told[node] == pytest.approx(say.values["cost"])
            assert more[node] == pytest.approx(say.values["more"])


def test_only_what_can_be_told_is_told() -> None:
    def of(*ask: Any, **options: Any) -> Any:
        return why_facts(ps.trace(*ask, **options))

    grid = ps.Grid([[1, 1, 1], [1, 0, 1]])
    assert of(grid, (0, 0), (2, 0))
    assert of(grid, (0, 0), (1, 1)) is None  # a wall
    assert of(grid, (0, 0), ps.goals.any_of([(2, 0), (2, 1)])) is None
    assert of(ps.Timed(grid), (0, 0), (2, 0)) == {"say": "why.timed"}
    assert of(ps.Grid(np.ones((1, MOST_PLACES + 1))), (0, 0), (5, 0)) == {"most": MOST_PLACES}
    roads = ps.Graph.from_edges([("a", "b", 1.0), ("b", "c", 1.0), ("a", "d", 5.0), ("d", "c", 1.0)])
    facts = of(roads, "a", "c")
    assert facts is not None
    assert [CASES[case] for case in unpacked(facts, "cases", "u1")] == ["path", "path", "path", "more"]


def layers(grid: ps.Grid) -> list[Any]:
    return [ps.Turning(grid, 1), ps.Turning(grid, [0, 0.5, 2, 5, 9]), grid.sized(2), grid.sized(radius=0.7)]


@settings(max_examples=examples(20), deadline=None)
@given(walls=st.sets(st.integers(0, 34), max_size=9), which=st.integers(0, 3))
def test_layers_say_what_two_searches_say(walls: set[int], which: int) -> None:
    cells = np.ones(35, bool)
    cells[list(walls)] = False
    space = layers(ps.Grid(cells.reshape(5, 7)))[which]
    free = np.flatnonzero(space.is_free(np.arange(35, dtype=np.uint32))).tolist()
    if len(free) < 2:
        return
    start, goal = ((cell % 7, cell // 7) for cell in (free[0], free[-1]))
    trace = ps.trace(space, start, goal)
    facts = why_facts(trace)
    assert facts is not None
    cases, told = unpacked(facts, "cases", "u1"), unpacked(facts, "costs", "<f8")
    headings = range(1, 9) if space.capabilities.headings else [None]
    on_path = set(space.cells_of(trace.path.nodes).tolist())
    for cell in range(35):
        case = CASES[cases[cell]]
        assert (case == "closed") == (cell not in free)
        assert (case == "path") == (cell in on_path)
        if case not in ("more", "equal", "none", "less"):
            continue
        costs = []
        for heading in headings:
            place = (cell % 7, cell // 7) if heading is None else (cell % 7, cell // 7, heading)
            halves = ps.find_path(space, start, place), ps.find_path(space, place, goal)
            costs.append(sum(half.cost if half else np.inf for half in halves))
        assert min(costs) == pytest.approx(told[cell] if case != "none" else np.inf)
        assert case != "less"
