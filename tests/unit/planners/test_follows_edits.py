"""A planner uses the space as it is now, not as it was when the planner was made."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pathstar as ps

EDGES = [("a", "b", 1.0), ("b", "c", 1.0), ("a", "d", 2.0), ("d", "c", 2.0)]
SQUARE = np.array([(0, 0), (1, 0), (2, 0), (1, 1)], float)


def roads() -> ps.Graph:
    """Three nodes in a row and one beside them; each edge costs at least its length."""
    return ps.Graph.from_edges(EDGES, names="abcd", positions=SQUARE)


def test_an_estimate_is_dropped_once_it_overestimates() -> None:
    graph = roads()
    planner = ps.Planner(graph, "astar")
    assert planner.method.heuristic == "euclidean"
    graph.set_costs([("a", "d", 0.1), ("d", "c", 0.1)])
    path = planner.find("a", "c")
    assert path.cost == pytest.approx(0.2)
    assert path.bound == 1.0
    assert planner.find_many(["a"], ["c"]).costs.tolist() == pytest.approx([0.2])
    assert planner.search("a", "c").run().cost == pytest.approx(0.2)
    assert planner.trace("a", "c").path.cost == pytest.approx(0.2)
    assert ps.cost_matrix(graph, ["a"], ["c"]).tolist() == [pytest.approx([0.2])]


def test_an_estimate_that_was_asked_for_stays_and_says_how_far_off_it_is() -> None:
    graph = ps.Graph.from_edges(EDGES, names="abcd", positions=SQUARE, cost_per_distance=1.0)
    planner = ps.Planner(graph, "astar", heuristic="euclidean")
    assert planner.find("a", "c").bound == 1.0
    with pytest.warns(ps.HeuristicWarning, match="falls 2 times"):
        graph.set_costs([("a", "d", math.sqrt(0.5))])
    assert planner.find("a", "c").bound == pytest.approx(2.0)


def test_a_matrix_stays_optimal() -> None:
    graph = roads()
    planner = ps.Planner(graph)
    assert planner.optimal.find("a", "c").cost == 2.0
    graph.set_costs([("a", "d", 0.1), ("d", "c", 0.1)])
    assert planner.optimal.find("a", "c").cost == pytest.approx(0.2)


def test_the_bound_of_fewest_steps_follows_the_costs() -> None:
    map = ps.Map(np.ones((3, 4), bool), cost=np.full((3, 4), 2.0))
    planner = ps.Planner(map.grid(moves=ps.Moves(directions=4)), "bfs")
    assert planner.find((0, 0), (3, 0)).bound == 1.0
    map.edit("cost", (1, 1), 8.0)
    assert planner.find((0, 0), (3, 0)).bound == 4.0
    assert planner.find_many([(0, 0)], [(3, 0)])[0].bound == 4.0
    map.edit("cost", (1, 1), 0.0)
    assert planner.find((0, 0), (3, 0)).bound == math.inf


class EditingZero:
    """A coordinate 0 that edits the map when it is read, as another thread may at that moment."""

    def __init__(self, edit: Callable[[], object]) -> None:
        self.edit = edit

    def __index__(self) -> int:
        self.edit()
        return 0


class EditedBefore(ps.Planner):
    """A planner whose space another thread edits just before its searches take the lock."""

    edit: Callable[[], object] = staticmethod(lambda: None)

    @property
    def finder(self) -> Any:
        self.edit()
        return super().finder


@pytest.mark.parametrize(
    "found",
    [
        lambda planner: planner.find((EditingZero(planner.edit), 0), (4, 0)),
        lambda planner: planner.find_many([(0, 0)], [(4, 0)], threads=1)[0],
        lambda planner: planner.find((0, 0), ps.goals.any_of([(4, 0), (4, 2)])),
    ],
)
def test_a_path_states_the_bound_of_its_revision(found: Callable[[EditedBefore], ps.Path]) -> None:
    map = ps.Map(np.ones((3, 5)), cost=np.ones((3, 5)))
    planner = EditedBefore(map.grid(moves=ps.Moves(directions=4)), "bfs")
    planner.edit = lambda: map.edit("cost", (2, 0), 50.0)
    path = found(planner)
    assert (path.cost, path.bound, path.revision) == (53.0, 50.0, planner.space.revision)


def test_a_path_of_an_unknown_revision_promises_nothing() -> None:
    map = ps.Map(np.ones((3, 5)), cost=np.ones((3, 5)))
    planner = ps.Planner(map.grid(moves=ps.Moves(directions=4)), "bfs")
    for cost in (2.0, 3.0, 4.0):
        map.edit("cost", (2, 0), cost)
        assert planner.method_at(planner.space.revision).bound == cost
    assert [planner.method_at(revision).bound for revision in range(4)] == [math.inf, math.inf, 3.0, 4.0]
