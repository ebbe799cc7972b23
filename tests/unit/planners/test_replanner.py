"""A unit that replans: its path, its steps, its limits, and what it refuses."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps import generate
from pathstar.planners import jump_points
from pathstar.planners.replanning import REPAIRS, ReplanStats
from pathstar.spaces.grid import squares_of

WAYS = ("auto", "astar", *REPAIRS)


def hills(side: int = 60, seed: int = 3) -> ps.Map:
    random = np.random.default_rng(seed)
    return ps.Map(random.random((side, side)) > 0.15, cost=random.uniform(1, 9, (side, side)))


def ends_of(map: ps.Map) -> tuple[tuple[int, int], tuple[int, int]]:
    free = np.argwhere(map.passable)[:, ::-1].tolist()
    return tuple(free[0]), tuple(free[-1])


@pytest.mark.parametrize("way", WAYS)
def test_a_unit_walks_to_its_goal_while_walls_appear_before_it(way: str) -> None:
    map = hills()
    start, goal = ends_of(map)
    unit = ps.Replanner(map.grid(), start, goal, way)
    walked, closed = 0, 0
    while (place := unit.next_step()) is not None:
        unit.move(place)
        walked += 1
        path = unit.path
        assert path.start == unit.start == place
        if walked % 5 == 0 and len(path) > 8:
            map.edit("passable", path[4], False)
            closed += 1
            fresh = ps.find_path(map.grid(), place, goal)
            assert bool(unit.path) == bool(fresh)
            assert not fresh or unit.path.cost == pytest.approx(fresh.cost, rel=1e-9)
    assert unit.arrived
    assert closed > 5


@pytest.mark.parametrize("way", WAYS)
def test_no_path_and_then_a_path_again(way: str) -> None:
    map = ps.Map(np.ones((3, 7)))
    unit = ps.Replanner(map.grid(), (0, 1), (6, 1), way)
    assert unit.path.cost == 6
    map.edit("passable", (slice(None), slice(3, 4)), False)
    assert (unit.path.status, unit.next_step()) == (ps.Status.NO_PATH, None)
    map.edit("passable", (3, 0), True)
    assert unit.path
    assert (3, 0) in list(unit.path)
    map.edit("passable", (6, 1), False)
    assert unit.path.status is ps.Status.BLOCKED_GOAL
    map.edit("passable", (6, 1), True)
    map.edit("passable", (0, 1), False)
    assert unit.path.status is ps.Status.BLOCKED_START
    map.edit("passable", (0, 1), True)
    assert unit.path


@pytest.mark.parametrize("way", WAYS)
def test_at_the_goal_that_closes(way: str) -> None:
    map = ps.Map(np.ones((1, 3)))
    unit = ps.Replanner(map.grid(), (1, 0), (1, 0), way)
    assert (len(unit.path), unit.next_step(), unit.arrived) == (1, None, True)
    map.edit("passable", (1, 0), False)
    assert not unit.path
    assert not unit.arrived


@pytest.mark.parametrize("way", REPAIRS)
def test_a_plan_that_a_limit_ends_goes_on(way: str) -> None:
    map = hills()
    start, goal = ends_of(map)
    unit = ps.Replanner(map.grid(), start, goal, way, max_expansions=100)
    limited = 0
    while not (path := unit.path):
        assert path.status is ps.Status.LIMIT
        limited += 1
    assert limited > 2
    assert unit.path.cost == pytest.approx(ps.find_path(map.grid(), start, goal).cost)
    assert ps.Replanner(map.grid(), start, goal, way, max_seconds=0).path.status is ps.Status.LIMIT


@pytest.mark.parametrize("way", REPAIRS)
def test_edits_while_the_first_search_is_under_way(way: str) -> None:
    map, random = hills(), np.random.default_rng(5)
    start, goal = ends_of(map)
    unit = ps.Replanner(map.grid(), start, goal, way, max_expansions=100)
    for _ in range(8):
        assert unit.path.status is ps.Status.LIMIT
        map.edit("cost", random.integers(0, map.width, (20, 2)), random.uniform(1, 9, 20))
        map.edit("passable", random.integers(1, map.width - 1, 2), False)
    while not (path := unit.path):
        assert path.status is ps.Status.LIMIT
    assert path.cost == pytest.approx(ps.find_path(map.grid(), start, goal).cost)


@pytest.mark.parametrize("way", REPAIRS)
def test_a_graph_that_has_grown_is_searched_again(way: str) -> None:
    graph = ps.Graph.from_edges([(0, 1, 1.0), (1, 2, 1.0)])
    unit = ps.Replanner(graph, 0, 2, way)
    assert unit.path.cost == 2
    graph.add_nodes(range(3, 203))
    around = [0, *range(3, 203), 2]
    graph.add_edges([(a, b, 0.001) for a, b in itertools.pairwise(around)])
    assert unit.path.cost == pytest.approx(0.201)
    assert unit.stats.restarts == 1


@pytest.mark.parametrize("way", WAYS)
def test_each_question_plans_once_at_most(way: str) -> None:
    map = hills()
    unit = ps.Replanner(map.grid(), *ends_of(map), way, max_expansions=5)
    for number, ask in enumerate((lambda: unit.path, unit.next_step, lambda: unit.arrived), start=1):
        ask()
        assert unit.stats.searches + unit.stats.repairs == number


def test_another_thread_may_look_at_what_is_planned() -> None:
    """Planning takes the GIL now and then; a thread that reads the stats must not hold it."""
    script = """
