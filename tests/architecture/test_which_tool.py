"""The table of calls and spaces in docs/README.md is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from architecture.tree import ROOT

PLACES = [(0, 0), (3, 2), (2, 3)]
FREE = np.ones((5, 5))
EDGES = [(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)]
Case = tuple[Any, list[Any]]
SPACES: dict[str, Callable[[], list[Case]]] = {
    "grid": lambda: [(ps.Grid(FREE), PLACES), (ps.Grid(FREE, cost=2 * FREE), PLACES)],
    "with links or 16 directions": lambda: [
        (ps.Grid(FREE, wrap="x"), PLACES),
        (ps.Grid(FREE, moves=ps.Moves(directions=16)), PLACES),
    ],
    "hexagons, triangles, voxels": lambda: [
        (ps.HexGrid(FREE), PLACES),
        (ps.TriangleGrid(FREE), PLACES),
        (ps.VoxelGrid(FREE[None]), [(x, y, 0) for x, y in PLACES]),
    ],
    "turning": lambda: [(ps.Turning(ps.Grid(FREE)), PLACES)],
    "timed": lambda: [(ps.Timed(ps.Grid(FREE)), PLACES)],
    "waypoints": lambda: [(ps.waypoints(ps.Grid(FREE), [(1, 1)]), PLACES)],
    "graph": lambda: [(ps.Graph.from_edges(EDGES), [0, 1, 2])],
    "functions": lambda: [(ps.Custom(lambda node: [((node + 1) % 5, 1.0)]), [0, 1, 2])],
}
CALLS: dict[str, Callable[[Any, list[Any]], object]] = {
    "find_path": lambda space, at: ps.find_path(space, at[0], at[1]),
    "trace": lambda space, at: ps.trace(space, at[0], at[1]),
    "find_paths": lambda space, at: ps.find_paths(space, at[:2], at[1:]),
    "cost_matrix": lambda space, at: ps.cost_matrix(space, at[:2], at),
    "Replanner": lambda space, at: ps.Replanner(space, at[0], at[1]).path,
    "distance_field": lambda space, at: ps.distance_field(space, at[:1]),
    "find_k_paths": lambda space, at: ps.find_k_paths(space, at[0], at[1], 2),
    "islands": lambda space, at: ps.islands(space),
    "dead_ends": lambda space, at: ps.dead_ends(space),
    "index": lambda space, at: ps.build_index(space, "landmarks"),
}


def rows() -> list[tuple[str, str, str]]:
    """Yield call, space and what the table says about the two."""
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    table = text[text.index("Not every call fits every space") :].split("\n\n")[1].splitlines()
    head, _, *lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    return [
        (call, space, said)
        for calls, *cells in lines
        for call in re.findall(r"\w+", calls)
        for space, said in zip(head[1:], cells, strict=True)
    ]


def test_the_table_has_all() -> None:
    assert {(call, space) for call, space, _ in rows()} == {
        (call, space) for call in CALLS for space in SPACES
    }


@pytest.mark.parametrize(("call", "space", "said"), rows())
def test_what_the_table_says(call: str, space: str, said: str) -> None:
    for each, places in SPACES[space]():
        if said == "no":
            with pytest.raises(ps.PathstarError):
                CALLS[call](each, places)
        else:
            CALLS[call](each, places)
