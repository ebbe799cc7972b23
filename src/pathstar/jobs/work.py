"""The searches behind a queue: one for a request, or one for all requests with the same goal."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar._core import PathResult, Status
from pathstar.engine.search import Search
from pathstar.errors import PlaceError
from pathstar.goals.base import Goal
from pathstar.jobs.joining import joined
from pathstar.jobs.tickets import Ticket
from pathstar.paths.path import Method, Path, path_to_goal
from pathstar.planners.field_search import FieldSearch
from pathstar.planners.legs import LegSteps, goes_by_legs
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place, Space, is_free_at

_NODE_BYTES = 16  # the record of a seen node: its cost, its parent and a mark
_NO_NODES = np.empty(0, np.uint32)
_LOOKS = 64  # at starts, each time a field's search goes on
_SHARED = Method("one-to-all", "zero", 0.0, "bucket", 1.0)


Tickets = OrderedDict[Ticket, None]  # in the order in which a job looks at them


class Job(Protocol):
    """A search that runs a little at a time."""

    tickets: Tickets
    shared: ClassVar[bool]
    coarse: ClassVar[bool]  # a step may take longer than its budget suggests

    @property
    def bytes(self) -> int:
        """About how many bytes of memory it may hold once it has begun."""

    @property
    def begun(self) -> bool:
        """Whether it holds results in memory, and so is best finished."""

    @property
    def fresh(self) -> bool:
        """Whether its next step begins it, or follows an edit, which takes longer than its work suggests."""

    def advance(self, budget: int) -> int:
        """Do about this much work, and return how much it was: expansions, and looks at starts of a field."""

    def answers(self) -> Iterable[tuple[Ticket, Path]]:
        """Yield the new answers, each once; answers that are not taken come the next time."""


class Alone:
    """The search of one request.

    Args:
        ticket: The request.
        planner: What finds its path.
    """

    shared: ClassVar[bool] = False
    coarse: ClassVar[bool] = False

    def __init__(self, ticket: Ticket, planner: Planner) -> None:
        self.tickets: Tickets = OrderedDict.fromkeys([ticket])
        self._ticket = ticket
        self._planner = planner
        self._search: Search | None = None
        self._expanded = 0

    @property
    def bytes(self) -> int:
        """A record for each node."""
        return _NODE_BYTES * self._planner.space.size

    @property
    def begun(self) -> bool:
        """Whether it has begun."""
        return self._search is not None

    @property
    def fresh(self) -> bool:
        """Whether it has not begun; following an edit is quick."""
        return self._search is None

    def advance(self, budget: int) -> int:
        """Step the search; the first time, begin it."""
        if self._search is None:
            self._search = self._planner.search(self._ticket.start, self._ticket.goal)
            return 1
        if self._search.step(budget) is Status.RUNNING:
            self._expanded += budget
            return budget
        return max(1, self._search.path.stats.expanded - self._expanded)

    def answers(self) -> list[tuple[Ticket, Path]]:
        """Return the path once the search is over."""
        if self._search is None or not self.tickets or self._search.status is Status.RUNNING:
            return []
        self.tickets.clear()
        return [(self._ticket, self._search.path)]


class ByLegs:
    """The search of one request by a planner that finds legs: the first one is found at once.

    Legs that lie near no edit stay. A path that cannot be stepped is one leg, found at once: a path that an
    index looks up, or a path to a goal that takes several searches. After any edit it is found again.

    Args:
        ticket: The request.
        planner: What finds its path.
    """

    shared: ClassVar[bool] = False
    coarse: ClassVar[bool] = True

    def __init__(self, ticket: Ticket, planner: Planner) -> None:
        self.tickets: Tickets = OrderedDict.fromkeys([ticket])
        self._ticket = ticket
        self._planner = planner
        self._begin()

    def _begin(self) -> None:
        self._legs: list[Path] = []
        self._set_out(self._ticket.start)
        self._arrived = self._mixed = False  # mixed: some legs are older than an edit
        self._revision = self._planner.space.revision

    def _set_out(self, start: Place) -> None:
        self._steps = LegSteps(self._planner, start, self._ticket.goal)
        self._planned = False  # whether a step has got beyond the repair of the index

    def _follow(self) -> None:
        """Keep the legs before the first one that an edit has touched, and go on from there."""
        since, self._revision = self._revision, self._planner.space.revision
        if not self._legs:
            return None  # the steps follow by themselves
        found = [leg for leg in self._legs if leg]
        if not found or not goes_by_legs(self._planner, self._ticket.goal):
            return self._begin()
        nodes = np.concatenate([leg.nodes for leg in found])
        ends = np.cumsum([len(leg.nodes) for leg in found])
        kept = int(np.searchsorted(ends, self._planner.space.untouched(nodes, since), side="right"))
        if kept == 0:
            return self._begin()
        if kept < len(self._legs):
            del self._legs[kept:]
            self._set_out(self._legs[-1].goal)
        self._mixed = True
        return None

    @property
    def bytes(self) -> int:
        """Next to nothing: its plan is small, and it holds no search of cells between two legs."""
        return 0

    @property
    def begun(self) -> bool:
        """Whether legs are known, or a plan is under way."""
        return self._planned or bool(self._legs)

    @property
    def fresh(self) -> bool:
        """Whether it must look for its ends in the index, or wait for the index."""
        return not self._planned or self._planner.space.revision != self._revision

    @property
    def has_leg(self) -> bool:
        """Whether it is known, in the space as it is now, what the first leg is or that there is none."""
        return bool(self._legs) and self._planner.space.revision == self._revision

    def advance(self, budget: int) -> int:
        """Find the next legs; those that an edit has touched, and those after them, are found again."""
        spent = 0
        while spent < budget and not self._arrived:
            spent += self.step(budget - spent)
        return max(1, spent)

    def step(self, budget: int) -> int:
        """Do about this much work for the next leg, and return how much it was."""
        if self._planner.space.revision != self._revision:
            self._follow()
        leg = self._steps.step(budget)
        spent = 0 if leg is None else leg.stats.expanded
        self._planned = self._planned or spent > 0
        if leg is not None and not leg and self._mixed and leg.status is not Status.RUNNING:
            self._begin()  # another beginning may lead there
        elif leg is None:
            self._arrived = True
        elif leg.status is not Status.RUNNING:
            self._legs.append(leg)
        self._ticket.path = (self._legs[0] or None) if self._legs else None
        return max(1, spent)

    def answers(self) -> list[tuple[Ticket, Path]]:
        """Return the path once all legs are known."""
        if not self._arrived or not self.tickets:
            return []
        self.tickets.clear()
        ticket, last = self._ticket, self._legs[-1]
        if len(self._legs) == 1:
            return [(ticket, last)]
        space = self._planner.space
        nodes, cost = joined(self._legs, space) if last else (_NO_NODES, math.inf)
        result = _result(self._revision, last.status, cost, nodes)
        return [(ticket, Path(result, space, ticket.start, ticket.goal, self._planner.method))]


class Shared:
    """One field for all requests with the same goal.

    Args:
        space: Where to search.
        goal: The place, or a goal that is a set of places.
        masks: The options ``avoid`` and ``only`` of the search.

    Raises:
        PathstarError: There is no field, because no place of the goal can be entered.
    """

    shared: ClassVar[bool] = True
    coarse: ClassVar[bool] = False

    def __init__(self, space: Space, goal: Any, masks: dict[str, Any]) -> None:
        self._space, self._goal, self._masks = space, goal, masks
        self._node = None if isinstance(goal, Goal) else space.node_of(goal)
        self._begin()
        self._goals, self._revision = self._free_goals(), space.revision
        self._begun = False
        self._starts: dict[Ticket, int | None] = {}  # the nodes; None for a place that was removed
        self.tickets: Tickets = OrderedDict()
        self._first: Ticket | None = None  # the most urgent one, unless it is over

    def _begin(self) -> None:
        sources = [self._goal] if self._node is not None else self._goal
        self.search = FieldSearch(self._space, sources, **self._masks)

    def _free_goals(self) -> NDArray[np.uint32]:
        node = self._node
        nodes = self._goal.nodes(self._space) if node is None else np.array([node], np.uint32)
        free: NDArray[np.uint32] = nodes[self._space.is_free(nodes)]
        return free

    def _follow(self) -> None:
        """Begin again if an edit has opened or closed places of the goal."""
        self._starts = {}
        goals = self._free_goals()
        if len(goals) and not np.array_equal(goals, self._goals):
            self._begin()
        self._goals = goals

    @property
    def bytes(self) -> int:
        """A record for each node."""
        return _NODE_BYTES * self._space.size

    @property
    def begun(self) -> bool:
        """Whether it has begun."""
        return self._begun

    @property
    def fresh(self) -> bool:
        """Whether it has not begun, or the space was edited since it last went on."""
        return not self._begun or self._revision != self._space.revision

    @property
    def first_turn(self) -> float:
        """The turn of the most urgent request; infinity without any."""
        if self._first not in self.tickets:
            self._first = min(self.tickets, key=lambda ticket: ticket.turn, default=None)
        return math.inf if self._first is None else self._first.turn

    def join(self, ticket: Ticket) -> None:
        """Take a request."""
        if ticket.turn < self.first_turn:
            self._first = ticket
        self.tickets[ticket] = None

    def advance(self, budget: int) -> int:
        """Step the field's search, and follow edits."""
        if self._revision != self._space.revision:
            self._revision = self._space.revision
            self._follow()
        before, self._begun = self.search.expanded, True
        self.search.step(budget)
        done = self.search.expanded - before
        return min(len(self.tickets), _LOOKS) + (done if done >= 0 else self.search.expanded)

    def answers(self) -> Iterator[tuple[Ticket, Path]]:
        """Yield the paths from the starts that the field has reached, among those whose turn it is."""
        looked = list(islice(self.tickets, _LOOKS))
        for ticket, is_known in zip(looked, self._are_known(looked), strict=True):
            if not is_known:
                self.tickets.move_to_end(ticket)
                continue
            path = self._path_of(ticket)
            del self.tickets[ticket]
            self._starts.pop(ticket, None)
            yield ticket, path

    def _are_known(self, tickets: list[Ticket]) -> Iterable[bool]:
        """Return for each request whether its answer is known."""
        if self.search.complete:
            return [True] * len(tickets)
        if len(self._starts) > len(self.tickets) + _LOOKS:  # many were given up
            self._starts = {}
        starts = [self._start_of(ticket) for ticket in tickets]
        costs = self.search.costs_at(np.array([start or 0 for start in starts], np.uint32))
        known: list[bool] = (costs < math.inf).tolist()
        return [start is None or is_known for start, is_known in zip(starts, known, strict=True)]

    def _start_of(self, ticket: Ticket) -> int | None:
        """Return the node where a request starts; None if it was removed from the graph in the meantime."""
        if ticket not in self._starts:
            try:
                self._starts[ticket] = self._space.node_of(ticket.start)
            except PlaceError:
                self._starts[ticket] = None
        return self._starts[ticket]

    def _path_of(self, ticket: Ticket) -> Path:
        """Return the path of a request whose answer is known."""
        try:
            nodes, cost = self.search.nodes_from(ticket.start), self.search.cost_of(ticket.start)
        except PlaceError:
            return self._path(ticket, Status.BLOCKED_START, math.inf, _NO_NODES)
        status = Status.FOUND if len(nodes) else self._why_not(ticket)
        return self._path(ticket, status, cost, nodes)

    def _path(self, ticket: Ticket, status: Status, cost: float, nodes: NDArray[np.uint32]) -> Path:
        result = _result(self._revision, status, cost, nodes)
        return path_to_goal(result, self._space, ticket.start, ticket.goal, _SHARED)

    def _why_not(self, ticket: Ticket) -> Status:
        space = self._space
        if not is_free_at(space, space.node_of(ticket.start)):
            return Status.BLOCKED_START
        return Status.NO_PATH if len(self._goals) else Status.BLOCKED_GOAL


def job_of(ticket: Ticket, planner: Planner) -> Alone | ByLegs:
    """Return the search of one request."""
    index, goal = planner.index, ticket.goal
    if index is not None and (index.kind.legs or not index.kind.runs):
        return ByLegs(ticket, planner)
    if isinstance(goal, Goal) and not _ends_a_search(goal, planner):
        return ByLegs(ticket, planner)
    return Alone(ticket, planner)


def _ends_a_search(goal: Any, planner: Planner) -> bool:
    """Return whether one search can end at any place of a goal."""
    return goal.plan == "set" and planner.for_sets.takes_sets and len(goal.nodes(planner.space)) > 0


def _result(revision: int, status: Status, cost: float, nodes: NDArray[np.uint32]) -> PathResult:
    return PathResult(status, cost, nodes, (0, False), revision=revision)
