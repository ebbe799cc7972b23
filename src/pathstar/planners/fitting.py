"""Checks that the options of a planner fit its algorithm and its space; errors say what would."""

from __future__ import annotations

from pathstar import _core
from pathstar.engine.options import NO_LIMIT, OPEN_LISTS
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_name
from pathstar.planners.algorithm import Algorithm
from pathstar.planners.algorithms import ALGORITHMS, AUTO, algorithm_named
from pathstar.spaces.base import Space
from pathstar.spaces.heuristics import heuristic_named


def check_fitting(
    row: Algorithm,
    space: Space,
    heuristic: str | None,
    weight: float | None,
    skip_dead_ends: bool,
) -> None:
    """Raise OptionError if the algorithm does not fit the space, or an option does not fit them."""
    unsupported_reason = row.unsupported_reason(space)
    if unsupported_reason is not None:
        usual = algorithm_named(AUTO, space).name if space.capabilities.plane else "astar"
        raise OptionError(
            f"{row.name} needs {unsupported_reason}; use {usual!r}, or 'auto' for the best that fits"
        )
    for option, value in (("heuristic", heuristic), ("weight", weight)):
        if value is not None and not row.may_weigh:
            why = "uses no estimate" if row.weight == 0 else "has an estimate of its own"
            raise OptionError(f"{row.name} {why}, so it takes no {option}; given: {value!r}")
    if skip_dead_ends and (lacks := space.unsupported_dead_ends()) is not None:
        raise OptionError(f"skip_dead_ends needs {lacks}")


def check_order(row: Algorithm, open_list: str | None, ties: str | None) -> None:
    """Raise OptionError for an open list, or a rule for ties, that the algorithm cannot use."""
    if open_list is not None:
        checked_name("open list", open_list, OPEN_LISTS)
    for option, value in (("open_list", open_list), ("ties", ties)):
        if value is not None and row.open_list == "none":
            raise OptionError(f"{row.name} keeps no open list, so it takes no {option}; given: {value!r}")
    if open_list is not None and row.open_list not in (None, open_list):
        raise OptionError(f"{row.name} needs the open list {row.open_list!r}; given: {open_list!r}")
    steps = [each for each in ALGORITHMS.values() if not each.any_angle]  # searches for lines leave no choice
    users = [each.name for each in steps if each.open_list == "fifo"]
    if open_list == "fifo" and row.name not in users:
        raise OptionError(f"open list {open_list!r} does not look at F; only {', '.join(users)} uses it")


def check_alone(row: Algorithm, prefer: str | None, what: str, *, lines: bool = False) -> None:
    """Refuse what works for one path at a time only: a preference, and keeping ``lines``.

    Raises:
        OptionError: There is a preference, or the algorithm finds lines and they are to be kept.
    """
    if prefer is not None:
        raise OptionError(f"prefer chooses the path that find returns; {what} takes no prefer")
    if lines and row.any_angle:
        raise OptionError(
            f"{row.name} finds lines, which are not kept in one array of many paths; find them one by one, "
            "or ask for costs_only=True"
        )


def checked_heuristic(heuristic: str | None, space: Space) -> str:
    """Return the name of an estimate that fits the space; None means its safest.

    Raises:
        OptionError: There is no estimate of that name, or it does not fit.
    """
    if heuristic is None:
        return space.default_heuristic()
    name = heuristic_named(heuristic).name
    if name not in space.heuristics:
        kind = type(space).__name__
        raise OptionError(
            f"heuristic {name!r} does not fit this {kind}; allowed: {', '.join(space.heuristics)}"
        )
    return name


def exact_settings(space: Space, open_list: str) -> _core.Settings:
    """Return the settings of A* with a safe estimate: one that overestimates is scaled down."""
    estimate = space.default_heuristic()
    return _core.Settings(
        loop=_core.Loop.best_first,
        use_g=True,
        weight=1.0 / max(1.0, space.consistency_factor(estimate)),
        heuristic=_core.HeuristicKind[estimate],
        open=_core.OpenKind[open_list],
        ties=_core.Ties.larger_g,
        jumps=False,
        skip_dead_ends=False,
        improve=True,
        max_expansions=NO_LIMIT,
    )
