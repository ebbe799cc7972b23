"""Generators of maps: seeded, with the same result on every platform.

Example:
    >>> from pathstar.maps.generate import generate, maze
    >>> maze(21, 11, seed=7) == generate("maze", 21, 11, seed=7)
    True
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pathstar.errors import unknown_name
from pathstar.maps.arguments import checked_name
from pathstar.maps.generate.city import city
from pathstar.maps.generate.mazes import maze, rooms
from pathstar.maps.generate.nature import caves, noise_terrain, random_obstacles
from pathstar.maps.map import Map

__all__ = [
    "GENERATORS",
    "Generator",
    "caves",
    "city",
    "generate",
    "maze",
    "noise_terrain",
    "random_obstacles",
    "rooms",
]


@dataclass(frozen=True)
class Generator:
    """One row of the table of generators; calling it calls its function.

    Attributes:
        name: Its name in menus and on the command line.
        function: ``function(width, height, *, seed, **options) -> Map``.
        summary: What it makes, in one line.
    """

    name: str
    function: Callable[..., Map]
    summary: str

    @property
    def options(self) -> Mapping[str, Any]:
        """The options besides the seed, with their defaults."""
        parameters = inspect.signature(self.function).parameters.values()
        return {p.name: p.default for p in parameters if p.default is not inspect.Parameter.empty}

    def check_options(self, names: Iterable[str]) -> None:
        """Check that it has these options.

        Raises:
            OptionError: It has no such option.
        """
        for option in names:
            if option not in self.options:
                raise unknown_name(f"option of the generator {self.name!r}", option, self.options)

    def __call__(self, width: int, height: int, /, *, seed: int, **options: Any) -> Map:
        """Make a map.

        Raises:
            OptionError: The generator has no such option, or a value is not allowed.
            MapLimitError: More cells than the limit.
        """
        self.check_options(options)
        return self.function(width, height, seed=seed, **options)


GENERATORS: Mapping[str, Generator] = {
    row.name: row
    for row in (
        Generator("random", random_obstacles, "cells blocked at random"),
        Generator("maze", maze, "a maze, with or without loops"),
        Generator("rooms", rooms, "rooms of various sizes with doors"),
        Generator("caves", caves, "winding caves, all connected"),
        Generator("city", city, "streets around blocks of buildings, with squares and parks"),
        Generator("terrain", noise_terrain, "a landscape of water, sand, grass, forest, hills and rock"),
    )
}


def generate(name: str, width: int, height: int, *, seed: int, **options: Any) -> Map:
    """Make a map by the name of its generator.

    Args:
        name: A key of `GENERATORS`.
        width: Cells from left to right.
        height: Cells from top to bottom.
        seed: Whole number from 0 up.
        **options: The generator's other options; see its function.

    Raises:
        OptionError: An unknown name, size or option.
        MapLimitError: More cells than the limit.

    Example:
        >>> generate("random", 4, 3, seed=1, density=0)
        Map('random', 4 x 3, 12 walkable)
    """
    return GENERATORS[checked_name("generator", name, GENERATORS)](width, height, seed=seed, **options)
