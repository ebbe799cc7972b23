"""The checker of lines for units with a size and for ground with costs, compared with plain sampling."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.paths.checks.polylines import polyline_problem
from pathstar.smooth.rules import LineRules

TOUCH = 0.02  # lines this near to a limit are not judged, as samples are too coarse


def lines(count: int, seed: int):
    dice = np.random.default_rng(seed)
    for _ in range(count):
        walkable = dice.random((12, 13)) > 0.05
        grid = ps.Grid(walkable, cost=dice.uniform(0.5, 5, walkable.shape), moves=ps.Moves(corners="free"))
        begin = dice.uniform(0, [12, 11])
        yield grid, np.stack([begin, np.clip(begin + dice.uniform(-3, 3, 2), 0, [12, 11])])


def samples(points: np.ndarray) -> np.ndarray:
    return points[0] + np.linspace(0, 1, 1501)[:, None] * (points[1] - points[0])


def room(walkable: np.ndarray, at: np.ndarray) -> float:
    """The least distance of points from blocked squares and from the border."""
    height, width = walkable.shape
    y, x = np.nonzero(~walkable)
    apart = np.maximum(np.abs(at[:, None] - np.stack([x, y], axis=1)) - 0.5, 0)
    border = np.minimum(at + 0.5, np.array([width, height]) - 0.5 - at).min()
    return float(min(np.hypot(*np.moveaxis(apart, 2, 0)).min(initial=99), border))


@pytest.mark.parametrize("radius", [0.3, 1.0])
def test_discs_keep_their_radius(radius: float) -> None:
    legal = 0
    for ground, points in lines(70, 1):
        grid = ps.Grid(ground.walkable).sized(radius=radius)
        free = room(ground.walkable, samples(points))
        if abs(free - radius) < TOUCH:
            continue
        assert LineRules(ground).clearance(points) == pytest.approx(max(free, 0), abs=TOUCH)
        assert LineRules(ground).clearance(points, 0.5) == pytest.approx(min(max(free, 0), 0.5), abs=TOUCH)
        assert LineRules(grid).free(points)[0] == (free > radius)
        problem = polyline_problem(grid, points)[0]
        assert ("too near" in problem or "leaves" in problem) == (free < radius)
        legal += free > radius
    assert legal > 2


@pytest.mark.parametrize("side", [2, 3])
def test_squares_overlap_no_wall(side: int) -> None:
    legal = 0
    for ground, points in lines(70, 2):
        grid = ps.Grid(ground.walkable).sized(side)
        height, width = ground.shape
        at = samples(points)
        overlap = -np.minimum(at + 0.0, np.array([width, height]) - side - at).min()
        for y, x in np.argwhere(~ground.walkable):
            inside = np.minimum(at - (x - side, y - side), (x + 1, y + 1) - at).min(axis=1).max()
            overlap = max(overlap, inside)
        if abs(overlap) < TOUCH:
            continue
        assert LineRules(grid).free(points)[0] == (overlap < 0)
        problem = polyline_problem(grid, points)[0]
        assert ("overlaps" in problem or "leaves" in problem) == (overlap > 0)
        legal += overlap < 0
    assert legal > 0


def test_costs_are_integrated_along_the_line() -> None:
    checked = 0
    for grid, points in lines(120, 3):
        cells = np.floor(samples(points) + 0.5).astype(int)
        if not grid.walkable[cells[:, 1], cells[:, 0]].all():
            assert LineRules(grid).costs(points)[0] == np.inf
            continue
        length = float(np.hypot(*(points[1] - points[0])))
        mean = grid.cost[cells[:, 1], cells[:, 0]].mean()
        assert LineRules(grid).costs(points)[0] == pytest.approx(mean * length, rel=0.01)
        assert polyline_problem(grid, points)[2] == pytest.approx(LineRules(grid).costs(points)[0], rel=1e-9)
        checked += 1
    assert checked > 10


def test_along_a_border_it_pays_the_mean_of_both_sides() -> None:
    grid = ps.Grid([[1, 1], [1, 1], [1, 0]], cost=[[1, 3], [2, 5], [4, 1]], moves=ps.Moves(corners="free"))
    for points, cost in (
        ([(0.5, 0), (0.5, 2)], 0.5 * 2 + 3.5 + 0.5 * 4),
        ([(0, 0.5), (1, 0.5)], 0.5 * 1.5 + 0.5 * 4),
    ):
        line = np.array(points, float)
        assert LineRules(grid).costs(line)[0] == pytest.approx(cost)
        assert polyline_problem(grid, line)[2] == pytest.approx(cost)


def test_a_path_of_steps_costs_what_its_line_does_under_mean() -> None:
    dice = np.random.default_rng(4)
    grid = ps.Grid(np.ones((12, 12)), cost=dice.uniform(0, 9, (12, 12)), cost_model="mean")
    path = ps.find_path(grid, (0, 0), (11, 11))
    assert LineRules(grid).costs(path.points.astype(float)).sum() == pytest.approx(path.cost)
