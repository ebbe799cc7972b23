"""The edits of a navigation mesh: obstacles, areas that cost more, and links."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from pathstar import _core
from pathstar.errors import ArrayError, CostError, OptionError, PlaceError, need_extra
from pathstar.maps.arguments import as_number, checked_number, checked_switch
from pathstar.maps.layers import as_array
from pathstar.spaces.base import Cache
from pathstar.spaces.mesh.arrays import Points, PolygonArrays, checked_point
from pathstar.spaces.mesh.outlines import moved, shapes_of
from pathstar.spaces.mesh.plane import Plane
from pathstar.spaces.mesh.tiles import Costs, Patch, Tiles, by_polygon, pieces_of

Place = tuple[float, float]
LinkArrays = tuple[Points, Points, Costs]

MOST_COST = 1e9
_DISC_CORNERS = 32


class MeshLink(NamedTuple):
    """A way from one point of a mesh to another that does not lead over its ground.

    Attributes:
        start: Where it begins, ``(x, y)``.
        end: Where it ends.
        cost: Its cost.
        both_ways: Whether it also leads back, for the same cost.
    """

    start: Place
    end: Place
    cost: float
    both_ways: bool


class MeshState(NamedTuple):
    """The state at one revision, consistent whatever other threads edit.

    Attributes:
        core: The native mesh.
        links: The links by number.
        revision: How often the mesh was edited.
    """

    core: _core.Mesh
    links: Mapping[int, MeshLink]
    revision: int

    def link_arrays(self) -> LinkArrays:
        """Return the beginnings, ends and costs of the links, with a row for each direction."""
        ways = [(each.start, each.end, each.cost) for each in self.links.values()]
        ways += [(each.end, each.start, each.cost) for each in self.links.values() if each.both_ways]
        begins, ends = (np.array([way[at] for way in ways], np.float64).reshape(-1, 2) for at in (0, 1))
        return begins, ends, np.array([way[2] for way in ways], np.float64)


class EditableMesh(Plane):
    """The edits of a `NavMesh`; each gets a number, by which it can be undone."""

    __slots__ = ("_edits", "_gathers", "_ground", "_patches", "_state", "_tiles", "_whole", "radius")

    radius: float

    def _begin(
        self, arrays: PolygonArrays, costs: Costs, *, ground: list[Patch] | None = None, radius: float = 0.0
    ) -> None:
        """Begin with polygons that were not edited.

        Args:
            arrays: The polygons.
            costs: The cost of a unit of length in each.
            ground: What they were made from; None means the polygons themselves.
            radius: The radius of the unit, by which the borders of the ground have moved.
        """
        self.cache = Cache()
        self.radius = radius
        self._ground = ground
        self._tiles: Tiles | None = None
        self._patches: dict[int, Patch] = {}
        self._edits = threading.RLock()
        self._gathers = False  # whether edits wait for the end of a block
        self._whole = _core.Mesh(*arrays, costs)  # without obstacles and areas
        self._state = MeshState(self._whole, {}, 0)

    @property
    def state(self) -> MeshState:
        """The native mesh, its links and its revision, consistent whatever other threads edit."""
        return self._state

    @property
    def core(self) -> _core.Mesh:
        """The native mesh, another one after each edit of the ground."""
        return self._state.core

    @property
    def revision(self) -> int:
        """How often the mesh was edited."""
        return self._state.revision

    @property
    def has_areas(self) -> bool:
        """Whether some polygon's cost is not 1."""
        return self.core.is_weighted

    @property
    def links(self) -> dict[int, MeshLink]:
        """The links by number."""
        return dict(self._state.links)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make the edits of a block at its end, with one rebuild, such as for an obstacle that moves.

        Until then searches see the ground as it was, and edits by other threads wait. If the block or the
        rebuild raises, nothing is edited.

        Example:
            >>> import pathstar as ps
            >>> mesh = ps.NavMesh([(0, 0), (4, 0), (4, 4), (0, 4)], [[0, 1, 2, 3]])
            >>> disc = mesh.add_disc((1, 1), 0.5)
            >>> with mesh.together():
            ...     mesh.remove_obstacle(disc)
            ...     disc = mesh.add_disc((1.5, 1), 0.5)
            >>> mesh.holds((0.7, 1)), mesh.holds((1.5, 1))
            (True, False)
        """
        with self._edits:
            patches, links, outer = self._patches, self._state.links, self._gathers
            self._gathers = True
            try:
                yield
                self._gathers = outer
                if self._patches is not patches and not outer:
                    self._make(self._patches)
            except BaseException:
                self._patches, self._state = patches, self._state._replace(links=links)
                raise
            finally:
                self._gathers = outer

    def add_obstacle(self, outline: Any) -> int:
        """Cut an obstacle out of the mesh; needs shapely, the extra ``mesh``.

        Only the squares of the plane that the obstacle touches are rebuilt. Searches under way finish on the
        mesh as it was. A link that begins or ends in the obstacle is inactive until the obstacle is removed.

        Args:
            outline: A ring ``(n, 2)``, or shapely or GeoJSON polygons. It may lie off the mesh, and overlap
                other obstacles. The radius of the mesh is kept free around it.

        Returns:
            Its number, for `remove_obstacle`. No other edit of the mesh ever gets it.

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
        return self._add_patch(moved(_union(outline), self.radius), np.inf)

    def add_disc(self, centre: Any, radius: float) -> int:
        """Cut a disc out of the mesh, as `add_obstacle` does.

        Its border becomes a polygon of 32 sides around the disc, which exceeds it by at most half a percent
        of its radius.

        Args:
            centre: Its centre ``(x, y)``.
            radius: Its radius, above 0. The radius of the mesh is kept free around it.

        Raises:
            OptionError: The radius is not a finite number above 0.
            PlaceError, PlaceTypeError: The centre is not a pair of finite numbers.

        Example:
            >>> import pathstar as ps
            >>> mesh = ps.NavMesh([(0, 0), (4, 0), (4, 4), (0, 4)], [[0, 1, 2, 3]])
            >>> disc = mesh.add_disc((2, 2), 1)
            >>> mesh.holds((2.9, 2)), mesh.holds((3.1, 2))
            (False, True)
        """
        x, y = checked_point(centre)
        around = (checked_number("radius", radius, above=0) + self.radius) / math.cos(math.pi / _DISC_CORNERS)
        angles = (np.arange(_DISC_CORNERS) + 0.5) * (2 * math.pi / _DISC_CORNERS)
        ring = np.stack([x + around * np.cos(angles), y + around * np.sin(angles)], axis=1)
        return self._add_patch(_union(ring), np.inf)

    def remove_obstacle(self, number: int) -> None:
        """Remove an obstacle that `add_obstacle` or `add_disc` added.

        Args:
            number: The number that they returned.

        Raises:
            OptionError: There is no such obstacle.
        """
        self._remove_patch(number, "obstacle")

    def add_area(self, outline: Any, cost: float) -> int:
        """Make the ground in an area cost more or less; needs shapely, the extra ``mesh``.

        Where areas overlap, the latest counts. A path pays the length of its way through the area times the
        cost; along the border it pays the cheaper side's cost. Elsewhere a unit of length costs 1.

        Args:
            outline: As for `add_obstacle`, but the radius of the mesh does not count.
            cost: The cost of a unit of length, above 0 and up to 1e9.

        Returns:
            Its number, for `remove_area`. No other edit of the mesh ever gets it.

        Raises:
            ArrayError: As `add_obstacle`.
            CostError: The cost is not such a number.
            MissingExtraError: shapely is not installed.

        Example:
            >>> import pathstar as ps
            >>> mesh = ps.NavMesh([(0, 0), (4, 0), (4, 4), (0, 4)], [[0, 1, 2, 3]])
            >>> swamp = mesh.add_area([(1, 0), (3, 0), (3, 4), (1, 4)], 5)
            >>> path = ps.find_path(mesh, (0, 2), (4, 2))
            >>> round(path.cost, 2), path.bound < 1.01
            (12.0, True)
        """
        shape = _union(outline)
        return self._add_patch(shape, checked_ground_cost(cost))

    def remove_area(self, number: int) -> None:
        """Remove an area: its ground costs what it did before.

        Args:
            number: The number that `add_area` returned.

        Raises:
            OptionError: There is no such area.
        """
        self._remove_patch(number, "area")

    def add_link(self, start: Any, end: Any, cost: float | None = None, *, both_ways: bool = True) -> int:
        """Add a link: a jump, a ladder, a teleporter.

        Args:
            start: Where it begins, a point of the mesh.
            end: Where it ends, another one.
            cost: Its cost, from 0; None means the distance between its ends.
            both_ways: Whether it also leads back.

        Returns:
            Its number, for `remove_link`. No other edit of the mesh ever gets it.

        Raises:
            PlaceError: An end lies off the mesh, or both are the same point.
            PlaceTypeError: An end is not a pair of numbers.
            CostError: The cost is not a finite number from 0.

        Example:
            >>> import pathstar as ps
            >>> banks = ps.NavMesh.from_grid(ps.Grid([[1, 1, 0, 1, 1]]))
            >>> jump = banks.add_link((2, 0.5), (3, 0.5), cost=2.5)
            >>> path = ps.find_path(banks, (0, 0.5), (5, 0.5))
            >>> path.cost, banks.links_along(path).tolist() == [-1, jump, -1]
            (6.5, True)
        """
        ends = checked_point(start), checked_point(end)
        for place in ends:
            if not self.core.faces_at(place):
                raise PlaceError(
                    f"a link cannot end at {place}, off the mesh; mesh.nearest finds the nearest point of it"
                )
        if ends[0] == ends[1]:
            raise PlaceError(f"a link needs two different ends, not {ends[0]} twice")
        price = math.dist(*ends) if cost is None else as_number(cost)
        if price is None or not 0 <= price < np.inf:
            raise CostError(f"cost is {cost!r}; allowed: a finite number from 0, or None for the distance")
        link = MeshLink(*ends, float(price), checked_switch("both_ways", both_ways))
        with self._edits:
            core, links, revision = self._state
            self._state = MeshState(core, {**links, revision: link}, revision + 1)
        return revision

    def remove_link(self, number: int) -> None:
        """Remove a link.

        Args:
            number: The number that `add_link` returned.

        Raises:
            OptionError: There is no such link.
        """
        with self._edits:
            core, links, revision = self._state
            _check_number(number, links, "link")
            rest = {key: link for key, link in links.items() if key != number}
            self._state = MeshState(core, rest, revision + 1)

    def _add_patch(self, shape: Any, cost: float) -> int:
        with self._edits:
            number = self.revision  # no two edits share a revision, so no number is given out twice
            self._make({**self._patches, number: Patch(shape, cost)})
        return number

    def _remove_patch(self, number: int, noun: str) -> None:
        with self._edits:
            wanted = noun == "obstacle"
            there = [key for key, patch in self._patches.items() if np.isinf(patch.cost) == wanted]
            _check_number(number, there, noun)
            self._make({key: patch for key, patch in self._patches.items() if key != number})

    def _make(self, patches: dict[int, Patch]) -> None:
        """Make the mesh of the ground with patches; rebuild it where patches changed."""
        core = self.core if self._gathers else self._with(patches)
        self._patches, self._state = patches, MeshState(core, self._state.links, self.revision + 1)

    def _with(self, patches: dict[int, Patch]) -> _core.Mesh:
        if not patches:
            return self._whole
        if self._tiles is None:
            if self._ground is None:
                self._ground = pieces_of(by_polygon(self._whole.polygons()), self._whole.costs())
            self._tiles = Tiles(self._ground)
        try:
            return self._tiles.mesh(patches)
        except BaseException:
            self._tiles = None  # its squares may be half made
            raise

    def __reduce__(self) -> tuple[Any, ...]:
        with self._edits:
            core, links, revision = self._state
            if self._gathers:
                core = self._with(self._patches)
            whole = self._whole.polygons(), self._whole.costs()
            edited = None if core is self._whole else (core.polygons(), core.costs())
            parts = (self._ground, self.radius, self._patches, dict(links), revision)
            return _rebuilt, (type(self), *whole, edited, *parts)


