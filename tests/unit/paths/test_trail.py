"""Paths are kept as corners; native code writes out their cells."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import pathstar as ps
from pathstar import _core


@pytest.fixture(scope="module")
def grid() -> ps.Grid:
    return ps.Grid(np.random.default_rng(5).random((40, 67)) > 0.25)


@pytest.mark.parametrize("algorithm", ["astar", "jps", "dijkstra"])
def test_points_nodes_and_indices_agree(grid, algorithm):
    starts, goals = [(1, 1), (66, 39), (0, 20)], [(60, 35), (3, 2), (0, 20)]
    paths = ps.find_paths(grid, starts, goals, algorithm=algorithm)
    for row, (start, goal) in enumerate(zip(starts, goals, strict=True)):
        path = ps.find_path(grid, start, goal, algorithm=algorithm)
        for one in (path, paths[row], pickle.loads(pickle.dumps(path))):
            assert one.points.dtype == np.int32
            assert one.points.flags.c_contiguous
            assert len(one) == len(one.points) == len(one.nodes)
            assert np.array_equal(one.points, grid.places_of(one.nodes))
            assert np.array_equal(one.points, path.points)
            assert bool(one) == (len(one.points) > 0)
            rows, columns = one.indices
            assert np.array_equal(np.stack([columns, rows], -1), one.points)
    assert np.array_equal(paths.points, np.concatenate([path.points for path in paths]))
    assert np.array_equal(paths.nodes, np.concatenate([path.nodes for path in paths]))


def test_points_and_nodes_do_not_depend_on_the_number_of_threads(grid):
    """There are enough of them for several threads."""
    ends = np.random.default_rng(7).integers((0, 0), (67, 40), (20_000, 2))
    planner = ps.Planner(grid)
    one, three = (planner.find_many(ends[:10_000], ends[10_000:], threads=threads) for threads in (1, 3))
    assert len(one.points) > 2**17  # fewer would be written by one thread
    assert np.array_equal(one.points, three.points)
    assert np.array_equal(one.nodes, three.nodes)


def test_narrow_grids_keep_every_turn():
    """On two columns a diagonal and a straight step change the node number by the same amount."""
    for width in (1, 2, 3):
        walkable = np.random.default_rng(width).random((50, width)) > 0.1
        walkable[:, 0] = True
        grid = ps.Grid(walkable, moves=ps.Moves(corners="free"))
        for algorithm in ("astar", "jps"):
            path = ps.find_path(grid, (0, 0), (0, 49), algorithm=algorithm)
            assert ps.check_path(grid, path)


def test_no_path_has_no_points():
    path = ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0))
    assert path.points.shape == (0, 2)
    assert path.nodes.shape == (0,)
    assert not path


def offsets(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


@pytest.mark.parametrize(
    ("corner_offsets", "cells", "width"),
    [
        (offsets(0, 2), offsets(0, 4), 5),  # 3 cells, not 4
        (offsets(0, 3), offsets(0, 3), 5),  # more corners than there are
        (offsets(0, 2, 1), offsets(0, 3, 3), 5),  # falling
        (offsets(1, 2), offsets(0, 1), 5),
        (offsets(0, 2), offsets(0, 3), 0),
        (offsets(0, 2), offsets(0), 5),
        (offsets(), offsets(), 5),
        (offsets(0, -1), offsets(0, 0), 5),
    ],
)
def test_corners_that_do_not_fit_are_refused(corner_offsets, cells, width):
    corners = np.array([0, 2], np.uint32)
    room = int(cells[-1]) if len(cells) else 0
    with pytest.raises(ValueError, match="do not match"):
        _core.write_nodes(corners, corner_offsets, cells, width, True, 1, np.empty(room, np.uint32))
    with pytest.raises(ValueError, match="do not match" if width else "not over a grid"):
        _core.write_points(corners, corner_offsets, cells, width, True, 1, np.empty((room, 2), np.int32))


SPACES = {
    "grid": (ps.Grid(np.ones((3, 4))), (0, 0), (3, 2)),
    "voxels": (ps.VoxelGrid(np.ones((2, 3, 4))), (0, 0, 0), (3, 2, 1)),
    "turning": (ps.Turning(ps.Grid(np.ones((3, 4)))), (0, 0), (3, 2)),
    "names": (ps.Graph.from_edges([("a", (1, 2)), ((1, 2), "c")]), "a", "c"),
    "numbers": (ps.Graph([0, 1, 2, 2], [1, 2]), 0, 2),
    "custom": (ps.Custom(lambda node: [((node[0] + 1,), 1.0)]), (0,), (4,)),
}


@pytest.mark.parametrize("space", SPACES)
def test_a_path_is_indexed_like_the_list_of_its_places(space):
    path = ps.find_path(*SPACES[space])
    places = list(path)
    assert len(places) >= 3
    assert path[0] == path.start or path[0] == (*path.start, 0)
    for index in (0, 1, -1, -len(places), np.int8(1), len(places) - 1):
        assert path[index] == places[index]
        assert type(path[index]) is type(places[index])
    for index in (slice(None), slice(1, -1), slice(None, None, -1), slice(5, 2), slice(-100, 100, 2)):
        assert path[index] == places[index]
    assert list(reversed(path)) == places[::-1]
    assert places[1] in path


@pytest.mark.parametrize("index", [4, -5, 2**70, -(2**70)])
def test_past_the_end_of_a_path_there_is_no_place(index):
    path = ps.find_path(ps.Grid([[1, 1, 1, 1]]), (0, 0), (3, 0))
    with pytest.raises(IndexError, match="the path has 4 places; there is no number") as refused:
        path[index]
    assert isinstance(refused.value, ps.PathstarError)


@pytest.mark.parametrize("index", [0.0, "0", None, (0, 1), [0]])
def test_what_is_no_index_is_refused(index):
    path = ps.find_path(ps.Grid([[1, 1, 1, 1]]), (0, 0), (3, 0))
    with pytest.raises(ps.PlaceTypeError, match="allowed: a whole number, or a slice"):
        path[index]


def test_the_rows_of_many_paths():
    paths = ps.find_paths(ps.Grid([[1, 1, 1, 1]]), [(0, 0), (1, 0)], [(3, 0), (0, 0)])
    assert [paths[np.int64(0)].cost, paths[-1].cost] == [3, 1]
    for index in (2, -3, 2**70):
        with pytest.raises(ps.PlaceError, match=f"there is no path {index}; there are 2 paths"):
            paths[index]
    for index in (0.0, "0", None, slice(1)):
        with pytest.raises(ps.PlaceTypeError, match="is not the row of a path; allowed: a whole number"):
            paths[index]


def test_no_path_has_no_places():
    path = ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0))
    assert path[:] == []
    with pytest.raises(IndexError):
        path[0]
