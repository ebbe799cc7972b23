"""The intervals of a search, its roots, and the cone from the current root over its interval."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.shapes import Discs, Patches, Points, Shape, Strokes
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.look import LOOK
from pathstar.viz.marks import CURRENT
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme


def intervals(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Shape]:
    """Draw closed intervals, open ones dashed, and the current one with its cone and its roots.

    Of cells with shapes of their own, the one that the search enters is drawn as well.
    """
    seen = scene.intervals
    if seen is None:
        return
    look = LOOK["interval"]
    thick = max(look["least"], sheet.unit * look["width"])
    if sheet.layout.shapes is not None and scene.search is not None:
        entered = np.flatnonzero(scene.search.ravel() == CURRENT)
        yield Patches("face", sheet.polygons(entered), theme.current, look["face"], theme.current, thick)
    if len(seen.cone):
        yield Patches("cone", _at(seen.cone, sheet)[None], theme.current, look["cone"])
    if len(seen.closed):
        yield Strokes("closed_interval", list(_ends(seen.closed, sheet)), theme.closed, thick)
    if len(seen.open):
        dash = (2 * thick, 1.5 * thick)
        yield Strokes("open_interval", list(_ends(seen.open, sheet)), theme.open, thick, dash)
    if not len(seen.cone):
        return
    ends = [_at(seen.cone[1:], sheet)]
    yield Strokes("rim", ends, theme.text, 1.6 * thick + 2)
    yield Strokes("current_interval", ends, theme.current, 1.6 * thick)
    roots = _at(seen.roots, sheet)
    if len(roots) > 1:
        yield Strokes("roots", [roots], theme.path, thick / 2, (thick, thick))
    yield Discs(
        "root", roots, max(look["least_root"], sheet.unit * look["root"]), theme.current, theme.text, 1.5
    )


def _at(points: NDArray[np.float64], sheet: Sheet) -> Points:
    return sheet.layout.between(points) * sheet.scale


def _ends(intervals: NDArray[np.float64], sheet: Sheet) -> Points:
    return _at(intervals.reshape(-1, 2), sheet).reshape(-1, 2, 2)
