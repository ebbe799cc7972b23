"""Routes: places that a unit visits in turn, given as a list or by the name of a route of the map."""

from __future__ import annotations

from typing import Any

from pathstar.errors import OptionError, PlaceTypeError, unknown_name
from pathstar.fleet.world.state import State
from pathstar.fleet.world.unit import Order, Unit
from pathstar.maps.regions import checked_place


def nodes_of(state: State, route: Any, kind: str) -> list[int]:
    """Return the nodes of a route.

    Raises:
        OptionError: The map has no route of that name, or the route has fewer than two places.
        PlaceError, PlaceTypeError: A place lies outside, or is not a place.
    """
    map = state.ground.map
    if isinstance(route, str):
        if route not in map.routes:
            raise unknown_name("route", route, map.routes)
        route = map.routes[route]
    try:
        places = list(route)
    except TypeError:
        raise PlaceTypeError(
            f"{kind} needs places (x, y), or the name of a route of the map; given: {route!r}"
        ) from None
    if len(places) < 2:
        raise OptionError(f"{kind} needs a route of two places or more; given: {places!r}")
    checked = [checked_place(place, map.width, map.height) for place in places]
    return [y * map.width + x for x, y in checked]


def join(state: State, unit: Unit, order: Order, closed: bool) -> Order:
    """Let an order begin where its route is nearest to a unit.

    Args:
        state: The world.
        unit: The unit.
        order: An order with the places of the route; its stage is set.
        closed: Whether the route leads from its last place back to the first.
    """
    places = order.places
    here = state.place(unit.to)
    best = None
    for stage in range(0 if closed else 1, len(places)):
        node = _nearest_between(state, places[stage - 1], places[stage], here)
        apart = state.squared_distance(node, here)
        if (best is None or apart < best) and state.ground.fits(unit, node):
            best, order.stage, order.chosen = apart, (stage - 1) % len(places), node
    return order


def _nearest_between(state: State, first: int, last: int, here: tuple[int, int]) -> int:
    """Return the node on the straight line between two nodes that is nearest to a place."""
    (ax, ay), (bx, by) = state.place(first), state.place(last)
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((here[0] - ax) * dx + (here[1] - ay) * dy) / length
    along = min(max(along, 0.0), 1.0)
    return round(ay + along * dy) * state.occupancy.width + round(ax + along * dx)
