"""Promise 9 for fields: after edits a field is like a new one, and arrays that it returned do not change."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.contract.edited import GROUNDS, MAKERS, edited, edits, place_on, worlds
from tests.contract.test_graph_edits import World
from tests.sampling import examples

import pathstar as ps
from pathstar.spaces.base import place_list

LAYERS = {
    "no layer": lambda ground: ground,
    "Turning": lambda ground: ps.Turning(ground, 0.5),
}
STACKS = [(maker, "no layer") for maker in MAKERS] + [
    (maker, "Turning") for maker in GROUNDS if maker in ("grid", "grid, mean", "sized", "hexes, odd-r")
]


def assert_like_new(field: ps.Field, space: Any, sources: list[Any], **options: Any) -> None:
    """Compare a field with one over a new space; sources that are blocked there are ignored."""
    walkable = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32)))
    standing = place_list(space.places_of(walkable))
    free = [row for row in range(len(sources)) if sources[row] in standing]
    if not free:
        assert not np.isfinite(field.costs).any()
        return
    if "start_costs" in options:
        options["start_costs"] = np.asarray(options["start_costs"])[free]
    fresh = ps.distance_field(space, [sources[row] for row in free], **options)
    np.testing.assert_array_equal(field.costs, fresh.costs)
    assert field.known_to == fresh.known_to
    numbers = np.array([*free, 2**32 - 1], np.uint32)
    np.testing.assert_array_equal(
        field.nearest, numbers[np.minimum(fresh.nearest, len(free)).astype(np.int64)]
    )
    way_of = field.path_to if field.outward else field.path_from
    for place in standing[:: max(1, len(standing) // 12)]:
        way = way_of(place)
        assert bool(way) == np.isfinite(field.cost_of(place))
        first = options.get("start_costs")
        paid = (
            0.0
            if first is None
            else first[free.index(int(field.nearest.ravel()[space.node_of(place)]))]
            if way
            else 0
        )
        if way:
            check = ps.check_path(space, way)
            assert check, check.problem
            assert check.cost + paid == pytest.approx(field.cost_of(place), rel=1e-9)
    compared()


@settings(max_examples=examples(25))
@given(worlds(), st.lists(edits(), min_size=1, max_size=6), st.booleans(), st.data())
@pytest.mark.parametrize(("maker", "layer"), STACKS)
def test_a_field_follows_edits(maker, layer, maps, changes, outward, data):
    def make() -> Any:
        return LAYERS[layer](MAKERS[maker](maps))

    space = make()
    free = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32))).tolist()
    if not free:
        with pytest.raises(ps.PlaceError, match="not walkable"):
            ps.distance_field(space, [place_on(space, 0)])
        compared()
        return
    chosen = data.draw(st.lists(st.sampled_from(free), min_size=1, max_size=4))
    sources = [place_on(space, node) for node in chosen]
    options: dict[str, Any] = {"outward": outward}
    if data.draw(st.booleans()):
        options["start_costs"] = [data.draw(st.sampled_from([0.0, 1.0, 2.5])) for _ in sources]
    field = ps.distance_field(space, sources, **options)
    for edit in changes:
        handed_out = field.costs, field.parents, field.nearest
        before = [array.copy() for array in handed_out]
        edited(maps, *edit)
        if data.draw(st.booleans()):
            assert_like_new(field, make(), sources, **options)
        for array, copy in zip(handed_out, before, strict=True):
            np.testing.assert_array_equal(array, copy)
    assert_like_new(pickle.loads(pickle.dumps(field)), make(), sources, **options)
    compared()


@settings(max_examples=examples(30))
@given(worlds(), st.lists(edits(), min_size=1, max_size=6), st.booleans(), st.data())
@pytest.mark.parametrize(("maker", "layer"), STACKS)
def test_places_of_a_goal_count_once_an_edit_opens_them(maker, layer, maps, changes, outward, data):
    def make() -> Any:
        return LAYERS[layer](MAKERS[maker](maps))

    space = make()
    nodes = np.array(data.draw(st.lists(st.integers(0, space.size - 1), min_size=1, max_size=6)), np.uint32)
    places = [place_on(space, node) for node in nodes.tolist()]
    goal = ps.goals.any_of(places)
    if not space.is_free(nodes).any():
        with pytest.raises(ps.PlaceError, match="there are no sources"):
            ps.distance_field(space, goal)
        compared()
        return
    field = ps.distance_field(space, goal, outward=outward)
    assert_like_new(field, make(), places, outward=outward)
    for edit in changes:
        edited(maps, *edit)
        assert_like_new(field, make(), places, outward=outward)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("outward", [False, True])
def test_a_field_follows_the_edits_of_a_graph(seed, outward):
    world = World(seed, named=True, placed=False)
    sources = [world.name(0), world.name(3), world.name(7)]
    field = ps.distance_field(world.graph, sources, outward=outward)
    for _ in range(25):
        world.edit()
        assert_like_new(field, world.graph, sources, outward=outward)
    assert field.state.repairs > 5


def test_most_edits_are_local_work() -> None:
    random = np.random.default_rng(5)
    map = ps.Map(random.random((120, 130)) > 0.2, cost=random.uniform(1, 9, (120, 130)))
    map.edit("passable", (0, 0), True)
    grid = map.grid()
    fields = [ps.distance_field(grid, [(0, 0)], outward=outward) for outward in (False, True)]
    plain = ps.Map(map.passable)
    fields += [ps.distance_field(plain.grid(), [(0, 0)])]
    for _ in range(60):
        x, y = random.integers(1, 110, 2)
        region = slice(y, y + random.integers(1, 9)), slice(x, x + random.integers(1, 9))
        value = bool(random.integers(2))
        for each in (map, plain):
            each.edit("passable", region, value)
        map.edit("cost", region, float(random.uniform(1, 9)))
        for field, ground in zip(fields, (map, map, plain), strict=True):
            fresh = ps.distance_field(ground.grid(), [(0, 0)], outward=field.outward)
            np.testing.assert_array_equal(field.costs, fresh.costs)
            compared()
    for field in fields:
        assert field.state.repairs + field.state.rebuilds == 60
        assert field.state.repairs >= 45


# In these worlds, some cells that an edit cuts off or opens are in a block that is solved before the block
# through which they are reached again.
@pytest.mark.parametrize("seed", [66, 101, 136, 144, 289, 333, 363, 424, 452, 501, 765, 766, 784, 888])
@pytest.mark.parametrize("threads", [1, 2])
def test_edits_across_blocks_are_followed(seed, threads):
    random = np.random.default_rng(seed)
    h, w = random.integers(100, 220, 2).tolist()
    source = w // 2, h // 3
    map = ps.Map(random.random((h, w)) > 0.2 * (seed % 3 == 0), cost=np.ones((h, w)))
    map.edit("passable", source, True)
    grid = map.grid(cost_model=["mean", "enter"][seed % 2])
    field = ps.distance_field(grid, [source], threads=threads)
    for _ in range(6):
        x, y = random.integers(0, (w, h))
        across, down = random.integers(2, 40, 2)
        region = slice(y, y + down), slice(x, x + across)
        map.edit("passable", region, random.random(map.passable[region].shape) > random.random())
        map.edit("passable", source, True)
        fresh = ps.distance_field(grid, [source], threads=threads)
        np.testing.assert_array_equal(field.costs, fresh.costs)
        np.testing.assert_array_equal(field.parents, fresh.parents)
        compared()
    assert field.state.repairs > 0


def test_many_edits_are_a_new_search() -> None:
    map = ps.Map(np.ones((90, 90)))
    field = ps.distance_field(map.grid(), [(0, 0)])
    map.edit("passable", (slice(0, 80), slice(1, 60)), False)
    np.testing.assert_array_equal(field.costs, ps.distance_field(map.grid(), [(0, 0)]).costs)
    assert (field.state.repairs, field.state.rebuilds) == (0, 1)
    compared()


def test_a_field_that_was_stopped_is_stopped_again() -> None:
    map = ps.Map(np.ones((20, 20)))
    grid = map.grid()
    near = ps.distance_field(grid, [(0, 0)], max_cost=5)
    to_stop = ps.distance_field(grid, [(0, 0)], stop_at=[(4, 4)])
    few = ps.distance_field(grid, [(0, 0)], max_expansions=30)
    known_to = few.known_to
    map.edit("passable", (slice(0, 3), slice(1, 2)), False)
    fresh = ps.distance_field(map.grid(), [(0, 0)])
    np.testing.assert_array_equal(near.costs, np.where(fresh.costs <= 5, fresh.costs, np.inf))
    assert to_stop.cost_of((4, 4)) == fresh.cost_of((4, 4)) == to_stop.known_to
    assert few.known_to == known_to
    np.testing.assert_array_equal(few.costs, np.where(fresh.costs <= known_to, fresh.costs, np.inf))
    np.testing.assert_array_equal(near.resume().costs, fresh.costs)
    compared()
