"""A plan that is made cheaper little by little, plan after plan."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.fleet.arguments import checked_limit, checked_seed, checked_within
from pathstar.fleet.checker import check
from pathstar.fleet.lock_step import ground_of
from pathstar.fleet.plans import Plan
from pathstar.fleet.world.unit import checked_positive
from pathstar.spaces.base import place_list


def improvements(
    plan: Plan, *, time_limit: float = 10.0, every: float = 0.1, within: float = 1.0, seed: int = 0
) -> Iterator[Plan]:
    """Make a plan cheaper by large neighbourhood search, and yield each cheaper plan.

    The work goes on when the next plan is asked for, so a caller may stop as soon as one is good enough, and
    draw frames in between. `time_limit` counts only working time. Units keep their goals. An edit of the
    space is followed as long as the last plan stays valid.

    Args:
        plan: Any plan that was found, such as with ``improve=False`` or read from a file.
        time_limit: The working time in seconds, in all.
        every: The working time from one plan to the next, in seconds.
        within: It ends as soon as the sum of costs is at most this many times `Plan.proven_bound` or
            `Plan.lower_bound`.
        seed: A whole number from 0.

    Returns:
        An iterator over plans, each cheaper than the one before. It is empty if none was found in time.

    Raises:
        OptionError: The plan was not found, or is not valid, as after an edit of its space, even between two
            plans; or a number is out of range.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1] * 8] * 8, moves=ps.Moves(directions=4))
        >>> starts, goals = [(x, 0) for x in range(8)], [(7 - x, 7) for x in range(8)]
        >>> plan = ps.fleet.plan(grid, starts, goals, improve=False)
        >>> for better in ps.fleet.improvements(plan, time_limit=1.0, every=0.01):
        ...     assert better.sum_of_costs < plan.sum_of_costs
        ...     plan = better
    """
    limit, part = checked_limit(time_limit), checked_positive("every", every)
    factor, number = checked_within(within), checked_seed(seed)
    return _improved(plan, _Work(plan, number), limit, part, factor)


def _valid_at(plan: Plan) -> int:
    """Return the revision of its space at which a plan is valid.

    Raises:
        OptionError: The plan was not found, or is not valid.
    """
    if not isinstance(plan, Plan) or not plan:
        raise OptionError(f"{plan!r} cannot be made cheaper; allowed: a Plan in which all units arrive")
    revision = plan.space.revision
    starts, goals = (place_list(plan.space.places_of(ends)) for ends in (plan.starts, plan.goals))
    found = check(plan.space, plan, starts, goals, exchangeable=False)
    if not found:
        raise OptionError(f"the plan is not valid on this space: {found.problem}")
    return revision


class _Work:
    """The native search for cheaper plans, at one revision of the space.

    Raises:
        OptionError: The plan is not valid on its space as it is now.
    """

    def __init__(self, plan: Plan, seed: int) -> None:
        self._seed = seed
        self._begin(plan)

    def _begin(self, plan: Plan) -> None:
        self._revision = _valid_at(plan)
        self._core = _core_of(plan, self._seed)

    def followed(self, plan: Plan) -> Plan:
        """Return the plan; after an edit, without the bounds proven before it.

        Raises:
            OptionError: The plan is not valid any more.
        """
        if plan.space.revision == self._revision:
            return plan
        self._begin(plan)
        return replace(plan, proven_bound=0)

    def run(self, within: float, seconds: float) -> tuple[Any, ...]:
        """Work for some time, and return the best plan in native form."""
        return self._core.run(within, seconds)


def _core_of(plan: Plan, seed: int) -> _core.FleetImprovements:
    costs = plan.costs
    rows = [row[: cost + 1] for row, cost in zip(plan.nodes, costs.tolist(), strict=True)]
    stay = plan.options.get("at_goal", "stay") == "stay"
    return _core.fleet_improvements(
        ground_of(plan.space),
        plan.starts,
        plan.goals.astype(np.uint32),
        np.cumsum([0, *(costs + 1)]),
        np.concatenate([np.empty(0, np.int64), *rows]).astype(np.uint32),
        following=plan.options.get("following", "allowed") == "allowed",
        stay=stay,
        seed=seed,
    )


def _improved(plan: Plan, work: _Work, limit: float, part: float, within: float) -> Iterator[Plan]:
    spent = 0.0
    while spent < limit:
        plan = work.followed(plan)
        began = time.perf_counter()
        answer = work.run(within, min(part, limit - spent))
        took = time.perf_counter() - began
        spent += took
        found = _later(plan, answer, took)
        if len(found.history) > len(plan.history):
            plan = found
            yield plan
        if plan.sum_of_costs <= within * max(plan.proven_bound, found.lower_bound):
            return


def _later(plan: Plan, answer: tuple[Any, ...], took: float) -> Plan:
    """Return a plan after one more part of the work, with the history of all parts."""
    found = Plan.from_core(plan.space, plan.starts, plan.options, answer, plan.seconds + took)
    history = found.history + np.array([plan.seconds, 0.0])
    return replace(
        found,
        history=np.concatenate([plan.history, history]),
        proven_bound=plan.proven_bound,
        iterations=plan.iterations + found.iterations,
    )
