"""What the automatic choice of a `Replanner` takes, compared with the options that it chooses from."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.known import KnownMap
from pathstar.maps import generate
from pathstar.planners.replanning import ReplanStats

STEPS = 30


def terrain(side: int, share: float, seed: int) -> ps.Map:
    """Return ground with costs and a share of walls, but none in its corners."""
    random = np.random.default_rng(seed)
    passable = random.random((side, side)) > share
    passable[:2, :2] = passable[-2:, -2:] = True
    return ps.Map(passable, cost=random.uniform(1, 5, (side, side)))


def walk_while_costs_change(way: str, least: float) -> ReplanStats:
    """What a unit does while fifty costs anywhere change after each step."""
    random, map = np.random.default_rng(3), terrain(128, 0.2, 2)
    unit = ps.Replanner(map.grid(), (0, 0), (127, 127), way)
    for step in range(STEPS):
        path = unit.path
        assert path.cost == pytest.approx(ps.find_path(map.grid(), unit.start, unit.goal).cost)
        unit.move(path[1])
        places = random.integers(2, 126, (50, 2))
        map.edit("cost", places, random.uniform(1 - (1 - least) * step / STEPS, 5, len(places)))
    return unit.stats


@pytest.mark.parametrize("least", [1.0, 0.5])
def test_it_goes_on_from_its_first_search_also_where_the_least_cost_falls(least: float) -> None:
    auto, repaired, adapted = (
        walk_while_costs_change(way, least) for way in ("auto", "d-star-lite", "mpgaa-star")
    )
    assert auto.restarts == 0
    assert 3 * auto.expanded < 2 * min(repaired.expanded, adapted.expanded)


def test_it_finds_out_that_searches_are_cheaper_in_a_small_fog() -> None:
    truth = terrain(64, 0.2, 4)
    known = KnownMap(truth)
    unit = ps.Replanner(known.map.grid(), (0, 0), (63, 63))
    for _ in range(STEPS):
        known.reveal(unit.start, radius=2.5)
        unit.move(unit.path[1])
    assert unit.stats.searches > unit.stats.repairs > 3


def test_it_searches_where_most_of_a_maze_hangs_on_the_edits() -> None:
    random = np.random.default_rng(5)
    map = ps.Map(generate.maze(127, 127, seed=1).passable, cost=random.uniform(1, 5, (127, 127)))
    places = np.argwhere(map.passable)[:, ::-1]
    unit = ps.Replanner(map.grid(), tuple(places[0].tolist()), tuple(places[-1].tolist()))
    for _ in range(STEPS):
        unit.move(unit.path[1])
        edited = random.integers(0, 127, (50, 2))
        map.edit("cost", edited, random.uniform(1, 5, len(edited)))
    assert unit.stats.searches > 0.8 * STEPS


@pytest.mark.parametrize("seed", range(3))
def test_it_repairs_where_one_edit_was_too_much_to_go_on_from_its_first_search(seed: int) -> None:
    def walk(way: str) -> ReplanStats:
        random = np.random.default_rng(seed)
        passable = random.random((96, 96)) > 0.2
        passable[:, 89:] = passable[0] = passable[:2, :2] = True
        passable[1:, 88] = False  # a wall before the goal
        map = ps.Map(passable)
        unit = ps.Replanner(map.grid(), (0, 0), (95, 95), way)
        for step in range(STEPS):
            path = unit.path
            assert path.cost == pytest.approx(ps.find_path(map.grid(), unit.start, unit.goal).cost)
            unit.move(path[1])
            if step == 1:
                map.edit("passable", (slice(90, 95), slice(86, 91)), True)  # a door near the goal
            places = random.integers(2, 80, (20, 2))
            map.edit("passable", places, random.random(len(places)) > 0.25)
        return unit.stats

    assert 3 * walk("auto").expanded < walk("astar").expanded


def maze(seed: int) -> tuple[ps.Map, tuple[int, int], tuple[int, int]]:
    """Return a maze, and places in two of its corners."""
    return ps.Map(generate.maze(63, 63, seed=seed).passable), (1, 1), (61, 61)


@pytest.mark.parametrize("seed", range(4))
def test_in_a_maze_its_first_plan_expands_what_astar_does(seed: int) -> None:
    map, start, goal = maze(seed)
    auto, fresh = (ps.Replanner(map.grid(), start, goal, way) for way in ("auto", "astar"))
    assert auto.path.cost == pytest.approx(fresh.path.cost)
    assert auto.stats.expanded <= fresh.stats.expanded + 32


@pytest.mark.parametrize("seed", range(4))
def test_a_chase_in_a_maze_goes_on_from_the_first_plan(seed: int) -> None:
    expanded = []
    for way in ("auto", "mt-d-star-lite"):
        random, (map, start, goal) = np.random.default_rng(seed), maze(seed)
        unit = ps.Replanner(map.grid(), start, goal, way)
        for _ in range(STEPS):
            path = unit.path
            assert path.cost == pytest.approx(ps.find_path(map.grid(), unit.start, unit.goal).cost)
            unit.move(path[1])
            steps = [place for place, _ in map.grid().steps_from(unit.goal)]
            unit.goal = steps[random.integers(len(steps))]
        expanded.append(unit.stats.expanded)
    assert expanded[0] == expanded[1]


def test_a_plan_in_a_maze_that_was_stopped_goes_on_where_it_was() -> None:
    map, start, goal = maze(1)
    unit = ps.Replanner(map.grid(), start, goal, max_expansions=64)
    plans = 1
    while unit.path.status is ps.Status.LIMIT:
        plans += 1
    assert unit.path.cost == pytest.approx(ps.find_path(map.grid(), start, goal).cost)
    assert 2 < plans < 100
    assert unit.stats.restarts == 0


@pytest.mark.parametrize("model", ["enter", "mean"])
def test_its_first_search_from_the_goal_finds_few_better_ways(model: str) -> None:
    """Both against the steps and along them."""
    grid = terrain(96, 0.2, 5).grid(cost_model=model)
    back, forth = (ps.Replanner(grid, (0, 0), (95, 95), way).path.stats for way in ("auto", "astar"))
    assert back.expanded < 1.1 * forth.expanded
    assert back.updated < 1.1 * forth.updated


@pytest.mark.parametrize("model", ["enter", "mean"])
@pytest.mark.parametrize("seed", range(3))
def test_what_it_has_learned_holds_where_costs_rise_and_fall(model: str, seed: int) -> None:
    random, map = np.random.default_rng(seed), terrain(48, 0.15, seed)
    units = [
        ps.Replanner(map.grid(cost_model=model), (0, 0), (47, 47), way) for way in ("auto", "d-star-lite")
    ]
    for step in range(STEPS):
        fresh = ps.find_path(map.grid(cost_model=model), units[0].start, (47, 47))
        for unit in units:
            assert unit.path.cost == pytest.approx(fresh.cost, rel=1e-12)
            unit.move(fresh[1])
        ahead = np.clip(np.array(fresh[1]) + random.integers(-4, 5, (6, 2)), 0, 47)
        map.edit("cost", ahead, random.uniform(0.5 if step > 20 else 1, 9, 6))


def test_a_goal_that_was_cut_off_is_searched_for_in_vain_once() -> None:
    map = ps.Map(np.ones((40, 40), bool))
    unit = ps.Replanner(map.grid(), (2, 20), (37, 20))
    unit.move(unit.path[1])
    map.edit("passable", np.array([(20, y) for y in range(40)]), False)
    assert not unit.path
    before = unit.stats.expanded
    for y in range(5):
        map.edit("passable", (30, y), False)
        assert not unit.path
    assert unit.stats.expanded == before
