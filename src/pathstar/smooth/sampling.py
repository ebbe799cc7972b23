"""Points at equal distances along a line."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.paths.path import Path
from pathstar.smooth.path import Rules, SmoothPath, line_path, rules_of, unchanged
from pathstar.smooth.rules import Points, checked_distance

MOST_PARTS = 10_000_000


def resample(path: Path, spacing: float = 0.5) -> SmoothPath:
    """Set points at equal distances along a path, for units that follow it by time.

    The distances are equal along the path, and at most the given one. Where the line between two points would
    cut into a wall, the corner between them stays as a further point.

    Args:
        path: A path on a `Grid` of plain squares, on `Grid.sized` of one, or on a `NavMesh`, without links.
        spacing: The largest distance between two points, in cells.

    Returns:
        A `SmoothPath`, which also has headings, curvature and speeds.

    Raises:
        SpaceError: Another kind of space.
        OptionError: A path over links, or the spacing is not a number above 0, or cuts the path into more
            than ten million parts.

    Example:
        >>> import pathstar as ps
        >>> line = resample(ps.find_path(ps.Grid([[1, 1, 1, 1]]), (0, 0), (3, 0)), 0.75)
        >>> line.points[:, 0].tolist(), line.headings.tolist()
        ([0.0, 0.75, 1.5, 2.25, 3.0], [0.0, 0.0, 0.0, 0.0, 0.0])
    """
    rules = rules_of(path)
    largest = checked_distance("spacing", spacing)
    points = np.asarray(path.points, np.float64)
    if len(points) < 2:
        return unchanged(path, rules)
    samples, at = sampled(points, largest)
    samples = rules.snapped(samples)
    wrong = np.flatnonzero(~rules.free(samples))
    corners = _arc_lengths(points)
    between = [
        row for step in wrong for row in np.flatnonzero((corners > at[step]) & (corners < at[step + 1]))
    ]
    order = np.argsort(np.concatenate([at, corners[between]]), kind="stable")
    line = np.concatenate([samples, points[between]])[order]
    is_given = np.isin(order, [0, len(samples) - 1]) | (order >= len(samples))
    return line_path(path, rules, _within_rules(line, is_given, points, rules), len(between))


def _within_rules(line: Points, is_given: NDArray[np.bool_], path: Points, rules: Rules) -> Points:
    """Return a line without samples that rounding has put beyond a wall along which the path runs."""
    while (wrong := ~rules.free(line)).any():
        dropped = (np.append(wrong, False) | np.append(False, wrong)) & ~is_given
        if not dropped.any():
            return path
        line, is_given = line[~dropped], is_given[~dropped]
    return line


def sampled(points: Points, spacing: float) -> tuple[Points, Points]:
    """Return points at equal distances along a polyline, and these distances from its start.

    Args:
        points: ``(n, 2)``.
        spacing: The largest distance between two; the ends are kept.
    """
    corners = _arc_lengths(points)
    count = parts_of(float(corners[-1]), spacing)
    at = corners[-1] * np.arange(count + 1) / count
    samples = np.stack([np.interp(at, corners, column) for column in points.T], axis=1)
    samples[[0, -1]] = points[[0, -1]]
    return samples, at


def parts_of(length: float, spacing: float) -> int:
    """Return the number of parts into which a line is cut, none longer than a spacing.

    Raises:
        OptionError: They are more than `MOST_PARTS`.
    """
    if length > spacing * MOST_PARTS:
        raise OptionError(
            f"spacing is {spacing!r}, which cuts a line of {length:.6g} cells into more than "
            f"{MOST_PARTS:,} parts; allowed: a number from {length / MOST_PARTS:.3g}, in cells"
        )
    return max(math.ceil(length / spacing - 1e-9), 1)


def _arc_lengths(points: Points) -> Points:
    lengths: Points = np.append(0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))
    return lengths
