"""Lines over voxels, compared with exact lines of sight, paths of steps, and shortest lines over centres."""

from __future__ import annotations

import itertools
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import sight
from tests.sampling import examples

import pathstar as ps
from pathstar._core import PathResult
from pathstar.maps import Slope

ROWS = ("theta-star", "lazy-theta-star")
RULES = ("no_cut", "no_squeeze", "free")
SPACINGS = ((1, 1, 1), (1, 1, 2.5), (0.4, 3, 1))


def box(seed: int, *, cost: bool = False, largest: int = 7, crowded: float = 0.45, **options):
    """A box of voxels with walls here and there, and two of its walkable places."""
    dice = np.random.default_rng(seed)
    shape = tuple(dice.integers(1, largest, 3))
    walkable = dice.random(shape) > dice.uniform(0.05, crowded)
    walkable[tuple(dice.integers(0, shape))] = True
    made = {
        "corners": RULES[dice.integers(3)],
        "spacing": SPACINGS[dice.integers(3)],
        "directions": int(dice.choice([6, 18, 26])),
        "cost": dice.uniform(0.3, 5, shape) if cost else None,
        "cost_model": "mean",
        **options,
    }
    free = np.argwhere(walkable)[:, ::-1]
    start, goal = (tuple(row) for row in free[dice.integers(0, len(free), 2)].tolist())
    return ps.VoxelGrid(walkable, **made), start, goal


def drawn_line(voxels: ps.VoxelGrid, places: list[tuple[int, ...]], cost: float) -> ps.Path:
    """A polyline as a search would have found it."""
    line = np.array(places, np.float64).ravel()
    result = PathResult(
        ps.Status.FOUND,
        cost,
        np.empty(0, np.uint32),
        (0, False),
        line=line,
        columns=3,
    )
    method = ps.Planner(voxels, "theta-star").method
    return ps.Path(result, voxels, places[0], places[-1], method)


@given(st.integers(0, 10**9))
def test_the_checker_sees_what_exact_fractions_see(seed: int) -> None:
    voxels, start, goal = box(seed)
    straight = drawn_line(voxels, [start, goal], sight.box_line_cost(voxels, start, goal))
    check = ps.check_path(voxels, straight)
    assert bool(check) == sight.sees_box(voxels.walkable, voxels.corners, start, goal), check.problem


@given(st.integers(0, 10**9), st.sampled_from(ROWS))
def test_each_line_is_free(seed: int, name: str) -> None:
    voxels, start, goal = box(seed)
    path = ps.find_path(voxels, start, goal, algorithm=name)
    places = [tuple(map(int, row)) for row in path.points.tolist()]
    for a, b in itertools.pairwise(places):
        assert sight.sees_box(voxels.walkable, voxels.corners, a, b), (a, b)


@given(st.integers(0, 10**9), st.sampled_from(ROWS), st.booleans())
def test_lines_lie_between_steps_and_the_straight_line(seed: int, name: str, cost: bool) -> None:
    voxels, start, goal = box(seed, cost=cost)
    path, steps = ps.find_path(voxels, start, goal, algorithm=name), ps.find_path(voxels, start, goal)
    assert bool(path) == bool(steps)
    if not path:
        return
    check = ps.check_path(voxels, path)
    assert check, check.problem
    places = [tuple(map(int, row)) for row in path.points.tolist()]
    assert (places[0], places[-1]) == (start, goal)
    assert path.cost <= steps.cost * (1 + 1e-9)
    assert path.cost == pytest.approx(
        math.fsum(sight.box_line_cost(voxels, a, b) for a, b in itertools.pairwise(places)),
        rel=1e-9,
        abs=1e-12,
    )
    least = 1.0 if voxels.cost is None else float(voxels.cost[voxels.walkable].min())
    away = np.subtract(start, goal) * voxels.spacing
    assert path.cost >= least * float(np.linalg.norm(away)) * (1 - 1e-9)


def shortest_over_centres(voxels: ps.VoxelGrid, start, goal) -> float:
    """The shortest line that turns only at centres."""
    left = {tuple(place) for place in np.argwhere(voxels.walkable)[:, ::-1].tolist()}
    best = {start: 0.0}
    while left:
        at = min(left, key=lambda place: best.get(place, math.inf))
        if at == goal or at not in best:
            break
        left.remove(at)
        for other in left:
            reached = best[at] + sight.box_line_cost(voxels, at, other)
            if reached < best.get(other, math.inf) and sight.sees_box(
                voxels.walkable, voxels.corners, at, other
            ):
                best[other] = reached
    return best.get(goal, math.inf)


