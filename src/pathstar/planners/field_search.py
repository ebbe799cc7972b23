"""A search for a field that its caller steps."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import NO_LIMIT, finder_of
from pathstar.errors import OptionError
from pathstar.paths.field import Field
from pathstar.planners.fields import checked_seeds, field_so_far, query_of
from pathstar.spaces.base import Place, Space


class FieldSearch:
    """A search for a `Field` under way: run it a few steps per frame, and ask it for what is known already.

    When the space is edited, it goes on where the edit lies among what it has not reached yet, and else
    begins again by itself.

    Args:
        space: Where to search.
        sources: As `distance_field`.
        outward: As `distance_field`.
        start_costs: As `distance_field`.

    Attributes:
        space: Where it searches.
        known_to: Every cost below it is known; infinity once the search is over.
        expanded: How many nodes were expanded so far.

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

    def __init__(
        self, space: Space, sources: Any, *, outward: bool = False, start_costs: ArrayLike | None = None
    ) -> None:
        self.space = space
        self.known_to = 0.0
        self.expanded = 0
        self._seeds = checked_seeds(space, sources, outward, start_costs)
        self._query = query_of(self._seeds)
        self._state = _core.FieldState()

    @property
    def complete(self) -> bool:
        """Whether the search is over."""
        return math.isinf(self.known_to)

    @property
    def field(self) -> Field:
        """What is known so far. Asking before the search is over copies all that it knows."""
        return field_so_far(self.space, self._seeds, self._state)

    def step(self, budget: int = 1) -> bool:
        """Expand about some nodes, and return whether anything is left to do.

        Args:
            budget: How many, from 1. Nodes are taken by the batch: there may be up to 64 more.

        Raises:
            OptionError: The budget is not a whole number from 1.
        """
        try:
            expansions = operator.index(budget)
        except TypeError:
            expansions = 0
        if isinstance(budget, bool) or expansions < 1:
            raise OptionError(f"budget is {budget!r}; allowed: a whole number of expansions from 1")
        limits = _core.FieldLimits(np.empty(0, np.uint32), math.inf, min(expansions, NO_LIMIT), write=False)
        found = finder_of(self.space).field(self._query, limits, self._state)
        self.known_to, self.expanded = found.known_to, found.expanded
        return not self.complete

    def cost_of(self, place: Place) -> float:
        """Return what it costs to go between a place and its source; infinity as long as that is not known.

        Raises:
            PlaceError, PlaceTypeError: As `find_path`.
        """
        return self._state.cost(self.space.node_of(place))

    def nodes_from(self, place: Place) -> NDArray[np.uint32]:
        """Return the nodes from a place to the end of its way, ``(n,)``; none as long as none is known.

        Raises:
            PlaceError, PlaceTypeError: As `find_path`.
        """
        return self._state.chain(self.space.node_of(place))
