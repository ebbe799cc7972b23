"""Layers over spaces: what they add, and what they may lie over."""

from __future__ import annotations
