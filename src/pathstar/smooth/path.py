"""The result of smoothing: a path with a report."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar._core import PathResult
from pathstar.errors import OptionError, counted
from pathstar.paths.path import Leg, Method, Path, effort_of
from pathstar.smooth.mesh_rules import MeshRules
from pathstar.smooth.rules import LineRules, Points
from pathstar.smooth.speeds import speeds_along

_SAME_WAY = 1e-6  # radians

Rules = LineRules | MeshRules


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a line.

    Attributes:
        cost: The integral of the cells' costs along it, times the cost of a straight step; infinity without a
            path. On a path of steps that pay for the cell entered, `Path.cost` differs from it by the half
            cells at both ends.
        length: Its length in cells.
        turns: How often its direction changes.
        turning: The sum of all turns, in degrees.
        clearance: The least distance of the unit's centre from walls and from the border, in cells.
    """

    cost: float
    length: float
    turns: int
    turning: float
    clearance: float


@dataclass(frozen=True, slots=True)
class Report:
    """What smoothing did to a path.

    Attributes:
        before: The given path.
        after: The returned path.
        kept: How many places stayed as they were because the smoother line would not be legal there.
    """

    before: Measures
    after: Measures
    kept: int = 0

    def __str__(self) -> str:
        a, b = self.before, self.after
        kept = f"; {counted(self.kept, 'place')} stayed as before" if self.kept else ""
        return (
            f"cost {a.cost:.6g} to {b.cost:.6g}, length {a.length:.6g} to {b.length:.6g}, "
            f"turns {a.turns} to {b.turns} ({a.turning:.4g} to {b.turning:.4g} degrees), "
            f"clearance {a.clearance:.4g} to {b.clearance:.4g}{kept}"
        )


class SmoothPath(Path):
    """A smoothed path: a `Path` with a report, headings and curvature.

    Attributes:
        report: What smoothing did to cost, length, turns and least clearance.

    Example:
        >>> import pathstar as ps
        >>> path = ps.smooth.pull(ps.find_path(ps.Grid([[1] * 5] * 3), (0, 0), (4, 2)))
        >>> path.points.tolist(), path.report.before.turns, path.report.after.turns
        ([[0.0, 0.0], [4.0, 2.0]], 1, 0)
    """

    __slots__ = ("report",)

    report: Report

    @property
    def headings(self) -> NDArray[np.float64]:
        """The direction in which a unit faces at each point, float64 ``(n,)``: radians from x towards y.

        At a corner it is the mean of the directions before and after it.
        """
        along = _directions(np.asarray(self.points, np.float64))
        if not len(along):
            return np.zeros(len(self))
        means = np.concatenate([along[:1], along[:-1] + along[1:], along[-1:]])
        back = np.hypot(*means.T) < _SAME_WAY  # where it turns about: the direction before
        means[1:-1][back[1:-1]] = along[:-1][back[1:-1]]
        headings: NDArray[np.float64] = np.arctan2(means[:, 1], means[:, 0])
        return headings

    @property
    def curvature(self) -> NDArray[np.float64]:
        """The curvature at each point, float64 ``(n,)``: 1 / radius in cells, positive towards +y.

        It is the curvature of the circle through the point and its two neighbours, and 0 at both ends.
        """
        points = np.asarray(self.points, np.float64)
        curvature = np.zeros(len(points))
        if len(points) > 2:
            a, b, c = points[:-2], points[1:-1], points[2:]
            (ux, uy), (vx, vy) = (b - a).T, (c - b).T
            sides = np.hypot(ux, uy) * np.hypot(vx, vy) * np.hypot(*(c - a).T)
            area = ux * vy - uy * vx
            turned_about = (sides == 0) | ((area == 0) & (ux * vx + uy * vy < 0))
            curvature[1:-1] = np.where(turned_about, np.inf, 2 * area / np.where(sides == 0, 1, sides))
        return curvature

    def speeds(self, top: float, *, sideways: float, along: float) -> NDArray[np.float64]:
        """Return the maximum speed of a unit at each point if it starts and ends at rest.

        Args:
            top: The highest speed, in cells per unit of time.
            sideways: The largest sideways acceleration, in curves.
            along: The largest acceleration and deceleration along the path.

        Returns:
            Speeds, float64 ``(n,)``.

        Raises:
            OptionError: A limit that is not a number above 0.

        Example:
            >>> import pathstar as ps
            >>> line = ps.smooth.pull(ps.find_path(ps.Grid([[1] * 9]), (0, 0), (8, 0)))
            >>> ps.smooth.resample(line, 2).speeds(2, sideways=1, along=0.5).round(2).tolist()
            [0.0, 1.41, 2.0, 1.41, 0.0]
        """
        return speeds_along(np.asarray(self.points, np.float64), self.curvature, top, sideways, along)

    def __reduce__(self) -> tuple[Any, ...]:
        rebuild, parts = super().__reduce__()[:2]
        return _rebuilt, (rebuild, parts, self.report)


