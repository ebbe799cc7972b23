"""What one player has seen of a map, and units that walk by only that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.known.known_map import KnownMap
    from pathstar.known.walk import Event, Walk

__all__ = ["Event", "KnownMap", "Walk"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Event": "pathstar.known.walk",
        "KnownMap": "pathstar.known.known_map",
        "Walk": "pathstar.known.walk",
    },
)
