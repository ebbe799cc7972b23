"""The result of a solver for many units: the place of each at each step."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import Status
from pathstar.archives import read_archive, write_archive
from pathstar.errors import MapFormatError, OptionError, SpaceError
from pathstar.fleet.lock_step import check_lock_step
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import checked_file
from pathstar.spaces.base import Space

ABSENT = -1  # in place of a node: the unit has left, or has no path
_VERSION = 1
_STATUS = {
    _core.FleetOutcome.solved: Status.FOUND,
    _core.FleetOutcome.unsolvable: Status.NO_PATH,
    _core.FleetOutcome.limit: Status.LIMIT,
}
_ARRAYS = ("nodes", "starts", "goals", "shortest", "history")
_FIGURES = ("proven_bound", "options", "iterations", "seconds")


class UnitStatus(IntEnum):
    """The outcome for one unit of a plan."""

    ARRIVED = 0
    """its path ends at its goal"""
    ON_THE_WAY = 1
    """its path ends before its goal, or at its start, because standing units are in its way"""
    UNPLANNED = 2
    """it has no path"""
    UNREACHABLE = 3
    """no way leads from its start to its goal"""


@dataclass(frozen=True, eq=False)
class Plan:
    """The places of many units at each step; true if all of them reach their goals.

    Attributes:
        space: The space that they move in.
        starts: Their starts as nodes, uint32 ``(units,)``.
        goals: Their goals as nodes, uint32 ``(units,)``; if goals may be exchanged, as they were assigned.
        nodes: Their nodes at each step, int64 ``(units, steps + 1)``; -1 for a unit that has left or has no
            path.
        status: ``FOUND``; ``NO_PATH`` if there is provably no plan; ``LIMIT`` if the time was up.
        shortest: The number of moves each would take alone, int32 ``(units,)``; -1 if no way leads to its
            goal, and 0 if the time was up before that was known.
        proven_bound: No plan has a smaller sum of costs than this; if some units have no way, no plan in
            which the others get round them. If goals may be exchanged, it is the least sum of the units' ways
            over all assignments; for more than 1,500 units, the sum of the ways to the nearest goals.
        history: The successive plans for all units, float64 ``(k, 2)``: seconds, and the sum of costs.
        options: The requested solver, rules and seed, by name.
        iterations: The number of configurations or repairs that the solver tried.
        seconds: The time it took.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1]], moves=ps.Moves(directions=4))
        >>> plan = ps.fleet.plan(grid, [(0, 0), (1, 0)], [(1, 0), (2, 0)])
        >>> plan.positions.tolist()
        [[[0, 0], [1, 0]], [[1, 0], [2, 0]]]
        >>> plan.costs.tolist(), plan.makespan
        ([1, 1], 1)
    """

    space: Space
    starts: NDArray[np.uint32]
    goals: NDArray[np.uint32]
    nodes: NDArray[np.int64]
    status: Status
    shortest: NDArray[np.int32]
    proven_bound: int
    history: NDArray[np.float64]
    options: dict[str, Any] = field(default_factory=dict)
    iterations: int = 0
    seconds: float = 0.0

    @classmethod
    def from_core(
        cls,
        space: Space,
        starts: NDArray[np.uint32],
        options: dict[str, Any],
        answer: tuple[Any, ...],
        seconds: float,
    ) -> Plan:
        """Return the plan from the result of a native solver."""
        outcome, nodes, goals, shortest, bound, history, iterations = answer
        return cls(
            space=space,
            starts=starts,
            goals=goals,
            nodes=nodes,
            status=_STATUS[outcome],
            shortest=shortest,
            proven_bound=bound,
            history=history,
            options=options,
            iterations=iterations,
            seconds=seconds,
        )

    def __bool__(self) -> bool:
        return self.status is Status.FOUND

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        arrived = int((self.statuses == UnitStatus.ARRIVED).sum())
        return (
            f"Plan({arrived} of {len(self)} units arrive, sum of costs {self.sum_of_costs}, "
            f"makespan {self.makespan}, {self.status.name})"
        )

    @cached_property
    def positions(self) -> NDArray[np.int32]:
        """The place of each unit at each step, int32 ``(units, steps + 1, 2)`` or ``3``; -1 if absent.

        Raises:
            SpaceError: Places are names, as in a graph: `nodes` says where the units are.
        """
        if not self.space.capabilities.cells:
            raise SpaceError(
                f"a {self.space.kind.name} has no positions; plan.nodes says where the units are"
            )
        absent = self.nodes == ABSENT
        places = self.space.places_of(np.where(absent, 0, self.nodes).ravel())
        positions = places.reshape(*self.nodes.shape, len(self.space.shape)).astype(np.int32)
        positions[absent] = ABSENT
        return positions

    @cached_property
    def statuses(self) -> NDArray[np.int8]:
        """The outcome for each unit, int8 ``(units,)`` of `UnitStatus`."""
        ends = _last(self.nodes)
        statuses = np.where(ends == self.goals, UnitStatus.ARRIVED, UnitStatus.ON_THE_WAY)
        statuses[ends == ABSENT] = UnitStatus.UNPLANNED
        statuses[self.shortest < 0] = UnitStatus.UNREACHABLE
        return statuses.astype(np.int8)

    @cached_property
    def costs(self) -> NDArray[np.int64]:
        """The time after which each unit never leaves its goal again, int64 ``(units,)``; -1 if never."""
        away = self.nodes != self.goals[:, None]
        if self.options.get("at_goal") == "leave":
            away &= self.nodes != ABSENT
        steps = self.nodes.shape[1]
        last_away = steps - 1 - np.argmax(away[:, ::-1], axis=1)
        costs = np.where(away.any(axis=1), last_away + 1, 0)
        return np.where(self.statuses == UnitStatus.ARRIVED, costs, -1).astype(np.int64)

    @property
    def sum_of_costs(self) -> int:
        """The sum of the costs of the units that arrive."""
        return int(self.costs.clip(0).sum())

    @property
    def makespan(self) -> int:
        """The largest cost of a unit that arrives."""
        return int(self.costs.clip(0).max(initial=0))

    @property
    def lower_bound(self) -> int:
        """The sum of the costs that the units would have alone, with the goals that they have."""
        return int(self.shortest.clip(0).sum())

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the plan as ``.npz``; `load_plan` reads it.

        Raises:
            OSError: The file cannot be written.
        """
        facts = {
            "version": _VERSION,
            "fingerprint": self.space.kind.fingerprint(self.space),
            "status": self.status.name,
            **{name: getattr(self, name) for name in _FIGURES},
        }
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        write_archive(checked_file("file", file), {"facts": np.array(json.dumps(facts)), **arrays})

    def save_sums(self, file: str | os.PathLike[str], **options: Any) -> FilePath:
        """Save a picture of how the sum of costs fell while the plan was made, with the proven bound.

        Args:
            file: A ``.png`` or ``.svg``.
            options: ``theme``, ``lang``.

        Returns:
            The file.

        Raises:
            OptionError: An unknown suffix or option, or no plan was found.
            MissingExtraError: PNG without Pillow.
            OSError: The file cannot be written.
        """
        saved: FilePath = load_lazily("Plan.save_sums")(self, file, **options)
        return saved


