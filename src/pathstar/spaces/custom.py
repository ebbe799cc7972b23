"""A space that a caller's functions describe."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import CostError, OptionError, PlaceError, PlaceTypeError
from pathstar.maps.arguments import as_number, checked_list
from pathstar.spaces.base import Cache, Space
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.places import whole_nodes

if TYPE_CHECKING:
    from pathstar.maps.change import Change

_ANY_GOAL = 2**32 - 1
Neighbors = Callable[[Any], Iterable[tuple[Hashable, float]]]
Estimate = Callable[[Any, Any], float]


class Custom(Space):
    """Nodes of any hashable kind, and a function that returns the neighbours of each and their costs.

    Nodes are made as a search reaches them, so there may be infinitely many. A search that calls Python at
    each node takes a hundred times as long as one over a `Graph`: if the nodes fit into memory and are
    searched more than a few times, `Graph.from_neighbors` is the better choice.

    Args:
        neighbors: Called with a node; returns pairs ``(node, cost)``. A cost is a number from 0; infinity
            means no step. Exceptions that it raises pass through.
        heuristic: Called with a node and the goal; returns an estimate of the cost between them. A path is
            the cheapest if the estimate never exceeds the true cost. None means no estimate.
        is_goal: Called with a node; returns whether it is a goal. A search then takes this function as its
            goal.
        max_cost: Nodes that cost more to reach are ignored; if there is no other path, the status is LIMIT.

    Raises:
        OptionError: An argument is not a function, or the limit is not a number from 0.

    Example:
        >>> import pathstar as ps
        >>> numbers = ps.Custom(lambda n: [(n + 1, 1.0), (2 * n, 1.5)])
        >>> list(ps.find_path(numbers, 1, 10))
        [1, 2, 4, 5, 10]
    """

    __slots__ = ("_takes_goal", "core", "heuristic", "is_goal", "max_cost", "neighbors")

    kind = KINDS["Custom"]
    core: _core.Custom

    def __init__(
        self,
        neighbors: Neighbors,
        heuristic: Estimate | None = None,
        *,
        is_goal: Callable[[Any], bool] | None = None,
        max_cost: float | None = None,
    ) -> None:
        self._set(neighbors, heuristic, is_goal, max_cost, takes_goal=True)

    @classmethod
    def with_estimate(
        cls,
        neighbors: Neighbors,
        heuristic: Callable[[Any], float] | None,
        is_goal: Callable[[Any], bool] | None,
        max_cost: float | None,
    ) -> Custom:
        """Make a space for one goal; its heuristic is called with only a node."""
        space = cls.__new__(cls)
        space._set(neighbors, heuristic, is_goal, max_cost, takes_goal=False)
        return space

    def _set(
        self,
        neighbors: Neighbors,
        heuristic: Callable[..., float] | None,
        is_goal: Callable[[Any], bool] | None,
        max_cost: float | None,
        *,
        takes_goal: bool,
    ) -> None:
        self.neighbors = checked_function("neighbors", neighbors)
        self.heuristic = None if heuristic is None else checked_function("heuristic", heuristic)
        self.is_goal = None if is_goal is None else checked_function("is_goal", is_goal)
        self.max_cost = _checked_limit(max_cost)
        self._takes_goal = takes_goal
        self.cache = Cache()
        self.core = _core.Custom(neighbors, heuristic, takes_goal, is_goal, self.max_cost, refuse)

    @property
    def size(self) -> int:
        """The number of nodes that searches have reached so far."""
        return self.core.size

    @property
    def shape(self) -> tuple[int]:
        """``(n,)`` for the nodes reached so far."""
        return (self.size,)

    @property
    def revision(self) -> int:
        """Always 0: the functions must keep returning the same."""
        return 0

    def node_of(self, place: Hashable) -> int:
        """Return the number of a node, new or known; ``is_goal`` stands for all nodes that it accepts.

        Raises:
            PlaceTypeError: It is not hashable.
        """
        if place is self.is_goal and place is not None:
            return _ANY_GOAL
        check_hashable(place)
        return self.core.number(place)

    def nodes_of(self, places: ArrayLike | Sequence[Hashable], name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many nodes, new or known."""
        return np.array([self.node_of(place) for place in checked_list(name, places, "nodes")], np.uint32)

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return True for each of these nodes: none is ever blocked."""
        return np.ones(whole_nodes(nodes).size, bool)

    def places_of(self, nodes: Any) -> NDArray[Any]:
        """Return the nodes of these numbers as an array of objects ``(n,)``."""
        numbers = whole_nodes(nodes).ravel()
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < self.size:
            raise PlaceError(f"there are {self.size} nodes so far; the numbers go up to {numbers.max()}")
        places = np.empty(len(numbers), object)
        for row, number in enumerate(numbers.tolist()):
            places[row] = self.core.name(number)  # one by one: nodes may be tuples
        return places

    def straight_distances(self, place: Hashable, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Raise OptionError: a caller's functions know no distances."""
        raise OptionError("a Custom space knows no straight distances; give a function as its goal")

    def figures(self) -> list[tuple[str, str]]:
        """Return the number of nodes that searches have reached so far."""
        return [("nodes reached", f"{self.size:,}")]

    @property
    def heuristics(self) -> tuple[str, ...]:
        """``"zero"``, and ``"given"`` if the caller gave a heuristic."""
        return ("zero",) if self.heuristic is None else ("zero", "given")

    def default_heuristic(self) -> str:
        """Return ``"given"``, or ``"zero"`` if the caller gave no heuristic."""
        return self.heuristics[-1]

    def consistency_factor(self, heuristic: str) -> float:
        """Return 1 for the caller's heuristic, which is taken to be admissible, else 0."""
        return 1.0 if heuristic == "given" else 0.0

    def step_range(self) -> tuple[float, float]:
        """Return (0, infinity): nothing is known about the steps."""
        return (0.0, math.inf)

    def update(self, change: Change) -> None:
        """Raise OptionError: it has no map."""
        raise OptionError("a Custom space takes no changes of a map")

    def __repr__(self) -> str:
        return f"Custom({getattr(self.neighbors, '__name__', type(self.neighbors).__name__)})"

    def __reduce__(self) -> tuple[Any, ...]:
        functions = self.neighbors, self.heuristic, self._takes_goal, self.is_goal
        return _rebuilt, (*functions, self.max_cost, self.places_of(np.arange(self.size)).tolist())


