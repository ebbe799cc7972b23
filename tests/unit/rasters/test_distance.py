"""Costs, directions and nearest sources on random rasters, compared with plain Python and with SciPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra as scipy_dijkstra

import pathstar as ps
from oracle.rasters import World, dijkstra, moves


def ground(random: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Return small whole costs, with zeros and holes."""
    cost = random.integers(0 if random.random() < 0.3 else 1, 6, shape).astype(float)
    cost[random.random(shape) < 0.15] = np.nan
    return cost


def open_cells(random: np.random.Generator, cost: NDArray[np.float64], count: int) -> list[tuple[int, int]]:
    """Return some cells (row, column) that can be entered."""
    cells = np.argwhere(np.isfinite(cost))
    return [(int(y), int(x)) for y, x in random.permutation(cells)[:count]]


def check_directions(world: World, found: Any, sources: list[tuple[int, int]]) -> None:
    """Check that directions are tight steps, lead to the nearest source, and obey the tie rule."""
    cost, steps = found.cost, moves(max(8, world.directions))
    outward = found.outward
    for y, x in np.argwhere(np.isfinite(cost)).tolist():
        code = int(found.direction[y, x])
        nearest = int(found.nearest[y, x])
        if code == 0:
            assert sources[nearest] == (y, x)
            continue
        back = world.at(y + steps[code - 1][0], x + steps[code - 1][1])
        assert back is not None
        price = dict(world.steps(*back))[y, x]
        assert cost[back] + price == pytest.approx(cost[y, x], rel=1e-12)
        assert found.nearest[back] == nearest
        assert cost[back] <= cost[y, x]
        points = found.points_from(y * cost.shape[1] + x)
        assert tuple(points[-1][::-1].tolist()) == sources[nearest]
        assert outward == found.outward


