"""Traces of searches whose paths are lines replay to the same line, on every space of the zoo."""

from __future__ import annotations

import numpy as np
import pytest
from tests.contract.counting import compared
from tests.contract.zoo import ZOO, queries

import pathstar as ps
from pathstar.traces import NO_PARENT, EventType

ROWS = [name for name, row in ps.ALGORITHMS.items() if row.any_angle and row.traces]
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
        assert trace.events["g"][-1] == pytest.approx(found.cost, rel=1e-12)
        corners = found.route.tolist()
        chain = followed(trace.events, corners[-1])
        assert [node for node in chain if node in corners] == corners, "between two corners the line goes on"
        places = ground.places_of(chain)
        length = np.linalg.norm(np.diff(places, axis=0), axis=1).sum()
        assert length == pytest.approx(np.linalg.norm(np.diff(found.points, axis=0), axis=1).sum())


def followed(events: np.ndarray, node: int) -> list[int]:
    """The nodes from the start to a node, by the parents that the events name."""
    parents = {int(each["node"]): int(each["parent"]) for each in events if each["type"] in PARENTED}
    chain = [node]
    while parents[chain[-1]] != NO_PARENT:
        chain.append(parents[chain[-1]])
    return chain[::-1]
