"""Portals and one-way steps that are added and removed: what is rejected, and what else changes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import pathstar as ps

OPEN = np.ones((4, 5))


def test_a_grid_of_plain_squares_says_how_to_make_one_with_links() -> None:
    grid = ps.Grid(OPEN)
    with pytest.raises(ps.SpaceError, match="linkable=True"):
        grid.add_portals([((0, 0), (4, 3))])
    linkable = ps.Grid(OPEN, linkable=True)
    assert grid.is_plain
    assert not linkable.is_plain
    linkable.add_portals([((0, 0), (4, 3))])
    assert ps.find_path(linkable, (0, 0), (4, 3)).cost == 1
    assert ps.find_path(pickle.loads(pickle.dumps(linkable)), (0, 0), (4, 3)).cost == 1


def test_a_grid_stays_linkable_when_its_last_link_goes() -> None:
    grid = ps.Grid(OPEN, portals=[((0, 0), (4, 3))])
    grid.remove_portals([((0, 0), (4, 3))])
    assert grid.links.none
    assert not grid.is_plain
    copy = pickle.loads(pickle.dumps(grid))
    copy.add_one_way([((0, 0), (1, 0))])
    assert copy.links.one_way == (((0, 0), (1, 0)),)


def test_what_raises_changes_nothing() -> None:
    hexes = ps.HexGrid(OPEN, portals=[((0, 0), (4, 3), 2)])
    before = hexes.revision
    for edit, error, words in (
        (lambda: hexes.add_portals([((0, 0), (9, 9))]), ps.PlaceError, r"portals\[0\]"),
        (lambda: hexes.add_portals([((0, 0), (1, 1), -1)]), ps.CostError, "a number from 0"),
        (lambda: hexes.add_portals(7), ps.OptionError, "portals is 7"),
        (lambda: hexes.remove_portals([((4, 3), (0, 0))]), ps.OptionError, "no portal from"),
        (lambda: hexes.remove_portals([(1, 2, 3)]), ps.OptionError, "two places"),
        (lambda: hexes.add_one_way([((0, 0), (4, 3))]), ps.OptionError, "not one step"),
        (lambda: hexes.remove_one_way([((0, 0), (1, 0))]), ps.OptionError, "no one-way pair from"),
    ):
        with pytest.raises(error, match=words):
            edit()
    assert hexes.revision == before
    assert hexes.links.portals == (((0, 0), (4, 3), 2.0),)


def test_an_index_knows_that_portals_were_added() -> None:
    hexes = ps.HexGrid(np.ones((9, 9)))
    planner = ps.Planner(hexes, index=ps.build_index(hexes, "landmarks"))
    assert planner.find((0, 0), (8, 8)).cost > 8
    hexes.add_portals([((0, 0), (8, 8), 0.5)])
    assert planner.find((0, 0), (8, 8)).cost == 0.5
    hexes.remove_portals([((0, 0), (8, 8))])
    assert planner.find((0, 0), (8, 8)).cost > 8


def test_fields_k_paths_and_batches_follow() -> None:
    walls = np.ones((3, 5))
    walls[:, 2] = 0
    hexes = ps.HexGrid(walls)
    assert ps.find_paths(hexes, [(0, 0)], [(4, 0)]).costs.tolist() == [np.inf]
    hexes.add_portals([((1, 1), (3, 1), 5), ((3, 1), (1, 1), 5)])
    assert ps.find_paths(hexes, [(0, 0)], [(4, 0)]).costs[0] < np.inf
    assert ps.distance_field(hexes, [(4, 0)]).costs[0, 0] < np.inf
    assert len(ps.find_k_paths(hexes, (0, 0), (4, 0), 2)) == 2


@pytest.mark.parametrize("kind", [ps.Grid, ps.HexGrid])
def test_a_step_that_opens_again_may_be_the_cheapest(kind: type[ps.Grid | ps.HexGrid]) -> None:
    """The current along the upper row makes its steps four times cheaper than all others."""
    along, down = np.zeros((2, 9)), np.zeros((2, 9))
    along[0] = 3
    current = [ps.maps.Drift(along, down)]
    against = [((x + 1, 0), (x, 0)) for x in range(8)]
    grid = kind(np.ones((2, 9)), edges=current, one_way=against)
    grid.remove_one_way(against)
    same = kind(np.ones((2, 9)), edges=current)
    for x in range(9):
        for goal in ((8, 0), (8, 1), (4, 1)):
            assert ps.find_path(grid, (x, 1), goal).cost == ps.find_path(same, (x, 1), goal).cost
