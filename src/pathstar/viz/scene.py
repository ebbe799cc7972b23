"""The content of a picture, in layers of cells, the same for all renderers.

The layers have rows and columns: those of a map, those of all floors stacked, or one row for the nodes of a
graph. So a cell's number is always row * columns + column, and equals its node.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.analysis.clusters import Clusters
from pathstar.maps.arguments import checked_switch, checked_whole
from pathstar.spaces.base import Place
from pathstar.spaces.places import whole_rows
from pathstar.viz import downsample
from pathstar.viz.ground import DIMMED, FIELD, TERRAIN, Ground, Shading, colours
from pathstar.viz.intervals import Intervals
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.marks import SEARCH_ROLES
from pathstar.viz.theme import Theme, theme_named

_NO_ROUTE = np.empty((0, 2), np.int32)
_NO_ARROWS = np.empty((0, 2), np.int64)
_NO_LINE = np.empty((0, 2))
_NO_CELLS = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Values:
    """What a search knows about the cells it has opened, one row each.

    Attributes:
        cells: Their numbers, int64 ``(n,)``.
        parents: The cells they were reached from, int64 ``(n,)``; the start is its own parent.
        f: The key of the search, float64 ``(n,)``.
        g: The cost from the start, float64 ``(n,)``.
        h: The estimate to the goal, float64 ``(n,)``.
    """

    cells: NDArray[np.int64]
    parents: NDArray[np.int64]
    f: NDArray[np.float64]
    g: NDArray[np.float64]
    h: NDArray[np.float64]

    @property
    def sums(self) -> tuple[NDArray[np.float64], ...]:
        """F, G and H."""
        return self.f, self.g, self.h


@dataclass(frozen=True, eq=False)
class Scene:
    """The content of a picture.

    Attributes:
        ground: Kinds of ground, uint8 ``[h, w]``: indexes into `pathstar.viz.ground.colours`.
        layout: The positions of the cells.
        search: 0, CLOSED, OPEN or CURRENT, uint8 ``[h, w]``; None if there is no search.
        route: The path's cells, columns and rows of the layers, int ``(n, 2)``; empty if there is no path.
        line: The corners of a polyline, float ``(n, 2)``; the route then holds the cells that it crosses.
            Empty for other paths.
        linked: Which parts of the line are links of a mesh, bool ``(n - 1,)``; empty if none is.
        start: The start cell, or None.
        goal: The goal cell, or None.
        via: The cells that a path through several places visits before its goal, in order.
        shading: The meaning of the shades of the floor; None if the floor is all alike.
        walls: The names of each shade of wall; empty if they are all the same.
        values: F, G and H of the cells; only for a trace.
        arrows: Cells and the cells that arrows in them point to, int64 ``(n, 2)``.
        routes: Further paths, in the form of ``route``.
        lines: Further paths that are polylines, each in the form of ``line`` and of ``linked``.
        straight: Whether arrows lead straight to far cells, not as a jump that turns.
        headed: Whether the path shows the heading at each of its cells.
        claimed: Cells that others have claimed, int64 ``(n,)``.
        from_goal: Cells that the search from the goal touched last, if there are two searches, int64
            ``(n,)``.
        contours: Lines of equal cost in a field, float64 ``(n, 2, 2)``: both ends of each part, columns and
            rows.
        labels: Text in cells, such as the time of a path there.
        dimmed: The cells that are drawn under a veil, bool ``[h, w]``; None if none are.
        scans: Scans of jump point search that found nothing: the cells where they begin and end, int64
            ``(n, 2)``.
        clusters: The squares into which an index divides the map, or None.
        intervals: The intervals of a search over intervals, or None.
        terrain: Which terrain with a look of its own each cell is; see `pathstar.viz.ground.MapGround`.
        walked: Whether the closed cells are those that a unit has walked, not those that a search closed.
    """

    ground: Ground
    layout: Layout
    search: NDArray[np.uint8] | None = None
    route: NDArray[np.integer] = field(default_factory=_NO_ROUTE.copy)
    line: NDArray[np.float64] = field(default_factory=_NO_LINE.copy)
    linked: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, bool))
    start: Place | None = None
    goal: Place | None = None
    via: tuple[Place, ...] = ()
    shading: Shading | None = None
    walls: tuple[tuple[str, ...], ...] = ()
    values: Values | None = None
    arrows: NDArray[np.int64] = field(default_factory=_NO_ARROWS.copy)
    routes: tuple[NDArray[np.integer], ...] = ()
    lines: tuple[tuple[NDArray[np.float64], NDArray[np.bool_]], ...] = ()
    straight: bool = False
    headed: bool = False
    claimed: NDArray[np.int64] = field(default_factory=_NO_CELLS.copy)
    from_goal: NDArray[np.int64] = field(default_factory=_NO_CELLS.copy)
    contours: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 2, 2)))
    labels: tuple[tuple[int, str], ...] = ()
    dimmed: NDArray[np.bool_] | None = None
    terrain: NDArray[np.uint8] | None = None
    clusters: Clusters | None = None
    intervals: Intervals | None = None
    scans: NDArray[np.int64] = field(default_factory=_NO_ARROWS.copy)
    walked: bool = False

    @property
    def inks(self) -> Ground:
        """The kinds of ground as indexes into `colours`, where those under a veil come after all others."""
        inks = self.ground
        if self.terrain is not None:  # a field hides it
            inks = np.where((self.terrain > 0) & (inks < FIELD), self.terrain + np.uint8(TERRAIN - 1), inks)
        return inks if self.dimmed is None else inks + DIMMED * self.dimmed

    @property
    def width(self) -> int:
        """The number of columns."""
        return int(self.ground.shape[1])

    @property
    def height(self) -> int:
        """The number of rows."""
        return int(self.ground.shape[0])

    def pixels(self, theme: Theme, rows: int, columns: int, *, tint: bool = True) -> NDArray[np.uint8]:
        """Return the ground, tinted by the search, as blocks.

        Args:
            theme: The colours.
            rows: Blocks from top to bottom, at most the height.
            columns: Blocks from left to right, at most the width.
            tint: Whether open and closed squares tint the ground.

        Returns:
            uint8 ``[rows, columns, 3]``. Ground is averaged, the search pooled by importance.

        Raises:
            OptionError: An argument is not allowed.
        """
        theme = theme_named(theme)
        rows, columns = self._checked_blocks(rows, columns)
        palette = colours(theme)
        inks = self.inks
        search = self.search if checked_switch("tint", tint) else None
        if (rows, columns) == inks.shape:
            return palette[inks] if search is None else _looked_up(palette, theme, inks, search)
        parts = [downsample.averages(palette[:, part][inks], rows, columns) for part in range(3)]
        picture = np.round(np.stack(parts, axis=-1)).astype(np.uint8)
        if search is not None:
            marks = downsample.most_important(search, rows, columns)
            for mark, role in SEARCH_ROLES.items():
                chosen = marks == mark
                picture[chosen] = _tinted(picture[chosen], theme, role)
        return picture

    def blocks(self, places: ArrayLike, rows: int, columns: int) -> NDArray[np.intp]:
        """Return the blocks ``(n, 2)``, columns x and y, in which places lie.

        Raises:
            ArrayError, PlaceTypeError: The places are not ``(n, 2)`` whole numbers.
            OptionError: There are not as many rows or columns.
        """
        rows, columns = self._checked_blocks(rows, columns)
        x, y = whole_rows(places, "places", "(x, y)", 2).T
        along, down = downsample.block_of(x, self.width, columns), downsample.block_of(y, self.height, rows)
        return np.stack([along, down], axis=-1)

    def _checked_blocks(self, rows: int, columns: int) -> tuple[int, int]:
        rows = checked_whole("rows", rows, 1, self.height)
        return rows, checked_whole("columns", columns, 1, self.width)


def _tinted(grounds: NDArray[np.uint8], theme: Theme, role: str) -> NDArray[np.uint8]:
    """Return colours of the ground tinted by a mark, uint8 ``(n, 3)``."""
    mixed = (1 - theme.tint) * grounds + theme.tint * np.array(getattr(theme, role))
    inks: NDArray[np.uint8] = np.round(mixed).astype(np.uint8)
    return inks


def _looked_up(
    palette: NDArray[np.uint8], theme: Theme, inks: NDArray[np.uint8], search: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return one pixel for each cell: a colour for each pair of ground and mark, in one look-up."""
    table = np.concatenate([palette, *(_tinted(palette, theme, role) for role in SEARCH_ROLES.values())])
    pairs = search.astype(np.uint16)
    pairs *= np.uint16(len(palette))
    pairs += inks
    return np.take(table, pairs, axis=0)
