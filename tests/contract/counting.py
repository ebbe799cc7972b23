"""How many things a contract test has compared: one that has compared none has checked nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Comparisons:
    """Counts what one test compares."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> None:
        """Count one more: an answer was held against what it should be."""
        self.made += 1


compared = Comparisons()


@contextmanager
def must_compare() -> Iterator[None]:
    """Raise AssertionError where nothing was compared inside.

    Neither an empty loop nor an early return keeps a promise.
    """
    before, compared.made = compared.made, 0
    yield
    if not compared.made:
        raise AssertionError(
            "this case compares nothing: leave it out, or call compared() where it checks an answer"
        )
    compared.made += before
