"""A scene laid out by a plan, as shapes: what SVG and PNG share for all that are no plain squares."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pathstar.viz.display_list.joins import edges, heads, stairs
from pathstar.viz.display_list.rasterize import splat
from pathstar.viz.display_list.shapes import Patches, Raster, Shape, Strokes, Words
from pathstar.viz.display_list.words import names, numbers, titles
from pathstar.viz.ground import FLOOR, colours
from pathstar.viz.layouts.layout import Points, Sheet
from pathstar.viz.scene import CLOSED, OPEN, SEARCH_ROLES, Scene
from pathstar.viz.theme import Theme, mix


def shapes_of(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Yield all that a picture of a scene shows, from the back to the front."""
    yield from ground(scene, theme, sheet)
    yield from search(scene, theme, sheet)
    yield from on_top(scene, theme, sheet)


def on_top(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Yield what lies on ground and search: pointers, the path, its ends and all words."""
    yield from pointers(scene, theme, sheet)
    yield from route(scene, theme, sheet)
    yield from stairs(scene, theme, sheet)
    yield from end_marks(scene, theme, sheet)
    yield from numbers(scene, theme, sheet)
    yield from names(scene, theme, sheet)


def ground(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Yield the cells by kind of ground, and what joins them."""
    if not sheet.outlined:
        yield Raster(splat(scene, sheet.plan, theme, sheet.width, sheet.height))
        yield from titles(theme, sheet)
        return
    is_graph = sheet.plan.network
    if is_graph:
        yield from edges(theme, sheet)
    kinds = scene.ground.ravel()
    palette = colours(theme)
    line = theme.muted if is_graph else mix(theme.floor, theme.line, 0.8)
    thin = max(1.0, sheet.unit / 20) if is_graph else 1.0
    for kind in np.unique(kinds[sheet.plan.shown]).tolist():
        red, green, blue = palette[kind].tolist()
        edge = line if kind >= FLOOR else mix((red, green, blue), theme.page, 0.25)
        role = "wall" if kind < FLOOR else "floor"
        cells = np.flatnonzero((kinds == kind) & sheet.plan.shown)
        yield Patches(role, sheet.polygons(cells), (red, green, blue), 1.0, edge, thin)
    if not is_graph:
        yield from edges(theme, sheet)
    yield from titles(theme, sheet)


def search(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Patches]:
    """Outline open (dashed) and closed cells, where cells are drawn one by one."""
    if scene.search is None or not sheet.outlined:
        return
    marks = scene.search.ravel()
    frame, side = sheet.measures.frame, sheet.unit
    for mark, role in SEARCH_ROLES.items():
        cells = np.flatnonzero((marks == mark) & sheet.plan.shown)
        if not len(cells):
            continue
        colour = getattr(theme, role)
        if not sheet.measures.detailed:
            yield Patches(role, sheet.polygons(cells), colour, theme.tint)
            continue
        dash = (side / 8, side / 16) if mark == OPEN else None
        shrink = (frame + 1) / 2 + 0.5
        wash = 0.12 if mark == CLOSED else 0.2
        yield Patches(role, sheet.polygons(cells, shrink), colour, wash, colour, frame, dash)


def pointers(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw from the middle of each opened cell a pointer to its parent."""
    if scene.values is None or not sheet.measures.wordy:
        return
    plan = sheet.plan
    here, there = plan.cells(scene.values.places), plan.cells(scene.values.parents)
    seen = (here != there) & plan.shown[here] & plan.shown[there]
    begin = plan.centres[here[seen]]
    far = plan.centres[there[seen]] - begin
    if plan.wraps:  # over a border the pointer leads out, not across the board
        size = np.array(plan.size)
        far -= np.where(np.abs(far) > size / 2, np.sign(far) * size, 0)
    length = np.maximum(np.hypot(*far.T), 1e-9)[:, None]
    ends = begin + far / length * plan.room * 0.27
    lines = [np.stack(pair) * sheet.scale for pair in zip(begin, ends, strict=True)]
    yield Strokes("pointer", lines, theme.muted, sheet.unit / 32)
    dot = sheet.unit / 20
    yield Patches("pointer", begin[:, None, :] * sheet.scale + _disc(dot), theme.muted)


def _disc(radius: float) -> Points:
    turn = np.arange(16) * (np.pi / 8)
    return np.stack([np.cos(turn), np.sin(turn)], axis=-1) * radius


def route(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw the path: a line with a rim, and a dot on each cell where there is room."""
    cells = sheet.plan.cells(scene.route)
    if not len(cells):
        return
    measures = sheet.measures
    thick = measures.line * (1.5 if sheet.plan.network else 1.0)
    lines = [part * sheet.scale for part in sheet.plan.lines(cells) if len(part) > 1]
    if lines:
        yield Strokes("halo", lines, theme.halo, thick + 2 * measures.halo)
        yield Strokes("path", lines, theme.path, thick)
    if sheet.plan.network and measures.detailed and len(cells) > 1:
        at = sheet.points(cells)
        tips = heads(at[:-1], at[1:], sheet.unit / 2, sheet.unit * 1.5)
        yield Patches("path", tips, theme.path, 1.0, theme.halo, measures.halo)
    if measures.dot:
        dots = sheet.points(cells)[:, None, :] + _disc(measures.dot)
        yield Patches("dots", dots, theme.path, 1.0, theme.halo, measures.halo)


def end_marks(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw start and goal: lettered cells where there is room, else a disc and a diamond."""
    measures = sheet.measures
    for role, letter, place in (("start", "A", scene.start), ("goal", "B", scene.goal)):
        if place is None:
            continue
        cell = sheet.plan.cells(np.array([place]))
        middle, fill = sheet.points(cell), getattr(theme, role)
        if not len(middle):
            continue
        if measures.detailed and sheet.outlined:
            polygons = sheet.polygons(cell, measures.frame + 1)
            yield Patches(role, polygons, fill, 1.0, theme.halo, measures.halo)
            size = sheet.unit * (0.36 if scene.values and not sheet.plan.network else 0.5)
            (at,) = middle.tolist()
            yield Words((at[0], at[1]), letter, size, theme.text_on(fill), None, "middle", True, True)
            continue
        size = measures.marker
        corners = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)]) * size * 1.25
        shape = _disc(size) if role == "start" else corners
        yield Patches(role, middle[:, None, :] + shape, fill, 1.0, theme.halo, measures.halo)
