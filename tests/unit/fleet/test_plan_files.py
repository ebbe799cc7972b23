"""The files of visualisers."""

from __future__ import annotations

import json

import numpy as np
import pytest
import yaml

import pathstar as ps
from unit.fleet.worlds import grid_of, random_problem


def test_a_plan_is_written_and_read(tmp_path):
    grid = grid_of("... ...")
    plan = ps.fleet.plan(grid, [(0, 0), (2, 0)], [(2, 0), (0, 0)], solver="cbs")
    ps.fleet.write_solution(plan, tmp_path / "a.txt", map_file="a.map")
    assert ps.fleet.read_solution(tmp_path / "a.txt", grid).tolist() == plan.nodes.tolist()
    facts = dict(line.split("=") for line in (tmp_path / "a.txt").read_text().splitlines() if "=" in line)
    assert (facts["agents"], facts["soc"], facts["map_file"]) == ("2", str(plan.sum_of_costs), "a.map")
    assert int(facts["sum_of_loss"]) == plan.sum_of_costs


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("suffix", [".txt", ".yaml", ".yml", ".json"])
def test_a_plan_comes_back_as_it_was_written(suffix, seed, tmp_path):
    grid, starts, goals = random_problem(seed, sides=(4, 8), most=5)
    plan = ps.fleet.plan(grid, starts, goals, time_limit=0.2)
    file = tmp_path / f"a{suffix}"
    ps.fleet.write_solution(plan, file)
    nodes = ps.fleet.read_solution(file, grid)
    assert nodes.tolist() == plan.nodes.tolist()
    assert bool(ps.fleet.check(grid, nodes, starts, goals)) == bool(plan)


@pytest.mark.parametrize("suffix", [".txt", ".yaml", ".json"])
def test_a_part_of_a_plan_comes_back(suffix, tmp_path):
    grid = grid_of("...")
    part = ps.fleet.plan(grid, [(0, 0), (2, 0)], [(2, 0), (0, 0)])
    assert not part
    ps.fleet.write_solution(part, tmp_path / f"a{suffix}")
    nodes = ps.fleet.read_solution(tmp_path / f"a{suffix}", grid)
    assert nodes.tolist() == part.nodes.tolist()


def test_lines_of_agents_have_rows_first(tmp_path):
    (tmp_path / "a.txt").write_text("Agent 0: (0,1)->(0,2)->(1,2)->\nAgent 1: (1,0)->\n")
    nodes = ps.fleet.read_solution(tmp_path / "a.txt", grid_of("... ..."))
    assert nodes.tolist() == [[1, 2, 5], [3, 3, 3]]


def test_a_schedule_is_laid_out_for_its_visualiser(tmp_path):
    plan = ps.fleet.plan(grid_of("..."), [(0, 0), (1, 0)], [(1, 0), (2, 0)])
    ps.fleet.write_solution(plan, tmp_path / "a.yaml")
    read = yaml.safe_load((tmp_path / "a.yaml").read_text())
    assert (read["statistics"]["cost"], read["statistics"]["makespan"]) == (2, 1)
    assert list(read["schedule"]) == ["agent0", "agent1"]
    assert read["schedule"]["agent1"] == [{"x": 1, "y": 0, "t": 0}, {"x": 2, "y": 0, "t": 1}]


def test_an_agent_of_a_schedule_stays_between_its_times(tmp_path):
    row = "[{x: 0, y: 0, t: 0}, {x: 1, y: 0, t: 2}]"
    (tmp_path / "a.yaml").write_text(f"schedule:\n  a: {row}\n  b: [{{x: 2, y: 0, t: 0}}]\n")
    nodes = ps.fleet.read_solution(tmp_path / "a.yaml", grid_of("..."))
    assert nodes.tolist() == [[0, 0, 1], [2, 2, 2]]


