"""Spaces of each kind that is laid out by a plan, for the tests of pictures."""

from __future__ import annotations

import numpy as np

import pathstar as ps

LAYOUTS = ("odd-r", "even-r", "odd-q", "even-q")

BOARD = [
    [1, 1, 1, 0, 1, 1],
    [1, 0, 1, 1, 1, 0],
    [1, 1, 1, 0, 1, 1],
    [0, 1, 1, 1, 1, 1],
    [1, 1, 0, 1, 1, 1],
]


def hexes(layout: str = "odd-r") -> ps.HexGrid:
    """Return a small board of hexagons with walls."""
    return ps.HexGrid(BOARD, layout=layout)


def roads() -> ps.Graph:
    """Return a small graph without positions; one of its edges leads one way only."""
    both = [
        ("ash", "birch", 2),
        ("birch", "cedar", 2),
        ("ash", "elm", 1),
        ("elm", "cedar", 4),
        ("fir", "elm", 1),
    ]
    edges = [*both, *((b, a, cost) for a, b, cost in both), ("birch", "elm", 0.5)]
    return ps.Graph.from_edges(edges)


def searches() -> dict[str, ps.Trace]:
    """Return a search on each kind."""
    found = {layout: ps.trace(hexes(layout), (0, 0), (5, 4)) for layout in LAYOUTS}
    found["graph"] = ps.trace(roads(), "ash", "cedar")
    rng = np.random.default_rng(4)
    nodes = rng.random((30, 2)) * 10
    near = [(a, b) for a in range(30) for b in np.argsort(((nodes - nodes[a]) ** 2).sum(1))[1:4].tolist()]
    edges = [(a, b, float(np.hypot(*(nodes[a] - nodes[b])))) for a, b in near]
    placed = ps.Graph.from_edges(edges, directed=False, names=range(30), positions=nodes)
    found["placed graph"] = max((ps.trace(placed, 0, goal) for goal in range(30)), key=len)
    return found


SEARCHES = searches()
