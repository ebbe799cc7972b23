"""Costs, steps and paths of `MCP`, compared with scikit-image where the result is unique."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import skimage.graph

import pathstar as ps
from pathstar.compat.skimage import MCP, MCP_Geometric, route_through_array

KINDS = [(MCP, skimage.graph.MCP), (MCP_Geometric, skimage.graph.MCP_Geometric)]


def retraced(steps: np.ndarray, offsets: list[Any], end: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Follow the numbers of the offsets back to a start."""
    path = [end]
    while (number := steps[path[-1]]) != -1:
        path.append(tuple(a - b for a, b in zip(path[-1], offsets[number], strict=True)))
    return path[::-1]


@pytest.mark.parametrize("shape", [(30,), (7, 9), (1, 6), (4, 5, 3), (3, 2, 3, 2)])
@pytest.mark.parametrize("fully_connected", [True, False])
@pytest.mark.parametrize("kind", KINDS, ids=["MCP", "MCP_Geometric"])
def test_costs_and_steps_in_any_number_of_dimensions(kind: Any, fully_connected: bool, shape: Any) -> None:
    chance = np.random.default_rng(3)
    costs = chance.choice([0.0, 1, 2, 5, -1, np.inf], shape, p=[0.1, 0.4, 0.2, 0.2, 0.05, 0.05])
    costs.flat[0] = 2
    starts = [(0,) * len(shape)]
    own, theirs = (each(costs, fully_connected=fully_connected) for each in kind)
    found, expected = own.find_costs(starts), theirs.find_costs(starts)
    np.testing.assert_allclose(found[0], expected[0])
    np.testing.assert_array_equal(found[1] == -2, expected[1] == -2)
    for end in zip(*np.nonzero(np.isfinite(found[0])), strict=True):
        path = own.traceback(end)
        assert path[0] == starts[0]
        assert path == retraced(found[1], np.asarray(theirs.offsets).tolist(), path[-1])


def test_own_offsets_and_cells_that_are_not_square() -> None:
    costs = np.random.default_rng(5).integers(1, 9, (8, 8)).astype(float)
    jumps = [(1, step) for step in range(-3, 4)]
    for kinds, options in ((KINDS[0], {"offsets": jumps}), (KINDS[1], {"sampling": (2.0, 0.5)})):
        own, theirs = (each(costs, **options).find_costs([(0, 3)])[0] for each in kinds)
        np.testing.assert_allclose(own, theirs)


def test_several_starts_and_stops() -> None:
    costs = np.ones((9, 9))
    own, theirs = (each(costs).find_costs([(0, 0), (8, 8)])[0] for each in KINDS[0])
    np.testing.assert_allclose(own, theirs)
    assert np.isinf(MCP_Geometric(costs).find_costs([(0, 0)], ends=[(0, 1)])[0]).any()


@pytest.mark.parametrize("kind", KINDS, ids=["MCP", "MCP_Geometric"])
def test_dear_cells_are_barriers_for_one_search(kind: Any) -> None:
    costs = np.random.default_rng(8).integers(1, 6, (9, 9)).astype(float)
    own, theirs = (each(costs) for each in kind)
    # scikit-image before 0.26 takes a limit under another name, and does not obey it.
    has_limits = "max_step_cost" in kind[1].find_costs.__doc__
    for most in (None, 3, 2.5, None) if has_limits else (None, None):
        limit = {} if most is None else {"max_step_cost": most}
        found, expected = (each.find_costs([(0, 0)], **limit)[0] for each in (own, theirs))
        np.testing.assert_allclose(found, expected)
    np.testing.assert_array_equal(own.offsets, np.asarray(theirs.offsets))
    assert np.isinf(own.find_costs([(0, 0)], max_cost=0.5)[0]).sum() == 80


def test_a_route_counts_from_the_end_and_says_when_there_is_none() -> None:
    costs = np.array([[1, -1, 1], [1, -1, 1]])
    with pytest.raises(ValueError, match="no minimum-cost path was found"):
        route_through_array(costs, (0, 0), (0, 2))
    assert route_through_array(costs, (0, 0), (-1, -3)) == ([(0, 0), (1, 0)], 1.0)
    assert route_through_array(costs, [0, 0], [1, 0], geometric=False) == ([(0, 0), (1, 0)], 2.0)


def test_mistakes_are_named() -> None:
    with pytest.raises(ps.OptionError, match="offsets is empty"):
        MCP(np.ones((2, 3)), offsets=[])
    finder = MCP(np.ones((2, 3)))
    with pytest.raises(ps.PlaceError, match=r"the index \(2, 0\) lies outside of an array of shape \(2, 3\)"):
        finder.find_costs([(2, 0)])
    with pytest.raises(ps.ArrayError, match=r"the index \(1,\) does not fit"):
        finder.find_costs([(1,)])
    with pytest.raises(ps.PathstarError, match="call find_costs first"):
        finder.traceback((0, 0))
    finder.find_costs([(0, 0)], max_step_cost=0.5)
    with pytest.raises(ValueError, match="no minimum-cost path"):
        finder.traceback((1, 2))
    for starts in (None, 3):
        with pytest.raises(ps.OptionError, match=f"starts is {starts}; allowed: a list of indices"):
            finder.find_costs(starts)


@pytest.mark.parametrize("kind", KINDS, ids=["MCP", "MCP_Geometric"])
def test_an_end_on_a_wall_is_never_reached(kind: Any) -> None:
    costs = np.array([[1.0, 2, 3], [1, -1, 4], [1, 2, 5]])
    own, theirs = (each(costs) for each in kind)
    found, expected = (each.find_costs([(0, 0)], [(0, 1), (1, 1)])[0] for each in (own, theirs))
    np.testing.assert_allclose(found, expected)


@pytest.mark.parametrize("kind", KINDS, ids=["MCP", "MCP_Geometric"])
@pytest.mark.parametrize("shape", [(3,), (1, 3), (1, 1, 3)])
@pytest.mark.parametrize("wall", [-1.0, np.inf])
def test_no_path_begins_on_a_wall(kind: Any, shape: tuple[int, ...], wall: float) -> None:
    finder = kind[0](np.array([1.0, wall, 2]).reshape(shape))
    start = (*(0,) * (len(shape) - 1), 1)
    with pytest.raises(ps.PlaceError, match="is a wall; no path begins there"):
        finder.find_costs([start])
    with pytest.raises(ValueError, match="no minimum-cost path"):
        finder.route(start, start)


def test_the_costs_are_those_of_when_it_was_made() -> None:
    costs = np.ones((2, 3))
    found, expected = MCP(costs), skimage.graph.MCP(costs)
    costs[:] = 100
    np.testing.assert_array_equal(found.find_costs([(0, 0)])[0], expected.find_costs([(0, 0)])[0])
    assert found.route((0, 0), (0, 2))[1] == 3
