"""Where the nodes of a space stand in a picture.

Squares need no plan: they lie as the array does, and are drawn as a raster. Every other kind of space has one
row in the table of `pathstar.viz.layouts.table`, which says where its cells stand and how they are shaped;
whatever draws, draws by the plan.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.viz.layouts.measures import AIM, LARGEST_CELL, MOST, MOST_PIXELS, Layout

Points = NDArray[np.float64]

_NO_EDGES = np.empty((0, 2), np.int64)
MOST_OUTLINED = 20_000  # cells; more than these are drawn as a raster
_SMALLEST_OUTLINED = 5  # pixels


@dataclass(frozen=True, eq=False)
class Plan:
    """Where cells stand and how they are shaped, in units of which one is about a cell wide.

    Attributes:
        noun: What a cell is called.
        shape: Rows and columns of a scene's layers; cell number = row * columns + column = node.
        centres: float64 ``(n, 2)``, x to the right, y down; NaN for a cell that is not shown.
        outline: The corners of a cell around its centre, float64 ``(k, 2)``.
        room: The diameter of the disc that fits into a cell.
        pitch: The least distances of two columns and two rows of centres, as a terminal lays them out.
        size: Width and height of the whole.
        edges: Cells that are joined otherwise than by touching, int64 ``(m, 2)``: edges, portals, stairs.
        one_way: Which of them lead one way only, bool ``(m,)``.
        costs: What they cost, float64 ``(m,)``.
        names: What the nodes are called, where that is to be written.
        floors: On which floor each cell lies, int ``(n,)``, where there are several.
        titles: Words beside the cells: x, y and text.
        wraps: Whether steps lead over the borders.
        network: Whether the cells are nodes of a graph: discs of one row that edges join.
        tiling: The layout of a `HexGrid`, by which a page works out the rest; else empty.
    """

    noun: str
    shape: tuple[int, int]
    centres: Points
    outline: Points
    room: float
    pitch: tuple[float, float]
    size: tuple[float, float]
    edges: NDArray[np.int64] = field(default_factory=_NO_EDGES.copy)
    one_way: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, bool))
    costs: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    names: tuple[str, ...] | None = None
    floors: NDArray[np.int64] | None = None
    titles: tuple[tuple[float, float, str], ...] = ()
    wraps: bool = False
    network: bool = False
    tiling: str = ""

    @cached_property
    def shown(self) -> NDArray[np.bool_]:
        """Which cells are shown, bool ``(n,)``."""
        shown: NDArray[np.bool_] = np.isfinite(self.centres[:, 0])
        return shown

    def cells(self, places: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the numbers of cells at ``(n, 2)``, columns and rows of a scene's layers."""
        x, y = np.asarray(places, np.int64).reshape(-1, 2).T
        cells: NDArray[np.int64] = y * self.shape[1] + x
        return cells

    def lines(self, cells: NDArray[np.int64]) -> list[Points]:
        """Return the lines that join cells, broken at borders, between floors and at what is hidden."""
        at = self.centres[cells]
        broken: NDArray[np.bool_] = np.isnan(at[:, 0])
        cut = broken[1:] | broken[:-1]
        if self.wraps:
            cut |= (np.abs(np.diff(at, axis=0)) > np.array(self.size) / 2).any(axis=1)
        if self.floors is not None:
            cut |= np.diff(self.floors[cells]) != 0
        parts = np.split(at, np.flatnonzero(cut) + 1)
        return [part for part in parts if len(part) and np.isfinite(part[0]).all()]


@dataclass(frozen=True, eq=False)
class Sheet:
    """A plan at a size.

    Attributes:
        plan: The plan.
        scale: Pixels per unit.
        measures: How thick lines and how large marks are, in a cell of this size.
    """

    plan: Plan
    scale: float
    measures: Layout

    @property
    def width(self) -> int:
        """Width in pixels."""
        return max(1, round(self.plan.size[0] * self.scale))

    @property
    def height(self) -> int:
        """Height in pixels."""
        return max(1, round(self.plan.size[1] * self.scale))

    @property
    def detailed(self) -> bool:
        """Whether cells are outlined by what the search made of them, rather than tinted."""
        return self.outlined and self.measures.detailed

    @property
    def wordy(self) -> bool:
        """Whether numbers fit into the cells."""
        return self.measures.wordy

    @property
    def marker(self) -> float:
        """Half the size of the marks of start and goal."""
        return self.measures.marker

    @property
    def outlined(self) -> bool:
        """Whether cells are drawn one by one, rather than as a raster."""
        return self.measures.cell >= _SMALLEST_OUTLINED and int(self.plan.shown.sum()) <= MOST_OUTLINED

    @property
    def unit(self) -> float:
        """The diameter of the disc that fits into a cell, in pixels."""
        return self.plan.room * self.scale

    def polygons(self, cells: NDArray[np.integer], shrink: float = 0.0) -> Points:
        """Return the outlines of cells in pixels, ``(n, k, 2)``, so many pixels smaller all around."""
        share = max(0.1, 1 - 2 * shrink / self.unit)
        at = self.plan.centres[cells][:, None, :] + self.plan.outline * share
        points: Points = at[np.isfinite(at[:, 0, 0])] * self.scale
        return points

    def points(self, cells: NDArray[np.integer]) -> Points:
        """Return the centres of cells in pixels ``(n, 2)``, without those that are hidden."""
        at = self.plan.centres[cells]
        points: Points = at[np.isfinite(at[:, 0])] * self.scale
        return points


def sheet_of(plan: Plan, cell: int | None = None) -> Sheet:
    """Choose the size of a plan's picture.

    Args:
        plan: The plan.
        cell: Pixels per unit, from 1; by default so many that the picture is about a thousand pixels large,
            and at most 2048.

    Raises:
        OptionError: Not a whole number from 1, or a picture of more than a hundred million pixels.
    """
    longest = max(plan.size)
    if cell is None:
        scale = min(LARGEST_CELL / plan.room, AIM / longest)
        scale = float(int(scale)) if scale >= 1 else min(1.0, MOST / longest)
        return Sheet(plan, scale, Layout(1, 1, max(1, round(scale * plan.room))))
    if isinstance(cell, bool) or not isinstance(cell, int) or cell < 1:
        raise OptionError(f"cell is {cell!r}; allowed: a whole number of pixels per cell, from 1")
    width, height = (round(side * cell) for side in plan.size)
    if width * height > MOST_PIXELS:
        raise OptionError(
            f"cell is {cell}: a picture of {width} x {height} pixels; at most {MOST_PIXELS} are drawn"
        )
    return Sheet(plan, float(cell), Layout(1, 1, max(1, round(cell * plan.room))))