import sys, threading
import numpy as np
import pathstar as ps
from pathstar.maps import generate
cost = np.random.default_rng(1).uniform(1, 9, (700, 700))
unit = ps.Replanner(ps.Map(np.ones((700, 700)), cost=cost).grid(), (0, 0), (699, 699), "d-star-lite")
plan = threading.Thread(target=lambda: unit.path)
plan.start()
while plan.is_alive():
    unit.stats
print("planned", unit.stats.repairs)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["planned", "1"], done.stderr


def test_a_repair_looks_at_little() -> None:
    map = hills(200)
    start, goal = ends_of(map)
    unit = ps.Replanner(map.grid(), start, goal, "d-star-lite")
    first = unit.path.stats.expanded
    map.edit("passable", unit.path[4], False)
    assert 0 < unit.path.stats.expanded * 20 < first
    assert unit.stats.restarts == 0


def test_a_chase_needs_few_new_places() -> None:
    searched, repaired, auto = (chase(hills(120), way, 60) for way in ("astar", "mt-d-star-lite", "auto"))
    assert 10 * repaired.stats.expanded < searched.stats.expanded
    assert 5 * auto.stats.expanded < searched.stats.expanded
    assert repaired.stats.restarts == 0


def test_a_goal_that_moves_by_little_is_chased_at_once() -> None:
    map = hills()
    start, goal = ends_of(map)
    unit = ps.Replanner(map.grid(), start, goal)
    assert unit.path
    before = unit.stats
    unit.goal = map.grid().steps_from(goal)[0][0]
    assert unit.path
    assert (unit.stats.searches, unit.stats.repairs) == (before.searches, before.repairs + 1)
    made = unit.stats.expanded
    unit.goal = goal
    assert unit.path
    assert 10 * (unit.stats.expanded - made) < made


def test_a_goal_elsewhere_is_searched_for() -> None:
    map = hills()
    start, goal = ends_of(map)
    unit = ps.Replanner(map.grid(), start, goal)
    assert unit.path
    before = unit.stats
    unit.goal = ends_of(ps.Map(map.passable[:30]))[1]
    assert unit.path
    assert (unit.stats.searches, unit.stats.repairs) == (before.searches + 1, before.repairs)


@pytest.mark.parametrize("way", ["mt-d-star-lite", "auto"])
@pytest.mark.parametrize("seed", range(4))
def test_a_chase_stays_on_a_cheapest_path_while_places_change(way: str, seed: int) -> None:
    unit = chase(hills(40, seed), way, 80, edits=6, seed=seed)
    assert unit.stats.searches + unit.stats.repairs > 60


def chase(map: ps.Map, way: str, steps: int, edits: int = 0, seed: int = 0) -> ps.Replanner:
    """A unit that walks while its goal takes random steps, and cells around the unit's path change."""
    unit, random = ps.Replanner(map.grid(), *ends_of(map), way), np.random.default_rng(seed)
    for number in range(steps):
        fresh = ps.find_path(map.grid(), unit.start, unit.goal)
        assert unit.path.cost == pytest.approx(fresh.cost, rel=1e-9), number
        if len(fresh) > 2:
            unit.move(unit.path[1])
        around = map.grid().steps_from(unit.goal)
        unit.goal = around[random.integers(len(around))][0]
        for place in random.integers(0, map.width, (edits, 2)).tolist():
            if tuple(place) not in (unit.start, unit.goal):
                map.edit("cost", tuple(place), random.uniform(1, 9))
    return unit


