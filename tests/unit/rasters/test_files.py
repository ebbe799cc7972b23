"""Raster files in and out, and the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio
from typer.testing import CliRunner

import pathstar as ps
from pathstar.cli.app import app
from pathstar.rasters.geotiff import raster_of_files


@pytest.fixture
def friction(tmp_path: Path) -> Path:
    cost = np.random.default_rng(1).integers(1, 9, (30, 40)).astype(np.int16)
    cost[5:20, 15] = -9999
    return write(tmp_path / "friction.tif", cost)


def write(file: Path, values: np.ndarray, crs: str = "EPSG:32632", **more: Any) -> Path:
    transform = rasterio.Affine(30, 0, 500_000, 0, -20, 6_000_000)
    profile = {"driver": "GTiff", "height": values.shape[0], "width": values.shape[1], "count": 1}
    profile |= {"dtype": values.dtype, "crs": crs, "transform": transform, "nodata": -9999, **more}
    with rasterio.open(file, "w", **profile) as out:
        out.write(values, 1)
    return file


def run(*words: object) -> Any:
    return CliRunner().invoke(app, ["raster", *map(str, words)])


def test_cost_distance_of_a_file(friction: Path, tmp_path: Path) -> None:
    out, zones, back = tmp_path / "cost.tif", tmp_path / "zones.tif", tmp_path / "back.tif"
    sources = ["--from", "500015,5999990", "--from", "501100,5999500"]
    done = run("cost-distance", friction, *sources, "-o", out, "--nearest", zones, "--direction", back)
    assert done.exit_code == 0, done.output
    with rasterio.open(friction) as source:
        given = source.read(1)
    expected = ps.rasters.cost_distance(given, [(0, 0), (36, 25)], nodata=-9999, cell_size=(30, 20))
    for file, values in ((out, expected.cost), (zones, expected.nearest), (back, expected.direction)):
        with rasterio.open(file) as written:
            assert written.crs.to_epsg() == 32632
            np.testing.assert_array_equal(written.read(1), values)


def test_a_run_with_a_store_is_resumed(friction: Path, tmp_path: Path) -> None:
    out, store = tmp_path / "cost.tif", tmp_path / "store"
    done = run("cost-distance", friction, "--from", "500015,5999990", "-o", out, "--store", store)
    assert done.exit_code == 0, done.output
    before = out.read_bytes()
    out.unlink()
    assert run("resume", store).exit_code == 0
    assert out.read_bytes() == before
    assert isinstance(run("resume", tmp_path).exception, SystemExit)


def test_a_dry_run_says_what_it_takes(friction: Path, tmp_path: Path) -> None:
    done = run(
        "cost-distance", friction, "--from", "500015,5999990", "-o", tmp_path / "o.tif", "--dry-run", "--json"
    )
    assert json.loads(done.output)["tiles"] == 1
    assert not (tmp_path / "o.tif").exists()


def test_paths_corridors_and_networks_of_a_file(friction: Path, tmp_path: Path) -> None:
    ends = ["--from", "500015,5999990", "--to", "501100,5999500"]
    line, area, roads = tmp_path / "path.geojson", tmp_path / "area.tif", tmp_path / "roads.geojson"
    assert run("path", friction, *ends, "-o", line).exit_code == 0
    feature = json.loads(line.read_text())
    assert feature["geometry"]["coordinates"][0] == [500015.0, 5999990.0]
    assert run("corridor", friction, *ends, "--within", "0.1", "-o", area).exit_code == 0
    with rasterio.open(area) as written:
        assert written.read(1).min() == pytest.approx(feature["properties"]["cost"])
    sites = ["--from", "500015,5999990", "--from", "501100,5999500", "--from", "500500,5999500"]
    assert run("network", friction, *sites, "-o", roads).exit_code == 0
    assert len(json.loads(roads.read_text())["features"]) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--from", "0,0"], "0,0 lies outside the raster"),
        (["--from", "500465,5999850"], "cannot be entered"),
        (["--from", "500015,5999990", "--directions", "5"], "directions is 5"),
    ],
)
def test_refused(friction: Path, tmp_path: Path, words: list[str], message: str, capfd: Any) -> None:
    done = run("cost-distance", friction, *words, "-o", tmp_path / "o.tif")
    assert done.exit_code == 2
    assert message in done.output + capfd.readouterr().err


def test_files_that_disagree(friction: Path, tmp_path: Path) -> None:
    height = np.zeros((30, 40), np.float32)
    with pytest.raises(ps.OptionError, match="another crs"):
        raster_of_files(friction, write(tmp_path / "h.tif", height, crs="EPSG:32633"))
    with pytest.raises(ps.ArrayError, match="other cells"):
        raster_of_files(friction, write(tmp_path / "h.tif", height[:-1]))
    rotated = rasterio.Affine(30, 1, 0, 1, -20, 0)
    with pytest.raises(ps.ArrayError, match="rotated"):
        raster_of_files(write(tmp_path / "r.tif", height, transform=rotated))
    with pytest.raises(ps.OptionError, match="cannot be read"):
        raster_of_files(tmp_path / "none.tif")
