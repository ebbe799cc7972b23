"""A studio in a real Chromium."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
# Each window of a full Chromium prepares two menus of its address bar as separate pages: more work than a
# page of the studio. The flag replaces a list of Playwright; the last three come from that list.
UNUSED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "PaintHolding",
)  # fmt: skip
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    f"--disable-features={','.join(UNUSED)}",
]  # fmt: skip
WINDOW = {"width": 1280, "height": 800}
MEDIA = {"color_scheme": "light", "reduced_motion": "reduce"}  # no waiting for transitions
SLOW = 60_000  # milliseconds that a loaded machine may take

# Returns a module of the page; its address contains the revision of the page's files.
PART = """window.part = (name) =>
  import(new URL(name, document.querySelector("script[type=module]").src))"""

# Waits until nothing is under way in the page and all finite animations have ended, then evaluates.
AT_REST = """async () => {
  const { atRest, underWay } = await part("backend/work.js");
  const late = new Promise((_, fail) => {
    AbortSignal.timeout(MOST).onabort = () => fail(new Error(`still under way: ${underWay()}`));
  });
  await Promise.race([atRest(), late]);
  const ends = (each) => each.effect.getComputedTiming().endTime < Infinity;
  const moving = document.getAnimations().filter(ends);
  await Promise.allSettled(moving.map((each) => each.finished));
  const { state, steps } = await part("state.js");
  const { boards } = await part("board/stage.js");
  return READ;
}""".replace("MOST", str(4 * SLOW))

# A browser that has been here before, with the fields of the method in view.
RETURNS = """() => {
  localStorage.setItem("pathstar-welcomed", "yes");
  localStorage.setItem("pathstar-method", "open");
}"""

# What only a timer removes, such as notices after some seconds, stays until the test has read it.
STAYS = """() => {
  const plain = window.setTimeout;
  window.setTimeout = (run, wait, ...more) => (wait >= 5000 ? 0 : plain(run, wait, ...more));
}"""


class Server:
    """The command `pathstar studio` as a separate process."""

    def __init__(self, folder: Path, **streams: Any) -> None:
        self.folder = folder
        self._streams = streams
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pathstar.cli.main", "studio", "--no-browser"]
        command += ["--port", str(self.port), "--folder", str(self.folder)]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment, **self._streams
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.said)
        assert found, self.said
        self.address = found[0]
        self.port = int(self.address.split(":")[2].split("/")[0])

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(4 * SLOW / 1000)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def chromium() -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "find_chromium.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stderr, pytrace=False)  # never skipped: these tests are about the studio
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


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for these tests: while it lives, no other event loop can run in this thread."""
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
        """Evaluate something about ``state``, ``boards`` and ``steps()`` once the page is at rest."""
        return self.page.evaluate(AT_REST.replace("READ", expression))

    def until(self, expression: str) -> None:
        """Wait until a condition holds: for what the browser does with a delay."""
        end = time.monotonic() + SLOW / 1000
        while not self.ask(expression):
            assert time.monotonic() < end, f"never true: {expression}"

    def spot(self, x: int, y: int, board: int = 1) -> tuple[float, float]:
        """Return where a square is on the screen."""
        which = board - 1
        left, top, dx, dy = self.ask(
            f"[...boards[{which}].centreOf({y} * state.map.width + {x}),"
            f" ...(({{ x, y }}) => [x, y])(boards[{which}].canvas.getBoundingClientRect())]"
        )
        return left + dx, top + dy

    def click(self, x: int, y: int, **more: Any) -> None:
        self.page.mouse.click(*self.spot(x, y), **more)

    def drag(self, *places: tuple[int, int], button: Any = "left") -> None:
        first, *others = [self.spot(*place) for place in places]
        self.page.mouse.move(*first)
        self.page.mouse.down(button=button)
        for spot in others:
            self.page.mouse.move(*spot, steps=4)
        self.page.mouse.up(button=button)

    def touch(self) -> Callable[..., None]:
        """Return a function that touches the screen: a kind of event, and where fingers are."""
        session = self.page.context.new_cdp_session(self.page)

        def send(kind: str, *spots: tuple[float, float]) -> None:
            points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(spots)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        return send

    def walls(self) -> int:
        return len(self.wall_cells())

    def wall_cells(self) -> list[int]:
        walls = "state.map.palette[state.map.codes[cell]].cost === null"
        return list(self.ask(f"[...state.map.codes.keys()].filter((cell) => {walls})"))

    def code(self, x: int, y: int) -> Any:
        """Return the cost of a square, None for a wall."""
        return self.ask(f"state.map.palette[state.map.codes[{y} * state.map.width + {x}]].cost")

    def figure(self, name: str) -> str:
        self.settled()
        return self.page.locator(f"#figures div:has(dt:text-is('{name}')) dd").inner_text()

    def expect_figure(self, name: str, value: str) -> None:
        expect(self.page.locator(f"#figures div:has(dt:text-is('{name}')) dd")).to_have_text(value)

    def expect_step(self, words: str) -> None:
        expect(self.page.locator("#step-words")).to_have_text(words)

    def go_to(self, step: int) -> None:
        self.settled()  # else the awaited search may have fewer steps
        self.page.locator("#scrub").fill(str(step))

    def choose(self, label: str, value: str) -> None:
        self.page.get_by_label(label).and_(self.page.locator("select")).first.select_option(value)

    def download(self, format: str) -> bytes:
        """Export the search in a format, and return what the file holds."""
        self.page.click("#save")
        self.page.locator("#export-format").select_option(format)
        with self.page.expect_download() as download:
            self.page.click("#export")
        return Path(download.value.path()).read_bytes()

    def open_details(self, words: str) -> None:
        self.page.locator(f"summary:has-text('{words}')").first.click()
        self.settled()  # the page learns a moment later that they are open

    def make(self, generator: str, width: int, height: int, **options: float) -> None:
        self.page.click("#new")
        self.page.click(f"dialog button:has(strong:text-is('{generator}'))")
        for name, value in {"Width": width, "Height": height, **options}.items():
            self.page.get_by_role("spinbutton", name=name, exact=True).fill(str(value))
            self.page.keyboard.press("Tab")
        self.page.click("#make")
        expect(self.page.locator("dialog")).to_have_count(0)
        self.settled()

    def reload(self) -> None:
        """Load the page again once it is at rest, and wait until it has made its board."""
        self.settled()
        self.page.reload()
        expect(self.page.locator("html[data-ready]")).to_have_count(1)
        self.settled()

    def settled(self) -> None:
        """Wait until all requests have been answered and the results are shown."""
        self.ask("null")

    @contextmanager
    def held(self, *addresses: str) -> Iterator[None]:
        """Keep answers from the page until the block ends, and count its calls in ``calls``."""
        self.page.evaluate(
            """(addresses) => {
              const plain = window.fetch;
              const released = new Promise((done) => (window.release = done));
              window.calls = [];
              window.fetch = async (address, options) => {
                window.calls.push(address);
                const reply = await plain(address, options);
                if (!addresses.includes(address)) return reply;
                const aborted = new Promise((_, fail) =>
                  options?.signal?.addEventListener("abort", () => fail(options.signal.reason)));
                await Promise.race([released, aborted]);
                return reply;
              };
            }""",
            addresses,
        )
        yield
        self.page.evaluate("release()")

    def lesson(self, number: int) -> None:
        """Go on by some steps of the lesson."""
        for _ in range(number):
            self.page.click("#lesson-next")
            self.settled()