def _rebuilt(
    neighbors: Any, heuristic: Any, takes_goal: bool, is_goal: Any, max_cost: float, nodes: list[Any]
) -> Custom:
    """Make a space whose nodes have the numbers that paths and traces over it use."""
    space = Custom.__new__(Custom)
    space._set(neighbors, heuristic, is_goal, max_cost, takes_goal=takes_goal)
    space.nodes_of(nodes)
    return space


def _checked_limit(max_cost: float | None) -> float:
    if max_cost is None:
        return math.inf
    limit = as_number(max_cost)
    if limit is None or not limit >= 0:
        raise OptionError(f"max_cost is {max_cost!r}; allowed: a number from 0 up, or None")
    return limit


def checked_function(name: str, function: Any) -> Any:
    """Return a function.

    Raises:
        OptionError: It cannot be called.
    """
    if not callable(function):
        raise OptionError(f"{name} is {function!r}; it must be a function")
    return function


def check_hashable(node: Any) -> None:
    """Check that a node is hashable.

    Raises:
        PlaceTypeError: It is not hashable.
    """
    try:
        hash(node)
    except TypeError:
        raise PlaceTypeError(f"the node {node!r} is not hashable; a node must be, such as a tuple") from None


def refuse(what: str, node: Any, given: Any) -> NoReturn:
    """Raise the error for the result of a caller's function.

    Raises:
        CostError: A cost or an estimate is not an allowed number.
        OptionError: The result is not a pair, not a list of pairs, or an endless one.
        PlaceTypeError: A node is not hashable.
    """
    if what == "hash":
        raise PlaceTypeError(
            f"neighbors({node!r}) holds the node {given[0]!r}, which is not hashable; a node must be, such "
            "as a tuple"
        )
    if what == "cost":
        target, cost = given
        raise CostError(f"the step from {node!r} to {target!r} costs {cost!r}; a cost is a number from 0 up")
    if what == "heuristic":
        raise CostError(f"the heuristic of {node!r} is {given!r}; an estimate is a number, not NaN")
    if what == "neighbors without end":
        raise OptionError(f"neighbors({node!r}) gave over a million pairs; does it ever end?")
    where = "gave" if what == "neighbors" else "holds"
    raise OptionError(f"neighbors({node!r}) {where} {given!r}; allowed: pairs (node, cost)")
