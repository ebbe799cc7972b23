"""The marks of terrain: waves, grass, trees, in cells that are large enough."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pathstar.viz.display_list.shapes import Strokes
from pathstar.viz.ground import COLOURS, TERRAIN
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.look import LOOK, TERRAIN_LINES
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme, mix


def terrain(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Strokes]:
    """Mark each cell of a terrain with a look of its own."""
    if scene.terrain is None or not sheet.detailed:
        return
    look = LOOK["terrain"]
    kinds = scene.inks.ravel() % COLOURS
    side = sheet.unit * (1.0 if sheet.layout.upright else look["inside"])
    width = max(1.0, sheet.unit * look["width"])
    for number, (name, lines) in enumerate(TERRAIN_LINES.items()):
        at = sheet.points(np.flatnonzero((kinds == TERRAIN + number) & sheet.layout.shown))
        marks = [at[:, None, :] + np.array(line) * side for line in lines]
        if len(at):
            ink = mix(theme.terrain[name], theme.text, look["ink"])
            yield Strokes("terrain", [line for mark in marks for line in mark], ink, width)
