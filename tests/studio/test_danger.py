"""Danger painted with a brush, and units of several kinds."""

from __future__ import annotations

from playwright.sync_api import expect

from studio.conftest import Studio


def test_the_path_goes_round_painted_danger(studio: Studio) -> None:
    studio.make("Empty", 15, 9)
    straight = "state.results[0].head.path.includes(4 * 15 + 7)"
    assert studio.ask(straight)
    studio.page.keyboard.press("g")
    studio.click(7, 4)
    assert not studio.ask(straight)
    studio.page.keyboard.press("Control+z")
    assert studio.ask(straight)
    studio.page.keyboard.press("Control+y")
    studio.drag((7, 4), (7, 4), button="right")
    assert studio.ask(f"state.map.danger.length === 0 && {straight}")


def test_a_boat_stays_on_the_water(studio: Studio) -> None:
    studio.make("Terrain", 24, 16, Seed=3)
    studio.open_details("Moves")
    studio.page.get_by_role("combobox", name="Unit").select_option("boat")
    expect(studio.page.locator("#readout-words")).to_contain_text("not walkable")
    studio.drag((2, 2), (10, 2))  # from the land into the water
    wet = "state.map.palette[state.map.codes[state.start]].name"
    assert studio.ask(wet) == "water"
