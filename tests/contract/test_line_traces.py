"""Traces of searches whose paths are lines replay to the same line, on every space of the zoo."""

from __future__ import annotations

import math

import pytest
from tests.contract.counting import compared
from tests.contract.zoo import ZOO, queries

import pathstar as ps
from pathstar.traces import NO_PARENT, EventType

ROWS = [name for name, row in ps.ALGORITHMS.items() if row.any_angle]
CASES = [
    (name, space)
    for name in ROWS
    for space, ground in ZOO.items()
    if ps.ALGORITHMS[name].unsupported_reason(ground) is None
]
PARENTED = [kind.value for kind in (EventType.GENERATE, EventType.UPDATE, EventType.EXPAND, EventType.BEND)]


@pytest.mark.parametrize(("algorithm", "space"), CASES)
def test_a_trace_replays_to_the_same_line(algorithm: str, space: str) -> None:
    ground = ZOO[space]
    planner = ps.Planner(ground, algorithm)
    for start, goal in queries(ground, 3):
        trace, found = planner.trace(start, goal), planner.find(start, goal)
        assert (trace.path.status, trace.path.cost) == (found.status, found.cost)
        assert trace.path.points.tolist() == found.points.tolist()
        assert trace.path.stats.generated == found.stats.generated
        assert len(trace) == found.stats.expanded
        compared()
        if not found:
            continue
        assert trace.events["type"][-1] == EventType.END.value
        last = trace.events[-1]
        assert last["g"] + last["h"] == pytest.approx(found.cost, rel=1e-12)
        chain = points_of(trace)
        corners = found.points.tolist()
        kept = [
            point for number, point in enumerate(chain) if point in corners and point not in chain[:number]
        ]
        assert kept == corners, "between two corners the line goes on"
        assert length_of(chain) == pytest.approx(length_of(corners))


def points_of(trace: ps.Trace) -> list[list[float]]:
    """The points of the line from the start to the goal, by the parents that the events name."""
    parents = {int(each["node"]): int(each["parent"]) for each in trace.events if each["type"] in PARENTED}
    last = trace.events["node"][-1]
    if trace.intervals is not None:
        chain = [trace.intervals["right"][last].tolist()]
        while last >= 0:
            assert parents.get(last, NO_PARENT) in {*parents, NO_PARENT}  # a root has no event of its own
            chain.append(trace.intervals["root"][last].tolist())
            last = int(trace.intervals["before"][last])
        return chain[::-1]
    nodes = [last]
    while parents[nodes[-1]] != NO_PARENT:
        nodes.append(parents[nodes[-1]])
    return trace.space.places_of(nodes[::-1]).astype(float).tolist()


def length_of(points: list[list[float]]) -> float:
    return sum(map(math.dist, points, points[1:]))
