"""What a case is: a piece of work on public names that both versions have, and what is compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


class LeftOutError(Exception):
    """A case cannot be run on this machine; the text says what is missing."""


@dataclass(frozen=True)
class Findings:
    """The results of a batch: costs on which both versions must agree, and problems of its paths."""

    costs: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def no_findings(number: int, found: Any) -> Findings:
    """Return nothing, for work that finds no paths."""
    return Findings()


@dataclass(frozen=True)
class Work:
    """A case that is set up.

    Args:
        run: Does the work with a number; equal numbers mean equal work in both versions.
        read: Called with the number and what `run` returned; not timed.
        measure: Returns the figure from what `run` returned; without it, the figure is the time of `run`.
    """

    run: Callable[[int], Any]
    read: Callable[[int, Any], Findings] = no_findings
    measure: Callable[[Any], float] | None = None


@dataclass(frozen=True)
class Case:
    """One line of the report.

    Args:
        name: What is measured, then on what: ``astar/arena2``.
        make: Sets the case up, which is not timed; raises `LeftOutError` if something is missing.
        unit: ``s`` or ``bytes``.
    """

    name: str
    make: Callable[[], Work]
    unit: str = "s"


@dataclass(frozen=True)
class Scale:
    """Whether everything is measured in full, or only once on small generated maps."""

    quick: bool

    def pick(self, full: T, quick: T) -> T:
        """Return one of the two."""
        return quick if self.quick else full


def blocks(items: Sequence[T], count: int) -> list[Sequence[T]]:
    """Deal items out into at most `count` blocks of about equal work."""
    return [items[first::count] for first in range(min(count, len(items)))]
