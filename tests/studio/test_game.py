"""Units that walk on the board: placed, ordered by click and box, chasing, with walls drawn meanwhile."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import expect

from studio.conftest import SLOW, Open, Studio

GAME = "async () => { const { game } = await part('game/game.js'); return READ; }"


def evaluate(studio: Studio, expression: str) -> Any:
    """Evaluate something about ``game``, which is never at rest."""
    return studio.page.evaluate(GAME.replace("READ", expression))


def wait_for(studio: Studio, expression: str) -> None:
    """Wait until a condition holds; the page's own wait takes the promise of a module for a result."""
    end = time.monotonic() + 4 * SLOW / 1000  # the game slows down on a loaded machine
    while not evaluate(studio, expression):
        assert time.monotonic() < end, f"never true: {expression}"
        studio.page.wait_for_timeout(50)


def place(studio: Studio, *places: tuple[int, int]) -> None:
    for x, y in places:
        studio.click(x, y)


def pause_with_one_unit(studio: Studio) -> None:
    """Start a game with a unit at (0, 0), and pause it."""
    studio.page.click("#units")
    place(studio, (0, 0))
    wait_for(studio, "game.visible().length === 1")
    studio.page.click("#units-play")
    studio.settled()


def test_units_are_placed_selected_and_sent(studio: Studio) -> None:
    page = studio.page
    page.click("#units")
    expect(page.locator("#card-units")).to_be_visible()
    place(studio, (0, 0), (1, 0), (0, 4))
    wait_for(studio, "game.visible().length === 3")
    page.keyboard.press("v")
    left, top = studio.spot(0, 0)
    page.mouse.move(left - 30, top - 30)
    page.mouse.down()
    page.mouse.move(*[at + 40 for at in studio.spot(1, 0)], steps=4)
    page.mouse.up()
    expect(page.locator("#units-selected")).to_have_text("2 units are selected.")
    studio.click(6, 0)
    wait_for(studio, "game.frames.last.positions[0][0] > 4 || game.frames.last.positions[1][0] > 4")
    expect(page.locator("#units-words")).to_contain_text("has arrived")
    page.click("#units")
    expect(page.locator("#card-units")).to_be_hidden()
    expect(page.locator("#card-explain")).to_be_visible()


def test_a_box_is_filled_with_units_where_there_is_room(studio: Studio) -> None:
    page = studio.page
    studio.make("Empty", 15, 9)
    studio.drag((4, 1), (4, 2))  # a wall
    pause_with_one_unit(studio)
    page.get_by_role("radio", name="Side 2").click()
    studio.drag((0, 0), (5, 2))
    wait_for(studio, "game.visible().length === 16")
    assert evaluate(studio, "game.visible().filter(({ player }) => player === 1).length") == 15
    assert not evaluate(studio, "game.visible().filter(({ x, y }) => x > 5 || y > 2 || (x === 4 && y > 0))")
    studio.drag((0, 0), (5, 2))  # no room for more
    studio.drag((14, 8), (14, 9))  # over the border
    wait_for(studio, "game.visible().length === 17")


def test_a_chaser_goes_round_a_wall_drawn_while_it_walks(studio: Studio) -> None:
    page = studio.page
    studio.make("Empty", 15, 9)
    page.click("#units")
    page.get_by_label("Pace").select_option("1")
    page.get_by_role("spinbutton", name="Speed").fill("0.2")
    page.keyboard.press("Tab")
    place(studio, (1, 4))
    page.get_by_role("radio", name="Side 2").click()
    place(studio, (13, 4))
    wait_for(studio, "game.visible().length === 2")
    page.keyboard.press("v")
    studio.click(1, 4)
    expect(page.locator("#units-selected")).to_contain_text("Unit 0 is standing")
    studio.click(13, 4)
    expect(page.locator("#units-selected")).to_contain_text("Unit 0 is walking")
    page.click("#units-play")  # paused, so that the wall is drawn in time on a slow machine
    page.keyboard.press("d")
    page.keyboard.press("w")
    studio.drag((8, 2), (8, 6))
    page.click("#units-play")
    page.get_by_label("Pace").select_option("16")
    wait_for(studio, "game.frames.kept.some(({ events }) => events.some(({ kind }) => kind === 'caught'))")
    seen = evaluate(studio, "game.frames.kept.flatMap(({ positions }) => positions.slice(0, 1))")
    assert not [at for at in seen if at[0] == 8 and 2 <= at[1] <= 6]
    page.locator("#units-time").fill("0")
    wait_for(studio, "!game.playing && game.shown === game.frames.span[0]")


def test_the_time_that_is_shown_is_written(studio: Studio) -> None:
    page = studio.page
    page.click("#units")
    place(studio, (0, 0))
    wait_for(studio, "game.frames.span[1] >= 2")
    page.click("#units-play")
    wait_for(studio, "!game.asked")
    last = evaluate(studio, "game.frames.span[1]")
    expect(page.locator("#units-clock")).to_have_text(re.compile(r"^Time \d+(\.\d)?$"))
    page.locator("#units-time").fill("1")
    words = f"Time 1 of {round(last, 1):g}"
    expect(page.locator("#units-clock")).to_have_text(words)
    expect(page.locator("#units-time")).to_have_attribute("aria-valuetext", words)


