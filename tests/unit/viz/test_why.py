"""Why not through here: the facts that a saved page has for each place."""

from __future__ import annotations

import base64
import gzip
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pathstar as ps
from pathstar.studio.asked import why_not
from pathstar.viz.export.why import CASES, MOST_PLACES, why_facts


def unpacked(facts: dict[str, Any], name: str, kind: str) -> np.ndarray[Any, Any]:
    return np.frombuffer(gzip.decompress(base64.b64decode(facts[name])), kind)


@settings(max_examples=30, deadline=None)
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
    assert of(ps.Turning(grid, 1), (0, 0), (2, 0)) is None
    assert of(ps.Grid(np.ones((1, MOST_PLACES + 1))), (0, 0), (5, 0)) == {"most": MOST_PLACES}
    roads = ps.Graph.from_edges([("a", "b", 1.0), ("b", "c", 1.0), ("a", "d", 5.0), ("d", "c", 1.0)])
    facts = of(roads, "a", "c")
    assert facts is not None
    assert [CASES[case] for case in unpacked(facts, "cases", "u1")] == ["path", "path", "path", "more"]
