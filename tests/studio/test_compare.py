"""Two searches side by side."""

from __future__ import annotations

from playwright.sync_api import expect

from studio.conftest import Studio


def test_two_searches_go_in_step(studio: Studio) -> None:
    studio.make("Caves", 61, 41)
    studio.page.keyboard.press("c")
    expect(studio.page.locator("#figure-2")).to_be_visible()
    studio.settled()
    both = "state.results.map((result) => result.replay.steps)"
    first, second = studio.ask(both)
    assert first < second == studio.ask("steps()")
    studio.go_to(first // 2)
    assert studio.ask("boards.map((board) => board.replay.closedCount)") == [first // 2, first // 2]
    studio.go_to(second)
    assert studio.ask("boards.map((board) => board.replay.position)") == [first, second]
    assert studio.ask("boards.every((board) => board.path.length > 1)")


def test_the_table_compares_them(studio: Studio) -> None:
    studio.make("Caves", 61, 41)
    studio.page.click("#compare")
    studio.settled()
    table = studio.page.locator("table#figures")
    expect(table).to_be_visible()
    for name in ("Cost", "Squares", "Expanded", "Time", "Opened", "Improved"):
        expect(table.locator(f"tr:has(th:text-is('{name}')) td")).to_have_count(2)
    cost = table.locator("tr:has(th:text-is('Cost')) td")
    assert cost.nth(0).inner_text() == cost.nth(1).inner_text()
    expanded = table.locator("tr:has(th:text-is('Expanded')) td")
    expect(expanded.nth(0)).to_have_class("better")
    studio.page.get_by_role("group", name="Method 2").get_by_label("Algorithm").select_option("greedy")
    expect(expanded.nth(1)).to_have_class("better")


def test_drawing_on_either_board_changes_both(studio: Studio) -> None:
    studio.page.click("#compare")
    studio.page.mouse.click(*studio.spot(3, 0, 2))
    assert studio.walls() == 4
    studio.page.keyboard.press("Control+z")
    assert studio.walls() == 3


def test_one_view_for_both_boards(studio: Studio) -> None:
    studio.make("Maze", 81, 61)
    studio.page.click("#compare")
    studio.page.mouse.move(*studio.spot(40, 30))
    before = studio.ask("boards[0].view.scale")
    studio.page.mouse.wheel(0, -400)
    studio.until(f"boards[0].view.scale > {before}")  # the wheel turns a moment later
    views = studio.ask("boards.map((board) => board.view)")
    assert views[0]["scale"] == views[1]["scale"]


def test_whose_steps_are_explained(studio: Studio) -> None:
    studio.page.click("#compare")
    studio.go_to(2)
    expect(studio.page.locator("#sentences")).to_contain_text("lowest F")
    studio.page.get_by_role("radio", name="Steps of 2").click()
    expect(studio.page.locator("#sentences")).to_contain_text("G 10")


def assert_both_are_whole(studio: Studio) -> None:
    """Check that both boards show the whole map, alike."""
    first, second = studio.ask("boards.map((board) => board.view)")
    assert first == second
    for left, top, right, bottom in studio.ask(
        "boards.map(({ view: { x, y, scale }, layout: { size }, size: { width, height } }) =>"
        " [x, y, width - x - scale * size[0], height - y - scale * size[1]])"
    ):
        assert min(left, top, right, bottom) >= 0


def test_comparing_after_a_zoom_shows_both_boards_alike(studio: Studio) -> None:
    for _ in range(5):
        studio.page.click("#zoom-in")
    studio.page.click("#compare")
    assert_both_are_whole(studio)
    studio.page.click("#zoom-in")
    studio.page.click("#compare")
    studio.page.click("#compare")
    assert_both_are_whole(studio)


def test_comparing_after_the_cursor_was_moved_shows_both_boards_alike(studio: Studio) -> None:
    studio.page.focus("#board-1")
    for key in ("ArrowLeft", "ArrowUp", "ArrowUp"):
        studio.page.keyboard.press(key)
    studio.page.keyboard.press("c")
    assert_both_are_whole(studio)


def test_the_cursor_does_not_move_a_board_that_is_whole(studio: Studio) -> None:
    before = studio.ask("boards[0].view")
    studio.page.focus("#board-1")
    for key in ("ArrowLeft", "ArrowUp", "ArrowUp"):
        studio.page.keyboard.press(key)
    assert studio.ask("boards[0].cursor") == 0
    assert studio.ask("boards[0].view") == before


def test_two_boards_are_called_1_and_2(studio: Studio) -> None:
    studio.page.click("#compare")
    studio.page.keyboard.press("v")
    studio.click(2, 2)
    studio.settled()
    assert studio.page.locator(".letter").all_inner_texts() == ["1", "2", "1", "2"]
    assert studio.page.locator("figcaption b").all_inner_texts() == ["1", "2"]
    heads = studio.page.locator("table#figures thead th").all_inner_texts()
    assert [words[:2] for words in heads] == ["1:", "2:"]
