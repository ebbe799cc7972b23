"""Paths whose points are the corners of a line, not nodes."""

from __future__ import annotations

import itertools
import math
import pathlib
import pickle
from fractions import Fraction

import numpy as np
import pytest

import pathstar as ps
from pathstar._core import PathResult
from pathstar.paths.checks.lines import straight_problem
from pathstar.paths.path import Method, Path

METHOD = Method("any-angle", "euclidean", 1.0, "heap", 1.0)


def line_path(grid: ps.Grid, points: list[tuple[float, float]], cost: float | None = None) -> Path:
    line = np.array(points, float).ravel()
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    result = PathResult(
        ps.Status.FOUND,
        length if cost is None else cost,
        np.empty(0, np.uint32),
        (grid.width, True),
        counts=(1, 2, 0),
        line=line,
    )
    start, goal = (tuple(map(int, end)) for end in (points[0], points[-1]))
    return Path(result, grid, start, goal, METHOD)


def test_points_lengths_and_pickles() -> None:
    grid = ps.Grid(np.ones((5, 6), bool))
    points = [(0.0, 0.0), (2.5, 0.5), (5.0, 4.0)]
    path = line_path(grid, points)
    assert path
    assert path.is_line
    assert len(path) == 3
    assert path.points.dtype == np.float64
    assert list(path) == points
    assert path[-1] == (5.0, 4.0)
    assert path.nodes.tolist() == []
    again = pickle.loads(pickle.dumps(path))
    assert list(again) == points
    assert again.cost == path.cost
    assert again.is_line
    with pytest.raises(ps.PlaceTypeError, match="corners of a polyline"):
        _ = path.indices
    assert not ps.find_path(grid, (0, 0), (5, 4)).is_line


@pytest.mark.parametrize("line", [np.zeros(3), np.zeros(2)])
def test_what_is_no_line_is_refused(line: np.ndarray) -> None:
    corners = np.zeros(1 if len(line) == 2 else 0, np.uint32)
    with pytest.raises(ValueError, match="pairs of x and y"):
        PathResult(ps.Status.FOUND, 1.0, corners, (2, True), line=line)


@pytest.mark.parametrize(
    ("points", "problem"),
    [
        ([(0, 0), (3, 0)], ""),
        ([(0, 0), (3, 3)], "crosses a wall"),
        ([(0, 0), (0.5, 1.5), (0, 3)], ""),
        ([(0, 3), (0.5, 2.5), (2.5, 2.5), (3, 3)], ""),
        ([(0, 0), (0, 4)], "leaves the map"),
    ],
)
def test_the_checker_walks_the_line(points: list[tuple[float, float]], problem: str) -> None:
    walkable = np.ones((4, 4), bool)
    walkable[1:3, 1:3] = False
    grid = ps.Grid(walkable, moves=ps.Moves(corners="no_squeeze"))
    check = ps.check_path(grid, line_path(grid, points))
    assert problem in check.problem
    assert bool(check) == (not problem)
    if check:
        assert not ps.check_path(grid, line_path(grid, points, cost=check.cost * 0.99))


def test_lines_touch_walls_as_the_corner_rule_says() -> None:
    wall = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], bool)
    along = np.array([[0.5, 0.0], [0.5, 2.0]])
    gap = np.array([[1, 0], [0, 1]], bool)
    through = np.array([[0.0, 0.0], [1.0, 1.0]])
    for walkable, line, touched in ((wall, along, 1), (gap, through, 2)):
        for most, corners in enumerate(("no_cut", "no_squeeze", "free")):
            problem = straight_problem(walkable, corners, *line)
            assert problem == ("" if touched <= most else "cuts a corner")


def inside(a: tuple[float, float], b: tuple[float, float], x: int, y: int) -> bool:
    """Whether a segment leads through the inside of a square, by clipping it with fractions."""
    begin, end = Fraction(0), Fraction(1)
    for axis, centre in enumerate((x, y)):
        start, by = Fraction(a[axis]), Fraction(b[axis]) - Fraction(a[axis])
        low, high = Fraction(2 * centre - 1, 2) - start, Fraction(2 * centre + 1, 2) - start
        if by == 0:
            if not low < 0 < high:
                return False
            continue
        first, last = sorted((low / by, high / by))
        begin, end = max(begin, first), min(end, last)
    return begin < end


def test_random_lines_against_fractions() -> None:
    dice = np.random.default_rng(3)
    crossed = 0
    for _ in range(300):
        walkable = dice.random((6, 7)) > 0.15
        a, b = (tuple((dice.integers(0, 11, 2) / 2).tolist()) for _ in range(2))
        if a == b:
            continue
        truth = any(inside(a, b, x, y) for y, x in np.argwhere(~walkable).tolist())
        found = straight_problem(walkable, "free", np.array(a), np.array(b)) == "crosses a wall"
        assert found == truth, (a, b)
        crossed += truth
    assert crossed > 50


def test_renderers_draw_the_line_itself(tmp_path: pathlib.Path) -> None:
    grid = ps.Grid(np.ones((5, 6), bool))
    path = line_path(grid, [(0, 0), (2.5, 0.5), (5, 4)])
    ps.save_picture(path, tmp_path / "line.svg", cell=10)
    assert "M5 5L30 10L55 45" in (tmp_path / "line.svg").read_text(encoding="utf-8")
    ps.save_picture(path, tmp_path / "line.png", cell=10)
    path.show()
