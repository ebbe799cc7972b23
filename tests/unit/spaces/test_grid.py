"""What a grid says about itself."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import pathstar as ps
from pathstar.spaces.heuristics import heuristic_named

GRID = ps.Grid([[1, 1, 0], [1, 1, 1]], cost=[[1, 2, 3], [4, 5, 6]], cost_model="mean")


def test_numbers_and_places():
    assert GRID.node_of((2, 1)) == 5
    assert GRID.nodes_of([(0, 0), (2, 1)]).tolist() == [0, 5]
    assert GRID.places_of([0, 5]).tolist() == [[0, 0], [2, 1]]
    assert (GRID.width, GRID.height, GRID.shape, GRID.size) == (3, 2, (2, 3), 6)
    assert repr(GRID) == "Grid(3 x 2, 5 walkable, 8 directions, no_cut, cost mean)"


@pytest.mark.parametrize(
    "places",
    [
        [(2, 1), (0, 0)],
        [[2, 1], [0, 0]],
        ((2, 1), (0, 0)),
        [(np.int64(2), 1), np.array([0, 0])],
        np.array([[2, 1], [0, 0]], np.uint8),
    ],
)
def test_places_come_in_any_form(places):
    nodes = GRID.nodes_of(places)
    assert (nodes.dtype, nodes.tolist()) == (np.uint32, [5, 0])


@pytest.mark.parametrize(
    ("places", "error", "words"),
    [
        ([(0, 0), (3, 0)], ps.PlaceError, r"goals\[1\] = \(3, 0\) lies outside"),
        ([(0, -1)], ps.PlaceError, r"goals\[0\] = \(0, -1\) lies outside"),
        ([(0, 0), (2**40, 0)], ps.PlaceError, r"goals\[1\] = \(1099511627776, 0\) lies outside"),
        ([(0, 0), (0.5, 1)], ps.PlaceTypeError, "goals must hold whole numbers"),
        ([(True, False)], ps.PlaceTypeError, "goals must hold whole numbers"),
        ([(0, 0), (0, 1, 0)], ps.ArrayError, "differ in length"),
        ([(0, 0, 0)], ps.ArrayError, r"\(n, 2\)"),
        ([0, 1], ps.ArrayError, r"\(n, 2\)"),
    ],
)
def test_wrong_places_are_named_by_their_row(places, error, words):
    with pytest.raises(error, match=words):
        GRID.nodes_of(places, "goals")


@pytest.mark.parametrize("kind", [ps.Grid, ps.HexGrid])
def test_a_map_in_place_of_an_array_names_the_call_that_is_meant(kind):
    with pytest.raises(ps.PathstarError, match=r"not a Map; map\.grid\(\)"):
        kind(ps.Map([[1, 1]]))


def test_pickles():
    copy = pickle.loads(pickle.dumps(GRID))
    assert (copy.walkable == GRID.walkable).all()
    assert (copy.cost == GRID.cost).all()
    assert (copy.moves, copy.cost_model) == (GRID.moves, GRID.cost_model)


def test_a_pickled_grid_still_takes_the_changes_of_its_map():
    map = ps.Map([[1, 1, 1]])
    grid = pickle.loads(pickle.dumps(map.grid()))
    grid.update(map.edit("passable", (1, 0), False))
    assert grid.walkable.tolist() == [[True, False, True]]


@pytest.mark.parametrize("directions", [4, 8])
@pytest.mark.parametrize("steps", [(1, None), (10, 14), (1, 1), (1, 3), (5, 3)])
@pytest.mark.parametrize("heuristic", ps.Grid([[1]]).heuristics)
def test_no_step_falls_faster_than_the_consistency_factor_says(directions, steps, heuristic):
    """Checked on traces: over a step, h changes by at most this factor times its cost."""
    grid = ps.Grid(np.ones((7, 7)), moves=ps.Moves(directions, "free", *steps))
    consistency_factor = grid.consistency_factor(heuristic)
    trace = ps.trace(grid, (0, 0), (6, 5), heuristic=heuristic, algorithm="greedy")
    estimates = {int(e["node"]): float(e["h"]) for e in trace.events}
    straight, diagonal = grid.moves.step_costs
    seen = 0.0
    for node, h in estimates.items():
        x, y = node % 7, node // 7
        for other, other_h in estimates.items():
            dx, dy = abs(x - other % 7), abs(y - other // 7)
            if max(dx, dy) == 1 and (directions == 8 or dx + dy == 1):
                step = diagonal if dx and dy else straight
                seen = max(seen, abs(h - other_h) / step)
    assert seen <= consistency_factor * (1 + 1e-9)


def test_default_heuristics_never_overestimate():
    assert GRID.default_heuristic() == "octile"
    assert GRID.consistency_factor("octile") == 1
    four = ps.Grid([[1]], moves=ps.Moves(directions=4))
    assert four.default_heuristic() == "manhattan"
    assert four.consistency_factor("manhattan") == 1
    assert GRID.consistency_factor("manhattan") == pytest.approx(math.sqrt(2))


def test_heuristics_are_rows():
    row = heuristic_named("euclidean")
    assert heuristic_named(row) is row
    with pytest.raises(ps.OptionError, match="did you mean 'euclidean'"):
        heuristic_named("euclid")


def test_exact_sums_on_a_long_way():
    """A hundred thousand diagonal steps add up without a noticeable error."""
    grid = ps.Grid(np.ones((1, 200_000)))
    assert ps.find_path(grid, (0, 0), (199_999, 0)).cost == 199_999
    square = ps.Grid(np.ones((3000, 3000), bool))
    assert ps.find_path(square, (0, 0), (2999, 2999)).cost == 2999 * math.sqrt(2)


@pytest.mark.parametrize("count", [4, 8, 16])
def test_a_number_of_directions_may_be_one_of_numpy(count):
    moves = ps.Moves(np.int64(count))
    assert moves == ps.Moves(count)
    assert type(moves.directions) is int
    assert (
        ps.VoxelGrid([[[1]]], directions=np.int8(6)).directions
        == ps.VoxelGrid([[[1]]], directions=6).directions
    )
    with pytest.raises(ps.OptionError, match=r"directions is 8\.0"):
        ps.Moves(8.0)
