"""Choosing, running, stepping, reading."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import pathstar as ps
from studio.conftest import Open, Studio


def guide(studio: Studio) -> None:
    """Choose what the guide's worked example has."""
    studio.choose("Estimate H", "manhattan")
    studio.open_details("Open list and ties")
    studio.choose("Open list", "heap")
    studio.choose("Of equal F", "last")
    studio.expect_step("Step 12 of 12")


def test_large_numbers_of_the_outcome_are_grouped(studio: Studio) -> None:
    studio.make("Empty", 1700, 1)
    expect(studio.page.locator("#readout-words")).to_have_text(
        "Path found. Cost 10,200, 1,021 squares, 1,021 expanded."
    )


def test_both_ends_are_open_before_the_first_step(studio: Studio) -> None:
    studio.choose("Algorithm", "bidirectional-astar")
    studio.page.click("#first")
    explained = studio.page.locator("#explain")
    expect(explained).to_contain_text("The start (1, 2) and the target (5, 2) are put on open lists")
    assert studio.ask("boards[0].replay.openCount") == 2


def test_the_worked_example_step_by_step(studio: Studio) -> None:
    guide(studio)
    studio.page.click("#first")
    studio.expect_step("Step 0 of 12")
    expect(studio.page.locator("#explain")).to_contain_text("The start (1, 2) is put on the open list")
    studio.page.click("#forward")
    assert studio.ask("[boards[0].replay.openCount, boards[0].replay.closedCount]") == [8, 1]
    figures = "[2 * 7 + 2, 1 * 7 + 2, 2 * 7].map((cell) => [replay.g(cell), replay.h(cell), replay.f(cell)])"
    assert studio.ask(f"((replay) => {figures})(boards[0].replay)")[:2] == [[10, 30, 40], [14, 40, 54]]
    studio.go_to(3)
    explained = studio.page.locator("#explain")
    expect(explained).to_contain_text("(2, 3)")
    expect(explained).to_contain_text(re.compile("corner", re.IGNORECASE))
    studio.go_to(5)
    expect(explained).to_contain_text(re.compile(r"28.*20|20.*28"))
    studio.page.click("#last")
    expect(explained).to_contain_text("7 squares and costs 68")


