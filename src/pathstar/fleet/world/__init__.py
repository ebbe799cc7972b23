"""Units that move on a map, step by step, and keep out of each other's way."""

from __future__ import annotations
