"""Labels over a map or space, worked out ahead of any search."""

from pathstar.analysis.dead_ends import DeadEnds, dead_ends
from pathstar.analysis.islands import Islands, islands

__all__ = ["DeadEnds", "Islands", "dead_ends", "islands"]
