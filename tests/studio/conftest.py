"""A studio in a real Chromium."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SLOW = 15_000  # milliseconds that a loaded machine may take


class Server:
    """The command `pathstar studio` as a process of its own."""

    def __init__(self, folder: Path, port: int = 0, *more: str) -> None:
        self.folder = folder
        self._more = more
        self.port = port or free_port()
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pathstar.cli.main", "studio", "--no-browser"]
        command += ["--port", str(self.port), "--folder", str(self.folder), *self._more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.said)
        assert found, self.said
        self.address = found[0]

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def chromium() -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "find_chromium.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stderr, pytrace=False)  # never skipped: the studio is what these tests are about
    return done.stdout.strip()


@pytest.fixture(scope="session", autouse=True)
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session")
def server(state_folder: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("maps"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for a module: while it lives, no other event loop can run in this thread."""
    expect.set_options(timeout=SLOW)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


class Studio:
    """A page of the studio, with hands."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ask(self, expression: str) -> Any:
        """Evaluate something about ``state``, ``boards`` and ``steps()`` of the page."""
        return self.page.evaluate(
            'async () => { const { state, steps } = await import("/static/js/state.js");'
            'const { boards } = await import("/static/js/stage.js");'
            f"return {expression}; }}"
        )

    def spot(self, x: int, y: int, board: str = "a") -> tuple[float, float]:
        """Return where a square is on the screen."""
        which = "ab".index(board)
        cell = f"{y} * state.map.width + {x}"
        left, top = self.ask(f"boards[{which}].centreOf({cell})")
        box = self.page.locator(f"#board-{board}").bounding_box()
        assert box
        return box["x"] + left, box["y"] + top

    def click(self, x: int, y: int, **more: Any) -> None:
        self.page.mouse.click(*self.spot(x, y), **more)

    def drag(self, *places: tuple[int, int], button: Any = "left") -> None:
        self.page.mouse.move(*self.spot(*places[0]))
        self.page.mouse.down(button=button)
        for place in places[1:]:
            self.page.mouse.move(*self.spot(*place), steps=4)
        self.page.mouse.up(button=button)

    def walls(self) -> int:
        return int(self.ask("state.map.codes.filter((code) => state.map.palette[code].cost === null).length"))

    def code(self, x: int, y: int) -> Any:
        """Return what a square costs, None for a wall."""
        return self.ask(f"state.map.palette[state.map.codes[{y} * state.map.width + {x}]].cost")

    def figure(self, name: str) -> str:
        return self.page.locator(f"#figures div:has(dt:text-is('{name}')) dd").inner_text()

    def expect_figure(self, name: str, value: str) -> None:
        expect(self.page.locator(f"#figures div:has(dt:text-is('{name}')) dd")).to_have_text(value)

    def expect_step(self, words: str) -> None:
        expect(self.page.locator("#step-words")).to_have_text(words)

    def go_to(self, step: int) -> None:
        self.page.locator("#scrub").fill(str(step))

    def choose(self, label: str, value: str) -> None:
        self.page.get_by_label(label).first.select_option(value)

    def open_details(self, words: str) -> None:
        self.page.locator(f"summary:has-text('{words}')").first.click()

    def make(self, generator: str, width: int, height: int, **options: float) -> None:
        self.page.click("#new")
        self.page.click(f"dialog button:has(strong:text-is('{generator}'))")
        for name, value in {"Width": width, "Height": height, **options}.items():
            self.page.get_by_role("spinbutton", name=name, exact=True).fill(str(value))
            self.page.keyboard.press("Tab")
        self.page.click("#make")
        expect(self.page.locator("dialog")).to_have_count(0)
        self.settled()

    def settled(self) -> None:
        """Wait until the search that was asked for last has answered."""
        self.page.evaluate(
            """async () => {
              const { busy } = await import("/static/js/run.js");
              do await new Promise((done) => setTimeout(done, 10));
              while (busy());
            }"""
        )

    def lesson(self, number: int) -> None:
        """Go to the n-th step of the lesson, which has been begun."""
        for _ in range(number):
            self.page.click("#lesson-next")


Open = Callable[..., Studio]


@pytest.fixture
def open_studio(browser: Browser, server: Server) -> Iterator[Open]:
    """Open a page of the studio; at the end nothing may have gone wrong in it."""
    contexts, wrong = [], []

    def open(address: str = "", *, quiet: tuple[str, ...] = (), **context: Any) -> Studio:
        made = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **context})
        contexts.append(made)
        page = made.new_page()
        page.on("pageerror", lambda error: wrong.append(f"{error}\n{error.stack}"))
        page.on(
            "console",
            lambda message: (
                message.type in {"error", "warning"}
                and not any(words in message.text for words in quiet)
                and wrong.append(message.text)
            ),
        )
        page.goto(address or server.address)
        expect(page.locator("html[data-ready]")).to_have_count(1)
        studio = Studio(page)
        studio.settled()
        return studio

    yield open
    for context in contexts:
        context.close()
    assert not wrong, "\n".join(map(str, wrong))


@pytest.fixture
def studio(open_studio: Open) -> Studio:
    return open_studio()
