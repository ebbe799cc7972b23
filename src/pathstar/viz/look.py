"""The measures of the visual language: thickness, size, opacity; the pages read the same files."""

from __future__ import annotations

import json
from typing import Any

from pathstar import web

LOOK: dict[str, Any] = json.loads(web.text("lib/board/look.json"))

TERRAIN_LINES: dict[str, list[list[list[float]]]] = json.loads(web.text("lib/board/terrain.json"))
"""The lines that mark each terrain with a look of its own, in a square of side 1 around (0, 0)."""

TERRAINS = tuple(TERRAIN_LINES)
"""The names of the terrains with a look of their own."""
