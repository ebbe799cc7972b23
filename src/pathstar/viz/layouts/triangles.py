"""Triangles that point up and down in turn."""

from __future__ import annotations

from pathstar.spaces.trianglegrid import TriangleGrid
from pathstar.viz.layouts.hexagons import joined
from pathstar.viz.layouts.lattice import LATTICES
from pathstar.viz.layouts.layout import Layout, on_lattice


def triangle_layout(space: TriangleGrid) -> Layout:
    """Return the layout of a `TriangleGrid`."""
    height, width = space.shape
    wraps = bool(space.links.wrap)
    return on_lattice(LATTICES["triangles"], height, width, joined(space), wraps=wraps)
