"""The five tasks of the stranger's test, from the page alone; see docs/studio/strangers-test.md."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from studio.conftest import Open, Server


def test_what_g_means_is_on_the_board(open_studio: Open) -> None:
    page = open_studio(first=True).page
    expect(page.locator("#sum-key")).to_contain_text("cost from the start")


def test_a_star_goes_wrong_and_says_so(open_studio: Open) -> None:
    studio = open_studio(first=True, reduced_motion="reduce")
    studio.page.click("#method-summary")
    studio.choose("Estimate H", "manhattan")
    expect(studio.page.locator(".warning")).to_contain_text("inadmissible")


def test_the_comparison_says_who_expands_less(open_studio: Open) -> None:
    page = open_studio(first=True, reduced_motion="reduce").page
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#verdict")).to_contain_text("% fewer")


def test_a_film_is_offered(open_studio: Open) -> None:
    """That it is one is tested with the other formats."""
    page = open_studio(first=True, reduced_motion="reduce").page
    page.click("#save")
    expect(page.locator("#export-format option", has_text="Film of the whole search")).to_have_count(1)
    expect(page.locator("#export")).to_be_visible()


def test_a_map_is_opened(open_studio: Open, server: Server, tmp_path: Path) -> None:
    page = open_studio(first=True, reduced_motion="reduce").page
    (server.folder / "stranger.txt").write_text("A.#.B\n.....\n", encoding="utf-8")
    page.click("#open")
    page.get_by_role("button", name="stranger.txt").click()
    expect(page.locator("#map-name")).to_contain_text("stranger")
