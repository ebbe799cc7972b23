"""The lesson."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from studio.conftest import Studio


def test_the_lesson_walks_through_everything(studio: Studio) -> None:
    page = studio.page
    studio.drag((6, 0), (6, 1))
    page.click("#learn")
    title, seen = page.locator("#lesson-title"), []
    for _ in range(40):
        seen.append(title.inner_text())
        assert studio.ask("state.results[0].head.status") == "FOUND"
        if page.locator("#lesson-next").inner_text() == "Finish":
            break
        page.click("#lesson-next")
        expect(title).not_to_have_text(seen[-1])
    assert len(seen) == len(set(seen)) > 15
    chapters = page.locator("#card-lesson option").all_inner_texts()
    assert [re.sub(r"\W|\d", "", words).lower() for words in chapters] == [
        "afirstsearch", "corners", "theestimate", "ties", "terrain", "openlists", "dijkstra",
    ]  # fmt: skip
    page.click("#lesson-next")
    expect(page.locator("#card-lesson")).to_be_hidden()
    assert studio.walls() == 5, "the person's own map comes back"


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
    expect(page.locator("#promise-0")).to_contain_text("inadmissible")
    high, right = studio.ask(costs)
    assert 1.15 < high / right < 1.25

    chapter.select_option("4")
    studio.lesson(1)
    expect(page.locator("#promise-0")).to_contain_text("does not look at costs")
    steps, cheapest = studio.ask(costs)
    assert steps > 3 * cheapest


def test_the_open_lists_are_measured(studio: Studio) -> None:
    page = studio.page
    page.click("#learn")
    page.get_by_label("Chapter").select_option("5")
    studio.lesson(1)
    rows = page.locator("#measured-table tr")
    expect(rows).to_have_count(4)
    assert [row.split()[0] for row in rows.all_inner_texts()] == ["Unsorted", "Sorted", "Heap", "Bucket"]
