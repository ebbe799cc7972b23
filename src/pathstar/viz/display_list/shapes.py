"""The parts of a picture, before a renderer writes or draws them: a list of shapes, from back to front."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.theme import RGB

Points = NDArray[np.float64]

NOTHING = 255  # a kind of ground: there is no cell


@dataclass(frozen=True, eq=False)
class Patches:
    """Polygons that look the same.

    Attributes:
        role: Their role, such as ``"open"``: their class in an SVG.
        polygons: Their corners in pixels, float64 ``(n, k, 2)``.
        fill: The colour inside, or None.
        opacity: The opacity, from 0 to 1.
        edge: The colour of the outline, or None.
        width: The thickness of the outline.
        dash: The lengths of its dashes and gaps; empty for a solid line.
        ground: The kind of ground that they are, an index into `pathstar.viz.ground.colours`, or None.
    """

    role: str
    polygons: Points
    fill: RGB | None = None
    opacity: float = 1.0
    edge: RGB | None = None
    width: float = 0.0
    dash: tuple[float, float] | None = None
    ground: int | None = None


@dataclass(frozen=True, eq=False)
class Discs:
    """Discs that look the same.

    Attributes:
        role: Their role.
        centres: Their centres in pixels, float64 ``(n, 2)``.
        radius: Their radius.
        fill: The colour inside, or None for a ring.
        edge: The colour of the rim, or None.
        width: The thickness of the rim.
    """

    role: str
    centres: Points
    radius: float
    fill: RGB | None
    edge: RGB | None = None
    width: float = 0.0


@dataclass(frozen=True, eq=False)
class Strokes:
    """Lines that look the same.

    Attributes:
        role: Their role.
        lines: The corners of each in pixels, float64 ``(n, 2)``.
        ink: Their colour.
        width: Their thickness.
        dash: The lengths of dashes and gaps; empty for solid lines.
        sharp: Whether they lie on whole pixels and have square ends.
    """

    role: str
    lines: list[Points]
    ink: RGB
    width: float
    dash: tuple[float, float] | None = None
    sharp: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text.

    Attributes:
        at: Its position in pixels: that of its baseline, or of its middle.
        text: The text.
        size: Its height.
        ink: Its colour.
        rim: The colour around its letters, which makes it readable on any ground; or None.
        anchor: ``"start"``, ``"middle"`` or ``"end"``.
        central: Whether the position is that of its middle rather than its baseline.
        bold: Whether it is bold.
        names: The place that it names, or None.
    """

    at: tuple[float, float]
    text: str
    size: float
    ink: RGB
    rim: RGB | None = None
    anchor: str = "start"
    central: bool = False
    bold: bool = False
    names: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class Raster:
    """Pixels of the ground, enlarged without smoothing to a box.

    Attributes:
        pixels: uint8 ``[h, w, 3]``.
        width: Width of the box.
        height: Height of the box.
        left: The left edge of the box.
        top: The top edge of the box.
        kinds: The kind of ground of each pixel, uint8 ``[h, w]``, for renderers that write signs, or None.
        marks: What a search has made of each pixel, uint8 ``[h, w]``, or None; see `pathstar.viz.scene`.
    """

    pixels: NDArray[np.uint8]
    width: int
    height: int
    left: int = 0
    top: int = 0
    kinds: NDArray[np.uint8] | None = None
    marks: NDArray[np.uint8] | None = None


Shape = Patches | Discs | Strokes | Words | Raster


def diamonds(centres: Points, reach: float) -> Points:
    """Return diamonds around points, ``(n, 4, 2)``."""
    return centres[:, None, :] + np.array([(0, -1), (1, 0), (0, 1), (-1, 0)]) * reach


def dashed(line: Points, dash: tuple[float, float]) -> list[Points]:
    """Return the dashes of a line, for renderers that cannot draw dashes.

    Example:
        >>> [part.tolist() for part in dashed(np.array([(0.0, 0.0), (5.0, 0.0)]), (2.0, 1.0))]
        [[[0.0, 0.0], [2.0, 0.0]], [[3.0, 0.0], [5.0, 0.0]]]
    """
    lengths = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    parts = []
    for begin in np.arange(0.0, along[-1], max(sum(dash), 0.5)).tolist():
        end = min(begin + dash[0], float(along[-1]))
        inner = along[(along > begin) & (along < end)]
        at = np.concatenate([[begin], inner, [end]])
        parts.append(np.stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)], axis=-1))
    return parts
