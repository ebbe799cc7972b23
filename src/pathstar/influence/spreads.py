"""Distances of cells from a source: in a straight line, by walking, or only where it can see."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.planners.fields import distance_field
from pathstar.spaces.grid import Grid
from pathstar.spaces.moves import Moves

Distances = Callable[[NDArray[np.bool_], tuple[int, int], float, Moves], NDArray[np.float64]]
Reach = Callable[[float, Moves], int]


def _cells_on_plane(radius: float, moves: Moves) -> int:
    return math.ceil(radius)


def _cells_by_steps(radius: float, moves: Moves) -> int:
    """Return the maximum number of rows or columns that a walk of this length leads away."""
    steps = zip(moves.steps, moves.lengths, strict=True)
    return math.ceil(radius * max(max(abs(dx), abs(dy)) / length for (dx, dy), length in steps))


@dataclass(frozen=True, slots=True)
class Spread:
    """One way to spread.

    Attributes:
        name: Its name.
        summary: What it does, in one line.
        distances: ``distances(walkable, place, radius, moves)`` returns the distance of each cell of a window
            from a place in it; infinity where the source does not reach.
        reach: ``reach(radius, moves)`` returns how many rows and columns around a place it may cover.
        sees_walls: Whether walls matter, and so the source must follow their edits.
    """

    name: str
    summary: str
    distances: Distances
    reach: Reach = _cells_on_plane
    sees_walls: bool = True


def _straight(
    walkable: NDArray[np.bool_], place: tuple[int, int], radius: float, moves: Moves
) -> NDArray[np.float64]:
    height, width = walkable.shape
    distances: NDArray[np.float64] = np.hypot(
        np.arange(width) - place[0], (np.arange(height) - place[1])[:, None]
    )
    return distances


def _walked(
    walkable: NDArray[np.bool_], place: tuple[int, int], radius: float, moves: Moves
) -> NDArray[np.float64]:
    if not walkable[place[::-1]]:
        return np.full(walkable.shape, np.inf)
    return distance_field(Grid(walkable, moves=moves), [place], max_cost=radius, outward=True).costs


def _seen(
    walkable: NDArray[np.bool_], place: tuple[int, int], radius: float, moves: Moves
) -> NDArray[np.float64]:
    grid = Grid(walkable, moves=Moves(corners=moves.corners))
    seen = grid.visible_from(place)
    return np.where(seen, _straight(walkable, place, radius, moves), np.inf)


SPREADS: Mapping[str, Spread] = {
    row.name: row
    for row in (
        Spread("straight", "by straight distance, through walls", _straight, sees_walls=False),
        Spread("walk", "by walking distance, around walls", _walked, _cells_by_steps),
        Spread("sight", "by straight distance, where no wall is in the way", _seen),
    )
}
