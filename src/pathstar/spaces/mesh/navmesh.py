"""Navigation meshes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError, PlaceError, counted
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import checked_number
from pathstar.progress import Progress, reporting, tell_of
from pathstar.spaces.grid import Grid, squares_of
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.mesh.arrays import Points, checked_point, checked_polygons
from pathstar.spaces.mesh.edits import EditableMesh, MeshLink, checked_costs
from pathstar.spaces.mesh.outlines import (
    ground_of,
    moved,
    shapes_of,
    triangles_of,
)
from pathstar.spaces.mesh.tiles import Costs, Patch
from pathstar.spaces.places import checked_nodes

Merged = tuple[Points, NDArray[np.uint32], NDArray[np.int64], Costs]
"""Points, corners, where the corners of each polygon begin, and costs."""


class NavMesh(EditableMesh):
    """Convex polygons that share edges; a path goes straight in any direction, from any point to any other.

    Places are pairs of floats. A path may touch walls and turn at their corners, but not slip between two
    walls that touch in a point. `from_grid` and `from_polygons` make meshes; the constructor takes polygons
    that fit together: neighbours share whole edges.

    Args:
        vertices: Points ``(n, 2)``, columns x and y.
        polygons: For each polygon a list of numbers of vertices, in either direction.
        costs: The cost of a unit of length in each polygon ``(n,)``, above 0; None means 1 everywhere.

    Raises:
        ArrayError: A polygon is not convex, has no area, crosses itself or names a vertex that does not
            exist; or two polygons lie on the same side of an edge.
        PlaceError, PlaceTypeError: Vertices that are not finite numbers.
        CostError: A cost is not a number above 0 and up to 1e9.

    Example:
        >>> import pathstar as ps
        >>> corners = [(0, 0), (4, 0), (4, 1), (0, 1), (4, 3), (3, 3), (3, 1)]
        >>> mesh = ps.NavMesh(corners, [[0, 1, 2, 6, 3], [6, 2, 4, 5]])
        >>> path = ps.find_path(mesh, (0.5, 0.5), (3.5, 3))
        >>> list(path), round(path.cost, 3)
        ([(0.5, 0.5), (3.0, 1.0), (3.5, 3.0)], 4.611)
    """

    __slots__ = ()

    kind = KINDS["NavMesh"]

    def __init__(self, vertices: ArrayLike, polygons: Any, costs: ArrayLike | None = None) -> None:
        arrays = checked_polygons(vertices, polygons)
        self._begin(arrays, checked_costs(costs, len(arrays[2]) - 1))

    @classmethod
    def _of(cls, merged: Merged, **more: Any) -> NavMesh:
        mesh = cls.__new__(cls)
        mesh._begin(merged[:3], merged[3], **more)
        return mesh

    @classmethod
    def from_grid(cls, grid: Grid, *, progress: Progress = None) -> NavMesh:
        """Make the mesh of a grid's walkable squares; square (x, y) becomes [x, x + 1] x [y, y + 1].

        Whatever the grid's corner rule, a path on the mesh may touch corners but not slip between two blocked
        squares that touch at a corner (``"no_squeeze"``). The mesh does not follow edits of the grid.

        Args:
            grid: A `Grid` of plain squares without costs.
            progress: Called with the fraction done after each part of the work; True shows a bar. An
                exception in it stops the call.

        Raises:
            SpaceError: It is not such a grid.
            OptionError: The grid has costs, or progress is neither a function nor True, False or None.

        Example:
            >>> import pathstar as ps
            >>> mesh = ps.NavMesh.from_grid(ps.Grid([[1, 1, 1], [1, 0, 1]]))
            >>> list(ps.find_path(mesh, (0.5, 1.5), (2.5, 1.5)))
            [(0.5, 1.5), (1.0, 1.0), (2.0, 1.0), (2.5, 1.5)]
        """
        squares_of(grid, "NavMesh.from_grid")
        if grid.cost is not None:
            raise OptionError(
                "NavMesh.from_grid takes no grid with costs; make the mesh of ps.Grid(grid.walkable), and "
                "add_area where ground costs more"
            )
        cells = np.ascontiguousarray(grid.walkable).view(np.uint8).ravel()
        with reporting(progress, "building the mesh") as tell:
            rectangles = _core.rectangles(cells, grid.width)
            tell_of(tell, 1 / 4)
            merged = _core.merge_polygons(*rectangles, np.empty(0))
            tell_of(tell, 3 / 4)
            mesh = cls._of(merged)
            tell_of(tell, 1.0)
        return mesh

    @classmethod
    def from_polygons(
        cls, outlines: Any, holes: Any = (), *, radius: float = 0.0, progress: Progress = None
    ) -> NavMesh:
        """Make the mesh of an area with holes; needs shapely, the extra ``mesh``.

        Outlines may overlap, and holes may overlap each other and the border. For a unit with a radius, the
        walls move inwards by the radius, and the mesh is the ground for the unit's centre. Corners that stick
        out into the area stay sharp, so there the unit keeps a little more distance than it must.

        Args:
            outlines: The walkable area: a list of rings ``(n, 2)``, or shapely or GeoJSON polygons.
            holes: The areas to cut out, in the same form.
            radius: The radius of the unit, in the units of the coordinates.
            progress: As for `from_grid`.

        Raises:
            ArrayError: An outline or hole has fewer than three points, no area, or crosses itself; or a hole
                lies outside all outlines.
            OptionError: A geometry that is not a polygon, a negative radius, or progress as in `from_grid`.
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
        size = checked_number("radius", radius, 0)
        with reporting(progress, "building the mesh") as tell:
            free = moved(ground_of(shapes, shapes_of(holes, "holes")), -size)
            tell_of(tell, 1 / 4)
            triangles = triangles_of(np.array([free], object), np.ones(1))
            tell_of(tell, 1 / 2)
            merged = _core.merge_polygons(*triangles)
            tell_of(tell, 3 / 4)
            mesh = cls._of(merged, ground=[Patch(free, 1.0)], radius=size)
            tell_of(tell, 1.0)
        return mesh

    @classmethod
    def read(cls, file: Any, **options: Any) -> NavMesh:
        """Read a mesh from a file in one of the formats of `pathstar.io.meshes.read_mesh`."""
        mesh: NavMesh = load_lazily("NavMesh.read")(file, **options)
        return mesh

    def write(self, file: Any, **options: Any) -> None:
        """Write the mesh to a file; see `pathstar.io.meshes.write_mesh`."""
        load_lazily("NavMesh.write")(self, file, **options)

    @property
    def size(self) -> int:
        """The number of polygons."""
        return self.core.size

    @property
    def shape(self) -> tuple[int]:
        """``(n,)`` for the polygons."""
        return (self.size,)

    @property
    def vertices(self) -> Points:
        """The corners of all polygons, float64 ``(n, 2)``; twice where two meet in this point alone."""
        return self.core.polygons()[0]

    @property
    def polygons(self) -> list[NDArray[np.uint32]]:
        """The numbers of each polygon's vertices, counterclockwise with y up."""
        _, corners, offsets = self.core.polygons()
        return np.split(corners, offsets[1:-1]) if len(offsets) > 1 else []

    @property
    def neighbours(self) -> list[NDArray[np.int64]]:
        """The polygon beside each side of each polygon; -1 is a wall. Side i begins at vertex i."""
        core = self.core
        offsets = core.polygons()[2]
        return np.split(core.neighbours(), offsets[1:-1]) if len(offsets) > 1 else []

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least x and y and the greatest x and y; zeros for an empty mesh."""
        points = self.vertices
        if len(points) == 0:
            return (0.0, 0.0, 0.0, 0.0)
        return (*points.min(axis=0).tolist(), *points.max(axis=0).tolist())

    @property
    def costs(self) -> NDArray[np.float64]:
        """The cost of a unit of length in each polygon ``(n,)``."""
        return self.core.costs()

    @property
    def islands(self) -> NDArray[np.uint32]:
        """The connected part to which each polygon belongs, ``(n,)``, numbered from 0.

        Links do not join parts.
        """
        return self.core.component_labels()

    def holds(self, place: Any) -> bool:
        """Return whether a place lies on the mesh or on its border.

        Raises:
            PlaceError, PlaceTypeError: It is not a pair of finite numbers.
        """
        return bool(self.core.faces_at(checked_point(place)))

    def nearest(self, place: Any) -> tuple[float, float]:
        """Return the point of the mesh that is nearest to a place: the place itself if it lies on the mesh.

        Raises:
            PlaceError: The mesh is empty, or as `holds`.
            PlaceTypeError: As `holds`.

        Example:
            >>> import pathstar as ps
            >>> ps.NavMesh([(0, 0), (2, 0), (2, 2)], [[0, 1, 2]]).nearest((3, 1))
            (2.0, 1.0)
        """
        core, point = self.core, checked_point(place)
        if core.size == 0:
            raise PlaceError("the mesh is empty: no point of it is nearest")
        return core.nearest(point)

    def visible(self, a: Any, b: Any) -> bool:
        """Return whether a straight line from a to b stays on the mesh.

        The line may touch walls and run along them, but not slip between two that touch in a point.

        Raises:
            PlaceError, PlaceTypeError: As `holds`.
        """
        return self.core.look(checked_point(a), checked_point(b))[0]

    def cast(self, a: Any, b: Any) -> tuple[float, float]:
        """Return how far a straight line from a towards b gets: b itself, or the point at a wall, rounded.

        Raises:
            PlaceError: The line begins off the mesh, or as `holds`.
            PlaceTypeError: As `holds`.

        Example:
            >>> import pathstar as ps
            >>> ps.NavMesh([(0, 0), (2, 0), (2, 2)], [[0, 1, 2]]).cast((1, 0.5), (4, 0.5))
            (2.0, 0.5)
        """
        core, start = self.core, checked_point(a)
        if not core.faces_at(start):
            raise PlaceError(f"place {start} lies off the mesh; mesh.nearest finds the nearest point of it")
        return core.look(start, checked_point(b))[1]

    def node_of(self, place: Any) -> int:
        """Return the number of the polygon at a place, the lowest where several meet.

        Raises:
            PlaceError: The place lies off the mesh, or as `holds`.
            PlaceTypeError: As `holds`.
        """
        point = checked_point(place)
        faces = self.core.faces_at(point)
        if not faces:
            raise PlaceError(f"place {point} lies off the mesh; mesh.nearest finds the nearest point of it")
        return min(faces)

    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of the polygons at many places; errors as `node_of` and `points_of`."""
        return np.array([self.node_of(place) for place in self.points_of(places, name)], np.uint32)

    def places_of(self, nodes: ArrayLike) -> Points:
        """Return a point in each of these polygons, the mean of its corners: ``(n, 2)``."""
        points, corners, offsets = self.core.polygons()
        rows = checked_nodes(nodes, self.size).ravel().tolist()
        means = [points[corners[offsets[row] : offsets[row + 1]]].mean(axis=0) for row in rows]
        return np.array(means).reshape(-1, 2)

    def straight_distances(self, place: Any, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the straight distances from a place to the middles of polygons, float64 ``(n,)``."""
        apart: NDArray[np.float64] = np.linalg.norm(self.places_of(nodes) - checked_point(place), axis=1)
        return apart

    def links_along(self, path: Any) -> NDArray[np.int64]:
        """Return for each leg of a path the number of the link that it takes, or -1 where it goes straight.

        Args:
            path: A `Path` on this mesh, or its points ``(n, 2)``.

        Returns:
            int64 ``(n - 1,)``; empty for a path of fewer than two points.

        Raises:
            ArrayError, PlaceError, PlaceTypeError: As `points_of`.
        """
        points = self.points_of(getattr(path, "points", path), "path")
        core, links, _ = self.state
        legs = zip(points[:-1].tolist(), points[1:].tolist(), strict=True)
        return np.array([self._link_between(core, links, tuple(a), tuple(b)) for a, b in legs], np.int64)

    @staticmethod
    def _link_between(core: Any, links: Mapping[int, MeshLink], a: Any, b: Any) -> int:
        """Return the number of the link from a to b, or -1 if the straight line costs less."""
        least, found = core.line_cost(a, b), -1
        for number, link in links.items():
            leads = (a, b) == (link.start, link.end) or (link.both_ways and (b, a) == (link.start, link.end))
            if leads and link.cost < least:
                least, found = link.cost, number
        return found

    def figures(self) -> list[tuple[str, str]]:
        """Return the numbers of polygons, vertices and connected parts."""
        counts = {"polygons": self.size, "vertices": len(self.vertices), "parts": self.core.components}
        return [(word, f"{count:,}") for word, count in counts.items()]

    def show(self, **options: Any) -> None:
        """Print the mesh in the terminal, scaled to the window."""
        load_lazily("NavMesh.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = load_lazily("NavMesh.html")(self)
        return html

    def __repr__(self) -> str:
        return f"NavMesh({counted(self.size, 'polygon')})"
