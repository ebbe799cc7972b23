"""Cells that are reserved at times."""

from __future__ import annotations

import itertools
import math
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import timed as oracle

import pathstar as ps

FOUR = ps.Moves(directions=4)
EVER = math.inf


def lane(length: int = 5, **options: object) -> ps.Timed:
    return ps.Timed(ps.Grid(np.ones((1, length)), moves=FOUR), **options)


def steps_of(path: ps.Path) -> list[tuple[int, int, float]]:
    return [(x, y, t) for (x, y), t in zip(path.points.tolist(), path.times.tolist(), strict=True)]


def test_one_waits_until_a_door_opens():
    path = ps.find_path(lane(reserved=[(2, 0, 0, 5)]), (0, 0), (4, 0))
    assert steps_of(path) == [(0, 0, 0), (1, 0, 1), (1, 0, 5), (2, 0, 6), (3, 0, 7), (4, 0, 8)]
    assert path.cost == 8


def test_one_goes_round_where_that_is_sooner():
    floor = ps.Timed(ps.Grid(np.ones((3, 5)), moves=FOUR), reserved=[(2, 0, 0, 9)])
    assert ps.find_path(floor, (0, 0), (4, 0)).cost == 6
    short = ps.Timed(floor.ground, reserved=[(2, 0, 0, 2)])
    assert ps.find_path(short, (0, 0), (4, 0)).cost == 5
    assert len(np.unique(ps.find_path(short, (0, 0), (4, 0)).points[:, 1])) == 1


def test_one_steps_aside_to_let_another_pass():
    """In a lane with a bay the second unit waits in the bay until the first is by."""
    ground = np.array([[1, 1, 1, 1, 1], [0, 0, 0, 1, 0]], bool)
    floor = ps.Timed(ps.Grid(ground, moves=FOUR))
    floor.claim(ps.find_path(floor, (0, 0), (4, 0)))
    other = ps.find_path(floor, (3, 0), (1, 0))
    assert steps_of(other) == [(3, 0, 0), (3, 1, 1), (3, 1, 4), (3, 0, 5), (2, 0, 6), (1, 0, 7)]
    assert ps.check_path(floor, other)


def test_a_step_takes_both_cells_and_nobody_follows_closely():
    floor = lane()
    floor.claim(ps.find_path(floor, (1, 0), (4, 0)))
    behind = ps.find_path(floor, (0, 0), (2, 0))
    assert steps_of(behind) == [(0, 0, 0), (0, 0, 1), (1, 0, 2), (2, 0, 3)]


def test_two_do_not_change_places():
    floor = lane(3, stay=0)
    floor.claim([(0, 0, 5), (1, 0, 6)])
    floor.now = 3.5
    assert steps_of(ps.find_path(floor, (1, 0), (0, 0))) == [(1, 0, 3.5), (0, 0, 4.5)]
    floor.now = 4.5
    assert ps.find_path(floor, (1, 0), (0, 0)).status is ps.Status.NO_PATH
    floor.now = 5
    assert ps.find_path(floor, (1, 0), (0, 0)).status is ps.Status.BLOCKED_START
    assert steps_of(ps.find_path(floor, (2, 0), (0, 0))) == [(2, 0, 5), (2, 0, 6), (1, 0, 7), (0, 0, 8)]


@pytest.mark.parametrize("corners", ["no_cut", "no_squeeze", "free"])
def test_two_diagonals_do_not_cross(corners):
    floor = ps.Timed(ps.Grid(np.ones((2, 2)), moves=ps.Moves(corners=corners)))
    ticket = floor.claim([(0, 0, 0), (1, 1, 2**0.5)], stay=0)
    path = ps.find_path(floor, (1, 0), (0, 1))
    assert path.times.tolist() == [0, 2**0.5, 2 * 2**0.5]
    assert [0.5, 0.5, 0.0, 2**0.5] in floor.reserved.tolist()
    wrong = ps.check_path(floor, [(1, 0, 0), (0, 1, 2**0.5)])
    assert (
        wrong.problem == "goes over the crossing at (0.5, 0.5) at 0, which is reserved from 0 until 1.41421"
    )
    floor.release(ticket)
    assert ps.check_path(floor, [(1, 0, 0), (0, 1, 2**0.5)])


