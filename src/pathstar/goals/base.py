"""The base of all goal values."""

from __future__ import annotations

from typing import Any, ClassVar

from pathstar._core import fixed_place
from pathstar.errors import PlaceError, PlaceTypeError
from pathstar.maps.layers import as_array
from pathstar.spaces.base import Space
from pathstar.words import Say


class Goal:
    """A goal other than one place.

    A goal value may be given wherever a search takes a goal. It belongs to no space: its places are read when
    a search begins.

    Attributes:
        plan: How planners find a path to it: ``"set"`` by one search to any of its nodes; other plans find
            these nodes, or the path, by searches of their own.
    """

    plan: ClassVar[str]

    def why(self, place: Any) -> Say:
        """Return why a path to this goal ends at a place."""
        raise NotImplementedError

    def check(self, space: Space) -> None:
        """Check that a space has all places that the goal names.

        Raises:
            PlaceError, PlaceTypeError: It does not.
            ArrayError: The goal is a mask of another shape.
        """
        raise NotImplementedError


def names_place(goal: object) -> bool:
    """Return whether a goal is one place: neither a value of this package nor a function that tests nodes."""
    return not isinstance(goal, Goal) and not callable(goal)


def checked_places(name: str, places: Any) -> tuple[Any, ...]:
    """Return places as a tuple, which later changes of the argument do not affect.

    Raises:
        PlaceError: There is none.
        PlaceTypeError: The argument does not hold places.
        ArrayError: The argument cannot be turned into an array.
    """
    is_array = hasattr(places, "__array__") or hasattr(places, "__dlpack__")
    rows = as_array(places, name).tolist() if is_array else places
    if isinstance(rows, (str, bytes)) or not hasattr(rows, "__iter__"):
        raise PlaceTypeError(f"{name} must be a list or an array of places, not {places!r}")
    given = tuple(map(fixed_place, rows))
    if not given:
        raise PlaceError(f"{name} is empty; a goal needs at least one place")
    return given


def listed(places: tuple[Any, ...]) -> str:
    """Return places as a list in text, the first three of many.

    Example:
        >>> listed(((1, 2), "ford", 3, 4))
        "[(1, 2), 'ford', 3, ...]"
    """
    shown = ", ".join(map(repr, places[:3]))
    return f"[{shown}{', ...' if len(places) > 3 else ''}]"


class Everywhere:
    """The goal of a search without a goal, which no place satisfies."""

    def __call__(self, place: object) -> bool:
        """Return False for every place."""
        return False

    def __repr__(self) -> str:
        return "everywhere"
