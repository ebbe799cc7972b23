"""Masks for single queries: places to avoid, and the only ones to enter."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces.base import place_list

RANDOM = np.random.default_rng(17)
FREE = RANDOM.random((9, 11)) >= 0.15
MASK = RANDOM.random((9, 11)) < 0.2
FREE[0, 0], MASK[0, 0] = True, False
FOUR, BESIDE = ps.Moves(directions=4), ps.Moves(corners="free")  # rules under which a wall only closes itself

MAKERS: dict[str, Any] = {
    "grid": lambda free: ps.Grid(free, moves=FOUR),
    "grid, free corners": lambda free: ps.Grid(free, moves=BESIDE),
    "hexagons": lambda free: ps.HexGrid(free),
    "turning": lambda free: ps.Turning(ps.Grid(free, moves=FOUR), 0.5),
}


@pytest.mark.parametrize("options", [{}, {"algorithm": "dijkstra"}, {"algorithm": "bidirectional-astar"}])
@pytest.mark.parametrize("maker", MAKERS)
def test_a_mask_is_as_a_wall(maker: str, options: dict[str, str]) -> None:
    space, walled = MAKERS[maker](FREE), MAKERS[maker](FREE & ~MASK)
    ends = place_list(space.places_of(np.arange(0, space.size, 7)))
    for goal in ends:
        wanted = plain.cheapest(walled, ends[0], goal)
        for mask in ({"avoid": MASK}, {"only": ~MASK}, {"only": ~MASK, "avoid": MASK}):
            assert ps.find_path(space, ends[0], goal, **mask, **options).cost == pytest.approx(wanted)


def test_places_may_be_listed() -> None:
    grid = ps.Grid(np.ones((3, 3)))
    assert ps.find_path(grid, (0, 0), (2, 0), avoid=[(1, 0)]).cost > 2
    assert not ps.find_path(grid, (0, 0), (2, 0), avoid=[(1, 0), (1, 1), (1, 2)])
    assert ps.find_path(grid, (0, 0), (2, 0), only=[(1, 0), (2, 0)]).cost == 2
    assert ps.find_path(grid, (0, 0), (2, 0), avoid=[]).cost == 2
    assert not ps.find_path(grid, (0, 0), (2, 0), avoid=[(2, 0)])
    assert ps.find_path(grid, (0, 0), (2, 0), avoid=[(0, 0)]).cost == 2  # the start is not asked
    roads = ps.Graph.from_edges([("a", "b"), ("b", "c"), ("a", "d", 5.0), ("d", "c", 5.0)])
    assert ps.find_path(roads, "a", "c", avoid=["b"]).cost == 10


def test_a_planner_keeps_its_mask() -> None:
    grid = ps.Grid(np.ones((5, 5)))
    planner = ps.Planner(grid, avoid=np.eye(5, dtype=bool) & (np.arange(5) < 4))
    assert planner.find((4, 0), (0, 4)).status is ps.Status.FOUND
    for each in (planner, pickle.loads(pickle.dumps(planner))):
        assert not {(1, 1), (2, 2), (3, 3)} & set(map(tuple, each.find((0, 4), (4, 0)).points.tolist()))
        assert each.trace((0, 4), (4, 0)).path.cost == each.find((0, 4), (4, 0)).cost
    assert ps.find_path(grid, (0, 4), (4, 0)).cost < planner.find((0, 4), (4, 0)).cost + 1e-9


def test_units_with_a_size_are_masked_by_their_place() -> None:
    tank = ps.Grid(np.ones((4, 6))).sized(2)
    path = ps.find_path(tank, (0, 0), (4, 0), avoid=[(2, 0), (2, 1)])
    assert (2, 2) in path


@pytest.mark.parametrize(
    ("space", "options", "words"),
    [
        (ps.Grid([[1, 1]]), {"avoid": [[True]]}, r"avoid has the shape \(1, 1\), the space \(1, 2\)"),
        (ps.Grid([[1, 1]]), {"only": [(5, 5)]}, r"only.*\(5, 5\)"),
        (ps.Grid([[1, 1]]), {"only": "all"}, "only"),
        (ps.Grid([[1, 1]]), {"avoid": [(1, 0)], "algorithm": "jps"}, "jps passes over places"),
        (ps.Timed(ps.Grid([[1, 1]])), {"avoid": [(1, 0)]}, "known beforehand, not a Timed"),
    ],
)
def test_what_cannot_be_is_refused(space: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ps.PathstarError, match=words):
        ps.find_path(space, (0, 0), (1, 0), **options)
