"""Voxels: all floors side by side, or a single one."""

from __future__ import annotations

import math

import numpy as np

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_whole
from pathstar.spaces.voxels import VoxelGrid
from pathstar.viz.layouts.hexagons import joined
from pathstar.viz.layouts.lattice import LATTICES
from pathstar.viz.layouts.layout import Layout

_GAP = 1.0  # cells between two floors
_MOST_FLOORS = 16


def floors_layout(space: VoxelGrid, floor: int | None) -> Layout:
    """Return the layout of a `VoxelGrid`: all floors side by side, or a single one.

    Raises:
        OptionError: There is no such floor, or there are too many to draw side by side.
    """
    depth, height, width = space.shape
    shown = _floors_shown(depth, floor)
    row, x = np.divmod(np.arange(depth * height * width), width)
    z, y = np.divmod(row, height)
    across = max(1, min(len(shown), round(math.sqrt(len(shown) * (height + _GAP) / (width + _GAP)))))
    slot = np.full(depth, -1)
    slot[shown] = np.arange(len(shown))
    down, along = np.divmod(slot[z], across)
    left, top = along * (width + _GAP), down * (height + _GAP) + _GAP
    centres = np.stack([x + left + 0.5, y + top + 0.5], axis=-1)
    centres[slot[z] < 0] = np.nan
    edges, costs = joined(space)
    titles = tuple(
        (at % across * (width + _GAP), at // across * (height + _GAP) + 0.5 * _GAP, f"floor {each}")
        for at, each in enumerate(shown)
    )
    rows = math.ceil(len(shown) / across)
    return Layout(
        noun="box",
        shape=(depth * height, width),
        listed=centres,
        outlines=LATTICES["squares"].outlines,
        numbers=LATTICES["squares"].numbers,
        pitch=(0.5, 1.0),
        size=(across * (width + _GAP) - _GAP, rows * (height + _GAP)),
        edges=edges,
        one_way=np.ones(len(edges), bool),
        costs=costs,
        floors=z,
        titles=titles,
        wraps=bool(space.links.wrap),
    )


def _floors_shown(depth: int, floor: int | None) -> list[int]:
    if floor is None:
        if depth > _MOST_FLOORS:
            few = f"at most {_MOST_FLOORS} are drawn side by side"
            raise OptionError(f"there are {depth} floors; {few}: choose one with floor=")
        return list(range(depth))
    return [checked_whole("floor", floor, 0, depth - 1)]
