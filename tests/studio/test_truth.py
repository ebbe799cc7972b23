"""What the page says is true: about the present board, and about a path only if there is one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from studio.conftest import Open, Studio
from studio.test_hands import PHONE

LINE = "#readout-words"


def size_words(width: int, height: int) -> str:
    """Return a map's size as the page writes it."""
    return f"{width} \N{MULTIPLICATION SIGN} {height}"


def wall_off(studio: Studio) -> None:
    """Draw a wall from top to bottom of the first example."""
    studio.drag((4, 0), (4, 4))
    studio.page.mouse.move(1, 1)  # else the line under the board is about the square below the pointer
    studio.settled()


@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "greedy"])
def test_nothing_is_said_of_a_path_that_does_not_exist(studio: Studio, algorithm: str) -> None:
    studio.choose("Algorithm", algorithm)
    wall_off(studio)
    panel = studio.page.locator("#panel").inner_text()
    assert "There is no path" in panel
    assert not re.search(r"The path (is|costs)", panel)
    assert "none" not in studio.page.locator("#result").inner_text()
    assert studio.page.locator("#figures dt").all_inner_texts() == ["Expanded", "Time"]


def test_two_searches_without_a_path_say_it_once(studio: Studio) -> None:
    studio.page.click("#compare")
    wall_off(studio)
    result = studio.page.locator("#result").inner_text()
    assert result.count("There is no path") == 1
    assert "none" not in result
    for which in (1, 2):
        expect(studio.page.locator(f"#caption-{which}")).to_contain_text("no path")
    expect(studio.page.locator(LINE)).to_contain_text("There is no path")