def test_a_unit_that_is_selected_while_time_stands_still_is_described(studio: Studio) -> None:
    page = studio.page
    page.click("#units")
    place(studio, (0, 0), (1, 0))
    page.click("#units-play")
    page.keyboard.press("v")
    for unit in (0, 1):
        studio.click(unit, 0)
        expect(page.locator("#units-selected")).to_contain_text(f"Unit {unit} is standing")


def test_the_page_is_at_rest_while_only_the_clock_moves_units(studio: Studio) -> None:
    page = studio.page
    page.click("#units")
    place(studio, (0, 0))
    studio.settled()  # the unit is there
    with studio.held("/api/turn"):
        studio.until("calls.includes('/api/turn')")


AWAY = (
    "await (async () => { const { backend } = await part('backend/backend.js'); "
    "Object.assign(window, { missed: 0, plain: backend.turn }); "
    "backend.turn = async () => { window.missed++; throw new TypeError('away'); }; return 1; })()"
)
BACK = "await (async () => { (await part('backend/backend.js')).backend.turn = window.plain; return 1; })()"


def test_what_is_ordered_while_the_server_is_away_is_done_later(studio: Studio) -> None:
    page = studio.page
    pause_with_one_unit(studio)
    studio.ask(AWAY)
    place(studio, (2, 0), (4, 0))
    studio.until("window.missed > 2")
    assert len(evaluate(studio, "[game.asked.turn, game.pending].flatMap(({ add }) => add ?? [])")) == 2
    studio.ask(BACK)
    wait_for(studio, "game.visible().length === 3")
    page.keyboard.press("v")
    studio.ask(AWAY)
    studio.click(2, 0)
    studio.until("window.missed > 2")
    studio.ask(BACK)
    expect(page.locator("#units-selected")).to_contain_text("Unit 1 is standing")


REPLY_LOST = (
    "await (async () => { const { backend } = await part('backend/backend.js'); const { turn } = backend; "
    "backend.turn = async (asked) => { backend.turn = turn; await turn(asked); throw new TypeError(''); };"
    " return 1; })()"
)


def test_a_turn_whose_reply_is_lost_is_made_once(studio: Studio) -> None:
    pause_with_one_unit(studio)
    studio.ask(REPLY_LOST)
    place(studio, (2, 0))
    wait_for(studio, "game.visible().length === 2")
    studio.settled()
    assert evaluate(studio, "game.visible().map(({ number }) => number)") == [0, 1]
    expect(studio.page.locator(".notice")).to_have_count(0)


def test_keys_for_playback_are_those_of_the_units(studio: Studio) -> None:
    pause_with_one_unit(studio)
    studio.page.focus("#board-1")
    for key in ("Home", ",", "Space"):  # the search behind the units stays as it is
        studio.page.keyboard.press(key)
    assert studio.ask("[state.playing, state.position === steps()]") == [False, True]
    expect(studio.page.locator("#units-play")).to_have_text("Pause")
    assert evaluate(studio, "game.playing") is True


FORGOTTEN = (
    "await (async () => { const { backend } = await part('backend/backend.js'); "
    "const { withMap } = await part('backend/run.js'); for (let i = 0; i < 4; i++) "
    "await withMap((map) => backend.game({ map, options: {}, danger: true })); return 1; })()"
)


def test_a_game_that_the_server_has_dropped_is_left(open_studio: Open) -> None:
    studio = open_studio(quiet=("404 (Not Found)",))
    pause_with_one_unit(studio)
    studio.ask(FORGOTTEN)
    place(studio, (2, 0))
    expect(studio.page.locator("#notices")).to_contain_text("no longer has this game")
    assert studio.ask("state.game") is False
    expect(studio.page.locator("#card-units")).to_be_hidden()
    studio.page.click("#units")
    place(studio, (0, 0))
    wait_for(studio, "game.visible().length === 1")


def test_in_fog_the_page_holds_only_what_its_side_has_seen(studio: Studio) -> None:
    page = studio.page
    studio.make("Empty", 25, 3)
    page.click("#units")
    page.check("#units-fog")
    place(studio, (0, 1))
    wait_for(studio, "game.visible().length === 1")
    page.get_by_role("radio", name="Side 2").click()
    place(studio, (24, 1))
    wait_for(studio, "game.frames.last.players.includes(1)")
    assert set(evaluate(studio, "game.frames.kept.flatMap(({ units }) => units)")) == {1}
    page.get_by_role("radio", name="Side 1").click()
    wait_for(studio, "game.frames.last.players.includes(0)")
    assert set(evaluate(studio, "game.frames.kept.flatMap(({ units }) => units)")) == {0}
    page.locator("#units-time").fill("0")
    wait_for(studio, "!game.playing && game.visible().every(({ number }) => number === 0)")
    page.uncheck("#units-fog")
    wait_for(studio, "game.visible().length === 2")


