"""The resumable search and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.engine.options import OPEN_LISTS, TIES
    from pathstar.engine.search import Search

__all__ = ["OPEN_LISTS", "TIES", "Search"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "OPEN_LISTS": "pathstar.engine.options",
        "TIES": "pathstar.engine.options",
        "Search": "pathstar.engine.search",
    },
)
