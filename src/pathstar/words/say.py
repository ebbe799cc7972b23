"""Messages, independent of any language."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, Union

Value: TypeAlias = Union[float, str, "Say", tuple["Value", ...]]
"""The value of a placeholder: a number, a text that is the same in all languages, a message or a list."""


@dataclass(frozen=True, slots=True)
class Say:
    """A message of the catalogues, and the values of its placeholders.

    Attributes:
        key: The key of the message.
        values: The values by the name of the placeholder.

    Example:
        >>> as_json(Say("noun.square", {"count": 2}))
        {'say': 'noun.square', 'with': {'count': 2}}
    """

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


def as_json(value: Value) -> Any:
    """Return a value for JSON: a message becomes ``{"say": ..., "with": ...}``."""
    if isinstance(value, Say):
        if not value.values:
            return {"say": value.key}
        return {"say": value.key, "with": {name: as_json(each) for name, each in value.values.items()}}
    if isinstance(value, tuple):
        return [as_json(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
