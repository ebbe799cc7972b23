"""What is promised of fields on meshes: exact at every point, like single paths, and with legal paths."""

from __future__ import annotations

import math
import pickle
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tests.campaigns.mesh_queries import ROOM, random_grid, random_holes, random_places
from tests.contract.counting import compared
from tests.oracle.visibility import Cells, Rings

import pathstar as ps

GRIDS = arrays.arrays(bool, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.booleans())
QUARTERS = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda at: (at[0] / 4, at[1] / 4))


def same(found: float, expected: float) -> bool:
    return found == expected or math.isclose(found, expected, rel_tol=1e-11, abs_tol=1e-12)


@given(
    GRIDS,
    st.lists(st.tuples(QUARTERS, st.integers(0, 6)), min_size=1, max_size=3),
    st.lists(QUARTERS, max_size=6),
)
@settings(deadline=None)
def test_costs_are_those_of_visibility_graphs(
    walkable: np.ndarray, sources: list[tuple[tuple[float, float], int]], places: list[tuple[float, float]]
) -> None:
    oracle = Cells(walkable)
    begins = [(place, cost / 2) for place, cost in sources if oracle.holds(place)]
    mesh = ps.NavMesh.from_grid(ps.Grid(walkable))
    assume(begins)
    field = ps.distance_field(mesh, [place for place, _ in begins], start_costs=[cost for _, cost in begins])
    for place in places:
        costs = [cost + oracle.shortest(place, source) for source, cost in begins]
        assert same(field.cost_of(place), min(costs))
        row = field.nearest_of(place)
        assert (row is None) == math.isinf(min(costs))
        assert row is None or same(costs[row], min(costs))
        compared()


@pytest.mark.parametrize("seed", range(6))
def test_costs_around_slanted_polygons_are_those_of_visibility_graphs(seed: int) -> None:
    random = np.random.default_rng(seed)
    holes = random_holes(random)
    mesh, oracle = ps.NavMesh.from_polygons([ROOM], holes=holes), Rings(ROOM, holes)
    source, *places = [place for place in random_places(random, 40, 40, 14) if mesh.holds(place)]
    field = ps.distance_field(mesh, [source])
    for place in places:
        assert same(field.cost_of(place), oracle.shortest(place, source))
        compared()


def random_mesh(seed: int, links: bool) -> tuple[ps.NavMesh, np.ndarray]:
    """A mesh of a random grid, perhaps with links, and places at quarters."""
    random = np.random.default_rng(seed)
    walkable = np.kron(random_grid(random), np.ones((2, 2), bool))
    walkable &= random.random(walkable.shape) > 0.15
    mesh = ps.NavMesh.from_grid(ps.Grid(walkable))
    places = np.array(random_places(random, walkable.shape[1], walkable.shape[0], 40))
    on = [place for place in places.tolist() if mesh.holds(place)]
    for start, end in pairwise(on[: 8 if links else 0]):
        mesh.add_link(start, end, cost=float(random.integers(0, 4)), both_ways=bool(random.integers(2)))
    return mesh, places


@pytest.mark.parametrize("links", [False, True])
@pytest.mark.parametrize("outward", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_costs_and_ways_are_those_of_single_paths(seed: int, outward: bool, links: bool) -> None:
    mesh, places = random_mesh(seed, links)
    sources = [tuple(place) for place in places.tolist() if mesh.holds(place)][:3]
    field = ps.distance_field(mesh, sources, outward=outward)
    ends = (sources, places) if outward else (places, sources)
    matrix = ps.cost_matrix(mesh, *ends)
    expected = matrix.min(axis=0 if outward else 1)
    assert np.allclose(field.cost_of(places), expected, rtol=1e-11)
    for place, cost in zip(map(tuple, places.tolist()), expected.tolist(), strict=True):
        way = field.path_to(place) if outward else field.path_from(place)
        assert bool(way) == math.isfinite(cost)
        if way:
            check = ps.check_path(mesh, way)
            assert check, check.problem
            assert same(check.cost, cost)
            assert way[-1 if outward else 0] == place
            assert way[0 if outward else -1] in sources
        compared()


def test_limits_hide_what_is_not_known() -> None:
    random = np.random.default_rng(2)
    mesh = ps.NavMesh.from_grid(ps.Grid(random.random((16, 20)) > 0.12))
    places = np.array(random_places(random, 20, 16, 40))
    places = np.array([place for place in places.tolist() if mesh.holds(place)])
    whole = ps.distance_field(mesh, places[:1])
    costs = whole.cost_of(places)
    assert whole.complete
    for limit in np.unique(costs[np.isfinite(costs)])[::3].tolist():
        near = ps.distance_field(mesh, places[:1], max_cost=limit)
        assert np.array_equal(near.cost_of(places), np.where(costs <= limit * (1 + 1e-9), costs, np.inf))
        assert np.array_equal(near.resume().cost_of(places), costs)
        compared()
    few = ps.distance_field(mesh, places[:1], max_expansions=20)
    assert not few.complete
    assert np.array_equal(few.cost_of(places), np.where(costs <= few.known_to * (1 + 1e-9), costs, np.inf))


def test_a_field_follows_edits() -> None:
    mesh = ps.NavMesh([(0, 0), (8, 0), (8, 6), (0, 6)], [[0, 1, 2, 3]])
    field = ps.distance_field(mesh, [(1, 3)])
    assert field.cost_of((7, 3)) == 6
    box = mesh.add_obstacle([(3, 0), (5, 0), (5, 5), (3, 5)])
    assert same(field.cost_of((7, 3)), ps.find_path(mesh, (7, 3), (1, 3)).cost)
    assert math.isinf(field.cost_of((4, 3)))
    mesh.remove_obstacle(box)
    assert field.cost_of((7, 3)) == 6
    assert field.state.rebuilds == 2
    over = mesh.add_obstacle([(0, 2), (2, 2), (2, 4), (0, 4)])
    assert math.isinf(field.cost_of((7, 3)))  # the source lies in the obstacle
    mesh.remove_obstacle(over)
    assert field.cost_of((7, 3)) == 6
    compared()


def test_a_field_pickles() -> None:
    mesh, places = random_mesh(1, False)
    sources = [place for place in places.tolist() if mesh.holds(place)][:2]
    field: Any = ps.distance_field(mesh, sources, start_costs=[1, 0])
    again = pickle.loads(pickle.dumps(field))
    assert np.array_equal(field.cost_of(places), again.cost_of(places))
    assert np.array_equal(field.costs, again.costs)
    compared()
