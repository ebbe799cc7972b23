"""What tcod's classes return besides paths, compared with tcod."""

from __future__ import annotations

import warnings
from operator import methodcaller
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


@pytest.mark.parametrize("values", [(3, 0), (0, 3)])
def test_of_a_root_added_twice_the_lower_cost_counts(values: tuple[int, int]) -> None:
    def distances(module: Any) -> np.ndarray:
        finder = module.Pathfinder(module.SimpleGraph(cost=COSTS, cardinal=2, diagonal=3))
        for value in values:
            finder.add_root((0, 0), value)
        finder.resolve()
        return finder.distance

    np.testing.assert_array_equal(*both(distances))


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


def test_dijkstra2d_fills_the_array_that_it_is_given_unless_told_not_to() -> None:
    def distances(module: Any) -> list[Any]:
        begin = module.maxarray(COSTS.shape)
        begin[0, 0] = 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # from tcod, for calls without out=
            copied = module.dijkstra2d(begin, COSTS, 2, 3, out=None)
            untouched = begin.copy()
            module.dijkstra2d(begin, COSTS, 2, 3)
        return [copied.tolist(), untouched.tolist(), begin.tolist()]

    found, expected = both(distances)
    assert found == expected
    assert found[1] != found[0] == found[2]


@pytest.mark.parametrize(("dtype", "order"), [(np.int32, "C"), (np.uint8, "F")])
def test_maxarray(dtype: Any, order: str) -> None:
    found, expected = both(lambda module: module.maxarray((2, 3), dtype, order))
    np.testing.assert_array_equal(found, expected)
    assert (found.dtype, found.flags.f_contiguous) == (expected.dtype, expected.flags.f_contiguous)


@pytest.mark.parametrize(("cardinal", "diagonal"), [(True, True), (True, False), (False, True), (None, None)])
def test_hillclimb2d(cardinal: bool | None, diagonal: bool | None) -> None:
    random = np.random.default_rng(3)
    for _ in range(200):
        heights = random.integers(0, 6, random.integers(1, 6, 2)).astype(np.int32)
        start = tuple(int(random.integers(side)) for side in heights.shape)
        found, expected = both(methodcaller("hillclimb2d", heights, start, cardinal, diagonal))
        assert (found.tolist(), found.dtype) == (expected.tolist(), expected.dtype)


def test_hillclimb2d_stays_where_no_neighbour_is_a_number() -> None:
    heights = np.array([[np.nan, np.nan], [np.nan, 1.0]])
    assert own.hillclimb2d(heights, (0, 0), True).tolist() == [[0, 0]]


def test_mistakes_are_named() -> None:
    with pytest.raises(IndexError, match=r"point \(4, 0\) is out-of-bounds"):
        own.hillclimb2d(COSTS, (4, 0), True)
    with pytest.raises(ps.OptionError, match="edge_map is not supported"):
        own.hillclimb2d(COSTS, (0, 0), edge_map=COSTS)
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
    with pytest.raises(ps.OptionError, match=f"greed is {greed}; allowed: a finite number above 0"):
        own.SimpleGraph(cost=COSTS, cardinal=1, diagonal=1, greed=greed)


def test_costs_that_the_caller_changes_are_seen() -> None:
    def paths(module: Any) -> Any:
        costs = np.ones((3, 5), np.int8)
        finders = module.AStar(costs), module.Dijkstra(costs)
        graph = module.SimpleGraph(cost=costs, cardinal=2, diagonal=3)
        costs[1, 1:] = 0  # a wall across, with a door at the left
        finders[1].set_goal(0, 4)
        pathfinder = module.Pathfinder(graph)
        pathfinder.add_root((0, 4))
        return [
            len(finders[0].get_path(0, 4, 2, 4)),
            len(finders[1].get_path(2, 4)),
            len(pathfinder.path_to((2, 4))),
            pathfinder.distance.tolist(),
        ]

    found, expected = both(paths)
    assert found == expected
    assert found[0] > 2


def test_costs_that_are_not_numbers_are_the_same_costs() -> None:
    graph = own.SimpleGraph(cost=np.array([[1, np.nan]]), cardinal=1, diagonal=0)
    assert graph.grid is graph.grid


def test_points_may_be_rows_of_arrays() -> None:
    points = {"start_points": np.array([[0, 0], [9, 9]]), "end_points": np.array([[3, 2], [-1, 0]])}
    found, expected = both(lambda module: module.path2d(COSTS, **points, cardinal=1, check_bounds=False))
    np.testing.assert_array_equal(found, expected)


def test_of_many_points_distances_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    distance = own.Pathfinder.distance.fget
    counting = property(lambda finder: asked.append(finder) or distance(finder))
    monkeypatch.setattr(own.Pathfinder, "distance", counting)
    path = own.path2d(
        np.ones((9, 9), int),
        start_points=[(0, x) for x in range(9)],
        end_points=[(8, x) for x in range(9)],
        cardinal=1,
    )
    assert (len(path), len(asked)) == (9, 1)


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.int32])
def test_distances_beyond_the_type_are_none(kind: Any) -> None:
    far = np.iinfo(kind).max
    given = np.full((1, 300), far, kind)
    given[0, 0] = far - 9
    costs = np.ones(given.shape, np.int32)
    costs[0, 200] = 0
    found, expected = both(lambda module: module.dijkstra2d(given, costs, 1, None, out=np.zeros_like(given)))
    np.testing.assert_array_equal(found, expected)
    assert found[0, -1] == far


def test_distances_of_64_bits_may_be_none() -> None:
    far = np.iinfo(np.int64).max
    assert own.dijkstra2d(np.array([[far, 3, far, far]]), [[1, 1, 1, 0]], 2).tolist() == [[5, 3, 5, far]]


def test_without_a_distance_to_begin_from_the_result_is_filled() -> None:
    given = np.full((4, 7), 255, np.uint8)
    found, expected = both(lambda module: module.dijkstra2d(given, COSTS, 1, 1, out=np.zeros_like(given)))
    np.testing.assert_array_equal(found, expected)


def test_a_cost_as_high_as_the_largest_number_is_as_far() -> None:
    finder = own.Pathfinder(own.SimpleGraph(cost=np.full((1, 4), 2**30), cardinal=1, diagonal=0))
    finder.add_root((0, 0))
    assert finder.distance.tolist() == [[0, 2**30, 2**31 - 1, 2**31 - 1]]
