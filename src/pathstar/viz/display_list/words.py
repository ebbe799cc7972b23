"""The words of a picture that is laid out by a plan: F, G and H, names and titles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pathstar.viz.display_list.marks import corner_words, number
from pathstar.viz.display_list.shapes import Words
from pathstar.viz.ground import colours
from pathstar.viz.layouts.layout import Sheet
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme

_WIDTH = 0.62  # of a letter, as a share of its size


def numbers(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Words]:
    """Write F at the top, G at the lower left and H at the lower right of each opened cell."""
    if scene.values is None or not sheet.measures.wordy:
        return
    cells = sheet.plan.cells(scene.values.places).tolist()
    palette, kinds = colours(theme), scene.ground.ravel()
    ends = {
        int(sheet.plan.cells(np.array([place]))[0]): role
        for place, role in ((scene.goal, "goal"), (scene.start, "start"))
        if place is not None
    }
    for cell, (_, f, g, h) in zip(cells, scene.values.numbers(), strict=True):
        if not sheet.plan.shown[cell]:
            continue
        (x, y), side = sheet.plan.centres[cell] * sheet.scale, sheet.unit
        if sheet.plan.network:
            text = f"F {number(f)}  G {number(g)}  H {number(h)}"
            at = (float(x), float(y) + side * 1.12)
            yield Words(at, text, max(10.0, side * 0.24), theme.text, theme.page, "middle")
            continue
        red, green, blue = palette[kinds[cell]].tolist()
        rim = getattr(theme, ends[cell]) if cell in ends else (red, green, blue)
        ink, size = theme.text_on(rim), side * 0.2
        yield Words((x, y - side * 0.21), number(f), size * 1.08, ink, rim, "middle", bold=True)
        g_words, h_words, fit = corner_words(g, h)
        yield Words((x - side * 0.38, y + side * 0.32), g_words, size * fit, ink, rim)
        yield Words((x + side * 0.38, y + side * 0.32), h_words, size * fit, ink, rim, "end")


def names(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Words]:
    """Write below each node what it is called, where there is room, and within the picture."""
    if sheet.plan.names is None or not sheet.measures.detailed:
        return
    size = max(10.0, min(18.0, sheet.unit * 0.3))
    for (x, y), name in zip((sheet.plan.centres * sheet.scale).tolist(), sheet.plan.names, strict=True):
        half = min(size * _WIDTH * len(name), sheet.width) / 2
        at = (min(max(x, half), sheet.width - half), y + sheet.unit / 2 + size * 0.95)
        yield Words(at, name, size, theme.text, theme.page, "middle", bold=True)


def titles(theme: Theme, sheet: Sheet) -> Iterator[Words]:
    """Write the titles of floors."""
    size = max(10.0, min(18.0, sheet.scale * 0.6))
    for x, y, text in sheet.plan.titles:
        yield Words((x * sheet.scale, y * sheet.scale), text, size, theme.text, None, "start", True, True)
