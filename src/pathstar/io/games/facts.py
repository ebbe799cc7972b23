"""Typed access to parsed JSON, with errors that say where a value of the wrong kind is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pathstar.errors import MapFormatError
from pathstar.io.source import Source, parsed_json

_NEEDED: Any = object()
_DEEPEST = 64


@dataclass(frozen=True)
class Facts:
    """An object of JSON, or of a similar format.

    Attributes:
        source: The file, for errors.
        values: The values by key.
        where: What it is, for errors, such as ``"layer 'Walls'"``.
    """

    source: Source
    values: dict[str, Any]
    where: str = "the file"

    def whole(self, key: str, missing: int = _NEEDED, *, least: int = -(2**31), most: int = 2**32) -> int:
        """Return a whole number; raise MapFormatError for anything else."""
        value = self._value(key, missing)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.wrong(key, f"a whole number from {least} to {most}")
        return value

    def number(self, key: str, missing: float = _NEEDED) -> float:
        """Return a finite number; raise MapFormatError for anything else."""
        value = self._value(key, missing)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e15:
            raise self.wrong(key, "a number")
        return float(value)

    def text(self, key: str, missing: str = _NEEDED) -> str:
        """Return a text; raise MapFormatError for anything else."""
        value = self._value(key, missing)
        if not isinstance(value, str):
            raise self.wrong(key, "a text")
        return value

    def switch(self, key: str, *, missing: bool = _NEEDED) -> bool:
        """Return true or false, also if the file says 1 or 0."""
        value = self._value(key, missing)
        if value not in (False, True):
            raise self.wrong(key, "true or false")
        return bool(value)

    def entries(self, key: str, called: str, missing: list[Any] | None = None) -> list[Facts]:
        """Return a list of objects; `called` names one in errors."""
        values = self._value(key, _NEEDED if missing is None else missing)
        if not isinstance(values, list):
            raise self.wrong(key, "a list")
        return [self.within(value, f"{called} {number}") for number, value in enumerate(values)]

    def within(self, value: Any, where: str) -> Facts:
        """Return an object inside this one."""
        if not isinstance(value, dict):
            raise self.source.error(found=f"{_shown(value)} as {where}", expected="an object with keys")
        name = value.get("name") or value.get("identifier")
        return Facts(self.source, value, f"{where} {name!r}" if isinstance(name, str) else where)

    def has(self, key: str) -> bool:
        """Return whether there is a value other than null."""
        return self.values.get(key) is not None

    def wrong(self, key: str, expected: str) -> MapFormatError:
        """Return the error for the value of a key."""
        if not self.has(key):
            return self.source.error(found=f"no {key} in {self.where}", expected=expected)
        found = f"{key} {_shown(self.values[key])} in {self.where}"
        return self.source.error(found=found, expected=expected)

    def _value(self, key: str, missing: Any) -> Any:
        value = self.values.get(key)
        if value is None and missing is not _NEEDED:
            return missing
        return value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def facts_of_json(source: Source, data: bytes) -> Facts:
    """Parse an object of JSON.

    Raises:
        MapFormatError: It is not one.
    """
    values = parsed_json(source, data, _no_number)
    if not isinstance(values, dict):
        raise source.error(found=_shown(values), expected="a JSON object")
    return Facts(source, values)


def _no_number(text: str) -> float:
    raise ValueError(text)


def check_depth(facts: Facts, depth: int) -> None:
    """Check that groups are not nested too deeply.

    Raises:
        MapFormatError: They are deeper than in any editor.
    """
    if depth > _DEEPEST:
        raise facts.source.error(found=f"groups {depth} deep", expected=f"at most {_DEEPEST}")
