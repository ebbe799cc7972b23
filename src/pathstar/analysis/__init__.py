"""Labels over a map or space, computed ahead of any search."""

from pathstar.analysis.dead_ends import DeadEnds, dead_ends
from pathstar.analysis.islands import Components, islands

__all__ = ["Components", "DeadEnds", "dead_ends", "islands"]
