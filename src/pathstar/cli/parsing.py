"""Parsing of places, sizes, numbers and settings on the command line."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import typer

from pathstar.errors import OptionError

_NO = {"no", "false", "wall", "blocked"}
_YES = {"yes", "true", "free", "walkable"}


def place(text: str) -> tuple[int, int]:
    """Read a place.

    Raises:
        BadParameter: It is not two whole numbers.

    Example:
        >>> place("3,4")
        (3, 4)
    """
    match = re.fullmatch(r"\s*\(?\s*([+-]?\d{1,18})\s*,\s*([+-]?\d{1,18})\s*\)?\s*", text, re.ASCII)
    if not match:
        raise typer.BadParameter(f"{text!r} is not a place; write X,Y, two whole numbers such as 3,4")
    return int(match[1]), int(match[2])


def size(text: str) -> tuple[int, int]:
    """Read a size.

    Raises:
        BadParameter: It is not two whole numbers with an x between them.

    Example:
        >>> size("64x48")
        (64, 48)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*[xX,]\s*(\d{1,9})\s*", text, re.ASCII)
    if not match:
        raise typer.BadParameter(f"{text!r} is not a size; write WxH, two whole numbers such as 64x48")
    return int(match[1]), int(match[2])


def unit_size(text: str) -> tuple[int | None, float | None]:
    """Read the size of a unit as a side or a radius.

    Raises:
        BadParameter: It is neither.

    Example:
        >>> unit_size("2"), unit_size("r1.5")
        ((2, None), (None, 1.5))
    """
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return int(text), None
    if re.fullmatch(r"r\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        return None, float(text[1:])
    raise typer.BadParameter(
        f"{text!r} is not the size of a unit; write a number of squares such as 2, or a radius such as r1.5"
    )


def smoothing(text: str) -> tuple[str, dict[str, Any]]:
    """Read one smoothing method with its options.

    Raises:
        OptionError: An option is not NAME=VALUE.

    Example:
        >>> smoothing("swap"), smoothing("pull:clearance=0.5")
        (('swap', {}), ('pull', {'clearance': 0.5}))
    """
    name, _, options = text.partition(":")
    return name.strip(), settings_of([part for part in options.split(",") if part], "--smooth")


def value_of(text: str) -> bool | int | float | str:
    """Read an option's value as the type that it looks like.

    Example:
        >>> value_of("no"), value_of("7"), value_of("0.5"), value_of("alpha")
        (False, 7, 0.5, 'alpha')
    """
    if text.lower() in _NO | _YES:
        return text.lower() in _YES
    try:
        number = float(text)
    except ValueError:
        return text
    return int(text) if re.fullmatch(r"[+-]?[0-9]+", text) else number


def legend_of(entries: list[str] | None) -> dict[str, bool | float] | None:
    """Read a legend: what symbols or colours mean.

    Raises:
        OptionError: An entry is not KEY=MEANING.

    Example:
        >>> legend_of(["S=2.5", "W=no"])
        {'S': 2.5, 'W': False}
    """
    if not entries:
        return None
    legend: dict[str, bool | float] = {}
    for entry in entries:
        key, sign, meaning = entry.rpartition("=")
        known = value_of(meaning)
        if not sign or not key or isinstance(known, str):
            raise OptionError(
                f"{entry!r} is not an entry of a legend; write KEY=MEANING: "
                "a symbol or #rrggbb, and a cost, yes or no"
            )
        legend[key] = known
    return legend


def settings_of(entries: list[str] | None, option: str, taken: Collection[str] = ()) -> dict[str, Any]:
    """Read NAME=VALUE pairs.

    Args:
        entries: The given pairs.
        option: The option through which they were given, for errors.
        taken: Names whose values the command sets itself.

    Raises:
        OptionError: An entry is not NAME=VALUE, or its name is taken.

    Example:
        >>> settings_of(["threshold=100", "by=alpha"], "--read")
        {'threshold': 100, 'by': 'alpha'}
    """
    settings = {}
    for entry in entries or []:
        name, sign, value = entry.partition("=")
        if not sign or not name:
            raise OptionError(f"{option} {entry!r} is not NAME=VALUE, such as threshold=100")
        name = name.strip().replace("-", "_")
        if name in taken:
            raise OptionError(f"{option} {entry!r}: the command itself says what {name} is")
        settings[name] = value_of(value)
    return settings


def point(text: str) -> tuple[int, int] | tuple[float, float]:
    """Read a place of a map, or a point of a navigation mesh.

    Raises:
        BadParameter: It is not two numbers.

    Example:
        >>> point("3,4"), point("0.5,-2")
        ((3, 4), (0.5, -2.0))
    """
    number = r"[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,3})?"
    match = re.fullmatch(rf"\s*\(?\s*({number})\s*,\s*({number})\s*\)?\s*", text, re.ASCII)
    if not match:
        raise typer.BadParameter(f"{text!r} is not a place; write X,Y, two numbers such as 3,4")
    if all(re.fullmatch(r"[+-]?\d+", part) for part in match.groups()):
        return int(match[1]), int(match[2])
    return float(match[1]), float(match[2])
