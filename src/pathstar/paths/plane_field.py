"""The costs from everywhere on a plane: a field over points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.lazy import load_lazily
from pathstar.paths.crowds import are_many
from pathstar.paths.field import Field
from pathstar.paths.known import NOWHERE, FieldStates, Known, Stops
from pathstar.spaces.base import Place, Space
from pathstar.spaces.mesh.arrays import Points, checked_point
from pathstar.spaces.mesh.plane import mesh_of


@dataclass(frozen=True, eq=False, slots=True)
class PlaneSeeds:
    """Where the search for a field on a plane begins.

    Attributes:
        points: float64 ``(n, 2)``: the sources.
        costs: float64 ``(n,)``: the cost of being at each; empty if that is 0 for all.
    """

    points: Points
    costs: NDArray[np.float64]


@dataclass(eq=False, slots=True)
class PlaneKnown:
    """What a field knows at one revision of its space.

    Attributes:
        revision: The revision of the space.
        core: The result of the search.
        arrays: The costs and the nearest sources at the middles of the polygons, once asked for.
    """

    revision: int
    core: _core.MeshField
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)


class PlaneField(Field):
    """The cost from every point of a `NavMesh` to the nearest source, or outward from it to the point.

    It is exact at every point, not only where polygons meet. `costs` and `nearest` are those of the middle of
    each polygon; `cost_of` and `nearest_of` take any points. After an edit of the mesh, the field searches
    again at its next use. A source that an obstacle covers counts for nothing until it is free again.

    Attributes:
        places: Where the search began.

    Example:
        >>> import pathstar as ps
        >>> mesh = ps.NavMesh.from_grid(ps.Grid([[1, 1, 1], [1, 0, 1]]))
        >>> field = ps.distance_field(mesh, [(0.5, 2)])
        >>> round(field.cost_of((2.5, 2)), 3), field.path_from((2.5, 2))
        (3.236, [(2.5, 2.0), (2.0, 1.0), (1.0, 1.0), (0.5, 2.0)])
        >>> field.cost_of([(0.5, 1), (0.5, 0)]).tolist(), field.next_step((2.5, 2))
        ([1.0, 2.0], (2.0, 1.0))
    """

    __slots__ = ("_found", "places")

    places: PlaneSeeds
    _found: PlaneKnown | None

    def __init__(
        self,
        space: Space,
        outward: bool,
        places: PlaneSeeds,
        stops: Stops,
        found: PlaneKnown | None = None,
    ) -> None:
        self.space = space
        self.outward = outward
        self.seeds = None
        self.state = FieldStates()
        self.stops = stops
        self._known = None
        self.places = places
        self._found = found

    @property
    def costs(self) -> NDArray[np.float64]:
        """The costs at the middles of the polygons, float64 ``(n,)``, read-only; see ``space.places_of``."""
        return self._at_middles("costs")

    @property
    def nearest(self) -> NDArray[np.uint32]:
        """The source that the middle of each polygon belongs to, uint32 ``(n,)``; 2**32 - 1 for none."""
        return self._at_middles("nearest")

    @property
    def ends(self) -> None:
        """None: a way ends exactly where it should."""
        return

    @property
    def parents(self) -> NoReturn:
        """Raise OptionError: ways lead over points, not from polygon to polygon."""
        raise OptionError(f"a {self.space.kind.name} has no steps; ask path_from or next_step for points")

    @property
    def directions(self) -> NoReturn:
        """Raise OptionError, like `parents`."""
        raise OptionError(f"a {self.space.kind.name} has no steps; ask flow for directions")

    @property
    def known_to(self) -> float:
        """Every cost up to this is known, and no other; infinity if the search was not stopped."""
        return self._native.known_to

    @property
    def windows(self) -> int:
        """The number of parts of polygons, each seen from one corner or source, that the field keeps."""
        return self._native.windows

    @property
    def nbytes(self) -> int:
        """Its size in bytes."""
        return self._native.nbytes

    def update(self) -> None:
        """Follow the edits of the mesh now; every other use of the field does so too."""
        self._found_now()

    def resume(self, **limits: Any) -> PlaneField:
        """Search once more to other limits, and return the new field; this one stays as it is.

        Args:
            **limits: ``max_cost``, ``max_expansions`` and ``progress`` as for `distance_field`.

        Raises:
            OptionError: As `distance_field`.
        """
        resumed: PlaneField = load_lazily("PlaneField.resume")(self, **limits)
        return resumed

    def trace(self, **options: Any) -> NoReturn:
        """Raise OptionError: a field on a plane leaves no trace; a path does, with `pathstar.trace`."""
        raise OptionError(
            f"a field on a {self.space.kind.name} leaves no trace: its search has no target, by which "
            "intervals are chosen and explained; trace one path: pathstar.trace(mesh, start, goal)"
        )

    def cost_of(self, place: Any) -> Any:
        """Return the cost between a point, or each of many, and its nearest source.

        Args:
            place: A point ``(x, y)``; or many, ``(n, 2)``.

        Returns:
            A float, or float64 ``(n,)``; infinity where no way leads and off the mesh.

        Raises:
            ArrayError, PlaceError, PlaceTypeError: As `NavMesh.points_of`.
        """
        many, points = self._points(place)
        costs = self._native.costs(points)
        return costs if many else float(costs[0])

    def nearest_of(self, place: Any) -> Any:
        """Return the row of the nearest source of a point, or of each of many points.

        Returns:
            An int, or None where no way leads. For many points uint32 ``(n,)``, 2**32 - 1 where no way leads.
        """
        many, points = self._points(place)
        rows = self._native.nearest(points)
        return rows if many else (None if rows[0] == NOWHERE else int(rows[0]))

    def next_step(self, place: Any) -> Any:
        """Return the point at which the way to the nearest source turns first, or ends.

        Args:
            place: A point ``(x, y)``; or many, ``(n, 2)``.

        Returns:
            For one point the next one; None at a source or without a way. For many points float64 ``(n, 2)``;
            points without a next one stay.

        Raises:
            OptionError: The field is outward: its ways lead the other way round.
            ArrayError, PlaceError, PlaceTypeError: As `cost_of`.
        """
        self._check_leads(outward=False)
        many, points = self._points(place)
        turns = self._native.turns(points)
        if many:
            return turns
        return None if (turns == points).all() else tuple(turns[0].tolist())

    def flow(self, points: ArrayLike | None = None) -> NDArray[np.float64]:
        """Return the direction in which to walk at any points: straight to where the way turns.

        Args:
            points: Numbers ``(n, 2)``; None means the middles of all polygons.

        Returns:
            float64 ``(n, 2)``: vectors of length 1; 0 at a source and where no way leads.

        Raises:
            OptionError: The field is outward.
            ArrayError, PlaceError, PlaceTypeError: As `cost_of`.
        """
        self._check_leads(outward=False)
        at = self._middles() if points is None else mesh_of(self.space).points_of(points, "points")
        apart = self._native.turns(at) - at
        length = np.hypot(apart[:, 0], apart[:, 1])[:, None]
        flow: NDArray[np.float64] = np.divide(apart, length, out=np.zeros_like(apart), where=length > 0)
        return flow

    @property
    def _native(self) -> _core.MeshField:
        """The result of the search on the mesh as it is now."""
        return self._found_now().core

    def _found_now(self) -> PlaneKnown:
        found = self._found
        if found is None or found.revision != self.space.revision:
            if found is not None:
                self.state.begun_again += 1
            found = self._found = load_lazily("PlaneField.update")(self)
        return found

    def _now(self) -> Known:
        """Raise OptionError: there are no nodes."""
        return self.parents

    def _points(self, place: Any) -> tuple[bool, Points]:
        if are_many(self.space, place):
            return True, mesh_of(self.space).points_of(place)
        return False, np.array([checked_point(place)])

    def _middles(self) -> Points:
        return self.space.places_of(np.arange(self.space.size, dtype=np.uint32))

    def _at_middles(self, name: str) -> NDArray[Any]:
        found = self._found_now()
        if name not in found.arrays:
            array = getattr(found.core, name)(self._middles())
            array.flags.writeable = False
            found.arrays[name] = array
        return found.arrays[name]

    def _chain(self, place: Place) -> list[Place]:
        return list(map(tuple, self._native.line(checked_point(place)).tolist()))

    def __reduce__(self) -> tuple[Any, ...]:
        return PlaneField, (self.space, self.outward, self.places, self.stops)
