"""The finders for many units of w9-pathfinding and ours, on the same problems and in turns.

It measures how long ours takes to find a plan whose sum of costs is not above the other's; if the other is
optimal, ours proves its plan, too. Times are CPU times, as both use one thread, of the turn with the median
ratio. In each turn both are called for some milliseconds, one after the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from cells import DEN, PARIS, RANDOM, ROOM, WAREHOUSE, Cell, problem
from records import Records

import pathstar as ps

TURNS = 11
BATCH = 0.006  # seconds for which each is called in a turn; at least once
LONG = 1.0  # seconds after which one turn is enough
LENGTH = 600  # steps that a path may have
CELLS = tuple(
    Cell(name, units) for name in (RANDOM, ROOM, WAREHOUSE, DEN, PARIS) for units in (10, 20, 50, 100, 200)
)


@dataclass(frozen=True, slots=True)
class Finder:
    """One of its finders: its class, whether its sum of costs is minimal, and its arguments."""

    name: str
    optimal: bool
    options: dict[str, Any]
    units: int  # the most with which it is tried


FINDERS = (
    Finder("HCAStar", False, {}, 200),
    Finder("WHCAStar", False, {"window_size": 16}, 200),
    Finder("WHCAStar", False, {"window_size": 64}, 200),
    Finder("CBS", True, {"max_time": 10.0}, 50),
    Finder("ICTS", True, {"max_time": 10.0}, 20),
    Finder("MultiAgentAStar", True, {"max_time": 10.0}, 10),
)


def print_w9(scenarios: list[int], records: Records) -> None:
    """Print both times for all problems that it solves, and how often ours is not ten times faster.

    Raises:
        AssertionError: A plan is not valid, or ours costs more.
    """
    if find_spec("w9_pathfinding") is None:
        print("w9-pathfinding is not installed")
        return
    print("| map | scenario | units | its finder | sum | CPU s | ours: sum | CPU s | times faster |")
    print("| --- " * 9 + "|")
    ratios, tried = [], 0
    for cell in CELLS:
        for scenario in scenarios:
            for finder in FINDERS:
                if cell.units > finder.units:
                    continue
                tried += 1
                window = "".join(f" {value}" for key, value in finder.options.items() if key == "window_size")
                named = f"{cell.map} {scenario} {cell.units}, w9 {finder.name}{window}"
                both = records.take(
                    named,
                    lambda cell=cell, scenario=scenario, finder=finder: compared(cell, scenario, finder),
                )
                if both is None:
                    continue
                its_sum, its_time, our_sum, our_time = both
                ratios.append(its_time / our_time)
                print(
                    f"| {cell.map} | {scenario} | {cell.units} | {finder.name}{window} | {its_sum} "
                    f"| {its_time:.4f} | {our_sum} | {our_time:.4f} | {ratios[-1]:.1f} |",
                    flush=True,
                )
    slow = sum(ratio < 10 for ratio in ratios)
    print(
        f"\n{len(ratios)} of {tried} solved by it; ours at least 10 times faster in {len(ratios) - slow}",
        end="",
    )
    if ratios:
        print(f", geometric mean {np.exp(np.log(ratios).mean()):.1f}, least {min(ratios):.1f}", end="")
    print()


def compared(cell: Cell, scenario: int, finder: Finder) -> tuple[int, float, int, float] | None:
    """Return its sum and time, and ours; None if it finds no plan."""
    grid, starts, goals = problem(cell, scenario)
    find = its_finder(grid, starts, goals, finder)
    paths, its_time = timed(find)
    if not paths:
        return None
    its_sum = checked(grid, as_nodes(grid, paths), starts, goals)
    solve = ours(grid, starts, goals, finder, its_sum)
    plan, our_time = timed(solve)
    our_sum = checked(grid, plan.nodes, starts, goals)
    assert our_sum <= its_sum, f"{cell.map} {cell.units} {finder.name}: {our_sum} costs more than {its_sum}"
    turns = [(its_time, our_time)]
    if its_time < LONG:
        turns = [(repeated(find, its_time), repeated(solve, our_time)) for _ in range(TURNS)]
    its_time, our_time = sorted(turns, key=lambda turn: turn[0] / turn[1])[len(turns) // 2]
    return its_sum, its_time, our_sum, our_time


def its_finder(grid: ps.Grid, starts: list[Any], goals: list[Any], finder: Finder) -> Callable[[], Any]:
    """Return a call of one of its finders; units may follow one another, but not swap places."""
    import w9_pathfinding.envs
    import w9_pathfinding.mapf

    weights = np.where(grid.walkable, 1.0, -1.0).tolist()
    solver = getattr(w9_pathfinding.mapf, finder.name)(w9_pathfinding.envs.Grid(weights, edge_collision=True))

    def find() -> Any:
        try:
            return solver.mapf(starts, goals, max_length=LENGTH, **finder.options)
        except RuntimeError:  # its time is up
            return []

    return find


def ours(
    grid: ps.Grid, starts: list[Any], goals: list[Any], finder: Finder, sum_of_costs: int
) -> Callable[[], ps.fleet.Plan]:
    """Return a call that ends with a plan of at most this sum, or with a proof of it."""
    if finder.optimal:
        return lambda: ps.fleet.plan(grid, starts, goals, solver="cbs", time_limit=10.0)
    bound = ps.fleet.plan(grid, starts, goals, time_limit=10.0, improve=False).lower_bound
    within = max(1.0, sum_of_costs / bound)
    return lambda: ps.fleet.plan(grid, starts, goals, time_limit=10.0, within=within)


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """Return a result, and the CPU seconds that it took."""
    begin = time.process_time()
    found = call()
    return found, time.process_time() - begin


def repeated(call: Callable[[], Any], seconds: float) -> float:
    """Return the CPU seconds of a call of about this duration, over as many calls as fill a batch."""
    count = max(1, int(BATCH / seconds))
    return timed(lambda: [call() for _ in range(count)])[1] / count


def as_nodes(grid: ps.Grid, paths: list[list[tuple[int, int]]]) -> Any:
    """Return its paths as nodes; each unit stays where its path ends."""
    steps = max(map(len, paths))
    return np.array([grid.nodes_of(path + path[-1:] * (steps - len(path))) for path in paths], np.int64)


def checked(grid: ps.Grid, nodes: Any, starts: list[Any], goals: list[Any]) -> int:
    """Return the sum of costs of a plan.

    Raises:
        AssertionError: It is not valid.
    """
    found = ps.fleet.check(grid, nodes, starts, goals)
    assert found, found.problem
    return found.sum_of_costs
