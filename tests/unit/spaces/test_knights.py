"""Knight's moves pass between two cells: they cross no walls, and pay for what they cross."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import plain

import pathstar as ps

CORNERS = ("no_cut", "no_squeeze", "free")
MODELS = ("enter", "mean")
ROUGH = np.array(
    [
        [2, 2, 1, 1, 5, 5, 5],
        [2, 2, 8, 8, 5, 2, 1],
        [7, 1, 1, 8, 2, 2, 2],
        [8, 7, 8, 8, 8, 8, 5],
        [8, 8, 1, 1, 5, 3, 9],
        [8, 1, 1, 2, 5, 3, 9],
    ]
)  # the example in the manual of GRASS r.cost


def sixteen(corners: str = "free") -> ps.Moves:
    return ps.Moves(directions=16, corners=corners)


@pytest.mark.parametrize("outward", [True, False])
def test_the_costs_of_rough_ground_are_those_of_a_raster_program(outward):
    grid = ps.Grid(np.ones(ROUGH.shape), cost=ROUGH, moves=sixteen(), cost_model="mean")
    costs = ps.distance_field(grid, [(5, 4)], outward=outward).costs
    golden = [
        [21.416408, 21.003289, 20.073262, 19.073262, 16.755789, 14.747024, 13.656854],
        [19.624609, 19.003289, 21.5, 18.810425, 15.003289, 11.806041, 10.656854],
    ]
    np.testing.assert_allclose(costs[:2], golden, atol=5e-7)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("corners", CORNERS)
def test_a_thin_wall_cannot_be_leapt(corners, model):
    walkable = np.ones((41, 41), bool)
    walkable[20] = False
    for cost in (None, np.ones((41, 41))):
        grid = ps.Grid(walkable, cost=cost, moves=sixteen(corners), cost_model=model)
        assert not ps.find_path(grid, (20, 10), (20, 30))
    grid = ps.Grid(np.ones((41, 41)), cost=np.where(walkable, 1, np.nan), moves=sixteen(corners))
    assert not ps.find_path(grid, (20, 10), (20, 30))


# With "enter" it is cheapest to wade in by a knight's move, which pays for a third of the river.
@pytest.mark.parametrize(
    ("model", "least"), [("mean", 1019), ("enter", math.sqrt(5) * (1000 + 1 + 1) / 3 + math.sqrt(5) + 16)]
)
@pytest.mark.parametrize("corners", CORNERS)
def test_a_thin_river_costs_what_it_costs_to_wade_through(corners, model, least):
    cost = np.ones((41, 41))
    cost[20] = 1000
    grid = ps.Grid(np.ones((41, 41)), cost=cost, moves=sixteen(corners), cost_model=model)
    assert ps.find_path(grid, (20, 10), (20, 30)).cost == pytest.approx(least)


@pytest.mark.parametrize(
    ("corners", "model", "walls", "cost"),
    [
        ("no_cut", "mean", (), (2 + 3 + 5 + 7) / 4),
        ("no_cut", "enter", (), (3 + 5 + 7) / 3),
        ("free", "mean", ((1, 0),), (2 + 5 + 7) / 3),
        ("free", "enter", ((1, 0),), (5 + 7) / 2),
        ("no_squeeze", "mean", ((1, 1),), (2 + 3 + 7) / 3),
        ("no_squeeze", "enter", ((1, 1),), (3 + 7) / 2),
        ("free", "mean", ((1, 0), (1, 1)), math.inf),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_knights_move_costs_the_mean_of_its_cells(corners, model, walls, cost, turned):
    costs, walkable = np.array([[2.0, 3, 1000], [1000, 5, 7]]), np.ones((2, 3), bool)
    for x, y in walls:
        walkable[y, x] = False
    if turned:
        costs, walkable = costs.T, walkable.T
    grid = ps.Grid(walkable, cost=costs, moves=sixteen(corners), cost_model=model)
    ends = [(0, 0), (1, 2) if turned else (2, 1)]
    check = ps.check_path(grid, ends)
    assert (check.ok, check.cost) == (cost < math.inf, pytest.approx(math.sqrt(5) * cost))
    steps = dict(plain.neighbours(grid, (0, 0)))
    assert steps.get(ends[1], math.inf) == pytest.approx(math.sqrt(5) * cost)
    assert ps.distance_field(grid, [ends[0]], outward=True).costs[ends[1][::-1]] <= math.sqrt(5) * cost


def boards(draw: Any) -> tuple[np.ndarray, np.ndarray | None]:
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    random = np.random.default_rng(draw(st.integers(0, 10**6)))
    walkable = random.random((height, width)) < draw(st.sampled_from([0.55, 0.75, 1.0]))
    kind = draw(st.sampled_from(["none", "smooth", "wild"]))
    if kind == "none":
        return walkable, None
    if kind == "smooth":
        return walkable, random.uniform(1, 3, (height, width))
    return walkable, random.choice([0.0, 0.1, 1, 9, 1000, math.nan, math.inf], (height, width))


@st.composite
def worlds(draw: Any) -> tuple[ps.Map, ps.Grid, dict[str, Any]]:
    """A map, its grid of sixteen directions, and the options that make the grid."""
    walkable, cost = boards(draw)
    options: dict[str, Any] = {
        "moves": ps.Moves(
            directions=16,
            corners=draw(st.sampled_from(CORNERS)),
            knight=draw(st.sampled_from([None, 1.1, 2.0])),
        ),
        "cost_model": draw(st.sampled_from(MODELS)),
        "wrap": draw(st.sampled_from(["", "", "x", "y", "xy"])),
    }
    if draw(st.booleans()):
        options["exits"] = np.random.default_rng(draw(st.integers(0, 99))).integers(0, 2**16, walkable.shape)
    map = ps.Map(walkable, **({} if cost is None else {"cost": cost}))
    return map, map.grid(**options), options


def edit_of(draw: Any, map: ps.Map) -> Any:
    """An edit of one cell or a few, or None if the map refuses it."""
    x, y = draw(st.integers(0, map.width - 1)), draw(st.integers(0, map.height - 1))
    layer = draw(st.sampled_from(["passable", "cost"] if "cost" in map.layers else ["passable"]))
    value = draw(st.booleans() if layer == "passable" else st.sampled_from([0.0, 0.3, 50.0, math.inf]))
    region = draw(st.sampled_from([(x, y), (slice(y, y + 2), slice(x, x + 1))]))
    try:
        return map.edit(layer, region, value)
    except ps.CostError:  # a cell without a finite cost cannot be opened
        return None


def assert_exact(grid: ps.Grid, places: list[tuple[int, int]]) -> None:
    """Every way of searching finds the oracle's costs between some places."""
    for start in places:
        if not grid.walkable[start[::-1]]:
            continue
        truth = plain.costs_from(grid, start)
        out = ps.distance_field(grid, [start], outward=True).costs
        for goal in np.ndindex(grid.shape):
            assert out[goal] == pytest.approx(truth.get(goal[::-1], math.inf), rel=1e-12)
        for goal in places:
            cost = pytest.approx(truth.get(goal, math.inf), rel=1e-9)
            if grid.walkable[goal[::-1]]:
                assert ps.distance_field(grid, [goal]).costs[start[::-1]] == cost
            for algorithm in ("astar", "dijkstra", "bidirectional-dijkstra", "bidirectional-astar"):
                path = ps.find_path(grid, start, goal, algorithm=algorithm)
                assert path.cost == cost, algorithm
                assert not path or ps.check_path(grid, path)
            for heuristic in ("euclidean", "chebyshev"):
                path = ps.find_path(grid, start, goal, heuristic=heuristic)
                assert (path.cost, path.bound) == (cost, 1 if path else path.bound)


