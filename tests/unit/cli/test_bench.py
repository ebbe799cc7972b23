"""pathstar bench: right results pass, wrong ones in either direction do not."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.cli.commands.bench import _spread
from pathstar.cli.verdict import problem_with
from pathstar.io.scenario import Query
from unit.cli.command import answer, pathstar, program

FIGURES = {"mean_us", "median_us", "p99_us", "expanded", "setup_s", "peak_mb"}
KEYS = {"map", "algorithm", "queries", "mismatches", *FIGURES}


def world() -> ps.Map:
    """Return a map in two parts, with walls."""
    walkable = np.random.default_rng(4).random((40, 50)) < 0.75
    walkable[:, 30] = False
    return ps.Map(walkable)


def scenario(folder: Path, count: int = 60, digits: int = 8) -> tuple[Path, list[Query]]:
    """Write the map, and queries with their true optima; return the scenario's file and the queries."""
    ground = world()
    ps.write(ground, folder / "arena.map")
    y, x = np.nonzero(ground.passable)
    picks = np.random.default_rng(5).integers(0, len(x), (count, 2))
    ends = [((int(x[a]), int(y[a])), (int(x[b]), int(y[b]))) for a, b in picks]
    paths = ps.find_paths(ground.grid(), [a for a, _ in ends], [b for _, b in ends], algorithm="dijkstra")
    queries = [
        Query(0, "maps/some/arena.map", 50, 40, a, b, 0.0 if math.isinf(cost) else cost, digits=digits)
        for (a, b), cost in zip(ends, paths.costs.tolist(), strict=True)
    ]
    assert 5 < sum(query.unreachable for query in queries) < count - 5
    ps.write_scenario(queries, folder / "arena.map.scen")
    return folder / "arena.map.scen", queries


def test_right_answers(tmp_path: Path) -> None:
    file, queries = scenario(tmp_path)
    kinds = [name for name, row in ps.INDEXES.items() if row.unsupported_reason(ps.Grid([[1]])) is None]
    known = [
        name
        for name, row in ps.ALGORITHMS.items()
        if row.most_expansions is None
        and not row.any_angle
        and row.unsupported_reason(ps.Grid([[1]])) is None
    ] + kinds
    names = [part for name in known for part in ("--algorithm", name)]
    done = program("bench", file, *names, "--json")  # in a separate process, as its peak of memory is checked
    assert done.returncode == 0
    rows = answer(done)
    assert [row["algorithm"] for row in rows] == known
    for row in rows:
        assert set(row) == KEYS
        assert (row["map"], row["queries"], row["mismatches"]) == ("arena.map", len(queries), 0)
        assert 0 < row["median_us"] <= row["p99_us"]
        assert row["mean_us"] > 0
        assert row["setup_s"] > 0
        assert 5 < row["peak_mb"] < 2000
    grid = world().grid()
    for row in rows:
        if row["algorithm"] in ("astar", "dijkstra"):
            planner = ps.Planner(grid, row["algorithm"])
            assert row["expanded"] == sum(planner.find(q.start, q.goal).stats.expanded for q in queries)


def test_as_a_program(tmp_path: Path) -> None:
    file, queries = scenario(tmp_path)
    assert answer(program("bench", file, "--limit", 9, "--json"))[0]["queries"] == 9
    ps.write_scenario([replace(query, length=query.length + 1) for query in queries], file)
    done = program("bench", "arena.map.scen", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == ""
    assert "too short" in done.stdout
    assert "\x1b" not in done.stdout


def test_astar_is_the_default_and_auto_is_named(tmp_path: Path) -> None:
    file, _ = scenario(tmp_path)
    assert [row["algorithm"] for row in answer(pathstar("bench", file, "--json"))] == ["astar"]
    assert [row["algorithm"] for row in answer(pathstar("bench", file, "--json", "-a", "auto"))] == ["jps"]


def test_the_table(tmp_path: Path) -> None:
    file, _ = scenario(tmp_path)
    done = pathstar("bench", file, "-a", "astar", "-a", "dijkstra")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "arena.map"
    assert [line.split()[:3] for line in lines[3:]] == [["astar", "60", "0"], ["dijkstra", "60", "0"]]
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda query: replace(query, length=query.length + 1e-4), "too short"),
        (lambda query: replace(query, length=query.length - 1e-4), "too long"),
        (lambda query: replace(query, length=query.length + 5e-8), "too short"),
        (lambda query: replace(query, length=query.length * 0.9), "too long"),
        (lambda query: replace(query, length=0.0), "expected none"),
        (lambda query: replace(query, length=-1.0), "expected none"),
    ],
)
def test_a_wrong_answer_is_found(tmp_path: Path, change: Any, problem: str) -> None:
    file, queries = scenario(tmp_path)
    row = next(row for row, query in enumerate(queries) if row > 10 and 5 < query.length < 20)
    queries[row] = change(queries[row])
    ps.write_scenario(queries, file)
    done = pathstar("bench", file)
    assert done.returncode == 1
    assert f"astar, query {row + 1}, {queries[row].start} to {queries[row].goal}: got" in done.stdout
    assert problem in done.stdout
    as_json = pathstar("bench", file, "--json")
    assert as_json.returncode == 1
    assert f"query {row + 1}" in as_json.stderr
    import json

    assert [found["mismatches"] for found in json.loads(as_json.stdout)] == [1]


