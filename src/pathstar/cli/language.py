"""The language of what commands print; JSON and the messages of exceptions are in English."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pathstar.words import Value

_CHOSEN: ContextVar[str] = ContextVar("language", default="en")


def _choose(lang: str | None) -> str | None:
    """Print in a language from now on; None keeps the one that `choose_early` found."""
    if lang is None:
        return None
    from pathstar.words import language_named

    _CHOSEN.set(language_named(lang))
    return lang


Lang = Annotated[str | None, typer.Option("--lang", callback=_choose)]


def choose_early(arguments: Sequence[str]) -> None:
    """Set the language that arguments ask for, before help or errors in them are printed.

    A language that does not exist is left to the option itself, which refuses it.
    """
    from pathstar.words import LANGUAGES

    text = " ".join(arguments)
    found = re.search(r"(?:^|\s)--lang[ =](\S+)", text)
    _CHOSEN.set(found[1] if found and found[1] in LANGUAGES else "en")


def in_language(run: Callable[..., int]) -> Callable[..., int]:
    """Let a command take ``--lang``, unless it does so by itself."""
    # Its annotations as values. `get_type_hints` of Python 3.10 hides those of options that may be None.
    signature = inspect.signature(run, eval_str=True)
    if "lang" in signature.parameters:
        return run

    @wraps(run)
    def speaking(*, lang: str | None = None, **given: Any) -> int:
        return run(**given)

    lang = inspect.Parameter("lang", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Lang)
    parameters = [*signature.parameters.values(), lang]
    speaking.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    speaking.__annotations__ = {each.name: each.annotation for each in parameters}
    return speaking


def language() -> str:
    """Return the code of the language."""
    return _CHOSEN.get()


def localized(value: Value) -> str:
    """Return a value in the language of the output."""
    if isinstance(value, str):
        return value
    from pathstar.words import catalogue

    return catalogue(language()).text(value)


def said(key: str, **values: Value) -> str:
    """Return a message in the language of the output.

    Example:
        >>> said("cli.bytes", count="1,024")
        '1,024 bytes'
    """
    from pathstar.words import Say

    return localized(Say(key, values))


def has_message(key: str) -> bool:
    """Return whether the catalogues have a message."""
    from pathstar.words import catalogue

    return key in catalogue(language()).messages


def placeholders(key: str) -> list[str]:
    """Return the placeholders in a message that is one text.

    Example:
        >>> placeholders("cli.bytes")
        ['count']
    """
    from pathstar.words import catalogue

    return re.findall(r"\{([a-z_]+)\}", catalogue(language()).messages[key])


def is_translated() -> bool:
    """Return whether the output is in another language than that of docstrings."""
    return language() != "en"


def heading(name: str) -> str:
    """Return the name of a figure or of a column in the language of the output.

    A name that the catalogues do not have, such as that of a part of a file, is returned as it is.

    Example:
        >>> heading("status"), heading("label_starts")
        ('status', 'label_starts')
    """
    from pathstar.viz.figures import figure_name

    return figure_name(name, language())
