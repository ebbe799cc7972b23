"""Whether some steps of a space last longer than others."""

from __future__ import annotations

from typing import Any

from pathstar.errors import SpaceError
from pathstar.maps.edge_rules import Drift, EdgeRule


def steps_differ(space: Any) -> bool:
    """Return whether the costs of steps on plain ground differ, so that some last longer than others."""
    if not space.capabilities.cells:
        least, most = space.step_range()
        return bool(least != most)
    if space.links.edges is not None and any(_costs(rule) for rule in space.links.edges.rules):
        return True
    cost = _common_cost(space)
    return cost is None or _portals_differ(space, cost)


def _common_cost(space: Any) -> float | None:
    """Return the cost of all walkable cells; None if their costs differ."""
    costs = None if space.cost is None else space.cost[space.walkable]
    if costs is None or not costs.size:
        return 1.0
    return float(costs[0]) if (costs == costs[0]).all() else None


def _portals_differ(space: Any, cost: float) -> bool:
    """Return whether a portal has another cost than steps over cells of equal cost."""
    portals = space.links.portals
    if not portals:
        return False
    least, most = cost * min(space.lengths), cost * max(space.lengths)
    return any(not least <= portal <= most for _, _, portal in portals)


def _costs(rule: EdgeRule) -> bool:
    """Return whether a rule changes the costs of steps, and does not only forbid some."""
    return isinstance(rule, Drift) or rule.up > 0 or rule.down > 0


def check_even(space: Any) -> None:
    """Check that all steps of a space last equally long.

    Raises:
        SpaceError: The costs of its steps differ.
    """
    if steps_differ(space):
        raise SpaceError(
            "the steps of this space differ in what they cost; make a space without costs, "
            "whose portals cost as much as its steps"
        )