def checked_ground_cost(cost: Any) -> float:
    """Return the cost of a unit of length.

    Raises:
        CostError: It is not a number above 0 and up to 1e9.
    """
    number = as_number(cost)
    if number is None or not 0 < number <= MOST_COST:
        raise CostError(f"cost is {cost!r}; allowed: a number above 0, up to {MOST_COST:g}")
    return float(number)


def checked_costs(costs: Any, count: int) -> Costs:
    """Return the cost of a unit of length in each polygon; None means 1.

    Raises:
        ArrayError: There are more or fewer costs than polygons.
        CostError: A cost is not a number above 0 and up to 1e9; the message names its row.
    """
    if costs is None:
        return np.ones(count)
    array = as_array(costs, "costs")
    if array.shape != (count,) or array.dtype.kind not in "iuf":
        raise ArrayError(
            f"costs must hold {count} numbers, one for each polygon, not {array.dtype} {array.shape}"
        )
    numbers = array.astype(np.float64)
    wrong = np.flatnonzero(~((numbers > 0) & (numbers <= MOST_COST)))
    if wrong.size:
        row = int(wrong[0])
        raise CostError(f"costs[{row}] is {numbers[row]:g}; allowed: numbers above 0, up to {MOST_COST:g}")
    return np.ascontiguousarray(numbers)


def _union(outline: Any) -> Any:
    """Return an outline as one shapely geometry."""
    is_shape = isinstance(outline, Mapping) or hasattr(outline, "__geo_interface__")
    shapes = shapes_of(outline if is_shape else [outline], "outline")
    return need_extra("shapely", "mesh").union_all(shapes)


def _check_number(number: Any, there: Any, noun: str) -> None:
    if not isinstance(number, (int, np.integer)) or number not in there:
        known = ", ".join(map(str, there)) or "none"
        raise OptionError(f"there is no {noun} {number!r}; there are: {known}")


def _rebuilt(
    kind: type[EditableMesh],
    arrays: PolygonArrays,
    costs: Costs,
    edited: tuple[PolygonArrays, Costs] | None,
    ground: list[Patch] | None,
    radius: float,
    patches: dict[int, Patch],
    links: dict[int, MeshLink],
    revision: int,
) -> EditableMesh:
    mesh = kind.__new__(kind)
    mesh._begin(arrays, costs, ground=ground, radius=radius)
    mesh._patches = patches
    core = mesh.core if edited is None else _core.Mesh(*edited[0], edited[1])
    mesh._state = MeshState(core, links, revision)
    return mesh
