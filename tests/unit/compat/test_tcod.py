"""What tcod's classes return besides paths, beside tcod."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tcod.path

import pathstar as ps
from pathstar.compat import tcod as own

COSTS = np.array([[1, 0, 1, 1, 1, 0, 1], [1, 0, 1, 1, 1, 0, 1], [1, 0, 1, 0, 1, 0, 1], [1, 1, 1, 1, 1, 0, 1]])


def both(call: Any) -> tuple[Any, Any]:
    return call(own), call(tcod.path)


@pytest.mark.parametrize("diagonal", [0, 3])
def test_distances_from_several_roots(diagonal: int) -> None:
    def distances(module: Any) -> np.ndarray:
        finder = module.Pathfinder(module.SimpleGraph(cost=COSTS, cardinal=2, diagonal=diagonal))
        finder.add_root((0, 0), 4)
        finder.add_root((3, 4))
        finder.resolve()
        return finder.distance

    found, expected = both(distances)
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype


@pytest.mark.parametrize(
    ("starts", "ends"),
    [
        ([(0, 0)], [(2, 3)]),
        ([(0, 0)], [(3, 6)]),
        ([(0, 0), (3, 0)], [(0, 6), (3, 6)]),
        ([], []),
        ([(0, 0)], [(0, 0)]),
        ([(0, 0)], [(1, 3), (3, 3), (2, 2), (2, 4)]),
        ([(0, 0), (0, 2)], [(3, 2)]),
        ([(0, 1)], [(0, 5)]),
    ],
)
def test_path2d_has_the_length_of_tcod_s(starts: Any, ends: Any) -> None:
    found, expected = both(
        lambda module: module.path2d(COSTS, start_points=starts, end_points=ends, cardinal=70, diagonal=99)
    )
    assert found.shape == expected.shape
    if len(expected):
        assert (found[0].tolist(), found[-1].tolist()) == (expected[0].tolist(), expected[-1].tolist())


def test_path2d_checks_bounds_unless_told_not_to() -> None:
    ends = {"start_points": [(0, 0)], "end_points": [(-1, -1), (3, 1)]}
    with pytest.raises(IndexError, match=r"End point \(-1, -1\) is out-of-bounds of cost shape \(4, 7\)"):
        own.path2d(COSTS, **ends, cardinal=1)
    assert len(own.path2d(COSTS, **ends, cardinal=1, check_bounds=False)) == 5


@pytest.mark.parametrize("diagonal", [None, 3])
def test_dijkstra2d(diagonal: int | None) -> None:
    def distances(module: Any) -> np.ndarray:
        begin = np.full(COSTS.shape, np.iinfo(np.int32).max, np.int32)
        begin[0, 0], begin[3, 4] = 9, 0
        return module.dijkstra2d(begin, COSTS, 2, diagonal, out=begin)

    np.testing.assert_array_equal(*both(distances))


def test_mistakes_are_named() -> None:
    with pytest.raises(ps.OptionError, match="edge_map is not supported"):
        own.dijkstra2d(COSTS, COSTS, edge_map=COSTS)
    with pytest.raises(ps.OptionError, match="cardinal is 0"):
        own.SimpleGraph(cost=COSTS, cardinal=0, diagonal=1)
    with pytest.raises(ps.OptionError, match="an array of numbers is needed"):
        own.AStar(lambda x, y: 1)
    with pytest.raises(ps.PathstarError, match="call set_goal first"):
        own.Dijkstra(COSTS).get_path(0, 0)


def test_no_path_and_places_outside() -> None:
    assert own.AStar(COSTS).get_path(0, 0, 0, 6) == own.AStar(COSTS).get_path(0, 0, 9, 0) == []
    finder = own.Pathfinder(own.SimpleGraph(cost=COSTS, cardinal=1, diagonal=1))
    finder.add_root((0, 0))
    assert finder.path_to((0, 6)).tolist() == [[0, 6]]
    finder.clear()
    finder.add_root((0, 6))
    assert finder.path_from((3, 6)).tolist() == [[3, 6], [2, 6], [1, 6], [0, 6]]


def test_the_first_path_of_dijkstra_and_the_later_ones_cost_the_same() -> None:
    paths = own.Dijkstra(COSTS)
    paths.set_goal(0, 0)
    first, second = paths.get_path(3, 4), paths.get_path(3, 4)
    assert first[-1] == second[-1] == (3, 4)
    assert len(first) == len(second)
    paths.set_goal(3, 4)
    assert paths.get_path(0, 0)[-1] == (0, 0)
    assert paths.get_path(3, 4) == []
    for outside_or_wall in ((9, 9), (0, 5)):
        with pytest.raises(ps.PlaceError, match=r"goals\[0\] = "):
            paths.set_goal(*outside_or_wall)


def test_without_roots_every_path_is_its_place_alone() -> None:
    def found(module: Any) -> Any:
        finder = module.Pathfinder(module.SimpleGraph(cost=COSTS, cardinal=2, diagonal=3))
        finder.resolve()
        return finder.path_to((1, 2)).tolist(), finder.path_from((0, 0)).tolist(), finder.distance.tolist()

    own_paths, expected = both(found)
    assert own_paths == expected


def test_a_root_that_cannot_be_leaves_the_others() -> None:
    finder = own.Pathfinder(own.SimpleGraph(cost=COSTS, cardinal=1, diagonal=1))
    finder.add_root((0, 0))
    with pytest.raises(ps.PlaceError, match=r"the index \(9, 9\) lies outside of an array of shape \(4, 7\)"):
        finder.add_root((9, 9))
    with pytest.raises(ps.PlaceError, match=r"the index \(0, 1\) is a wall"):
        finder.add_root((0, 1))
    with pytest.raises(ps.PlaceError, match=r"the index \(-1, 0\) lies outside"):
        finder.path_to((-1, 0))
    assert finder.path_to((1, 0)).tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize("greed", [0, -1])
def test_greed_is_above_0(greed: int) -> None:
    with pytest.raises(ValueError, match="reed"):
        tcod.path.SimpleGraph(cost=COSTS, cardinal=1, diagonal=1, greed=greed)
    with pytest.raises(ps.OptionError, match=f"greed is {greed}; allowed: a number above 0"):
        own.SimpleGraph(cost=COSTS, cardinal=1, diagonal=1, greed=greed)