def test_the_place_where_a_chase_began_may_close_or_be_the_goal() -> None:
    map = ps.Map(np.ones((3, 9)))
    unit = ps.Replanner(map.grid(), (0, 1), (8, 1), "mt-d-star-lite")
    for place in ((1, 1), (2, 1), (3, 1)):
        assert unit.path
        unit.move(place)
        unit.goal = (8, 3 - unit.goal[1] if unit.goal[1] != 1 else 2)
    assert unit.path.cost == pytest.approx(4 + 2**0.5)
    map.edit("passable", (0, 1), False)
    assert unit.path.cost == pytest.approx(4 + 2**0.5)
    map.edit("passable", (0, 1), True)
    unit.goal = (0, 1)
    assert unit.path.cost == 3


@pytest.mark.parametrize("way", WAYS)
def test_goals_far_outside_of_a_closed_room(way: str) -> None:
    """No search comes near them, and the second has nothing left to expand."""
    map = ps.Map(np.ones((60, 60)))
    map.edit("passable", (slice(0, 4), slice(0, 4)), False)
    map.edit("passable", (slice(1, 3), slice(1, 3)), True)
    unit = ps.Replanner(map.grid(), (1, 1), (50, 50), way)
    for goal in ((50, 50), (50, 10), (10, 50)):
        unit.goal = goal
        assert unit.path.status is ps.Status.NO_PATH


def test_a_path_is_kept_where_an_edit_cannot_matter() -> None:
    map = ps.Map(np.ones((50, 50)), cost=np.ones((50, 50)))
    unit = ps.Replanner(map.grid(), (5, 5), (20, 5))
    before = unit.path
    map.edit("passable", (40, 40), False)
    map.edit("cost", (45, 45), 0.99)
    assert unit.path.cost == before.cost
    assert (unit.stats.searches + unit.stats.repairs, unit.stats.kept) == (1, 1)
    map.edit("cost", (10, 5), 0.5)
    assert unit.path.cost == 14.5
    assert unit.stats.searches + unit.stats.repairs == 2


def test_a_path_is_kept_by_what_is_ahead() -> None:
    map = ps.Map(np.ones((9, 30)), cost=np.ones((9, 30)))
    unit = ps.Replanner(map.grid(), (2, 4), (28, 4))
    plans = unit.stats
    for place in list(unit.path)[1:6]:
        unit.move(place)
    map.edit("cost", (3, 4), 5.0)  # behind the unit
    assert unit.path.cost == 21
    assert unit.stats.kept == plans.kept + 1
    map.edit("cost", (slice(0, 9), slice(20, 21)), 3.0)
    assert unit.path.cost == 23
    assert unit.stats.kept == plans.kept + 1


def test_steps_over_ground_that_has_changed_are_not_taken_for_what_they_cost() -> None:
    map = ps.Map(np.ones((9, 30)), cost=np.ones((9, 30)))
    grid = map.grid()
    unit = ps.Replanner(grid, (2, 4), (28, 4))
    first, second, *_ = list(unit.path)[1:]
    map.edit("cost", first, 0.0)
    assert ps.find_path(grid, (2, 4), first).cost == 0  # the grid has followed
    unit.move(first)
    map.edit("cost", second, 1.9)
    assert unit.path.cost == ps.find_path(grid, first, (28, 4)).cost > 24


def test_a_change_is_announced_but_not_a_step() -> None:
    map, heard = ps.Map(np.ones((5, 9))), []
    unit = ps.Replanner(map.grid(), (0, 2), (8, 2), on_change=lambda unit: heard.append(unit.path.cost))
    assert unit.path
    unit.move(unit.next_step())
    assert unit.path
    assert heard == []
    map.edit("passable", (slice(1, 4), slice(4, 5)), False)
    unit.next_step()
    assert heard == [unit.path.cost]
    unit.goal = (8, 4)
    assert unit.path
    assert len(heard) == 2


