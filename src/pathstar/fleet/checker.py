"""The independent checker: is this a valid plan for many units, and what does it cost?

It reads the space's public arrays only and shares no code with the solvers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, counted
from pathstar.fleet.durations import steps_differ
from pathstar.fleet.plans import ABSENT, Plan
from pathstar.fleet.solvers import AT_GOAL, FOLLOWING
from pathstar.maps.arguments import checked_name, checked_switch
from pathstar.maps.layers import as_array
from pathstar.paths.check import check_path
from pathstar.spaces.base import Space, check_space, place_list

Nodes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """The result of the checker; true if the plan is valid.

    Attributes:
        ok: Whether every unit goes from its start to its goal by legal steps, and none meets another.
        problem: What is wrong, in words; empty if nothing is.
        step: The time from which it is wrong, or None.
        units: The units concerned.
        sum_of_costs: The sum of the times after which units never leave their goals again; -1 if not ok.
        makespan: The largest of these times; -1 if not ok.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1]], moves=ps.Moves(directions=4))
        >>> ps.fleet.check(grid, [[0, 1], [1, 0]], [(0, 0), (1, 0)], [(1, 0), (0, 0)]).problem
        'units 0 and 1 change places between steps 0 and 1'
    """

    ok: bool
    problem: str = ""
    step: int | None = None
    units: tuple[int, ...] = ()
    sum_of_costs: int = -1
    makespan: int = -1

    def __bool__(self) -> bool:
        return self.ok


class _WrongError(Exception):
    """Ends a check with the problem found."""

    def __init__(self, problem: str, step: int | None, *units: int) -> None:
        super().__init__(problem)
        self.check = PlanCheck(ok=False, problem=problem, step=step, units=units)


def check(
    space: Space,
    plan: Plan | ArrayLike,
    starts: ArrayLike,
    goals: ArrayLike,
    *,
    following: str | None = None,
    at_goal: str | None = None,
    exchangeable: bool | None = None,
) -> PlanCheck:
    """Check a plan step by step: starts, goals, the space's steps, and whether units meet.

    Args:
        space: The space that the units move in.
        plan: A `Plan`, or nodes ``(units, steps + 1)``: the node of a unit at each step, -1 once it has left.
        starts: Where the units must start, as `plan` takes them.
        goals: Where they must end.
        following: ``"allowed"`` or ``"forbidden"``, see `plan`; by default the rule of the plan, or
            ``"allowed"``.
        at_goal: ``"stay"`` or ``"leave"``; by default the rule of the plan, or ``"stay"``.
        exchangeable: Whether a unit may end at any goal, each unit at one of its own; by default the rule of
            the plan, or False.

    Returns:
        A `PlanCheck`. A plan in which a unit has no path is not valid, nor is a plan that lacks units for
        some starts.

    Raises:
        ArrayError: The plan is not an array of whole numbers in two dimensions.
        SpaceError: The first argument is not a space.
        OptionError: An unknown name, or exchangeable is neither True, False nor None.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1]], moves=ps.Moves(directions=4))
        >>> starts, goals = [(0, 0), (1, 0)], [(1, 0), (2, 0)]
        >>> plan = ps.fleet.plan(grid, starts, goals)
        >>> ps.fleet.check(grid, plan, starts, goals)
        PlanCheck(ok=True, problem='', step=None, units=(), sum_of_costs=2, makespan=1)
    """
    check_space(space)
    made_for = plan.options if isinstance(plan, Plan) else {}
    following = made_for.get("following", "allowed") if following is None else following
    at_goal = made_for.get("at_goal", "stay") if at_goal is None else at_goal
    checked_name("following", following, FOLLOWING)
    checked_name("at_goal", at_goal, AT_GOAL)
    if exchangeable is None:
        exchangeable = made_for.get("assignment") == "exchangeable"
    exchangeable = checked_switch("exchangeable", exchangeable)
    nodes = _nodes_of(plan)
    first, last = space.nodes_of(starts, "starts"), space.nodes_of(goals, "goals")
    try:
        _check_ends(nodes, first, last, exchangeable)
        if at_goal == "stay":
            _check_present(nodes)
        else:
            _check_left(nodes, last if not exchangeable else _ends(nodes))
        for unit in range(len(nodes)):
            _check_steps(space, nodes[unit], unit)
        _check_places(nodes, following)
        _check_crossings(space, nodes)
    except _WrongError as wrong:
        return wrong.check
    costs = _costs(nodes)
    return PlanCheck(ok=True, sum_of_costs=int(costs.sum()), makespan=int(costs.max(initial=0)))


def _nodes_of(plan: Plan | ArrayLike) -> Nodes:
    nodes = plan.nodes if isinstance(plan, Plan) else as_array(plan, "plan")
    if nodes.ndim != 2 or nodes.dtype.kind not in "iu":
        raise ArrayError(
            f"a plan is an array of nodes (units, steps + 1), not {nodes.dtype} of shape {nodes.shape}"
        )
    # Without units there may be no steps either, and then no last node of a row.
    return nodes.astype(np.int64) if len(nodes) else np.empty((0, 1), np.int64)


def _check_ends(nodes: Nodes, starts: NDArray[Any], goals: NDArray[Any], exchangeable: bool) -> None:
    if not len(nodes) == len(starts) == len(goals):
        given = f"{counted(len(nodes), 'unit')}, {counted(len(starts), 'start')}"
        raise _WrongError(f"{given} and {counted(len(goals), 'goal')} were given", None)
    for unit, row in enumerate(nodes):
        if row.size == 0 or row[0] == ABSENT:
            raise _WrongError(f"unit {unit} has no path", None, unit)
        if row[0] != starts[unit]:
            raise _WrongError(f"unit {unit} does not begin at its start", 0, unit)
    ends = _ends(nodes)
    if exchangeable:
        left = np.flatnonzero(np.sort(ends) != np.sort(goals))
        if left.size:
            raise _WrongError("the units do not end at one goal each", nodes.shape[1] - 1)
        return
    for unit in np.flatnonzero(ends != goals)[:1].tolist():
        raise _WrongError(f"unit {unit} does not end at its goal", nodes.shape[1] - 1, unit)


def _ends(nodes: Nodes) -> Nodes:
    """Return the last node of each unit before it left."""
    last = nodes.shape[1] - 1 - np.argmax((nodes != ABSENT)[:, ::-1], axis=1)
    ends: Nodes = nodes[np.arange(len(nodes)), last]
    return ends


def _check_present(nodes: Nodes) -> None:
    for unit, step in np.argwhere(nodes == ABSENT)[:1].tolist():
        raise _WrongError(f"unit {unit} is nowhere at step {step}", step, unit)


def _check_left(nodes: Nodes, goals: NDArray[Any]) -> None:
    """Check that units leave one step after they reach their goals, and never return."""
    for unit, row in enumerate(nodes):
        arrived = np.flatnonzero(row == goals[unit])[0]
        gone = row == ABSENT
        if gone[: arrived + 1].any():
            raise _WrongError(f"unit {unit} is nowhere before it arrives", int(np.argmax(gone)), unit)
        if not gone[arrived + 1 :].all():
            raise _WrongError(f"unit {unit} is there after it has left", int(arrived) + 1, unit)


def _check_steps(space: Space, row: Nodes, unit: int) -> None:
    """Check one unit's steps against the map; waiting is always allowed."""
    row = row[row != ABSENT]
    moves = np.flatnonzero(row[1:] != row[:-1])
    kept = np.concatenate([[0], moves + 1])
    if not ((row >= 0) & (row < space.size)).all():
        raise _WrongError(f"unit {unit} is at a node that does not exist", None, unit)
    places = space.places_of(row[kept])
    found = check_path(space, places if space.capabilities.cells else place_list(places))
    if not found:
        step = None if found.step is None else int(kept[found.step])
        raise _WrongError(f"unit {unit}: {found.problem}", step, unit)
    if steps_differ(space):
        _check_durations(space, places, kept, unit)


