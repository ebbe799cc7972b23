"""Esri grids and GeoTIFFs written from the rules of their formats: values, nodata, positions of cells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.rasters.files.geotiff import Band
from unit.io.odd.rules import REFUSED, Odd, cells_of, check, put, table

rasterio = pytest.importorskip("rasterio")

VALUES = "1 2 3\n4 -9999 6\n"


def asc(values: str = VALUES, drop: str = "", **changes: object) -> str:
    """Return a grid of 3 x 2 cells of 10 units; a key may be left out or replaced by others."""
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


def tiff(folder: Path, numbers: Any, transform: Any, **more: Any) -> Path:
    """Write a raster of one band; `scale` and `offset` convert its numbers to values."""
    array = np.array(numbers, more.pop("dtype", "int16"))
    ways = {key: (more.pop(key),) for key in ("scale", "offset") if key in more}
    facts = {"driver": "GTiff", "height": array.shape[0], "width": array.shape[1], "count": 1}
    with rasterio.open(
        folder / "odd.tif", "w", dtype=array.dtype, transform=transform, **facts, **more
    ) as file:
        file.write(array, 1)
        for key, value in ways.items():
            setattr(file, f"{key}s", value)
    return folder / "odd.tif"


NORTH = rasterio.Affine(10, 0, 100, 0, -10, 220)
ROWS = [[1, 2, 3], [4, 9, 6]]


@pytest.mark.filterwarnings("ignore:Use `@` matmul:PendingDeprecationWarning")
@pytest.mark.parametrize(
    ("transform", "place", "point"),
    [
        (NORTH, (0, 1), (105, 205)),
        (rasterio.Affine(10, 0, 100, 0, 10, 200), (0, 1), (105, 215)),
        (rasterio.Affine(0, 10, 100, 20, 0, 200), (2, 0), (105, 250)),
    ],
    ids=["north above", "south above", "turned"],
)
def test_tiff_transforms(
    transform: Any, place: tuple[int, int], point: tuple[float, float], tmp_path: Path
) -> None:
    """The rows remain those of the file, wherever north is."""
    map = ps.read(tiff(tmp_path, ROWS, transform, nodata=9))
    assert cells_of(map) == HOLE
    assert map.to_world(place) == pytest.approx(point)
    assert map.to_cell(point) == place


def test_tiff_scale(tmp_path: Path) -> None:
    """The value of a cell is its number times the scale of the band, plus its offset; nodata is a number."""
    map = ps.read(tiff(tmp_path, ROWS, NORTH, nodata=9, scale=0.5, offset=2.0))
    assert cells_of(map) == HOLE
    costs = map.cost_field()
    assert costs is not None
    assert costs[map.passable].tolist() == [2.5, 3, 3.5, 4, 5]


def test_tiff_scale_by_windows(tmp_path: Path) -> None:
    """A file that is read part by part has the same values."""
    band = Band(tiff(tmp_path, ROWS, NORTH, nodata=9, scale=0.5, offset=2.0))
    part = band[0:2, 1:3]
    assert band.dtype == part.dtype == np.float64
    assert part.filled(-1).tolist() == [[3, 3.5], [-1, 5]]


def test_tiff_nan_as_nodata(tmp_path: Path) -> None:
    map = ps.read(tiff(tmp_path, [[1, float("nan"), 0.5]], NORTH, dtype="float32", nodata=float("nan")))
    assert cells_of(map) == ".#."
