"""A search for a field that its caller steps."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import NO_LIMIT, finder_of
from pathstar.errors import NotCopied, OptionError
from pathstar.maps.arguments import checked_whole
from pathstar.paths.field import Field
from pathstar.paths.known import FieldStates, Part
from pathstar.planners.field_parts import query_of
from pathstar.planners.fields import checked_seeds, field_so_far
from pathstar.spaces.base import Place, Space, check_space

_NO_NODES = np.empty(0, np.uint32)


class FieldSearch(NotCopied):
    """A search for a `Field` that is under way: run it a few steps per frame, and ask for costs found so far.

    When the space is edited, it follows by itself: costs over steps that have changed are found again, a few
    steps at a time, while cheaper ones stay known. It begins again only where that is faster.

    Args:
        space: Where to search.
        sources: As `distance_field`.
        outward: As `distance_field`.
        start_costs, multipliers, avoid, only: As `distance_field`. There is one search for each multiplier;
            the one that knows least goes on next, and after an edit all of them do.

    Attributes:
        space: Where it searches.

    Raises:
        PathstarError: As `distance_field`.

    Example:
        >>> import numpy as np
        >>> import pathstar as ps
        >>> search = FieldSearch(ps.Grid(np.ones((40, 40))), [(0, 0)])
        >>> search.step(400), search.cost_of((39, 0)), len(search.nodes_from((1, 1)))
        (True, inf, 2)
        >>> search.step(10_000), search.cost_of((39, 0)), search.field.complete
        (False, 39.0, True)
    """

    _instead = "copy its field, or begin another search"

    def __init__(
        self,
        space: Space,
        sources: Any,
        *,
        outward: bool = False,
        start_costs: ArrayLike | None = None,
        multipliers: ArrayLike | None = None,
        avoid: Any = None,
        only: Any = None,
    ) -> None:
        check_space(space)
        if space.capabilities.plane:
            raise OptionError(
                f"a field on a {space.kind.name} is not stepped: its search keeps what corners see, not the "
                "costs of places; distance_field with max_cost or max_expansions, and field.resume, make it "
                "in parts"
            )
        self.space = space
        self._seeds = checked_seeds(space, sources, outward, start_costs, multipliers, avoid, only)
        self._states = FieldStates()
        self._runs = [_Run(part, self._states.of(part), space.revision) for part in self._seeds.parts]

    @property
    def known_to(self) -> float:
        """Every cost below this is known; infinity once the search is over."""
        return min(run.known_to for run in self._runs)

    @property
    def expanded(self) -> int:
        """The number of nodes expanded so far."""
        return sum(run.expanded for run in self._runs)

    @property
    def complete(self) -> bool:
        """Whether the search is over."""
        return math.isinf(self.known_to)

    @property
    def field(self) -> Field:
        """The field as known so far. Before the search is over, each access copies all that it knows."""
        return field_so_far(self.space, self._seeds, self._states)

    def step(self, budget: int = 1) -> bool:
        """Expand about `budget` nodes, and return whether anything is left to do.

        Args:
            budget: The number of nodes, from 1. They are taken in batches, so there may be up to 64 more.

        Raises:
            OptionError: The budget is not a whole number from 1.
        """
        expansions = checked_whole("budget", budget, 1, of="expansions")
        revision = self.space.revision
        behind = [run for run in self._runs if run.revision != revision]
        runs = behind or [min(self._runs, key=lambda run: run.known_to)]
        each = min(max(1, expansions // len(runs)), NO_LIMIT)
        limits = _core.FieldLimits(_NO_NODES, math.inf, each, write=False)
        for run in runs:
            run.step(self.space, limits)
            run.revision = revision
        return not self.complete

    def cost_of(self, place: Place) -> float:
        """Return the cost between a place and its source; infinity as long as it is not known.

        Raises:
            PlaceError, PlaceTypeError: As `find_path`.
        """
        return float(self.costs_at(np.array([self.space.node_of(place)], np.uint32))[0])

    def costs_at(self, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the costs between nodes ``(n,)`` and their sources, as `cost_of`."""
        ends = self._ends_of(nodes)
        each = np.minimum.reduce([run.costs_at(ends.ravel()) for run in self._runs])
        costs: NDArray[np.float64] = each.reshape(ends.shape).min(axis=1)
        return costs if len(self._runs) == 1 else np.where(costs <= self.known_to, costs, math.inf)

    def nodes_from(self, place: Place) -> NDArray[np.uint32]:
        """Return the nodes from a place to the end of its way, ``(n,)``; empty as long as no way is known.

        Raises:
            PlaceError, PlaceTypeError: As `find_path`.
        """
        node = self.space.node_of(place)
        if self.cost_of(place) == math.inf:
            return _NO_NODES
        ends = self._ends_of(np.array([node], np.uint32))[0].tolist()
        end = min(ends, key=lambda end: self._best(end).cost_of(end))
        return self._best(end).state.chain(end)

    def _ends_of(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the nodes where ways may end, a row for each node."""
        return self.space.ends_of(nodes) if self._seeds.outward else nodes[:, None]

    def _best(self, node: int) -> _Run:
        """Return the search that knows the least cost of a node."""
        return min(self._runs, key=lambda run: run.cost_of(node))


class _Run:
    """The search for the sources of one multiplier."""

    def __init__(self, part: Part, state: _core.FieldState, revision: int) -> None:
        self.state = state
        self.known_to = 0.0
        self.expanded = 0
        self.revision = revision  # of the space when it was last stepped
        self._multiplier = part.multiplier
        self._query = query_of(part.seeds)

    def step(self, space: Space, limits: _core.FieldLimits) -> None:
        """Search to the limits."""
        found = finder_of(space).field(self._query, limits, self.state)
        self.known_to, self.expanded = self._multiplier * found.known_to, found.expanded

    def cost_of(self, node: int) -> float:
        """Return the cost of a node; infinity as long as it is not known."""
        return self._multiplier * self.state.cost(node)

    def costs_at(self, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the costs of nodes, as `cost_of`."""
        return self._multiplier * self.state.costs(nodes)
