"""Pickles and index files of version 0.1 are read, or refused with a reason."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.indexes.files import index_info

FOLDER = Path(__file__).parent / "version_0_1"
START, GOAL = (0, 0), (11, 11)
WALKABLE = np.ones((12, 12), bool)
WALKABLE[3, 2:9] = False
COST = np.where(WALKABLE, 1.0 + np.arange(144).reshape(12, 12) % 5, 1.0)
SPACES: dict[str, Any] = {
    "grid": ps.Grid(WALKABLE),
    "gridc": ps.Grid(WALKABLE, cost=COST),
    "g16": ps.Grid(WALKABLE, moves=ps.Moves(16)),
    "hex": ps.HexGrid(WALKABLE),
    "graph": ps.Graph.from_edges([("a", "b", 1.0), ("b", "c", 2.0)]),
    "turn": ps.Turning(ps.Grid(WALKABLE)),
    "timed": ps.Timed(ps.Grid(WALKABLE)),
    "way": ps.waypoints(ps.Grid(WALKABLE), [(0, 0), (11, 11)]),
}


def unpickled(name: str) -> Any:
    return pickle.loads((FOLDER / f"{name}.pkl").read_bytes())


def cost(space: Any) -> float:
    ends = ("a", "c") if isinstance(space, ps.Graph) else (START, GOAL)
    return ps.find_path(space, *ends).cost


@pytest.mark.parametrize("name", ["grid", "gridc", "hex", "graph", "turn", "timed", "way"])
def test_spaces(name: str) -> None:
    assert cost(unpickled(name)) == cost(SPACES[name]) > 0


def test_a_building() -> None:
    assert ps.find_path(unpickled("vox"), (0, 0, 0), (4, 4, 1)).cost > 0


def test_a_space_of_a_map_still_works_and_is_of_another_map_than_a_copy() -> None:
    grid, map = unpickled("gridm"), unpickled("map")
    assert cost(grid) == cost(map.grid())
    with pytest.raises(ps.StaleError, match="of another map"):
        grid.update(map.edit("passable", (5, 5), False))


def test_what_was_found() -> None:
    grid = SPACES["grid"]
    path = unpickled("path")
    assert ps.check_path(grid, path)
    assert path.cost == cost(grid)
    assert unpickled("planner").find(START, GOAL).cost == cost(grid)
    np.testing.assert_array_equal(unpickled("field").costs, ps.distance_field(grid, [START]).costs)
    paths = unpickled("paths")
    assert paths.costs.tolist() == ps.find_paths(grid, [START], [(5, 5)]).costs.tolist()
    assert (paths[0].cost, paths[0].revision, paths[0].bound) == (paths.costs[0], 0, 1.0)
    np.testing.assert_array_equal(unpickled("trace").events, ps.trace(grid, START, GOAL).events)
    assert unpickled("moves") == ps.Moves(16)


def test_labels() -> None:
    grid = SPACES["grid"]
    with pytest.warns(DeprecationWarning, match="Islands is now Components"):
        islands = unpickled("islands")
    np.testing.assert_array_equal(islands.labels, ps.islands(grid).labels)
    np.testing.assert_array_equal(unpickled("dead").labels, ps.dead_ends(grid).labels)


INDEXES = sorted(FOLDER.glob("*.idx.gz"))
KINDS = [file.name.removesuffix(".idx.gz").rpartition("-")[::2] for file in INDEXES]


def test_every_kind_of_index_is_there() -> None:
    assert {kind for kind, _ in KINDS} == set(ps.INDEXES) - {
        "customizable",
        "hierarchy",
    }  # new in version 0.2


@pytest.mark.parametrize(("kind", "world"), KINDS)
def test_index_files(kind: str, world: str, tmp_path: Path) -> None:
    file, space = tmp_path / "saved.pathindex", SPACES[world]
    file.write_bytes(gzip.decompress((FOLDER / f"{kind}-{world}.idx.gz").read_bytes()))
    if world == "g16":  # made when knight's moves could leap
        with pytest.raises(ps.StaleError, match="build it again"):
            ps.load_index(file, space)
        return
    ends = ("a", "c") if isinstance(space, ps.Graph) else (START, GOAL)
    assert ps.Planner(space, index=ps.load_index(file, space)).find(*ends).cost == pytest.approx(cost(space))


def test_a_damaged_index_file(tmp_path: Path) -> None:
    file = tmp_path / "saved.pathindex"
    content = bytearray(gzip.decompress((FOLDER / "subgoal-grid.idx.gz").read_bytes()))
    file.write_bytes(content)
    name, offset, *_ = index_info(file).sections[-1]
    content[offset] ^= 1
    file.write_bytes(content)
    with pytest.raises(ps.IndexFileError, match=f"the section {name} is damaged"):
        ps.load_index(file, SPACES["grid"])
