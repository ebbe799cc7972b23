"""Raster files in and out, and the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio
import xarray
from typer.testing import CliRunner

import pathstar as ps
from pathstar.cli.app import app
from pathstar.rasters.files.layers import check_writable, open_layer, raster_of_files, write_raster


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


def test_a_file_without_a_place_has_columns_and_rows(tmp_path: Path) -> None:
    cost = np.arange(1, 13, dtype=np.uint8).reshape(3, 4)
    with pytest.warns(rasterio.errors.NotGeoreferencedWarning):
        file = write(tmp_path / "plain.tif", cost, "", transform=None, nodata=None)
    done = run("cost-distance", file, "--from", "3.5,1.5", "-o", tmp_path / "cost.tif")
    assert done.exit_code == 0, done.exception
    with rasterio.open(tmp_path / "cost.tif") as written:
        np.testing.assert_array_equal(written.read(1), ps.rasters.cost_distance(cost, [(3, 1)]).cost)


@pytest.mark.parametrize("ending", ["nc", "zarr"])
@pytest.mark.parametrize("degrees", [False, True])
def test_netcdf_and_zarr(tmp_path: Path, ending: str, degrees: bool) -> None:
    cost = np.random.default_rng(1).uniform(1, 9, (30, 40)).astype(np.float32)
    cost[5:20, 15] = -9999
    crs, (dx, dy) = ("EPSG:4326", (0.25, -0.5)) if degrees else ("EPSG:32632", (30.0, -20.0))
    transform = rasterio.Affine(dx, 0, 7, 0, dy, 60)
    tif = write(tmp_path / "land.tif", cost, crs, transform=transform)
    place = open_layer(tif).place
    land = tmp_path / f"land.{ending}"
    write_raster(land, "friction", cost, place, -9999.0)
    write_raster(land, "friction", cost, place, -9999.0)  # in place of the first
    assert open_layer(f"{land}:friction").place == place
    at = f"{7 + 2.5 * dx},{60 + 3.5 * dy}"
    outs = tmp_path / f"o.{ending}", tmp_path / "o.tif"
    for source, out in zip((land, tif), outs, strict=True):
        done = run("cost-distance", source, "--from", at, "-o", out, "--nearest", out.with_stem("zones"))
        assert done.exit_code == 0, done.output
    with rasterio.open(outs[1]) as written:
        values = np.ma.filled(written.read(1, masked=True), np.nan)
    np.testing.assert_array_equal(open_layer(outs[0])[:, :], values)
    opened = xarray.open_dataset(outs[0], engine={"nc": "h5netcdf", "zarr": "zarr"}[ending])
    assert "spatial_ref" in opened.variables
    assert sorted(path.name for path in tmp_path.glob(".*")) == []


WRITING = """
import re
import sys
from pathlib import Path

import numpy as np

from pathstar.rasters.files.layers import write_raster
from pathstar.rasters.files.place import FilePlace
from pathstar.rasters.georeference import Georeference

side = 4000
file, out = Path(sys.argv[1]), Path(sys.argv[2])
place = FilePlace((side, side), Georeference(0.0, 0.0, 1.0, 1.0), "", False)
small = np.lib.format.open_memmap(file.with_name("small.npy"), mode="w+", dtype=float, shape=(50, 50))
write_raster(out, "cost", small, FilePlace((50, 50), place.georeference, "", False), np.inf)


def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024


before = peak()
write_raster(out, "cost", np.load(file, mmap_mode="r"), place, np.inf)
assert peak() - before < 80_000_000, peak() - before
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what the peak was")
@pytest.mark.parametrize("ending", ["tif", "nc", "zarr"])
def test_results_are_written_by_windows(tmp_path: Path, ending: str) -> None:
    side = 4000  # 128 MB
    values = np.lib.format.open_memmap(tmp_path / "cost.npy", mode="w+", dtype=np.float64, shape=(side, side))
    values[:] = np.arange(side)[:, None] // 100 + np.arange(side) // 100
    out = tmp_path / f"cost.{ending}"
    subprocess.run([sys.executable, "-c", WRITING, tmp_path / "cost.npy", out], check=True)
    np.testing.assert_array_equal(np.ma.getdata(open_layer(out)[3000:3100, :]), values[3000:3100])


