"""Maps in the form of the page: one code per cell, and a palette with the meaning of the codes."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pathstar.analysis.dead_ends import MOST_BY_HAND, DeadEnds, lost_path
from pathstar.errors import ArrayError, PlaceTypeError
from pathstar.maps.generate import generate
from pathstar.maps.generate.pairs import in_pairs
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map
from pathstar.spaces.base import Place
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.moves import Moves
from pathstar.spaces.trianglegrid import TriangleGrid
from pathstar.studio.limits import Limits
from pathstar.studio.profiles import Danger, danger_layer, paid
from pathstar.studio.refusals import TooLargeError
from pathstar.studio.runs import MOVES, Options
from pathstar.studio.wire.packing import packed_array, unpacked
from pathstar.traces.explain.facts import place_words
from pathstar.viz.export.board_codes import board_codes
from pathstar.viz.layouts.lattice import LATTICES
from pathstar.words import Say, Value

CellKind = Literal["squares", "odd-r", "even-r", "odd-q", "even-q", "triangles"]
"""Squares, the layout of hexagons, as in `HexGrid`, or triangles: a key of `LATTICES`."""

SQUARES: CellKind = "squares"
_TRIANGLES: CellKind = "triangles"

DEAD_ENDS = "dead_ends"
"""The layer of a map that holds the labels of its dead ends."""

_MOST_SPACES = 8
_LEAST_WIDTH = 3  # every generator accepts it
_OPENED = "opened"  # ground that no profile has, so its cost counts for all
Cells = Grid | HexGrid | TriangleGrid
_Key = tuple[Moves, str, str | None, tuple[Danger, ...], int]


@dataclass(frozen=True, slots=True)
class Kind:
    """The meaning of a code.

    Attributes:
        cost: The cost of a step into such a cell, times the step's length; None for a wall.
        name: The name of the ground, or "".
    """

    cost: float | None
    name: str = ""


@dataclass(frozen=True, eq=False)
class Labelled:
    """The labels of a board in one of its spaces.

    Attributes:
        ends: The dead ends; None if they would lose a path.
        lost: The ends of that path.
        exact: Whether no path costs more if they are left out.
    """

    ends: DeadEnds | None
    lost: tuple[Place, Place] | None = None
    exact: bool = False


@dataclass(slots=True)
class Board:
    """A map in the form of the page, and the spaces made from it.

    Attributes:
        codes: uint16 or uint32 ``[h, w]``, indexes into the palette.
        palette: The meaning of the codes.
        rounded: Whether costs were rounded because there were not enough codes.
        kind: Squares, the layout of hexagons, or triangles.
        labels: uint16 ``[h, w]``, the numbers of dead ends labelled by hand, 0 outside; None without any.
    """

    codes: NDArray[np.unsignedinteger]
    palette: tuple[Kind, ...]
    rounded: bool = False
    kind: CellKind = SQUARES
    labels: NDArray[np.uint16] | None = None
    spaces: dict[_Key, Cells] = field(default_factory=dict)
    labelled: dict[_Key, Labelled] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """A hash that is the same for equal boards, even after a restart."""
        content = repr((self.kind, self.codes.shape, self.palette)).encode() + self.codes.tobytes()
        if self.labels is not None:
            content += self.labels.tobytes()
        return hashlib.blake2b(content, digest_size=12).hexdigest()

    @property
    def upright(self) -> bool:
        """Whether the cells lie like the pixels of a picture."""
        return self.kind == SQUARES

    def packed(self) -> str:
        """Return the codes as base64: one byte each if the palette has at most 256 entries, otherwise two."""
        return packed_array(self.codes, "<u1" if len(self.palette) <= 256 else "<u2")

    def values(self, profile: str | None = None) -> NDArray[np.float64]:
        """Return the cost for a unit to enter each cell, float64 ``[h, w]``; infinity where it cannot."""
        costs = [paid(profile, kind.name, kind.cost) for kind in self.palette]
        values: NDArray[np.float64] = np.array(costs, np.float64)[self.codes]
        return values

    def closed(self, place: tuple[int, int], profile: str | None = None) -> bool:
        """Return whether a unit cannot enter a cell of the board; False for a place outside."""
        x, y = place
        height, width = self.codes.shape
        return x < width and y < height and not np.isfinite(self.values(profile)[y, x])

    def opened(self, place: tuple[int, int]) -> Board:
        """Return a board on which every unit can enter a cell, at a cost of 1."""
        x, y = place
        codes = self.codes.astype(np.uint32)
        codes[y, x] = len(self.palette)
        return Board(codes, (*self.palette, Kind(1.0, _OPENED)), kind=self.kind)

    def ground(self, profile: str | None = None) -> Map:
        """Return a map that units walk on, with a layer of costs that can be edited."""
        values = self.values(profile)
        free = np.isfinite(values)
        return Map(free, cost=np.where(free, values, 1.0))

    def map(self, marks: dict[str, tuple[int, int]] | None = None, name: str = "") -> Map:
        """Return the map, with terrain if the palette has names, costs if they differ, and the labels."""
        used = np.unique(self.codes).tolist()
        if len(used) <= 256 and any(self.palette[code].name for code in used):
            map = self._terrain_map(used, marks, name)
        else:
            values = self.values()
            walkable = np.isfinite(values)
            plain = bool((values[walkable] == 1).all())
            map = Map(walkable, cost=None if plain else values, marks=marks, name=name)
        if self.labels is not None:
            map.add_layer(DEAD_ENDS, self.labels)
        return map

    def _terrain_map(self, used: list[int], marks: dict[str, tuple[int, int]] | None, name: str) -> Map:
        narrow = np.zeros(len(self.palette), np.uint8)
        narrow[used] = np.arange(len(used))
        legend = {index: _terrain(self.palette[code]) for index, code in enumerate(used)}
        return Map.from_terrain(narrow[self.codes], legend, marks=marks, name=name)

    def space(self, options: Options) -> Cells:
        """Return the space for some rules of moving; it is cached with everything that searches cache on it.

        Raises:
            OptionError: An option that only squares have.
        """
        if self.kind != SQUARES:
            options.refuse((*MOVES, "size"), f"a board of {LATTICES[self.kind].noun}s")
        key = self.key(options)
        space = self.spaces.get(key)
        if space is None:
            if len(self.spaces) >= _MOST_SPACES:
                self.spaces.clear()
                self.labelled.clear()
            space = self.spaces[key] = self._made(*key)
        return space

    def key(self, options: Options) -> _Key:
        """Return what the space depends on."""
        return (
            options.moves,
            options.cost_model or "enter",
            options.profile,
            options.danger,
            options.size or 1,
        )

    def _made(
        self, moves: Moves, cost_model: str, profile: str | None, danger: tuple[Danger, ...], size: int
    ) -> Cells:
        values = self.values(profile)
        walkable = np.isfinite(values)
        if danger:
            values = values + danger_layer(walkable, danger)
        cost = None if (values[walkable] == 1).all() else values
        if self.kind == SQUARES:
            return Grid(walkable, cost=cost, moves=moves, cost_model=cost_model).sized(size)
        if self.kind == _TRIANGLES:
            return TriangleGrid(walkable, cost=cost, cost_model=cost_model)
        return HexGrid(walkable, layout=self.kind, cost=cost, cost_model=cost_model)

    def place(self, given: Sequence[int], name: str) -> tuple[int, int]:
        """Return a place from the page as a place of the space.

        Raises:
            PlaceTypeError: It is not a column and a row.
        """
        if len(given) != 2:
            raise PlaceTypeError(f"{name} is {list(given)}; a place on a board of cells is [x, y]")
        return given[0], given[1]


def _terrain(kind: Kind) -> Terrain:
    if kind.cost is None:
        return Terrain(kind.name or "wall", walkable=False)
    return Terrain(kind.name or ("ground" if kind.cost == 1 else f"cost {kind.cost:g}"), kind.cost)


def board_of_page(
    kind: CellKind,
    width: int,
    height: int,
    palette: Sequence[Kind],
    codes: str,
    limits: Limits,
    labels: str | None = None,
) -> Board:
    """Read a board from the page.

    Raises:
        MapLimitError: The map has more cells than the studio's limit.
        ArrayError: The codes are not base64, are too few or too many, or are not in the palette; so are the
            labels, or they are given for cells other than squares.
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
    return Board(array, tuple(palette), kind=kind, labels=_labels(labels, array.shape, kind))


