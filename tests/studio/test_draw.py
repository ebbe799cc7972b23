"""Drawing on the board: tools, ends, undo, size, generators."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pathstar.maps.generate import GENERATORS
from studio.conftest import Open, Studio


def test_it_opens_on_the_worked_example(studio: Studio) -> None:
    studio.expect_figure("Cost", "68")
    studio.expect_figure("Squares", "7")
    expect(studio.page).to_have_title("pathstar studio")
    assert "token" not in studio.page.url


def test_the_pen_draws_and_erases_and_all_is_undone(studio: Studio) -> None:
    studio.drag((3, 1), (3, 0))
    assert studio.walls() == 2  # it began on a wall, so it erased
    studio.page.keyboard.press("Control+z")
    assert studio.walls() == 3
    studio.drag((4, 0), (4, 4))
    assert studio.walls() == 8
    expect(studio.page.locator("#result")).to_contain_text("no path")
    studio.page.click("#undo")
    studio.expect_figure("Cost", "68")
    studio.page.click("#redo")
    expect(studio.page.locator("#result")).to_contain_text("no path")
    studio.page.keyboard.press("Control+Shift+z")
    assert studio.walls() == 8


def test_what_is_drawn_while_the_map_is_on_its_way_counts(studio: Studio) -> None:
    first, last, mouse = studio.spot(4, 0), studio.spot(4, 4), studio.page.mouse
    with studio.held("/api/map"):
        mouse.move(*first)
        mouse.down()
        mouse.move(*last)  # the reply for the first square is still missing
    studio.settled()
    expect(studio.page.locator("#result")).to_contain_text("no path")
    mouse.up()
    studio.settled()
    expect(studio.page.locator("#result")).to_contain_text("no path")


def test_what_is_asked_while_an_answer_is_out_is_asked_once_and_last(studio: Studio) -> None:
    spots = [studio.spot(x, 4) for x in range(1, 7)]
    asked = "calls.filter((address) => /trace|path/.test(address)).length"
    mouse = studio.page.mouse
    mouse.move(*studio.spot(5, 2))
    mouse.down()
    with studio.held("/api/trace", "/api/path"):
        for spot in spots:
            mouse.move(*spot)
        assert studio.page.evaluate(asked) == 1
    assert studio.ask("[state.goal, state.results[0].head.path.at(-1)]") == [4 * 7 + 6] * 2
    assert studio.page.evaluate(asked) == 2
    mouse.up()


def test_a_quick_stroke_leaves_no_gap(studio: Studio) -> None:
    studio.make("Empty", 60, 40)
    studio.page.mouse.move(*studio.spot(5, 3))
    studio.page.mouse.down()
    studio.page.mouse.move(*studio.spot(5, 35))
    studio.page.mouse.up()
    assert studio.walls() == 33


def test_a_right_click_erases(studio: Studio) -> None:
    studio.drag((3, 1), (3, 3), button="right")
    assert studio.walls() == 0


def test_line_rectangle_and_fill(studio: Studio) -> None:
    studio.make("Empty", 30, 20)
    page = studio.page
    page.click("#tool-line")
    studio.drag((2, 2), (12, 2))
    assert studio.walls() == 11
    page.keyboard.press("r")
    studio.drag((4, 12), (8, 15))
    assert studio.walls() == 11 + 20
    page.keyboard.down("Shift")
    studio.drag((18, 12), (23, 16))
    page.keyboard.up("Shift")
    assert studio.walls() == 31 + 18
    page.keyboard.press("f")
    studio.click(20, 14)
    assert studio.walls() == 49 + 12
    for _ in range(4):
        page.keyboard.press("Control+z")
    assert studio.walls() == 0


def test_terrain_of_several_costs(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("radio", name="forest: a step costs 5 times as much").click()
    studio.drag((3, 0), (4, 0))
    assert studio.code(4, 0) == 5
    page.get_by_role("radio", name="grass: a step costs 2 times as much").click()
    studio.click(5, 0)
    assert studio.code(5, 0) == 2
    page.click("#own-cost")
    page.get_by_role("spinbutton").last.fill("2.5")
    page.click("dialog button:text-is('Take it')")
    studio.click(6, 0)
    assert studio.code(6, 0) == 2.5
    page.get_by_role("radio", name="Erase").click()
    studio.click(6, 0)
    assert studio.code(6, 0) == 1
    studio.expect_figure("Cost", "68")  # the path below is free


def test_the_legend_shows_the_walls_that_there_are(studio: Studio) -> None:
    keys = studio.page.locator("#legend-walls i")
    plain = keys.evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)")
    assert len(plain) == 1
    studio.make("Terrain", 30, 20, Seed=3)
    shown = keys.evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)")
    assert len(shown) == 2, "water and rock"
    assert plain[0] not in shown
    studio.page.keyboard.press("Control+z")
    studio.settled()
    assert keys.evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)") == plain


def test_ends_are_dragged_and_not_into_walls(studio: Studio) -> None:
    studio.drag((5, 2), (6, 4))
    assert studio.ask("state.goal") == 4 * 7 + 6
    studio.drag((1, 2), (3, 2))
    assert studio.ask("state.map.palette[state.map.codes[state.start]].cost") == 1
    studio.page.keyboard.press("Control+z")
    studio.page.keyboard.press("Control+z")
    assert studio.ask("[state.start, state.goal]") == [15, 19]
    studio.expect_figure("Cost", "68")


def test_walls_are_not_drawn_over_the_ends(studio: Studio) -> None:
    studio.page.click("#tool-rect")
    studio.drag((0, 0), (6, 4))
    assert studio.walls() == 33


def resize(studio: Studio, width: int, height: int) -> None:
    studio.page.click("#resize")
    studio.page.get_by_role("spinbutton", name="Width").fill(str(width))
    studio.page.get_by_role("spinbutton", name="Height").fill(str(height))
    studio.page.keyboard.press("Tab")
    studio.page.click("#apply-size")


def test_another_size_keeps_what_was_painted(studio: Studio) -> None:
    studio.make("Empty", 12, 8)
    for key, place in {"g": (6, 5), "o": (3, 6), "x": (10, 1)}.items():
        studio.page.keyboard.press(key)
        studio.click(*place)
    painted = """(() => {
      const { danger, targets, fog, width } = state.map;
      const place = (cell) => [cell % width, Math.floor(cell / width)];
      const foggy = [...fog ?? []].flatMap((each, cell) => (each ? [cell] : []));
      return [danger.map(({ cell }) => place(cell)), targets.map(place), foggy.map(place)];
    })()"""
    before = studio.ask(painted)
    assert before[0] == [[6, 5]]
    assert before[1] == [[10, 1]]
    assert [3, 6] in before[2]
    resize(studio, 15, 9)
    assert studio.ask(painted) == before
    resize(studio, 8, 9)
    assert studio.ask(painted) == [before[0], [], before[2]]


@pytest.mark.parametrize(("width", "height", "ends"), [(1, 2, [0, 1]), (1, 10, [2, 8]), (10, 1, [2, 8])])
def test_the_ends_of_a_narrow_map_lie_far_apart(
    studio: Studio, width: int, height: int, ends: list[int]
) -> None:
    studio.make("Empty", width, height)
    assert studio.ask("[state.start, state.goal]") == ends


def test_resizing_and_clearing(studio: Studio) -> None:
    page = studio.page
    resize(studio, 12, 9)
    assert studio.ask("[state.map.width, state.map.height, state.map.codes.length]") == [12, 9, 108]
    assert studio.code(3, 2) is None
    page.click("#resize")
    page.click("#clear")
    assert studio.walls() == 0
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert studio.ask("[state.map.width, state.map.height]") == [7, 5]
    assert studio.walls() == 3


@pytest.mark.parametrize("name", GENERATORS)
def test_every_generator(studio: Studio, name: str) -> None:
    studio.make(name.capitalize(), 41, 25)
    assert studio.ask("[state.map.width, state.map.height]") == [41, 25]
    expect(studio.page.locator("#map-name")).to_contain_text(name.capitalize())
    assert studio.walls() > 0
    studio.page.keyboard.press("Control+z")
    assert studio.ask("state.map.width") == 7


def test_a_map_too_large_is_refused_with_a_reason(open_studio: Open) -> None:
    studio = open_studio(quiet=("413",))
    studio.page.click("#new")
    for name in ("Width", "Height"):
        studio.page.get_by_role("spinbutton", name=name).fill("4000")
    studio.page.keyboard.press("Tab")
    studio.page.click("#make")
    expect(studio.page.locator("#notices")).to_contain_text("1,048,576")


def test_the_path_follows_the_target_live_on_a_large_map(studio: Studio) -> None:
    studio.make("Random", 512, 512, Density=0.15)
    at = studio.spot(*studio.ask("[state.goal % 512, Math.floor(state.goal / 512)]"))
    studio.page.mouse.move(*at)
    studio.page.mouse.down()
    ends = []
    for i in range(1, 10):
        studio.page.mouse.move(at[0] - 12 * i, at[1] - 9 * i)
        goal, end = studio.ask("[state.goal, state.results[0].head.path.at(-1)]")
        assert end == goal
        ends.append(goal)
    assert len(set(ends)) >= 5  # some of the places are walls
    studio.page.mouse.up()
    assert studio.ask("[state.goal, state.results[0].replay.steps > 0]") == [ends[-1], True]
