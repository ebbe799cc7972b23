"""The parts of a field: where its search began, where it was to stop, and what it found."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from pathstar import _core

NOWHERE = 2**32 - 1  # in the arrays of a field: no next node, or no source


@dataclass(frozen=True, eq=False, slots=True)
class Seeds:
    """Where the search for a field begins.

    Attributes:
        nodes: uint32 ``(n,)``: the sources.
        costs: float64 ``(n,)``: the cost of being at each; empty if that is 0 for all.
        outward: Whether the ways lead from the sources.
        multipliers: float64 ``(n,)``: the factor by which the steps of each source's ways cost more; empty if
            it is 1 for all.
        mask: The cells that ways may enter; None for all.
    """

    nodes: NDArray[np.uint32]
    costs: NDArray[np.float64]
    outward: bool
    multipliers: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    mask: _core.CellMask | None = None

    @property
    def parts(self) -> list[Part]:
        """The sources by multiplier: one search finds the ways of all sources with the same one."""
        if not self.multipliers.size:
            return [Part(1.0, np.arange(len(self.nodes), dtype=np.uint32), self)]
        return [self._part(float(multiplier)) for multiplier in np.unique(self.multipliers)]

    def _part(self, multiplier: float) -> Part:
        rows = np.flatnonzero(self.multipliers == multiplier).astype(np.uint32)
        costs = self.costs[rows] / multiplier if self.costs.size else self.costs
        return Part(
            multiplier, rows, replace(self, nodes=self.nodes[rows], costs=costs, multipliers=np.empty(0))
        )


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """The sources of a field with the same multiplier.

    Attributes:
        multiplier: The factor of their costs.
        rows: uint32 ``(n,)``: their rows among all sources.
        seeds: Where their search begins; its costs are in units of the multiplier.
    """

    multiplier: float
    rows: NDArray[np.uint32]
    seeds: Seeds


class FieldStates:
    """What the searches for one field need to go on, and to follow edits: one for each multiplier.

    Args:
        threads: The number of threads to use where that pays; None means one per processor.

    Attributes:
        threads: The same.
        begun_again: How often a search that keeps no state has started over after edits.
    """

    __slots__ = ("_of", "begun_again", "threads")

    def __init__(self, threads: int | None = None) -> None:
        self.threads = os.cpu_count() or 1 if threads is None else threads
        self.begun_again = 0
        self._of: dict[float, _core.FieldState] = {}

    def of(self, part: Part) -> _core.FieldState:
        """Return the state of the search for a part."""
        return self._of.setdefault(part.multiplier, _core.FieldState())

    @property
    def repairs(self) -> int:
        """How often a search followed edits by local work."""
        return sum(state.repairs for state in self._of.values())

    @property
    def rebuilds(self) -> int:
        """How often a search started over after edits."""
        return self.begun_again + sum(state.rebuilds for state in self._of.values())


@dataclass(frozen=True, eq=False, slots=True)
class Trees:
    """The ways of a field with multipliers: a way may lead through the zone of another source.

    Attributes:
        parents: For each multiplier, the next node towards its sources, uint32 ``(n,)`` each.
        of: For each node, which of these arrays holds its way, uint32 ``(n,)``.
    """

    parents: tuple[NDArray[np.uint32], ...]
    of: NDArray[np.uint32]

    @property
    def nbytes(self) -> int:
        """Their size in bytes."""
        return self.of.nbytes + sum(tree.nbytes for tree in self.parents)


@dataclass(frozen=True, eq=False, slots=True)
class Stops:
    """Where the search for a field was to stop.

    Attributes:
        nodes: uint32 ``(n,)``: stop once the costs of all these are known; empty for none.
        cost: Stop at places that cost more.
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
        trees: The ways, where sources have multipliers; else ``parents`` has them.
        directions: As `Field.directions`, once asked for.
        steps: The place that each cell leads to, for crowds on cells, once asked for.
        flow: The data for smooth directions, once asked for.
    """

    revision: int
    costs: NDArray[np.float64]
    parents: NDArray[np.uint32]
    ends: NDArray[np.uint32] | None
    nearest: NDArray[np.uint32] | None
    known_to: float
    trees: Trees | None = None
    directions: NDArray[np.uint8] | None = None
    steps: _core.CellSteps | None = None
    flow: _core.Flow | None = None

    def tree_at(self, node: int) -> NDArray[np.uint32]:
        """Return the parents along the way of a node."""
        return self.parents if self.trees is None else self.trees.parents[self.trees.of[node]]

    @property
    def nbytes(self) -> int:
        """The size of the arrays in bytes."""
        arrays = (self.costs, self.parents, self.ends, self.nearest, self.directions, self.trees)
        return sum(array.nbytes for array in arrays if array is not None)
