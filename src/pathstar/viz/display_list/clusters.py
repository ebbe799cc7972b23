"""The squares into which an index divides a map, and their gates."""

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
    """Draw the borders of squares, thicker on each level, and the gates of the lowest level drawn.

    Levels whose squares are too narrow are left out.
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
    """Return both ends of each border between squares of a side, ``(2, 2)`` each."""
    height, width = layout.shape
    across = [[(x, 0), (x, height)] for x in range(side, width, side)]
    down = [[(0, y), (width, y)] for y in range(side, height, side)]
    ends: NDArray[np.float64] = np.array(across + down, np.float64).reshape(-1, 2) - 0.5
    return list(layout.between(ends).reshape(-1, 2, 2))
