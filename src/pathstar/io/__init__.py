"""Maps in files: one table of formats, and reading and writing through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.io.dynamic import DynamicScenario, read_dynamic_scenario
    from pathstar.io.formats import FORMATS, Format, read, read_scenario, write, write_scenario
    from pathstar.io.graphs import read_graph, write_graph
    from pathstar.io.scenario import Query

__all__ = [
    "FORMATS",
    "DynamicScenario",
    "Format",
    "Query",
    "read",
    "read_dynamic_scenario",
    "read_graph",
    "read_scenario",
    "write",
    "write_graph",
    "write_scenario",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "FORMATS": "pathstar.io.formats",
        "DynamicScenario": "pathstar.io.dynamic",
        "Format": "pathstar.io.formats",
        "Query": "pathstar.io.scenario",
        "read": "pathstar.io.formats",
        "read_dynamic_scenario": "pathstar.io.dynamic",
        "read_graph": "pathstar.io.graphs",
        "read_scenario": "pathstar.io.formats",
        "write": "pathstar.io.formats",
        "write_graph": "pathstar.io.graphs",
        "write_scenario": "pathstar.io.formats",
    },
    modules=["dynamic", "formats", "graphs", "images", "meshes", "scenario"],
)
