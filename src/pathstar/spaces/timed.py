"""Cells that others take at times, so that one waits or goes round."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, ArrayTypeError, OptionError
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import as_number
from pathstar.spaces.base import Cache, Place, Space, Steps
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.layers.stacks import checked_ground

if TYPE_CHECKING:
    from pathstar.maps.change import Change


class Journey(Protocol):
    """Where something is when: a path through time."""

    @property
    def points(self) -> NDArray[Any]:
        """The places, ``(n, 2)``."""

    @property
    def times(self) -> NDArray[np.float64]:
        """When it is there, ``(n,)``."""

    def __bool__(self) -> bool: ...

    def __len__(self) -> int: ...


class Timed(Space):
    """A grid whose cells are taken at times: by units on their way, by doors that close for a while.

    A step takes as long as it costs, costs of cells included, and one may wait anywhere for as long as the
    cell is free. A path costs the time from `now` to its arrival, and is the one that arrives first.
    ``path.times`` says when it is at each of ``path.points``; who waits is on a point twice. To let units
    avoid each other, find a path for one, `claim` it, and go on with the next.

    A unit takes the cells that it stands on, both cells of a step from its beginning to its end, and for as
    long as a diagonal step lasts also the middle of its four cells, where no other may cross. So round
    units that are at most 0.7 cells wide never touch. Times are half-open: what is taken until 5 is free at
    5.

    Args:
        ground: A `Grid` of 4 or 8 directions, or a `HexGrid`. Its edits are followed.
        taken: Rows ``(x, y, from, until)``, ``(n, 4)``: cells that are taken from the beginning. Times may be
            infinite.
        stay: For how long one must be able to stand on the goal after the arrival, and stands there when its
            path is claimed. By default for ever, as units do that stop there; 0 for those that vanish.
        now: When searches begin, in the unit of the steps' costs.

    Attributes:
        ground: The grid.
        stay: As above.

    Raises:
        SpaceError: The ground is no such grid.
        ArrayError: ``taken`` is not ``(n, 4)``, or a row has no time between from and until.
        PlaceError: A row lies outside.
        ArrayTypeError, PlaceTypeError: A row is not made of numbers, or its x and y are not whole.
        OptionError: ``stay`` is no number from 0, or ``now`` is not finite, or so large that adding the
            shortest step to it changes nothing.

    Example:
        >>> import pathstar as ps
        >>> floor = ps.Timed(ps.Grid([[1, 1, 1, 1]]), taken=[(2, 0, 0, 5)])
        >>> path = ps.find_path(floor, (0, 0), (3, 0))
        >>> path.points.tolist(), path.times.tolist(), path.cost
        ([[0, 0], [1, 0], [1, 0], [2, 0], [3, 0]], [0.0, 1.0, 5.0, 6.0, 7.0], 7.0)
        >>> ticket = floor.claim(path)
        >>> bool(ps.find_path(floor, (1, 0), (0, 0)))
        False
        >>> floor.release(ticket)
        >>> ps.find_path(floor, (1, 0), (0, 0)).cost
        1.0
    """

    __slots__ = ("_regular_grid", "core", "ground", "stay")

    kind = KINDS["Timed"]
    core: _core.Timed
    ground: Grid | HexGrid

    def __init__(
        self,
        ground: Grid | HexGrid,
        *,
        taken: ArrayLike | None = None,
        stay: float = math.inf,
        now: float = 0.0,
    ) -> None:
        checked_ground("Timed", ground)
        self.ground = ground
        self.stay = _checked_stay(stay)
        self.cache = Cache()
        self._regular_grid = ground.regular_grid() if isinstance(ground, Grid) else ground.core
        self.core = _core.Timed(self._regular_grid, self.stay)
        self.now = now
        if taken is not None:
            self.take(taken)

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
        """``(height, width)``, as NumPy has it."""
        return self.ground.shape

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.ground.size

    @property
    def revision(self) -> int:
        """How often cells were taken or released, or the grid was edited."""
        self._regular_grid.catch_up()
        return self.core.revision

    @property
    def now(self) -> float:
        """When searches begin; set it as time goes on. Searches under way keep the time that they had.

        Raises:
            OptionError: It is set to something that is no finite number, or to one so large that adding the
                shortest step to it changes nothing.
        """
        return self.core.now

    @now.setter
    def now(self, time: float) -> None:
        moment = _checked_time(time, "now")
        least = _least_duration(self.ground)
        if moment + least == moment:
            raise OptionError(
                f"now is {time!r}, where floats lie {math.ulp(moment):g} apart, so that a step of "
                f"{least:g} would take no time; count the time from a later moment, or in a larger unit"
            )
        self.core.now = moment

    @property
    def taken(self) -> NDArray[np.float64]:
        """All that is taken: float64 ``(n, 4)``, columns x, y, from and until.

        The middle of four cells, which a diagonal step takes, lies half a cell to the right of and below the
        upper left one. Rows that overlap are from different claims.
        """
        whats, begins, ends, _ = self.core.taken()
        middle = whats >= self.size
        y, x = np.divmod(np.where(middle, whats - np.uint32(self.size), whats), np.uint32(self.width))
        return np.stack([x + middle / 2, y + middle / 2, begins, ends], axis=-1)

    def claim(self, path: Journey | ArrayLike, *, stay: float | None = None) -> int:
        """Take all that a unit takes on its way, so that later searches go round it or wait for it.

        Args:
            path: A `Path` that was found on a `Timed`, or rows ``(x, y, time)``, ``(n, 3)``: where the unit
                is when. Between two rows it makes a step, or waits if they name the same cell.
            stay: For how long the unit stands on its last cell; by default as the `Timed` has it.

        Returns:
            A ticket to `release` it with.

        Raises:
            OptionError: The path was not found, or has no times; ``stay`` is no number from 0.
            ArrayError: Rows of another shape, or times that fall or are not finite.
            ArrayTypeError, PlaceError, PlaceTypeError: As for ``taken`` of `Timed`.
        """
        standing = self.stay if stay is None else _checked_stay(stay)
        if hasattr(path, "times"):
            journey = _checked_journey(cast("Journey", path))
            cells, times = self.nodes_of(journey.points, "path"), journey.times
        else:
            rows = _checked_rows(path, "path", ("x", "y", "time"))
            cells, times = self._cells_of_rows(rows, "path"), np.ascontiguousarray(rows[:, 2])
        if not np.isfinite(times).all() or (np.diff(times) < 0).any():
            raise ArrayError("the times of a path must be finite, and none before the one in the row above")
        return self.core.claim(cells, times, standing)

    def take(self, taken: ArrayLike) -> int:
        """Take cells for some time, whoever is on them.

        Args:
            taken: Rows ``(x, y, from, until)``, ``(n, 4)``. Times may be infinite.

        Returns:
            A ticket to `release` them with.

        Raises:
            ArrayError, ArrayTypeError, PlaceError, PlaceTypeError: As for ``taken`` of `Timed`.

        Example:
            >>> import pathstar as ps
            >>> floor = ps.Timed(ps.Grid([[1, 1, 1]]))
            >>> door = floor.take([(1, 0, 0, 10)])
            >>> ps.find_path(floor, (0, 0), (2, 0)).cost
            12.0
        """
        rows = _checked_rows(taken, "taken", ("x", "y", "from", "until"))
        begins, ends = np.ascontiguousarray(rows[:, 2]), np.ascontiguousarray(rows[:, 3])
        wrong = np.flatnonzero(~(begins < ends))
        if wrong.size:
            row = int(wrong[0])
            raise ArrayError(
                f"taken[{row}] is taken from {begins[row]:g} until {ends[row]:g}; until must be the later one"
            )
        return self.core.take(self._cells_of_rows(rows, "taken"), begins, ends)

    def release(self, ticket: int) -> None:
        """Free what was claimed or taken with a ticket; nothing happens where that is free already.

        Raises:
            OptionError: There is no such ticket.
        """
        try:
            number = -1 if isinstance(ticket, bool) else operator.index(ticket)
        except TypeError:
            number = -1
        if not 0 <= number < self.core.tickets:
            raise OptionError(f"ticket is {ticket!r}; allowed: a number that claim or take returned")
        self.core.release(number)

    def forget(self, before: float) -> None:
        """Free all that ends by a time: what lies in the past only takes memory.

        Raises:
            OptionError: The time is no finite number.
        """
        self.core.forget(_checked_time(before, "before"))

    @property
    def noun(self) -> str:
        """What a place is called: as on the grid."""
        return self.ground.noun

    def steps_from(self, place: Place, time: float | None = None) -> list[tuple[Place, float]]:
        """Return every step that one may make from a cell at a time, and how long until it ends.

        That is to each time for which a cell is free, as soon as can be, waiting included. From a cell that
        is blocked or taken then there are none.

        Args:
            place: The cell.
            time: When one is there; by default `now`.

        Raises:
            PlaceError, PlaceTypeError, StaleError: As `node_of`.
            OptionError: The time is no finite number.

        Example:
            >>> import pathstar as ps
            >>> floor = ps.Timed(ps.Grid([[1, 1, 1]]), taken=[(2, 0, 0, 5)])
            >>> floor.steps_from((1, 0)), floor.steps_from((1, 0), 7)
            ([((0, 0), 1.0), ((2, 0), 6.0)], [((0, 0), 1.0), ((2, 0), 1.0)])
        """
        return self._listed(*self.node_steps_from(self.node_of(place), time))

    def node_steps_from(self, node: int, time: float | None = None) -> Steps:
        """Return the same by numbers: cells uint32 ``(k,)`` and times float64 ``(k,)``."""
        moment = self.now if time is None else _checked_time(time, "time")
        return self.core.steps_from(self._checked_node(node), moment)

    def node_of(self, place: Any) -> int:
        """Return the number of a cell, as the grid has it.

        Raises:
            PlaceError, PlaceTypeError: As the grid.
        """
        return self.ground.node_of(place)

    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many cells, ``(n, 2)``; errors name the argument and the row."""
        return self.ground.nodes_of(places, name)

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these cells are walkable; whether they are taken, and when, `taken` says."""
        return self.ground.is_free(nodes)

    def cells_of(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the cells of nodes: a search knows a cell once for each time that it is free."""
        return self.core.cells_of(np.ascontiguousarray(nodes, np.uint32))

    def place_nodes(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the same: a place is a cell, at whatever time."""
        return self.cells_of(nodes)

    def places_of(self, nodes: ArrayLike) -> NDArray[np.int32]:
        """Return the places of many nodes: int32 ``(n, 2)``, columns x and y."""
        places: NDArray[np.int32] = self.ground.places_of(self.cells_of(np.asarray(nodes, np.uint32)))
        return places

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit: those of the grid."""
        return self.ground.heuristics

    def default_heuristic(self) -> str:
        """Return the grid's: to wait only takes longer."""
        return self.ground.default_heuristic()

    def consistency_factor(self, heuristic: str) -> float:
        """Return how fast a heuristic falls, at most, per unit of a step's cost."""
        return self._regular_grid.consistency_factor(_core.HeuristicKind[heuristic])

    def step_range(self) -> tuple[float, float]:
        """Return bounds of what one step costs, waiting for it included: the least, and infinity."""
        return self.ground.step_range()[0], math.inf

    def update(self, change: Change) -> None:
        """Take over an edit of the map that the grid was made from; see `Grid.update`."""
        self.ground.update(change)

    def _cells_of_rows(self, rows: NDArray[np.float64], name: str) -> NDArray[np.uint32]:
        places = rows[:, :2]
        whole = np.isfinite(places).all() and (places % 1 == 0).all()
        return self.nodes_of(np.clip(places, -1, 2**31).astype(np.int64) if whole else places, name)

    def figures(self) -> list[tuple[str, str]]:
        """Return what there is to say of it beside a picture, as pairs of name and value; the size first."""
        return [*self.ground.figures(), ("claimed", f"{len(self.taken):,} times")]

    def _repr_html_(self) -> str:
        html: str = load_lazily("Timed.html")(self)
        return html

    def __repr__(self) -> str:
        claims = len(np.unique(self.core.taken()[3]))
        return f"Timed({self.ground!r}, now {self.now:g}, {claims} claim{'' if claims == 1 else 's'})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.ground, self.stay, self.now, self.core.taken(), self.core.tickets)


def _rebuilt(ground: Grid | HexGrid, stay: float, now: float, taken: tuple[Any, ...], tickets: int) -> Timed:
    timed = Timed(ground, stay=stay, now=now)
    whats, begins, ends, owners = taken
    timed.core.restore(whats, begins, ends, owners, tickets)
    return timed


def _least_duration(ground: Grid | HexGrid) -> float:
    """Return the least time above 0 that a step takes; infinity where every step takes none."""
    least, _ = ground.step_range()
    if least > 0:
        return least
    length = min(ground.moves.lengths) if isinstance(ground, Grid) else 1.0
    share = 1.0 if ground.cost_model == "enter" else 0.5
    fixed = [cost for _, _, cost in ground.links.portals if cost > 0]
    cells = np.ones(1) if ground.cost is None else ground.cost[ground.walkable & (ground.cost > 0)]
    return min([*fixed, length * share * float(cells.min(initial=math.inf))])


def _checked_stay(stay: Any) -> float:
    seconds = as_number(stay)
    if seconds is None or not seconds >= 0:
        raise OptionError(f"stay is {stay!r}; allowed: a number from 0, or infinity")
    return seconds


def _checked_time(time: Any, name: str) -> float:
    moment = as_number(time)
    if moment is None or not math.isfinite(moment):
        raise OptionError(f"{name} is {time!r}; allowed: a finite number")
    return moment


def _checked_journey(path: Journey) -> Journey:
    """Return a path that was found and has times."""
    if not path:
        raise OptionError(f"there is no path to claim: {path!r}")
    if len(path.times) != len(path):
        raise OptionError("this path has no times; find it on a Timed, or give rows (x, y, time)")
    return path


def _checked_rows(rows: Any, name: str, columns: tuple[str, ...]) -> NDArray[np.float64]:
    """Return rows of numbers, one for each column, none of them NaN."""
    words = f"{name} must be rows ({', '.join(columns)}), an array (n, {len(columns)})"
    try:
        array = np.asarray(rows)
    except ValueError:
        raise ArrayError(f"{words}; these rows differ in length") from None
    if array.size == 0:
        return np.empty((0, len(columns)))
    if array.ndim != 2 or array.shape[1] != len(columns):
        raise ArrayError(f"{words}, not {array.shape}")
    if array.dtype.kind not in "iuf":
        raise ArrayTypeError(f"{words} of numbers, not of {array.dtype}")
    numbers = array.astype(np.float64)
    if np.isnan(numbers).any():
        raise ArrayError(f"{name} must not hold NaN")
    return numbers
