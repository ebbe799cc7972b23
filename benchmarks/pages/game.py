"""Frames of the studio's game mode with hundreds of walking units, and what a frame costs server and page."""

from __future__ import annotations

from frames import PART, Frames, frames_of
from playwright.sync_api import Page

SIDE = 64
_WARM = 60  # frames before the first one that counts
_PATIENCE = 60_000  # milliseconds

# Makes rooms in the studio, and starts a game in which units patrol between random squares.
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


def game_frames(page: Page, address: str, server: int, units: int, frames: int) -> Frames:
    """Measure the frames of a game.

    Args:
        page: A page.
        address: The studio's address.
        server: The studio's process id.
        units: How many units walk.
        frames: How many frames to measure.

    Raises:
        RuntimeError: The units are not all shown.
    """
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate(PART)
    page.evaluate(_BEGIN, [SIDE, units])
    shown = page.evaluate(_SHOWN, [units, _PATIENCE])
    if shown != units:
        raise RuntimeError(f"the page shows {shown} units of {units}")
    frames_of(page, server, _WARM)
    return frames_of(page, server, frames)
