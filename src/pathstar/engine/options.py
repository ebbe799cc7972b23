"""The options of a search, checked and converted to native settings."""

from __future__ import annotations

import math
import os
import threading
from typing import Any

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number, checked_name, checked_whole
from pathstar.spaces.base import Space
from pathstar.spaces.mesh.plane import mesh_of

OPEN_LISTS: dict[str, str] = {
    "bucket": "stacks for small ranges of F, last in first out: the fastest; within a range in no order of F "
    "(but on graphs, and where F may fall)",
    "heap": "a binary heap: the lowest F first",
    "sorted": "a list kept in order: the lowest F first, slow to insert into",
    "unsorted": "a list searched at every step: the lowest F first, slow to take from",
    "fifo": "first in, first out: F is not looked at (breadth-first)",
}
TIES: dict[str, str] = {
    "larger_g": "of equal F the larger G, of equal G the last one added",
    "smaller_g": "of equal F the smaller G, of equal G the last one added",
    "last": "of equal F the last one added",
    "first": "of equal F the first one added",
}
STOPS: dict[str, str] = {
    "closed": "the search ends when the goal is closed: then its cost is known",
    "opened": "the search ends when the goal is put on the open list: sooner, but a cheaper way may follow",
}
NO_LIMIT = 2**64 - 1
MOST_THREADS = 1024
_MAKING = threading.Lock()  # threads that first ask at the same time share one finder


def checked_weight(weight: Any) -> float:
    """Return the factor of the estimate as a float.

    Raises:
        OptionError: It is not a number from 0 to a million.
    """
    factor = as_number(weight)
    if factor is None or not 0 <= factor <= 1e6:
        raise OptionError(f"weight is {weight!r}; allowed: a number from 0 (no estimate) to 1e6")
    return factor


def checked_limit(max_expansions: Any) -> int:
    """Return a limit of expansions for native code; None means no limit.

    Raises:
        OptionError: It is not a whole number of at least 1.
    """
    if max_expansions is None:
        return NO_LIMIT
    return min(checked_whole("max_expansions", max_expansions, 1, otherwise=", or None"), NO_LIMIT)


def checked_max_cost(max_cost: Any) -> float:
    """Return the cost limit of a path; None means infinity.

    Raises:
        OptionError: It is not a number from 0.
    """
    return _checked_most("max_cost", max_cost)


def checked_seconds(max_seconds: Any) -> float:
    """Return the time limit of a search; None means no limit.

    Raises:
        OptionError: It is not a number from 0.
    """
    return _checked_most("max_seconds", max_seconds)


def _checked_most(name: str, given: Any) -> float:
    most = math.inf if given is None else as_number(given)
    if most is None or not most >= 0:
        raise OptionError(f"{name} is {given!r}; allowed: a number from 0, or None")
    return most


def checked_threads(threads: int | None) -> int:
    """Return the number of threads; None means one per processor.

    Raises:
        OptionError: It is not a whole number from 1 to 1024.
    """
    if threads is None:
        return min(os.cpu_count() or 1, MOST_THREADS)
    return checked_whole("threads", threads, 1, MOST_THREADS, otherwise=", or None")


def spend(settings: _core.Settings, expanded: int, seconds: float) -> bool:
    """Subtract what one search has used from the limits of the next; return whether anything is left."""
    if settings.max_expansions != NO_LIMIT:
        settings.max_expansions -= min(settings.max_expansions, expanded)
    settings.max_seconds = max(0.0, settings.max_seconds - seconds)
    return settings.max_expansions > 0 and settings.max_seconds > 0


def checked_stop(stop_at: Any) -> bool:
    """Return whether a search ends when the goal is put on the open list.

    Raises:
        OptionError: It is not a name of `STOPS`.
    """
    return checked_name("end", stop_at, STOPS) == "opened"


def open_list_kind(name: str | None, ties: str | None, default: str | None) -> _core.OpenKind:
    """Return the native kind of an open list; None leaves the choice to the engine.

    Raises:
        OptionError: An unknown name, or a tie rule that this kind does not support.
    """
    if name is None:
        return _core.OpenKind[default or "automatic"]
    checked_name("open list", name, OPEN_LISTS)
    if ties is not None and name in ("bucket", "fifo"):
        raise OptionError(
            f"open list {name!r} has its own order; ties={ties!r} needs heap, sorted or unsorted"
        )
    return _core.OpenKind[name]


def ties_rule(name: str | None) -> _core.Ties:
    """Return the native tie rule.

    Raises:
        OptionError: An unknown name.
    """
    if name is None:
        return _core.Ties.larger_g
    return _core.Ties[checked_name("tie rule", name, TIES)]


def finder_of(space: Space) -> _core.Finder:
    """Return the native finder of a space; its workspaces and components serve all queries.

    Raises:
        OptionError: The space has no nodes.
    """
    if space.capabilities.plane:
        raise OptionError(
            f"this needs a space of nodes, not a {space.kind.name}; there find_path, find_paths, cost_matrix "
            "and distance_field are at hand"
        )
    cache = space.cache
    if cache.finder is None:
        with _MAKING:
            if cache.finder is None:
                core: Any = space.core
                cache.finder = _core.Finder(core)
    return cache.finder


def mesh_finder_of(mesh: Space) -> _core.MeshFinder:
    """Return the native finder of a mesh as it is now; its workspaces serve all queries until an edit."""
    kept = mesh.cache.mesh_finder
    if kept is None or kept[1] != mesh.revision:
        with _MAKING:
            state = mesh_of(mesh).state
            begins, ends, costs = state.link_arrays()
            finder = _core.MeshFinder(state.core, begins, ends, costs, state.revision)
            kept = mesh.cache.mesh_finder = (finder, state.revision)
    return kept[0]


def bound_of(weight: float, consistency_factor: float) -> float:
    """Return the bound of a path, from the weight and the consistency factor."""
    return max(1.0, weight * consistency_factor) if math.isfinite(consistency_factor) else math.inf
