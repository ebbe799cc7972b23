"""Graphs: what they are made from, what they reject, what they say about themselves."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pytest

import pathstar as ps

BOARD = [("a", "b", 2.0), ("b", "c", 2.0), ("a", "c", 5.0)]


def test_nodes_beyond_all_numbers_are_named_as_they_were_given() -> None:
    beyond = np.array([2**63], np.uint64)
    for make in (lambda: ps.Graph.from_arrays([0], beyond), lambda: ps.Graph([0, 1], beyond)):
        with pytest.raises(ps.ArrayError, match=r"targets\[0\] is 9223372036854775808"):
            make()
    with pytest.raises(ps.MapLimitError, match="1099511627777 nodes are asked for"):
        ps.Graph.from_arrays([0], [2**40])
    for number in (1e300, np.nan, 0.5):
        with pytest.raises(ps.PlaceError, match="nodes are whole numbers from 0 up"):
            ps.Graph.from_edges(np.array([[0, number]]))


def test_names_come_in_the_order_in_which_they_appear():
    graph = ps.Graph.from_edges(BOARD)
    assert graph.places_of([0, 1, 2]).tolist() == ["a", "b", "c"]
    assert graph.nodes_of(["c", "a"]).tolist() == [2, 0]
    path = ps.find_path(graph, "a", "c")
    assert (list(path), path.nodes.tolist(), path.points.tolist()) == (
        ["a", "b", "c"],
        [0, 1, 2],
        ["a", "b", "c"],
    )
    assert np.array([10, 20, 30])[path.indices].tolist() == [10, 20, 30]


def test_names_are_listed_without_those_that_were_removed():
    graph = ps.Graph.from_edges([("b", "a"), ("a", (1, 2))])
    assert list(graph.names) == ["b", "a", (1, 2)]
    graph.remove_nodes(["a"])
    assert list(graph.names) == ["b", (1, 2)]
    numbers = ps.Graph.from_edges(np.array([[0, 1], [1, 2]]))
    numbers.remove_nodes([0])
    assert list(numbers.names) == [1, 2]


def test_none_is_a_name():
    graph = ps.Graph.from_edges([(None, "a", 1.0), ("a", None, 2.0), ("a", "b", 1.0)])
    assert graph.names.given == [None, "a", "b"]
    for kind in (None, "landmarks", "contraction-hierarchies"):
        planner = ps.Planner(graph, index=None if kind is None else ps.build_index(graph, kind))
        assert list(planner.find(None, "b")) == [None, "a", "b"]
        assert planner.find("a", None).goal is None
        assert not planner.find("b", None)
        assert planner.find_many([None], ["b"])[0].start is None
    search = ps.Planner(graph).search("a", None)
    path = search.run()
    assert (list(path), ps.check_path(graph, path).ok) == (["a", None], True)
    assert pickle.loads(pickle.dumps(path)).goal is None
    assert ps.trace(graph, None, "b").path.start is None
    assert [list(path) for path in ps.find_k_paths(graph, None, "b", 2)] == [[None, "a", "b"]]
    assert ps.cost_matrix(graph, [None, "a"], ["b", None]).tolist() == [[2, 0], [1, 2]]
    assert ps.distance_field(graph, [None]).cost_of("a") == 2
    assert ps.Graph.from_neighbors([None], lambda name: [] if name else [("end", 1.0)]).size == 2


def test_an_array_of_edges_has_numbers_for_names():
    graph = ps.Graph.from_edges(np.array([[0, 1, 3], [1, 4, 1]]))
    assert graph.size == 5
    assert ps.find_path(graph, 0, 4).points.tolist() == [0, 1, 4]
    assert ps.find_path(graph, np.int64(0), 4).cost == 4


def test_rows_are_kept_and_shown():
    graph = ps.Graph([0, 2, 2, 3], [1, 2, 0], [1, 2, 3])
    assert graph.offsets.tolist() == [0, 2, 2, 3]
    assert graph.targets.tolist() == [1, 2, 0]
    assert graph.costs.tolist() == [1, 2, 3]
    assert repr(graph) == "Graph(3 nodes, 3 edges)"
    with pytest.raises(ValueError, match="read-only"):
        graph.costs[0] = 9


def test_undirected_edges_lead_both_ways():
    there = ps.Graph.from_edges(BOARD)
    both = ps.Graph.from_edges(BOARD, directed=False)
    assert not ps.find_path(there, "c", "a")
    assert ps.find_path(both, "c", "a").cost == 4


def test_many_queries_name_the_wrong_row():
    graph = ps.Graph.from_edges(BOARD)
    paths = ps.find_paths(graph, ["a", "b"], ["c", "c"])
    assert paths.costs.tolist() == [4, 2]
    assert paths.points.tolist() == ["a", "b", "c", "b", "c"]
    assert paths[1].start == "b"
    with pytest.raises(ps.PlaceError, match=re.escape("goals[1]: there is no node 'cc'; did you mean 'c'?")):
        ps.find_paths(graph, ["a", "b"], ["c", "cc"])


def test_an_unknown_name_names_the_nearest() -> None:
    roads = ps.Graph.from_edges([("mill", "ford"), ("ford", "abbey"), ("abbey", "inn")])
    with pytest.raises(ps.PlaceError, match="no node 'Mill'; did you mean 'mill'"):
        roads.node_of("Mill")
    with pytest.raises(
        ps.PlaceError, match=r"no node 7; there are 4 nodes, such as 'mill', 'ford', 'abbey'$"
    ):
        roads.node_of(7)
    streets = ps.Graph.from_edges([(1031, 1077)], names=[1031, 1077])
    with pytest.raises(ps.PlaceError, match="no node '1077'; did you mean 1077"):
        streets.node_of("1077")
    with pytest.raises(ps.PlaceError, match=r"no node 'x'; there are 0 nodes$"):
        ps.Graph.from_edges([], names=[]).node_of("x")


def test_the_second_hopeless_query_costs_no_search():
    graph = ps.Graph.from_edges([(0, 1), (1, 0), (2, 3)])
    planner = ps.Planner(graph)
    assert planner.find(0, 3).stats.expanded == 2
    assert planner.find(1, 2).stats.expanded == 0
    assert planner.find(3, 2).status is ps.Status.NO_PATH  # the right component, the wrong direction


def test_pickles_with_names_and_positions():
    graph = ps.Graph.from_edges(BOARD, positions=[[0, 0], [1, 0], [2, 0]])
    copy = pickle.loads(pickle.dumps(graph))
    assert list(ps.find_path(copy, "a", "c")) == ["a", "b", "c"]
    assert copy.default_heuristic() == "euclidean"
    assert copy.consistency_factor("euclidean") == graph.consistency_factor("euclidean")


def test_the_default_rate_is_the_most_that_overestimates_no_edge():
    graph = ps.Graph.from_edges([(0, 1, 3.0), (1, 2, 8.0)], positions=[[0.0], [1.0], [3.0]])
    assert graph.core.cost_per_distance == pytest.approx(3.0)
    assert graph.consistency_factor("euclidean") == 1
    assert ps.find_path(graph, 0, 2).bound == 1


def test_a_rate_that_overestimates_is_warned_of_and_lowers_the_guarantee():
    with pytest.warns(ps.HeuristicWarning, match="the edge from 'x' to 'y', which costs 3"):
        graph = ps.Graph.from_edges(
            [("x", "y", 3.0), ("y", "z", 8.0)], positions=[[0.0], [1.0], [3.0]], cost_per_distance=6
        )
    assert ps.find_path(graph, "x", "z").bound == pytest.approx(2)


def test_the_great_circle_is_in_metres():
    paris, sydney = (2.3522, 48.8566), (151.2093, -33.8688)
    graph = ps.Graph.from_edges([(0, 1, 17e6)], positions=[paris, sydney], metric="great_circle")
    metres = 17e6 / graph.core.cost_per_distance
    assert metres == pytest.approx(16_960_000, rel=0.002)  # on a sphere; the ellipsoid is a little off it


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: ps.Graph([], []), ps.ArrayError, "begin with 0"),
        (lambda: ps.Graph([1, 2], [0, 0]), ps.ArrayError, "begin with 0"),
        (lambda: ps.Graph([0, 2, 1], [0]), ps.ArrayError, "falls from 2 to 1 at node 1"),
        (lambda: ps.Graph([0, 2], [0]), ps.ArrayError, "ends with 2, but there are 1 targets"),
        (
            lambda: ps.Graph([0, 1], [7]),
            ps.PlaceError,
            "edge 0 leads to node 7; there are 1 nodes, from 0 to 0",
        ),
        (lambda: ps.Graph([0, 1], [-1]), ps.PlaceError, "leads to node -1"),
        (lambda: ps.Graph([0, 1], [0.5]), ps.ArrayTypeError, "whole numbers, not float64"),
        (lambda: ps.Graph([0, 1], [[0]]), ps.ArrayError, "one-dimensional"),
        (lambda: ps.Graph([0, 1], [0], [-1.0]), ps.CostError, "edge 0 costs -1.0"),
        (lambda: ps.Graph([0, 1], [0], [np.nan]), ps.CostError, "edge 0 costs nan"),
        (lambda: ps.Graph([0, 1], [0], [np.inf]), ps.CostError, "edge 0 costs inf"),
        (lambda: ps.Graph([0, 1], [0], ["x"]), ps.ArrayTypeError, "costs must hold numbers"),
        (lambda: ps.Graph([0, 1], [0], [1, 2]), ps.ArrayError, r"must be \(1,\)"),
        (lambda: ps.Graph([0, 0], [], names=["a", "b"]), ps.ArrayError, "2 names for 1 nodes"),
        (
            lambda: ps.Graph([0, 0, 0], [], names=["a", "a"]),
            ps.PlaceError,
            "'a' is given to node 0 and to node 1",
        ),
        (
            lambda: ps.Graph([0, 0], [], names=[[]]),
            ps.PlaceTypeError,
            r"names\[0\] is \[\], which is not hashable",
        ),
        (lambda: ps.Graph([0, 0], [], positions=[1]), ps.ArrayError, r"must be \(1, d\)"),
        (lambda: ps.Graph([0, 0], [], positions=[["x"]]), ps.ArrayError, "numbers"),
        (
            lambda: ps.Graph([0, 0], [], positions=[[np.nan, 0]]),
            ps.ArrayError,
            r"positions\[0\] is \[nan, 0.0\]",
        ),
        (lambda: ps.Graph([0, 0], [], positions=[[0, 91]], metric="great_circle"), ps.ArrayError, "latitude"),
        (
            lambda: ps.Graph([0, 0], [], positions=[[0, 1, 2]], metric="great_circle"),
            ps.ArrayError,
            "3 columns",
        ),
        (lambda: ps.Graph([0, 0], [], metric="great circle"), ps.OptionError, "did you mean 'great_circle'"),
        (lambda: ps.Graph([0, 0], [], cost_per_distance=1), ps.OptionError, "no positions"),
        (
            lambda: ps.Graph([0, 0], [], positions=[[0]], cost_per_distance=-1),
            ps.OptionError,
            "number from 0",
        ),
        (lambda: ps.Graph.from_edges([("a",)]), ps.ArrayError, r"edge 0 is \('a',\); allowed"),
        (lambda: ps.Graph.from_edges(["ab"]), ps.ArrayError, "edge 0 is 'ab'"),
        (lambda: ps.Graph.from_edges([7]), ps.ArrayError, "edge 0 is 7"),
        (lambda: ps.Graph.from_edges([("a", "b", "2")]), ps.CostError, "edge 0 costs '2'"),
        (lambda: ps.Graph.from_edges([("a", "b", -2)]), ps.CostError, "edge 0 costs -2.0"),
        (lambda: ps.Graph.from_edges([("a", [])]), ps.PlaceTypeError, r"edge 0 has the end \[\]"),
        (lambda: ps.Graph.from_edges([("a", "b")], names=["a"]), ps.PlaceError, "no node 'b'"),
        (lambda: ps.Graph.from_edges(np.zeros((2, 4))), ps.ArrayError, r"must be \(m, 2\) or \(m, 3\)"),
        (lambda: ps.Graph.from_edges(np.array([[0, 1.5]])), ps.PlaceError, r"edge 0 is \[0.0, 1.5\]"),
        (lambda: ps.Graph.from_edges(np.array([[0, 5]]), names="ab"), ps.PlaceError, "there are 2 nodes"),
    ],
)
def test_bad_input(make, error, words):
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize(
    ("graph", "place", "error", "words"),
    [
        (ps.Graph([0, 0], []), 1, ps.PlaceError, "the node is 1; there are 1 nodes, from 0 to 0"),
        (ps.Graph([0, 0], []), -1, ps.PlaceError, "the node is -1"),
        (ps.Graph([0, 0], []), "a", ps.PlaceTypeError, "whole number is needed"),
        (ps.Graph([0, 0], []), True, ps.PlaceTypeError, "whole number is needed"),
        (ps.Graph([0, 0], []), 0.0, ps.PlaceTypeError, "whole number is needed"),
        (ps.Graph([0], []), 0, ps.PlaceError, "there are 0 nodes"),
        (ps.Graph.from_edges(BOARD), 0, ps.PlaceError, "there is no node 0"),
        (ps.Graph.from_edges(BOARD), [], ps.PlaceTypeError, "not hashable"),
    ],
)
def test_bad_places(graph, place, error, words):
    with pytest.raises(error, match=words):
        ps.find_path(graph, place, place)


@pytest.mark.parametrize(
    ("nodes", "error", "words"),
    [
        ([2], ps.PlaceError, "there is no node 2; allowed: 0 to 1"),
        (np.array([-1]), ps.PlaceError, "there is no node -1"),
        (np.array([2**32 - 1], np.uint32), ps.PlaceError, "there is no node 4294967295"),
        (None, ps.PlaceTypeError, "nodes must be whole numbers, not object"),
    ],
)
def test_numbers_of_nodes_that_are_not_there(nodes, error, words):
    graph = ps.Graph([0, 1, 1], [1], positions=[(0, 0), (3, 4)])
    for asked in (graph.is_free, graph.edges_along, lambda nodes: graph.straight_distances(0, nodes)):
        with pytest.raises(error, match=words):
            asked(nodes)
    assert graph.is_free([0, 1]).tolist() == [True, True]


def test_what_fits_grids_only_is_refused():
    graph = ps.Graph.from_edges(BOARD)
    with pytest.raises(ps.OptionError, match="jps needs a grid of squares"):
        ps.find_path(graph, "a", "b", algorithm="jps")
    with pytest.raises(ps.OptionError, match="heuristic 'octile' does not fit this Graph; allowed: zero"):
        ps.find_path(graph, "a", "b", heuristic="octile")
    with pytest.raises(ps.OptionError, match="skip_dead_ends needs a Grid"):
        ps.find_path(graph, "a", "b", skip_dead_ends=True)
    with pytest.raises(ps.OptionError):
        ps.build_index(graph, "subgoal")


def test_the_checker_names_the_wrong_step():
    graph = ps.Graph.from_edges(BOARD)
    assert ps.check_path(graph, ["a", "b", "c"]).cost == 4
    assert ps.check_path(graph, ["a", "c"], start="a", goal="c").cost == 5
    assert ps.check_path(graph, ["a", "b", "a"]).problem == "'b' to 'a' is not an edge"
    assert ps.check_path(graph, ["a", "b", "a"]).step == 1
    assert not ps.check_path(graph, ["b", "c"], start="a")
    assert not ps.check_path(graph, [])


def test_a_masked_cost_is_none():
    with pytest.raises(ps.CostError, match="edge 1 costs nan"):
        ps.Graph.from_arrays([0, 1], [1, 2], np.ma.masked_array([5, 6], [False, True]))


def test_an_unknown_name_is_compared_with_some_names_only(monkeypatch):
    compared = []

    def no_matches(name, names, **_):
        compared.append(len(names))
        return []

    monkeypatch.setattr("difflib.get_close_matches", no_matches)
    graph = ps.Graph.from_edges([], names=[f"town {number}" for number in range(5000)])
    with pytest.raises(ps.PlaceError, match="no node 'village'; there are 5000 nodes, such as 'town 0'"):
        graph.node_of("village")
    assert compared == [1000]


def test_names_are_whole_for_a_thread_that_asks_in_between() -> None:
    names = ps.Graph.from_edges([("a", "b")]).names
    seen = []

    class Slow(list):
        def __iter__(self):
            for number, name in enumerate(list(super().__iter__())):
                if number == 1 and not seen:
                    seen.append(None)  # so that it is used once
                    seen[:] = names.of([0, 1]).tolist()
                yield name

    names.given = Slow(names.given)
    assert names.of([0, 1]).tolist() == ["a", "b"] == seen


@pytest.mark.parametrize("positions", [[[1j, 0], [2, 0]], [["1", "0"], ["2", "0"]]])
def test_positions_are_numbers_not_what_numpy_would_turn_into_some(positions):
    with pytest.raises(ps.ArrayError, match=r"positions must be an array \(n, d\) of numbers"):
        ps.Graph([0, 1, 1], [1], [2.0], positions=positions)
