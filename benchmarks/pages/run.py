"""How fast and how large the pages and pictures are: first paint, scrubbing, a game, a large PNG, bytes.

Needs the extras studio and plot, playwright, and a Chromium (`CHROMIUM` names one). It does not use the
network.

    python benchmarks/pages/run.py            # prints figures and limits, exit status 1 if one is exceeded
    python benchmarks/pages/run.py --json
    python benchmarks/pages/run.py --game     # only the frames of a game of 400 units; needs Linux
    python benchmarks/pages/run.py --mesh     # only those of mesh boards while a disc is dragged; needs Linux

The second mesh is that of a map in the folder dao below the one that PATHSTAR_MOVINGAI names
(../shared/movingai beside the repository); without it, there is only the first.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from frames import Frames
from game import game_frames
from mesh import Dragged, map_frames, park_frames
from playwright.sync_api import Page, sync_playwright

import pathstar as ps
from pathstar.maps.examples import worked_example

ROOT = Path(__file__).resolve().parents[2]
MAPS = Path(os.environ.get("PATHSTAR_MOVINGAI", ROOT.parent / "shared" / "movingai")) / "dao"
MESH_OF = "lak303d.map"
SIDE = 256
PATIENCE = 300_000  # milliseconds
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

# Drags the timeline back and forth, one step per frame. The page draws between two callbacks of the frame.
SCRUB = """async (count) => {
  const scrub = document.getElementById("scrub");
  const frame = () => new Promise((done) => requestAnimationFrame((now) => done([now, performance.now()])));
  const frames = [], scripts = [];
  let [before] = await frame();
  for (let i = 0; i < count; i++) {
    const share = Math.abs(((2 * i) / count) % 2 - 1);
    const first = frame();
    const begun = performance.now();
    scrub.value = String(Math.round(share * Number(scrub.max)));
    scrub.dispatchEvent(new Event("input"));
    const asked = performance.now() - begun;
    const last = frame();
    const [[now, drawing], [, drawn]] = [await first, await last];
    scripts.push(asked + drawn - drawing);
    frames.push(now - before);
    before = now;
  }
  return { frames, scripts };
}"""
# Makes caves of 256 x 256 in the studio, and searches them with Dijkstra's algorithm, which closes nearly
# all.
LARGE = """async (side) => {
  const part = (name) => import(new URL(name, document.querySelector("script[type=module]").src));
  const { generate } = await part("files/make.js");
  const { atRest } = await part("backend/work.js");
  await generate({ kind: "squares", generator: "caves", width: side, height: side, seed: 1, options: {} });
  await atRest();
  document.getElementById("method-fold").open = true;
  const menu = document.querySelector("#methods select");
  menu.value = "dijkstra";
  menu.dispatchEvent(new Event("change"));
  await atRest();
  const { shown } = await part("state.js");
  if (shown()[0].replay.steps < (side * side) / 4) throw new Error("the search is too short");
}"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1"


@dataclass(frozen=True)
class Figure:
    """One measured figure and its limit: a median in milliseconds, a size in KiB, or a count."""

    name: str
    value: float
    limit: float
    unit: str = "ms"

    @property
    def good(self) -> bool:
        """Whether it is within the limit."""
        return self.value <= self.limit


def trace() -> ps.Trace:
    """Return a search that closes most of a board of 256 x 256."""
    rng = np.random.default_rng(1)
    walkable = rng.random((SIDE, SIDE)) < 0.75
    walkable[0, 0] = walkable[-1, -1] = True
    found = ps.trace(ps.Grid(walkable), (0, 0), (SIDE - 1, SIDE - 1), algorithm="dijkstra")
    assert found.path, "the board has a path"
    return found


