"""Lines in any direction compared with an exact visibility graph, and what their rows promise."""

from __future__ import annotations

import itertools
import math
import pickle

import numpy as np
import pytest
from tests.oracle import plane, sight

import pathstar as ps

ROWS = [name for name, row in ps.ALGORITHMS.items() if row.any_angle]
OVER_CENTRES = [name for name in ROWS if name != "anya"]
RULES = ("no_cut", "no_squeeze", "free")


def boards(count: int, seed: int, largest: int = 11):
    """Random boards with two walkable places, from empty to crowded, with diagonal walls too."""
    dice = np.random.default_rng(seed)
    while count:
        height, width = dice.integers(1, largest, 2)
        walkable = dice.random((height, width)) > dice.choice([0.1, 0.25, 0.4])
        free = np.argwhere(walkable)[:, ::-1]
        if len(free):
            start, goal = (tuple(cell) for cell in free[dice.integers(0, len(free), 2)].tolist())
            yield walkable, start, goal
            count -= 1


def test_anya_finds_the_shortest_line() -> None:
    found = 0
    for walkable, start, goal in boards(150, 1):
        grid = ps.Grid(walkable, moves=ps.Moves(corners="no_squeeze"))
        path = ps.find_path(grid, start, goal, algorithm="anya")
        assert path.cost == pytest.approx(plane.shortest(walkable, start, goal), rel=1e-12), (start, goal)
        assert bool(path) == math.isfinite(path.cost)
        assert not path or ps.check_path(grid, path), ps.check_path(grid, path).problem
        if path:
            back = ps.find_path(grid, goal, start, algorithm="anya")
            assert back.cost == pytest.approx(path.cost, rel=1e-12)
            found += len(path) > 2
    assert found > 25


