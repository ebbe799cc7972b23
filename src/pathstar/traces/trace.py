"""The steps of a search as one array of events."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType, Status
from pathstar.errors import OptionError, StaleError, counted
from pathstar.goals.base import names_place
from pathstar.lazy import load_lazily
from pathstar.spaces.base import Place, Space, place_of
from pathstar.traces.legs import joined_events, joined_intervals, joined_scans
from pathstar.traces.rules import Rules
from pathstar.traces.scans import failed_scans
from pathstar.traces.state import State, checked_step
from pathstar.traces.timeline import EVENT, LOOKS, NO_PARENT, current_events, step_ends, successors_in_time

if TYPE_CHECKING:
    from pathstar.paths.path import Path
    from pathstar.traces.explain import Explanation, Fact
    from pathstar.viz.frame import Frame

__all__ = ["EVENT", "NO_PARENT", "EventType", "Trace"]


class Trace:
    """Everything a search did, in order.

    A step is one expansion: the search takes a node from the open list, closes it, and looks at its
    neighbours. ``len(trace)`` counts the steps. ``trace[k]`` is the state after step k, ``trace[-1]`` the
    last state; stepping back is as quick as stepping forward.

    Attributes:
        space: The space of the search.
        path: The result of the search.
        events: Structured array with fields ``g``, ``h``, ``node``, ``parent`` (`NO_PARENT` if there is
            none), ``type`` (a value of `EventType`) and ``from_goal``: whether the event belongs to the
            search from the goal, where two searches run towards each other. Its G leads to the goal, its H to
            the start.
        intervals: For a search over intervals, such as Anya, the meaning of each number in ``node`` and
            ``parent``: a structured array with fields ``left``, ``right`` and ``root``, points with x and y;
            ``into``, the row of cells or the polygon beyond the interval, -1 for the goal, or -2 for a root
            alone; and ``before``, the interval whose root comes before on the way, or -1. None for searches
            over places.
        rules: How the search chose among its open squares.
        max_events: The maximum number of events; None if unknown.
        legs: For a search through several places, the traces of its legs, each from one place to the next.
            For a search to `away_from`, the fields of the pursuers and of the unit, then the search for the
            path. Steps count through all legs; each leg forgets what the one before knew, and its G counts
            from the place where it begins. Empty for other searches.
        reserved: The reservations of a `Timed` when the trace was made, float64 ``(n, 4)``: x, y, from and
            until. Empty over other spaces.

    Example:
        >>> import pathstar as ps
        >>> trace = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
        >>> len(trace), trace.path.cost
        (3, 2.0)
        >>> trace[1]
        State(step 1, (1, 0) closed now, 1 open, 2 closed)
        >>> print(trace.explain(1))
        (1, 0) has the lowest F on the open list, 2 (G 1 + H 1), and goes on the closed list.
        (2, 0) is opened with parent (1, 0): G 1 + 1 = 2, H 0, F 2.
        (0, 0) is closed already.
        6 neighbours lie outside the map.
    """

    def __init__(
        self,
        space: Space,
        path: Path,
        events: NDArray[np.void],
        rules: Rules,
        max_events: int | None = None,
        intervals: NDArray[np.void] | None = None,
        legs: tuple[Trace, ...] = (),
    ) -> None:
        self.space = space
        self.path = path
        self.events = events
        self.rules = rules
        self.max_events = max_events
        self.intervals = intervals
        self.legs = legs
        self.reserved = _reserved(space)
        self._revision = space.revision

    @classmethod
    def of_legs(cls, path: Path, legs: Sequence[Trace], max_events: int | None = None) -> Trace:
        """Return the trace of a search through several places.

        Args:
            path: The whole path.
            legs: The traces of its legs, at least one, in order.
            max_events: As for a trace.
        """
        last = legs[-1]  # a leg before it may be a field
        events, intervals = joined_events(legs), joined_intervals(legs)
        return cls(path.space, path, events, last.rules, max_events, intervals, tuple(legs))

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(
            {"intervals": None, "legs": (), **state, "events": current_events(state["events"])}
        )

    def of_type(self, kind: EventType) -> NDArray[np.bool_]:
        """Return which events are of one type, bool ``(events,)``.

        Raises:
            OptionError: It is not a type of event.
        """
        if not isinstance(kind, EventType):
            raise OptionError(f"{kind!r} is not a type of event; allowed: a value of EventType")
        mask: NDArray[np.bool_] = self.events["type"] == kind.value
        return mask

    @cached_property
    def step_starts(self) -> NDArray[np.int64]:
        """Where each step begins in ``events``: the numbers of the EXPAND events, ``(steps,)``."""
        return np.flatnonzero(self.of_type(EventType.EXPAND))

    @cached_property
    def step_ends(self) -> NDArray[np.int64]:
        """Where each step ends in ``events``, ``(steps,)``; see `pathstar.traces.timeline.step_ends`."""
        return step_ends(self.events["type"])

    @property
    def noun(self) -> str:
        """The noun for a node of the search, from the catalogues."""
        return self.space.noun if self.intervals is None else "interval"

    @cached_property
    def two_sided(self) -> bool:
        """Whether two searches ran, one from the start and one from the goal."""
        return bool(self.events["from_goal"].any())

    @cached_property
    def deepens(self) -> bool:
        """Whether the search went depth first, in rounds of a growing bound."""
        return bool(self.of_type(EventType.DEEPEN).any())

    @cached_property
    def failed_scans(self) -> NDArray[np.uint32]:
        """The scans of jump point search that found nothing, ``(n, 3)``; see `pathstar.traces.scans`."""
        return joined_scans(self.legs) if self.legs else failed_scans(self)

    @cached_property
    def successors(self) -> NDArray[np.uint32]:
        """For each event the number of the next event of the same node; see `successors_in_time`."""
        return successors_in_time(self.events)

    @cached_property
    def goal(self) -> Place | None:
        """The goal; None if it is a test that no node has passed."""
        if self.space.capabilities.plane:
            return self.path.goal
        if self.path:
            return place_of(self.space, self.path.route[-1])
        if not names_place(self.path.goal):
            return None
        return place_of(self.space, self.space.node_of(self.path.goal))

    def ends_at(self, step: int) -> bool:
        """Return whether a step that closed the target was the last.

        It is not if two searches go on after they have met. On a `Timed` the unit must also stay.
        """
        if self.two_sided:
            return False
        nodes = self.events["node"][self.step_starts]
        return not self.space.capabilities.timed or (bool(self.path) and nodes[step] == nodes[-1])

    @property
    def stale(self) -> bool:
        """Whether the space was edited since."""
        return self.space.revision != self._revision

    def check_fresh(self, purpose: str) -> None:
        """Check that the space still has the walls and costs that the search saw.

        Args:
            purpose: What the trace is needed for, a verb for the message.

        Raises:
            StaleError: The space was edited since.
        """
        if self.stale:
            raise StaleError(
                f"the space was edited since this trace was recorded; record it again to {purpose} it"
            )

    @property
    def full(self) -> bool:
        """Whether the search stopped because the trace had reached ``max_events``."""
        stopped = self.path.status is Status.LIMIT and self.max_events is not None
        return stopped and len(self.events) >= (self.max_events or 0)

    def events_of(self, step: int) -> NDArray[np.void]:
        """Return the events of one step: the expansion, then what it opened and improved.

        Raises:
            PlaceError, PlaceTypeError: There is no such step.
        """
        step = checked_step(step, len(self), self._outcome)
        events = self.events[self.step_starts[step] : self.step_ends[step]]
        looks: NDArray[np.void] = events[LOOKS[events["type"]]]
        return looks

    def events_before(self, step: int) -> NDArray[np.void]:
        """Return what led to one step: the events between the step before and the expansion.

        For a search from both ends, these show which nodes were pruned and where the two met; for iterative
        deepening, where it went back and that a round began. Most searches have none.

        Raises:
            PlaceError, PlaceTypeError: There is no such step.
        """
        step = checked_step(step, len(self), self._outcome)
        return self.events[self.step_ends[step - 1] if step else 0 : self.step_starts[step]]

    @property
    def _outcome(self) -> str:
        return self.path.status.name.lower().replace("_", " ")

    @property
    def beginning(self) -> State:
        """The state before the first step: in most searches only the start is open."""
        return State(self, -1, int(self.step_starts[0]) if len(self) else len(self.events))

    def __getitem__(self, step: int) -> State:
        step = checked_step(step, len(self), self._outcome)
        return State(self, step, int(self.step_ends[step]))

    def __iter__(self) -> Iterator[State]:
        return map(self.__getitem__, range(len(self)))

    def __len__(self) -> int:
        return len(self.step_starts)

    def facts(self, step: int | None = None) -> tuple[Fact, ...]:
        """Return what one step did, and why, independent of a language; see `explain`.

        Raises:
            PlaceError, PlaceTypeError: There is no such step.
            StaleError: The space was edited since, so its walls are no longer those that the search saw.

        Example:
            >>> import pathstar as ps
            >>> fact = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0)).facts(1)[0]
            >>> fact.kind, fact.say.key, fact.say.values["f"]
            ('chosen', 'step.chosen.lowest', 2.0)
        """
        from pathstar.traces.explain import facts_of, facts_of_end

        self.check_fresh("explain")
        if step is None:
            return facts_of_end(self)
        return facts_of(self, checked_step(step, len(self), self._outcome))

    def explain(self, step: int | None = None, lang: str = "en") -> Explanation:
        """Explain in sentences what one step did, and why.

        The sentences express the step's `facts`, which are derived from the events and the space: which
        square was taken and how a tie was broken, and for each neighbour why it was opened, improved or
        passed over. The last step also says how the search ended.

        Args:
            step: The step, from 0; negative numbers count from the end. None explains only the end, which
                exists even for a search without steps.
            lang: A language of `pathstar.words.LANGUAGES`, such as ``"zh"``.

        Returns:
            An `Explanation`: sentences with the places that they name.

        Raises:
            PlaceError, PlaceTypeError: There is no such step.
            OptionError: There is no catalogue for the language.
            StaleError: The space was edited since, so its walls are no longer those that the search saw.

        Example:
            >>> import pathstar as ps
            >>> print(ps.trace(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0)).explain())
            The open list is empty, and the target was never reached: there is no path.
            1 square was closed.
        """
        from pathstar.traces.explain import Explanation

        number = step if step is None else checked_step(step, len(self), self._outcome)
        return Explanation.of(number, self.facts(step), lang)

    def frame(self, step: int | None = None, **options: Any) -> Frame:
        """Return a picture of the board after one step; see `pathstar.viz.frame.Frame`."""
        frame: Frame = load_lazily("Trace.frame")(self, step, **options)
        return frame

    def save(self, file: str | os.PathLike[str], **options: Any) -> None:
        """Save the search as a film, page or picture, by the suffix; see `pathstar.viz.export.save.save`."""
        load_lazily("Trace.save")(self, file, **options)

    def through(self) -> NDArray[np.float64]:
        """Return the cost of the cheapest way from start to goal through each node, float64 ``(size,)``.

        The costs are exact, whatever the search did; infinity where no way leads through a node.

        Raises:
            PlaceError: The start or the goal is blocked, or the goal is not one place.
            SpaceError: The space cannot be searched backwards, or not from one place to all.

        Example:
            >>> import pathstar as ps
            >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1]], moves=ps.Moves(4))
            >>> ps.trace(grid, (0, 0), (2, 0)).through().tolist()
            [2.0, 2.0, 2.0, 4.0, inf, 4.0]
        """
        costs: NDArray[np.float64] = load_lazily("Trace.through")(self)
        return costs

    def __repr__(self) -> str:
        return f"Trace({counted(len(self), 'step')}, {counted(len(self.events), 'event')}, {self.path!r})"

    def show(self, **options: Any) -> None:
        """Print the searched map in the terminal, scaled to the window."""
        load_lazily("Trace.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = load_lazily("Trace.html")(self)
        return html


def check_trace(trace: object) -> Trace:
    """Return a trace, after checking that it is one.

    Raises:
        OptionError: It is something else.
    """
    if not isinstance(trace, Trace):
        raise OptionError(f"trace is {trace!r}; allowed: a Trace, as pathstar.trace returns it")
    return trace


def _reserved(space: Any) -> NDArray[np.float64]:
    return np.array(space.reserved) if space.capabilities.timed else np.empty((0, 4))
