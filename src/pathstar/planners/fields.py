"""Searches without a goal: from some places to all others, or from all others to them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import NO_LIMIT, checked_limit, finder_of
from pathstar.errors import ArrayError, CostError, OptionError, PlaceError
from pathstar.maps.arguments import as_number, checked_switch
from pathstar.maps.layers import numbers_of
from pathstar.paths.field import Everywhere, Field
from pathstar.paths.known import Known, Seeds, Stops
from pathstar.paths.path import Method, Path
from pathstar.planners.checks import check_sweeps, checked_events
from pathstar.planners.planner import DEFAULT_MOST_EVENTS
from pathstar.planners.queries import QUERIES
from pathstar.spaces.base import Space, place_list
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
    stop_at: Any = None,
    max_cost: float | None = None,
    max_expansions: int | None = None,
) -> Field:
    """Find the cost from every place to the nearest of some sources.

    One search covers all places: a thousand units that walk to the same goal need one field, not a thousand
    paths.

    Over a `Turning` a source without a heading may be entered, or left, in every direction. Places without a
    heading have costs as well: a unit may start there in every direction, or arrive from any.

    Args:
        space: Where to search.
        sources: Places, at least one, none of them blocked: ``(n, 2)`` on a grid, names in a graph.
        outward: Whether paths lead from the sources to all places instead. It matters if the way back costs
            something else than the way there: in directed graphs, and on grids where steps cost what the cell
            entered costs.
        start_costs: The cost of being at each source, ``(n,)``, from 0 up, which is added to each path from
            or to it. None means 0.
        stop_at: Places: stop as soon as the costs of all those that can be reached are known.
        max_cost: Stop at places that cost more.
        max_expansions: Stop after about this many expansions.

    Returns:
        A `Field`: costs in the shape of the space, and for each place the next one on its way. A field that
        was stopped knows every cost up to ``field.known_to``, and no other; `Field.resume` goes on.

    Raises:
        SpaceError: The first argument is not a space.
        PlaceError: A source lies outside or is blocked, or there is none; the message names its row.
        PlaceTypeError: A source is not a place.
        ArrayError, CostError: start_costs are not as many as sources, or not numbers from 0 up.
        OptionError: The space is a `Custom`, which may have no end, or `Waypoints` or a `Timed`; or a wrong
            limit.

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
    seeds = checked_seeds(space, sources, outward, start_costs)
    return _field(space, seeds, stop_at, max_cost, max_expansions, _core.FieldState())


def checked_seeds(space: Space, sources: Any, outward: bool, start_costs: ArrayLike | None) -> Seeds:
    """Return where a search for a field begins; arguments and errors as `distance_field`."""
    check_sweeps(space)
    nodes = _free_nodes(space, sources, "sources")
    if len(nodes) == 0:
        raise PlaceError("there are no sources; a field needs at least one")
    return Seeds(nodes, _checked_costs(start_costs, len(nodes)), checked_switch("outward", outward))


def resume(
    field: Field,
    *,
    stop_at: Any = None,
    max_cost: float | None = None,
    max_expansions: int | None = None,
) -> Field:
    """Go on with a field that was stopped; see `Field.resume`."""
    return _field(field.space, _seeds_of(field), stop_at, max_cost, max_expansions, field.state)


def update(field: Field) -> Known:
    """Return what a field knows of its space as it is now; see `Field.update`."""
    limits = _core.FieldLimits(field.stops.nodes, field.stops.cost, NO_LIMIT)
    return _known(field.space, _seeds_of(field), limits, field.state)


def trace_field(field: Field, max_events: int = DEFAULT_MOST_EVENTS) -> Trace:
    """Search for a field once more and write down every step; see `Field.trace`."""
    from pathstar.traces.trace import EVENT, Trace  # its explanations take long to load

    space, seeds = field.space, _seeds_of(field)
    recorder = _core.Recorder(checked_events(max_events))
    limits = _core.FieldLimits(_NO_NODES, field.known_to, NO_LIMIT)
    result = finder_of(space).record_field(query_of(seeds), limits, recorder)
    start = place_list(space.places_of(seeds.nodes[:1]))[0]
    path = Path(result, space, start, Everywhere(), _METHOD)
    return Trace(space, path, recorder.events().view(EVENT).ravel(), _RULES, max_events)


