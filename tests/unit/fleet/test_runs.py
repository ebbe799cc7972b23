"""Runs of the League of Robot Runners."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pathstar as ps
from unit.fleet.worlds import FOUR, grid_of


def run(**changes):
    """Return the text of a run of two units on three columns and two rows, with rows before columns."""
    facts = {
        "actionModel": "MAPF",
        "teamSize": 2,
        "start": [[0, 0, "N/A"], [0, 2, "N/A"]],
        "actualPaths": ["R,W,U", "U,L"],
        "tasks": [[0, 1, 1], [1, 1, 1]],
    }
    return json.dumps({**facts, **changes})


def read(tmp_path, text, grid=None):
    (tmp_path / "run.json").write_text(text)
    return ps.fleet.read_solution(tmp_path / "run.json", grid or grid_of("... ...")).tolist()


def test_steps_are_read_as_planviz_plays_them(tmp_path):
    assert read(tmp_path, run()) == [[0, 1, 1, 4], [2, 5, 4, 4]]


def test_the_other_meaning_of_up_and_down_is_found_by_the_map(tmp_path):
    assert read(tmp_path, run(actualPaths=["R,T,D", "D,L"])) == [[0, 1, 1, 4], [2, 5, 4, 4]]


def test_the_other_meaning_of_up_and_down_is_found_by_walls_and_tasks(tmp_path):
    start = [[1, 0, "N/A"]]
    walled = run(teamSize=1, start=start, actualPaths=["D"], tasks=[])
    assert read(tmp_path, walled, grid_of("# . .")) == [[1, 2]]
    assert read(tmp_path, walled, grid_of(". . #")) == [[1, 0]]
    for row in (0, 2):
        sent = run(teamSize=1, start=start, actualPaths=["D"], tasks=[[0, row, 0]])
        assert read(tmp_path, sent, grid_of(". . .")) == [[1, row]]


def test_units_that_turn(tmp_path):
    start = [[0, 0, "E"], [1, 2, "N"]]
    paths = ["F,R,F,C,F", "F,C,F,W,T"]  # east, then south, then east; north, then west
    text = run(actionModel="MAPF_T", start=start, actualPaths=paths, tasks=[[0, 3, [1, 2, 0, 0]]])
    assert read(tmp_path, text) == [[0, 1, 1, 4, 4, 5], [5, 2, 2, 1, 1, 1]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", r"line 1, column 2: found a mistake .*, expected JSON"),
        ("[" * 100_000, "expected JSON, not nested too deeply"),
        ("[]", r"found \[\] as the file, expected keys with values, actionModel among them"),
        ("{}", "found no actionModel in the file"),
        (run(start=[[0, 0]]), r"found \[0, 0\] as unit 0 of start, expected a list of 3"),
        (
            run(start=[[10**30, 0, "E"]]),
            "found 1000.* as number 0 of unit 0 of start, expected a whole number",
        ),
        (
            run(start=[[0, float("inf"), "E"]]),
            "found inf as number 1 of unit 0 of start, expected a whole number",
        ),
        (
            run(tasks=[[0, 3, [1, 2]]]),
            r"found \[1, 2\] as number 2 of task 0 of tasks, expected a whole number",
        ),
        (run(tasks=5), "found 5 as tasks, expected a list"),
        (run(teamSize="x"), "found 'x' as teamSize, expected a whole number"),
        (run(actualPaths=["R", None]), "found None as unit 1 of actualPaths, expected a text"),
        (run(actionModel="ROBOT"), "found 'ROBOT' as actionModel, expected MAPF or MAPF_T"),
        (run(actionModel=["MAPF"]), r"found \['MAPF'\] as actionModel, expected a text"),
        (run(teamSize=3), "expected 3 of each"),
        (run(actualPaths=["R"]), "2 starts and 1 path,"),
        (run(actualPaths=["R,F", ""]), "the action 'F' of unit 0"),
        (run(actualPaths=["R", "R,"]), "the action '' of unit 1"),
        (run(actionModel="MAPF_T", actualPaths=["[(0,0,0,0,0):(F 10)]", ""]), "by ticks"),
    ],
)
def test_a_damaged_run_is_refused(text, words, tmp_path):
    with pytest.raises(ps.MapFormatError, match=words):
        read(tmp_path, text)


def test_a_run_that_leaves_the_map_is_refused(tmp_path):
    with pytest.raises(ps.PlaceError, match="places"):
        read(tmp_path, run(actualPaths=["L", ""]))


def test_a_run_without_units(tmp_path):
    assert read(tmp_path, run(teamSize=0, start=[], actualPaths=[], tasks=[])) == []


def test_what_planviz_reads(tmp_path):
    plan = ps.fleet.plan(grid_of("... ..."), [(0, 0), (2, 1)], [(1, 1), (2, 1)])
    ps.fleet.write_solution(plan, tmp_path / "a.json")
    written = json.loads((tmp_path / "a.json").read_text())
    assert (written["teamSize"], written["makespan"], written["sumOfCost"]) == (2, 2, 2)
    assert sorted(written["actualPaths"][0].split(",")) == ["R", "U"]
    assert written["actualPaths"][1] == "W,W"
    assert written["start"] == [[0, 0, "N/A"], [1, 2, "N/A"]]
    assert written["tasks"] == [[0, 1, 1], [1, 1, 2]]
    assert written["events"] == [
        [[0, 0, "assigned"], [0, 2, "finished"]],
        [[1, 0, "assigned"], [1, 0, "finished"]],
    ]


def test_diagonal_steps_are_refused(tmp_path):
    plan = ps.fleet.plan(ps.Grid(np.ones((2, 2)), moves=ps.Moves()), [(0, 0)], [(1, 1)])
    with pytest.raises(ps.SpaceError, match=r"not \(1, 1\)"):
        ps.fleet.write_solution(plan, tmp_path / "a.json")
    rolled = ps.Grid(np.ones((1, 4)), moves=FOUR, wrap="x")
    with pytest.raises(ps.SpaceError, match=r"not \(-3, 0\)|not \(3, 0\)"):
        ps.fleet.write_solution(ps.fleet.plan(rolled, [(3, 0)], [(0, 0)]), tmp_path / "a.json")
