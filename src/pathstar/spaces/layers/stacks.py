"""The table of layers, and of what each may lie over.

The constructor of each layer reads it. A layer holds no copy of its ground: an edit below shows through.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pathstar.errors import SpaceError
from pathstar.spaces.base import Space

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Layer:
    """One kind of layer.

    Attributes:
        name: What it is called: the name of its class, where it has one.
        node: Which node of the ground one of its nodes lies over, in words.
        own_costs: Whether its steps cost something else than those of the ground.
        needs_steps_back: Whether it needs to follow the ground's steps back.
    """

    name: str
    node: str
    own_costs: bool = False
    needs_steps_back: bool = False


LAYERS: dict[str, Layer] = {
    row.name: row
    for row in (
        Layer("mask", "the same; some nodes may not be entered"),
        Layer("spur path", "the same; the beginning of the path is given", needs_steps_back=True),
        Layer("Sized", "the same: the upper left cell of the unit", own_costs=True),
        Layer("Turning", "its cell, without the heading", own_costs=True),
        Layer("Timed", "the same, at one of the times at which it is free", own_costs=True),
    )
}


@dataclass(frozen=True, slots=True)
class Ground:
    """Something that a layer may lie over, or not.

    Attributes:
        name: The name of its class, with a word more where that does not say it.
        words: What it is, for an error message.
    """

    name: str
    words: str


GROUNDS: dict[str, Ground] = {
    row.name: row
    for row in (
        Ground("Grid", "a Grid of plain squares"),
        Ground("Grid with links", "a Grid with joined borders, portals or one-way rules"),
        Ground("Grid of 16 directions", "a Grid of 16 directions"),
        Ground("HexGrid", "a HexGrid"),
        Ground("VoxelGrid", "a VoxelGrid"),
        Ground("Graph", "a Graph"),
        Ground("Waypoints", "Waypoints"),
        Ground("Custom", "a Custom space"),
        Ground("Sized", "a layer of units with a size"),
        Ground("Turning", "a Turning"),
        Ground("Timed", "a Timed"),
    )
}


@dataclass(frozen=True, slots=True)
class Stack:
    """A layer over some ground.

    Attributes:
        layer: A name of `LAYERS`, or ``"Waypoints"``, which lie over a grid as a layer does.
        ground: A name of `GROUNDS`.
        refused: Why it does not run, in words; empty where it runs.
    """

    layer: str
    ground: str
    refused: str = ""


def _stacks(layer: str, runs: Iterable[str], refused: dict[str, str]) -> Iterable[Stack]:
    return (
        *(Stack(layer, ground) for ground in runs),
        *(Stack(layer, ground, why) for ground, why in refused.items()),
    )


_NO_SQUARES = "a unit of several cells is made of squares"
_NO_DIRECTIONS = "a heading is a direction between cells"
_SIXTEEN = "a knight's move is no turn and no straight line; use 4 or 8 directions"
_TIME_ABOVE = "time lies above all other layers"
_ONE_SQUARE = "a line of sight is that of a unit on one square"
_OWN_LINES = "a line of sight leads over plain squares"

STACKS: dict[tuple[str, str], Stack] = {
    (row.layer, row.ground): row
    for row in (
        *_stacks(
            "Sized",
            ["Grid"],
            {
                "Grid with links": "a unit of several squares does not fit through portals and over joined "
                "borders, and one-way rules are for units on one square",
                "Grid of 16 directions": "a unit of several squares makes no knight's moves; use 4 or 8 "
                "directions",
                "HexGrid": _NO_SQUARES,
                "VoxelGrid": _NO_SQUARES,
                "Graph": _NO_SQUARES,
                "Waypoints": _NO_SQUARES,
                "Custom": _NO_SQUARES,
                "Sized": "the unit has a size already; ask the grid below for another one",
                "Turning": "headings lie above sizes: Turning(grid.sized(k))",
                "Timed": _TIME_ABOVE,
            },
        ),
        *_stacks(
            "Turning",
            ["Grid", "Grid with links", "HexGrid", "Sized"],
            {
                "Grid of 16 directions": _SIXTEEN,
                "VoxelGrid": "a heading is a direction on a plane",
                "Graph": _NO_DIRECTIONS,
                "Waypoints": _NO_DIRECTIONS,
                "Custom": _NO_DIRECTIONS,
                "Turning": "the unit has a heading already",
                "Timed": _TIME_ABOVE,
            },
        ),
        *_stacks(
            "Timed",
            ["Grid", "Grid with links", "HexGrid"],
            {
                "Grid of 16 directions": "what a knight's move sweeps, and when, is not known; use 4 or 8 "
                "directions",
                "VoxelGrid": "times are those of cells on a plane",
                "Graph": "times are those of cells",
                "Waypoints": "times are those of cells",
                "Custom": "what functions of a caller do has no duration",
                "Sized": "times are those of single cells",
                "Turning": "times are those of single cells",
                "Timed": "the unit has a time already",
            },
        ),
        *_stacks(
            "Waypoints",
            ["Grid", "Grid with links", "Grid of 16 directions"],
            {
                "HexGrid": _OWN_LINES,
                "VoxelGrid": _OWN_LINES,
                "Graph": _OWN_LINES,
                "Waypoints": _OWN_LINES,
                "Custom": _OWN_LINES,
                "Sized": _ONE_SQUARE,
                "Turning": _OWN_LINES,
                "Timed": _OWN_LINES,
            },
        ),
    )
}


def ground_of(space: Space) -> Ground:
    """Return the row of what a space is as a ground.

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
    """Return what a layer is to lie over.

    Raises:
        SpaceError: It is no space, or the table refuses it, with the reason.

    Example:
        >>> import pathstar as ps
        >>> checked_ground("Turning", ps.VoxelGrid([[[1]]]))
        Traceback (most recent call last):
        pathstar.errors.SpaceError: Turning cannot lie over a VoxelGrid: a heading is a direction on a plane
    """
    if not isinstance(ground, Space):
        stacks = [stack for stack in STACKS.values() if stack.layer == layer and not stack.refused]
        runs = [GROUNDS[stack.ground].words for stack in stacks]
        allowed = " or ".join(filter(None, (", ".join(runs[:-1]), runs[-1])))
        raise SpaceError(f"{layer} needs {allowed}, not {type(ground).__name__}")
    row = ground_of(ground)
    if refused := STACKS[layer, row.name].refused:
        raise SpaceError(f"{layer} cannot lie over {row.words}: {refused}")
    return ground
