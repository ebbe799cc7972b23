"""Small worlds for the tests of plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import pathstar as ps

FOUR = ps.Moves(directions=4)


def grid_of(text: str, moves: ps.Moves = FOUR) -> ps.Grid:
    """Return a grid of lines in which ``#`` is a wall."""
    return ps.Grid(np.array([[char != "#" for char in line] for line in text.split()]), moves=moves)


def random_problem(
    seed: int, *, sides: tuple[int, int] = (3, 5), most: int = 3, walls: float = 0.2, moves: ps.Moves = FOUR
) -> tuple[ps.Grid, list[Any], list[Any]]:
    """Return a random grid, starts and goals for 1 to `most` units."""
    random = np.random.default_rng(seed)
    while True:
        walkable = random.random(random.integers(*sides, size=2)) >= walls
        units = int(random.integers(1, most + 1))
        places = np.argwhere(walkable)[:, ::-1]
        if len(places) > units:
            break
    ends = [random.permutation(places)[:units].tolist() for _ in range(2)]
    return ps.Grid(walkable, moves=moves), ends[0], ends[1]


def steps_of(space: ps.Grid) -> dict[int, list[int]]:
    """Return, for each node, the nodes one step away."""
    return {node: space.node_steps_from(node)[0].tolist() for node in range(space.size)}


def middles_of(grid: ps.Grid) -> Callable[[int, int], tuple[int, int]]:
    """Return a function for twice the midpoint between two nodes of a grid."""
    places = grid.places_of(np.arange(grid.size)).tolist()

    def middle(one: int, other: int) -> tuple[int, int]:
        (x, y), (to_x, to_y) = places[one], places[other]
        return x + to_x, y + to_y

    return middle
