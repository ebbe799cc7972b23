"""Whether a path can still be walked, after edits."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps


@pytest.mark.parametrize(
    "make",
    [
        lambda map: map.grid(),
        lambda map: map.hexgrid("odd-r"),
        lambda map: ps.Turning(map.grid(), 0.5),
        lambda map: map.grid(moves=ps.Moves(directions=16)),
        lambda map: ps.Timed(map.grid(), reserved=[(1, 0, 0, 3), (1, 1, 0, 3), (0, 1, 0, 3)]),
        lambda map: ps.Timed(ps.Turning(map.hexgrid("even-q"), 0.5)),
    ],
)
def test_a_path_is_valid_until_its_way_is_closed(make) -> None:
    map = ps.Map(np.ones((4, 9)), cost=np.ones((4, 9)))
    path = ps.find_path(make(map), (0, 0), (8, 0))
    assert path.is_valid()
    map.edit("passable", (4, 3), False)
    map.edit("cost", (4, 0), 3)
    assert path.is_valid()
    map.edit("passable", (slice(None), slice(4, 5)), False)
    assert not path.is_valid()


def test_a_line_is_valid_until_something_is_in_its_way() -> None:
    map = ps.Map(np.ones((4, 9)))
    path = ps.find_path(ps.waypoints(map.grid(), [(2, 2), (5, 0)]), (0, 0), (8, 0))
    assert path.is_valid()
    map.edit("passable", (4, 3), False)
    assert path.is_valid()
    map.edit("passable", (4, 0), False)
    assert not path.is_valid()


def test_the_goal_counts() -> None:
    map = ps.Map([[1, 1]])
    here, there = (ps.find_path(map.grid(), (0, 0), goal) for goal in [(0, 0), (1, 0)])
    assert here.is_valid()
    map.edit("passable", (1, 0), False)
    assert here.is_valid()
    assert not there.is_valid()
    assert not ps.find_path(map.grid(), (0, 0), (1, 0)).is_valid()


def test_edges_and_portals_count() -> None:
    graph = ps.Graph.from_edges([("a", "b", 1), ("b", "c", 1)])
    path = ps.find_path(graph, "a", "c")
    graph.set_costs([("a", "b", 5)])
    assert path.is_valid()
    graph.remove_edges([("b", "c")])
    assert not path.is_valid()
    hexes = ps.HexGrid([[1, 0, 1]], portals=[((0, 0), (2, 0))])
    path = ps.find_path(hexes, (0, 0), (2, 0))
    assert path.is_valid()
    hexes.remove_portals([((0, 0), (2, 0))])
    assert not path.is_valid()


def test_what_is_reserved_closes_no_step() -> None:
    floor = ps.Timed(ps.Grid([[1, 1, 1]]))
    path = ps.find_path(floor, (0, 0), (2, 0))
    floor.claim(path)
    assert path.is_valid()
    assert path.claimed_since
    assert not ps.find_path(floor, (0, 0), (2, 0)).is_valid()  # there is none now