@given(worlds(), st.data())
def test_all_searches_agree_with_the_oracle_also_after_edits(world, data):
    map, grid, options = world
    cells = st.tuples(st.integers(0, map.width - 1), st.integers(0, map.height - 1))
    places = data.draw(st.lists(cells, min_size=1, max_size=3, unique=True))
    assert_exact(grid, places)
    for _ in range(data.draw(st.integers(0, 3))):
        change = edit_of(data.draw, map)
        if change is not None:
            grid.update(change)
    assert_exact(grid, places)
    fresh = map.grid(**options)
    planner = ps.Planner(grid, index=ps.build_index(grid, "landmarks", landmarks=2))
    for start in places:
        for goal in places:
            cost = plain.cheapest(fresh, start, goal)
            assert planner.find(start, goal).cost == pytest.approx(cost, rel=1e-9)


def test_an_index_of_leaping_knights_is_not_taken_for_one_of_this_grid(tmp_path):
    from pathstar.indexes.belongs import fingerprint

    # The fingerprint of version 0.1, where knight's moves could leap.
    assert fingerprint(ps.Grid(np.ones((3, 4)), moves=sixteen())) != "a68211c3ed17a267b71d9e1511fc6f32"
    assert fingerprint(ps.Grid(np.ones((3, 4)))) == "2c64c2ab22fb124ec769435499a7956b"