@pytest.mark.parametrize("name", ROWS)
@settings(max_examples=examples(25))
@given(seed=st.integers(0, 10**9))
def test_lines_keep_their_bound(name: str, seed: int) -> None:
    voxels, start, goal = box(seed, largest=5)
    path = ps.find_path(voxels, start, goal, algorithm=name)
    optimum = shortest_over_centres(voxels, start, goal)
    if math.isfinite(voxels.longest_detour()):
        assert bool(path) == math.isfinite(optimum)
        assert not path or path.bound == (voxels.longest_detour() if path.cost else 1)
    if path:
        assert path.cost >= optimum * (1 - 1e-9)
        assert math.isinf(path.bound) or path.cost <= optimum * path.bound * (1 + 1e-9)


@pytest.mark.parametrize(
    ("options", "bound"),
    [
        ({"corners": "no_squeeze"}, math.sqrt(1 + 2 * math.tan(math.pi / 8) ** 2)),
        ({"corners": "free"}, math.sqrt(1 + 2 * math.tan(math.pi / 8) ** 2)),
        ({"corners": "no_cut"}, math.sqrt(3)),
        ({"corners": "no_squeeze", "directions": 18}, math.sqrt(3)),
        ({"corners": "free", "directions": 6}, math.inf),
        ({"corners": "free", "cost": np.ones((2, 2, 2))}, math.inf),
    ],
)
def test_the_bound_that_is_stated(options, bound: float) -> None:
    assert ps.VoxelGrid(np.ones((2, 2, 2)), **options).longest_detour() == pytest.approx(bound)


@given(st.integers(0, 10**9))
@settings(max_examples=examples(30))
def test_steps_beside_a_free_line_keep_the_bound(seed: int) -> None:
    """The other half of the proof: the steps that replace one line, without the search."""
    dice = np.random.default_rng(seed)
    spacing = tuple(dice.uniform(0.1, 10, 3).tolist())
    count = np.sort(dice.integers(0, 9, 3))[::-1]
    voxels = ps.VoxelGrid(np.ones(tuple(count + 1)), corners="free", spacing=spacing)
    goal = tuple((np.array(voxels.shape[::-1]) - 1).tolist())
    crossed = [
        tuple(index[::-1])
        for index in np.ndindex(voxels.shape)
        if (part := sight.cut(index[::-1], (0, 0, 0), goal)) and part[0] < part[1]
    ]
    walkable = np.zeros(voxels.shape, bool)
    for place in crossed or [goal]:
        walkable[place[::-1]] = True
    tunnel = ps.VoxelGrid(walkable, corners="free", spacing=spacing)
    steps = ps.find_path(tunnel, (0, 0, 0), goal)
    straight = float(np.linalg.norm(np.multiply(goal, spacing)))
    assert steps.cost <= straight * tunnel.longest_detour() * (1 + 1e-9)


def test_lines_are_shorter_than_steps_among_towers() -> None:
    dice = np.random.default_rng(5)
    walkable = np.ones((12, 40, 40), bool)
    for x, y, z in zip(*dice.integers(0, 40, (2, 60)), dice.integers(1, 12, 60), strict=True):
        walkable[:z, y, x] = False
    for rule in RULES:
        voxels = ps.VoxelGrid(walkable, corners=rule)
        free = np.argwhere(walkable)[:, ::-1]
        pairs = free[dice.integers(0, len(free), (12, 2))].tolist()
        ratios = []
        for start, goal in pairs:
            steps = ps.find_path(voxels, tuple(start), tuple(goal))
            lazy, plain = (
                ps.find_path(voxels, tuple(start), tuple(goal), algorithm=name) for name in ROWS[::-1]
            )
            assert ps.check_path(voxels, lazy)
            assert ps.check_path(voxels, plain)
            ratios.append(lazy.cost / steps.cost)
        assert max(ratios) <= 1 + 1e-9
        assert np.mean(ratios) < 0.97


@pytest.mark.parametrize("name", ROWS)
def test_sliced_is_whole_and_pickles(name: str) -> None:
    voxels = ps.VoxelGrid(np.random.default_rng(3).random((9, 14, 15)) > 0.3, corners="no_squeeze")
    free = np.argwhere(voxels.walkable)[:, ::-1]
    start, goal = tuple(free[0].tolist()), tuple(free[-1].tolist())
    planner = ps.Planner(voxels, name)
    path = planner.find(start, goal)
    assert len(path) > 2
    assert path.points.shape[1] == 3
    for budget in (1, 7, 10**6):
        search = planner.search(start, goal)
        while search.step(budget) is ps.Status.RUNNING:
            pass
        assert list(search.path) == list(path)
        assert search.path.stats.expanded == path.stats.expanded
    assert pickle.loads(pickle.dumps(planner)).find(start, goal).cost == path.cost
    assert list(pickle.loads(pickle.dumps(path))) == list(path)
    around = ps.find_path(voxels, start, ps.goals.through([goal, start]), algorithm=name)
    assert around.cost == pytest.approx(2 * path.cost, rel=0.05)
    assert around.points.shape == (len(around), 3)
    assert voxels.core is planner.space.core
    assert path.show() is None


