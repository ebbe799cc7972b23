"""What leads somewhere: pointers to parents, the path, its start and its target."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.joins import heads
from pathstar.viz.display_list.shapes import Discs, Patches, Points, Shape, Strokes, Words, diamonds
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.look import LOOK
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme


def pointers(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw in each opened cell an arrow towards its parent."""
    if scene.values is None or not sheet.pointed:
        return
    layout, values = sheet.layout, scene.values
    seen = (values.cells != values.parents) & layout.shown[values.cells] & layout.shown[values.parents]
    begin = layout.at(values.cells[seen])
    far = layout.at(values.parents[seen]) - begin
    if layout.wraps:  # over a border the pointer leads out, not across the board
        size = np.array(layout.size)
        far -= np.where(np.abs(far) > size / 2, np.sign(far) * size, 0)
    length = np.maximum(np.hypot(*far.T), 1e-9)[:, None]
    yield Strokes(
        "pointer", _arrows(begin * sheet.scale, far / length, sheet.unit), theme.muted, _thin(sheet)
    )


def _thin(sheet: Sheet) -> float:
    return max(1.0, sheet.unit * float(LOOK["pointer"]["width"]))


def _arrows(at: Points, along: Points, unit: float) -> list[Points]:
    """Return arrows through points: shaft and both barbs as one line each."""
    look = LOOK["pointer"]
    across = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    tip = at + along * unit * look["reach"]
    back = unit * look["barb"] * math.cos(look["angle"]) * along
    side = unit * look["barb"] * math.sin(look["angle"]) * across
    corners = [at - along * unit * look["back"], tip, tip - back + side, tip, tip - back - side]
    return list(np.stack(corners, axis=1))


def route(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw the path: a line with a rim, and a dot on each cell where there is room."""
    cells = sheet.layout.cells(scene.route)
    if not len(cells):
        return
    thick = sheet.line * (1.5 if sheet.layout.network else 1.0)
    lines = [_turns(part) * sheet.scale for part in sheet.layout.lines(cells) if len(part) > 1]
    if lines:
        yield Strokes("halo", lines, theme.halo, thick + 2 * sheet.halo)
        yield Strokes("path", lines, theme.path, thick)
    if sheet.layout.network and sheet.detailed and len(cells) > 1:
        at = sheet.points(cells)
        tips = heads(at[:-1], at[1:], sheet.unit / 2, sheet.unit * 1.5)
        yield Patches("path", tips, theme.path, 1.0, theme.halo, sheet.halo)
    if sheet.dot:
        yield Discs("dots", sheet.points(cells), sheet.dot, theme.path, theme.halo, sheet.halo)


def _turns(line: Points) -> Points:
    """Return the ends of a line and the places where it turns."""
    steps = np.diff(line, axis=0)
    turns = (np.abs(np.diff(steps, axis=0)) > 1e-9).any(axis=1)
    kept: NDArray[np.bool_] = np.concatenate([[True], turns, [True]])
    return line[kept]


def end_marks(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw the start as a disc and the target as a diamond, lettered where there is room."""
    numbers = scene.values is not None and sheet.wordy and not sheet.layout.network
    radius = sheet.marker(numbers=numbers)
    for role, letter, place in (("start", "A", scene.start), ("goal", "B", scene.goal)):
        if place is None:
            continue
        at, fill = sheet.points(sheet.layout.cells(np.array([place]))), getattr(theme, role)
        if not len(at):
            continue
        if role == "start":
            yield Discs(role, at, radius, fill, theme.halo, sheet.halo)
        else:
            around = diamonds(at, radius * LOOK["marker"]["diamond"])
            yield Patches(role, around, fill, 1.0, theme.halo, sheet.halo)
        if sheet.detailed:
            ((x, y),) = at.tolist()
            size = radius * LOOK["marker"]["letter"]
            yield Words((x, y), letter, size, theme.text_on(fill), None, "middle", True, True)
