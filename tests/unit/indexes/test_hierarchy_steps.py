"""Hierarchies that follow edits by steps: paths and tables while they are repaired."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples
from tests.unit.indexes.test_hierarchy import KIND, sections

import pathstar as ps
from pathstar import _core
from pathstar.planners.legs import LegSteps

TWO_CLUSTERS = 2 * 32 * 32  # cells: what a step may expand beyond its budget


def caves(width: int = 580, height: int = 540, seed: int = 3) -> ps.Map:
    """Return a map with clusters on three levels."""
    return ps.maps.generate.caves(width, height, seed=seed)


def planner_over(space: ps.Grid | ps.HexGrid) -> ps.Planner:
    return ps.Planner(space, index=ps.build_index(space, KIND))


def free_places(map: ps.Map, random: np.random.Generator, count: int) -> list[tuple[int, int]]:
    free = np.argwhere(map.passable)[:, ::-1]
    return [(x, y) for x, y in free[random.integers(len(free), size=count)].tolist()]


def walk(steps: LegSteps, budget: int) -> list[ps.Path]:
    """Step to the end, and return the legs."""
    legs = []
    while (leg := steps.step(budget)) is not None:
        if leg.status is not ps.Status.RUNNING:
            legs.append(leg)
    return legs


def toggle_square(map: ps.Map, random: np.random.Generator) -> None:
    x, y = random.integers(0, (map.width - 4, map.height - 4)).tolist()
    map.edit("passable", (slice(y, y + 4), slice(x, x + 4)), bool(random.integers(2)))


def test_by_steps_the_legs_are_the_same() -> None:
    map = caves()
    planner = planner_over(map.grid())
    start, goal = free_places(map, np.random.default_rng(1), 2)
    whole = [leg.nodes.tolist() for leg in planner.legs(start, goal)]
    assert len(whole) > 5
    for budget in (1, 100, 10**9):
        assert [leg.nodes.tolist() for leg in walk(LegSteps(planner, start, goal), budget)] == whole


def test_threads_share_one_walk() -> None:
    map = caves()
    planner = planner_over(map.grid())
    start, goal = free_places(map, np.random.default_rng(1), 2)
    whole = [leg.nodes[[0, -1]].tolist() for leg in planner.legs(start, goal)]
    assert planner.index is not None
    finder, ends = planner.index.finder(), planner.space.nodes_of([start, goal]).tolist()

    def step_to_end(walk: _core.PathLegs) -> list[list[int]]:
        legs = []
        while not walk.arrived:
            if (corners := walk.step(50).corners()).size > 1:
                legs.append(corners[[0, -1]].tolist())
        return legs

    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            found = pool.map(step_to_end, [_core.legs_of(finder, *ends)] * 4)
            assert sorted(leg for legs in found for leg in legs) == sorted(whole)


def test_after_an_edit_a_step_does_little_more_than_its_budget() -> None:
    map = caves()
    grid = map.grid()
    planner = planner_over(grid)
    random = np.random.default_rng(2)
    for start, goal in zip(*[iter(free_places(map, random, 12))] * 2, strict=True):
        toggle_square(map, random)
        steps = LegSteps(planner, start, goal)
        done = []
        while (leg := steps.step(50)) is not None:
            done.append(leg.stats.expanded)
            if leg:
                assert ps.check_path(grid, leg)
        assert max(done) <= 50 + TWO_CLUSTERS


@pytest.mark.parametrize("entrances", ["few", "all"])
def test_tables_repaired_by_steps_are_those_of_a_new_build(entrances: str) -> None:
    map = caves(300, 280)
    random = np.random.default_rng(5)
    map = ps.Map(map.passable, cost=random.uniform(1, 9, map.passable.shape))
    grid = map.grid()
    index = ps.build_index(grid, KIND, entrances=entrances)
    planner = ps.Planner(grid, index=index)
    places = free_places(map, random, 2)
    for number in range(30):
        x, y = random.integers(0, (296, 276)).tolist()
        if number % 3:
            toggle_square(map, random)
        else:
            map.edit("cost", (slice(y, y + 2), slice(x, x + 2)), float(random.uniform(0, 20)))
        steps = LegSteps(planner, *places)
        for _ in range(int(random.integers(40))):
            steps.step(int(random.integers(1, 600)))
        if number % 5 == 4:
            assert sections(index) == sections(ps.build_index(grid, KIND, entrances=entrances))


def test_an_edit_inside_a_cluster_that_changes_no_cost_between_gates_leaves_the_tables() -> None:
    map = ps.Map(np.ones((300, 300), bool))
    grid = map.grid()
    index = ps.build_index(grid, KIND)
    before = sections(index)
    for x, y in ((3, 3), (40, 300 - 4)):
        map.edit("passable", (x, y), False)
        assert sections(index) == sections(ps.build_index(grid, KIND))
        map.edit("passable", (x, y), True)
        assert sections(index) == before


def test_a_path_under_way_follows_what_closes_before_it() -> None:
    map = ps.Map(np.ones((200, 600), bool))
    grid = map.grid()
    steps = LegSteps(planner_over(grid), (5, 100), (595, 100))
    legs = []
    for _ in range(2000):
        leg = steps.step(200)
        if leg is None:
            break
        if leg.status is not ps.Status.RUNNING:
            assert ps.check_path(grid, leg)
            legs.append(leg)
            if len(legs) == 4:
                map.edit("passable", (slice(0, 195), slice(400, 403)), False)
    assert legs[-1].goal == (595, 100)
    best = ps.find_path(grid, (5, 100), (595, 100))
    assert math.isclose(sum(leg.cost for leg in legs), best.cost, rel_tol=0.1)


def test_a_plan_ends_although_each_step_meets_an_edit() -> None:
    map = ps.Map(np.ones((540, 580), bool))
    grid = map.grid()
    steps = LegSteps(planner_over(grid), (8, 8), (560, 520))
    for number in range(100):
        map.edit("passable", (12, 12), number % 2 == 1)
        leg = steps.step(60)
        assert leg is not None
        if leg:
            assert number > 4, "the plan was made in one go at first"
            assert ps.check_path(grid, leg)
            return
    pytest.fail("no leg")


@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=examples(30))
def test_whatever_is_edited_legs_of_now_lead_to_the_goal(seed: int, hexagons: bool) -> None:
    random = np.random.default_rng(seed)
    map = ps.Map(random.random((150, 330)) > 0.3)
    space = map.hexgrid() if hexagons else map.grid()
    planner = planner_over(space)
    start, goal = free_places(map, random, 2)
    steps = LegSteps(planner, start, goal)
    for number in range(3000):
        if number < 60 and random.random() < 0.5:
            x, y = random.integers(0, (330, 150)).tolist()
            map.edit("passable", (x, y), not map.passable[y, x])
        leg = steps.step(int(random.integers(1, 200)))
        if leg is None:
            return
        if leg.status is ps.Status.RUNNING:
            continue
        best = ps.find_path(space, leg.start, goal)
        assert bool(leg) == bool(best)
        if leg:
            assert ps.check_path(space, leg)
    pytest.fail("not at the goal")
