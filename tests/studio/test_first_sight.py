"""What a visitor sees first: a first board, a hint, a key, and a search that plays once."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from studio.conftest import Open, Studio
from studio.test_hands import PHONE

SPEED = "async () => (await part('state.js')).state.speed"


def test_the_first_visit_begins_with_a_search_that_plays(open_studio: Open) -> None:
    studio = open_studio(first=True, reduced_motion="no-preference")
    page = studio.page
    expect(page.locator("#welcome")).to_have_text("Drag start or target. Draw walls. Press play.")
    expect(page.locator("#sum-key dt")).to_have_text(["F", "G", "H"])
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    assert page.evaluate(SPEED) == "1", "it plays slowly: steps a second"
    page.mouse.click(700, 90)  # beside the squares
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    studio.reload()
    expect(page.locator("#welcome")).to_be_hidden()


def test_nothing_moves_for_those_who_want_it_still(open_studio: Open) -> None:
    studio = open_studio(first=True, reduced_motion="reduce")
    studio.expect_step("Step 0 of 14")
    expect(studio.page.locator("#welcome")).to_be_visible()
    studio.page.keyboard.press("Space")
    expect(studio.page.get_by_role("button", name="Pause")).to_be_visible()


def test_drawing_takes_the_hint_away(open_studio: Open) -> None:
    studio = open_studio(first=True)
    studio.click(0, 0)
    expect(studio.page.locator("#welcome")).to_be_hidden()


def test_step_by_step_is_whole_and_first(open_studio: Open) -> None:
    studio = open_studio(first=True, viewport={"width": 1280, "height": 900})
    for step in (3, 14):
        studio.go_to(step)
        studio.settled()
        box = studio.page.locator("#card-explain").bounding_box()
        assert box is not None
        assert box["y"] < 60
        assert box["y"] + box["height"] <= 900
    expect(studio.page.locator("#method-summary")).to_have_text("A* · Octile")
    expect(studio.page.get_by_label("Algorithm")).to_be_hidden()


def test_the_key_covers_no_square(open_studio: Open) -> None:
    for context in ({}, PHONE):
        studio = open_studio(**context)
        key, bottom = studio.page.locator("#sum-key").bounding_box(), studio.spot(0, 4)[1]
        assert key is not None
        assert key["y"] > bottom + studio.ask("boards[0].unit / 2") - 1


def test_the_key_gives_way_to_a_board_without_room(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    studio.page.tap("#learn")
    studio.settled()
    studio.lesson(3)
    assert studio.ask("boards[0].wordy"), "the squares show numbers"
    expect(studio.page.locator("#sum-key")).to_be_hidden()


def test_the_key_follows_the_method(studio: Studio) -> None:
    key = studio.page.locator("#sum-key")
    studio.page.get_by_label("Weight of H").fill("2")
    studio.page.keyboard.press("Tab")
    expect(key).to_contain_text(re.compile("2 . the estimated cost"))
    studio.choose("Algorithm", "greedy")
    expect(key.locator("dt")).to_have_text(["H"])
    studio.choose("Algorithm", "bidirectional-astar")
    expect(key).to_contain_text("cost from the start (◆ to the target)")
    studio.choose("Algorithm", "dijkstra")
    expect(key).to_contain_text("no estimate: 0")
    studio.choose("Algorithm", "bfs")
    expect(key).to_contain_text("what has waited longest is taken next")
    studio.choose("Algorithm", "astar")
    expect(key).not_to_contain_text("◆")


def test_space_plays_on_the_board_as_well(studio: Studio) -> None:
    studio.page.focus("#board-1")
    studio.page.keyboard.press("Space")
    expect(studio.page.get_by_role("button", name="Pause")).to_be_visible()
    assert studio.walls() == 3


def test_space_plays_after_the_timeline_was_dragged(studio: Studio) -> None:
    studio.go_to(3)
    studio.page.focus("#scrub")
    studio.page.keyboard.press("Space")
    expect(studio.page.get_by_role("button", name="Pause")).to_be_visible()