def test_a_diagonal_over_a_joined_border_is_crossed_by_none():
    floor = ps.Timed(ps.Grid(np.ones((3, 4)), wrap="xy"))
    floor.claim([(3, 2, 0), (0, 0, 2**0.5)], stay=0)
    assert [3.5, 2.5, 0.0, 2**0.5] in floor.reserved.tolist()
    path = ps.find_path(floor, (0, 2), (3, 0))
    assert path.cost > 2**0.5
    assert path.cost == pytest.approx(oracle.cheapest(floor, (0, 2), (3, 0)))


def test_steps_take_as_long_as_they_cost():
    cost = np.array([[1, 3, 0.5, 2]])
    floor = ps.Timed(ps.Grid(cost > 0, cost=cost), reserved=[(1, 0, 1, 2)])
    path = ps.find_path(floor, (0, 0), (3, 0))
    assert steps_of(path) == [(0, 0, 0), (0, 0, 2), (1, 0, 5), (2, 0, 5.5), (3, 0, 7.5)]


@pytest.mark.parametrize(("stay", "cost"), [(0, 1), (2, 1), (2.5, 11), (EVER, 11)])
def test_a_goal_is_one_where_one_can_stay(stay, cost):
    floor = lane(2, reserved=[(1, 0, 3, 8), (1, 0, 9.5, 10)], stay=stay)
    assert ps.find_path(floor, (0, 0), (1, 0)).cost == cost


def test_who_may_not_stay_gives_way_and_comes_back():
    floor = lane(3, reserved=[(1, 0, 2, 4)])
    path = ps.find_path(floor, (1, 0), (1, 0))
    assert path.cost == 5
    assert path.points.tolist()[0] == path.points.tolist()[-1] == [1, 0]
    assert ps.find_path(lane(3), (1, 0), (1, 0)).points.tolist() == [[1, 0]]
    assert ps.find_path(lane(3, stay=0, reserved=[(1, 0, 2, 4)]), (1, 0), (1, 0)).cost == 0


def test_searches_begin_now():
    floor = lane(reserved=[(2, 0, 0, 5)], now=5)
    path = ps.find_path(floor, (0, 0), (4, 0))
    assert (path.times.tolist(), path.cost) == ([5, 6, 7, 8, 9], 4)
    floor.now = 3.5
    assert ps.find_path(floor, (0, 0), (4, 0)).times.tolist() == [3.5, 4.5, 5, 6, 7, 8]
    assert ps.find_path(floor, (2, 0), (4, 0)).status is ps.Status.BLOCKED_START


def test_a_goal_that_is_taken_for_ever_is_blocked():
    floor = lane(reserved=[(4, 0, 3, EVER), (3, 0, -EVER, EVER)])
    assert ps.find_path(floor, (0, 0), (4, 0)).status is ps.Status.BLOCKED_GOAL
    assert ps.find_path(floor, (3, 0), (0, 0)).status is ps.Status.BLOCKED_START
    vanishing = ps.Timed(floor.ground, reserved=[(4, 0, 5, EVER)], stay=0)
    assert ps.find_path(vanishing, (0, 0), (4, 0)).cost == 4
    vanishing.now = 1.5
    assert ps.find_path(vanishing, (0, 0), (4, 0)).status is ps.Status.NO_PATH


@pytest.mark.parametrize("kind", [ps.Grid, ps.HexGrid])
def test_islands_are_searched_once(kind):
    """Without a path on the ground there is none at any time. On hexagons the first failed search pays."""
    free = np.ones((20, 21), bool)
    free[:, 10] = False
    floor = ps.Timed(kind(free), reserved=[(2, 2, 0, 9)])
    planner = ps.Planner(floor)
    assert planner.find((0, 0), (20, 19)).status is ps.Status.NO_PATH
    floor.reserve([(3, 3, 5, 9)])
    for start, goal in (((0, 0), (20, 19)), ((15, 3), (1, 1))):
        for path in (planner.find(start, goal), planner.search(start, goal).run()):
            assert (path.status, path.stats.expanded) == (ps.Status.NO_PATH, 0)
    assert len(ps.trace(floor, (0, 0), (20, 19))) >= 200
    assert planner.find((0, 0), (9, 19))
    assert planner.find((20, 0), (11, 19))
    floor.reserve([(20, 19, 0, EVER)])
    assert planner.find((0, 0), (20, 19)).status is ps.Status.BLOCKED_GOAL


