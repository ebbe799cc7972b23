"""Cells too small to be outlined, as a raster: every pixel of a cell gets the cell's colour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar.viz import downsample
from pathstar.viz.display_list.shapes import NOTHING, Raster
from pathstar.viz.ground import FIELD, FLOOR, UNKNOWN, colours
from pathstar.viz.layouts.lattice import Points
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.theme import Theme

if TYPE_CHECKING:
    from pathstar.viz.scene import Scene

Pixels = NDArray[np.uint8]


def rasterized(scene: Scene, theme: Theme, sheet: Sheet) -> Raster:
    """Return the ground, the edges and the search of a scene as pixels of the sheet.

    Plain squares take one pixel each, or share one if there are more of them. Where several cells fall on
    one pixel, the most important one shows: first the current one, then open, then closed ones.

    Args:
        scene: The layers.
        theme: The colours.
        sheet: The measures.
    """
    layout, (rows, columns) = scene.layout, sheet.raster
    if layout.upright:
        rows, columns = min(rows, scene.height), min(columns, scene.width)
        shown = blocks(scene, rows, columns) if sheet.signed else (None, None)
        return Raster(scene.pixels(theme, rows, columns), sheet.width, sheet.height, 0, 0, *shown)
    picture = np.empty((rows, columns, 3), np.uint8)
    picture[:] = theme.page
    scale = np.array([columns / layout.size[0], rows / layout.size[1]])
    if layout.network:
        _draw_edges(picture, layout, theme, scale)
    search = np.zeros(len(layout.centres), np.uint8) if scene.search is None else scene.search.ravel()
    inks = colours(theme)[scene.inks.ravel()]
    for mark, role in ((1, "closed"), (2, "open"), (3, "current")):
        chosen = search == mark
        inks[chosen] = np.round((1 - theme.tint) * inks[chosen] + theme.tint * np.array(getattr(theme, role)))
    under = _cells_at(layout, search, rows, columns)
    picture[under >= 0] = inks[under[under >= 0]]
    kinds = np.where(under >= 0, scene.ground.ravel()[under], NOTHING).astype(np.uint8)
    marks = np.where(under >= 0, search[under], 0).astype(np.uint8)
    return Raster(picture, sheet.width, sheet.height, 0, 0, kinds, marks)


def blocks(scene: Scene, rows: int, columns: int) -> tuple[Pixels, Pixels]:
    """Return the ground of each block of cells, and the most important mark of a search in it.

    Args:
        scene: The layers, of plain squares.
        rows: Blocks from top to bottom.
        columns: Blocks from left to right.
    """
    ground = scene.ground
    search = np.zeros_like(ground) if scene.search is None else scene.search
    marks = downsample.most_important(search, rows, columns)
    if (rows, columns) == ground.shape:
        return ground, marks
    wall = ground < FLOOR
    free = downsample.averages(np.where(wall, np.uint8(0), np.uint8(255)), rows, columns) > 127.5
    level = np.where(ground >= FIELD, ground - np.uint8(FIELD), ground - np.uint8(FLOOR))
    level[wall] = 0
    floor = FLOOR + downsample.averages(level, rows, columns).astype(np.uint8)
    unknown = downsample.most_important((ground == UNKNOWN).astype(np.uint8), rows, columns) > 0
    kinds: Pixels = np.where(unknown, np.uint8(UNKNOWN), np.where(free, floor, np.uint8(0)))
    return kinds, marks


def _cells_at(layout: Layout, search: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.int64]:
    """Return which cell each pixel shows, int64 ``[rows, columns]``; -1 outside all cells."""
    if layout.shapes is not None:
        return cells_under(layout, columns, rows)
    cells = np.flatnonzero(layout.shown)
    cells = cells[np.argsort(search[cells], kind="stable")]  # later cells cover earlier ones
    scale = np.array([columns / layout.size[0], rows / layout.size[1]])
    under = np.full((rows, columns), -1, np.int64)
    centres = layout.centres[cells] * scale
    forms = layout.forms(cells)
    for offset in _offsets([outline * scale for outline in layout.outlines]):
        x, y = np.floor(centres + offset[forms]).astype(np.int64).T
        under[y.clip(0, rows - 1), x.clip(0, columns - 1)] = cells
    return under


def cells_under(layout: Layout, width: int, height: int) -> NDArray[np.int64]:
    """Return which cell lies under the middle of each pixel, int64 ``[height, width]``; -1 outside all cells.

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


def _offsets(outlines: list[Points]) -> Points:
    """Return points that fill each of some outlines, its centre last, float64 ``(n, outlines, 2)``."""
    filled = [_points_in(outline) for outline in outlines]
    most = max(map(len, filled))
    offsets: Points = np.zeros((most, len(outlines), 2))
    for form, points in enumerate(filled):
        offsets[: len(points), form] = points
    return offsets


def _points_in(outline: Points) -> Points:
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
