"""The meanings of a map's terrain codes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, CostError, OptionError
from pathstar.maps.arguments import as_number, checked_mapping, checked_switch
from pathstar.maps.layers import PlaceAt
from pathstar.maps.parts import any_of


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind of ground: the meaning of a terrain code.

    Args:
        name: Its name, such as ``"forest"``.
        cost: The cost of a step into it, times the step's length. 1 is plain ground, below 1 cheaper, 0 free.
        walkable: Whether it can be entered at all.
        symbol: The character that draws it in text files, or "".
        color: Its colour in images as ``"#rrggbb"``, or "".

    Raises:
        CostError: The cost is negative, infinite or NaN.
        OptionError: The name is empty, the symbol too long, or the colour not ``"#rrggbb"``.

    Example:
        >>> Terrain("forest", 2.5, symbol="f")
        Terrain(name='forest', cost=2.5, walkable=True, symbol='f', color='')
    """

    name: str
    cost: float = 1.0
    walkable: bool = True
    symbol: str = ""
    color: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise OptionError(
                f"a terrain's name is {self.name!r}; it must be a text with at least one character"
            )
        cost = as_number(self.cost)
        if cost is None or not 0 <= cost < math.inf:
            raise CostError(
                f"the cost of terrain {self.name!r} is {self.cost!r}; a cost is a number from 0 up "
                "(for ground that cannot be entered use walkable=False)"
            )
        if not isinstance(self.symbol, str) or len(self.symbol) > 1:
            raise OptionError(
                f"the symbol of terrain {self.name!r} is {self.symbol!r}; it must be one character, or ''"
            )
        if not isinstance(self.color, str) or not re.fullmatch(r"(#[0-9a-fA-F]{6})?", self.color):
            raise OptionError(
                f"the colour of terrain {self.name!r} is {self.color!r}; write it as '#rrggbb', or ''"
            )
        object.__setattr__(self, "cost", cost)
        walkable = checked_switch(f"walkable of terrain {self.name!r}", self.walkable)
        object.__setattr__(self, "walkable", walkable)
        object.__setattr__(self, "color", self.color.lower())


def checked_legend(legend: Mapping[int, Terrain] | None) -> dict[int, Terrain]:
    """Return a copy of a legend as a dict, or raise OptionError for an invalid code or meaning."""
    checked = {}
    for code, terrain in checked_mapping("legend", legend, "Terrains by code").items():
        if isinstance(code, bool) or not isinstance(code, (int, np.integer)) or not 0 <= code <= 255:
            raise OptionError(f"the legend's code {code!r} must be a whole number from 0 to 255")
        if not isinstance(terrain, Terrain):
            raise OptionError(f"the legend gives {terrain!r} for code {code}; it must be a Terrain")
        checked[int(code)] = terrain
    return checked


def check_codes(codes: NDArray[np.uint8], legend: Mapping[int, Terrain], place_at: PlaceAt) -> None:
    """Raise ArrayError for the first code that is missing from a legend that is not empty."""
    if not legend:
        return
    known = known_codes(legend)
    if any_of(codes, lambda part: ~known[part]):
        index = int(np.argmin(known[codes]))
        raise ArrayError(
            f"terrain code {codes.flat[index]} at {place_at(index)} is not in the legend, which knows "
            + described(legend)
        )


def described(legend: Mapping[int, Terrain]) -> str:
    """Return a legend in words: its codes and their meanings."""
    return ", ".join(f"{code} ({terrain.name})" for code, terrain in sorted(legend.items()))


def known_codes(legend: Mapping[int, Terrain]) -> NDArray[np.bool_]:
    """Return which codes are in a legend, as a table bool ``(256,)``."""
    table = np.zeros(256, bool)
    table[list(legend)] = True
    return table


def open_codes(legend: Mapping[int, Terrain]) -> NDArray[np.bool_]:
    """Return which codes are walkable, as a table bool ``(256,)``; codes without a meaning are walkable."""
    table = np.ones(256, bool)
    for code, terrain in legend.items():
        table[code] = terrain.walkable
    return table
