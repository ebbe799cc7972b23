"""What a field is made of: where its search began, where it was to stop, and what it found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar import _core


@dataclass(frozen=True, eq=False, slots=True)
class Seeds:
    """Where the search for a field begins.

    Attributes:
        nodes: uint32 ``(n,)``: the sources.
        costs: float64 ``(n,)``: what it costs to be at each; empty where that is nothing.
        outward: Whether the ways lead from the sources.
    """

    nodes: NDArray[np.uint32]
    costs: NDArray[np.float64]
    outward: bool


@dataclass(frozen=True, eq=False, slots=True)
class Stops:
    """Where the search for a field was to stop.

    Attributes:
        nodes: uint32 ``(n,)``: once the costs of all these are known; empty for none.
        cost: Where places cost more.
    """

    nodes: NDArray[np.uint32]
    cost: float


@dataclass(eq=False, slots=True)
class Known:
    """What a field knows at one revision of its space. Its arrays never change.

    Attributes:
        revision: The revision of the space.
        costs: As `Field.costs`.
        parents: As `Field.parents`.
        ends: As `Field.ends`.
        nearest: As `Field.nearest`; None where there is one source.
        known_to: As `Field.known_to`.
        directions: As `Field.directions`, once somebody asked.
        steps: The same for crowds on cells, once somebody asked.
    """

    revision: int
    costs: NDArray[np.float64]
    parents: NDArray[np.uint32]
    ends: NDArray[np.uint32] | None
    nearest: NDArray[np.uint32] | None
    known_to: float
    directions: NDArray[np.uint8] | None = None
    steps: _core.CellSteps | None = None

    @property
    def nbytes(self) -> int:
        """How many bytes of memory the arrays take."""
        arrays = (self.costs, self.parents, self.ends, self.nearest, self.directions)
        return sum(array.nbytes for array in arrays if array is not None)
