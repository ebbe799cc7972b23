"""The positions of units between cells, as arrays with a row for each unit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FIRST = 16


class Motion:
    """The current step of each unit: where and when it begins and ends.

    Attributes:
        count: The number of units ever added.
        ends: float64 ``(n, 4)``: x and y at the beginning, x and y at the end of the step; NaN once removed.
        times: float64 ``(n, 2)``: when the step begins, and when it ends.
        headings: float64 ``(n,)``: degrees clockwise from the right; NaN once removed.
    """

    __slots__ = ("count", "ends", "headings", "times")

    def __init__(self) -> None:
        self.count = 0
        self.ends = np.empty((0, 4))
        self.times = np.empty((0, 2))
        self.headings: NDArray[np.float64] = np.empty(0)

    def add(self, x: int, y: int, heading: float) -> None:
        """Add a standing unit."""
        if self.count == len(self.headings):
            more = max(self.count, _FIRST)
            self.ends = np.concatenate([self.ends, np.full((more, 4), np.nan)])
            self.times = np.concatenate([self.times, np.zeros((more, 2))])
            self.headings = np.concatenate([self.headings, np.zeros(more)])
        self.ends[self.count] = (x, y, x, y)
        self.headings[self.count] = heading
        self.count += 1

    def move(
        self, number: int, begin: tuple[int, int], end: tuple[int, int], when: tuple[float, float]
    ) -> None:
        """Let a unit go from one place to another."""
        self.ends[number] = (*begin, *end)
        self.times[number] = when

    def remove(self, number: int) -> None:
        """Remove a unit."""
        self.ends[number] = np.nan
        self.headings[number] = np.nan

    def positions(self, now: float) -> NDArray[np.float64]:
        """Return the positions of all units at a time: float64 ``(n, 2)``, x and y; NaN for removed ones."""
        ends, times = self.ends[: self.count], self.times[: self.count]
        lasts = times[:, 1] - times[:, 0]
        done = np.clip((now - times[:, 0]) / np.where(lasts > 0, lasts, 1.0), 0.0, 1.0)
        done[lasts <= 0] = 1.0
        places: NDArray[np.float64] = ends[:, :2] + (ends[:, 2:] - ends[:, :2]) * done[:, None]
        return places
