"""Plans for many units at once."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import MapLimitError, OptionError, SpaceError, counted
from pathstar.fleet.arguments import (
    check_different,
    check_walkable,
    checked_limit,
    checked_seed,
    checked_within,
)
from pathstar.fleet.durations import steps_differ
from pathstar.fleet.lock_step import check_lock_step, ground_of
from pathstar.fleet.plans import Plan
from pathstar.fleet.solvers import ASSIGNMENTS, AT_GOAL, AUTO, FOLLOWING, SOLVERS, Solver
from pathstar.maps.arguments import checked_name, checked_switch, checked_whole
from pathstar.progress import Progress, reporting, tell_of
from pathstar.spaces.base import Space

DEFAULT_MOST_BYTES = 2**31


def plan(
    space: Space,
    starts: ArrayLike,
    goals: ArrayLike,
    *,
    solver: str = AUTO,
    time_limit: float = 10.0,
    following: str = "allowed",
    at_goal: str = "stay",
    assignment: str = "given",
    improve: bool = True,
    within: float = 1.0,
    seed: int = 0,
    max_bytes: int = DEFAULT_MOST_BYTES,
    progress: Progress = None,
) -> Plan:
    """Plan the ways of many units, so that no two of them are in one place at one time or change places.

    Units move in lock step: in each step of time a unit makes one of the space's steps, or waits; crossing
    diagonals exclude each other. The research benchmarks have 4 directions: `Moves(directions=4)`.

    If the costs of steps differ, a step that costs 3 lasts 3 units of time, through a portal too: the unit is
    at the old place until the third. Here diagonals cost as much as straight steps.

    Args:
        space: A `Grid` of 4 or 8 directions, `HexGrid`, `TriangleGrid`, `VoxelGrid` or `Graph`. If the costs
            of steps on plain ground differ, they must be whole numbers.
        starts: The place of each unit, ``(units, 2)`` or ``(units, 3)``; a list of names if places are names.
        goals: The goal of each unit, in the same order.
        solver: A name of `SOLVERS`, or ``"auto"``.
        time_limit: In seconds. The first plan usually takes far less; the rest of the time makes it cheaper.
        following: ``"allowed"``: a unit may enter a place in the step in which another leaves it, as in the
            research benchmarks. ``"forbidden"``: a place stays empty for one step between two units.
        at_goal: ``"stay"``, or ``"leave"``: each unit is gone one step after it reaches its goal.
        assignment: ``"given"``: each unit has its own goal. ``"exchangeable"``: any unit may go to any goal,
            each to one of its own, as in formations; by TSWAP, for units that stay.
        improve: Whether to make the first plan cheaper while there is time.
        within: Stop early once the sum of costs is at most this many times `Plan.proven_bound`; 1.05 asks for
            a plan that provably costs at most 5 % too much.
        seed: A whole number from 0. The same seed gives the same first plan.
        max_bytes: The maximum bytes of tables, two for each goal and place; crowds may take twice that.
        progress: Called with the fraction of the time used, to 1.0; an exception cancels. True shows a bar.

    Returns:
        A `Plan`; false, with the part found, if not all units arrive: those without a way stand as obstacles.

    Raises:
        SpaceError: It is not such a space; or the costs of steps differ, and are not whole, or the solver has
            no support for them.
        OptionError: An unknown name or number, an end on a wall, two at one start or goal, too many units.
        PlaceError, PlaceTypeError: An end lies outside, or is not a place.
        MapLimitError: The tables would take more than max_bytes.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [0, 1, 0]], moves=ps.Moves(directions=4))
        >>> plan = ps.fleet.plan(grid, [(0, 0), (2, 0)], [(2, 0), (0, 0)])
        >>> bool(plan), plan.sum_of_costs, plan.lower_bound
        (True, 7, 4)
    """
    begin = time.perf_counter()
    check_lock_step(space)
    row = SOLVERS.get(checked_name("solver", solver, (AUTO, *SOLVERS)))
    rules = _checked_rules(row, following, at_goal, assignment)
    limit, number = checked_limit(time_limit), checked_seed(seed)
    row, ground = _fitting(space, row, rules["exchange"]), ground_of(space)
    ends = _checked_ends(space, ground, starts, goals, at_goal, checked_whole("max_bytes", max_bytes, 0))
    answer = _solved(
        progress,
        ground,
        *ends,
        **rules,
        solver=_core.FleetSolver.automatic if row is None else row.core,
        seed=number,
        improve=checked_switch("improve", improve) and (row is None or row.improves),
        within=checked_within(within),
        time_limit=max(0.0, limit - (time.perf_counter() - begin)),
    )
    options = {"solver": solver, "following": following, "at_goal": at_goal, "assignment": assignment}
    return Plan.from_core(space, ends[0], {**options, "seed": number}, answer, time.perf_counter() - begin)


def _check_bytes(ground: _core.FleetGround, goals: NDArray[np.uint32], most_bytes: int) -> None:
    """Check that the tables of all goals fit into the limit."""
    tables = len(goals)  # at most
    if 2 * tables * ground.cells > most_bytes:
        tables = len(np.unique(goals))
    needed = 2 * tables * ground.cells
    if needed > most_bytes:
        raise MapLimitError(
            f"tables of distances to {tables:,} goals over {ground.cells:,} places take {needed:,} bytes, "
            f"more than {most_bytes:,}; give a larger max_bytes, or use Lifelong, whose tasks share memory"
        )


def _checked_rules(row: Solver | None, following: str, at_goal: str, assignment: str) -> dict[str, bool]:
    """Return the rules of a problem as the native solvers take them, after checking the names."""
    checked_name("following", following, FOLLOWING)
    checked_name("at_goal", at_goal, AT_GOAL)
    checked_name("assignment", assignment, ASSIGNMENTS)
    exchange = assignment == "exchangeable"
    _check_exchange(row, exchange, at_goal)
    return {"following": following == "allowed", "stay": at_goal == "stay", "exchange": exchange}


def _solved(progress: Progress, ground: _core.FleetGround, starts: Any, goals: Any, **options: Any) -> Any:
    """Return the result of the native solvers, and report the time used."""
    with reporting(progress, f"planning for {len(starts)} units") as tell:
        answer = _core.fleet_plan(ground, starts, goals, **options, tell=tell)
        tell_of(tell, 1.0)
    return answer


def _fitting(space: Space, solver: Solver | None, exchange: bool) -> Solver | None:
    """Return the solver for a space in which some steps may last longer than others."""
    if not steps_differ(space):
        return solver
    knowing = [row for row in SOLVERS.values() if row.durations and row.exchanges == exchange]
    if solver is None and knowing:
        return knowing[0]
    if solver is None or not solver.durations:
        name = AUTO if solver is None else solver.name
        allowed = ", ".join(row.name for row in knowing) or "a space without costs"
        raise SpaceError(
            f"the steps of this space differ in what they cost, and {name} knows no steps that last longer "
            f"than others; allowed: {allowed}"
        )
    return solver


def _check_exchange(solver: Solver | None, exchange: bool, at_goal: str) -> None:
    """Check that a solver fits the way goals are assigned."""
    fitting = [row.name for row in SOLVERS.values() if row.exchanges == exchange]
    if solver is not None and solver.exchanges != exchange:
        kind = "exchangeable" if exchange else "given"
        raise OptionError(f"{solver.name} is not for {kind} goals; allowed: {AUTO}, {', '.join(fitting)}")
    if exchange and at_goal != "stay":
        raise OptionError('goals may be exchanged by units that stay; allowed: at_goal="stay"')


def _checked_ends(
    space: Space,
    ground: _core.FleetGround,
    starts: ArrayLike,
    goals: ArrayLike,
    at_goal: str,
    most_bytes: int,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    first, last = space.nodes_of(starts, "starts"), space.nodes_of(goals, "goals")
    if len(first) != len(last):
        given = f"{counted(len(first), 'start')} and {counted(len(last), 'goal')} were given"
        raise OptionError(f"{given}; each unit needs one of each")
    if len(first) > ground.cells:
        raise OptionError(f"there are {len(first)} units; the space has room for {ground.cells}")
    check_walkable(space, "starts", first)
    check_walkable(space, "goals", last)
    check_different(space, "starts", first)
    if at_goal == "stay":
        check_different(space, "goals", last)
    _check_bytes(ground, last, most_bytes)
    return first, last
