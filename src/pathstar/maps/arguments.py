"""Checks for arguments: names, numbers, switches, lists, mappings and files.

Each function returns its argument in the required type, or raises an error that says what was given and what
is allowed. It checks the type first, because arrays of more than one element have no truth value, and some
objects have no hash.
"""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Collection, Iterable, Mapping
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from pathstar.errors import OptionError, unknown_name


def checked_name(kind: str, given: object, allowed: Collection[str]) -> str:
    """Return a name after checking that it is allowed.

    Raises:
        OptionError: It is not; the message names the nearest allowed one.

    Example:
        >>> checked_name("corner rule", "free", ("no_cut", "free"))
        'free'
    """
    if not isinstance(given, str) or given not in allowed:
        raise unknown_name(kind, given, allowed)
    return given


def as_number(value: object) -> float | None:
    """Return a real number as a float; None for anything else, such as a bool, or a number too large for it.

    Example:
        >>> as_number(2), as_number(True), as_number("2"), as_number(10**400)
        (2.0, None, None, None)
    """
    if type(value) is float:
        return value
    if not isinstance(value, Real) or isinstance(value, bool):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def checked_number(
    name: str,
    value: object,
    least: float | None = None,
    most: float | None = None,
    *,
    above: float | None = None,
    of: str = "",
    otherwise: str = "",
) -> float:
    """Return a finite number.

    Args:
        name: The name of the value, for the error.
        value: The value.
        least, most: The bounds; None is no bound.
        above: What the value must exceed; None is no bound.
        of: What it counts, for the error.
        otherwise: What else the caller allows, or the unit: the end of the error.

    Raises:
        OptionError: The value is not a finite number, or not within the bounds.

    Example:
        >>> checked_number("weight", 2, 0), checked_number("radius", 0.5, above=0)
        (2.0, 0.5)
    """
    number = as_number(value)
    if (
        number is None
        or not math.isfinite(number)
        or (least is not None and number < least)
        or (most is not None and number > most)
        or (above is not None and number <= above)
    ):
        kind = "a finite number" if most is None else "a number"
        counted = f" of {of}" if of else ""
        words = ((" from", least), (" above", above), (", at most" if least is None else " to", most))
        bounds = "".join(f"{word} {bound:g}" for word, bound in words if bound is not None)
        raise OptionError(f"{name} is {value!r}; allowed: {kind}{counted}{bounds}{otherwise}")
    return number


def checked_whole(
    name: str,
    value: Any,
    least: int | None = None,
    most: int | None = None,
    *,
    of: str = "",
    otherwise: str = "",
) -> int:
    """Return a whole number; neither 2.0 nor True is one.

    Args:
        name: The name of the value, for the error.
        value: The value.
        least, most: The bounds; None is no bound.
        of: What it counts, for the error.
        otherwise: What else the caller allows, or why the bounds are these: the end of the error.

    Raises:
        OptionError: The value is not a whole number, or not within the bounds.

    Example:
        >>> checked_whole("seed", 7), checked_whole("seed", 2**60 + 1) == 2**60 + 1
        (7, True)
    """
    number = as_whole(value)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        counted = f" of {of}" if of else ""
        bounds = "" if least is None else f" from {least}" if most is None else f" from {least} to {most}"
        raise OptionError(f"{name} is {value!r}; allowed: a whole number{counted}{bounds}{otherwise}")
    return number


def as_whole(value: Any) -> int | None:
    """Return a whole number as an int; None for anything else."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def checked_switch(name: str, value: object) -> bool:
    """Return a bool.

    Raises:
        OptionError: The value is neither True nor False.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise OptionError(f"{name} is {value!r}; allowed: True, False")
    return bool(value)


def checked_text(name: str, value: object) -> str:
    """Return a string.

    Raises:
        OptionError: The value is not a string, or has lone surrogates, which no file can hold.
    """
    if not isinstance(value, str):
        raise OptionError(f"{name} is {value!r}; allowed: a text")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise OptionError(f"{name} is {value!r}; allowed: a text without lone surrogates")
    return value


def checked_iterable(name: str, values: Any, of: str) -> Iterable[Any]:
    """Return an iterator over the entries of an iterable; a string yields its characters.

    Raises:
        OptionError: The value is not iterable, such as a number or None.
    """
    try:
        entries: Iterable[Any] = iter(values)
    except TypeError:
        raise OptionError(f"{name} is {values!r}; allowed: a list of {of}") from None
    return entries


def checked_list(name: str, values: Any, of: str) -> list[Any]:
    """Return the entries of an iterable; a string yields its characters.

    Raises:
        OptionError: The value is not iterable, such as a number or None.

    Example:
        >>> checked_list("names", ("a", "b"), "names")
        ['a', 'b']
    """
    return list(checked_iterable(name, values, of))


def checked_mapping(name: str, values: Any, of: str) -> dict[Any, Any]:
    """Return a copy of a mapping as a dict; None becomes an empty one.

    Raises:
        OptionError: The value is not a mapping.

    Example:
        >>> checked_mapping("marks", None, "places by name")
        {}
    """
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise OptionError(f"{name} is {values!r}; allowed: a mapping, such as a dict, of {of}")
    return dict(values)


def checked_file(name: str, file: Any) -> Path:
    """Return the name of a file as a path.

    Raises:
        OptionError: The value is not a name, or no file can have it.
    """
    if not isinstance(file, (str, os.PathLike)):
        raise OptionError(f"{name} is {file!r}; allowed: the name of a file, as text or a path")
    try:
        encoded = os.fsencode(file)
    except UnicodeEncodeError:
        encoded = b"\0"
    if b"\0" in encoded:
        raise OptionError(f"{name} is {os.fspath(file)!r}, which cannot be the name of a file")
    return Path(os.fsdecode(encoded))
