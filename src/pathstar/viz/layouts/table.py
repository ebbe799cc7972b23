"""The table of layouts: how to draw a space, by the name in the row of its kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_name
from pathstar.spaces.custom import Custom
from pathstar.spaces.graph import Graph
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.isometric import Diamond, Staggered
from pathstar.spaces.mesh.navmesh import NavMesh
from pathstar.spaces.trianglegrid import TriangleGrid
from pathstar.spaces.voxels import VoxelGrid
from pathstar.viz.ground import FLOOR, Ground, Shading, cost_ground, plain_ground
from pathstar.viz.layouts.floors import floors_layout
from pathstar.viz.layouts.hexagons import hex_layout
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.layouts.mesh import mesh_layout
from pathstar.viz.layouts.network import custom_layout, graph_layout
from pathstar.viz.layouts.squares import diamond_layout, grid_layout, squares_layout, staggered_layout
from pathstar.viz.layouts.triangles import triangle_layout

PROJECTIONS = ("square", "isometric")

Projection = str | Diamond | Staggered


@dataclass(frozen=True, eq=False)
class DrawOptions:
    """How to draw a space, and the facts about a search on it.

    Args:
        projection: How to draw the squares of a map or a grid: a key of `PROJECTIONS`, or a `Diamond` or a
            `Staggered` with the map's coordinates.
        floor: The floor of voxels to draw; None draws all.
        start: The start node of the search, if there is one.
        steps: The steps that the search saw, node to node ``(m, 2)``.

    Raises:
        OptionError: An unknown projection.
    """

    projection: Projection = "square"
    floor: int | None = None
    start: int | None = None
    steps: NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 2), np.int64))

    def __post_init__(self) -> None:
        if not isinstance(self.projection, (Diamond, Staggered)):
            checked_name("projection", self.projection, PROJECTIONS)

    def none_but(self, what: str, *allowed: str) -> None:
        """Raise OptionError for an option that a kind of space does not have."""
        if self.projection != "square" and "projection" not in allowed:
            raise OptionError(f"projection is {self.projection!r}; {what} has no squares to project")
        if self.floor is not None and "floor" not in allowed:
            raise OptionError(f"floor is {self.floor!r}; {what} has no floors")


def layout_of_squares(height: int, width: int, options: DrawOptions) -> Layout:
    """Return the layout of a map's squares."""
    options.none_but("a map of squares", "projection")
    if isinstance(options.projection, Staggered):
        return staggered_layout(height, width, options.projection)
    lay = squares_layout if options.projection == "square" else diamond_layout
    return lay(height, width)


def _squares(grid: Grid, options: DrawOptions) -> Layout:
    layout = layout_of_squares(grid.height, grid.width, options)
    return grid_layout(grid) if layout.upright else layout


def _hexagons(space: HexGrid, options: DrawOptions) -> Layout:
    options.none_but("a HexGrid")
    return hex_layout(space)


def _triangles(space: TriangleGrid, options: DrawOptions) -> Layout:
    options.none_but("a TriangleGrid")
    return triangle_layout(space)


def _floors(space: VoxelGrid, options: DrawOptions) -> Layout:
    options.none_but("a VoxelGrid", "floor")
    return floors_layout(space, options.floor)


def _graph(graph: Graph, options: DrawOptions) -> Layout:
    options.none_but("a Graph")
    return graph_layout(graph, options.start)


def _custom(space: Custom, options: DrawOptions) -> Layout:
    options.none_but("a Custom space")
    return custom_layout(space, options.start, options.steps)


def _mesh(mesh: NavMesh, options: DrawOptions) -> Layout:
    options.none_but("a NavMesh")
    return mesh_layout(mesh)


LAYOUTS: dict[str, Callable[[Any, DrawOptions], Layout]] = {
    "squares": _squares,
    "hexagons": _hexagons,
    "triangles": _triangles,
    "floors": _floors,
    "network": _graph,
    "mesh": _mesh,
    "seen": _custom,
}


def ground_of(space: Any) -> tuple[Ground, Shading | None]:
    """Return the ground of a space as rows and columns; nodes of a graph and polygons form one row."""
    if space.capabilities.plane:
        return cost_ground(np.ones((1, space.size), np.bool_), space.costs[None])
    if not space.capabilities.cells:
        return np.full((1, space.size), FLOOR, np.uint8), None
    free = space.walkable.reshape(-1, space.width)
    if space.cost is None:
        return plain_ground(free), None
    return cost_ground(free, space.cost.reshape(free.shape))