@pytest.mark.parametrize("way", WAYS)
def test_a_unit_without_a_heading_stays_at_its_goal(way: str) -> None:
    map = ps.Map(np.ones((6, 6)))
    unit = ps.Replanner(ps.Turning(map.grid(), 1.0), (3, 3), (3, 3, 2), way)
    assert unit.path.cost == 0
    map.edit("passable", (0, 0), False)
    assert unit.path.cost == 0


def test_a_unit_that_steers_keeps_its_heading() -> None:
    space = ps.Turning(ps.Grid(np.ones((6, 6))), 1.0)
    unit = ps.Replanner(space, (0, 0), (5, 2), "d-star-lite")
    whole = unit.path
    for place in list(whole)[1:4]:
        unit.move(place[:2])
        assert unit.start == place
    assert list(unit.path) == list(whole)[3:]
    assert ps.check_path(space, unit.path)


def test_it_can_be_pickled() -> None:
    unit = ps.Replanner(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0), "lpa-star")
    unit.move((1, 0))
    again = pickle.loads(pickle.dumps(unit))
    assert (again.start, again.goal, again.algorithm, again.path.cost) == ((1, 0), (2, 0), "lpa-star", 1)


@pytest.mark.parametrize(
    ("asked", "name"),
    [("D* Lite", "d-star-lite"), ("Lifelong Planning A*", "lpa-star"), ("A*", "astar"), ("AUTO", "auto")],
)
def test_algorithms_go_by_their_titles_too(asked: str, name: str) -> None:
    unit = ps.Replanner(ps.Grid([[1] * 5]), (0, 0), (4, 0), asked)
    assert (unit.algorithm, unit.path.cost) == (name, 4)


def test_what_it_refuses() -> None:
    grid = ps.Grid([[1, 1, 1]])
    with pytest.raises(ps.OptionError, match="did you mean 'd-star-lite'"):
        ps.Replanner(grid, (0, 0), (2, 0), "d-star-light")
    with pytest.raises(ps.OptionError, match="all known and can be followed back, not a Timed"):
        ps.Replanner(ps.Timed(grid), (0, 0), (2, 0))
    with pytest.raises(ps.PlaceError):
        ps.Replanner(grid, (0, 0), (3, 0))
    with pytest.raises(ps.OptionError, match="on_change is 3; allowed: a function of the unit, or None"):
        ps.Replanner(grid, (0, 0), (1, 0), on_change=3)  # type: ignore[arg-type]
    with pytest.raises(ps.OptionError, match="max_expansions"):
        ps.Replanner(grid, (0, 0), (2, 0), max_expansions=0)
    for name in ("d-star-lite", "D* Lite"):
        with pytest.raises(ps.OptionError, match="d-star-lite is D\\* Lite, not a way to find one path"):
            ps.find_path(grid, (0, 0), (2, 0), algorithm=name)
    for lines in ("theta-star", "lazy-theta-star"):
        with pytest.raises(ps.OptionError, match=f"^{lines} finds lines, and a Replanner goes from place"):
            ps.Replanner(grid, (0, 0), (2, 0), lines)
    unit = ps.Replanner(grid, (0, 0), (2, 0))
    with pytest.raises(ps.PlaceError):
        unit.move((0, 1))
    with pytest.raises(ps.PlaceTypeError):
        unit.goal = (0.5, 1)
    assert (unit.start, unit.goal) == ((0, 0), (2, 0))


def stats_of_a_journey(passable: np.ndarray, cost: np.ndarray | None, way: str) -> ReplanStats:
    """What a unit did in 40 steps between two corners, while twenty cells changed after each."""
    map = ps.Map(passable.copy(), cost=cost)
    start, goal = far_ends(passable)
    unit = ps.Replanner(map.grid(), start, goal, way)
    random = np.random.default_rng(3)
    for _ in range(40):
        unit.move(unit.path[1])
        places = random.integers(0, len(passable), (20, 2))
        places = places[~(places[:, None] == np.array([unit.start, goal])).all(axis=2).any(axis=1)]
        if cost is None:
            map.edit("passable", np.unique(places, axis=0), bool(random.random() > 0.25))
        else:
            map.edit("cost", places, random.uniform(1, 5, len(places)))
    return unit.stats


