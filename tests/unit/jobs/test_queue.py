"""The queue of paths: right results in a fair order, within its budget."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.jobs import PathQueue, Ticket
from pathstar.jobs.turns import MOST_UNDER_WAY, Turns
from pathstar.jobs.work import Alone, Shared


def board(seed: int = 1, side: int = 60, costs: bool = True) -> ps.Map:
    random = np.random.default_rng(seed)
    cost = random.uniform(1, 9, (side, side)) if costs else None
    return ps.Map(random.random((side, side)) > 0.2, cost=cost)


def free_places(map: ps.Map, count: int, seed: int = 2) -> list[tuple[int, int]]:
    free = np.argwhere(map.passable)[:, ::-1]
    return [tuple(row) for row in free[np.random.default_rng(seed).integers(len(free), size=count)].tolist()]


def run(queue: PathQueue, most: int = 20_000) -> list[Ticket]:
    finished = []
    for _ in range(most):
        finished += queue.update()
        if not len(queue):
            return finished
    raise AssertionError("the queue does not end")


def test_the_answers_are_those_of_the_planner() -> None:
    map = board()
    grid = map.grid()
    ends = free_places(map, 60)
    queue = PathQueue(grid, budget_expansions=300)
    tickets = [queue.request(*pair) for pair in zip(ends[::2], ends[1::2], strict=True)]
    finished = run(queue)
    assert sorted(map_ids(finished)) == sorted(map_ids(tickets))
    for ticket in tickets:
        expected = ps.find_path(grid, ticket.start, ticket.goal)
        assert ticket.path.status is expected.status
        assert ticket.path.cost == pytest.approx(expected.cost)
        assert not ticket.path or ps.check_path(grid, ticket.path)


def map_ids(tickets: list[Ticket]) -> list[int]:
    return [id(ticket) for ticket in tickets]


def test_equal_goals_share_a_field_and_later_ones_use_it() -> None:
    map = board()
    grid = map.grid()
    places = free_places(map, 30)
    queue = PathQueue(grid, budget_expansions=500, share_from=4)
    tickets = [queue.request(start, places[0]) for start in places[1:]]
    run(queue)
    assert all(ticket.shared for ticket in tickets)
    assert queue.statistics.work < 3 * grid.size
    late = queue.request((places[3]), places[0])
    assert queue.update() == [late]
    assert late.shared
    for ticket in [*tickets, late]:
        assert ticket.path.cost == pytest.approx(ps.find_path(grid, ticket.start, ticket.goal).cost)
        assert not ticket.path or (ticket.path[0], ticket.path[-1]) == (ticket.start, ticket.goal)
        assert not ticket.path or ps.check_path(grid, ticket.path)


def test_statuses_of_shared_and_other_requests() -> None:
    map = ps.Map([[1, 1, 0, 1], [1, 1, 0, 1]])
    queue = PathQueue(map.grid(), budget_expansions=100, share_from=2)
    statuses = ps.Status
    cases = {
        ((0, 0), (1, 1)): statuses.FOUND,
        ((3, 0), (1, 1)): statuses.NO_PATH,
        ((2, 0), (1, 1)): statuses.BLOCKED_START,
        ((0, 0), (2, 1)): statuses.BLOCKED_GOAL,
        ((1, 1), (2, 1)): statuses.BLOCKED_GOAL,
        ((1, 1), (1, 1)): statuses.FOUND,
    }
    tickets = {ends: queue.request(*ends) for ends in cases}
    run(queue)
    assert {ends: ticket.path.status for ends, ticket in tickets.items()} == cases


def test_no_update_goes_over_its_budget_of_expansions() -> None:
    map = board(side=100)
    places = free_places(map, 80)
    queue = PathQueue(map.grid(), budget_expansions=200)
    for pair in zip(places[::2], places[1::2], strict=True):
        queue.request(*pair)
    for place in places[1:20]:
        queue.request(place, places[0])
    before = 0
    while len(queue):
        queue.update()
        work = queue.statistics.work
        assert work <= 200 * queue.statistics.updates + 264
        assert work - before <= 464
        before = work


def test_with_a_budget_of_expansions_each_run_is_the_same() -> None:
    def order() -> list[tuple[int, float]]:
        map = board(side=80)
        grid = map.grid()
        places = free_places(map, 60)
        queue = PathQueue(grid, budget_expansions=150)
        numbers = {}
        done = []
        for number, pair in enumerate(zip(places[::2], places[1::2], strict=True)):
            numbers[queue.request(*pair, priority=number % 3)] = number
            done += queue.update()
            if number == 10:
                map.edit("passable", (slice(20, 30), slice(20, 60)), False)
        done += run(queue)
        return [(numbers[ticket], ticket.path.cost) for ticket in done]

    assert order() == order()


def test_the_higher_priority_goes_first_but_none_waits_for_ever() -> None:
    map = ps.Map(np.ones((40, 40)))
    queue = PathQueue(map.grid(), budget_expansions=50, ageing=0.5)
    patient = queue.request((0, 0), (39, 39))
    urgent = queue.request((0, 39), (39, 0), priority=5)
    order = []
    while not patient.done:
        order += queue.update()
        queue.request((0, 0), (20, 39), priority=5)
    assert order.index(urgent) < order.index(patient)
    assert queue.statistics.waiting > 0


def test_overdue_requests_go_before_all_others() -> None:
    planner = ps.Planner(ps.Grid(np.ones((60, 60))), "dijkstra")
    queue = PathQueue(planner, budget_expansions=1000, leg_expansions=0, share_from=10_000)
    for _ in range(50):
        queue.request((0, 0), (59, 40), priority=10)
    wanted = queue.request((0, 0), (59, 58), deadline=3)
    while not wanted.done:
        queue.update()
    assert queue.statistics.finished < 10
    assert wanted.late == (queue.statistics.updates > 3)
    assert queue.statistics.late == wanted.late


def test_a_first_leg_comes_before_the_answer() -> None:
    queue = PathQueue(ps.Grid(np.ones((200, 200))), budget_expansions=250, leg_expansions=250)
    map = board(side=200, costs=False)
    map.edit("passable", (0, 0), True)
    ticket = queue.request((0, 0), (199, 199))
    queue.update()
    assert ticket.path
    assert ticket.path[-1] == (199, 199)
    run(queue)
    assert ticket.path.cost == pytest.approx(199 * 2**0.5)


def test_what_is_cancelled_is_never_answered() -> None:
    map = board()
    places = free_places(map, 12)
    queue = PathQueue(map.grid(), budget_expansions=100)
    alone = queue.request(places[0], places[1])
    crowd = [queue.request(start, places[2]) for start in places[3:]]
    assert alone.cancel()
    assert crowd[0].cancel()
    assert not alone.cancel()
    finished = run(queue)
    assert set(finished) == set(crowd[1:])
    assert alone.cancelled
    assert not alone.done
    assert (queue.statistics.cancelled, queue.statistics.finished) == (2, len(crowd) - 1)


def test_edits_while_requests_wait_are_followed() -> None:
    map = board(side=80)
    grid = map.grid()
    places = free_places(map, 40)
    queue = PathQueue(grid, budget_expansions=150)
    tickets = [queue.request(*pair) for pair in zip(places[::2], places[1::2], strict=True)]
    tickets += [queue.request(start, places[0]) for start in places[5:20]]
    random = np.random.default_rng(3)
    while len(queue):
        for ticket in queue.update():
            expected = ps.find_path(grid, ticket.start, ticket.goal)
            assert ticket.path.cost == pytest.approx(expected.cost)
            assert not ticket.path or ps.check_path(grid, ticket.path)
        x, y = random.integers(70, size=2)
        map.edit("passable", (slice(y, y + 3), slice(x, x + 3)), bool(random.integers(2)))
    assert all(ticket.done for ticket in tickets)


def test_an_edit_behind_the_last_step_is_newer_than_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit by another thread may be like this."""
    map = ps.Map(np.ones((9, 9)))
    grid = map.grid()
    queue = PathQueue(grid, budget_expansions=1000, share_from=1)
    ticket = queue.request((0, 0), (8, 0))
    answers = Shared.answers

    def after_an_edit(job: Shared) -> object:
        map.edit("passable", (4, 0), False)
        return answers(job)

    before = grid.revision
    monkeypatch.setattr(Shared, "answers", after_an_edit)
    run(queue)
    assert ticket.shared
    assert ticket.path.revision == before < grid.revision
    assert not ticket.path.is_valid()


