"""Smoothing a path through several places leg by leg, so that it still visits all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec, cast

import numpy as np

from pathstar._core import PathResult
from pathstar.paths.path import Leg, Path
from pathstar.smooth.path import SmoothPath, check_is_path, line_path, rules_of, step_path

P = ParamSpec("P")
Smooth = Callable[Concatenate[Path, P], SmoothPath]


def leg_by_leg(smooth: Smooth[P]) -> Smooth[P]:
    """Return a way of smoothing that keeps the places in `Path.via`.

    Raises:
        OptionError: The argument of the smoothing is not a path.
    """

    @wraps(smooth)
    def smoothed(path: Path, *options: P.args, **named: P.kwargs) -> SmoothPath:
        check_is_path(path)
        ends = _ends_of_legs(path)
        if len(ends) < 2:
            return smooth(path, *options, **named)
        begins = [0, *ends[:-1]]
        parts = zip(begins, ends, _legs_of(path), strict=True)
        return _joined(path, [smooth(_part(path, *part), *options, **named) for part in parts])

    return cast("Smooth[P]", smoothed)


def _ends_of_legs(path: Path) -> list[int]:
    """Return the rows of its points at which the legs end; nothing if a leg does not end at a point."""
    points, ends, row = np.asarray(path.points), [], 0
    for place in path.via:
        at = np.flatnonzero((points[row:] == np.asarray(place)).all(axis=1))
        if not len(at):
            return []
        row += int(at[0])
        ends.append(row)
    return [*ends, len(points) - 1]


def _legs_of(path: Path) -> list[Leg]:
    """Return the legs of a path, including the beginning of a leg that a limit has cut short."""
    legs = list(path.legs)
    return legs if path else [*legs, Leg(path.goal, path.cost - sum(leg.cost for leg in legs))]


def _part(path: Path, begin: int, end: int, leg: Leg) -> Path:
    """Return one leg as a path of its own."""
    line = path.points[begin : end + 1].ravel() if path.is_line else None
    nodes = np.empty(0, np.uint32) if path.is_line else path.nodes[begin : end + 1]
    core = PathResult(path.status, leg.cost, nodes, path.core.corner_rule, line=line)
    return Path(core, path.space, path[begin], leg.goal, replace(path.method, legs=()))


def _joined(path: Path, legs: list[SmoothPath]) -> SmoothPath:
    """Return smooth legs as one path."""
    whole = legs[: len(path.legs)]
    kept = tuple(Leg(old.goal, leg.cost) for old, leg in zip(path.legs, whole, strict=True))
    rules = rules_of(path)
    if any(leg.is_line for leg in legs):  # a leg of a single place is not a line
        points = np.concatenate([legs[0].points, *(leg.points[1:] for leg in legs[1:])]).astype(np.float64)
        return line_path(path, rules, points, sum(leg.report.kept for leg in legs), kept)
    nodes = np.concatenate([legs[0].nodes, *(leg.nodes[1:] for leg in legs[1:])])
    return step_path(path, rules, nodes, sum(leg.cost for leg in legs), kept)
