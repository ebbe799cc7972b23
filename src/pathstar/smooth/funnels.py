"""The funnel: the shortest line in the corridor of a path, around its corners at a distance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_switch
from pathstar.paths.path import Path
from pathstar.smooth.legs import leg_by_leg
from pathstar.smooth.lines import pull
from pathstar.smooth.path import SmoothPath, line_path, measures_of, unchanged, without_straight_points
from pathstar.smooth.rules import LineRules, Points, checked_distance

_ARC_STEP = math.radians(15)
_ROUNDING = 1e-9
_SAME_WAY = 1e-12  # radians
Vector = tuple[float, float]


@leg_by_leg
def funnel(path: Path, radius: float | None = None, *, dearer: bool = False) -> SmoothPath:
    """Find the shortest line that passes all walls on the same sides as a path.

    It is exact: the corridor is the sequence of rows of walkable cells that the path goes through, and the
    funnel algorithm finds the shortest line in it (Lee and Preparata 1984, Euclidean shortest paths in the
    presence of rectilinear barriers). With a radius, the line goes around each corner on an arc, drawn as
    short straight parts outside the arc. Up to a radius of 0.5, a disc fits wherever steps lead; a larger one
    may meet further walls beyond the corridor, and then the path is pulled straight at that clearance
    instead.

    Args:
        path: A path of steps on a `Grid` of plain squares, or on ``Grid.sized(radius=...)`` of one.
        radius: The distance to keep from corners, in cells; None means the radius of the unit, which is 0 on
            a `Grid`. Under the corner rule ``"no_cut"`` it must be above 0: a line may not touch a corner.
        dearer: Return the shortest line, even if it costs more than the path.

    Returns:
        A `SmoothPath`. In its report, ``kept`` says whether the corridor was too narrow, or the shortest line
            dearer.

    Raises:
        SpaceError: Another kind of space.
        OptionError: The path is a line, the unit is a square, or the radius is not such a number.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1], [1, 0, 0, 1]], moves=ps.Moves(corners="no_squeeze"))
        >>> funnel(ps.find_path(grid, (0, 1), (3, 1))).points.tolist()
        [[0.0, 1.0], [0.5, 0.5], [2.5, 0.5], [3.0, 1.0]]
    """
    own = LineRules(path.space)
    away = own.radius if radius is None else checked_distance("radius", radius, least=0.0)
    _check(path, own, away)
    rules, shortest = LineRules(path.space, away), checked_switch("dearer", dearer)
    if len(path) < 2:
        return unchanged(path, own)
    points = without_straight_points(_taut_line(path, max(away, own.radius)))
    if not len(points) or not rules.free(points).all():
        pulled = pull(path, clearance=away, dearer=shortest)
        return line_path(path, rules, pulled.points, pulled.report.kept + 1)
    before = measures_of(own, np.asarray(path.points, np.float64))
    if not shortest and measures_of(own, points).cost > before.cost * (1 + _ROUNDING):
        return line_path(path, own, without_straight_points(np.asarray(path.points, np.float64)), 1)
    return line_path(path, rules, points)


def _check(path: Path, rules: LineRules, away: float) -> None:
    if path.is_line:
        raise OptionError("funnel needs a path of steps, and this one is a line already")
    if rules.side > 1:
        raise OptionError("funnel is for points and discs; for a unit of several squares use pull")
    space: Any = path.space
    if max(away, rules.radius) == 0 and space.moves.corners == "no_cut":
        raise OptionError(
            "radius is 0, but under the corner rule no_cut a line may not touch a corner; "
            "allowed: a radius above 0, such as 0.5, or a grid with the rule no_squeeze"
        )


@dataclass(frozen=True, slots=True)
class _Post:
    """A post of a taut line: a corner with the disc around it, or an end of the line.

    Attributes:
        at: Its centre.
        reach: The distance of the line from it: positive if it lies on the left, negative on the right.
    """

    at: Vector
    reach: float


@dataclass(frozen=True, slots=True)
class _Gate:
    """The place where a corridor leads from one row to the next.

    Attributes:
        posts: Its left and right ends.
        forward: The heading of a unit that goes through.
        around: The corners of the row, on the left and on the right, between the ends of the gate before and
            the ends of this one, if those lie on the same line.
    """

    posts: tuple[_Post, _Post]
    forward: float
    around: tuple[tuple[Vector, ...], tuple[Vector, ...]] = ((), ())


def _taut_line(path: Path, radius: float) -> Points:
    """Return the shortest line in the corridor of a path; no points if discs do not fit through."""
    space: Any = path.space.ground
    cells = path.points.tolist()
    posts = _funnel(_Post(tuple(cells[0]), 0.0), _portals(space.walkable, cells, radius), tuple(cells[-1]))
    return np.array(_around(posts), float).reshape(-1, 2)


def _portals(walkable: Any, cells: list[list[int]], radius: float) -> list[_Gate]:
    """Return the left and the right end of each place where a path changes from one row to the next.

    A path that leaves a run of cells and comes back the same way counts as never leaving it.
    """
    runs: list[tuple[int, int, int]] = []
    for x, y in cells:
        if runs and runs[-1][0] == y and runs[-1][1] <= x <= runs[-1][2]:
            continue
        walls = np.flatnonzero(~walkable[y])
        beyond = int(np.searchsorted(walls, x))
        low = int(walls[beyond - 1]) + 1 if beyond else 0
        run = (y, low, int(walls[beyond]) - 1 if beyond < len(walls) else walkable.shape[1] - 1)
        if len(runs) > 1 and runs[-2] == run:
            runs.pop()
        else:
            runs.append(run)
    portals: list[_Gate] = []
    for (y, low, high), (below, other_low, other_high) in pairwise(runs):
        ends = [(at, (y + below) / 2) for at in (max(low, other_low) - 0.5, min(high, other_high) + 0.5)]
        left, right = ends[::-1] if below > y else ends  # walking down, larger x is on the left
        forward = math.copysign(math.pi / 2, below - y)
        posts = _Post(left, radius), _Post(right, -radius)
        portals.append(_Gate(posts, forward, _outer_corners(portals[-1] if portals else None, posts)))
    return portals


def _outer_corners(
    before: _Gate | None, posts: tuple[_Post, _Post]
) -> tuple[tuple[Vector, ...], tuple[Vector, ...]]:
    """Return the corners on the outer side of a corridor that turns about in one row."""
    if before is None or before.posts[0].at[1] != posts[0].at[1]:
        return (), ()
    far = posts[0].at[1] + math.copysign(1.0, before.forward)
    left, right = (tuple((end.at[0], far) for end in ends) for ends in zip(before.posts, posts, strict=True))
    to_the_right = (posts[0].at[0] < before.posts[0].at[0]) == (before.forward > 0)
    return (left, ()) if to_the_right else ((), right)


def _funnel(start: _Post, portals: list[_Gate], goal: Vector) -> list[_Post]:
    """Return the posts that a taut line turns around, from start to goal; none if a post does not fit.

    Headings are unwound: those of successive posts on one side differ by less than half a turn.
    """
    end = _Post(goal, 0.0)
    gates = [*portals, _Gate((end, end), 0.0)]
    chain, row, turned = [start], 0, -1
    passed: set[tuple[int, int]] = set()
    bounds: list[tuple[float, int] | None] = [None, None]  # how far the line may turn left, and right
    last = [gates[0].forward] * 2  # the headings of the last post on each side
    while row < len(gates):
        for side, post in enumerate(gates[row].posts):
            if (row, side) in passed or post.at == chain[-1].at:
                continue
            toward = _heading(chain[-1], post)
            if toward is None:
                return []
            for corner in gates[row].around[side] if row > turned else ():
                last[side] = _unwound(_heading(chain[-1], _Post(corner, chain[-1].reach)), last[side])
            heading = last[side] = _unwound(toward, last[side])
            turn = 1 if side == 0 else -1  # the left bound tightens to the right, the right one to the left
            own, other = bounds[side], bounds[1 - side]
            if own is not None and turn * (heading - own[0]) < -_SAME_WAY:
                continue
            if other is not None and turn * (heading - other[0]) > _SAME_WAY:
                row, side = _first_passed(chain[-1], gates, (other[1], 1 - side), (row, side))
                passed |= _behind(chain[-1], gates[row].posts, (row, side))
                chain.append(gates[row].posts[side])
                turned = row
                bounds, last = [None, None], [gates[row].forward] * 2
                row -= 1  # the other post of this gate may lie ahead
                break
            bounds[side] = (heading, row)
        row += 1
    return [*chain, end]


def _first_passed(
    apex: _Post, gates: list[_Gate], held: tuple[int, int], new: tuple[int, int]
) -> tuple[int, int]:
    """Return which of two posts a line turns around first: that of the earlier gate, or the nearer one."""
    nearer = _apart(apex, gates[new[0]].posts[new[1]]) < _apart(apex, gates[held[0]].posts[held[1]])
    return new if held[0] == new[0] and nearer else held


def _behind(apex: _Post, gate: tuple[_Post, _Post], chosen: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the posts of a gate that a line has passed once it turns around one of them."""
    row, side = chosen
    nearer = _apart(apex, gate[1 - side]) <= _apart(apex, gate[side])
    return {chosen, (row, 1 - side)} if nearer else {chosen}


