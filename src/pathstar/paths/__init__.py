"""Results of searches, and a checker that shares no code with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar._core import Status
    from pathstar.paths.check import Check, check_path
    from pathstar.paths.field import Field
    from pathstar.paths.path import Method, Path, Stats
    from pathstar.paths.paths import Paths
    from pathstar.paths.plane_field import PlaneField

__all__ = ["Check", "Field", "Method", "Path", "Paths", "PlaneField", "Stats", "Status", "check_path"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Check": "pathstar.paths.check",
        "check_path": "pathstar.paths.check",
        "Field": "pathstar.paths.field",
        "Method": "pathstar.paths.path",
        "Path": "pathstar.paths.path",
        "Stats": "pathstar.paths.path",
        "Status": "pathstar._core",
        "Paths": "pathstar.paths.paths",
        "PlaneField": "pathstar.paths.plane_field",
    },
)
