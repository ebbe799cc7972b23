"""Boards of hexagons: positions, drawing, searching, files and links."""

from __future__ import annotations

import base64
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

import pathstar as ps
from pathstar.spaces.hexes import LAYOUTS, hex_distance
from pathstar.viz.layouts.hexagons import hex_layout
from studio.conftest import Open, Server, Studio

Size = tuple[int, int]
WIDE, TALL = 9, 6


def make_hexes(
    studio: Studio, layout: str, made: str = "Empty", size: tuple[int, int] = (WIDE, TALL)
) -> None:
    """Make a board of hexagons by the dialog."""
    studio.page.click("#new")
    studio.page.locator("dialog label:has(option[value='odd-r']) select").select_option(layout)
    studio.page.keyboard.press("Escape")  # the dialog remembers it
    studio.make(made, *size)
    assert studio.ask("state.map.kind") == layout


@pytest.mark.parametrize("layout", LAYOUTS)
def test_hexagons_lie_where_pictures_have_them(studio: Studio, layout: str) -> None:
    make_hexes(studio, layout)
    plan = hex_layout(ps.HexGrid(np.ones((TALL, WIDE)), layout=layout))
    cells = "[...state.map.codes.keys()]"
    assert np.allclose(studio.ask(f"{cells}.map((cell) => boards[0].layout.centreOf(cell))"), plan.centres)
    assert np.allclose(studio.ask("boards[0].layout.outlines"), plan.outlines)
    assert np.allclose(studio.ask("boards[0].layout.size"), plan.size)
    found = studio.ask(f"{cells}.map((cell) => boards[0].cellAt(...boards[0].centreOf(cell)))")
    assert found == list(range(WIDE * TALL))
    assert studio.ask("boards[0].layout.cellAt(-0.1, 1)") == -1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_lines_and_fills_go_from_hexagon_to_hexagon(studio: Studio, layout: str) -> None:
    make_hexes(studio, layout)
    hexes = ps.HexGrid(np.ones((TALL, WIDE)), layout=layout)
    first, last = (0, 5), (7, 1)
    studio.page.click("#tool-line")
    studio.drag(first, last)
    wall = studio.wall_cells()
    assert len(wall) == hex_distance(hexes.to_axial(first), hexes.to_axial(last)) + 1
    places = [(cell % WIDE, cell // WIDE) for cell in wall]
    places.sort(key=lambda place: hex_distance(hexes.to_axial(place), hexes.to_axial(first)))
    assert all(hexes.is_step(a, b) for a, b in pairwise(places))
    studio.page.keyboard.press("f")
    studio.click(8, 5)
    free = np.ones((TALL, WIDE), bool)
    free.flat[wall] = False
    filled = set(studio.wall_cells()) - set(wall)
    ends = set(studio.ask("[state.start, state.goal]"))
    reached = {
        y * WIDE + x
        for y in range(TALL)
        for x in range(WIDE)
        if free[y, x] and ps.find_path(ps.HexGrid(free, layout=layout), (8, 5), (x, y))
    }
    assert filled == reached - ends


def test_a_search_is_drawn_stepped_and_explained(studio: Studio) -> None:
    make_hexes(studio, "odd-r")
    studio.drag((4, 0), (4, 4))
    walkable = np.ones((TALL, WIDE), bool)
    walkable.flat[studio.wall_cells()] = False
    start, goal = ((cell % WIDE, cell // WIDE) for cell in studio.ask("[state.start, state.goal]"))
    path = ps.find_path(ps.HexGrid(walkable, layout="odd-r"), start, goal)
    studio.expect_figure("Cost", f"{path.cost:g}")
    studio.expect_figure("Hexagons", str(len(path)))
    expect(studio.page.locator("#guarantee-0")).to_contain_text("cheapest there is")
    expect(studio.page.locator("#sentences")).to_contain_text("hexagons and costs")
    studio.go_to(3)
    expect(studio.page.locator("#sentences")).to_contain_text("lowest F")
    x, y = start
    studio.page.mouse.move(*studio.spot(x, y))
    q, r = ps.HexGrid(walkable, layout="odd-r").to_axial(start)
    expect(studio.page.locator("#readout-words")).to_contain_text(f"({x}, {y}) axial ({q}, {r})")
    studio.page.keyboard.press("v")
    studio.click(x, y + 1)
    expect(studio.page.locator("#square-title")).to_have_text(f"Hexagon ({x}, {y + 1})")


def test_what_does_not_fit_hexagons_is_not_offered(studio: Studio) -> None:
    studio.choose("Algorithm", "jps")
    studio.settled()
    make_hexes(studio, "even-q")
    algorithms = studio.page.get_by_label("Algorithm").first.locator("option").all_inner_texts()
    assert "A*" in algorithms
    assert not any("ump" in name for name in algorithms)
    estimates = studio.page.get_by_label("Estimate H").locator("option").all_inner_texts()
    assert estimates == ["safest (Hex)", "Zero", "Euclidean", "Hex"]
    assert studio.ask("state.results[0].head.algorithm") == "astar"
    expect(studio.page.locator("#rules")).to_contain_text("six ways")
    studio.page.keyboard.press("Control+z")
    studio.settled()
    assert studio.ask("[state.map.kind, state.results[0].head.algorithm]") == ["squares", "jps"]


@pytest.mark.parametrize("kind", ["odd-q", "triangles"])
def test_squares_become_other_cells_and_back(studio: Studio, kind: str) -> None:
    walls = studio.walls()
    studio.page.click("#resize")
    studio.page.locator("dialog label:has(option[value='odd-r']) select").select_option(kind)
    studio.page.click("#apply-size")
    assert studio.ask("[state.map.kind, state.map.width]") == [kind, 7]
    assert studio.walls() == walls
    studio.page.keyboard.press("Control+z")
    assert studio.ask("state.map.kind") == "squares"
    studio.expect_figure("Cost", "68")


def test_terrain_ends_and_undo(studio: Studio) -> None:
    make_hexes(studio, "odd-r")
    studio.page.get_by_role("radio", name="forest: a step costs 5 times as much").click()
    studio.drag((4, 0), (4, 5))
    cost = studio.figure("Cost")
    assert int(cost) > 8
    goal = studio.ask("state.goal")
    studio.drag((goal % WIDE, goal // WIDE), (3, 5))
    assert studio.ask("state.goal") == 5 * WIDE + 3
    studio.page.keyboard.press("Control+z")
    studio.expect_figure("Cost", cost)
    studio.page.keyboard.press("Control+z")
    assert studio.ask("Math.max(...state.map.codes)") == 0


def test_the_keyboard_walks_over_hexagons(studio: Studio) -> None:
    make_hexes(studio, "odd-r")
    start = studio.ask("state.start")
    studio.page.focus("#board-1")
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        studio.page.keyboard.press(key)
    assert studio.wall_cells() == [start - WIDE + 1]


def test_links_hold_the_kind_of_cells(studio: Studio, open_studio: Open, server: Server) -> None:
    make_hexes(studio, "even-r", "Caves", (12, 10))
    cost = studio.figure("Cost")
    studio.page.click("#share")
    studio.settled()
    other = open_studio(f"{server.address}#{studio.page.url.partition('#')[2]}")
    assert other.ask("state.map.kind") == "even-r"
    other.expect_figure("Cost", cost)


def test_files_are_opened_as_hexagons(studio: Studio, tmp_path: Path) -> None:
    file = tmp_path / "grid.csv"
    file.write_text("1,1,1\n1,0,1\n1,1,1\n")
    studio.page.click("#open")
    studio.page.locator("dialog label:has(option[value='odd-r']) select").select_option("odd-q")
    with studio.page.expect_file_chooser() as chooser:
        studio.page.click("#choose-file")
    chooser.value.set_files(file)
    expect(studio.page.locator("#notices")).to_contain_text("grid.csv opened: 3")
    expect(studio.page.locator("#notices")).to_contain_text("3 hexagons")
    assert studio.ask("state.map.kind") == "odd-q"


@pytest.mark.parametrize("format", ["html", "svg", "gif", "json", "canvas"])
def test_searches_on_hexagons_are_downloaded(studio: Studio, format: str) -> None:
    make_hexes(studio, "odd-q")
    assert len(studio.download(format)) > 500


def test_a_large_board_of_hexagons_is_drawn_from_a_raster(studio: Studio) -> None:
    make_hexes(studio, "even-r", "Random", (900, 700))
    assert studio.ask("boards[0].unit < 3 && state.results[0].head.status") == "FOUND"
    shown = base64.b64decode(studio.ask("boards[0].canvas.toDataURL().split(',')[1]"))
    assert len(shown) > 20_000  # an empty board is far smaller
    assert studio.ask("boards[0].layout.cellAt(...boards[0].layout.centreOf(123456))") == 123456
