"""The world as arrays: maps, their layers and costs, and generators of new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.maps import examples as examples
    from pathstar.maps import generate as generate
    from pathstar.maps import occupancy as occupancy
    from pathstar.maps import stamps as stamps
    from pathstar.maps.change import Change
    from pathstar.maps.clearance_cost import ClearanceCost
    from pathstar.maps.costs import CostModel
    from pathstar.maps.edge_rules import Drift, Slope
    from pathstar.maps.examples import worked_example
    from pathstar.maps.frame import Frame
    from pathstar.maps.legend import Terrain
    from pathstar.maps.limits import CELL_LIMIT
    from pathstar.maps.map import Map

__all__ = [
    "CELL_LIMIT",
    "Change",
    "ClearanceCost",
    "CostModel",
    "Drift",
    "Frame",
    "Map",
    "Slope",
    "Terrain",
    "worked_example",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Change": "pathstar.maps.change",
        "ClearanceCost": "pathstar.maps.clearance_cost",
        "CostModel": "pathstar.maps.costs",
        "Drift": "pathstar.maps.edge_rules",
        "Slope": "pathstar.maps.edge_rules",
        "worked_example": "pathstar.maps.examples",
        "Frame": "pathstar.maps.frame",
        "Terrain": "pathstar.maps.legend",
        "CELL_LIMIT": "pathstar.maps.limits",
        "Map": "pathstar.maps.map",
    },
    modules=["examples", "generate", "occupancy", "stamps"],
)
