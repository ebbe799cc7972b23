"""Random maps, walls, terrain, corner rules and cost models, compared with oracles that share no code."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.oracle import plain, sparse

import pathstar as ps

CORNERS = ("no_cut", "no_squeeze", "free")
EXAMPLES = settings().max_examples  # 50 here, more in the campaign


@st.composite
def problems(draw):
    """A small grid of any kind, and two places on it."""
    shape = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    walkable = draw(hnp.arrays(bool, shape))
    straight, diagonal = draw(
        st.sampled_from([(1.0, None), (10, 14), (1, 1), (1, 1.9), (1, 2.5), (3, 2), (0.3, 0.31)])
    )
    moves = ps.Moves(draw(st.sampled_from([4, 8])), draw(st.sampled_from(CORNERS)), straight, diagonal)
    values = st.one_of(
        st.sampled_from([0.0, 0.1, 1.0, 2.0, 9.0, math.inf, math.nan]),
        st.floats(0, 1e6, allow_subnormal=False),
    )
    cost = draw(st.none() | hnp.arrays(float, shape, elements=values))
    grid = ps.Grid(walkable, cost=cost, moves=moves, cost_model=draw(st.sampled_from(["enter", "mean"])))
    place = st.tuples(st.integers(0, shape[1] - 1), st.integers(0, shape[0] - 1))
    return grid, draw(place), draw(place)


TINY = ps.Grid([[1, 1]], cost=[[2e-309, 0.0]], moves=ps.Moves(directions=4))


@settings(max_examples=4 * EXAMPLES)
@example((TINY, (0, 0), (1, 0)), "bucket")
@given(problems(), st.sampled_from(["bucket", "heap", "sorted", "unsorted", None]))
def test_small_maps_of_every_kind(problem, open_list):
    grid, start, goal = problem
    optimum = plain.cheapest(grid, start, goal)
    for algorithm in ("auto", "astar", "dijkstra"):
        path = ps.find_path(grid, start, goal, algorithm=algorithm, open_list=open_list)
        assert bool(path) == math.isfinite(optimum)
        if path:
            assert path.cost == pytest.approx(optimum, rel=1e-9, abs=0)
            check = ps.check_path(grid, path)
            assert check, check.problem


def random_grid(seed: int) -> ps.Grid:
    """A map of real size; the seed decides every property."""
    random = np.random.default_rng(seed)
    shape = random.integers(1, 90, 2)
    walkable = random.random(shape) >= random.choice([0.0, 0.1, 0.3, 0.4])
    cost = [
        None,
        random.integers(1, 10, shape),
        random.uniform(0.1, 4, shape),
        np.where(random.random(shape) < 0.2, 0.0, random.uniform(0, 50, shape)),
    ][seed % 4]
    moves = ps.Moves(8 if seed % 5 else 4, CORNERS[seed % 3], *[(1, None), (10, 14), (1, 1.2)][seed % 7 % 3])
    return ps.Grid(walkable, cost=cost, moves=moves, cost_model=("enter", "mean")[seed % 2])


@pytest.mark.parametrize("block", range(max(1, EXAMPLES // 20)))
def test_random_maps_against_scipy(block):
    """Costs from one start to many goals equal SciPy's, and are never below."""
    for seed in range(block * 100, block * 100 + 100):
        grid = random_grid(seed)
        random = np.random.default_rng(seed + 1)
        start = (int(random.integers(grid.width)), int(random.integers(grid.height)))
        truth = sparse.costs_from(grid, start)
        goals = np.stack([random.integers(0, grid.width, 12), random.integers(0, grid.height, 12)], axis=-1)
        wanted = truth[goals[:, 1], goals[:, 0]]
        for algorithm in ("auto", "astar", "dijkstra"):
            paths = ps.find_paths(grid, [start] * len(goals), goals, algorithm=algorithm, threads=1)
            np.testing.assert_allclose(paths.costs, wanted, rtol=1e-9, atol=1e-200, err_msg=f"seed {seed}")
            for path in paths:
                assert not path or ps.check_path(grid, path), f"seed {seed}"


@settings(max_examples=EXAMPLES)
@given(problems(), st.data())
def test_an_edited_grid_is_like_a_new_one(problem, data):
    grid, start, goal = problem
    map = ps.Map(grid.walkable, cost=None if grid.cost is None else np.array(grid.cost))
    edited = map.grid(moves=grid.moves, cost_model=grid.cost_model)
    ps.find_path(edited, start, goal)  # so that the islands are known before the edits
    for _ in range(data.draw(st.integers(1, 6))):
        x, y = data.draw(st.integers(0, grid.width - 1)), data.draw(st.integers(0, grid.height - 1))
        if grid.cost is not None:
            edited.update(map.edit("cost", (x, y), data.draw(st.sampled_from([0.0, 0.5, 3.0, math.inf]))))
        if grid.cost is None or math.isfinite(map.cost[y, x]):
            edited.update(map.edit("passable", (x, y), data.draw(st.booleans())))
        fresh = map.grid(moves=grid.moves, cost_model=grid.cost_model)
        a, b = ps.find_path(edited, start, goal), ps.find_path(fresh, start, goal)
        assert a.status == b.status
        assert a.cost == pytest.approx(b.cost, rel=1e-9, abs=0)
        np.testing.assert_array_equal(edited.walkable, fresh.walkable)
