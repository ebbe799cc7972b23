"""Units that move on a map, step by step, and avoid each other."""

from __future__ import annotations
