"""The labels of areas, compared with SciPy's, and after edits."""

from __future__ import annotations

import pickle

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


@pytest.mark.parametrize("make", [ps.Map.grid, ps.Map.hexgrid, ps.TriangleGrid.of])
def test_areas_follow_edits(make):
    map = ps.Map([[1, 1, 0, 1], [1, 1, 0, 1]])
    grid = make(map)
    areas = ps.islands(grid)
    before = areas.labels
    were = before.tolist()
    map.edit("passable", (2, 0), True)
    assert areas.same((0, 0), (3, 0))
    assert before.tolist() == were
    map.edit("passable", [(1, 0), (1, 1)], False)
    assert not areas.same((0, 0), (3, 0))
    np.testing.assert_array_equal(areas.labels, ps.islands(grid).labels)
    np.testing.assert_array_equal(areas.sizes, ps.islands(grid).sizes)
    assert (areas.count, areas.largest) == (ps.islands(grid).count, ps.islands(grid).largest)


def test_areas_follow_portals_and_are_pickled():
    grid = ps.VoxelGrid([[[1, 0, 1]], [[0, 0, 0]]])
    areas = ps.islands(grid)
    grid.add_portals([((0, 0, 0), (2, 0, 0), 1)])
    assert areas.same((0, 0, 0), (2, 0, 0))
    copied = pickle.loads(pickle.dumps(areas))
    np.testing.assert_array_equal(copied.labels, areas.labels)
    assert repr(areas) == f"Components(1 area of {grid!r})"


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
    """After an edit the old labels may allow a path that does not exist; one search corrects them for all."""
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


def test_hexagons_triangles_and_voxels_have_islands():
    hexes = ps.islands(ps.HexGrid([[1, 0, 1], [0, 0, 1], [0, 1, 1]]))
    assert hexes.labels.tolist() == [[1, 0, 2], [0, 0, 2], [0, 2, 2]]
    up_and_down = ps.islands(ps.TriangleGrid([[1, 1, 0], [0, 1, 1], [1, 0, 0]]))
    assert up_and_down.labels.tolist() == [[1, 1, 0], [0, 2, 2], [3, 0, 0]]
    tower = ps.islands(ps.VoxelGrid([[[1, 0, 1]], [[1, 0, 0]]]))
    assert tower.labels.tolist() == [[[1, 0, 2]], [[1, 0, 0]]]
    assert tower.same((0, 0, 0), (0, 0, 1))
    assert not tower.same((0, 0, 0), (2, 0, 0))
    with pytest.raises(ps.PlaceTypeError, match="three whole numbers"):
        tower.same((0, 0), (0, 0, 0))
    with pytest.raises(ps.PlaceError, match="z goes from 0 to 1"):
        tower.same((0, 0, 2), (0, 0, 0))


def test_a_step_one_way_joins_an_island():
    cut = [[1, 0, 1]]
    assert ps.islands(ps.HexGrid(cut)).count == 2
    assert ps.islands(ps.HexGrid(cut, portals=[((0, 0), (2, 0))])).count == 1
    assert ps.islands(ps.Grid(cut, wrap="x")).count == 1
    assert ps.islands(ps.TriangleGrid([[1, 1]], one_way=[((0, 0), (1, 0))])).count == 1
    assert ps.islands(ps.Grid([[1, 1]], moves=ps.Moves(4), exits=[[0, 0]])).count == 2


@pytest.mark.parametrize(
    "make", [ps.Map.grid, ps.Map.hexgrid, lambda map: map.grid(wrap="y"), lambda map: map.grid().sized(1)]
)
def test_an_edit_shows_at_once(make):
    """The labels are read before anything else has made the space catch up."""
    map = ps.Map(np.ones((5, 6)))
    space = make(map)
    map.edit("passable", (slice(0, 5), slice(2, 4)), False)
    assert ps.islands(space).count == 2


def test_dead_ends_after_an_edit():
    map = ps.Map(np.ones((3, 6)))
    grid = map.grid()
    map.edit("passable", (slice(0, 3, 2), slice(3, 6)), False)
    assert ps.dead_ends(grid).sizes.tolist() == [15, 3]


@pytest.mark.parametrize(
    ("ground", "words"),
    [
        (ps.Graph([0, 0], []), "islands needs a Grid, HexGrid, TriangleGrid or VoxelGrid, not a Graph"),
        (ps.Turning(ps.Grid([[1]])), "not a Turning; ask what it lies over: islands\\(space.ground\\)"),
        (ps.Map([[1]]), r"not a Map; ask it for one: map\.grid\(\)"),
        ([[1]], r"not a list; make a grid of it: Grid\(array\)"),
        (None, "not a NoneType"),
    ],
)
def test_what_has_no_islands_is_refused(ground, words):
    with pytest.raises(ps.SpaceError, match=words):
        ps.islands(ground)


@pytest.mark.parametrize("ground", [ps.HexGrid([[1]]), ps.Graph([0, 0], []), [[1]], None])
def test_only_squares_have_dead_ends(ground):
    with pytest.raises(ps.SpaceError, match=r"dead_ends needs a grid of .* not a"):
        ps.dead_ends(ground)
