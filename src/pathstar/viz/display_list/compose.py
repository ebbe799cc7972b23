"""A scene at a given size as a display list, which every renderer draws, for every kind of space."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.clusters import clusters
from pathstar.viz.display_list.intervals import intervals
from pathstar.viz.display_list.joins import edges, links, stairs
from pathstar.viz.display_list.rasterize import rasterized
from pathstar.viz.display_list.route import end_marks, failed_scans, pointers, route
from pathstar.viz.display_list.shapes import Discs, Patches, Points, Raster, Shape, Strokes, diamonds
from pathstar.viz.display_list.terrain import terrain
from pathstar.viz.display_list.words import labels, names, numbers, titles
from pathstar.viz.ground import COLOURS, FLOOR, colours
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.look import LOOK
from pathstar.viz.marks import CURRENT, OPEN, SEARCH_ROLES
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme, mix


def display_list(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Yield everything in a picture of a scene, from the back to the front."""
    yield from ground(scene, theme, sheet)
    yield from search(scene, theme, sheet)
    yield from on_top(scene, theme, sheet)


def on_top(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Yield everything above ground and search: pointers, the path, its ends and all words."""
    yield from claimed(scene, theme, sheet)
    yield from contours(scene, theme, sheet)
    yield from clusters(scene, theme, sheet)
    yield from side(scene, theme, sheet)
    yield from failed_scans(scene, theme, sheet)
    yield from intervals(scene, theme, sheet)
    yield from pointers(scene, theme, sheet)
    yield from links(theme, sheet)
    yield from route(scene, theme, sheet)
    yield from stairs(scene, theme, sheet)
    yield from end_marks(scene, theme, sheet)
    yield from ring(scene, theme, sheet)
    yield from numbers(scene, theme, sheet)
    yield from labels(scene, theme, sheet)
    yield from names(scene, theme, sheet)


def ground(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Yield the cells by kind of ground, and their joins.

    Squares form one raster, as do cells too small to be outlined; the search tints the latter.
    """
    layout = sheet.layout
    if layout.upright:
        if not sheet.detailed:
            yield rasterized(scene, theme, sheet)
        else:
            bare = scene.pixels(theme, *layout.shape, tint=False)
            yield Raster(bare, sheet.width, sheet.height, kinds=scene.ground)
            yield Strokes("line", _grid_lines(sheet), _line_ink(theme), LOOK["grid_line"], sharp=True)
        yield from edges(theme, sheet)
    elif not sheet.outlined:
        yield rasterized(scene, theme, sheet)
    elif layout.network:
        yield from edges(theme, sheet)
        yield from _cells(scene, theme, sheet)
    else:
        yield from _cells(scene, theme, sheet)
        yield from edges(theme, sheet)
    yield from terrain(scene, theme, sheet)
    yield from titles(theme, sheet)


def _line_ink(theme: Theme) -> tuple[int, int, int]:
    return mix(theme.floor, theme.line, 0.8)


def _grid_lines(sheet: Sheet) -> list[Points]:
    """Return the lines between squares; they lie on the last pixels of a square."""
    across = np.arange(1, sheet.layout.shape[1]) * sheet.scale - 0.5
    down = np.arange(1, sheet.layout.shape[0]) * sheet.scale - 0.5
    lines = [np.array([(x, 0.0), (x, sheet.height)]) for x in across.tolist()]
    return lines + [np.array([(0.0, y), (sheet.width, y)]) for y in down.tolist()]


def _cells(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Patches]:
    """Draw each cell in the colour of its ground."""
    kinds, network = scene.inks.ravel(), sheet.layout.network
    palette = colours(theme)
    line = theme.muted if network else _line_ink(theme)
    thin = max(1.0, sheet.unit / 20) if network else LOOK["grid_line"]
    for kind in np.unique(kinds[sheet.layout.shown]).tolist():
        red, green, blue = palette[kind].tolist()
        wall = kind % COLOURS < FLOOR
        edge = line if not wall else mix((red, green, blue), theme.page, 0.25)
        cells = np.flatnonzero((kinds == kind) & sheet.layout.shown)
        ink = (red, green, blue)
        edge = ink if sheet.layout.seamless else edge
        yield Patches(
            "wall" if wall else "floor", sheet.polygons(cells), ink, 1.0, edge, thin, ground=kind % COLOURS
        )


def search(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Patches]:
    """Outline open (dashed) and closed cells; where cells are small, tint those that no raster has tinted."""
    if scene.search is None or (scene.intervals is not None and sheet.detailed):
        return
    if not sheet.outlined or (sheet.layout.upright and not sheet.detailed):
        return
    marks = scene.search.ravel()
    for mark in SEARCH_ROLES:
        cells = np.flatnonzero((marks == mark) & sheet.layout.shown)
        if len(cells):
            yield marked(mark, cells, theme, sheet)


def marked(mark: int, cells: NDArray[np.int64], theme: Theme, sheet: Sheet) -> Patches:
    """Return the outlines of closed, open or current cells.

    Args:
        mark: CLOSED, OPEN or CURRENT.
        cells: Their numbers.
        theme: The colours.
        sheet: The measures.
    """
    role = SEARCH_ROLES[mark]
    colour = getattr(theme, role)
    if not sheet.detailed:
        return Patches(role, sheet.polygons(cells), colour, theme.tint)
    frame = sheet.frame
    along, gap = LOOK["dash"]
    dash = (sheet.unit * along, sheet.unit * gap) if mark == OPEN else None
    rim = theme.text if mark == CURRENT else colour
    shrink = frame / 2 + LOOK["inset"]
    return Patches(role, sheet.polygons(cells, shrink), colour, LOOK["wash"][role], rim, frame, dash)


def claimed(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Strokes]:
    """Hatch the cells that others have claimed."""
    at = sheet.points(scene.claimed)
    if not len(at):
        return
    look, inks = LOOK["claimed"], []
    reach = sheet.unit * look["reach"]
    for shift in (-0.5, 0.0, 0.5):
        half = reach * (1 - abs(shift))
        middle = at + np.array([shift, shift]) * reach
        inks += list(np.stack([middle + np.array([-half, half]), middle + np.array([half, -half])], axis=1))
    yield Strokes("claimed", inks, theme.goal, max(1.0, sheet.unit * look["width"]))


def side(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Patches]:
    """Mark the cells of the search from the target with the target's shape."""
    if not sheet.detailed or not len(scene.from_goal):
        return
    look = LOOK["side"]
    at = sheet.points(scene.from_goal) + np.array([look["across"], -look["down"]]) * sheet.unit
    yield Patches("side", diamonds(at, max(2.5, sheet.unit * look["size"])), theme.goal)


def contours(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Strokes]:
    """Draw the lines of equal cost of a field."""
    if len(scene.contours):
        ends = sheet.layout.between(scene.contours.reshape(-1, 2)) * sheet.scale
        yield Strokes("contour", list(ends.reshape(-1, 2, 2)), theme.text, max(1.0, sheet.unit / 24))


def ring(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Discs]:
    """Draw a ring around the current cell where it is too small to be seen."""
    if scene.search is None or scene.intervals is not None or sheet.detailed:
        return
    at = sheet.points(np.flatnonzero(scene.search.ravel() == CURRENT))
    if len(at):
        radius = sheet.marker()
        width = max(1.5, radius / 4)
        yield Discs("halo", at, radius, None, theme.halo, 2 * width)
        yield Discs("ring", at, radius, None, theme.current, width)
