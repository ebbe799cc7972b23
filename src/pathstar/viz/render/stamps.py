"""Drawing shapes with smooth edges on an array of pixels.

Shapes of the same form at the same offset within a pixel share one stamp: it is drawn large once, scaled
down, and applied wherever such a shape lies. So ten thousand outlined squares are drawn only once. Small
stamps are kept for shapes of other colours, and for the other pictures of a film.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import need_extra
from pathstar.viz.display_list.shapes import Discs, Patches, Points, Strokes, dashed
from pathstar.viz.theme import RGB

_SMOOTH = 4  # the factor by which a stamp is drawn larger
_LARGE = 1 << 20  # pixels of a stamp from which a factor of 2 is enough
_SMALL = 1 << 14  # pixels of a stamp up to which it is kept
_MOST_KEPT = 1024  # stamps
_TURN = np.arange(48) * (np.pi / 24)


class _Pen(Hashable, Protocol):
    """A way to draw a form; pens that draw alike are equal."""

    @property
    def reach(self) -> int:
        """The number of pixels that it may reach beyond the form's points."""

    def draw(self, canvas: Any, points: Points, smooth: int) -> None:
        """Draw the form on a mask scaled up by this factor."""


@dataclass(frozen=True)
class _Inside:
    """Fills a polygon."""

    reach: int = 1

    def draw(self, canvas: Any, points: Points, smooth: int) -> None:
        """Draw the form on a mask scaled up by this factor."""
        canvas.polygon([*map(tuple, (points - 0.5).tolist())], fill=255)


@dataclass(frozen=True)
class _Line:
    """Draws a line through points.

    Attributes:
        width: Its thickness.
        dash: The lengths of dashes and gaps; None for a solid line.
        sharp: Whether it has square ends.
    """

    width: float
    dash: tuple[float, float] | None = None
    sharp: bool = False

    @property
    def reach(self) -> int:
        """The number of pixels that it may reach beyond its points."""
        return int(np.ceil(self.width / 2)) + 1

    def draw(self, canvas: Any, points: Points, smooth: int) -> None:
        """Draw the form on a mask scaled up by this factor."""
        thick = max(1, round(self.width * smooth))
        if self.sharp:
            (left, top), (right, low) = points.tolist()
            across, down = (thick / 2, 0) if left == right else (0, thick / 2)
            canvas.rectangle([left - across, top - down, right + across - 1, low + down - 1], fill=255)
            return
        dash = None if self.dash is None else (self.dash[0] * smooth, self.dash[1] * smooth)
        for part in [points] if dash is None else dashed(points, dash):
            corners = [*map(tuple, (part - 0.5).tolist())]
            canvas.line(corners, fill=255, width=thick, joint="curve")
            if dash is None and thick > 2:
                half = thick / 2
                for x, y in (corners[0], corners[-1]):
                    canvas.ellipse([x - half, y - half, x + half, y + half], fill=255)