def _apart(a: _Post, b: _Post) -> float:
    return math.dist(a.at, b.at)


def _unwound(heading: float | None, last: float) -> float:
    """Return a heading plus whole turns, so that it differs by at most half a turn from the last one."""
    return last if heading is None else last + (heading - last + math.pi) % (2 * math.pi) - math.pi


def _heading(a: _Post, b: _Post) -> float | None:
    """Return the heading of the line that passes two posts, in radians; None if they are too near."""
    dx, dy = b.at[0] - a.at[0], b.at[1] - a.at[1]
    aside = a.reach - b.reach
    along = dx * dx + dy * dy - aside * aside
    if along < 0:
        return None
    along = math.sqrt(along)
    return math.atan2(along * dy - aside * dx, along * dx + aside * dy)


def _around(posts: list[_Post]) -> list[Vector]:
    """Return the points of the line along a chain of posts, with arcs as tangents outside their discs."""
    if not posts:
        return []
    points = [posts[0].at]
    arrived = 0.0
    for post, following in pairwise(posts):
        heading = _heading(post, following)
        if heading is None:
            return []
        if post is not posts[0]:
            points += _arc(post, arrived, heading)
        arrived = heading
    return [*points, posts[-1].at]


def _arc(post: _Post, arrived: float, leaves: float) -> list[Vector]:
    """Return the corners of tangents around a disc, from the heading of arrival to that of leaving."""
    if post.reach == 0:
        return [post.at]
    turn = (leaves - arrived + math.pi) % (2 * math.pi) - math.pi
    count = max(math.ceil(abs(turn) / _ARC_STEP), 1)
    step = turn / count
    # Beyond the disc's border: the tangents themselves touch it.
    reach = abs(post.reach) / math.cos(step / 2)
    side = math.pi / 2 if post.reach > 0 else -math.pi / 2
    angles = [arrived + side + step * (part + 0.5) for part in range(count)]
    return [(post.at[0] + reach * math.cos(at), post.at[1] + reach * math.sin(at)) for at in angles]
