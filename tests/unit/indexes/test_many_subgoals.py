"""Maps with more subgoals than 16 bits can number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.unit.indexes.worlds import assert_exact

import pathstar as ps
from pathstar.indexes import files

SIDE = 516  # 128 x 128 rooms of 3 x 3 cells around a pillar: four subgoals each
CAVE = 60  # rows of a cave beside them, so that some labels are long


@pytest.fixture(scope="module")
def grid() -> ps.Grid:
    rooms = np.ones((SIDE, SIDE), bool)
    rooms[3::4] = rooms[:, 3::4] = rooms[1::4, 1::4] = False
    cave = np.random.default_rng(1).random((CAVE, SIDE)) >= 0.3
    return ps.Grid(np.vstack([rooms, cave]))


@pytest.fixture(scope="module")
def index(grid: ps.Grid) -> ps.Index:
    return ps.build_index(grid, "hub-labels", threads=2)


def ends(grid: ps.Grid, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return ends of queries: half of them in the cave, half near each other in the rooms."""
    rng = np.random.default_rng(2)
    cave = rng.integers([0, SIDE], [SIDE, SIDE + CAVE], (2, count, 2))
    rooms = rng.integers(0, SIDE, (count, 2))
    near = rooms // 4 * 4 + rng.integers(0, 3, (count, 2))
    return np.concatenate([cave[0], rooms]), np.concatenate([cave[1], near])


def sections_of(file: Path) -> tuple[dict[str, object], dict[str, np.ndarray]]:
    metadata, _ = files.INDEX.read_header(file)
    rows = metadata.pop("sections")
    return metadata, {name: array.copy() for name, array in files.INDEX.map_sections(file, rows, verify=True)}


def test_hub_labels_are_exact(grid: ps.Grid, index: ps.Index, tmp_path: Path) -> None:
    starts, goals = ends(grid, 300)
    assert_exact(grid, index, starts, goals)
    file = tmp_path / "many.pathindex"
    index.save(file)
    _, sections = sections_of(file)
    assert sections["first_entry"].view("<u4").size - 1 > 0xFFFF
    assert_exact(grid, ps.load_index(file, grid), starts, goals)


def test_costs_to_many_goals_are_exact(grid: ps.Grid, index: ps.Index) -> None:
    starts, goals = ends(grid, 20)
    costs = ps.cost_matrix(ps.Planner(grid, index=index), starts, goals)
    np.testing.assert_allclose(costs, ps.cost_matrix(grid, starts, goals), rtol=1e-12)


def test_a_hub_that_is_not_there_is_refused(grid: ps.Grid, index: ps.Index, tmp_path: Path) -> None:
    file = tmp_path / "many.pathindex"
    index.save(file)
    metadata, sections = sections_of(file)
    hubs = sections["first_entry"].view("<u4").size - 1
    first = int(sections["first_record"].view("<u4").max())
    records = sections["records"].view("<u4")
    vias, entries = int(records[first]), int(records[first + 1])
    last = first + 2 + 2 * vias + 2 * entries - 1
    assert records[last] < hubs
    for wrong in (hubs, 2**32 - 1):
        records[last] = wrong
        files.INDEX.write(file, metadata, list(sections.items()))
        with pytest.raises(ps.IndexFileError, match="records"):
            ps.load_index(file, grid)
