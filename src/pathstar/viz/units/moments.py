"""One moment as a display list: units as discs, their goals as rings, what they have yet to walk as lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.compose import display_list
from pathstar.viz.display_list.picture import Picture
from pathstar.viz.display_list.shapes import Discs, Patches, Points, Raster, Shape, Strokes, Words
from pathstar.viz.layouts.sheet import Sheet, sheet_of
from pathstar.viz.theme import Theme, mix
from pathstar.viz.units.tracks import SIDES, Tracks, ground_moments, ink_of, scene_at, sides_of

MOST_DISCS = 2000  # more are drawn as a density
_MOST_LINES = 300
_NUMBERS_FROM = 22  # pixels across a square
_FULL = 1.2  # units in a square that are drawn as the darkest density


class Stage:
    """The ground of all moments, drawn again only when it changes.

    Args:
        tracks: The units.
        theme: The colours.
        cell: Pixels per square; by default as for other pictures.
        follow: A unit whose claims are shaded, or None.

    Attributes:
        map: The map below the last picture.
    """

    def __init__(self, tracks: Tracks, theme: Theme, cell: int | None, follow: int | None) -> None:
        self.tracks = tracks
        self.theme = theme
        self._moments = ground_moments(tracks)
        self._drawn = 0  # the moment whose ground is drawn
        self.map, scene = scene_at(tracks, self._drawn)
        self.sheet: Sheet = sheet_of(scene.layout, cell)
        self._follow = follow
        self._ground = list(display_list(scene, theme, self.sheet))
        self._sides = sides_of(tracks)

    def _draw_ground(self, moment: int) -> None:
        last = self._moments[bisect_right(self._moments, moment) - 1]
        if last != self._drawn:
            self._drawn = last
            self.map, scene = scene_at(self.tracks, last)
            self._ground = list(display_list(scene, self.theme, self.sheet))

    def picture(self, moment: int) -> Picture:
        """Return one moment; `map` is then the ground in it."""
        self._draw_ground(moment)
        here = self.tracks.positions[moment]
        present = np.flatnonzero(~np.isnan(here[:, 0]))
        shapes = list(self._ground)
        if len(present) > MOST_DISCS:
            shapes += self._density(here[present])
        else:
            shapes += [*self._claimed(moment), *self._lines(moment, present), *self._units(moment, present)]
        return Picture(shapes, self.sheet.width, self.sheet.height)

    def _pixels(self, points: NDArray[np.float64]) -> Points:
        pixels: Points = (points + 0.5) * self.sheet.scale
        return pixels

    def _cells(self, nodes: NDArray[np.int64]) -> Points:
        width = self.tracks.map.width
        return self._pixels(np.stack([nodes % width, nodes // width], axis=-1))

    def _claimed(self, moment: int) -> Iterator[Shape]:
        """Shade the squares that the followed unit has yet to enter, and ring the unit."""
        if self._follow is None:
            return
        ink = ink_of(self.theme, int(self._sides[self._follow]))
        claims = np.unique(self.tracks.claims(moment, self._follow))
        if len(claims):
            yield Patches("claimed", self.sheet.polygons(claims), ink, 0.35)
        at = self.tracks.positions[moment, self._follow]
        if not np.isnan(at[0]):
            reach = (self.tracks.radii[self._follow] + 0.2) * self.sheet.scale
            yield Discs("followed", self._pixels(at[None]), reach, None, self.theme.text, 2.0)

    def _lines(self, moment: int, present: NDArray[np.int64]) -> Iterator[Shape]:
        """Draw the coming paths, each with a ring at its end."""
        if len(present) > _MOST_LINES:
            return
        for side in range(len(SIDES)):
            lines, ends = [], []
            for unit in present[self._sides[present] == side].tolist():
                claims = self.tracks.claims(moment, unit)
                if len(claims):
                    here = self._pixels(self.tracks.positions[moment, unit][None])
                    lines.append(np.concatenate([here, self._cells(claims)]))
                    ends.append(lines[-1][-1])
            if lines:
                ink = ink_of(self.theme, side)
                thick = max(1.0, self.sheet.scale * 0.07)
                yield Strokes("coming", lines, mix(self.theme.floor, ink, 0.45), thick)
                yield Discs("target", np.array(ends), self.sheet.scale * 0.3, None, ink, thick)

    def _units(self, moment: int, present: NDArray[np.int64]) -> Iterator[Shape]:
        tracks, scale = self.tracks, self.sheet.scale
        at = self._pixels(tracks.positions[moment])
        for side in range(len(SIDES)):
            for radius in np.unique(tracks.radii).tolist():
                units = present[(self._sides[present] == side) & (tracks.radii[present] == radius)]
                if len(units):
                    reach = max(1.5, radius * scale * 0.85)
                    ink, rim = ink_of(self.theme, side), self.theme.halo
                    yield Discs("unit", at[units], reach, ink, rim, max(1.0, scale * 0.04))
        if scale < _NUMBERS_FROM:
            return
        for unit in present.tolist():
            ink = self.theme.text_on(ink_of(self.theme, int(self._sides[unit])))
            x, y = at[unit].tolist()
            yield Words((x, y), str(unit), scale * 0.36, ink, anchor="middle", central=True)
        yield from self._clocks(at[present[tracks.waiting[moment, present]]])

    def _clocks(self, centres: Points) -> Iterator[Shape]:
        """Draw a small clock beside each unit that waits."""
        if not len(centres):
            return
        reach = self.sheet.scale * 0.15
        at = centres + self.sheet.scale * np.array([0.33, -0.33])
        yield Discs("clock", at, reach, self.theme.page, self.theme.text, 1.0)
        hands = [np.array([(0.0, -0.75), (0.0, 0.0), (0.5, 0.0)]) * reach + centre for centre in at]
        yield Strokes("clock", hands, self.theme.text, 1.0)

    def _density(self, here: NDArray[np.float64]) -> list[Shape]:
        """Shade squares by the number of units on them."""
        height, width = self.tracks.map.shape
        cells = np.clip(np.floor(here + 0.5).astype(np.int64), 0, (width - 1, height - 1))
        counts = np.bincount(cells[:, 1] * width + cells[:, 0], minlength=width * height)
        shades = self.theme.field_ramp(64)
        some = np.flatnonzero(counts)
        levels = np.minimum(counts[some] / _FULL * 63, 63).astype(np.int64)
        ground = next((shape for shape in self._ground if isinstance(shape, Raster)), None)
        assert ground is not None  # squares are drawn as a raster
        rows = (np.arange(height) * ground.pixels.shape[0] + ground.pixels.shape[0] // 2) // height
        columns = (np.arange(width) * ground.pixels.shape[1] + ground.pixels.shape[1] // 2) // width
        pixels = ground.pixels[rows][:, columns].copy()
        pixels.reshape(-1, 3)[some] = shades[levels]
        return [Raster(pixels, self.sheet.width, self.sheet.height)]
