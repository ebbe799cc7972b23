"""The measures of the one visual language: how thick, how large, how strong; the pages read the same file."""

from __future__ import annotations

import json
from typing import Any

from pathstar import web

LOOK: dict[str, Any] = json.loads(web.text("lib/look.json"))
