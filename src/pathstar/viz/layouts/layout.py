"""The positions of a space's nodes in a picture, for all kinds of space alike.

Most boards lie on a lattice; others list their centres. All drawing code uses the layout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.layouts.lattice import Lattice, Points, Spot, room_of
from pathstar.viz.look import LOOK

_BOW = np.linspace(0.0, 1.0, 17)[:, None]
_NO_EDGES = np.empty((0, 2), np.int64)
_IN_THE_MIDDLE: tuple[tuple[Spot, ...], ...] = (
    ((0, -0.21, "middle"), (-0.36, 0.32, "start"), (0.36, 0.32, "end")),
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Layout:
    """The positions and the shape of cells, in units of about the width of a cell.

    Attributes:
        noun: The noun for a cell.
        shape: Rows and columns of a scene's layers; cell number = row * columns + column = node.
        size: Width and height of the board.
        outlines: The corners of a cell around its centre, float64 ``(k, 2)``; several if cells of a lattice
            differ in form, see `forms`.
        pitch: The smallest distances of two columns and two rows of centres, for the terminal.
        numbers: The positions of F, G and H in a cell of each form.
        lattice: The lattice of the cells, or None.
        listed: The centres if there is no lattice, float64 ``(n, 2)``; NaN for a hidden cell.
        edges: Joins between cells that do not touch, int64 ``(m, 2)``: edges, portals, stairs.
        one_way: Which edges lead in one direction only, bool ``(m,)``.
        costs: The costs of the edges, float64 ``(m,)``.
        names: The names of the nodes, if they are to be written.
        floors: The floor of each cell, int ``(n,)``, if there are several.
        titles: Text beside the cells: x, y and text.
        wraps: Whether steps lead across the borders.
        network: Whether the cells are nodes of a graph: discs of one row that edges join.
        shapes: The outlines of cells that differ in shape, float64 ``(n, k, 2)``, each filled up with its
            last corner; else None.
        seamless: Whether cells are parts of shaded ground, with no lines between them.
        origin: The point (0, 0) of the board on a plane whose points are places, float64 ``(2,)``, or None.
        unit: Units of the board per unit of that plane.
        links: Where the links of a mesh begin and end on the board, float64 ``(m, 2, 2)``.
        both_ways: Which of them also lead back, bool ``(m,)``.
    """

    noun: str
    shape: tuple[int, int]
    size: tuple[float, float]
    outlines: tuple[Points, ...]
    pitch: tuple[float, float]
    numbers: tuple[tuple[Spot, ...], ...] = _IN_THE_MIDDLE
    lattice: Lattice | None = None
    listed: Points | None = None
    edges: NDArray[np.int64] = field(default_factory=_NO_EDGES.copy)
    one_way: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, bool))
    costs: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    names: tuple[str, ...] | None = None
    floors: NDArray[np.int64] | None = None
    titles: tuple[tuple[float, float, str], ...] = ()
    wraps: bool = False
    network: bool = False
    shapes: Points | None = None
    seamless: bool = False
    origin: Points | None = None
    unit: float = 1.0
    links: Points = field(default_factory=lambda: np.empty((0, 2, 2)))
    both_ways: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, bool))

    @property
    def upright(self) -> bool:
        """Whether the cells are arranged like the pixels of a picture."""
        return self.lattice is not None and self.lattice.upright

    @cached_property
    def room(self) -> float:
        """The diameter of the disc that fits into a cell."""
        return min(map(room_of, self.outlines))

    @cached_property
    def centres(self) -> Points:
        """The centres of all cells, float64 ``(n, 2)``; NaN for a hidden cell."""
        return self.at(np.arange(self.shape[0] * self.shape[1]))

    @cached_property
    def shown(self) -> NDArray[np.bool_]:
        """Which cells are shown, bool ``(n,)``."""
        if self.listed is None:
            return np.ones(self.shape[0] * self.shape[1], np.bool_)
        shown: NDArray[np.bool_] = np.isfinite(self.listed[:, 0])
        return shown

    @cached_property
    def _origin(self) -> Points:
        assert self.lattice is not None
        return self.lattice.extent(self.shape[1], self.shape[0])[0]

    def at(self, cells: NDArray[np.integer]) -> Points:
        """Return the centres of cells, float64 ``(n, 2)``; NaN for a hidden cell."""
        if self.listed is not None:
            listed: Points = self.listed[cells]
            return listed
        assert self.lattice is not None
        y, x = np.divmod(np.asarray(cells, np.int64), self.shape[1])
        centres: Points = self.lattice.at(x, y) + self._origin
        return centres

    def forms(self, cells: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return which of the outlines cells have, int64 ``(n,)``."""
        if self.lattice is None:
            return np.zeros(len(cells), np.int64)
        y, x = np.divmod(np.asarray(cells, np.int64), self.shape[1])
        return self.lattice.forms(x, y)

    def corners(self, cells: NDArray[np.integer], share: float = 1.0) -> Points:
        """Return the outlines of cells, float64 ``(n, k, 2)``; NaN for hidden ones.

        Args:
            cells: Their numbers.
            share: The factor by which they are scaled about their centres.
        """
        outlines = np.stack(self.outlines) * share
        corners: Points = self.at(cells)[:, None, :] + outlines[self.forms(cells)]
        return corners

    def between(self, places: NDArray[np.floating]) -> Points:
        """Return the positions of points ``(n, 2)`` between cells: in columns and rows, or on a plane."""
        if self.origin is not None:
            moved: Points = (places - self.origin) * self.unit
            return moved
        if self.lattice is None:
            return self.at(self.cells(np.floor(places + 0.5).astype(np.int64)))
        centres: Points = self.lattice.between(places[:, 0], places[:, 1]) + self._origin
        return centres

    def spot(self, place: tuple[float, ...]) -> Points:
        """Return the position of a start or a goal ``(1, 2)``: a cell's centre, or a point of a plane."""
        if self.origin is not None:
            return self.between(np.array([place], np.float64))
        return self.at(self.cells(np.array([place])))

    def cells(self, places: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the numbers of cells at ``(n, 2)``, columns and rows of a scene's layers."""
        x, y = np.asarray(places, np.int64).reshape(-1, 2).T
        cells: NDArray[np.int64] = y * self.shape[1] + x
        return cells

    def bow(self, begin: Points, end: Points) -> Points:
        """Return a bow between two points of the board, ``(n, 2)``, bent towards the board's middle."""
        along = end - begin
        middle, across = (begin + end) / 2, np.array([along[1], -along[0]])
        inwards = float(across @ (np.array(self.size) / 2 - middle))
        if inwards < 0 or (inwards == 0 and across[1] > 0):  # the same bow in both directions
            across = -across
        top = middle + across * LOOK["link"]["bend"]
        line: Points = (1 - _BOW) ** 2 * begin + 2 * _BOW * (1 - _BOW) * top + _BOW**2 * end
        return line

    def way(self, line: NDArray[np.floating], linked: NDArray[np.bool_]) -> Points:
        """Return a line through points between cells, with a bow for each part that is a link.

        Args:
            line: The points, as for `between`.
            linked: Which parts are links, ``(n - 1,)``; empty if none is.
        """
        corners = self.between(line)
        if not linked.any():
            return corners
        legs = zip(corners[:-1], corners[1:], linked.tolist(), strict=True)
        parts = [self.bow(begin, end) if leaps else np.stack([begin, end]) for begin, end, leaps in legs]
        return np.concatenate([corners[:1], *(part[1:] for part in parts)])

    def lines(self, cells: NDArray[np.int64]) -> list[Points]:
        """Return the lines that join cells, interrupted at borders, between floors and at hidden cells."""
        at = self.at(cells)
        broken: NDArray[np.bool_] = np.isnan(at[:, 0])
        cut = broken[1:] | broken[:-1]
        if self.wraps:
            cut |= (np.abs(np.diff(at, axis=0)) > np.array(self.size) / 2).any(axis=1)
        if self.floors is not None:
            cut |= np.diff(self.floors[cells]) != 0
        parts = np.split(at, np.flatnonzero(cut) + 1)
        return [part for part in parts if len(part) and np.isfinite(part[0]).all()]


def on_lattice(
    lattice: Lattice,
    height: int,
    width: int,
    joined: tuple[NDArray[np.int64], NDArray[np.float64]] | None = None,
    *,
    wraps: bool = False,
) -> Layout:
    """Return the layout of rows and columns on a lattice.

    Args:
        lattice: The lattice.
        height: The number of rows.
        width: The number of columns.
        joined: Cells that portals join ``(m, 2)``, and the costs of the portals ``(m,)``.
        wraps: Whether steps lead across the borders.
    """
    edges, costs = (_NO_EDGES, np.empty(0)) if joined is None else joined
    return Layout(
        noun=lattice.noun,
        shape=(height, width),
        size=lattice.extent(width, height)[1],
        outlines=lattice.outlines,
        pitch=lattice.pitch,
        numbers=lattice.numbers,
        lattice=lattice,
        edges=edges,
        one_way=np.ones(len(edges), bool),
        costs=costs,
        wraps=wraps,
    )
