"""The files of visualisers."""

from __future__ import annotations

import pytest

import pathstar as ps
from unit.fleet.worlds import grid_of


def test_a_plan_is_written_and_read(tmp_path):
    grid = grid_of("... ...")
    plan = ps.fleet.plan(grid, [(0, 0), (2, 0)], [(2, 0), (0, 0)], solver="cbs")
    ps.fleet.write_solution(plan, tmp_path / "a.txt", map_file="a.map")
    assert ps.fleet.read_solution(tmp_path / "a.txt", grid).tolist() == plan.nodes.tolist()
    facts = dict(line.split("=") for line in (tmp_path / "a.txt").read_text().splitlines() if "=" in line)
    assert (facts["agents"], facts["soc"], facts["map_file"]) == ("2", str(plan.sum_of_costs), "a.map")
    assert int(facts["sum_of_loss"]) == plan.sum_of_costs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("agents=1\n", "'solution=' before the steps"),
        ("solution=\n1:(0,0),\n", "line 2: found"),
        ("solution=\n0:(0,0),\n1:(0,0),(1,0),\n", "line 3: found"),
        ("solution=\n0:(a,b)\n", "for all units"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, text, words):
    (tmp_path / "a.txt").write_text(text)
    with pytest.raises(ps.MapFormatError, match=words):
        ps.fleet.read_solution(tmp_path / "a.txt", grid_of("..."))


def test_what_the_format_cannot_hold(tmp_path):
    grid = grid_of("...")
    plan = ps.fleet.plan(grid, [(0, 0), (2, 0)], [(1, 0), (1, 0)], at_goal="leave")
    assert plan
    with pytest.raises(ps.SpaceError, match="there at every step"):
        ps.fleet.write_solution(plan, tmp_path / "a.txt")
