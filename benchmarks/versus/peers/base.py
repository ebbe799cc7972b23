"""What every adapter offers: a row in the table, and a finder made from an array of costs."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Place = tuple[int, int]
Points = npt.NDArray[np.int32]
Costs = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rule:
    """Which steps a package takes and what they cost; only equal rules may be compared."""

    name: str
    cuts_corners: bool
    diagonal: float
    hexagons: bool = False


NO_CUT = Rule("no_cut", cuts_corners=False, diagonal=math.sqrt(2.0))
FREE = Rule("free", cuts_corners=True, diagonal=math.sqrt(2.0))
KING = Rule("king", cuts_corners=True, diagonal=1.0)
# Six steps of length 1; odd rows are shifted half a cell to the right.
HEXAGONS = Rule("hexagons", cuts_corners=True, diagonal=1.0, hexagons=True)


class Finder(Protocol):
    """One package, set up for one map."""

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return the result in the package's own form. This call is timed."""
        ...

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Turn a result into points [n, 2] (x, y; empty for no path) and the cost that it states, if any."""
        ...


@dataclass(frozen=True)
class Peer:
    """One row of the table of peers.

    Args:
        name: the name on the command line and in the tables.
        package: the distribution whose version is recorded.
        rule: the steps it takes.
        make: sets up a finder from costs float64 [h, w]: the cost of entering a cell, inf for a wall.
        tolerance: relative error that its arithmetic allows (float32 sums, integer diagonals).
        exact: False if it is known to miss the optimum; its longer paths are counted, not failures.
        weighs: False if it takes only maps without costs.
    """

    name: str
    package: str
    rule: Rule
    make: Callable[[Costs], Finder]
    tolerance: float = 1e-9
    exact: bool = True
    weighs: bool = True


def load(module: str) -> ModuleType:
    """Import a package without type information, only when its adapter is made."""
    return importlib.import_module(module)


def as_points(places: Any) -> Points:
    """Turn a list or array of (x, y) into int32 [n, 2]."""
    return np.asarray(places, dtype=np.int32).reshape(-1, 2)


def passable(costs: Costs) -> npt.NDArray[np.bool_]:
    """Return which cells can be entered."""
    return np.isfinite(costs)


def may_step(free: npt.NDArray[np.bool_], dx: int, dy: int, rule: Rule) -> npt.NDArray[np.bool_]:
    """Return for every cell whether the step (dx, dy) from it is legal under a rule."""
    height, width = free.shape
    padded = np.pad(free, 1)

    def shifted(x: int, y: int) -> npt.NDArray[np.bool_]:
        return padded[1 + y : 1 + y + height, 1 + x : 1 + x + width]

    legal = free & shifted(dx, dy)
    if dx and dy and not rule.cuts_corners:
        legal &= shifted(dx, 0) & shifted(0, dy)
    return legal


STEPS: tuple[Place, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
