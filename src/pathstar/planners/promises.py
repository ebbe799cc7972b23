"""What algorithms promise on a space, and what a space lacks for them: the rules that table rows name."""

from __future__ import annotations

import math

from pathstar.engine.options import bound_of
from pathstar.spaces.base import Space
from pathstar.spaces.grid import squares_of

_DENSEST_JUMP_POINTS = 2.0
_DENSEST_EDITED_JUMP_POINTS = 0.5
_KEPT_REGIONS_WEIGHT = 1.001  # kKeptWeight of native/core/engine/regions/bisection.hpp


def nodes_misfit(space: Space) -> str | None:
    """Return what a space lacks for steps from node to node; a plane has none."""
    return f"a space of nodes, not a {space.kind.name}" if space.capabilities.plane else None


def mesh_misfit(space: Space) -> str | None:
    """Return what a space lacks for a search over the edges of polygons of equal cost."""
    if not space.capabilities.plane:
        return f"a NavMesh, not a {space.kind.name}"
    return "ground that costs the same everywhere" if space.has_areas else None


def regions_misfit(space: Space) -> str | None:
    """Return what a space lacks for a search over polygons that cost differently."""
    if not space.capabilities.plane:
        return f"a NavMesh, not a {space.kind.name}"
    return None if space.has_areas else "a NavMesh with areas that cost more"


def regions_bound(space: Space, weight: float, heuristic: str) -> float:
    """Return the weight, or the least bound always kept; a path may be proven to keep a lower one."""
    return max(weight, _KEPT_REGIONS_WEIGHT)


def estimate_bound(space: Space, weight: float, heuristic: str) -> float:
    """Return the bound of a search whose estimate may be weighted."""
    return bound_of(weight, space.consistency_factor(heuristic))


def steps_bound(space: Space, weight: float, heuristic: str) -> float:
    """Return the bound of a path with the fewest steps: the ratio of the costliest step to the cheapest."""
    least, most = space.step_range()
    return most / least if least > 0 else math.inf


def optimal(space: Space, weight: float, heuristic: str) -> float:
    """Return 1."""
    return 1.0


def nothing(space: Space, weight: float, heuristic: str) -> float:
    """Return infinity: the algorithm promises nothing."""
    return math.inf


def jump_misfit(space: Space) -> str | None:
    """Return what a space lacks for jump points: there must be canonical paths among the cheapest."""
    return space.unsupported_jumps()


def jumps_pay(space: Space, *, edited: bool = False) -> bool:
    """Whether jump points fit and are few enough to beat A*, which is faster among scattered obstacles.

    Measurements on generated maps show that the number of steps between jump points per walkable cell tells
    the two cases apart; neither the share of blocked cells nor that of jump points does. The limit is lower
    if the space is edited between any two searches, because A* has nothing to keep up to date.
    """
    if jump_misfit(space) is not None:
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


def one_way_misfit(space: Space) -> str | None:
    """Return what a space lacks for searches from its goal."""
    if space.capabilities.reversible:
        return None
    return f"steps that can be followed back, not {space.kind.lacks['reversible']}"


def timed_misfit(space: Space) -> str | None:
    """Return what a space lacks if nodes are never reopened: one may be reached too late to go on from it."""
    timed = "steps that may be made at any time" if space.capabilities.timed else None
    return nodes_misfit(space) or timed


def known_nodes_misfit(space: Space) -> str | None:
    """Return what a space lacks for going on with what a search knows: nodes and steps that stay."""
    if space.capabilities.one_to_all:
        return None
    return f"a space whose nodes and steps are all known, not a {space.kind.name}"


def lines_misfit(space: Space) -> str | None:
    """Return what a space lacks for lines in any direction."""
    return space.unsupported_lines()


def plane_misfit(space: Space) -> str | None:
    """Return what a space lacks for exact lines in the plane."""
    return space.unsupported_plane()


def lines_bound(space: Space, weight: float, heuristic: str) -> float:
    """Return how many times as long as the shortest line over centres a path of steps can be."""
    return space.longest_detour()
