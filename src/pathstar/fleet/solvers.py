"""The table of solvers that plan for many units at once."""

from __future__ import annotations

from dataclasses import dataclass

from pathstar import _core

AUTO = "auto"
FOLLOWING = ("allowed", "forbidden")
AT_GOAL = ("stay", "leave")
ASSIGNMENTS = ("given", "exchangeable")
GUIDANCE = ("none", "traffic")


@dataclass(frozen=True, slots=True)
class Solver:
    """One way to plan for many units.

    Attributes:
        name: Its name for `plan`.
        title: What it is, in a few words.
        needs: What it needs of the problem, in words.
        gives: What it gives, in words.
        guarantee: What is promised about finding a plan, and about its cost.
        when: When to use it.
        published: Where it was published.
        core: The native solver.
        improves: Whether the rest of the time goes into making its plan cheaper.
        durations: Whether it supports steps that take longer than others.
        exchanges: Whether any unit may go to any goal.
    """

    name: str
    title: str
    needs: str
    gives: str
    guarantee: str
    when: str
    published: str
    core: _core.FleetSolver
    improves: bool = True
    durations: bool = False
    exchanges: bool = False


SOLVERS: dict[str, Solver] = {
    row.name: row
    for row in (
        Solver(
            name="lacam",
            title="depth-first search over configurations, with PIBT as the maker of successors",
            needs="a goal of its own for each unit",
            gives="a first plan within milliseconds, then cheaper ones by repair",
            guarantee="finds a plan if there is one, or proves that there is none, given time and memory",
            when="crowds of units that may follow each other; the default there",
            published="Okumura 2023, LaCAM: search-based algorithm for quick multi-agent pathfinding; "
            "Okumura 2023, Improving LaCAM for scalable eventually optimal multi-agent pathfinding",
            core=_core.FleetSolver.lacam,
        ),
        Solver(
            name="lacam-star",
            title="LaCAM that goes on to the least sum of loss",
            needs="a goal of its own for each unit",
            gives="a first plan, then better ones",
            guarantee="as lacam; given time and memory, no plan has fewer steps away from the goals",
            when="a few units, where the steps away from the goals count",
            published="Okumura 2023, Improving LaCAM for scalable eventually optimal multi-agent pathfinding",
            core=_core.FleetSolver.lacam_star,
            improves=False,
        ),
        Solver(
            name="lns2",
            title="repair of a plan with conflicts, by SIPPS",
            needs="a goal of its own for each unit",
            gives="a plan, then cheaper ones by repair",
            guarantee="none: it may find no plan where there is one",
            when="units that may not follow each other closely, or that have much room; the default there",
            published="Li, Chen, Harabor, Stuckey and Koenig 2022, MAPF-LNS2: fast repairing for multi-agent "
            "path finding via large neighborhood search",
            core=_core.FleetSolver.lns2,
        ),
        Solver(
            name="cbs",
            title="conflict-based search with cardinal pairs, targets, corridors, disjoint splitting, "
            "bypass, paths of whole groups chosen by learning clauses, and a bound from pairs and groups "
            "that depend on each other",
            needs="a goal of its own for each unit",
            gives="a good plan, then the optimum; plan.proven_bound says how far it has got",
            guarantee="the least sum of costs, where proven_bound equals it; otherwise still a plan",
            when="tens of units, where every step counts",
            published="Sharon, Stern, Felner and Sturtevant 2015, Conflict-based search for optimal "
            "multi-agent pathfinding; Boyarski et al. 2015, Don't split, try to work it out; Li et al. 2019, "
            "Disjoint splitting for multi-agent path finding with conflict-based search; Li et al. 2021, "
            "Pairwise symmetry reasoning for multi-agent path finding search",
            core=_core.FleetSolver.cbs,
            improves=False,
        ),
        Solver(
            name="prioritised",
            title="one unit after the other by safe intervals, with restarts",
            needs="a goal of its own for each unit",
            gives="a plan, or the largest part of one that it found; then cheaper ones by repair",
            guarantee="none: it may find no plan where there is one",
            when="few units with much room; the default on ground with costs, whose steps last",
            published="Silver 2005, Cooperative pathfinding; Phillips and Likhachev 2011, SIPP: safe "
            "interval path planning for dynamic environments",
            core=_core.FleetSolver.prioritised,
            durations=True,
        ),
        Solver(
            name="tswap",
            title="exchange of goals between units that are in each other's way",
            needs="goals that any unit may go to",
            gives="a plan, then cheaper ones by repair",
            guarantee="finds a plan if every unit can reach every goal",
            when="formations, and areas that a group fills; the default for exchangeable goals",
            published="Okumura and Defago 2023, Solving simultaneous target assignment and path planning "
            "efficiently with time-independent execution",
            core=_core.FleetSolver.tswap,
            exchanges=True,
        ),
    )
}
