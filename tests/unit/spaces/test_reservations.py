"""One table of reservations for all units on the same ground."""

from __future__ import annotations

import math
import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.oracle import timed as oracle

import pathstar as ps
from pathstar.spaces import Conflict, ConflictError
from pathstar.spaces.timed import _rebuilt

FOUR = ps.Moves(directions=4)
EVEN = ps.Moves(diagonal=1)  # eight steps of equal duration
EVER = math.inf


def lane(length: int = 5, **options: object) -> ps.Timed:
    return ps.Timed(ps.Grid(np.ones((1, length)), moves=FOUR), **options)


def grounds(random: np.random.Generator, following: str) -> Iterator[ps.Grid | ps.HexGrid | ps.VoxelGrid]:
    """Small grounds of each kind; all steps last whole seconds, so that sums are exact."""
    free = random.random((4, 5)) > 0.15
    yield ps.Grid(free, moves=FOUR)
    yield ps.HexGrid(free, layout=str(random.choice(["odd-r", "even-q"])))
    for corners in ("no_cut", "no_squeeze", "free"):
        yield ps.Grid(free, moves=ps.Moves(diagonal=1, corners=corners))
    yield ps.Grid(free, moves=EVEN, wrap="xy")
    yield ps.Grid(free[:, :2], moves=EVEN, wrap="x")
    yield ps.Grid(free, moves=FOUR, portals=[((0, 0), (4, 3), 1), ((4, 3), (0, 0), 1)])
    yield ps.VoxelGrid(random.random((2, 3, 3)) > 0.15, directions=6)
    if following == "forbidden":
        yield ps.Grid(free, moves=ps.Moves(diagonal=2))
        yield ps.Grid(free, moves=EVEN, cost=random.integers(1, 4, free.shape), cost_model="enter")
        yield ps.VoxelGrid(
            random.random((2, 3, 3)) > 0.15, directions=6, cost=random.integers(1, 4, (2, 3, 3))
        )


def worlds(seed: int, following: str) -> Iterator[ps.Timed]:
    """A Timed over each of these, plain and with turns, with some cells reserved."""
    random = np.random.default_rng(seed)
    for ground in grounds(random, following):
        spaces = [ground]
        if ground.capabilities.squares and ground.cost is None:
            spaces.append(ground.sized(2))
        if not isinstance(ground, ps.VoxelGrid) and ground.width > 2:  # else two steps lead to one cell
            spaces += [ps.Turning(space, cost=int(random.integers(1, 3))) for space in spaces]
        table = ps.Reservations(ground, following=following)
        cells = random.integers(0, ground.shape[::-1], (6, len(ground.shape)))
        begins, lengths = random.integers(0, 6, 6), random.choice([1, 1, 2, 3, EVER], 6)
        table.reserve(np.column_stack([cells, begins, begins + lengths]))
        for space in spaces:
            stay = float(random.choice([0, 0, 2, EVER]))
            yield ps.Timed(space, reservations=table, stay=stay, now=float(random.integers(0, 3)))


def some_place(random: np.random.Generator, space: ps.Timed) -> tuple[int, ...]:
    return tuple(space.places_of([random.integers(space.size)])[0].tolist())


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
@pytest.mark.parametrize("seed", range(6))
def test_paths_arrive_as_soon_as_can_be(seed: int, following: str) -> None:
    """Exactly: compared with the oracle, which tries moment by moment, with the paths of others claimed."""
    random = np.random.default_rng(1000 + seed)
    found = 0
    for space in worlds(seed, following):
        for _ in range(3):
            start, goal = some_place(random, space), some_place(random, space)
            soonest = oracle.arrival(space, start, goal)
            path = ps.find_path(space, start, goal)
            assert bool(path) == (soonest < EVER)
            if not path:
                continue
            found += 1
            check = ps.check_path(space, path)
            assert check, check.problem
            assert path.times[-1] == soonest
            assert path.claimed_since == space.conflicts(path) == ()
            number = space.claim(path)  # what was found is free
            meets = {conflict.reservation for conflict in path.claimed_since}
            assert meets <= {number}
            assert bool(meets) == (not ps.check_path(space, path))
    assert found > 8