@pytest.mark.parametrize("opens", [7.5, 1e4, 1e9, 2.0**50])
@pytest.mark.parametrize("now", [0, -3000.5])
def test_one_waits_as_long_as_need_be(opens, now):
    """Doors that open one after another, some of them long after the unit gets there."""
    doors = [(2, 0, -EVER, opens), (4, 0, -EVER, opens * 2), (6, 0, -EVER, opens * 2.5)]
    floor = lane(8, reserved=doors, now=now)
    path = ps.find_path(floor, (0, 0), (7, 0))
    assert path.times[-1] == pytest.approx(opens * 2.5 + 2, rel=1e-15)
    assert ps.check_path(floor, path)
    by_heap = ps.find_path(floor, (0, 0), (7, 0), algorithm="dijkstra", open_list="heap")
    assert by_heap.times.tolist() == path.times.tolist()


@pytest.mark.parametrize(
    ("ground", "step"),
    [
        (ps.Grid(np.ones((1, 4)), moves=FOUR), 1.0),
        (ps.Grid(np.ones((2, 4)), cost=np.full((2, 4), 0.25)), 0.25),
        (ps.Grid(np.ones((1, 4)), cost=[[1, 4, 0.5, 1]]), 0.5),
        (ps.HexGrid(np.ones((2, 4))), 1.0),
        (ps.Grid(np.ones((1, 4)), portals=[((0, 0), (3, 0), 0.125)]), 0.125),
        (ps.Turning(ps.Grid(np.ones((1, 4)), moves=FOUR)), 1.0),
        (ps.VoxelGrid(np.ones((2, 1, 4))), 1.0),
    ],
)
def test_a_time_so_late_that_steps_would_take_none_is_refused(ground, step):
    late = step * 2.0**53
    floor = ps.Timed(ground, now=late / 4)
    for now in (late, -late * 4, 1e300):
        with pytest.raises(ps.OptionError, match=f"a step of {step:g} would take no time"):
            ps.Timed(ground, now=now)
        with pytest.raises(ps.OptionError, match="count the time from a later moment"):
            floor.now = now
    assert floor.now == late / 4
    floor.now = -late / 4


@pytest.mark.parametrize("now", [0.0, 1e8, 1.7e9, -1e12, 2.0**50])
def test_paths_at_any_time_pass_the_checker(now):
    floor = ps.Timed(ps.Grid(np.ones((4, 5))), now=now)
    path = ps.find_path(floor, (0, 0), (4, 3))
    check = ps.check_path(floor, path)
    assert check, check.problem
    floor.claim(path, stay=0)
    assert "which is reserved" in ps.check_path(floor, path).problem
    wrong = path.times.copy()
    wrong[1:] += 0.5 if now < 2**50 else 2
    rows = np.column_stack([path.points, wrong])
    assert "takes 1.41421, not" in ps.check_path(floor, rows).problem


@pytest.mark.parametrize(
    "ground",
    [
        ps.Grid(np.ones((1, 3)), cost=np.zeros((1, 3))),
        ps.HexGrid(np.ones((1, 3)), cost=[[1, 0, 1]]),
        ps.Turning(ps.Grid(np.ones((1, 3)), portals=[((0, 0), (2, 0), 0)])),
    ],
)
def test_steps_that_take_no_time_are_refused(ground):
    with pytest.raises(ps.SpaceError, match="needs steps that take time; here some cost 0"):
        ps.Timed(ground)


def test_a_door_may_open_at_any_time_that_a_number_can_say():
    assert ps.find_path(lane(reserved=[(2, 0, -EVER, 1e300)]), (0, 0), (4, 0)).cost == 1e300


