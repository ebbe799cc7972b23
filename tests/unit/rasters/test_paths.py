"""Paths, corridors, matrices and networks."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from oracle.rasters import shares


@pytest.fixture
def cost() -> np.ndarray:
    ground = np.random.default_rng(2).uniform(1, 9, (20, 30))
    ground[5:15, 12] = np.nan
    return ground


def test_a_path_costs_the_sum_of_its_steps(cost: np.ndarray) -> None:
    path = ps.rasters.least_cost_path(cost, (1, 2), (28, 17), directions=32)
    assert path.points[0].tolist() == [1, 2]
    assert path.points[-1].tolist() == [28, 17]
    total = 0.0
    for (x, y), (dx, dy) in zip(path.points, np.diff(path.points, axis=0), strict=False):
        total += np.hypot(dx, dy) * sum(
            share * cost[y + b, x + a] for (b, a), share in shares((dy, dx)).items()
        )
    assert total == pytest.approx(path.cost, rel=1e-12)
    assert path.cost == pytest.approx(ps.rasters.cost_distance(cost, [(1, 2)], directions=32).cost[17, 28])


def test_the_cells_of_a_path_have_no_gaps(cost: np.ndarray) -> None:
    path = ps.rasters.least_cost_path(cost, (1, 2), (28, 17), directions=16)
    cells = path.cells()
    assert np.abs(np.diff(cells, axis=0)).max() == 1
    assert {tuple(place) for place in path.points.tolist()} <= {tuple(place) for place in cells.tolist()}
    assert np.isfinite(cost[cells[:, 1], cells[:, 0]]).all()


def test_a_path_round_the_back_is_a_line_of_two_parts() -> None:
    path = ps.rasters.least_cost_path(np.ones((3, 12)), (1, 1), (11, 1), wrap=True)
    assert path.cost == 2
    assert path.points.tolist() == [[1, 1], [0, 1], [11, 1]]
    assert path.geojson()["geometry"]["type"] == "MultiLineString"
    assert path.cells().tolist() == path.points.tolist()


def test_uphill_costs_more_than_downhill() -> None:
    height = np.linspace(0, 3, 12)[None].repeat(3, axis=0)
    raster = ps.rasters.Raster(None, height=height)
    up, down = (ps.rasters.least_cost_path(raster, *ends) for ends in (((0, 1), (11, 1)), ((11, 1), (0, 1))))
    assert up.cost > down.cost
    outward = ps.rasters.cost_distance(raster, [(0, 1)])
    inward = ps.rasters.cost_distance(raster, [(11, 1)], outward=False)
    assert outward.cost[1, 11] == pytest.approx(up.cost)
    assert inward.cost[1, 0] == pytest.approx(up.cost)


def test_no_path_is_false() -> None:
    path = ps.rasters.least_cost_path([[1, np.nan, 1]], (0, 0), (2, 0))
    assert not path
    assert path.geojson() == {"type": "Feature", "properties": {"cost": None}, "geometry": None}
    assert len(path.cells()) == 0


def test_a_corridor_holds_the_path(cost: np.ndarray) -> None:
    found = ps.rasters.corridor(cost, [(1, 2)], [(28, 17)])
    path = ps.rasters.least_cost_path(cost, (1, 2), (28, 17))
    assert found.cost == pytest.approx(path.cost)
    assert found.within(0)[path.indices].all()
    assert found.within(0).sum() < found.within(0.1).sum()
    with pytest.raises(ps.OptionError, match="share is -1"):
        found.within(-1)


def test_a_matrix_agrees_with_paths(cost: np.ndarray) -> None:
    sites = [(1, 2), (28, 17), (5, 15), (20, 3)]
    matrix = ps.rasters.cost_matrix(cost, sites)
    assert np.allclose(matrix, matrix.T)
    for i, a in enumerate(sites):
        for j, b in enumerate(sites):
            assert matrix[i, j] == pytest.approx(ps.rasters.least_cost_path(cost, a, b).cost)


def test_networks(cost: np.ndarray) -> None:
    sites = [(1, 2), (28, 17), (5, 15), (20, 3), (27, 1)]
    every = ps.rasters.least_cost_network(cost, sites, kind="all")
    tree = ps.rasters.least_cost_network(cost, sites)
    touching = ps.rasters.least_cost_network(cost, sites, kind="neighbours")
    assert len(every) == 10
    assert len(tree) == 4
    pairs = {tuple(edge) for edge in touching.edges.tolist()}
    assert {tuple(edge) for edge in tree.edges.tolist()} <= pairs
    for (a, b), path in zip(every.edges.tolist(), every.paths, strict=True):
        assert (path.points[0] == sites[a]).all()
        assert (path.points[-1] == sites[b]).all()
    assert len(tree.geojson()["features"]) == 4


def test_the_tree_is_least(cost: np.ndarray) -> None:
    from scipy.sparse.csgraph import minimum_spanning_tree

    sites = [(1, 2), (28, 17), (5, 15), (20, 3), (27, 1), (8, 8)]
    expected = minimum_spanning_tree(ps.rasters.cost_matrix(cost, sites)).sum()
    assert ps.rasters.least_cost_network(cost, sites).costs.sum() == pytest.approx(expected)


def test_sites_that_cannot_be_joined_stay_apart() -> None:
    cost = np.ones((3, 9))
    cost[:, 4] = np.nan
    found = ps.rasters.least_cost_network(cost, [(0, 0), (8, 0), (2, 2), (6, 2)])
    assert found.edges.tolist() == [[0, 2], [1, 3]]
    with pytest.raises(ps.OptionError, match="same cell"):
        ps.rasters.least_cost_network(cost, [(0, 0), (0, 0)])


def test_a_line_is_cut_where_it_leads_round() -> None:
    path = ps.rasters.least_cost_path(np.ones((3, 12)), (0, 0), (11, 1), wrap=True)
    lines = path.geojson((10, 0, 0, 0, 10, 0))["geometry"]["coordinates"]
    assert lines == [[[5.0, 5.0], [0.0, 10.0]], [[120.0, 10.0], [115.0, 15.0]]]


def test_a_line_has_two_points_even_in_one_cell() -> None:
    path = ps.rasters.least_cost_path(np.ones((3, 3)), (1, 1), (1, 1))
    assert path.geojson()["geometry"]["coordinates"] == [[1.5, 1.5], [1.5, 1.5]]
    for transform in ("abcdef", 5, (1, 2)):
        with pytest.raises(ps.OptionError, match="six numbers"):
            path.geojson(transform)
