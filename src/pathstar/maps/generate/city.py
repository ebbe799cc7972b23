"""A city of blocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.arguments import checked_whole
from pathstar.maps.generate.dice import Dice
from pathstar.maps.generate.options import checked_start
from pathstar.maps.legend import Terrain
from pathstar.maps.limits import CELL_LIMIT
from pathstar.maps.map import Map

BUILDING, STREET, SQUARE, PARK, TREE, COURT = range(6)
CITY = {
    BUILDING: Terrain("building", walkable=False, symbol="#", color="#5c5751"),
    STREET: Terrain("street", symbol=".", color="#e8e6e1"),
    SQUARE: Terrain("square", symbol=":", color="#e3d39b"),
    PARK: Terrain("park", symbol="p", color="#a9c77f"),
    TREE: Terrain("tree", walkable=False, symbol="t", color="#4f7f4a"),
    COURT: Terrain("court", symbol="c", color="#d0cbc2"),
}


def city(width: int, height: int, *, block: int = 20, street: int = 3, seed: int) -> Map:
    """Make a city: streets, some of them wide, around blocks of buildings, with a few squares and parks.

    A block is one building, a building around a court with a gateway, several buildings with alleys between
    them, a square, or a park with trees. All open ground is connected. Every terrain costs 1; a cost model
    can make streets faster.

    Args:
        width: Cells from left to right, at least 3.
        height: Cells from top to bottom, at least 3.
        block: The approximate width and height of a block in cells; blocks vary from 3/5 to 7/5 of it.
        street: The width of streets in cells; about every fourth is an avenue, twice as wide.
        seed: Whole number from 0 up; the same seed makes the same city everywhere.

    Raises:
        OptionError: A size or option that is not allowed.
        MapLimitError: More cells than the limit.

    Example:
        >>> city(60, 40, seed=1)
        Map('city', 60 x 40, 1342 walkable, terrain)
    """
    width, height, dice = checked_start(width, height, seed, least=3)
    block, street = checked_whole("block", block, 3, CELL_LIMIT), checked_whole("street", street, 1)
    codes = np.full((height, width), STREET, np.uint8)
    columns = _blocks(width, block, street, dice)
    for top, bottom in _blocks(height, block, street, dice):
        for left, right in columns:
            _fill(codes[top:bottom, left:right], dice)
    return Map.from_terrain(codes, CITY, name="city")


def _blocks(length: int, block: int, street: int, dice: Dice) -> list[tuple[int, int]]:
    """Cut an axis into blocks; a street runs along both ends and between any two."""
    low, high = max(1, block * 3 // 5), block * 7 // 5
    blocks = []
    begin = street
    while begin < length - street:
        end = min(begin + dice.within(low, high), length - street)
        blocks.append((begin, end))
        begin = end + street * (2 if dice.share() < 0.25 else 1)
    return blocks


def _fill(ground: NDArray[np.uint8], dice: Dice) -> None:
    """Fill a block with one of the five kinds; a block too small for its kind becomes a plain building."""
    kind = dice.share()
    if kind < 0.05:
        ground[:] = SQUARE
    elif kind < 0.12:
        ground[:] = PARK
        _plant_trees(ground[1:-1:2, 1:-1:2], dice)
    else:
        ground[:] = BUILDING
        if min(ground.shape) >= 7 and kind < 0.45:
            _cut_court(ground, dice)
        elif min(ground.shape) >= 7 and kind < 0.8:
            _cut_alleys(ground, dice)


def _plant_trees(spots: NDArray[np.uint8], dice: Dice) -> None:
    """Plant some of the spots; they are every second cell both ways, so trees never enclose anything."""
    spots[dice.happens(0.3, *spots.shape)] = TREE


def _cut_court(ground: NDArray[np.uint8], dice: Dice) -> None:
    height, width = ground.shape
    wall = dice.within(2, max(2, min(height, width) // 3))
    ground[wall : height - wall, wall : width - wall] = COURT
    side = dice.within(0, 3)
    turned = np.rot90(ground, side)
    gateway = dice.within(wall, turned.shape[1] - wall - 1)
    turned[:wall, gateway] = COURT


def _cut_alleys(ground: NDArray[np.uint8], dice: Dice) -> None:
    """Cut the block in two, in one direction or both."""
    height, width = ground.shape
    both = dice.share()
    if both < 0.7:
        ground[dice.within(2, height - 3), :] = STREET
    if both > 0.3:
        ground[:, dice.within(2, width - 3)] = STREET
