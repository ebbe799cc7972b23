"""The clusters into which an index divides a map, and their gates."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.shapes import Discs, Points, Shape, Strokes
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.look import LOOK
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme


def clusters(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw the borders of clusters, thicker on each level, and the gates of the lowest level drawn.

    Levels with clusters that are too narrow are left out.
    """
    if scene.clusters is None:
        return
    look, sides = LOOK["cluster"], scene.clusters.sides
    wide = [level for level, side in enumerate(sides) if side * sheet.unit >= look["narrowest"]]
    first = wide[0] if wide else len(sides) - 1
    for thick, side in enumerate(sides[first:], 1):
        lines = [ends * sheet.scale for ends in _borders(sheet.layout, side)]
        if lines:
            yield Strokes("cluster", lines, theme.text, look["border"] * thick)
    gates = sheet.points(scene.clusters.gates[first])
    if len(gates):
        yield Discs("gate", gates, gate_radius(sheet), theme.current, theme.text, look["rim"])


def gate_radius(sheet: Sheet) -> float:
    """Return the radius of a gate in pixels."""
    look = LOOK["cluster"]
    return float(max(look["least"], sheet.unit * look["gate"]))


def _borders(layout: Layout, side: int) -> list[Points]:
    """Return both ends of each border between clusters of a side, ``(2, 2)`` each."""
    if layout.lattice is not None and layout.lattice.shoved != "none":
        return _hexagon_sides(layout, side)
    height, width = layout.shape
    across = [[(x, 0), (x, height)] for x in range(side, width, side)]
    down = [[(0, y), (width, y)] for y in range(side, height, side)]
    ends: NDArray[np.float64] = np.array(across + down, np.float64).reshape(-1, 2) - 0.5
    return list(layout.between(ends).reshape(-1, 2, 2))


def _hexagon_sides(layout: Layout, side: int) -> list[Points]:
    """Return both ends of each side of a hexagon that lies between clusters of a side, ``(2, 2)`` each."""
    height, width = layout.shape
    (outline,) = layout.outlines
    length = float(np.hypot(*(outline[1] - outline[0])))
    ends = []
    for begin, step in _cells_at_borders(height, width, side):
        for shift in (-1, 0, 1):
            other = begin + step + shift * step[::-1]
            inside = (other >= 0).all(axis=1) & (other < (width, height)).all(axis=1)
            first, second = (layout.at(layout.cells(places[inside])) for places in (begin, other))
            between = second - first
            beside = np.hypot(*between.T) < 1.01  # hexagons that touch lie one unit apart
            middle, half = (first + between / 2)[beside], between[beside][:, ::-1] * (length / 2, -length / 2)
            ends.append(np.stack([middle - half, middle + half], axis=1))
    return list(np.concatenate(ends)) if ends else []


def _cells_at_borders(
    height: int, width: int, side: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the places before each border ``(n, 2)``, and the offset that leads over it ``(2,)``."""
    for x in range(side - 1, width - 1, side):
        yield np.stack([np.full(height, x), np.arange(height)], axis=1), np.array([1, 0])
    for y in range(side - 1, height - 1, side):
        yield np.stack([np.arange(width), np.full(width, y)], axis=1), np.array([0, 1])
