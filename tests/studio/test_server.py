"""The server as a process: started, killed, started again, opened to others."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pathstar.studio.serving.server import outward_address
from studio.conftest import PART, ROOT, SLOW, Open, Server, Studio


def test_the_page_says_that_the_server_is_gone_and_goes_on(open_studio: Open, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        studio = open_studio(server.address, quiet=("Failed to load resource", "net::ERR"))
        studio.drag((6, 0), (6, 1))
        server.stop(signal.SIGKILL)
        studio.drag((4, 0), (4, 1))
        offline = studio.page.locator("#offline")
        expect(offline).to_contain_text("does not answer")
        studio.drag((5, 2), (6, 4))
        assert studio.walls() == 7
        server.start()
        expect(offline).to_be_hidden()
        expect(studio.page.locator("#notices")).to_contain_text("The server is back")
        studio.settled()
        assert studio.ask("state.results[0].head.path.at(-1)") == studio.ask("state.goal")
        assert studio.walls() == 7
        studio.go_to(2)
        expect(studio.page.locator("#sentences")).to_contain_text("lowest F")
    finally:
        server.stop()


def test_what_the_server_has_forgotten_is_sent_again(open_studio: Open, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        studio = open_studio(server.address, quiet=("Failed to load resource", "net::ERR"))
        studio.go_to(3)
        server.stop(signal.SIGKILL)
        server.start()
        studio.go_to(4)
        expect(studio.page.locator("#explain-which")).to_have_text("step 4")
        expect(studio.page.locator("#sentences")).to_contain_text("closed list")
        studio.choose("Algorithm", "dijkstra")
        studio.settled()
        studio.expect_figure("Cost", "68")
    finally:
        server.stop()


def test_without_the_key_the_page_says_what_to_do(open_studio: Open, server: Server) -> None:
    page = open_studio().page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    page.goto(server.address.split("?")[0])
    expect(page.locator("#offline")).to_contain_text("Open the address that")
    page.context.close()


def test_a_shared_link_without_the_key_says_once_what_to_do(open_studio: Open, server: Server) -> None:
    studio = open_studio()
    studio.drag((6, 0), (6, 1))
    studio.until("location.hash.length > 20")
    link = studio.page.url
    page = studio.page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    page.add_init_script(PART)
    page.goto(link)
    expect(page.locator("html[data-ready]")).to_have_count(1)
    expect(page.locator("#offline")).to_be_visible()
    page.evaluate("async () => (await part('backend/work.js')).atRest()")
    assert page.locator("body").inner_text().lower().count("open the address") == 1
    expect(page.locator(".notice")).to_have_count(0)
    bar, above = page.locator(".bar").bounding_box(), page.locator("#offline").bounding_box()
    assert bar
    assert above
    assert above["y"] + above["height"] <= bar["y"] + 1
    page.context.close()


def test_nothing_comes_from_elsewhere(open_studio: Open, server: Server) -> None:
    studio = open_studio()
    entries = "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).host)"
    assert set(studio.page.evaluate(entries)) == {f"127.0.0.1:{server.port}"}


def test_the_next_visit_asks_for_no_file_again(studio: Studio) -> None:
    studio.reload()
    entries = """performance.getEntriesByType("resource")
      .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])"""
    files = {path: size for path, size in studio.page.evaluate(entries) if re.search(r"/(static|lib)/", path)}
    assert len(files) > 60
    assert {path: size for path, size in files.items() if size} == {}


def test_every_module_is_loaded_at_once() -> None:
    page = (ROOT / "src/pathstar/web/studio/index.html").read_text(encoding="utf-8")
    folder = ROOT / "src/pathstar/web/studio/js"
    modules = {path.relative_to(folder).as_posix() for path in folder.rglob("*.js")}
    assert set(re.findall(r'modulepreload" href="/static/js/([^"]+)"', page)) == modules - {
        "main.js",
        "early.js",
    }


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pathstar.cli.main", "studio", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such.map"], "there is no file no-such.map"),
        (["--folder", "no-such-folder"], "is not a folder"),
        (["--host", "203.0.113.7", "--no-browser"], "assign"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_letting_others_in_is_warned_of(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pathstar.cli.main", "studio", "--no-browser", "--host", "0.0.0.0"]
    command += ["--port", "0", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Warning: listening on 0.0.0.0")
        assert re.match(r"pathstar studio: http://127\.0\.0\.1:\d+/\?token=\w{40}", process.stdout.readline())
        said, own = process.stdout.readline(), outward_address()
        if own is None:  # this machine is on no network
            assert said.startswith("Maps are read")
        else:
            assert said.startswith(f"From elsewhere on the network: http://{own}:")
            with urllib.request.urlopen(said.split()[-1], timeout=SLOW / 1000) as page:
                assert page.status == 200
        process.terminate()


def test_ctrl_c_ends_it_without_a_word_as_soon_as_it_says_where_it_is(tmp_path: Path) -> None:
    for _ in range(3):
        server = Server(tmp_path, stderr=subprocess.PIPE)
        server.process.send_signal(signal.SIGINT)
        _, said = server.process.communicate(timeout=4 * SLOW / 1000)
        assert (server.process.returncode, said) == (130, "")


def test_the_page_works_with_another_back_end(studio: Studio) -> None:
    """All data comes through the interface: here from files without a server, with counted calls."""
    studio.page.evaluate(
        """async () => {
          const { backend, useBackend } = await part("backend/backend.js");
          const counted = Object.entries(backend).map(([name, call]) =>
            [name, (...given) => (window.asked.push(name), call(...given))]);
          window.asked = [];
          const files = async () => ({ folder: "nowhere", files: ["made-up.txt"], more: false });
          useBackend({ ...Object.fromEntries(counted), files });
        }"""
    )
    studio.drag((1, 2), (1, 3))
    studio.go_to(2)
    studio.settled()
    assert {"trace", "explain"} <= set(studio.page.evaluate("window.asked"))
    studio.page.click("#open")
    expect(studio.page.locator("dialog")).to_contain_text("In the folder nowhere")
    expect(studio.page.locator("dialog .files")).to_have_text("made-up.txt")
