"""Random obstacles, caves and landscapes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_number, checked_whole
from pathstar.maps.generate.areas import largest_area
from pathstar.maps.generate.dice import Dice
from pathstar.maps.generate.options import checked_start, share
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map
from pathstar.maps.parts import bands_of, converted

WATER, SAND, GRASS, FOREST, HILLS, ROCK = range(6)
LANDSCAPE = {
    WATER: Terrain("water", walkable=False, symbol="~", color="#3b6fb6"),
    SAND: Terrain("sand", 1.5, symbol=",", color="#e3d39b"),
    GRASS: Terrain("grass", 1.0, symbol=".", color="#a9c77f"),
    FOREST: Terrain("forest", 2.0, symbol="f", color="#4f7f4a"),
    HILLS: Terrain("hills", 3.0, symbol="^", color="#a98c62"),
    ROCK: Terrain("rock", walkable=False, symbol="#", color="#5c5751"),
}


def random_obstacles(width: int, height: int, *, density: float = 0.3, seed: int) -> Map:
    """Make a map on which every cell is blocked with the same probability.

    Args:
        width: Cells from left to right.
        height: Cells from top to bottom.
        density: The probability that a cell is blocked, from 0 to 1. From about 0.4 up, most places cannot
            reach each other.
        seed: Whole number from 0 up; the same seed makes the same map everywhere.

    Raises:
        OptionError: A size or option that is not allowed.
        MapLimitError: More cells than the limit.

    Example:
        >>> random_obstacles(20, 10, density=0.25, seed=1)
        Map('random', 20 x 10, 157 walkable)
    """
    width, height, dice = checked_start(width, height, seed)
    return Map(~dice.happens(share("density", density), height, width), name="random")


def caves(width: int, height: int, *, density: float = 0.45, rounds: int = 5, seed: int) -> Map:
    """Make winding, connected caves with a cellular automaton.

    Cells start as random rock. In each round a cell becomes rock if it and its eight neighbours hold five
    rocks or more; everything beyond the border is rock. At the end the largest connected area stays open,
    and all others are filled.

    Args:
        width: Cells from left to right, at least 3.
        height: Cells from top to bottom, at least 3.
        density: The probability that a cell starts as rock, from 0 to 1. Above about 0.5 little stays open.
        rounds: How often to apply the rule; more rounds make smoother caves.
        seed: Whole number from 0 up; the same seed makes the same caves everywhere.

    Raises:
        OptionError: A size or option that is not allowed.
        MapLimitError: More cells than the limit.

    Example:
        >>> caves(40, 20, seed=1)
        Map('caves', 40 x 20, 395 walkable)
    """
    width, height, dice = checked_start(width, height, seed, least=3)
    rock = np.ones((height + 2, width + 2), np.uint8)
    rock[1:-1, 1:-1] = dice.happens(share("density", density), height, width)
    for _ in range(checked_whole("rounds", rounds, 0, 100)):
        rock = _smoothed(rock)
    open_cells = rock[1:-1, 1:-1] == 0
    open_cells[[0, -1], :] = False
    open_cells[:, [0, -1]] = False
    return Map(largest_area(open_cells), name="caves")


def _smoothed(rock: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the rock after one round, without the border."""
    smooth = np.ones_like(rock)
    inside = smooth[1:-1, 1:-1]
    for band in bands_of(inside.shape):
        around = rock[band.start : band.stop + 2]
        rows = around[:-2] + around[1:-1] + around[2:]
        inside[band] = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] >= 5
    return smooth


def noise_terrain(
    width: int,
    height: int,
    *,
    scale: float = 64,
    octaves: int = 5,
    water: float = 0.25,
    rock: float = 0.1,
    seed: int,
) -> Map:
    """Make a landscape of water, sand, grass, forest, hills and rock from smooth noise.

    The lowest ground is water with a beach of sand, the highest is hills and rock. A second noise decides
    where forest grows between them. Grass costs 1, sand 1.5, forest 2 and hills 3; water and rock are not
    walkable.

    Args:
        width: Cells from left to right.
        height: Cells from top to bottom.
        scale: The approximate size of a lake or a mountain in cells.
        octaves: The number of layers of noise, each half as large and strong as the one before.
        water: The share of cells that are water, from 0 to 1.
        rock: The share of cells that are rock, from 0 to 1.
        seed: Whole number from 0 up; the same seed makes the same landscape everywhere.

    Raises:
        OptionError: A size or option that is not allowed, or shares that add up to more than 1.
        MapLimitError: More cells than the limit.

    Example:
        >>> noise_terrain(60, 30, scale=20, seed=1)
        Map('terrain', 60 x 30, 1170 walkable, terrain)
    """
    width, height, dice = checked_start(width, height, seed)
    scale, octaves = checked_number("scale", scale, above=0), checked_whole("octaves", octaves, 1, 16)
    water, rock = share("water", water), share("rock", rock)
    if water + rock > 1:
        raise OptionError(f"water is {water!r} and rock {rock!r}; together they must not exceed 1")
    land = 1 - water - rock
    height_of_land = _fractal(width, height, scale, octaves, dice)
    wetness = _fractal(width, height, scale, octaves, dice)
    edges = _quantiles(height_of_land, [water, water + 0.12 * land, 1 - rock - 0.2 * land, 1 - rock])
    (wet,) = _quantiles(wetness, [0.6])
    zones = np.array([WATER, SAND, GRASS, HILLS, ROCK], np.uint8)
    codes = converted(height_of_land, np.uint8, lambda part: zones[np.digitize(part, edges)])
    for band in bands_of(codes.shape):
        codes[band][(codes[band] == GRASS) & (wetness[band] > wet)] = FOREST
    return Map.from_terrain(codes, LANDSCAPE, name="terrain")


def _fractal(width: int, height: int, scale: float, octaves: int, dice: Dice) -> NDArray[np.float64]:
    total = np.zeros((height, width))
    strength = 1.0
    for _ in range(octaves):
        _add_smooth_noise(total, strength, scale, dice)
        strength /= 2
        scale /= 2
        if scale < 1:
            break
    return total


def _add_smooth_noise(total: NDArray[np.float64], strength: float, scale: float, dice: Dice) -> None:
    """Add random values at the corners of squares of ``scale`` cells, blended smoothly between them."""
    height, width = total.shape
    y, y_blend = _corners(height, scale)
    x, x_blend = _corners(width, scale)
    values = dice.shares(int(y[-1]) + 2, int(x[-1]) + 2)
    for band in bands_of(total.shape):
        row, blend = y[band] - y[band.start], y_blend[band, None]
        corners = values[y[band.start] : y[band.stop - 1] + 2]
        left, right = corners[:, x], corners[:, x + 1]
        rows = left + (right - left) * x_blend
        total[band] += strength * (rows[row] + (rows[row + 1] - rows[row]) * blend)


def _corners(length: int, scale: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    position = np.arange(length) / scale
    corner = position.astype(np.int64)
    part = position - corner
    return corner, part * part * (3.0 - 2.0 * part)


def _quantiles(values: NDArray[np.float64], shares: list[float]) -> NDArray[np.float64]:
    """Return the values below which these shares of all values lie."""
    ranks = np.array([round(part * values.size) for part in shares])
    inside = np.minimum(ranks, values.size - 1)
    found = np.partition(values.ravel(), np.unique(inside))[inside]
    return np.where(ranks < values.size, found, np.inf)
