"""Many units: a world in which they move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.fleet.world.events import EVENTS, Event
    from pathstar.fleet.world.orders import ORDERS
    from pathstar.fleet.world.unit import UnitState
    from pathstar.fleet.world.world import World

__all__ = [
    "EVENTS",
    "ORDERS",
    "Event",
    "UnitState",
    "World",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "EVENTS": "pathstar.fleet.world.events",
        "Event": "pathstar.fleet.world.events",
        "ORDERS": "pathstar.fleet.world.orders",
        "UnitState": "pathstar.fleet.world.unit",
        "World": "pathstar.fleet.world.world",
    },
)
