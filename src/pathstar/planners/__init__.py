"""The table of algorithms and the facade that runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.planners import field_search as field_search
    from pathstar.planners import queries as queries
    from pathstar.planners import replanning as replanning
    from pathstar.planners.algorithm import Algorithm
    from pathstar.planners.algorithms import ALGORITHMS
    from pathstar.planners.fields import distance_field
    from pathstar.planners.find import find_path, find_paths, trace
    from pathstar.planners.implicit import search
    from pathstar.planners.k_paths import find_k_paths
    from pathstar.planners.matrix import cost_matrix
    from pathstar.planners.nearest import find_nearest
    from pathstar.planners.planner import Planner

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Planner",
    "cost_matrix",
    "distance_field",
    "find_k_paths",
    "find_nearest",
    "find_path",
    "find_paths",
    "search",
    "trace",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "ALGORITHMS": "pathstar.planners.algorithms",
        "Algorithm": "pathstar.planners.algorithm",
        "cost_matrix": "pathstar.planners.matrix",
        "Planner": "pathstar.planners.planner",
        "distance_field": "pathstar.planners.fields",
        "find_k_paths": "pathstar.planners.k_paths",
        "find_nearest": "pathstar.planners.nearest",
        "find_path": "pathstar.planners.find",
        "find_paths": "pathstar.planners.find",
        "search": "pathstar.planners.implicit",
        "trace": "pathstar.planners.find",
    },
    modules=["field_search", "queries", "replanning"],
)
