"""What a mesh is made of, and what it rejects."""

from __future__ import annotations

import io
import pickle

import numpy as np
import pytest
import shapely

import pathstar as ps

ROOM = [(0, 0), (9, 0), (9, 9), (0, 9)]
PILLAR = [(3, 3), (6, 3), (6, 6), (3, 6)]


def room(**options: float) -> ps.NavMesh:
    return ps.NavMesh.from_polygons([ROOM], holes=[PILLAR], **options)


def grid_mesh(*rows: str) -> ps.NavMesh:
    return ps.NavMesh.from_grid(ps.Grid([[cell == "." for cell in row] for row in rows]))


def area(mesh: ps.NavMesh) -> float:
    total = 0.0
    for polygon in mesh.polygons:
        x, y = mesh.vertices[polygon].T
        total += float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    return total


def test_a_grid_keeps_its_area_in_few_polygons() -> None:
    walkable = np.random.default_rng(3).random((30, 40)) > 0.3
    mesh = ps.NavMesh.from_grid(ps.Grid(walkable))
    assert area(mesh) == walkable.sum()
    assert mesh.size < walkable.sum() / 2


def test_an_open_grid_is_one_polygon_of_four_corners() -> None:
    mesh = grid_mesh("....", "....")
    assert [len(polygon) for polygon in mesh.polygons] == [4]
    assert mesh.bounds == (0, 0, 4, 2)


def test_polygons_and_holes_keep_their_area() -> None:
    assert area(room()) == pytest.approx(81 - 9)
    assert area(room(radius=1)) == pytest.approx(49 - 25)


def test_neighbours_are_mutual() -> None:
    mesh = room()
    for face, beside in enumerate(mesh.neighbours):
        for other in beside[beside >= 0].tolist():
            assert face in mesh.neighbours[other]


def test_islands_are_told_apart() -> None:
    mesh = grid_mesh(".#.", ".#.")
    assert sorted(mesh.islands.tolist()) == [0, 1]
    assert ps.find_path(mesh, (0.5, 1), (2.5, 1)).status is ps.Status.NO_PATH


def test_walls_that_touch_in_a_point_leave_no_gap() -> None:
    mesh = grid_mesh(".#", "#.")
    assert not mesh.visible((0.5, 0.5), (1.5, 1.5))
    assert not ps.find_path(mesh, (0.5, 0.5), (1.5, 1.5))


def test_an_outline_may_be_given_in_either_direction_and_overlap() -> None:
    pair = [[(0, 0), (2, 0), (2, 1), (0, 1)], [(1, 0), (1, 2), (3, 2), (3, 0)]]
    assert area(ps.NavMesh.from_polygons(pair)) == pytest.approx(2 + 4 - 1)


def test_shapely_and_geojson_are_taken() -> None:
    shapely = pytest.importorskip("shapely")
    polygon = shapely.Polygon(ROOM, [PILLAR])
    described = {"type": "Feature", "geometry": polygon.__geo_interface__}
    for outlines in (polygon, [polygon], described, {"type": "FeatureCollection", "features": [described]}):
        assert area(ps.NavMesh.from_polygons(outlines)) == pytest.approx(72)


def test_a_radius_may_close_a_door_or_everything() -> None:
    two_rooms = [
        (0, 0),
        (4, 0),
        (4, 1.5),
        (5, 1.5),
        (5, 0),
        (9, 0),
        (9, 4),
        (5, 4),
        (5, 2.5),
        (4, 2.5),
        (4, 4),
        (0, 4),
    ]
    assert ps.find_path(ps.NavMesh.from_polygons([two_rooms], radius=0.4), (1, 1), (8, 1))
    closed = ps.NavMesh.from_polygons([two_rooms], radius=0.6)
    assert ps.find_path(closed, (1, 1), (8, 1)).status is ps.Status.NO_PATH
    empty = ps.NavMesh.from_polygons([two_rooms], radius=3)
    assert empty.size == 0
    assert ps.find_path(empty, (1, 1), (8, 1)).status is ps.Status.BLOCKED_START
    with pytest.raises(ps.PlaceError, match="empty"):
        empty.nearest((1, 1))


def test_the_nearest_point_lies_on_the_mesh() -> None:
    mesh, random = room(), np.random.default_rng(5)
    for place in random.uniform(-5, 14, (200, 2)).tolist():
        near = mesh.nearest(place)
        assert mesh.holds(near)
        clamped = np.clip(place, 0, 9)
        if not (np.abs(clamped - 4.5) < 1.5).all():
            assert near == pytest.approx(tuple(clamped))
        else:
            assert np.hypot(*np.subtract(near, place)) == pytest.approx(
                float((1.5 - np.abs(clamped - 4.5)).min())
            )


