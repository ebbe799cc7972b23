"""Maps as the page holds them: one code per cell, and a palette that says what the codes mean."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, MapLimitError, PlaceTypeError
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.moves import Moves
from pathstar.studio.limits import Limits
from pathstar.studio.packing import packed_array, unpacked
from pathstar.studio.runs import MOVES, Options

CellKind = Literal["squares", "odd-r", "even-r", "odd-q", "even-q"]
"""Squares, or how hexagons lie: a layout of `HexGrid`."""

SQUARES: CellKind = "squares"

_MOST_CODES = 2**16
_ROUNDED_TO = 4096
_MOST_SPACES = 8


@dataclass(frozen=True, slots=True)
class Kind:
    """What a code means.

    Attributes:
        cost: What a step into such a cell costs, times the step's length; None for a wall.
        name: What the ground is called, or "".
    """

    cost: float | None
    name: str = ""


@dataclass(slots=True)
class Board:
    """A map as the page holds it, and the spaces made of it.

    Attributes:
        codes: uint16 ``[h, w]``, indexes into the palette.
        palette: What the codes mean.
        rounded: Whether costs were rounded, for want of codes.
        kind: Squares, or how hexagons lie.
    """

    codes: NDArray[np.uint16]
    palette: tuple[Kind, ...]
    rounded: bool = False
    kind: CellKind = SQUARES
    spaces: dict[tuple[Moves, str], Grid | HexGrid] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The same for equal boards, so that it means the same after a restart."""
        told = repr((self.kind, self.codes.shape, self.palette)).encode() + self.codes.tobytes()
        return hashlib.blake2b(told, digest_size=12).hexdigest()

    def packed(self) -> str:
        """Return the codes as base64: one byte each if the palette has at most 256 entries, else two."""
        return packed_array(self.codes, "<u1" if len(self.palette) <= 256 else "<u2")

    def values(self) -> NDArray[np.float64]:
        """Return what each cell costs, float64 ``[h, w]``; infinity for walls."""
        costs = [np.inf if kind.cost is None else kind.cost for kind in self.palette]
        values: NDArray[np.float64] = np.array(costs, np.float64)[self.codes]
        return values

    def map(self, marks: dict[str, tuple[int, int]] | None = None, name: str = "") -> Map:
        """Return the map, with terrain where the palette has names and with costs where they differ."""
        used = np.unique(self.codes).tolist()
        if len(used) <= 256 and any(self.palette[code].name for code in used):
            return self._terrain_map(used, marks, name)
        values = self.values()
        walkable = np.isfinite(values)
        plain = bool((values[walkable] == 1).all())
        return Map(walkable, cost=None if plain else values, marks=marks, name=name)

    def _terrain_map(self, used: list[int], marks: dict[str, tuple[int, int]] | None, name: str) -> Map:
        narrow = np.zeros(len(self.palette), np.uint8)
        narrow[used] = np.arange(len(used))
        legend = {index: _terrain(self.palette[code]) for index, code in enumerate(used)}
        return Map.from_terrain(narrow[self.codes], legend, marks=marks, name=name)

    def space(self, options: Options) -> Grid | HexGrid:
        """Return the space for some rules of moving; it is kept, and with it what searches keep on it.

        Raises:
            OptionError: A choice that there is not among hexagons.
        """
        if self.kind != SQUARES:
            options.refuse(MOVES, "a board of hexagons")
        key = options.moves, options.cost_model or "enter"
        space = self.spaces.get(key)
        if space is None:
            if len(self.spaces) >= _MOST_SPACES:
                self.spaces.clear()
            space = self.spaces[key] = self._made(*key)
        return space

    def _made(self, moves: Moves, cost_model: str) -> Grid | HexGrid:
        values = self.values()
        walkable = np.isfinite(values)
        cost = None if (values[walkable] == 1).all() else values
        if self.kind == SQUARES:
            return Grid(walkable, cost=cost, moves=moves, cost_model=cost_model)
        return HexGrid(walkable, layout=self.kind, cost=cost, cost_model=cost_model)

    def place(self, told: Sequence[int], name: str) -> tuple[int, int]:
        """Return a place that the page sent as the space takes it.

        Raises:
            PlaceTypeError: It is not column and row.
        """
        if len(told) != 2:
            raise PlaceTypeError(f"{name} is {list(told)}; a place on a board of cells is [x, y]")
        return told[0], told[1]


