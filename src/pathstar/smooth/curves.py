"""Curves along a path: splines through its corners, and arcs in place of the corners."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.path import Path
from pathstar.smooth.path import Rules, SmoothPath, line_path, rules_of, unchanged, without_straight_points
from pathstar.smooth.rules import Points, checked_distance
from pathstar.smooth.sampling import parts_of

_HALVINGS = 4
_ARC_STEP = math.radians(10)
_TOUCH = 1e-9


def curve(path: Path, *, spacing: float = 0.25, clearance: float | None = None) -> SmoothPath:
    """Lay a smooth curve through the corners of a path: a centripetal Catmull-Rom spline.

    The curve is checked along its whole length. Where it would come too near to a wall, further points on the
    path draw it closer to the path; where that does not help, the path's own line stays. Two points make a
    straight line.

    Args:
        path: A path on a `Grid` of plain squares, on `Grid.sized` of one, or on a `NavMesh`, without links.
            Pull a path of steps first: a spline through every cell sways.
        spacing: The largest distance between two points on the curve, in cells.
        clearance: The least distance of the curve from walls, in cells; None means the path's own distance.

    Returns:
        A `SmoothPath`; its report says in ``kept`` how many parts stayed straight.

    Raises:
        SpaceError: Another kind of space.
        OptionError: A path over links; a spacing or clearance that is not such a number; or a spacing that
            cuts a line into more than ten million parts.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1] * 5] * 5), (0, 0), (4, 2))
        >>> bent = curve(path, spacing=1)
        >>> len(bent), bent.report.kept, bool(ps.check_path(path.space, bent))
        (6, 0, True)
    """
    rules = rules_of(path)
    largest = checked_distance("spacing", spacing)
    least = None if clearance is None else checked_distance("clearance", clearance, least=0.0)
    corners = without_straight_points(np.asarray(path.points, np.float64))
    if len(corners) < 2:
        return unchanged(path, rules)
    limit = _Limit(rules, corners, least)
    spans = _spans(corners, largest)
    for _ in range(_HALVINGS):
        wrong = [row for row, span in enumerate(spans) if not limit.allows(span)]
        halves = {row: half for row in wrong if (half := _half(rules, corners[row : row + 2])) is not None}
        if not halves:
            break
        corners = np.insert(corners, np.add(list(halves), 1), list(halves.values()), axis=0)
        spans = _spans(corners, largest)
    allowed = [limit.allows(span) for span in spans]
    parts = [span if good else span[[0, -1]] for span, good in zip(spans, allowed, strict=True)]
    points = np.concatenate([parts[0][:1], *(part[1:] for part in parts)])
    return line_path(path, rules, points, allowed.count(False))


def arcs(path: Path, radius: float, *, clearance: float | None = None) -> SmoothPath:
    """Round the corners of a path with arcs of a turning radius.

    An arc takes up at most half of each leg that it shares with another corner. Where it does not fit, or
    would come too near to a wall, the corner stays sharp.

    Args:
        path: A path on a `Grid` of plain squares, on `Grid.sized` of one, or on a `NavMesh`, without links.
        radius: The least turning radius of the unit, in cells.
        clearance: The least distance of the arcs from walls, in cells; None means the path's own distance.

    Returns:
        A `SmoothPath`; its report says in ``kept`` how many corners stayed sharp.

    Raises:
        SpaceError: Another kind of space.
        OptionError: A path over links, or a radius or clearance that is not such a number.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1] * 9, [1] + [0] * 8]), (0, 1), (8, 0))
        >>> arcs(path, 0.5, clearance=0.2).report.kept, arcs(path, 2).report.kept
        (0, 1)
    """
    rules = rules_of(path)
    turning = checked_distance("radius", radius)
    least = None if clearance is None else checked_distance("clearance", clearance, least=0.0)
    corners = without_straight_points(np.asarray(path.points, np.float64))
    if len(corners) < 2:
        return unchanged(path, rules)
    limit = _Limit(rules, corners, least)
    lengths = np.hypot(*np.diff(corners, axis=0).T)
    room = np.concatenate([lengths[:1], lengths[1:-1] / 2, lengths[-1:]]) if len(lengths) > 1 else lengths
    parts, kept = [corners[:1]], 0
    for row in range(1, len(corners) - 1):
        arc = _arc(corners[row - 1 : row + 2], turning, float(room[row - 1 : row + 1].min()))
        legal = arc is not None and limit.allows(arc)
        kept += not legal
        parts.append(arc if arc is not None and legal else corners[row : row + 1])
    points = np.concatenate([*parts, corners[-1:]])
    apart = np.hypot(*np.diff(points, axis=0).T) > _TOUCH  # arcs that use up a leg meet in its middle
    points = points[np.append(True, apart)]
    points[-1] = corners[-1]
    return line_path(path, rules, points, kept)


def _half(rules: Rules, leg: Points) -> Points | None:
    """Return the middle of a leg; None where rounding puts it beyond a wall along which the leg runs."""
    (half,) = rules.snapped(leg.mean(axis=0, keepdims=True))
    return half if rules.free(np.stack([leg[0], half, leg[1]])).all() else None


class _Limit:
    """The rules for curves: those for lines, and a distance from walls."""

    def __init__(self, rules: Rules, line: Points, clearance: float | None) -> None:
        self._rules = rules
        self._clearance = rules.clearance(line) if clearance is None else clearance

    def allows(self, points: Points) -> bool:
        """Return whether a polyline is legal and keeps its distance."""
        if not self._rules.free(points).all():
            return False
        return self._rules.clearance(points, self._clearance) >= self._clearance - _TOUCH


def _spans(corners: Points, spacing: float) -> list[Points]:
    """Return the points of a centripetal Catmull-Rom spline from each corner to the next, ends included."""
    if len(corners) == 2:
        return [corners]
    around = np.concatenate([2 * corners[:1] - corners[1:2], corners, 2 * corners[-1:] - corners[-2:-1]])
    spans = []
    for row in range(len(corners) - 1):
        length = math.dist(corners[row], corners[row + 1])
        spans.append(_catmull_rom(around[row : row + 4], parts_of(length, spacing)))
    return spans


def _catmull_rom(points: Points, count: int) -> Points:
    """Return count + 1 points of a centripetal Catmull-Rom spline between the middle two of four points.

    It uses the pyramid of Barry and Goldman 1988, A recursive evaluation algorithm for a class of Catmull-Rom
    splines.
    """
    knots = np.append(0.0, np.cumsum(np.sqrt(np.hypot(*np.diff(points, axis=0).T))))
    t = (knots[1] + (knots[2] - knots[1]) * np.arange(count + 1) / count)[:, None]

    def between(low: int, high: int, a: NDArray[np.float64], b: NDArray[np.float64]) -> Points:
        share: Points = (t - knots[low]) / (knots[high] - knots[low])
        blended: Points = a + (b - a) * share
        return blended

    lines = [between(row, row + 1, points[row], points[row + 1]) for row in range(3)]
    bows = [between(row, row + 2, lines[row], lines[row + 1]) for row in range(2)]
    spline = between(1, 2, *bows)
    spline[[0, -1]] = points[[1, 2]]
    return spline


def _arc(corner: Points, radius: float, room: float) -> Points | None:
    """Return the points of an arc that rounds a corner, or None if it does not fit."""
    (back, ahead) = corner[0] - corner[1], corner[2] - corner[1]
    back, ahead = back / np.hypot(*back), ahead / np.hypot(*ahead)
    turn = math.pi - math.acos(max(-1.0, min(1.0, float(back @ ahead))))
    if turn > math.pi - _TOUCH or (reach := radius * math.tan(turn / 2)) > room + _TOUCH:
        return None
    middle = (back + ahead) / np.hypot(*(back + ahead))
    centre = corner[1] + middle * radius / math.cos(turn / 2)
    first, last = corner[1] + back * reach, corner[1] + ahead * reach
    begin = math.atan2(*(first - centre)[::-1])
    by = turn if back[0] * ahead[1] - back[1] * ahead[0] < 0 else -turn
    angles = begin + by * np.linspace(0, 1, max(math.ceil(turn / _ARC_STEP), 2) + 1)
    arc: Points = centre + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    arc[[0, -1]] = first, last
    return arc
