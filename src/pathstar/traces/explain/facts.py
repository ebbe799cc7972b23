"""What an explanation states, before it is said in any language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pathstar.spaces.base import Place
from pathstar.words import Say, Value

KINDS: dict[str, str] = {
    "chosen": "which square was taken from the open list and closed, and why",
    "side": "which of two searches goes on",
    "tie": "how it was preferred to others of the same F",
    "meeting": "two searches have met",
    "pruned": "squares were closed without a look around: no path over them can be cheaper",
    "round": "a round of iterative deepening begins",
    "beyond": "squares were dropped: their F is beyond the bound",
    "back": "squares were left: all ways on from them are tried",
    "goal": "the target is on the closed list",
    "opened": "a neighbour was put on the open list",
    "improved": "a better way to an open neighbour",
    "reopened": "a better way to a closed neighbour, which is opened again",
    "kept": "an open neighbour was left alone: the new way is no better",
    "closed": "a neighbour is on the closed list",
    "left_out": "a neighbour was left out: no path over it can be cheaper",
    "on_path": "a neighbour lies on the path already",
    "wall": "a neighbour is not walkable",
    "corner": "a diagonal step would cut a corner",
    "one_way": "a step that is closed in this direction",
    "outside": "a neighbour would lie outside the map",
    "jump": "how jump points are looked for",
    "ended": "why two searches need not go on",
    "path": "how the path is read back",
    "promise": "what is promised of its cost",
    "no_path": "there is no path",
    "all_known": "a search without a goal has come to its end",
    "limit": "a limit stopped the search",
    "blocked": "the start or the target is not walkable",
    "figures": "how much was done",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a step did, or that is so, with its reason.

    Attributes:
        say: Its message, and the squares, numbers and reasons that fill it. The key is ``step.``, then the
            kind, then what tells cases of it apart.
        places: The squares that it names, all on the map, so that a page can highlight them.
        about: The squares that it judges, as far as it judges any: each neighbour is in just one fact's.
            Those of kind ``"outside"`` are not on the map.
    """

    say: Say
    places: tuple[Place, ...] = ()
    about: tuple[Place, ...] = ()

    @property
    def kind(self) -> str:
        """What it is about, a name of `KINDS`."""
        return self.say.key.split(".")[1]


def fact(key: str, places: Iterable[Place] = (), about: Iterable[Place] = (), /, **values: Value) -> Fact:
    """Return a fact by the key of its message, less ``step.``, and what fills it."""
    return Fact(Say(f"step.{key}", values), tuple(places), tuple(about))


def named(places: Iterable[Place], most: int = 8) -> tuple[Value, ...]:
    """Return places as a list, the last ones as a number if there are too many.

    Example:
        >>> named([(0, 0), (1, 0), (2, 0)], most=1)
        ('(0, 0)', Say(key='list.more', values={'count': 2}))
    """
    words: list[Value] = [place_words(place) for place in places]
    if len(words) > most:
        words[most:] = [Say("list.more", {"count": len(words) - most})]
    return tuple(words)


def place_words(place: Place) -> str:
    """Write a place: a cell's coordinates, or a node's name.

    Example:
        >>> place_words((3, 4)), place_words("kamchatka")
        ('(3, 4)', 'kamchatka')
    """
    return str(place)


def noun(name: str) -> Say:
    """Return what a place is called, as a message of its own: it has a plural."""
    return Say(f"noun.{name}")