@pytest.mark.parametrize("seed", range(20))
def test_what_is_found_can_be_claimed_whatever_the_times(seed: int) -> None:
    """Durations without an exact float leave no tiny gaps that would make a claim fail."""
    random = np.random.default_rng(seed)
    grid = ps.Grid(random.random((6, 7)) > 0.1, cost=random.random((6, 7)) + 0.1)
    table = ps.Reservations(grid)
    spaces = [
        ps.Timed(space, reservations=table, stay=0.3, now=0.1)
        for space in (grid, ps.Turning(grid, cost=0.1), ps.Turning(grid, cost=1 / 3))
    ]
    claimed = 0
    for turn in range(40):
        space = spaces[turn % 3]
        path = ps.find_path(space, some_place(random, space), some_place(random, space))
        if path:
            space.claim(path)
            claimed += 1
    assert claimed > 8


def test_units_of_other_kinds_keep_out_of_each_others_way() -> None:
    """One that turns slowly, one with four directions and one with eight, over one table."""
    grid = ps.Grid(np.ones((5, 5)))
    table = ps.Reservations(grid)
    tank = ps.Timed(ps.Turning(grid, cost=2), reservations=table, stay=0)
    rook = ps.Timed(ps.Grid(np.ones((5, 5)), moves=FOUR), reservations=table, stay=0)
    king = ps.Timed(grid, reservations=table, stay=0)
    first = ps.find_path(tank, (0, 0, 3), (2, 4))
    tank.claim(first)
    for space, start, goal in ((rook, (4, 0), (0, 4)), (king, (4, 2), (0, 2))):
        path = ps.find_path(space, start, goal)
        assert ps.check_path(space, path)
        assert path.times[-1] == pytest.approx(oracle.arrival(space, start, goal))
        space.claim(path)
    assert len(np.unique(table.core.held()[4])) == 3
    assert tank.reserved.tolist() == king.reserved.tolist() == table.reserved.tolist()


def test_a_turn_holds_its_own_cell_and_the_step_both() -> None:
    grid = ps.Grid(np.ones((3, 3)), moves=FOUR)
    floor = ps.Timed(ps.Turning(grid, cost=5), stay=0)
    right = 1 + grid.directions.index((1, 0))
    path = ps.find_path(floor, (1, 1, right), (1, 0))
    assert path.times.tolist() == [0, 6]
    floor.claim(path)
    assert floor.reserved.tolist() == [[1, 0, 5, 6], [1, 1, 0, 6]]


def test_a_unit_of_several_squares_holds_what_it_sweeps() -> None:
    grid = ps.Grid(np.ones((4, 4)))
    body = ps.Timed(grid.sized(2), stay=0)
    body.claim(ps.find_path(body, (0, 0), (1, 1)))
    cells = {(x, y) for x, y in body.reserved[:, :2].tolist() if x % 1 == 0}
    assert cells == {(x, y) for x in range(3) for y in range(3)}
    assert (body.reserved[:, 2:] == [0, 2**0.5]).all()
    small = ps.Timed(grid, reservations=body.reservations)
    assert ps.find_path(small, (2, 0), (3, 3)).status is ps.Status.BLOCKED_START
    assert ps.find_path(small, (3, 3), (2, 2)).times.tolist() == [0, 1, 2**0.5, 1 + 2**0.5]


def test_a_unit_with_size_and_heading_waits_for_a_small_one() -> None:
    """It turns on its own squares while the other passes, and sweeps the corners after that."""
    grid = ps.Grid(np.ones((3, 3)))
    tank = ps.Timed(ps.Turning(grid.sized(2), cost=3), stay=0)
    cart = ps.Timed(grid, reservations=tank.reservations)
    cart.claim([(2, 0, 0), (2, 0, 5)], stay=0)
    right = 1 + grid.directions.index((1, 0))
    path = ps.find_path(tank, (0, 0, right), (1, 1))
    assert path.times.tolist() == [0, 2, 5 + 2**0.5]  # it waits, turns until 5, then moves
    assert path.times[-1] == oracle.arrival(tank, (0, 0, right), (1, 1))
    assert ps.check_path(tank, path)
    tank.claim(path)


