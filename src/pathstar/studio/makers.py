"""Rows of what the studio can make, graphs and meshes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pathstar.errors import unknown_name
from pathstar.maps.arguments import checked_name
from pathstar.studio.limits import Limits

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Maker(Generic[Made]):
    """One way to make a graph or a mesh.

    Attributes:
        name: Its name.
        summary: What it makes, in a few words.
        options: Its options besides the seed, with their defaults.
        make: ``make(seed, limits, **options)``.
    """

    name: str
    summary: str
    options: dict[str, int]
    make: Callable[..., Made]


def make(
    rows: Mapping[str, Maker[Made]], noun: str, name: str, seed: int, options: dict[str, Any], limits: Limits
) -> Made:
    """Make what a row makes.

    Args:
        rows: The rows by name.
        noun: What they make, for the error.
        name: The name of the row.
        seed: The seed of what is random in it.
        options: Options of the row; those missing have their defaults.
        limits: The studio's limits.

    Raises:
        OptionError: An unknown name or option.
        PathstarError: As raised by the row.
    """
    row = rows[checked_name(noun, name, rows)]
    for option in options:
        if option not in row.options:
            raise unknown_name(f"option of {name}", option, row.options)
    return row.make(seed, limits, **{**row.options, **options})
