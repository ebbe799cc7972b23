"""Spaces whose steps are moves of units in lock step."""

from __future__ import annotations

from typing import Any

from pathstar import _core
from pathstar.errors import SpaceError
from pathstar.fleet.durations import steps_differ
from pathstar.spaces.base import Space, check_space, place_of


def check_lock_step(space: Space) -> None:
    """Check that the steps of a space are moves of units.

    Raises:
        SpaceError: They are not.
    """
    check_space(space)
    row = space.kind.rule_words(space)
    if space.ground is not space or not space.capabilities.one_to_all or row.get("directions") == "16":
        given = "16 directions" if row.get("directions") == "16" else f"a {type(space).__name__}"
        raise SpaceError(
            "plan needs a Grid of 4 or 8 directions, a HexGrid, TriangleGrid, VoxelGrid or Graph, "
            f"not {given}"
        )


def ground_of(space: Space) -> _core.FleetGround:
    """Return the steps of a space in the form for native solvers; they are read once for each revision.

    Raises:
        SpaceError: The costs of steps differ, and one is not a whole number of units of time.
    """
    revision, known = space.revision, space.cache.fleet_ground
    if known is None or known[1] != revision:
        known = space.cache.fleet_ground = _read_ground(space), revision
    return known[0]


def _read_ground(space: Space) -> _core.FleetGround:
    core: Any = space.core
    cells = space.capabilities.cells
    sides = [*reversed(space.shape), 1, 1][:3] if cells else [0, 0, 0]
    ground, uneven = _core.fleet_ground(core, sides, steps_differ(space))
    if uneven is not None:
        start, end, cost = uneven
        raise SpaceError(
            f"the step from {place_of(space, start)} to {place_of(space, end)} costs {cost:g}; "
            "where steps differ in what they cost, each lasts as long as it costs: "
            "a whole number from 1 to 65535"
        )
    return ground