def _terrain(kind: Kind) -> Terrain:
    if kind.cost is None:
        return Terrain(kind.name or "wall", walkable=False)
    return Terrain(kind.name or ("ground" if kind.cost == 1 else f"cost {kind.cost:g}"), kind.cost)


def board_of_page(
    kind: CellKind, width: int, height: int, palette: Sequence[Kind], codes: str, limits: Limits
) -> Board:
    """Read a board that the page sent.

    Raises:
        MapLimitError: The map has more cells than the studio's limit.
        ArrayError: The codes are not base64, are too few or too many, or are not in the palette.
    """
    check_size(width, height, limits)
    word = np.dtype(np.uint8 if len(palette) <= 256 else "<u2")
    raw = unpacked(codes, "codes")
    if len(raw) != width * height * word.itemsize:
        raise ArrayError(
            f"codes holds {len(raw)} bytes; a map of {width} x {height} with {len(palette)} kinds of ground "
            f"needs {width * height * word.itemsize}"
        )
    array = np.frombuffer(raw, word).reshape(height, width).astype(np.uint16)
    if array.max() >= len(palette):
        raise ArrayError(f"there is a code {array.max()}, but the palette has {len(palette)} entries")
    return Board(array, tuple(palette), kind=kind)


def check_size(width: int, height: int, limits: Limits) -> None:
    """Raise MapLimitError for a map larger than the studio takes."""
    if width * height > limits.cells or max(width, height) > limits.side:
        raise MapLimitError(
            f"a map of {width} x {height} has {width * height:,} cells; the studio takes up to "
            f"{limits.cells:,}, and {limits.side:,} along a side"
        )


def board_of_map(map: Map, kind: CellKind, limits: Limits) -> Board:
    """Turn a map into a board of squares or hexagons: its costs and the names of its terrain.

    Raises:
        MapLimitError: The map has more cells than the studio's limit.
    """
    check_size(map.width, map.height, limits)
    cost = map.cost_field()
    values = np.ones(map.shape) if cost is None else np.array(cost)
    values[~map.passable] = np.inf
    terrain = np.zeros(map.shape, np.int64) if map.terrain is None else map.terrain.astype(np.int64)
    known, index = np.unique(values, return_inverse=True)
    rounded = len(known) * 256 > _MOST_CODES and len(known) > _ROUNDED_TO
    if rounded:
        known, index = _rounded(values)
    pairs, codes = np.unique(index.reshape(map.shape).astype(np.int64) * 256 + terrain, return_inverse=True)
    palette = tuple(_kind(map, float(known[pair // 256]), int(pair % 256)) for pair in pairs.tolist())
    return _with_basics(codes.reshape(map.shape), palette, rounded, kind)


def _rounded(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Return few enough costs, spread evenly from the lowest to the highest, and which each cell has."""
    free = np.isfinite(values)
    low, high = values[free].min(), values[free].max()
    steps = np.linspace(low, high, _ROUNDED_TO)
    nearest = np.searchsorted((steps[1:] + steps[:-1]) / 2, np.where(free, values, low))
    return np.append(steps, np.inf), np.where(free, nearest, _ROUNDED_TO)


def _kind(map: Map, cost: float, code: int) -> Kind:
    name = map.legend[code].name if map.terrain is not None and code in map.legend else ""
    return Kind(cost if np.isfinite(cost) else None, name)


def _with_basics(codes: NDArray[Any], palette: tuple[Kind, ...], rounded: bool, kind: CellKind) -> Board:
    """Number the codes so that 0 is plain ground and 1 the wall, which every page can paint."""
    basics = (_first(palette, 1.0), _first(palette, None))
    order = [code for code in basics if code is not None]
    order += [code for code in range(len(palette)) if code not in order]
    kinds = [palette[code] for code in order]
    if basics[0] is None:
        kinds.insert(0, Kind(1.0))
    if basics[1] is None:
        kinds.insert(1, Kind(None))
    shift = np.zeros(len(palette), np.uint16)
    for code in range(len(palette)):
        shift[code] = kinds.index(palette[code])
    return Board(shift[codes], tuple(kinds), rounded, kind)


def _first(palette: tuple[Kind, ...], cost: float | None) -> int | None:
    return next((code for code, kind in enumerate(palette) if kind.cost == cost), None)
