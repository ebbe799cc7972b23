"""Triangles: which ones touch, how far apart they are, and what is rejected."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps
from pathstar.maps import CostModel, Slope

FIELD = np.random.default_rng(6).random((12, 14)) > 0.2


def test_a_triangle_has_the_three_neighbours_that_share_an_edge() -> None:
    board = ps.TriangleGrid(np.ones((4, 4)))
    assert [place for place, _ in board.steps_from((1, 1))] == [(0, 1), (2, 1), (1, 2)]
    assert [place for place, _ in board.steps_from((2, 1))] == [(1, 1), (3, 1), (2, 0)]
    assert board.points_up((1, 1))
    assert not board.points_up((2, 1))
    with pytest.raises(ps.PlaceError):
        board.points_up((4, 0))


@pytest.mark.parametrize("wrap", ["", "x", "xy"])
def test_the_estimate_is_exact_on_open_ground(wrap: str) -> None:
    board = ps.TriangleGrid(np.ones((16, 10)), wrap=wrap)
    for start in [(0, 0), (1, 0), (4, 7), (9, 15)]:
        costs = plain.costs_from(board, start)
        for goal, cost in costs.items():
            if goal == start:
                continue
            trace = ps.trace(board, start, goal)
            assert trace.path.cost == cost
            assert trace[0].square(start).h == cost, (start, goal)


def test_straight_lines_are_no_longer_than_the_way() -> None:
    board = ps.TriangleGrid(np.ones((9, 9)))
    near = ps.trace(board, (3, 3), (3, 4), heuristic="euclidean")[0]
    assert near.square((3, 3)).h == pytest.approx(1)
    far = ps.trace(board, (0, 0), (8, 0), heuristic="euclidean")[0]
    assert far.square((0, 0)).h == pytest.approx(8 * np.sqrt(0.75))


@pytest.mark.parametrize(
    ("wrap", "shape", "words"),
    [("x", (4, 5), "5 columns"), ("xy", (3, 4), "3 rows")],
)
def test_joined_borders_keep_the_triangles_in_turn(wrap: str, shape: tuple[int, int], words: str) -> None:
    with pytest.raises(ps.OptionError, match=words):
        ps.TriangleGrid(np.ones(shape), wrap=wrap)


def test_what_shares_a_corner_only_is_no_step() -> None:
    with pytest.raises(ps.OptionError, match="is not one step"):
        ps.TriangleGrid(np.ones((4, 4)), one_way=[((1, 1), (1, 0))])
    assert not ps.check_path(ps.TriangleGrid(np.ones((4, 4))), [(1, 1), (1, 0)])


def test_one_that_comes_from_a_pickle_is_the_same() -> None:
    board = ps.TriangleGrid(FIELD, cost=FIELD + 0.5, cost_model="mean", portals=[((0, 0), (3, 3), 2)])
    copy = pickle.loads(pickle.dumps(board))
    assert repr(copy) == repr(board) == f"TriangleGrid(14 x 12, {FIELD.sum()} walkable, cost mean, 1 portal)"
    assert ps.find_path(copy, (0, 0), (13, 11)).cost == ps.find_path(board, (0, 0), (13, 11)).cost


def test_it_follows_its_map() -> None:
    map = ps.Map(FIELD, cost=np.full(FIELD.shape, 2.0))
    board = ps.TriangleGrid.of(map)
    assert ps.find_path(board, (0, 0), (13, 11))
    change = map.edit("passable", (slice(5, 6), slice(None)), False)
    assert len(change)
    assert not board.walkable[5].any()
    assert not ps.find_path(board, (0, 0), (13, 11))


def test_it_takes_a_profile_with_rules_for_edges() -> None:
    map = ps.Map(FIELD, layers={"mud": np.zeros(FIELD.shape)})
    map.add_profile("cart", CostModel(weights={"mud": 3}))
    board, named = ps.TriangleGrid.of(map, costs=map.profiles["cart"]), ps.TriangleGrid.of(map, costs="cart")
    map.edit("mud", (slice(0, 12), slice(6, 8)), 1)
    paths = [ps.find_path(each, (0, 0), (13, 11)) for each in (board, named)]
    assert paths[0].cost == paths[1].cost > ps.find_path(ps.TriangleGrid.of(map), (0, 0), (13, 11)).cost
    with pytest.raises(ps.OptionError, match="unknown profile 'card'; did you mean 'cart'"):
        ps.TriangleGrid.of(map, costs="card")
    muddy = ps.TriangleGrid.of(map, costs=CostModel(edges=[Slope("mud", up=2)]))
    assert dict(muddy.steps_from((5, 0))) == {(4, 0): 1, (6, 0): 3}


def test_it_is_shown_in_rows_and_columns(capsys: pytest.CaptureFixture[str]) -> None:
    ps.TriangleGrid([[1, 0], [1, 1]]).show()
    assert capsys.readouterr().out.startswith(". #\n. .\nTriangleGrid of 2 x 2")


def test_an_index_is_for_triangles_alone() -> None:
    square, board = ps.Grid(FIELD, moves=ps.Moves(directions=4), wrap="x"), ps.TriangleGrid(FIELD)
    index = ps.build_index(board, "landmarks", landmarks=2)
    path = ps.Planner(board, index=index).find((0, 0), (13, 11))
    assert path.cost == ps.find_path(board, (0, 0), (13, 11)).cost
    with pytest.raises(ps.PathstarError):
        ps.Planner(square, index=index)
