"""The lesson."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from studio.conftest import Open, Studio
from studio.test_game import evaluate, wait_for
from studio.test_hands import PHONE

ODD = (
    r"\b[Dd]ear|pathstar's own|[Bb]oards? [AB]\b|\]\(|\*\*|press N"  # words and marks that pages do not show
)


def test_the_lesson_walks_through_everything(studio: Studio) -> None:
    page = studio.page
    studio.drag((6, 0), (6, 1))
    page.click("#learn")
    title, seen = page.locator("#lesson-title"), []
    for _ in range(60):
        seen.append(title.inner_text())
        assert not re.search(ODD, page.locator("#card-lesson .words").inner_text())
        assert studio.ask("state.results[0].head.status") == "FOUND"
        if page.locator("#lesson-next").inner_text() == "Finish":
            break
        page.click("#lesson-next")
        expect(title).not_to_have_text(seen[-1])
    assert len(seen) == len(set(seen)) > 15
    chapters = page.locator("#card-lesson option").all_inner_texts()
    assert [re.sub(r"\W|\d", "", words).lower() for words in chapters] == [
        "afirstsearch", "corners", "theestimate", "ties", "terrain", "danger", "sizes", "openlists",
        "dijkstra", "thenearesttarget", "stoppingearly", "smootherpaths", "unknownground", "otherunits",
        "groups", "chase", "twotiers", "deadends", "theend",
    ]  # fmt: skip
    page.click("#lesson-next")
    expect(page.locator("#card-lesson")).to_be_hidden()
    assert studio.walls() == 5, "the person's own map comes back"


def test_its_maps_have_a_history_of_their_own(studio: Studio) -> None:
    page = studio.page
    walls = studio.walls()
    studio.drag((6, 0), (6, 1))
    page.click("#learn")
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("Control+z")
    studio.drag((0, 0), (1, 0))
    expect(page.locator("#undo")).to_be_enabled()
    page.click("#learn")
    assert studio.walls() == walls + 2
    page.click("#undo")
    assert studio.walls() == walls
    expect(page.locator("#undo")).to_be_disabled()


def test_its_steps_drive_the_board(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    studio.expect_step("Step 0 of 12")
    studio.lesson(3)
    studio.expect_step("Step 3 of 12")
    assert sorted(studio.ask("[...boards[0].highlights]")) == [9, 23, 31]
    page.click("#lesson-next")
    studio.expect_step("Step 5 of 12")
    expect(page.locator("#events-0")).to_contain_text("G falls from 28 to 20")
    studio.settled()
    page.locator(".words .place").first.hover()
    assert studio.ask("[...boards[0].highlights]") == [29]
    page.click("#lesson-back")
    studio.expect_step("Step 3 of 12")


def test_what_it_says_of_costs_is_so(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    chapter = page.get_by_label("Chapter")
    costs = "state.results.filter(Boolean).map((result) => Number(result.head.cost.toFixed(3)))"

    chapter.select_option("1")
    studio.settled()
    (with_rule,) = studio.ask(costs)
    page.click("#lesson-next")
    studio.expect_step("Step 7 of 7")
    assert studio.ask(costs)[0] < with_rule

    chapter.select_option("2")
    studio.lesson(2)
    expect(page.locator("#lesson-title")).to_have_text("Too high")
    expect(page.locator("#guarantee-0")).to_contain_text("inadmissible")
    high, right = studio.ask(costs)
    assert 1.15 < high / right < 1.25

    chapter.select_option("4")
    studio.lesson(1)
    expect(page.locator("#guarantee-0")).to_contain_text("does not look at costs")
    steps, cheapest = studio.ask(costs)
    assert steps > 3 * cheapest


def test_the_open_lists_are_measured(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    page.get_by_label("Chapter").select_option(label="8. Open lists")
    studio.lesson(1)
    rows = page.locator("#measured-table tr")
    expect(rows).to_have_count(4)
    assert [row.split()[0] for row in rows.all_inner_texts()] == ["Unsorted", "Sorted", "Heap", "Bucket"]


def test_what_it_says_of_the_swamp_is_so(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    page.get_by_label("Chapter").select_option("4")
    studio.settled()
    assert "longer" not in page.locator("#card-lesson .words").inner_text()
    studio.lesson(1)
    lengths = studio.ask("state.results.map((result) => result.head.path.length)")
    assert lengths == [19, 19]
    expect(page.locator("#card-lesson .words")).to_contain_text("19 squares")


def test_what_it_says_of_ground_targets_and_turns_is_so(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    chapter = page.get_by_label("Chapter")
    place = "[cell % state.map.width, Math.floor(cell / state.map.width)]"
    path = f"state.results[0].head.path.map((cell) => {place})"

    def go(name: str, step: int = 0) -> None:
        chapter.select_option(label=name)
        studio.settled()
        studio.lesson(step)

    go("5. Terrain", 3)  # the boat keeps to the water
    grounds = "state.results[0].head.path.map((cell) => state.map.palette[state.map.codes[cell]].name)"
    assert set(studio.ask(grounds)) == {"swamp", "water"}
    go("6. Danger", 1)
    assert [10, 4] in studio.ask(path)
    go("7. Sizes")
    assert [10, 3] in studio.ask(path)
    studio.lesson(1)
    assert [10, 3] not in studio.ask(path)
    go("10. The nearest target")
    assert studio.ask("state.map.targets.length") == 3
    assert studio.ask(path)[-1] == [1, 1]
    go("11. Stopping early")
    early, late = studio.ask("state.results.map((result) => result.head.cost)")
    assert early > late
    assert [7, 1] not in studio.ask(path)
    go("12. Smoother paths")
    turning = page.locator("#smooth-figures tr:has(th:text-is('Turning')) td")
    assert turning.all_inner_texts() == ["225°", "180°"]


def test_what_it_says_of_smoother_lines_is_so(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    page.get_by_label("Chapter").select_option(label="12. Smoother paths")
    studio.lesson(1)
    slider = page.locator("#smooth-slider")

    def figures(name: str) -> list[float]:
        cells = page.locator(f"#smooth-figures tr:has(th:text-is('{name}')) td").all_inner_texts()
        return [float(words.rstrip("°")) for words in cells]

    different = []
    for position in range(8):
        slider.fill(str(position))
        after = figures("Turning")[1], figures("Cost as a line")[1]
        if after not in different:
            different.append(after)
    assert len(different) >= 4, "the slider has something to show"
    assert different == sorted(different, key=lambda each: (-each[0], each[1]))
    page.click("#card-lesson .place:has-text('chart')")
    expect(page.locator(".chart.pointed-at")).to_be_in_viewport(ratio=1)
    studio.lesson(1)
    for name in ("Turning", "Length"):
        before, after = figures(name)
        assert after < before
    page.locator("#smooth select").select_option("arcs")
    studio.settled()
    slider.fill("4")
    expect(page.locator("#smooth-kept")).to_have_count(0)
    slider.fill("5")
    expect(page.locator("#smooth-kept")).to_have_text("1 corner stays sharp: no arc so wide fits there.")


def test_what_it_says_of_units_is_so(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    chapter = page.get_by_label("Chapter")
    events = "game?.frames.kept.flatMap(({ events }) => events)"

    def go(name: str) -> None:
        chapter.select_option(label=name)
        studio.settled()
        if page.locator("#units-controls").is_visible():
            page.get_by_label("Pace").select_option("8")

    go("13. Unknown ground")
    page.get_by_label("Steps in a second").select_option("32")
    expect(page.locator("#walk-status")).to_have_text("It has arrived.")
    go("14. Other units")
    wait_for(studio, f"{events}.filter(({{ kind }}) => kind === 'arrived').length === 2")
    kinds = evaluate(studio, f"{events}.map(({{ kind }}) => kind)")
    assert "made_way" in kinds
    go("15. Groups")
    wait_for(studio, f"{events}.filter(({{ kind }}) => kind === 'arrived').length === 8")
    near = "([x]) => x > 9 && x < 12"
    rows = f"game.frames.kept.flatMap(({{ positions }}) => positions.filter({near}).map(([, y]) => y))"
    assert {y < 5 for y in evaluate(studio, rows)} == {True, False}, "they spread over both doors"
    go("16. Chase")
    wait_for(studio, f"{events}.some(({{ kind }}) => kind === 'caught')")


def test_a_unit_that_is_sent_away_and_one_that_is_sent_back_do_not_chase(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    page.get_by_label("Chapter").select_option(label="14. Other units")
    studio.lesson(1)
    page.get_by_label("Pace").select_option("16")
    arrived = "game?.frames.kept.flatMap(({ events }) => events.filter(({ kind }) => kind === 'arrived'))"
    wait_for(studio, f"{arrived}.length === 1")
    for unit, target in [((10, 2), (5, 5)), ((18, 2), (2, 2))]:
        studio.click(*unit)
        studio.click(*target)
    wait_for(studio, f"{arrived}.length === 3")
    assert evaluate(studio, f"{arrived}.map(({{ place }}) => place)")[1:] == [[5, 5], [2, 2]]


def test_what_it_says_of_two_tiers_is_so(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    page.get_by_label("Chapter").select_option(label="17. Two tiers")
    studio.settled()
    tiers = "(await part('board/overlays.js')).shownOverlays()"
    assert studio.ask("state.results[0].head.expanded") > 8000
    assert studio.ask("state.map.codes.filter((code) => code === 0).length") > 12_000
    assert len(studio.ask(f"{tiers}.clusters.gates[0]")) == 268
    assert studio.ask(f"{tiers}.legs") == []
    studio.lesson(1)
    legs = studio.ask(f"{tiers}.legs")
    assert [leg[0] for leg in legs[1:]] == [leg[-1] for leg in legs[:-1]]
    assert [legs[0][0], legs[-1][-1]] == studio.ask("[state.start, state.goal]")
    expect(page.locator("#two-tiers")).to_contain_text("0.52 % more than the cheapest")
    studio.lesson(1)
    before = studio.ask(f"{tiers}.clusters.gates[0]")
    studio.drag((31, 40), (31, 44))
    studio.settled()
    after = studio.ask(f"{tiers}.clusters.gates[0]")
    moved = {(cell % 160 // 32, cell // 160 // 32) for cell in {*before} ^ {*after}}
    assert moved == {(0, 1), (1, 1)}
    page.click("#lesson-leave")
    assert studio.ask(f"{tiers}.clusters") is None


def test_on_a_phone_text_and_next_stay_in_sight_and_the_board_keeps_its_height(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    page = studio.page
    page.tap("#learn")
    heights, nexts = set(), set()
    title, next_page = page.locator("#lesson-title"), page.locator("#lesson-next")
    pages = 0
    while True:  # every page: some of them choose a square, a tab or a second board
        pages += 1
        studio.settled()
        expect(title).to_be_in_viewport()
        expect(page.locator("#lesson-next")).to_be_in_viewport()
        expect(page.locator("#card-square")).to_be_hidden()
        heights.add(studio.ask("boards[0].canvas.closest('#boards').clientHeight"))
        box = page.locator("#lesson-next").bounding_box()
        assert box
        nexts.add(box["y"])
        if next_page.inner_text() == "Finish":
            break
        before = title.inner_text()
        next_page.tap()
        expect(title).not_to_have_text(before)
    assert pages > 40
    assert len(heights) == 1
    assert len(nexts) == 1


def test_two_boards_of_a_lesson_are_large_enough_on_a_phone(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    studio.page.tap("#learn")
    studio.page.get_by_label("Chapter").select_option("2")
    studio.settled()
    width, height, scale = studio.ask("[state.map.width, state.map.height, boards[0].view.scale]")
    room = studio.page.locator("#boards").bounding_box()
    assert room
    assert 2 * width * height * scale**2 > 0.25 * room["width"] * room["height"]


def test_its_words_lead_to_the_controls_that_they_name(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    page = studio.page
    page.tap("#learn")
    studio.lesson(4)
    page.get_by_role("button", name="history of the square").tap()
    expect(page.locator("#events-0")).to_be_in_viewport()
    page.tap("#tab-lesson")
    studio.lesson(3)
    page.get_by_role("button", name="Moves").tap()
    expect(page.locator("#rules label:has-text('Corners') select")).to_be_in_viewport()
    page.tap("#tab-lesson")
    studio.lesson(2)
    expect(page.locator("#lesson-title")).to_have_text("Never too high")
    studio.lesson(1)
    page.get_by_role("button", name="The warning").tap()
    expect(page.locator("#guarantee-0 .warning")).to_be_in_viewport()


def test_the_lesson_goes_on_where_the_page_was_loaded_again(studio: Studio) -> None:
    title = studio.page.locator("#lesson-title")
    studio.page.click("#learn")
    studio.settled()
    studio.lesson(3)
    studio.reload()
    studio.page.click("#learn")
    expect(title).to_have_text("A tie, and a corner")
    studio.page.click("#lesson-leave")
    studio.page.click("#learn")
    expect(title).to_have_text("From A to B, around a wall")