def test_a_path_where_none_is_expected_and_none_where_one_is(tmp_path: Path) -> None:
    file, queries = scenario(tmp_path)
    row = next(row for row, query in enumerate(queries) if query.unreachable)
    queries[row] = replace(queries[row], length=12.5)
    ps.write_scenario(queries, file)
    done = pathstar("bench", file)
    assert done.returncode == 1
    assert f"query {row + 1}" in done.stdout
    assert "got no path (no path), expected one of length 12.5" in done.stdout


def test_minus_one_means_unreachable_too(tmp_path: Path) -> None:
    file, queries = scenario(tmp_path)
    queries = [replace(query, length=-1.0) if query.unreachable else query for query in queries]
    ps.write_scenario(queries, file)
    assert pathstar("bench", file).returncode == 0


def test_many_mismatches_are_summed_up(tmp_path: Path) -> None:
    file, queries = scenario(tmp_path)
    ps.write_scenario([replace(query, length=query.length + 3) for query in queries], file)
    done = pathstar("bench", file)
    assert done.stdout.count("query ") == 5
    assert f"astar: and {len(queries) - 5} more" in done.stdout


GRID = ps.Grid(np.ones((3, 9), bool))
ASKED = Query(0, "a.map", 9, 3, (0, 0), (8, 2), 6 + 2 * 2**0.5, tolerance=1e-8)


@pytest.mark.parametrize(
    ("algorithm", "factor", "right"),
    [
        ("astar", 1.0, True),
        ("astar", 1 / 1.5, False),
        ("weighted-astar", 1 / 1.9, True),
        ("weighted-astar", 1 / 2.1, False),
        ("weighted-astar", 1.001, False),
        ("greedy", 1 / 50, True),
        ("greedy", 1.001, False),
    ],
)
def test_an_answer_is_held_to_what_is_promised(algorithm: str, factor: float, right: bool) -> None:
    """The path found is the shortest; the file's optimum is set to more or less than its length."""
    path = ps.find_path(GRID, (0, 0), (8, 2), algorithm=algorithm)
    query = replace(ASKED, length=path.cost * factor)
    assert (problem_with(GRID, query, path) == "") == right


@pytest.mark.parametrize(
    ("length", "tolerance", "right"),
    [
        (8.82843, 1e-5, True),
        (8.82842, 1e-5, True),
        (8.82844, 1e-5, False),
        (8.82841, 1e-5, False),
        (8.83, 0.01, True),
        (8.81, 0.01, False),
        (8.82842712, 1e-8, True),
        (8.82842720, 1e-8, False),
    ],
)
def test_as_exactly_as_the_file_prints(length: float, tolerance: float, right: bool) -> None:
    path = ps.find_path(GRID, (0, 0), (8, 2))
    query = replace(ASKED, length=length, tolerance=tolerance)
    assert (problem_with(GRID, query, path) == "") == right


def test_the_checker_is_asked() -> None:
    """A path through a wall is detected though its cost is as expected."""
    path = ps.find_path(GRID, (0, 0), (8, 2))
    walls = np.ones((3, 9), bool)
    x, y = path.points[4].tolist()
    walls[y, x] = False
    assert "wrong path" in problem_with(ps.Grid(walls), ASKED, path)
    other = ps.find_path(GRID, (0, 0), (7, 2))
    assert "wrong path" in problem_with(GRID, replace(ASKED, length=other.cost), other)