def test_rays_end_at_walls() -> None:
    mesh = room()
    assert mesh.cast((1, 4), (9, 4)) == (3, 4)
    assert mesh.cast((1, 1), (5, 1)) == (5, 1)
    assert mesh.visible((0, 0), (3, 3))
    assert not mesh.visible((0, 0), (9, 9))
    assert mesh.visible((0, 3), (9, 3))  # along a wall
    with pytest.raises(ps.PlaceError, match="off the mesh"):
        mesh.cast((4, 4), (9, 9))


def test_a_mesh_pickles_with_its_paths() -> None:
    path = ps.find_path(room(), (1, 4), (8, 5))
    again = pickle.loads(pickle.dumps(path))
    assert list(again) == list(path)
    assert again.cost == path.cost
    assert ps.find_path(again.space, (1, 4), (8, 5)).cost == path.cost


@pytest.mark.parametrize(
    ("polygons", "why"),
    [
        ([[0, 1]], "fewer than 3 corners"),
        ([[0, 1, 4]], "no area|turns back"),
        ([[0, 2, 1, 3]], "not convex"),
        ([[0, 1, 2, 3, 5]], "not convex"),
        ([[0, 1, 2], [0, 1, 3]], "same side"),
        ([[0, 1, 9]], "names vertex 9"),
        ([[0, 1, -1]], "names vertex -1"),
        ([[0.5, 1, 2]], "must list numbers"),
    ],
)
def test_polygons_that_fit_no_mesh_are_refused(polygons: list[list[int]], why: str) -> None:
    vertices = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (1, 1)]
    with pytest.raises(ps.ArrayError, match=why):
        ps.NavMesh(vertices, polygons)


def test_a_star_that_turns_left_twice_round_is_refused() -> None:
    star = [(np.cos(k * 4 * np.pi / 5), np.sin(k * 4 * np.pi / 5)) for k in range(5)]
    with pytest.raises(ps.ArrayError, match="crosses itself"):
        ps.NavMesh(star, [range(5)])


@pytest.mark.parametrize(
    ("outline", "holes", "why"),
    [
        ([(0, 0), (2, 2), (2, 0), (0, 2)], [], "Self-intersection"),
        ([(0, 0), (1, 0), (2, 0)], [], "no area"),
        ([(0, 0), (1, 0)], [], "fewer than three"),
        ([(0, 0), (0, 0), (1, 1)], [], "fewer than three"),
        (ROOM, [[(20, 20), (21, 20), (21, 21)]], r"holes\[0\] lies outside"),
        (ROOM, [[(9, 0), (12, 0), (12, 9), (9, 9)]], r"holes\[0\] lies outside"),
    ],
)
def test_outlines_that_make_no_area_are_refused(outline: object, holes: list[object], why: str) -> None:
    with pytest.raises(ps.ArrayError, match=why):
        ps.NavMesh.from_polygons([outline], holes=holes)


def test_other_wrong_arguments_are_refused() -> None:
    with pytest.raises(ps.ArrayError, match="empty"):
        ps.NavMesh.from_polygons([])
    with pytest.raises(ps.OptionError, match="radius is -1"):
        ps.NavMesh.from_polygons([ROOM], radius=-1)
    with pytest.raises(ps.OptionError, match="Point"):
        ps.NavMesh.from_polygons({"type": "Point", "coordinates": (0, 0)})
    with pytest.raises(ps.SpaceError, match="needs a grid"):
        ps.NavMesh.from_grid(ps.HexGrid(np.ones((2, 2), bool)))
    with pytest.raises(ps.OptionError, match="costs"):
        ps.NavMesh.from_grid(ps.Grid([[1, 1]], cost=[[1, 2]]))
    with pytest.raises(ps.PlaceError, match=r"vertices\[1\]"):
        ps.NavMesh([(0, 0), (np.nan, 1), (1, 1)], [[0, 1, 2]])
    with pytest.raises(ps.ArrayError, match=r"polygons\[0\] cannot be made an array"):
        ps.NavMesh([(0, 0), (1, 0), (1, 1)], [[0, 1, [2]]])
    with pytest.raises(ps.PlaceError, match=r"outlines\[0\]\[1\].* is not on the plane"):
        ps.NavMesh.from_polygons([shapely.Polygon([(0, 0), (1e200, 0), (0, 1e200)])])
    with pytest.raises(ps.OptionError, match=r"no obstacle \[1\]"):
        room().remove_obstacle([1])  # type: ignore[arg-type]
    with pytest.raises(ps.OptionError, match="see visible"):
        room().steps_from((1, 1))


def test_exactness_far_from_the_origin() -> None:
    """A line that touches corners exactly is free; one slightly beside them is not."""
    far = 2.0**40
    mesh = ps.NavMesh.from_polygons(
        [[(far, far), (far + 9, far), (far + 9, far + 9), (far, far + 9)]],
        holes=[[(far + 3, far + 3), (far + 6, far + 3), (far + 6, far + 6), (far + 3, far + 6)]],
    )
    assert mesh.visible((far + 1, far + 5), (far + 5, far + 9))
    assert mesh.visible((far, far + 3), (far + 9, far + 3))
    assert mesh.visible((far, far + 6), (far + 6, far + 6))
    assert not mesh.visible((far, far + 3), (far + 9, far + 3 + 2.0**-12))


