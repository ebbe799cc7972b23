"""Smooth lines over navigation meshes."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

import pathstar as ps
from pathstar.smooth.mesh_rules import MeshRules

HALL = ps.NavMesh.from_grid(ps.Grid([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]))
WAYS = {
    "curve": lambda path: ps.smooth.curve(path),
    "arcs": lambda path: ps.smooth.arcs(path, 0.3),
    "resample": lambda path: ps.smooth.resample(path, 0.37),
    "both": lambda path: ps.smooth.resample(ps.smooth.curve(path, clearance=0)),
}


def slanted(seed: int) -> tuple[ps.NavMesh, np.random.Generator]:
    """Return a hall with slanted pillars: on their walls, only the corners are exact floats."""
    random = np.random.default_rng(seed)
    spots = (random.random((5, 2)) * 3 + random.random(2) * 7 for _ in range(8))
    holes = [list(shapely.MultiPoint(spot).convex_hull.exterior.coords)[:-1] for spot in spots]
    return ps.NavMesh.from_polygons([[(0, 0), (11, 0), (11, 11), (0, 11)]], holes=holes), random


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", [3, 8, 20])
def test_lines_stay_on_the_mesh(seed: int, way: str) -> None:
    mesh, random = slanted(seed)
    for _ in range(10):
        start, goal = (mesh.nearest(place) for place in random.random((2, 2)) * 11)
        path = ps.find_path(mesh, start, goal)
        line = WAYS[way](path)
        check = ps.check_path(mesh, line)
        assert bool(path) == bool(check), check.problem
        if path:
            assert line.cost == pytest.approx(check.cost)
            assert (tuple(line.points[0]), tuple(line.points[-1])) == (start, goal)


def test_a_path_along_a_slanted_wall_is_cut_into_parts() -> None:
    mesh = ps.NavMesh([(0, 0), (7, 0.1), (3.3, 4.7)], [[0, 1, 2]])
    path = ps.find_path(mesh, (7, 0.1), (3.3, 4.7))
    line = ps.smooth.resample(path, 0.1)
    assert ps.check_path(mesh, line)
    assert len(line) > 10


def test_reports_say_what_changed() -> None:
    path = ps.find_path(HALL, (0.5, 1.5), (3.5, 1.5))
    line = ps.smooth.arcs(ps.find_path(HALL, (0.25, 1.75), (3.5, 0.25)), 0.2)
    assert ps.check_path(HALL, line)
    curved = ps.smooth.curve(path)
    assert curved.report.before.turns == 2
    assert curved.report.before.clearance == 0
    assert curved.report.after.cost == pytest.approx(curved.cost)
    assert curved.bound == 1 or curved.cost > path.cost
    assert ps.smooth.resample(path, 0.5).report.after.length == pytest.approx(path.cost)


def test_two_points_and_none() -> None:
    straight = ps.find_path(HALL, (0.5, 0.5), (3.5, 0.5))
    nowhere = ps.find_path(HALL, (0.5, 0.5), (1.5, 1.5))
    here = ps.find_path(HALL, (0.5, 0.5), (0.5, 0.5))
    for way in WAYS.values():
        assert [tuple(point) for point in way(straight).points[[0, -1]]] == [(0.5, 0.5), (3.5, 0.5)]
        assert not way(nowhere)
        assert len(way(here)) == 1


def test_a_clearance_is_the_distance_to_the_nearest_wall() -> None:
    rules = MeshRules(ps.find_path(HALL, (0.5, 0.5), (3.5, 0.5)))
    line = np.array([(0.5, 0.5), (3.5, 0.5), (3.75, 1.5), (0.5, 1.5)])
    assert [rules.clearance(line[row : row + 2]) for row in range(3)] == [0.5, 0.25, 0]
    assert [rules.clearance(line[: row + 2]) for row in range(3)] == [0.5, 0.25, 0]
    assert rules.clearance(line[:2], 0.3) == 0.3
    assert rules.free(line).tolist() == [True, True, False]
    assert rules.costs(line)[:2].tolist() == [3, math.dist(line[1], line[2])]


def test_a_line_that_costs_no_more_keeps_the_bound_proven_for_its_path() -> None:
    corners = [(0, 0), (4, 0), (4, 4), (0, 4), (8, 0), (8, 4)]
    mesh = ps.NavMesh(corners, [[0, 1, 2, 3], [1, 4, 5, 2]], costs=[1, 3])
    path = ps.find_path(mesh, (1, 1), (7, 3), weight=1.5)
    assert 1 < path.bound < 1.5
    assert ps.smooth.arcs(path, 50).bound == path.bound  # no arc fits, so the line stays as it is


def test_links_are_no_lines() -> None:
    banks = ps.NavMesh.from_grid(ps.Grid([[1, 1, 0, 1, 1]]))
    banks.add_link((2, 0.5), (3, 0.5), cost=0.5)
    path = ps.find_path(banks, (0, 0.5), (5, 0.5))
    for way in WAYS.values():
        with pytest.raises(ps.OptionError, match="links"):
            way(path)


@pytest.mark.parametrize("way", ["pull", "swap", "funnel"])
def test_ways_for_steps_name_those_for_lines(way: str) -> None:
    path = ps.find_path(HALL, (0.5, 0.5), (3.5, 0.5))
    with pytest.raises(ps.SpaceError, match="curve, arcs and resample"):
        ps.smooth.METHODS[way](path)