def test_a_phone_says_that_there_is_no_path(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    line = studio.page.locator(LINE)
    expect(line).to_be_visible()
    expect(line).to_contain_text("Path found. Cost 68")
    wall_off(studio)
    expect(line).to_be_visible()
    expect(line).to_contain_text("There is no path")


def test_the_line_under_the_board_follows_every_edit(studio: Studio) -> None:
    line = studio.page.locator(LINE)
    studio.page.mouse.move(*studio.spot(2, 2))
    expect(line).to_contain_text("closed")
    studio.click(2, 2)
    assert studio.code(2, 2) is None
    expect(line).to_have_text("(2, 2) wall")
    studio.page.keyboard.press("Control+z")
    studio.settled()
    expect(line).to_contain_text("F ")
    before = line.inner_text()
    studio.choose("Algorithm", "dijkstra")
    studio.settled()
    expect(line).to_contain_text("H 0")
    assert line.inner_text() != before


def test_the_line_says_nothing_of_a_search_while_another_one_is_out(studio: Studio) -> None:
    line = studio.page.locator(LINE)
    studio.page.mouse.move(*studio.spot(2, 2))
    expect(line).to_contain_text("closed")
    with studio.held("/api/trace"):
        studio.page.get_by_label("Algorithm").first.select_option("dijkstra")
        expect(line).to_have_text("(2, 2) open ground")
    studio.settled()
    expect(line).to_contain_text("H 0")


def test_a_method_that_does_not_fit_is_named_and_nothing_else_is_said_of_it(
    open_studio: Open,
) -> None:
    studio = open_studio(quiet=("400 (Bad Request)",))
    studio.open_details("Open list")
    studio.page.keyboard.press("5")
    studio.drag((1, 4), (5, 4))  # terrain, which jump point search does not take
    studio.choose("Algorithm", "jps")
    studio.settled()
    result, steps = studio.page.locator("#result"), studio.page.locator("#step-words")
    expect(result).to_contain_text("do not fit jump point search")
    expect(steps).to_have_text("No steps")
    expect(studio.page.locator("#sentences li")).to_have_count(0)
    expect(studio.page.locator("#list-size")).to_be_empty()
    expect(studio.page.locator("#open-list .chip")).to_have_count(0)
    expect(studio.page.locator("#about-0")).to_contain_text("grid without costs")
    expect(studio.page.locator("#back")).to_be_disabled()
    studio.page.keyboard.press("v")
    studio.click(6, 4)
    studio.settled()
    expect(studio.page.locator("#card-square")).to_contain_text("open ground")
    expect(studio.page.locator("#why")).to_be_hidden()
    studio.page.locator("#language").select_option("zh")
    studio.settled()
    expect(result).to_contain_text("跳点搜索不适用于这张地图")
    studio.page.locator("#language").select_option("en")
    studio.choose("Algorithm", "astar")
    studio.settled()
    expect(result).to_contain_text("The path is the cheapest there is.")
    expect(steps).to_contain_text("Step")


def test_greedy_search_has_no_sum(studio: Studio) -> None:
    studio.choose("Algorithm", "greedy")
    studio.page.mouse.move(*studio.spot(2, 2))
    line = studio.page.locator(LINE)
    expect(line).to_contain_text("H 30 (G 10 does not count)")
    expect(line).not_to_contain_text("F ")


def test_a_new_map_takes_the_line_with_it(studio: Studio) -> None:
    studio.page.mouse.move(*studio.spot(6, 4))
    expect(studio.page.locator(LINE)).to_contain_text("(6, 4)")
    studio.make("Empty", 4, 3)
    expect(studio.page.locator(LINE)).to_contain_text("Path found.")
    assert studio.ask("boards[0].hover") == -1


def test_nothing_of_the_map_before_stays(studio: Studio) -> None:
    studio.go_to(3)
    expect(studio.page.locator("#sentences")).to_contain_text("lowest F")
    studio.page.click("#new")
    studio.page.click("dialog button:has(strong:text-is('Empty'))")
    with studio.held("/api/trace"):
        studio.page.click("#make")
        expect(studio.page.locator("#step-words")).to_have_text("Searching …")
        assert studio.page.locator("#sentences").inner_text() == ""
        expect(studio.page.locator("#result")).to_have_text("Searching …")
    studio.settled()
    assert "of" in studio.page.locator("#step-words").inner_text()


def test_sentences_of_the_search_before_go_at_once(studio: Studio) -> None:
    studio.go_to(3)
    expect(studio.page.locator("#sentences")).to_contain_text("lowest F")
    spot = studio.spot(4, 0)
    with studio.held("/api/explain"):
        studio.page.mouse.click(*spot)
        studio.page.wait_for_function("() => calls.includes('/api/explain')")
        assert studio.page.locator("#sentences").inner_text() == ""
    studio.settled()
    expect(studio.page.locator("#sentences")).to_contain_text("lowest F")


def test_a_search_is_dropped_after_its_reply_and_before_what_the_reply_holds(studio: Studio) -> None:
    studio.page.evaluate(
        """() => {
          const plain = window.fetch;
          window.fetch = async (address, options) => {
            const reply = await plain(address, options);
            if (address !== "/api/trace" || window.dropped) return reply;
            window.dropped = new Promise((done) => options.signal.addEventListener("abort", done));
            const read = reply.arrayBuffer.bind(reply);
            reply.arrayBuffer = () => window.dropped.then(read);
            return reply;
          };
        }"""
    )
    with studio.held("/api/explain"):
        studio.choose("Algorithm", "dijkstra")
        studio.page.wait_for_function("() => window.dropped !== undefined")
        studio.choose("Algorithm", "greedy")
        studio.page.wait_for_function("() => calls.includes('/api/explain')")
    studio.page.mouse.move(*studio.spot(2, 2))
    expect(studio.page.locator(LINE)).to_contain_text("G 10 does not count")


def test_the_map_has_a_name_and_its_size(studio: Studio) -> None:
    name, size = studio.page.locator("#map-name"), studio.page.locator("#map-size")
    expect(size).to_have_text(size_words(7, 5))
    wall_off(studio)
    expect(size).to_have_text(size_words(7, 5) + ", changed")
    studio.page.keyboard.press("Control+z")
    expect(size).to_have_text(size_words(7, 5))
    studio.make("Empty", 30, 20)
    expect(name).to_have_text("Empty map")
    studio.make("Maze", 41, 25)
    expect(name).to_have_text("Maze, seed 1")
    studio.page.click("#resize")
    studio.page.get_by_role("spinbutton", name="Width").fill("12")
    studio.page.keyboard.press("Tab")
    studio.page.click("#apply-size")
    expect(size).to_have_text(size_words(12, 25) + ", changed")


def test_messages_do_not_cover_the_board_and_do_not_stack(studio: Studio) -> None:
    for _ in range(3):
        studio.page.click("#share")
        studio.settled()
    notices = studio.page.locator(".notice")
    expect(notices).to_have_count(1)
    box, board = notices.bounding_box(), studio.page.locator("#board-1").bounding_box()
    assert box
    assert board
    assert box["x"] >= board["x"] + board["width"]
    notices.get_by_role("button").click()
    expect(notices).to_have_count(0)


def test_messages_leave_the_board_of_a_phone_free(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    studio.page.tap("#share")
    studio.settled()
    box = studio.page.locator(".notice").bounding_box()
    board = studio.page.locator("#board-1").bounding_box()
    assert box
    assert board
    assert box["y"] + box["height"] <= board["y"]


def test_messages_are_seen_over_a_dialog(studio: Studio) -> None:
    studio.page.click("#new")
    studio.page.get_by_role("spinbutton", name="Width").fill("100000")
    studio.page.keyboard.press("Tab")
    message = studio.page.locator(".notice")
    expect(message).to_contain_text("Width is a whole number from 1 to 4,096: 4,096 is taken, not 100,000")
    message.get_by_role("button").click()  # nothing covers it
    expect(message).to_have_count(0)
    studio.page.get_by_role("spinbutton", name="Height").fill("-1")
    studio.page.keyboard.press("Tab")
    studio.page.keyboard.press("Escape")
    expect(studio.page.locator("dialog")).to_have_count(0)
    expect(message).to_contain_text("1 is taken, not -1")


def test_a_number_that_is_not_allowed_is_said(studio: Studio) -> None:
    studio.page.get_by_label("Weight of H").fill("-3")
    studio.page.keyboard.press("Tab")
    expect(studio.page.locator(".notice")).to_contain_text(
        "Weight of H goes from 0 to 1,000: 0 is taken, not -3."
    )
    assert studio.ask("state.methods[0].weight") == 0
