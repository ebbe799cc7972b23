"""The messages of the studio's refusals: one from the catalogues for every exception.

The exceptions of the library are in English. For the page, each becomes a message: one of its own if the
studio raised it, else that of its class. Where the English sentence says more than the message, such as what
a malformed file should contain, the page offers it as a detail.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from pathstar.errors import (
    ArrayError,
    ArrayTypeError,
    CostError,
    MapFormatError,
    MapLimitError,
    MissingExtraError,
    OptionError,
    PathstarError,
    PlaceError,
    PlaceTypeError,
    SpaceError,
)
from pathstar.viz.render.fonts import MissingFontError
from pathstar.words import Say, Value, as_json, catalogue

# The message of each class of exceptions without a message of its own.
_KEYS: dict[type[Exception], str] = {
    PlaceError: "studio.refused.place",
    PlaceTypeError: "studio.refused.place",
    SpaceError: "studio.refused.space",
    CostError: "studio.refused.cost",
    ArrayError: "studio.refused.array",
    ArrayTypeError: "studio.refused.array",
    MapLimitError: "studio.refused.limit",
    MissingExtraError: "studio.refused.extra",
    MissingFontError: "studio.refused.font",
    OptionError: "studio.refused.option",
    IndexError: "studio.refused.place",
}


class StudioError(PathstarError):
    """Something that the studio itself refuses.

    Args:
        say: Why.
        reason: The same in English, if there is more to say; by default the message in English.

    Example:
        >>> str(StudioError(Say("studio.refused.queries.none", {"file": "a.scen"})))
        'a.scen holds no queries.'
    """

    def __init__(self, say: Say, reason: str | None = None) -> None:
        super().__init__(catalogue().text(say) if reason is None else reason)
        self.say = say


class TooLargeError(StudioError, MapLimitError):
    """A map or graph has more cells, nodes or edges than the studio takes."""


def refusal_of(code: str, error: Exception) -> dict[str, Any]:
    """Return the reply to a request that raised an exception; see `pathstar.studio.wire.models.Refusal`."""
    say = error.say if isinstance(error, StudioError) else message_of(error)
    return refusal(code, say, str(error))


def refusal(code: str, say: Say, reason: str | None = None, *, offered: bool = True) -> dict[str, Any]:
    """Return the reply to a refused request.

    Args:
        code: A code for programs.
        say: Why.
        reason: The same in English, if there is more to say.
        offered: Whether the page offers the reason as a detail, because a person can use it.
    """
    english = catalogue().text(say)
    detailed = offered and reason not in (None, english)
    return {"error": {"code": code, "say": as_json(say), "reason": reason or english, "detailed": detailed}}


def message_of(error: Exception) -> Say:
    """Return the message of an exception that the library raised.

    Example:
        >>> message_of(MapFormatError("maps/a.map", found="x", expected="y", line=3))
        Say(key='studio.refused.format.line', values={'file': 'a.map', 'line': 3})
    """
    if isinstance(error, MapFormatError):
        values: dict[str, Value] = {"file": PurePath(error.file).name}
        if error.line is None:
            return Say("studio.refused.format", values)
        values["line"] = error.line
        if error.column is None:
            return Say("studio.refused.format.line", values)
        return Say("studio.refused.format.column", values | {"column": error.column})
    return Say(next((key for kind, key in _KEYS.items() if isinstance(error, kind)), "studio.refused"))
