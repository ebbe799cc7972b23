"""Least-cost paths on rasters: cost-distance, direction, allocation, corridors and networks.

Importing it registers the accessor ``DataArray.pathstar`` if xarray is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names
from pathstar.rasters.accessor import register

if TYPE_CHECKING:
    from pathstar.rasters import files as files
    from pathstar.rasters.corridors import Corridor, corridor
    from pathstar.rasters.distance import cost_distance
    from pathstar.rasters.networks import Network, cost_matrix, least_cost_network
    from pathstar.rasters.paces import PACES, pace_on
    from pathstar.rasters.paths import RasterPath, least_cost_path
    from pathstar.rasters.raster import Raster
    from pathstar.rasters.result import CostDistance, directions_as
    from pathstar.rasters.tiles.plan import Tiles

__all__ = [
    "PACES",
    "Corridor",
    "CostDistance",
    "Network",
    "Raster",
    "RasterPath",
    "Tiles",
    "corridor",
    "cost_distance",
    "cost_matrix",
    "directions_as",
    "least_cost_network",
    "least_cost_path",
    "pace_on",
]

register()

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Corridor": "pathstar.rasters.corridors",
        "CostDistance": "pathstar.rasters.result",
        "Network": "pathstar.rasters.networks",
        "PACES": "pathstar.rasters.paces",
        "Raster": "pathstar.rasters.raster",
        "RasterPath": "pathstar.rasters.paths",
        "Tiles": "pathstar.rasters.tiles.plan",
        "corridor": "pathstar.rasters.corridors",
        "cost_distance": "pathstar.rasters.distance",
        "cost_matrix": "pathstar.rasters.networks",
        "directions_as": "pathstar.rasters.result",
        "least_cost_network": "pathstar.rasters.networks",
        "least_cost_path": "pathstar.rasters.paths",
        "pace_on": "pathstar.rasters.paces",
    },
    modules=["files"],
)
