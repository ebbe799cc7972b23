"""Joins between cells that do not touch: edges of a graph, portals, stairs, links of a mesh."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.shapes import Patches, Shape, Strokes, Words
from pathstar.viz.layouts.lattice import Points
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.look import LOOK
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme

_MOST_COSTS = 150


def number(value: float) -> str:
    """Format the cost of an edge.

    Example:
        >>> number(68.0), number(14.142135), number(1234.5678)
        ('68', '14.14', '1235')
    """
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.2g}"


def edges(theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw a line for each edge, with an arrow if it is one-way, and its cost if there is room.

    Portals are dashed. Edges to another floor are not lines; see `stairs`.
    """
    layout = sheet.layout
    ends = layout.edges
    level = (
        np.ones(len(ends), bool)
        if layout.floors is None
        else layout.floors[ends[:, 0]] == layout.floors[ends[:, 1]]
    )
    shown = layout.shown[ends].all(axis=1) & level
    if not shown.any():
        return
    begin, end = (layout.at(ends[shown, side]) * sheet.scale for side in (0, 1))
    is_graph = layout.network
    width = max(1.0, sheet.unit / 24)
    dash = None if is_graph else (sheet.unit / 10, sheet.unit / 10)
    yield Strokes("edge", list(np.stack([begin, end], axis=1)), theme.muted, width, dash)
    one_way = layout.one_way[shown]
    if one_way.any() and sheet.detailed:
        stop = sheet.unit / 2 + width if is_graph else 0.0
        yield Patches("arrow", heads(begin[one_way], end[one_way], stop, sheet.unit), theme.muted)
    if is_graph and len(layout.costs) and sheet.wordy and shown.sum() <= _MOST_COSTS:
        middle = begin * 0.55 + end * 0.45  # off-centre, so that the costs of both directions stay apart
        for (x, y), cost in zip(middle.tolist(), layout.costs[shown].tolist(), strict=True):
            size = max(11.0, sheet.unit * 0.28)
            yield Words((x, y), number(cost), size, theme.text, theme.page, "middle", central=True)


def links(theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw the links of a mesh as dashed bows, with an arrow wherever they lead."""
    layout, look = sheet.layout, LOOK["link"]
    if not len(layout.links):
        return
    bows = [layout.bow(*ends) * sheet.scale for ends in layout.links]
    width = max(look["least"], sheet.unit * look["width"])
    dash = (width * look["dash"], width * look["gap"])
    yield Strokes("halo", bows, theme.halo, width + 2 * look["rim"])
    yield Strokes("link", bows, theme.text, width, dash)
    ways = [
        line
        for line, both in zip(bows, layout.both_ways, strict=True)
        for line in (line, line[::-1])[: 1 + both]
    ]
    begin, end = (np.array([line[row] for line in ways]) for row in (-2, -1))
    yield Patches(
        "link",
        heads(begin, end, 0.0, max(look["head"], sheet.unit)),
        theme.text,
        1.0,
        theme.halo,
        look["rim"],
    )


def heads(begin: Points, end: Points, stop: float, unit: float) -> Points:
    """Return arrow heads that end a given distance before the lines' ends."""
    along = end - begin
    length = np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    along = along / length
    across = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    size = max(5.0, unit * 0.26)
    tip = end - along * stop
    back = tip - along * size
    return np.stack([tip, back + across * size * 0.4, back - across * size * 0.4], axis=1)


def stairs(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Mark the exits of a floor, and those that the path takes: a triangle up or down."""
    layout = sheet.layout
    if layout.floors is None:
        return
    joined = layout.edges[layout.floors[layout.edges[:, 0]] != layout.floors[layout.edges[:, 1]]]
    yield from _triangles("stairs", joined, theme, sheet, solid=False)
    cells = layout.cells(scene.route)
    steps = np.stack([cells[:-1], cells[1:]], axis=-1)
    changed = steps[layout.floors[steps[:, 0]] != layout.floors[steps[:, 1]]]
    yield from _triangles("changes", changed, theme, sheet, solid=True)


def _triangles(
    role: str, steps: NDArray[np.int64], theme: Theme, sheet: Sheet, *, solid: bool
) -> Iterator[Patches]:
    assert sheet.layout.floors is not None
    floors = sheet.layout.floors[steps]
    for sign, rising in ((-1.0, True), (1.0, False)):
        cells = steps[(floors[:, 1] > floors[:, 0]) == rising, 0]
        size = max(3.0, sheet.unit * (0.3 if solid else 0.22))
        triangle = np.array([(0.0, sign), (0.87, -0.5 * sign), (-0.87, -0.5 * sign)]) * size
        polygons = sheet.points(cells)[:, None, :] + triangle
        if len(polygons):
            fill = theme.path if solid else None
            yield Patches(role, polygons, fill, 1.0, theme.halo if solid else theme.muted, max(1.0, size / 8))
