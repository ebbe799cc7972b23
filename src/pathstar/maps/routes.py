"""Named routes of a map: places that units visit in turn, such as a patrol around a camp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_list, checked_mapping, checked_text
from pathstar.maps.layers import Place
from pathstar.maps.regions import checked_place

Route = tuple[Place, ...]


def checked_routes(routes: Mapping[str, Any] | None, width: int, height: int) -> dict[str, Route]:
    """Return routes by name.

    Raises:
        OptionError: A name is not text, or a route has fewer than two places.
        PlaceError, PlaceTypeError: A place lies outside, or is not a pair of whole numbers.
    """
    return {
        checked_text("the name of a route", name): checked_route(name, places, width, height)
        for name, places in checked_mapping("routes", routes, "lists of places by name").items()
    }


def checked_route(name: str, places: Any, width: int, height: int) -> Route:
    """Return one route.

    Raises:
        OptionError, PlaceError, PlaceTypeError: As `checked_routes`.
    """
    listed = checked_list(f"route {name!r}", places, "places (x, y)")
    if len(listed) < 2:
        raise OptionError(f"route {name!r} has {len(listed)} places; allowed: two or more")
    return tuple(
        checked_place(place, width, height, f"place {number} of route {name!r}")
        for number, place in enumerate(listed)
    )
