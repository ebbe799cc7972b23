"""pathstar index."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.cli.command import pathstar

import pathstar as ps


@pytest.mark.parametrize("kind", list(ps.INDEXES))
def test_an_index_is_built_saved_and_described(tmp_path: Path, kind: str) -> None:
    ps.write(ps.maps.generate.caves(60, 40, seed=2), tmp_path / "caves.map")
    done = pathstar("index", "build", "caves.map", "--kind", kind, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["kind"] == kind
    done = pathstar("index", "info", "caves.pathindex", "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert (told["kind"], told["width"], told["height"]) == (kind, 60, 40)
    assert kind in pathstar("index", "info", "caves.pathindex", cwd=tmp_path).stdout
    grid = ps.read(tmp_path / "caves.map").grid()
    assert ps.load_index(tmp_path / "caves.pathindex", grid).kind.name == kind


def test_what_is_wrong_ends_with_one_line(tmp_path: Path) -> None:
    ps.write(ps.Map([[1, 1], [1, 1]]), tmp_path / "a.map")
    done = pathstar("index", "build", "a.map", "--kind", "subgaol", cwd=tmp_path)
    assert done.returncode == 2
    assert "did you mean 'subgoal'" in done.stderr
    done = pathstar("index", "info", "a.map", cwd=tmp_path)
    assert done.returncode == 2
    assert "not an index" in done.stderr