@pytest.mark.parametrize("directions", [4, 8, 16, 32])
@pytest.mark.parametrize("seed", range(4))
def test_random_rasters(directions: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    cost = ground(random, (int(random.integers(1, 12)), int(random.integers(8, 14))))
    sources = open_cells(random, cost, 3)
    starts = random.integers(0, 3, len(sources)).astype(float)
    wrap = bool(random.random() < 0.5)
    corners = ["free", "no_squeeze", "no_cut", "free"][seed]
    world = World(cost, directions, wrap=wrap, corners=corners)
    places = [(x, y) for y, x in sources]
    found = ps.rasters.cost_distance(
        cost, places, directions=directions, wrap=wrap, start_costs=starts, corners=corners
    )
    expected = dijkstra(world, dict(zip(sources, starts.tolist(), strict=True)))
    np.testing.assert_allclose(found.cost, expected, rtol=1e-12)
    check_directions(world, found, sources)


@pytest.mark.parametrize("outward", [True, False])
@pytest.mark.parametrize(
    "pace", ["tobler", "langmuir", "marquez_perez", "irmischer_clarke", "rees", "herzog"]
)
def test_slopes(pace: str, outward: bool) -> None:
    random = np.random.default_rng(7)
    cost, height = random.uniform(0.5, 2, (9, 11)), random.uniform(0, 4, (9, 11))
    world = World(
        cost,
        16,
        lambda row, step: math.hypot(step[0] * 3, step[1] * 2),
        height,
        PACES[pace],
        outward=outward,
    )
    found = ps.rasters.cost_distance(
        cost, [(4, 4)], directions=16, cell_size=(2, 3), height=height, pace=pace, outward=outward
    )
    np.testing.assert_allclose(found.cost, dijkstra(world, {(4, 4): 0.0}), rtol=1e-12)
    check_directions(world, found, [(4, 4)])


PACES = {
    "tobler": lambda s: 3.6 / (6 * math.exp(-3.5 * abs(s + 0.05))),
    "langmuir": lambda s: 0.72 + (6 * s if s >= 0 else 1.9998 * s if s >= -0.2125 else -1.9998 * s),
    "marquez_perez": lambda s: 3.6 / (4.8 * math.exp(-5.3 * abs(0.7 * s + 0.03))),
    "irmischer_clarke": lambda s: 1 / (0.11 + math.exp(-((100 * abs(s) + 5) ** 2) / 1800)),
    "rees": lambda s: 0.75 + 0.09 * abs(s) + 14.6 * s * s,
    "herzog": lambda s: (
        1337.8 * s**6 + 278.19 * s**5 - 517.39 * s**4 - 78.199 * s**3 + 93.419 * s**2 + 19.825 * s + 1.64
    ),
}


@pytest.mark.parametrize("directions", [8, 16, 32])
def test_no_step_leads_over_a_cell_without_height(directions: int) -> None:
    random = np.random.default_rng(directions)
    cost, height = random.uniform(0.5, 2, (9, 11)), random.uniform(0, 4, (9, 11))
    height[4] = np.nan
    found = ps.rasters.cost_distance(cost, [(4, 1)], directions=directions, height=height, pace="rees")
    assert np.isfinite(found.cost[:4]).all()
    assert np.isinf(found.cost[4:]).all()
    height[4, 5:] = 1
    found = ps.rasters.cost_distance(cost, [(4, 1)], directions=directions, height=height, pace="rees")
    world = World(cost, directions, height=height, pace=PACES["rees"])
    np.testing.assert_allclose(found.cost, dijkstra(world, {(1, 4): 0.0}), rtol=1e-12)


def test_a_table_of_paces_closes_steps_beyond_its_ends() -> None:
    height = np.array([[0, 0.5, 3, 3]])
    found = ps.rasters.cost_distance(None, [(0, 0)], height=height, pace=([-1, 0, 1], [2, 1, 3]))
    assert found.cost.tolist() == [[0, 2, math.inf, math.inf]]


def test_equally_near_sources_and_equally_good_directions() -> None:
    found = ps.rasters.cost_distance(np.ones((3, 5)), [(4, 1), (0, 1)])
    assert found.nearest is not None
    assert found.direction is not None
    assert found.nearest[1].tolist() == [1, 1, 0, 0, 0]
    assert found.direction[1].tolist() == [0, 5, 1, 1, 0]


def test_a_plateau_has_no_loops() -> None:
    cost = np.zeros((20, 20))
    found = ps.rasters.cost_distance(cost, [(3, 3), (15, 8)])
    world = World(cost)
    assert (found.cost == 0).all()
    assert (found.nearest == 0).all() or found.nearest is not None
    check_directions(world, found, [(3, 3), (8, 15)])


def graph_of(cost: NDArray[np.float64]) -> coo_matrix:
    """Return eight directions as a sparse matrix."""
    height, width = cost.shape
    cells = np.arange(cost.size).reshape(cost.shape)
    begins, ends, prices = [], [], []
    for dy, dx in moves(8)[:4]:
        a = (slice(0, height - dy), slice(max(0, -dx), width - max(0, dx)))
        b = (slice(dy, height), slice(max(0, dx), width - max(0, -dx)))
        price = math.hypot(dy, dx) * (cost[a] + cost[b]) / 2
        keep = np.isfinite(price)
        begins.append(cells[a][keep])
        ends.append(cells[b][keep])
        prices.append(price[keep])
    edges = (np.concatenate(begins), np.concatenate(ends))
    return coo_matrix((np.concatenate(prices), edges), (cost.size, cost.size)).tocsr()


@pytest.mark.parametrize("kind", ["rough", "smooth", "few large"])
def test_rasters_of_several_solver_tiles(kind: str) -> None:
    random = np.random.default_rng(3)
    rows, columns = np.mgrid[:300, :530]
    cost = {
        "rough": lambda: random.uniform(1, 9, rows.shape),
        "smooth": lambda: 5 + 4 * np.sin(rows / 30) * np.cos(columns / 50),
        "few large": lambda: np.where(random.random(rows.shape) < 0.4, 1e6, 1e-3),
    }[kind]()
    cost[random.random(cost.shape) < 0.2] = np.nan
    cost[250, 100] = 1
    found = ps.rasters.cost_distance(cost, [(100, 250)])
    expected = scipy_dijkstra(graph_of(cost), directed=False, indices=250 * 530 + 100).reshape(cost.shape)
    np.testing.assert_allclose(found.cost, expected, rtol=1e-11)
    single = ps.rasters.cost_distance(cost.astype(np.float32), [(100, 250)], outputs=("cost",))
    np.testing.assert_allclose(single.cost, expected, rtol=1e-6)
    assert found.settled < 2.5 * cost.size


def test_multipliers_follow_each_source() -> None:
    random = np.random.default_rng(5)
    cost = random.uniform(1, 5, (12, 15))
    sources, factors, starts = [(2, 3), (10, 9), (7, 2)], [1.0, 3.0, 1.0], [4.0, 0.0, 1.0]
    found = ps.rasters.cost_distance(cost, sources, multipliers=factors, start_costs=starts)
    each = np.array(
        [
            start + ps.rasters.cost_distance(cost * factor, [place]).cost
            for place, factor, start in zip(sources, factors, starts, strict=True)
        ]
    )
    np.testing.assert_allclose(found.cost, each.min(axis=0), rtol=1e-12)
    assert found.nearest is not None
    assert (found.nearest == each.argmin(axis=0)).mean() > 0.99


def test_limits() -> None:
    cost = np.ones((9, 9))
    everywhere = ps.rasters.cost_distance(cost, [(0, 0)]).cost
    near = ps.rasters.cost_distance(cost, [(0, 0)], max_cost=4.5)
    np.testing.assert_array_equal(near.cost, np.where(everywhere <= 4.5, everywhere, math.inf))
    assert near.direction is not None
    assert ((near.direction == 255) == (everywhere > 4.5)).all()
    stopped = ps.rasters.cost_distance(cost, [(0, 0)], stops=[(3, 0), (2, 2)])
    assert stopped.known_to == 3
    np.testing.assert_array_equal(stopped.cost, np.where(everywhere <= 3, everywhere, math.inf))


def test_masks_and_labels_are_sources() -> None:
    cost = np.ones((4, 6))
    mask = np.zeros(cost.shape, bool)
    mask[1, 1] = mask[2, 5] = True
    by_mask = ps.rasters.cost_distance(cost, mask)
    by_place = ps.rasters.cost_distance(cost, [(1, 1), (5, 2)])
    np.testing.assert_array_equal(by_mask.cost, by_place.cost)
    np.testing.assert_array_equal(by_mask.nearest, by_place.nearest)
    labels = np.where(mask, 7, 0)
    labels[0, 0] = 3
    assert set(np.unique(ps.rasters.cost_distance(cost, labels).nearest)) == {3, 7}


def test_types_orders_and_nodata_agree() -> None:
    cost = np.array([[1, 2, 3], [4, 99, 6], [7, 8, 9]])
    expected = ps.rasters.cost_distance(np.where(cost == 99, np.nan, cost), [(0, 0)]).cost
    for given in (
        cost.astype(np.uint8),
        cost.astype(np.int16),
        cost.astype(np.float32),
        np.asfortranarray(cost.astype(float)),
        cost[::-1].copy()[::-1],
    ):
        np.testing.assert_array_equal(ps.rasters.cost_distance(given, [(0, 0)], nodata=99).cost, expected)
    masked = np.ma.masked_equal(cost, 99)
    np.testing.assert_array_equal(ps.rasters.cost_distance(masked, [(0, 0)]).cost, expected)


@pytest.mark.parametrize("tiles", [None, ps.rasters.Tiles(side=4)])
def test_masked_cells_are_no_sources(tiles: Any) -> None:
    labels = np.full((6, 9), 255, np.uint8)  # the value of a file for cells without data
    labels[2, 3], labels[5, 8] = 4, 7
    cost = np.ones(labels.shape)
    found = ps.rasters.cost_distance(cost, np.ma.masked_equal(labels, 255), tiles=tiles)
    assert set(np.unique(found.nearest)) == {4, 7}
    mask = np.ma.masked_array(np.ones(labels.shape, bool), labels == 255)
    found = ps.rasters.cost_distance(cost, mask, tiles=tiles)
    assert (found.nearest[2, 3], found.nearest[5, 8], found.nearest.max()) == (0, 1, 1)
