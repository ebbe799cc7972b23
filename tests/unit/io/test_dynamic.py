"""Scenarios of version 2: maps that are patched between the queries."""

from __future__ import annotations

import pytest

from pathstar.errors import MapFormatError, OptionError
from pathstar.io.dynamic import is_dynamic, read_dynamic_scenario

HEAD = """version 2
height 4
width 5
cost 1 octile
patch small.patch
commands
"""
COMMANDS = """Q 0 0 0 4 0 4
P 1 0 2 0
Q 1 0 0 4 0 8.8284271247462
P 2 1 2 3
Q 2 0 0 4 0 -1
"""
PATCHES = """type patch
patches 2
patch 0
height 3
width 1
map
@
@
T
patch 1
height 1
width 2
map
@.
"""


@pytest.fixture
def scenario(tmp_path):
    (tmp_path / "small.patch").write_text(PATCHES)
    file = tmp_path / "small.scen"
    file.write_text(HEAD + COMMANDS)
    return file


def test_stages(scenario):
    dynamic = read_dynamic_scenario(scenario)
    assert (dynamic.width, dynamic.height, len(dynamic.stages)) == (5, 4, 3)
    assert [len(stage.patches) for stage in dynamic.stages] == [0, 1, 1]
    map = dynamic.map()
    assert map.passable.all()
    for stage in dynamic.stages:
        for patch in stage.patches:
            map.edit("passable", patch.region, patch.walkable)
    assert (~map.passable).sum() == 4
    assert dynamic.stages[1].queries[0].length == pytest.approx(6 + 2 * 2**0.5)
    assert dynamic.stages[2].queries[0].unreachable


def test_which_version(scenario, tmp_path):
    assert is_dynamic(scenario)
    (tmp_path / "old.scen").write_text("version 1\n")
    assert not is_dynamic(tmp_path / "old.scen")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version 2", "version 3", "line 1.*expected 'version 2'"),
        ("version 2", "version two", "line 1.*found 'version two', expected 'version 2'"),
        ("height 4\n", "", "no height"),
        ("cost 1 octile", "cost 2 octile", "cost 2 octile"),
        ("P 1 0 2 0", "P 1 7 2 0", "line 8.*patch 7.*one of 2 patches"),
        ("P 1 0 2 0", "P 1 0 5 0", "line 8.*one within 5 x 4"),
        ("P 1 0 2 0", "P 1 0 2", "line 8.*expected 'P bucket patch x y'"),
        ("Q 0 0 0 4 0 4", "Q 0 0 0 5 0 4", "line 7.*places within 5 x 4"),
        ("Q 0 0 0 4 0 4", "Q 0 0 0 4 0 x", "line 7.*expected 'P bucket"),
        ("Q 0 0 0 4 0 4", "Q 0 0 0 -4 0 4", "line 7.*a whole number from 0"),
    ],
)
def test_wrong_scenarios(scenario, old, new, message):
    text = scenario.read_text()
    assert old in text
    scenario.write_text(text.replace(old, new))
    with pytest.raises(MapFormatError, match=message):
        read_dynamic_scenario(scenario)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("type patch", "type octile", "expected 'type patch'"),
        ("patch 1", "patch 5", "expected 'patch 1'"),
        ("height 3", "height 9", "expected 9 rows of 1 cells"),
        ("@.", "@", "expected 1 rows of 2 cells"),
    ],
)
def test_wrong_patches(scenario, old, new, message):
    file = scenario.with_name("small.patch")
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(MapFormatError, match=message):
        read_dynamic_scenario(scenario)


def test_patches_that_are_not_there(scenario):
    scenario.with_name("small.patch").unlink()
    with pytest.raises(FileNotFoundError):
        read_dynamic_scenario(scenario)


def test_bad_limits(tmp_path):
    with pytest.raises(OptionError, match="query_limit is 0; allowed: a whole number from 1"):
        read_dynamic_scenario(tmp_path / "none.scen", query_limit=0)
