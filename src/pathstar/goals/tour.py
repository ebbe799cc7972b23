"""The goal of visiting several places, one after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from pathstar.errors import OptionError
from pathstar.goals.base import Goal, checked_places, listed
from pathstar.maps.arguments import checked_name
from pathstar.spaces.base import Space
from pathstar.words import Say

ORDERS = ("given", "best")
MOST_IN_BEST_ORDER = 12


@dataclass(frozen=True, slots=True)
class Through(Goal):
    """All of several places; made by `through`."""

    plan: ClassVar[str] = "tour"
    places: tuple[Any, ...]
    order: str

    def check(self, space: Space) -> None:
        """Check that a space has all places that it names."""
        for place in self.places:
            space.node_of(place)

    def why(self, place: Any) -> Say:
        """Return why a path ends at a place."""
        return Say(f"goal.through.{self.order}", {"count": len(self.places), "place": str(place)})

    def __repr__(self) -> str:
        return f"through({listed(self.places)}, order={self.order!r})"


def through(places: ArrayLike, order: str = "given") -> Goal:
    """Return the goal of visiting several places, one after another.

    Args:
        places: At least one place: ``(n, 2)`` on a grid, a list of names in a graph.
        order: ``"given"`` visits the places in the given order; ``"best"`` in the order that costs least, for
            up to 12 places. The path ends at the last one.

    Raises:
        PlaceError: There is no place.
        OptionError: An unknown order, or more than 12 places to put in order.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1, 1]])
        >>> ps.find_path(grid, (2, 0), ps.goals.through([(4, 0), (0, 0), (3, 0)], order="best")).cost
        6.0
    """
    visited = checked_places("places", places)
    checked_name("order", order, ORDERS)
    if order == "best" and len(visited) > MOST_IN_BEST_ORDER:
        raise OptionError(
            f"there are {len(visited)} places to put in order; allowed: up to {MOST_IN_BEST_ORDER}, or "
            "order='given'"
        )
    return Through(visited, order)
