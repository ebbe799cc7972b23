"""Squares: upright, as diamonds, and on a staggered map."""

from __future__ import annotations

import numpy as np

from pathstar.errors import OptionError
from pathstar.spaces.grid import Grid
from pathstar.spaces.isometric import Staggered
from pathstar.viz.layouts.hexagons import joined
from pathstar.viz.layouts.lattice import LATTICES
from pathstar.viz.layouts.layout import Layout, on_lattice


def squares_layout(height: int, width: int) -> Layout:
    """Return the layout of a map's squares."""
    return on_lattice(LATTICES["squares"], height, width)


def grid_layout(grid: Grid) -> Layout:
    """Return the layout of a `Grid`, with its portals."""
    wraps = bool(grid.links.wrap)
    return on_lattice(LATTICES["squares"], grid.height, grid.width, joined(grid), wraps=wraps)


def diamond_layout(height: int, width: int) -> Layout:
    """Return the layout of squares in isometric projection: x goes down to the right, y down to the left."""
    return on_lattice(LATTICES["isometric"], height, width)


def staggered_layout(height: int, width: int, drawn: Staggered) -> Layout:
    """Return the layout of a grid of squares from `Staggered.square`, whose map fills a rectangle again.

    Raises:
        OptionError: The grid does not have the size that `drawn` makes.
    """
    if (height, width) != drawn.shape:
        made = " x ".join(map(str, reversed(drawn.shape)))
        raise OptionError(f"the grid has {width} x {height} squares; this staggered map makes one of {made}")
    y, x = np.divmod(np.arange(height * width, dtype=np.int64), width)
    places = drawn.from_square(np.stack([x, y], axis=-1))
    inside = ((places >= 0) & (places < (drawn.width, drawn.height))).all(axis=1)
    centres = drawn.to_screen(places) / drawn.tile_width
    centres[~inside] = np.nan
    half = np.array([0.5, drawn.tile_height / drawn.tile_width / 2])
    centres += half - np.nanmin(centres, axis=0)
    across, down = np.nanmax(centres, axis=0) + half
    return Layout(
        noun="square",
        shape=(height, width),
        listed=centres,
        outlines=(np.array([(0, -1), (1, 0), (0, 1), (-1, 0)]) * half,),
        pitch=(0.5, float(half[1])),
        size=(float(across), float(down)),
    )
