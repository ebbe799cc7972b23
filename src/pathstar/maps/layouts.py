"""The layouts of a map's cells if they are hexagons."""

from __future__ import annotations

HEX_LAYOUTS = ("odd-r", "even-r", "odd-q", "even-q")
