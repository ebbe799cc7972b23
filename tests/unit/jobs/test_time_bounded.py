"""A unit that walks while its search is under way."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pathstar as ps
from pathstar.jobs import TimeBoundedWalk
from pathstar.maps import generate

SLACK = 1e-9


def walked_whole(walk: TimeBoundedWalk, most: int = 20_000) -> TimeBoundedWalk:
    for _ in range(most):
        if walk.done:
            return walk
        walk.step()
    raise AssertionError("it never ends")


def paid(space: ps.Grid, places: list[tuple[int, int]]) -> float:
    """The cost of a walk; checks that each step is one of the space."""
    return sum(dict(space.steps_from(a))[b] for a, b in itertools.pairwise(places))


@given(
    seed=st.integers(0, 10_000), expansions=st.sampled_from([1, 3, 17, 200, 10**6]), weighted=st.booleans()
)
def test_a_walk_is_made_of_steps_and_ends_at_the_goal(seed: int, expansions: int, weighted: bool) -> None:
    random = np.random.default_rng(seed)
    costs = random.uniform(1, 4, (17, 23)) if weighted else None
    grid = ps.Grid(random.random((17, 23)) > 0.3, cost=costs)
    free = np.argwhere(grid.walkable)[:, ::-1]
    start, goal = (tuple(free[i].tolist()) for i in random.integers(len(free), size=2))
    walk = walked_whole(TimeBoundedWalk(grid, start, goal, expansions=expansions))
    best = ps.find_path(grid, start, goal)
    assert walk.arrived == bool(best)
    assert walk.cost == pytest.approx(paid(grid, walk.walked))
    if best:
        assert walk.walked[0] == start
        assert walk.place == goal
        assert walk.cost >= best.cost - SLACK
    if best and expansions == 10**6:  # the whole search before the first step
        assert walk.cost == pytest.approx(best.cost)


def test_the_first_step_comes_before_the_path_is_known() -> None:
    castle = generate.rooms(200, 150, seed=3).grid()
    walk = TimeBoundedWalk(castle, (2, 2), (197, 147), expansions=50)
    assert walk.step() != (2, 2)
    assert walk.status is ps.Status.RUNNING
    assert not walk.path
    assert len(walk.path) > 1
    assert walk.path.bound == np.inf


def test_no_step_searches_farther_than_it_may() -> None:
    castle = generate.rooms(200, 150, seed=3).grid()
    walk = TimeBoundedWalk(castle, (2, 2), (197, 147), expansions=300)
    before = 0
    while not walk.done:
        steps = len(walk.walked)
        walk.step()
        assert walk.path.stats.expanded - before <= 300
        assert len(walk.walked) <= steps + 1
        before = walk.path.stats.expanded
    assert before > 10 * 300, "it walks while the search is under way"


def test_it_turns_back_out_of_a_dead_end() -> None:
    walls = np.ones((21, 30), bool)
    walls[3:18, 20] = walls[3, 5:20] = walls[17, 5:20] = False  # a bag that opens to the left
    grid = ps.Grid(walls)
    walk = walked_whole(TimeBoundedWalk(grid, (10, 10), (28, 10), expansions=4))
    assert walk.arrived
    assert len(set(walk.walked)) < len(walk.walked), "it went into the bag and came back by the same path"
    assert walk.cost > ps.find_path(grid, (10, 10), (28, 10)).cost


def test_a_one_way_step_is_not_taken_back() -> None:
    """If it cannot go back, it searches again from where it is."""
    edges = [("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 9.0), ("a", "d", 3.0), ("d", "goal", 1.0)]
    places = {"a": (0, 0), "b": (2, 0), "c": (3, 0), "d": (0, 3), "goal": (4, 0)}
    graph = ps.Graph.from_edges(edges, names=list(places), positions=list(places.values()), directed=True)
    walk = walked_whole(TimeBoundedWalk(graph, "a", "goal", expansions=2), most=50)
    assert walk.arrived
    assert all(b in dict(graph.steps_from(a)) for a, b in zip(walk.walked, walk.walked[1:], strict=False))


def test_edits_make_it_search_again() -> None:
    map = ps.Map(np.ones((9, 30)))
    walk = TimeBoundedWalk(map.grid(), (0, 4), (29, 4), expansions=10_000)
    for _ in range(5):
        walk.step()
    assert walk.status is ps.Status.FOUND
    map.edit("passable", (slice(0, 8), slice(15, 16)), False)
    walked_whole(walk)
    assert walk.arrived
    assert (15, 8) in walk.walked
    assert walk.cost == pytest.approx(paid(map.grid(), walk.walked))


def test_edits_beside_a_search_under_way_are_seen() -> None:
    map = ps.Map(np.ones((9, 60)))
    walk = TimeBoundedWalk(map.grid(), (0, 4), (59, 4), expansions=3)
    for _ in range(6):
        walk.step()
    x, _ = walk.place
    map.edit("passable", (slice(0, 8), slice(x + 2, x + 3)), False)
    walked_whole(walk)
    assert walk.arrived
    assert (x + 2, 8) in walk.walked


def test_a_goal_out_of_reach_ends_the_walk() -> None:
    walls = np.ones((9, 9), bool)
    walls[:, 4] = False
    walk = walked_whole(TimeBoundedWalk(ps.Grid(walls), (0, 4), (8, 4), expansions=2))
    assert walk.status is ps.Status.NO_PATH
    assert not walk.arrived
    assert walk.step() == walk.place == walk.walked[-1]
    assert walk.done


@pytest.mark.parametrize(
    ("start", "goal", "status"),
    [
        ((0, 0), (4, 0), ps.Status.NO_PATH),
        ((0, 0), (2, 0), ps.Status.BLOCKED_GOAL),
        ((2, 0), (0, 0), ps.Status.BLOCKED_START),
        ((0, 0), ps.goals.any_of([(3, 0), (4, 0)]), ps.Status.NO_PATH),
    ],
)
def test_a_walk_without_a_path_is_done(start: tuple[int, int], goal: object, status: ps.Status) -> None:
    walk = walked_whole(TimeBoundedWalk(ps.Grid([[1, 1, 0, 1, 1]]), start, goal, expansions=1), most=10)
    assert (walk.status, walk.arrived) == (status, False)


def test_an_edit_takes_a_walk_up_again() -> None:
    map = ps.Map([[1, 1, 0, 1, 1]])
    walk = walked_whole(TimeBoundedWalk(map.grid(), (0, 0), (4, 0), expansions=1), most=10)
    map.edit("passable", (2, 0), True)
    assert not walk.done
    assert walked_whole(walk, most=10).arrived
    assert walk.walked == [(x, 0) for x in range(5)]


def test_a_unit_at_its_goal_arrives_at_once() -> None:
    walk = TimeBoundedWalk(ps.Grid([[1, 1]]), (1, 0), (1, 0))
    assert walk.step() == (1, 0)
    assert walk.arrived
    assert walk.cost == 0


def test_it_goes_to_any_of_several_goals() -> None:
    grid = ps.Grid(np.ones((5, 6)))
    walk = walked_whole(
        TimeBoundedWalk(grid, (1, 1), ps.goals.any_of([(5, 4), (0, 4)]), expansions=2, weight=2)
    )
    assert walk.place in {(5, 4), (0, 4)}


def test_it_walks_over_hexagons_and_boxes() -> None:
    rooms = generate.rooms(30, 20, seed=1)
    for space, start, goal in (
        (rooms.hexgrid(), (2, 2), (27, 17)),
        (ps.VoxelGrid(np.ones((4, 5, 6))), (0, 0, 0), (5, 4, 3)),
    ):
        walk = walked_whole(TimeBoundedWalk(space, start, goal, expansions=9))
        assert walk.arrived
        assert walk.cost >= ps.find_path(space, start, goal).cost - SLACK


@pytest.mark.parametrize("expansions", [0, -1, 1.5, "5", None, float("nan")])
def test_the_work_of_a_step_is_a_whole_number(expansions: object) -> None:
    with pytest.raises(ps.OptionError, match="expansions"):
        TimeBoundedWalk(ps.Grid([[1, 1]]), (0, 0), (1, 0), expansions=expansions)  # type: ignore[arg-type]


def test_wrong_ends_and_spaces_are_named() -> None:
    with pytest.raises(ps.PlaceError):
        TimeBoundedWalk(ps.Grid([[1, 1]]), (0, 0), (5, 0))
    for layer in (ps.Timed, ps.Turning):
        with pytest.raises(ps.OptionError, match="times or headings"):
            TimeBoundedWalk(layer(ps.Grid([[1, 1]])), (0, 0), (1, 0))
    with pytest.raises(ps.OptionError, match=r"^a NavMesh has no places to walk to one by one"):
        TimeBoundedWalk(ps.NavMesh.from_grid(ps.Grid([[1, 1]])), (0.5, 0.5), (1.5, 0.5))