def test_obstacles_come_and_go() -> None:
    mesh = grid_mesh("......", "......", "......")
    planner, before = ps.Planner(mesh), ps.find_path(mesh, (0.5, 1.5), (5.5, 1.5))
    wall, far = (
        mesh.add_obstacle([(2, 0), (3, 0), (3, 2), (2, 2)]),
        mesh.add_obstacle([(9, 9), (9, 8), (8, 8)]),
    )
    assert (wall, far, mesh.revision) == (0, 1, 2)
    around = planner.find((0.5, 1.5), (5.5, 1.5))
    assert around.points.tolist() == [[0.5, 1.5], [2, 2], [3, 2], [5.5, 1.5]]
    assert around.revision == 2
    assert planner.find((2.5, 0.5), (0, 0)).status is ps.Status.BLOCKED_START
    again = pickle.loads(pickle.dumps(mesh))
    again.remove_obstacle(wall)
    mesh.remove_obstacle(wall)
    for each in (again, mesh):
        assert ps.find_path(each, (0.5, 1.5), (5.5, 1.5)).cost == before.cost
        assert area(each) == 18
    with pytest.raises(ps.OptionError, match="no obstacle 0; there are: 1"):
        mesh.remove_obstacle(wall)


def test_the_number_of_an_obstacle_is_given_once() -> None:
    mesh = room()
    gone = mesh.add_obstacle([(1, 1), (2, 1), (2, 2)])
    mesh.remove_obstacle(gone)
    mesh.add_obstacle([(1, 1), (2, 1), (2, 2)])
    with pytest.raises(ps.OptionError, match=f"no obstacle {gone};"):
        mesh.remove_obstacle(gone)


def test_a_feature_that_lies_nowhere_adds_nothing() -> None:
    parts = [{"type": "Feature", "geometry": None}, {"type": "Feature", "geometry": shapely.box(0, 0, 3, 6)}]
    mesh = ps.NavMesh.from_polygons({"type": "FeatureCollection", "features": parts})
    assert area(mesh) == 18


def test_a_wrong_obstacle_changes_nothing() -> None:
    mesh = room()
    with pytest.raises(ps.ArrayError, match="Self-intersection"):
        mesh.add_obstacle([(0, 0), (2, 2), (2, 0), (0, 2)])
    assert mesh.revision == 0
    assert area(mesh) == pytest.approx(72)


def test_an_obstacle_keeps_the_radius_free() -> None:
    mesh = room(radius=0.5)
    mesh.add_obstacle([(0, 4), (2.9, 4), (2.9, 5), (0, 5)])
    assert not mesh.holds((1, 5.4))
    assert mesh.holds((1, 5.5))
    assert mesh.islands.max() == 0
    mesh.add_obstacle([(6, 4), (9, 4), (9, 5), (6, 5)])
    assert mesh.islands.max() == 1


def test_a_search_under_way_finishes_on_the_mesh_as_it_was() -> None:
    mesh = room()
    search = ps.Planner(mesh).search((1, 4), (8, 5))
    search.step(1)
    mesh.add_obstacle([(0, 6), (9, 6), (9, 9), (0, 9)])
    assert search.run().revision == 0


@pytest.mark.parametrize("ring", [ROOM, np.array(ROOM), [list(point) for point in ROOM]])
def test_one_ring_is_no_list_of_rings(ring: object) -> None:
    with pytest.raises(ps.ArrayError, match=r"outlines is one ring.*\[ring\]"):
        ps.NavMesh.from_polygons(ring)
    with pytest.raises(ps.ArrayError, match="holes is one ring"):
        ps.NavMesh.from_polygons([ROOM], holes=ring)


def test_geojson_without_coordinates_says_so() -> None:
    with pytest.raises(ps.ArrayError, match="outlines is a Polygon without 'coordinates'"):
        ps.NavMesh.from_polygons({"type": "Polygon"})


@pytest.mark.parametrize(
    "make",
    [
        lambda progress: ps.NavMesh.from_grid(ps.Grid(np.ones((5, 9))), progress=progress),
        lambda progress: ps.NavMesh.from_polygons([ROOM], radius=1, progress=progress),
        lambda progress: ps.NavMesh.read(
            io.BytesIO(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), format=".obj", progress=progress
        ),
    ],
)
def test_making_a_mesh_says_how_far_it_is(make) -> None:
    parts: list[float] = []
    assert make(parts.append).size == 1
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    with pytest.raises(ps.OptionError, match="progress is 7; allowed"):
        make(7)
    with pytest.raises(KeyError):  # raised by the caller's function
        make({}.__getitem__)
