"""Boards of triangles: positions, picking at their corners, drawing, searching, files and links."""

from __future__ import annotations

import base64
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

import pathstar as ps
from pathstar.viz.layouts.triangles import triangle_layout
from studio.conftest import Open, Server, Studio

WIDE, TALL = 11, 6
FREE = np.ones((TALL, WIDE), bool)


def make_triangles(studio: Studio, made: str = "Empty", size: tuple[int, int] = (WIDE, TALL)) -> None:
    """Make a board of triangles by the dialog."""
    studio.page.click("#new")
    studio.page.locator("dialog label:has(option[value='triangles']) select").select_option("triangles")
    studio.page.keyboard.press("Escape")  # the dialog remembers it
    studio.make(made, *size)
    assert studio.ask("state.map.kind") == "triangles"


def place_of(cell: int) -> tuple[int, int]:
    return cell % WIDE, cell // WIDE


def test_triangles_lie_where_pictures_have_them_and_are_picked_at_their_corners(studio: Studio) -> None:
    make_triangles(studio)
    plan = triangle_layout(ps.TriangleGrid(FREE))
    cells = np.arange(WIDE * TALL)
    assert np.allclose(
        studio.ask("[...state.map.codes.keys()].map((cell) => boards[0].layout.centreOf(cell))"), plan.centres
    )
    assert np.allclose(studio.ask("boards[0].layout.size"), plan.size)
    spots = plan.corners(cells, 0.97).reshape(-1, 2).tolist()
    found = studio.ask(f"{spots}.map((spot) => boards[0].layout.cellAt(...spot))")
    assert found == np.repeat(cells, 3).tolist()


def test_a_click_near_a_corner_draws_in_that_triangle(studio: Studio) -> None:
    make_triangles(studio)
    plan = triangle_layout(ps.TriangleGrid(FREE))
    drawn = [3 * WIDE + 5, 2 * WIDE + 5, 4 * WIDE + 8]
    for cell, corner in zip(drawn, (0, 1, 2), strict=True):
        x, y = plan.corners(np.array([cell]), 0.9)[0, corner].tolist()
        left, top = studio.ask(
            f"(({{ view, canvas }}) => {{ const box = canvas.getBoundingClientRect();"
            f" return [box.x + view.x + {x} * view.scale, box.y + view.y + {y} * view.scale]; }})(boards[0])"
        )
        studio.page.mouse.click(left, top)
    assert studio.wall_cells() == sorted(drawn)


def test_lines_and_fills_go_from_triangle_to_triangle(studio: Studio) -> None:
    make_triangles(studio)
    triangles = ps.TriangleGrid(FREE)
    first, last = (1, 5), (9, 0)
    studio.page.click("#tool-line")
    studio.drag(first, last)
    wall = studio.wall_cells()
    path = ps.find_path(triangles, first, last)
    assert len(wall) == len(path)
    places = sorted(map(place_of, wall), key=lambda place: ps.find_path(triangles, first, place).cost)
    assert all(triangles.is_step(a, b) for a, b in pairwise(places))
    studio.page.keyboard.press("f")
    studio.click(10, 5)
    free = FREE.copy()
    free.flat[wall] = False
    board = ps.TriangleGrid(free)
    cells = np.flatnonzero(free).tolist()
    reached = {cell for cell in cells if ps.find_path(board, (10, 5), place_of(cell))}
    ends = set(studio.ask("[state.start, state.goal]"))
    assert set(studio.wall_cells()) - set(wall) == reached - ends
    assert 0 < len(reached) < free.sum()


def test_a_search_is_drawn_stepped_and_explained(studio: Studio) -> None:
    make_triangles(studio)
    studio.drag((5, 0), (5, 4))
    walkable = FREE.copy()
    walkable.flat[studio.wall_cells()] = False
    start, goal = map(place_of, studio.ask("[state.start, state.goal]"))
    path = ps.find_path(ps.TriangleGrid(walkable), start, goal)
    studio.expect_figure("Cost", f"{path.cost:g}")
    studio.expect_figure("Triangles", str(len(path)))
    expect(studio.page.locator("#guarantee-0")).to_contain_text("cheapest there is")
    expect(studio.page.locator("#rules")).to_contain_text("three ways")
    studio.go_to(3)
    expect(studio.page.locator("#sentences")).to_contain_text("lowest F")
    x, y = start
    studio.page.keyboard.press("v")
    studio.click(x, y + 1)
    expect(studio.page.locator("#square-title")).to_have_text(f"Triangle ({x}, {y + 1})")


def test_what_does_not_fit_triangles_is_not_offered(studio: Studio) -> None:
    studio.choose("Algorithm", "jps")
    studio.settled()
    make_triangles(studio)
    algorithms = studio.page.get_by_label("Algorithm").first.locator("option").all_inner_texts()
    assert "A*" in algorithms
    assert not any("ump" in name for name in algorithms)
    estimates = studio.page.get_by_label("Estimate H").locator("option").all_inner_texts()
    assert estimates == ["safest (Manhattan)", "Zero", "Manhattan", "Euclidean"]
    assert studio.ask("state.results[0].head.algorithm") == "astar"
    studio.page.click("#layers")
    expect(studio.page.locator("#of-layer-clusters")).to_be_hidden()


def test_a_field_shades_triangles_and_its_contours_lie_on_the_board(studio: Studio) -> None:
    make_triangles(studio)
    studio.page.click("#layers")
    studio.page.locator("#shade").select_option("goal")
    expect(studio.page.locator("#shade-bar")).to_be_visible()
    values, contours = studio.ask("[[...boards[0].heat.field.values], [...boards[0].heat.field.contours]]")
    goal = place_of(studio.ask("state.goal"))
    costs = ps.distance_field(ps.TriangleGrid(FREE), [goal], outward=False).costs
    assert np.allclose(values, costs.ravel())
    assert len(contours) > 40


def test_links_and_files_hold_triangles(
    studio: Studio, open_studio: Open, server: Server, tmp_path: Path
) -> None:
    make_triangles(studio, "Caves", (12, 10))
    cost = studio.figure("Cost")
    studio.page.click("#share")
    studio.settled()
    other = open_studio(f"{server.address}#{studio.page.url.partition('#')[2]}")
    assert other.ask("state.map.kind") == "triangles"
    other.expect_figure("Cost", cost)
    file = tmp_path / "grid.csv"
    file.write_text("1,1,1\n1,0,1\n1,1,1\n")
    other.page.click("#open")
    other.page.locator("dialog label:has(option[value='triangles']) select").select_option("triangles")
    with other.page.expect_file_chooser() as chooser:
        other.page.click("#choose-file")
    chooser.value.set_files(file)
    expect(other.page.locator("#notices")).to_contain_text("3 triangles")


@pytest.mark.parametrize("format", ["html", "svg", "gif", "json", "canvas"])
def test_searches_on_triangles_are_downloaded(studio: Studio, format: str) -> None:
    make_triangles(studio)
    assert len(studio.download(format)) > 500


def test_a_large_board_of_triangles_is_drawn_from_a_raster(studio: Studio) -> None:
    make_triangles(studio, "Caves", (900, 700))
    assert studio.ask("boards[0].unit < 3 && state.results[0].head.status") == "FOUND"
    shown = base64.b64decode(studio.ask("boards[0].canvas.toDataURL().split(',')[1]"))
    assert len(shown) > 20_000  # an empty board is far smaller
    assert studio.ask("boards[0].layout.cellAt(...boards[0].layout.centreOf(123456))") == 123456
