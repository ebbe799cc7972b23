"""The costs from everywhere: the result of a search without a goal."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.lazy import load_lazily
from pathstar.paths.crowds import are_many, directions_of, flow_at, next_places
from pathstar.paths.known import NOWHERE, FieldStates, Known, Seeds, Stops
from pathstar.spaces.base import Place, Space, place_list, place_of


class Field:
    """The cost from every place to the nearest source, or outward from the nearest source to every place.

    A field follows the edits of its space by itself at its next use. Where an edit touches little of it, that
    is local work, and its costs equal those of a new field to the last bit. Arrays that it has handed out
    never change: after an edit it hands out new ones. A field that was stopped is searched for again, to the
    same limits. A source that an edit blocks counts for nothing until it is free again.

    Attributes:
        space: The space it lies over.
        outward: Whether the ways lead from the sources, not to them.
        seeds: Where the search began; None in a field that 0.1 pickled.
        state: What its searches need to go on and to follow edits; ``state.repairs`` and ``state.rebuilds``
            count how often they followed an edit by local work and by a new search.
        stops: The places at which the search was to stop, by number, and the cost.

    Example:
        >>> import pathstar as ps
        >>> map = ps.Map([[1, 1, 1, 0, 1]])
        >>> field = ps.distance_field(map.grid(), [(0, 0)])
        >>> field.costs.tolist()
        [[0.0, 1.0, 2.0, inf, inf]]
        >>> field.path_from((2, 0)), field.next_step((2, 0))
        ([(2, 0), (1, 0), (0, 0)], (1, 0))
        >>> change = map.edit("passable", (3, 0), True)
        >>> field.costs.tolist()
        [[0.0, 1.0, 2.0, 3.0, 4.0]]
    """

    __slots__ = ("__weakref__", "_known", "outward", "seeds", "space", "state", "stops")

    space: Space
    outward: bool
    seeds: Seeds | None
    state: FieldStates
    stops: Stops
    _known: Known | None

    def __init__(
        self,
        space: Space,
        outward: bool,
        costs: NDArray[np.float64],
        parents: NDArray[np.uint32],
        ends: NDArray[np.uint32] | None = None,
        known_to: float = math.inf,
        seeds: Seeds | None = None,
        nearest: NDArray[np.uint32] | None = None,
        *,
        known: Known | None = None,
        state: FieldStates | None = None,
        stops: Stops | None = None,
    ) -> None:
        self.space = space
        self.outward = outward
        self.seeds = seeds
        self.state = FieldStates() if state is None else state
        self.stops = Stops(np.empty(0, np.uint32), known_to) if stops is None else stops
        self._known = (
            Known(space.revision, costs, parents, ends, nearest, known_to) if known is None else known
        )

    @property
    def costs(self) -> NDArray[np.float64]:
        """The costs, float64 in the shape of the space: ``[h, w]`` on a grid, ``(n,)`` in a graph; read-only.

        At the sources it is 0, or what it costs to be there; infinity where no way leads, or where the cost
        is not known.
        """
        return self._now().costs

    @property
    def parents(self) -> NDArray[np.uint32]:
        """The next node of each node towards its source, uint32 ``(n,)``; 2**32 - 1 for none. Read-only.

        Where sources have multipliers, the next node may belong to another source; `path_from` and `path_to`
        follow the way of one source.
        """
        return self._now().parents

    @property
    def ends(self) -> NDArray[np.uint32] | None:
        """The node at which a way to each node truly ends, uint32 ``(n,)``; None if it is the same node.

        Over a `Turning`, a way to a place without a heading ends with the best heading.
        """
        return self._now().ends

    @property
    def nearest(self) -> NDArray[np.uint32]:
        """The source that each place belongs to: its row among the sources, uint32 in the shape of the space.

        Of sources with equal costs, the first counts, and the ways lead to it. 2**32 - 1 where no way leads.

        Example:
            >>> import pathstar as ps
            >>> ps.distance_field(ps.Grid([[1, 1, 1, 1, 1]]), [(4, 0), (0, 0)]).nearest.tolist()
            [[1, 1, 0, 0, 0]]
        """
        now = self._now()
        if now.nearest is not None:
            return now.nearest
        only: NDArray[np.uint32] = np.where(np.isfinite(now.costs), np.uint32(0), np.uint32(NOWHERE))
        return only

    @property
    def directions(self) -> NDArray[np.uint8]:
        """The step that leads from each place towards its source, uint8 in the shape of the space.

        In an outward field it is the step that leads to the place. Steps are numbered as in
        ``space.directions``, in a graph as in `Space.steps_from`. 255 stands for none, 254 for a portal and
        for numbers over 253.

        Example:
            >>> import pathstar as ps
            >>> grid = ps.Grid([[1, 1, 1]])
            >>> field = ps.distance_field(grid, [(0, 0)])
            >>> field.directions.tolist(), grid.directions[field.directions[0, 2]]
            ([[255, 1, 1]], (-1, 0))
        """
        return directions_of(self.space, self._now(), outward=self.outward)

    @property
    def known_to(self) -> float:
        """Every cost up to this is known, and no other; infinity if the search was not stopped."""
        return self._now().known_to

    @property
    def nbytes(self) -> int:
        """The size of its arrays in bytes."""
        return self._now().nbytes

    @property
    def complete(self) -> bool:
        """Whether every cost is known."""
        return math.isinf(self.known_to)

    def update(self) -> None:
        """Follow the edits of the space now; every other use of the field does so too."""
        self._now()

    def _now(self) -> Known:
        """Return what is known of the space as it is now."""
        known = self._known
        if known is None or known.revision != self.space.revision:
            known = self._known = None  # arrays that nothing else holds are changed in place
            known = self._known = load_lazily("Field.update")(self)
        return known

    def resume(self, **limits: Any) -> Field:
        """Continue a stopped search up to new limits, and return its field; this one stays as it is.

        If the space was edited in the meantime, the search starts over.

        Args:
            **limits: ``stop_at``, ``max_cost``, ``max_expansions`` and ``progress`` as for `distance_field`;
                without a limit the search runs to its end.

        Raises:
            OptionError, PlaceError, PlaceTypeError: As `distance_field`.

        Example:
            >>> import pathstar as ps
            >>> near = ps.distance_field(ps.Grid([[1, 1, 1, 1]]), [(0, 0)], max_cost=1)
            >>> near.known_to, near.resume(max_cost=2).costs.tolist(), near.resume().complete
            (1.0, [[0.0, 1.0, 2.0, inf]], True)
        """
        resumed: Field = load_lazily("Field.resume")(self, **limits)
        return resumed

    def trace(self, **options: Any) -> Any:
        """Search for the same costs once more, and record every step.

        The best-first engine does that without a goal, and takes the places in the order of their costs.

        Args:
            **options: ``max_events``: stop after about this many events of 32 bytes. ``multiplier``: the
                search to trace if the sources have several multipliers; its G times the multiplier is the
                cost from its sources.

        Returns:
            A `Trace` without a path.

        Raises:
            OptionError: max_events is not a whole number from 1, no source has the multiplier, or there are
                several multipliers and none is given.

        Example:
            >>> import pathstar as ps
            >>> len(ps.distance_field(ps.Grid([[1, 1, 1, 0, 1]]), [(0, 0)]).trace())
            3
        """
        return load_lazily("Field.trace")(self, **options)

    def cost_of(self, place: Any) -> Any:
        """Return the cost between a place, or each of many, and its nearest source.

        Args:
            place: A place; or many of them, in the forms of `next_step`.

        Returns:
            A float, or float64 ``(n,)`` for many places; infinity where there is no path.

        Raises:
            PlaceError, PlaceTypeError: As `find_path`; of many places, the message names the row.

        Example:
            >>> import pathstar as ps
            >>> field = ps.distance_field(ps.Grid([[1, 1, 0, 1]]), [(0, 0)])
            >>> field.cost_of((1, 0)), field.cost_of([(0, 0), (3, 0)]).tolist()
            (1.0, [0.0, inf])
        """
        return self._values_at(self.costs, place, float)

    def nearest_of(self, place: Any) -> Any:
        """Return the row of the nearest source of a place, or of each of many places; see `nearest`.

        Args:
            place: As `cost_of`.

        Returns:
            An int, or None where no way leads. For many places uint32 ``(n,)``, 2**32 - 1 where no way leads.

        Raises:
            PlaceError, PlaceTypeError: As `cost_of`.

        Example:
            >>> import pathstar as ps
            >>> ps.distance_field(ps.Grid([[1, 1, 1, 1]]), [(3, 0), (0, 0)]).nearest_of((1, 0))
            1
        """
        return self._values_at(self.nearest, place, lambda row: None if row == NOWHERE else int(row))

    def path_from(self, place: Place) -> list[Place]:
        """Return the places from a place to its nearest source; an empty list if there is no path.

        Raises:
            OptionError: The field is outward: its paths lead in the other direction.
            PlaceError, PlaceTypeError: As `find_path`.
        """
        self._check_leads(outward=False)
        return self._chain(place)

    def path_to(self, place: Place) -> list[Place]:
        """Return the places from the nearest source to a place; an empty list if there is no path.

        Raises:
            OptionError: The field is not outward: its paths lead in the other direction.
            PlaceError, PlaceTypeError: As `find_path`.
        """
        self._check_leads(outward=True)
        return self._chain(place)[::-1]

    def next_step(self, place: Any) -> Any:
        """Return the next place on the way to the nearest source.

        Args:
            place: A place; or many of them, whole numbers ``(n, 2)`` on a grid, ``(n, 3)`` among voxels, a
                list of names in a graph.

        Returns:
            For one place the next one; None at a source or without a way. For many places an array of the
            next ones: int32 in the shape of the places, or names in a graph. Places without a next one stay.

        Raises:
            OptionError: The field is outward: its ways lead the other way round.
            PlaceError, PlaceTypeError: As `find_path`; of many places, the message names the row.

        Example:
            >>> import pathstar as ps
            >>> field = ps.distance_field(ps.Grid([[1, 1, 1]]), [(0, 0)])
            >>> field.next_step((2, 0)), field.next_step([(0, 0), (1, 0), (2, 0)]).tolist()
            ((1, 0), [[0, 0], [0, 0], [1, 0]])
        """
        self._check_leads(outward=False)
        if are_many(self.space, place):
            return next_places(self.space, self._now(), place)
        parent = int(self._now().parents[self.space.node_of(place)])
        return None if parent == NOWHERE else place_of(self.space, parent)

    def flow(self, points: ArrayLike | None = None) -> NDArray[np.float64]:
        """Return the direction in which to walk at any points, for crowds that move smoothly.

        It is the mean of the directions of the four squares around a point, weighted by the nearness of their
        centres. A unit that walks half a square along it stays on squares that steps connect.

        Args:
            points: Numbers ``(n, 2)``, columns x and y, in squares: the square (x, y) has its centre at (x,
                y). None means the centres of all squares.

        Returns:
            float64 ``(n, 2)``, or ``(h, w, 2)`` for all squares: vectors of length 1. At a source it is the
            rest of the way to its centre; where no way leads it is 0.

        Raises:
            OptionError: The field is outward, or does not lie over plain squares of 4 or 8 directions.
            ArrayError, PlaceError: The points are not such an array, or one lies outside; the message names
                its row.

        Example:
            >>> import numpy as np
            >>> import pathstar as ps
            >>> field = ps.distance_field(ps.Grid(np.ones((3, 3))), [(0, 0)])
            >>> field.flow([(2, 0), (1, 1), (0.5, 0.5)]).round(3).tolist()
            [[-1.0, 0.0], [-0.707, -0.707], [-0.707, -0.707]]
        """
        self._check_leads(outward=False)
        return flow_at(self.space, self._now(), points)

    def _values_at(self, values: NDArray[Any], place: Any, converted: Callable[[Any], Any]) -> Any:
        if are_many(self.space, place):
            return values.ravel()[self.space.nodes_of(place)]
        return converted(values.ravel()[self.space.node_of(place)])

    def _chain(self, place: Place) -> list[Place]:
        now, node = self._now(), self.space.node_of(place)
        if math.isinf(now.costs.ravel()[node]):
            return []
        end = node if now.ends is None else int(now.ends[node])
        nodes = _core.chain(now.tree_at(end), end)
        nodes[0] = node
        return place_list(self.space.places_of(nodes))

    def _check_leads(self, *, outward: bool) -> None:
        if self.outward != outward:
            other = "path_to" if self.outward else "path_from and next_step"
            raise OptionError(
                f"this field was made with outward={self.outward}; it has {other}, or make one with "
                f"outward={outward}"
            )

    def _repr_html_(self) -> str:
        html: str = load_lazily("Field.html")(self)
        return html

    def __repr__(self) -> str:
        reached = int(np.count_nonzero(np.isfinite(self.costs)))
        way = "from" if self.outward else "to"
        known = "" if self.complete else f", known to {self.known_to:.6g}"
        return f"Field({reached} of {self.costs.size} places, {way} the nearest source{known})"

    def __reduce__(self) -> tuple[Any, ...]:
        now = self._now()
        arrays = (now.costs, now.parents, now.ends, now.known_to, self.seeds, now.nearest)
        return _unpickled, (self.stops, self.space, self.outward, *arrays)


def _unpickled(stops: Stops, *arguments: Any) -> Field:
    field = Field(*arguments, stops=stops)
    if field.seeds is not None and field.seeds.multipliers.size:
        field._known = None  # the ways are not in the pickle
    return field
