"""What may disturb a queue: errors, threads, closed loops, places that change, too many new requests."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.jobs import PathQueue, Ticket
from pathstar.jobs.work import Shared

OPEN = ps.Grid(np.ones((40, 40)))


def run(queue: PathQueue) -> list[Ticket]:
    finished = []
    for _ in range(20_000):
        finished += queue.update()
        if not len(queue):
            return finished
    raise AssertionError("the queue does not end")


def quarter(place: tuple[int, int]) -> list[tuple[tuple[int, int], float]]:
    x, y = place
    if place == (5, 5):
        raise RuntimeError("nobody knows the way here")
    return [((x + 1, y), 1.0), ((x, y + 1), 1.0)] if max(x, y) < 20 else []


@pytest.mark.parametrize("legs", [0, 200])
def test_an_error_of_the_space_ends_only_the_request_that_met_it(legs: int) -> None:
    queue = PathQueue(ps.Custom(quarter), budget_expansions=50, leg_expansions=legs)
    lost, fine = queue.request((0, 0), (9, 9)), queue.request((10, 10), (12, 12))
    assert set(run(queue)) == {lost, fine}
    assert lost.done
    assert lost.path is None
    assert str(lost.error) == "nobody knows the way here"
    assert fine.path.cost == 4
    assert fine.error is None
    assert (queue.statistics.failed, queue.statistics.finished, queue.statistics.under_way) == (1, 1, 0)
    with pytest.raises(RuntimeError, match="nobody knows"):
        asyncio.run(path_of(lost))


async def path_of(ticket: Ticket) -> ps.Path:
    return await ticket


def test_after_an_interruption_the_search_goes_on() -> None:
    pressed = []

    def steps(place: tuple[int, int]) -> list[Any]:
        if place == (3, 3) and not pressed:
            pressed.append(place)
            raise KeyboardInterrupt
        x, y = place
        return [((x + 1, y), 1.0), ((x, y + 1), 1.0)] if max(x, y) < 20 else []

    queue = PathQueue(ps.Custom(steps), budget_expansions=50, leg_expansions=0)
    ticket = queue.request((0, 0), (9, 9))
    with pytest.raises(KeyboardInterrupt):
        run(queue)
    run(queue)
    assert ticket.path.cost == 18


def test_a_loop_that_is_closed_upsets_no_update() -> None:
    queue = PathQueue(OPEN, budget_expansions=50)
    ticket, other = queue.request((0, 0), (30, 30)), queue.request((0, 0), (30, 20))
    loop = asyncio.new_event_loop()
    task = loop.create_task(path_of(ticket))
    loop.run_until_complete(asyncio.sleep(0))
    task.cancel()
    loop.close()
    assert set(run(queue)) == {ticket, other}
    assert ticket.path


def test_places_may_change_after_the_request() -> None:
    queue = PathQueue(OPEN, budget_expansions=50, share_from=2)
    positions, goal = np.array([[0, 0], [1, 0]]), [30, 30]
    tickets = [queue.request(position, goal) for position in positions]
    positions[:], goal[:] = 5, [20, 20]
    run(queue)
    assert [(ticket.start, ticket.goal) for ticket in tickets] == [((0, 0), (30, 30)), ((1, 0), (30, 30))]
    assert [tuple(ticket.path.points[0]) for ticket in tickets] == [(0, 0), (1, 0)]


def test_what_takes_several_searches_is_found_when_its_turn_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    planner = ps.Planner(OPEN)
    found: list[ps.Path] = []
    find = planner.find
    monkeypatch.setattr(planner, "find", lambda *ends: found.append(find(*ends)) or found[-1])
    queue = PathQueue(planner, budget_expansions=50)
    ticket = queue.request((0, 0), ps.goals.away_from([(1, 1)], 9.0))
    assert not found
    run(queue)
    assert ticket.path
    assert len(found) == 1


def test_another_thread_may_cancel_what_is_about_to_be_answered() -> None:
    outcome, threads = [], []

    def steps(x: int) -> list[tuple[int, float]]:
        if x == 2 and not threads:
            threads.append(threading.Thread(target=give_up))
            threads[0].start()
            threads[0].join(0.2)  # by then it waits until the update is over
        return [(x + 1, 1.0)] if x < 9 else []

    def give_up() -> None:
        try:
            outcome.append(ticket.cancel())
        except Exception as error:
            outcome.append(error)

    queue = PathQueue(ps.Custom(steps), budget_expansions=100, leg_expansions=0)
    ticket = queue.request(0, 5)
    run(queue)
    threads[0].join()
    assert outcome == [False]
    assert ticket.done
    assert not ticket.cancelled
    assert (queue.statistics.finished, queue.statistics.cancelled) == (1, 0)


def pocket() -> ps.Planner:
    """Return a planner on a map with a corner in which greedy searches go astray."""
    walkable = np.ones((80, 80), bool)
    walkable[60, 10:61] = walkable[10:61, 60] = False
    return ps.Planner(ps.Grid(walkable), "dijkstra")


@pytest.mark.parametrize("budget", [100, 10])
def test_searches_go_on_however_many_requests_are_new(budget: int) -> None:
    alone = PathQueue(pocket(), budget_expansions=budget, leg_expansions=0)
    alone.request((2, 2), (77, 77))
    run(alone)
    queue = PathQueue(pocket(), budget_expansions=budget, share_from=10_000)
    first = queue.request((2, 2), (77, 77), priority=10)
    for _ in range(2 * alone.statistics.updates + 400 // budget + 2):
        queue.request((2, 2), (70, 70))
        queue.update()
    assert first.done


def test_the_smallest_budget_has_legs() -> None:
    queue = PathQueue(OPEN, budget_expansions=1)
    ticket = queue.request((0, 0), (30, 5))
    queue.update()
    assert not ticket.done
    assert ticket.path is not None


def test_an_overdue_request_stays_so_when_it_joins_a_field() -> None:
    queue = PathQueue(ps.Planner(OPEN, "dijkstra"), budget_expansions=300, leg_expansions=0)
    for y in range(40):
        queue.request((0, y), (39, y), priority=1000)
    urgent = queue.request((0, 0), (20, 20), deadline=1)
    queue.update()
    for x in (1, 2, 3):
        queue.request((x, 0), (20, 20))
    for _ in range(8):
        queue.update()
    assert urgent.done


def test_ageing_backwards_is_refused() -> None:
    with pytest.raises(ps.OptionError, match="ageing is -1; allowed: a finite number from 0"):
        PathQueue(OPEN, ageing=-1)


def test_a_shared_field_keeps_the_budget_from_the_first_step_on() -> None:
    side, budget = 600, 1000
    map = ps.Map(np.ones((side, side)))
    map.edit("passable", (slice(100, 500), slice(300, 301)), False)
    queue = PathQueue(map.grid(), budget_expansions=budget, share_from=1, leg_expansions=0)
    tickets = [queue.request((599, y), (0, 0)) for y in range(0, 600, 100)]
    job = queue._jobs[tickets[0]]
    assert isinstance(job, Shared)
    queue.update()
    assert job.search._runs[0].state.written < 64 * 1024, "the memory of much of the map was touched at once"
    edits = {100: (slice(100, 101), slice(250, 300)), 400: (slice(5, 6), slice(4, 9)), 500: (0, 3)}
    for number in range(3000):
        before = queue.statistics.work
        queue.update()
        assert queue.statistics.work - before <= budget + 3 * 64
        if number in edits:
            map.edit("passable", edits[number], False)
        if number % 100 == 50:
            tickets.append(queue.request((int(599 - number // 10), 599), (0, 0)))
        if number > 600 and not len(queue):
            break
    assert all(ticket.done for ticket in tickets)
    true = ps.distance_field(map.grid(), [(0, 0)])
    for ticket in tickets[-3:]:
        assert ticket.path.cost == pytest.approx(true.cost_of(ticket.start))
