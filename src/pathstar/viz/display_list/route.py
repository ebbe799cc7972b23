"""Pointers to parents, the path, its start and its target."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.joins import heads
from pathstar.viz.display_list.shapes import Discs, Patches, Points, Shape, Strokes, Words, diamonds
from pathstar.viz.ground import COLOURS, FIELD, LEVELS, colours
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.look import LOOK
from pathstar.viz.scene import Scene
from pathstar.viz.theme import RGB, Theme, mix


def pointers(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw the arrows of cells, and the cells that a jump passed over."""
    layout, arrows = sheet.layout, scene.arrows
    arrows = arrows[layout.shown[arrows].all(axis=1)]
    if not len(arrows):
        return
    begin = layout.at(arrows[:, 0])
    far = layout.at(arrows[:, 1]) - begin
    if layout.wraps:  # across a border, the arrow leads out of the board
        size = np.array(layout.size)
        far -= np.where(np.abs(far) > size / 2, np.sign(far) * size, 0)
    length = np.maximum(np.hypot(*far.T), 1e-9)[:, None]
    jumps = (length[:, 0] > LOOK["a_step"]) & (not (layout.network or scene.straight))
    if jumps.any():
        passed = layout.at(_corners(arrows[jumps], layout.shape[1]))
        lines = np.stack([begin[jumps], passed, begin[jumps] + far[jumps]], axis=1) * sheet.scale
        dash = (sheet.unit * 0.05 + 1, sheet.unit * 0.1 + 2)
        yield Strokes("scan", list(lines), theme.muted, max(1.0, _thin(sheet) / 2), dash)
    if sheet.pointed:
        drawn = _arrows(begin * sheet.scale, far / length, sheet.unit)
        inks = np.array(_arrow_inks(scene, theme, arrows[:, 0]))
        for ink in np.unique(inks, axis=0):
            rows = np.flatnonzero((inks == ink).all(axis=1))
            yield Strokes("pointer", [drawn[row] for row in rows], tuple(ink.tolist()), _thin(sheet))


def _arrow_inks(scene: Scene, theme: Theme, cells: NDArray[np.int64]) -> list[RGB]:
    """Return the ink of the arrow in each cell, visible on every shade of a field."""
    grounds = colours(theme)
    kinds = scene.inks.ravel()[cells].tolist()
    inks = {kind: theme.text_on(tuple(grounds[kind].tolist())) for kind in set(kinds) if _of_field(kind)}
    return [inks.get(kind, theme.muted) for kind in kinds]


def _of_field(kind: int) -> bool:
    return FIELD <= kind % COLOURS < FIELD + LEVELS


def failed_scans(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Strokes]:
    """Draw the scans that found nothing, fainter than those that found a jump point."""
    if not len(scene.scans) or not sheet.detailed:
        return
    look = LOOK["failed_scan"]
    ends = sheet.layout.at(scene.scans.ravel()).reshape(-1, 2, 2) * sheet.scale
    along = ends[:, 1] - ends[:, 0]
    across = np.stack([-along[:, 1], along[:, 0]], axis=-1) / np.hypot(*along.T)[:, None]
    bar = across * sheet.unit * look["bar"]  # the wall or the border that ends it
    stops = np.stack([ends[:, 1] - bar, ends[:, 1] + bar], axis=1)
    ink = mix(theme.floor, theme.muted, look["ink"])
    yield Strokes("failed_scan", [*ends, *stops], ink, max(1.0, _thin(sheet) * 0.8))


def _corners(arrows: NDArray[np.int64], width: int) -> NDArray[np.int64]:
    """Return the cells where jumps turn: diagonally from the second cell, then straight to the first."""
    (y, x), (py, px) = (np.divmod(arrows[:, side], width) for side in (0, 1))
    diagonal = np.minimum(np.abs(x - px), np.abs(y - py))
    corners: NDArray[np.int64] = (py + np.sign(y - py) * diagonal) * width + px + np.sign(x - px) * diagonal
    return corners


def _thin(sheet: Sheet) -> float:
    return max(1.0, sheet.unit * float(LOOK["pointer"]["width"]))


