"""The panels: smoother paths, unknown ground, several targets, and units' orders by buttons."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from studio.conftest import Studio
from studio.test_game import place, wait_for


def test_a_slider_trades_cost_for_turns(studio: Studio) -> None:
    page = studio.page
    studio.make("Random", 24, 16, Seed=5)
    page.click("#smooth-fold summary")
    page.locator("#smooth select").select_option("turning")
    studio.settled()
    assert studio.ask("state.smoothed && boards[0].path.length === 0")
    slider = page.locator("#smooth-slider")

    def figure(name: str) -> float:
        words = page.locator(f"#smooth-figures tr:has(th:text-is('{name}')) td").last.inner_text()
        return float(re.sub(r"[^\d.]", "", words))

    slider.fill("0")
    free = figure("Cost as a line"), figure("Turning")
    slider.fill("7")
    dear = figure("Cost as a line"), figure("Turning")
    assert dear[0] >= free[0]
    assert dear[1] < free[1]
    expect(page.locator(".chart circle")).to_have_count(9)
    page.locator("#smooth select").select_option("none")
    studio.settled()
    assert studio.ask("!state.smoothed && boards[0].path.length > 0")


def test_a_unit_walks_sees_and_plans_again(studio: Studio) -> None:
    page = studio.page
    page.click("#walk-fold summary")
    page.click("#walk-go")
    page.get_by_label("Steps in a second").select_option("32")
    expect(page.locator("#walk-status")).to_have_text("It has arrived.")
    expect(page.locator("#card-explain")).to_be_hidden()
    expect(page.locator("#walk-work")).to_contain_text("by repairs")
    page.click("#walk-leave")
    expect(page.locator("#card-explain")).to_be_visible()
    assert studio.ask("boards[0].path.length") == 7
    page.click("#walk-explore")
    expect(page.locator("#walk-status")).to_have_text("It has seen all that it can reach.")


BACKEND = "(await part('backend/backend.js')).backend"
AWAY = (
    f"{BACKEND}.plain = {BACKEND}.stride, {BACKEND}.stride = async () => {{ throw new TypeError('away') }}, 1"
)
BACK = f"{BACKEND}.stride = {BACKEND}.plain, 1"


def untold(studio: Studio, x: int, y: int) -> object:
    """Return the costs painted on a square that have not been sent to the back end."""
    return studio.ask(
        "(await part('walk/walk.js')).walk.painted.filter((each) => each.place + '' === "
        f"'{x},{y}').map((each) => each.cost)"
    )


def test_what_is_painted_while_the_server_is_away_reaches_the_unit_later(studio: Studio) -> None:
    page = studio.page
    page.click("#walk-fold summary")
    page.click("#walk-go")
    page.click("#walk-play")  # pause
    studio.settled()
    studio.ask(AWAY)
    page.keyboard.press("d")
    studio.click(6, 0)
    page.click("#walk-step")
    studio.settled()
    assert untold(studio, 6, 0) == [None]
    studio.ask(BACK)
    page.click("#walk-step")
    studio.settled()
    assert untold(studio, 6, 0) == []


def test_a_unit_that_walks_pays_its_own_price_for_painted_ground(studio: Studio) -> None:
    page = studio.page
    studio.ask(
        """(async () => {
          const [{ emptyMap }, { setWorld }] = [await part("state.js"), await part("board/map.js")];
          const map = emptyMap(9, 5);
          map.palette.push({ cost: 9, name: "water" });
          setWorld({ map, start: 0, goal: 44, rules: { ...state.rules, profile: "hover" } });
        })()"""
    )
    page.click("#walk-fold summary")
    page.click("#walk-go")
    page.click("#walk-play")
    studio.settled()
    studio.ask("(await part('board/palette.js')).chooseMaterial(2) ?? 1")
    studio.click(8, 0)
    own = studio.ask("(await part('board/kinds.js')).paid({ cost: 9, name: 'water' })")
    assert own != 9
    assert untold(studio, 8, 0) == [own]


def test_clusters_are_a_layer(studio: Studio) -> None:
    page = studio.page
    studio.make("Caves", 80, 48, Seed=2)
    page.click("#layers")
    page.get_by_label("Clusters and their gates").check()
    studio.settled()
    expect(page.locator("#two-tiers")).to_contain_text("The path over the clusters has")
    page.keyboard.press("Escape")
    page.click("#back")  # before the end of the search there is no path yet
    tiers = "(await part('board/overlays.js')).shownOverlays()"
    assert studio.ask(f"[{tiers}.legs.length, {tiers}.clusters.sides]") == [0, [32]]
    page.click("#layers")
    page.get_by_label("Clusters and their gates").uncheck()
    assert studio.ask(f"{tiers}.clusters") is None
    expect(page.locator("#two-tiers")).to_be_hidden()


def test_fog_and_targets_are_painted_undone_and_shared(studio: Studio) -> None:
    page = studio.page
    page.keyboard.press("o")
    studio.drag((5, 1), (5, 3))
    assert studio.ask("state.map.fog.reduce((sum, each) => sum + each, 0)") > 3
    page.keyboard.press("Control+z")
    assert studio.ask("state.map.fog === null")
    page.keyboard.press("Control+y")
    page.keyboard.press("x")
    studio.click(1, 4)
    assert studio.ask("state.results[0].head.cost") == 20
    page.click("#share")  # writes the address at once
    studio.reload()
    assert studio.ask("[state.map.targets, state.map.fog[5 + 7 * 2]]") == [[29], 1]
    page.keyboard.press("x")
    studio.click(1, 4)
    assert studio.ask("state.results[0].head.cost") == 68


def test_a_large_unit_does_not_fit_everywhere(studio: Studio) -> None:
    page = studio.page
    studio.open_details("Moves")
    page.get_by_role("spinbutton", name="Size in squares").fill("2")
    page.keyboard.press("Tab")
    assert studio.ask("[state.results[0].head.status, boards[0].body]") == ["NO_PATH", 2]
    studio.click(3, 1, button="right")  # now two rows are free above the wall
    assert studio.ask("state.results[0].head.status") == "FOUND"
    studio.drag((5, 2), (6, 2))  # free ground, but only one column wide
    studio.settled()
    expect(page.locator("#result")).to_contain_text("The unit does not fit where the target is.")
    expect(page.locator("#sentences")).to_contain_text("the unit cannot stand")


def test_units_follow_and_patrol_by_buttons(studio: Studio) -> None:
    page = studio.page
    page.click("#units")
    place(studio, (0, 0), (0, 4))
    wait_for(studio, "game.frames.last?.units.length === 2")
    page.keyboard.press("v")
    expect(page.locator("#units-patrol")).to_be_disabled()
    studio.click(0, 0)
    page.click("#units-patrol")
    studio.click(6, 0)
    studio.click(0, 0)
    page.click("#units-round")
    wait_for(studio, "game.frames.last.look?.order === 'patrol'")
    studio.click(0, 4)
    page.click("#units-follow")
    wait_for(studio, "game.frames.last.look?.order === null")
    box = page.evaluate(
        "async () => { const { game } = await part('game/game.js');"
        " return game.frames.last.positions[0].map(Math.round); }"
    )
    studio.click(*box)
    wait_for(studio, "[null, 'follow'].includes(game.frames.last.look?.order)")
    page.locator("#units-fog").check()
    wait_for(studio, "game.frames.fogAt(game.shown, 10)?.includes(0)")
    page.locator("#units-danger").uncheck()
    page.click("#units-lose")
    wait_for(studio, "game.frames.last.units.length < 2")
