"""When cells are reserved: one table for all units that move over the same ground."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, ArrayTypeError, ConflictError, OptionError, SpaceError, counted
from pathstar.maps.arguments import checked_name, checked_number
from pathstar.maps.layers import as_array
from pathstar.spaces.base import Space
from pathstar.spaces.cell_grid import CellGrid
from pathstar.spaces.conflict import Conflict
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.voxels import VoxelGrid

Cells = CellGrid | VoxelGrid
Held = tuple[
    NDArray[np.uint32], NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64], NDArray[np.uint64]
]

FOLLOWING = ("forbidden", "allowed")
_LISTED = 5  # conflicts that an error message names


class Reservations:
    """A table of reserved cells and times, shared by all units that move over the same ground.

    Each type of unit has its own `Timed` over its own space, with any size, speed and way of turning. All of
    them share one table, and each avoids whatever the others claim.

    Times are half-open: a cell that is reserved until 5 is free at 5. A search works on the table as it was
    when the search began; reservations made meanwhile neither disturb nor delay it. Any number of threads may
    search, claim and release at once. A reservation takes time in proportion to its own length, whatever the
    size of the ground and the number of searches under way.

    Args:
        ground: A `Grid` of 4 or 8 directions, hexagons, triangles or voxels, or a layer over one of them.
            Only its shape, its layout and its joined borders count.
        following: The conflict model. With ``"forbidden"``, a step holds both of its cells from its beginning
            to its end, and a diagonal step also holds the middle that it crosses. So no unit enters a cell at
            the moment another leaves it, and round units at most 0.7 cells wide never touch. With
            ``"allowed"``, a step holds the cell that it leaves until it ends, and the cell that it enters
            from then on. So units may follow each other closely and move in a circle, but never meet in a
            cell, change places or cross diagonally. All steps must then take equally long.

    Attributes:
        ground: The cells, below all layers.
        following: As above.

    Raises:
        SpaceError: The ground is none of these, or following is allowed although some steps take longer than
            others.
        OptionError: An unknown conflict model.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1]])
        >>> table = ps.Reservations(grid)
        >>> slow = ps.Timed(ps.Turning(grid, cost=2), reservations=table)
        >>> fast = ps.Timed(grid, reservations=table)
        >>> _ = slow.claim(ps.find_path(slow, (1, 0), (3, 0)))
        >>> ps.find_path(fast, (0, 0), (1, 0)).times.tolist()
        [0.0, 1.0, 2.0]
    """

    __slots__ = ("__weakref__", "core", "following", "ground")

    def __init__(self, ground: Space, *, following: str = "forbidden") -> None:
        self.ground = _cells_below(ground)
        self.following = checked_name("following", following, FOLLOWING)
        if self.following == "allowed":
            _step_duration(ground)
        depth, height, width = (1, *self.ground.shape)[-3:]
        wrap = self.ground.links.wrap
        self.core = _core.Reservations(
            sides=(width, height, depth),
            wrap=("x" in wrap, "y" in wrap),
            diagonals=not isinstance(self.ground, HexGrid),
            following=self.following == "allowed",
        )

    @property
    def reserved(self) -> NDArray[np.float64]:
        """All that is reserved: float64 ``(n, 4)``, columns x, y, from and until; by cells.

        Over a `VoxelGrid` ``(n, 5)`` with z. The middle of a step lies between its cells; the middle of a
        diagonal step lies half a cell to the right of and below the upper left one of its four cells. Rows
        that overlap belong to different reservations.
        """
        cells, halves, begins, ends, _ = self.core.held()
        return np.column_stack([self._places(cells, halves), begins, ends])

    def reserve(self, cells: ArrayLike) -> int:
        """Reserve cells for some time, whoever is on them: doors that close, patrols, building sites.

        Args:
            cells: Rows ``(x, y, from, until)``, ``(n, 4)``; over a `VoxelGrid` ``(x, y, z, from, until)``.
                Times may be infinite.

        Returns:
            The number of the reservation, to `release` it.

        Raises:
            ArrayError: The array has another shape, or a row's until is not later than its from.
            PlaceError: A row lies outside.
            ArrayTypeError, PlaceTypeError: A row is not made of numbers, or its places are not whole.

        Example:
            >>> import pathstar as ps
            >>> floor = ps.Timed(ps.Grid([[1, 1, 1]]))
            >>> door = floor.reservations.reserve([(1, 0, 0, 10)])
            >>> ps.find_path(floor, (0, 0), (2, 0)).cost
            12.0
        """
        return self.reserve_named(cells, "cells")

    def reserve_named(self, cells: ArrayLike, name: str) -> int:
        """Do the same; errors call the argument by this name."""
        rows = checked_rows(cells, name, (*self._axes, "from", "until"))
        begins, ends = np.ascontiguousarray(rows[:, -2]), np.ascontiguousarray(rows[:, -1])
        wrong = np.flatnonzero(~(begins < ends))
        if wrong.size:
            row = int(wrong[0])
            raise ArrayError(
                f"{name}[{row}] is reserved from {begins[row]:g} until {ends[row]:g}; until must be later"
            )
        return self.core.reserve(nodes_of_rows(self.ground, rows[:, :-2], name), begins, ends)

    def claim(self, path: Any, *, stay: float | None = None, force: bool = False) -> int:
        """Reserve everything that a unit holds on a path found on a `Timed` over this table.

        Arguments, result and errors are those of `Timed.claim`.

        Raises:
            OptionError: The path was not found on a `Timed` over this table.

        Example:
            >>> import pathstar as ps
            >>> table = ps.Reservations(ps.Grid([[1, 1, 1]]))
            >>> carts = ps.Timed(table.ground, reservations=table)
            >>> table.claim(ps.find_path(carts, (0, 0), (2, 0)))
            0
        """
        space = getattr(path, "space", None)
        if space is None or getattr(space, "reservations", None) is not self:
            raise OptionError(
                f"path is {path!r}; allowed: a path that was found on a Timed over these reservations. For "
                "rows of places and times ask the Timed"
            )
        number: int = space.claim(path, stay=stay, force=force)
        return number

    def release(self, reservation: int) -> None:
        """Free everything that a reservation holds; nothing happens if it is free already.

        Raises:
            OptionError: There is no such reservation.
        """
        try:
            number = -1 if isinstance(reservation, bool) else operator.index(reservation)
        except TypeError:
            number = -1
        if not 0 <= number < self.core.made:
            raise OptionError(
                f"reservation is {reservation!r}; allowed: a number that claim or reserve returned"
            )
        self.core.release(number)

    def forget(self, before: float) -> None:
        """Free all reservations that end by a time, because the past only takes memory.

        Raises:
            OptionError: The time is not a finite number.
        """
        self.core.forget(checked_number("before", before))

    def conflicts_of(self, held: Held) -> tuple[Conflict, ...]:
        """Return conflicts as the native table lists them."""
        cells, halves, begins, ends, numbers = held
        places = map(tuple, self._places(cells, halves).tolist())
        rows = zip(places, begins.tolist(), ends.tolist(), numbers.tolist(), strict=True)
        return tuple(Conflict(*row) for row in sorted(rows, key=lambda row: row[1]))

    @property
    def _axes(self) -> tuple[str, ...]:
        return ("x", "y", "z")[: len(self.ground.shape)]

    def _places(self, cells: NDArray[np.uint32], halves: NDArray[np.uint8]) -> NDArray[np.float64]:
        bits = halves[:, None] >> np.arange(len(self._axes), dtype=np.uint8) & 1
        places: NDArray[np.float64] = self.ground.places_of(cells) + bits / 2
        return places

    def __repr__(self) -> str:
        count = len(np.unique(self.core.held()[4]))
        many = counted(count, "reservation")
        return f"Reservations({self.ground!r}, {many}, following {self.following})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.ground, self.following, self.core.held(), self.core.made)


def _rebuilt(ground: Cells, following: str, held: Held, made: int) -> Reservations:
    table = Reservations(ground, following=following)
    table.core.restore(*held, made)
    return table


def former_table(ground: Space, taken: tuple[Any, ...], made: int) -> Reservations:
    """Return the table of a `Timed` pickled by version 0.1, which numbered middles after the cells."""
    table = Reservations(ground)
    whats, begins, ends, owners = taken
    size = np.uint32(table.ground.size)
    halves = np.where(whats >= size, 3, 0).astype(np.uint8)
    table.core.restore((whats % size).astype(np.uint32), halves, begins, ends, owners, made)
    return table


def conflict_error(conflicts: tuple[Conflict, ...]) -> ConflictError:
    """Return the error for a path that meets reservations."""
    listed = "; ".join(map(str, conflicts[:_LISTED]))
    more = f"; and {len(conflicts) - _LISTED} more" if len(conflicts) > _LISTED else ""
    return ConflictError(
        f"the path meets what is reserved: {listed}{more}. Find a new path, or claim it with force=True",
        conflicts,
    )


def _cells_below(space: object) -> Cells:
    """Return the cells below all layers.

    Raises:
        SpaceError: It is not a space of cells that units can hold.
    """
    ground = _below(space) if isinstance(space, Space) else space
    if not isinstance(ground, (CellGrid, VoxelGrid)):
        kinds = "a Grid of 4 or 8 directions, hexagons, triangles or voxels"
        raise SpaceError(f"Reservations needs {kinds}, not {type(ground).__name__}")
    if len(ground.directions) == 16:
        raise SpaceError(
            "Reservations needs 4 or 8 directions, not 16: what a knight's move sweeps, and when, is not "
            "known"
        )
    return ground


def _below(space: Space) -> Space:
    return space if space.ground is space else _below(space.ground)


def check_shared(table: Reservations, space: Space) -> None:
    """Check that a table fits the cells of a space and, if following is allowed, its steps.

    Raises:
        SpaceError: It does not fit.
    """
    here, there = _cells_below(space), table.ground
    for what, own, other in (
        ("kind", here.kind.noun, there.kind.noun),
        ("shape", here.shape, there.shape),
        ("layout", getattr(here, "layout", ""), getattr(there, "layout", "")),
        ("joined borders", here.links.wrap, there.links.wrap),
    ):
        if own != other:
            raise SpaceError(f"these are reservations of other cells: {what} {other!r}, not {own!r} as here")
    if table.following == "allowed" and (lasts := _step_duration(space)) != _step_duration(there):
        raise SpaceError(
            f"following is allowed only where all steps last equally long; here they last {lasts:g}, over "
            f"the ground of the table {_step_duration(there):g}"
        )


def _step_duration(space: Space) -> float:
    """Return the duration of every step of a space, without turns.

    Raises:
        SpaceError: The durations differ, so following cannot be allowed.
    """
    moves = space.ground if space.capabilities.headings else space
    if _cells_below(space).cost is not None:
        raise SpaceError("following is allowed only where all steps last equally long; here cells have costs")
    least, most = moves.step_range()
    if least != most:
        raise SpaceError(
            f"following is allowed only where all steps last equally long; here they last from {least:g} to "
            f"{most:g}: take 4 directions, or Moves(diagonal={least:g})"
        )
    return least


def nodes_of_rows(ground: Space, places: NDArray[np.float64], name: str) -> NDArray[np.uint32]:
    """Return the nodes of places given as rows of floats, which must be whole."""
    whole = np.isfinite(places).all() and (places % 1 == 0).all()
    return ground.nodes_of(np.clip(places, -(2.0**62), 2.0**62).astype(np.int64) if whole else places, name)


def checked_rows(rows: Any, name: str, *layouts: tuple[str, ...]) -> NDArray[np.float64]:
    """Return rows of numbers, none of them NaN, with the columns of one of the given layouts.

    Raises:
        ArrayError: Another shape, or NaN.
        ArrayTypeError: They are not numbers.
    """
    listed = " or ".join(f"({', '.join(columns)})" for columns in layouts)
    shapes = " or ".join(f"(n, {len(columns)})" for columns in layouts)
    words = f"{name} must be rows {listed}, an array {shapes}"
    try:
        array = as_array(rows, name)
    except ValueError:
        raise ArrayError(f"{words}; these rows differ in length") from None
    if array.size == 0:
        return np.empty((0, len(layouts[0])))
    if array.ndim != 2 or array.shape[1] not in map(len, layouts):
        raise ArrayError(f"{words}, not {array.shape}")
    if array.dtype.kind not in "iuf":
        raise ArrayTypeError(f"{words} of numbers, not of {array.dtype}")
    numbers = array.astype(np.float64)
    if np.isnan(numbers).any():
        raise ArrayError(f"{name} must not hold NaN")
    return numbers
