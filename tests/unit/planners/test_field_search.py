"""A search for a field, a little at a time."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar.planners.field_search import FieldSearch


def test_slices_give_what_one_run_gives() -> None:
    random = np.random.default_rng(4)
    grid = ps.Grid(random.random((70, 60)) > 0.2, cost=random.uniform(1, 9, (70, 60)))
    source = tuple(np.argwhere(grid.walkable)[0, ::-1].tolist())
    whole = ps.distance_field(grid, [source])
    search = FieldSearch(grid, [source])
    known_to = 0.0
    while search.step(97):
        assert known_to <= search.known_to < math.inf
        known_to = search.known_to
        part = search.field
        np.testing.assert_array_equal(part.costs, np.where(whole.costs <= part.known_to, whole.costs, np.inf))
        for place in ((3, 3), (50, 60), (20, 5)):
            cost = search.cost_of(place)
            assert cost in (math.inf, whole.cost_of(place))
            assert len(search.nodes_from(place)) == (0 if math.isinf(cost) else len(whole.path_from(place)))
    np.testing.assert_array_equal(search.field.costs, whole.costs)
    assert search.complete


def test_it_goes_on_where_an_edit_is_beyond_what_it_has_seen() -> None:
    map = ps.Map(np.ones((100, 100)))
    search = FieldSearch(map.grid(), [(0, 0)])
    search.step(300)
    seen = search.expanded
    map.edit("passable", (slice(60, 90), slice(60, 62)), False)
    search.step(100)
    assert search.expanded > seen
    map.edit("passable", (slice(1, 3), slice(1, 3)), False)
    search.step(1)
    assert math.isinf(search.cost_of((9, 9))), "costs that an edit may have changed are no longer known"
    while search.step(5000):
        pass
    np.testing.assert_array_equal(search.field.costs, ps.distance_field(map.grid(), [(0, 0)]).costs)


@pytest.mark.parametrize("cost", [0.25, 30.0])
def test_costs_beyond_those_that_there_were_count_where_it_has_not_been(cost: float) -> None:
    map = ps.Map(np.ones((40, 40)), cost=np.full((40, 40), 2.0))
    search = FieldSearch(map.grid(), [(0, 0)])
    search.step(50)
    map.edit("cost", (slice(30, 33), slice(0, 40)), cost)
    while search.step(50):
        pass
    np.testing.assert_array_equal(search.field.costs, ps.distance_field(map.grid(), [(0, 0)]).costs)


def test_a_source_that_is_blocked_on_the_way_counts_again_once_it_is_free() -> None:
    map = ps.Map(np.ones((30, 30)))
    search = FieldSearch(map.grid(), [(0, 0), (29, 29)], start_costs=[0, 50])
    search.step(60)
    map.edit("passable", (29, 29), False)
    search.step(60)
    map.edit("passable", (29, 29), True)
    while search.step(60):
        pass
    fresh = ps.distance_field(map.grid(), [(0, 0), (29, 29)], start_costs=[0, 50])
    np.testing.assert_array_equal(search.field.costs, fresh.costs)


def written(search: FieldSearch) -> int:
    return sum(run.state.written for run in search._runs)


@pytest.mark.parametrize("costs", [False, True])
def test_a_step_touches_the_memory_of_no_more_than_it_comes_near(costs: bool) -> None:
    side = 1200
    map = ps.Map(np.ones((side, side)), cost=np.full((side, side), 2.0) if costs else None)
    search = FieldSearch(map.grid(), [(600, 600)])
    before = 0
    for _ in range(20):
        search.step(64)
        assert written(search) - before < 64 * 1024
        before = written(search)
    assert 0 < before < 200 * 1024
    assert search.cost_of((600, 603)) == (6.0 if costs else 3.0)
    assert math.isinf(search.cost_of((0, 0)))
    part = search.field  # writes all of it
    assert np.isinf(part.costs[0]).all()
    assert part.costs[600, 601] == (2.0 if costs else 1.0)
    assert written(search) == side * side


def test_a_search_that_ends_in_a_small_yard_touches_little_memory() -> None:
    walkable = np.ones((800, 800), bool)
    walkable[[10, 30], 10:31] = walkable[10:31, [10, 30]] = False
    map = ps.Map(walkable)
    search = FieldSearch(map.grid(), [(20, 20), (12, 12)])
    while search.step(1000):
        pass
    assert search.complete
    assert search.cost_of((20, 21)) == 1.0
    assert math.isinf(search.cost_of((500, 500)))
    assert written(search) < 100 * 1024
    fresh = ps.distance_field(map.grid(), [(20, 20), (12, 12)])
    np.testing.assert_array_equal(search.field.costs, fresh.costs)
    np.testing.assert_array_equal(search.field.nearest, fresh.nearest)


def test_no_step_follows_an_edit_all_at_once() -> None:
    walkable = np.ones((300, 300), bool)
    walkable[1, 1:] = False
    map = ps.Map(walkable)
    search = FieldSearch(map.grid(), [(0, 0)])
    while search.step(10_000):
        pass
    map.edit("passable", (0, 1), False)  # the path to a few squares; then to almost all
    map.edit("passable", (0, 3), False)
    steps = 0
    while True:
        before = search.expanded
        goes_on = search.step(100)
        assert 0 <= search.expanded - before <= 100 + 2 * 64
        steps += 1
        if not goes_on:
            break
    map.edit("passable", (slice(2, 4), slice(0, 1)), False)
    while True:
        before = search.expanded
        if not search.step(500):
            break
        assert search.expanded - before <= 500 + 2 * 64 or search.expanded < before
        steps += 1
    assert steps > 3
    np.testing.assert_array_equal(search.field.costs, ps.distance_field(map.grid(), [(0, 0)]).costs)


SPACES = {
    "squares": lambda map: map.grid(),
    "costs": lambda map: map.grid(),
    "four": lambda map: map.grid(moves=ps.Moves(directions=4)),
    "hexagons": lambda map: map.hexgrid(),
    "masked": lambda map: map.grid(),
}


@pytest.mark.parametrize("name", SPACES)
@given(seed=st.integers(0, 100_000))
@settings(max_examples=examples(30))
def test_what_is_known_between_edits_is_true(name: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    height, width = random.integers(8, 60, 2)
    cost = random.integers(1, 5, (height, width)) if name == "costs" else None
    map = ps.Map(random.random((height, width)) > 0.25, cost=cost)
    space = SPACES[name](map)
    free = np.argwhere(map.passable)[:, ::-1]
    if not len(free):
        return
    sources = [
        tuple(place) for place in free[random.integers(len(free), size=random.integers(1, 4))].tolist()
    ]
    avoid = random.random((height, width)) < 0.1 if name == "masked" else None
    options = {} if avoid is None else {"avoid": avoid}
    if avoid is not None:
        avoid[tuple(np.array(sources)[:, ::-1].T)] = False
    search = FieldSearch(space, sources, **options)
    for _ in range(12):
        for _ in range(random.integers(1, 4)):
            search.step(int(random.integers(1, 200)))
        open_sources = [place for place in sources if map.passable[place[::-1]]]
        if open_sources:
            true = ps.distance_field(space, open_sources, **options)
            for x, y in free[random.integers(len(free), size=10)].tolist():
                cost = search.cost_of((x, y))
                assert cost in (math.inf, true.cost_of((x, y)))
                nodes = search.nodes_from((x, y))
                assert (len(nodes) == 0) == math.isinf(cost)
                assert all(
                    there in space.node_steps_from(here)[0] for here, there in pairwise(nodes.tolist())
                )
        for _ in range(random.integers(0, 3)):
            x, y = random.integers(width), random.integers(height)
            map.edit("passable", (slice(y, y + 2), slice(x, x + 2)), bool(random.random() < 0.5))
        if name == "costs" and random.random() < 0.5:
            map.edit("cost", (random.integers(width), random.integers(height)), float(random.integers(1, 9)))
    if not any(map.passable[y, x] for x, y in sources):
        return
    while search.step(50):
        pass
    true = ps.distance_field(space, [(x, y) for x, y in sources if map.passable[y, x]], **options)
    np.testing.assert_array_equal(search.field.costs, true.costs)


def test_bad_budgets() -> None:
    search = FieldSearch(ps.Grid([[1, 1]]), [(0, 0)])
    for budget in (0, -1, 1.5, True, None):
        with pytest.raises(ps.OptionError, match="budget is"):
            search.step(budget)


def test_what_is_no_space_is_named() -> None:
    with pytest.raises(ps.SpaceError, match="a space is needed, such as a Grid, not str"):
        FieldSearch("board", [(0, 0)])  # type: ignore[arg-type]


def test_edits_that_come_while_it_follows_others_are_followed_by_steps() -> None:
    map = ps.Map(np.ones((200, 200), bool))
    grid = map.grid()
    search = FieldSearch(grid, [(0, 0)])
    while search.step(10_000):
        pass
    for row in range(2, 60):
        map.edit("passable", (slice(row, row + 1), slice(0, row)), False)
        before = search.expanded
        search.step(100)
        assert 0 <= search.expanded - before <= 100 + 2 * 64
    while search.step(1000):
        pass
    np.testing.assert_array_equal(search.field.costs, ps.distance_field(grid, [(0, 0)]).costs)


def test_what_costs_less_than_an_edit_stays_known() -> None:
    map = ps.Map(np.ones((100, 100), bool))
    search = FieldSearch(map.grid(), [(0, 0)])
    while search.step(10_000):
        pass
    for row in range(60, 65):
        map.edit("passable", (slice(row, row + 1), slice(0, 95)), False)
        search.step(1)
        assert search.cost_of((40, 0)) == 40
        assert len(search.nodes_from((40, 0))) == 41
        assert math.isinf(search.cost_of((99, 99)))


SMALL = {
    "steep": lambda random, shape: 10.0 ** random.integers(-6, 7, shape),
    "tiny": lambda random, shape: random.uniform(1e-12, 1e-9, shape),
    "even": lambda _, shape: np.full(shape, 0.37),
    "any": lambda random, shape: random.uniform(0.1, 9, shape),
}


@pytest.mark.parametrize("costs", SMALL)
@given(seed=st.integers(0, 100_000))
@settings(max_examples=examples(100))
def test_what_is_known_is_true_whatever_steps_cost(costs: str, seed: int) -> None:
    """Also of sources that are blocked and freed again, while searches and repairs are under way."""
    random = np.random.default_rng(seed)
    shape = tuple(random.choice([3, 5, 8, 34], 2))
    map = ps.Map(random.random(shape) > 0.1, cost=SMALL[costs](random, shape))
    grid = map.grid(ps.Moves(corners="free"), cost_model=str(random.choice(["enter", "mean"])))
    free = np.argwhere(map.passable)[:, ::-1]
    sources = [tuple(place) for place in free[random.integers(len(free), size=3)].tolist()]
    outward = bool(random.random() < 0.5)
    search = FieldSearch(grid, sources, outward=outward)
    for _ in range(60):
        if random.random() < 0.4:
            y, x = random.integers(shape[0]), random.integers(shape[1])
            layer = str(random.choice(["passable", "cost"]))
            value = bool(random.random() < 0.5) if layer == "passable" else random.choice([0.01, 1, 5, 1e5])
            map.edit(layer, (slice(y, y + 3), slice(x, x + 3)), value)
        search.step(int(random.choice([1, 3, 5, 20])))
        open_sources = [place for place in sources if map.passable[place[::-1]]]
        if open_sources:
            true = ps.distance_field(grid, open_sources, outward=outward).costs.ravel()
            known = search.costs_at(np.arange(grid.size, dtype=np.uint32))
            is_known = known < math.inf
            np.testing.assert_allclose(known[is_known], true[is_known], rtol=1e-9)


@pytest.mark.parametrize("outward", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_headings_are_those_of_the_field(seed: int, outward: bool) -> None:
    random = np.random.default_rng(seed)
    ends = [tuple(each) for each in random.integers(5, size=(4, 2)).tolist()]
    hexes = ps.HexGrid(np.ones((5, 5)), portals=[(ends[0], ends[1], 0.5), (ends[2], ends[3], 0.0)])
    space = ps.Turning(hexes, [0, 0.5, 3, 0.5])
    sources = [(*ends[0], 3), (*ends[3], 0), (*ends[2], 1)]
    search = FieldSearch(space, sources, outward=outward)
    every = np.arange(space.size, dtype=np.uint32)
    whole = ps.distance_field(space, sources, outward=outward)
    while search.step(20):
        known = search.costs_at(every)
        np.testing.assert_array_equal(known[known < math.inf], whole.costs.ravel()[known < math.inf])
    np.testing.assert_array_equal(search.costs_at(every), whole.costs.ravel())
    for place in [ends[1], (*ends[1], 2), (0, 4), (4, 0, 6)]:
        assert search.cost_of(place) == whole.cost_of(place)
        assert (len(search.nodes_from(place)) == 0) == math.isinf(whole.cost_of(place))


def test_a_door_into_what_it_has_not_come_near() -> None:
    walkable = np.ones((6, 1024), bool)
    walkable[3] = False
    map = ps.Map(walkable)
    search = FieldSearch(map.grid(), [(0, 2)])
    search.step(1)
    map.edit("passable", (900, 3), True)
    while search.step(100):
        pass
    np.testing.assert_array_equal(search.field.costs, ps.distance_field(map.grid(), [(0, 2)]).costs)


@pytest.mark.parametrize("seed", range(6))
def test_edits_before_and_behind_where_a_search_has_come(seed: int) -> None:
    random = np.random.default_rng(seed)
    side = 160
    cost = random.integers(1, 6, (side, side)) if seed % 2 else None
    map = ps.Map(random.random((side, side)) > 0.2, cost=cost)
    grid = map.grid()
    free = np.argwhere(map.passable)[:, ::-1]
    sources = [tuple(place) for place in free[random.integers(len(free), size=3)].tolist()]
    search = FieldSearch(grid, sources, start_costs=[0, 30, 90])
    compared = 0
    for _ in range(40):
        for _ in range(random.integers(1, 4)):
            search.step(int(random.choice([1, 30, 300, 3000])))
        true = ps.distance_field(grid, sources, start_costs=[0, 30, 90]).costs.ravel()
        known = search.costs_at(np.arange(grid.size, dtype=np.uint32))
        is_known = known < math.inf
        np.testing.assert_array_equal(known[is_known], true[is_known])
        compared += np.count_nonzero(is_known)
        for _ in range(random.integers(0, 4)):
            x, y = random.integers(side, size=2)
            map.edit("passable", (slice(x, x + 3), slice(y, y + 3)), bool(random.random() < 0.5))
            for place in sources:
                map.edit("passable", place, True)
    assert compared > 100_000


def test_after_an_edit_the_searches_of_all_multipliers_go_on() -> None:
    world = ps.Map(np.ones((1, 6)), cost=np.ones((1, 6)))
    search = FieldSearch(world.grid(), [(0, 0), (5, 0)], multipliers=[0.5, 3.0])
    while search.step(100):
        pass
    world.edit("passable", (0, 0), False)
    while search.step(100):
        pass
    assert [search.cost_of((x, 0)) for x in range(1, 6)] == [12.0, 9.0, 6.0, 3.0, 0.0]
    assert search.cost_of((0, 0)) == math.inf
