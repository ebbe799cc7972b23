"""The table of searches that are repaired after edits and moves."""

from __future__ import annotations

from dataclasses import dataclass

from pathstar.planners.algorithm import plain_name
from pathstar.spaces.base import Space


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to repair a search.

    Attributes:
        name: How to ask for it.
        title: What it is, in a few words.
        root: Where the search begins, a name of `_core.Root`.
        guarantee: What is promised about the costs.
        when: When to use it.
        published: Where it was published.
        needs: What it needs of a space, in words.
        gives: What it gives, as names of `GIVES`.
        repair: What it does after an edit of the space.
    """

    name: str
    title: str
    root: str
    guarantee: str
    when: str
    published: str
    needs: str = "a space whose nodes and steps are all known, and can be followed back"
    gives: tuple[str, ...] = ("path",)
    repair: str = "repair"

    @property
    def reuses_paths(self) -> bool:
        """Whether a search ends where it meets a path that an earlier search found."""
        return self.root == "each_start"

    @property
    def how(self) -> str:
        """How to ask for it, in words."""
        return f"make a Replanner with algorithm={self.name!r}"


REPAIRS: dict[str, Repair] = {
    row.name: row
    for row in (
        Repair(
            name="lpa-star",
            title="Lifelong Planning A*",
            root="start",
            guarantee="optimal",
            when="start and goal stay, costs change; a unit that stands still and a goal that moves",
            published="Koenig, Likhachev and Furcy 2004, Lifelong planning A*",
        ),
        Repair(
            name="d-star-lite",
            title="D* Lite",
            root="goal",
            guarantee="optimal",
            when="the unit moves, the goal stays, and edits are near the unit",
            published="Koenig and Likhachev 2002, D* Lite",
        ),
        Repair(
            name="mt-d-star-lite",
            title="Moving Target D* Lite",
            root="walking_start",
            guarantee="optimal",
            when="the unit moves along its path, and the goal moves too",
            published="Sun, Yeoh and Koenig 2010, Moving target D* Lite",
        ),
        Repair(
            name="mpgaa-star",
            title="Multipath Generalized Adaptive A*",
            root="each_start",
            guarantee="optimal",
            when="the unit moves, the goal stays, and most edits raise costs, as walls that it sees do",
            published="Hernandez, Asin and Baier 2015, Reusing previously found A* paths",
        ),
    )
}


_BY_ANY_NAME = {plain_name(name): row for row in REPAIRS.values() for name in (row.name, row.title)}


def repair_named(name: str) -> Repair | None:
    """Return the row of this name or title; case, blanks and hyphens do not count. None if there is none.

    Example:
        >>> repair_named("D* Lite").name
        'd-star-lite'
    """
    return _BY_ANY_NAME.get(plain_name(name))


def unsupported_repair(space: Space) -> str | None:
    """Return what a space lacks for a search that is repaired; None if it fits."""
    if space.capabilities.reversible and space.capabilities.one_to_all:
        return None
    return f"a space whose steps are all known and can be followed back, not a {space.kind.name}"
