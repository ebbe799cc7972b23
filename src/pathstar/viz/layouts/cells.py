"""Plans of cells that are no plain squares: hexagons, diamonds."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.isometric import Staggered
from pathstar.spaces.voxels import VoxelGrid
from pathstar.viz.layouts.layout import Plan, Points

_SLANT = math.sqrt(0.75)  # from row to row of hexagons that are 1 wide
_DIAMOND = np.array([(0.0, -0.25), (0.5, 0.0), (0.0, 0.25), (-0.5, 0.0)])


def indices(height: int, width: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return column and row of each cell, in the order of the nodes."""
    y, x = np.divmod(np.arange(height * width, dtype=np.int64), width)
    return x, y


def hexagon(flat: bool) -> Points:
    """Return the corners of a hexagon whose sides lie 1 apart, clockwise on a screen.

    Example:
        >>> hexagon(flat=False)[0].round(3).tolist()
        [0.0, -0.577]
    """
    angles = np.radians(np.arange(6) * 60.0 - (60 if flat else 90))
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1) / math.sqrt(3)


def hex_plan(space: HexGrid) -> Plan:
    """Return the plan of a `HexGrid`: pointed at the top where rows are shoved, else flat."""
    height, width = space.shape
    x, y = indices(height, width)
    by_rows, odd = space.layout.endswith("r"), space.layout.startswith("odd")
    line = y if by_rows else x
    shove = np.where((line % 2 == 1) == odd, 0.5, 0.0)
    long, short = 1 / math.sqrt(3), 0.5
    if by_rows:
        centres = np.stack([x + shove + short, y * _SLANT + long], axis=-1)
        size = (width + 0.5 * (height > 1), (height - 1) * _SLANT + 2 * long)
    else:
        centres = np.stack([x * _SLANT + long, y + shove + short], axis=-1)
        size = ((width - 1) * _SLANT + 2 * long, height + 0.5 * (width > 1))
    pitch = (0.5, _SLANT) if by_rows else (_SLANT / 2, 0.5)
    edges, costs = joined(space)
    return Plan(
        noun="hexagon",
        shape=(height, width),
        centres=centres,
        outline=hexagon(flat=not by_rows),
        room=1.0,
        pitch=pitch,
        size=size,
        edges=edges,
        one_way=np.ones(len(edges), bool),
        costs=costs,
        wraps=bool(space.links.wrap),
        tiling=space.layout,
    )


def diamond_plan(height: int, width: int) -> Plan:
    """Return the plan of squares in isometric projection: x goes down to the right, y down to the left."""
    x, y = indices(height, width)
    centres = np.stack([(x - y + height) / 2, (x + y + 1) / 4], axis=-1)
    return Plan(
        noun="square",
        shape=(height, width),
        centres=centres,
        outline=_DIAMOND,
        room=1 / math.sqrt(5),
        pitch=(0.5, 0.25),
        size=((width + height) / 2, (width + height) / 4),
    )


def staggered_plan(height: int, width: int, drawn: Staggered) -> Plan:
    """Return the plan of a grid of squares that `Staggered.square` made: its map fills a rectangle again.

    Raises:
        OptionError: The grid is not of the size that `drawn` makes.
    """
    if (height, width) != drawn.shape:
        made = " x ".join(map(str, reversed(drawn.shape)))
        raise OptionError(f"the grid has {width} x {height} squares; this staggered map makes one of {made}")
    x, y = indices(height, width)
    places = drawn.from_square(np.stack([x, y], axis=-1))
    inside = ((places >= 0) & (places < (drawn.width, drawn.height))).all(axis=1)
    centres = drawn.to_screen(places) / drawn.tile_width
    centres[~inside] = np.nan
    half = np.array([0.5, drawn.tile_height / drawn.tile_width / 2])
    centres += half - np.nanmin(centres, axis=0)
    across, down = np.nanmax(centres, axis=0) + half
    return Plan(
        noun="square",
        shape=(height, width),
        centres=centres,
        outline=np.array([(0, -1), (1, 0), (0, 1), (-1, 0)]) * half,
        room=float(2 * half.prod() / np.hypot(*half)),
        pitch=(0.5, float(half[1])),
        size=(float(across), float(down)),
    )


def joined(space: HexGrid | VoxelGrid) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the nodes that portals and stairs join ``(m, 2)``, and what they cost."""
    portals = space.links.portals
    ends = [(space.node_of(start), space.node_of(end)) for start, end, _ in portals]
    costs = np.array([cost for _, _, cost in portals], np.float64)
    return np.array(ends, np.int64).reshape(-1, 2), costs
