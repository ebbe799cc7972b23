"""The labels of areas, against SciPy's and after edits."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

import pathstar as ps

FULL = np.ones((3, 3))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize(("corners", "structure"), [("no_cut", None), ("no_squeeze", None), ("free", FULL)])
def test_labels_are_scipys(seed, corners, structure):
    random = np.random.default_rng(seed)
    walkable = random.random(random.integers(1, 60, 2)) > random.uniform(0.1, 0.7)
    areas = ps.islands(ps.Grid(walkable, moves=ps.Moves(corners=corners)))
    labels, count = ndimage.label(walkable, structure=structure)
    assert areas.count == count
    np.testing.assert_array_equal(areas.labels, labels)
    np.testing.assert_array_equal(areas.sizes, np.bincount(labels.ravel(), minlength=count + 1))
    if count:
        assert areas.sizes[areas.largest] == areas.sizes[1:].max()


def test_spirals_are_one_island():
    """A spiral joins labels in the worst order."""
    walkable = np.zeros((101, 101), bool)
    x = y = 50
    dx, dy, length = 1, 0, 2
    walkable[y, x] = True
    while length < 100:
        for _ in range(length):
            x, y = x + dx, y + dy
            walkable[y, x] = True
        dx, dy = -dy, dx
        length += 2 * (dy == 0)
    assert ps.islands(ps.Grid(walkable)).count == ndimage.label(walkable)[1] == 1


def test_nothing_walkable():
    areas = ps.islands(ps.Grid(np.zeros((2, 3))))
    assert (areas.count, areas.largest, areas.sizes.tolist()) == (0, 0, [6])
    assert not areas.same((0, 0), (0, 0))


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ((-1, 0), ps.PlaceError),
        ((5, 0), ps.PlaceError),
        ((0, 1), ps.PlaceError),
        ((2**64, 0), ps.PlaceError),
        ((0.0, 0), ps.PlaceTypeError),
        ((True, 0), ps.PlaceTypeError),
        ((0, 0, 0), ps.PlaceTypeError),
        (None, ps.PlaceTypeError),
        ("ab", ps.PlaceTypeError),
    ],
)
def test_same_takes_places_of_the_grid_only(place, error):
    areas = ps.islands(ps.Grid([[1, 1, 1]]))
    assert areas.same((0, 0), (2, 0))
    for ends in ((place, (2, 0)), ((2, 0), place)):
        with pytest.raises(error):
            areas.same(*ends)


def test_a_wall_that_splits_an_area_is_learnt_of():
    """After an edit the old labels may allow a path that is not there; one search finds out for all."""
    map = ps.Map(np.ones((20, 21)))
    grid = map.grid()
    assert ps.find_path(grid, (0, 0), (20, 0))
    grid.update(map.edit("passable", (slice(None), slice(10, 11)), False))
    first = ps.find_path(grid, (0, 0), (20, 0))
    second = ps.find_path(grid, (0, 5), (20, 7))
    assert first.status is second.status is ps.Status.NO_PATH
    assert first.stats.expanded > 0
    assert second.stats.expanded == 0
    grid.update(map.edit("passable", (10, 7), True))
    assert ps.find_path(grid, (0, 5), (20, 7))


@pytest.mark.parametrize("analyse", [ps.islands, ps.dead_ends])
@pytest.mark.parametrize("ground", [ps.HexGrid([[1]]), ps.Graph([0, 0], []), [[1]], None])
def test_what_is_no_grid_of_squares_is_refused(analyse, ground):
    with pytest.raises(ps.SpaceError, match=f"{analyse.__name__} needs a grid of .* not a"):
        analyse(ground)