def _rebuilt(rebuild: Any, parts: tuple[Any, ...], report: Report) -> SmoothPath:
    path = rebuild(*parts)
    return _reported(path, path.core, path.method, report)


def check_is_path(path: object) -> None:
    """Check that an argument is a path that smoothing takes.

    Raises:
        OptionError: It is not a smooth path.
    """
    if not isinstance(path, Path):
        raise OptionError(f"path is {path!r}; allowed: a Path, such as find_path returns")


def rules_of(path: Path) -> Rules:
    """Return the rules for lines on the space of a path: a grid of squares, or a mesh.

    Raises:
        SpaceError: Another kind of space.
        OptionError: A path over links of a mesh, or something else than a path.
    """
    check_is_path(path)
    return MeshRules(path) if path.space.capabilities.plane else LineRules(path.space)


def measures_of(rules: Rules, points: Points) -> Measures:
    """Return the measures of a polyline; infinite cost without points, as without a path."""
    if not len(points):
        return Measures(math.inf, 0.0, 0, 0.0, math.inf)
    ends = points if len(points) > 1 else np.repeat(points, 2, axis=0)
    turns = turns_of(points)
    return Measures(
        cost=float(rules.costs(ends).sum()),
        length=float(np.hypot(*np.diff(points, axis=0).T).sum()),
        turns=int((turns > _SAME_WAY).sum()),
        turning=math.degrees(turns.sum()),
        clearance=rules.clearance(ends),
    )


def turns_of(points: Points) -> NDArray[np.float64]:
    """Return the angles by which a polyline turns between its parts, in radians from 0 to pi."""
    along = _directions(points)
    cross = along[:-1, 0] * along[1:, 1] - along[:-1, 1] * along[1:, 0]
    turns: NDArray[np.float64] = np.abs(np.arctan2(cross, (along[:-1] * along[1:]).sum(axis=1)))
    return turns


def _directions(points: Points) -> Points:
    """Return the directions of a polyline's parts, without those of length 0."""
    along = np.diff(points, axis=0)
    length = np.hypot(*along.T)
    moved = length > 0
    directions: Points = along[moved] / length[moved, None]
    return directions


def without_straight_points(points: Points) -> Points:
    """Return a polyline without repeated points and points where it goes straight on."""
    if len(points) < 2:
        return points
    moved = np.append(True, (np.diff(points, axis=0) != 0).any(axis=1))
    points = points[moved]
    kept = np.concatenate([[True], turns_of(points) > 1e-9, [True]]) if len(points) > 1 else [True]
    return points[kept]


def line_path(
    path: Path, rules: Rules, points: Points, kept: int = 0, legs: tuple[Leg, ...] = ()
) -> SmoothPath:
    """Return the path over a new polyline, with a report of the changes.

    Args:
        path: The original path.
        rules: The rules for lines on its space.
        points: The polyline ``(n, 2)``.
        kept: As in `Report`.
        legs: The legs of the new path, if it visits the places between them.
    """
    before = measures_of(rules, np.asarray(path.points, np.float64))
    after = measures_of(rules, points)
    no_nodes, flat = np.empty(0, np.uint32), np.ascontiguousarray(points).ravel()
    core = PathResult(path.status, after.cost, no_nodes, path.core.corner_rule, line=flat, **effort_of(path))
    # The new line costs no more, so the path's bound still holds.
    bound = path.bound if after.cost <= path.cost * (1 + 1e-9) else math.inf
    return _reported(path, core, replace(path.method, bound=bound, legs=legs), Report(before, after, kept))


def step_path(
    path: Path, rules: Rules, nodes: NDArray[np.uint32], cost: float, legs: tuple[Leg, ...] = ()
) -> SmoothPath:
    """Return the path over other nodes, with a report of the changes; arguments as `line_path`."""
    before = measures_of(rules, np.asarray(path.points, np.float64))
    after = measures_of(rules, path.space.places_of(nodes).astype(np.float64))
    core = PathResult(path.status, cost, nodes, path.core.corner_rule, **effort_of(path))
    return _reported(path, core, replace(path.method, legs=legs), Report(before, after))


def unchanged(path: Path, rules: Rules) -> SmoothPath:
    """Return the same path with a report, for one that is empty or has a single place."""
    same = measures_of(rules, np.asarray(path.points, np.float64))
    return _reported(path, path.core, path.method, Report(same, same))


def _reported(path: Path, core: PathResult, method: Method, report: Report) -> SmoothPath:
    """Return a path with the ends of another one, and a report."""
    smooth = SmoothPath(core, path.space, path.start, path.goal, method)
    smooth.report = report
    return smooth
