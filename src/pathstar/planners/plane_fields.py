"""Fields whose places are points of a plane: one search over the intervals of a mesh, without a goal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pathstar.engine.options import NO_LIMIT, checked_limit, checked_max_cost, mesh_finder_of
from pathstar.errors import OptionError, PlaceError
from pathstar.goals.base import Goal
from pathstar.maps.arguments import checked_switch
from pathstar.paths.known import Stops
from pathstar.paths.plane_field import PlaneField, PlaneKnown, PlaneSeeds
from pathstar.planners.checks import checked_source_numbers
from pathstar.progress import Progress, Tell, reporting, tell_of
from pathstar.spaces.base import Space
from pathstar.spaces.mesh.plane import mesh_of

_NO_NODES = np.empty(0, np.uint32)


def plane_field(
    space: Space,
    sources: Any,
    outward: bool,
    start_costs: ArrayLike | None,
    max_cost: float | None,
    max_expansions: int | None,
    others: Mapping[str, Any],
    progress: Progress,
) -> PlaneField:
    """Return the field of a plane; arguments and errors as `pathstar.distance_field`.

    Args:
        space: The plane.
        sources: Points.
        outward: Whether ways lead from them.
        start_costs: The cost of being at each.
        max_cost: The cost at which to stop.
        max_expansions: The number of intervals after which to stop.
        others: The given arguments that only fields over cells have.
        progress: As `pathstar.distance_field`.
    """
    mesh, noun = mesh_of(space), space.kind.name
    for name, value in others.items():
        if value is not None:
            raise OptionError(f"a field on a {noun} takes no {name}; it takes start_costs and max_cost")
    if isinstance(sources, Goal):
        raise OptionError(f"a field on a {noun} takes points as sources, not {sources!r}")
    points = mesh.points_of(sources, "sources")
    if len(points) == 0:
        raise PlaceError("there are no sources; a field needs at least one")
    for row, point in enumerate(points.tolist()):
        if not mesh.holds(point):
            raise PlaceError(
                f"sources[{row}] = {tuple(point)} lies off the mesh; mesh.nearest finds the nearest point of "
                "it"
            )
    costs = checked_source_numbers("start_costs", start_costs, len(points))
    field = PlaneField(space, checked_switch("outward", outward), PlaneSeeds(points, costs), _stops(max_cost))
    return _searched(field, checked_limit(max_expansions), progress)


def update(field: PlaneField) -> PlaneKnown:
    """Return the result of a field on its space as it is now; see `PlaneField.update`."""
    return _known(field, NO_LIMIT, None)


def resume(
    field: PlaneField,
    *,
    max_cost: float | None = None,
    max_expansions: int | None = None,
    progress: Progress = None,
) -> PlaneField:
    """Search for a field to other limits; see `PlaneField.resume`."""
    wider = PlaneField(field.space, field.outward, field.places, _stops(max_cost))
    return _searched(wider, checked_limit(max_expansions), progress)


def _stops(max_cost: float | None) -> Stops:
    return Stops(_NO_NODES, checked_max_cost(max_cost))


def _searched(field: PlaneField, expansions: int, progress: Progress) -> PlaneField:
    with reporting(progress, "field") as tell:
        known = _known(field, expansions, tell)
        tell_of(tell, 1.0)
    stops = field.stops if known.core.known_to >= field.stops.cost else Stops(_NO_NODES, known.core.known_to)
    return PlaneField(field.space, field.outward, field.places, stops, known)


def _known(field: PlaneField, expansions: int, tell: Tell | None) -> PlaneKnown:
    space, places = field.space, field.places
    if space.has_areas:
        raise OptionError(
            f"this {space.kind.name} has areas that cost more, over which shortest lines bend and no exact "
            "field is known; ask for single costs: find_path, or cost_matrix between the places that matter"
        )
    revision = space.revision  # first: an edit meanwhile makes the field search again at its next use
    finder = mesh_finder_of(space)
    core = finder.field(places.points, places.costs, field.outward, field.stops.cost, expansions, tell)
    return PlaneKnown(revision, core)