@pytest.mark.parametrize(
    ("count", "limit", "rows"),
    [
        (10, None, [*range(10)]),
        (10, 10, [*range(10)]),
        (10, 99, [*range(10)]),
        (10, 1, [0]),
        (10, 2, [0, 9]),
        (11, 3, [0, 5, 10]),
        (100, 5, [0, 25, 50, 74, 99]),
        (7, 4, [0, 2, 4, 6]),
    ],
)
def test_a_limit_is_spread_evenly(count: int, limit: int | None, rows: list[int]) -> None:
    queries = [replace(ASKED, bucket=row) for row in range(count)]
    chosen = [query.bucket for query in _spread(queries, limit)]
    assert len(chosen) == len(rows)
    assert all(abs(a - b) <= 1 for a, b in zip(chosen, rows, strict=True))
    assert chosen[0] == 0
    assert limit == 1 or chosen[-1] == count - 1


def test_limit_and_map_options(tmp_path: Path) -> None:
    file, _ = scenario(tmp_path)
    (tmp_path / "maps").mkdir()
    (tmp_path / "arena.map").rename(tmp_path / "maps" / "other.map")
    done = pathstar("bench", file)
    assert done.returncode == 2
    assert "names the map arena.map, which is not in its folder" in done.stderr
    rows = answer(pathstar("bench", file, "--map", tmp_path / "maps" / "other.map", "--limit", 7, "--json"))
    assert (rows[0]["map"], rows[0]["queries"]) == ("other.map", 7)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.scen",), "nowhere.scen: No such file"),
        (("arena.map.scen", "--algorithm", "astr"), "did you mean 'astar'"),
        (("arena.map.scen", "--limit", "0"), "--limit"),
        (
            ("arena.map.scen", "--map", "small.map"),
            "a map of 50 x 40; small.map is of 2 x 1",
        ),
        (("arena.map.scen", "--map", "none.map"), "none.map: No such file"),
        (("empty.scen",), "empty.scen holds no queries"),
        (("wrong.scen",), "wrong.scen, line 1"),
        (("two.scen",), "names several maps"),
        (("arena.map",), "a .map file holds a map, not queries"),
    ],
)
def test_bad_input(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    _, queries = scenario(tmp_path)
    ps.write(ps.Map([[1, 1]]), tmp_path / "small.map")
    (tmp_path / "empty.scen").write_text("version 1\n")
    (tmp_path / "wrong.scen").write_text("version 2\n")
    ps.write_scenario([queries[0], replace(queries[1], map="b.map")], tmp_path / "two.scen")
    done = pathstar("bench", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_a_cost_that_is_not_that_of_the_steps() -> None:
    path = ps.find_path(ps.Grid(np.ones((3, 9), bool), moves=ps.Moves(straight=2)), (0, 0), (8, 2))
    assert "for steps that cost" in problem_with(GRID, ASKED, path)


DYNAMIC = """version 2
height 4
width 5
cost 1 octile
patch small.patch
commands
Q 0 0 0 4 0 4
P 1 0 2 0
Q 1 0 0 4 0 8.8284271247462
P 2 1 2 3
Q 2 0 0 4 0 -1
"""
PATCHES = "type patch\npatches 2\n" + "".join(
    f"patch {number}\nheight {len(rows)}\nwidth 1\nmap\n" + "\n".join(rows) + "\n"
    for number, rows in enumerate(["@@@", "@"])
)


def test_a_map_that_changes_is_replayed(tmp_path):
    file = tmp_path / "small.scen"
    (tmp_path / "small.patch").write_text(PATCHES)
    file.write_text(DYNAMIC)
    done = pathstar("bench", file, "-a", "jps", "-a", "astar", "-a", "jump-table", "--json")
    rows = answer(done)
    assert done.returncode == 0
    assert [(row["algorithm"], row["queries"], row["mismatches"], row["changes"]) for row in rows] == [
        ("jps", 3, 0, 3),
        ("astar", 3, 0, 3),
        ("jump-table", 3, 0, 3),
    ]
    file.write_text(DYNAMIC.replace("8.828", "8.5"))
    done = pathstar("bench", file)
    assert done.returncode == 1
    assert "query 2, (0, 0) to (4, 0): got cost 8.828427125, expected 8.542712475: too long" in done.stdout
    done = pathstar("bench", file, "-a", "subgoal")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "subgoal must be built again after an edit" in done.stderr
