"""Frames of the studio's mesh board while an obstacle is dragged along the path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from frames import PART, Frames, frames_of
from playwright.sync_api import Page

_WARM = 60  # frames before the first one that counts
_SHARES = tuple(share / 120 for share in (*range(36, 84), *range(84, 36, -1)))  # of the path, there and back

# Waits until a map is open. (A wait of Playwright takes the promise of a module for a result.)
_OPENED = """async (name) => {
  const { state } = await part("state.js");
  while (!state.map.name.startsWith(name)) await new Promise((next) => setTimeout(next, 20));
  await (await part("backend/work.js")).atRest();
}"""
# Makes a mesh, for "squares" from the board, and adds a disc halfway along its path. Returns how many
# polygons it has.
_MAKE = """async (generator) => {
  const { makeMesh } = await part("mesh/make.js");
  const { atRest } = await part("backend/work.js");
  await makeMesh({ generator, seed: 1, options: {} });
  await atRest();
  const { change, mesh, plane } = await part("mesh/edit.js");
  const { withObstacle } = await part("mesh/shape.js");
  const { found, polygonCount } = await part("mesh/follow.js");
  for (let turn = 0; !found.path && turn < 500; turn++) await new Promise((next) => setTimeout(next, 20));
  window.line = found.path.points;
  if (line.length < 2) throw new Error("the mesh has no path");
  const disc = { kind: "disc", place: alongLine(0.5), radius: plane().span / 60 };
  change(withObstacle(mesh(), disc), "a disc");
  await atRest();
  const { emit, on } = await part("events.js");
  window.paths = 0;
  on("mesh", (live) => live && paths++);
  return polygonCount();
}"""
# Defines where a share of the path's length ends, in the plane and on the screen.
_ALONG = """async () => {
  window.alongLine = (share) => {
    const legs = line.slice(1).map(([x, y], i) => Math.hypot(x - line[i][0], y - line[i][1]));
    let left = share * legs.reduce((sum, leg) => sum + leg, 0);
    const at = legs.findIndex((leg) => (left -= leg) <= 0);
    const part = 1 + left / legs[at];
    return [0, 1].map((axis) => line[at][axis] + part * (line[at + 1][axis] - line[at][axis]));
  };
  const { plane } = await part("mesh/edit.js");
  const { onCanvas } = await part("../../lib/overlays/floor.js");
  const { boards } = await part("board/stage.js");
  window.onScreen = (share) => {
    const { x, y } = boards[0].canvas.getBoundingClientRect();
    const [across, down] = onCanvas(boards[0], plane())(alongLine(share));
    return [x + across, y + down];
  };
}"""

# Moves the pointer once per frame, like a hand; Playwright waits for each move, which takes longer.
_DRAG = """async (shares) => {
  const { boards } = await part("board/stage.js");
  const spots = shares.map(onScreen);
  let turn = 0;
  const move = () => {
    const [clientX, clientY] = spots[turn++ % spots.length];
    const event = { clientX, clientY, pointerId: 1, pointerType: "mouse", buttons: 1, bubbles: true };
    boards[0].canvas.dispatchEvent(new PointerEvent("pointermove", event));
    requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
}"""


@dataclass(frozen=True)
class Dragged:
    """What was measured while an obstacle was dragged.

    Attributes:
        frames: The frames.
        polygons: How many polygons the mesh has.
        paths: How many paths were found and shown, for each frame.
    """

    frames: Frames
    polygons: int
    paths: float


def park_frames(page: Page, address: str, server: int, frames: int) -> Dragged:
    """Measure the frames while a disc is dragged over the ready-made park, which has areas."""
    return _dragged(page, address, server, frames, "park", lambda: None)


def map_frames(page: Page, address: str, server: int, frames: int, file: Path) -> Dragged:
    """Measure the frames while a disc is dragged over the mesh of a map of squares."""

    def open_map() -> None:
        page.set_input_files("#file", file)
        page.evaluate(_OPENED, file.stem)

    return _dragged(page, address, server, frames, "squares", open_map)


def _dragged(
    page: Page, address: str, server: int, frames: int, generator: str, begin: Callable[[], None]
) -> Dragged:
    """Measure the frames of a mesh board.

    Args:
        page: A page.
        address: The studio's address.
        server: The studio's process id.
        frames: How many frames to measure.
        generator: The name of the generator of the mesh.
        begin: Prepares the board from which the mesh is made.
    """
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate(PART)
    begin()
    page.evaluate(_ALONG)
    polygons = page.evaluate(_MAKE, generator)
    page.mouse.move(*page.evaluate("onScreen(0.5)"))
    page.mouse.down()
    page.evaluate(_DRAG, _SHARES)
    frames_of(page, server, _WARM)
    before = page.evaluate("paths")
    measured = frames_of(page, server, frames)
    paths = (page.evaluate("paths") - before) / frames
    page.mouse.up()
    return Dragged(measured, polygons, paths)
