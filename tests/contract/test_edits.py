"""Promise 9: after edits of its maps a space is like a new one, and what knew it as it was says so."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.oracle import plain

import pathstar as ps

Maker = Callable[..., Any]  # makes a space of maps, and of how to fold their costs

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


def squares(**options: Any) -> Maker:
    return lambda maps, **costs: maps[0].grid(**options, **costs)


MAKERS: dict[str, Maker] = {
    "grid": squares(),
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
    "voxels": voxels(),
    "voxels, free corners": voxels(corners="free", spacing=(1, 2, 0.5)),
    "voxels, no squeeze, 18": voxels(corners="no_squeeze", directions=18),
    "voxels, floors and stairs": voxels(directions=8, stairs=STAIRS),
    "voxels, joined, mean": voxels(directions=4, stairs=STAIRS, wrap="xy", cost_model="mean"),
    "voxels, exits": voxels(directions=6, exits=HIGH_EXITS),
}
MODELS = (None, ps.maps.CostModel(terrain={"swamp": 9}, base=0.5))


@st.composite
def worlds(draw) -> list[ps.Map]:
    """Three floors of any ground; the first one may stand for the last as well."""
    floors = []
    for _ in range(3):
        random = np.random.default_rng(draw(st.integers(0, 10**6)))
        codes = random.choice(3, (HEIGHT, WIDTH), p=[0.25, 0.5, 0.25]).astype(np.uint8)
        cost = random.uniform(0.2, 5, codes.shape) if draw(st.booleans()) else None
        floors.append(ps.Map(codes > 0, terrain=codes, legend=SWAMP, cost=cost))
    return [*floors[:2], floors[0]] if draw(st.booleans()) else floors


@st.composite
def edits(draw) -> tuple[int, str, Any, Any]:
    """A floor, a layer, a place or a rectangle, and what it becomes."""
    x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    rectangle = slice(y, y + draw(st.integers(1, 3))), slice(x, x + draw(st.integers(1, 3)))
    layer = draw(st.sampled_from(["passable", "terrain", "cost"]))
    values: dict[str, Any] = {
        "passable": st.booleans(),
        "terrain": st.sampled_from([0, 1, 2]),
        "cost": st.sampled_from([0.0, 0.1, 7.0, math.inf, math.nan]),
    }
    return draw(st.integers(0, 2)), layer, draw(st.sampled_from([(x, y), rectangle])), draw(values[layer])


def edited(maps: list[ps.Map], floor: int, layer: str, region: Any, value: Any) -> Any:
    """The change, or None where the map refuses it."""
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
        if row.misfit(fresh) is not None or algorithm == "ida-star":
            assert row.misfit(space) == row.misfit(fresh)
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


@settings(max_examples=25)
@given(worlds(), st.lists(edits(), min_size=1, max_size=6), st.sampled_from(MODELS), st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_an_edited_space_is_like_a_new_one(maker, maps, changes, model, data):
    space = MAKERS[maker](maps, costs=model)
    numbers = st.integers(0, space.size - 1)
    ends = [place_on(space, data.draw(numbers)) for _ in range(2)]
    ps.find_path(space, *ends)  # which areas are connected is known before the edits
    revision = space.revision
    for edit in changes:
        change = edited(maps, *edit)
        if change is None or change.map_id not in space.source.revisions:
            continue
        space.update(change)
        revision += 1
        fresh = MAKERS[maker](maps, costs=model)
        np.testing.assert_array_equal(space.walkable, fresh.walkable)
        assert_alike(space, fresh, *ends)
    assert space.revision == revision


def opened() -> list[ps.Map]:
    return [ps.Map(np.ones((HEIGHT, WIDTH)), cost=np.ones((HEIGHT, WIDTH))) for _ in range(3)]


@pytest.mark.parametrize("maker", MAKERS)
def test_what_knew_a_space_as_it_was_is_stale(maker):
    maps = opened()
    space = MAKERS[maker](maps)
    first, last = place_on(space, 0), place_on(space, space.size - 1)
    search = ps.Planner(space).search(first, last)
    search.step(1)
    index = ps.build_index(space, "landmarks")
    space.update(maps[0].edit("cost", (slice(1, 3), slice(0, 5)), 6.0))
    assert index.stale
    compared()
    with pytest.raises(ps.StaleError):
        search.step(1)
    with pytest.raises(ps.StaleError):
        ps.Planner(space, index=index).find(first, last)
    with pytest.raises(ps.StaleError):
        pickle.dumps(index)


INDEXED = [
    (maker, kind)
    for maker in MAKERS
    for kind, row in ps.INDEXES.items()
    if row.misfit(MAKERS[maker](opened())) is None
]


@pytest.mark.parametrize(("maker", "kind"), INDEXED)
def test_an_index_built_anew_after_edits_equals_one_of_a_new_space(maker, kind):
    maps = opened()
    space = MAKERS[maker](maps)
    for layer, region, value in (
        ("passable", (slice(1, 5), slice(2, 3)), False),
        ("cost", (slice(0, 4), slice(3, 6)), 5.0),
        ("passable", (2, 2), True),
    ):
        space.update(maps[0].edit(layer, region, value))
    fresh = MAKERS[maker](maps)
    places = [place_on(space, number) for number in range(0, space.size, 5)]
    for goal in places:
        rows = [
            ps.find_paths(
                ps.Planner(each, index=ps.build_index(each, kind)), places, [goal] * len(places)
            ).costs
            for each in (space, fresh)
        ]
        np.testing.assert_allclose(*rows, rtol=1e-9)
        np.testing.assert_allclose(
            rows[0], [plain.cheapest(fresh, start, goal) for start in places], rtol=1e-9
        )
        compared()


@pytest.mark.parametrize("ground", ["grid", "grid, joined, portals", "hexes, odd-r", "hexes, one way"])
def test_what_is_made_of_an_edited_grid_is_stale(ground):
    maps = opened()
    grid = MAKERS[ground](maps)
    made = [ps.Turning(grid, 1), ps.Timed(grid)]
    under_way = [ps.Planner(space).search((0, 0), (5, 5)) for space in made]
    grid.update(maps[0].edit("passable", (3, 3), False))
    for space, search in zip(made, under_way, strict=True):
        with pytest.raises(ps.StaleError):
            ps.find_path(space, (0, 0), (5, 5))
        with pytest.raises(ps.StaleError):
            pickle.dumps(space)
        with pytest.raises(ps.StaleError):
            search.step()
        assert ps.find_path(type(space)(grid), (0, 0), (5, 5))
        compared()


@pytest.mark.parametrize("maker", MAKERS)
def test_a_pickled_space_follows_its_maps(maker):
    maps = opened()
    space = MAKERS[maker](maps)
    space.update(maps[0].edit("passable", (1, 1), False))
    copy = pickle.loads(pickle.dumps(space))
    change = maps[0].edit("cost", (slice(2, 4), slice(0, 6)), math.inf)
    for each in (space, copy):
        each.update(change)
    np.testing.assert_array_equal(space.walkable, copy.walkable)
    assert_alike(copy, MAKERS[maker](maps), place_on(space, 0), place_on(space, space.size - 1))
    with pytest.raises(ps.StaleError, match="stands at revision 2 of its map; the change leads from 1 to 2"):
        copy.update(change)
    with pytest.raises(ps.StaleError, match="is of another map than the"):
        copy.update(opened()[0].edit("passable", (0, 0), False))
    with pytest.raises(ps.OptionError, match="change is None; allowed: what Map"):
        copy.update(None)
