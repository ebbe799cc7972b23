"""Pictures of meshes and of the paths over them."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import numpy as np

import pathstar as ps
from pathstar.viz.display_list.compose import display_list
from pathstar.viz.display_list.rasterize import cells_under
from pathstar.viz.display_list.shapes import Patches, Strokes
from pathstar.viz.drawables import scene_of
from pathstar.viz.export import page_words
from pathstar.viz.figures import title_of
from pathstar.viz.layouts.mesh import mesh_layout
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.legend import legend_of
from pathstar.viz.plane_fields import pieces_of
from pathstar.viz.results import scene_of_any
from pathstar.viz.theme import THEMES
from pathstar.words import catalogue

MESH = ps.NavMesh.from_grid(ps.Grid([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]))
PATH = ps.find_path(MESH, (0.5, 1.5), (3.5, 1.5))


def printed(thing: object, **options: object) -> str:
    file = StringIO()
    ps.viz.show(thing, file=file, color="none", caption=False, **options)
    return file.getvalue()


def test_a_layout_keeps_proportions_and_places() -> None:
    layout = mesh_layout(MESH)
    corners = layout.between(np.array([(0.0, 0.0), (4.0, 3.0), (1.0, 2.0)]))
    width, height = corners[1] - corners[0]
    assert np.isclose(width / height, 4 / 3)
    assert layout.shapes is not None
    assert len(layout.shapes) == MESH.size
    assert (np.isclose(layout.shapes, corners[2]).all(axis=-1)).any()


def test_each_pixel_knows_its_polygon() -> None:
    layout = mesh_layout(MESH)
    under = cells_under(layout, 400, 300)
    for x, y in ((0.5, 0.5), (3.5, 1.5), (1.5, 1.5)):
        column, row = (layout.between(np.array([(x, y)]))[0] * np.array([400, 300]) / layout.size).astype(int)
        faces = MESH.core.faces_at((x, y))
        assert under[row, column] == (faces[0] if faces else -1)


def test_a_path_lies_where_its_points_lie() -> None:
    scene = scene_of(PATH)
    assert scene.line.tolist() == PATH.points.tolist()
    assert (scene.start, scene.goal) == ((0.5, 1.5), (3.5, 1.5))


def test_the_terminal_shows_walls_path_and_ends() -> None:
    lines = printed(PATH, width=40, height=16).splitlines()
    middle = next(line for line in lines if "A" in line)
    assert "B" in middle
    assert "     " in middle  # the wall between
    assert "****" in "".join(lines)
    assert "*" not in printed(MESH, width=40, height=16)


def test_a_path_to_a_place_off_the_mesh_has_a_picture() -> None:
    nowhere = ps.find_path(MESH, (0.5, 1.5), (2, 1.5))
    assert not nowhere
    assert "B" in printed(nowhere, width=40, height=16)


def test_pictures_are_saved(tmp_path: Path) -> None:
    for name in ("path.svg", "path.png"):
        ps.save_picture(PATH, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 500
    assert "<svg" in PATH._repr_html_()
    assert "<svg" in MESH._repr_html_()


def test_ground_that_costs_more_is_shaded() -> None:
    corners = [(0, 0), (2, 0), (4, 0), (4, 1), (2, 1), (0, 1)]
    mesh = ps.NavMesh(corners, [[0, 1, 4, 5], [1, 2, 3, 4]], costs=[1, 5])
    scene = scene_of(mesh)
    assert scene.ground[0, 0] < scene.ground[0, 1]
    assert scene.shading is not None
    assert (scene.shading.low, scene.shading.high) == ("1", "5")
    assert scene_of(ps.find_path(mesh, (0.5, 0.5), (3.5, 0.5))).ground.tolist() == scene.ground.tolist()
    assert scene_of(MESH).shading is None


def test_a_field_shades_every_point_and_draws_contours(tmp_path: Path) -> None:
    field = ps.distance_field(MESH, [(0.5, 1.5)])
    scene = scene_of_any(field, contours=4)
    assert scene.layout.shapes is not None
    assert scene.layout.seamless
    assert scene.shading is not None
    assert scene.shading.what == "cost_to_source"
    ends = scene.contours.reshape(-1, 2)
    levels = field.cost_of(ends)
    whole = ps.find_path(MESH, (0.5, 1.5), (4, 1.5)).cost
    assert len(ends) > 20
    assert np.abs(levels[:, None] - np.arange(1, 5) * whole / 5).min(axis=1).max() < 0.05
    near = scene_of_any(ps.distance_field(MESH, [(0.5, 1.5), (3.5, 1.5)]), nearest=True)
    assert len(np.unique(near.ground)) == 2
    for name in ("field.svg", "field.png"):
        ps.save_picture(field, tmp_path / name, contours=4, legend=True)
        assert (tmp_path / name).stat().st_size > 500
    assert 'class="contour"' in (tmp_path / "field.svg").read_text(encoding="utf-8")
    assert "<svg" in field._repr_html_()


def test_the_pieces_of_a_mesh_fill_it() -> None:
    mesh = ps.NavMesh([(0, 0), (5, 1), (4, 6), (-3, 4), (-4, 2)], [[0, 1, 2, 3, 4]])
    area = sum(_area(piece) for piece in pieces_of(mesh))
    assert np.isclose(area, _area(mesh.vertices[mesh.polygons[0]]))


def _area(corners: np.ndarray) -> float:
    x, y = corners.T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


def banks() -> ps.NavMesh:
    """Three rooms connected only by links: one two-way, one only back, and one inside a room."""
    mesh = ps.NavMesh.from_polygons([[(x, 0), (x + 5, 0), (x + 5, 6), (x, 6)] for x in (0, 7, 14)])
    mesh.add_link((5, 2), (7, 2), cost=2.5)
    mesh.add_link((12, 4), (14, 4.5), both_ways=False)
    mesh.add_link((19, 1), (16, 5), both_ways=False)
    return mesh


def test_links_are_dashed_bows_with_arrows_wherever_they_lead(tmp_path: Path) -> None:
    shapes = list(display_list(scene_of(banks()), THEMES["light"], Sheet(mesh_layout(banks()), 24)))
    (bows,) = (shape for shape in shapes if isinstance(shape, Strokes) and shape.role == "link")
    (heads,) = (shape for shape in shapes if isinstance(shape, Patches) and shape.role == "link")
    assert bows.dash is not None
    assert (len(bows.lines), len(heads.polygons)) == (3, 4)
    tips = {tuple(tip) for tip in heads.polygons[:, 0].round(6).tolist()}
    ends = [(line[0], line[-1]) for line in bows.lines]
    leads = [ends[0][0], ends[0][1], ends[1][1], ends[2][1]]
    assert tips == {tuple(each.round(6).tolist()) for each in leads}
    assert "link" in [entry.words for entry in legend_of(scene_of(banks()))]
    assert "连接" in [entry.words for entry in legend_of(scene_of(banks()), "zh")]
    assert "link" not in [entry.role for entry in legend_of(scene_of(MESH))]
    ps.save_picture(banks(), tmp_path / "links.png", legend=True)


def test_a_path_follows_the_bows_of_the_links_that_it_takes(tmp_path: Path) -> None:
    mesh = banks()
    path = ps.find_path(mesh, (1, 5), (17.5, 5.5))
    assert [number >= 0 for number in mesh.links_along(path)] == [False, True, False, True, False]
    layout = mesh_layout(mesh)
    assert scene_of(path).linked.tolist() == [False, True, False, True, False]
    way = layout.way(path.points, scene_of(path).linked)
    for link in layout.links[:2]:
        bow = layout.bow(*link)
        assert any(np.array_equal(way[row : row + len(bow)], bow) for row in range(len(way)))
        assert np.allclose(bow, layout.bow(*link[::-1])[::-1])
    assert "~" in printed(mesh)
    ps.trace(mesh, (1, 5), (17.5, 5.5)).save(tmp_path / "page.html", progress=False)
    data = json.loads(
        re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', (tmp_path / "page.html").read_text(), re.S)[1]  # type: ignore[index]
    )
    assert [each["bothWays"] for each in data["mesh"]["links"]] == [True, False, False]
    assert len(data["mesh"]["way"]) > len(path)


def test_bows_bend_into_the_board_and_alike_in_both_directions() -> None:
    layout = mesh_layout(banks())
    for begin, end in (((1, 0), (4, 0)), ((1, 6), (4, 6)), ((0, 1), (0, 5)), ((7, 3), (12, 3))):
        a, b = layout.between(np.array([begin, end], float))
        bow = layout.bow(a, b)
        assert np.allclose(bow, layout.bow(b, a)[::-1])
        assert (bow >= 0).all()
        assert (bow <= layout.size).all()


def test_points_are_written_alike_in_titles_and_sentences() -> None:
    trace = ps.trace(banks(), (1, 5), (17.5, 5.5))
    assert title_of(trace) == "Search from (1, 5) to (17.5, 5.5)"
    assert title_of(trace.path) == "Path from (1, 5) to (17.5, 5.5)"
    assert "(17.5, 5.5)" in str(trace.explain())
    assert catalogue().text(page_words.title_of(trace)) == title_of(trace)