def test_scrubbing_back_gives_the_same_as_going_forward(studio: Studio) -> None:
    studio.make("Maze", 61, 41)
    most = studio.ask("steps()")
    shot = "[...boards[0].replay.last].join()"
    forward = []
    for step in (most // 4, most // 2, most):
        studio.go_to(step)
        forward.append(studio.ask(shot))
    for step in (most // 2, most // 4):
        studio.go_to(step)
        assert studio.ask(shot) == forward[(most // 4, most // 2).index(step)]
    studio.page.click("#back")
    studio.page.click("#forward")
    assert studio.ask(shot) == forward[0]
    studio.go_to(0)
    assert studio.ask("[boards[0].replay.openCount, boards[0].replay.closedCount]") == [1, 0]


def test_running_pausing_and_speed(studio: Studio) -> None:
    studio.make("Maze", 61, 41)
    page = studio.page
    page.get_by_label("Speed").select_option("3")  # over two minutes to the end
    page.evaluate(
        """async () => {
          const { on } = await part("events.js");
          const { state } = await part("state.js");
          window.seen = [];
          on("position", () => window.seen.push([document.timeline.currentTime, state.position]));
        }"""
    )
    page.click("#play")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    studio.until("seen.length > 4")
    page.keyboard.press(" ")
    reached, times = studio.ask("state.position"), studio.ask("seen.length")
    assert 3 < reached < studio.ask("steps()")
    (begin, first), (end, last) = studio.ask("[seen[1], seen.at(-1)]")
    assert abs((last - first) - 3 * (end - begin) / 1000) <= 1, "three steps for each second of the clock"
    for _ in range(3):
        studio.settled()
    assert studio.ask("seen.length") == times
    page.get_by_label("Speed").select_option("10000")
    page.click("#play")
    most = studio.ask("steps()")
    studio.expect_step(f"Step {most:,} of {most:,}")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()


def test_what_is_promised_is_said_at_once(studio: Studio) -> None:
    promise = studio.page.locator(".guarantees")
    expect(promise).to_contain_text("The path is the cheapest there is")
    expect(studio.page.locator("#about-0")).to_contain_text("Optimal with an estimate")
    studio.choose("Estimate H", "manhattan")
    expect(promise).to_contain_text("inadmissible")
    expect(promise).to_contain_text("at most 1.43 times")
    studio.open_details("Moves")
    studio.page.get_by_role("radio", name="4", exact=True).click()
    expect(promise).not_to_contain_text("inadmissible")
    studio.choose("Algorithm", "greedy")
    expect(promise).to_contain_text("may be anything")
    for _ in range(3):
        studio.page.keyboard.press("Control+z")
    expect(promise).to_contain_text("The path is the cheapest there is")


def test_the_menu_holds_the_rows_of_the_table(studio: Studio) -> None:
    grid = ps.Grid([[1]], moves=ps.Moves(corners="no_squeeze"))  # the one rule of Anya, which comes with it
    rows = [row for row in ps.ALGORITHMS.values() if row.unsupported_reason(grid) is None]
    options = studio.page.get_by_label("Algorithm").first.locator("option")
    expect(options).to_have_text([row.title[0].upper() + row.title[1:] for row in rows])


def test_every_choice_changes_the_search(studio: Studio) -> None:
    studio.open_details("Moves")
    studio.page.get_by_role("radio", name="1, √2").click()
    studio.expect_figure("Cost", "6.828")
    studio.choose("Corners", "free")
    studio.expect_figure("Cost", "5.657")
    studio.page.get_by_role("radio", name="own").click()
    studio.page.get_by_role("spinbutton", name="Diagonal").fill("3")
    studio.page.keyboard.press("Tab")
    studio.expect_figure("Cost", "8")
    studio.page.get_by_label("Weight of H").fill("3")
    studio.page.keyboard.press("Tab")
    expect(studio.page.locator(".guarantees")).to_contain_text("at most 3 times")
    studio.choose("Algorithm", "bfs")
    expect(studio.page.get_by_label("Estimate H")).to_be_disabled()
    expect(studio.page.locator("#about-0")).to_contain_text("ewest steps")


def test_step_costs_of_one_s_own_begin_with_the_usual_ones(studio: Studio) -> None:
    studio.open_details("Moves")
    studio.page.get_by_role("radio", name="own").click()
    diagonal = studio.page.get_by_role("spinbutton", name="Diagonal")
    expect(diagonal).to_have_value("14")
    diagonal.fill("20")
    studio.page.keyboard.press("Tab")
    studio.expect_figure("Cost", "80")
    studio.page.get_by_role("radio", name="10, 14").click()
    expect(diagonal).to_have_count(0)
    studio.expect_figure("Cost", "68")


def test_words_and_squares_point_at_each_other(studio: Studio) -> None:
    studio.go_to(3)
    expect(studio.page.locator("#explain-which")).to_have_text("step 3")
    row = studio.page.locator("#sentences button").nth(0)
    expect(row).to_contain_text("lowest F")
    row.hover()
    cells = studio.ask("[...boards[0].highlights]")
    assert cells == [studio.ask("boards[0].replay.current")]
    x, y = cells[0] % 7, cells[0] // 7
    studio.page.mouse.move(*studio.spot(x, y))
    expect(row).to_have_class(re.compile("lit"))
    expect(studio.page.locator("#readout-words")).to_contain_text(f"({x}, {y})")
    expect(studio.page.locator("#readout-words")).to_contain_text("F ")


def test_a_square_tells_its_history(studio: Studio) -> None:
    guide(studio)
    studio.page.keyboard.press("v")
    studio.click(1, 4)
    events = studio.page.locator("#events-0 .event")
    expect(events).to_have_count(2)
    expect(events.nth(0)).to_contain_text("opened with G 28, parent (2, 3)")
    expect(events.nth(1)).to_contain_text("G falls from 28 to 20; parent (2, 3) becomes (1, 3)")
    events.nth(0).click()
    studio.expect_step("Step 3 of 12")
    expect(studio.page.locator(".square-now")).to_contain_text("28")
    studio.click(3, 2)
    expect(studio.page.locator("#square")).to_contain_text("A wall is never opened")
    studio.page.keyboard.press("Escape")
    expect(studio.page.locator("#card-square")).to_be_hidden()


def test_numbers_and_arrows_come_with_zoom(studio: Studio) -> None:
    studio.make("Maze", 101, 61)
    assert not studio.ask("boards[0].wordy")
    for _ in range(9):
        studio.page.click("#zoom-in")
    assert studio.ask("boards[0].wordy")
    drawn = "boards[0].canvas.toDataURL()"
    before = studio.ask(drawn)
    studio.page.click("#layers")
    studio.page.get_by_label("F, G and H").uncheck()
    studio.page.get_by_label("Arrows to parents").uncheck()
    assert studio.ask(drawn) != before
    studio.page.keyboard.press("0")
    assert studio.ask("boards[0].view.scale") < 14


def test_a_long_search_can_be_cancelled(open_studio: Open) -> None:
    studio = open_studio()
    studio.make("Empty", 700, 700)
    studio.choose("Algorithm", "dijkstra")
    studio.open_details("Open list and ties")
    with studio.held("/api/trace"):
        studio.choose("Open list", "unsorted")
        expect(studio.page.locator("#progress")).to_be_visible()
        studio.page.click("#cancel")
        expect(studio.page.locator("#progress")).to_be_hidden()
    studio.choose("Open list", "bucket")
    expect(studio.page.locator("#step-words")).to_contain_text("of")


def test_scrubbing_draws_and_asks_once_however_often_it_moves(studio: Studio) -> None:
    studio.make("Random", 256, 256, Density=0.2)
    studio.choose("Algorithm", "dijkstra")
    studio.settled()
    studio.page.evaluate(
        """async () => {
          const { boards } = await part("board/stage.js");
          const { goTo } = await part("steps/player.js");
          const { steps } = await part("state.js");
          const [board, plain] = [boards[0], window.fetch];
          Object.assign(window, { draws: 0, changed: [], asked: 0, all: board.ground.codes.length });
          const { draw, refresh } = board;
          board.draw = () => (window.draws++, draw.call(board));
          board.refresh = (cells) => (window.changed.push(cells?.length ?? all), refresh.call(board, cells));
          window.fetch = (...call) => (window.asked += call[0] === "/api/explain", plain(...call));
          for (let i = 1; i <= 90; i++) goTo(Math.round(steps() / 2) + i);
        }"""
    )
    assert studio.ask("[draws, asked, changed.length]") == [1, 1, 90]
    assert studio.ask("Math.max(...changed.slice(1))") < 30  # a step changes a square and its neighbours
