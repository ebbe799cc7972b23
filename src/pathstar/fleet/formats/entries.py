"""Typed access to the content of a parsed file, with errors that say where a value is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pathstar.errors import MapFormatError, MapLimitError
from pathstar.maps.arguments import as_whole

PLACE_LIMIT = 2**26
"""The maximum number of places, of all units at all steps, that a reader makes."""

_FARTHEST = 2**62
_MOST_LETTERS = 40


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of JSON or a similar format.

    Attributes:
        file: The file's name, for errors.
        value: The value.
        where: Where it is, for errors, such as ``"start of unit 3"``; "" is the whole file.
    """

    file: str
    value: Any
    where: str = ""

    def field(self, key: str) -> Entry:
        """Return the value of a key; raise MapFormatError if this is not a mapping, or has no such key."""
        if not isinstance(self.value, dict):
            raise self.wrong(f"keys with values, {key} among them")
        if key not in self.value:
            raise MapFormatError(self.file, found=f"no {key} in {self._name()}", expected="one")
        return self.within(self.value[key], key)

    def items(self, noun: str, count: int | None = None) -> list[Entry]:
        """Return the values of a list; errors name them by the noun.

        Raises:
            MapFormatError: This is not a list, or not of the required length.
        """
        if not isinstance(self.value, list) or count not in (None, len(self.value)):
            raise self.wrong("a list" if count is None else f"a list of {count}")
        return [self.within(value, f"{noun} {row}") for row, value in enumerate(self.value)]

    def members(self) -> list[Entry]:
        """Return the values of a mapping, by the names of their keys; raise MapFormatError if it is none."""
        if not isinstance(self.value, dict):
            raise self.wrong("keys with values")
        return [self.within(value, str(key)[:_MOST_LETTERS]) for key, value in self.value.items()]

    def whole(self) -> int:
        """Return a whole number from -2**62 to 2**62; raise MapFormatError for anything else."""
        number = as_whole(self.value)
        if number is None or abs(number) > _FARTHEST:
            raise self.wrong("a whole number of at most 2**62")
        return number

    def text(self) -> str:
        """Return a text; raise MapFormatError for anything else."""
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        return self.value

    def within(self, value: Any, name: str) -> Entry:
        """Return a value inside this one."""
        return Entry(self.file, value, f"{name} of {self.where}" if self.where else name)

    def wrong(self, expected: str) -> MapFormatError:
        """Return the error for this value."""
        found = f"{_shown(self.value)} as {self._name()}"
        return MapFormatError(self.file, found=found, expected=expected)

    def _name(self) -> str:
        return self.where or "the file"


def check_places(file: str, units: int, steps: int) -> None:
    """Check the number of places in a plan, before anything of that size is allocated.

    Raises:
        MapLimitError: It is over the limit.

    Example:
        >>> check_places("long.yaml", 1000, 1_000_001)
        Traceback (most recent call last):
        pathstar.errors.MapLimitError: long.yaml says where 1,000 units are at 1,000,001 steps, which makes
        1,000,001,000 places; the limit is 67,108,864
    """
    if units * steps > PLACE_LIMIT:
        raise MapLimitError(
            f"{file} says where {units:,} units are at {steps:,} steps, which makes {units * steps:,} "
            f"places; the limit is {PLACE_LIMIT:,}"
        )


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 3]}..."
