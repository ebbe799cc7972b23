"""Layers over spaces, and the table of what each may lie over."""

from __future__ import annotations