@pytest.mark.parametrize(("following", "times"), [("forbidden", [0, 1, 2]), ("allowed", [0, 1])])
def test_one_may_follow_closely_where_that_is_allowed(following: str, times: list[float]) -> None:
    floor = lane(following=following, stay=0)
    floor.claim([(1, 0, 0), (2, 0, 1), (3, 0, 2), (4, 0, 3)])
    assert ps.find_path(floor, (0, 0), (1, 0)).times.tolist() == times


@pytest.mark.parametrize("wrap", ["", "x"])
@pytest.mark.parametrize("moves", [FOUR, EVEN])
def test_two_never_change_places(moves: ps.Moves, wrap: str) -> None:
    floor = ps.Timed(ps.Grid(np.ones((1, 2)), moves=moves, wrap=wrap), following="allowed")
    floor.claim([(0, 0, 0), (1, 0, 1)])
    assert [0.5, 0, 0, 1] in floor.reserved.tolist()
    assert ps.find_path(floor, (1, 0), (0, 0)).status is ps.Status.NO_PATH
    check = ps.check_path(floor, [(1, 0, 0), (0, 0, 1)])
    assert check.problem == "goes over the crossing at (0.5, 0) at 0, which is reserved from 0 until 1"


def test_a_ring_of_units_turns_where_following_is_allowed() -> None:
    ring = [(0, 0), (1, 0), (1, 1), (0, 1)]
    steps = [[(*here, 0), (*there, 1)] for here, there in zip(ring, [*ring[1:], ring[0]], strict=True)]
    floor = ps.Timed(ps.Grid(np.ones((2, 2)), moves=FOUR), following="allowed", stay=0)
    assert [floor.claim(step) for step in steps] == [0, 1, 2, 3]
    bodies = ps.Timed(floor.ground, stay=0)
    bodies.claim(steps[0])
    with pytest.raises(ConflictError):
        bodies.claim(steps[1])


def test_crossing_diagonals_meet_where_following_is_allowed() -> None:
    floor = ps.Timed(ps.Grid(np.ones((2, 2)), moves=EVEN), following="allowed", stay=0)
    floor.claim([(0, 0, 0), (1, 1, 1)])
    assert ps.find_path(floor, (1, 0), (0, 1)).times.tolist() == [0, 1, 2]
    with pytest.raises(ConflictError, match=r"\(0.5, 0.5\) from 0 until 1, reservation 0"):
        floor.claim([(1, 0, 0), (0, 1, 1)])


def test_the_checker_objects_to_a_shifted_path() -> None:
    floor = lane(following="allowed", stay=0)
    floor.claim([(0, 0, 0), (1, 0, 1), (2, 0, 2)])
    behind = [(0, 0, 1), (1, 0, 2), (2, 0, 3)]
    assert ps.check_path(floor, behind)
    for early in (0.25, 1):
        check = ps.check_path(floor, [(x, y, time - early) for x, y, time in behind])
        assert "which is reserved from" in check.problem


@pytest.mark.parametrize(
    ("ground", "words"),
    [
        (ps.Grid([[1]]), r"from 1 to 1.41421: take 4 directions, or Moves\(diagonal=1\)"),
        (ps.Grid([[1]], moves=FOUR, cost=[[1.0]]), "here cells have costs"),
        (ps.Grid([[1, 1]], moves=FOUR, portals=[((0, 0), (1, 0), 3)]), "here they last from 1 to 3"),
        (ps.VoxelGrid([[[1]]], directions=26), "here they last from 1 to 1.73205"),
    ],
)
def test_following_needs_steps_that_last_equally_long(ground: ps.Grid, words: str) -> None:
    for make in (ps.Reservations, ps.Timed):
        with pytest.raises(ps.SpaceError, match=words):
            make(ground, following="allowed")


