"""A row of the table of algorithms, and how its name is compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pathstar.indexes.kinds import INDEXES
from pathstar.planners import unsupported
from pathstar.spaces.base import Space

BoundRule = Callable[[Space, float, str], float]
UnsupportedRule = Callable[[Space], str | None]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One way to look for a path.

    Attributes:
        name: How to ask for it.
        title: What it is, in a few words.
        use_g: Whether the key counts the cost so far.
        weight: The factor of the estimate in the key: 0 for a search without one.
        may_weigh: Whether a caller may choose another weight and heuristic.
        open_list: The open list it needs, ``"none"`` if it keeps none, or None if the caller may choose.
        improve: Whether a better way to an open node replaces the old one.
        bound: A function of the space, the weight and the heuristic that returns the factor by which a path
            may cost more than the optimum.
        guarantee: The same in words.
        when: When to use it.
        published: Where it was published.
        needs: What it needs of a space, in words.
        gives: What it gives, as names of `GIVES`.
        repair: What it does after an edit of the space. Always ``"exact"``: every search sees the space as it
            is now.
        jumps: Whether it expands jump points instead of neighbours.
        any_angle: The native search for lines in any direction, a name of `_core.AnyAngle`; empty if its
            paths consist of steps.
        loop: The native loop that runs it, a name of `_core.Loop`.
        intervals: Whether a trace's nodes are intervals of lines, not places.
        bisects: Whether it halves intervals in rounds, until the path is proven good enough.
        most_expansions: When it gives up if the caller sets no limit; None means never. A row has one if the
            search may visit a node once for each path to it, which can take far too long.
        keeps_best: Whether a search that a limit ends returns its best path so far, with the bound proven for
            it.
        bound_follows_costs: Whether ``bound`` depends on what the cells cost.
        unsupported_reason: Returns what a space lacks for the algorithm, or None if it fits.
        aliases: Other names for it, besides its title.
    """

    name: str
    title: str
    use_g: bool
    weight: float
    may_weigh: bool
    open_list: str | None
    improve: bool
    bound: BoundRule
    guarantee: str
    when: str
    published: str
    jumps: bool = False
    any_angle: str = ""
    loop: str = "best_first"
    intervals: bool = False
    bisects: bool = False
    most_expansions: int | None = None
    keeps_best: bool = False
    bound_follows_costs: bool = False
    unsupported_reason: UnsupportedRule = unsupported.nodes
    aliases: tuple[str, ...] = ()
    needs: str = "any space"
    gives: tuple[str, ...] = ("path", "costs")
    repair: str = "exact"

    @property
    def one_way(self) -> bool:
        """Whether it searches from the start alone, square by square, and so can look for several goals."""
        return self.loop == "best_first" and not self.jumps and not self.any_angle

    @property
    def indexes(self) -> tuple[str, ...]:
        """The kinds of index that it runs over as well."""
        return tuple(kind.name for kind in INDEXES.values() if self.name in kind.runs)


def plain_name(name: str) -> str:
    """Return a name in lower case, without blanks and signs, and with each ``*`` spelt out."""
    return "".join(letter for letter in name.lower().replace("*", "star") if letter.isalnum())
