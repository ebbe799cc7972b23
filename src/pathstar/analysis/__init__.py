"""Labels over a map or space, worked out ahead of any search."""

from pathstar.analysis.components import Components, islands
from pathstar.analysis.dead_ends import DeadEnds, dead_ends

__all__ = ["Components", "DeadEnds", "dead_ends", "islands"]
