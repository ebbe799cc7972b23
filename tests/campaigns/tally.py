"""Counts of what a campaign has compared, added up over its worlds."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass
class Counts:
    """A base for dataclasses of whole numbers."""

    def add(self, other: Counts) -> None:
        """Add each count of the other one."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))
