"""Catalogues: the messages of a language, and how to fill them in.

A catalogue is one JSON file, ``<language>.json`` in this folder: the language's ``name``, its ``plural``
rules, and its ``messages`` by key. A message is a text with placeholders, or a choice among texts.

- ``{name}`` stands for the value of that name: a number in the format of `number`, a text as it is, a message
  filled in turn, a list joined by the messages ``list.two``, ``list.end`` and ``list.middle``.
  A space between a placeholder and an ideograph, as in Chinese, separates numbers and Latin letters. It is
  dropped if the value has an ideograph on that side.
- ``{name:count}`` stands for a message, such as a noun, whose own ``count`` is the value of the name after
  the colon.
- ``{"by": "name", ...}`` chooses by the value of that name: a number by its plural category, a message by its
  key, anything else by its text; ``"other"`` covers everything not listed. A missing number counts as 1.

``web/lib/words.js`` works in the same way; ``tests/unit/words/vectors.json`` tests both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pathstar.errors import OptionError, unknown_name
from pathstar.words.number_text import number
from pathstar.words.say import Say, Value

_FOLDER = Path(__file__).parent
_PLACEHOLDER = re.compile(r"\{([a-z_]+)(?::([a-z_]+))?\}")
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")
_CONDITION = re.compile(r"n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


class Catalogue:
    """The messages of one language.

    Args:
        language: Its code, such as ``"en"``.
        content: The content of its file.

    Example:
        >>> catalogue("en").text(Say("list.more", {"count": 3}))
        '3 more'
    """

    def __init__(self, language: str, content: Mapping[str, Any]) -> None:
        self.language = language
        self.name: str = content["name"]
        self.plural: Mapping[str, str] = content["plural"]
        self.messages: Mapping[str, Any] = content["messages"]

    def __repr__(self) -> str:
        return f"Catalogue({self.language!r}, {len(self.messages)} messages)"

    def text(self, value: Value) -> str:
        """Return a value as text in this language.

        Raises:
            KeyError: There is no such message, or a placeholder has no value.
            OptionError: It is no such value.
        """
        if isinstance(value, str):
            return value
        if isinstance(value, Say):
            return self._filled(self.messages[value.key], value.values)
        if isinstance(value, tuple):
            return self._listed([self.text(each) for each in value])
        try:
            return number(value)
        except OptionError:
            raise OptionError(
                f"value is {value!r}; allowed: a text, a number, a Say, or a tuple of those"
            ) from None

    def ground(self, name: str) -> str:
        """Return the name of a kind of ground in this language, or as it is if the catalogue has none.

        Example:
            >>> catalogue("zh").ground("out of bounds"), catalogue("zh").ground("lava")
            ('界外', 'lava')
        """
        key = f"terrain.{name.replace(' ', '_')}"
        return self.text(Say(key)) if key in self.messages else name

    def _filled(self, message: Any, values: Mapping[str, Value]) -> str:
        while not isinstance(message, str):
            chosen = self._case(values.get(message["by"], 1))
            message = message[chosen if chosen in message else "other"]

        def fill(found: re.Match[str]) -> str:
            value = values[found[1]]
            if found[2] and isinstance(value, Say):
                value = Say(value.key, {**value.values, "count": values[found[2]]})
            return self.text(value)

        filled = ""
        end = 0
        for found in _PLACEHOLDER.finditer(message):
            filled = _joined(filled + message[end : found.start()], fill(found))
            end = found.end()
            following = message[end : end + 2]
            if following[:1] == " " and _IDEOGRAPH.match(filled[-1:]) and _IDEOGRAPH.match(following[1:]):
                end += 1
        return filled + message[end:]

    def _case(self, value: Value) -> str:
        """Return the case of a choice that a value selects."""
        if isinstance(value, Say):
            return value.key
        return self.category(value) if isinstance(value, (int, float)) else self.text(value)

    def category(self, count: float) -> str:
        """Return the plural category of a number."""
        return next((name for name, rule in self.plural.items() if _holds(rule, count)), "other")

    def _listed(self, texts: list[str]) -> str:
        """Join texts as a list: two by ``list.two``; with more, the last one by ``list.end``."""
        if len(texts) < 2:
            return "".join(texts)
        first, *others, last = texts
        if not others:
            return self.text(Say("list.two", {"first": first, "second": last}))
        for each in others:
            first = self.text(Say("list.middle", {"first": first, "second": each}))
        return self.text(Say("list.end", {"first": first, "second": last}))


def _joined(text: str, value: str) -> str:
    """Return a text and a value that follows it, without a space between ideographs."""
    spaced = text[-1:] == " " and _IDEOGRAPH.match(text[-2:-1]) and _IDEOGRAPH.match(value)
    return (text[:-1] if spaced else text) + value


def _holds(rule: str, count: float) -> bool:
    """Return whether a plural rule, such as ``n % 10 = 2..4 and n % 100 != 12..14``, holds for a number."""
    return any(all(_is(condition, count) for condition in part.split(" and ")) for part in rule.split(" or "))


def _is(condition: str, count: float) -> bool:
    match = _CONDITION.fullmatch(condition)
    if match is None:
        raise ValueError(f"{condition!r} is not a condition of a plural rule")
    value = count % int(match[1]) if match[1] else count
    spans = [span.split("..") for span in match[3].split(",")]
    inside = any(value == int(value) and int(span[0]) <= value <= int(span[-1]) for span in spans)
    return inside == (match[2] == "=")


LANGUAGES: tuple[str, ...] = tuple(
    sorted(
        (file.name.removesuffix(".json") for file in _FOLDER.iterdir() if file.name.endswith(".json")),
        key=lambda code: (code != "en", code),
    )
)
"""The languages that have a catalogue, English first."""


def language_named(name: object) -> str:
    """Return a language's code.

    Raises:
        OptionError: There is no catalogue for it.

    Example:
        >>> language_named("en")
        'en'
    """
    if not isinstance(name, str) or name not in LANGUAGES:
        raise unknown_name("language", name, LANGUAGES)
    return name


def catalogue(language: str = "en") -> Catalogue:
    """Return the catalogue of a language.

    Raises:
        OptionError: There is no catalogue for it.
    """
    return _catalogue(language_named(language))


@cache
def _catalogue(language: str) -> Catalogue:
    text = (_FOLDER / f"{language}.json").read_text(encoding="utf-8")
    return Catalogue(language, json.loads(text))
