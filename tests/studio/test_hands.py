"""Keyboard, touch, small screens, and people who see or hear the page differently."""

from __future__ import annotations

from playwright.sync_api import expect

from studio.conftest import Open, Studio

MOMENT = 1500  # milliseconds after which the page would have announced the outcome of a search
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def test_everything_by_keyboard(studio: Studio) -> None:
    page, said = studio.page, studio.page.locator("#announce")
    expect(said).to_contain_text("Path found")  # said a moment after the page is there
    page.locator("#board-1").focus()
    expect(said).to_contain_text("(1, 2) start")
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert studio.code(2, 1) is None
    page.keyboard.press("Enter")
    assert studio.code(2, 1) == 1
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    assert studio.code(2, 1) == 2
    page.keyboard.press("ArrowUp")
    page.keyboard.press("s")
    assert studio.ask("state.start") == 2
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("t")
    assert studio.ask("state.goal") == 6
    page.keyboard.press("w")
    page.keyboard.press("l")
    for key in ("ArrowDown", "Enter", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert [studio.code(6, y) for y in (1, 2, 3)] == [None, None, None]
    page.keyboard.press("i")
    expect(page.locator("#square-title")).to_have_text("Square (6, 3)")
    page.keyboard.press("Home")
    assert studio.ask("state.position") == 0
    page.keyboard.press(".")
    page.keyboard.press(".")
    page.keyboard.press(",")
    assert studio.ask("state.position") == 1
    page.keyboard.press("End")
    assert studio.ask("state.position === steps()")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_what_the_keyboard_does_is_announced(studio: Studio) -> None:
    page, said = studio.page, studio.page.locator("#announce")
    expect(said).to_contain_text("Path found")  # said a moment after the page is there
    page.locator("#board-1").focus()
    page.keyboard.press("Home")
    page.keyboard.press(".")
    expect(said).to_contain_text("(1, 2) is the start, the only open square. It goes on the closed list.")
    page.keyboard.press(".")
    expect(said).to_contain_text("(2, 2) has the lowest F on the open list, 40")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    expect(said).to_have_text("Start put at (1, 3)")
    page.keyboard.press("x")
    for key in ("Shift+ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(said).to_contain_text("(6, 3) target")
    page.keyboard.press("g")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("(6, 4) open ground · danger adds 50")
    page.keyboard.press("o")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("in fog")


def test_the_outcome_is_announced_once_the_search_is_over(studio: Studio) -> None:
    said = studio.page.locator("#announce")
    expect(said).to_contain_text("Cost 68")
    with studio.held("/api/trace"):
        studio.drag((1, 2), (2, 2))
        said.evaluate("element => (element.textContent = '')")
        studio.page.wait_for_timeout(MOMENT)
        expect(said).to_have_text("")
    expect(said).to_contain_text("Path found. Cost 64")


def test_the_words_of_a_lesson_are_announced_and_not_spoken_over(studio: Studio) -> None:
    said = studio.page.locator("#announce")
    studio.page.click("#learn")
    studio.settled()
    studio.lesson(2)
    expect(said).to_contain_text("Take the lowest F (2, 2) has F 40, the lowest")
    studio.page.wait_for_timeout(MOMENT)
    expect(said).to_contain_text("Take the lowest F")


def test_a_link_of_the_lesson_takes_the_keyboard_along(open_studio: Open) -> None:
    for viewport in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        studio = open_studio(viewport=viewport)
        studio.page.click("#learn")
        studio.settled()
        studio.lesson(7)
        link = studio.page.locator("#card-lesson").get_by_role("button", name="Moves")
        link.press("Enter")
        studio.settled()
        assert studio.ask("document.querySelector('#rules').contains(document.activeElement)")


def test_the_keyboard_plays_a_game(studio: Studio) -> None:
    page, said = studio.page, studio.page.locator("#announce")
    page.click("#units")
    studio.until("state.game")  # until then Enter draws
    page.locator("#board-1").focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text("A unit of side 1 is put at (1, 2).")
    expect(page.locator("#units-selected")).to_have_text("No unit is selected.")
    studio.until("(await part('board/overlays.js')).shownOverlays().units.length")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("(1, 2) open ground · unit 0 of side 1")
    page.keyboard.press("v")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Unit 0 is standing.")).to_be_visible()


def test_at_twice_its_size_a_laptop_s_window_shows_all(open_studio: Open) -> None:
    studio = open_studio(viewport={"width": 640, "height": 400})
    page = studio.page
    boxes = [page.locator(name).bounding_box() for name in ("#play", "#step-words", "#speed")]
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert max(middles) - min(middles) < 3, "one row"
    legend = page.locator(".legend")
    assert legend.evaluate("legend => legend.scrollWidth <= legend.clientWidth")
    ends = page.locator("#legend-path").bounding_box()
    stage = page.locator(".stage").bounding_box()
    assert ends["x"] + ends["width"] <= stage["x"] + stage["width"]


def test_a_phone_shows_the_whole_legend_with_dead_ends(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    studio.page.tap("#learn")
    studio.page.locator("#card-lesson select").select_option(index=17)
    studio.settled()
    box = studio.page.locator("#legend-dead_end").bounding_box()
    assert box["x"] + box["width"] <= 390


def test_a_small_phone_has_room_for_board_and_lesson(open_studio: Open) -> None:
    studio = open_studio(**{**PHONE, "viewport": {"width": 320, "height": 568}})
    page = studio.page
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.tap("#learn")
    studio.settled()
    assert page.locator("#board-1").bounding_box()["height"] >= 100
    for tab in page.get_by_role("tab").all():
        assert tab.evaluate("tab => tab.scrollWidth <= tab.clientWidth"), tab.inner_text()


def test_the_cursor_is_not_beyond_a_map_that_is_smaller(studio: Studio) -> None:
    page = studio.page
    walls = studio.walls()
    studio.make("Empty", 30, 30)
    page.locator("#board-1").focus()
    page.keyboard.press("r")
    for key in ("Shift+ArrowDown",) * 6 + ("Enter",):  # Enter begins a rectangle
        page.keyboard.press(key)
    page.keyboard.press("Control+z")
    assert studio.ask("state.map.codes.length") < 500
    for key in ("s", "t", "Enter"):
        page.keyboard.press(key)
    assert studio.walls() == walls
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert studio.walls() == walls + 1, "the rectangle begins at the start"


def test_typing_a_number_is_no_command(studio: Studio) -> None:
    studio.page.get_by_label("Weight of H").click()
    studio.page.keyboard.type("2")
    assert studio.ask("state.material") == 1
    studio.page.keyboard.press("Tab")
    expect(studio.page.locator(".guarantees")).to_contain_text("at most 2 times")


def test_a_click_that_ends_typing_is_not_lost(studio: Studio) -> None:
    studio.open_details("Moves")
    studio.page.get_by_label("Weight of H").click()
    studio.page.keyboard.type("2")
    studio.page.get_by_role("radio", name="4", exact=True).click()
    assert studio.ask("[state.methods[0].weight, state.rules.directions]") == [2, 4]
    expect(studio.page.get_by_role("radio", name="4", exact=True)).to_be_focused()


def test_nothing_moves_under_a_pointer_that_is_down(studio: Studio) -> None:
    studio.open_details("Moves")
    studio.page.get_by_label("Weight of H").click()
    studio.page.keyboard.type("2")
    radio = studio.page.get_by_role("radio", name="4", exact=True)
    radio.scroll_into_view_if_needed()
    before = radio.bounding_box()
    assert before
    studio.page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    studio.page.mouse.down()
    studio.page.wait_for_function(
        "async () => (await part('state.js')).state.results[0].head.guarantee.kind === 'bounded'"
    )
    assert radio.bounding_box() == before
    studio.page.mouse.up()
    assert studio.ask("[state.methods[0].weight, state.rules.directions]") == [2, 4]
    expect(studio.page.locator(".guarantees")).to_contain_text("at most 2 times")


def test_what_is_pressed_stays_when_an_answer_comes(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    studio.page.tap("#tab-steps")
    studio.go_to(3)
    studio.settled()
    shown = [studio.page.locator(each).first for each in ("#tab-steps", "#sentences button")]
    kept = [each.element_handle() for each in shown]
    studio.page.evaluate('async () => (await part("backend/run.js")).solve()')
    studio.settled()
    assert all(studio.page.evaluate("(part) => part.isConnected", part) for part in kept)


def test_the_focus_is_seen_and_stays(studio: Studio) -> None:
    studio.page.get_by_label("Algorithm").focus()
    studio.page.get_by_label("Algorithm").select_option("dijkstra")
    studio.settled()
    expect(studio.page.get_by_label("Algorithm")).to_be_focused()


def test_a_phone(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    page = studio.page
    board = page.locator("#board-1").bounding_box()
    assert board
    assert board["width"] == 390
    assert board["height"] > 844 * 0.55, "the board is the largest thing"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.touchscreen.tap(*studio.spot(4, 1))
    assert studio.code(4, 1) is None
    page.tap("#tab-steps")
    expect(page.locator("#explain")).to_be_visible()
    page.tap("#back")
    page.tap("#tab-method")
    page.get_by_label("Algorithm").select_option("greedy")
    page.tap("#tab-method")
    expect(page.locator("#card-method")).to_be_hidden()
    page.tap("#learn")
    expect(page.locator("#lesson-title")).to_be_visible()
    studio.settled()
    # all at once: a button looked up by its number may be another one by then
    heights = page.locator("button:visible").evaluate_all(
        "buttons => buttons.map(button => [button.innerText, button.getBoundingClientRect().height])"
    )
    assert len(heights) > 10
    assert [name for name, height in heights if height < 20] == []


def test_buttons_without_room_for_their_words_have_them_as_titles(open_studio: Open) -> None:
    studio = open_studio(viewport={"width": 1024, "height": 700})
    for name in ("new", "open", "save", "share", "units", "theme", "help", "undo", "redo", "resize"):
        assert studio.page.locator(f"#{name}").get_attribute("title")


def test_fingers_draw_and_two_of_them_zoom(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    send = studio.touch()

    send("touchStart", studio.spot(4, 0))
    for y in range(5):
        send("touchMove", studio.spot(4, y))
    send("touchEnd")
    assert [studio.code(4, y) for y in range(5)] == [None] * 5
    before = studio.ask("boards[0].view.scale")
    (x, y), walls = studio.spot(3, 2), studio.walls()
    send("touchStart", (x - 30, y), (x + 30, y))
    for spread in range(40, 130, 10):
        send("touchMove", (x - spread, y), (x + spread, y))
    send("touchEnd")
    assert studio.ask("boards[0].view.scale") > before * 1.5
    assert studio.walls() == walls


def test_dark_and_light(open_studio: Open) -> None:
    studio = open_studio(color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark, floor = studio.page.evaluate(ground), studio.ask("boards[0].colours.floor")
    studio.page.click("#theme")
    assert studio.page.evaluate(ground) != dark
    assert studio.ask("boards[0].colours.floor") != floor
    studio.reload()
    assert studio.page.evaluate(ground) != dark


def test_motion_can_be_switched_off(open_studio: Open) -> None:
    motion = "document.documentElement.dataset.motion"
    assert open_studio(reduced_motion="reduce").page.evaluate(motion) == "off"
    studio = open_studio(reduced_motion="no-preference")
    assert studio.page.evaluate(motion) is None
    studio.page.click("#help")
    studio.page.get_by_label("Motion").uncheck()
    assert studio.page.evaluate(motion) == "off"
