"""The facts of an explanation, independent of any language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pathstar.spaces.base import Place, Space
from pathstar.words import Say, Value, number

KINDS: dict[str, str] = {
    "leg": "a leg of a path through several places begins",
    "chosen": "which square was taken from the open list and closed, and why",
    "side": "which of two searches goes on",
    "tie": "why it was preferred to others of the same F",
    "meeting": "two searches have met",
    "pruned": "squares were closed without looking around: no path over them can be cheaper",
    "round": "a round of iterative deepening begins",
    "beyond": "squares were dropped: their F is beyond the bound",
    "back": "squares were left: every way on from them has been tried",
    "repair": "what a search that is repaired knew before, and what no longer holds of it",
    "sight": "whether a neighbour is reached straight from further back, or over a bend",
    "interval": "what the estimate of an interval is, and that nothing new lies beyond one",
    "goal": "the target is on the closed list",
    "opened": "a neighbour was put on the open list",
    "improved": "a better path to an open neighbour was found",
    "reopened": "a better path to a closed neighbour was found, so it is opened again",
    "kept": "an open neighbour was left alone, because the new path is no better",
    "closed": "a neighbour is on the closed list",
    "left_out": "a neighbour was left out: no path over it can be cheaper",
    "on_path": "a neighbour lies on the path already",
    "too_dear": "a path over a neighbour would cost more than the limit",
    "kept_out": "a neighbour is not to be entered",
    "wall": "a neighbour is not walkable",
    "corner": "a diagonal step would cut a corner",
    "one_way": "a step is closed in this direction",
    "outside": "a neighbour would lie outside the map",
    "jump": "how jump points are found",
    "ended": "why two searches need not go on",
    "path": "how the path is read back",
    "why": "why the path ends where it does, of several places",
    "promise": "the guarantee for its cost",
    "no_path": "there is no path",
    "all_known": "a search without a goal has come to its end",
    "limit": "a limit stopped the search",
    "blocked": "the start or the target is not walkable",
    "figures": "how much was done",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about a step, with its reason.

    Attributes:
        say: Its message, and the squares, numbers and reasons that fill it. The key is ``step.``, then the
            kind, then the case, if there are several.
        places: The squares that it names, all on the map, so that a page can highlight them.
        about: The neighbours that it judges, if any; each neighbour belongs to exactly one fact. Those of
            kind ``"outside"`` are not on the map.
    """

    say: Say
    places: tuple[Place, ...] = ()
    about: tuple[Place, ...] = ()

    @property
    def kind(self) -> str:
        """Its kind, a key of `KINDS`."""
        return self.say.key.split(".")[1]


def fact(key: str, places: Iterable[Place] = (), about: Iterable[Place] = (), /, **values: Value) -> Fact:
    """Return a fact from the key of its message, without ``step.``, and its values."""
    return Fact(Say(f"step.{key}", values), tuple(places), tuple(about))


def named(places: Iterable[Place], most: int = 8) -> tuple[Value, ...]:
    """Return places as a list; if there are too many, only count the last ones.

    Example:
        >>> named([(0, 0), (1, 0), (2, 0)], most=1)
        ('(0, 0)', Say(key='list.more', values={'count': 2}))
    """
    words: list[Value] = [place_words(place) for place in places]
    if len(words) > most:
        words[most:] = [Say("list.more", {"count": len(words) - most})]
    return tuple(words)


def place_words(place: Place) -> str:
    """Format a place: a cell's coordinates, or a node's name.

    Example:
        >>> place_words((3, 4)), place_words("kamchatka")
        ('(3, 4)', 'kamchatka')
    """
    return str(place)


def point_words(point: Iterable[float]) -> str:
    """Format a point of the plane.

    Example:
        >>> point_words((2.5, 3.0))
        '(2.5, 3)'
    """
    return f"({', '.join(map(number, point))})"


def end_words(space: Space, end: Any) -> str:
    """Format the start or the target of a search: a point of the plane, a place, or a value of goals."""
    on_plane = space.capabilities.plane and isinstance(end, tuple)
    return point_words(end) if on_plane else str(end)


def noun(name: str) -> Say:
    """Return the noun for a place as a message, since it has a plural."""
    return Say(f"noun.{name}")
