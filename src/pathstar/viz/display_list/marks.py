"""Where the path and its ends stand in a picture: the geometry that PNG and SVG share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.layouts.measures import Layout
from pathstar.viz.scene import Scene

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Marker:
    """The start or the goal.

    Attributes:
        role: ``"start"`` or ``"goal"``.
        letter: What it is called on the board.
        centre: Where it stands, in pixels.
    """

    role: str
    letter: str
    centre: Point


def markers(scene: Scene, layout: Layout) -> list[Marker]:
    """Return the start and the goal of a scene, as far as it has them; the goal is drawn last."""
    ends = (("start", "A", scene.start), ("goal", "B", scene.goal))
    return [
        Marker(role, letter, _centres(scene, layout, np.array([place]))[0])
        for role, letter, place in ends
        if place is not None
    ]


def corners(scene: Scene, layout: Layout) -> list[Point]:
    """Return the path's line in pixels: its ends, and the places where it turns."""
    route = scene.route.astype(np.int64)
    if len(route) > 2:
        steps = np.diff(route, axis=0)
        turns = (steps[1:] != steps[:-1]).any(axis=1)
        route = route[np.concatenate([[True], turns, [True]])]
    return _centres(scene, layout, route)


def dots(scene: Scene, layout: Layout) -> list[Point]:
    """Return the centres of all squares of the path."""
    return _centres(scene, layout, scene.route)


def _centres(scene: Scene, layout: Layout, places: NDArray[np.integer]) -> list[Point]:
    if not len(places):
        return []
    if (layout.rows, layout.columns) != scene.ground.shape:
        places = scene.blocks(places, layout.rows, layout.columns)
    return [(x, y) for x, y in ((np.asarray(places) + 0.5) * layout.cell).tolist()]


def number(value: float) -> str:
    """Write a cost so that it fits into a corner of a square.

    Example:
        >>> number(68.0), number(14.142135), number(1234.5678)
        ('68', '14.14', '1235')
    """
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.2g}"


def corner_words(g: float, h: float) -> tuple[str, str, float]:
    """Return G and H as they stand side by side in a square, and how much smaller they must be to fit.

    Example:
        >>> corner_words(14.0, 40.0), corner_words(10.142, 11.071)
        (('14', '40', 1.0), ('10.1', '11.1', 0.8375))
    """
    words = [f"{part:.0f}" if 100 <= abs(part) < 1e4 else f"{part:.3g}" for part in (g, h)]
    room = sum(map(len, words)) - 0.5 * sum(word.count(".") for word in words)
    return words[0], words[1], min(1.0, 5.8625 / room)
