"""Files, pictures, traces and links."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

import pathstar as ps
from studio.conftest import Open, Server, Studio

TEXT = "A....\n.###.\n....B\n"


def drop(studio: Studio, name: str, content: bytes) -> None:
    """Drop a file on the page."""
    studio.page.evaluate(
        """([name, content]) => {
          const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes], name));
          for (const type of ["dragenter", "dragover", "drop"]) {
            const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
            document.body.dispatchEvent(event);
          }
        }""",
        [name, base64.b64encode(content).decode()],
    )


def test_a_dropped_file_is_opened(studio: Studio) -> None:
    drop(studio, "small.txt", TEXT.encode())
    expect(studio.page.locator("#notices")).to_contain_text("small.txt opened")
    assert studio.ask("[state.map.width, state.map.height, state.start, state.goal]") == [5, 3, 0, 14]
    assert studio.walls() == 3
    studio.page.keyboard.press("Control+z")
    assert studio.ask("state.map.width") == 7


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("bad.map", b"type octile\nheight five\nwidth 3\nmap\n...\n", "bad.map, line 2"),
        ("bad.png", b"\x89PNG\r\n\x1a\nnonsense", "bad.png"),
        ("notes.docx", b"PK", "notes.docx has none of the formats that fit here: .map"),
        ("empty.csv", b"", "empty.csv"),
    ],
)
def test_a_malformed_file_is_refused_with_a_reason(
    open_studio: Open, name: str, content: bytes, words: str
) -> None:
    studio = open_studio(quiet=("400",))
    drop(studio, name, content)
    expect(studio.page.locator("#notices")).to_contain_text(words)
    studio.expect_figure("Cost", "68")


def test_a_chosen_file_is_opened(studio: Studio, tmp_path: Path) -> None:
    file = tmp_path / "grid.csv"
    file.write_text("1,1,1\n1,0,1\n1,1,1\n")
    studio.page.click("#open")
    with studio.page.expect_file_chooser() as chooser:
        studio.page.click("#choose-file")
    chooser.value.set_files(file)
    expect(studio.page.locator("#notices")).to_contain_text("grid.csv opened")


def test_the_folder_s_files(studio: Studio, server: Server) -> None:
    studio.make("Terrain", 40, 30)
    page = studio.page
    page.keyboard.press("Control+s")
    page.fill("#save-name", "land")
    page.get_by_label("Format").select_option(".npz")
    expect(page.locator("#save-name")).to_have_value("land.npz")
    page.click("#save-folder")
    expect(page.locator("#notices")).to_contain_text("saved in the folder")
    saved = ps.read(server.folder / "land.npz")
    assert (saved.width, saved.height) == (40, 30)
    assert saved.marks["start"] == tuple(studio.ask("[state.start % 40, Math.floor(state.start / 40)]"))
    cost = studio.figure("Cost")
    studio.page.keyboard.press("Control+z")
    page.keyboard.press("Control+o")
    page.click("dialog .files button:text-is('land.npz')")
    expect(page.locator("#map-name")).to_have_text("land.npz")
    studio.expect_figure("Cost", cost)


def test_a_map_is_downloaded(studio: Studio, tmp_path: Path) -> None:
    studio.page.click("#save")
    studio.page.fill("#save-name", "mine.map")
    with studio.page.expect_download() as download:
        studio.page.click("#save-download")
    file = tmp_path / "mine.map"
    download.value.save_as(file)
    assert (~ps.read(file).passable).sum() == 3


@pytest.mark.parametrize(
    ("format", "begins"),
    [("canvas", b"\x89PNG"), ("svg", b"<svg"), ("html", b"<!"), ("gif", b"GIF8"), ("json", b"{")],
)
def test_pictures_and_traces_are_downloaded(studio: Studio, format: str, begins: bytes) -> None:
    studio.go_to(5)
    data = studio.download(format)
    assert data[:400].lower().lstrip().startswith(begins.lower())
    if format == "json":
        assert {event["type"] for event in json.loads(data)["events"]} >= {"source", "expanding", "end"}


def test_a_link_holds_the_whole_state(studio: Studio, open_studio: Open, server: Server) -> None:
    studio.drag((6, 0), (6, 1))
    studio.choose("Algorithm", "weighted-astar")
    studio.page.click("#compare")
    studio.settled()
    studio.go_to(4)
    studio.page.click("#share")
    expect(studio.page.locator("#notices")).to_contain_text("this map, these options and this step")
    link = studio.page.evaluate("location.href")
    assert "#" in link
    assert "token" not in link
    other = open_studio(server.address + "#" + link.split("#")[1])
    assert other.walls() == 5
    assert other.ask("[state.methods[0].algorithm, state.compare, state.rules.straight]") == [
        "weighted-astar", True, 10,
    ]  # fmt: skip
    assert other.ask("state.position") == 4


def test_a_broken_link_is_no_harm(open_studio: Open, server: Server) -> None:
    studio = open_studio(server.address + "#nonsense")
    expect(studio.page.locator("#notices")).to_contain_text("could not be read")
    studio.expect_figure("Cost", "68")


def test_a_map_named_at_the_start_is_opened(open_studio: Open, server: Server) -> None:
    (server.folder / "first.txt").write_text(TEXT)
    studio = open_studio(server.address + "&open=first.txt")
    expect(studio.page.locator("#map-name")).to_have_text("first.txt")
    assert studio.ask("state.map.width") == 5


def test_terrain_is_kept_unless_another_format_is_chosen(studio: Studio, server: Server) -> None:
    page = studio.page
    page.get_by_role("radio", name="forest: a step costs 5 times as much").click()
    studio.drag((3, 0), (4, 0))
    page.click("#save")
    expect(page.get_by_label("Format")).to_have_value(".txt")
    expect(page.locator("#save-keeps")).to_have_text("It holds walls, ground, start and target.")
    page.fill("#save-name", "kept.txt")
    page.click("#save-folder")
    expect(page.locator("#notices")).to_contain_text("kept.txt saved in the folder.")
    saved = ps.read(server.folder / "kept.txt")
    costs = saved.cost_field()
    assert costs is not None
    assert costs[0, 3] == 5
    assert saved.marks == {"start": (1, 2), "goal": (5, 2)}


def test_what_a_format_drops_is_said_before_and_after(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("radio", name="forest: a step costs 5 times as much").click()
    studio.drag((3, 0), (4, 0))
    page.click("#save")
    page.get_by_label("Format").select_option(".map")
    keeps = page.locator("#save-keeps")
    expect(keeps).to_have_text("It holds the walls, but not what ground costs, and not start and target.")
    with page.expect_download():
        page.click("#save-download")
    notice = page.locator("#notices")
    expect(notice).to_contain_text(
        "A .map file loses what ground costs, the names of ground and where start and target are."
    )
    assert "lossy" not in notice.inner_text()


def test_name_and_format_follow_each_other(studio: Studio, server: Server) -> None:
    page = studio.page
    page.click("#save")
    format = page.get_by_label("Format")
    page.fill("#save-name", "Board.MAP")
    expect(format).to_have_value(".map")
    expect(page.locator("#save-keeps")).to_contain_text("not start and target")
    page.fill("#save-name", "school.2")
    expect(format).to_have_value(".map")
    format.select_option(".csv")
    page.fill("#save-name", "without a suffix")
    page.click("#save-folder")
    expect(page.locator("#notices")).to_contain_text("without a suffix.csv saved in the folder")
    assert ps.read(server.folder / "without a suffix.csv").width == 7


def test_a_map_without_a_name_is_not_saved(studio: Studio) -> None:
    for name in ("", ".txt"):
        studio.page.click("#save")
        studio.page.fill("#save-name", name)
        studio.page.click("#save-folder")
        expect(studio.page.locator(".notice")).to_have_text("Give it a name first.")
        studio.page.keyboard.press("Escape")


def test_words_for_programs_do_not_reach_the_page(open_studio: Open) -> None:
    studio = open_studio(quiet=("422", "413"))
    said = studio.page.evaluate(
        """async () => {
          const { backend } = await part("backend/backend.js");
          return backend.generate({ kind: "squares", generator: "maze", width: 0, height: 3 })
            .catch((error) => error.message);
        }"""
    )
    assert said.startswith("The studio cannot do that")
    drop(studio, "huge.map", b"type octile\nheight 4000\nwidth 4000\nmap\n")
    expect(studio.page.locator(".notice")).to_contain_text("16,000,000 cells; the limit is 1,048,576")
    assert "cell_limit" not in studio.page.locator(".notice").inner_text()


def test_skipping_to_the_board_keeps_the_link(studio: Studio) -> None:
    studio.drag((6, 0), (6, 1))
    studio.page.click("#share")  # writes the address at once
    studio.settled()
    studio.page.locator(".notice button").click()
    link = studio.page.evaluate("location.hash")
    studio.page.locator("#skip").focus()
    studio.page.keyboard.press("Enter")
    studio.settled()
    expect(studio.page.locator("#board-1")).to_be_focused()
    expect(studio.page.locator(".notice")).to_have_count(0)
    assert studio.page.evaluate("location.hash") == link
    assert studio.walls() == 5
