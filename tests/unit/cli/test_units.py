"""pathstar units."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.unit.cli.command import pathstar

import pathstar as ps


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """Write a hall with four units that swap corners."""
    map = ps.Map(np.ones((4, 6)), name="hall")
    ps.write(map, tmp_path / "hall.map")
    corners = [(0, 0), (5, 0), (5, 3), (0, 3)]
    queries = [
        ps.io.Query(0, "hall.map", 6, 4, start, goal, 8.0)
        for start, goal in zip(corners, corners[2:] + corners[:2], strict=True)
    ]
    ps.write_scenario(queries, tmp_path / "hall.scen")
    return tmp_path


def test_a_plan_is_made_saved_and_shown(hall: Path) -> None:
    done = pathstar("units", "plan", "hall.map", "hall.scen", "-t", "5", "-o", "plan.npz", "--json", cwd=hall)
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)
    assert (row["status"], row["units"], row["arrived"]) == ("FOUND", 4, 4)
    assert row["lower_bound"] == 32
    assert 0 < row["first_seconds"] <= row["seconds"] < 10
    assert row["output"] == "plan.npz"
    shown = pathstar("units", "play", "hall.map", "plan.npz", "--to", "0", cwd=hall)
    assert shown.stdout.split() == ["step", "0", "A....B", "......", "......", "D....C"]


def test_a_plan_for_visualisers(hall: Path) -> None:
    args = ("hall.map", "hall.scen", "-n", "2", "-t", "5", "-o", "plan.txt")
    assert pathstar("units", "plan", *args, cwd=hall).returncode == 0
    grid = ps.read(hall / "hall.map").grid(ps.Moves(directions=4))
    nodes = ps.fleet.read_solution(hall / "plan.txt", grid)
    assert ps.fleet.check(grid, nodes, [(0, 0), (5, 0)], [(5, 3), (0, 3)])
    shown = pathstar("units", "play", "hall.map", "plan.txt", "--from", "0", "--to", "0", cwd=hall)
    assert shown.stdout.split() == ["step", "0", "A....B", "......", "......", "......"]


def test_a_problem_without_a_plan(tmp_path: Path) -> None:
    ps.write(ps.Map(np.ones((1, 3))), tmp_path / "row.map")
    ends = [((0, 0), (2, 0)), ((2, 0), (0, 0))]
    ps.write_scenario([ps.io.Query(0, "row.map", 3, 1, *pair, 2.0) for pair in ends], tmp_path / "row.scen")
    done = pathstar("units", "plan", "row.map", "row.scen", "--json", cwd=tmp_path)
    row = json.loads(done.stdout)
    assert (done.returncode, row["status"], row["first_seconds"]) == (1, "NO_PATH", None)
    shown = pathstar("units", "plan", "row.map", "row.scen", cwd=tmp_path)
    assert ["first", "plan", "none"] in [line.split() for line in shown.stdout.splitlines()]


def test_figures_are_aligned(hall: Path) -> None:
    lines = pathstar("units", "plan", "hall.map", "hall.scen", "-t", "1", cwd=hall).stdout.splitlines()
    assert all(line[12] == " " and line[13] != " " for line in lines)


def test_goals_may_be_exchanged_and_left(hall: Path) -> None:
    args = ("hall.map", "hall.scen", "-t", "5", "--json")
    swapped = pathstar("units", "plan", *args, "--assignment", "exchangeable", cwd=hall)
    assert json.loads(swapped.stdout)["sum_of_costs"] == 0
    left = pathstar(
        "units", "plan", *args, "--at-goal", "leave", "--within", "1.5", "-o", "plan.npz", cwd=hall
    )
    assert left.returncode == 0
    plan = ps.fleet.load_plan(hall / "plan.npz", ps.read(hall / "hall.map").grid(ps.Moves(directions=4)))
    assert plan.options["at_goal"] == "leave"


def test_solvers_are_compared(hall: Path) -> None:
    done = pathstar(
        "units", "bench", "hall.map", "hall.scen", "-s", "lacam", "-s", "cbs", "-t", "1", "--json", cwd=hall
    )
    assert [row["solver"] for row in json.loads(done.stdout)] == ["lacam", "cbs"]
    table = pathstar("units", "bench", "hall.map", "hall.scen", "-t", "1", cwd=hall)
    assert table.returncode == 0
    assert "sum of costs" in table.stdout


def test_mistakes(hall: Path) -> None:
    ps.write(ps.Map(np.ones((4, 7))), hall / "wide.map")
    planned = pathstar("units", "plan", "hall.map", "hall.scen", "-t", "1", "-o", "plan.npz", cwd=hall)
    assert planned.returncode == 0
    (hall / "none.txt").write_text("agents=4\nsolved=0\nsolution=\n")
    for args, words in (
        (("plan", "wide.map", "hall.scen"), "for a map of 6 x 4; wide.map is of 7 x 4"),
        (("plan", "hall.map", "hall.scen", "-o", "none/plan.npz"), "no folder none"),
        (("plan", "hall.map", "hall.scen", "-o", "plan.txt", "--at-goal", "leave"), "leave as .npz"),
        (("bench", "hall.map", "hall.scen", "-s", "lacam", "-s", "tswap"), "not for given goals"),
        (("play", "hall.map", "none.txt"), "none.txt holds no plan"),
        (("play", "hall.map", "plan.npz", "--from", "99"), "the plan has the steps 0 to"),
        (("play", "hall.map", "plan.npz", "--from", "2", "--to", "1"), "--from is 2 and --to 1"),
        (("plan", "hall.map", "hall.scen", "-n", "9"), "has 4 rows"),
        (("plan", "hall.map", "hall.scen", "-o", "plan.gif"), "allowed: .npz, .txt, .yaml, .yml"),
        (("plan", "hall.map", "hall.scen", "--solver", "cbss"), "did you mean 'cbs'"),
        (("plan", "hall.map", "hall.scen", "--at-goal", "vanish"), "Allowed: stay, leave"),
        (("plan", "hall.map", "hall.scen", "--within", "0.5"), "a finite number from 1"),
    ):
        done = pathstar("units", *args, cwd=hall)
        assert done.returncode == 2
        assert words in done.stderr
