"""A unit that walks, sees and plans again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pathstar._core import fixed_place
from pathstar.errors import NotCopied, OptionError, PlaceError, SpaceError, counted
from pathstar.goals.places import Area
from pathstar.known.frontier import Frontier
from pathstar.known.known_map import KnownMap
from pathstar.known.next_cells import longest_step, next_cells
from pathstar.maps.arguments import as_number, checked_switch, checked_whole
from pathstar.paths.path import Path
from pathstar.planners.algorithms import AUTO
from pathstar.planners.checks import DEFAULT_MOST_EVENTS
from pathstar.planners.planner import Planner
from pathstar.planners.replanning.replanner import Replanner, ReplanStats
from pathstar.spaces.base import Place, Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pathstar.traces.trace import Trace

_LEAST_RADIUS = 1.5  # a unit sees all cells around it, and so what it steps on
_LARGEST_RADIUS = 0.5  # a larger disc reaches into neighbouring cells

EVENTS = {
    "saw": "some cells are otherwise than was believed",
    "planned": "the path is another one",
    "moved": "the unit is at its next place",
    "bumped": "the next place turned out to be closed",
    "arrived": "the unit is at its goal",
    "explored": "there is nothing left to see that can be reached",
    "no way": "the goal cannot be reached, and nothing that was not seen can change that",
}


class Event(NamedTuple):
    """What happened in a step of a `Walk`.

    Attributes:
        name: Its kind, a name of `EVENTS`.
        place: Where the unit was then, or the place that it bumped into.
        size: The number of cells that differ from what was believed, or of places on the path; else 0.
    """

    name: str
    place: Place
    size: int = 0


class Walk(NotCopied):
    """A unit that goes to a place over ground that it sees as it walks, or explores all of it.

    In each step it looks around, plans again if what it saw calls for it, and moves one place on. Even where
    its view is blocked, it sees the cells that its next step may touch: those beside its own, the ends of
    portals, and cells across a joined border. It plans only by what its player knows. Where unseen ground
    counts as blocked, a unit without a path goes to the nearest cell from which it will see more.

    Args:
        known: What its player knows; it needs a true map to look at.
        start: Where the unit is.
        goal: Where it goes; None to explore until nothing is left to see.
        radius: How far it sees, at least 1.5 cells; None for as far as the lines of sight reach.
        sight: Whether walls block its view; see `KnownMap.reveal`.
        space: Where it moves: a space over ``known.map`` whose units take up one cell; by default
            ``known.map.grid()``.
        algorithm: As for `Replanner`.

    Attributes:
        known: As given.
        space: Where it moves.
        place: Where it is.
        trail: The places where it has been, beginning with the start.
        cost: The cost of its steps so far.
        status: ``"walking"``, or one of ``"arrived"``, ``"explored"`` and ``"no way"``.
        events: All events so far.

    Raises:
        OptionError: The radius is too small, or neither a radius nor sight.
        PlaceError, PlaceTypeError: Start or goal is not a place of the space, or the start is in a wall.
        SpaceError: The space does not follow ``known.map``, has floors, or has units larger than a cell; or
            there is no true map.

    Example:
        >>> import pathstar as ps
        >>> truth = ps.Map([[1, 1, 1, 0, 1], [1, 0, 1, 0, 1], [1, 0, 1, 1, 1]])
        >>> walk = Walk(KnownMap(truth), (0, 0), (4, 0), sight=True)
        >>> walk.run().status, walk.trail
        ('arrived', [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (3, 2), (4, 2), (4, 1), (4, 0)])
        >>> [event.name for event in walk.events[:4]]
        ['saw', 'planned', 'moved', 'saw']
    """

    _instead = "make another one from its place"

    def __init__(
        self,
        known: KnownMap,
        start: Place,
        goal: Place | None = None,
        *,
        radius: float | None = None,
        sight: bool = False,
        space: Space | None = None,
        algorithm: str = AUTO,
    ) -> None:
        if not isinstance(known, KnownMap):
            raise OptionError(f"known is {known!r}; allowed: a KnownMap")
        far = None if radius is None else as_number(radius)
        by_sight = checked_switch("sight", sight)
        if not by_sight if radius is None else far is None or not far >= _LEAST_RADIUS:
            raise OptionError(
                f"radius is {radius!r}; allowed: a number from {_LEAST_RADIUS}, or None with sight=True"
            )
        self.known = known
        self.space: Space = known.map.grid() if space is None else space
        known.check_space(self.space)
        _check_body(self.space)
        self.space.node_of(start)
        self._reach = longest_step(self.space)
        self._looks = _looks(radius, by_sight, self._reach)
        self._unit = None if goal is None else Replanner(self.space, start, goal, algorithm)
        self._explorer = Planner(self.space, "dijkstra")
        self._frontier: Frontier | None = None  # until it is asked for
        self._stood = np.zeros(known.map.shape, bool)
        self._ahead: list[Place] = []  # the way to what it wants to see, in reverse
        self.place: Place = fixed_place(start)
        self._goal = fixed_place(goal)
        self.trail: list[Place] = [self.place]
        self.cost = 0.0
        self.status = "walking"
        self.events: list[Event] = []
        if not self._is_open(start):
            raise PlaceError(f"the unit cannot start at {start!r}: there is a wall")
        self._see()

    @property
    def goal(self) -> Place | None:
        """Where it goes; None if it explores. For another goal, make another walk from its place."""
        return self._goal

    @property
    def path(self) -> Path | None:
        """The path to its goal by what is known now; None if it explores."""
        return None if self._unit is None else self._unit.path

    @property
    def stats(self) -> Any:
        """The statistics of its `Replanner`; None if it explores."""
        return None if self._unit is None else self._unit.stats

    def step(self) -> list[Event]:
        """Plan, move one place on, and look around.

        Returns:
            The events, in order; none once the walk is over.
        """
        before = len(self.events)
        if self.status == "walking":
            if self._has_arrived():
                self._end("arrived")
            elif (place := self._next()) is not None:
                self._move(place)
        return self.events[before:]

    def run(self, max_steps: int | None = None) -> Walk:
        """Step until the walk is over, or at most ``max_steps`` times.

        Raises:
            OptionError: ``max_steps`` is not a whole number from 0.
        """
        max_steps = None if max_steps is None else checked_whole("max_steps", max_steps, 0)
        steps = 0
        while self.status == "walking" and (max_steps is None or steps < max_steps):
            self.step()
            steps += 1
        return self

    def trace(self, *, max_events: int = DEFAULT_MOST_EVENTS) -> Trace:
        """Plan the way to the goal, and record each step of the search; the next `step` goes that way.

        The first trace shows a whole search, later ones only what the unit's new sightings have changed; see
        `Replanner.trace`. A trace can be explained until the unit sees more.

        Args:
            max_events: As for `Replanner.trace`.

        Raises:
            OptionError: The walk has no goal or is over, or as `Replanner.trace`: its algorithm is not a row
                of `REPAIRS`, such as ``"d-star-lite"``.

        Example:
            >>> import pathstar as ps
            >>> truth = ps.Map([[1, 1, 1, 0, 1], [1, 0, 1, 0, 1], [1, 0, 1, 1, 1]])
            >>> walk = Walk(KnownMap(truth), (0, 0), (4, 0), sight=True, algorithm="d-star-lite")
            >>> walk.trace().path.cost
            6.0
        """
        if self._unit is None or self.status != "walking":
            raise OptionError(f"there is no plan to trace: {self!r}")
        before = self._unit.stats
        trace = self._unit.trace(max_events=max_events)
        self._note_plan(self._unit, before)
        return trace

    def _note_plan(self, unit: Replanner, before: ReplanStats) -> None:
        """Note that the unit has planned, if it has since these statistics."""
        if unit.stats.searches + unit.stats.repairs > before.searches + before.repairs:
            self._note("planned", self.place, len(unit.path))

    def _see(self) -> None:
        x, y = self._cell(self.place)
        self._stood[y, x] = True
        count = sum(len(self.known.reveal((x, y), **look)) for look in self._looks)
        away = [cell for cell in next_cells(self.space, (x, y)) if math.dist(cell, (x, y)) > self._reach]
        count += sum(len(self.known.reveal(cell, 0)) for cell in away)
        if count:
            self._note("saw", self.place, count)

    def _next(self) -> Place | None:
        """Return where to go; None if the walk is over."""
        if self._unit is not None:
            before = self._unit.stats
            place = self._unit.next_step()
            self._note_plan(self._unit, before)
            if place is not None:
                return place
        if not self._is_good(self._ahead):
            final = self._unit is not None and self.known.is_final(self.space, self.place)
            self._ahead = [] if final else self._way_to_frontier()
        if self._ahead:
            return self._ahead.pop()
        self._end("explored" if self._unit is None else "no way")
        return None

    def _is_good(self, ahead: list[Place]) -> bool:
        """Return whether a way to the frontier can still be walked, and still leads to it."""
        if not ahead or not self._is_wanted(self._cell(ahead[0])) or not self._costs_to(ahead[-1]).size:
            return False
        return bool(self.space.is_free(self.space.nodes_of(ahead)).all())

    def _is_wanted(self, cell: tuple[int, int]) -> bool:
        x, y = cell
        seen, free = self.known.seen, self.known.map.passable
        unseen_next = any(not seen[v, u] for u, v in next_cells(self.space, cell))
        return bool(unseen_next and seen[y, x] and free[y, x] and not self._stood[y, x])

    def _way_to_frontier(self) -> list[Place]:
        if self._frontier is None:
            self._frontier = Frontier(self.space, self.known)
        cells, free = self._frontier.cells(), self.known.map.passable
        wanted = cells[free.ravel()[cells] & ~self._stood.ravel()[cells]]
        if not wanted.size:
            return []
        path = self._explorer.find(self.place, Area(wanted.astype(np.uint32), free.shape))
        if path:
            self._note("planned", self.place, len(path))
        return list(path)[:0:-1]

    def _move(self, place: Place) -> None:
        if not self._is_open(place):
            self.known.observe([self._cell(place)], passable=False)
            self._ahead = []
            self._note("bumped", place)
            return
        self.cost += float(self._costs_to(place).min())
        self.place = place
        self.trail.append(place)
        if self._unit is not None:
            self._unit.move(place)
        self._note("moved", place)
        self._see()
        if self._has_arrived():
            self._end("arrived")

    def _costs_to(self, place: Place) -> NDArray[np.float64]:
        """Return the costs of the steps to a place, by what is known; empty if no step leads there."""
        nodes, costs = self.space.node_steps_from(self.space.node_of(self.place))
        there = self.space.cells_of(self.space.nodes_of([place]))
        there_costs: NDArray[np.float64] = costs[self.space.cells_of(nodes) == there]
        return there_costs

    def _has_arrived(self) -> bool:
        if self._unit is None or self._cell(self.place) != self._cell(self.goal):
            return False
        return self._unit.arrived

    def _is_open(self, place: Place) -> bool:
        x, y = self._cell(place)
        truth = self.known.truth
        return truth is None or bool(truth.passable[y, x])

    def _cell(self, place: Place) -> tuple[int, int]:
        x, y = place[:2]
        return int(x), int(y)

    def _end(self, status: str) -> None:
        self.status = status
        self._note(status, self.place)

    def _note(self, kind: str, place: Place, size: int = 0) -> None:
        self.events.append(Event(kind, place, size))

    def __repr__(self) -> str:
        aim = "explores" if self.goal is None else f"goes to {self.goal}"
        return f"Walk({aim}, at {self.place} after {counted(len(self.trail) - 1, 'step')}: {self.status})"


def _looks(radius: float | None, sight: bool, reach: float) -> list[dict[str, Any]]:
    """Return the options of `KnownMap.reveal` to see what a step may touch, and those to see all else."""
    if sight:
        return [{"radius": reach}, {"radius": radius, "sight": True}]
    return [{"radius": reach if radius is None else max(radius, reach)}]


def _check_body(space: Space) -> None:
    """Check that units touch no cells that they may not see from their place."""
    radius, side = space.body
    if radius > _LARGEST_RADIUS or side > 1:
        raise SpaceError(f"a unit that walks by what it sees takes up one cell, unlike those of {space!r}")
