"""The page that `Recording.save("x.html")` writes, in a real Chromium, without any server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import pathstar as ps
from pathstar.fleet import World, record
from pathstar.viz.ground import DIMMED, FLOOR, colours
from pathstar.viz.theme import THEMES

CORRIDOR = ps.Map([[1, 1, 1, 1, 1, 1], [0, 0, 1, 0, 0, 0]])


@pytest.fixture(params=["zh-CN", "fr-FR"])
def page(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    plan = ps.fleet.plan(CORRIDOR.grid(ps.Moves(4)), [(0, 0), (5, 0)], [(5, 0), (0, 0)])
    file = record(plan).save(tmp_path / "units.html", follow=0)
    context = browser.new_context(viewport={"width": 390, "height": 700}, offline=True, locale=request.param)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(file.as_uri())
    expect(page.locator("html[data-ready]")).to_have_count(1)
    yield page
    context.close()
    assert problems == []


def test_it_speaks_the_reader_s_language_and_every_other(page: Page) -> None:
    chinese = page.evaluate("navigator.language") == "zh-CN"
    assert page.evaluate("document.documentElement.lang") == ("zh" if chinese else "en")
    expect(page.locator("#play")).to_have_text("播放" if chinese else "Play")
    menu = page.locator("#language")
    menu.select_option("zh")
    expect(page.locator("#title")).to_have_text("2 个单位")
    assert page.title() == "2 个单位"
    expect(page.locator("#says")).to_contain_text("单位 0 在")
    labels = page.evaluate(
        """() => [document.body.innerText, ...[...document.querySelectorAll("body *")].flatMap((each) =>
          ["title", "aria-label"].map((name) => each.getAttribute(name) ?? ""))].join("\\n")"""
    )
    assert set(re.findall("[A-Za-z]{3,}", labels)) == {"English"}
    menu.select_option("en")
    expect(page.locator("#title")).to_have_text("2 units")
    expect(page.locator("#says")).to_contain_text("Unit 0 walks")


def test_a_page_in_fog_calls_units_by_their_numbers(browser: Browser, tmp_path: Path) -> None:
    world = World(ps.Map(np.ones((5, 40), bool)), sight=3)
    world.add((1, 2))
    world.add((30, 2), player=1)
    world.add((3, 2), player=1)
    file = record(world, 1).save(tmp_path / "units.html", player=0, follow=2)
    page = browser.new_page(locale="en")
    page.goto(file.as_uri())
    expect(page.locator("#title")).to_have_text("2 units")
    expect(page.locator("#says")).to_contain_text("Unit 2")
    page.close()


def test_it_steps_plays_and_follows(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scrub")).to_have_value("1")
    page.keyboard.press(".")
    page.keyboard.press(",")
    expect(page.locator("#scrub")).to_have_value("1")
    page.keyboard.press("End")
    expect(page.locator("#scrub")).to_have_value(page.get_attribute("#scrub", "max") or "")
    page.keyboard.press("Home")
    expect(page.locator("#scrub")).to_have_value("0")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    box = page.locator("#board").bounding_box()
    assert box
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    page.locator("#language").select_option("en")
    expect(page.locator("#says")).to_have_text("Click a unit to follow it.")


def test_it_fits_a_phone_and_bars_nobody(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


def test_a_page_of_fog_lifts_it_square_by_square(browser: Browser, tmp_path: Path) -> None:
    walls = np.ones((5, 30), bool)
    walls[1:, 12] = False
    world = World(ps.Map(walls), sight=4.0)
    scout = world.add((1, 2))
    world.add((28, 2), player=1)
    world.order(scout, "go", (22, 2))
    file = record(world, 30).save(tmp_path / "fog.html", player=0)
    context = browser.new_context(viewport={"width": 900, "height": 400}, offline=True, color_scheme="dark")
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator("html[data-ready]")).to_have_count(1)

    def shade(x: int, y: int) -> tuple[int, ...]:
        """Return the colour of a square's corner, where no unit is drawn."""
        read = """([x, y]) => { const { view, context } = globalThis.page; const { scale } = view;
          const at = [view.x + (x + 0.08) * scale, view.y + (y + 0.08) * scale];
          const [left, top] = at.map((side) => side * devicePixelRatio);
          return [...context.getImageData(left, top, 1, 1).data].slice(0, 3); }"""
        return tuple(page.evaluate(read, [x, y]))

    inks = [tuple(ink) for ink in colours(THEMES["dark"])[[0, FLOOR, FLOOR + DIMMED]].tolist()]
    wall, floor, dim = inks
    assert [shade(2, 2), shade(12, 2), shade(25, 2)] == [floor, dim, dim]
    assert page.evaluate("globalThis.page.tracks.data.numbers") == [scout]
    page.keyboard.press("End")
    assert [shade(2, 2), shade(12, 2), shade(18, 2), shade(29, 4)] == [floor, wall, floor, dim]
    page.keyboard.press("Home")
    assert shade(12, 2) == dim
    page.emulate_media(color_scheme="light")
    page.keyboard.press("ArrowRight")
    assert shade(2, 2) == tuple(colours(THEMES["light"])[FLOOR].tolist())
    context.close()
