"""Following a caller's neighbour function until nothing new is found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

import numpy as np

from pathstar.errors import ArrayError, CostError, MapLimitError, OptionError, PlaceTypeError
from pathstar.maps.arguments import as_number, checked_list, checked_whole
from pathstar.spaces.custom import checked_function
from pathstar.spaces.graphs.edges import Columns, checked_costs
from pathstar.spaces.names import Names, hashable

Neighbors = Callable[[Any], Iterable[tuple[Any, float]]]


def columns_of_neighbors(starts: Iterable[Hashable], neighbors: Neighbors, limit: int) -> Columns:
    """Return the columns of all that can be reached, breadth first; see `Graph.from_neighbors`."""
    checked_function("neighbors", neighbors)
    checked_whole("limit", limit, 1, of="nodes")
    numbers = _numbered(starts, limit)
    nodes = list(numbers)
    sources, targets, costs = [], [], []
    for source, node in enumerate(nodes):  # grows during the loop
        for neighbor, cost in _pairs(node, neighbors):
            target = numbers.get(neighbor)
            if target is None:
                if len(nodes) == limit:
                    raise MapLimitError(
                        f"more than {limit:,} nodes can be reached (the next is {neighbor!r}): the space "
                        "may be without end; bound it in neighbors, raise limit=..., or search it unfrozen"
                    )
                target = numbers[neighbor] = len(nodes)
                nodes.append(neighbor)
            sources.append(source)
            targets.append(target)
            costs.append(cost)

    def called(edge: int) -> str:
        return f"the step from {nodes[sources[edge]]!r} to {nodes[targets[edge]]!r}"

    prices = checked_costs(np.array(costs, np.float64), len(costs), called)
    return np.array(sources, np.int64), np.array(targets, np.int64), prices, Names(len(nodes), nodes)


def _pairs(node: Any, neighbors: Neighbors) -> Iterator[tuple[Hashable, float]]:
    """Yield the neighbours of a node and the costs of going there, checked except for their range."""
    answer = neighbors(node)
    try:
        listed = iter(answer)
    except TypeError:
        raise ArrayError(f"neighbors({node!r}) is {answer!r}; it must be (node, cost) pairs") from None
    for pair in listed:
        try:
            neighbor, cost = pair
        except (TypeError, ValueError):
            raise ArrayError(f"neighbors({node!r}) has {pair!r}; it must be a pair (node, cost)") from None
        price = as_number(cost)
        if price is None:
            raise CostError(f"the step from {node!r} to {neighbor!r} costs {cost!r}; a number is needed")
        if not hashable(neighbor):
            raise PlaceTypeError(
                f"neighbors({node!r}) has the node {neighbor!r}, which is not hashable; a node must be"
            )
        yield neighbor, price


def _numbered(starts: Iterable[Hashable], limit: int) -> dict[Hashable, int]:
    if isinstance(starts, str):
        raise OptionError(f"starts is {starts!r}; allowed: a list of nodes")
    numbers: dict[Hashable, int] = {}
    for row, start in enumerate(checked_list("starts", starts, "nodes")):
        if not hashable(start):
            raise PlaceTypeError(f"starts[{row}] is {start!r}, which is not hashable; a node must be")
        numbers.setdefault(start, len(numbers))
    if len(numbers) > limit:
        raise MapLimitError(f"there are {len(numbers):,} starts, more than limit={limit:,} nodes")
    return numbers