def _arrows(at: Points, along: Points, unit: float) -> list[Points]:
    """Return arrows through points: shaft and barbs of each as one line."""
    look = LOOK["pointer"]
    across = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    tip = at + along * unit * look["reach"]
    back = unit * look["barb"] * math.cos(look["angle"]) * along
    side = unit * look["barb"] * math.sin(look["angle"]) * across
    corners = [at - along * unit * look["back"], tip, tip - back + side, tip, tip - back - side]
    return list(np.stack(corners, axis=1))


def route(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw the path: a line with a rim, and if there is room a dot or the heading on each cell."""
    yield from _routes(scene, theme, sheet)
    cells = sheet.layout.cells(scene.route)
    if not len(cells):
        return
    thick = sheet.line * (1.5 if sheet.layout.network else 1.0)
    corners = [sheet.layout.way(scene.line, scene.linked)] if len(scene.line) else sheet.layout.lines(cells)
    lines = [_turns(part) * sheet.scale for part in corners if len(part) > 1]
    if lines:
        yield Strokes("halo", lines, theme.halo, thick + 2 * sheet.halo)
        yield Strokes("path", lines, theme.path, thick)
    if sheet.layout.network and sheet.detailed and len(cells) > 1:
        at = sheet.points(cells)
        tips = heads(at[:-1], at[1:], sheet.unit / 2, sheet.unit * 1.5)
        yield Patches("path", tips, theme.path, 1.0, theme.halo, sheet.halo)
    if scene.headed and sheet.dot and len(cells) > 1:
        at = sheet.points(cells)
        tips = at[1:] + _ahead(at) * sheet.dot * 1.3
        faces = heads(at[:-1] - at[1:] + tips, tips, 0.0, sheet.unit * LOOK["heading"] / 0.26)
        yield Patches("headings", faces, theme.path, 1.0, theme.halo, sheet.halo)
    elif sheet.dot and not len(scene.line):
        yield Discs("dots", sheet.points(cells), sheet.dot, theme.path, theme.halo, sheet.halo)


def _routes(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw further paths as thin lines with a dot at each end."""
    lines, ends = [], []
    for places in scene.routes:
        cells = sheet.layout.cells(places)
        lines += [_turns(part) * sheet.scale for part in sheet.layout.lines(cells) if len(part) > 1]
        ends += list(sheet.points(cells[[0, -1]]))
    for line, linked in scene.lines:
        corners = sheet.layout.way(line, linked) * sheet.scale
        lines += [_turns(corners)] if len(corners) > 1 else []
        ends += list(corners[[0, -1]])
    if lines:
        yield Strokes("halo", lines, theme.halo, sheet.line + sheet.halo)
        yield Strokes("path", lines, theme.path, sheet.line * 0.7)
    if ends:
        yield Discs("ends", np.array(ends), sheet.line * 1.2, theme.path, theme.halo, sheet.halo)


def _ahead(at: Points) -> Points:
    """Return the directions in which a line reaches each of its points except the first."""
    along = np.diff(at, axis=0)
    directions: Points = along / np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    return directions


def _turns(line: Points) -> Points:
    """Return the ends of a line and the places where it turns."""
    steps = np.diff(line, axis=0)
    turns = (np.abs(np.diff(steps, axis=0)) > 1e-9).any(axis=1)
    kept: NDArray[np.bool_] = np.concatenate([[True], turns, [True]])
    return line[kept]


def end_marks(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw the start as a disc, target and way points as diamonds, with names if there is room."""
    numbers = scene.values is not None and sheet.wordy and not sheet.layout.network
    radius = sheet.marker(numbers=numbers)
    via = [("via", str(number), place) for number, place in enumerate(scene.via, 1)]
    for role, letter, place in (*via, ("start", "A", scene.start), ("goal", "B", scene.goal)):
        if place is None:
            continue
        at = sheet.layout.spot(place) * sheet.scale
        fill = theme.start if role == "start" else theme.goal
        if not np.isfinite(at).all():
            continue
        if role == "start":
            yield Discs(role, at, radius, fill, theme.halo, sheet.halo)
        else:
            around = diamonds(at, radius * LOOK["marker"]["diamond"])
            yield Patches(role, around, fill, 1.0, theme.halo, sheet.halo)
        if sheet.detailed:
            ((x, y),) = at.tolist()
            size = radius * LOOK["marker"]["letter"]
            yield Words((x, y), letter, size, theme.text_on(fill), anchor="middle", central=True, bold=True)