@pytest.mark.parametrize("name", ROWS)
def test_edits_and_links(name: str) -> None:
    floors = [ps.Map(np.ones((8, 8))) for _ in range(3)]
    voxels = ps.VoxelGrid.from_maps(floors)
    planner = ps.Planner(voxels, name)
    search = planner.search((0, 0, 0), (7, 6, 2))
    search.step(1)
    assert len(planner.find((0, 0, 0), (7, 6, 2))) == 2
    floors[1].edit("passable", (slice(0, 8), slice(1, 8)), False)
    while search.step(3) is ps.Status.RUNNING:
        pass
    path = planner.find((0, 0, 0), (7, 6, 2))
    assert len(path) > 2
    assert search.path.cost == path.cost
    assert search.path.stats.restarts == 1
    assert ps.check_path(voxels, path)
    assert path.is_valid()
    under_way = planner.search((0, 0, 0), (7, 6, 2))
    voxels.add_portals([((0, 0, 0), (7, 7, 2))])
    with pytest.raises(ps.OptionError, match="without joined borders, stairs, portals"):
        planner.find((0, 0, 0), (7, 6, 2))
    with pytest.raises(ps.OptionError, match="do not follow portals"):
        under_way.step(1)
    assert ps.check_path(voxels, path).problem.startswith("lines need a VoxelGrid without joined borders")


@pytest.mark.parametrize("name", ROWS)
def test_statuses_and_ends(name: str) -> None:
    voxels = ps.VoxelGrid([[[1, 1, 0, 1]], [[1, 0, 0, 1]]])

    def find(start, goal, **options: object) -> ps.Path:
        return ps.find_path(voxels, start, goal, algorithm=name, **options)

    assert find((0, 0, 0), (3, 0, 0)).status is ps.Status.NO_PATH
    assert find((2, 0, 0), (0, 0, 0)).status is ps.Status.BLOCKED_START
    assert find((0, 0, 0), (2, 0, 0)).status is ps.Status.BLOCKED_GOAL
    assert find((0, 0, 0), (0, 0, 0)).points.tolist() == [[0, 0, 0]]
    assert find((0, 0, 0), (1, 0, 0), max_cost=0.9).status is ps.Status.LIMIT
    assert find((0, 0, 1), (1, 0, 0), max_expansions=1).status is ps.Status.LIMIT
    assert find((0, 0, 0), ps.goals.any_of([(3, 0, 0), (0, 0, 1)])).goal == (0, 0, 1)
    assert ps.find_paths(voxels, [(0, 0, 0)], [(0, 0, 1)], algorithm=name, costs_only=True).costs[0] == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"directions": 8}, "steps from floor to floor, of 6, 18 or 26 directions"),
        ({"wrap": "x"}, "without joined borders"),
        ({"stairs": [((0, 0, 0), (2, 2, 2))]}, "stairs"),
        ({"one_way": [((0, 0, 0), (1, 0, 0))]}, "one-way"),
        ({"exits": np.full((3, 3, 3), 1)}, "exits"),
        ({"edges": [Slope(np.ones((3, 3, 3)))]}, "edge rules"),
    ],
)
def test_what_lines_cannot_follow_is_refused(options, words: str) -> None:
    voxels = ps.VoxelGrid(np.ones((3, 3, 3)), **options)
    for name in ROWS:
        with pytest.raises(ps.OptionError, match=f"{name} needs a VoxelGrid .*{words}"):
            ps.Planner(voxels, name)
    with pytest.raises(ps.OptionError, match="anya needs a grid of plain squares; use 'astar'"):
        ps.Planner(voxels, "anya")


def test_the_checker_names_what_is_wrong() -> None:
    walkable = np.ones((2, 3, 4), bool)
    walkable[0, 0, 1] = False
    voxels = ps.VoxelGrid(walkable, corners="no_cut")
    for places, words in (
        ([(0, 0, 0), (2, 0, 0)], "crosses a wall"),
        ([(0, 0, 0), (1, 1, 0)], "cuts a corner"),
        ([(0, 0, 0), (1, 1, 1)], "cuts a corner"),
        ([(0, 1, 0), (0.5, 1, 0), (3, 1, 0)], "is not a centre of a box"),
        ([(0, 1, 0), (0, 1, 7)], "is not a centre of a box"),
        ([(0, 1, 0), (1, 0, 0)], "turns at a box that is not walkable"),
        ([(0, 1, 0), (3, 1, 0)], "it states 1.0"),
    ):
        assert words in ps.check_path(voxels, drawn_line(voxels, places, 1.0)).problem
    assert ps.check_path(voxels, drawn_line(voxels, [(0, 1, 0), (3, 1, 0)], 3.0))
    loose = ps.VoxelGrid(walkable, corners="no_squeeze")
    assert ps.check_path(loose, drawn_line(loose, [(0, 0, 0), (1, 1, 1)], math.sqrt(3)))