def test_anya_on_larger_maps_is_no_longer_than_other_lines() -> None:
    for seed, kind in enumerate(("caves", "rooms", "random_obstacles", "maze")):
        made = getattr(ps.maps.generate, kind)(60, 50, seed=seed)
        grid = made.grid(ps.Moves(corners="no_squeeze"))
        free = np.argwhere(grid.walkable)[:, ::-1]
        for start, goal in itertools.pairwise(map(tuple, free[:: len(free) // 9].tolist())):
            path = ps.find_path(grid, start, goal, algorithm="anya")
            steps = ps.find_path(grid, start, goal)
            assert bool(path) == bool(steps)
            if path:
                assert ps.check_path(grid, path)
                assert math.dist(start, goal) - 1e-9 <= path.cost <= ps.smooth.funnel(steps).cost + 1e-9
                theta = ps.find_path(grid, start, goal, algorithm="theta-star")
                assert path.cost <= theta.cost + 1e-9


def shortest_over_centres(walkable: np.ndarray, corners: str, start, goal) -> float:
    """The shortest line that turns only at centres."""
    cells = [tuple(cell) for cell in np.argwhere(walkable)[:, ::-1].tolist()]
    best, left = {start: 0.0}, set(cells)
    while left:
        at = min(left, key=lambda cell: best.get(cell, math.inf))
        if at == goal or at not in best:
            break
        left.remove(at)
        for other in left:
            reached = best[at] + math.dist(at, other)
            if reached < best.get(other, math.inf) and sight.sees(walkable, corners, at, other):
                best[other] = reached
    return best.get(goal, math.inf)


def cuts_steps_short(grid: ps.Grid, name: str, dice: np.random.Generator) -> bool:
    """Whether a random line costs less than the path of steps; checks that it is legal and costs no more."""
    free = np.argwhere(grid.walkable)[:, ::-1]
    start, goal = (tuple(cell) for cell in free[dice.integers(0, len(free), 2)].tolist())
    path, steps = ps.find_path(grid, start, goal, algorithm=name), ps.find_path(grid, start, goal)
    assert bool(path) == bool(steps)
    if not path:
        return False
    assert ps.check_path(grid, path), ps.check_path(grid, path).problem
    assert path.cost <= steps.cost * (1 + 1e-9)
    return path.cost < steps.cost * (1 - 1e-6)


@pytest.mark.parametrize("name", OVER_CENTRES)
def test_lines_over_centres_keep_their_bound(name: str) -> None:
    longer = 0
    for number, (walkable, start, goal) in enumerate(boards(24, 2, 7)):
        moves = ps.Moves(directions=(8, 4)[number % 4 == 3], corners=RULES[number % 3])
        grid = ps.Grid(walkable, moves=moves)
        path = ps.find_path(grid, start, goal, algorithm=name)
        optimum = shortest_over_centres(walkable, moves.corners, start, goal)
        if moves.directions == 8 or math.isinf(optimum):
            assert bool(path) == math.isfinite(optimum)
        if path:
            assert ps.check_path(grid, path), ps.check_path(grid, path).problem
            assert path.cost >= optimum * (1 - 1e-9)
            longer += path.cost > optimum * (1 + 1e-9)
            if start == goal:
                assert path.bound == 1
                continue
            if moves.directions == 4 and moves.corners == "free":
                assert math.isinf(path.bound)
                continue
            assert path.cost <= optimum * path.bound * (1 + 1e-9)
            assert path.bound == pytest.approx(
                1.0824 if moves.corners != "no_cut" and moves.directions == 8 else 2**0.5, abs=1e-4
            )
    assert longer <= 4


@pytest.mark.parametrize("name", OVER_CENTRES)
def test_no_bound_is_stated_where_lines_pass_and_steps_do_not(name: str) -> None:
    board = np.ones((12, 12), bool)
    board[np.arange(1, 12), np.arange(11)[::-1]] = False  # a diagonal wall, open at its upper end
    grid = ps.Grid(board, moves=ps.Moves(directions=4, corners="free"))
    path = ps.find_path(grid, (5, 5), (6, 6), algorithm=name)
    assert sight.sees(board, "free", (5, 5), (6, 6))
    assert path.cost > 2 * math.sqrt(2)
    assert math.isinf(path.bound)


@pytest.mark.parametrize("name", OVER_CENTRES)
@pytest.mark.parametrize("cost", [False, True])
def test_lines_are_never_dearer_than_steps(name: str, cost: bool) -> None:
    straighter = 0
    for number in range(12):
        made = ps.maps.generate.caves(32, 32, seed=number)
        dice = np.random.default_rng(number)
        prices = dice.uniform(0.3, 5, made.shape) if cost else None
        moves = ps.Moves(corners=RULES[number % 3])
        grid = ps.Grid(made.passable, cost=prices, cost_model="mean", moves=moves)
        straighter += cuts_steps_short(grid, name, dice)
    assert straighter > 5


@pytest.mark.parametrize("name", OVER_CENTRES)
@pytest.mark.parametrize("unit", [{"side": 2}, {"radius": 1.3}])
def test_units_with_a_size_go_in_any_direction(name: str, unit) -> None:
    dice, found = np.random.default_rng(3), 0
    for _ in range(10):
        found += cuts_steps_short(ps.Grid(dice.random((30, 30)) > 0.02).sized(**unit), name, dice)
    assert found > 3


@pytest.mark.parametrize("name", ROWS)
def test_sliced_is_whole(name: str) -> None:
    grid = ps.maps.generate.caves(40, 40, seed=4).grid(ps.Moves(corners="no_squeeze"))
    free = np.argwhere(grid.walkable)[:, ::-1]
    start, goal = tuple(free[3].tolist()), tuple(free[-3].tolist())
    planner = ps.Planner(grid, name)
    path = planner.find(start, goal)
    assert len(path) > 2
    for budget in (1, 7, 10**6):
        search = planner.search(start, goal)
        while search.step(budget) is ps.Status.RUNNING:
            pass
        assert list(search.path) == list(path)
        assert search.path.stats.expanded == path.stats.expanded
    again = pickle.loads(pickle.dumps(planner)).find(start, goal)
    assert again.cost == planner.find(start, goal).cost
    assert list(pickle.loads(pickle.dumps(path))) == list(path)


@pytest.mark.parametrize("name", ROWS)
def test_an_edit_makes_a_stepped_search_begin_again(name: str) -> None:
    walkable = np.ones((20, 20))
    walkable[8:, 9] = 0
    board = ps.Map(walkable)
    grid = board.grid(ps.Moves(corners="no_squeeze"))
    search = ps.Planner(grid, name).search((0, 0), (19, 10))
    assert search.step(1) is ps.Status.RUNNING
    board.edit("passable", (9, 5), False)
    while search.step(3) is ps.Status.RUNNING:
        pass
    assert search.path.cost == ps.find_path(grid, (0, 0), (19, 10), algorithm=name).cost
    assert search.path.stats.restarts <= 1


@pytest.mark.parametrize("name", ROWS)
def test_limits_statuses_and_ends(name: str) -> None:
    grid = ps.Grid([[1, 1, 1, 0, 1], [1, 0, 1, 0, 1]], moves=ps.Moves(corners="no_squeeze"))

    def find(start, goal, **options: object) -> ps.Path:
        return ps.find_path(grid, start, goal, algorithm=name, **options)

    assert find((0, 1), (4, 1)).status is ps.Status.NO_PATH
    assert find((3, 1), (0, 1)).status is ps.Status.BLOCKED_START
    assert find((0, 1), (3, 1)).status is ps.Status.BLOCKED_GOAL
    assert find((0, 1), (0, 1)).points.tolist() == [[0, 1]]
    assert find((0, 1), (0, 1)).cost == 0
    assert find((0, 1), (2, 1), max_expansions=1).status is ps.Status.LIMIT
    assert find((0, 1), (2, 1), max_cost=2.1).status is ps.Status.LIMIT
    assert find((0, 1), (2, 1), max_cost=9, max_seconds=9).status is ps.Status.FOUND
    assert find((0, 1), ps.goals.any_of([(4, 1), (2, 1)])).goal == (2, 1)
    paths = ps.find_paths(grid, [(0, 1)], [(2, 1)], algorithm=name, costs_only=True)
    assert paths.costs[0] == find((0, 1), (2, 1)).cost


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"heuristic": "zero"}, "an estimate of its own"),
        ({"weight": 2.0}, "an estimate of its own"),
        ({"open_list": "bucket"}, "needs the open list 'heap'"),
        ({"partial": True}, "partial needs one search"),
        ({"avoid": [(1, 1)]}, "passes over places"),
        ({"prefer": "straight"}, "prefer"),
        ({"skip_dead_ends": True}, "takes no skip_dead_ends"),
    ],
)
def test_options_that_do_not_fit_are_refused(options, words) -> None:
    with pytest.raises(ps.OptionError, match=words):
        ps.Planner(ps.Grid(np.ones((3, 3))), "theta-star", **options)