def test_variables_that_are_not_there(tmp_path: Path) -> None:
    two = {name: (("y", "x"), np.ones((3, 4))) for name in ("friction", "height")}
    xarray.Dataset(two).to_netcdf(tmp_path / "land.nc", engine="h5netcdf")
    assert open_layer(tmp_path / "land.nc:height").shape == (3, 4)
    with pytest.raises(ps.OptionError, match="has the rasters friction, height; name one"):
        open_layer(tmp_path / "land.nc")
    with pytest.raises(ps.OptionError, match="friction"):
        open_layer(tmp_path / "land.nc:fricton")
    with pytest.raises(ps.OptionError, match="cannot be read"):
        open_layer(tmp_path / "none.nc")
    place = open_layer(tmp_path / "land.nc:height").place
    with pytest.raises(ps.OptionError, match="cannot be written"):
        write_raster(tmp_path / "none" / "o.nc", "cost", np.ones((3, 4)), place, 0)


def test_a_run_with_a_store_is_resumed(friction: Path, tmp_path: Path) -> None:
    out, store = tmp_path / "cost.tif", tmp_path / "store"
    done = run("cost-distance", friction, "--from", "500015,5999990", "-o", out, "--store", store)
    assert done.exit_code == 0, done.output
    before = out.read_bytes()
    out.unlink()
    assert run("resume", store).exit_code == 0
    assert out.read_bytes() == before
    assert isinstance(run("resume", tmp_path).exception, SystemExit)


ENDS = ["--from", "500015,5999990", "--to", "501100,5999500"]
SITES = ["--from", "500015,5999990", "--from", "501100,5999500", "--from", "500500,5999500"]
WORDS = {
    "cost-distance": [*SITES, "--nearest", "{folder}/zones.tif", "-o", "{folder}/o.tif"],
    "path": [*ENDS, "-o", "{folder}/o.json"],
    "corridor": [*ENDS, "--within", "0.1", "-o", "{folder}/o.tif"],
    "network": [*SITES, "-o", "{folder}/o.json"],
}


@pytest.mark.parametrize("command", WORDS)
def test_a_command_that_is_killed_is_resumed(friction: Path, tmp_path: Path, command: str) -> None:
    words = ["raster", command, str(friction), *(word.format(folder=tmp_path) for word in WORDS[command])]
    out, store = Path(words[-1]), tmp_path / "store"
    assert run(*words[1:]).exit_code == 0
    expected = out.read_bytes()
    out.unlink()
    subprocess.run([sys.executable, "-c", KILLED, out, *words, "--store", str(store)], check=True)
    resumed = run("resume", store, "--json")
    assert resumed.exit_code == 0, resumed.output
    assert out.read_bytes() == expected
    assert json.loads(resumed.output).keys() >= {"file" if command != "cost-distance" else "files"}


# Runs a command in tiles of 9 cells a side in one child after another. Each kills itself after some visits,
# one more than the child before.
KILLED = """
import dataclasses
import os
import signal
import sys
from pathlib import Path

from pathstar.cli.app import app
from pathstar.cli import rasters
from pathstar.rasters.tiles.wave import Wave

for left in (2, 3, 4):
    child = os.fork()
    if not child:
        break
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert not Path(sys.argv[1]).exists()
else:
    sys.exit()

plain = rasters._tiles


@rasters.contextmanager
def small_tiles(*given):
    with plain(*given) as tiles:
        yield dataclasses.replace(tiles, side=9, tell=tell)


def tell(progress):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)


rasters._tiles, Wave.SAVE_EVERY = small_tiles, 0.0
app(sys.argv[2:])
"""


@pytest.mark.parametrize(
    ("command", "more", "message"),
    [
        ("path", [], "differs in command"),
        ("network", ["--kind", "all"], "differs in kind"),
        ("network", ["--directions", "16"], "differs in options"),
    ],
)
def test_a_store_takes_one_run(
    friction: Path, tmp_path: Path, command: str, more: list[str], message: str, capfd: Any
) -> None:
    store = ["--store", tmp_path / "store"]
    network, other = ([word.format(folder=tmp_path) for word in WORDS[each]] for each in ("network", command))
    assert run("network", friction, *network, *store).exit_code == 0
    done = run(command, friction, *other, *more, *store)
    assert done.exit_code == 2
    assert message in done.output + capfd.readouterr().err
    assert run("resume", tmp_path / "store").exit_code == 0


