"""A goal for units that flee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from pathstar.goals.base import Goal, checked_places, listed
from pathstar.maps.arguments import checked_number
from pathstar.spaces.base import Space
from pathstar.words import Say


@dataclass(frozen=True, slots=True)
class AwayFrom(Goal):
    """The place where pursuers come last; made by `away_from`.

    Attributes:
        places: Where the pursuers are.
        budget: The maximum cost of the path.
        ahead: Whether the first step was chosen by looking ahead.
    """

    plan: ClassVar[str] = "flight"
    places: tuple[Any, ...]
    budget: float
    ahead: bool = False

    def check(self, space: Space) -> None:
        """Check that a space has all places that it names."""
        for place in self.places:
            space.node_of(place)

    def why(self, place: Any) -> Say:
        """Return why a path ends at a place."""
        key = "goal.away_from.ahead" if self.ahead else "goal.away_from"
        return Say(key, {"place": str(place), "budget": self.budget})

    def __repr__(self) -> str:
        return f"away_from({listed(self.places)}, {self.budget:.12g})"


def away_from(places: ArrayLike, budget: float) -> Goal:
    """Return the goal of a unit that flees: the place that pursuers reach last.

    The path visits no place that a pursuer can reach first. Of the places that are left, within the budget,
    it leads to the one that the pursuers reach last, and of several to the nearest. Its first step is chosen
    by looking ahead: no pursuer that sees each step can catch the unit sooner than after the best first step.
    Where all steps cost about the same, that holds for teams of up to three pursuers too. The pursuers move
    like the fleeing unit. To flee from pursuers that move on, ask again after each step.

    Args:
        places: Where the pursuers are, at least one.
        budget: The maximum cost of the path.

    Raises:
        PlaceError: There is no pursuer.
        OptionError: A budget that is negative, NaN or infinite.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1, 1, 1]])
        >>> ps.find_path(grid, (2, 0), ps.goals.away_from([(0, 0)], budget=10)).goal
        (5, 0)
    """
    return AwayFrom(checked_places("places", places), checked_number("budget", budget, 0))
