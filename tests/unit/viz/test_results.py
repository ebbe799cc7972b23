"""Pictures of fields, many paths, islands, clearance, and of paths over headings and times."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import pathstar as ps
from pathstar.viz import save_picture
from pathstar.viz.display_list.route import pointers
from pathstar.viz.drawables import scene_of
from pathstar.viz.figures import figures_of, title_of
from pathstar.viz.ground import FIELD, colours
from pathstar.viz.layouts.sheet import sheet_of
from pathstar.viz.legend import legend_of
from pathstar.viz.results import scene_of_any
from pathstar.viz.theme import THEMES, Theme, contrast
from unit.viz.boards import svg_of
from unit.viz.kinds import LAYOUTS

LIGHT = THEMES["light"]
BOARD = np.array([[1, 1, 0, 1, 1], [1, 1, 0, 1, 1], [1, 1, 0, 1, 1]])
GRID = ps.Grid(np.ones((5, 9)), moves=ps.Moves(directions=4))


def document(thing: object, **options: object) -> str:
    written = svg_of(thing, scene_of_any(thing), LIGHT, **options)  # type: ignore[arg-type]
    ET.fromstring(written)
    return written


def drawn(written: str, role: str) -> int:
    """Return how many shapes of a role an SVG has."""
    paths = re.findall(rf'<path class="{role}"[^>]* d="([^"]*)"', written)
    discs = re.findall(rf'<g class="{role}"[^>]*>(.*?)</g>', written)
    return sum(path.count("M") for path in paths) + "".join(discs).count("<circle")


def in_time() -> tuple[ps.Timed, ps.Path]:
    space = ps.Timed(GRID)
    space.claim(ps.find_path(space, (8, 2), (0, 2)))
    return space, ps.find_path(space, (0, 2), (8, 2))


def things() -> dict[str, object]:
    grid = ps.Grid(BOARD)
    space, path = in_time()
    return {
        "field": ps.distance_field(grid, [(0, 0)]),
        "outward": ps.distance_field(grid, [(0, 0)], outward=True),
        "graph field": ps.distance_field(ps.Graph.from_edges([("a", "b", 1)]), ["a"]),
        "paths": ps.find_paths(grid, [(0, 0), (0, 0)], [(1, 2), (4, 0)]),
        "islands": ps.islands(grid),
        "clearance": ps.analysis.clearance(grid),
        "timed": space,
        "turning": ps.Turning(grid, 2),
        "path in time": path,
    }


@pytest.mark.parametrize("name", things())
def test_notebooks_and_files_show_them(name: str, tmp_path) -> None:
    thing = things()[name]
    shown = thing._repr_html_()  # type: ignore[attr-defined]
    assert "<svg" in shown
    assert "<table" in shown
    for suffix in (".svg", ".png"):
        assert save_picture(thing, tmp_path / f"a{suffix}", legend=True).stat().st_size > 500  # type: ignore[arg-type]


def test_a_field_shades_what_is_reached_and_points_the_way() -> None:
    field = ps.distance_field(ps.Grid(BOARD), [(0, 0)])
    scene = scene_of_any(field)
    assert ((scene.ground >= FIELD) == np.isfinite(field.costs)).all()
    assert {(a, b) for a, b in scene.arrows.tolist()} == {
        (node, int(field.parents[node])) for node in np.flatnonzero(np.isfinite(field.costs.ravel())) if node
    }
    outward = scene_of_any(ps.distance_field(ps.Grid(BOARD), [(0, 0)], outward=True))
    assert sorted(outward.arrows[:, ::-1].tolist()) == sorted(scene.arrows.tolist())


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_arrows_can_be_seen_on_every_shade_of_a_field(theme: Theme) -> None:
    scene = scene_of_any(ps.distance_field(ps.Grid(np.ones((1, 30))), [(0, 0)]))
    sheet = sheet_of(scene.layout, 40)
    grounds = colours(theme)[scene.inks.ravel()]
    arrows = [(line, stroke.ink) for stroke in pointers(scene, theme, sheet) for line in stroke.lines]
    cells = [int(line[:, 0].mean() - sheet.points(np.array([0]))[0, 0] + 20) // 40 for line, _ in arrows]
    assert sorted(cells) == list(range(1, 30))
    for cell, (_, ink) in zip(cells, arrows, strict=True):
        assert contrast(ink, tuple(grounds[cell].tolist())) >= 4


def test_a_field_over_headings_shows_the_best_of_each_cell() -> None:
    grid = ps.Grid(BOARD)
    field = ps.distance_field(ps.Turning(grid, 2), [(0, 0)])
    reached = np.isfinite(field.costs.min(axis=0))
    assert ((scene_of_any(field).ground >= FIELD) == reached).all()


def test_many_paths_are_lines_with_two_ends_each() -> None:
    written = document(ps.find_paths(ps.Grid(BOARD), [(0, 0), (3, 0), (0, 0)], [(1, 2), (4, 2), (4, 0)]))
    assert drawn(written, "path") == 2
    assert drawn(written, "ends") == 4


def test_many_paths_on_a_mesh_are_lines_over_its_points(tmp_path) -> None:
    mesh = ps.NavMesh.from_grid(ps.Grid([[1, 1, 1], [1, 0, 1], [0, 0, 1]]))
    ends = [(0.5, 0.5), (0.5, 1.5), (0.5, 0.5)], [(0.5, 0.5), (2.5, 2.5), (9, 9)]
    paths = ps.find_paths(mesh, *ends)
    lines = [line.tolist() for line, _ in scene_of_any(paths).lines]
    assert lines == [path.points.tolist() for path in paths if path]
    assert len(lines) == 2
    assert "<svg" in paths._repr_html_()
    assert "paths" in document(paths)
    ps.save_picture(paths, tmp_path / "a.svg")
    with pytest.raises(ps.PlaceTypeError, match="paths on a NavMesh are lines of points"):
        paths.nodes  # noqa: B018
    with_link = ps.NavMesh.from_grid(ps.Grid([[1, 0, 1]]))
    with_link.add_link((0.5, 0.5), (2.5, 0.5))
    ((_, linked),) = scene_of_any(ps.find_paths(with_link, [(0.5, 0.5)], [(2.5, 0.5)])).lines
    assert linked.tolist() == [True]


def test_where_no_paths_were_kept_there_is_the_ground() -> None:
    paths = ps.find_paths(ps.Grid(BOARD), [(0, 0)], [(1, 2)], costs_only=True)
    assert scene_of_any(paths).routes == ()
    assert "<svg" in paths._repr_html_()


def test_islands_differ() -> None:
    areas = ps.islands(ps.Grid(BOARD))
    ground = scene_of_any(areas).ground
    assert len({int(ground[areas.labels == label].mean()) for label in (1, 2)}) == 2
    assert [entry.words for entry in legend_of(scene_of_any(areas))] == ["wall", "island 1 to 2"]


@pytest.mark.parametrize(
    ("space", "largest"),
    [
        (ps.HexGrid([[1, 0, 1, 1]]), "2 hexagons"),
        (ps.TriangleGrid([[1, 0, 1, 1]]), "2 triangles"),
        (ps.VoxelGrid([[[1, 0, 1]], [[0, 0, 1]]]), "2 boxes"),
    ],
)
def test_islands_are_drawn_in_the_cells_of_their_space(space, largest) -> None:
    areas = ps.islands(space)
    assert scene_of_any(areas).layout.noun == scene_of(space).layout.noun
    assert len(set(scene_of_any(areas).ground.ravel().tolist())) == 3
    assert dict(figures_of(areas))["largest"] == largest
    assert largest in areas._repr_html_()


def test_clearance_is_shaded_by_the_unit_that_fits() -> None:
    walkable = np.ones((7, 9), bool)
    walkable[3, 4] = False
    room = ps.analysis.clearance(ps.Grid(walkable))
    for units, values, name in (
        ("discs", room.discs, "distance to the nearest wall 0.5 to 1.581"),
        ("squares", room.squares, "side of the largest square 1 to 4"),
    ):
        scene = scene_of_any(room, units=units)
        assert ((scene.ground >= FIELD) == walkable).all()
        shades = scene.ground[walkable].astype(int)
        order = np.argsort(values[walkable], kind="stable")
        assert (np.diff(shades[order]) >= 0).all()
        assert len(np.unique(shades)) == len(np.unique(values[walkable]))
        assert [entry.words for entry in legend_of(scene)] == ["wall", name]
    assert scene_of_any(room).shading.what == "room_for_discs"
    assert len(scene_of_any(room, contours=2).contours)


def test_a_picture_of_clearance_follows_edits() -> None:
    map = ps.Map(np.ones((5, 5)))
    room = ps.analysis.clearance(map.grid())
    before = scene_of_any(room).ground
    map.edit("passable", (2, 2), False)
    assert scene_of_any(room).ground[2, 2] < FIELD <= before[2, 2]
    assert dict(figures_of(room)) == {"size": "5 x 5", "largest square": "2 x 2", "largest radius": "0.7071"}
    assert title_of(room, "zh") == "可容空间"


def test_clearance_without_a_free_cell_has_a_picture(tmp_path) -> None:
    room = ps.analysis.clearance(ps.Grid(np.zeros((2, 3))))
    assert save_picture(room, tmp_path / "a.svg", legend=True).stat().st_size
    assert "0 x 0" in room._repr_html_()


def test_unknown_units_of_clearance() -> None:
    room = ps.analysis.clearance(ps.Grid(BOARD))
    with pytest.raises(ps.OptionError, match="unknown units 'disc'; did you mean 'discs'"):
        scene_of_any(room, units="disc")


def test_a_path_in_time_says_when_it_is_where_and_what_is_claimed() -> None:
    space, path = in_time()
    scene = scene_of(path)
    at = dict(scene.labels)
    told = {int(node): [] for node in space.cells_of(path.nodes)}
    for node, time in zip(space.cells_of(path.nodes).tolist(), path.times.tolist(), strict=True):
        told[node].append(time)
    for cell, times in told.items():
        assert at[cell] == (f"{times[0]:g}" if len(times) == 1 else f"{times[0]:g}-{times[-1]:g}")
    assert set(scene.claimed.tolist()) == set(range(18, 27))
    written = document(path, legend=True)
    assert ">claimed</text>" in written
    assert drawn(written, "claimed") == 3 * 9


def test_a_wait_is_shown_from_when_until_when() -> None:
    space = ps.Timed(ps.Grid([[1, 1, 1]]))
    space.reserve([(1, 0, 0, 5)])
    path = ps.find_path(space, (0, 0), (2, 0))
    assert dict(scene_of(path).labels)[0] == "0-5"


def test_a_path_over_headings_shows_where_one_faces() -> None:
    path = ps.find_path(ps.Turning(ps.Grid(BOARD), 2), (0, 0), (1, 2))
    written = document(path)
    assert drawn(written, "headings") == len(path) - 1
    assert drawn(written, "dots") == 0
    assert drawn(document(ps.find_path(ps.Grid(BOARD), (0, 0), (1, 2))), "dots") == len(path)


def test_a_search_over_times_keeps_what_is_claimed() -> None:
    space, _ = in_time()
    trace = ps.trace(space, (0, 2), (8, 2))
    assert 'class="claimed"' in trace.frame(3).svg()
    assert 'class="headings"' in ps.trace(ps.Turning(ps.Grid(BOARD), 2), (0, 0), (1, 2)).frame().svg()


def test_jumps_show_what_they_passed_over() -> None:
    walkable = np.ones((8, 30))
    walkable[2:, 14] = 0
    trace = ps.trace(ps.Grid(walkable), (0, 7), (29, 7), algorithm="jps")
    parents = trace[-1].parents != 2**32 - 1
    columns = np.stack([trace[-1].nodes[parents], trace[-1].parents[parents]]).astype(int) % 30
    far = int((np.abs(columns[1] - columns[0]) > 2.4).sum())
    assert far
    assert drawn(trace.frame().svg(), "scan") >= far
    assert 'class="scan"' not in ps.trace(ps.Grid(walkable), (0, 7), (29, 7)).frame().svg()


def test_contours_of_a_field() -> None:
    field = ps.distance_field(GRID, [(0, 2)])
    scene = scene_of_any(field, contours=3)
    costs = field.costs
    assert len(scene.contours)
    middle = scene.contours.mean(axis=1)
    levels = np.linspace(0, costs.max(), 5)[1:-1]
    for x, y in middle.tolist():  # 4 directions on open ground: the cost is |x| + |y - 2|
        assert np.abs(x + abs(y - 2) - levels).min() < 0.51
    written = svg_of(field, scene, LIGHT)
    assert drawn(written, "contour") == len(scene.contours)
    assert not len(scene_of_any(field).contours)


def test_a_field_by_its_nearest_source() -> None:
    field = ps.distance_field(GRID, [(0, 2), (8, 2)])
    scene = scene_of_any(field, nearest=True)
    assert (scene.ground[:, :5] == scene.ground[0, 0]).all()
    assert (scene.ground[:, 5:] == scene.ground[0, 8]).all()
    assert scene.ground[0, 0] != scene.ground[0, 8]
    assert scene.shading.what == "nearest_source"
    assert (scene.shading.low, scene.shading.high) == ("1", "2")


def test_what_a_picture_of_a_field_refuses() -> None:
    field = ps.distance_field(GRID, [(0, 2)])
    for count in (-1, 1.5, True, None):
        with pytest.raises(ps.OptionError, match="contours is"):
            scene_of_any(field, contours=count)
    with pytest.raises(ps.OptionError, match="nearest is 1"):
        scene_of_any(field, nearest=1)
    boxes = ps.distance_field(ps.VoxelGrid(np.ones((2, 3, 3))), [(0, 0, 0)])
    with pytest.raises(ps.OptionError, match="rows and columns of one plane, not a VoxelGrid"):
        scene_of_any(boxes, contours=2)


@pytest.mark.parametrize(
    "space",
    [ps.TriangleGrid(np.ones((9, 16))), *(ps.HexGrid(np.ones((9, 16)), layout=name) for name in LAYOUTS)],
)
def test_contours_lie_between_the_centres_of_triangles_and_hexagons(
    space: ps.TriangleGrid | ps.HexGrid,
) -> None:
    field = ps.distance_field(space, [(7, 4)])
    scene = scene_of_any(field, contours=3)
    layout, ends = scene.layout, scene.contours.reshape(-1, 2)
    assert len(ends) > 30
    levels = np.linspace(0, field.costs.max(), 5)[1:-1]
    whole = np.floor(ends).astype(int)
    far = np.minimum(whole + (ends > whole), (15, 8))
    shares = (ends - whole).max(axis=1)
    at = layout.between(ends)
    for here, share, (left, top), (right, low) in zip(at, shares, whole, far, strict=True):
        first, second = layout.at(layout.cells(np.array([(left, top), (right, low)])))
        assert np.allclose(first + share * (second - first), here)  # on the line between two centres
        costs = field.costs[top, left], field.costs[low, right]
        assert np.abs(costs[0] + share * (costs[1] - costs[0]) - levels).min() < 1e-9


def test_a_path_before_is_one_of_steps_over_the_same_cells(tmp_path):
    grid = ps.Grid(np.ones((3, 4)))
    path = ps.find_path(grid, (0, 0), (3, 2))
    line = ps.smooth.pull(path)
    file = tmp_path / "line.svg"
    assert ps.save_picture(line, file, before=path) == file
    none = ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0))
    assert ps.save_picture(line, file, before=none) == file
    for wrong in (line, "x", ps.trace(grid, (0, 0), (3, 2))):
        with pytest.raises(ps.OptionError, match=r"before is .*; allowed: a path of steps, or None"):
            ps.save_picture(path, file, before=wrong)
    for shape in ((30, 40), (4, 3)):
        elsewhere = ps.find_path(ps.Grid(np.ones(shape)), (0, 0), (2, 2))
        with pytest.raises(ps.ArrayError, match=r"before leads over .*; the picture has the shape \(3, 4\)"):
            ps.save_picture(path, file, before=elsewhere)


def test_a_field_is_shaded_by_its_costs_alone(tmp_path):
    mesh = ps.NavMesh([(0, 0), (5, 0), (5, 5), (0, 5)], [[0, 1, 2, 3]])
    fields = ps.distance_field(ps.Grid(np.ones((3, 4))), [(0, 0)]), ps.distance_field(mesh, [(1, 1)])
    for field in fields:
        with pytest.raises(ps.OptionError, match="that of a Field is shaded by its costs"):
            ps.save_picture(field, tmp_path / "field.svg", field=np.ones((3, 4)))


def test_the_error_names_the_step_that_was_given(tmp_path):
    trace = ps.trace(ps.Grid(np.ones((1, 3))), (0, 0), (2, 0))
    for step in (-1, 1.5, 99):
        with pytest.raises(
            ps.OptionError, match=f"step is {step}; allowed: a whole number of expansions from 0"
        ):
            ps.save_picture(trace, tmp_path / "trace.svg", step=step)


@pytest.mark.parametrize("contours", [2**32, 2**63, 2**64])
def test_more_contours_than_a_picture_can_show(contours):
    field = ps.distance_field(ps.Grid([[1, 1], [1, 1]]), [(0, 0)])
    with pytest.raises(ps.OptionError, match=r"contours is .*allowed: a whole number of lines"):
        scene_of_any(field, contours=contours)
