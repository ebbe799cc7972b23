"""A layer of time: cells may be reserved for a while, and a unit waits or goes round them."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError, counted
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import as_number, checked_name, checked_number, checked_switch
from pathstar.spaces.base import Cache, Place, Space, Steps
from pathstar.spaces.conflict import Conflict
from pathstar.spaces.durations import Ground, check_durations, least_duration
from pathstar.spaces.journey import Journey, journey_on
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.layers.node_layer import NodeLayer
from pathstar.spaces.layers.stacks import checked_ground
from pathstar.spaces.places import checked_nodes, whole_nodes
from pathstar.spaces.reservations import (
    FOLLOWING,
    Reservations,
    check_shared,
    conflict_error,
    former_table,
)

_SEARCH_NODES = 2**32  # a cell has a node for every interval in which it is free: no fixed number


class Timed(NodeLayer):
    """Cells that may be reserved at times, by units on their way or doors that close for a while.

    A step takes as long as it costs, costs of cells included, and a unit may wait anywhere for as long as the
    cell is free. The cost of a path is the time from `now` to its arrival; a search finds the path that
    arrives first. ``path.times`` has the times of ``path.points``; a unit that waits has the same point
    twice. To let units avoid each other, find a path for one, `claim` it, and go on with the next.

    Reservations are kept in a table, which several units of different kinds may share. Its conflict model
    decides what a unit holds on its way; see `Reservations`. Over a `Turning` a turn takes as long as it
    costs, and the unit turns on its own cell before it steps. A unit of several squares holds all of them,
    and during a step all that it sweeps.

    Args:
        ground: A `Grid` of 4 or 8 directions or `Grid.sized` of one, hexagons, triangles or voxels, or a
            `Turning` over one of them. Its edits are followed. Every step must take time, also after an edit.
        reserved: Rows ``(x, y, from, until)``, ``(n, 4)``: cells that are reserved from the beginning. Times
            may be infinite.
        stay: How long the goal must be free after the arrival, and is held when the path is claimed. By
            default for ever, for units that stop there; 0 for units that vanish.
        now: The time at which searches begin, in the unit of the steps' costs.
        reservations: The table to share; by default the `Timed` has one of its own.
        following: The conflict model of its own table, ``"forbidden"`` or ``"allowed"``; a shared table has
            one already.
        taken: The former name of ``reserved``.

    Attributes:
        ground: As above.
        reservations: The table.

    Raises:
        SpaceError: The ground is not such a space, some steps take no time, its cells are not those of the
            table, or following is allowed although the durations of steps differ. The message gives the
            reason. After an edit of the ground, searches and `claim` raise it too.
        ArrayError, ArrayTypeError, PlaceError, PlaceTypeError: As `Reservations.reserve` for ``reserved``.
        OptionError: ``stay`` is not a number from 0, ``following`` differs from the table's, or ``now`` is
            not finite, or is so large that adding the shortest step to it changes nothing.

    Example:
        >>> import pathstar as ps
        >>> floor = ps.Timed(ps.Grid([[1, 1, 1, 1]]), reserved=[(2, 0, 0, 5)])
        >>> path = ps.find_path(floor, (0, 0), (3, 0))
        >>> path.points.tolist(), path.times.tolist(), path.cost
        ([[0, 0], [1, 0], [1, 0], [2, 0], [3, 0]], [0.0, 1.0, 5.0, 6.0, 7.0], 7.0)
        >>> reservation = floor.claim(path)
        >>> bool(ps.find_path(floor, (1, 0), (0, 0)))
        False
        >>> floor.release(reservation)
        >>> ps.find_path(floor, (1, 0), (0, 0)).cost
        1.0
    """

    __slots__ = ("_checked_at", "_stay", "core", "ground", "reservations")

    kind = KINDS["Timed"]
    core: _core.Timed
    ground: Ground
    reservations: Reservations

    def __init__(
        self,
        ground: Ground,
        *,
        reserved: ArrayLike | None = None,
        stay: float = math.inf,
        now: float = 0.0,
        reservations: Reservations | None = None,
        following: str | None = None,
        taken: ArrayLike | None = None,
    ) -> None:
        checked_ground("Timed", ground)
        if ground.capabilities.headings:
            checked_ground("Timed", ground.ground)
        check_durations(ground)
        self._set_up(ground, _table_of(ground, reservations, following), _checked_stay(stay))
        self.now = now
        if taken is not None:
            _warn("Timed(taken=...) is now Timed(reserved=...)")
            reserved = taken
        if reserved is not None:
            self.reservations.reserve_named(reserved, "reserved")

    def _set_up(self, ground: Ground, reservations: Reservations, stay: float) -> None:
        self.ground, self.reservations, self._stay = ground, reservations, stay
        self.cache = Cache()
        self._checked_at = -1  # no revision yet
        self.core = _core.Timed(ground.core, reservations.core, stay)

    @property
    def width(self) -> int:
        """Cells from left to right."""
        return self.ground.width

    @property
    def height(self) -> int:
        """Cells from top to bottom."""
        return self.ground.height

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the ground: ``(height, width)``, as in NumPy, with floors or headings before."""
        return self.ground.shape

    @property
    def size(self) -> int:
        """The number of nodes of the ground."""
        return self.ground.size

    @property
    def revision(self) -> int:
        """How often the ground was edited. A reservation is not an edit."""
        return self.ground.revision

    def check_edits(self) -> None:
        """Check after an edit that steps still take time, and equally long if following is allowed.

        Raises:
            SpaceError: They do not.
        """
        revision = self.revision
        if revision != self._checked_at:
            check_durations(self.ground)
            check_shared(self.reservations, self.ground)
            self._checked_at = revision

    @property
    def now(self) -> float:
        """The time at which searches begin; set it as time goes on. Searches under way keep their own.

        Raises:
            OptionError: The new time is not a finite number, or is so large that adding the shortest step to
                it changes nothing.
        """
        return self.core.now

    @now.setter
    def now(self, time: float) -> None:
        moment = checked_number("now", time)
        least = least_duration(self.ground)
        if moment + least == moment:
            raise OptionError(
                f"now is {time!r}, where floats lie {math.ulp(moment):g} apart, so that a step of "
                f"{least:g} would take no time; count the time from a later moment, or in a larger unit"
            )
        self.core.now = moment

    @property
    def stay(self) -> float:
        """How long goals must be free, and are held; it cannot be changed, because searches rely on it."""
        return self._stay

    @property
    def reserved(self) -> NDArray[np.float64]:
        """All that the table holds, rows ``(x, y, from, until)``; see `Reservations.reserved`."""
        return self.reservations.reserved

    @property
    def taken(self) -> NDArray[np.float64]:
        """The former name of `reserved`."""
        _warn("Timed.taken is now Timed.reserved")
        return self.reserved

    def claim(self, path: Journey | ArrayLike, *, stay: float | None = None, force: bool = False) -> int:
        """Reserve everything that a unit holds on its way, so that later searches go round it or wait for it.

        The path is checked against the present reservations, whenever it was found. All of it is reserved, or
        nothing: if two threads claim paths that meet, one gets an error.

        Args:
            path: A `Path` that was found on a `Timed`, or rows of a place and the time at which the unit is
                there, such as ``(x, y, time)``. Between two rows the unit makes a step, or waits if they name
                the same cell.
            stay: How long the unit stands on its last cell; by default the value of the `Timed`.
            force: Reserve it even if others hold some of it.

        Returns:
            The number of the reservation, to `release` it.

        Raises:
            ConflictError: Others hold some of it; ``error.conflicts`` says what, when and which reservation.
            SpaceError: An edit has made the ground one that a `Timed` cannot lie over.
            OptionError: The path was not found, or has no times; ``stay`` is not a number from 0; or
                ``force`` is neither True nor False.
            ArrayError: Rows of another shape, or times that fall or are not finite.
            ArrayTypeError, PlaceError, PlaceTypeError: As `Reservations.reserve`.

        Example:
            >>> import pathstar as ps
            >>> floor = ps.Timed(ps.Grid([[1, 1, 1]]))
            >>> there, back = ps.find_path(floor, (0, 0), (2, 0)), ps.find_path(floor, (2, 0), (0, 0))
            >>> floor.claim(there)
            0
            >>> floor.claim(back)
            Traceback (most recent call last):
                ...
            pathstar.errors.ConflictError: the path meets what is reserved: ...
        """
        self.check_edits()
        journey = self._journey(path, stay)
        made, held = self.core.claim(*journey, checked_switch("force", force))
        if made is None:
            raise conflict_error(self.reservations.conflicts_of(held))
        return made

    def conflicts(self, path: Journey | ArrayLike, *, stay: float | None = None) -> tuple[Conflict, ...]:
        """Return a path's conflicts with present reservations, by beginning; arguments and errors as `claim`.

        Example:
            >>> import pathstar as ps
            >>> floor = ps.Timed(ps.Grid([[1, 1, 1]]), reserved=[(1, 0, 0.5, 3)])
            >>> print(*floor.conflicts([(0, 0, 0), (1, 0, 1)], stay=1))
            (1, 0) from 0.5 until 2, reservation 0
        """
        return self.reservations.conflicts_of(self.core.conflicts(*self._journey(path, stay)))

    def reserve(self, cells: ArrayLike) -> int:
        """Reserve cells for some time, whoever is on them; see `Reservations.reserve`."""
        return self.reservations.reserve(cells)

    def take(self, taken: ArrayLike) -> int:
        """Reserve cells: the former name of `reserve`."""
        _warn("Timed.take is now Timed.reserve")
        return self.reserve(taken)

    def release(self, reservation: int) -> None:
        """Free what a reservation holds; see `Reservations.release`."""
        self.reservations.release(reservation)

    def forget(self, before: float) -> None:
        """Free all that ends by a time; see `Reservations.forget`."""
        self.reservations.forget(before)

    def steps_from(self, place: Place, time: float | None = None) -> list[tuple[Place, float]]:
        """Return every step that a unit may make from a place at a time, and how long until it ends.

        There is one step to each interval in which a cell is free, as soon as possible, waiting included.
        From a cell that is blocked, or reserved at that time, there are none.

        Args:
            place: The place.
            time: The time at which the unit is there; by default `now`.

        Raises:
            PlaceError, PlaceTypeError: As `node_of`.
            OptionError: The time is not a finite number.

        Example:
            >>> import pathstar as ps
            >>> floor = ps.Timed(ps.Grid([[1, 1, 1]]), reserved=[(2, 0, 0, 5)])
            >>> floor.steps_from((1, 0)), floor.steps_from((1, 0), 7)
            ([((0, 0), 1.0), ((2, 0), 6.0)], [((0, 0), 1.0), ((2, 0), 1.0)])
        """
        return self._listed(*self.node_steps_from(self.node_of(place), time))

    def node_steps_from(self, node: int, time: float | None = None) -> Steps:
        """Return the same by numbers: nodes uint32 ``(k,)`` and times float64 ``(k,)``."""
        moment = self.now if time is None else checked_number("time", time)
        return self.core.steps_from(self._checked_node(node), moment)

    def node_of(self, place: Any) -> int:
        """Return the number of a place, as the ground has it.

        Raises:
            PlaceError, PlaceTypeError: As the ground.
        """
        return self.ground.node_of(place)

    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many places, ``(n, 2)``; errors name the argument and the row."""
        return self.ground.nodes_of(places, name)

    def cells_of(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the nodes of the ground: a search has each once for every interval in which it is free.

        Raises:
            PlaceTypeError: The nodes are not whole numbers.
        """
        cells: NDArray[np.uint32] = whole_nodes(nodes).astype(np.uint32) % np.uint32(self.size)
        return cells

    def place_nodes(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the same: a place is one of the ground, whatever the time."""
        return self.cells_of(nodes)

    def places_of(self, nodes: ArrayLike) -> NDArray[np.int32]:
        """Return the places of many nodes: int32 ``(n, 2)``, columns x and y, or more as on the ground."""
        places: NDArray[np.int32] = self.ground.places_of(
            self.cells_of(checked_nodes(nodes, _SEARCH_NODES).astype(np.uint32))
        )
        return places

    def step_range(self) -> tuple[float, float]:
        """Return bounds for the cost of one step, with the wait before it: the least, and infinity."""
        return self.ground.step_range()[0], math.inf

    def _journey(
        self, path: Journey | ArrayLike, stay: float | None
    ) -> tuple[NDArray[np.uint32], NDArray[np.float64], float]:
        """Return the nodes and times of a path, and how long it stays at its end."""
        standing = self.stay if stay is None else _checked_stay(stay)
        return *journey_on(self.ground, path), standing

    def figures(self) -> list[tuple[str, str]]:
        """Return the figures to show beside a picture, as pairs of name and value, the size first."""
        return [*self.ground.figures(), ("claimed", f"{len(self.reserved):,} times")]

    def _repr_html_(self) -> str:
        html: str = load_lazily("Timed.html")(self)
        return html

    def __repr__(self) -> str:
        count = len(np.unique(self.reservations.core.held()[4]))
        return f"Timed({self.ground!r}, now {self.now:g}, {counted(count, 'reservation')})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.ground, self.stay, self.now, self.reservations)


def _rebuilt(
    ground: Ground, stay: float, now: float, table: Reservations | tuple[Any, ...], made: int = 0
) -> Timed:
    """Make one from a pickle. Pickles of version 0.1 hold arrays of the reserved cells, and a count."""
    if isinstance(table, tuple):
        table = former_table(ground, table, made)
    timed = Timed.__new__(Timed)  # it was checked when it was made
    timed._set_up(ground, table, stay)
    timed.core.now = now
    return timed


def _warn(words: str) -> None:
    warnings.warn(words, DeprecationWarning, stacklevel=3)


def _table_of(ground: Space, table: Reservations | None, following: str | None) -> Reservations:
    """Return the table to use: the given one, if it fits, or a new one."""
    if table is None:
        return Reservations(ground, following=FOLLOWING[0] if following is None else following)
    if not isinstance(table, Reservations):
        raise OptionError(f"reservations is {table!r}; allowed: a Reservations, or None for a new one")
    if following is not None and checked_name("following", following, FOLLOWING) != table.following:
        raise OptionError(
            f"following is {following!r}, but in the table that is given it is {table.following!r}; leave it "
            "out, or give no table"
        )
    check_shared(table, ground)
    return table


def _checked_stay(stay: Any) -> float:
    seconds = as_number(stay)
    if seconds is None or not seconds >= 0:
        raise OptionError(f"stay is {stay!r}; allowed: a number from 0, or infinity")
    return seconds
