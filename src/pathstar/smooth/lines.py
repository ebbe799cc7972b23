"""String pulling: straight lines between a path's own points."""

from __future__ import annotations

import numpy as np

from pathstar.maps.arguments import checked_switch
from pathstar.paths.path import Path
from pathstar.smooth.legs import leg_by_leg
from pathstar.smooth.path import SmoothPath, line_path, unchanged, without_straight_points
from pathstar.smooth.rules import LineRules


@leg_by_leg
def pull(path: Path, *, clearance: float = 0.0, dearer: bool = False) -> SmoothPath:
    """Pull a path straight: leave out points if a line past them is legal and costs no more.

    The result is the cheapest line over the path's own points, not merely a shorter one. The cost of a line
    is the integral of the cells' costs along it. A line follows the grid's corner rule; a unit with a size
    follows it with its whole body. Where the path itself comes nearer to walls than the clearance, its own
    steps stay.

    Args:
        path: A path on a `Grid` of plain squares, or on `Grid.sized` of one.
        clearance: The least distance of new lines from walls and from the border, in cells.
        dearer: Take the shortest line, even if it costs more than the path.

    Returns:
        A `SmoothPath`; an empty path is returned as it is.

    Raises:
        SpaceError: Another kind of space.
        OptionError: An option that is not such a number or switch.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]), (0, 0), (3, 2))
        >>> pull(path).points.tolist()
        [[0.0, 0.0], [0.0, 2.0], [3.0, 2.0]]
    """
    rules = LineRules(path.space, clearance)
    shortest = checked_switch("dearer", dearer)
    if len(path) < 2:
        return unchanged(path, rules)
    points = np.asarray(path.points, np.float64)
    line = without_straight_points(points[rules.pull(points, shortest)])
    return line_path(path, rules, line, int((~rules.free(line)).sum()))
