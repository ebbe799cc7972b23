"""How the cells of a map lie where they are hexagons."""

from __future__ import annotations

HEX_LAYOUTS = ("odd-r", "even-r", "odd-q", "even-q")
