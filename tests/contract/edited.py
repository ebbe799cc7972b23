"""Worlds that are edited: spaces of maps, the maps, and their edits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.oracle import plain

import pathstar as ps

Maker = Callable[..., Any]  # makes a space from maps and a rule to fold their costs

HEIGHT, WIDTH = 6, 6
RANDOM = np.random.default_rng(81)
ENDS = [((0, 0), (5, 4), 0.5), ((3, 3), (1, 5), 2.0)]
ONE_WAY = [((2, 2), (3, 2)), ((0, 0), (0, 1))]
STAIRS = [((0, 0, 0), (0, 0, 1)), ((5, 5, 1), (5, 5, 2), 3.0), ((2, 3, 0), (4, 3, 2))]
EXITS = RANDOM.integers(0, 64, (HEIGHT, WIDTH))
HIGH_EXITS = RANDOM.integers(0, 64, (3, HEIGHT, WIDTH))
SWAMP = {
    0: ps.maps.Terrain("wall", walkable=False),
    1: ps.maps.Terrain("sand"),
    2: ps.maps.Terrain("swamp", 4),
}


def voxels(**options: Any) -> Maker:
    return lambda maps, **costs: ps.VoxelGrid.from_maps(maps, **options, **costs)


def hexes(layout: str, **options: Any) -> Maker:
    return lambda maps, **costs: maps[0].hexgrid(layout, **options, **costs)


def triangles(**options: Any) -> Maker:
    return lambda maps, **costs: ps.TriangleGrid.of(maps[0], **options, **costs)


def squares(**options: Any) -> Maker:
    return lambda maps, **costs: maps[0].grid(**options, **costs)


def units(side: int, **options: Any) -> Maker:
    return lambda maps, **costs: maps[0].grid(**options, **costs).sized(side)


def discs(radius: float, **options: Any) -> Maker:
    return lambda maps, **costs: maps[0].grid(**options, **costs).sized(radius=radius)


MAKERS: dict[str, Maker] = {
    "grid": squares(),
    "sized": units(2),
    "sized, mean": units(3, cost_model="mean", moves=ps.Moves(directions=4)),
    "round": discs(0.9),
    "round, mean": discs(1.3, cost_model="mean", moves=ps.Moves(directions=4)),
    "grid, mean": squares(cost_model="mean", moves=ps.Moves(directions=4)),
    "grid, joined, portals": squares(wrap="xy", portals=ENDS),
    "sixteen": squares(moves=ps.Moves(directions=16)),
    "sixteen, free, mean": squares(moves=ps.Moves(directions=16, corners="free"), cost_model="mean"),
    "sixteen, no squeeze, joined": squares(moves=ps.Moves(directions=16, corners="no_squeeze"), wrap="xy"),
    "sixteen, free, one way": squares(moves=ps.Moves(directions=16, corners="free"), one_way=ONE_WAY),
    "hexes, odd-r": hexes("odd-r"),
    "hexes, even-r, joined": hexes("even-r", wrap="xy", cost_model="mean"),
    "hexes, odd-q, exits": hexes("odd-q", exits=EXITS),
    "hexes, even-q, joined, portals": hexes("even-q", wrap="x", portals=ENDS),
    "hexes, one way": hexes("odd-r", one_way=ONE_WAY),
    "triangles": triangles(),
    "triangles, joined, mean": triangles(wrap="xy", cost_model="mean"),
    "triangles, one way, portals": triangles(one_way=ONE_WAY, portals=ENDS),
    "voxels": voxels(),
    "voxels, free corners": voxels(corners="free", spacing=(1, 2, 0.5)),
    "voxels, no squeeze, 18": voxels(corners="no_squeeze", directions=18),
    "voxels, floors and stairs": voxels(directions=8, stairs=STAIRS),
    "voxels, joined, mean": voxels(directions=4, stairs=STAIRS, wrap="xy", cost_model="mean"),
    "voxels, exits": voxels(directions=6, exits=HIGH_EXITS),
}
MODELS = (
    None,
    ps.maps.CostModel(terrain={"swamp": 9}, base=0.5),
    ps.maps.CostModel(weights={"near": 0.7}, risks={"ambush": 2.0}),
    ps.maps.CostModel(weights={"near": -0.2}, risks={"ambush": 1.0}, base=0.5, compose="max"),
)
GROUNDS = ["grid", "grid, mean", "sized", "grid, joined, portals", "hexes, odd-r", "hexes, one way"]


@st.composite
def worlds(draw) -> list[ps.Map]:
    """Three floors of any ground; the first one may also be the last."""
    floors = []
    for _ in range(3):
        random = np.random.default_rng(draw(st.integers(0, 10**6)))
        codes = random.choice(3, (HEIGHT, WIDTH), p=[0.25, 0.5, 0.25]).astype(np.uint8)
        cost = random.uniform(0.2, 5, codes.shape) if draw(st.booleans()) else None
        layers = {"near": ps.maps.ClearanceCost(2.5, 1.0), "ambush": random.random(codes.shape).round(1)}
        floors.append(ps.Map(codes > 0, terrain=codes, legend=SWAMP, cost=cost, layers=layers))
    return [*floors[:2], floors[0]] if draw(st.booleans()) else floors


@st.composite
def edits(draw) -> tuple[int, str, Any, Any]:
    """A floor, a layer, a place or a rectangle, and what it becomes."""
    x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    rectangle = slice(y, y + draw(st.integers(1, 3))), slice(x, x + draw(st.integers(1, 3)))
    layer = draw(st.sampled_from(["passable", "terrain", "cost", "ambush"]))
    values: dict[str, Any] = {
        "ambush": st.sampled_from([0.0, 0.3, 1.0]),
        "passable": st.booleans(),
        "terrain": st.sampled_from([0, 1, 2]),
        "cost": st.sampled_from([0.0, 0.1, 7.0, math.inf, math.nan]),
    }
    return draw(st.integers(0, 2)), layer, draw(st.sampled_from([(x, y), rectangle])), draw(values[layer])


def edited(maps: list[ps.Map], floor: int, layer: str, region: Any, value: Any) -> Any:
    """The change, or None if the map refuses it."""
    if layer not in maps[floor].layers:
        return None
    try:
        return maps[floor].edit(layer, region, value)
    except ps.CostError:  # a cell without a finite cost cannot be opened
        return None


def place_on(space: Any, number: int) -> Any:
    return tuple(space.places_of([number % space.size])[0].tolist())


def assert_alike(space: Any, fresh: Any, start: Any, goal: Any) -> None:
    optimum = plain.cheapest(fresh, start, goal)
    for algorithm, row in ps.ALGORITHMS.items():
        if row.any_angle:  # lines may be cheaper than paths of steps
            continue
        if row.unsupported_reason(fresh) is not None or algorithm == "ida-star":
            assert row.unsupported_reason(space) == row.unsupported_reason(fresh)
            continue
        path, twin = (ps.find_path(each, start, goal, algorithm=algorithm) for each in (space, fresh))
        assert path.status is twin.status
        if row.bound(fresh, row.weight, fresh.default_heuristic()) == 1:
            assert path.cost == pytest.approx(optimum, rel=1e-9)
        assert not path or ps.check_path(fresh, path)
    if plain.is_free(fresh, start):
        fields = [ps.distance_field(each, [start], outward=True).costs for each in (space, fresh)]
        np.testing.assert_allclose(*fields, rtol=1e-9)
        fields = [ps.distance_field(each, [start]).costs for each in (space, fresh)]
        np.testing.assert_allclose(*fields, rtol=1e-9)
    few = [[path.cost for path in ps.find_k_paths(each, start, goal, 3)] for each in (space, fresh)]
    assert few[0] == pytest.approx(few[1], rel=1e-9)
    compared()


def open_worlds() -> st.SearchStrategy[list[ps.Map]]:
    """Maps with only walls, for spaces that need that."""
    seeds = st.lists(st.integers(0, 10**6), min_size=3, max_size=3)
    return seeds.map(
        lambda seeds: [ps.Map(np.random.default_rng(seed).random((HEIGHT, WIDTH)) > 0.25) for seed in seeds]
    )


def opened() -> list[ps.Map]:
    return [ps.Map(np.ones((HEIGHT, WIDTH)), cost=np.ones((HEIGHT, WIDTH))) for _ in range(3)]
