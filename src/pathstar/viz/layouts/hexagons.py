"""Hexagons: pointed at the top if rows are shifted, otherwise flat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.hexgrid import HexGrid
from pathstar.viz.layouts.lattice import LATTICES
from pathstar.viz.layouts.layout import Layout, on_lattice


def hex_layout(space: HexGrid) -> Layout:
    """Return the layout of a `HexGrid`."""
    height, width = space.shape
    wraps = bool(space.links.wrap)
    return on_lattice(LATTICES[space.layout], height, width, joined(space), wraps=wraps)


def joined(space: Any) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the nodes that portals and stairs join ``(m, 2)``, and their costs."""
    portals = space.links.portals
    ends = [(space.node_of(start), space.node_of(end)) for start, end, _ in portals]
    costs = np.array([cost for _, _, cost in portals], np.float64)
    return np.array(ends, np.int64).reshape(-1, 2), costs
