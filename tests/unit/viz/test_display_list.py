"""Pictures of hexagons, diamonds and graphs, compared with the data that they show."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps import Terrain
from pathstar.spaces.examples import risk
from pathstar.viz.display_list.compose import display_list
from pathstar.viz.display_list.rasterize import rasterized
from pathstar.viz.display_list.shapes import Strokes, dashed
from pathstar.viz.display_list.words import names, numbers
from pathstar.viz.drawables import bare_scene, scene_of, with_state
from pathstar.viz.frame import image_of
from pathstar.viz.layouts.network import draw_at, graph_layout
from pathstar.viz.layouts.sheet import Sheet, sheet_of
from pathstar.viz.look import TERRAIN_LINES
from pathstar.viz.marks import CLOSED, OPEN
from pathstar.viz.render.terminal import terminal_picture
from pathstar.viz.theme import THEMES
from unit.viz.boards import decoded, raster_of, svg_of, within
from unit.viz.kinds import LAYOUTS, SEARCHES, floors, hexes, roads

LIGHT = THEMES["light"]
KINDS = tuple(SEARCHES)


def subpaths(document: str, role: str) -> int:
    """Return how many outlines of a role an SVG has."""
    paths = re.findall(rf'<path class="{role}"[^>]* d="([^"]*)"', document)
    return sum(path.count("M") for path in paths)


def sheet(thing: object, cell: int | None = None) -> Sheet:
    return sheet_of(scene_of(thing).layout, cell)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_each_open_and_closed_cell_is_outlined_once(kind: str) -> None:
    trace = SEARCHES[kind]
    state = trace[len(trace) // 2]
    document = trace.frame(state.step).svg()
    ET.fromstring(document)
    assert subpaths(document, "open") == len(state.open)
    assert subpaths(document, "closed") == len(state.closed) - 1
    assert subpaths(document, "current") == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_walls_and_floor_are_all_there(layout: str) -> None:
    space = hexes(layout)
    document = svg_of(space, scene_of(space), LIGHT)
    assert subpaths(document, "wall") == (~space.walkable).sum()
    assert subpaths(document, "floor") == space.walkable.sum()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_pixels_in_the_middle_of_cells(layout: str) -> None:
    space = hexes(layout)
    path = ps.find_path(space, (0, 0), (5, 4))
    found = sheet(path, 40)
    picture = _image(path, 40)
    x, y = np.floor(found.points(np.arange(space.size))).astype(int).T
    middle = picture[y, x]
    walls = ~space.walkable.ravel()
    assert (middle[walls] == LIGHT.wall).all()
    assert (middle[path.nodes[1:-1]] == LIGHT.path).all()


def _image(thing: object, cell: int) -> np.ndarray:
    return raster_of(scene_of(thing), LIGHT, cell=cell)  # type: ignore[arg-type]


def test_names_costs_and_arrows_of_a_graph() -> None:
    graph = roads()
    document = svg_of(graph, scene_of(graph), LIGHT)
    words = [element.text for element in ET.fromstring(document).iter("{http://www.w3.org/2000/svg}text")]
    assert {"ash", "birch", "cedar", "elm", "fir"} <= set(words)
    assert sorted(word for word in words if word and word[0].isdigit()) == ["0.5", "1", "1", "2", "2", "4"]
    assert subpaths(document, "edge") == 6
    assert subpaths(document, "arrow") == 1


def test_a_path_over_a_graph_points_the_way() -> None:
    path = ps.find_path(roads(), "ash", "cedar")
    document = svg_of(path, scene_of(path), LIGHT)
    dots = re.findall(r'<g class="dots"[^>]*>(.*?)</g>', document)
    assert "".join(dots).count("<circle") == len(path)
    assert subpaths(document, "path") == 1 + len(path) - 1  # one line, and a head for each step


def test_stairs_are_marked_and_the_path_changes_floors() -> None:
    path = ps.find_path(floors(), (0, 0, 0), (3, 0, 2))
    document = svg_of(path, scene_of(path), LIGHT)
    assert subpaths(document, "stairs") == 4  # two stairs, each with two ends
    assert subpaths(document, "changes") == 2
    for floor in range(3):
        assert f">floor {floor}</text>" in document
    assert subpaths(document, "path") == 3


def test_numbers_stand_in_cells() -> None:
    trace = SEARCHES["odd-r"]
    state = trace[-1]
    document = trace.frame().svg()
    words = re.findall(r"<text[^>]*>([^<]*)</text>", document)
    assert len(words) == 3 * len(state.nodes) + 2  # F, G and H, and the letters of the ends
    assert trace.path.cost == 7
    assert words.count("7") >= 1


def test_small_cells_are_a_raster_with_every_cell_in_it() -> None:
    space = hexes()
    scene = scene_of(SEARCHES["odd-r"])
    sheet = Sheet(scene.layout, 7.0)
    picture = rasterized(scene, LIGHT, sheet).pixels
    scale = np.array([sheet.width, sheet.height]) / np.array(scene.layout.size)
    x, y = np.floor(scene.layout.centres * scale).astype(int).T
    assert (picture[y, x][~space.walkable.ravel()] == LIGHT.wall).all()
    assert scene.search is not None
    for mark, role in ((CLOSED, "closed"), (OPEN, "open")):
        seen = scene.search.ravel() == mark
        assert np.abs(picture[y, x][seen] - np.array(LIGHT.filled(role), float)).max() <= 1


@pytest.mark.parametrize("pixels", [3.0, 6.0])
def test_small_triangles_are_triangles_in_a_raster(pixels: float) -> None:
    free = np.random.default_rng(2).random((24, 40)) < 0.5
    scene = scene_of(ps.TriangleGrid(free))
    layout = scene.layout
    picture = rasterized(scene, LIGHT, Sheet(layout, pixels)).pixels
    rows, columns, _ = picture.shape
    shrunk = 1 - 2 / (layout.room * pixels)  # a pixel away from all sides
    corners = layout.corners(np.arange(layout.shown.size), max(shrunk, 0.05)) * pixels
    looked_at = 0
    for outline, is_free in zip(corners, free.ravel().tolist(), strict=True):
        for share in np.random.default_rng(3).dirichlet((1, 1, 1), 12):
            x, y = np.floor(share @ outline).astype(int).tolist()
            assert 0 <= x < columns
            assert 0 <= y < rows
            assert tuple(picture[y, x].tolist()) == (LIGHT.floor if is_free else LIGHT.wall)
            looked_at += 1
    assert looked_at == 12 * 24 * 40


def test_numbers_of_triangles_stand_inside_them() -> None:
    cost = np.random.default_rng(6).integers(4, 13, (5, 7)) / 4
    trace = ps.trace(ps.TriangleGrid(np.ones((5, 7)), cost=cost), (0, 0), (6, 4))
    scene = with_state(bare_scene(trace), trace[-1])
    large = Sheet(scene.layout, 96.0)
    assert large.wordy
    cells = scene.layout.corners(np.arange(35)) * large.scale
    found = list(numbers(scene, LIGHT, large))
    assert len(found) > 60
    for each in found:
        wide = 0.56 * each.size * len(each.text)
        left = each.at[0] - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[each.anchor]
        box = [(x, y) for x in (left, left + wide) for y in (each.at[1], each.at[1] - 0.72 * each.size)]
        there = np.all([within(cells, np.array(corner)) > 0 for corner in box], axis=0)
        assert there.any(), each


def test_large_maps_are_embedded() -> None:
    space = ps.HexGrid(np.ones((150, 200)))
    document = svg_of(space, scene_of(space), LIGHT)
    assert "data:image/png" in document
    assert len(document) < 100_000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", [".svg", ".gif", ".png"])
def test_films(kind: str, suffix: str, tmp_path: Path) -> None:
    from PIL import Image

    trace = SEARCHES[kind]
    file = tmp_path / f"film{suffix}"
    trace.save(file)
    if suffix == ".svg":
        film = ET.parse(file).getroot()
        assert len([each for each in film.iter() if each.tag.endswith("}set")]) > len(trace)
    else:
        with Image.open(file) as picture:
            assert getattr(picture, "n_frames", 1) == (len(trace) + 1 if suffix == ".gif" else 1)


def test_an_isometric_film(tmp_path: Path) -> None:
    trace = ps.trace(ps.Grid([[1, 1, 0], [1, 1, 1]]), (0, 0), (2, 1))
    for suffix in (".svg", ".gif", ".png"):
        trace.save(tmp_path / f"film{suffix}", projection="isometric")
    board = trace.frame(projection="isometric")._board
    wide, high = image_of(board, trace[-1]).size
    assert wide == pytest.approx(2 * high, abs=2)


@pytest.mark.parametrize("layout", ["odd-r", "even-r"])
def test_the_terminal_shoves_rows_by_half_a_cell(layout: str) -> None:
    space = hexes(layout)
    lines = terminal_picture(scene_of(space), LIGHT, "none", 80, 40).splitlines()
    shoved = [line.startswith(" ") for line in lines]
    assert shoved == [(y % 2 == 1) == (layout == "odd-r") for y in range(5)]
    assert [line.split() for line in lines] == [
        ["." if free else "#" for free in row] for row in space.walkable
    ]


@pytest.mark.parametrize("layout", ["odd-q", "even-q"])
def test_the_terminal_shoves_columns_by_a_line(layout: str) -> None:
    space = hexes(layout)
    lines = terminal_picture(scene_of(space), LIGHT, "none", 80, 40).splitlines()
    for y, x in np.ndindex(5, 6):
        low = (x % 2 == 1) == (layout == "odd-q")
        assert lines[2 * y + low][2 * x] == ("." if space.walkable[y, x] else "#")


def test_the_terminal_draws_graphs_with_names_and_lines() -> None:
    path = ps.find_path(roads(), "ash", "cedar")
    picture = terminal_picture(scene_of(path), LIGHT, "none", 100, 30)
    for name in ("ash", "birch", "cedar", "elm", "fir"):
        assert name in picture
    assert "·" in picture
    assert picture.count("*") >= 3
    assert "A" in picture
    assert "B" in picture


@pytest.mark.parametrize("color", ["24bit", "256"])
@pytest.mark.parametrize("kind", KINDS)
def test_colours_of_the_terminal_keep_to_the_window(kind: str, color: str) -> None:
    for width, height in ((120, 50), (20, 8)):
        rows = decoded(terminal_picture(scene_of(SEARCHES[kind]), LIGHT, color, width, height))
        assert len(rows) <= height
        assert max(map(len, rows)) <= width


def test_what_a_dash_is_made_of() -> None:
    line = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)])
    parts = dashed(line, (4.0, 1.0))
    assert [part.tolist() for part in parts] == [[[0, 0], [3, 0], [3, 1]], [[3, 2], [3, 3]]]


def test_notebooks_show_every_kind() -> None:
    for trace in SEARCHES.values():
        space = [] if isinstance(trace.space, ps.Custom) else [trace.space]
        for thing in (*space, trace.path, trace):
            assert "<svg" in thing._repr_html_()  # type: ignore[union-attr]


def test_figures_and_titles(capsys: pytest.CaptureFixture[str]) -> None:
    hexes("even-q").show()
    floors().show()
    roads().show()
    printed = capsys.readouterr().out
    assert "HexGrid of 6 x 5: size 6 x 5, walkable 24 (80 %), layout even-q" in printed
    assert (
        "VoxelGrid of 4 x 3 x 3: size 4 x 3 x 3, walkable 31 (86.1 %), moves 4 directions, no_cut" in printed
    )
    assert "Graph of 5 nodes: nodes 5, edges 11, positions none" in printed


def test_long_names_stay_within_the_picture() -> None:
    graph = ps.Graph.from_edges([("a rather long name", "another long name"), ("another long name", "c")])
    drawn = sheet(graph)
    written = list(names(scene_of(graph), LIGHT, drawn))
    assert len(written) == 3
    for words in written:
        half = 0.3 * words.size * len(words.text)
        assert half <= words.at[0] <= drawn.width - half


def test_nodes_are_drawn_where_they_were_put() -> None:
    graph = ps.Graph.from_edges([("a", "b"), ("b", "c")])
    centres = np.array([[0.0, 0.0], [5.0, 1.0], [2.0, 7.0]])
    draw_at(graph, centres)
    layout = graph_layout(graph, None)
    assert np.allclose(layout.centres - layout.centres[0], centres)
    assert ps.find_path(graph, "a", "c").cost == 2


def test_terrain_is_marked_where_cells_are_large_enough() -> None:
    kinds = {0: Terrain("plain"), 1: Terrain("forest", 2.0), 2: Terrain("water", walkable=False)}
    map = ps.Map.from_terrain([[0, 1, 2, 2]], kinds)
    for cell, marked in ((20, True), (8, False)):
        shapes = display_list(scene_of(map), LIGHT, sheet(map, cell))
        lines = [len(each.lines) for each in shapes if isinstance(each, Strokes) and each.role == "terrain"]
        assert lines == ([2 * len(TERRAIN_LINES["water"]), len(TERRAIN_LINES["forest"])] if marked else [])


def test_equal_numbers_look_equal_in_all_cells() -> None:
    """A diagonal step costs 1.4142...: with digits by cell, F would be 10.07 in some and 10.1 in others."""
    trace = ps.trace(ps.Grid(np.ones((12, 16))), (1, 1), (13, 10))
    scene = with_state(bare_scene(trace), trace[len(trace) - 1])
    drawn = list(numbers(scene, LIGHT, sheet_of(scene.layout, 64)))
    shown = [words.text for words in drawn if words.bold]
    assert scene.values is not None
    assert len(shown) == len(scene.values.f) > 20
    assert len(set(shown)) == len({round(f, 6) for f in scene.values.f.tolist()})


def test_cells_without_room_for_three_numbers_hold_f_alone() -> None:
    trace = ps.trace(ps.Grid(np.ones((6, 9))), (1, 1), (7, 4))
    scene = with_state(bare_scene(trace), trace[len(trace) - 1])
    assert scene.values is not None
    drawn = list(numbers(scene, LIGHT, sheet_of(scene.layout, 31)))
    assert len(drawn) == len(scene.values.f) - 2  # F of start and target would be under their marks
    assert all(words.bold and len(words.text) <= 4 for words in drawn)
    assert not list(numbers(scene, LIGHT, sheet_of(scene.layout, 22)))


def test_large_numbers_leave_f_alone() -> None:
    trace = ps.trace(ps.Grid(np.ones((2, 5)), cost=np.full((2, 5), 1234567.0)), (0, 0), (4, 1))
    scene = with_state(bare_scene(trace), trace[len(trace) - 1])
    drawn = list(numbers(scene, LIGHT, sheet_of(scene.layout, 48)))
    assert drawn
    assert all(words.bold for words in drawn)


def test_names_and_numbers_of_a_graph_lie_in_the_picture_and_names_apart() -> None:
    trace = ps.trace(risk(), "Northwest Territory", "Eastern Australia")
    scene = with_state(bare_scene(trace), trace[len(trace) - 1])
    sized = sheet_of(scene.layout)
    called, counted = (list(write(scene, LIGHT, sized)) for write in (names, numbers))
    assert len(called) == 42
    assert len(counted) > 30
    for words in [*called, *counted]:
        assert 0 < words.at[1] - words.size < words.at[1] < sized.height, words.text
    rows = [(words.at, 0.31 * words.size * len(words.text), words.size) for words in called]
    for i, ((x, y), half, size) in enumerate(rows):
        assert not [
            at for at, other, _ in rows[:i] if abs(at[0] - x) < half + other and abs(at[1] - y) < size
        ]
