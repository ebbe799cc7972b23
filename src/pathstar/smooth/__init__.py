"""Smoother paths: fewer turns, straight lines in any direction, curves.

Each function takes a `Path` on a grid of squares, and returns a `SmoothPath` with a report of what it did.
`curve`, `arcs` and `resample` also take one on a `NavMesh`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.smooth.curves import arcs, curve
    from pathstar.smooth.funnels import funnel
    from pathstar.smooth.lines import pull
    from pathstar.smooth.path import Measures, Report, SmoothPath
    from pathstar.smooth.sampling import resample
    from pathstar.smooth.swaps import swap
    from pathstar.smooth.table import METHODS, smoothed

__all__ = [
    "METHODS",
    "Measures",
    "Report",
    "SmoothPath",
    "arcs",
    "curve",
    "funnel",
    "pull",
    "resample",
    "smoothed",
    "swap",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "METHODS": "pathstar.smooth.table",
        "Measures": "pathstar.smooth.path",
        "Report": "pathstar.smooth.path",
        "SmoothPath": "pathstar.smooth.path",
        "arcs": "pathstar.smooth.curves",
        "curve": "pathstar.smooth.curves",
        "funnel": "pathstar.smooth.funnels",
        "pull": "pathstar.smooth.lines",
        "resample": "pathstar.smooth.sampling",
        "smoothed": "pathstar.smooth.table",
        "swap": "pathstar.smooth.swaps",
    },
)
