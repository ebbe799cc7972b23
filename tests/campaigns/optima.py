"""Optimal plans for a few units in tiny worlds, compared with a search over joint positions."""

from __future__ import annotations

from dataclasses import dataclass

from tests.campaigns.tally import Counts
from tests.oracle.joint import least_sum_of_costs
from tests.unit.fleet.worlds import FOUR, middles_of, random_problem, steps_of

import pathstar as ps

SECONDS = 20.0


@dataclass
class Tally(Counts):
    """The outcomes for some worlds.

    Attributes:
        optimal: Plans that were correctly proven optimal.
        without: Worlds that were correctly found to have no plan.
        open: Worlds that were not decided in time.
    """

    optimal: int = 0
    without: int = 0
    open: int = 0


def optimum(seed: int, seconds: float = SECONDS) -> Tally:
    """Compare one world: odd seeds forbid following, two in four have diagonal steps on a smaller board."""
    following = "forbidden" if seed % 2 else "allowed"
    if seed % 4 < 2:
        grid, starts, goals = random_problem(seed, moves=FOUR)
    else:
        grid, starts, goals = random_problem(seed, sides=(2, 4), moves=ps.Moves())
    ends = grid.nodes_of(starts).tolist(), grid.nodes_of(goals).tolist()
    least = least_sum_of_costs(
        steps_of(grid), *ends, following=following == "allowed", middle=middles_of(grid)
    )
    plan = ps.fleet.plan(grid, starts, goals, solver="cbs", following=following, time_limit=seconds)
    if plan.status is ps.Status.LIMIT:
        return Tally(open=1)
    if not plan:
        assert least is None, f"seed {seed}: {plan!r}, not {least}"
        return Tally(without=1)
    found = ps.fleet.check(grid, plan, starts, goals)
    assert found, f"seed {seed}: {found.problem}"
    assert least is not None, f"seed {seed}: {plan!r}, where there is none"
    assert plan.proven_bound <= least <= plan.sum_of_costs, f"seed {seed}: {plan!r}, not {least}"
    proven = plan.proven_bound == plan.sum_of_costs
    return Tally(optimal=int(proven), open=int(not proven))
