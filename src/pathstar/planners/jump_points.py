"""Whether jump points pay."""

from __future__ import annotations

from pathstar.planners import unsupported
from pathstar.spaces.base import Space
from pathstar.spaces.grid import squares_of

_DENSEST_JUMP_POINTS = 2.0
_DENSEST_EDITED_JUMP_POINTS = 0.5


def jumps_pay(space: Space, *, edited: bool = False) -> bool:
    """Whether jump points fit and are few enough to beat A*, which is faster among scattered obstacles.

    Measurements on generated maps show that the number of steps between jump points per walkable cell tells
    the two cases apart; neither the share of blocked cells nor that of jump points does. The limit is lower
    if the space is edited between any two searches, because A* has nothing to keep up to date.
    """
    if unsupported.jumps(space) is not None:
        return False
    if edited:
        return _passing_density(space) <= _DENSEST_EDITED_JUMP_POINTS
    return squares_of(space, "jps").jump_point_density() <= _DENSEST_JUMP_POINTS


def _passing_density(space: Space) -> float:
    """Return the density of jump points; it takes time proportional to the map, once per revision."""
    revision, kept = space.revision, space.cache.jump_point_density
    if kept is None or kept[1] != revision:
        kept = squares_of(space, "jps").passing_jump_point_density(), revision
        space.cache.jump_point_density = kept
    return kept[0]