Open = Callable[..., Studio]


class Pages:
    """Pages of the browser, each in its own context, and as good as new for the next test.

    A used page still has its process and the files of the studio, and these are most of the work of opening
    one. Tests leave behind only what a visit does: stored values and the pointer. The size of the window,
    colours and motion are set again for each test, so pages may share the rest.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}
        self._kind: dict[Page, str] = {}

    def take(self, first: bool, options: dict[str, Any]) -> Page:
        """Return a blank page with these options for its context.

        Args:
            first: Whether this is the first visit of this browser.
            options: The options of the context.
        """
        rest = {"viewport": WINDOW, "locale": "en-US", **options}
        window = rest.pop("viewport")
        media = {name: rest.pop(name, usual) for name, usual in MEDIA.items()}
        kind = repr([first, *sorted(rest.items())])
        free = self._free.setdefault(kind, [])
        page = free.pop() if free else self._new(first, rest)
        self._kind[page] = kind
        page.set_viewport_size(window)
        page.emulate_media(**media)
        return page

    def _new(self, first: bool, options: dict[str, Any]) -> Page:
        context = self._browser.new_context(**options)
        context.set_default_timeout(SLOW)
        page = context.new_page()
        page.add_init_script(PART)
        page.add_init_script(f"({STAYS})()")
        if not first:
            page.add_init_script(f"({RETURNS})()")
        return page

    def give_back(self, page: Page) -> None:
        """Empty a page. It navigates by itself, since otherwise it would get a new process."""
        page.evaluate(
            "addEventListener('pagehide', () => { localStorage.clear(); sessionStorage.clear(); });"
            "setTimeout(() => location.replace('about:blank'))"
        )
        page.wait_for_url("about:blank")
        page.mouse.up()
        page.mouse.move(0, 0)
        self._free[self._kind[page]].append(page)


@contextmanager
def opened(pages: Pages, server: Server) -> Iterator[Open]:
    """Open pages of the studio; fails at the end if anything went wrong in them."""
    used: list[tuple[Page, Any, Any]] = []
    wrong: list[str] = []

    def failed(error: Error) -> None:
        wrong.append(f"{error}\n{error.stack}")

    def open(
        address: str = "", *, quiet: tuple[str, ...] = (), first: bool = False, **context: Any
    ) -> Studio:
        def said(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"} and not any(words in message.text for words in quiet):
                wrong.append(message.text)

        page = pages.take(first, context)
        used.append((page, failed, said))
        page.on("pageerror", failed)
        page.on("console", said)
        page.goto(address or server.address)
        expect(page.locator("html[data-ready]")).to_have_count(1)
        studio = Studio(page)
        studio.settled()
        return studio

    yield open
    for page, failed, said in used:
        page.remove_listener("pageerror", failed)
        page.remove_listener("console", said)
        pages.give_back(page)
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="package")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def open_studio(pages: Pages, server: Server) -> Iterator[Open]:
    with opened(pages, server) as open:
        yield open


@pytest.fixture
def studio(open_studio: Open) -> Studio:
    return open_studio()