def test_no_file_makes_more_places_than_the_limit(tmp_path):
    def refused(name: str, text: str) -> None:
        (tmp_path / name).write_text(text)
        with pytest.raises(ps.MapLimitError, match=rf"{name} says where .* places; the limit is 67,108,864"):
            ps.fleet.read_solution(tmp_path / name, grid_of("..."))

    others = "".join(f"  a{unit}: [{{x: 0, y: 0, t: 0}}]\n" for unit in range(70))
    refused("a.yaml", f"schedule:\n{others}  b: [{{x: 0, y: 0, t: 0}}, {{x: 0, y: 0, t: 1000000}}]\n")
    refused("b.yaml", "schedule: {a: [{x: 0, y: 0, t: 0}, {x: 0, y: 0, t: 99999999999}]}")
    long, short = "(0,0)->" * 9000, "(0,0)->"
    refused("c.txt", "".join(f"Agent {unit}: {short if unit else long}\n" for unit in range(8000)))
    run = {
        "actionModel": "MAPF",
        "teamSize": 8000,
        "start": [[0, 0, "N"]] * 8000,
        "actualPaths": [",".join("W" * 9000), *["W"] * 7999],
    }
    refused("d.json", json.dumps(run))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schedule: {a: [{x: 0, y: 0, t: 1}]}", r"found times \[1\] as a of schedule, expected times from 0"),
        ("schedule: {a: []}", r"found times \[\] as a of schedule, expected times from 0"),
        ("schedule: {a: [{x: 0, t: 0}]}", "found no y in entry 0 of a of schedule"),
        (
            "schedule: {a: [{x: 1.5, y: 0, t: 0}]}",
            "found 1.5 as x of entry 0 of a of schedule, expected a whole",
        ),
        (
            "schedule: {a: [{x: 0, y: 0, t: no}]}",
            "found False as t of entry 0 of a of schedule, expected a whole",
        ),
        (
            "schedule: {a: [{x: 0, y: 99999999999999999999, t: 0}]}",
            "found 9+ as y of .*, expected a whole number",
        ),
        (
            "schedule: {a: [7]}",
            "found 7 as entry 0 of a of schedule, expected keys with values, t among them",
        ),
        ("schedule: {a: {t: 0}}", "found {'t': 0} as a of schedule, expected a list"),
        ("schedule: 5", "found 5 as schedule, expected keys with values"),
        ("statistics: {}", "found no schedule in the file"),
        ("- 1", r"found \[1\] as the file, expected keys with values, schedule among them"),
        ("", "found None as the file, expected keys with values, schedule among them"),
        ("x: 1\na: b: c", r"a\.yaml, line 2, column 5: found a mistake .*, expected YAML"),
        ("[" * 3000, "expected YAML"),
        ("a: 2001-99-99", "expected YAML"),
    ],
)
def test_a_damaged_schedule_is_refused(text, words, tmp_path):
    (tmp_path / "a.yaml").write_text(text)
    with pytest.raises(ps.MapFormatError, match=words):
        ps.fleet.read_solution(tmp_path / "a.yaml", grid_of("..."))


def test_other_suffixes_are_refused(tmp_path):
    plan = ps.fleet.plan(grid_of("..."), [(0, 0)], [(1, 0)])
    with pytest.raises(ps.OptionError, match=r"allowed: \.txt, \.yaml, \.yml, \.json"):
        ps.fleet.write_solution(plan, tmp_path / "a.gif")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Agent 0: (0,0)->\nAgent 2: (0,1)->", "line 2: found"),
        ("Agent 0: ", "line 1: found"),
        ("Agent 0: (0,0)-(0,1)", "line 1: found"),
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


def test_what_is_no_space_or_no_plan_is_refused(tmp_path):
    (tmp_path / "a.txt").write_text("solution=\n0:(0,0),\n")
    with pytest.raises(ps.SpaceError, match="a space is needed"):
        ps.fleet.read_solution(tmp_path / "a.txt", None)
    with pytest.raises(ps.OptionError, match=r"plan is \[\[0, 1\]\]; allowed: a Plan"):
        ps.fleet.write_solution([[0, 1]], tmp_path / "b.txt")


def test_the_name_of_the_map_is_one_line(tmp_path):
    plan = ps.fleet.plan(grid_of("..."), [(0, 0)], [(1, 0)])
    with pytest.raises(ps.OptionError, match="a text of one line"):
        ps.fleet.write_solution(plan, tmp_path / "a.txt", map_file="a.map\nsolved=0")
    with pytest.raises(ps.OptionError, match="without lone surrogates"):
        ps.fleet.write_solution(plan, tmp_path / "a.txt", map_file="\ud800.map")


def test_what_the_format_cannot_hold(tmp_path):
    grid = grid_of("...")
    plan = ps.fleet.plan(grid, [(0, 0), (2, 0)], [(1, 0), (1, 0)], at_goal="leave")
    assert plan
    with pytest.raises(ps.SpaceError, match="there at every step"):
        ps.fleet.write_solution(plan, tmp_path / "a.txt")