def test_a_table_is_for_one_ground() -> None:
    table = ps.Reservations(ps.HexGrid(np.ones((3, 4))))
    for ground, words in (
        (ps.Grid(np.ones((3, 4))), "of other cells: kind 'hexagon', not 'square' as here"),
        (ps.HexGrid(np.ones((3, 5))), r"of other cells: shape \(3, 4\), not \(3, 5\) as here"),
        (
            ps.HexGrid(np.ones((3, 4)), layout="even-q"),
            "of other cells: layout 'odd-r', not 'even-q' as here",
        ),
        (ps.HexGrid(np.ones((3, 4)), wrap="x"), "of other cells: joined borders '', not 'x' as here"),
    ):
        with pytest.raises(ps.SpaceError, match=words):
            ps.Timed(ground, reservations=table)
    lockstep = ps.Reservations(ps.Grid(np.ones((3, 4)), moves=FOUR), following="allowed")
    slow = ps.Grid(np.ones((3, 4)), moves=ps.Moves(directions=4, straight=2))
    with pytest.raises(ps.SpaceError, match="here they last 2, over the ground of the table 1"):
        ps.Timed(slow, reservations=lockstep)
    with pytest.raises(ps.OptionError, match="following is 'forbidden', but in the table"):
        ps.Timed(lockstep.ground, reservations=lockstep, following="forbidden")
    assert ps.Timed(lockstep.ground, reservations=lockstep, following="allowed").reservations is lockstep


def test_a_table_claims_the_paths_of_its_units() -> None:
    floor, other = lane(), lane()
    path = ps.find_path(floor, (0, 0), (4, 0))
    number = floor.reservations.claim(path, stay=1)
    assert floor.reserved[-1].tolist() == [4, 0, 3, 5]
    with pytest.raises(ConflictError):
        floor.reservations.claim(path)
    assert floor.reservations.claim(path, force=True) == number + 1
    for wrong in (path, [(0, 0, 0)], ps.find_path(floor.ground, (0, 0), (1, 0)), None):
        with pytest.raises(ps.OptionError, match="allowed: a path that was found on a Timed over these"):
            other.reservations.claim(wrong)


def test_a_claim_says_what_is_in_its_way() -> None:
    floor = lane()
    door = floor.reserve([(2, 0, 1.5, 3), (4, 0, 9, EVER)])
    path = [(0, 0, 0), (1, 0, 1), (2, 0, 2), (3, 0, 3), (4, 0, 4)]
    expected = (Conflict((2, 0), 1.5, 3, door), Conflict((4, 0), 9, EVER, door))
    assert floor.conflicts(path) == expected
    with pytest.raises(ConflictError) as caught:
        floor.claim(path)
    assert caught.value.conflicts == expected
    assert str(caught.value) == (
        "the path meets what is reserved: (2, 0) from 1.5 until 3, reservation 0; (4, 0) from 9 for ever, "
        "reservation 0. Find a new path, or claim it with force=True"
    )
    assert pickle.loads(pickle.dumps(caught.value)).conflicts == expected
    assert len(floor.reserved) == 2  # nothing of it is held
    assert floor.claim(path, force=True) == door + 1
    assert len(floor.reserved) == 7


def test_a_long_list_of_conflicts_is_cut() -> None:
    floor = lane(9, reserved=[(x, 0, -EVER, EVER) for x in range(9)])
    with pytest.raises(ConflictError, match=r"; and 4 more\. Find a new path") as caught:
        floor.claim([(x, 0, x) for x in range(9)])
    assert len(caught.value.conflicts) == 9


def test_a_moment_counts_at_the_end_of_a_path() -> None:
    """A unit that vanishes at its goal still has to get there."""
    floor = lane(stay=0, following="allowed", reserved=[(1, 0, 1, 2)])
    with pytest.raises(ConflictError, match=r"\(1, 0\) from 1 until 1"):
        floor.claim([(0, 0, 0), (1, 0, 1)])
    assert ps.find_path(floor, (0, 0), (1, 0)).times.tolist() == [0, 1, 2]


