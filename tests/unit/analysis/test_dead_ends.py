"""Dead ends, and searches that leave them out."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps


def maze(seed: int = 3) -> ps.Map:
    return ps.maps.generate.maze(41, 31, seed=seed)


def test_a_corridor_behind_a_room():
    found = ps.dead_ends(ps.Grid([[1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 0, 0]]))
    assert found.labels.tolist() == [[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 0, 0]]
    assert found.sizes.tolist() == [10, 2]
    assert found.count == 1
    assert found.mask.sum() == 2


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 4)])
def test_no_dead_ends(shape):
    for walkable in (np.ones(shape), np.zeros(shape)):
        found = ps.dead_ends(ps.Grid(walkable))
        if min(shape) > 1 or not walkable.any() or shape == (1, 1):
            assert found.count == 0
        assert found.labels.shape == shape


@pytest.mark.parametrize("algorithm", [name for name, row in ps.ALGORITHMS.items() if not row.any_angle])
def test_every_algorithm_may_skip_them(algorithm):
    map = maze()
    grid = map.grid()
    planner = ps.Planner(grid, algorithm, skip_dead_ends=True)
    places = np.argwhere(grid.walkable)[:, ::-1]
    random = np.random.default_rng(1)
    for start, goal in random.choice(places, (20, 2)).tolist():
        whole = ps.find_path(grid, start, goal, algorithm=algorithm)
        path = planner.find(start, goal)
        assert ps.check_path(grid, path)
        assert path.cost == pytest.approx(whole.cost)
        assert path.stats.expanded <= whole.stats.expanded
    x, y = places[len(places) // 2].tolist()
    grid.update(map.edit("passable", (x, y), False))
    for start, goal in random.choice(np.argwhere(grid.walkable)[:, ::-1], (10, 2)).tolist():
        assert planner.find(start, goal).cost == pytest.approx(ps.find_path(grid, start, goal).cost)


def test_traces_and_batches_skip_them():
    grid = maze().grid()
    start, goal = (1, 1), (39, 29)
    whole = ps.trace(grid, start, goal)
    masked = ps.trace(grid, start, goal, skip_dead_ends=True)
    assert len(masked) < len(whole)
    assert masked.path.cost == whole.path.cost
    paths = ps.find_paths(grid, [start], [goal], skip_dead_ends=True)
    assert paths.costs[0] == whole.path.cost
    with pytest.raises(ps.OptionError, match="skip_dead_ends is 2; allowed: True, False"):
        ps.Planner(grid, skip_dead_ends=2)
