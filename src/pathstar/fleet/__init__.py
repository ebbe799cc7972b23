"""Many units: plans for all at once, worlds in which they move, and crowds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.fleet.checker import PlanCheck, check
    from pathstar.fleet.crowd.crowd import Crowd
    from pathstar.fleet.files import read_solution, write_solution
    from pathstar.fleet.improving import improvements
    from pathstar.fleet.lifelong import Lifelong
    from pathstar.fleet.planning import plan
    from pathstar.fleet.plans import Plan, UnitStatus, load_plan
    from pathstar.fleet.recording import Recording, record
    from pathstar.fleet.solvers import SOLVERS
    from pathstar.fleet.world.events import EVENTS, Event
    from pathstar.fleet.world.orders import ORDERS
    from pathstar.fleet.world.unit import UnitState
    from pathstar.fleet.world.world import World

__all__ = [
    "EVENTS",
    "ORDERS",
    "SOLVERS",
    "Crowd",
    "Event",
    "Lifelong",
    "Plan",
    "PlanCheck",
    "Recording",
    "UnitState",
    "UnitStatus",
    "World",
    "check",
    "improvements",
    "load_plan",
    "plan",
    "read_solution",
    "record",
    "write_solution",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Crowd": "pathstar.fleet.crowd.crowd",
        "EVENTS": "pathstar.fleet.world.events",
        "Event": "pathstar.fleet.world.events",
        "Lifelong": "pathstar.fleet.lifelong",
        "ORDERS": "pathstar.fleet.world.orders",
        "Plan": "pathstar.fleet.plans",
        "PlanCheck": "pathstar.fleet.checker",
        "Recording": "pathstar.fleet.recording",
        "SOLVERS": "pathstar.fleet.solvers",
        "UnitState": "pathstar.fleet.world.unit",
        "UnitStatus": "pathstar.fleet.plans",
        "World": "pathstar.fleet.world.world",
        "check": "pathstar.fleet.checker",
        "improvements": "pathstar.fleet.improving",
        "load_plan": "pathstar.fleet.plans",
        "plan": "pathstar.fleet.planning",
        "read_solution": "pathstar.fleet.files",
        "record": "pathstar.fleet.recording",
        "write_solution": "pathstar.fleet.files",
    },
)
