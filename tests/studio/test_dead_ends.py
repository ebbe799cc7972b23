"""Dead ends painted by hand: left out, refused, undone, saved and opened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import pathstar as ps
from studio.conftest import Open, Server, Studio

# Two rooms above a corridor; each has a door of one square.
BOARD = """(async () => {
  const [{ emptyMap }, { setWorld }] = [await part("state.js"), await part("board/map.js")];
  const map = emptyMap(12, 8);
  for (let x = 0; x < 12; x++) if (x !== 2 && x !== 9) map.codes[3 * 12 + x] = 1;
  for (let y = 0; y < 3; y++) map.codes[y * 12 + 5] = 1;
  setWorld({ map, start: 6 * 12 + 1, goal: 6 * 12 + 10 });
})()"""
LABELS = "[...(state.map.deadEnds ?? [])]"
NOTE = "#result .kept-out"


@pytest.fixture
def rooms(studio: Studio) -> Studio:
    studio.ask(BOARD)
    studio.page.keyboard.press("k")
    return studio


def paint_room(studio: Studio, left: int, right: int) -> None:
    studio.page.keyboard.down("Shift")  # a rectangle
    studio.drag((left, 0), (right, 2))
    studio.page.keyboard.up("Shift")


def squares_of(studio: Studio, number: int) -> int:
    return int(studio.ask(f"{LABELS}.filter((label) => label === {number}).length"))


def test_painted_dead_ends_are_left_out(rooms: Studio) -> None:
    cost = rooms.figure("Cost")
    paint_room(rooms, 0, 4)
    assert squares_of(rooms, 1) == 15
    rooms.page.click("#new-end")
    paint_room(rooms, 6, 11)
    rooms.click(9, 3)
    assert squares_of(rooms, 2) == 19
    expect(rooms.page.locator(NOTE)).to_have_text(re.compile(r"^34 squares in 2 dead ends left out"))
    assert rooms.figure("Cost") == cost
    assert rooms.ask("state.results[0].replay.mark(9 + 2 * 12)") == 0
    expect(rooms.page.locator("#legend-dead_end")).to_be_visible()
    rooms.drag((1, 6), (2, 1))  # the start, into the first
    expect(rooms.page.locator(NOTE)).to_have_text(re.compile(r"^19 squares in 1 dead end left out"))
    expect(rooms.page.locator("#result .status")).to_have_count(0)


def test_what_would_lose_a_path_is_refused(rooms: Studio) -> None:
    cost = rooms.figure("Cost")
    rooms.drag((6, 4), (6, 7))
    expect(rooms.page.locator("#result .warning")).to_contain_text("they lose the path from (")
    assert rooms.figure("Cost") == cost
    rooms.page.select_option("#language", "zh")
    expect(rooms.page.locator("#result .warning")).to_contain_text("死路被拒绝")
    rooms.page.select_option("#language", "en")
    rooms.drag((6, 7), (6, 7), button="right")  # a way through
    expect(rooms.page.locator(NOTE)).to_contain_text("3 squares in 1 dead end left out")


def test_a_method_that_cannot_leave_them_out_says_so(rooms: Studio) -> None:
    paint_room(rooms, 0, 4)
    rooms.choose("Algorithm", "jps")
    expect(rooms.page.locator("#result .warning")).to_contain_text("passes over squares")


def test_strokes_are_undone_and_taken_out(rooms: Studio) -> None:
    paint_room(rooms, 0, 4)
    rooms.drag((0, 0), (4, 0), button="right")
    assert squares_of(rooms, 1) == 10
    rooms.page.keyboard.press("Control+z")
    assert squares_of(rooms, 1) == 15
    rooms.page.keyboard.press("Control+z")
    assert rooms.ask("state.map.deadEnds") is None
    expect(rooms.page.locator("#legend-dead_end")).to_be_hidden()
    rooms.page.keyboard.press("Control+y")
    assert squares_of(rooms, 1) == 15
    rooms.page.keyboard.press("e")  # the eraser
    rooms.drag((0, 1), (4, 1))
    assert squares_of(rooms, 1) == 10
    rooms.page.keyboard.press("w")  # back to drawing walls
    assert rooms.ask("state.tool") == "pen"


def test_by_keyboard(rooms: Studio) -> None:
    rooms.page.locator("#board-1").focus()
    for _ in range(5):
        rooms.page.keyboard.press("ArrowUp")
    rooms.page.keyboard.press("Enter")
    expect(rooms.page.locator("#announce")).to_contain_text("dead end 1")  # then the outcome
    assert squares_of(rooms, 1) == 1
    rooms.page.keyboard.press("Enter")
    assert rooms.ask("state.map.deadEnds") is None


def test_found_ones_fill_the_labels(rooms: Studio) -> None:
    rooms.page.click("#find-ends")
    expect(rooms.page.locator("#notices")).to_contain_text("2 dead ends found")
    assert (squares_of(rooms, 1), squares_of(rooms, 2)) == (16, 19)
    expect(rooms.page.locator("#guarantee-0")).to_have_text("The path is the cheapest there is.")
    rooms.page.keyboard.press("Control+z")
    assert rooms.ask("state.map.deadEnds") is None


def test_saved_with_the_map_and_opened_again(rooms: Studio, server: Server) -> None:
    paint_room(rooms, 0, 4)
    rooms.page.click("#save")
    expect(rooms.page.locator("#save-name")).to_have_value(re.compile(r"\.npz$"))
    expect(rooms.page.locator("#save-keeps")).to_contain_text("It holds the dead ends, too.")
    rooms.page.fill("#save-name", "rooms.npz")
    rooms.page.click("#save-folder")
    expect(rooms.page.locator("dialog[open]")).to_have_count(0)
    map = ps.read(server.folder / "rooms.npz")
    assert ps.dead_ends(map.grid(), labels=map.layers["dead_ends"]).sizes[1] == 15
    before = rooms.ask(LABELS)
    rooms.make("Empty", 10, 10)
    assert rooms.ask("state.map.deadEnds") is None
    rooms.page.click("#open")
    rooms.page.get_by_role("button", name="rooms.npz").click()
    expect(rooms.page.locator(NOTE)).to_contain_text("15 squares in 1 dead end left out")
    assert rooms.ask(LABELS) == before
    assert rooms.ask("state.label") == 1 or rooms.ask("state.label") == 2


def test_a_link_holds_them(rooms: Studio) -> None:
    paint_room(rooms, 0, 4)
    before = rooms.ask(LABELS)
    rooms.page.click("#share")  # writes the address at once
    rooms.reload()
    assert rooms.ask("state.map.width") == 12
    assert rooms.ask(LABELS) == before
    expect(rooms.page.locator(NOTE)).to_contain_text("15 squares in 1 dead end left out")


def test_another_size_keeps_them(rooms: Studio) -> None:
    paint_room(rooms, 0, 4)
    changed = '(await part("board/map.js")).resized(14, 9, "squares").map.deadEnds'
    assert rooms.ask(f"[...{changed}].filter((label) => label === 1).length") == 15
    assert rooms.ask(f"{changed.replace('squares', 'odd-r')}") is None


@pytest.mark.parametrize(("key", "painted"), [("k", "deadEnds"), ("g", "danger.length"), ("o", "fog")])
def test_two_fingers_take_back_what_the_first_painted(open_studio: Open, key: str, painted: str) -> None:
    studio = open_studio(viewport={"width": 390, "height": 844}, has_touch=True)
    send = studio.touch()
    studio.page.keyboard.press(key)

    before = studio.ask(f"state.map.{painted}")
    (x, y), other = studio.spot(2, 1), studio.spot(4, 3)
    send("touchStart", (x, y))
    assert studio.ask(f"state.map.{painted}") != before
    send("touchStart", (x, y), other)
    send("touchEnd")
    assert studio.ask(f"state.map.{painted}") == before
    send("touchStart", (x, y))
    send("touchEnd")
    assert studio.ask(f"state.map.{painted}") != before


def test_why_not_there_names_the_dead_end_and_rings_it(rooms: Studio) -> None:
    paint_room(rooms, 0, 4)
    rooms.page.keyboard.press("v")
    rooms.click(3, 1)
    why = rooms.page.locator("#why")
    expect(why).to_contain_text("(3, 1) lies in dead end 1, which the search leaves out")
    assert rooms.ask("boards[0].other.length") > 10  # the way through
    why.get_by_text("Show dead end 1").hover()
    assert rooms.ask("boards[0].highlights.length") == 15
    rooms.page.mouse.move(5, 5)
    assert rooms.ask("boards[0].highlights.length") == 0


def test_the_lesson_compares_a_search_with_and_without_them(studio: Studio) -> None:
    studio.page.click("#learn")
    studio.page.select_option("#card-lesson select", label="18. Dead ends")
    studio.settled()
    closed = [studio.ask(f"state.results[{which}].head.expanded") for which in (0, 1)]
    assert closed[0] < 0.7 * closed[1]
    assert studio.ask("state.results[0].head.cost === state.results[1].head.cost")
    expect(studio.page.locator(NOTE)).to_have_text(re.compile("^1: 45 squares in 1 dead end left out"))
    expect(studio.page.locator("#why")).to_contain_text("lies in dead end 1")
    studio.lesson(1)
    expect(studio.page.locator(NOTE)).to_have_text(re.compile("^No dead end is left out"))


def test_on_hexagons_the_key_of_the_brush_says_why_there_is_none(studio: Studio) -> None:
    studio.ask(
        """(async () => {
          const [{ emptyMap }, { setWorld }] = [await part("state.js"), await part("board/map.js")];
          setWorld({ map: emptyMap(12, 8, "odd-r"), start: 0, goal: 95 });
        })()"""
    )
    expect(studio.page.locator("#tool-dead_end")).to_be_hidden()
    studio.page.keyboard.press("k")
    expect(studio.page.locator("#notices")).to_contain_text(
        re.compile("Only a board of squares has dead ends")
    )
    assert studio.ask("state.tool") == "pen"


def test_the_layer_of_clusters_is_there_on_hexagons(studio: Studio) -> None:
    studio.ask(
        """(async () => {
          const [{ emptyMap }, { setWorld }] = [await part("state.js"), await part("board/map.js")];
          const { showClusters } = await part("board/clusters.js");
          setWorld({ map: emptyMap(70, 40, "even-q"), start: 3, goal: 70 * 39 + 60 });
          showClusters(true);
        })()"""
    )
    expect(studio.page.locator("#two-tiers")).to_have_text(
        re.compile("^The path over the clusters has . parts")
    )
