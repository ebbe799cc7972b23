"""Many units: plans for all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.fleet.checker import PlanCheck, check
    from pathstar.fleet.files import read_solution, write_solution
    from pathstar.fleet.lifelong import Lifelong
    from pathstar.fleet.planning import plan
    from pathstar.fleet.plans import Plan, UnitStatus, load_plan
    from pathstar.fleet.solvers import SOLVERS

__all__ = [
    "SOLVERS",
    "Lifelong",
    "Plan",
    "PlanCheck",
    "UnitStatus",
    "check",
    "load_plan",
    "plan",
    "read_solution",
    "write_solution",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "SOLVERS": "pathstar.fleet.solvers",
        "Lifelong": "pathstar.fleet.lifelong",
        "Plan": "pathstar.fleet.plans",
        "PlanCheck": "pathstar.fleet.checker",
        "UnitStatus": "pathstar.fleet.plans",
        "check": "pathstar.fleet.checker",
        "load_plan": "pathstar.fleet.plans",
        "plan": "pathstar.fleet.planning",
        "read_solution": "pathstar.fleet.files",
        "write_solution": "pathstar.fleet.files",
    },
)
