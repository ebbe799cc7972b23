"""A queue over a hierarchy: which legs of a path stay when the map is edited."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar.jobs import PathQueue, Ticket
from pathstar.jobs.joining import joined
from pathstar.jobs.work import ByLegs


def lanes(width: int = 400, height: int = 120) -> ps.Map:
    """Return an open map with a wall across it, which has a gap at the top and one at the bottom."""
    walkable = np.ones((height, width), bool)
    walkable[4:-4, width * 3 // 4] = False
    return ps.Map(walkable)


def queue_over(space: ps.Grid | ps.HexGrid, budget: int = 300) -> PathQueue:
    planner = ps.Planner(space, index=ps.build_index(space, "hierarchy"))
    return PathQueue(planner, budget_expansions=budget, leg_expansions=1)


def toggle(map: ps.Map, x: int, y: int) -> None:
    map.edit("passable", (x, y), not map.passable[y, x])


def run(queue: PathQueue, ticket: Ticket, most: int = 300) -> int:
    """Update until the result is there, and return how often."""
    for number in range(most):
        if ticket.done:
            return number
        queue.update()
    raise AssertionError(f"no result after {most} updates")


def first_leg(queue: PathQueue, ticket: Ticket, most: int = 30) -> ps.Path:
    """Update until the first leg is there, and return it."""
    for _ in range(most):
        queue.update()
        if ticket.path is not None:
            return ticket.path
    raise AssertionError(f"no leg after {most} updates")


def nodes_are_different(path: ps.Path) -> bool:
    return len(np.unique(path.nodes)) == len(path.nodes)


def test_edits_far_away_do_not_make_a_request_wait() -> None:
    map = lanes()
    grid = map.grid()
    queue = queue_over(grid)
    undisturbed = queue.request((5, 60), (395, 60))
    needed = run(queue, undisturbed)
    assert needed > 3
    ticket = queue.request((5, 60), (395, 60))
    updates = 0
    first = None
    while not ticket.done:
        queue.update()
        first = first or ticket.path
        assert ticket.done or ticket.path is first, "the first leg was found again"
        toggle(map, 5, 2 + updates % 2)
        updates += 1
        assert updates <= 3 * needed
    assert first
    assert ps.check_path(grid, ticket.path)
    assert ticket.path.nodes[: len(first.nodes)].tolist() == first.nodes.tolist()


def test_an_edit_on_a_leg_drops_it_and_those_behind() -> None:
    map = lanes()
    grid = map.grid()
    queue = queue_over(grid)
    ticket = queue.request((5, 60), (395, 60))
    first = first_leg(queue, ticket)
    x, y = first.points[len(first) // 2]
    map.edit("passable", (int(x), int(y)), False)
    for _ in range(20):  # the first update has done the work of the next ones
        queue.update()
        if ticket.path not in (None, first):
            break
    assert ticket.path not in (None, first)
    assert ticket.path.revision == grid.revision
    run(queue, ticket)
    assert ps.check_path(grid, ticket.path)


@pytest.mark.parametrize("by_index", [False, True])
def test_a_first_leg_follows_an_edit_before_searches_go_on(by_index: bool) -> None:
    map = lanes()
    grid = map.grid()
    index = ps.build_index(grid, "hierarchy") if by_index else None
    planner = ps.Planner(grid, index=index) if by_index else ps.Planner(grid, "dijkstra")
    queue = PathQueue(planner, budget_expansions=3000, leg_expansions=20, share_from=99)
    patient, other = (queue.request((5, y), (395, y), priority=-9) for y in (60, 100))
    for y in range(20, 50):
        queue.request((5, y), (395, y))
    queue.update()
    cut, stays = patient.path, other.path
    assert cut is not None
    x, y = cut.points[len(cut) // 2].tolist()
    map.edit("passable", (x, y), False)
    queue.update()
    assert not patient.done
    assert patient.path is not None
    assert patient.path is not cut
    assert map.passable[patient.path.points[:, 1], patient.path.points[:, 0]].all()
    assert other.path is stays, "a leg far from the edit was found again"


def test_no_leg_leads_past_a_start_that_is_closed() -> None:
    map = lanes()
    queue = queue_over(map.grid())
    ticket = queue.request((5, 60), (395, 60))
    queue.update()
    map.edit("passable", (5, 60), False)
    run(queue, ticket)
    assert ticket.path.status is ps.Status.BLOCKED_START


def test_legs_into_a_dead_end_are_left_out() -> None:
    map = lanes()
    map.edit("passable", (slice(0, 4), slice(300, 301)), False)  # only the gap at the bottom is open
    grid = map.grid()
    queue = queue_over(grid)
    ticket = queue.request((290, 60), (310, 60))
    queue.update()
    map.edit("passable", (slice(116, 120), slice(300, 301)), False)
    map.edit("passable", (slice(0, 4), slice(300, 301)), True)
    run(queue, ticket)
    assert ps.check_path(grid, ticket.path)
    assert nodes_are_different(ticket.path)


def test_legs_through_a_door_that_opens_one_way_are_found_again_from_the_start() -> None:
    walkable = np.ones((120, 260), bool)
    walkable[:101, [60, 200]] = walkable[100, 60:201] = False  # a yard, and a way round it at the bottom
    walkable[50, [60, 200]] = True  # the door into it, and the gate out of it
    map = ps.Map(walkable)
    grid = map.grid(one_way=[((60, 50), (61, 50))])
    queue = queue_over(grid, budget=100)
    ticket = queue.request((5, 50), (255, 50))
    job = queue._jobs[ticket]
    assert isinstance(job, ByLegs)
    while not job._legs or job._legs[-1].goal[0] < 80:
        queue.update()
    map.edit("passable", (200, 50), False)
    run(queue, ticket)
    assert ps.check_path(grid, ticket.path)
    assert ticket.path.cost == pytest.approx(ps.find_path(grid, (5, 50), (255, 50)).cost, rel=0.1)


def test_an_edit_that_leaves_no_way() -> None:
    map = lanes()
    queue = queue_over(map.grid())
    ticket = queue.request((5, 60), (395, 60))
    queue.update()
    map.edit("passable", (slice(0, 120), slice(300, 301)), False)
    run(queue, ticket)
    assert ticket.path.status is ps.Status.NO_PATH
    assert not len(ticket.path)


@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=examples(30))
def test_whatever_is_edited_the_answer_is_a_path_of_now(seed: int, hexagons: bool) -> None:
    random = np.random.default_rng(seed)
    map = ps.Map(random.random((70, 110)) > 0.25)
    space = map.hexgrid() if hexagons else map.grid()
    queue = queue_over(space, budget=int(random.integers(20, 400)))
    free = np.argwhere(map.passable)[:, ::-1]
    tickets = [
        queue.request(*(tuple(place) for place in free[random.integers(len(free), size=2)].tolist()))
        for _ in range(4)
    ]
    for number in range(2000):
        if number < 40:
            for x, y in random.integers(0, (110, 70), (int(random.integers(0, 4)), 2)).tolist():
                toggle(map, x, y)
        for ticket in queue.update():
            best = ps.find_path(space, ticket.start, ticket.goal)
            assert ticket.error is None
            assert ticket.path.status == best.status
            if best:
                assert ps.check_path(space, ticket.path)
                assert nodes_are_different(ticket.path)
        if not len(queue):
            return
    pytest.fail(f"not answered: {[ticket for ticket in tickets if not ticket.done]}")


def test_a_joined_path_costs_what_its_steps_cost() -> None:
    cost = np.array([[1.0, 2, 3, 4, 5], [6, 0, 0, 0, 0]])
    grid = ps.Grid(cost > 0, cost=cost)
    into, out = (ps.find_path(grid, start, goal) for start, goal in (((1, 0), (4, 0)), ((4, 0), (0, 1))))
    nodes, cost = joined([into, out], grid)
    best = ps.find_path(grid, (1, 0), (0, 1))
    assert nodes.tolist() == best.nodes.tolist()
    assert cost == best.cost
