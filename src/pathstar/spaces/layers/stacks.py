"""The table of layers, and of the spaces that each may lie over.

The constructor of each layer reads it. A layer holds no copy of its ground, so it shows edits of the ground.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pathstar.errors import SpaceError
from pathstar.spaces.base import Space
from pathstar.spaces.kinds import KINDS


@dataclass(frozen=True, slots=True)
class Layer:
    """One kind of layer.

    Attributes:
        name: The name of its class; in lower case if it has no class and queries make it.
        node: The node of the ground that one of its nodes lies over, in words.
        own_costs: Whether its steps have other costs than those of the ground.
        runs_over: Names of `GROUNDS`.
        others: Why it lies over nothing else, in words.
        refused: For a ground, a more specific reason, in words.
    """

    name: str
    node: str
    own_costs: bool = False
    runs_over: tuple[str, ...] = ()
    others: str = ""
    refused: Mapping[str, str] = field(default_factory=dict)


_NOT_IN_TIME = ("Timed", "Waypoints", "Round")
_IN_TIME = [name for name, kind in KINDS.items() if kind.capabilities.cells and name not in _NOT_IN_TIME]

LAYERS: dict[str, Layer] = {
    row.name: row
    for row in (
        Layer("mask", "the same; some nodes may not be entered"),
        Layer("spur path", "the same; the beginning of the path is given"),
        Layer(
            "Sized",
            "the same: the upper left cell of the unit",
            own_costs=True,
            runs_over=("Grid",),
            others="only a Grid has units with a size, which are made of squares",
            refused={
                "Grid with links": "a unit of several squares does not fit through portals and over joined "
                "borders, and one-way rules are for units on one square",
                "Grid of 16 directions": "a unit of several squares makes no knight's moves; use 4 or 8 "
                "directions",
                "Sized": "the unit has a size already; ask the grid below for another one",
                "Round": "the unit has a size already; ask the grid below for another one",
                "Turning": "headings lie above sizes: Turning(grid.sized(k))",
                "Timed": "time lies above all other layers",
            },
        ),
        Layer(
            "Round",
            "the same: the cell of its centre",
            own_costs=True,
            runs_over=("Grid",),
            others="only a Grid has units with a size, and a disc is measured against squares",
            refused={
                "Grid with links": "a disc does not fit through portals and over joined borders, and one-way "
                "rules are for units on one square",
                "Grid of 16 directions": "a disc makes no knight's moves; use 4 or 8 directions",
                "Sized": "the unit has a size already; ask the grid below for another one",
                "Round": "the unit has a size already; ask the grid below for another one",
                "Turning": "headings lie above sizes: Turning(grid.sized(radius=r))",
                "Timed": "time lies above all other layers",
            },
        ),
        Layer(
            "Turning",
            "its cell, without the heading",
            own_costs=True,
            runs_over=("Grid", "Grid with links", "HexGrid", "Sized", "Round"),
            others="a heading is a direction on a plane, and the same from every cell",
            refused={
                "Grid of 16 directions": "a unit does not face along a knight's move; use 4 or 8 directions",
                "Turning": "the unit has a heading already",
                "Timed": "time lies above all other layers",
            },
        ),
        Layer(
            "Timed",
            "the same, at one of the times at which it is free",
            own_costs=True,
            runs_over=tuple(dict.fromkeys(("Grid", "Grid with links", *_IN_TIME))),
            others="times are those of cells",
            refused={
                "Grid of 16 directions": "when a knight's move is on the cells that it passes between is not "
                "known; use 4 or 8 directions",
                "Custom": "what a caller's functions do has no duration",
                "Round": "which cells a disc takes up on its way is not known; use grid.sized(k)",
                "Timed": "the unit has a time already",
            },
        ),
        Layer(
            "Waypoints",
            "the same; only the points, the start and the goal are nodes",
            own_costs=True,
            runs_over=("Grid",),
            others="lines of sight lead over squares",
            refused={
                "Sized": "a line of sight is that of a unit on one square",
                "Round": "a line of sight is that of a unit on one square",
            },
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of space that a layer may lie over, or not.

    Attributes:
        name: The name of its class, with more words where that is not enough.
        words: What it is, for an error message.
    """

    name: str
    words: str


_WORDS = {
    "Grid": "a Grid of plain squares",
    "Grid with links": "a Grid with joined borders, portals, one-way or edge rules",
    "Grid of 16 directions": "a Grid of 16 directions",
    "Sized": "units with a size",
    "Round": "units that are discs",
    "Waypoints": "Waypoints",
    "Custom": "a Custom space",
}
GROUNDS: dict[str, Ground] = {
    name: Ground(name, _WORDS.get(name, f"a {name}")) for name in dict.fromkeys((*_WORDS, *KINDS))
}


def refusal(layer: str, ground: str) -> str:
    """Return why a layer does not lie over some ground, in words; empty if it does.

    Args:
        layer: A name of `LAYERS`.
        ground: A name of `GROUNDS`.

    Example:
        >>> refusal("Turning", "HexGrid"), refusal("Turning", "Turning")
        ('', 'the unit has a heading already')
    """
    row = LAYERS[layer]
    return "" if ground in row.runs_over else row.refused.get(ground, row.others)


def ground_of(space: Space) -> Ground:
    """Return the row of a space as a ground.

    Example:
        >>> import pathstar as ps
        >>> ground_of(ps.Grid([[1, 1]], wrap="x")).name
        'Grid with links'
    """
    name = space.kind.name
    if name == "Grid" and not space.capabilities.squares:
        name = "Grid of 16 directions" if len(getattr(space, "directions", ())) == 16 else "Grid with links"
    return GROUNDS[name]


def checked_ground(layer: str, ground: Any) -> Space:
    """Return the ground for a layer, after checking that the table allows it.

    Raises:
        SpaceError: It is not a space, or the table refuses it; the message gives the reason.

    Example:
        >>> import pathstar as ps
        >>> checked_ground("Waypoints", ps.HexGrid([[1]]))
        Traceback (most recent call last):
        pathstar.errors.SpaceError: Waypoints cannot lie over a HexGrid: lines of sight lead over squares
    """
    if not isinstance(ground, Space):
        *most, last = (GROUNDS[name].words for name in LAYERS[layer].runs_over)
        allowed = f"{', '.join(most)} or {last}" if most else last
        raise SpaceError(f"{layer} needs {allowed}, not {type(ground).__name__}")
    row = ground_of(ground)
    if reason := refusal(layer, row.name):
        raise SpaceError(f"{layer} cannot lie over {row.words}: {reason}")
    return ground