@contextmanager
def studio() -> Iterator[tuple[str, int]]:
    """Run a studio, and yield its address and process id."""
    command = [sys.executable, "-m", "pathstar.cli.main", "studio", "--no-browser", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([*command, "--folder", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found[0], process.pid
        finally:
            process.terminate()
            process.wait()


def first_paint(page: Page, address: str, runs: int) -> Figure:
    """Measure from the request of the studio's page to its first paint."""
    times = []
    for _ in range(runs):
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        times.append(float(page.evaluate(PAINTED)))
    return Figure("first paint of the studio", statistics.median(times), 500.0)


def studio_size(page: Page, address: str) -> Figure:
    """Add up the sizes of the files that the studio's page loads, as sent."""
    received: list[int] = []
    page.on("response", lambda reply: received.append(int(reply.headers.get("content-length", 0))))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return Figure("files of the studio, first visit", sum(received) / 1024, 1024.0, "KiB")


def asked_again(page: Page, address: str) -> Figure:
    """Count the requests of the studio's page when it is opened again."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    asked = page.evaluate(
        "performance.getEntriesByType('resource').filter(({ transferSize }) => transferSize).length"
    )
    return Figure("requests of the studio, next visit", asked, 12.0, "")


def saved_sizes() -> list[Figure]:
    """Measure the saved pages of the worked example and of a search over 256 x 256 squares."""
    board = worked_example()
    small = ps.trace(board.grid(), board.marks["start"], board.marks["goal"])
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        for searched, name, limit in ((small, "7 x 5", 200.0), (trace(), "256 x 256", 2048.0)):
            file = Path(folder) / "search.html"
            searched.save(file, progress=False)
            sizes.append(Figure(f"saved page of {name}", file.stat().st_size / 1024, limit, "KiB"))
    return sizes


def scrubbed(page: Page, frames: int, what: str) -> list[Figure]:
    """Measure frames while the timeline of a page is dragged over a board of 256 x 256."""
    page.evaluate(SCRUB, 20)
    times = page.evaluate(SCRUB, frames)
    return [
        Figure(f"frame of scrubbing, {what}", statistics.median(times["frames"]), 1000 / 60 + 0.5),
        Figure(f"script of that frame, {what}", statistics.median(times["scripts"]), 8.0),
    ]


def scrubbing_saved(page: Page, frames: int) -> list[Figure]:
    """Measure frames of a saved page."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "search.html"
        trace().save(file, progress=False)
        page.goto(file.as_uri())
        page.wait_for_function("document.documentElement.dataset.ready === 'yes'")
        return scrubbed(page, frames, "saved page")


def scrubbing_studio(page: Page, address: str, frames: int) -> list[Figure]:
    """Measure frames of the studio, which also explains the step where the timeline rests."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate(LARGE, SIDE)
    return scrubbed(page, frames, "studio")


def game(page: Page, address: str, server: int, units: int, frames: int) -> list[Figure]:
    """Measure frames of the game mode while units walk."""
    each = game_frames(page, address, server, units, frames)
    return frame_figures("a game", f"{units} units", each)


def meshes(page: Page, address: str, server: int, frames: int) -> list[Figure]:
    """Measure frames of mesh boards while an obstacle is dragged."""
    figures = dragged("park", park_frames(page, address, server, frames))
    file = MAPS / MESH_OF
    if file.exists():
        figures += dragged(file.stem, map_frames(page, address, server, frames, file))
    else:
        print(f"there is no {file}; set PATHSTAR_MOVINGAI", file=sys.stderr)
    return figures


def dragged(name: str, each: Dragged) -> list[Figure]:
    """Return the figures of a mesh board."""
    paths = Figure(f"frames to a path, {name}", 1 / max(each.paths, 1e-3), 1.2, "")
    return [*frame_figures(f"{name}, {each.polygons} polygons", "dragging", each.frames), paths]


def frame_figures(where: str, what: str, each: Frames) -> list[Figure]:
    """Return how long frames take, and what they cost page and server."""
    median, slow = (f"{what}, {1000 / time:.0f} a second" for time in (each.median, each.slow))
    return [
        Figure(f"frame of {where}, {median}", each.median, 1000 / 60 + 0.5),
        Figure(f"slowest twentieth, {slow}", each.slow, 1000 / 30),
        Figure("CPU of that frame, server", each.server, 8.0),
        Figure("CPU of that frame, page", each.page, 8.0),
        Figure("of it by scripts", each.script, 8.0),
    ]


def large_png(runs: int) -> Figure:
    """Measure drawing 2048 x 2048 squares with their search as a PNG."""
    rng = np.random.default_rng(2)
    walkable = rng.random((2048, 2048)) < 0.8
    walkable[0, 0] = walkable[-1, -1] = True
    path = ps.find_path(ps.Grid(walkable), (0, 0), (2047, 2047))
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(runs):
            begin = time.perf_counter()
            ps.save_picture(path, Path(folder) / "large.png", cell=1, visited=walkable)
            times.append(1000 * (time.perf_counter() - begin))
    return Figure("PNG of 2048 x 2048", statistics.median(times), 1000.0)


def measured(given: argparse.Namespace) -> list[Figure]:
    """Return the requested figures."""
    found = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "find_chromium.py")],
        capture_output=True,
        text=True,
        check=True,
    )
    with studio() as (address, server), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE)
        figures, whole = [], not (given.game or given.mesh)
        if whole:
            figures += [studio_size(page, address), asked_again(page, address)]
            figures += [first_paint(page, address, given.runs)]
            figures += scrubbing_studio(page, address, given.frames) + scrubbing_saved(page, given.frames)
        if given.game or whole:
            figures += game(page, address, server, given.units, given.frames)
        if given.mesh or whole:
            figures += meshes(page, address, server, given.frames)
        if given.picture:
            page.screenshot(path=given.picture)
        browser.close()
    return [*figures, *saved_sizes(), large_png(given.runs)] if whole else figures


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--runs", type=int, default=5, help="how often to open the page and draw the PNG")
    parser.add_argument("--frames", type=int, default=240, help="how many frames to measure")
    parser.add_argument("--game", action="store_true", help="measure only the frames of a game")
    parser.add_argument("--mesh", action="store_true", help="measure only the frames of mesh boards")
    parser.add_argument("--units", type=int, default=400, help="how many units walk in the game")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="keep a picture of the last board")
    given = parser.parse_args()
    figures = measured(given)
    if given.json:
        print(json.dumps([{**vars(each), "good": each.good} for each in figures]))
    else:
        for each in figures:
            sign = "ok" if each.good else "OVER"
            print(
                f"{each.name:62} {each.value:8.1f} {each.unit:3}"
                f"   limit {each.limit:7.1f} {each.unit:3}   {sign}"
            )
    return 0 if all(each.good for each in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
