"""A* over linked objects, as in the classic articles on pathfinding for games.

Its nodes are objects with ``x``, ``y`` and ``traversable``, and a function returns the nodes connected to a
node. The search writes its results to the objects: ``g``, ``h``, ``f`` and ``parent``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from pathstar.errors import CostError, OptionError
from pathstar.maps.arguments import as_number
from pathstar.planners.find import trace
from pathstar.spaces.custom import Custom, checked_function
from pathstar.traces.trace import Trace

Distance = Callable[[Any, Any], float]
_NO_PARENT = 2**32 - 1
_NODES = "objects with x, y and traversable"


def euclidean(node: Any, destination: Any) -> float:
    """Return the straight distance between two nodes."""
    return math.hypot(*_apart(node, destination))


def manhattan(node: Any, destination: Any) -> float:
    """Return the distance along the axes, for boards without diagonal steps."""
    return sum(_apart(node, destination))


def diagonal(node: Any, destination: Any) -> float:
    """Return the distance in steps to eight neighbours, where a diagonal step costs the square root of 2."""
    across, down = _apart(node, destination)
    return max(across, down) + (math.sqrt(2) - 1) * min(across, down)


def _apart(node: Any, destination: Any) -> tuple[float, float]:
    """Return the distances of two nodes across and down.

    Raises:
        OptionError: One of them has no ``x`` and ``y``, or these are not numbers.
    """
    try:
        return float(abs(node.x - destination.x)), float(abs(node.y - destination.y))
    except (AttributeError, OverflowError, TypeError, ValueError) as error:
        raise OptionError(
            f"no distance lies between {node!r} and {destination!r}: {error}; a node has x and y, two numbers"
        ) from error


def find_path(
    first: Any,
    destination: Any,
    connected_nodes: Callable[[Any], Iterable[Any]],
    heuristic: Distance = euclidean,
) -> list[Any] | None:
    """Find the cheapest path between two objects.

    Args:
        first: Where the path starts: an object with ``x``, ``y`` and ``traversable``, like all nodes.
        destination: Where it ends.
        connected_nodes: Called with a node; returns the nodes to which a step leads from it. Nodes that are
            not traversable are left out.
        heuristic: Called with two nodes; returns the distance between them. It is both the cost of a step and
            the estimate of the way to the destination: `euclidean`, `manhattan`, `diagonal`, or your own, a
            number from 0; infinity means that there is no such step.

    Returns:
        The nodes from first to destination, or None if there is no path. Every node that the search reached
        has its ``g``, ``h``, ``f`` and ``parent`` set; the parent of the first is None.

    Raises:
        OptionError: An argument is not a function, connected_nodes does not return nodes, or a node lacks an
            attribute.
        CostError: The heuristic does not return a number from 0.
        Exception: Whatever the functions raise.

    Example:
        >>> from types import SimpleNamespace
        >>> places = [(x, y) for x in range(3) for y in range(2)]
        >>> board = {(x, y): SimpleNamespace(x=x, y=y, traversable=(x, y) != (1, 0)) for x, y in places}
        >>> def beside(node):
        ...     near = [(node.x + dx, node.y + dy) for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]]
        ...     return [board[place] for place in near if place in board]
        >>> path = find_path(board[0, 0], board[2, 0], beside, manhattan)
        >>> [(node.x, node.y) for node in path], path[-1].g, path[1].parent is board[0, 0]
        ([(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)], 4.0, True)
    """
    checked_function("connected_nodes", connected_nodes)
    checked_function("heuristic", heuristic)
    known = {id(node): node for node in (first, destination)}
    for name, node in (("first", first), ("destination", destination)):
        if not hasattr(node, "traversable"):
            raise OptionError(f"{name} is {node!r}; allowed: {_NODES}")

    def distance(node: Any, other: Any) -> float:
        given = heuristic(node, other)
        number = as_number(given)
        if number is None or not number >= 0:
            raise CostError(f"heuristic({node!r}, {other!r}) is {given!r}; allowed: a number from 0")
        return number

    def steps(key: int) -> list[tuple[int, float]]:
        node = known[key]
        near = [each for each in _connected(connected_nodes, node) if each is not node and each.traversable]
        known.update((id(each), each) for each in near)
        return [(id(each), distance(node, each)) for each in near]

    space = Custom(steps, lambda key, goal: distance(known[key], known[goal]))
    searched = trace(space, id(first), id(destination))
    _write_back(searched, known)
    return [known[key] for key in searched.path] if searched.path else None


def _connected(connected_nodes: Callable[[Any], Iterable[Any]], node: Any) -> list[Any]:
    """Return the nodes that a caller's function returns for a node.

    Raises:
        OptionError: It does not return nodes.
    """
    given = connected_nodes(node)
    if not isinstance(given, Iterable):
        raise OptionError(f"connected_nodes({node!r}) is {given!r}; allowed: a list of nodes")
    near = list(given)
    wrong = [each for each in near if not hasattr(each, "traversable")]
    if wrong:
        raise OptionError(f"connected_nodes({node!r}) holds {wrong[0]!r}; allowed: {_NODES}")
    return near


def _write_back(searched: Trace, known: dict[int, Any]) -> None:
    """Set on each object what the search knew of it at the end."""
    end = searched[len(searched) - 1]
    keys = end.places.tolist()
    by_number = dict(zip(end.nodes.tolist(), keys, strict=True))
    rows = zip(keys, end.g.tolist(), end.h.tolist(), end.f.tolist(), end.parents.tolist(), strict=True)
    for key, g, h, f, parent in rows:
        node = known[key]
        node.g, node.h, node.f = g, h, f
        node.parent = None if parent == _NO_PARENT else known[by_number[parent]]