# The share of each pixel that a form covers, uint8 ``[h, w]``, and the position of its corner.
_Stamp = tuple[NDArray[np.uint8], NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class _Form:
    """One form and the corners of the pixels where it lies.

    Attributes:
        points: Its points in pixels, relative to the corner, float64 ``(k, 2)``.
        corners: int64 ``(n, 2)``.
    """

    points: Points
    corners: NDArray[np.int64]


class Canvas:
    """An array of pixels to draw on.

    Args:
        pixels: uint8 ``[h, w, 3]``, contiguous, which is modified.

    Attributes:
        pixels: The array.
    """

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self.pixels = np.ascontiguousarray(pixels)

    @classmethod
    def blank(cls, width: int, height: int, page: RGB) -> Canvas:
        """Return a canvas of one colour."""
        blank = bytearray(bytes(page) * (width * height))
        return cls(np.frombuffer(blank, np.uint8).reshape(height, width, 3))

    def draw(self, shape: Patches | Discs | Strokes) -> None:
        """Draw a shape: its inside, then its outline."""
        if isinstance(shape, Strokes):
            pen = _Line(shape.width, shape.dash, sharp=shape.sharp)
            self._ink(shape.lines, pen, shape.ink)
            return
        if isinstance(shape, Discs):
            ring = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=-1) * shape.radius
            shape = Patches(
                shape.role, shape.centres[:, None, :] + ring, shape.fill, 1.0, shape.edge, shape.width
            )
        if shape.fill is not None:
            self._ink(shape.polygons, _Inside(), shape.fill, shape.opacity)
        if shape.edge is not None:
            closed = np.concatenate([shape.polygons, shape.polygons[:, :1]], axis=1)
            self._ink(closed, _Line(shape.width, shape.dash), shape.edge)

    def _ink(self, shapes: Iterable[Points], pen: _Pen, ink: RGB, opacity: float = 1.0) -> None:
        for form in _forms(shapes):
            cover, corner = _stamp_of(form.points, pen)
            self._lay(cover, form.corners + corner, np.array(ink, np.float32), opacity)

    def _lay(
        self, cover: NDArray[np.uint8], corners: NDArray[np.int64], ink: NDArray[np.float32], opacity: float
    ) -> None:
        """Blend an ink into the pixels under a stamp at all its positions."""
        height, width, _ = self.pixels.shape
        touched = np.flatnonzero((cover != 0).ravel())
        shares = cover.ravel()[touched]
        down, along = np.divmod(touched, cover.shape[1])
        x = (corners[:, 0, None] + along).ravel()
        y = (corners[:, 1, None] + down).ravel()
        share = np.broadcast_to(shares, (len(corners), len(shares))).ravel()
        if (corners < 0).any() or (corners + cover.shape[::-1] > (width, height)).any():
            inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
            x, y, share = x[inside], y[inside], share[inside]
        at = y * width + x
        flat = self.pixels.reshape(-1, 3)
        if opacity == 1.0:
            whole = share == 255
            flat[at[whole]] = ink
            at, share = at[~whole], share[~whole]
        under = flat[at].astype(np.float32)
        under += (ink - under) * (share * np.float32(opacity / 255))[:, None]
        under += 0.5
        flat[at] = under.astype(np.uint8)


def _forms(shapes: Iterable[Points]) -> Iterator[_Form]:
    """Yield the forms of shapes; forms that differ by less than a quarter of a pixel count as the same."""
    groups: dict[int, list[Points]] = {}
    for shape in shapes:
        groups.setdefault(len(shape), []).append(shape)
    for alike in groups.values():
        points = np.stack(alike)
        corners = np.floor(points.min(axis=1))
        if len(points) == 1:
            yield _Form(points[0] - corners, corners.astype(np.int64))
            continue
        quarters = np.round((points - corners[:, None, :]) * _SMOOTH)
        rows = np.ascontiguousarray(quarters.reshape(len(points), -1))
        known, which = np.unique(rows, axis=0, return_inverse=True)
        order = np.argsort(which.ravel(), kind="stable")
        ends = np.cumsum(np.bincount(which.ravel()))
        for form, mine in zip(known, np.split(order, ends[:-1]), strict=True):
            yield _Form(form.reshape(-1, 2) / _SMOOTH, corners[mine].astype(np.int64))


def _stamp_of(points: Points, pen: _Pen) -> _Stamp:
    wide, high = _size(points, pen)
    return _kept(points.tobytes(), pen) if wide * high <= _SMALL else _stamp(points, pen)


@lru_cache(maxsize=_MOST_KEPT)
def _kept(points: bytes, pen: _Pen) -> _Stamp:
    return _stamp(np.frombuffer(points).reshape(-1, 2), pen)


def _size(points: Points, pen: _Pen) -> tuple[int, int]:
    """Return the width and the height of a form in pixels."""
    wide, high = (np.ceil(points.max(axis=0)).astype(int) + 2 * pen.reach + 1).tolist()
    return wide, high


def _stamp(points: Points, pen: _Pen) -> _Stamp:
    image, canvas = need_extra("PIL.Image", "plot"), need_extra("PIL.ImageDraw", "plot")
    margin = pen.reach
    wide, high = _size(points, pen)
    smooth = _SMOOTH if wide * high <= _LARGE else 2
    large = image.new("L", (wide * smooth, high * smooth), 0)
    pen.draw(canvas.Draw(large), (points + margin) * smooth, smooth)
    return np.asarray(large.reduce(smooth)), np.array([-margin, -margin])
