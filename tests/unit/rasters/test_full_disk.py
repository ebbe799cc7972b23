"""A disk that is full at any moment: an error says so, old results stay, resumed runs give the same bytes.

The full disk is simulated by a limit on the size of files, which needs no privileges.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.rasters.test_files import write

# Runs a command in tiles of 16 cells a side with one limit after the other, each time with a new store and an
# old result, and then resumes without a limit. Prints for each limit the status and the output.
LIMITED = """
import dataclasses
import json
import resource
import shutil
import sys
from pathlib import Path

from typer.testing import CliRunner

from pathstar.cli import rasters
from pathstar.cli.app import app
from pathstar.rasters.tiles.wave import Wave

plain = rasters._tiles


@rasters.contextmanager
def small_tiles(*given):
    with plain(*given) as tiles:
        yield dataclasses.replace(tiles, side=16)


def run(*words):
    return CliRunner().invoke(app, ["raster", *words])


def content(file):
    return {str(each): each.read_bytes() for each in [file, *sorted(file.rglob("*"))] if each.is_file()}


rasters._tiles, Wave.SAVE_EVERY = small_tiles, 0.0
out, store, words = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
assert run(*words).exit_code == 0
expected = content(out)
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
for limit in (0, 300, 1000, 2500, 5000, 9000, 2**20):
    shutil.rmtree(store, ignore_errors=True)
    for file in expected:
        Path(file).write_bytes(b"old")
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    done = run(*words, "--store", str(store))
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    print(json.dumps([limit, done.exit_code, done.output]))
    old = dict.fromkeys(expected, b"old")
    assert content(out) == (expected if done.exit_code == 0 else old), limit
    left = [each.name for each in out.parent.iterdir() if each.name.startswith(".")]
    assert left == [], (limit, left)
    if done.exit_code:
        again = ["resume", str(store)] if (store / "run.json").exists() else [*words, "--store", str(store)]
        assert run(*again).exit_code == 0, limit
        assert content(out) == expected, limit
"""

ENDS = ["--from", "500015,5999990", "--to", "501100,5999500"]
SITES = ["--from", "500015,5999990", "--from", "501100,5999500", "--from", "500500,5999500"]


LIMITS = pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")


def lines_of(code: str, *words: object) -> list[Any]:
    """Run a program, and return the JSON value of each line of its output."""
    command = [sys.executable, "-c", code, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@LIMITS
@pytest.mark.parametrize("command", ["cost-distance", "path", "corridor", "network"])
def test_a_command_says_what_cannot_be_written_and_loses_nothing(tmp_path: Path, command: str) -> None:
    cost = np.random.default_rng(1).integers(1, 9, (30, 40)).astype(np.int16)
    friction = write(tmp_path / "friction.tif", cost)
    (tmp_path / "out").mkdir()
    out, store = tmp_path / "out" / ("o.json" if command in ("path", "network") else "o.tif"), tmp_path / "s"
    ends = ENDS if command in ("path", "corridor") else SITES
    said = lines_of(LIMITED, out, store, command, friction, *ends, "-o", out)
    assert [status for _, status, _ in said] == [2] * (len(said) - 1) + [0]
    for _, _, text in said[:-1]:
        assert "cannot be written: " in text or "A run with a store goes on" in text.replace("\n", " ")


# Writes a raster again and again, each time with more room; prints the room and the exception.
WRITING = """
import json
import resource
import sys
from pathlib import Path

import numpy as np

from pathstar.errors import OptionError
from pathstar.rasters.files.layers import open_layer, write_raster
from pathstar.rasters.files.place import FilePlace
from pathstar.rasters.georeference import Georeference

values = np.random.default_rng(0).uniform(0, 9, (100, 80))
place = FilePlace(values.shape, Georeference(500000.0, 6000000.0, 30.0, -20.0), "", False)
out = Path(sys.argv[1])
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
write_raster(out, "cost", values, place, np.inf)
for limit in range(0, 90_000, 3_000):
    kept = values if limit == 0 else found
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    error = None
    try:
        write_raster(out, "cost", values + 1 + limit, place, np.inf)
        kept = values + 1 + limit
    except OptionError as caught:
        error = str(caught)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    found = np.ma.getdata(open_layer(out)[:, :])
    assert np.array_equal(found, kept), (limit, error)
    assert [each.name for each in out.parent.iterdir()] == [out.name], limit
    print(json.dumps([limit, error]))
"""


@LIMITS
@pytest.mark.parametrize("ending", ["tif", "nc", "zarr"])
def test_a_result_is_replaced_by_a_whole_one_or_not_at_all(tmp_path: Path, ending: str) -> None:
    said = lines_of(WRITING, tmp_path / f"o.{ending}")
    errors = [error for _, error in said if error is not None]
    assert 0 < len(errors) < len(said)
    for error in errors:
        assert f"o.{ending} cannot be written: " in error
        assert error.endswith(" bytes are free on its disk")
