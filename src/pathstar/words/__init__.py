"""Text for people, in any language: messages by key, and one catalogue for each language."""

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names
from pathstar.words.say import Say, Value, as_json

if TYPE_CHECKING:
    from pathstar.words.catalogues import LANGUAGES, Catalogue, catalogue, language_named
    from pathstar.words.number_text import equals, number, numbers, rest, same

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "Say",
    "Value",
    "as_json",
    "catalogue",
    "equals",
    "language_named",
    "number",
    "numbers",
    "rest",
    "same",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        **dict.fromkeys(
            ("LANGUAGES", "Catalogue", "catalogue", "language_named"), "pathstar.words.catalogues"
        ),
        **dict.fromkeys(("equals", "number", "numbers", "rest", "same"), "pathstar.words.number_text"),
    },
)
