"""The problems on which plans for many units are measured, and the figures to beat.

The figures are sums of costs over the sum of the shortest paths, on scenario random-1 of each map: the best
of six programs after ten seconds on one core, and the first plan of the program with the best first plans.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pathstar as ps

ROOT = Path(__file__).resolve().parents[2]
FOUR = ps.Moves(directions=4)

RANDOM, ROOM = "random-32-32-20", "room-64-64-8"
WAREHOUSE, DEN, PARIS = "warehouse-10-20-10-2-1", "den312d", "Paris_1_256"
MAPS = (RANDOM, ROOM, WAREHOUSE, DEN, PARIS)


@dataclass(frozen=True, slots=True)
class Cell:
    """A map and a number of units.

    Attributes:
        map: The map's name.
        units: How many rows of its scenarios are used.
        best: The ratio to reach after ten seconds, if there is a figure.
        first: The ratio of the first plan to reach after one second, and the seconds that its program took.
    """

    map: str
    units: int
    best: float | None = None
    first: tuple[float, float] | None = None


_BEST = {
    RANDOM: {200: 1.23, 400: 2.55},
    ROOM: {200: 1.30, 400: 2.04, 1000: 5.28},
    WAREHOUSE: {200: 1.016, 400: 1.08, 1000: 1.91},
    DEN: {200: 1.11, 400: 1.72, 1000: 4.79},
    PARIS: {400: 1.00, 1000: 1.01},
}
_FIRST = {
    RANDOM: {200: (1.48, 0.27), 400: (2.85, 0.97)},
    ROOM: {200: (1.45, 0.67), 400: (2.11, 1.54), 1000: (5.28, 6.5)},
    WAREHOUSE: {200: (1.04, 0.34), 400: (1.16, 2.2), 1000: (1.92, 6.2)},
    DEN: {200: (1.12, 0.49), 400: (1.74, 1.6), 1000: (4.79, 6.4)},
    PARIS: {400: (1.00, 3.8), 1000: (1.01, 8.6)},
}
_UNITS = {RANDOM: (50, 100, 200, 400)}
SHARED = tuple(
    Cell(name, units, _BEST[name].get(units), _FIRST[name].get(units))
    for name in MAPS
    for units in _UNITS.get(name, (50, 100, 200, 400, 1000))
)
EXTRA = (Cell("empty-16-16", 128), Cell("maze-32-32-2", 200))
APART = tuple(
    Cell(name, units)
    for name in MAPS
    for units in ({RANDOM: (150,)}.get(name) or ((200,) if name == ROOM else (200, 400)))
)
OPTIMAL = tuple(Cell(name, units) for name in (WAREHOUSE, DEN) for units in (20, 50))


def folder() -> Path:
    """Return the folder of the maps and scenarios for many units."""
    named = os.environ.get("PATHSTAR_MOVINGAI")
    return (Path(named) if named else ROOT.parent / "shared" / "movingai") / "mapf"


def problem(cell: Cell, scenario: int) -> tuple[ps.Grid, list[Any], list[Any]]:
    """Return the grid, the starts and the goals of a cell in one of the scenarios random-1 to random-3."""
    grid = ps.read(folder() / f"{cell.map}.map").grid(FOUR)
    rows = ps.read_scenario(folder() / f"{cell.map}-random-{scenario}.scen")[: cell.units]
    return grid, [row.start for row in rows], [row.goal for row in rows]
