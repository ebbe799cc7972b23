"""Spaces of each kind that has a computed layout, for the tests of pictures."""

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


def triangles() -> ps.TriangleGrid:
    """Return a small board of triangles with walls."""
    return ps.TriangleGrid(BOARD)


def roads() -> ps.Graph:
    """Return a small graph without positions; one of its edges is one-way."""
    both = [
        ("ash", "birch", 2),
        ("birch", "cedar", 2),
        ("ash", "elm", 1),
        ("elm", "cedar", 4),
        ("fir", "elm", 1),
    ]
    edges = [*both, *((b, a, cost) for a, b, cost in both), ("birch", "elm", 0.5)]
    return ps.Graph.from_edges(edges)


def floors() -> ps.VoxelGrid:
    """Return three floors joined by two stairs."""
    walkable = np.ones((3, 3, 4), bool)
    walkable[0, :2, 2] = walkable[2, 1, :3] = False
    return ps.VoxelGrid(walkable, directions=4, stairs=[((3, 0, 0), (3, 0, 1)), ((0, 2, 1), (0, 2, 2))])


def doubling() -> ps.Custom:
    """Return whole numbers from 1, each joined to the next one and to its double."""
    return ps.Custom(lambda n: [(n + 1, 1.0), (2 * n, 1.5)])


def searches() -> dict[str, ps.Trace]:
    """Return a search on each kind."""
    found = {layout: ps.trace(hexes(layout), (0, 0), (5, 4)) for layout in LAYOUTS}
    found["triangles"] = ps.trace(triangles(), (0, 0), (5, 4))
    found["floors"] = ps.trace(floors(), (0, 0, 0), (3, 0, 2))
    found["functions"] = ps.trace(doubling(), 1, 10)
    found["graph"] = ps.trace(roads(), "ash", "cedar")
    rng = np.random.default_rng(4)
    nodes = rng.random((30, 2)) * 10
    near = [(a, b) for a in range(30) for b in np.argsort(((nodes - nodes[a]) ** 2).sum(1))[1:4].tolist()]
    edges = [(a, b, float(np.hypot(*(nodes[a] - nodes[b])))) for a, b in near]
    placed = ps.Graph.from_edges(edges, directed=False, names=range(30), positions=nodes)
    found["placed graph"] = max((ps.trace(placed, 0, goal) for goal in range(30)), key=len)
    return found


SEARCHES = searches()
