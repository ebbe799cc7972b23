"""The targets of a crowd: a field for each size of unit, and its flow."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import PlaceError
from pathstar.paths.field import Field
from pathstar.planners.fields import distance_field
from pathstar.spaces.grid import Grid

_AT_CENTRE = 0.05  # squares from the centre of a goal that count as arrived
_LOOSE = 2.5  # times the area of its discs: a crowd leaves gaps, and fills the near side of its target first
_CORNERS = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])


def sides_of(radii: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the width in squares that the ways of discs must have, int64 ``(n,)``."""
    sides: NDArray[np.int64] = np.maximum(np.ceil(2 * radii - 1e-9), 1).astype(np.int64)
    return sides


class Outlook(NamedTuple):
    """What units want.

    Attributes:
        wishes: float64 ``(n, 2)``: the velocities that they want.
        there: int64 ``(k,)``: the rows of units at a goal.
        near: bool ``(n,)``: which are near enough to settle beside others.
        cut_off: bool ``(n,)``: which have no way.
    """

    wishes: NDArray[np.float64]
    there: NDArray[np.int64]
    near: NDArray[np.bool_]
    cut_off: NDArray[np.bool_]


class Target:
    """One target of a crowd, for units of all sizes.

    Args:
        grid: The squares on which the crowd walks.
        goals: int64 ``(n, 2)``: equally good places; or a field made by the caller.
    """

    def __init__(self, grid: Grid, goals: NDArray[np.int64] | Field) -> None:
        self._grid = grid
        self._goals = goals
        self._fields: dict[int, Field] = {}
        self._nearest: dict[int, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}

    def field(self, side: int) -> Field:
        """Return the field for units that need ways of a certain width.

        Raises:
            PlaceError: No unit of that size can stand on a goal.
        """
        if isinstance(self._goals, Field):
            return self._goals
        found = self._fields.get(side)
        if found is None:
            grid = self._grid.sized(side)
            found = self._fields[side] = distance_field(grid, self._sources(grid, side))
        return found

    def _sources(self, grid: Grid, side: int) -> NDArray[np.int64]:
        """Return the places of units that cover a goal."""
        goals: Any = self._goals
        reach = np.arange(side)
        offsets = np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 2)
        places = np.unique((goals[:, None] - offsets).reshape(-1, 2), axis=0)
        height, width = grid.shape
        places = places[((places >= 0) & (places < (width, height))).all(axis=1)]
        free: NDArray[np.int64] = places[grid.walkable[places[:, 1], places[:, 0]]]
        if not len(free):
            place = tuple(goals[0].tolist())
            raise PlaceError(
                f"no unit {side} squares wide can stand at the target {place}: there is a wall, or the border"
            )
        return free

    def look(
        self, side: int, points: NDArray[np.float64], speeds: NDArray[np.float64], dt: float, area: float
    ) -> Outlook:
        """Return how units of one width want to move; the crowd fills an area of squares around its goal."""
        field = self.field(side)
        offset = (field.space.body[1] - 1) / 2  # of a unit's centre from that of its upper left square
        at = points - offset if offset else points
        cells = np.floor(at + 0.5).astype(np.int64)
        costs = field.costs.ravel()[cells[:, 1] * field.costs.shape[1] + cells[:, 0]]
        flow = field.flow(at)
        if side > 1 and np.isinf(costs).any():
            self._help(field, at, costs, flow)
        inside = np.flatnonzero(costs == 0)
        left = np.hypot(*flow[inside].T)
        wishes = flow * speeds[:, None]
        paces = np.minimum(1.0, left / dt / np.maximum(speeds[inside], 1e-12)) / np.maximum(left, 1e-12)
        wishes[inside] *= paces[:, None]
        reach = self._reach(side, field, int(np.ceil(_LOOSE * area)) + 1)
        return Outlook(wishes, inside[left <= _AT_CENTRE], costs <= reach, np.isinf(costs))

    def _reach(self, side: int, field: Field, count: int) -> float:
        """Return the distance from a goal within which some number of squares lie."""
        known = self._nearest.get(side)
        if known is None or known[0] is not field.costs or len(known[1]) < min(count, field.costs.size):
            costs = field.costs.ravel()
            most = min(2 * count, costs.size)
            known = self._nearest[side] = field.costs, np.sort(np.partition(costs, most - 1)[:most])
        nearest = known[1][:count]
        return float(nearest[np.isfinite(nearest)].max(initial=0.0)) + side

    @staticmethod
    def _help(
        field: Field, at: NDArray[np.float64], costs: NDArray[np.float64], flow: NDArray[np.float64]
    ) -> None:
        """Lead back discs that passed a corner more closely than a square of their width could."""
        lost = np.flatnonzero(np.isinf(costs))
        height, width = field.costs.shape
        around = np.floor(at[lost])[:, None] + _CORNERS
        around = np.clip(around, 0, (width - 1, height - 1)).astype(np.int64)
        every = field.costs[around[..., 1], around[..., 0]]
        best = every.argmin(axis=1)
        rows = np.arange(len(lost))
        ways = around[rows, best] - at[lost]
        lengths = np.maximum(np.hypot(ways[:, 0], ways[:, 1]), 1e-12)[:, None]
        costs[lost] = every[rows, best]
        flow[lost] = np.where(np.isfinite(costs[lost])[:, None], ways / lengths, 0.0)