def test_tables_are_pickled_with_all_that_share_them() -> None:
    grid = ps.Grid(np.ones((2, 4)), moves=FOUR)
    table = ps.Reservations(grid, following="allowed")
    first, second = (ps.Timed(space, reservations=table) for space in (grid, ps.Turning(grid)))
    number = first.claim(ps.find_path(first, (0, 0), (3, 0)))
    again, other = pickle.loads(pickle.dumps((first, second)))
    assert again.reservations is other.reservations
    assert again.ground is other.ground.ground is again.reservations.ground
    assert repr(other.reservations) == (
        "Reservations(Grid(4 x 2, 8 walkable, 4 directions, no_cut), 1 reservation, following allowed)"
    )
    assert again.reserved.tolist() == table.reserved.tolist()
    other.release(number)
    assert len(again.reserved) == 0
    assert other.reserve([(0, 0, 0, 1)]) == number + 1


def test_a_pickle_of_version_0_1_is_read() -> None:
    """Its cells and, numbered after them, the middles of four cells are arrays in the pickle."""
    grid = ps.Grid(np.ones((3, 4)))
    taken = (
        np.array([1, 12 + 6], np.uint32),
        np.array([0.0, 2.0]),
        np.array([1.0, EVER]),
        np.array([0, 3], np.uint64),
    )
    floor = _rebuilt(grid, 2.0, 1.5, taken, 4)
    assert floor.reserved.tolist() == [[1, 0, 0, 1], [2.5, 1.5, 2, EVER]]
    assert (floor.stay, floor.now, floor.reserve([(0, 0, 0, 1)])) == (2, 1.5, 4)
    floor.release(3)
    assert len(floor.reserved) == 2


def test_former_names_warn() -> None:
    grid = ps.Grid(np.ones((1, 3)))
    with pytest.warns(DeprecationWarning, match=r"Timed\(taken=...\) is now Timed\(reserved=...\)"):
        floor = ps.Timed(grid, taken=[(1, 0, 0, 1)])
    with pytest.warns(DeprecationWarning, match="Timed.take is now Timed.reserve"):
        number = floor.take([(2, 0, 0, 1)])
    with pytest.warns(DeprecationWarning, match="Timed.taken is now Timed.reserved"):
        assert floor.taken.tolist() == [[1, 0, 0, 1], [2, 0, 0, 1]]
    floor.release(number)


@pytest.mark.parametrize("length", [10, 60])
def test_a_claim_costs_its_own_length(length: int) -> None:
    """Counts copied pages: one for each cell, and a few above them, for any number of open searches."""
    for side, searches in ((64, 1), (64, 40), (1024, 1), (1024, 40), (4096, 40)):
        floor = ps.Timed(ps.Grid(np.ones((side, side), bool)))
        planner = ps.Planner(floor)
        path = [(x, 7, x) for x in range(length)]
        floor.claim(path, force=True)
        open_searches = [planner.search((0, 20), (60, 20)) for _ in range(searches)]
        before = floor.reservations.core.copied
        numbers = [floor.claim(path, force=True)]
        once = floor.reservations.core.copied - before
        numbers.append(floor.claim(path, force=True))
        assert floor.reservations.core.copied - before == once  # copied once for all snapshots
        later = planner.search((0, 20), (60, 20))
        numbers.append(floor.claim(path, force=True))
        assert floor.reservations.core.copied - before == 2 * once
        assert all(search.run().cost == 60 for search in [*open_searches, later])
        height = {64: 2, 1024: 4, 4096: 4}[side]  # of a tree of pages of 64; one page has the whole path
        assert once == length + height


