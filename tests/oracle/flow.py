"""The smooth direction at one point of a field, computed from the definition of `Field.flow`."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.oracle.plain import neighbours

Vector = tuple[float, float]
REACH = 0.5


def direction(space, costs, next_step: Callable, point: Vector) -> Vector:
    """The mean direction of the four squares around, or the direction to the next square or to the corner."""
    x, y = point
    own = (math.floor(x + 0.5), math.floor(y + 0.5))
    if next_step(own) is None:
        return (own[0] - x, own[1] - y) if math.isfinite(costs[own[1], own[0]]) else (0.0, 0.0)
    across, down = abs(x - own[0]), abs(y - own[1])
    dx, dy = (-1 if x < own[0] else 1), (-1 if y < own[1] else 1)
    shares = {
        own: (1 - across) * (1 - down),
        (own[0] + dx, own[1]): across * (1 - down),
        (own[0], own[1] + dy): (1 - across) * down,
        (own[0] + dx, own[1] + dy): across * down,
    }
    total_x = total_y = 0.0
    for square, share in shares.items():
        if square == own or leads(space, own, square):
            by = of_square(costs, next_step, square, point)
            total_x, total_y = total_x + share * by[0], total_y + share * by[1]
    if math.hypot(total_x, total_y) > 1e-3 and stays(space, own, point, unit(total_x, total_y)):
        return unit(total_x, total_y)
    after = next_step(own)
    straight = unit(after[0] - x, after[1] - y)
    if stays(space, own, point, straight):
        return straight
    corner = unit((own[0] + after[0]) / 2 - x, (own[1] + after[1]) / 2 - y)
    return unit(after[0] - own[0], after[1] - own[1]) if corner == (0.0, 0.0) else corner


def of_square(costs, next_step: Callable, square: tuple[int, int], point: Vector) -> Vector:
    """The direction in which one square leads."""
    after = next_step(square)
    if after is not None:
        return unit(after[0] - square[0], after[1] - square[1])
    reached = math.isfinite(costs[square[1], square[0]])
    return unit(square[0] - point[0], square[1] - point[1]) if reached else (0.0, 0.0)


def stays(space, own: tuple[int, int], point: Vector, by: Vector) -> bool:
    """Whether half a square in that direction crosses only borders that steps cross."""
    dx, dy = (1 if by[0] > 0 else -1), (1 if by[1] > 0 else -1)
    to_side, to_level = 0.5 - dx * (point[0] - own[0]), 0.5 - dy * (point[1] - own[1])
    over_side, over_level = to_side <= REACH * abs(by[0]), to_level <= REACH * abs(by[1])
    crossed = [(dx, 0)] * over_side + [(0, dy)] * over_level
    if over_side and over_level and to_side * abs(by[1]) > to_level * abs(by[0]):
        crossed.reverse()
    for step in crossed:
        following = (own[0] + step[0], own[1] + step[1])
        if not leads(space, own, following):
            return False
        own = following
    return True


def leads(space, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether a step leads from one square to another."""
    return any(place == after for place, _ in neighbours(space, before))


def unit(x: float, y: float) -> Vector:
    """The vector scaled to length 1; zero if it is zero."""
    length = math.hypot(x, y)
    return (0.0, 0.0) if length < 1e-9 else (x / length, y / length)
