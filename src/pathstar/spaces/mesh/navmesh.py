"""Navigation meshes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError, PlaceError
from pathstar.lazy import load_lazily
from pathstar.spaces.base import Cache, Space, Steps
from pathstar.spaces.grid import Grid, squares_of
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.mesh.arrays import Points, PolygonArrays, checked_point, checked_points, checked_polygons
from pathstar.spaces.mesh.outlines import checked_radius, ground_of, shapes_of, triangles_of

if TYPE_CHECKING:
    from pathstar.maps.change import Change


class NavMesh(Space):
    """Convex polygons that share edges; a path goes straight in any direction, from any point to any other.

    Places are pairs of floats. A path may touch walls and turn at their corners, but not slip between two
    walls that touch in a point. `from_grid` and `from_polygons` make meshes; the constructor takes polygons
    that fit together: two neighbours share whole edges.

    Args:
        vertices: Points ``(n, 2)``, columns x and y.
        polygons: For each polygon a list of numbers of vertices, in either direction.

    Raises:
        ArrayError: A polygon is not convex, has no area, crosses itself or names a vertex that does not
            exist; or two polygons lie on the same side of an edge.
        PlaceError, PlaceTypeError: Vertices that are not finite numbers.

    Example:
        >>> import pathstar as ps
        >>> corners = [(0, 0), (4, 0), (4, 1), (0, 1), (4, 3), (3, 3), (3, 1)]
        >>> mesh = ps.NavMesh(corners, [[0, 1, 2, 6, 3], [6, 2, 4, 5]])
        >>> path = ps.find_path(mesh, (0.5, 0.5), (3.5, 3))
        >>> list(path), round(path.cost, 3)
        ([(0.5, 0.5), (3.0, 1.0), (3.5, 3.0)], 4.611)
    """

    __slots__ = ("_blocks", "_ground", "_state", "radius")

    kind = KINDS["NavMesh"]
    radius: float

    def __init__(self, vertices: ArrayLike, polygons: Any) -> None:
        self._begin(checked_polygons(vertices, polygons))

    def _begin(self, arrays: PolygonArrays, *, ground: Any = None, radius: float = 0.0) -> None:
        self.cache = Cache()
        self.radius = radius
        self._ground = ground
        self._blocks: dict[int, Any] = {}
        self._state = (_core.Mesh(*arrays), 0)

    @classmethod
    def _of(cls, arrays: PolygonArrays, **more: Any) -> NavMesh:
        mesh = cls.__new__(cls)
        mesh._begin(arrays, **more)
        return mesh

    @classmethod
    def from_grid(cls, grid: Grid) -> NavMesh:
        """Make the mesh of a grid's walkable squares; square (x, y) becomes [x, x + 1] x [y, y + 1].

        Whatever the grid's corner rule, a path on the mesh may touch corners but not slip between two
        blocked squares that touch in one (``"no_squeeze"``). The mesh does not follow edits of the grid.

        Args:
            grid: A `Grid` of plain squares without costs.

        Raises:
            SpaceError: It is no such grid.
            OptionError: The grid has costs.

        Example:
            >>> import pathstar as ps
            >>> mesh = ps.NavMesh.from_grid(ps.Grid([[1, 1, 1], [1, 0, 1]]))
            >>> list(ps.find_path(mesh, (0.5, 1.5), (2.5, 1.5)))
            [(0.5, 1.5), (1.0, 1.0), (2.0, 1.0), (2.5, 1.5)]
        """
        squares_of(grid, "NavMesh.from_grid")
        if grid.cost is not None:
            raise OptionError("NavMesh.from_grid takes no grid with costs: on a mesh all ground costs the same")
        cells = np.ascontiguousarray(grid.walkable).view(np.uint8).ravel()
        return cls._of(_core.merge_polygons(*_core.rectangles(cells, grid.width)))

    @classmethod
    def from_polygons(cls, outlines: Any, holes: Any = (), *, radius: float = 0.0) -> NavMesh:
        """Make the mesh of an area with holes; needs shapely, the extra ``mesh``.

        Outlines may overlap, and holes may overlap each other and the border. For a unit of a radius the
        walls move inwards by the radius, and the mesh is the ground for the unit's centre. Corners that
        stick out into the area stay sharp, so the unit keeps a little more distance there than it must.

        Args:
            outlines: The walkable area: a list of rings ``(n, 2)``, or shapely or GeoJSON polygons.
            holes: What is cut out, in the same form.
            radius: The radius of the unit, in the units of the coordinates.

        Raises:
            ArrayError: An outline or hole has fewer than three points, no area, or crosses itself; or a hole
                lies outside all outlines.
            OptionError: A geometry that is no polygon, or a negative radius.
            MissingExtraError: shapely is not installed.

        Example:
            >>> import pathstar as ps
            >>> room, pillar = [(0, 0), (9, 0), (9, 9), (0, 9)], [(3, 3), (6, 3), (6, 6), (3, 6)]
            >>> mesh = ps.NavMesh.from_polygons([room], holes=[pillar], radius=1)
            >>> list(ps.find_path(mesh, (1, 5), (8, 5)))
            [(1.0, 5.0), (2.0, 7.0), (7.0, 7.0), (8.0, 5.0)]
        """
        shapes = shapes_of(outlines, "outlines")
        if not shapes:
            raise ArrayError("outlines is empty; a mesh needs at least one")
        ground, size = ground_of(shapes, shapes_of(holes, "holes")), checked_radius(radius)
        arrays = _core.merge_polygons(*triangles_of(ground, size))
        return cls._of(arrays, ground=ground, radius=size)
