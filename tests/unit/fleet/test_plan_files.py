"""The files of visualisers."""

from __future__ import annotations

import numpy as np
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
        ("solution=\n0:(a,b)\n", "for 0 units"),
        ("agents=2\nsolution=\n0:(0,0),\n", "for 2 units"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, text, words):
    (tmp_path / "a.txt").write_text(text)
    with pytest.raises(ps.MapFormatError, match=words):
        ps.fleet.read_solution(tmp_path / "a.txt", grid_of("..."))


def test_a_file_without_a_plan(tmp_path):
    (tmp_path / "a.txt").write_text("agents=2\nsolved=0\nsolution=\n")
    nodes = ps.fleet.read_solution(tmp_path / "a.txt", grid_of("..."))
    assert nodes.shape == (2, 0)
    found = ps.fleet.check(grid_of("..."), nodes, [(0, 0), (1, 0)], [(1, 0), (2, 0)])
    assert found.problem == "unit 0 has no path"


@pytest.mark.parametrize("space", [ps.Graph.from_edges([("a", "b")]), ps.VoxelGrid(np.ones((2, 2, 2)))])
def test_spaces_without_squares_are_refused(space, tmp_path):
    (tmp_path / "a.txt").write_text("solution=\n0:(0,0),\n")
    with pytest.raises(ps.SpaceError, match="units on squares"):
        ps.fleet.read_solution(tmp_path / "a.txt", space)


def test_the_name_of_the_map_is_one_line(tmp_path):
    plan = ps.fleet.plan(grid_of("..."), [(0, 0)], [(1, 0)])
    with pytest.raises(ps.OptionError, match="a text of one line"):
        ps.fleet.write_solution(plan, tmp_path / "a.txt", map_file="a.map\nsolved=0")


def test_what_the_format_cannot_hold(tmp_path):
    grid = grid_of("...")
    plan = ps.fleet.plan(grid, [(0, 0), (2, 0)], [(1, 0), (1, 0)], at_goal="leave")
    assert plan
    with pytest.raises(ps.SpaceError, match="there at every step"):
        ps.fleet.write_solution(plan, tmp_path / "a.txt")
