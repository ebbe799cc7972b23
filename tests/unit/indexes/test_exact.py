"""Indexes find what Dijkstra's algorithm finds."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.indexes.worlds import (
    GRID_KINDS,
    RULES,
    all_pairs,
    assert_exact,
    build_exact,
    random_grid,
)

import pathstar as ps


@pytest.mark.parametrize("corners", RULES)
@pytest.mark.parametrize("kind", GRID_KINDS)
def test_all_maps_of_three_by_three(kind: str, corners: str) -> None:
    pairs = None
    for code in range(0, 512, 3 if corners != "no_cut" else 1):
        walkable = (code >> np.arange(9) & 1).astype(bool).reshape(3, 3)
        grid = ps.Grid(walkable, moves=ps.Moves(corners=corners))
        pairs = pairs or all_pairs(grid)
        assert_exact(grid, build_exact(grid, kind, threads=1), *pairs, check=9)


@pytest.mark.parametrize("corners", RULES)
@pytest.mark.parametrize("kind", GRID_KINDS)
@pytest.mark.parametrize("blocked", [0.05, 0.2, 0.35, 0.5])
def test_all_pairs_of_small_random_maps(kind: str, corners: str, blocked: float) -> None:
    for seed in range(12):
        grid = random_grid(seed, 5 + seed % 6, 4 + seed % 5, blocked, corners)
        assert_exact(grid, build_exact(grid, kind, threads=1), *all_pairs(grid))


@pytest.mark.parametrize("kind", GRID_KINDS)
@pytest.mark.parametrize("width", [61, 62, 63, 64, 65, 126, 127, 128, 129])
def test_words_of_64_cells(kind: str, width: int) -> None:
    for corners, (w, h) in zip(RULES, [(width, 9), (7, width), (width, 15)], strict=True):
        grid = random_grid(width, w, h, 0.15, corners)
        random = np.random.default_rng(width)
        places = random.integers(0, (w, h), (2, 300, 2))
        assert_exact(grid, build_exact(grid, kind), places[0], places[1])


@pytest.mark.parametrize("kind", GRID_KINDS)
@pytest.mark.parametrize(
    ("straight", "diagonal"), [(10, 14), (1, 1), (1, 2), (3, 5), (1e-9, 1.4e-9), (1e9, 1.5e9)]
)
def test_step_costs(kind: str, straight: float, diagonal: float) -> None:
    moves = ps.Moves(straight=straight, diagonal=diagonal)
    for seed in range(5):
        grid = ps.Grid(random_grid(seed, 9, 8, 0.3).walkable, moves=moves)
        assert_exact(grid, build_exact(grid, kind), *all_pairs(grid))


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_generated_worlds(kind: str) -> None:
    worlds = {
        "maze": ps.maps.generate.maze(81, 61, seed=3),
        "wide maze": ps.maps.generate.maze(90, 70, braid=0.3, corridor=3, seed=4),
        "rooms": ps.maps.generate.rooms(100, 80, seed=5),
        "caves": ps.maps.generate.caves(120, 90, seed=6),
        "city": ps.maps.generate.city(130, 70, seed=7),
    }
    for name, world in worlds.items():
        grid = world.grid()
        places = np.random.default_rng(1).integers(0, (grid.width, grid.height), (2, 400, 2))
        assert_exact(grid, build_exact(grid, kind), places[0], places[1]), name


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_awkward_ends(kind: str) -> None:
    grid = ps.Grid([[1, 1, 1, 0, 1], [1, 0, 1, 0, 0], [1, 1, 1, 1, 1]])
    planner = ps.Planner(grid, index=build_exact(grid, kind))
    assert planner.find((0, 0), (0, 0)).points.tolist() == [[0, 0]]
    assert planner.find((1, 1), (0, 0)).status is ps.Status.BLOCKED_START
    assert planner.find((0, 0), (3, 0)).status is ps.Status.BLOCKED_GOAL
    assert planner.find((0, 0), (4, 0)).status is ps.Status.NO_PATH
    assert planner.find((2, 2), (0, 2)).points.tolist() == [[2, 2], [1, 2], [0, 2]]
    with pytest.raises(ps.PlaceError):
        planner.find((0, 0), (5, 0))


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_maps_without_subgoals(kind: str) -> None:
    for walkable in ([[1]], [[0]], np.ones((3, 66)), np.zeros((3, 3)), [[1, 0, 1, 1]]):
        grid = ps.Grid(walkable)
        assert_exact(grid, build_exact(grid, kind), *all_pairs(grid))


def test_labels_stay_right_when_the_numbers_of_queries_begin_again() -> None:
    grid = random_grid(4, 40, 30, 0.2)
    free = np.argwhere(grid.walkable)[:, ::-1]
    starts, goals = np.random.default_rng(4).permutation(np.tile(free, (2, 1)))[:400].reshape(2, 200, 2)
    planner = ps.Planner(grid, index=ps.build_index(grid, "hub-labels"))
    truth = ps.find_paths(grid, starts, goals, algorithm="dijkstra").costs
    times = 2**17 // len(starts)  # each query takes a 16-bit number: twice around
    found = planner.find_many(np.tile(starts, (times, 1)), np.tile(goals, (times, 1)), threads=1)
    np.testing.assert_allclose(found.costs.reshape(times, -1), np.tile(truth, (times, 1)), rtol=1e-12)


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_the_index_does_not_depend_on_the_number_of_threads(kind: str) -> None:
    grid = random_grid(9, 120, 90, 0.25)
    first, second = (ps.build_index(grid, kind, threads=threads).core.sections() for threads in (1, 5))
    for (name, one), (other, two) in zip(first, second, strict=True):
        assert name == other
        np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_batches_equal_single_queries(kind: str) -> None:
    grid = random_grid(2, 70, 50, 0.3)
    planner = ps.Planner(grid, index=build_exact(grid, kind))
    places = np.random.default_rng(3).integers(0, (70, 50), (2, 200, 2))
    batches = [planner.find_many(places[0], places[1], threads=threads) for threads in (1, 4)]
    np.testing.assert_array_equal(batches[0].points, batches[1].points)
    for row in range(0, 200, 7):
        single = planner.find(tuple(places[0, row].tolist()), tuple(places[1, row].tolist()))
        assert single.status is batches[0][row].status
        np.testing.assert_array_equal(single.points, batches[0][row].points)


@pytest.mark.parametrize("kind", GRID_KINDS)
@pytest.mark.parametrize(
    ("straight", "diagonal"), [(1, 2**0.5), (10, 14), (1, 1), (1, 2), (3, 5), (1, 1.3), (1e-9, 1.4e-9)]
)
def test_costs_without_paths_are_those_of_the_paths(kind: str, straight: float, diagonal: float) -> None:
    for seed, blocked in ((1, 0.02), (2, 0.2), (3, 0.4)):
        grid = ps.Grid(
            random_grid(seed, 60, 45, blocked).walkable, moves=ps.Moves(straight=straight, diagonal=diagonal)
        )
        planner = ps.Planner(grid, index=build_exact(grid, kind))
        places = np.random.default_rng(seed).integers(0, (60, 45), (2, 400, 2))
        places[1, :20] = places[0, :20]
        whole = planner.find_many(*places)
        bare = planner.find_many(*places, costs_only=True)
        np.testing.assert_array_equal(bare.costs, whole.costs)
        np.testing.assert_array_equal(bare.statuses, whole.statuses)
        np.testing.assert_array_equal(bare.offsets, whole.offsets)
        rows = ps.cost_matrix(planner, places[0, :30], places[1, :30])
        # A customizable index sums the costs of a matrix by arcs, not step by step.
        close = 1e-14 if kind == "customizable" else 0
        np.testing.assert_allclose(np.diag(rows), whole.costs[:30], rtol=close)
        pairs = planner.find_many(np.repeat(places[0, :30], 30, 0), np.tile(places[1, :30], (30, 1)))
        np.testing.assert_allclose(rows.ravel(), pairs.costs, rtol=close)
