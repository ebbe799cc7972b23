"""The costs from everywhere: the result of a search without a goal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.lazy import load_lazily
from pathstar.spaces.base import Place, Space, place_list

_NONE = 2**32 - 1


class Everywhere:
    """The goal of a search without a goal, which no place satisfies."""

    def __call__(self, place: object) -> bool:
        """Return False for every place."""
        return False

    def __repr__(self) -> str:
        return "everywhere"


@dataclass(frozen=True, eq=False, slots=True)
class Seeds:
    """The start of the search for a field.

    Attributes:
        nodes: uint32 ``(n,)``: the sources.
        costs: float64 ``(n,)``: the initial cost of each; empty if all are 0.
        outward: Whether the paths lead away from the sources.
    """

    nodes: NDArray[np.uint32]
    costs: NDArray[np.float64]
    outward: bool


@dataclass(frozen=True, eq=False, slots=True)
class Field:
    """The cost from every place to the nearest source, or outward from the nearest source to every place.

    Attributes:
        space: The space of the search.
        outward: Whether the paths lead away from the sources; otherwise they lead to them.
        costs: float64, in the shape of the space: ``[h, w]`` on a grid, ``(n,)`` in a graph. Sources have 0,
            or their initial cost; infinity means that there is no path, or that the cost is not known.
        parents: uint32 ``(n,)``: for each node the next one towards its source, 2**32 - 1 for none.
        ends: uint32 ``(n,)``: for each node the node where a path to it really ends, if these differ: over a
            `Turning`, a place without a heading is entered with the best one. Otherwise None.
        known_to: Every cost up to this one is known, and no other; infinity if the search is complete.
        seeds: Where the search began; None in a field pickled by version 0.1.
        state: The state of a stopped search, a few numbers for each node; otherwise None.

    Example:
        >>> import pathstar as ps
        >>> field = ps.distance_field(ps.Grid([[1, 1, 1, 0, 1]]), [(0, 0)])
        >>> field.costs.tolist()
        [[0.0, 1.0, 2.0, inf, inf]]
        >>> field.path_from((2, 0)), field.next_step((2, 0))
        ([(2, 0), (1, 0), (0, 0)], (1, 0))
    """

    space: Space
    outward: bool
    costs: NDArray[np.float64]
    parents: NDArray[np.uint32]
    ends: NDArray[np.uint32] | None = None
    known_to: float = math.inf
    seeds: Seeds | None = None
    state: _core.FieldState | None = None

    @property
    def complete(self) -> bool:
        """Whether every cost is known."""
        return math.isinf(self.known_to)

    def resume(self, **limits: Any) -> Field:
        """Continue the stopped search, and return a field that knows more; this one stays as it is.

        If the space was edited in the meantime, the search starts over.

        Args:
            **limits: ``stop_at``, ``max_cost`` and ``max_expansions`` as for `distance_field`; without any,
                the search runs to its end.

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

        The best-first engine does so without a goal: it takes the places in the order of their costs.

        Args:
            **options: ``max_events``: the approximate maximum number of events, of 32 bytes each.

        Returns:
            A `Trace` without a path.

        Raises:
            OptionError: max_events is not a whole number from 1.

        Example:
            >>> import pathstar as ps
            >>> len(ps.distance_field(ps.Grid([[1, 1, 1, 0, 1]]), [(0, 0)]).trace())
            3
        """
        return load_lazily("Field.trace")(self, **options)

    def cost_of(self, place: Place) -> float:
        """Return the cost between a place and its nearest source; infinity if there is no path.

        Raises:
            PlaceError, PlaceTypeError: As `find_path`.
        """
        return float(self.costs.ravel()[self.space.node_of(place)])

    def path_from(self, place: Place) -> list[Place]:
        """Return the places from a place to its nearest source; an empty list if there is no path.

        Raises:
            OptionError: The field is outward: its paths lead in the other direction.
            PlaceError, PlaceTypeError: As `find_path`.
        """
        self._check(False)
        return self._chain(place)

    def path_to(self, place: Place) -> list[Place]:
        """Return the places from the nearest source to a place; an empty list if there is no path.

        Raises:
            OptionError: The field is not outward: its paths lead in the other direction.
            PlaceError, PlaceTypeError: As `find_path`.
        """
        self._check(True)
        return self._chain(place)[::-1]

    def next_step(self, place: Place) -> Place | None:
        """Return the next place on the path to the nearest source; None at a source or without a path.

        Raises:
            OptionError: The field is outward: its paths lead in the other direction.
            PlaceError, PlaceTypeError: As `find_path`.
        """
        self._check(False)
        parent = int(self.parents[self.space.node_of(place)])
        return None if parent == _NONE else place_list(self.space.places_of([parent]))[0]

    def _chain(self, place: Place) -> list[Place]:
        node = self.space.node_of(place)
        if math.isinf(self.costs.ravel()[node]):
            return []
        nodes = [node]
        if self.ends is not None:
            node = int(self.ends[node])
        while (node := int(self.parents[node])) != _NONE:
            nodes.append(node)
        return place_list(self.space.places_of(nodes))

    def _check(self, outward: bool) -> None:
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
        return Field, (
            self.space,
            self.outward,
            self.costs,
            self.parents,
            self.ends,
            self.known_to,
            self.seeds,
        )
