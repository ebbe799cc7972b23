"""Frames of the studio's game mode with hundreds of walking units, and what one costs server and page."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from playwright.sync_api import Page

SIDE = 64
_WARM = 60  # frames before the first one that counts
_PATIENCE = 60_000  # milliseconds

# Lets the scripts below import modules of the page, whose addresses hold a revision.
_PART = """() => {
  window.part = (name) => import(new URL(name, document.querySelector("script[type=module]").src));
}"""
# Makes rooms in the studio, and begins a game in which units patrol between random squares.
_BEGIN = """async ([side, units]) => {
  const { generate } = await part("files/make.js");
  const { atRest } = await part("backend/work.js");
  await generate({ kind: "squares", generator: "rooms", width: side, height: side, seed: 1, options: {} });
  await atRest();
  const { state, placeOf } = await part("state.js");
  const { codes, palette } = state.map;
  const open = Array.from(codes.keys()).filter((cell) => palette[codes[cell]].cost !== null);
  if (open.length < 2 * units) throw new Error("the map is too small");
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const take = () => placeOf(open.splice(random(open.length), 1)[0]);
  const starts = Array.from({ length: units }, take);
  const page = await part("game/game.js");
  await page.begin();
  const unitAt = (place, number) => ({ place, speed: 1 + (number % 3) / 2, player: number % 2 });
  page.game.change("add", starts.map(unitAt));
  const orders = Array.from({ length: Math.min(100, units) }, () => ({ units: [], kind: "patrol" }));
  for (let unit = 0; unit < units; unit++) orders[unit % orders.length].units.push(unit);
  page.game.change("orders", orders.map((order) => ({ ...order, places: [take(), take()] })));
}"""
# Waits for the first turn, which plans for all units at once, and returns how many are shown.
_SHOWN = """async ([units, patience]) => {
  const { game } = await part("game/game.js");
  const end = performance.now() + patience;
  while (game.visible().length < units && performance.now() < end)
    await new Promise((done) => requestAnimationFrame(done));
  return game.visible().length;
}"""
_FRAMES = """(count) => new Promise((done) => {
  const times = [];
  const frame = (now) => (times.push(now) > count ? done(times) : requestAnimationFrame(frame));
  requestAnimationFrame(frame);
})"""


@dataclass(frozen=True)
class GameFrames:
    """Frames of a game.

    Attributes:
        median: How long one takes, in milliseconds.
        slow: How long at least the slowest twentieth takes.
        server: CPU time of the server for each, in milliseconds.
        page: CPU time of the page's main thread for each.
    """

    median: float
    slow: float
    server: float
    page: float


def game_frames(page: Page, address: str, server: int, units: int, frames: int) -> GameFrames:
    """Measure the frames of a game.

    Args:
        page: A page.
        address: That of the studio.
        server: The number of the studio's process.
        units: How many units walk.
        frames: How many frames to measure.

    Raises:
        RuntimeError: The units are not all shown.
    """
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate(_PART)
    page.evaluate(_BEGIN, [SIDE, units])
    shown = page.evaluate(_SHOWN, [units, _PATIENCE])
    if shown != units:
        raise RuntimeError(f"the page shows {shown} units of {units}")
    page.evaluate(_FRAMES, _WARM)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def page_seconds() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    before = page_seconds(), _cpu_seconds(server)
    times = np.diff(page.evaluate(_FRAMES, frames))
    after = page_seconds(), _cpu_seconds(server)
    in_page, in_server = (1000 * (end - begin) / frames for begin, end in zip(before, after, strict=True))
    return GameFrames(float(np.median(times)), float(np.percentile(times, 95)), in_server, in_page)


def _cpu_seconds(process: int) -> float:
    """Return the CPU time that a process has taken, as Linux counts it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
