"""What the options of a planner mean in the present state of a space."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pathstar import _core
from pathstar.engine.options import (
    checked_limit,
    checked_max_cost,
    checked_seconds,
    checked_stop,
    checked_weight,
    open_list_kind,
    ties_rule,
)
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_switch
from pathstar.paths.path import Method
from pathstar.planners.algorithm import Algorithm
from pathstar.planners.fitting import check_order
from pathstar.planners.ground import Ground
from pathstar.traces.rules import Rules


@dataclass(frozen=True, slots=True)
class Choice:
    """How a planner searches until an edit changes what fits.

    Attributes:
        row: The row of its algorithm.
        ground: The ground of its searches.
        settings: The settings of native searches.
        method: What its paths say about how they were found.
        rules: The rules for its traces.
    """

    row: Algorithm
    ground: Ground
    settings: _core.Settings
    method: Method
    rules: Rules

    @property
    def under_way(self) -> Method:
        """The method of a search under way. A path that may still improve states the bound proven so far."""
        return replace(self.method, bound=math.inf) if self.row.keeps_best else self.method


def choose(ground: Ground, options: Mapping[str, Any], mask: _core.CellMask | None) -> Choice:
    """Return what the options mean.

    Args:
        ground: The ground of the planner's searches.
        options: The arguments of `Planner` by name.
        mask: Where its queries may go; None for anywhere.

    Raises:
        OptionError: An unknown name, or an option that the algorithm does not have.
    """
    row = ground.row(options)
    ground = ground.for_row(row)
    check_order(row, options["open_list"], options["ties"])
    estimate, weight = ground.heuristic(options["heuristic"]), options["weight"]
    factor = row.weight if weight is None else checked_weight(weight)
    settings = _settings_of(row, ground, options, estimate, factor)
    settings.mask = mask
    limited = (options["max_expansions"], options["max_seconds"]) != (None, None)
    unbounded = settings.stop_at_opened or (row.keeps_best and limited)
    method = Method(
        algorithm=ground.name(row),
        heuristic=estimate if factor > 0 else "zero",
        weight=factor,
        open_list=ground.finder.open_kind(settings).name,
        bound=math.inf if unbounded else ground.bound(row, factor, estimate),
    )
    rules = Rules(
        algorithm=row.name,
        title=row.title,
        use_g=row.use_g,
        weight=1.0 if row.bisects else factor,
        heuristic=method.heuristic,
        open_list=ground.finder.open_order(settings).name,
        ties=options["ties"] or "larger_g",
        improve=row.improve,
        jumps=row.jumps,
        any_angle=row.any_angle,
        bisects=row.bisects,
        kept_out="mask" if mask is not None else "dead_ends" if options["skip_dead_ends"] else "",
    )
    return Choice(row, ground, settings, method, rules)


def _settings_of(
    row: Algorithm, ground: Ground, options: Mapping[str, Any], estimate: str, factor: float
) -> _core.Settings:
    partial, opened = _checked_ends(row, ground, options["partial"], options["stop_at"])
    most = options["max_expansions"]
    settings = _core.Settings(
        loop=_core.Loop[row.loop],
        use_g=row.use_g,
        weight=factor,
        heuristic=_core.HeuristicKind[estimate],
        open=open_list_kind(options["open_list"], options["ties"], row.open_list),
        ties=ties_rule(options["ties"]),
        jumps=row.jumps,
        skip_dead_ends=options["skip_dead_ends"],
        improve=row.improve,
        max_expansions=checked_limit(row.most_expansions if most is None else most),
    )
    settings.max_cost = checked_max_cost(options["max_cost"])
    settings.max_seconds = checked_seconds(options["max_seconds"])
    settings.partial, settings.stop_at_opened = partial, opened
    return settings


def _checked_ends(row: Algorithm, ground: Ground, partial: bool, stop_at: str) -> tuple[bool, bool]:
    """Return whether a limited search returns a partial path, and whether an open goal ends the search.

    Raises:
        OptionError: Values that are not allowed, or an algorithm that has no closed places.
    """
    partial, opened = checked_switch("partial", partial), checked_stop(stop_at)
    for option, value in (("partial", partial), ("stop_at='opened'", opened)):
        if value and not ground.keeps_closed(row):
            raise OptionError(
                f"{option} needs one search from the start with an open and a closed list; "
                f"{ground.name(row)} has none; use 'astar'"
            )
    return partial, opened
