"""Mazes and rooms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_whole
from pathstar.maps.generate.dice import Dice
from pathstar.maps.generate.lattice import spanning_tree, with_more_openings, without_dead_ends
from pathstar.maps.generate.options import checked_start, share
from pathstar.maps.map import Map


def maze(width: int, height: int, *, braid: float = 0.0, corridor: int = 1, seed: int) -> Map:
    """Make a maze with connected corridors.

    Walls are one cell thick. If the corridors do not fill the size exactly, the last columns and rows stay
    walls.

    Args:
        width: Cells from left to right, at least ``corridor + 2``.
        height: Cells from top to bottom, at least ``corridor + 2``.
        braid: The share of dead ends to open, from 0 (a perfect maze: exactly one way between any two
            places) to 1 (no dead ends).
        corridor: The width of corridors in cells.
        seed: Whole number from 0 up; the same seed makes the same maze everywhere.

    Raises:
        OptionError: A size or option that is not allowed.
        MapLimitError: More cells than the limit.

    Example:
        >>> maze(7, 5, seed=1)
        Map('maze', 7 x 5, 11 walkable)
    """
    corridor = checked_whole("corridor", corridor, 1)
    width, height, dice = checked_start(width, height, seed, least=corridor + 2)
    lattice = spanning_tree((width - 1) // (corridor + 1), (height - 1) // (corridor + 1), dice)
    lattice = without_dead_ends(lattice, share("braid", braid), dice)
    rows, columns = lattice.east.shape[0], lattice.south.shape[1]

    # walls and corridors alternate: draw both one cell wide, then widen the corridors to their width
    tight = np.zeros((2 * rows + 1, 2 * columns + 1), bool)
    tight[1::2, 1::2] = True
    tight[1::2, 2:-1:2] = lattice.east
    tight[2:-1:2, 1::2] = lattice.south
    walkable = np.zeros((height, width), bool)
    wide = tight.repeat(_widths(rows, corridor), axis=0).repeat(_widths(columns, corridor), axis=1)
    walkable[: wide.shape[0], : wide.shape[1]] = wide
    return Map(walkable, name="maze")


def _widths(chambers: int, corridor: int) -> NDArray[np.int64]:
    widths = np.ones(2 * chambers + 1, np.int64)
    widths[1::2] = corridor
    return widths


def rooms(width: int, height: int, *, room: int = 12, doors: float = 0.5, door: int = 1, seed: int) -> Map:
    """Make connected rooms of various sizes with doors between neighbours.

    Args:
        width: Cells from left to right, at least 3.
        height: Cells from top to bottom, at least 3.
        room: The approximate width and height of a room in cells; rooms vary from 2/3 to 4/3 of it.
        doors: The share of walls that have a door without needing one, from 0 to 1.
        door: The width of doors in cells; doors in shorter walls are narrower.
        seed: Whole number from 0 up; the same seed makes the same rooms everywhere.

    Raises:
        OptionError: A size or option that is not allowed.
        MapLimitError: More cells than the limit.

    Example:
        >>> rooms(40, 20, room=8, seed=1)
        Map('rooms', 40 x 20, 589 walkable)
    """
    width, height, dice = checked_start(width, height, seed, least=3)
    room, door, doors = checked_whole("room", room, 1), checked_whole("door", door, 1), share("doors", doors)
    if door > room:
        raise OptionError(f"door is {door}; it must not be wider than a room, which is {room}")
    door = min(door, max(width, height))
    across, down = _walls(width, room, dice), _walls(height, room, dice)
    lattice = with_more_openings(spanning_tree(len(across) - 1, len(down) - 1, dice), doors, dice)
    walkable = np.ones((height, width), bool)
    walkable[:, across] = False
    walkable[down, :] = False
    _open_doors(walkable, lattice.east, across[1:-1], down, door, dice)
    _open_doors(walkable.T, lattice.south.T, down[1:-1], across, door, dice)
    return Map(walkable, name="rooms")


def _walls(length: int, room: int, dice: Dice) -> NDArray[np.int64]:
    """Return the positions of the walls along an axis, including the outer two."""
    low, high = max(1, room * 2 // 3), max(1, room * 4 // 3)
    walls = [0]
    while length - 1 - walls[-1] > 2 * (low + 1):
        step = dice.within(low, high) + 1
        walls.append(min(walls[-1] + step, length - 1 - (low + 1)))
    return np.array([*walls, length - 1])


def _open_doors(
    walkable: NDArray[np.bool_],
    joined: NDArray[np.bool_],
    walls: NDArray[np.int64],
    crossings: NDArray[np.int64],
    door: int,
    dice: Dice,
) -> None:
    """Cut doors into vertical walls, each at a random height between the crossings around it."""
    row, column = np.nonzero(joined)
    first, length = crossings[row] + 1, np.diff(crossings)[row] - 1
    widths = np.minimum(door, length)
    top = first + (dice.shares(len(row)) * (length - widths + 1)).astype(np.int64)
    for cell in range(door):
        fits = cell < widths
        walkable[top[fits] + cell, walls[column[fits]]] = True