def _labels(labels: str | None, shape: tuple[int, ...], kind: CellKind) -> NDArray[np.uint16] | None:
    if labels is None:
        return None
    if kind != SQUARES:
        raise ArrayError(f"dead_ends are given on cells of the kind {kind!r}; only squares have them")
    raw = unpacked(labels, "dead_ends")
    if len(raw) != 2 * math.prod(shape):
        raise ArrayError(
            f"dead_ends holds {len(raw)} bytes; a map of {shape[1]} x {shape[0]} needs {2 * math.prod(shape)}"
        )
    return np.frombuffer(raw, "<u2").reshape(shape).astype(np.uint16)


def check_size(width: int, height: int, limits: Limits) -> None:
    """Raise MapLimitError for a map that is too large for the studio."""
    if width * height > limits.cells or max(width, height) > limits.side:
        values: dict[str, Value] = {
            "width": width,
            "height": height,
            "most": f"{limits.cells:,}",
            "side": f"{limits.side:,}",
        }
        raise TooLargeError(
            Say("studio.refused.cells", values),
            f"a map of {width} x {height} has {width * height:,} cells; the studio takes up to "
            f"{limits.cells:,}, and {limits.side:,} along a side",
        )


def generated_map(
    kind: CellKind, generator: str, width: int, height: int, seed: int, options: Mapping[str, Any]
) -> Map:
    """Make a map by the name of its generator, whose ways are open on a board of this kind.

    Raises:
        OptionError, MapLimitError: As `pathstar.maps.generate.generate`.
    """
    if kind != _TRIANGLES:
        return generate(generator, width, height, seed=seed, **options)
    across = max((width + 1) // 2, min(width, _LEAST_WIDTH))
    return in_pairs(generate(generator, across, height, seed=seed, **options), width)


def board_of_map(map: Map, kind: CellKind, limits: Limits) -> Board:
    """Turn a map into a board of squares, hexagons or triangles: its costs and the names of its terrain.

    Raises:
        MapLimitError: The map has more cells than the studio's limit.
    """
    check_size(map.width, map.height, limits)
    cost = map.cost_field()
    values = np.ones(map.shape) if cost is None else np.array(cost, np.float64)
    values[~map.passable] = np.inf
    found = board_codes(values, map.terrain)
    palette = tuple(Kind(cost, _name(map, kind)) for cost, kind in found.palette)
    return Board(found.codes, palette, found.rounded, kind, _labels_of(map, kind))


def _labels_of(map: Map, kind: CellKind) -> NDArray[np.uint16] | None:
    """Return the labels that a map holds for a kind of board; None if it has none, or they are refused."""
    if DEAD_ENDS not in map.layers or refused_labels(map, kind) is not None:
        return None
    return map.layers[DEAD_ENDS].astype(np.uint16)


def refused_labels(map: Map, kind: CellKind) -> Say | None:
    """Return why a board does not take the labels of dead ends that a map holds; None if it does."""
    if DEAD_ENDS not in map.layers:
        return None
    if kind != SQUARES:
        nouns = Say(f"noun.{LATTICES[kind].noun}", {"count": 2})
        return Say("studio.dead_ends.opened.tiled", {"nouns": nouns})
    try:
        lost = lost_path(map.grid(), map.layers[DEAD_ENDS])
    except ArrayError:
        return Say("studio.dead_ends.opened.numbers", {"most": f"{MOST_BY_HAND:,}"})
    if lost is None:
        return None
    start, goal = (place_words(place) for place in lost)
    return Say("studio.dead_ends.opened.lost", {"start": start, "goal": goal})


def _name(map: Map, code: int) -> str:
    return map.legend[code].name if map.terrain is not None and code in map.legend else ""