def test_tickets_can_be_awaited() -> None:
    async def play() -> tuple[float, str]:
        queue = PathQueue(ps.Planner(ps.Grid(np.ones((30, 30))), "dijkstra"), budget_expansions=50)
        ticket, given_up = queue.request((0, 0), (29, 0)), queue.request((0, 0), (29, 29))

        async def frames() -> None:
            while len(queue):
                queue.update()
                await asyncio.sleep(0)

        async def lost() -> str:
            try:
                await given_up
            except asyncio.CancelledError:
                return "cancelled"
            return "answered"

        async def stop() -> None:
            given_up.cancel()

        path, _, said, _ = await asyncio.gather(_path(ticket), frames(), lost(), stop())
        assert (await ticket) is path
        return path.cost, said

    assert asyncio.run(play()) == (29.0, "cancelled")


async def _path(ticket: Ticket) -> ps.Path:
    return await ticket


def test_spaces_without_fields_and_graphs() -> None:
    graph = ps.Graph.from_edges([("a", "b", 1.0), ("b", "c", 2.0), ("c", "d", 1.0)])
    queue = PathQueue(graph, budget_expansions=10, share_from=2)
    tickets = [queue.request(name, "d") for name in "abcd"]
    run(queue)
    assert [ticket.path.cost for ticket in tickets] == [4.0, 3.0, 1.0, 0.0]
    turning = PathQueue(ps.Turning(ps.Grid(np.ones((5, 5))), 1.0), budget_expansions=100, share_from=1)
    ticket = turning.request((0, 0), (4, 2))
    run(turning)
    assert ticket.path
    assert not ticket.shared


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"budget_seconds": 0}, "budget_seconds is 0"),
        ({"budget_seconds": float("nan")}, "budget_seconds"),
        ({"budget_seconds": 0.002, "budget_expansions": 100}, "allowed: one of them"),
        ({"budget_expansions": 0}, "budget_expansions is 0; allowed: "),
        ({"budget_expansions": 10**400}, "allowed: a whole number from 1 to 18446744073709551615"),
        ({"share_from": 0}, "share_from"),
        ({"leg_expansions": -1}, "leg_expansions"),
        ({"keep_fields": 1.5}, "keep_fields"),
        ({"ageing": "x"}, "ageing"),
        ({"max_bytes": -1}, "max_bytes is -1; allowed: a whole number from 0"),
    ],
)
def test_bad_options(options: dict, words: str) -> None:
    with pytest.raises(ps.OptionError, match=words):
        PathQueue(ps.Grid([[1, 1]]), **options)


