"""The pages in another language: every word, at every size, and back again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import pathstar as ps
from pathstar.maps.examples import worked_example
from studio.conftest import Open, Server, Studio
from studio.test_axe import PARTS, dialogs
from studio.test_files import drop as drop_file

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# What is the same in Chinese: the name, single letters, people, searches named after people, suffixes, units.
SAME = {
    "Anya",
    "pathstar",
    "studio",
    "Dijkstra",
    "Lazy",
    "Theta",
    "English",
    "Enter",
    "Shift",
    "Alt",
    "Ctrl",
    "Home",
    "End",
    "Del",
}


def latin(words: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]{3,}", words)) - SAME


def words_of(studio: Studio, *, lasting: bool = False) -> str:
    """Return all words of the page: its text, titles and labels; or without its announcements."""
    studio.settled()
    shown = studio.page.evaluate(
        """(lasting) => {
          if (lasting) document.getElementById("announce").textContent = "";
          return [document.body.innerText, ...[...document.body.querySelectorAll("*")].flatMap((each) =>
            ["title", "aria-label", "aria-roledescription"].map((name) => each.getAttribute(name) ?? ""))];
        }""",
        lasting,
    )
    return "\n".join(line for line in "\n".join(shown).splitlines() if line.strip())


def test_the_menu_changes_every_word_and_changes_them_back(studio: Studio) -> None:
    studio.page.keyboard.press("v")
    studio.go_to(5)
    studio.click(1, 4)
    before = words_of(studio, lasting=True)
    menu = studio.page.locator("#language")
    menu.select_option("zh")
    expect(studio.page.locator("html")).to_have_attribute("lang", "zh")
    expect(studio.page.locator("#sentences")).to_contain_text("开启列表")
    assert latin(words_of(studio)) == set()
    studio.reload()
    assert studio.page.evaluate("document.documentElement.lang") == "zh"
    studio.page.keyboard.press("v")
    studio.go_to(5)
    studio.click(1, 4)
    menu.select_option("en")
    expect(studio.page.locator("#sentences")).to_contain_text("lowest F")
    plain = re.compile(r"[\d.]+ [µm]?s\b|[\d.]+(?:\n|\s)*(?=Time)")
    assert plain.sub("", words_of(studio, lasting=True)) == plain.sub("", before)


# What is not translated: names of algorithms, terrains of a game, files and formats.
NAMES = {
    "Polyanya",
    "Risk",
    "Python",
    "Posthoc",
    "MovingAI",
    "NumPy",
    "DIMACS",
    "Robert",
}
NAMES |= {"HTML", "GIF", "JSON", "SVG", "PNG", "MiB", "Dial", "Lite", "arena", "maps"}


@pytest.mark.parametrize("part", [part for part in PARTS if part is not dialogs])
def test_every_panel_is_in_the_language(
    open_studio: Open, part: Callable[[Studio, Callable[[str], None]], None]
) -> None:
    studio = open_studio(quiet=("400",))
    page = studio.page
    menu = page.locator("#language")
    found: list[tuple[str, set[str]]] = []

    def check(name: str) -> None:
        menu.select_option("zh")
        expect(page.locator("html")).to_have_attribute("lang", "zh")
        studio.settled()
        page.evaluate(
            """() => document.querySelectorAll(".code.python")
              .forEach((each) => (each.hidden = true))"""
        )
        shown = "\n".join(
            line for line in words_of(studio).splitlines() if not re.search(r"\.\w{2,5}\b", line)
        )
        if words := latin(shown) - NAMES:
            found.append((name, words))
        menu.select_option("en")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        studio.settled()

    part(studio, check)
    assert found == []


def test_every_dialog_is_in_the_language(open_studio: Open, server: Server) -> None:
    studio = open_studio(f"{server.address}&lang=zh")
    found: list[tuple[str, set[str]]] = []

    def check(name: str) -> None:
        shown = "\n".join(
            line for line in words_of(studio).splitlines() if not re.search(r"\.\w{2,5}\b", line)
        )
        if words := latin(shown) - NAMES:
            found.append((name, words))

    dialogs(studio, check)
    assert found == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bad.map", b"type octile\nheight five\n"),
        ("bad.png", b"\x89PNG\r\n\x1a\nnonsense"),
        ("notes.docx", b"PK"),
        ("huge.map", b"type octile\nheight 4000\nwidth 4000\nmap\n"),
        ("alone.co", b"p aux sp co 1\nv 1 0 0\n"),
        ("alone.scen", b"version 1\n0 other.map 9 9 0 0 1 1 1\n"),
        ("bad.trace.json", b"{}"),
    ],
)
def test_what_is_refused_is_said_in_the_language(
    open_studio: Open, server: Server, name: str, content: bytes
) -> None:
    studio = open_studio(f"{server.address}&lang=zh", quiet=("400", "413"))
    drop_file(studio, name, content)
    notice = studio.page.locator(".notice")
    expect(notice).to_contain_text(re.compile("[\u4e00-\u9fff]"))
    shown = notice.inner_text()
    assert latin(re.sub(r"[\w/]*(\.\w+)+", "", shown)) == set()
    details = notice.locator("details")
    if details.count():  # details that exist only in English are folded away, and marked as English
        assert details.get_attribute("open") is None
        details.locator("summary").click()
        assert details.locator("p").get_attribute("lang") == "en"
        assert details.locator("p").is_visible()


def test_a_step_is_explained_as_by_the_library(studio: Studio) -> None:
    studio.page.locator("#language").select_option("zh")
    studio.go_to(5)
    grid = worked_example().grid(moves=ps.Moves(straight=10, diagonal=14))
    trace = ps.trace(grid, (1, 2), (5, 2), open_list="heap", algorithm="astar")
    studio.settled()
    shown = studio.page.locator("#sentences li").all_inner_texts()
    assert [text.strip() for text in shown] == str(trace.explain(4, "zh")).splitlines()


def test_the_command_chooses_a_language(open_studio: Open, server: Server) -> None:
    studio = open_studio(f"{server.address}&lang=zh")
    assert studio.page.evaluate("document.documentElement.lang") == "zh"
    assert "lang" not in studio.page.url


def test_a_browser_s_language_is_taken(open_studio: Open) -> None:
    studio = open_studio(locale="zh-CN")
    expect(studio.page.locator("#learn")).to_have_text("学习")
    studio = open_studio(locale="fr-FR")
    expect(studio.page.locator("#learn")).to_have_text("Learn")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_overflows_on_a_phone(open_studio: Open, server: Server, language: str) -> None:
    studio = open_studio(f"{server.address}&lang={language}", **PHONE)
    page = studio.page

    def check() -> None:
        studio.settled()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        wide = page.evaluate(
            """() => [...document.querySelectorAll("button, h2, dt, dd, td, th, p, li, label > span")]
              .filter((each) => each.offsetParent && !each.classList.contains("unseen")
                && getComputedStyle(each).overflow === "visible" && each.scrollWidth > each.clientWidth + 1
                && each.getBoundingClientRect().right > 391).map((each) => each.outerHTML)"""
        )
        assert wide == []

    for tab in ("method", "result", "steps"):
        page.tap(f"#tab-{tab}")
        check()
    for button in ("new", "open", "save", "help"):
        page.tap(f"#{button}")
        check()
        page.keyboard.press("Escape")
    page.tap("#learn")
    chapters = page.locator("#card-lesson select").first
    for chapter in range(chapters.locator("option").count()):
        chapters.select_option(str(chapter))
        check()
        if language == "zh":
            assert latin(page.locator("#card-lesson").inner_text()) <= {"Robert", "Dial", "Lite"}


def test_a_saved_page_has_all_languages(browser: Browser, tmp_path: Path) -> None:
    grid = worked_example().grid(moves=ps.Moves(straight=10, diagonal=14))
    trace = ps.trace(grid, (1, 2), (5, 2), heuristic="manhattan")
    trace.save(tmp_path / "search.html", lang="zh")
    context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
    page = context.new_page()
    page.goto((tmp_path / "search.html").as_uri())
    expect(page.locator("html[data-ready]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    said = page.locator("#says li")
    assert "\n".join(said.all_inner_texts()) == str(trace.explain(0, "zh"))
    assert latin(page.inner_text("body")) == set()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#language").select_option("en")
    assert "\n".join(said.all_inner_texts()) == str(trace.explain(0))
    assert "Search from (1, 2) to (5, 2)" in page.title()
    context.close()
