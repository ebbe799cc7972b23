"""Cells too small to be outlined, as a raster: every pixel of a cell gets the cell's colour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.ground import colours
from pathstar.viz.layouts.lattice import Points
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.theme import Theme

if TYPE_CHECKING:
    from pathstar.viz.scene import Scene

Pixels = NDArray[np.uint8]


def rasterized(scene: Scene, theme: Theme, width: int, height: int) -> Pixels:
    """Return the ground, the edges and the search of a scene as pixels of a given size.

    Plain squares take one pixel each, or share one if there are more of them. Where several cells fall on
    one pixel, the most important one shows: first the current one, then open, then closed ones.

    Args:
        scene: The layers.
        theme: The colours.
        width: Pixels from left to right.
        height: Pixels from top to bottom.
    """
    layout = scene.layout
    if layout.upright:
        return scene.pixels(theme, min(height, scene.height), min(width, scene.width))
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = theme.page
    scale = np.array([width / layout.size[0], height / layout.size[1]])
    if layout.network:
        _draw_edges(picture, layout, theme, scale)
    search = np.zeros(len(layout.centres), np.uint8) if scene.search is None else scene.search.ravel()
    cells = np.flatnonzero(layout.shown)
    cells = cells[np.argsort(search[cells], kind="stable")]  # later cells cover earlier ones
    inks = colours(theme)[scene.inks.ravel()[cells]]
    for mark, role in ((1, "closed"), (2, "open"), (3, "current")):
        chosen = search[cells] == mark
        inks[chosen] = np.round((1 - theme.tint) * inks[chosen] + theme.tint * np.array(getattr(theme, role)))
    if layout.shapes is not None:
        under = cells_under(layout, width, height)
        picture[under >= 0] = inks[np.argsort(cells)][under[under >= 0]]
        return picture
    centres = layout.centres[cells] * scale
    for offset in _offsets(layout.outline * scale):
        x, y = np.floor(centres + offset).astype(np.int64).T
        picture[y.clip(0, height - 1), x.clip(0, width - 1)] = inks
    return picture


def cells_under(layout: Layout, width: int, height: int) -> NDArray[np.int64]:
    """Return which cell lies under the middle of each pixel, int64 ``[height, width]``; -1 beside all.

    Args:
        layout: A layout whose cells have outlines of their own.
        width: Pixels from left to right.
        height: Pixels from top to bottom.
    """
    assert layout.shapes is not None
    under = np.full((height, width), -1, np.int64)
    scale = np.array([width, height]) / np.array(layout.size)
    for cell, outline in enumerate(layout.shapes * scale):
        low = np.clip(np.ceil(outline.min(axis=0) - 0.5), 0, None).astype(np.int64)
        high = np.floor(outline.max(axis=0) - 0.5).astype(np.int64) + 1
        y, x = np.mgrid[low[1] : high[1], low[0] : high[0]] + 0.5
        inside = np.ones(x.shape, bool)
        for (ax, ay), (bx, by) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
        part = under[low[1] : high[1], low[0] : high[0]]
        part[inside[: part.shape[0], : part.shape[1]]] = cell
    return under


def _offsets(outline: Points) -> Points:
    """Return points that lie less than a pixel apart and fill an outline, its centre last."""
    reach = np.abs(outline).max(axis=0)
    columns, rows = (max(1, 2 * math.ceil(side)) for side in (2 * reach).tolist())
    x = (np.arange(columns) + 0.5) / columns * 2 * reach[0] - reach[0]
    y = (np.arange(rows) + 0.5) / rows * 2 * reach[1] - reach[1]
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    following = np.roll(outline, -1, axis=0) - outline
    inward = np.stack([-following[:, 1], following[:, 0]], axis=-1)
    inside = ((points[:, None, :] - outline) * inward).sum(axis=-1)
    within = (inside >= 0).all(axis=1) | (inside <= 0).all(axis=1)
    return np.concatenate([points[within], np.zeros((1, 2))])


def _draw_edges(picture: Pixels, layout: Layout, theme: Theme, scale: NDArray[np.float64]) -> None:
    """Draw edges one pixel wide, those of about the same length together."""
    height, width, _ = picture.shape
    begins, ends = (layout.centres[layout.edges[:, side]] * scale for side in (0, 1))
    samples = np.ceil(np.abs(ends - begins).max(axis=1, initial=1.0)).astype(np.int64)
    bits = np.ceil(np.log2(samples)).astype(np.int64)
    for bit in np.unique(bits).tolist():
        these = np.flatnonzero(bits == bit)
        for share in np.linspace(0, 1, (1 << bit) + 1).tolist():
            at = begins[these] * (1 - share) + ends[these] * share
            x, y = np.floor(at).astype(np.int64).T
            picture[y.clip(0, height - 1), x.clip(0, width - 1)] = theme.muted
