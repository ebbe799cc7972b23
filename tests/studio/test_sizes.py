"""Windows of all sizes: nothing is too small, out of view, or over something else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import FloatRect, expect

from studio.conftest import Open, Pages, Server, Studio, opened
from studio.test_hands import PHONE
from studio.test_truth import wall_off

SIZES = {
    "phone": (390, 844),
    "small phone": (360, 640),
    "landscape phone": (844, 390),
    "small landscape phone": (667, 375),
    "tablet": (820, 1180),
    "760 wide": (760, 900),
    "761 wide": (761, 900),
    "small window": (900, 700),
    "1100 wide": (1100, 800),
    "desktop": (1280, 800),
}


def box(studio: Studio, selector: str) -> FloatRect:
    """Return where an element is."""
    found = studio.page.locator(selector).first.bounding_box()
    assert found, f"{selector} is not shown"
    return found


def apart(a: FloatRect, b: FloatRect) -> bool:
    """Return whether two boxes do not overlap."""
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


def open_in(open_studio: Open, size: str, **context: str) -> Studio:
    width, height = SIZES[size]
    touch = {**PHONE} if "phone" in size else {}
    return open_studio(**{**touch, "viewport": {"width": width, "height": height}, **context})


@pytest.fixture(params=SIZES)
def sized(request: pytest.FixtureRequest, open_studio: Open) -> Studio:
    return open_in(open_studio, request.param)


@pytest.fixture(scope="module", params=SIZES)
def kept(request: pytest.FixtureRequest, pages: Pages, server: Server) -> Iterator[Studio]:
    """One page for each size, for tests that change only the map."""
    with opened(pages, server) as open_studio:
        yield open_in(open_studio, request.param)


def test_all_that_one_needs_is_in_sight(kept: Studio) -> None:
    width, height = kept.page.evaluate("[innerWidth, innerHeight]")
    assert kept.page.evaluate("document.documentElement.scrollWidth") <= width
    names = [
        "#undo",
        "#redo",
        "#tool-pen",
        "#materials button:last-child",
        "#play",
        "#scrub",
        "#speed",
        "#learn",
    ]
    names += [".legend .key.path", "#readout-words"]
    for name in names:
        each = box(kept, name)
        assert each["x"] >= 0 <= each["y"], name
        assert each["x"] + each["width"] <= width + 1, name
        assert each["y"] + each["height"] <= height + 1, name


def test_the_timeline_has_room(kept: Studio) -> None:
    assert box(kept, "#scrub")["width"] >= 130
    parts = [box(kept, name) for name in (".transport", ".track", "#step-words", "#speed", "#boards")]
    for i, one in enumerate(parts):
        assert all(apart(one, other) for other in parts[:i])
    if not kept.page.evaluate("innerWidth <= 760 && innerHeight > 500"):
        assert apart(box(kept, "#speed"), box(kept, "#panel"))


def test_the_board_has_room(kept: Studio) -> None:
    board = box(kept, "#boards")
    width, height = kept.page.evaluate("[innerWidth, innerHeight]")
    assert board["width"] * board["height"] > 0.25 * width * height


def test_two_methods_stand_beside_each_other(sized: Studio) -> None:
    sized.page.keyboard.press("c")
    sized.settled()
    if sized.page.locator("#tab-method").is_visible():
        sized.page.click("#tab-method")
    boxes = sized.page.locator(".method select:visible, .method input:visible, .method .about").all()
    found = [each.bounding_box() for each in boxes]
    assert len(found) >= 8
    assert all(each and each["x"] + each["width"] <= sized.page.evaluate("innerWidth") for each in found)
    assert all(apart(a, b) for i, a in enumerate(found) for b in found[:i] if a and b)


def test_help_on_a_phone_speaks_of_fingers(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    studio.page.tap("#help")
    dialog = studio.page.locator("dialog")
    expect(dialog).to_contain_text("Two fingers")
    expect(dialog.locator("kbd").first).to_be_hidden()
    assert "click" not in dialog.inner_text()


def test_a_long_tab_leaves_the_board_and_the_tabs_in_sight(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    studio.page.tap("#tab-steps")
    for fold in ("#list-fold", "#code-fold"):
        studio.page.locator(f"{fold} summary").tap()
        studio.settled()
        assert box(studio, "#boards")["height"] > 150
        expect(studio.page.locator("#tabs")).to_be_in_viewport(ratio=1)


def test_a_long_count_of_steps_fits(open_studio: Open) -> None:
    studio = open_studio(**PHONE)
    words = studio.page.locator("#step-words")
    for text in ("8,888 / 8,888", "888,888 / 888,888"):
        words.evaluate("(each, text) => (each.textContent = text)", text)
        assert words.evaluate("each => each.scrollWidth <= each.clientWidth")
        assert apart(box(studio, "#step-words"), box(studio, "#speed"))


def test_captions_leave_the_squares_of_their_boards_free(open_studio: Open) -> None:
    """Start and target are at the edge of a board, where a caption of several lines would cover them."""
    studio = open_studio(**PHONE)
    studio.page.tap("#tab-method")
    studio.page.tap("#compare")
    for count in range(2, 7):
        studio.settled()
        for which in range(1, count + 1):
            top = studio.ask(
                f"boards[{which - 1}].view.y + boards[{which - 1}].canvas.getBoundingClientRect().y"
            )
            caption = box(studio, f"#caption-{which}")
            assert caption["y"] + caption["height"] <= top + 1, (count, which)
        if count < 6:
            studio.page.tap("#add-method")


def test_figures_of_a_comparison_do_not_wrap(sized: Studio) -> None:
    method = sized.page.locator("#tab-method")
    if method.is_visible():
        method.click()
    sized.page.click("#compare")
    sized.page.click("#add-method")
    sized.settled()
    result = sized.page.locator("#tab-result")
    if result.is_visible():
        result.click()
    heights = sized.page.locator("table#figures tbody td").evaluate_all(
        "cells => cells.map((cell) => cell.getBoundingClientRect().height)"
    )
    assert max(heights) < 40
    assert box(sized, "table#figures")["x"] >= 0


@pytest.mark.parametrize("cells", [(36, 24), (20, 20), (60, 12)])
def test_the_buttons_of_the_view_cover_no_square(kept: Studio, cells: tuple[int, int]) -> None:
    kept.ask(
        "(await part('files/make.js')).generate({ kind: 'squares', generator: 'caves',"
        f" width: {cells[0]}, height: {cells[1]}, seed: 1, options: {{}} }})"
    )
    right, bottom = kept.spot(cells[0] - 1, cells[1] - 1)
    buttons = kept.page.locator(".boards .zoom").bounding_box()
    if buttons:
        assert right < buttons["x"] or bottom < buttons["y"]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_new_map_is_chosen_without_scrolling(open_studio: Open, size: str) -> None:
    page = open_in(open_studio, size).page
    page.click("#new")
    dialog = page.locator("dialog")
    expect(dialog.locator("canvas")).to_have_count(7)
    assert dialog.evaluate("each => each.scrollHeight <= each.clientHeight")


def test_nothing_hides_a_heading_of_a_dialog(kept: Studio) -> None:
    kept.page.click("#save")
    for heading in kept.page.locator("dialog h3").all():
        heading.scroll_into_view_if_needed()
        words = heading.bounding_box()
        for foot in kept.page.locator("dialog .dialog-foot").all():
            assert words
            bar = foot.bounding_box()
            assert bar
            assert apart(words, bar)
    kept.page.keyboard.press("Escape")
    expect(kept.page.locator("dialog")).to_have_count(0)


def test_the_lines_of_a_heap_lead_to_its_entries(open_studio: Open) -> None:
    page = open_studio(viewport={"width": 760, "height": 900}).page
    page.click("#tab-steps")
    page.locator("#list-fold summary").click()
    page.get_by_role("radio", name="Heap").click()
    chips = [chip.bounding_box() for chip in page.locator(".heap .chip").all()]
    lines = page.locator(".heap path").bounding_box()
    assert lines
    middles = [chip["x"] + chip["width"] / 2 for chip in chips if chip]
    assert abs(lines["x"] - min(middles)) < 2
    assert abs(lines["x"] + lines["width"] - max(middles)) < 2


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize("size", SIZES)
def test_how_a_search_ended_is_read_whole(open_studio: Open, size: str, language: str) -> None:
    studio = open_in(open_studio, size, locale=language)
    words = studio.page.locator("#readout-words")
    for change in (lambda: None, lambda: wall_off(studio)):
        change()
        studio.settled()
        assert words.inner_text()
        assert words.evaluate("each => each.scrollWidth <= each.clientWidth"), words.inner_text()


def test_nothing_sticks_out_of_the_panel(sized: Studio) -> None:
    def check(what: str) -> None:
        sized.settled()
        over = sized.page.evaluate(
            """() => {
              const { right } = document.getElementById("panel").getBoundingClientRect();
              const out = (each) => each.checkVisibility() && each.getBoundingClientRect().right > right + 1;
              const found = [...document.querySelectorAll("#panel *:not(.code *, .heap *, .unseen, svg *)")];
              return found.filter(out).map((each) => each.outerHTML.slice(0, 90));
            }"""
        )
        assert not over, (what, over)

    sized.page.click("#learn")
    check("lesson")
    sized.page.click("#learn")
    sized.page.click("#units")
    check("units")
    sized.page.click("#units")
    sized.ask(
        "(await part('files/make.js')).generate({ kind: 'mesh', generator: 'park',"
        " width: 0, height: 0, seed: 1, options: {} })"
    )
    if sized.page.locator("#tab-mesh").is_visible():
        sized.page.click("#tab-mesh")
    check("mesh")