def test_it_repairs_where_that_is_cheaper_than_jump_points() -> None:
    passable = np.random.default_rng(1).random((128, 128)) > 0.3
    auto = stats_of_a_journey(passable, None, "auto")
    assert auto.repairs >= 5
    assert auto.expanded < stats_of_a_journey(passable, None, "jps").expanded


def test_repairs_that_are_dearer_give_way_to_searches() -> None:
    costs = np.random.default_rng(1).uniform(1, 5, (64, 64))
    maze = generate.maze(64, 64, seed=1).passable
    searched, auto, repaired = (
        stats_of_a_journey(maze, costs, way) for way in ("astar", "auto", "d-star-lite")
    )
    assert 4 * repaired.expanded > 5 * searched.expanded  # an expansion of a repair counts as three
    assert 0 < auto.repairs < 10
    assert auto.expanded < 1.25 * searched.expanded


def test_repairs_are_not_tried_where_most_of_the_ground_is_behind_the_edits() -> None:
    """In a maze all that is reached depends on a few corridors."""
    maze = generate.maze(200, 200, seed=3).passable
    searched, auto = (stats_while_fifty_cells_change(maze, way) for way in ("astar", "auto"))
    assert searched.searches > 2
    assert auto.repairs == 1  # the first plan
    assert auto.searches == searched.searches - 1
    assert auto.expanded < 1.36 * searched.expanded  # the first plan, from the goal, expands more


def stats_while_fifty_cells_change(passable: np.ndarray, way: str) -> ReplanStats:
    """What a unit did in at most 20 steps, while fifty cells anywhere were closed or opened after each."""
    map, random = ps.Map(passable.copy()), np.random.default_rng(3)
    start, goal = far_ends(passable)
    unit = ps.Replanner(map.grid(), start, goal, way)
    for _ in range(20):
        if not unit.path:
            break
        unit.move(unit.path[1])
        places = np.unique(random.integers(0, len(passable), (50, 2)), axis=0)
        places = places[~(places[:, None] == np.array([unit.start, goal])).all(axis=2).any(axis=1)]
        map.edit("passable", places, random.random(len(places)) < 0.75)
    return unit.stats


@pytest.mark.parametrize(("side", "share"), [(64, 0.75), (128, 0.5)])
def test_costs_that_drift_are_followed_where_that_is_cheaper(side: int, share: float) -> None:
    searched, followed = (
        sum(expanded_while_costs_drift(way, side, seed) for seed in (3, 4, 5)) for way in ("astar", "auto")
    )
    assert followed < share * searched


def expanded_while_costs_drift(way: str, side: int, seed: int) -> int:
    """How many nodes a unit expanded in 40 steps, while twenty costs changed a little after each."""
    random = np.random.default_rng(seed)
    passable = generate.caves(side, side, seed=seed).passable
    map = ps.Map(passable, cost=random.uniform(1, 5, (side, side)))
    unit = ps.Replanner(map.grid(), *far_ends(passable), way)
    for _ in range(40):
        unit.move(unit.path[1])
        places = random.integers(0, side, (20, 2))
        map.edit("cost", places, map.cost[places[:, 1], places[:, 0]] * random.uniform(0.9, 1.1, 20))
    return unit.stats.expanded


def far_ends(passable: np.ndarray) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two corners of the largest connected area."""
    labels = ps.islands(ps.Grid(passable)).labels
    cells = np.argwhere(labels == np.bincount(labels[labels > 0]).argmax())[:, ::-1]
    first, last = (tuple(cells[end].tolist()) for end in (cells.sum(1).argmin(), cells.sum(1).argmax()))
    return first, last


def test_many_units_ask_once_whether_jump_points_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding out takes time in proportion to the map, so only the first unit after an edit does it."""
    asked: list[object] = []
    monkeypatch.setattr(jump_points, "squares_of", lambda *given: asked.append(given) or squares_of(*given))
    map = ps.Map(np.random.default_rng(1).random((20, 20)) > 0.3)  # too many of them
    grid, (start, goal) = map.grid(), ends_of(map)
    for _ in range(3):
        ps.Replanner(grid, start, goal)
    assert len(asked) == 1
    map.edit("passable", (5, 5), not map.passable[5, 5])
    for _ in range(3):
        ps.Replanner(grid, start, goal)
    assert len(asked) == 2
