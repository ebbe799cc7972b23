"""Points of a grid in the plane of its mesh, and back."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.spaces import to_grid, to_plane


def test_the_exact_line_is_the_same_on_the_grid_and_on_its_mesh() -> None:
    random = np.random.default_rng(3)
    walkable = random.random((24, 24)) > 0.25
    grid = ps.Grid(walkable, moves=ps.Moves(corners="no_squeeze"))
    mesh = ps.NavMesh.from_grid(grid)
    found = 0
    free = np.argwhere(walkable)[:, ::-1]
    for start, goal in free[random.integers(0, len(free), (60, 2))].tolist():
        line = ps.find_path(grid, start, goal, algorithm="anya")
        path = ps.find_path(mesh, to_plane(start), to_plane(goal))
        assert path.status is line.status
        assert path.cost == pytest.approx(line.cost, rel=1e-12) or not path
        if path:
            assert to_plane(line.points[[0, -1]]).tolist() == path.points[[0, -1]].tolist()
            assert ps.check_path(grid, line)
        found += bool(path)
    assert found > 20


def test_shapes_stay() -> None:
    for places in ((1, 2), [3.5, 4], np.array([5, 6], np.int32)):
        assert to_plane(places).shape == (2,)
        assert to_grid(to_plane(places)).tolist() == list(places)
    assert to_plane([]).shape == (0, 2)
    assert to_grid(np.array([[0.5, 0.5], [2, 3]])).tolist() == [[0, 0], [1.5, 2.5]]


WRONG = [(1, 2, 3), "ab", None, 3, [(1, 2, 3)], [[np.nan, 1]], (np.inf, 0), [("a", "b")], [[1], [1, 2]]]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_point_is_refused(wrong: object) -> None:
    for move in (to_plane, to_grid):
        with pytest.raises(ps.PathstarError):
            move(wrong)
