"""Conflicts between a path and reservations."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place that a path would use while it is reserved.

    Attributes:
        place: The cell, ``(x, y)``; halves mean the middle of a step between cells.
        begin: The time from which both hold it.
        end: The time until which both hold it; the same as `begin` if the path is there only for a moment.
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
