"""Mappings from nodes that work out a value when it is asked for."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, ItemsView, Iterator, KeysView, MutableMapping, ValuesView
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from nx_pathstar.graph import Graph
from nx_pathstar.weighting import Weighting

V = TypeVar("V")


class LazyDict(MutableMapping[Any, V]):
    """A dict of the nodes that a search has reached, in order of their distance.

    A value is made when it is asked for, and all are made when one is set or deleted.

    Args:
        graph: The graph of the search.
        costs: The cost of each node, float64 ``(n,)``; infinity for those that were not reached.
    """

    def __init__(self, graph: Graph, costs: NDArray[np.float64]) -> None:
        self._graph = graph
        self._costs = costs
        self._made: dict[Any, V] = {}
        self._whole = False

    @abstractmethod
    def _value(self, number: int) -> V:
        """Return the value of a node that was reached, by its row."""

    def _in_order(self) -> NDArray[np.intp]:
        reached = np.flatnonzero(np.isfinite(self._costs))
        return reached[np.argsort(self._costs[reached], kind="stable")]

    def _all(self) -> dict[Any, V]:
        if not self._whole:
            self._made = {node: self[node] for node in self}
            self._whole = True
        return self._made

    def __getitem__(self, node: Any) -> V:
        if self._whole or node in self._made:
            return self._made[node]
        number = self._graph.number(node)
        if number is None or math.isinf(self._costs[number]):
            raise KeyError(node)
        return self._made.setdefault(node, self._value(number))

    def __setitem__(self, node: Any, value: V) -> None:
        self._all()[node] = value

    def __delitem__(self, node: Any) -> None:
        del self._all()[node]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._made if self._whole else self._graph.named(self._in_order()))

    def __len__(self) -> int:
        return len(self._made) if self._whole else int(np.count_nonzero(np.isfinite(self._costs)))

    def copy(self) -> dict[Any, V]:
        """Return all of it as a dict."""
        return dict(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self._all(),)


class Lengths(LazyDict[float]):
    """From each node that was reached to the length of its path."""

    def __init__(self, graph: Graph, weighting: Weighting, costs: NDArray[np.float64]) -> None:
        super().__init__(graph, costs)
        self._weighting = weighting

    def _value(self, number: int) -> float:
        return self._weighting.length(float(self._costs[number]))

    def _all(self) -> dict[Any, float]:
        if not self._whole:
            order = self._in_order()
            lengths = self._weighting.lengths(self._costs[order])
            self._made = dict(zip(self._graph.named(order), lengths, strict=True))
            self._whole = True
        return self._made

    def keys(self) -> KeysView[Any]:
        """Return a view of the nodes."""
        return self._all().keys()

    def values(self) -> ValuesView[float]:
        """Return a view of the lengths, in their order."""
        return self._all().values()

    def items(self) -> ItemsView[Any, float]:
        """Return a view of nodes and lengths."""
        return self._all().items()


class Routes(LazyDict[list[Any]]):
    """From each node that was reached to the nodes of its path.

    Args:
        graph: The graph of the search.
        costs: As `LazyDict`.
        path: Returns the rows of the path of a row.
    """

    def __init__(self, graph: Graph, costs: NDArray[np.float64], path: Callable[[int], list[int]]) -> None:
        super().__init__(graph, costs)
        self._path = path

    def _value(self, number: int) -> list[Any]:
        return self._graph.named(self._path(number))
