"""What axe finds on every panel and dialog: nothing serious, in both themes, on a phone too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from studio.conftest import Open, Studio
from studio.test_graphs import make_graph
from studio.test_hands import PHONE
from studio.test_mesh import make_mesh
from studio.test_queries import drop
from unit.studio.files import ARENA, QUERIES

# Passed checks would be most of its result.
RUN = """async () => (await axe.run({ resultTypes: ["violations"] })).violations"""


def violations(studio: Studio) -> list[str]:
    studio.settled()
    if not studio.page.evaluate("'axe' in window"):
        studio.page.evaluate(AXE_SCRIPT)
    found = studio.page.evaluate(RUN)
    return [
        f"{each['id']} ({each['impact']}): {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in {"serious", "critical"}
    ]


def dialogs(studio: Studio, check: Callable[[str], None]) -> None:
    for button in ("#new", "#open", "#save", "#help", "#resize"):
        studio.page.click(button)
        expect(studio.page.locator("dialog")).to_be_visible()
        check(button)
        studio.page.keyboard.press("Escape")
        expect(studio.page.locator("dialog")).to_have_count(0)


def fields(studio: Studio, check: Callable[[str], None]) -> None:
    """Shade the board, paint danger, choose a unit."""
    page = studio.page
    page.click("#layers")
    page.locator("#shade").select_option("goal")
    check("field")
    page.locator("#shade").select_option("none")
    page.click("#layers")
    page.keyboard.press("g")
    studio.click(3, 0)
    studio.open_details("Moves")
    page.get_by_role("combobox", name="Unit").select_option("wagon")
    check("danger and profile")


def comparing(studio: Studio, check: Callable[[str], None]) -> None:
    studio.page.click("#compare")
    studio.page.click("#add-method")
    check("compare")
    studio.page.click("#compare")


def queries(studio: Studio, check: Callable[[str], None]) -> None:
    drop(studio, arena__map=ARENA, arena__scen=QUERIES)
    studio.page.locator("#queries button").nth(1).click()
    check("queries")


def game(studio: Studio, check: Callable[[str], None]) -> None:
    """Place a unit, and look at its panel while it stands still."""
    studio.page.click("#units")
    studio.until("state.game")
    studio.click(1, 0)
    studio.page.wait_for_function(
        "async () => (await part('game/game.js')).game?.frames.last?.units.length === 1"
    )
    studio.page.click("#units-play")
    check("units")
    studio.page.click("#units")


def lesson(studio: Studio, check: Callable[[str], None]) -> None:
    studio.page.click("#learn")
    check("lesson")


def lists(studio: Studio, check: Callable[[str], None]) -> None:
    """Show the open list in each form, and the code in each language with a line lit."""
    page = studio.page
    studio.go_to(6)
    for panel, content in (("#list-fold", "#open-list"), ("#code-fold", "#code")):
        page.click(f"{panel} summary")
        choices = page.locator(f"{content} [role=radio]")
        expect(choices.first).to_be_visible()
        for choice in choices.all():
            choice.click()
            check(f"{panel} {choice.inner_text()}")


def smoothing(studio: Studio, check: Callable[[str], None]) -> None:
    studio.page.click("#smooth-fold summary")
    check("smoothing")


def exploring(studio: Studio, check: Callable[[str], None]) -> None:
    """Let a unit walk over unknown ground, stand, and come back."""
    studio.page.click("#walk-fold summary")
    check("before the walk")
    studio.page.click("#walk-go")
    expect(studio.page.locator("#walk-status")).to_have_text("It has arrived.")
    check("unknown ground")
    studio.page.click("#walk-leave")


def asking(studio: Studio, check: Callable[[str], None]) -> None:
    """Ask why the path does not lead through a square and through a wall."""
    studio.page.keyboard.press("v")
    for square in ((1, 4), (3, 2)):
        studio.click(*square)
        expect(studio.page.locator("#square")).to_be_visible()
        studio.settled()
        check(f"square {square}")


def clusters(studio: Studio, check: Callable[[str], None]) -> None:
    studio.make("Caves", 80, 48, Seed=2)
    studio.page.click("#layers")
    studio.page.locator("#of-layer-clusters input").check()
    expect(studio.page.locator("#two-tiers")).to_be_visible()
    check("clusters")
    studio.page.click("#layers")


def networks(studio: Studio, check: Callable[[str], None]) -> None:
    make_graph(studio, "Geometric", Nodes=30)
    check("graph")


def meshes(studio: Studio, check: Callable[[str], None]) -> None:
    """Look at a mesh board, and select each kind of thing."""
    make_mesh(studio, "Park")
    check("mesh")
    for thing in ("Start", "Disc 1", "Ground 1"):
        studio.page.locator(f"#mesh-things button:has-text('{thing}')").click()
        check(thing)


def refusals(studio: Studio, check: Callable[[str], None]) -> None:
    """Send files that the studio refuses, and read the details."""
    drop(studio, bad__map=b"type octile\nheight five\n")
    studio.page.click(".notice summary")
    check("notice")


PARTS = [
    *(dialogs, fields, lists, smoothing, comparing, queries, game, lesson),
    *(exploring, asking, clusters, networks, meshes, refusals),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("part", PARTS)
def test_nothing_bars_anyone(
    open_studio: Open, scheme: str, part: Callable[[Studio, Callable[[str], None]], None]
) -> None:
    studio = open_studio(color_scheme=scheme, quiet=("400",))
    studio.choose("Estimate H", "manhattan")  # which warns
    found: list[str] = []
    part(studio, lambda name: found.extend(f"{name}: {each}" for each in violations(studio)))
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_bars_anyone_on_a_phone(open_studio: Open, scheme: str) -> None:
    studio = open_studio(color_scheme=scheme, **PHONE)
    page = studio.page
    for tab in ("#tab-method", "#tab-result", "#tab-steps"):
        page.tap(tab)
        assert violations(studio) == [], tab
    drop(studio, arena__map=ARENA, arena__scen=QUERIES)
    page.tap("#tab-queries")
    assert violations(studio) == []
    page.tap("#tab-queries")
    page.tap("#units")
    studio.until("state.game")
    page.tap("#units-play")
    assert violations(studio) == []
    page.tap("#units")
    make_mesh(studio, "Floor")
    page.tap("#tab-mesh")
    assert violations(studio) == []
    page.tap("#save")
    expect(page.locator("#save-name")).to_be_visible()
    assert violations(studio) == []
