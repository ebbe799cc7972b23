"""Fewer turns at the same cost: runs of steps change places."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.paths.path import Path
from pathstar.smooth.legs import leg_by_leg
from pathstar.smooth.path import SmoothPath, step_path, turns_of, unchanged
from pathstar.smooth.rules import LineRules
from pathstar.spaces.base import Space

Steps = NDArray[np.int64]
_ROUNDING = 1e-12
_SAME_TURNING = 1e-9


@leg_by_leg
def swap(path: Path) -> SmoothPath:
    """Let runs of steps change places as long as the path turns less, at no higher cost.

    A run is a sequence of steps in one direction. Two neighbouring runs change places if that lowers the sum
    of all turns, or makes the turns fewer at the same sum. The way stays on the same side of every wall: all
    cells between the old way and the new one are walkable. Each single exchange must help, so the result is
    not always the straightest; ``find_path(..., prefer="straight")`` finds that one.

    Args:
        path: A path of steps on a `Grid` of plain squares, or on `Grid.sized` of one.

    Returns:
        A `SmoothPath` of steps; an empty path is returned as it is.

    Raises:
        SpaceError: Another kind of space.
        OptionError: The path is a line, which has no steps.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1] * 5] * 5, moves=ps.Moves(directions=4))
        >>> path = ps.find_path(grid, (0, 0), (4, 4), ties="first", algorithm="astar")
        >>> swap(path).report.after.turns
        1
    """
    rules = LineRules(path.space)
    if path.is_line:
        raise OptionError("swap needs a path of steps, and this one is a line already; swap first, then pull")
    if len(path) < 3:
        return unchanged(path, rules)
    board = _Board(path.space)
    points = np.asarray(path.points, np.int64)
    at = 0
    while at + 1 < len(runs := _runs_of(points)):
        better = _exchanged(board, points, runs, at)
        if better is None:
            at += 1
        else:
            points, at = better, max(at - 2, 0)
    nodes = path.space.nodes_of(points)
    return step_path(path, rules, nodes, path.cost + board.cost(points) - board.cost(path.points))


class _Board:
    """A grid's arrays, read once."""

    def __init__(self, space: Space) -> None:
        grid: Any = space
        self.walkable: NDArray[np.bool_] = grid.walkable
        self._legal = grid.core.legal()
        self._costs, self._enter = grid.cost, grid.cost_model == "enter"
        self._number = {by: number for number, by in enumerate(grid.directions)}
        self._lengths = dict(zip(grid.directions, grid.lengths, strict=True))

    def allows(self, points: Steps) -> bool:
        """Return whether every step is legal."""
        for (x, y), by in zip(points[:-1].tolist(), np.diff(points, axis=0).tolist(), strict=True):
            if not self._legal[y, x] >> self._number[tuple(by)] & 1:
                return False
        return True

    def cost(self, points: Steps) -> float:
        """Return the cost of the steps."""
        lengths = np.array([self._lengths[tuple(by)] for by in np.diff(points, axis=0).tolist()])
        if self._costs is None:
            return float(lengths.sum())
        cells = self._costs[points[:, 1], points[:, 0]]
        return float((lengths * (cells[1:] if self._enter else (cells[:-1] + cells[1:]) / 2)).sum())

    def is_open(self, corner: Steps, one: Steps, other: Steps) -> bool:
        """Return whether all cells of a parallelogram are walkable."""
        area = int(one[0] * other[1] - one[1] * other[0])
        ends = corner + np.array([[0, 0], one, other, one + other])
        (left, top), (right, bottom) = ends.min(axis=0).tolist(), ends.max(axis=0).tolist()
        if area == 0 or min(left, top) < 0 or right >= self.walkable.shape[1] or bottom >= len(self.walkable):
            return False
        y, x = np.mgrid[top : bottom + 1, left : right + 1]
        x, y = x - corner[0], y - corner[1]
        along, across = (x * other[1] - y * other[0]) / area, (one[0] * y - one[1] * x) / area
        inside = (along >= 0) & (along <= 1) & (across >= 0) & (across <= 1)
        return bool(self.walkable[top : bottom + 1, left : right + 1][inside].all())


def _runs_of(points: Steps) -> list[int]:
    """Return the numbers of the points at which runs begin."""
    steps = np.diff(points, axis=0)
    return [0, *(np.flatnonzero((np.diff(steps, axis=0) != 0).any(axis=1)) + 1).tolist()]


def _exchanged(board: _Board, points: Steps, runs: list[int], at: int) -> Steps | None:
    """Return the points with two neighbouring runs exchanged; None if that is no better or not legal."""
    begin, middle = runs[at], runs[at + 1]
    end = runs[at + 2] if at + 2 < len(runs) else len(points) - 1
    part = points[begin : end + 1]
    steps = np.diff(points[begin : end + 1], axis=0)
    exchanged = np.concatenate([steps[middle - begin :], steps[: middle - begin]])
    new = np.concatenate([part[:1], part[0] + np.cumsum(exchanged, axis=0)])
    before, after = max(begin - 1, 0), min(end + 2, len(points))
    old_turns = turns_of(points[before:after].astype(float))
    new_turns = turns_of(np.concatenate([points[before:begin], new, points[end + 1 : after]]).astype(float))
    if not _is_straighter(new_turns, old_turns):
        return None
    if not board.is_open(part[0], part[middle - begin] - part[0], part[-1] - part[middle - begin]):
        return None
    if not board.allows(new) or board.cost(new) > board.cost(part) * (1 + _ROUNDING):
        return None
    return np.concatenate([points[:begin], new, points[end + 1 :]])


def _is_straighter(new: NDArray[np.float64], old: NDArray[np.float64]) -> bool:
    less = float(old.sum() - new.sum())
    fewer = int((old > _SAME_TURNING).sum() - (new > _SAME_TURNING).sum())
    return less > _SAME_TURNING or (less > -_SAME_TURNING and fewer > 0)
