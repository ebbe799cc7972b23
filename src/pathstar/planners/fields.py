"""Searches without a goal: from some places to all others, or from all others to them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import NO_LIMIT, checked_limit, checked_max_cost, checked_threads, finder_of
from pathstar.errors import OptionError, PlaceError
from pathstar.goals.base import Everywhere, Goal
from pathstar.goals.places import nodes_of_set
from pathstar.maps.arguments import as_number, checked_switch
from pathstar.paths.field import Field
from pathstar.paths.known import NOWHERE, FieldStates, Known, Part, Seeds, Stops
from pathstar.paths.path import Method, Path
from pathstar.planners.checks import (
    DEFAULT_MOST_EVENTS,
    check_sweeps,
    checked_events,
    checked_source_numbers,
)
from pathstar.planners.field_parts import known_of, query_of
from pathstar.planners.masks import mask_of
from pathstar.planners.plane_fields import plane_field
from pathstar.planners.queries import QUERIES
from pathstar.progress import Progress, reporting
from pathstar.spaces.base import Space, check_space, place_of
from pathstar.traces.rules import Rules

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

_NO_NODES = np.empty(0, np.uint32)
_ROW = QUERIES["one-to-all"]
_METHOD = Method(_ROW.name, "zero", 0.0, "heap", 1.0)
_RULES = Rules(_ROW.name, _ROW.title, weight=0.0, heuristic="zero")


def distance_field(
    space: Space,
    sources: Any,
    *,
    outward: bool = False,
    start_costs: ArrayLike | None = None,
    multipliers: ArrayLike | None = None,
    stop_at: Any = None,
    max_cost: float | None = None,
    max_expansions: int | None = None,
    avoid: Any = None,
    only: Any = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Field:
    """Find the cost from every place to the nearest of some sources.

    One search covers all places: a thousand units that walk to the same goal need one field.

    Over a `Turning`, a source without a heading may be entered, or left, in every direction. Places without a
    heading have costs as well: a unit may start there in every direction, or arrive from any. On a `NavMesh`
    the field, a `PlaneField`, is exact at every point; all ground must cost the same.

    Args:
        space: Where to search.
        sources: Places, at least one, none of them blocked: ``(n, 2)`` on a grid or a mesh, names in a graph.
            Or the places of a value of `pathstar.goals`: ``any_of``, ``area``, or ``within`` a straight
            distance. At least one of these is free; those that are blocked count once an edit opens them.
        outward: Whether paths lead from the sources to all places instead. That matters in directed graphs,
            and on grids where a step costs what the entered cell costs.
        start_costs: The cost of being at each source, ``(n,)``, from 0 up, part of its paths. None means 0.
        multipliers: The factor by which the steps of each source's ways cost more, ``(n,)``, over 0; each
            place has the least of the costs that the sources offer. None means 1. There is one search for
            each value.
        stop_at: Places: stop as soon as the costs of all of them that can be reached are known.
        max_cost: Stop at places that cost more.
        max_expansions: Stop each search after about this many expansions.
        avoid: Places that no way enters: a bool array in the shape of the space, or a list of places. A way
            may begin on one.
        only: The only places that ways enter, in the same form.
        threads: The number of threads, 1 to 1024; None means one per processor. The field does not depend on
            it. Threads share one search where that pays: on plain squares with costs above 0, without a stop,
            a limit or a mask, one thread for each 131,072 squares.
        progress: Called now and then with the fraction of the places reached, from 0.0 to 1.0; True shows a
            bar on the terminal. An exception in the function stops the search. The function may neither edit
            the space nor use the field that is being resumed: both wait for the search.

    Returns:
        A `Field`: costs in the shape of the space, and for each place the next one on its way. A field that
        was stopped knows every cost up to ``field.known_to``, and no other; `Field.resume` goes on.

    Raises:
        SpaceError: The first argument is not a space.
        PlaceError: There is no source; or one lies outside, is blocked, or may not be entered by avoid or
            only: the message names its row.
        PlaceTypeError: A source is not a place.
        ArrayError, CostError: start_costs or multipliers are not one number for each source, at least 0 or
            over 0.
        OptionError: The space is a `Custom`, which may have no end, `Waypoints`, a `Timed`, or a `NavMesh`
            with areas that cost more; multipliers, stop_at, avoid, only or a goal are given for a `NavMesh`;
            a limit or the number of threads is wrong; or progress is neither a function nor True, False or
            None.

    Example:
        >>> import numpy as np
        >>> import pathstar as ps
        >>> field = distance_field(ps.Grid(np.ones((3, 4))), [(0, 0), (3, 2)])
        >>> field.costs.round(1).tolist()
        [[0.0, 1.0, 2.0, 2.0], [1.0, 1.4, 1.4, 1.0], [2.0, 2.0, 1.0, 0.0]]
        >>> near = distance_field(ps.Grid(np.ones((1, 4))), [(0, 0), (3, 0)], start_costs=[2, 0], max_cost=1)
        >>> near.costs.tolist(), near.resume().costs.tolist()
        ([[inf, inf, 1.0, 0.0]], [[2.0, 2.0, 1.0, 0.0]])
    """
    states = FieldStates(checked_threads(threads))
    check_space(space)
    if space.capabilities.plane:
        others = {"multipliers": multipliers, "stop_at": stop_at, "avoid": avoid, "only": only}
        return plane_field(space, sources, outward, start_costs, max_cost, max_expansions, others, progress)
    seeds = checked_seeds(space, sources, outward, start_costs, multipliers, avoid, only)
    return _field(space, seeds, stop_at, max_cost, max_expansions, states, progress)


def checked_seeds(
    space: Space,
    sources: Any,
    outward: bool,
    start_costs: ArrayLike | None = None,
    multipliers: ArrayLike | None = None,
    avoid: Any = None,
    only: Any = None,
) -> Seeds:
    """Return where a search for a field begins; arguments and errors as `distance_field`."""
    check_sweeps(space)
    if isinstance(sources, Goal):
        nodes = nodes_of_set(space, sources, "sources")
        free = space.is_free(nodes)
    else:
        nodes = free_nodes(space, sources, "sources")
        free = np.ones(len(nodes), np.bool_)
    if not free.any():
        raise PlaceError("there are no sources; a field needs at least one")
    outward, mask = checked_switch("outward", outward), mask_of(space, avoid, only)
    if mask is not None and not outward:
        nodes = _entered(space, nodes, free, mask)
    costs = checked_source_numbers("start_costs", start_costs, len(nodes))
    factors = checked_source_numbers("multipliers", multipliers, len(nodes), over_zero=True)
    if (factors == 1).all():
        factors = np.empty(0)
    return Seeds(nodes, costs, outward, factors, mask)


def resume(
    field: Field,
    *,
    stop_at: Any = None,
    max_cost: float | None = None,
    max_expansions: int | None = None,
    progress: Progress = None,
) -> Field:
    """Go on with a field that was stopped; see `Field.resume`."""
    seeds = _seeds_of(field)
    return _field(field.space, seeds, stop_at, max_cost, max_expansions, field.state, progress)


def update(field: Field) -> Known:
    """Return what a field knows about its space as it is now; see `Field.update`."""
    return known_of(field.space, _seeds_of(field), field.stops, NO_LIMIT, field.state)


def trace_field(
    field: Field, max_events: int = DEFAULT_MOST_EVENTS, multiplier: float | None = None
) -> Trace:
    """Search for a field once more, and record every step; see `Field.trace`."""
    from pathstar.traces.trace import EVENT, NO_PARENT, Trace  # its explanations take long to load

    space, part = field.space, _traced_part(_seeds_of(field), multiplier)
    recorder = _core.Recorder(checked_events(max_events))
    limits = _core.FieldLimits(_NO_NODES, field.known_to / part.multiplier, NO_LIMIT)
    result = finder_of(space).record_field(query_of(part.seeds), limits, recorder)
    first = int(space.is_free(part.seeds.nodes).argmax())  # the first free one
    start = place_of(space, part.seeds.nodes[first])
    path = Path(result, space, start, Everywhere(), _METHOD)
    events = recorder.events().view(EVENT).ravel()
    return Trace(space, path, events[events["node"] != NO_PARENT], _RULES, max_events)  # it has no goal


def _traced_part(seeds: Seeds, multiplier: float | None) -> Part:
    """Return the sources of the search to trace.

    Raises:
        OptionError: There are several searches and none is named, or no source has the multiplier.
    """
    parts = {part.multiplier: part for part in seeds.parts}
    if multiplier is None and len(parts) == 1:
        return next(iter(parts.values()))
    allowed = f"allowed: {', '.join(f'{value:g}' for value in parts)}"
    if multiplier is None:
        raise OptionError(f"the field took a search for each multiplier; name one: multiplier=..., {allowed}")
    value = as_number(multiplier)
    if value not in parts:
        raise OptionError(f"multiplier is {multiplier!r}, which no source has; {allowed}")
    return parts[value]


def field_so_far(space: Space, seeds: Seeds, states: FieldStates) -> Field:
    """Return what a search under way knows."""
    known = known_of(space, seeds, Stops(_NO_NODES, math.inf), 0, states)
    return _made(space, seeds, known, states, Stops(_NO_NODES, known.known_to))


def _field(
    space: Space,
    seeds: Seeds,
    stop_at: Any,
    max_cost: float | None,
    max_expansions: int | None,
    states: FieldStates,
    progress: Progress,
) -> Field:
    nodes = _NO_NODES if stop_at is None else _checked_stops(space, stop_at)
    stops = Stops(nodes, checked_max_cost(max_cost))
    expansions = checked_limit(max_expansions)
    with reporting(progress, "field") as tell:
        known = known_of(space, seeds, stops, expansions, states, tell)
    if stop_at is None and max_cost is None:
        stops = Stops(nodes, known.known_to)
    return _made(space, seeds, known, states, stops)


def _made(space: Space, seeds: Seeds, known: Known, states: FieldStates, stops: Stops) -> Field:
    arrays = (known.costs, known.parents, known.ends, known.known_to, seeds, known.nearest)
    return Field(space, seeds.outward, *arrays, known=known, state=states, stops=stops)


def _seeds_of(field: Field) -> Seeds:
    """Return where the search for a field began; in one pickled by 0.1, at the places without a parent."""
    if field.seeds is not None:
        return field.seeds
    roots = np.flatnonzero((field.parents == NOWHERE) & (field.costs.ravel() == 0)).astype(np.uint32)
    return Seeds(roots, np.empty(0), field.outward)


def _entered(
    space: Space, nodes: NDArray[np.uint32], free: NDArray[np.bool_], mask: _core.CellMask
) -> NDArray[np.uint32]:
    """Return the sources that ways may enter, now or once they are free.

    Raises:
        PlaceError: avoid or only excludes a source that is free now.
    """
    allowed = np.array([mask.allows(node) for node in nodes.tolist()])
    left_out = np.flatnonzero(free & ~allowed)
    if left_out.size:
        row = int(left_out[0])
        place = place_of(space, nodes[row])
        raise PlaceError(f"no way may enter sources[{row}] = {place}, by avoid or only")
    entered: NDArray[np.uint32] = nodes[allowed]
    return entered


def free_nodes(space: Space, places: Any, name: str) -> NDArray[np.uint32]:
    """Return the nodes at some places; errors name the argument and the row of a wrong place.

    Raises:
        PlaceError: One lies outside or is blocked.
        PlaceTypeError: One is not a place.
    """
    nodes = space.nodes_of(places, name)
    blocked = np.flatnonzero(~space.is_free(nodes))
    if blocked.size:
        row = int(blocked[0])
        raise PlaceError(f"{name}[{row}] = {place_of(space, nodes[row])} is not walkable")
    return nodes


def _checked_stops(space: Space, stop_at: Any) -> NDArray[np.uint32]:
    stops = free_nodes(space, stop_at, "stop_at")
    if len(stops) == 0:
        raise PlaceError("stop_at names no place; leave it out to search everywhere")
    return stops
