"""The measures of the visual language: thickness, size, opacity; the pages read the same file."""

from __future__ import annotations

import json
from typing import Any

from pathstar import web

LOOK: dict[str, Any] = json.loads(web.text("lib/board/look.json"))
