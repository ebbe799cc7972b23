"""Searches spread over time: a queue of requests, units that walk while searching, a cache of fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.jobs import dask as dask
    from pathstar.jobs.field_cache import FieldCache
    from pathstar.jobs.queue import PathQueue
    from pathstar.jobs.statistics import Statistics
    from pathstar.jobs.tickets import Ticket
    from pathstar.jobs.time_bounded import TimeBoundedWalk

__all__ = ["FieldCache", "PathQueue", "Statistics", "Ticket", "TimeBoundedWalk"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "FieldCache": "pathstar.jobs.field_cache",
        "PathQueue": "pathstar.jobs.queue",
        "Statistics": "pathstar.jobs.statistics",
        "Ticket": "pathstar.jobs.tickets",
        "TimeBoundedWalk": "pathstar.jobs.time_bounded",
    },
    modules=["dask"],
)
