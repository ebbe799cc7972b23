"""Units that keep their path a cheapest one while they move and the space is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.planners.replanning.repairs import REPAIRS, Repair
    from pathstar.planners.replanning.replanner import Replanner, ReplanStats

__all__ = ["REPAIRS", "Repair", "ReplanStats", "Replanner"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "REPAIRS": "pathstar.planners.replanning.repairs",
        "Repair": "pathstar.planners.replanning.repairs",
        "ReplanStats": "pathstar.planners.replanning.replanner",
        "Replanner": "pathstar.planners.replanning.replanner",
    },
)