def field_so_far(space: Space, seeds: Seeds, state: _core.FieldState) -> Field:
    """Return what a search that is under way knows."""
    known = _known(space, seeds, _core.FieldLimits(_NO_NODES, math.inf, 0), state)
    return _made(space, seeds, known, state, Stops(_NO_NODES, known.known_to))


def _field(
    space: Space,
    seeds: Seeds,
    stop_at: Any,
    max_cost: float | None,
    max_expansions: int | None,
    state: _core.FieldState,
) -> Field:
    stops = _NO_NODES if stop_at is None else _checked_stops(space, stop_at)
    most = _checked_most(max_cost)
    known = _known(space, seeds, _core.FieldLimits(stops, most, checked_limit(max_expansions)), state)
    if stop_at is None and max_cost is None:
        most = known.known_to
    return _made(space, seeds, known, state, Stops(stops, most))


def _made(space: Space, seeds: Seeds, known: Known, state: _core.FieldState, stops: Stops) -> Field:
    arrays = (known.costs, known.parents, known.ends, known.known_to, seeds, known.nearest)
    return Field(space, seeds.outward, *arrays, revision=known.revision, state=state, stops=stops)


def _known(space: Space, seeds: Seeds, limits: _core.FieldLimits, state: _core.FieldState) -> Known:
    found = finder_of(space).field(query_of(seeds), limits, state)
    ends, costs = space.entered(found.costs) if seeds.outward else (None, found.costs)
    nearest = found.nearest
    if nearest is not None:
        nearest = (nearest if ends is None else nearest[ends]).reshape(space.shape)
    return Known(found.revision, costs.reshape(space.shape), found.parents, ends, nearest, found.known_to)


def _seeds_of(field: Field) -> Seeds:
    """Return where the search for a field began: for one pickled by 0.1, the places without a parent."""
    if field.seeds is not None:
        return field.seeds
    roots = np.flatnonzero((field.parents == 2**32 - 1) & (field.costs.ravel() == 0)).astype(np.uint32)
    return Seeds(roots, np.empty(0), field.outward)


def query_of(seeds: Seeds) -> _core.FieldQuery:
    """Return the same as native code wants it."""
    return _core.FieldQuery(seeds.nodes, seeds.costs, not seeds.outward)


def _free_nodes(space: Space, places: Any, name: str) -> NDArray[np.uint32]:
    nodes = space.nodes_of(places, name)
    blocked = np.flatnonzero(~space.is_free(nodes))
    if blocked.size:
        row = int(blocked[0])
        raise PlaceError(
            f"{name}[{row}] = {place_list(space.places_of(nodes[row : row + 1]))[0]} is not walkable"
        )
    return nodes


def _checked_stops(space: Space, stop_at: Any) -> NDArray[np.uint32]:
    stops = _free_nodes(space, stop_at, "stop_at")
    if len(stops) == 0:
        raise PlaceError("stop_at names no place; leave it out to search everywhere")
    return stops


def _checked_costs(start_costs: ArrayLike | None, count: int) -> NDArray[np.float64]:
    """Return the cost of being at each source; an empty array means 0."""
    if start_costs is None:
        return np.empty(0)
    costs = numbers_of(start_costs, "start_costs").astype(np.float64)
    if costs.shape != (count,):
        raise ArrayError(f"start_costs has the shape {costs.shape}; there are {count} sources, so ({count},)")
    wrong = np.flatnonzero(~(np.isfinite(costs) & (costs >= 0)))
    if wrong.size:
        row = int(wrong[0])
        raise CostError(f"start_costs[{row}] is {costs[row]:g}; allowed: finite numbers from 0")
    return costs


def _checked_most(max_cost: float | None) -> float:
    if max_cost is None:
        return math.inf
    most = as_number(max_cost)
    if most is None or not most >= 0:
        raise OptionError(f"max_cost is {max_cost!r}; allowed: a number from 0, or None")
    return most
