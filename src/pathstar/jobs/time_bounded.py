"""A unit that walks while its search is still under way."""

from __future__ import annotations

import numpy as np

from pathstar._core import Status, fixed_place
from pathstar.engine.options import checked_weight
from pathstar.errors import NotCopied, OptionError, counted
from pathstar.goals.base import Goal
from pathstar.maps.arguments import checked_whole
from pathstar.paths.path import Path
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place, Space, check_space, place_of


class TimeBoundedWalk(NotCopied):
    """One unit that takes its first step at once, with the same work for each step, however far the goal is.

    A single A* from the start goes on by some expansions before each step. The unit walks towards the closed
    place nearest to the goal by the estimate; if the way there has left the way of the unit, it turns back to
    where they part. If no step leads back, as in a one-way street, it searches again from where it is, and
    waits for the end of that search. Once the goal is found, the unit follows the rest of the path. An edit
    of what the search has looked at also makes the unit search again from where it is.

    Source: Bjornsson, Bulitko and Sturtevant 2009, TBA*: Time-Bounded A*. In the paper the unit walks towards
    the open node with the lowest F.

    Args:
        space: The space. It must be one of cells or nodes, without times and headings.
        start: Where the unit is.
        goal: A place, or a value of `ps.goals` other than `through`.
        expansions: The maximum number of expansions before each step, at least 1.
        weight: The weight of the estimate; over 1 the path is found sooner, and may cost up to this times the
            optimum.

    Raises:
        PlaceError, PlaceTypeError: The start or the goal is not a place of the space.
        SpaceError: The first argument is not a space.
        OptionError: An option is not allowed, or the space has times or headings, or is a mesh.

    Example:
        >>> import pathstar as ps
        >>> walk = ps.jobs.TimeBoundedWalk(ps.Grid([[1] * 40] * 30), (0, 0), (39, 29), expansions=20)
        >>> while not walk.done:
        ...     place = walk.step()
        >>> place, round(walk.cost, 3), walk.arrived
        ((39, 29), 51.012, True)
        >>> walk
        TimeBoundedWalk(goes to (39, 29), at (39, 29) after 39 steps: FOUND)
    """

    _instead = "make another one from its place"

    def __init__(
        self, space: Space, start: Place, goal: Place, *, expansions: int = 1000, weight: float = 1.0
    ) -> None:
        check_space(space)
        if space.capabilities.timed or space.capabilities.headings:
            raise OptionError(
                f"{space.kind.name} knows times or headings, and a unit that walks before it knows its way "
                "may have to turn back on the spot; walk on its ground, or search for a whole path"
            )
        if space.capabilities.plane:
            raise OptionError(
                f"a {space.kind.name} has no places to walk to one by one; find the whole path: find_path"
            )
        if isinstance(goal, Goal) and goal.plan == "tour":
            raise OptionError(
                f"goal is {goal!r}, and a walk that sets out again would forget where it has been; walk to "
                "one place after another"
            )
        self.expansions = checked_whole("expansions", expansions, 1)
        weight = checked_weight(weight)
        algorithm = "astar" if weight == 1.0 else "weighted-astar"
        self._planner = Planner(space, algorithm, weight=weight, partial=True)
        self.space = space
        self._goal = fixed_place(goal)
        self.cost = 0.0
        self._walked = [fixed_place(start)]
        self._waits = False
        self._set_out()

    @property
    def goal(self) -> Place:
        """Where the unit goes. For another goal, make another walk from its place."""
        return self._goal

    @property
    def place(self) -> Place:
        """Where the unit is."""
        return self._walked[-1]

    @property
    def walked(self) -> list[Place]:
        """All places where the unit has been, first to last."""
        return list(self._walked)

    @property
    def status(self) -> Status:
        """RUNNING, FOUND once the way to the goal is known, or the reason why there is none."""
        return self._search.status

    @property
    def path(self) -> Path:
        """What the unit follows: from where its search began to the goal, or to the nearest place so far."""
        return self._path

    @property
    def arrived(self) -> bool:
        """Whether the unit is at the end of a path that was found; for loops use `done`."""
        return bool(self._path) and self._has_walked_it()

    @property
    def done(self) -> bool:
        """Whether the unit stays until an edit: it has arrived, or there is no path, as `status` says."""
        if self._search.status is Status.RUNNING or self._revision != self.space.revision:
            return False
        return not len(self._found) or self._has_walked_it()

    def _has_walked_it(self) -> bool:
        """Return whether the unit is at the end of what its search has found."""
        return self._way is self._found and self._at == len(self._found) - 1

    def step(self) -> Place:
        """Search on, take one step, and return where the unit is now.

        It stays at the goal, if no way leads on, and as long as no place nearer to the goal is known.
        """
        if self._search.status is Status.RUNNING:
            self._search.step(self.expansions)
            self._path = self._search.path
            self._found = self._path.nodes
            if self._path.stats.restarts:  # an edit near what it has looked at: it knows nothing any more
                self._set_out()
        elif self._revision != self.space.revision:
            self._set_out()
        if not self._waits or self._search.status is not Status.RUNNING:
            self._take_step()
        return self.place

    def __repr__(self) -> str:
        walked = counted(len(self._walked) - 1, "step")
        return f"TimeBoundedWalk(goes to {self.goal}, at {self.place} after {walked}: {self.status.name})"

    def _set_out(self) -> None:
        """Begin a search where the unit is."""
        self._revision = self.space.revision
        self._search = self._planner.search(self.place, self.goal)
        self._path = self._search.path
        self._found = self._path.nodes
        self._way = np.array([self.space.node_of(self.place)], np.uint32)  # the way that the unit is on
        self._at = 0

    def _take_step(self) -> None:
        """Take the next step of the path; off the path, go back to where it left the way of the unit."""
        if not len(self._found):
            return
        if self._at < len(self._found) and self._found[self._at] == self._way[self._at]:
            self._way = self._found
        at = self._at + (1 if self._way is self._found else -1)
        if at == len(self._way) or self._walk(int(self._way[self._at]), int(self._way[at])):
            self._at = min(at, len(self._way) - 1)
        else:
            self._waits = True  # or it might go round in circles
            self._set_out()

    def _walk(self, here: int, there: int) -> bool:
        """Step from node to node; return whether that is possible: the way back may not be."""
        targets, costs = self.space.node_steps_from(here)
        costs = costs[targets == there]
        if not len(costs):
            return False
        self.cost += float(costs.min())
        self._walked.append(place_of(self.space, there))
        return True
