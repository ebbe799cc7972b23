"""Data computed ahead for a space, so that queries take microseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.indexes.build import build_index
    from pathstar.indexes.files import IndexInfo, index_info, load_index
    from pathstar.indexes.index import Index
    from pathstar.indexes.kinds import INDEXES, IndexKind

__all__ = ["INDEXES", "Index", "IndexInfo", "IndexKind", "build_index", "index_info", "load_index"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "build_index": "pathstar.indexes.build",
        "IndexInfo": "pathstar.indexes.files",
        "index_info": "pathstar.indexes.files",
        "load_index": "pathstar.indexes.files",
        "Index": "pathstar.indexes.index",
        "INDEXES": "pathstar.indexes.kinds",
        "IndexKind": "pathstar.indexes.kinds",
    },
)
