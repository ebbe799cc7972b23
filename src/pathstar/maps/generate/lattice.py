"""A rectangle of chambers and the openings between them: the common structure of mazes and rooms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.generate.dice import Dice

RIGHT, LEFT, DOWN, UP = range(1, 5)


@dataclass(frozen=True)
class Lattice:
    """Which chambers are joined.

    Attributes:
        east: bool ``[rows, columns - 1]``: whether a chamber is joined to the one to its right.
        south: bool ``[rows - 1, columns]``: whether a chamber is joined to the one below it.
    """

    east: NDArray[np.bool_]
    south: NDArray[np.bool_]


def spanning_tree(columns: int, rows: int, dice: Dice) -> Lattice:
    """Join all chambers so that there is exactly one way between any two.

    A depth-first walk goes on to a random unvisited chamber, and steps back if there is none. It makes long
    winding ways with few forks.
    """
    # a border of visited chambers saves the walk from checking the bounds
    pitch = columns + 2
    fresh = np.zeros((rows + 2, pitch), np.uint8)
    fresh[1:-1, 1:-1] = 1
    unvisited = bytearray(fresh)
    way_back = bytearray(len(unvisited))
    ways_by_mask = _ways_by_mask(pitch)
    chances = dice.shares(rows * columns).tolist()
    here = pitch + 1
    unvisited[here] = 0
    trail = []
    while True:
        mask = unvisited[here + 1] | unvisited[here - 1] << 1 | unvisited[here + pitch] << 2
        ways = ways_by_mask[mask | unvisited[here - pitch] << 3]
        if ways:
            trail.append(here)
            step, back = ways[int(chances.pop() * len(ways))]
            here += step
            unvisited[here] = 0
            way_back[here] = back
        elif trail:
            here = trail.pop()
        else:
            break
    return _joined(np.frombuffer(way_back, np.uint8).reshape(rows + 2, pitch)[1:-1, 1:-1])


def _ways_by_mask(pitch: int) -> list[list[tuple[int, int]]]:
    """Return the steps, each with its reverse, for every set of bits: right 1, left 2, down 4, up 8."""
    ways = [(1, LEFT), (-1, RIGHT), (pitch, UP), (-pitch, DOWN)]
    return [[way for bit, way in enumerate(ways) if mask >> bit & 1] for mask in range(16)]


def _joined(towards: NDArray[Any]) -> Lattice:
    """Open every chamber on its given side, if any."""
    east = (towards[:, :-1] == RIGHT) | (towards[:, 1:] == LEFT)
    south = (towards[:-1] == DOWN) | (towards[1:] == UP)
    return Lattice(east, south)


def without_dead_ends(lattice: Lattice, part: float, dice: Dice) -> Lattice:
    """Open one more random wall of some of the chambers that have a single opening.

    Args:
        lattice: The openings so far.
        part: The share of the dead ends to open, from 0 to 1.
        dice: The random numbers.
    """
    open_sides = _open_sides(lattice)
    dead_end = open_sides.sum(0) == 1
    shape = dead_end.shape
    chosen = dead_end & dice.happens(part, *shape)
    closed = ~open_sides & _inner_sides(shape)
    # a random rank for each closed side; the best one is opened
    rank = np.where(closed, dice.shares(4, *shape), -1.0)
    opened = _joined(np.where(chosen & closed.any(0), 1 + rank.argmax(0), 0))
    return Lattice(lattice.east | opened.east, lattice.south | opened.south)


def with_more_openings(lattice: Lattice, part: float, dice: Dice) -> Lattice:
    """Open a random share, from 0 to 1, of the closed walls."""
    return Lattice(
        lattice.east | dice.happens(part, *lattice.east.shape),
        lattice.south | dice.happens(part, *lattice.south.shape),
    )


def _open_sides(lattice: Lattice) -> NDArray[np.bool_]:
    rows, columns = lattice.east.shape[0], lattice.south.shape[1]
    sides = np.zeros((4, rows, columns), bool)  # in the order of RIGHT, LEFT, DOWN, UP
    sides[0, :, :-1] = lattice.east
    sides[1, :, 1:] = lattice.east
    sides[2, :-1] = lattice.south
    sides[3, 1:] = lattice.south
    return sides


def _inner_sides(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    sides = np.ones((4, *shape), bool)
    sides[0, :, -1] = sides[1, :, 0] = sides[2, -1] = sides[3, 0] = False
    return sides
