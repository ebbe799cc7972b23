"""Fleeing from a hunter that sees each step, compared with the best play by exhaustive search."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from tests.campaigns.tally import Counts

import pathstar as ps
from pathstar.spaces.base import place_list

MOVES = 16  # after which a flight has succeeded
BUDGET = 8
Cell = tuple[int, int]
Hunt = Callable[[Cell, Cell, int], Cell]


@dataclass
class Tally(Counts):
    """What a campaign has played.

    Attributes:
        boards: How many boards had a hunter that could reach its prey.
        survived: How many moves the prey survived a hunter that takes a shortest path to it.
        best: How many it can survive at most, by trying every walk.
    """

    boards: int = 0
    survived: int = 0
    best: int = 0


class Chase:
    """A hunter and a prey that move in turn, the prey first; both may wait."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        free = random.random((4 + seed % 2, 5)) > 0.25
        free[0, 0] = free[-1, -1] = True
        cells = [tuple(cell) for cell in np.argwhere(free)[:, ::-1].tolist()]
        self.hunter, self.prey = (cells[int(row)] for row in random.choice(len(cells), 2, replace=False))
        self.grid = ps.Grid(free, moves=ps.Moves(directions=4 if seed % 3 else 8))
        self.to = {cell: [*(place for place, _ in self.grid.steps_from(cell)), cell] for cell in cells}
        self.far = {cell: ps.distance_field(self.grid, [cell]).costs for cell in cells}

    @property
    def is_on(self) -> bool:
        """Whether the hunter can reach its prey."""
        return math.isfinite(self.far[self.prey][self.hunter[::-1]])

    def follow(self, hunter: Cell, prey: Cell, moves: int) -> Cell:
        """Move the hunter along a shortest path."""
        return min(self.to[hunter], key=lambda cell: self.far[prey][cell[::-1]])

    def hunt(self, hunter: Cell, prey: Cell, moves: int) -> Cell:
        """Move the hunter as well as it can."""
        return min(
            self.to[hunter], key=lambda cell: (self.escape(prey, cell, moves), self.far[prey][cell[::-1]])
        )

    @cache  # noqa: B019  # a chase lives as long as its boards
    def escape(self, prey: Cell, hunter: Cell, moves: int) -> int:
        """Return when the prey is caught if both play as well as they can."""
        if prey == hunter or moves == MOVES:
            return moves
        best = moves
        for to in self.to[prey]:
            if to != hunter and best < MOVES:
                replies = (self.escape(to, cell, moves + 1) for cell in self.to[hunter])
                best = max(best, min(replies))
        return best

    @cache  # noqa: B019
    def outrun(self, prey: Cell, hunter: Cell, moves: int) -> int:
        """Return the same for a hunter that follows a shortest path."""
        if prey == hunter or moves == MOVES:
            return moves
        steps = [to for to in self.to[prey] if to != hunter]
        return max([moves, *(self.outrun(to, self.follow(hunter, to, moves), moves + 1) for to in steps)])

    def play(self, hunt: Hunt) -> int:
        """Flee, with a new query after each step; return after how many moves the prey is caught."""
        prey, hunter = self.prey, self.hunter
        for moves in range(MOVES):
            path = ps.find_path(self.grid, prey, ps.goals.away_from([hunter], BUDGET))
            prey = place_list(path.points)[min(1, len(path) - 1)]
            if prey == hunter:
                return moves
            hunter = hunt(hunter, prey, moves + 1)
            if prey == hunter:
                return moves + 1
        return MOVES


def flights(seed: int) -> Tally:
    """Play on one board against two hunters: no hunter catches the prey before the best one could."""
    chase = Chase(seed)
    if not chase.is_on:
        return Tally()
    least = chase.escape(chase.prey, chase.hunter, 0)
    survived = chase.play(chase.follow)
    assert chase.play(chase.hunt) >= least, f"seed {seed}"
    assert survived >= least, f"seed {seed}"
    return Tally(1, survived, chase.outrun(chase.prey, chase.hunter, 0))
