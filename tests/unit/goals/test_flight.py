"""Fleeing: on small boards a flight lasts as long as the best of all walks."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import settings
from tests.oracle import plain
from tests.oracle.hunt import moves_until_caught

import pathstar as ps

BOARDS = 10 * settings().max_examples  # 500, more in the campaign
BUDGET = 8
Cell = tuple[int, int]


def board(seed: int) -> tuple[ps.Grid, Cell, Cell]:
    """A small board with a hunter and a prey in different places."""
    random = np.random.default_rng(seed)
    free = random.random((4, 5)) > 0.25
    free[0, 0] = free[3, 4] = True
    cells = [tuple(cell) for cell in np.argwhere(free)[:, ::-1].tolist()]
    hunter, prey = (cells[int(row)] for row in random.choice(len(cells), 2, replace=False))
    return ps.Grid(free, moves=ps.Moves(directions=4)), hunter, prey


def best_survival(grid: ps.Grid, arrives: dict[Cell, float], prey: Cell) -> float:
    """When the hunter catches a prey that walks as well as it can, by trying every walk."""

    @cache
    def after(place: Cell, moves: int) -> float:
        waits = arrives.get(place, math.inf)
        if waits <= moves or moves == BUDGET:
            return waits if waits > moves else float(moves)
        goes = [after(to, moves + 1) for to, _ in plain.neighbours(grid, place)]
        return max(waits, *goes) if goes else waits

    return after(prey, 0)


def survival(arrives: dict[Cell, float], path: ps.Path) -> float:
    """When the hunter catches a prey that walks along a path and stays at its end."""
    caught = [moves for moves, place in enumerate(path) if arrives.get(place, math.inf) <= moves]
    return float(caught[0]) if caught else arrives.get(path[-1], math.inf)


def test_a_flight_survives_as_long_as_the_best_of_all_walks() -> None:
    best = found = 0.0
    for seed in range(BOARDS):
        grid, hunter, prey = board(seed)
        arrives = plain.costs_from(grid, hunter)
        path = ps.find_path(grid, prey, ps.goals.away_from([hunter], BUDGET))
        most, lasted = best_survival(grid, arrives, prey), survival(arrives, path)
        assert lasted == most or math.isfinite(most), f"seed {seed}"
        if math.isfinite(most):
            best, found = best + most, found + lasted
    assert found >= 0.95 * best


@pytest.mark.parametrize("seed", range(30))
def test_no_place_on_the_way_can_be_reached_first_by_a_pursuer(seed: int) -> None:
    random = np.random.default_rng(seed)
    free = random.random((9, 11)) > 0.25
    cells = [tuple(cell) for cell in np.argwhere(free)[:, ::-1].tolist()]
    space = ps.Grid(free, cost=random.uniform(1, 5, free.shape) if seed % 2 else None)
    first, second, prey = (cells[int(row)] for row in random.choice(len(cells), 3, replace=False))
    budget = float(random.uniform(2, 20))
    path = ps.find_path(space, prey, ps.goals.away_from([first, second], budget))
    pursued = [plain.costs_from(space, pursuer) for pursuer in (first, second)]

    def arrives(place: Cell) -> float:
        return min(costs.get(place, math.inf) for costs in pursued)

    own = plain.costs_from(space, prey)
    assert path.cost <= budget * (1 + 1e-9)
    assert all(own[place] < arrives(place) for place in path)
    first = path[min(1, len(path) - 1)]
    onward = {place: own[first] + cost for place, cost in plain.costs_from(space, first).items()}
    safe = [place for place, cost in onward.items() if cost < arrives(place) and cost <= budget]
    assert arrives(path.goal) == pytest.approx(max(map(arrives, safe)))
    assert "pursuers" in path.why


RING = """
111000000
101111111
111000000
"""


def test_a_loop_is_better_than_a_dead_end_however_far() -> None:
    ring = np.array([[int(cell) for cell in row] for row in RING.split()])
    grid = ps.Grid(ring, moves=ps.Moves(directions=4))
    goal = ps.goals.away_from([(2, 0)], 20)
    path = ps.find_path(grid, (2, 1), goal)
    assert path[1] == (2, 2)
    assert ps.check_path(grid, path)
    assert path.cost <= 20
    assert ps.find_path(grid, (4, 1), goal).goal == (8, 1)  # too late for the loop


@pytest.mark.parametrize("seed", range(22))
def test_no_first_step_lasts_longer_against_two_hunters(seed: int) -> None:
    random = np.random.default_rng(seed)
    free = random.random((4, 4)) > 0.3
    free[0, 0] = free[3, 3] = True
    cells = [tuple(cell) for cell in np.argwhere(free)[:, ::-1].tolist()]
    grid = ps.Grid(free, moves=ps.Moves(directions=4 if seed % 2 else 8))
    until = moves_until_caught(grid, cells)
    for _ in range(5):
        prey, *hunters = random.choice(len(cells), 3, replace=False).tolist()
        path = ps.find_path(grid, cells[prey], ps.goals.away_from([cells[row] for row in hunters], 20))
        first = cells.index(path[min(1, len(path) - 1)])
        options = [cells.index(place) for place, _ in plain.neighbours(grid, cells[prey])]
        assert until[(first, *hunters)] == max(until[(row, *hunters)] for row in [prey, *options])


def test_two_hunters_close_a_loop() -> None:
    free = np.zeros((7, 3))
    free[:3] = free[3:, 1:2] = 1
    free[1, 1] = 0
    grid = ps.Grid(free, moves=ps.Moves(directions=4))
    assert ps.find_path(grid, (1, 2), ps.goals.away_from([(0, 1)], 20))[1] == (2, 2)  # round and round
    assert ps.find_path(grid, (1, 2), ps.goals.away_from([(0, 1), (2, 1)], 20)).goal == (1, 6)


def test_three_hunters_and_more_are_fled_from() -> None:
    grid = ps.Grid(np.ones((12, 12)))
    around = [(2, 2), (2, 6), (6, 2), (6, 6), (6, 6)]
    for count in (3, 4, 5):
        path = ps.find_path(grid, (4, 4), ps.goals.away_from(around[:count], 9))
        assert ps.check_path(grid, path)
        assert path.status is ps.Status.FOUND
