"""The figures that stand beside a picture, and a sentence that says what it shows."""

from __future__ import annotations

import math

from pathstar._core import Status
from pathstar.maps.map import Map
from pathstar.paths.path import Path
from pathstar.traces.trace import Trace
from pathstar.viz.scene import Drawable

_STATUS_WORDS = {
    Status.FOUND: "found",
    Status.NO_PATH: "no path",
    Status.BLOCKED_START: "the start is not walkable",
    Status.BLOCKED_GOAL: "the goal is not walkable",
    Status.LIMIT: "stopped by a limit",
    Status.RUNNING: "running",
}


def status_words(status: Status) -> str:
    """Return what became of a search, in words.

    Example:
        >>> status_words(Status.NO_PATH)
        'no path'
    """
    return _STATUS_WORDS[status]


def bound_words(bound: float) -> str:
    """Return what is promised of a path's cost, in words.

    Example:
        >>> bound_words(1.0), bound_words(2.0), bound_words(math.inf)
        ('optimal', 'at most 2 x the optimum', 'nothing promised')
    """
    if bound == 1:
        return "optimal"
    return f"at most {bound:.4g} x the optimum" if math.isfinite(bound) else "nothing promised"


def figures_of(thing: Drawable) -> list[tuple[str, str]]:
    """Return the figures of a map, grid, path or trace as pairs of name and value.

    Example:
        >>> import pathstar as ps
        >>> dict(figures_of(ps.Grid([[1, 1, 0, 1]])))["walkable"]
        '3 (75 %)'
    """
    if isinstance(thing, Trace):
        return [*figures_of(thing.path), ("steps", f"{len(thing):,}")]
    if isinstance(thing, Path):
        return _path_figures(thing)
    walkable = thing.passable if isinstance(thing, Map) else thing.walkable
    free = int(walkable.sum())
    share = 100 * free / walkable.size
    figures = [("size", f"{thing.width} x {thing.height}"), ("walkable", f"{free:,} ({share:.3g} %)")]
    if isinstance(thing, Map):
        figures.append(("layers", ", ".join(thing.layers)))
    else:
        figures.append(("moves", f"{thing.moves.directions} directions, {thing.moves.corners}"))
    return figures


def _path_figures(path: Path) -> list[tuple[str, str]]:
    stats = path.stats
    figures = [("status", status_words(path.status))]
    if path:
        figures += [
            ("cost", f"{path.cost:.10g}"),
            ("places", f"{len(path):,}"),
            ("guarantee", bound_words(path.bound)),
        ]
    return [*figures, ("expanded", f"{stats.expanded:,}"), ("algorithm", stats.algorithm)]


def title_of(thing: Drawable) -> str:
    """Return a short title.

    Example:
        >>> import pathstar as ps
        >>> title_of(ps.Grid([[1, 1, 0, 1]]))
        'Grid of 4 x 1'
    """
    if isinstance(thing, Trace):
        path = thing.path
        return f"Search from {_place(path.start)} to {_place(path.goal)}"
    if isinstance(thing, Path):
        return f"Path from {_place(thing.start)} to {_place(thing.goal)}"
    if isinstance(thing, Map) and thing.name:
        return thing.name
    return f"{type(thing).__name__} of {thing.width} x {thing.height}"


def _place(place: tuple[int, ...]) -> str:
    return "(" + ", ".join(str(int(part)) for part in place) + ")"


def description_of(thing: Drawable) -> str:
    """Return a sentence for those who cannot see the picture."""
    return "; ".join(f"{name}: {value}" for name, value in figures_of(thing)) + "."
