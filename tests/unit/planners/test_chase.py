"""What a unit with the automatic choice reuses from its first plan."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps

SIDE = 60


def hills(seed: int = 3, side: int = SIDE) -> ps.Map:
    random = np.random.default_rng(seed)
    passable = random.random((side, side)) > 0.15
    passable[:2, :2] = passable[-2:, -2:] = True
    return ps.Map(passable, cost=random.uniform(1, 9, (side, side)))


def started(space: ps.Grid | ps.HexGrid) -> tuple[ps.Replanner, int]:
    """A unit between two corners, and what its first plan expanded."""
    unit = ps.Replanner(space, (0, 0), (SIDE - 1, SIDE - 1))
    assert unit.path
    return unit, unit.stats.expanded


def test_where_costs_differ_the_first_plan_is_one_that_can_be_repaired() -> None:
    map = hills()
    unit, first = started(map.grid())
    assert unit.stats.searches == 0
    map.edit("passable", unit.path[4], False)
    assert unit.path
    assert unit.stats.restarts == 0
    assert unit.stats.expanded - first < first / 10


@pytest.mark.parametrize("kind", ["grid", "hexgrid"])
def test_the_first_plan_guides_a_chase(kind: str) -> None:
    map = hills()
    space = getattr(map, kind)()
    unit, first = started(space)
    unit.goal = (SIDE - 2, SIDE - 1)
    assert unit.path.cost == pytest.approx(ps.find_path(space, unit.start, unit.goal).cost, rel=1e-9)
    assert unit.stats.expanded - first < first / 3
    unit.move(unit.path[1])
    map.edit("passable", unit.path[5], False)
    unit.goal = (SIDE - 1, SIDE - 2)
    assert unit.path.cost == pytest.approx(ps.find_path(space, unit.start, unit.goal).cost, rel=1e-9)


@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_chase_stays_optimal_while_costs_rise_and_fall(seed: int) -> None:
    random = np.random.default_rng(seed)
    map = hills(seed)
    grid = map.grid()
    assume(ps.find_path(grid, (0, 0), (SIDE - 1, SIDE - 1)))
    unit, _ = started(grid)
    for _ in range(12):
        steps = [place for place, _ in grid.steps_from(unit.goal)]
        if steps and random.random() < 0.8:
            unit.goal = steps[random.integers(len(steps))]
        places = random.integers(0, SIDE, (4, 2))
        if random.random() < 0.3:
            factor = random.choice([1.0, 3.0, 0.5], p=[0.2, 0.6, 0.2])
            map.edit("cost", places, map.cost[places[:, 1], places[:, 0]] * factor)
        elif random.random() < 0.3:
            ends = np.array([unit.start, unit.goal])
            places = places[~(places[:, None] == ends).all(axis=2).any(axis=1)]
            map.edit("passable", places, bool(random.random() < 0.3))
        path, fresh = unit.path, ps.find_path(grid, unit.start, unit.goal)
        assert bool(path) == bool(fresh)
        if path:
            assert path.cost == pytest.approx(fresh.cost, rel=1e-9)
            if len(path) > 1:
                unit.move(path[1])


@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**32 - 1), kind=st.sampled_from(["grid", "hexgrid"]))
def test_a_chase_stays_optimal_where_both_stray(seed: int, kind: str) -> None:
    random = np.random.default_rng(seed)
    space = getattr(hills(seed), kind)()
    assume(ps.find_path(space, (0, 0), (SIDE - 1, SIDE - 1)))
    unit, _ = started(space)
    for _ in range(20):
        for _ in range(random.integers(4)):
            steps = [place for place, _ in space.steps_from(unit.goal)]
            unit.goal = steps[random.integers(len(steps))]
        path = unit.path
        assert path.cost == pytest.approx(ps.find_path(space, unit.start, unit.goal).cost, rel=1e-9)
        if random.random() < 0.2:
            steps = [place for place, _ in space.steps_from(unit.start)]
            unit.move(steps[random.integers(len(steps))])
        elif len(path) > 1:
            unit.move(path[1])
