"""Edits of a mesh: any sequence of them gives the same as a mesh made at once."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar import _core
from pathstar.spaces.mesh.tiles import Tiles

ROOM = [(0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0)]
ENDS = (np.random.default_rng(3).integers(0, 61, (2, 40, 2)) / 2 + 0.25).tolist()
COUNTS = st.integers(0, 5)


@st.composite
def outlines(draw: st.DrawFn) -> shapely.Polygon:
    """Boxes and triangles with whole corners, which often touch; and slanted ones."""
    x, y = draw(st.integers(-2, 38)), draw(st.integers(-2, 28))
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    kind = draw(st.sampled_from(["box", "triangle", "slanted"]))
    if kind == "box":
        return shapely.box(x, y, x + width, y + height)
    if kind == "triangle":
        return shapely.Polygon([(x, y), (x + width, y), (x, y + height)])
    shape: shapely.Polygon = shapely.affinity.rotate(
        shapely.box(x, y, x + width, y + height), 10 * width + height
    )
    return shape


def same_costs(mesh: ps.NavMesh, other: ps.NavMesh) -> None:
    one, two = (ps.find_paths(each, *ENDS, costs_only=True).costs for each in (mesh, other))
    assert np.array_equal(np.isfinite(one), np.isfinite(two))
    finite = np.isfinite(one)
    assert np.allclose(one[finite], two[finite], rtol=1e-9, atol=0)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.tuples(outlines(), COUNTS), min_size=1, max_size=24))
def test_edits_equal_a_mesh_made_at_once(edits: list[tuple[shapely.Polygon, int]]) -> None:
    """One edit in six removes the oldest obstacle."""
    mesh, there = ps.NavMesh.from_polygons([ROOM]), {}
    for shape, count in edits:
        if count == 0 and there:
            number = next(iter(there))
            mesh.remove_obstacle(number)
            del there[number]
        else:
            there[mesh.add_obstacle(shape)] = shape
    left = shapely.Polygon(ROOM).difference(shapely.union_all(list(there.values())))
    area = sum(shapely.Polygon(mesh.vertices[each]).area for each in mesh.polygons)
    assert area == pytest.approx(left.area, abs=1e-9)
    whole = [part for part in shapely.get_parts(left) if part.area > 0]
    if whole:
        same_costs(mesh, ps.NavMesh.from_polygons(whole))
    again = ps.NavMesh.from_polygons([ROOM])
    for shape in there.values():
        again.add_obstacle(shape)
    assert np.array_equal(mesh.vertices, again.vertices)
    assert [each.tolist() for each in mesh.polygons] == [each.tolist() for each in again.polygons]


def test_edits_of_a_block_are_made_at_its_end() -> None:
    mesh, one_by_one = (ps.NavMesh.from_polygons([ROOM]) for _ in range(2))
    first = mesh.add_disc((10, 10), 2)
    before, made = mesh.core, tiles_of(mesh).made
    with mesh.together():
        mesh.remove_obstacle(first)
        discs = [mesh.add_disc((x, 12), 2) for x in (10, 12, 30)]
        with mesh.together():
            area = mesh.add_area(shapely.box(20, 1, 25, 29), 3)
        assert mesh.core is before, "searches see the mesh as it was"
        copy = pickle.loads(pickle.dumps(mesh))
    together = tiles_of(mesh).made - made
    assert len({first, *discs, area}) == 5, "no number is used twice"
    for x in (10, 12, 30):
        one_by_one.add_disc((x, 12), 2)
    one_by_one.add_area(shapely.box(20, 1, 25, 29), 3)
    assert together < tiles_of(one_by_one).made
    for other in (mesh, copy):
        assert np.array_equal(other.vertices, one_by_one.vertices)
        assert [each.tolist() for each in other.polygons] == [each.tolist() for each in one_by_one.polygons]
        assert np.array_equal(other.costs, one_by_one.costs)


def test_a_block_that_raises_edits_nothing() -> None:
    mesh = ps.NavMesh.from_polygons([ROOM])
    wall = mesh.add_obstacle(shapely.box(10, 0, 11, 30))
    cost = ps.find_path(mesh, (2, 2), (38, 2)).cost
    before = mesh.core
    given = []

    def edit() -> None:
        with mesh.together():
            mesh.remove_obstacle(wall)
            given.append(mesh.add_link((2, 2), (38, 2)))
            mesh.add_obstacle([(0, 0), (1, 1)])

    with pytest.raises(ps.ArrayError, match="outline"):
        edit()
    assert mesh.core is before
    assert mesh.links == {}
    assert ps.find_path(mesh, (2, 2), (38, 2)).cost == cost
    mesh.remove_obstacle(wall)
    assert mesh.add_obstacle(shapely.box(1, 1, 2, 2)) not in (wall, *given)


def test_a_rebuild_that_fails_edits_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    mesh = ps.NavMesh.from_polygons([ROOM])
    wall = mesh.add_obstacle(shapely.box(10, 0, 11, 30))
    before = mesh.core

    def edit() -> None:
        with mesh.together():
            mesh.add_link((2, 2), (38, 2))
            mesh.add_obstacle(shapely.box(20, 0, 21, 30))

    def fail(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(Tiles, "mesh", fail)
        with pytest.raises(MemoryError):
            edit()
    assert mesh.core is before
    assert mesh.links == {}
    edit()
    assert len(mesh.links) == 1
    mesh.remove_obstacle(wall)
    assert mesh.holds((10.5, 5))


def test_an_inner_block_that_raises_edits_nothing() -> None:
    mesh = ps.NavMesh.from_polygons([ROOM])

    def edit() -> None:
        with mesh.together():
            mesh.add_disc((5, 5), 2)
            mesh.add_link((20, 5), (30, 5))
            mesh.add_obstacle([(0, 0), (1, 1)])

    with mesh.together():
        mesh.add_disc((15, 15), 2)
        with pytest.raises(ps.ArrayError, match="outline"):
            edit()
    assert (mesh.holds((5, 5)), mesh.holds((15, 15))) == (True, False)
    assert mesh.links == {}


def tiles_of(mesh: ps.NavMesh) -> Tiles:
    assert mesh._tiles is not None
    return mesh._tiles


@pytest.mark.parametrize("radius", [0, 0.5])
def test_a_mesh_without_its_obstacles_is_what_it_was(radius: float) -> None:
    mesh = ps.NavMesh.from_polygons([ROOM], radius=radius)
    before = mesh.vertices.copy(), mesh.polygons
    numbers = [mesh.add_obstacle(shapely.box(x, 3, x + 2, 9)) for x in (3, 8, 20)]
    copy = pickle.loads(pickle.dumps(mesh))
    for each in (mesh, copy):
        each.remove_obstacle(numbers[1])
        between = each.polygons
        each.remove_obstacle(numbers[0])
        each.remove_obstacle(numbers[2])
        assert np.array_equal(each.vertices, before[0])
        assert [one.tolist() for one in each.polygons] == [one.tolist() for one in before[1]]
        for x in (3, 20):
            each.add_obstacle(shapely.box(x, 3, x + 2, 9))
        assert [one.tolist() for one in each.polygons] == [one.tolist() for one in between]


@pytest.mark.parametrize("seed", range(4))
def test_many_edits_of_all_kinds_equal_a_mesh_made_at_once(seed: int) -> None:
    """Obstacles, discs, areas and links come and go, on squares that are cut often."""
    random = np.random.default_rng(seed)
    walkable = random.random((30, 40)) > 0.12
    mesh = ps.NavMesh.from_grid(ps.Grid(walkable))
    there: dict[int, tuple[str, tuple[object, ...]]] = {}
    for step in range(60):
        kind = str(random.choice(["obstacle", "disc", "area", "remove"]))
        place = (random.integers(0, 76, 2) / 2).tolist()
        if kind == "remove" and there:
            number = int(random.choice(list(there)))
            getattr(mesh, f"remove_{'area' if there.pop(number)[0] == 'area' else 'obstacle'}")(number)
        elif kind == "disc":
            there[mesh.add_disc(place, 1.5)] = ("disc", (place, 1.5))
        elif kind in ("area", "obstacle"):
            shape = shapely.affinity.rotate(
                shapely.box(*place, place[0] + 3, place[1] + 2), int(random.integers(90))
            )
            more = (float(random.choice([2, 5])),) if kind == "area" and seed % 2 else ()
            kind = "area" if more else "obstacle"
            there[getattr(mesh, f"add_{kind}")(shape, *more)] = (kind, (shape, *more))
        if step % 20 == 19:
            again = ps.NavMesh.from_grid(ps.Grid(walkable))
            for name, arguments in there.values():
                getattr(again, f"add_{name}")(*arguments)
            assert np.array_equal(mesh.vertices, again.vertices)
            assert np.array_equal(mesh.costs, again.costs)
            same_costs(mesh, again)
            for start, goal in zip(*(ends[:6] for ends in ENDS), strict=True):
                path = ps.find_path(mesh, start, goal)
                assert bool(ps.check_path(mesh, path)) == bool(path)


def test_the_squares_of_a_mesh_give_what_one_piece_gives() -> None:
    """The same ground and obstacles, cut into squares or as a single union, give equal paths."""
    random = np.random.default_rng(8)
    boxes = [
        shapely.affinity.rotate(shapely.box(x, y, x + 2, y + 1), int(turn))
        for x, y, turn in random.integers(0, (38, 28, 90), (60, 3)).tolist()
    ]
    mesh = ps.NavMesh.from_polygons([ROOM])
    for box in boxes:
        mesh.add_obstacle(box)
    left = shapely.Polygon(ROOM).difference(shapely.union_all(boxes))
    same_costs(mesh, ps.NavMesh.from_polygons(list(shapely.get_parts(left))))


def test_an_edit_makes_only_the_squares_that_it_touches() -> None:
    walkable = np.random.default_rng(5).random((100, 100)) > 0.2
    mesh = ps.NavMesh.from_grid(ps.Grid(walkable))
    mesh.add_obstacle(shapely.box(1, 1, 2, 2))
    tiles = mesh._tiles
    assert isinstance(tiles, Tiles)
    first = tiles.made
    assert first > 100
    number = mesh.add_obstacle(shapely.box(50.5, 50.5, 51.5, 51.5))
    before = tiles.made
    assert before - first <= 8
    mesh.remove_obstacle(number)
    assert tiles.made == before, "squares without obstacles are kept"


def test_squares_that_a_disc_cuts_are_cut_once() -> None:
    """It has too many corners for the squares of the ground; it is added, removed and added again."""
    mesh = ps.NavMesh.from_polygons([ROOM])
    for x, y in np.random.default_rng(2).uniform(1, 29, (30, 2)).tolist():
        mesh.add_obstacle(shapely.box(x, y, x + 0.5, y + 0.5))
    wheres = [(8, 9), (21, 14), (8, 9), (20, 14), (8, 9)]
    counts, drawn = [], []
    for where in wheres:
        before = tiles_of(mesh).made if mesh._tiles else 0
        disc = mesh.add_disc(where, 3)
        drawn.append((mesh.vertices, mesh.polygons))
        counts.append(tiles_of(mesh).made - before)
        mesh.remove_obstacle(disc)
    for again in (drawn[2], drawn[4]):
        assert np.array_equal(drawn[0][0], again[0])
        assert [each.tolist() for each in drawn[0][1]] == [each.tolist() for each in again[1]]
    assert counts[4] == counts[2] <= counts[0]


def test_parts_that_are_joined_share_whole_edges() -> None:
    """The left part is one square; its right side meets two squares of different cost."""
    left = np.array([(0, 0), (2, 0), (2, 2), (-0.0, 2)], float)
    right = np.array([(2, 0), (4, 0), (4, 1), (2, 1), (4, 2), (2, 2)], float)
    parts = (
        _core.MeshPart(left, np.arange(4, dtype=np.uint32), np.array([0, 4]), np.ones(1)),
        _core.MeshPart(
            right, np.array([0, 1, 2, 3, 3, 2, 4, 5], np.uint32), np.array([0, 4, 8]), np.array([1.0, 3.0])
        ),
    )
    mesh = _core.join_parts(parts)
    points, corners, offsets = mesh.polygons()
    assert points.tolist() == [[0, 0], [0, 2], [2, 0], [2, 1], [2, 2], [4, 0], [4, 1], [4, 2]]
    assert corners[offsets[0] : offsets[1]].tolist() == [0, 2, 3, 4, 1]
    assert mesh.costs().tolist() == [1, 1, 3]
    assert mesh.components == 1
    assert _core.join_parts(()).size == 0


def test_a_disc_covers_its_circle_and_hardly_more() -> None:
    mesh = ps.NavMesh.from_polygons([ROOM], radius=0.5)
    disc = mesh.add_disc((20, 15), 2)
    for angle in np.linspace(0, 2 * math.pi, 100).tolist():
        x, y = math.cos(angle), math.sin(angle)
        assert not mesh.holds((20 + 2.49 * x, 15 + 2.49 * y))
        assert mesh.holds((20 + 2.52 * x, 15 + 2.52 * y))
    mesh.remove_obstacle(disc)
    assert mesh.holds((20, 15))


@pytest.mark.parametrize("radius", [0, -1, math.inf, math.nan, "wide"])
def test_wrong_discs_are_refused(radius: object) -> None:
    mesh = ps.NavMesh.from_polygons([ROOM])
    with pytest.raises(ps.OptionError, match="above 0"):
        mesh.add_disc((1, 1), radius)  # type: ignore[arg-type]
    with pytest.raises(ps.PlaceTypeError):
        mesh.add_disc(1, 1)
    assert mesh.revision == 0


def test_a_mesh_without_ground_takes_obstacles() -> None:
    mesh = ps.NavMesh([(0, 0), (1, 0), (1, 1)], [])
    mesh.add_disc((1, 1), 2)
    assert not mesh.holds((0.9, 0.5))


def test_areas_are_not_removed_as_obstacles() -> None:
    mesh = ps.NavMesh.from_polygons([ROOM])
    area, rock = mesh.add_area(shapely.box(1, 1, 2, 2), 2), mesh.add_obstacle(shapely.box(3, 3, 4, 4))
    link = mesh.add_link((5, 5), (6, 6))
    with pytest.raises(ps.OptionError, match=f"no obstacle {area}; there are: {rock}"):
        mesh.remove_obstacle(area)
    with pytest.raises(ps.OptionError, match=f"no area {link}; there are: {area}"):
        mesh.remove_area(link)
    assert mesh.revision == 3


def test_an_edit_that_leaves_nothing_and_back() -> None:
    mesh = ps.NavMesh.from_polygons([ROOM])
    flood = mesh.add_obstacle(shapely.box(-1, -1, 50, 50))
    assert mesh.size == 0
    again = pickle.loads(pickle.dumps(mesh))
    for each in (mesh, again):
        each.remove_obstacle(flood)
        assert ps.find_path(each, (0, 0), (40, 30)).cost == 50