def test_bad_requests() -> None:
    queue = PathQueue(ps.Grid([[1, 1]]))
    with pytest.raises(ps.PlaceError):
        queue.request((0, 0), (5, 0))
    with pytest.raises(ps.OptionError, match="priority"):
        queue.request((0, 0), (1, 0), priority=float("inf"))
    with pytest.raises(ps.OptionError, match="deadline is 0"):
        queue.request((0, 0), (1, 0), deadline=0)
    with pytest.raises(ps.SpaceError):
        PathQueue(np.ones((3, 3)))
    assert len(queue) == 0


def test_few_searches_are_under_way_at_a_time() -> None:
    map = board(side=100)
    places = free_places(map, 400)
    queue = PathQueue(map.grid(), budget_expansions=3000, leg_expansions=0)
    for pair in zip(places[::2], places[1::2], strict=True):
        queue.request(*pair)
    most = 0
    while len(queue):
        queue.update()
        most = max(most, queue.statistics.under_way)
    assert most == MOST_UNDER_WAY
    assert queue.statistics.under_way == 0


def test_overdue_requests_begin_however_many_searches_are_under_way() -> None:
    map = board(side=100)
    places = free_places(map, 400)
    queue = PathQueue(map.grid(), budget_expansions=200, leg_expansions=0)
    for pair in zip(places[::2], places[1::2], strict=True):
        queue.request(*pair, priority=9)
    queue.update()
    assert queue.statistics.under_way == MOST_UNDER_WAY
    urgent = queue.request(places[0], places[0], deadline=1)
    for _ in range(3):
        queue.update()
    assert urgent.done
    assert queue.statistics.under_way == MOST_UNDER_WAY


