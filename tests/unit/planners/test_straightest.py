"""The cheapest path that turns least, compared with all cheapest paths."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps


def bearing(space, number: int) -> np.ndarray:
    """The angle of a direction, computed from centres."""
    if isinstance(space, ps.VoxelGrid):
        return np.multiply(space.directions[number], space.spacing)
    if not isinstance(space, ps.HexGrid):
        return np.array(space.directions[number], float)
    return np.array([math.cos(plain.bearing(space, number)), math.sin(plain.bearing(space, number))])


def directions_of(space, place) -> dict:
    """The angles of the steps, by target."""
    if isinstance(space, ps.HexGrid):
        return {plain.lands(space, place, number): bearing(space, number) for number in range(6)}
    found = {}
    for number, by in enumerate(space.directions):
        found[tuple(a + d for a, d in zip(place, by, strict=True))] = bearing(space, number)
    return found


def angle(a: np.ndarray, b: np.ndarray) -> float:
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    return math.degrees(2 * math.atan2(float(np.linalg.norm(a - b)), float(np.linalg.norm(a + b))))


def turns(space, places) -> tuple[float, int]:
    ways = [directions_of(space, a)[b] for a, b in itertools.pairwise(places)]
    angles = [angle(a, b) for a, b in itertools.pairwise(ways)]
    return round(sum(angles), 6), sum(each > 1e-6 for each in angles)


def best_turns(space, start, goal) -> tuple[float, int]:
    """The least turns of all cheapest paths, by trying each."""
    steps = plain.known_steps(space)
    from_start = plain.costs_from(space, start)
    best, stack = (math.inf, 0), [[start]]
    while stack:
        path = stack.pop()
        if path[-1] == goal:
            best = min(best, turns(space, path))
            continue
        for following, cost in steps(path[-1]):
            ahead = from_start[path[-1]] + cost
            if abs(ahead - from_start.get(following, math.inf)) < 1e-9 and ahead < from_start[goal] + 1e-9:
                stack.append([*path, following])
    return best


def spaces():
    dice = np.random.default_rng(11)
    for number in range(40):
        walkable = dice.random((6, 6)) > 0.2
        cost = dice.integers(1, 3, (6, 6)).astype(float) if number % 3 == 0 else None
        model = ("enter", "mean")[number % 2]
        corners = ("no_cut", "no_squeeze", "free")[number % 3]
        if number % 5 == 0:
            yield ps.HexGrid(walkable, cost=cost, cost_model=model, layout=("odd-r", "even-q")[number % 2])
        elif number % 5 == 1:
            yield ps.VoxelGrid(dice.random((3, 4, 4)) > 0.2, spacing=((1, 1, 1), (1, 2, 0.5))[number % 2])
        elif number % 5 == 2:
            yield ps.Grid(walkable, cost=cost, cost_model=model, moves=ps.Moves(directions=4))
        elif number % 5 == 3:
            yield ps.Grid(walkable, moves=ps.Moves(directions=16, corners=corners))
        else:
            yield ps.Grid(walkable, cost=cost, cost_model=model, moves=ps.Moves(corners=corners))


def test_it_turns_as_little_as_any_cheapest_path() -> None:
    dice, better = np.random.default_rng(12), 0
    for space in spaces():
        free = np.argwhere(space.walkable)[:, ::-1]
        start, goal = (tuple(cell) for cell in free[dice.integers(0, len(free), 2)].tolist())
        path, any_path = ps.find_path(space, start, goal, prefer="straight"), ps.find_path(space, start, goal)
        assert path.status is any_path.status
        assert path.cost == any_path.cost
        if len(path) > 2:
            assert ps.check_path(space, path), ps.check_path(space, path).problem
            assert turns(space, list(path)) == pytest.approx(best_turns(space, start, goal), abs=1e-5)
            better += turns(space, list(path)) < turns(space, list(any_path))
    assert better > 3


def test_the_guide_s_path_turns_by_180_degrees() -> None:
    walkable = np.ones((5, 7), bool)
    walkable[1:4, 3] = False
    grid = ps.Grid(walkable, moves=ps.Moves(straight=10, diagonal=14))
    below = [(1, 2), (1, 3), (2, 4), (3, 4), (4, 4), (5, 3), (5, 2)]
    above = [(x, 4 - y) for x, y in below]
    path = ps.find_path(grid, (1, 2), (5, 2), prefer="straight")
    assert path.cost == 68
    assert turns(grid, list(path)) == pytest.approx((180, 4))
    only_below = np.ones((5, 7), bool)
    only_below[0] = False
    assert list(ps.find_path(grid, (1, 2), (5, 2), prefer="straight", only=only_below)) == below
    assert list(path) in (below, above)


OPTIMAL = [
    name
    for name, row in ps.ALGORITHMS.items()
    if row.guarantee.startswith("optimal") and row.unsupported_reason(ps.Grid([[1]])) is None
]


@pytest.mark.parametrize("name", OPTIMAL)
def test_every_optimal_search_takes_it(name: str) -> None:
    grid = ps.Grid(np.ones((7, 9)))
    path = ps.find_path(grid, (0, 0), (8, 4), algorithm=name, prefer="straight")
    assert turns(grid, list(path)) == pytest.approx((45, 1))
    assert path.cost == ps.find_path(grid, (0, 0), (8, 4)).cost


def test_an_index_takes_it_too() -> None:
    grid = ps.Grid(np.random.default_rng(5).random((17, 19)) > 0.15)
    ends = [tuple(place) for place in np.argwhere(grid.walkable)[::31, ::-1].tolist()]
    for kind in ("jump-table", "subgoal", "hub-labels", "landmarks", "customizable"):
        planner = ps.Planner(grid, index=ps.build_index(grid, kind), prefer="straight")
        for start, goal in itertools.pairwise(ends):
            found, straight = planner.find(start, goal), ps.find_path(grid, start, goal, prefer="straight")
            assert found.cost == pytest.approx(straight.cost, rel=1e-12)
            assert turns(grid, list(found)) == pytest.approx(turns(grid, list(straight)))
    with pytest.raises(ps.OptionError, match="hierarchy with these options may find a dearer one"):
        ps.Planner(grid, index=ps.build_index(grid, "hierarchy"), prefer="straight")
    whole = ps.build_index(grid, "hierarchy", entrances="all")
    straight = ps.find_path(grid, ends[0], ends[-1], prefer="straight")
    for index, weight in ((whole, None), (ps.build_index(grid, "hierarchy"), 1)):
        (path,) = ps.Planner(grid, index=index, weight=weight, prefer="straight").legs(ends[0], ends[-1])
        assert turns(grid, list(path)) == pytest.approx(turns(grid, list(straight)))


def test_goals_portals_and_no_path() -> None:
    grid = ps.Grid([[1, 1, 1, 0, 1]], portals=[((2, 0), (4, 0))])
    assert list(ps.find_path(grid, (0, 0), (4, 0), prefer="straight")) == [(0, 0), (1, 0), (2, 0), (4, 0)]
    assert ps.find_path(grid, (4, 0), (0, 0), prefer="straight").status is ps.Status.NO_PATH
    board = ps.Grid(np.ones((5, 9)))
    path = ps.find_path(board, (0, 0), ps.goals.any_of([(8, 4), (0, 0)]), prefer="straight")
    assert len(path) == 1


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ps.find_path(ps.Grid([[1]]), (0, 0), (0, 0), prefer="curved"), "straight"),
        (
            lambda: ps.Planner(ps.Grid([[1]]), "greedy", prefer="straight"),
            "may find a dearer one; use 'astar'",
        ),
        (lambda: ps.Planner(ps.Grid([[1]]), weight=2, prefer="straight"), "may find a dearer one"),
        (lambda: ps.Planner(ps.Graph.from_edges([("a", "b", 1)]), prefer="straight"), "not a Graph"),
        (lambda: ps.Planner(ps.Turning(ps.Grid([[1]])), prefer="straight"), "not a Turning"),
        (lambda: ps.Planner(ps.TriangleGrid([[1]]), prefer="straight"), "not a TriangleGrid"),
        (
            lambda: ps.Planner(ps.Grid([[1]]), prefer="straight").find_many([(0, 0)], [(0, 0)]),
            "takes no prefer",
        ),
        (lambda: ps.Planner(ps.Grid([[1]]), prefer="straight").search((0, 0), (0, 0)), "takes no prefer"),
    ],
)
def test_what_cannot_be_straightened_is_refused(make, words) -> None:
    with pytest.raises(ps.OptionError, match=words):
        make()
