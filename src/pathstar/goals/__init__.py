"""Goals other than one place: any of several, an area, near a place, far from one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.goals.base import Goal
    from pathstar.goals.flight import away_from
    from pathstar.goals.places import any_of, area, nearest_to, within
    from pathstar.goals.tour import through

__all__ = ["Goal", "any_of", "area", "away_from", "nearest_to", "through", "within"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Goal": "pathstar.goals.base",
        "any_of": "pathstar.goals.places",
        "area": "pathstar.goals.places",
        "away_from": "pathstar.goals.flight",
        "nearest_to": "pathstar.goals.places",
        "through": "pathstar.goals.tour",
        "within": "pathstar.goals.places",
    },
)