def test_anya_names_the_setting_that_it_cannot_have() -> None:
    rule = ps.Moves(corners="no_squeeze")
    for grid, words in (
        (
            ps.Grid(np.ones((3, 3))),
            r"anya needs the corner rule 'no_squeeze', .*not Moves\(corners='no_cut'\)",
        ),
        (ps.Grid(np.ones((3, 3)), cost=np.ones((3, 3)), moves=rule), "anya needs a grid without costs"),
        (ps.Grid(np.ones((4, 4)), moves=rule).sized(2), "anya needs a unit without a size"),
        (ps.HexGrid(np.ones((3, 3))), "anya needs a grid of plain squares"),
        (ps.Grid(np.ones((3, 3)), wrap="x"), "anya needs a grid of 4 or 8 directions"),
    ):
        with pytest.raises(ps.OptionError, match=words):
            ps.Planner(grid, "anya")


@pytest.mark.parametrize("name", ROWS)
def test_a_line_is_valid_as_long_as_it_is_free(name: str) -> None:
    board = ps.Map(np.ones((9, 9)))
    grid = board.grid(ps.Moves(corners="no_squeeze"))
    path = ps.find_path(grid, (0, 0), (8, 4), algorithm=name)
    assert path.is_valid()
    board.edit("passable", (8, 0), False)
    assert path.is_valid()
    board.edit("passable", (4, 2), False)
    assert not path.is_valid()


def test_many_lines_at_once_are_refused() -> None:
    grid = ps.Grid(np.ones((3, 3)))
    with pytest.raises(ps.OptionError, match="find them one by one, or ask for costs_only=True"):
        ps.find_paths(grid, [(0, 0)], [(2, 2)], algorithm="lazy-theta-star")
