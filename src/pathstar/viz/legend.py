"""The meaning of the colours of a picture, in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pathstar.viz.ground import COLOURS, FLOOR, TERRAIN, UNKNOWN, wall_shade
from pathstar.viz.look import TERRAINS
from pathstar.viz.scene import CLOSED, CURRENT, OPEN, Scene
from pathstar.viz.theme import RGB, Theme

ROW = 30  # pixels from one row of a legend to the next
_NARROWEST = 240
RAMPS = ("shades", "field")
SEARCH = ("open", "closed", "current")
BAR = 120  # pixels of a colour bar


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a legend.

    Attributes:
        role: A role of the theme, ``"terrain"``, or ``"shades"`` for the shades of costs and ``"field"`` for
            those of a field.
        words: Its meaning.
        left: Its left edge in its row, in pixels.
        wall: The shade of wall that it explains.
    """

    role: str
    words: str
    left: int = 0
    wall: int = 0

    @property
    def words_at(self) -> int:
        """The left edge of the words, in pixels."""
        return self.left + self._swatch_width + 7

    @property
    def right(self) -> int:
        """The left edge of the next entry, given the maximum width of words."""
        return self.words_at + round(7.6 * len(self.words)) + 14

    @property
    def _swatch_width(self) -> int:
        return BAR if self.role in RAMPS else 16

    def colour(self, theme: Theme) -> RGB:
        """Return its colour, as it tints small squares."""
        if self.role == "wall":
            return wall_shade(theme, self.wall)
        if self.role in ("claimed", "side"):
            return theme.goal
        if self.role == "terrain":
            return theme.terrain[self.words]
        found: RGB = theme.filled(self.role) if self.role in SEARCH else getattr(theme, self.role)
        return found


def legend_of(scene: Scene) -> list[Entry]:
    """Return the entries for what is in a scene.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1, 1, 0]]), (0, 0), (1, 0))
        >>> from pathstar.viz.scene import scene_of
        >>> [entry.words for entry in legend_of(scene_of(path))]
        ['A start', 'B target', 'path', 'wall']
    """
    kinds = np.bincount(scene.inks.ravel() % COLOURS, minlength=COLOURS)
    search = np.zeros(4, int) if scene.search is None else np.bincount(scene.search.ravel(), minlength=4)
    rows = [
        ("start", "A start", scene.start is not None),
        ("goal", "B target", scene.goal is not None),
        ("path", "paths" if scene.routes else "path", len(scene.route) > 0 or len(scene.routes) > 0),
        ("current", "current", search[CURRENT]),
        ("closed", "closed (visited)", search[CLOSED]),
        ("open", "open", search[OPEN]),
        ("wall", "wall", kinds[:UNKNOWN].any() and not scene.walls),
        ("unknown", "unknown", kinds[UNKNOWN:FLOOR].any()),
        ("claimed", "claimed", len(scene.claimed) > 0),
        ("side", "searched from B", len(scene.from_goal) > 0),
    ]
    entries = [Entry(role, words) for role, words, there in rows if there]
    entries += [Entry("wall", words, wall=wall) for wall, words in enumerate(scene.walls) if words]
    entries += [Entry("terrain", name) for i, name in enumerate(TERRAINS) if kinds[TERRAIN + i]]
    if scene.shading is not None and kinds[FLOOR:TERRAIN].any():
        shading = scene.shading
        words = f"{shading.what} {shading.low} to {shading.high}"
        entries.append(Entry("field" if shading.is_field else "shades", words))
    return entries


def legend_rows(entries: list[Entry], width: int) -> list[list[Entry]]:
    """Distribute entries over rows of a given width in pixels."""
    rows: list[list[Entry]] = []
    left = width
    for entry in entries:
        placed = replace(entry, left=left)
        if placed.right > max(width, _NARROWEST) or not rows:
            placed = replace(entry, left=0)
            rows.append([])
        rows[-1].append(placed)
        left = placed.right
    return rows