def test_what_is_released_is_free():
    floor = lane()
    first = floor.reserve([(2, 0, 0, 5), (2, 0, 7, 9)])
    second = floor.reserve([(2, 0, 4, 6), (3, 0, 0, 2)])
    assert ps.find_path(floor, (0, 0), (2, 0)).cost == 10
    floor.release(first)
    assert ps.find_path(floor, (0, 0), (2, 0)).cost == 7
    floor.release(first)
    floor.release(second)
    assert ps.find_path(floor, (0, 0), (2, 0)).cost == 2
    assert floor.reserved.shape == (0, 4)


def test_the_past_is_forgotten():
    floor = lane()
    ticket = floor.claim([(0, 0, 0), (1, 0, 1), (2, 0, 2)])
    floor.forget(2)
    assert floor.reserved.tolist() == [[2, 0, 1, EVER]]
    floor.release(ticket)
    assert len(floor.reserved) == 0


def test_a_unit_takes_each_cell_from_setting_off_to_it_until_it_is_off():
    floor = lane(stay=4)
    floor.claim([(0, 0, 1), (0, 0, 2), (1, 0, 3), (1, 0, 5), (2, 0, 6)])
    assert floor.reserved.tolist() == [[0, 0, 1, 3], [1, 0, 2, 6], [2, 0, 5, 10]]
    assert lane().claim([(0, 0, 1)], stay=0) == 0


