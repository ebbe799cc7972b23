"""Units that go from task to task without end."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import NotCopied, OptionError, SpaceError, StaleError, counted
from pathstar.fleet.arguments import check_different, check_walkable, checked_seed
from pathstar.fleet.durations import check_even
from pathstar.fleet.guidance import checked_guidance, copied_weights
from pathstar.fleet.lock_step import check_lock_step, ground_of
from pathstar.fleet.planning import DEFAULT_MOST_BYTES
from pathstar.fleet.solvers import FOLLOWING
from pathstar.fleet.world.unit import checked_positive
from pathstar.maps.arguments import checked_iterable, checked_name, checked_switch, checked_whole
from pathstar.spaces.base import Space, place_of

_MOST_AHEAD = 64
_MOST_STEPS = 10**12


class Lifelong(NotCopied):
    """Units that get tasks while they move.

    All units make a step at a time, by PIBT. With a window, they make the first step of a plan of several
    steps, which rolls along and is repaired before each step.

    A task is a place to visit, or an errand: several places that one unit visits in order, such as where it
    picks something up and where it delivers it. Of the tasks that have waited longest and that it can do to
    the end, a unit without a task takes the one whose first place is nearest. If there is none, it stays
    where it is and gives way to the others. A task that no unit can do waits. No two units meet, by the rules
    of `plan`.

    Each place that units go to needs a table of distances, two bytes for each place of the space. If there is
    no memory for more tables, tasks wait until other units have finished theirs.

    Several threads may use one Lifelong; each call waits until the one before it has ended.

    Edits of the space are followed at the next step. Tasks at places that were closed, or that a unit can no
    longer reach, wait. Units that keep clear of an edit keep their tasks. A unit that has visited the first
    place of an errand keeps it in any case: if it cannot go on, it waits until it can.

    Args:
        space: As for `plan`.
        starts: Where the units are, ``(units, 2)`` or ``(units, 3)``; where places are names, a list of them.
        following: As for `plan`. Where it is ``"forbidden"``, units jam if they take more than about a tenth
            of the places, fewer in mazes and up to a fifth in the open; a window does not prevent that.
        guidance: ``"none"``: units take their shortest ways. ``"traffic"``: they take ways that lead round
            the traffic of the others and go with its streams, which finishes more tasks where it is crowded;
            a step then takes longer, and each unit needs a table of its own. Or an array of weights, a
            guidance graph: units take the ways whose moves have the least sum of weights. Cells have a weight
            for each direction and cell, ``(directions, h, w)`` or ``(directions, d, h, w)`` in the order of
            ``space.directions``; a side of 1 stands for all. Graphs have one for each edge, ``(m,)`` in the
            order of ``graph.targets``. Only the ratios of weights count; the largest is at most 100 times the
            least. A wait and a move through a portal have the least weight.
        window: How many steps are planned ahead, from 0 for none to 64. A window finishes many more tasks
            where it is crowded; about 8 is best.
        repairs: The number of repairs of a window before each step: each plans up to eight units that are in
            each other's way again, and keeps the result if it is no worse.
        budget_seconds: The time limit of the repairs before one step; None for none. With a limit, steps
            depend on the speed of the machine.
        seed: A whole number from 0. The same seed and tasks give the same steps.
        max_bytes: The maximum memory of the tables; but at least one unit always has a task.

    Raises:
        SpaceError, OptionError, PlaceError, PlaceTypeError: As `plan`.
        ArrayError: Weights that do not fit the space, or that are not finite and above 0.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [1, 1, 1]], moves=ps.Moves(directions=4))
        >>> fleet = ps.fleet.Lifelong(grid, [(0, 0), (2, 0)])
        >>> fleet.add_tasks([(2, 1), (0, 1)])
        >>> fleet.step(3)
        >>> fleet.finished().tolist(), fleet.positions.tolist()
        ([[1, 0, 3], [1, 1, 5]], [[0, 1], [2, 1]])
        >>> fleet.add_errands([[(0, 0), (2, 0)]])
        >>> fleet.step(3)
        >>> fleet.finished().tolist()
        [[6, 0, 2]]
    """

    __slots__ = ("_core", "_guidance", "_lock", "_options", "_revision", "_seconds", "space")
    _instead = "make another one of where the units are"

    def __init__(
        self,
        space: Space,
        starts: ArrayLike,
        *,
        following: str = "allowed",
        guidance: str | ArrayLike = "none",
        window: int = 0,
        repairs: int = 200,
        budget_seconds: float | None = None,
        seed: int = 0,
        max_bytes: int = DEFAULT_MOST_BYTES,
    ) -> None:
        check_lock_step(space)
        check_even(space)
        checked_name("following", following, FOLLOWING)
        nodes = space.nodes_of(starts, "starts")
        check_walkable(space, "starts", nodes)
        check_different(space, "starts", nodes)
        self.space = space
        self._guidance = guidance if isinstance(guidance, str) else copied_weights(guidance)
        self._options: dict[str, Any] = {
            "following": following == "allowed",
            "window": checked_whole("window", window, 0, _MOST_AHEAD),
            "repairs": checked_whole("repairs", repairs, 0, 2**63),
            "most_bytes": min(checked_whole("max_bytes", max_bytes, 0), 2**63),
            "seed": checked_seed(seed),
        }
        self._lock = threading.Lock()
        self._seconds = (
            math.inf if budget_seconds is None else checked_positive("budget_seconds", budget_seconds)
        )
        self._revision = space.revision
        self._core = self._made(ground_of(space), nodes, None)

    def _made(
        self, ground: _core.FleetGround, nodes: NDArray[np.uint32], before: _core.FleetLifelong | None
    ) -> _core.FleetLifelong:
        """Return the native part over some ground, which goes on where one before it stopped."""
        guided, weights = checked_guidance(self.space, ground, self._guidance)
        return _core.fleet_lifelong(
            ground, nodes, guided=guided, weights=weights, before=before, **self._options
        )

    def _follow(self) -> None:
        """Go on over the space as it is now."""
        revision = self.space.revision
        if revision == self._revision:
            return
        check_even(self.space)
        ground = ground_of(self.space)
        nodes = self._core.nodes().astype(np.uint32)
        free = ground.is_free(nodes)
        if not free.all():
            unit = int(np.argmin(free))
            raise StaleError(
                f"unit {unit} is at {place_of(self.space, nodes[unit])}, which an edit has closed; open it "
                "until the unit has left"
            )
        self._core, self._revision = self._made(ground, nodes, self._core), revision

    def add_tasks(self, places: ArrayLike) -> None:
        """Add places to visit, a task each; those given first are taken first, as a rule.

        Raises:
            OptionError: A place is not walkable.
            PlaceError, PlaceTypeError: Something lies outside, or is not a place.
        """
        nodes = self.space.nodes_of(places, "places")
        check_walkable(self.space, "places", nodes)
        with self._lock:
            self._core.add_tasks(nodes, np.arange(len(nodes) + 1, dtype=np.int64))

    def add_errands(self, errands: Iterable[ArrayLike]) -> None:
        """Add tasks of several places each, which one unit visits in order.

        The unit that takes an errand does nothing else until it has visited its last place. An errand of one
        place is what `add_tasks` adds. If one of them is wrong, none is added.

        Args:
            errands: A list of places for each errand, as long as you like: ``[[pick_up, deliver], ...]``.

        Raises:
            OptionError: An errand has no place, or one that is not walkable, or is no list of places.
            ArrayError, PlaceError, PlaceTypeError: Something lies outside, or is not a place.
        """
        stops = [
            self._stops_of(errand, f"errands[{i}]")
            for i, errand in enumerate(checked_iterable("errands", errands, "errands, each a list of places"))
        ]
        offsets = np.cumsum([0, *map(len, stops)], dtype=np.int64)
        with self._lock:
            self._core.add_tasks(np.concatenate([np.empty(0, np.uint32), *stops]), offsets)

    def _stops_of(self, errand: ArrayLike, name: str) -> NDArray[np.uint32]:
        if isinstance(errand, str | bytes):
            raise OptionError(f"{name} is {errand!r}; allowed: a list of places")
        nodes = self.space.nodes_of(errand, name)
        if not len(nodes):
            raise OptionError(f"{name} is empty; allowed: a list of one place or more")
        check_walkable(self.space, name, nodes)
        return nodes

    def step(self, count: int = 1) -> None:
        """Move all units by this many steps.

        Raises:
            OptionError: The count is not a whole number from 0 to 10**12.
            StaleError: An edit has closed a place where a unit is. Nothing moves until it is open again.
            SpaceError, ArrayError: After an edit, the space or the weights no longer fit, as at the start.
        """
        steps = checked_whole("count", count, 0, _MOST_STEPS)
        with self._lock:
            self._follow()
            self._core.step(steps, self._seconds)

    def finished(self, *, stops: bool = False) -> NDArray[np.int64]:
        """Return the tasks finished since the last call, int64 ``(k, 3)``: time, unit and node.

        The node is that of the last place. Each call forgets all that was before it, whatever it returns.

        Args:
            stops: Return all places visited since then, also those of errands that are under way, int64
                ``(k, 5)``: time, unit, node, task and stop. Tasks are numbered from 0 in the order in which
                they were added, the stops of each from 0.

        Raises:
            OptionError: `stops` is not True or False.
        """
        all_stops = checked_switch("stops", stops)
        with self._lock:
            rows: NDArray[np.int64] = self._core.visits()
        return rows[:, :5].copy() if all_stops else rows[rows[:, 5] == 1, :3]

    @property
    def time(self) -> int:
        """How many steps were made."""
        with self._lock:
            return self._core.time

    @property
    def waiting(self) -> int:
        """How many tasks no unit has taken yet."""
        with self._lock:
            return self._core.waiting

    @property
    def nodes(self) -> NDArray[np.int64]:
        """Where the units are, int64 ``(units,)``."""
        with self._lock:
            nodes: NDArray[np.int64] = self._core.nodes()
        return nodes

    @property
    def tasks(self) -> NDArray[np.int64]:
        """The node that each unit is to visit next, int64 ``(units,)``; -1 for those without a task."""
        with self._lock:
            tasks: NDArray[np.int64] = self._core.tasks()
        return tasks

    @property
    def positions(self) -> NDArray[np.int32]:
        """Where the units are, int32 ``(units, 2)`` or ``(units, 3)``.

        Raises:
            SpaceError: Places are names, as in a graph: `nodes` says where the units are.
        """
        if not self.space.capabilities.cells:
            raise SpaceError(f"a {self.space.kind.name} has no positions; nodes says where the units are")
        return self.space.places_of(self.nodes).astype(np.int32)

    def __repr__(self) -> str:
        units, tasks = counted(len(self.nodes), "unit"), counted(self.waiting, "task")
        return f"Lifelong({units}, {tasks} waiting, time {self.time})"
