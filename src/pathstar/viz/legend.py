"""The meaning of the colours of a picture, in words."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.ground import COLOURS, FLOOR, TERRAIN, UNKNOWN, Shading, wall_shade
from pathstar.viz.look import TERRAINS
from pathstar.viz.marks import CLOSED, CURRENT, OPEN
from pathstar.viz.scale import Scale
from pathstar.viz.scene import Scene
from pathstar.viz.theme import RGB, Theme
from pathstar.words import Catalogue, Say, Value, catalogue

ROW = 30  # pixels from one row of a legend to the next
_NARROWEST = 240
RAMPS = ("shades", "field")
SEARCH = ("open", "closed", "current")
_ROLES = {"paths": "path", "walked": "closed"}  # of keys of messages that are not roles
BAR = 120  # pixels of a colour bar
SCALED_BAR = 240  # pixels of a bar with numbers below it
SCALE = 16  # pixels of these numbers, from top to bottom


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a legend.

    Attributes:
        role: A role of the theme, ``"terrain"``, or ``"shades"`` for the shades of costs and ``"field"`` for
            those of a field.
        words: Its meaning, in the language of the picture.
        terrain: The name of the terrain that it explains, or empty.
        left: Its left edge in its row, in pixels.
        wall: The shade of wall that it explains.
        scale: The numbers below a colour bar, or None.
        lines: The values of contour lines, which a colour bar marks.
    """

    role: str
    words: str
    terrain: str = ""
    left: int = 0
    wall: int = 0
    scale: Scale | None = None
    lines: tuple[float, ...] = ()

    @property
    def words_at(self) -> int:
        """The left edge of the words, in pixels."""
        return self.left + self.swatch_width + 7

    @property
    def right(self) -> int:
        """The left edge of the next entry, given the maximum width of words."""
        return self.words_at + round(7.6 * letters(self.words)) + 14

    @property
    def swatch_width(self) -> int:
        """The width of its symbol, in pixels."""
        if self.role in RAMPS:
            return SCALED_BAR if self.scale else BAR
        return 16

    def colour(self, theme: Theme) -> RGB:
        """Return its colour, as it tints small squares."""
        if self.role == "wall":
            return wall_shade(theme, self.wall)
        if self.role in ("claimed", "side", "via"):
            return theme.goal
        if self.role in ("cluster", "gate", "link"):
            return theme.current if self.role == "gate" else theme.text
        if self.role == "terrain":
            return theme.terrain[self.terrain]
        found: RGB = theme.filled(self.role) if self.role in SEARCH else getattr(theme, self.role)
        return found


def letters(text: str) -> float:
    """Return the width of text in letters; an East Asian character is about as wide as two.

    Example:
        >>> letters("wall"), letters("墙")
        (4.0, 1.9)
    """
    return sum(1.9 if unicodedata.east_asian_width(each) in "WF" else 1.0 for each in text)


def legend_of(scene: Scene, lang: str = "en") -> list[Entry]:
    """Return the entries for what is in a scene, in a language of `pathstar.words.LANGUAGES`.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1, 1, 0]]), (0, 0), (1, 0))
        >>> from pathstar.viz.drawables import scene_of
        >>> [entry.words for entry in legend_of(scene_of(path))]
        ['A start', 'B target', 'path', 'wall']
    """
    kinds = np.bincount(scene.inks.ravel() % COLOURS, minlength=COLOURS)
    words = catalogue(lang)
    shading = [_shading_entry(scene.shading, words)] if scene.shading and kinds[FLOOR:TERRAIN].any() else []
    return [*_mark_entries(scene, kinds, words), *_ground_entries(scene, kinds, words), *shading]


def _mark_entries(scene: Scene, kinds: NDArray[np.intp], words: Catalogue) -> list[Entry]:
    """Return the entries for ends, paths, what a search has seen, and plain walls."""
    search = np.zeros(4, int) if scene.search is None else np.bincount(scene.search.ravel(), minlength=4)
    several = bool(scene.routes or scene.lines)
    there = {
        "start": scene.start is not None,
        "goal": scene.goal is not None,
        "via": len(scene.via) > 0,
        "path": len(scene.route) > 0 and not several,
        "paths": several,
        "current": search[CURRENT] > 0,
        "closed": search[CLOSED] > 0 and not scene.walked,
        "walked": search[CLOSED] > 0 and scene.walked,
        "open": search[OPEN] > 0,
        "wall": kinds[:UNKNOWN].any() and not scene.walls,
        "unknown": kinds[UNKNOWN:FLOOR].any(),
        "claimed": len(scene.claimed) > 0,
        "cluster": scene.clusters is not None,
        "gate": scene.clusters is not None,
        "side": len(scene.from_goal) > 0,
        "link": len(scene.layout.links) > 0,
    }
    shown = [key for key, is_there in there.items() if is_there]
    return [Entry(_ROLES.get(key, key), words.text(Say(f"legend.{key}"))) for key in shown]


def _ground_entries(scene: Scene, kinds: NDArray[np.intp], words: Catalogue) -> list[Entry]:
    """Return the entries for kinds of wall, and for terrains with a look of their own."""
    walls = [
        Entry("wall", ", ".join(map(words.ground, names)), wall=wall)
        for wall, names in enumerate(scene.walls)
        if names
    ]
    shown = [name for i, name in enumerate(TERRAINS) if kinds[TERRAIN + i]]
    return walls + [Entry("terrain", words.text(Say(f"terrain.{name}")), name) for name in shown]


def _shading_entry(shading: Shading, words: Catalogue) -> Entry:
    """Return the entry for the shades of the floor."""
    span: dict[str, Value] = {"low": words.ground(shading.low), "high": words.ground(shading.high)}
    scale = shading.scale if shading.scale and shading.scale.ticks() else None
    return Entry(
        "field" if shading.is_field else "shades",
        words.text(Say(f"legend.shades.{shading.what}", span)),
        scale=scale,
        lines=shading.lines if scale else (),
    )


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
