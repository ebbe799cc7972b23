"""The judge: every timed path is checked step by step, and equal rules must give equal costs."""

from __future__ import annotations

import math
import sys
from collections import Counter

import numpy as np
import numpy.typing as npt

from peers import NO_CUT, Costs, Peer, Place, Points, Rule
from peers.base import passable

from .maps import Query

Column = npt.NDArray[np.int32]


def illegal(free: npt.NDArray[np.bool_], points: Points, start: Place, goal: Place, rule: Rule) -> str | None:
    """Say what is wrong with a path under a rule, or None."""
    first, last = tuple(points[0].tolist()), tuple(points[-1].tolist())
    if (first, last) != (start, goal):
        return f"leads from {first} to {last}"
    if (points < 0).any() or (points >= free.shape[::-1]).any():
        return "leaves the map"
    x, y = points[:, 0], points[:, 1]
    if not free[y, x].all():
        return "enters a wall"
    dx, dy = np.diff(x), np.diff(y)
    if (np.maximum(np.abs(dx), np.abs(dy)) != 1).any():
        return "makes a step that is not to a neighbour"
    if rule.hexagons and not touching(dx, dy, y[:-1]).all():
        return "makes a step between hexagons that do not touch"
    corners_free = free[y[:-1], x[1:]] & free[y[1:], x[:-1]]
    if not rule.cuts_corners and not corners_free[(dx != 0) & (dy != 0)].all():
        return "cuts a corner"
    return None


def touching(dx: Column, dy: Column, row: Column) -> npt.NDArray[np.bool_]:
    """Return which steps lead to a touching hexagon, where odd rows are shifted to the right."""
    right = row % 2
    beside: npt.NDArray[np.bool_] = (dy == 0) | (dx == right) | (dx == right - 1)
    return beside


def cost_of(costs: Costs, points: Points, rule: Rule) -> float:
    """Add up a path: cost of the cell entered x length of the step, exactly rounded."""
    steps = np.abs(np.diff(points, axis=0)).sum(axis=1)
    entered = costs[points[1:, 1], points[1:, 0]]
    return math.fsum(entered[steps == 1]) + rule.diagonal * math.fsum(entered[steps == 2])


class Judge:
    """Checks results on one map and remembers every problem.

    A path may be longer than the best only if its peer's row says that the package is not exact.

    Args:
        where: the map's name, for messages.
        costs: float64 [h, w], inf for a wall.
    """

    def __init__(self, where: str, costs: Costs) -> None:
        self.where = where
        self.checked = 0
        self.problems: list[str] = []
        self.longer: Counter[str] = Counter()
        self._costs = costs
        self._free = passable(costs)
        self._found: dict[tuple[Rule, int], dict[str, tuple[Peer, float]]] = {}

    def look(self, peer: Peer, number: int, query: Query, points: Points, stated: float | None) -> None:
        """Check one result: legal, equal to the scenario's optimum, and as long as stated."""
        self.checked += 1
        problem, cost = self._examine(peer, query, points)
        if problem is None and stated is not None and not close(stated, cost, peer.tolerance):
            problem = f"says it costs {stated!r} but its steps add up to {cost!r}"
        if problem is None:
            self._found.setdefault((peer.rule, number), {})[peer.name] = (peer, cost)
        else:
            self._complain(peer, query, problem)

    def _examine(self, peer: Peer, query: Query, points: Points) -> tuple[str | None, float]:
        """Return what is wrong with the points, and their cost (inf for no path)."""
        optimum = query.optimum if peer.rule is NO_CUT else None
        if len(points) == 0:
            return (None if query.unreachable else "finds no path"), math.inf
        if query.unreachable and peer.rule is NO_CUT:
            return "finds a path to a goal that cannot be reached", math.inf
        problem = illegal(self._free, points, query.start, query.goal, peer.rule)
        cost = math.inf if problem else cost_of(self._costs, points, peer.rule)
        if problem is None and optimum is not None:
            missed = cost - optimum
            allowed = query.tolerance + peer.tolerance * cost
            if missed < -query.tolerance or (peer.exact and missed > allowed):
                problem = f"costs {cost!r} where the optimum is {optimum!r}"
        return problem, cost

    def compare(self, queries: list[Query]) -> None:
        """Compare all peers of the same rule with the cheapest path that any of them found."""
        for (_, number), answers in self._found.items():
            best = min(cost for _, cost in answers.values())
            for peer, cost in answers.values():
                if close(cost, best, peer.tolerance):
                    continue
                if peer.exact:
                    self._complain(peer, queries[number], f"costs {cost!r}, another's {best!r}")
                else:
                    self.longer[peer.name] += 1
        self._found.clear()

    def _complain(self, peer: Peer, query: Query, problem: str) -> None:
        message = f"WRONG PATH on {self.where}: {peer.name} from {query.start} to {query.goal} {problem}"
        self.problems.append(message)
        print(message, file=sys.stderr, flush=True)


def close(left: float, right: float, tolerance: float) -> bool:
    """Return whether two costs are equal within a relative tolerance (inf equals inf)."""
    return math.isclose(left, right, rel_tol=tolerance, abs_tol=tolerance)
