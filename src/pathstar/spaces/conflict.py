"""Conflicts between a path and reservations."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place that a path would use while a reservation holds it.

    Attributes:
        place: The cell, ``(x, y)``; with halves the middle of a step between cells.
        begin: From when both hold it.
        end: Until when; the same as `begin` if a path is there for a moment only.
        reservation: The number of the reservation.
    """

    place: tuple[float, ...]
    begin: float
    end: float
    reservation: int

    def __str__(self) -> str:
        place = ", ".join(f"{at:g}" for at in self.place)
        until = "for ever" if self.end == math.inf else f"until {self.end:g}"
        return f"({place}) from {self.begin:g} {until}, reservation {self.reservation}"
