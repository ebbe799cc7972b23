"""The table of algorithms: how its rows are requested, and which open list a trace uses."""

from __future__ import annotations

import pytest

import pathstar as ps
from pathstar.planners.algorithms import ALGORITHMS, algorithm_named, open_list_for_trace

GRID = ps.Grid([[1, 1, 1]])


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_row_goes_by_its_name_its_title_and_its_aliases(name):
    row = ALGORITHMS[name]
    for given in (row.name, row.title, *row.aliases):
        for spelt in (given, given.upper(), given.replace("-", " "), given.replace(" ", "_"), f" {given} "):
            assert algorithm_named(spelt) is row


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("A*", "astar"),
        ("a *", "astar"),
        ("A-star", "astar"),
        ("Dijkstra", "dijkstra"),
        ("JPS", "jps"),
        ("BFS", "bfs"),
        ("breadth-first", "bfs"),
        ("IDA*", "ida-star"),
        ("WA*", "weighted-astar"),
        ("weighted A*", "weighted-astar"),
        ("Bidirectional A*", "bidirectional-astar"),
        ("greedy best-first", "greedy"),
    ],
)
def test_usual_names(given, name):
    assert algorithm_named(given).name == name
    assert ps.Planner(GRID, given).method.algorithm == name
    assert ps.trace(GRID, (0, 0), (2, 0), algorithm=given).path.stats.algorithm == name


def test_auto_in_any_case():
    assert ps.find_path(GRID, (0, 0), (2, 0), algorithm="AUTO").cost == 2


@pytest.mark.parametrize("given", ["", "*", "A", "A**", "astar2", "octile", "A\N{ASTERISK OPERATOR}"])
def test_other_names_are_unknown(given):
    with pytest.raises(ps.OptionError, match="unknown algorithm"):
        algorithm_named(given)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_trace_takes_a_heap_where_the_algorithm_leaves_the_choice(name):
    own = ALGORITHMS[name].open_list
    assert open_list_for_trace(name, None) == ("heap" if own is None else None)
    assert open_list_for_trace(name, "sorted") == "sorted"
