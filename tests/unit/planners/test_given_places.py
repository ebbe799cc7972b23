"""Places may be given as lists and arrays; a path keeps them as they were."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps

GRID = ps.Grid(np.ones((4, 6)))


@pytest.mark.parametrize("make", [list, np.array, tuple])
def test_a_path_names_its_ends_by_tuples(make):
    start, goal = make((0, 1)), make((5, 3))
    path = ps.find_path(GRID, start, goal)
    if not isinstance(start, tuple):
        start[0] = 3
    assert (path.start, path.goal) == ((0, 1), (5, 3))
    assert repr(path).startswith("Path((0, 1) to (5, 3)")


def test_names_of_nodes_stay_what_they_are():
    graph = ps.Graph.from_edges([("a", ("b", 1), 1.0), (("b", 1), frozenset("c"), 1.0)])
    path = ps.find_path(graph, "a", frozenset("c"))
    assert (path.start, path.goal) == ("a", frozenset("c"))


def test_points_on_a_mesh():
    path = ps.find_path(ps.NavMesh.from_grid(GRID), np.array([0.5, 0.5]), [5.5, 3.0])
    assert (path.start, path.goal) == ((0.5, 0.5), (5.5, 3.0))
