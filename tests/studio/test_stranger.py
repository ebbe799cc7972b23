"""The five tasks of the stranger's test, from the page alone; see docs/studio/strangers-test.md."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from studio.conftest import Open, Server, Studio


@pytest.fixture
def studio(open_studio: Open) -> Studio:
    """Open the page as on a first visit, but without the search that plays by itself."""
    return open_studio(first=True)


def test_what_g_means_is_on_the_board(studio: Studio) -> None:
    page = studio.page
    expect(page.locator("#sum-key")).to_contain_text("cost from the start")
    page.keyboard.press("v")
    studio.click(2, 1)  # a diagonal step from the start
    expect(page.locator("#square")).to_contain_text("G 14")
    expect(page.locator("#square")).to_contain_text("opened with G 14, parent (1, 2)")


def test_a_star_goes_wrong_and_says_so(studio: Studio) -> None:
    page = studio.page
    studio.make("Random", 24, 16, Seed=5)
    cheapest = float(studio.figure("Cost"))
    page.click("#method-summary")
    page.get_by_role("spinbutton", name="Weight").fill("5")
    page.keyboard.press("Tab")
    assert cheapest < float(studio.figure("Cost")) <= 5 * cheapest
    expect(page.locator("#guarantee-0")).to_contain_text("at most 5")
    page.get_by_role("spinbutton", name="Weight").fill("1")
    page.keyboard.press("Tab")
    studio.choose("Estimate H", "manhattan")
    expect(page.locator(".warning")).to_contain_text("inadmissible")


def test_the_comparison_says_who_expands_less(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("button", name="Compare").click()
    studio.settled()
    first, second = studio.ask("state.results.map((result) => result.head.expanded)")
    percent = round(100 * (1 - min(first, second) / max(first, second)))
    expect(page.locator("#verdict")).to_contain_text(f"{percent} % fewer")


def test_a_film_is_saved(studio: Studio) -> None:
    page = studio.page
    page.click("#save")
    film = page.locator("#export-format option", has_text="Film of the whole search").first
    page.locator("#export-format").select_option(film.get_attribute("value"))
    with page.expect_download() as download:
        page.click("#export")
    assert re.search(r"\.gif$", download.value.suggested_filename)
    with Image.open(io.BytesIO(Path(download.value.path()).read_bytes())) as picture:
        assert getattr(picture, "n_frames", 1) > 10


def test_a_map_is_opened(studio: Studio, server: Server, tmp_path: Path) -> None:
    page = studio.page
    (server.folder / "stranger.txt").write_text("A.#.B\n.....\n", encoding="utf-8")
    page.click("#open")
    page.get_by_role("button", name="stranger.txt").click()
    expect(page.locator("#map-name")).to_contain_text("stranger")
    assert studio.ask("[state.map.width, state.map.height, state.results[0].head.status]") == [5, 2, "FOUND"]
