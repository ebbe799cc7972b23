"""Isometric and staggered maps: where their squares are on the screen, and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pathstar as ps
from pathstar.spaces.isometric import Diamond, Staggered

sides = st.integers(1, 9)
maps = st.builds(Staggered, sides, sides, st.sampled_from("xy"), st.sampled_from(["odd", "even"]))


def places_of(drawn: Staggered) -> np.ndarray:
    rows, columns = np.indices((drawn.height, drawn.width))
    return np.stack([columns.ravel(), rows.ravel()], axis=-1)


@given(maps)
def test_staggered_places_go_there_and_back(drawn):
    places = places_of(drawn)
    squares = drawn.to_square(places)
    assert squares.min(axis=0).tolist() == [0, 0]
    assert (squares.max(axis=0)[::-1] + 1).tolist() == list(drawn.shape)
    assert np.array_equal(drawn.from_square(squares), places)
    assert drawn.from_square(drawn.to_square((0, 0))) == (0, 0)
    assert np.array_equal(drawn.from_screen(drawn.to_screen(places)), places)
    beside = np.add(drawn.to_screen(places), (9, -10))
    assert np.array_equal(drawn.from_screen(beside), places)


@given(maps)
def test_squares_lie_on_the_screen_as_diamonds_do(drawn):
    places = places_of(drawn)
    off = Diamond().to_screen(drawn.to_square(places)) - drawn.to_screen(places)
    assert np.allclose(off, off[0])


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_diamonds_go_there_and_back(x, y):
    drawn = Diamond(100, 40)
    sx, sy = drawn.to_screen((x, y))
    for dx, dy in ((0, 0), (49, 0), (-49, 0), (0, 19), (0, -19), (24, 9)):
        assert drawn.from_screen((sx + dx, sy + dy)) == (x, y)


def test_a_path_over_a_staggered_map():
    walkable = np.ones((8, 5), bool)
    walkable[4, 1:] = False
    drawn = Staggered(5, 8)
    grid = ps.Grid(drawn.square(walkable), moves=ps.Moves(directions=4))
    assert int(grid.walkable.sum()) == int(walkable.sum())
    path = ps.find_path(grid, drawn.to_square((4, 0)), drawn.to_square((4, 7)))
    points = drawn.from_square(path.points)
    assert walkable[points[:, 1], points[:, 0]].all()
    steps = np.abs(np.diff(drawn.to_screen(points), axis=0))
    assert np.array_equal(steps, np.full_like(steps, 1) * (32, 16))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: Staggered(0, 4), ps.OptionError, "width is 0"),
        (lambda: Staggered(4, True), ps.OptionError, "height is True"),
        (lambda: Staggered(4, 4, "z"), ps.OptionError, "axis"),
        (lambda: Staggered(4, 4, np.array(["x", "y"])), ps.OptionError, "unknown axis"),
        (lambda: Staggered(2, 2).square([[1, 2], [3]]), ps.ArrayError, "the array cannot be made an array"),
        (lambda: Staggered(4, 4, "x", "uneven"), ps.OptionError, "did you mean 'even'"),
        (lambda: Diamond(0, 4), ps.OptionError, "tile_width is 0"),
        (lambda: Diamond(4, float("nan")), ps.OptionError, "tile_height is nan"),
        (lambda: Staggered(4, 4).square(np.ones((3, 4))), ps.ArrayError, r"\(3, 4\), the map \(4, 4\)"),
        (lambda: Diamond().to_screen((1.5, 2)), ps.PlaceTypeError, "whole numbers"),
        (lambda: Diamond().to_screen((1, 2, 3)), ps.ArrayError, "places must be 2 whole numbers"),
        (lambda: Diamond().from_screen("ab"), ps.ArrayError, "points must be 2 numbers"),
        (lambda: Diamond().from_screen([[1, 2], [3]]), ps.ArrayError, "points must be 2 numbers"),
        (
            lambda: Diamond().to_screen(np.ma.masked_equal([[1, 2]], 2)),
            ps.ArrayError,
            "places has masked entries",
        ),
        (lambda: Staggered(4, 4).to_square(np.ma.masked_equal([1, 2], 2)), ps.ArrayError, "masked entries"),
        (lambda: Diamond().from_screen(np.ma.masked_equal([1.0, 2.0], 2)), ps.ArrayError, "masked entries"),
        (lambda: Diamond().from_screen((float("nan"), 1)), ps.ArrayError, "finite numbers"),
        (lambda: Staggered(4, 4).from_screen([(0, 1), (1e300, 2)]), ps.ArrayError, "finite numbers"),
    ],
)
def test_bad_input(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_points_of_any_type_lie_in_the_same_squares(kind):
    points = np.random.default_rng(1).integers(-900, 900, (5000, 2))
    for drawn in (Diamond(7, 3), Staggered(9, 8, tile_width=7, tile_height=3)):
        np.testing.assert_array_equal(drawn.from_screen(points.astype(kind)), drawn.from_screen(points))
