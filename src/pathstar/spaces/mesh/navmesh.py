"""Navigation meshes."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError, PlaceError
from pathstar.lazy import load_lazily
from pathstar.spaces.base import Cache
from pathstar.spaces.grid import Grid, squares_of
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.mesh.arrays import Points, PolygonArrays, checked_point, checked_polygons
from pathstar.spaces.mesh.outlines import (
    checked_radius,
    ground_of,
    ground_of_rings,
    shapes_of,
    triangles_of,
)
from pathstar.spaces.mesh.plane import Plane


class NavMesh(Plane):
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

    __slots__ = ("_edits", "_ground", "_obstacles", "_state", "radius")

    kind = KINDS["NavMesh"]
    radius: float

    def __init__(self, vertices: ArrayLike, polygons: Any) -> None:
        self._begin(checked_polygons(vertices, polygons))

    def _begin(self, arrays: PolygonArrays, *, ground: Any = None, radius: float = 0.0) -> None:
        self.cache = Cache()
        self.radius = radius
        self._ground = ground
        self._obstacles: dict[int, Any] = {}
        self._edits = threading.Lock()
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
            raise OptionError(
                "NavMesh.from_grid takes no grid with costs: on a mesh all ground costs the same"
            )
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

    @classmethod
    def read(cls, file: Any, **options: Any) -> NavMesh:
        """Read a mesh from a ``.mesh``, ``.obj`` or ``.geojson`` file; see `pathstar.io.meshes.read_mesh`."""
        mesh: NavMesh = load_lazily("NavMesh.read")(file, **options)
        return mesh

    def write(self, file: Any, **options: Any) -> None:
        """Write the mesh to a file; see `pathstar.io.meshes.write_mesh`."""
        load_lazily("NavMesh.write")(self, file, **options)

    @property
    def core(self) -> _core.Mesh:
        """The native mesh: another one after each edit."""
        return self._state[0]

    @property
    def revision(self) -> int:
        """How often the mesh was edited."""
        return self._state[1]

    @property
    def state(self) -> tuple[_core.Mesh, int]:
        """The native mesh and its revision, which belong together whatever other threads edit."""
        return self._state

    @property
    def size(self) -> int:
        """How many polygons there are."""
        return self.core.size

    @property
    def shape(self) -> tuple[int]:
        """``(n,)``, of the polygons."""
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
    def islands(self) -> NDArray[np.uint32]:
        """The connected part to which each polygon belongs, ``(n,)``, numbered from 0."""
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
        """Return how far one gets from a straight towards b: b itself, or the point at the wall, rounded.

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
        """Return a point within each of these polygons, the mean of its corners, ``(n, 2)``."""
        points, corners, offsets = self.core.polygons()
        rows = np.asarray(nodes, np.int64)
        means = [points[corners[offsets[row] : offsets[row + 1]]].mean(axis=0) for row in rows.tolist()]
        return np.array(means).reshape(-1, 2)

    def straight_distances(self, place: Any, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the straight distances from a place to the middles of polygons, float64 ``(n,)``."""
        apart: NDArray[np.float64] = np.linalg.norm(self.places_of(nodes) - checked_point(place), axis=1)
        return apart

    def add_obstacle(self, outline: Any) -> int:
        """Cut an obstacle out of the mesh; needs shapely, the extra ``mesh``.

        The mesh is made again as a whole. Searches that are under way finish on the mesh as it was.

        Args:
            outline: A ring ``(n, 2)``, or shapely or GeoJSON polygons. It may lie off the mesh, and overlap
                other obstacles. The radius of the mesh is kept free around it.

        Returns:
            Its number, for `remove_obstacle`. No other obstacle of the mesh ever gets it.

        Raises:
            ArrayError: It has fewer than three points, no area, or crosses itself.
            MissingExtraError: shapely is not installed.

        Example:
            >>> import pathstar as ps
            >>> mesh = ps.NavMesh([(0, 0), (4, 0), (4, 4), (0, 4)], [[0, 1, 2, 3]])
            >>> box = mesh.add_obstacle([(1, 1), (3, 1), (3, 3), (1, 3)])
            >>> len(ps.find_path(mesh, (0, 2), (4, 2)))
            4
            >>> mesh.remove_obstacle(box)
            >>> len(ps.find_path(mesh, (0, 2), (4, 2)))
            2
        """
        is_shape = isinstance(outline, Mapping) or hasattr(outline, "__geo_interface__")
        shapes = shapes_of(outline if is_shape else [outline], "outline")
        with self._edits:
            number = self.revision  # no two edits share one, so no number is given out twice
            self._make({**self._obstacles, number: shapes})
        return number

    def remove_obstacle(self, number: int) -> None:
        """Take an obstacle away again, as `add_obstacle` puts it there.

        Args:
            number: What `add_obstacle` returned.

        Raises:
            OptionError: There is no such obstacle.
        """
        with self._edits:
            if not isinstance(number, (int, np.integer)) or number not in self._obstacles:
                there = ", ".join(map(str, self._obstacles)) or "none"
                raise OptionError(f"there is no obstacle {number!r}; there are: {there}")
            self._make({key: shapes for key, shapes in self._obstacles.items() if key != number})

    def _make(self, obstacles: dict[int, Any]) -> None:
        """Make the mesh of the ground without obstacles."""
        if self._ground is None:
            points = self.vertices
            self._ground = ground_of_rings([points[polygon] for polygon in self.polygons])
        shapes = [shape for each in obstacles.values() for shape in each]
        ground = ground_of([self._ground], shapes, inside=False)
        core = _core.Mesh(*_core.merge_polygons(*triangles_of(ground, self.radius)))
        self._obstacles, self._state = obstacles, (core, self.revision + 1)

    def figures(self) -> list[tuple[str, str]]:
        """Return how many polygons, vertices and connected parts there are."""
        counts = {"polygons": self.size, "vertices": len(self.vertices), "parts": self.core.components}
        return [(word, f"{count:,}") for word, count in counts.items()]

    def show(self, **options: Any) -> None:
        """Print the mesh in the terminal, scaled to the window."""
        load_lazily("NavMesh.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = load_lazily("NavMesh.html")(self)
        return html

    def __repr__(self) -> str:
        return f"NavMesh({self.size} polygons)"

    def __reduce__(self) -> tuple[Any, ...]:
        with self._edits:
            core, revision = self._state
            return _rebuilt, (core.polygons(), revision, self._ground, self.radius, self._obstacles)


def _rebuilt(
    arrays: PolygonArrays, revision: int, ground: Any, radius: float, obstacles: dict[int, Any]
) -> NavMesh:
    mesh = NavMesh._of(arrays, ground=ground, radius=radius)
    mesh._obstacles = obstacles
    mesh._state = (mesh.core, revision)
    return mesh