def test_a_box_is_filled_around_those_that_stand_in_the_fog(studio: Studio) -> None:
    page = studio.page
    studio.make("Empty", 25, 3)
    page.click("#units")
    place(studio, (24, 1))
    page.get_by_role("radio", name="Side 2").click()
    place(studio, (1, 1))
    wait_for(studio, "game.visible().length === 2")
    page.get_by_role("radio", name="Side 1").click()
    page.check("#units-fog")
    wait_for(studio, "game.visible().length === 1")
    studio.drag((0, 0), (2, 2))
    wait_for(studio, "game.visible().length === 10")
    assert evaluate(studio, "game.visible().filter(({ player }) => player === 0).length") == 9
    expect(page.locator("#announce")).to_have_text("8 units of side 1 are put into the box.")
    expect(page.locator("#notices")).to_be_empty()


def test_a_graph_has_no_units(studio: Studio) -> None:
    page = studio.page
    page.click("#new")
    page.get_by_label("Made of").select_option("graph")
    page.click("#make")
    expect(page.locator("dialog")).to_have_count(0)
    studio.settled()
    page.click("#units")
    expect(page.locator("#notices")).to_contain_text("Units move on squares only")


def test_a_second_press_takes_back_a_game_that_has_not_begun(studio: Studio) -> None:
    with studio.held("/api/game"):
        for _ in range(2):
            studio.page.click("#units")
    assert studio.ask("state.game") is False
    studio.page.click("#units")
    studio.until("state.game")


def test_going_back_in_time_takes_back_the_walls_drawn_since(studio: Studio) -> None:
    page = studio.page
    shown = "[boards[0].ground.codes, state.map.codes].map((codes) => codes[30])"  # the square (2, 4)
    page.click("#units")
    place(studio, (0, 0))
    wait_for(studio, "game.frames.span[1] >= 2")
    page.keyboard.press("w")
    page.keyboard.press("d")
    place(studio, (2, 4))
    wait_for(studio, "game.past.changes.length === 1")
    drawn = evaluate(studio, "game.past.changes[0].time")
    wait_for(studio, f"game.frames.span[1] > {drawn} + 1")
    assert studio.ask(shown) == [1, 1]
    page.locator("#units-time").fill(str(drawn - 0.1))
    studio.until(f"String({shown}) === '0,1'")
    page.locator("#units-time").fill(str(drawn + 0.5))
    studio.until(f"String({shown}) === '1,1'")
    page.locator("#units-time").fill(str(drawn - 0.1))
    studio.until(f"String({shown}) === '0,1'")
    place(studio, (3, 4))  # what is drawn now is seen on the board as it is now
    studio.until(f"String({shown}) === '1,1'")
    page.locator("#units-time").fill(str(drawn - 0.1))
    page.click("#units")
    assert studio.ask(shown) == [1, 1]


def test_a_game_goes_on_after_a_reload(studio: Studio) -> None:
    page = studio.page
    page.click("#units")
    page.get_by_role("radio", name="Side 2").click()
    page.get_by_label("Pace").select_option("1")
    page.check("#units-fog")
    place(studio, (0, 0))
    wait_for(studio, "game.visible().length === 1")
    page.keyboard.press("w")
    page.keyboard.press("d")
    studio.drag((2, 4), (3, 4))
    page.click("#share")  # writes the address at once
    wait_for(studio, "game.past.changes.length > 0")
    page.click("#units-play")
    wait_for(studio, "!game.asked")
    before = evaluate(studio, "[game.id, game.frames.last.now]")
    studio.reload()
    wait_for(studio, "game?.visible().length === 1")
    assert evaluate(studio, "[game.id, game.frames.last.now]") == before
    assert evaluate(studio, "[game.playing, game.pace, game.foggy]") == [False, 1, True]
    expect(page.locator("#card-units")).to_be_visible()
    expect(page.locator("#units-fog")).to_be_checked()
    expect(page.get_by_role("radio", name="Side 2")).to_be_checked()
    page.keyboard.press("u")
    place(studio, (1, 0))
    wait_for(studio, "game.visible().length === 2")
    assert evaluate(studio, "game.visible().map(({ player }) => player)") == [1, 1]
    page.click("#units")
    studio.reload()
    assert studio.ask("state.game") is False


def test_a_game_on_another_board_is_not_gone_on_with(studio: Studio) -> None:
    studio.make("Empty", 9, 9)
    pause_with_one_unit(studio)
    studio.page.goto(studio.page.url.split("#")[0])  # and so to the first example
    expect(studio.page.locator("html[data-ready]")).to_have_count(1)
    assert studio.ask("[state.game, state.map.width]") == [False, 7]
    expect(studio.page.locator("#notices")).to_contain_text("The game has ended")
