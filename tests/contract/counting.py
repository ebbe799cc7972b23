"""Counts what a contract test has compared: one that has compared nothing has checked nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Comparisons:
    """Counts what one test compares."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> None:
        """Count one more comparison of a result with what it should be."""
        self.made += 1


compared = Comparisons()


@contextmanager
def must_compare() -> Iterator[None]:
    """Raise AssertionError if nothing was compared inside.

    An empty loop or an early return checks no promise.
    """
    before, compared.made = compared.made, 0
    yield
    if not compared.made:
        raise AssertionError(
            "this case compares nothing: leave it out, or call compared() where it checks a result"
        )
    compared.made += before