def load_plan(file: str | os.PathLike[str], space: Space) -> Plan:
    """Read a plan that `Plan.save` wrote.

    Args:
        file: The file.
        space: The space of the plan, or one with the same steps.

    Raises:
        MapFormatError: It is not such a file.
        OptionError: The plan was made for another space.
        SpaceError: The second argument is not a space, or of a kind that has no plans.
        OSError: The file cannot be read.

    Example:
        >>> import pathlib, tempfile
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1]], moves=ps.Moves(directions=4))
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "units.npz"
        >>> ps.fleet.plan(grid, [(0, 0)], [(2, 0)]).save(file)
        >>> ps.fleet.load_plan(file, grid)
        Plan(1 of 1 units arrive, sum of costs 2, makespan 2, FOUND)
    """
    path = checked_file("file", file)
    check_lock_step(space)
    try:
        kept = read_archive(path)
        parts: dict[str, Any] = {name: kept[name] for name in _ARRAYS}
        facts = json.loads(str(kept["facts"]))
        status, version, fingerprint = Status[facts["status"]], facts["version"], facts["fingerprint"]
        parts |= {name: facts[name] for name in _FIGURES}
    except (ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise MapFormatError(str(path), found=f"{error}", expected="a plan that Plan.save wrote") from error
    if version != _VERSION:
        raise MapFormatError(str(path), found=f"version {version}", expected=f"version {_VERSION}")
    if fingerprint != space.kind.fingerprint(space):
        raise OptionError(
            f"the plan in {path} was made for another space than {space!r}; map and moves must be the same"
        )
    return Plan(space=space, status=status, **parts)


def _last(nodes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the last node of each row; -1 for a row without nodes."""
    there = nodes != ABSENT
    last = nodes.shape[1] - 1 - np.argmax(there[:, ::-1], axis=1)
    return np.where(there.any(axis=1), nodes[np.arange(len(nodes)), last], ABSENT)
