"""Maps in files: one table of formats, and reading and writing through it."""

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