def _check_durations(space: Space, places: NDArray[Any], times: Nodes, unit: int) -> None:
    """Check that a unit makes no step in less time than the step takes."""
    ends = places if space.capabilities.cells else place_list(places)
    for move in range(len(times) - 1):
        cost = check_path(space, ends[move : move + 2]).cost
        if times[move + 1] - times[move] < cost:
            step = int(times[move])
            raise _WrongError(f"unit {unit} makes a step in less than the {cost:g} that it costs", step, unit)


def _check_places(nodes: Nodes, following: str) -> None:
    """Check that no two units are in one place at one time or, if following is forbidden, one step apart."""
    for step in range(nodes.shape[1]):
        pair = _equal_pair(nodes[:, step])
        if pair:
            one, other = pair
            raise _WrongError(f"units {one} and {other} are in one place at step {step}", step, one, other)
        if step:
            _check_entries(nodes, step, following)


def _check_entries(nodes: Nodes, step: int, following: str) -> None:
    """Check the units that enter a place where another one was a step before."""
    before, now = nodes[:, step - 1], nodes[:, step]
    who = dict(zip(before.tolist(), range(len(before)), strict=True))
    between = f"between steps {step - 1} and {step}"
    for unit in np.flatnonzero((now != before) & (now != ABSENT)).tolist():
        other = who.get(int(now[unit]))
        if other is None:
            continue
        if now[other] == before[unit]:
            one, other = sorted((unit, other))
            raise _WrongError(f"units {one} and {other} change places {between}", step - 1, one, other)
        if following == "forbidden":
            problem = f"unit {unit} follows unit {other} into its place {between}"
            raise _WrongError(problem, step - 1, unit, other)


def _equal_pair(values: Nodes) -> tuple[int, int] | None:
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    same = np.flatnonzero((ordered[1:] == ordered[:-1]) & (ordered[1:] != ABSENT))
    if not same.size:
        return None
    one, other = sorted(order[same[0] : same[0] + 2].tolist())
    return one, other


def _check_crossings(space: Space, nodes: Nodes) -> None:
    """Check that no two moves cross: diagonals that span the same box of cells."""
    if not space.capabilities.cells:
        return
    places = space.places_of(np.where(nodes == ABSENT, 0, nodes).ravel()).reshape(
        *nodes.shape, len(space.shape)
    )
    for step in range(1, nodes.shape[1]):
        both = (nodes[:, step] != ABSENT) & (nodes[:, step] != nodes[:, step - 1])
        units = np.flatnonzero(both)
        ends = places[units, step - 1], places[units, step]
        boxes = np.concatenate([np.minimum(*ends), np.maximum(*ends)], axis=1)
        _, first, count = np.unique(boxes, axis=0, return_index=True, return_counts=True)
        if (count < 2).all():
            continue
        crossed = first[np.argmax(count > 1)]
        one, other = units[(boxes == boxes[crossed]).all(axis=1)][:2].tolist()
        problem = f"units {one} and {other} cross between steps {step - 1} and {step}"
        raise _WrongError(problem, step - 1, one, other)


def _costs(nodes: Nodes) -> Nodes:
    away = (nodes != _ends(nodes)[:, None]) & (nodes != ABSENT)
    last_away = nodes.shape[1] - 1 - np.argmax(away[:, ::-1], axis=1)
    return np.where(away.any(axis=1), last_away + 1, 0)
