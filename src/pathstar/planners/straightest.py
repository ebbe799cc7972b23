"""Among the cheapest paths, the one that turns least."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import PathResult
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_name
from pathstar.paths.path import Method, Path, effort_of
from pathstar.spaces.base import Space

PREFERENCES = ("straight",)
_UNITS = 1e9  # of a degree: sums of turns are compared in whole numbers


class Straightest:
    """Replaces a cheapest path by the one of the same cost with the least sum of turns, then the fewest.

    After a portal a unit faces any way, so there is no turn. The choice is exact: turns are compared to a
    billionth of a degree, and costs that differ by less than a relative 1e-12 count as equal.

    Args:
        space: Cells whose steps have directions.
        bearings: Where the directions point: ``(k, 2)`` or ``(k, 3)``.
    """

    def __init__(self, space: Space, bearings: NDArray[np.float64]) -> None:
        self._space = space
        self._turns = _turns_between(bearings).ravel()

    def __call__(self, path: Path, mask: _core.CellMask | None) -> Path:
        """Return the straightest path of the same cost; a path that was not found is returned as it is."""
        if not path or len(path) < 3:
            return path
        space = self._space
        estimate = space.default_heuristic()
        weight = 1.0 / max(1.0, space.consistency_factor(estimate))
        kind, nodes, core = _core.HeuristicKind[estimate], path.nodes, space.core
        ends = int(nodes[0]), int(nodes[-1])
        found = _core.straightest(core, *ends, path.cost, kind, weight, mask, self._turns)  # type: ignore[arg-type]
        if not len(found):  # the space was edited in between
            return path
        straight = PathResult(path.status, path.cost, found, path.core.corner_rule, **effort_of(path))
        return Path(straight, space, path.start, path.goal, path.method)


def straightest_of(space: Space, method: Method, prefer: Any) -> Straightest | None:
    """Return the chooser among the cheapest paths; None if any will do.

    Raises:
        OptionError: An unknown preference, a search that is not optimal, or a space without directions.
    """
    if prefer is None:
        return None
    checked_name("preference", prefer, PREFERENCES)
    if method.bound != 1:
        raise OptionError(
            f"prefer={prefer!r} chooses among the cheapest paths, and {method.algorithm} with these options "
            "may find a dearer one; use 'astar'"
        )
    bearings = space.bearings()
    if bearings is None:
        raise OptionError(f"prefer={prefer!r} needs squares, hexagons or boxes, not a {space.kind.name}")
    return Straightest(space, bearings)


def _turns_between(bearings: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the turn from each direction to each other, in billionths of a degree: int64 ``(k, k)``."""
    units = bearings / np.linalg.norm(bearings, axis=1)[:, None]
    apart, along = units[:, None] - units[None], units[:, None] + units[None]
    angles = 2 * np.degrees(np.arctan2(np.linalg.norm(apart, axis=2), np.linalg.norm(along, axis=2)))
    turns: NDArray[np.int64] = np.rint(angles * _UNITS).astype(np.int64)
    return turns
