"""Text for people, in any language: messages by key, and one catalogue for each language."""

from pathstar.words.catalogue import LANGUAGES, Catalogue, catalogue, language_named
from pathstar.words.numbers import number, numbers, rest, same
from pathstar.words.say import Say, Value, as_json

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "Say",
    "Value",
    "as_json",
    "catalogue",
    "language_named",
    "number",
    "numbers",
    "rest",
    "same",
]
