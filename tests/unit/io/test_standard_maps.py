"""The MovingAI maps and scenarios, where they are present."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from pathstar.io.dynamic import read_dynamic_scenario
from pathstar.io.formats import read, read_scenario, write

ROOT = Path(__file__).parents[3]
FOLDER = Path(os.environ.get("PATHSTAR_MOVINGAI", ROOT / "../shared/movingai"))
MAPS = sorted(FOLDER.rglob("*.map"))
DYNAMIC = sorted((FOLDER / "dynamic").glob("*.scen"))
SCENARIOS = sorted(set(FOLDER.rglob("*.scen")) - set(DYNAMIC))

pytestmark = pytest.mark.skipif(
    not MAPS, reason=f"no MovingAI maps in {FOLDER} (PATHSTAR_MOVINGAI names another)"
)


def relative(file: Path) -> str:
    return str(file.relative_to(FOLDER))


@pytest.mark.parametrize("file", MAPS, ids=relative)
def test_maps_come_back_character_by_character(file):
    map = read(file)
    lines = file.read_text("ascii").splitlines()
    assert f"height {map.height}" in lines[1:3]
    assert f"width {map.width}" in lines[1:3]
    board = "".join(lines[4:])
    assert map.passable.sum() == sum(board.count(symbol) for symbol in ".GS")
    again = io.BytesIO()
    write(map, again, format=".map")
    assert again.getvalue().decode().splitlines()[4:] == lines[4:]


@pytest.mark.parametrize("file", SCENARIOS, ids=relative)
def test_scenarios_fit_their_maps(file):
    queries = read_scenario(file)
    beside = file.with_suffix("")
    map = read(beside if beside.exists() else file.with_name(Path(queries[0].map).name))
    assert queries
    for query in queries:
        assert (query.width, query.height) == (map.width, map.height)
        for x, y in (query.start, query.goal):
            assert map.passable[y, x]
        straight = max(abs(query.start[0] - query.goal[0]), abs(query.start[1] - query.goal[1]))
        assert query.unreachable or query.length + query.tolerance >= straight


@pytest.mark.parametrize("file", DYNAMIC, ids=relative)
def test_scenarios_with_patches_ask_for_places_that_are_free_then(file):
    scenario = read_dynamic_scenario(file)
    map = scenario.map()
    for stage in scenario.stages:
        for patch in stage.patches:
            map.edit("passable", patch.region, patch.walkable)
        assert stage.queries
        for query in stage.queries:
            assert all(map.passable[y, x] for x, y in (query.start, query.goal))