@st.composite
def floors(draw) -> ps.Timed:
    """Small grids of all kinds with cells reserved at whole times."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(2, 5))
    free = np.array(draw(st.lists(st.integers(0, 4), min_size=height * width, max_size=height * width))) > 0
    free = free.reshape(height, width)
    kind = draw(st.sampled_from(["4", "no_cut", "no_squeeze", "free", "costs", "hexes", "joined"]))
    if kind == "hexes":
        ground = ps.HexGrid(free, layout=draw(st.sampled_from(["odd-r", "even-q"])))
    elif kind == "costs":
        cost = np.random.default_rng(draw(st.integers(0, 99))).choice([0.5, 1, 2], free.shape)
        ground = ps.Grid(free, cost=cost, moves=ps.Moves(diagonal=1))
    elif kind == "joined":
        ground = ps.Grid(np.vstack([free, free, free]), wrap="y", portals=[((0, 0), (width - 1, 0), 1.5)])
    else:
        corners = "no_cut" if kind == "4" else kind
        ground = ps.Grid(free, moves=ps.Moves(directions=4 if kind == "4" else 8, corners=corners))
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, ground.height - 1))
    lengths = st.sampled_from([1, 1, 2, 3, EVER])
    rows = draw(st.lists(st.tuples(cells, st.integers(0, 5), lengths), max_size=8))
    taken = [(x, y, begin, begin + length) for (x, y), begin, length in rows]
    stay = draw(st.sampled_from([0, 0, 1.5, EVER]))
    return ps.Timed(ground, reserved=taken, stay=stay, now=draw(st.sampled_from([0, 0.5])))


@given(floors(), st.data())
def test_it_arrives_as_soon_as_can_be(floor, data):
    """Compared with the oracle, which tries moment by moment, with the paths of others claimed too."""
    cells = [(x, y) for y in range(floor.height) for x in range(floor.width)]
    ends = st.tuples(st.sampled_from(cells), st.sampled_from(cells))
    for start, goal in data.draw(st.lists(ends, max_size=3)):
        if path := ps.find_path(floor, start, goal):
            floor.claim(path)
    start, goal = data.draw(ends)
    soonest = oracle.arrival(floor, start, goal)
    for algorithm in ("astar", "dijkstra", "weighted-astar", "greedy"):
        path = ps.find_path(floor, start, goal, algorithm=algorithm)
        assert bool(path) == (soonest < EVER)
        if path:
            check = ps.check_path(floor, path)
            assert check, check.problem
            assert path.cost <= path.bound * (soonest - floor.now) * (1 + 1e-9) or path.bound == EVER
            assert path.times[-1] >= soonest - 1e-9


@given(
    st.integers(0, 10_000),
    st.sampled_from(["4", "no_cut", "no_squeeze", "free", "hexes"]),
    st.sampled_from([0.0, EVER]),
)
def test_units_that_claim_their_ways_never_touch(seed, kind, stay):
    """Round units 0.7 cells wide, moved along their paths in small steps."""
    random = np.random.default_rng(seed)
    free = random.random((5, 6)) > 0.1
    hexes = kind == "hexes"
    directions = 4 if kind == "4" else 8
    moves = ps.Moves(directions=directions, corners="no_cut" if directions == 4 or hexes else kind)
    floor = ps.Timed(ps.HexGrid(free) if hexes else ps.Grid(free, moves=moves), stay=stay)
    starts = random.permutation(np.argwhere(free)[:, ::-1])[:6]
    waiting = [floor.reserve([(*start, 0, EVER)]) for start in starts.tolist()]
    ways = []
    for start, ticket in zip(starts.tolist(), waiting, strict=True):
        floor.release(ticket)
        goal = tuple(random.permutation(np.argwhere(free)[:, ::-1])[0].tolist())
        path = ps.find_path(floor, tuple(start), goal)
        if path:
            floor.claim(path)
            ways.append(path)
        else:
            floor.reserve([(*start, 0, EVER)])
    for one, other in itertools.combinations(ways, 2):
        end = max(one.times[-1], other.times[-1]) if stay else min(one.times[-1], other.times[-1])
        moments = np.arange(0, end, 0.05)
        apart = np.hypot(*(_at(one, moments, hexes) - _at(other, moments, hexes)).T)
        assert (apart >= 0.5**0.5 - 1e-9).all()


def _at(path: ps.Path, moments: np.ndarray, hexes: bool) -> np.ndarray:
    """Where a unit is, in a plane where neighbours are 1 apart."""
    x, y = path.points.T.astype(float)
    if hexes:  # odd-r
        x, y = x + (path.points[:, 1] % 2) / 2, y * 3**0.5 / 2
    return np.stack([np.interp(moments, path.times, x), np.interp(moments, path.times, y)], axis=-1)


def test_many_paths_have_their_times():
    floor = ps.Timed(ps.Grid(np.ones((4, 6))), reserved=[(2, y, 0, 4) for y in range(4)], stay=0, now=1)
    starts, goals = [(0, 0), (0, 1), (2, 0), (1, 3)], [(5, 3), (0, 1), (0, 0), (3, 3)]
    paths = ps.find_paths(floor, starts, goals, threads=2)
    for path, start, goal in zip(paths, starts, goals, strict=True):
        alone = ps.find_path(floor, start, goal)
        assert path.times.tolist() == alone.times.tolist()
        assert path.points.tolist() == alone.points.tolist()
        assert len(path.times) == len(path)
        assert not path or ps.check_path(floor, path)
    assert len(paths.times) == len(paths.points)
    matrix = ps.cost_matrix(floor, starts, goals)
    assert matrix[0, 0] == paths.costs[0]
    assert ps.find_paths(ps.Grid([[1, 1]]), [(0, 0)], [(1, 0)]).times.shape == (0,)
    assert ps.find_path(ps.Grid([[1, 1]]), (0, 0), (1, 0)).times.shape == (0,)


def test_it_and_its_paths_can_be_pickled_and_shown():
    floor = ps.Timed(ps.Grid(np.ones((2, 3))), reserved=[(1, 0, 2, 3)], stay=2, now=1)
    first = floor.claim(ps.find_path(floor, (0, 0), (1, 1)))
    again = pickle.loads(pickle.dumps(floor))
    assert repr(again) == "Timed(Grid(3 x 2, 6 walkable, 8 directions, no_cut), now 1, 2 reservations)"
    assert again.reserved.tolist() == floor.reserved.tolist()
    assert (again.stay, again.now) == (2, 1)
    again.release(first)
    assert again.reserved.tolist() == [[1, 0, 2, 3]]
    assert again.reserve([(0, 0, 0, 1)]) == floor.reserve([(0, 0, 0, 1)])
    path = ps.find_path(floor, (2, 0), (2, 1))
    assert pickle.loads(pickle.dumps(path)).times.tolist() == path.times.tolist()


def test_a_path_is_what_it_was_whatever_is_claimed_later():
    floor = lane()
    search = ps.Planner(floor).search((0, 0), (4, 0))
    path = search.run()
    floor.reserve([(2, 0, 0, 5)])
    floor.now = 20
    assert search.path.times.tolist() == path.times.tolist() == [0, 1, 2, 3, 4]
    assert path.points.tolist() == [[x, 0] for x in range(5)]


def test_a_search_under_way_finishes_on_what_was_reserved_when_it_began():
    floor = lane()
    search = ps.Planner(floor).search((0, 0), (4, 0))
    assert search.step() is ps.Status.RUNNING
    number = floor.reserve([(2, 0, 0, 5)])
    path = search.run()
    assert (path.cost, path.stats.restarts, path.revision) == (4, 0, floor.revision)
    assert path.claimed_since == (ps.spaces.Conflict((2, 0), 1, 3, number),)
    assert ps.find_path(floor, (0, 0), (4, 0)).cost == 8
    floor.release(number)
    assert path.claimed_since == ()


def test_threads_search_while_others_claim():
    floor = ps.Timed(ps.Grid(np.ones((30, 30))))

    def work(number: int) -> float:
        ticket = floor.reserve([(number, 29, 50, 60)])
        cost = ps.find_path(floor, (0, number), (29, number)).cost
        floor.release(ticket)
        return cost

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(25))) == [29] * 25
    assert len(floor.reserved) == 0


@pytest.mark.parametrize("links", [{}, {"wrap": "y"}], ids=["plain", "joined"])
def test_an_edit_of_its_grid_is_followed(links):
    world = ps.Map(np.ones((5, 5), bool))
    floor = ps.Timed(world.grid(moves=FOUR, **links))
    search = ps.Planner(floor).search((0, 0), (4, 0))
    search.step()
    world.edit("passable", (2, 0), False)
    assert ps.find_path(floor, (0, 0), (4, 0)).cost == 6
    assert ps.find_paths(floor, [(0, 0)], [(4, 0)]).costs.tolist() == [6]
    assert search.run().cost == 6
    assert ps.find_path(pickle.loads(pickle.dumps(floor)), (0, 0), (4, 0)).cost == 6


@pytest.mark.parametrize(("cell", "restarts"), [((15, 15), 0), ((2, 1), 1), ((4, 2), 1)])
def test_a_stepped_search_begins_again_only_where_it_has_looked(cell, restarts):
    """It has looked at (4, 2), but at a later time, when it is free."""
    world = ps.Map(np.ones((20, 20), bool))
    floor = ps.Timed(world.grid(moves=FOUR), reserved=[(3, 2, 0, 9), (4, 2, 0, 2), (4, 2, 4, 5)], stay=0)
    search = ps.Planner(floor, heuristic="zero").search((2, 2), (19, 2))
    search.step(40)
    world.edit("passable", cell, False)
    path = search.run()
    assert path.stats.restarts == restarts
    assert path.cost == ps.find_path(floor, (2, 2), (19, 2)).cost


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([(0, 0, 0), (1, 0, 1)], ""),
        ([(0, 0, 0), (1, 0, 0.5)], "(0, 0) at 0 to (1, 0) at 0.5 takes 1, not 0.5"),
        ([(0, 0, 0), (0, 0, -1)], "(0, 0) at 0 to (0, 0) at -1 goes back in time"),
        ([(0, 0, 0), (2, 0, 2)], "(0, 0) at 0 to (2, 0) at 2 is not one step"),
        ([(0, 0, 0), (1, 0, 1), (2, 0, 2)], "goes over (2, 0) at 1, which is reserved from 1.5 until 3"),
        ([(1, 0, 0), (1, 0, 2), (2, 0, 3)], "goes over (2, 0) at 2, which is reserved from 1.5 until 3"),
        ([(1, 0, 0), (1, 0, 3), (2, 0, 4)], ""),
        ([(3, 0, 0)], "goes over (3, 0) at 0, which is reserved from 7 for ever"),
        ([(3, 0, 9)], "goes over (3, 0) at 9, which is reserved from 7 for ever"),
        ([(9, 0, 9)], "(9, 0) lies outside"),
        ([(0, 0)], "(0, 0) is not a row (x, y, time) of three finite numbers"),
        (np.empty((0, 3)), "there is no path"),
    ],
)
def test_the_checker_knows_what_is_taken(rows, problem):
    floor = lane(reserved=[(2, 0, 1.5, 3), (3, 0, 7, EVER)])
    check = ps.check_path(floor, rows)
    assert check.problem == problem
    assert bool(check) == (problem == "")


def test_the_checker_wants_a_paths_own_times():
    floor = lane()
    plain = ps.find_path(floor.ground, (0, 0), (2, 0))
    assert ps.check_path(floor, plain).problem == "it has no times"
    found = ps.find_path(floor, (0, 0), (2, 0))
    assert ps.check_path(floor, found)
    floor.claim(found)
    assert "is reserved from" in ps.check_path(floor, found).problem


def test_a_trace_tells_of_each_time_that_a_cell_is_free():
    floor = lane(3, reserved=[(1, 0, 3, 5), (2, 0, 9, 10)])
    trace = ps.trace(floor, (0, 0), (2, 0), heuristic="zero")
    assert trace.path.points.tolist() == ps.find_path(floor, (0, 0), (2, 0)).points.tolist()
    assert trace.path.times[-1] == 11
    assert len(trace) == trace.path.stats.expanded
    last = trace[-1]
    assert last.cells.tolist() == [0, 1, 2, 1, 2]
    assert len(set(last.nodes.tolist())) == 5
    assert last.layer("g").tolist() == [[0, 6, 11]]
    assert last.layer("status").tolist() == [[2, 2, 2]]
    assert last.square((2, 0)).g == 11
    assert last.way_to((2, 0)) == [(0, 0), (1, 0), (2, 0)]
    told = [str(trace.explain(step)) for step in range(len(trace))]
    assert "(1, 0) is opened with parent (0, 0): G 0 + 1 = 1" in told[0]
    assert "(1, 0) is opened with parent (0, 0): G 0 + 6 = 6" in told[0]
    assert (
        "It is the target, but others reserve it too soon for a unit to stay: the search goes on." in told[2]
    )
    assert "now that the target is on the closed list" in told[-1]


def test_its_path_is_drawn_over_the_ground_with_what_is_reserved(tmp_path):
    grid = ps.Grid(np.ones((6, 6)))
    for space, name in ((ps.Timed(grid, reserved=[(3, 3, 0, 9)]), "timed.svg"), (grid, "plain.svg")):
        ps.save_picture(ps.find_path(space, (0, 0), (5, 2)), tmp_path / name)
    assert 'class="claimed"' in (tmp_path / "timed.svg").read_text(encoding="utf-8")
    assert 'class="claimed"' not in (tmp_path / "plain.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("ground", "options", "error", "words"),
    [
        (
            ps.Grid([[1]], moves=ps.Moves(directions=16)),
            {},
            ps.SpaceError,
            "over a Grid of 16 directions: .* use 4 or 8 directions",
        ),
        (ps.Graph.from_edges([(0, 1, 1.0)]), {}, ps.SpaceError, "Timed cannot lie over a Graph: times are"),
        (ps.Grid([[1]]), {"stay": -1}, ps.OptionError, "stay is -1; allowed: a number from 0"),
        (ps.Grid([[1]]), {"stay": math.nan}, ps.OptionError, "stay is nan"),
        (ps.Grid([[1]]), {"stay": True}, ps.OptionError, "stay is True"),
        (ps.Grid([[1]]), {"now": EVER}, ps.OptionError, "now is inf; allowed: a finite number"),
        (ps.Grid([[1]]), {"now": "soon"}, ps.OptionError, "now is 'soon'"),
        (ps.Grid([[1]]), {"reserved": [(0, 0, 1)]}, ps.ArrayError, r"rows \(x, y, from, until\)"),
        (ps.Grid([[1]]), {"reserved": [(0, 0, 1), (0, 0)]}, ps.ArrayError, "differ in length"),
        (
            ps.Grid([[1]]),
            {"reserved": [(0, 0, 3, 3)]},
            ps.ArrayError,
            r"reserved\[0\] is reserved from 3 until 3",
        ),
        (ps.Grid([[1]]), {"reserved": [(0, 0, 0, math.nan)]}, ps.ArrayError, "must not hold NaN"),
        (ps.Grid([[1]]), {"reserved": [("a", "b", 0, 1)]}, ps.ArrayTypeError, "of numbers, not of <U"),
        (
            ps.Grid([[1]]),
            {"reserved": [(0, 1, 0, 1)]},
            ps.PlaceError,
            r"reserved\[0\] = \(0, 1\) lies outside",
        ),
        (ps.Grid([[1]]), {"reserved": [(0, 1e300, 0, 1)]}, ps.PlaceError, "lies outside"),
        (ps.Grid([[1]]), {"reserved": [(0, 0.5, 0, 1)]}, ps.PlaceTypeError, "whole numbers"),
        (ps.Grid([[1]]), {"reserved": [(0, EVER, 0, 1)]}, ps.PlaceTypeError, "whole numbers"),
    ],
)
def test_bad_arguments(ground, options, error, words):
    with pytest.raises(error, match=words):
        ps.Timed(ground, **options)


def test_bad_claims():
    floor = lane()
    with pytest.raises(ps.OptionError, match=r"no path to claim: Path\(\(0, 0\) to \(4, 0\)"):
        floor.claim(ps.find_path(lane(reserved=[(4, 0, 0, EVER)]), (0, 0), (4, 0)))
    with pytest.raises(ps.OptionError, match="this path has no times"):
        floor.claim(ps.find_path(floor.ground, (0, 0), (4, 0)))
    with pytest.raises(ps.ArrayError, match="none before the one in the row above"):
        floor.claim([(0, 0, 1), (1, 0, 0)])
    with pytest.raises(ps.ArrayError, match="must be finite"):
        floor.claim([(0, 0, 1), (1, 0, EVER)])
    with pytest.raises(ps.PlaceError, match="lies outside"):
        floor.claim(ps.find_path(lane(9), (0, 0), (8, 0)))
    with pytest.raises(ps.OptionError, match="stay is -2"):
        floor.claim([(0, 0, 1)], stay=-2)
    for number in (0, -1, True, "first"):
        with pytest.raises(ps.OptionError, match=f"reservation is {number!r}; allowed: a number that claim"):
            floor.release(number)
    with pytest.raises(ps.OptionError, match="before is inf"):
        floor.forget(EVER)
    with pytest.raises(ps.OptionError, match="made from arrays"):
        floor.update(None)
    assert len(floor.reserved) == 0


@pytest.mark.parametrize("algorithm", ["bfs", "jps", "ida-star", "bidirectional-astar"])
def test_what_does_not_fit_says_so(algorithm):
    with pytest.raises(ps.OptionError, match=f"{algorithm} needs .*; use 'astar'"):
        ps.find_path(lane(), (0, 0), (1, 0), algorithm=algorithm)


@pytest.mark.parametrize("ask", [ps.distance_field, lambda s, p: ps.find_k_paths(s, (2, 0), *p, 3)])
def test_searches_for_all_places_say_that_they_do_not_fit(ask):
    with pytest.raises(ps.OptionError, match="free to stay at"):
        ask(lane(), [(0, 0)])


def test_the_time_at_the_goal_is_that_of_its_searches() -> None:
    floor = ps.Timed(ps.Grid([[1, 1, 1]]), reserved=[(2, 0, 4, math.inf)])
    with pytest.raises(AttributeError, match="stay"):
        floor.stay = 0  # type: ignore[misc]
    assert floor.stay == math.inf
    passing = ps.Timed(floor.ground, stay=0, reservations=floor.reservations)
    found = [ps.find_path(each, (0, 0), (2, 0)).status for each in (floor, passing)]
    assert found == [ps.Status.BLOCKED_GOAL, ps.Status.FOUND]


def test_following_beside_a_table_is_a_name():
    grid = ps.Grid([[1, 1]])
    with pytest.raises(ps.OptionError, match=r"unknown following .*Allowed: forbidden, allowed"):
        ps.Timed(grid, reservations=ps.Reservations(grid), following=np.ones(3))
