"""Properties of a map or space that are computed ahead of any search."""

from pathstar.analysis.clearance import Clearance, clearance
from pathstar.analysis.dead_ends import DeadEnds, dead_ends
from pathstar.analysis.islands import Components, islands

__all__ = ["Clearance", "Components", "DeadEnds", "clearance", "dead_ends", "islands"]
