"""Looking closer: why not through here, the open list, the fields, the code."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
from pathlib import Path

from playwright.sync_api import expect

from studio.conftest import Studio


def test_why_not_through_here(studio: Studio) -> None:
    studio.page.keyboard.press("v")
    studio.click(0, 0)
    expect(studio.page.locator("#why")).to_contain_text("costs 88: 20 more than the path")
    assert studio.ask("[boards[0].other[0], boards[0].other.at(-1)]") == [15, 19]
    studio.page.keyboard.press("w")
    studio.drag((1, 0), (1, 1))  # now the square can only be reached from below
    expect(studio.page.locator("#why")).not_to_contain_text("costs 88")
    studio.page.keyboard.press("Escape")
    assert studio.ask("boards[0].other.length") == 0


def test_the_open_list_follows_the_steps(studio: Studio) -> None:
    page = studio.page
    studio.go_to(3)
    page.click("#list-fold summary")
    count = studio.ask("boards[0].replay.openCount")
    expect(page.locator("#list-size")).to_have_text(f"{count} entries")
    expect(page.locator("#list-words")).to_contain_text("The last step took")
    assert page.locator(".heap .chip").count() == count
    taken = page.locator(".chip.next span").inner_text()
    studio.go_to(4)
    expect(page.locator("#list-words")).to_contain_text(f"The last step took {taken}")
    page.get_by_role("radio", name="Buckets").click()
    sums = [float(text) for text in page.locator(".buckets li > b").all_inner_texts()]
    assert sums == sorted(set(sums))
    page.locator(".chip.next").hover()
    assert studio.ask("boards[0].highlights.length") == 1


def test_a_long_open_list_is_legible_and_leaves_nothing_out_silently(studio: Studio) -> None:
    page = studio.page
    studio.make("Random", 30, 20)
    page.locator("#rules summary").click()
    page.get_by_role("radio", name="1, √2").click()  # so that costs have decimals
    studio.go_to(150)
    page.click("#list-fold summary")
    studio.settled()
    count = studio.ask("boards[0].replay.openCount")
    boxes = page.locator(".heap .chip").evaluate_all(
        "(chips) => chips.map((each) => each.getBoundingClientRect().toJSON())"
    )
    for one, other in itertools.pairwise(sorted(boxes, key=lambda box: (round(box["y"] / 10), box["x"]))):
        assert other["y"] - one["y"] > 10 or one["x"] + one["width"] <= other["x"] + 1
    for view in ("Heap", "Buckets"):
        page.get_by_role("radio", name=view).click()
        studio.settled()
        rest = int(page.locator("#open-list p.muted", has_text="more").inner_text().split()[0])
        assert page.locator("#open-list .chip").count() + rest == count


def test_the_board_is_shaded_by_a_field(studio: Studio) -> None:
    page = studio.page
    page.click("#layers")
    highest = {}
    for shade in ("goal", "g", "h", "error"):
        page.locator("#shade").select_option(shade)
        expect(page.locator("#shade-bar")).to_be_visible()
        highest[shade] = studio.ask("boards[0].heat.high")
    assert highest == {"goal": 72, "g": 72, "h": 58, "error": 0}, "the estimate is never above the true cost"
    page.locator("#shade").select_option("goal")
    studio.settled()
    assert studio.ask("boards[0].heat.field.next[15]") in {16, 8, 22, 23, 9}
    assert studio.ask("boards[0].heat.field.contours.length") > 20
    page.locator("#shade").select_option("none")
    expect(page.locator("#shade-bar")).to_be_hidden()


def test_the_code_lights_up_with_the_step(studio: Studio) -> None:
    page = studio.page
    page.click("#code-fold summary")
    studio.go_to(3)
    expect(page.locator("#code-lines .now")).to_contain_text("take the square with the lowest F")
    page.locator("#sentences button", has_text="cut the corner").hover()
    expect(page.locator("#code-lines .now")).to_contain_text("skip what is blocked")
    page.get_by_role("radio", name="Python").click()
    expect(page.locator("#code-lines")).to_contain_text("while open_list:")


def test_the_code_is_that_of_the_method(studio: Studio) -> None:
    page, lines = studio.page, studio.page.locator("#code-lines li:visible")
    page.click("#code-fold summary")
    studio.choose("Algorithm", "greedy")
    expect(lines.nth(2)).to_have_text("    take the square with the lowest H, and close it")
    studio.choose("Algorithm", "bfs")
    expect(lines.nth(2)).to_have_text("    take the square that has waited longest, and close it")
    expect(lines).to_have_count(8)
    assert "cheaper" not in page.locator("#code-lines").inner_text()
    studio.go_to(2)
    page.locator("#sentences button", has_text="open already").first.hover()
    expect(page.locator("#code-lines .now")).to_contain_text("if it is new")
    page.get_by_role("radio", name="Python").click()
    expect(lines.nth(2)).to_contain_text("open_list.pop(0)")
    more = page.locator("#code-more")
    expect(more).to_be_hidden()
    for algorithm in ("bidirectional-astar", "jps"):
        studio.choose("Algorithm", algorithm)
        expect(more).to_contain_text("does more than this loop")
    studio.choose("Algorithm", "astar")
    expect(more).to_be_hidden()
    expect(lines.nth(2)).to_contain_text("key=f")


def test_code_and_open_list_are_those_of_the_search_that_is_explained(studio: Studio) -> None:
    page, lines = studio.page, studio.page.locator("#code-lines li:visible")
    for panel in ("#code-fold", "#list-fold"):
        page.click(f"{panel} summary")
    page.click("#compare")
    page.get_by_role("group", name="Method 2").get_by_label("Algorithm").select_option("greedy")
    studio.go_to(5)
    taken = "take the square with the lowest {}, and close it"
    words = page.locator("#list-words")
    for number, letter, title in ((2, "H", "Greedy best-first search"), (1, "F", "A*")):
        page.get_by_role("radio", name=f"Steps of {number}").click()
        studio.settled()
        expect(lines.nth(2)).to_have_text("    " + taken.format(letter))
        expect(page.locator("#code-lines .now")).to_contain_text(taken.format(letter))
        expect(words).to_contain_text(f"with {letter} ")
        for panel in ("#code", "#open-list"):
            expect(page.locator(f"{panel} .whose")).to_have_text(f"{number}{title}")
    page.click("#compare")
    expect(page.locator("#code .whose")).to_be_hidden()


def test_the_copied_program_finds_the_path_on_the_board(studio: Studio) -> None:
    studio.make("Rooms", 30, 20)  # where Dijkstra's algorithm has many paths of equal cost to choose from
    studio.choose("Algorithm", "dijkstra")
    studio.open_details("Code")
    studio.page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text } }")
    studio.page.click("#copy-python")
    studio.settled()
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(studio.page.evaluate("copied"), {})
    cost, _, points = out.getvalue().partition(" ")
    assert float(cost) == studio.ask("state.results[0].head.cost")
    path = studio.ask("state.results[0].head.path.map((cell) => [cell % 30, Math.floor(cell / 30)])")
    assert json.loads(points) == path


def test_a_program_that_may_not_be_copied_is_downloaded(studio: Studio) -> None:
    page = studio.page
    page.evaluate("() => (navigator.clipboard.writeText = async () => { throw new Error('denied') }) && null")
    page.click("#code-fold summary")
    with page.expect_download() as download:
        page.click("#copy-python")
    assert "find_path(" in Path(download.value.path()).read_text()
    expect(page.locator("#notices")).to_contain_text("downloaded as search.py")


def test_six_searches_side_by_side(studio: Studio) -> None:
    page = studio.page
    page.click("#compare")
    for _ in range(4):
        page.click("#add-method")
        studio.settled()
    assert studio.ask("boards.length") == 6
    expect(page.locator("#add-method")).to_be_hidden()
    expect(page.locator("#verdict")).to_contain_text("search")
    times = page.locator("table#figures tr", has_text="Time").locator("td")
    for cell in times.all():
        cell.evaluate("each => (each.textContent = '12.3 ms')")  # what a slow machine shows
    assert page.locator("#result > div").first.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert page.locator("table#figures thead th").count() == 6
    page.get_by_role("radio", name="By time").click()
    page.get_by_role("button", name="Remove method 6").click()
    studio.settled()
    expect(page.locator("#figure-6")).to_be_hidden()
