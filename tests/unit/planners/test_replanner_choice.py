"""What the automatic choice of a `Replanner` takes, beside the ways that it chooses from."""

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
