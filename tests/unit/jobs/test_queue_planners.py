"""The queue finds what its planner finds: on every space, with every option, for every goal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.contract import zoo

import pathstar as ps
from pathstar.jobs import PathQueue, Ticket

PLAIN = ps.Grid(np.ones((40, 40)))


def run(queue: PathQueue) -> None:
    for _ in range(20_000):
        queue.update()
        if not len(queue):
            return
    raise AssertionError("the queue does not end")


def same(path: ps.Path, expected: ps.Path) -> bool:
    return path.status is expected.status and path.cost == pytest.approx(expected.cost, rel=1e-9)


@pytest.mark.parametrize("name", sorted(zoo.ZOO))
@pytest.mark.parametrize("options", [{"budget_expansions": 50, "share_from": 2}, {"share_from": 99}])
def test_every_space(name: str, options: dict[str, Any]) -> None:
    space = zoo.ZOO[name]
    pairs = zoo.queries(space, 6)
    pairs += [(start, pairs[0][1]) for start, _ in pairs]
    queue = PathQueue(space, **options)
    tickets = [queue.request(*pair) for pair in pairs]
    run(queue)
    for ticket in tickets:
        assert same(ticket.path, ps.find_path(space, ticket.start, ticket.goal)), ticket


def crowd(planner: ps.Planner, goal: Any) -> list[Ticket]:
    queue = PathQueue(planner, budget_expansions=300, share_from=3)
    tickets = [queue.request((x, 0), goal) for x in range(4)]
    run(queue)
    for ticket in tickets:
        assert same(ticket.path, planner.find(ticket.start, ticket.goal)), ticket
    return tickets


@pytest.mark.parametrize(
    "options",
    [{"max_cost": 29.5}, {"algorithm": "dijkstra", "max_expansions": 10}],
)
def test_a_shared_field_respects_limits(options: dict[str, Any]) -> None:
    tickets = crowd(ps.Planner(PLAIN, **options), (30, 5))
    assert ps.Status.LIMIT in {ticket.path.status for ticket in tickets}


def test_a_shared_field_and_legs_keep_out_of_what_is_to_be_avoided() -> None:
    avoid = np.zeros((40, 40), bool)
    avoid[:39, 10] = True
    planner = ps.Planner(PLAIN, avoid=avoid)
    assert all(ticket.shared for ticket in crowd(planner, (30, 0)))
    assert {ticket.path.status for ticket in crowd(planner, (10, 0))} == {ps.Status.NO_PATH}
    queue = PathQueue(planner, budget_expansions=20)
    ticket = queue.request((0, 0), (30, 0))
    queue.update()
    assert not ticket.done
    assert ticket.path is not None
    assert not any(avoid[y, x] for x, y in ticket.path.points)


def test_lines_are_not_shared() -> None:
    grid = ps.Grid(np.ones((40, 40)), moves=ps.Moves(corners="no_squeeze"))
    crowd(ps.Planner(grid, "anya"), (30, 7))


def test_a_mesh() -> None:
    corners = [(0, 0), (10, 0), (10, 10), (0, 10), (20, 0), (20, 10)]
    mesh = ps.NavMesh(corners, [[0, 1, 2, 3], [1, 4, 5, 2]])
    queue = PathQueue(mesh, budget_expansions=50, share_from=2)
    tickets = [queue.request((1.5, 1.0), (15.0, 2.0 + y)) for y in range(4)]
    run(queue)
    for ticket in tickets:
        assert same(ticket.path, ps.find_path(mesh, ticket.start, ticket.goal))


KINDS = ["jump-table", "subgoal", "hub-labels", "customizable", "landmarks", "hierarchy"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_index(kind: str) -> None:
    grid = ps.maps.generate.rooms(60, 60, seed=3).grid()
    planner = ps.Planner(grid, index=ps.build_index(grid, kind))
    queue = PathQueue(planner, budget_expansions=100, share_from=99)
    tickets = [queue.request((2, y), (50, 50)) for y in range(2, 9)]
    run(queue)
    for ticket in tickets:
        assert same(ticket.path, planner.find(ticket.start, ticket.goal))


GOALS = [
    ps.goals.any_of([(3, 30), (20, 20)]),
    ps.goals.area(np.eye(40, k=-20, dtype=bool)),
    ps.goals.within((30, 30), 5),
    ps.goals.within((30, 30), 5, by="cost"),
    ps.goals.nearest_to((30, 30)),
    ps.goals.away_from([(3, 3)], 20),
    ps.goals.through([(5, 5), (9, 2)]),
]


@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_every_goal(goal: ps.goals.Goal) -> None:
    planner = ps.Planner(PLAIN)
    queue = PathQueue(planner, budget_expansions=100, share_from=3)
    tickets = [queue.request((x, 0), goal) for x in range(5)]
    run(queue)
    for ticket in tickets:
        expected = planner.find(ticket.start, goal)
        assert same(ticket.path, expected)
        assert ticket.path.points[-1].tolist() == list(ticket.path.goal)


def test_a_crowd_to_any_of_several_exits_shares_a_field() -> None:
    queue = PathQueue(PLAIN, budget_expansions=100, share_from=3)
    tickets = [queue.request((x, 5), ps.goals.any_of([(0, 30), (39, 30)])) for x in range(0, 40, 3)]
    run(queue)
    assert all(ticket.shared for ticket in tickets)
    assert {ticket.path.goal for ticket in tickets} == {(0, 30), (39, 30)}


def test_bad_goals_and_planners_are_refused_at_once() -> None:
    queue = PathQueue(PLAIN)
    with pytest.raises(ps.PlaceError, match="any_of"):
        queue.request((0, 0), ps.goals.any_of([(99, 3)]))
    with pytest.raises(ps.PlaceError, match="200"):
        queue.request((0, 0), ps.goals.nearest_to((200, 3)))
    with pytest.raises(ps.PlaceError, match="99"):
        queue.request((0, 0), ps.goals.through([(5, 5), (9, 99)]))
    with pytest.raises(ps.OptionError, match="prefer"):
        PathQueue(ps.Planner(PLAIN, prefer="straight"))
    assert len(queue) == 0


@pytest.mark.parametrize("share_from", [2, 99])
def test_edits_that_change_which_places_a_goal_has(share_from: int) -> None:
    map = ps.Map(np.ones((60, 60), bool))
    grid = map.grid()
    planner = ps.Planner(grid)
    map.edit("passable", (5, 50), False)
    queue = PathQueue(planner, budget_expansions=500, share_from=share_from)
    goals = [ps.goals.any_of([(50, 50), (5, 50)]), ps.goals.within((30, 30), 9, sight=True)]
    for edited in ((5, 50), (slice(25, 26), slice(1, 60)), (50, 50), (30, 30)):
        tickets = [queue.request((x, 0), goal) for goal in goals for x in range(3)]
        run(queue)
        for ticket in tickets:
            assert same(ticket.path, planner.find(ticket.start, ticket.goal)), (edited, ticket)
            assert share_from == 99 or ticket.shared
        map.edit("passable", edited, edited == (5, 50))


@pytest.mark.parametrize("goal", [(50, 50), ps.goals.within((50, 50), 3, sight=True)])
def test_an_edit_before_a_field_begins(goal: ps.goals.Goal | tuple[int, int]) -> None:
    map = ps.Map(np.ones((60, 60), bool))
    planner = ps.Planner(map.grid())
    queue = PathQueue(planner, budget_expansions=500, share_from=2)
    tickets = [queue.request((x, 0), goal) for x in range(3)]
    map.edit("passable", (slice(48, 50), slice(40, 60)) if goal != (50, 50) else (50, 50), False)
    run(queue)
    for ticket in tickets:
        assert ticket.shared
        assert same(ticket.path, planner.find(ticket.start, ticket.goal))


@pytest.mark.parametrize("share_from", [2, 99])
@pytest.mark.parametrize(
    ("removed", "expected"),
    [
        ("n0", [ps.Status.BLOCKED_START, ps.Status.FOUND, ps.Status.FOUND]),
        ("n40", [ps.Status.NO_PATH] * 3),
    ],
)
def test_nodes_of_a_graph_may_be_removed(share_from: int, removed: str, expected: list[ps.Status]) -> None:
    graph = ps.Graph.from_edges([(f"n{i}", f"n{i + 1}", 1.0) for i in range(60)], directed=False)
    planner = ps.Planner(graph, "dijkstra")
    queue = PathQueue(planner, budget_expansions=5, leg_expansions=0, share_from=share_from)
    tickets = [queue.request(f"n{i}", "n50") for i in range(3)]
    queue.update()
    graph.remove_nodes([removed])
    run(queue)
    assert [ticket.path.status for ticket in tickets] == expected


@pytest.mark.parametrize("updates", [0, 1])
def test_a_first_leg_from_a_removed_start_ends_no_other_request(updates: int) -> None:
    graph = ps.Graph.from_edges([(f"n{i}", f"n{i + 1}", 1.0) for i in range(60)], directed=False)
    queue = PathQueue(graph, budget_expansions=5, leg_expansions=2, share_from=2)
    tickets = [queue.request(f"n{i}", "n50") for i in (0, 1, 0)]
    for _ in range(updates):
        queue.update()
    graph.remove_nodes(["n0"])
    run(queue)
    blocked, found = ps.Status.BLOCKED_START, ps.Status.FOUND
    assert [ticket.path.status for ticket in tickets] == [blocked, found, blocked]


@pytest.mark.parametrize("share_from", [2, 99])
def test_the_goal_may_be_removed_from_a_graph(share_from: int) -> None:
    graph = ps.Graph.from_edges([(f"n{i}", f"n{i + 1}", 1.0) for i in range(60)], directed=False)
    planner = ps.Planner(graph, "dijkstra")
    queue = PathQueue(planner, budget_expansions=5, leg_expansions=0, share_from=share_from)
    tickets = [queue.request(f"n{i}", "n50") for i in range(3)]
    queue.update()
    graph.remove_nodes(["n50"])
    run(queue)
    assert not any(ticket.path for ticket in tickets)


def test_the_memory_of_a_space_that_grows() -> None:
    queue = PathQueue(ps.Custom(lambda x: [(x + 1, 1.0)] if x < 500 else []), budget_expansions=50)
    queue.request(0, 400)
    run(queue)
    assert queue.statistics.bytes == 0
