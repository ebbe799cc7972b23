"""Where cells and nodes are."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar.spaces.isometric import Diamond, Staggered
from pathstar.viz.drawables import scene_of
from pathstar.viz.layouts.hexagons import hex_layout
from pathstar.viz.layouts.lattice import LATTICES
from pathstar.viz.layouts.layout import Layout, on_lattice
from pathstar.viz.layouts.network import graph_layout, layers
from pathstar.viz.layouts.sheet import sheet_of
from pathstar.viz.layouts.squares import diamond_layout
from pathstar.viz.layouts.triangles import triangle_layout
from pathstar.viz.theme import THEMES
from unit.viz.boards import svg_of, within
from unit.viz.kinds import LAYOUTS, doubling, floors, hexes, roads


def area(outline: np.ndarray) -> float:
    x, y = outline.T
    return abs(float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())) / 2


@pytest.mark.parametrize("layout", LAYOUTS)
def test_hexagons_that_touch_stand_one_apart_and_no_others(layout: str) -> None:
    space = ps.HexGrid(np.ones((5, 6)), layout=layout)
    found = hex_layout(space)
    places = space.places_of(range(30)).tolist()
    for a, b in combinations(range(30), 2):
        far = float(np.hypot(*(found.centres[a] - found.centres[b])))
        joined = space.is_step(tuple(places[a]), tuple(places[b]))
        assert (abs(far - 1) < 1e-9) == joined
        assert far > 0.999


@pytest.mark.parametrize("layout", LAYOUTS)
def test_hexagons_tile_the_picture_and_stay_inside(layout: str) -> None:
    found = hex_layout(hexes(layout))
    corners = found.corners(np.arange(30)).reshape(-1, 2)
    assert np.allclose(corners.min(axis=0), 0)
    assert np.allclose(corners.max(axis=0), found.size)
    assert area(found.outlines[0]) == pytest.approx(np.sqrt(0.75))  # of a hexagon whose sides are 1 apart


def test_triangles_that_touch_stand_as_far_apart_as_their_discs_and_no_others() -> None:
    space = ps.TriangleGrid(np.ones((5, 6)))
    found = triangle_layout(space)
    places = space.places_of(range(30)).tolist()
    for a, b in combinations(range(30), 2):
        far = float(np.hypot(*(found.centres[a] - found.centres[b])))
        assert (abs(far - found.room) < 1e-9) == space.is_step(tuple(places[a]), tuple(places[b]))
        assert far > 0.999 * found.room


def test_triangles_point_up_and_down_as_the_space_says_and_share_whole_sides() -> None:
    space = ps.TriangleGrid(np.ones((5, 6)))
    found = triangle_layout(space)
    outlines = found.corners(np.arange(30))
    sides = [{tuple(corner) for corner in outline.round(6).tolist()} for outline in outlines]
    for node, place in enumerate(space.places_of(range(30)).tolist()):
        heights = np.sort(outlines[node, :, 1])
        base_is_below = heights[1] == pytest.approx(heights[2])
        assert base_is_below == space.points_up(tuple(place))
        shared = [other for other in range(30) if len(sides[node] & sides[other]) == 2]
        assert sorted(shared) == sorted(space.node_of(other) for other, _ in space.steps_from(tuple(place)))


@pytest.mark.parametrize("name", LATTICES)
@settings(max_examples=examples(40), deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_each_point_inside_a_cell_lies_in_that_cell_alone(
    name: str, height: int, width: int, data: st.DataObject
) -> None:
    layout = on_lattice(LATTICES[name], height, width)
    corners = layout.corners(np.arange(height * width))
    cell = data.draw(st.integers(0, height * width - 1))
    shares = np.array(data.draw(st.tuples(*[st.floats(0.01, 1)] * corners.shape[1])))
    depths = within(corners, shares @ corners[cell] / shares.sum())
    assert depths[cell] > 0
    assert np.delete(depths, cell).max(initial=-1.0) < 1e-9


@pytest.mark.parametrize("name", LATTICES)
def test_outlines_leave_no_gap_in_the_middle_of_a_board(name: str) -> None:
    layout = on_lattice(LATTICES[name], 12, 12)
    corners = layout.corners(np.arange(144))
    points = np.array(layout.size) * (0.4 + 0.2 * np.random.default_rng(1).random((500, 2)))
    assert all(within(corners, point).max() > -1e-9 for point in points)


def test_one_row_of_hexagons_is_not_shoved() -> None:
    assert hex_layout(ps.HexGrid(np.ones((1, 3)))).size == pytest.approx((3, 2 / np.sqrt(3)))


def test_diamonds_go_down_to_the_right_and_to_the_left() -> None:
    layout = diamond_layout(2, 3)
    origin, right, below = layout.centres[[0, 1, 3]]
    assert (right - origin).tolist() == [0.5, 0.25]
    assert (below - origin).tolist() == [-0.5, 0.25]
    corners = layout.corners(np.arange(6)).reshape(-1, 2)
    assert corners.min(axis=0).tolist() == [0, 0]
    assert corners.max(axis=0).tolist() == list(layout.size)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(1, 40), st.data())
def test_nodes_without_positions_get_seats_of_their_own(size: int, data: st.DataObject) -> None:
    node = st.integers(0, size - 1)
    edges = np.array(data.draw(st.lists(st.tuples(node, node), max_size=80)), np.int64).reshape(-1, 2)
    start = data.draw(node)
    places = layers(size, edges, start)
    assert len({tuple(place) for place in places.round(6).tolist()}) == size
    assert places[start, 0] == places[:, 0].min()
    assert (layers(size, edges, start) == places).all()


def test_layers_follow_the_distance_from_the_start() -> None:
    chain = np.array([(0, 1), (1, 2), (2, 3)])
    x = layers(4, chain, 1)[:, 0]
    assert x[1] < min(x[0], x[2]) <= max(x[0], x[2]) < x[3]


def test_very_many_nodes_stand_on_a_ring() -> None:
    places = layers(6000, np.empty((0, 2), np.int64), 0)
    assert np.ptp(np.hypot(*places.T)) < 1e-6


def test_positions_keep_their_shape() -> None:
    at = [(0, 0), (8, 0), (8, 4), (2, 3)]
    graph = ps.Graph.from_edges([(0, 1, 9), (1, 2, 9), (2, 3, 9)], names=range(4), positions=at)
    centres = graph_layout(graph, None).centres
    ratio = (centres[1] - centres[0])[0] / 8
    assert np.allclose(centres - centres[0], np.array(at) * ratio)


def test_on_the_globe_north_is_up() -> None:
    at = [(13.4, 52.5), (13.4, 48.1)]
    graph = ps.Graph.from_edges(
        [(0, 1, 900)], names=range(2), positions=at, metric="great_circle", cost_per_distance=0
    )
    north, south = graph_layout(graph, None).centres
    assert north[1] < south[1]


def test_lines_of_a_graph_are_drawn_once_and_one_way_edges_known() -> None:
    layout = graph_layout(roads(), None)
    names = layout.names
    assert names is not None
    drawn = sorted(sorted((names[a], names[b])) for a, b in layout.edges.tolist())
    lines = ("ash birch", "ash elm", "birch cedar", "birch elm", "cedar elm", "elm fir")
    assert drawn == [line.split() for line in lines]
    ((begin, end),) = layout.edges[layout.one_way].tolist()
    assert (names[begin], names[end]) == ("birch", "elm")


def test_there_and_back_at_other_costs_are_two_lines() -> None:
    layout = graph_layout(ps.Graph.from_edges([("a", "b", 1), ("b", "a", 2), ("a", "a", 3)]), None)
    assert len(layout.edges) == 2
    assert layout.one_way.all()


def test_lines_break_where_the_path_leaves_the_board() -> None:
    space = ps.HexGrid(np.ones((4, 8)), wrap="x")
    path = ps.find_path(space, (0, 0), (7, 0))
    layout = scene_of(path).layout
    assert isinstance(layout, Layout)
    assert [len(part) for part in layout.lines(path.nodes.astype(np.int64))] == [1, 1]


def layout_of(thing: object, **look: object) -> Layout:
    layout = scene_of(thing, **look).layout  # type: ignore[arg-type]
    assert isinstance(layout, Layout)
    return layout


def test_floors_stand_side_by_side_and_do_not_overlap() -> None:
    layout = layout_of(floors())
    assert len({tuple(at) for at in layout.centres.tolist()}) == floors().size
    assert [title for _, _, title in layout.titles] == ["floor 0", "floor 1", "floor 2"]
    for floor in range(3):
        own = layout.centres.reshape(3, 3, 4, 2)[floor]
        assert (np.diff(own[..., 0], axis=1) == 1).all()
        assert (np.diff(own[..., 1], axis=0) == 1).all()


def test_one_floor_alone() -> None:
    layout = layout_of(floors(), floor=1)
    assert layout.shown.tolist() == [False] * 12 + [True] * 12 + [False] * 12
    assert layout.size == (4, 4)


def test_a_line_ends_where_the_path_leaves_a_floor() -> None:
    path = ps.find_path(floors(), (0, 0, 0), (3, 0, 2))
    places = path.points
    runs = np.split(places, np.flatnonzero(np.diff(places[:, 2])) + 1)
    lines = layout_of(path).lines(path.nodes.astype(np.int64))
    assert [len(line) for line in lines] == [len(run) for run in runs]
    (alone,) = layout_of(path, floor=1).lines(path.nodes.astype(np.int64))
    assert len(alone) == (places[:, 2] == 1).sum()


@pytest.mark.parametrize("floor", [-1, 3, 1.0, True, "1"])
def test_a_floor_that_is_not_there(floor: object) -> None:
    with pytest.raises(ps.OptionError, match="a whole number from 0 to 2"):
        scene_of(floors(), floor=floor)  # type: ignore[arg-type]


def test_floors_of_what_has_none_and_too_many() -> None:
    for thing in (hexes(), roads(), doubling(), ps.Grid([[1]])):
        with pytest.raises(ps.OptionError, match="has no floors"):
            scene_of(thing, floor=0)
    tall = ps.VoxelGrid(np.ones((17, 2, 2)))
    with pytest.raises(ps.OptionError, match="17 floors; at most 16"):
        scene_of(tall)
    assert layout_of(tall, floor=16).shown.sum() == 4


@pytest.mark.parametrize("axis", ["y", "x"])
def test_a_staggered_map_fills_a_rectangle_again(axis: str) -> None:
    drawn = Staggered(4, 6, axis=axis, tile_width=64, tile_height=32)
    grid = ps.Grid(drawn.square(np.ones((6, 4), bool)))
    layout = layout_of(grid, projection=drawn)
    assert layout.shown.sum() == 24
    assert layout.size == ((4.5, 1.75) if axis == "y" else (2.5, 3.25))
    steps = (
        layout.centres[grid.node_of(drawn.to_square((1, 2)))]
        - layout.centres[grid.node_of(drawn.to_square((0, 2)))]
    )
    assert steps.tolist() == ([1.0, 0.0] if axis == "y" else [0.5, 0.25])
    with pytest.raises(ps.OptionError, match="this staggered map makes one of"):
        scene_of(ps.Grid([[1, 1]]), projection=drawn)


def test_a_diamond_is_an_isometric_projection() -> None:
    grid = ps.Grid(np.ones((2, 3)))
    there, here = layout_of(grid, projection="isometric"), layout_of(grid, projection=Diamond())
    assert (there.centres == here.centres).all()


def test_what_a_search_over_functions_saw_is_laid_out() -> None:
    trace = ps.trace(doubling(), 1, 10)
    layout = layout_of(trace)
    assert layout.names is not None
    seen = {(layout.names[a], layout.names[b]) for a, b in layout.edges.tolist()}
    events = trace.events[trace.events["parent"] < len(layout.names)]
    told = {(layout.names[a], layout.names[b]) for a, b in zip(events["parent"], events["node"], strict=True)}
    assert seen == told


def test_nodes_that_are_pairs_of_numbers_stand_there() -> None:
    around = ((0, 1), (1, 0), (-1, 0), (0, -1))
    space = ps.Custom(lambda at: [((at[0] + dx, at[1] + dy), 1.0) for dx, dy in around])
    trace = ps.trace(space, (0, 0), (2, 1))
    layout = layout_of(trace)
    places = np.array(space.places_of(range(space.size)).tolist(), float)
    shares = (layout.centres - layout.centres.min(axis=0))[:, 0] / np.maximum(
        places[:, 0] - places[:, 0].min(), 1e-9
    )
    assert np.ptp(shares[places[:, 0] > places[:, 0].min()]) < 1e-9


def test_a_goal_that_is_a_test_and_was_never_passed() -> None:
    path = ps.search(1, lambda n: n < 0, lambda n: [(n + 1, 1.0)], max_expansions=3)
    assert scene_of(path).goal is None


@pytest.mark.parametrize("cell", [0, -1, 2.5, True, "8"])
def test_a_size_that_is_none(cell: object) -> None:
    with pytest.raises(ps.OptionError, match="a whole number of pixels"):
        sheet_of(hex_layout(hexes()), cell)  # type: ignore[arg-type]


def test_too_large_a_picture() -> None:
    with pytest.raises(ps.OptionError, match="at most 100000000 are drawn"):
        sheet_of(hex_layout(hexes()), 10_000)


def test_only_squares_are_projected() -> None:
    with pytest.raises(ps.OptionError, match="no squares to project"):
        scene_of(hexes(), projection="isometric")
    with pytest.raises(ps.OptionError, match="isometric"):
        scene_of(ps.Grid([[1]]), projection="isometrical")


def test_portals_of_squares_are_drawn_and_the_path_breaks_at_a_border() -> None:
    grid = ps.Grid(np.ones((3, 8)), portals=[((1, 0), (6, 2), 1.0)], wrap="x")
    layout = layout_of(grid)
    assert layout.edges.tolist() == [[1, 22]]
    path = ps.find_path(ps.Grid(np.ones((3, 8)), wrap="x"), (0, 0), (7, 0))
    assert len(layout_of(path).lines(path.nodes.astype(np.int64))) == 2
    assert 'class="edge"' in svg_of(grid, scene_of(grid), THEMES["light"])


@pytest.mark.parametrize("name", LATTICES)
@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (4, 1), (5, 6)])
def test_a_lattice_fills_its_picture_from_corner_to_corner(name: str, height: int, width: int) -> None:
    layout = on_lattice(LATTICES[name], height, width)
    corners = layout.corners(np.arange(height * width)).reshape(-1, 2)
    assert np.allclose(corners.min(axis=0), 0)
    assert np.allclose(corners.max(axis=0), layout.size)
    assert len({tuple(at) for at in layout.centres.round(6).tolist()}) == height * width