def test_searches_under_way_hold_no_more_memory_than_they_may() -> None:
    map = board(side=100)
    places = free_places(map, 80)
    queue = PathQueue(map.grid(), budget_expansions=500, leg_expansions=0, max_bytes=5 * 16 * map.size)
    tickets = [queue.request(*pair) for pair in zip(places[::2], places[1::2], strict=True)]
    most = 0
    while len(queue):
        queue.update()
        most = max(most, queue.statistics.under_way)
        assert queue.statistics.bytes == 16 * map.size * queue.statistics.under_way
    assert most == 5
    assert all(ticket.done for ticket in tickets)


def test_one_search_is_under_way_however_little_memory_it_may_hold() -> None:
    queue = PathQueue(board().grid(), max_bytes=0, leg_expansions=0, budget_expansions=50)
    for goal in ((50, 50), (50, 40), (40, 50)):
        queue.request((1, 1), goal)
    run(queue)
    assert queue.statistics.finished == 3


def test_a_queue_with_a_hierarchy_finds_legs_of_the_path() -> None:
    map = board(side=96)
    grid = map.grid()
    planner = ps.Planner(grid, index=ps.build_index(grid, "hierarchy"))
    places = free_places(map, 24)
    queue = PathQueue(planner, budget_expansions=400, max_bytes=0)
    tickets = [queue.request(*pair) for pair in zip(places[::2], places[1::2], strict=True)]
    first: dict[int, ps.Path] = {}
    for number in range(2000):
        if number == 3:
            map.edit("passable", (slice(40, 44), slice(0, 60)), False)
        queue.update()
        first |= {id(ticket): ticket.path for ticket in tickets if ticket.path and id(ticket) not in first}
        if not len(queue):
            break
    assert len(first) > 8
    for ticket in tickets:
        best = ps.find_path(grid, ticket.start, ticket.goal)
        assert bool(ticket.path) == bool(best)
        assert first.get(id(ticket)) or not ticket.path
        if ticket.path:
            assert ps.check_path(grid, ticket.path)
            assert best.cost <= ticket.path.cost + 1e-9 <= 1.3 * best.cost + 1


@dataclass(eq=False)
class Endless:
    """A search that never ends."""

    begun: bool
    bytes: int = 1
    tickets: tuple[str, ...] = ("somebody waits",)


def test_no_request_waits_for_ever_for_searches_without_an_end() -> None:
    turns = Turns(max_bytes=1 << 20)
    for _ in range(MOST_UNDER_WAY):
        turns.push(0.0, Endless(begun=True))
    waiting = Endless(begun=False)
    turns.push(0.0, waiting)
    for _ in range(1000 * MOST_UNDER_WAY):
        key, job = turns.pop()
        if job is waiting:
            return
        turns.push(key + 1, job)
    raise AssertionError("it never gets its turn")


