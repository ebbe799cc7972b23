"""ESRI ASCII grids written from the rules of their format: values, nodata and where the cells lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pathstar as ps
from unit.io.odd.rules import REFUSED, Odd, check, put, table

pytest.importorskip("rasterio")

VALUES = "1 2 3\n4 -9999 6\n"


def asc(values: str = VALUES, drop: str = "", **changes: object) -> str:
    """Return a grid of 3 x 2 cells of 10 units; a key may be left out, and others may take its place."""
    keys: dict[str, object] = {
        "ncols": 3,
        "nrows": 2,
        "xllcorner": 100,
        "yllcorner": 200,
        "cellsize": 10,
        "NODATA_value": -9999,
    }
    keys |= changes
    return "".join(f"{key} {value}\n" for key, value in keys.items() if key not in drop.split()) + values


COSTS = [[1.0, 2.0, 3.0], [4.0, 0.0, 6.0]]
HOLE = ".../.#."
LOWER_LEFT = {(0, 1): (105, 205), (2, 0): (125, 215)}
CENTRES = {"drop": "xllcorner yllcorner", "xllcenter": 100, "yllcenter": 200}
OBLONG = {"drop": "cellsize", "dx": 10, "dy": 20}


def grid(name: str, text: str, cells: str = HOLE, **more: Any) -> Odd:
    """Return a row with the usual costs."""
    return Odd(name, text, cells, **({"costs": COSTS} | more if cells != REFUSED else more))


CASES = [
    grid("corners", asc(), world=LOWER_LEFT),
    grid("centres", asc(**CENTRES), world={(0, 1): (100, 200), (2, 0): (120, 210)}),
    grid("oblong cells", asc(**OBLONG), world={(0, 1): (105, 210), (2, 0): (125, 230)}),
    grid("keys in capitals", asc().upper(), world=LOWER_LEFT),
    grid("keys in small letters", asc().lower(), world=LOWER_LEFT),
    grid("another line for each number", asc("\n".join(VALUES.split()))),
    grid("all on one line", asc(" ".join(VALUES.split()))),
    grid("lines of DOS, tabs, blanks before", asc().replace("\n", "\r\n ").replace(" ", "\t")),
    grid("nodata with a fraction", asc("1 2 3\n4 -9999.0 6\n", NODATA_value="-9999.00")),
    grid("nodata of 7", asc("1 2 3\n4 7 6\n", NODATA_value=7)),
    grid("exponents", asc("1e0 0.2e1 3.0\n+4 -9999 .6E1\n")),
    grid("0 is a wall", asc("1 2 3\n4 0 6\n")),
    grid("0 is free as a cost", asc("1 2 3\n4 0 6\n"), ".../...", options={"values": "costs"}, costs=None),
    grid("nan", asc("1 2 3\n4 nan 6\n")),
    grid("walkable alone", asc("1 0 1\n1 -9999 1\n"), ".#./.#.", options={"values": "walkable"}, costs=None),
    grid("a negative cost", asc("1 2 3\n4 -5 6\n"), REFUSED),
    grid("a number too few", asc("1 2 3\n4 5\n"), REFUSED),
    grid("a number too many", asc("1 2 3\n4 5 6\n7\n"), REFUSED),
    grid("a word", asc("1 2 3\n4 x 6\n"), REFUSED),
    grid("no columns", asc(drop="ncols"), REFUSED),
    grid("no cell size", asc(drop="cellsize"), REFUSED),
    grid("columns of 0", asc(ncols=0), REFUSED),
    grid("only a head", asc(""), REFUSED),
]


@table(CASES)
def test_asc(case: Odd, tmp_path: Path) -> None:
    check(case, tmp_path, "asc")


def test_nodata_by_default(tmp_path: Path) -> None:
    """Without the line NODATA_value it is -9999, so the cell is a wall; it must not become a cost."""
    path = put(tmp_path, "odd.asc", asc(drop="NODATA_value"))
    try:
        map = ps.read(path)
    except ps.errors.PathstarError:
        return
    assert not map.passable[1, 1]


def test_height(tmp_path: Path) -> None:
    """Heights may be negative; nodata cannot be entered."""
    path = put(tmp_path, "odd.asc", asc("1 -2 3\n4 -9999 0\n"))
    map = ps.read(path, layer="height")
    assert map.passable.tolist() == [[True] * 3, [True, False, True]]
    assert map.layers["height"][map.passable].tolist() == [1, -2, 3, 4, 0]