def test_two_threads_that_claim_crossing_paths_do_not_both_get_them() -> None:
    floor = ps.Timed(ps.Grid(np.ones((9, 9)), moves=FOUR), stay=0)
    across = [(x, 4, x) for x in range(9)]
    down = [(4, y, y) for y in range(9)]
    for _ in range(100):
        together = threading.Barrier(2)

        def claim(path: list[tuple[int, int, int]], together: threading.Barrier = together) -> int | None:
            together.wait()
            try:
                return floor.claim(path)
            except ConflictError:
                return None

        with ThreadPoolExecutor(2) as pool:
            numbers = list(pool.map(claim, (across, down)))
        assert numbers.count(None) == 1
        held = {tuple(row[:2]) for row in floor.reserved.tolist()}
        assert held == {(x, y) for x, y, _ in (down if numbers[0] is None else across)}
        floor.release(next(number for number in numbers if number is not None))


def test_searches_go_round_what_was_reserved_before_whatever_threads_reserve() -> None:
    """A path meets only what was reserved after its search began."""
    random = np.random.default_rng(5)
    floor = ps.Timed(ps.Grid(random.random((12, 12)) > 0.2, moves=FOUR), stay=0)
    over = threading.Event()

    def reserve(seed: int) -> None:
        dice = np.random.default_rng(seed)
        for _ in range(3000):
            x, y, begin = dice.integers(0, (12, 12, 60))
            floor.reserve([(x, y, begin, begin + 1)])
            if over.is_set():
                return

    with ThreadPoolExecutor(2) as pool:
        workers = [pool.submit(reserve, seed) for seed in (1, 2)]
        for _ in range(300):
            ends = some_place(random, floor), some_place(random, floor)
            before = floor.reservations.core.made
            path = ps.find_path(floor, *ends)
            numbers = [conflict.reservation for conflict in path.claimed_since]
            assert all(number >= before for number in numbers)
            assert path.stats.restarts == 0
        over.set()
        for worker in workers:
            worker.result()
    assert len(floor.reserved) == floor.reservations.core.made


def test_a_stepped_search_returns_what_its_snapshot_says() -> None:
    random = np.random.default_rng(8)
    grid = ps.Grid(random.random((10, 10)) > 0.2)
    floor = ps.Timed(grid, stay=0)
    pairs = []
    for _ in range(80):
        x, y, begin = random.integers(0, (10, 10, 12))
        floor.reserve([(x, y, begin, begin + 4)])
        start, goal = some_place(random, floor), some_place(random, floor)
        twin = pickle.loads(pickle.dumps(floor))
        pairs.append((ps.Planner(floor).search(start, goal), ps.find_path(twin, start, goal)))
        pairs[-1][0].step(3)
    for search, path in pairs:
        ended = search.run()
        assert ended.status is path.status
        assert ended.points.tolist() == path.points.tolist()
        assert ended.times.tolist() == path.times.tolist()


@pytest.mark.parametrize(
    ("ground", "options", "error", "words"),
    [
        (ps.Grid([[1]], moves=ps.Moves(directions=16)), {}, ps.SpaceError, "4 or 8 directions, not 16"),
        (ps.Graph.from_edges([(0, 1, 1.0)]), {}, ps.SpaceError, "Reservations needs a Grid"),
        ([[1]], {}, ps.SpaceError, "not list"),
        (ps.Grid([[1]]), {"following": "alowed"}, ps.OptionError, "did you mean 'allowed'"),
        (ps.Grid([[1]]), {"following": None}, ps.OptionError, "unknown following None"),
    ],
)
def test_bad_tables(ground: object, options: dict, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ps.Reservations(ground, **options)


def test_a_table_must_be_one() -> None:
    with pytest.raises(ps.OptionError, match=r"reservations is \[\]; allowed: a Reservations, or None"):
        lane(reservations=[])


@pytest.mark.parametrize("x", [-5, 10**12])
def test_a_place_far_outside_is_named_as_it_was_given(x):
    with pytest.raises(ps.PlaceError, match=rf"cells\[0\] = \({x}, 0\) lies outside"):
        ps.Reservations(ps.Grid([[1, 1]])).reserve([(x, 0, 0, 1)])
