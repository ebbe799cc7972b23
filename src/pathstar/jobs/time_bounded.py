"""A unit that walks while its search is still under way."""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np

from pathstar._core import Status
from pathstar.errors import OptionError
from pathstar.paths.path import Path
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place, Space, place_list


class TimeBoundedWalk:
    """One unit that takes its first step at once, with the same work for each step, however far the goal is.

    A single A* from the start goes on by some expansions before each step. The unit walks towards the closed
    place nearest to the goal by the estimate; where that way has left the one it took, it turns back to where
    they part. Where no step leads back, as in a one-way street, it searches again from where it is, and
    waits for the end of that search. Once the goal is found, the rest of the path is followed. An edit of
    what the search has looked at makes the unit search again from where it is, too.

    Source: Bjornsson, Bulitko and Sturtevant 2009, TBA*: Time-Bounded A*. There the unit walks towards the
    open node with the lowest F.

    Args:
        space: The space. Its steps are known and it has places: squares, hexagons, voxels, graphs.
        start: Where the unit is.
        goal: A place, or a value of `ps.goals`.
        expansions: How many before each step, at most; at least 1.
        weight: The weight of the estimate, at least 1; with more the path is found sooner and may cost up to
            so many times the optimum.

    Raises:
        PlaceError, PlaceTypeError: The start or the goal is no place of the space.
        OptionError: An option is none of those allowed, or the space knows times or headings.

    Example:
        >>> import pathstar as ps
        >>> walk = ps.jobs.TimeBoundedWalk(ps.Grid([[1] * 40] * 30), (0, 0), (39, 29), expansions=20)
        >>> while not walk.arrived:
        ...     place = walk.step()
        >>> place, round(walk.cost, 3)
        ((39, 29), 51.012)
    """

    def __init__(
        self, space: Space, start: Place, goal: Place, *, expansions: int = 1000, weight: float = 1.0
    ) -> None:
        if space.capabilities.timed or space.capabilities.headings:
            raise OptionError(
                f"{space.kind.name} knows times or headings, and a unit that walks before it knows its way "
                "may have to turn back on the spot; walk on its ground, or search for a whole path"
            )
        self.expansions = _checked_expansions(expansions)
        self._planner = Planner(
            space, "astar" if weight == 1.0 else "weighted-astar", weight=weight, partial=True
        )
        self.space = space
        self.goal = goal
        self.cost = 0.0
        self._walked = [start]
        self._waits = False
        self._set_out()

    @property
    def place(self) -> Place:
        """Where the unit is."""
        return self._walked[-1]

    @property
    def walked(self) -> list[Place]:
        """All places that the unit was at, first to last."""
        return list(self._walked)

    @property
    def status(self) -> Status:
        """RUNNING, FOUND once the way to the goal is known, or why there is none."""
        return self._search.status

    @property
    def path(self) -> Path:
        """What the unit follows: from where its search began to the goal, or to the nearest place so far."""
        return self._path

    @property
    def arrived(self) -> bool:
        """Whether the unit is at the end of a path that was found."""
        return bool(self._path) and self._way[-1] == int(self._path.nodes[-1])

    def step(self) -> Place:
        """Search on, take one step, and return where the unit is now.

        It stays at the goal, where no way leads on, and as long as no place nearer to the goal is known.
        """
        if self._search.status is Status.RUNNING:
            self._search.step(self.expansions)
            self._path = self._search.path
            if self._path.stats.restarts:  # of edits near what it has looked at; it knows nothing any more
                self._set_out()
        elif self._revision != self.space.revision:
            self._set_out()
        if not self._waits or self._search.status is not Status.RUNNING:
            self._take_step()
        return self.place

    def _set_out(self) -> None:
        """Begin a search where the unit is."""
        self._revision = self.space.revision
        self._search = self._planner.search(self.place, self.goal)
        self._path = self._search.path
        self._way = [self.space.node_of(self.place)]  # the nodes from there to the unit

    def _take_step(self) -> None:
        """Take the next step of the path; off the path, go back to where it left the way of the unit."""
        nodes = self._path.nodes
        if not len(nodes):
            return
        on_path = np.flatnonzero(nodes == self._way[-1])
        if len(on_path):
            way = nodes[: int(on_path[0]) + 2].tolist()
            moves = len(way) > on_path[0] + 1
        else:
            way, moves = self._way[:-1], True
        if not moves or self._walk(way[-1]):
            self._way = way
        else:
            self._waits = True  # else it might go round in circles
            self._set_out()

    def _walk(self, node: int) -> bool:
        """Step to a node; return whether that is possible, which the way back need not be."""
        targets, costs = self.space.node_steps_from(self._way[-1])
        costs = costs[targets == node]
        if not len(costs):
            return False
        self.cost += float(costs.min())
        self._walked.append(place_list(self.space.places_of([node]))[0])
        return True


def _checked_expansions(given: SupportsIndex) -> int:
    try:
        expansions = operator.index(given)
    except TypeError:
        expansions = 0
    if expansions < 1:
        raise OptionError(f"expansions is {given!r}; allowed: a whole number from 1")
    return expansions