class Clock:
    """A clock on which a search uses a good part of an update to begin, or to follow an edit."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: type[Alone | Shared]) -> None:
        self.now = 0.0
        advance = kind.advance

        def advanced(job: Alone | Shared, budget: int) -> int:
            fresh, work = job.fresh, advance(job, budget)
            self.now += 0.0008 * fresh + 3e-7 * work
            return work

        monkeypatch.setattr(kind, "advance", advanced)
        monkeypatch.setattr("pathstar.jobs.budget.time", self)

    def perf_counter(self) -> float:
        self.now += 1e-7
        return self.now


def test_fields_that_follow_an_edit_stay_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    map = board(side=100)
    places = free_places(map, 60)
    clock = Clock(monkeypatch, Shared)
    queue = PathQueue(map.grid(), budget_seconds=0.002, share_from=2, leg_expansions=0)
    tickets = [queue.request(place, goal) for goal in places[:8] for place in places[8:]]
    taken = []
    for frame in range(2000):
        if frame % 5 == 4:
            map.edit("passable", (slice(frame % 90, frame % 90 + 3), slice(40, 43)), frame % 10 == 4)
        before = clock.now
        queue.update()
        taken.append(clock.now - before)
        if not len(queue):
            break
    assert all(ticket.done for ticket in tickets)
    assert sum(seconds > 0.0022 for seconds in taken) <= 2  # before it knows how long a field takes


def test_a_search_that_does_not_fit_an_update_may_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    map = board(side=100)
    places = free_places(map, 20)
    Clock(monkeypatch, Alone)
    queue = PathQueue(map.grid(), budget_seconds=0.002, leg_expansions=0)
    tickets = [queue.request(*pair) for pair in zip(places[::2], places[1::2], strict=True)]
    for _ in range(3):
        queue.update()
    for ticket in tickets:
        ticket.cancel()
    assert queue.update() == []
    assert len(queue) == queue.statistics.under_way == 0


def test_a_field_that_is_put_off_and_cancelled_frees_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    map = board(side=100)
    places = free_places(map, 60)
    Clock(monkeypatch, Shared)
    queue = PathQueue(map.grid(), budget_seconds=0.002, share_from=2, leg_expansions=0)
    tickets = [queue.request(place, goal) for goal in places[:8] for place in places[8:]]
    for frame in range(8):
        queue.update()
        map.edit("passable", (slice(frame, frame + 3), slice(40, 43)), False)
    queue.update()
    for ticket in tickets:
        ticket.cancel()
    queue.update()
    assert len(queue) == queue.statistics.under_way == 0


def test_what_an_update_takes_beyond_its_steps_is_taken_off_the_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    map = board(side=100)
    places = free_places(map, 60)
    clock = Clock(monkeypatch, Alone)
    queue = PathQueue(map.grid(), budget_seconds=0.002, leg_expansions=0)
    drop_idle = queue._fields.drop_idle

    def slowly() -> None:
        clock.now += 0.0001
        drop_idle()

    monkeypatch.setattr(queue._fields, "drop_idle", slowly)
    taken = []
    for frame in range(200):
        while len(queue) < 20:
            queue.request(*places[frame % 30 : frame % 30 + 2])
        before = clock.now
        queue.update()
        taken.append(clock.now - before)
    assert sum(seconds > 0.002 for seconds in taken[80:]) < 30


class Request:
    """A request that counts how often its turn is read."""

    reads = 0

    def __init__(self, turn: float) -> None:
        self._turn = turn

    @property
    def turn(self) -> float:
        Request.reads += 1
        return self._turn


def test_a_field_knows_its_most_urgent_request_without_a_look_at_all() -> None:
    random = np.random.default_rng(3)
    field: Any = Shared(ps.Grid(np.ones((2, 2))), (0, 0), {})
    assert field.first_turn == math.inf
    for turn in random.permutation(1000).tolist():
        field.join(Request(turn))
        assert field.first_turn == min(other._turn for other in field.tickets)
    assert Request.reads < 5000
    for ticket in random.permutation(np.array(list(field.tickets))).tolist():
        del field.tickets[ticket]
        assert field.first_turn == min((other._turn for other in field.tickets), default=math.inf)
    assert Request.reads < 10_000


@pytest.mark.parametrize("options", [{}, {"max_cost": 99.0}])
def test_requests_with_one_goal_may_be_cancelled_in_any_order(options: dict[str, float]) -> None:
    random, grid = np.random.default_rng(4), ps.Grid(np.ones((9, 9)))
    queue = PathQueue(ps.Planner(grid, **options), budget_expansions=20)
    starts = [tuple(map(int, start)) for start in random.integers(9, size=(200, 2))]
    tickets = [queue.request(start, (8, 8), priority=float(random.integers(3))) for start in starts]
    cancelled = {int(row) for row in random.permutation(200)[:150]}
    for row in cancelled:
        assert tickets[row].cancel()
    while len(queue):
        queue.update()
    for row, ticket in enumerate(tickets):
        assert (ticket.cancelled, ticket.done) == (row in cancelled, row not in cancelled)
        if ticket.done:
            assert ticket.path.cost == pytest.approx(ps.find_path(grid, starts[row], (8, 8)).cost)
