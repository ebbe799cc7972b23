"""One path made smoother in several ways, with a row for each position of a slider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.path import Path
from pathstar.planners.find import find_path
from pathstar.smooth.curves import arcs, curve
from pathstar.smooth.funnels import funnel
from pathstar.smooth.lines import pull
from pathstar.smooth.path import Measures, SmoothPath, measures_of
from pathstar.smooth.rules import LineRules
from pathstar.smooth.swaps import swap
from pathstar.spaces.base import Space
from pathstar.spaces.grid import Grid
from pathstar.spaces.turning import Turning
from pathstar.studio.refusals import StudioError
from pathstar.words import Say

Points = NDArray[np.float64]

_TURN_COSTS = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # in straight steps
_CLEARANCES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5)
_RADII = (0.1, 0.25, 0.4, 0.5, 0.75, 1.0)
_ARCS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
_ALONE = (0.0,)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to make paths smoother.

    Attributes:
        values: The positions of its slider; one if there is nothing to choose.
        usual: The one that is shown first.
        line: Returns the smoother line of a path on a grid, at a position of the slider.
    """

    values: tuple[float, ...]
    usual: int
    line: Callable[[Grid, Path, float], Path]


@dataclass(frozen=True, slots=True)
class Row:
    """A line at one position of the slider.

    Attributes:
        value: The position.
        measures: The measures of the line.
        points: Its corners, ``(n, 2)``.
        kept: The number of places that stayed as they were; see `Report.kept` of `pathstar.smooth`.
    """

    value: float
    measures: Measures
    points: Points
    kept: int


def _points(path: Path) -> Points:
    return np.asarray(path.points, np.float64)[:, :2]


def _paid_turns(grid: Grid, path: Path, price: float) -> Path:
    """Search again with a price in straight steps for each turn by 45 degrees; if it is 0, do not."""
    if not price:
        return path
    places = list(path)
    return find_path(Turning(grid, price * grid.moves.straight), places[0], places[-1])


def _straightest(grid: Grid, path: Path, value: float) -> Path:
    places = list(path)
    return find_path(grid, places[0], places[-1], prefer="straight")


WAYS: Mapping[str, Way] = {
    "turning": Way(_TURN_COSTS, 4, _paid_turns),
    "straight": Way(_ALONE, 0, _straightest),
    "swap": Way(_ALONE, 0, lambda grid, path, value: swap(path)),
    "pull": Way(_CLEARANCES, 0, lambda grid, path, value: pull(path, clearance=value)),
    "funnel": Way(_RADII, 2, lambda grid, path, value: funnel(path, value)),
    "curve": Way(_CLEARANCES, 0, lambda grid, path, value: curve(pull(path, clearance=value))),
    "arcs": Way(_ARCS, 2, lambda grid, path, value: arcs(pull(path), value)),
}


def smoothings(space: Space, path: Path, way: str, stop: Callable[[], bool]) -> tuple[Row, list[Row]]:
    """Return a path as it is, and the smoother lines for all positions of a way's slider.

    Args:
        space: Where the path lies: a `Grid` of plain squares, or of units with a size on one.
        path: The path: one of steps, and not empty.
        way: A name of `WAYS`.
        stop: Returns whether to end early; then the later positions are left out.

    Raises:
        SpaceError: Another kind of space.
        StudioError: There is no path, or it is a line already.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1] * 6] * 4)
        >>> before, rows = smoothings(grid, ps.find_path(grid, (0, 0), (5, 3)), "pull", lambda: False)
        >>> before.measures.turns, rows[0].measures.turns, rows[0].points.tolist()
        (1, 0, [[0.0, 0.0], [5.0, 3.0]])
    """
    if not path or path.is_line:
        raise StudioError(Say("studio.refused.smooth"))
    rules, chosen = LineRules(space), WAYS[way]
    grid: Any = space  # the rules take no other kind

    def row(value: float, line: Path) -> Row:
        points = _points(line)
        kept = line.report.kept if isinstance(line, SmoothPath) else 0
        return Row(value, measures_of(rules, points), points, kept)

    rows: list[Row] = []
    for value in chosen.values:
        if rows and stop():
            break
        rows.append(row(value, chosen.line(grid, path, value)))
    return row(0.0, path), rows
