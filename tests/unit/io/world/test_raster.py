"""Rasters, written by rasterio and read back with their geotransform."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import numpy as np
import pytest
import rasterio

import pathstar as ps
from pathstar.errors import MapFormatError, MapLimitError, OptionError

# affine, which rasterio uses, warns of how rasterio multiplies
pytestmark = pytest.mark.filterwarnings("ignore:Use `@` matmul:PendingDeprecationWarning")
PLACE = {"crs": "EPSG:25833", "transform": rasterio.Affine(30, 0, 400_000, 0, -20, 5_800_000)}


def written(folder: Path, numbers: np.ndarray, name: str = "cost.tif", **more) -> Path:
    facts = {
        "driver": "GTiff",
        "height": numbers.shape[-2],
        "width": numbers.shape[-1],
        "dtype": numbers.dtype,
    }
    facts |= {"count": 1 if numbers.ndim == 2 else len(numbers), **PLACE, **more}
    with rasterio.open(folder / name, "w", **facts) as file:
        file.write(numbers, 1) if numbers.ndim == 2 else file.write(numbers)
    return folder / name


@pytest.mark.parametrize("dtype", ["float32", "float64", "uint8", "int16", "uint16", "int32"])
def test_numbers_nodata_and_place(tmp_path, dtype):
    file = written(tmp_path, np.array([[1, 2, 9], [0, 4, 5]], dtype), nodata=9)
    map = ps.read(file)
    assert map.passable.tolist() == [[True, True, False], [False, True, True]]
    assert map.cost_field()[map.passable].tolist() == [1, 2, 4, 5]
    assert map.frame.crs == "EPSG:25833"
    with rasterio.open(file) as raster:
        assert map.to_world((2, 1)) == raster.xy(1, 2)
        row, column = raster.index(400_035, 5_799_999)
    assert map.to_cell((400_035, 5_799_999)) == (column, row)


def test_what_numbers_mean(tmp_path):
    file = written(tmp_path, np.array([[-3, 0, 7]], "float32"), nodata=7)
    with pytest.raises(MapFormatError, match=r"-3.0 at \(0, 0\).*layer='height'"):
        ps.read(file)
    heights = ps.read(file, layer="height")
    assert heights.passable.tolist() == [[True, True, False]]
    assert heights.layers["height"].tolist() == [[-3, 0, 0]]
    assert ps.read(written(tmp_path, np.array([[0, 2]], "uint8")), values="costs").cost.tolist() == [[0, 2]]
    assert ps.read(written(tmp_path, np.array([[0, 2]], "uint8")), values="walkable").cost is None


def test_bands(tmp_path):
    file = written(tmp_path, np.array([[[1, 1]], [[3, 4]]], "float32"))
    assert ps.read(file, band=2).cost.tolist() == [[3, 4]]
    with pytest.raises(OptionError, match=r"band is 3; .* has bands from 1 to 2"):
        ps.read(file, band=3)
    with pytest.raises(OptionError, match="threshold reads an image, band a raster"):
        ps.read(file, band=2, threshold=3)


def test_pictures_stay_pictures(tmp_path):
    from PIL import Image

    Image.fromarray(np.array([[0, 200]], np.uint8)).save(tmp_path / "plan.tif")
    assert ps.read(tmp_path / "plan.tif").passable.tolist() == [[False, True]]
    assert ps.read(tmp_path / "plan.tif").cost is None
    placed = written(tmp_path, np.array([[0, 200]], "uint8"))
    assert ps.read(placed, threshold=201).passable.tolist() == [[False, False]]


def test_text_grids(tmp_path):
    file = tmp_path / "a.asc"
    file.write_text(
        "ncols 2\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 5\nNODATA_value -9999\n1 2\n-9999 4\n"
    )
    map = ps.read(file)
    assert map.passable.tolist() == [[True, True], [False, True]]
    assert map.to_world((0, 0)) == (12.5, 27.5)


def test_the_least_number_of_all_may_stand_for_nodata():
    least = np.finfo(np.float64).min  # as GDAL writes it, which overflows float32
    text = f"ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 5\nNODATA_value {least}\n7 {least}\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        map = ps.read(io.BytesIO(text.encode()), format="asc")
    assert map.passable.tolist() == [[True, False]]


def test_damage_and_limits(tmp_path):
    file = written(tmp_path, np.ones((20, 20), "float32"))
    for data in (file.read_bytes()[:200], b"II*\0", b"", b"MM\0*" + b"\xff" * 50):
        with pytest.raises(MapFormatError):
            ps.read(io.BytesIO(data), format="tif")
    with pytest.raises(MapFormatError):
        ps.read(io.BytesIO(b"ncols 2"), format="asc")
    with pytest.raises(MapLimitError):
        ps.read(file, cell_limit=399)
    with pytest.raises(MapFormatError, match="complex"):
        ps.read(written(tmp_path, np.ones((2, 2), "complex64")))