def test_a_share_or_kind_that_is_not_allowed_is_said_before_the_work(
    friction: Path, tmp_path: Path, capfd: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pathstar.rasters.distance.solve_in_tiles", None)  # so that there is no work
    corridor, network = ([word.format(folder=tmp_path) for word in WORDS[c]] for c in ("corridor", "network"))
    for words, message in (
        (["corridor", friction, *corridor, "--within", "-1"], "share is -1.0; allowed: a number from 0 up"),
        (["network", friction, *network, "--kind", "tre"], "did you mean 'tree'?"),
        (["network", friction, *network, "--kind", "tre", "--dry-run"], "did you mean 'tree'?"),
    ):
        done = run(*words)
        assert done.exit_code == 2
        assert message in done.output + capfd.readouterr().err


def test_another_run_does_not_take_the_place_of_one_in_a_store(
    friction: Path, tmp_path: Path, capfd: Any
) -> None:
    out, store = tmp_path / "cost.tif", tmp_path / "store"
    words = ["cost-distance", friction, "-o", out, "--store", store, "--from"]
    assert run(*words, "500015,5999990").exit_code == 0
    refused = run(*words, "501100,5999500")
    assert refused.exit_code == 2
    assert "differs in places" in refused.output + capfd.readouterr().err
    assert run("resume", store).exit_code == 0


def test_a_store_that_cannot_be_made_is_named(friction: Path, tmp_path: Path, capfd: Any) -> None:
    (tmp_path / "file").write_text("")
    words = ["--from", "500015,5999990", "-o", tmp_path / "o.tif", "--store", tmp_path / "file" / "store"]
    done = run("cost-distance", friction, *words)
    assert done.exit_code == 2
    assert "the store" in (said := done.output + capfd.readouterr().err)
    assert "cannot be written" in said


def test_a_source_that_is_named_twice_is_one(tmp_path: Path) -> None:
    cost = write(tmp_path / "cost.tif", np.array([[1, 1, -9999]], np.int16))
    ends = ["--from", "500015,5999990", "--from", "500015,5999990"]
    assert run("cost-distance", cost, *ends, "-o", tmp_path / "o.tif").exit_code == 0


def test_a_dry_run_says_what_it_takes(friction: Path, tmp_path: Path) -> None:
    done = run(
        "cost-distance", friction, "--from", "500015,5999990", "-o", tmp_path / "o.tif", "--dry-run", "--json"
    )
    said = json.loads(done.output)
    assert said["tiles"] == 1
    assert said["process_memory"] > 30_000_000  # Python and its libraries count, too
    assert not (tmp_path / "o.tif").exists()


@pytest.mark.parametrize("command", ["path", "corridor", "network"])
def test_a_dry_run_of_what_is_kept_in_memory(
    friction: Path, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pathstar.rasters.distance.solve_in_tiles", None)  # so that there is no work
    ends = ["--from", "500015,5999990", "--from" if command == "network" else "--to", "501100,5999500"]
    out = tmp_path / ("o.tif" if command == "corridor" else "o.json")
    done = run(command, friction, *ends, "-o", out, "--dry-run", "--json")
    assert done.exit_code == 0, done.output
    said = json.loads(done.output)
    assert said["tiles"] == 1
    # A copy of the costs, with the outer columns of the only tile twice, and tiles of costs.
    assert said["scratch"] == 30 * (40 + 2) * 4 + 30 * 40 * 8
    assert said["results"] == 30 * 40 * (24 if command == "corridor" else 9)
    assert said["process_memory"] > 30_000_000
    assert not out.exists()


@pytest.mark.parametrize(
    ("command", "name", "message"),
    [
        ("cost-distance", "o.xyz", "unknown ending of o.xyz '.xyz'. Allowed: .tif, .tiff, .nc, .nc4, .zarr"),
        ("cost-distance", "o.tfi", "did you mean '.tif'?"),
        ("cost-distance", "cost", "unknown ending of cost ''"),
        ("corridor", "o.nc:cost", "unknown ending of o.nc:cost"),
        ("path", "o.tif", "Allowed: .geojson, .json"),
        ("network", "o.gjson", "did you mean '.json'?"),
    ],
)
def test_a_file_of_an_unknown_kind_is_refused_before_the_work(
    friction: Path,
    tmp_path: Path,
    command: str,
    name: str,
    message: str,
    capfd: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pathstar.rasters.files.layers.raster_of_files", None)  # so that there is no work
    goal = ["--to", "501100,5999500"] if command in ("path", "corridor") else []
    done = run(command, friction, "--from", "500015,5999990", *goal, "-o", tmp_path / name)
    assert done.exit_code == 2
    assert message in done.output + capfd.readouterr().err


@pytest.mark.parametrize(
    ("out", "more", "message"),
    [
        ("friction.tif", [], "it is read"),
        ("o.tif", ["--nearest", "o.tif"], "it is named twice"),
        ("o.tif", ["--height", "o.tif"], "it is read"),
    ],
)
def test_results_never_replace_inputs_or_each_other(
    friction: Path, tmp_path: Path, out: str, more: list[str], message: str, capfd: Any
) -> None:
    before = friction.read_bytes()
    words = [tmp_path / word if word.endswith("tif") else word for word in more]
    done = run("cost-distance", friction, "--from", "500015,5999990", "-o", tmp_path / out, *words)
    assert done.exit_code == 2
    assert message in done.output + capfd.readouterr().err
    assert friction.read_bytes() == before


def test_a_variable_that_is_read_keeps_its_file(tmp_path: Path) -> None:
    with pytest.raises(ps.OptionError, match="it is read"):
        check_writable(tmp_path / "land.nc", inputs=[tmp_path / "land.nc:friction"])


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


@pytest.mark.parametrize("wrap", [False, True])
def test_heights_without_data_are_closed(tmp_path: Path, wrap: bool) -> None:
    height = np.zeros((3, 9), np.int16)
    height[:, 4] = -9999
    cost = write(tmp_path / "cost.tif", np.ones((3, 9), np.float32))
    ground, _ = raster_of_files(cost, write(tmp_path / "height.tif", height), pace="rees", wrap=wrap)
    found = ps.rasters.cost_distance(ground, [(0, 0)], tiles=ps.rasters.Tiles(side=5))
    np.testing.assert_array_equal(
        np.isfinite(found.cost[0]), [wrap or x < 4 for x in range(9)] & (height[0] == 0)
    )
    with pytest.raises(ps.PlaceError, match="cannot be entered"):
        ps.rasters.cost_distance(ground, [(4, 0)])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--from", "0,0"], "0,0 lies outside the raster"),
        (["--from", "500465,5999850"], "at (15, 7), in map coordinates 500465,5999850: no data there"),
        (["--from", "500015,5999990", "--directions", "5"], "directions is 5"),
        (["--from", "500015,5999990", "--memory", "nan"], "memory is nan"),
    ],
)
def test_refused(friction: Path, tmp_path: Path, words: list[str], message: str, capfd: Any) -> None:
    done = run("cost-distance", friction, *words, "-o", tmp_path / "o.tif")
    assert done.exit_code == 2
    assert message in done.output + capfd.readouterr().err


@pytest.mark.parametrize("command", ["cost-distance", "path", "corridor", "network"])
def test_a_folder_that_is_not_there_is_said_before_the_work(
    friction: Path, tmp_path: Path, command: str, capfd: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pathstar.rasters.files.layers.raster_of_files", None)  # so that there is no work
    ends = [
        "--from",
        "500015,5999990",
        *(["--to", "501100,5999500"] if command in ("path", "corridor") else []),
    ]
    done = run(command, friction, *ends, "-o", tmp_path / "none" / "o.tif")
    assert done.exit_code == 2
    assert "there is no folder" in done.output + capfd.readouterr().err


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


@pytest.mark.parametrize("file", [None, 3])
def test_what_is_no_name_of_a_file(file: Any) -> None:
    for call in (open_layer, raster_of_files, check_writable):
        with pytest.raises(
            ps.OptionError, match=r"neither a file of costs|the name of a file, as text or a path"
        ):
            call(file)


def test_a_zarr_folder_stays_if_the_new_one_cannot_take_its_place(
    tmp_path: Path, friction: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, land = open_layer(friction).place, tmp_path / "land.zarr"
    write_raster(land, "cost", np.ones(place.shape), place, -1.0)
    replace = Path.replace

    def failing(file: Path, target: Path) -> Path:
        if target == land and ".part." in file.name:
            raise OSError("no more names")
        return replace(file, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(ps.OptionError, match="no more names"):
        write_raster(land, "cost", np.zeros(place.shape), place, -1.0)
    monkeypatch.undo()
    assert (open_layer(land)[:, :] == 1).all()
    assert [file.name for file in tmp_path.glob("*.zarr")] == ["land.zarr"]
