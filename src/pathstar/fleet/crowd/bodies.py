"""The units of a crowd as arrays, with a row for each unit ever added."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, OptionError
from pathstar.fleet.world.unit import NOBODY
from pathstar.maps.layers import numbers_of

_NO_NUMBERS = partial(np.empty, 0)
_NO_ROWS = partial(np.empty, (0, 2))


@dataclass(slots=True, eq=False)
class Bodies:
    """The units as arrays. A step replaces arrays and changes none, so those handed out stay as they are.

    Attributes:
        positions: float64 ``(n, 2)``, columns x and y; NaN for units that were removed.
        velocities: float64 ``(n, 2)``: the velocities in the last step.
        wishes: float64 ``(n, 2)``: the velocities that a caller gave.
        radii: float64 ``(n,)``, in squares.
        speeds: float64 ``(n,)``: the maximum speeds.
        priorities: int32 ``(n,)``.
        targets: int32 ``(n,)``: the number of the target; -1 for none.
        settled: uint8 ``(n,)``: 1 if a unit has arrived.
    """

    positions: NDArray[np.float64] = field(default_factory=_NO_ROWS)
    velocities: NDArray[np.float64] = field(default_factory=_NO_ROWS)
    wishes: NDArray[np.float64] = field(default_factory=_NO_ROWS)
    radii: NDArray[np.float64] = field(default_factory=_NO_NUMBERS)
    speeds: NDArray[np.float64] = field(default_factory=_NO_NUMBERS)
    priorities: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    targets: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    settled: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, np.uint8))

    def __len__(self) -> int:
        return len(self.radii)

    def add(
        self, points: NDArray[np.float64], radii: ArrayLike, speeds: ArrayLike, priorities: ArrayLike
    ) -> None:
        """Add standing units."""
        count = len(points)
        rows = {
            "positions": points,
            "radii": np.broadcast_to(radii, count),
            "speeds": np.broadcast_to(speeds, count),
            "priorities": np.broadcast_to(priorities, count),
            "targets": np.full(count, NOBODY),
        }
        for name in (each.name for each in fields(self)):
            old = getattr(self, name)
            new = rows.get(name, np.zeros((count, *old.shape[1:])))
            setattr(self, name, np.concatenate([old, np.asarray(new, old.dtype)]))

    def send(self, rows: NDArray[np.int64], target: int, wishes: ArrayLike = 0.0) -> None:
        """Give units a target, or a velocity of their own."""
        self.targets, self.wishes, self.settled = self.targets.copy(), self.wishes.copy(), self.settled.copy()
        self.targets[rows], self.wishes[rows], self.settled[rows] = target, wishes, 0

    def remove(self, rows: NDArray[np.int64]) -> None:
        """Remove units."""
        self.send(rows, NOBODY)
        self.positions, self.velocities = self.positions.copy(), self.velocities.copy()
        self.positions[rows] = self.velocities[rows] = np.nan

    def checked(self, units: Any) -> NDArray[np.int64]:
        """Return the rows of living units, given by their numbers or a mask.

        Raises:
            OptionError: There is no such unit.
            ArrayError, ArrayTypeError: They are not numbers of units.
        """
        numbers = np.atleast_1d(numbers_of(units, "units"))
        if numbers.dtype == np.bool_ and numbers.shape == (len(self),):
            numbers = np.flatnonzero(numbers & ~np.isnan(self.positions[:, 0]))
        if numbers.ndim != 1 or (numbers.dtype.kind not in "iu" and len(numbers)):
            raise ArrayError(
                f"units must be whole numbers (n,), or a bool for each of the {len(self)} units ever added; "
                f"not {numbers.dtype} of shape {numbers.shape}"
            )
        rows = numbers.astype(np.int64)
        known = (rows >= 0) & (rows < len(self))
        known[known] = ~np.isnan(self.positions[rows[known], 0])
        if not known.all():
            allowed = (
                f"allowed: 0 to {len(self) - 1}, but for removed ones" if len(self) else "there are none"
            )
            raise OptionError(f"there is no unit {int(rows[~known][0])}; {allowed}")
        return rows


def checked_points(points: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return rows of x and y, also for a single point; no rows for an empty list.

    Raises:
        ArrayError, ArrayTypeError: They are not such numbers.
    """
    rows = numbers_of(points, name).astype(np.float64)
    rows = rows.reshape(-1, 2) if rows.shape in ((0,), (2,)) else rows
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise ArrayError(f"{name} must be finite numbers (n, 2), columns x and y, not of shape {rows.shape}")
    if not np.isfinite(rows).all():
        raise ArrayError(f"{name} must be finite; row {int(np.argwhere(~np.isfinite(rows))[0, 0])} is not")
    return np.ascontiguousarray(rows)


def checked_numbers(
    values: Any, name: str, count: int, *, least: float, above: bool, most: float = math.inf
) -> NDArray[np.float64]:
    """Return one number, or one for each unit.

    Raises:
        OptionError: A number is not finite, too small or too large, or their number is not that of the units.
        ArrayTypeError: They are not numbers.
    """
    numbers = numbers_of(values, name).astype(np.float64)
    if numbers.shape not in ((), (count,)):
        raise OptionError(
            f"{name} has shape {numbers.shape}; allowed: one number, or one for each of {count}"
        )
    right = np.isfinite(numbers) & ((numbers > least) if above else (numbers >= least)) & (numbers <= most)
    if not right.all():
        wrong = float(numbers[~right].flat[0])
        raise OptionError(
            f"{name} is {wrong:g}; allowed: a finite number {'above' if above else 'from'} {least:g}"
            f"{f' to {most:g}' if most < math.inf else ''}"
        )
    return numbers
