"""Links over a mesh: the cheapest path over ground and links, by an oracle for all pairs of ends."""

from __future__ import annotations

import math
import pickle
from functools import cache

import numpy as np
import pytest
from tests.campaigns.mesh_queries import random_grid, random_places
from tests.oracle.visibility import Cells

import pathstar as ps
from pathstar.spaces.mesh.edits import MeshLink

ISLANDS = ps.Grid([[1, 1, 0, 1, 1]])


def cheapest(oracle: Cells, links: list[MeshLink], start: object, goal: object) -> float:
    """The Floyd-Warshall algorithm over the start, the goal and the ends of links."""
    places = [start, goal, *(end for link in links for end in link[:2])]
    costs = np.array([[oracle.shortest(a, b) for b in places] for a in places])  # type: ignore[arg-type]
    for row, link in enumerate(links):
        begin, end = 2 + 2 * row, 3 + 2 * row
        costs[begin, end] = min(costs[begin, end], link.cost)
        if link.both_ways:
            costs[end, begin] = min(costs[end, begin], link.cost)
    for middle in range(len(places)):
        costs = np.minimum(costs, costs[:, [middle]] + costs[[middle]])
    return float(costs[0, 1])


@pytest.mark.parametrize("seed", range(10))
def test_paths_with_links_are_the_cheapest(seed: int) -> None:
    random = np.random.default_rng(seed)
    walkable = random_grid(random)
    mesh, oracle = ps.NavMesh.from_grid(ps.Grid(walkable)), Cells(walkable)
    oracle.shortest = cache(oracle.shortest)  # type: ignore[method-assign]  # the ends of links stay
    places = [place for place in random_places(random, *walkable.shape[::-1], 60) if mesh.holds(place)]
    pairs = [(a, b) for a, b in zip(places[::2], places[1::2], strict=False) if a != b]
    for start, end in pairs[:3]:
        cost = float(random.choice([0, 0.5, math.dist(start, end), 3]))
        mesh.add_link(start, end, cost, both_ways=bool(random.random() < 0.5))
    for start, goal in pairs[3:9]:
        path = ps.find_path(mesh, start, goal)
        wanted = cheapest(oracle, list(mesh.links.values()), start, goal)
        assert path.cost == pytest.approx(wanted, rel=1e-12), (seed, start, goal)
        assert path.bound == 1 or not path
        check = ps.check_path(mesh, path)
        assert bool(check) == bool(path), check.problem
        search = ps.Planner(mesh).search(start, goal)
        while search.step(1) is ps.Status.RUNNING:
            pass
        assert search.path.cost == path.cost


def test_a_link_leads_over_water_one_way_or_both() -> None:
    mesh = ps.NavMesh.from_grid(ISLANDS)
    assert not ps.find_path(mesh, (0, 0), (5, 0))
    jump = mesh.add_link((2, 0.5), (3, 0.5), 2, both_ways=False)
    path = ps.find_path(mesh, (0, 0.5), (5, 0.5))
    assert path.points.tolist() == [[0, 0.5], [2, 0.5], [3, 0.5], [5, 0.5]]
    assert (path.cost, path.bound) == (6, 1)
    assert mesh.links_along(path).tolist() == [-1, jump, -1]
    assert mesh.links[jump] == ((2, 0.5), (3, 0.5), 2, False)
    assert ps.find_path(mesh, (5, 0.5), (0, 0.5)).status is ps.Status.NO_PATH
    mesh.remove_link(jump)
    assert not ps.find_path(mesh, (0, 0.5), (5, 0.5))


def test_a_free_teleporter_beats_a_straight_line() -> None:
    mesh = ps.NavMesh([(0, 0), (9, 0), (9, 9), (0, 9)], [[0, 1, 2, 3]])
    mesh.add_link((1, 1), (8, 8), 0)
    path = ps.find_path(mesh, (1, 0), (9, 8))
    assert path.cost == 2
    assert path.points.tolist() == [[1, 0], [1, 1], [8, 8], [9, 8]]
    assert ps.find_path(mesh, (1, 0), (2, 0)).cost == 1


def test_links_in_a_chain_keep_their_ends() -> None:
    """Three links in a row: no end is left out as a point in the middle of a line."""
    mesh = ps.NavMesh.from_grid(ps.Grid([[1, 0, 1, 0, 1, 0, 1]]))
    numbers = [mesh.add_link((x, 0.5), (x + 1, 0.5), 1) for x in (1, 3, 5)]
    path = ps.find_path(mesh, (0, 0.5), (7, 0.5))
    assert path.points[:, 0].tolist() == list(range(8))
    assert mesh.links_along(path).tolist() == [-1, numbers[0], -1, numbers[1], -1, numbers[2], -1]
    assert path.cost == 7


def test_a_link_rests_while_an_obstacle_covers_its_end() -> None:
    mesh = ps.NavMesh.from_grid(ISLANDS)
    mesh.add_link((1, 0.5), (4, 0.5), 1)
    rock = mesh.add_obstacle([(3.5, -1), (4.5, -1), (4.5, 2), (3.5, 2)])
    assert not ps.find_path(mesh, (0, 0.5), (5, 0.5))
    mesh.remove_obstacle(rock)
    assert ps.find_path(mesh, (0, 0.5), (5, 0.5)).cost == 3


def test_planners_batches_and_copies_know_links() -> None:
    mesh = ps.NavMesh.from_grid(ISLANDS)
    planner = ps.Planner(mesh)
    assert not planner.find((0, 0), (5, 0))
    mesh.add_link((2, 0), (3, 0))
    for each in (mesh, pickle.loads(pickle.dumps(mesh))):
        assert ps.find_paths(each, [(0, 0)], [(5, 0)]).costs.tolist() == [5]
        assert ps.cost_matrix(each, [(0, 0)], [(5, 0), (4, 0)]).tolist() == [[5, 4]]
    assert planner.find((0, 0), (5, 0)).cost == 5


def test_the_checker_refuses_a_jump_without_a_link() -> None:
    mesh = ps.NavMesh.from_grid(ISLANDS)
    line = [(0, 0.5), (2, 0.5), (3, 0.5)]
    mesh.add_link((3, 0.5), (2, 0.5), 1, both_ways=False)
    assert "leaves the mesh" in ps.check_path(mesh, line).problem
    assert ps.check_path(mesh, line[::-1]).cost == 3


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        (((9, 9), (1, 0)), ps.PlaceError, "off the mesh"),
        (((1, 0), (1, 0)), ps.PlaceError, "two different ends"),
        (((1, "x"), (1, 0)), ps.PlaceTypeError, "two numbers"),
        (((1, 0), (2, 0), -1), ps.CostError, "from 0"),
        (((1, 0), (2, 0), math.nan), ps.CostError, "from 0"),
        (((1, 0), (2, 0), math.inf), ps.CostError, "from 0"),
    ],
)
def test_wrong_links_are_refused(arguments: tuple[object, ...], error: type[Exception], why: str) -> None:
    mesh = ps.NavMesh.from_grid(ISLANDS)
    with pytest.raises(error, match=why):
        mesh.add_link(*arguments)  # type: ignore[arg-type]
    with pytest.raises(ps.OptionError, match="no link 0; there are: none"):
        mesh.remove_link(0)
    with pytest.raises(ps.OptionError, match="both_ways"):
        mesh.add_link((0, 0), (1, 0), both_ways=1)  # type: ignore[arg-type]
    assert mesh.revision == 0
