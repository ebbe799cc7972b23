"""Queries of a scenario, and recorded searches, opened in the page."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from studio.conftest import Open, Server, Studio
from unit.studio.files import ARENA, QUERIES, posthoc

ROWS = [
    "1 (0, 0) to (4, 0), length 7.4142",
    "2 (0, 2) to (4, 2), length 4",
    "3 (1, 1) to (0, 0), length 0",
]


def drop(studio: Studio, **files: bytes) -> None:
    """Drop files on the page; __ in a name stands for a dot."""
    sent = [[name.replace("__", "."), base64.b64encode(data).decode()] for name, data in files.items()]
    studio.page.evaluate(
        """(files) => {
          const dataTransfer = new DataTransfer();
          for (const [name, content] of files) {
            const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
            dataTransfer.items.add(new File([bytes], name));
          }
          const how = { dataTransfer, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent("drop", how));
        }""",
        sent,
    )


def rows(studio: Studio) -> list[str]:
    studio.settled()
    return [" ".join(row.split()) for row in studio.page.locator("#queries li").all_inner_texts()]


def test_queries_dropped_with_their_map_are_a_click_away(studio: Studio) -> None:
    drop(studio, arena__map=ARENA, arena__map__scen=QUERIES)
    assert rows(studio) == ROWS
    words = studio.page.locator("#query-length")
    expect(words).to_have_text("The path costs 7.4142, the length in the file.")
    assert studio.ask("[state.start, state.goal, state.map.width]") == [0, 4, 5]
    studio.page.locator("#queries button").nth(1).click()
    assert studio.ask("[state.start, state.goal]") == [10, 14]
    expect(words).to_have_text("The path costs 4, the length in the file.")
    studio.page.locator("#queries button").nth(2).click()
    expect(words).to_contain_text("In the file: no path.")
    studio.page.keyboard.press("Control+z")
    studio.page.keyboard.press("Control+z")
    assert studio.ask("[state.start, state.goal]") == [0, 4]
    studio.page.keyboard.press("Control+z")
    expect(studio.page.locator("#card-queries")).to_be_hidden()
    assert studio.ask("[state.map.width, state.rules.straight]") == [7, 10]


def test_queries_lie_on_the_map_that_is_open_if_it_fits(open_studio: Open) -> None:
    studio = open_studio(quiet=("400",))
    drop(studio, arena__map__scen=QUERIES)
    expect(studio.page.locator("#notices")).to_contain_text("open it together with that map")
    drop(studio, arena__map=ARENA)
    expect(studio.page.locator("#notices")).to_contain_text("arena.map opened")
    drop(studio, arena__map__scen=QUERIES)
    expect(studio.page.locator("#notices")).to_contain_text("It lies on the map that was open.")
    assert rows(studio) == ROWS


def test_queries_in_the_folder_find_their_map(studio: Studio, server: Server) -> None:
    (server.folder / "arena.map").write_bytes(ARENA)
    (server.folder / "arena.map.scen").write_bytes(QUERIES)
    studio.page.click("#open")
    studio.page.click("dialog .files button:text-is('arena.map.scen')")
    assert rows(studio) == ROWS
    expect(studio.page.locator("#map-name")).to_have_text("arena.map.scen")


def test_many_queries_are_listed_in_parts(studio: Studio) -> None:
    head, *lines = QUERIES.splitlines(keepends=True)
    drop(studio, arena__map=ARENA, arena__scen=head + lines[0] * 120 + lines[1])
    assert len(rows(studio)) == 100
    studio.page.get_by_role("button", name="After").click()
    assert [row.split()[0] for row in rows(studio)][:2] == ["101", "102"]
    studio.page.locator("#queries button").nth(20).click()
    assert studio.ask("state.start") == 10


def test_a_trace_dropped_with_its_map_is_played(studio: Studio, tmp_path: Path) -> None:
    trace, data = posthoc(tmp_path)
    drop(studio, arena__map=ARENA, search__trace__json=data)
    studio.settled()
    assert studio.ask("[steps(), state.results[0].head.algorithm]") == [len(trace), "imported"]
    expect(studio.page.locator("#method-summary")).to_have_text("Recorded search: search.trace.json")
    expect(studio.page.locator("#result")).to_contain_text("does not say what the search promises")
    assert studio.walls() == 3
    studio.go_to(3)
    expect(studio.page.locator("#sentences")).to_contain_text("is taken from the open list and closed")
    assert json.loads(studio.download("json"))["events"][-1]["type"] == "end"
    studio.drag((0, 0), (0, 2))
    studio.settled()
    assert studio.ask("state.results[0].head.algorithm") == "astar"
    studio.page.keyboard.press("Control+z")
    assert studio.ask("[steps(), state.results[0].head.algorithm]") == [len(trace), "imported"]


def test_a_trace_alone_lies_on_the_open_map_or_on_open_ground(studio: Studio, tmp_path: Path) -> None:
    _, data = posthoc(tmp_path)
    drop(studio, search__trace__json=data)
    expect(studio.page.locator("#notices")).to_contain_text("A trace holds no walls")
    assert studio.ask("[state.map.width, state.map.height]") == [5, 3]
    assert studio.walls() == 0
    drop(studio, arena__map=ARENA)
    expect(studio.page.locator("#notices")).to_contain_text("arena.map opened")
    drop(studio, search__trace__json=data)
    expect(studio.page.locator("#notices")).to_contain_text("It lies on the map that was open.")
    assert studio.walls() == 3


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("search__trace__json", b'{"version": "1.4.0", "events": 3}', "a list called events"),
        ("search__trace__yaml", b"events: [{type: jump}]", "type 'jump' in event 0"),
        ("arena__scen", b"version 1\n0 arena.map 9 9 0 0 1 1 1\n", "is for a map of 9 x 9"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(
    open_studio: Open, name: str, content: bytes, words: str
) -> None:
    studio = open_studio(quiet=("400",))
    drop(studio, arena__map=ARENA, **{name: content})
    expect(studio.page.locator("#notices")).to_contain_text(words)
    studio.expect_figure("Cost", "68")


def test_a_recorded_search_is_sent_again_to_a_server_that_has_dropped_it(
    studio: Studio, tmp_path: Path
) -> None:
    trace, data = posthoc(tmp_path)
    drop(studio, arena__map=ARENA, search__trace__json=data)
    studio.settled()
    for column in range(5):  # more searches than traces that the server keeps
        studio.drag((0, 0), (column, 2))
        studio.settled()
        studio.drag((column, 2), (0, 0))
        studio.settled()
    assert studio.ask("state.results[0].head.algorithm") == "imported"
    studio.go_to(2)
    expect(studio.page.locator("#sentences")).to_contain_text("is taken from the open list and closed")
    assert studio.ask("steps()") == len(trace)
