"""Edits of graphs: what they reject, and what they leave alone."""

from __future__ import annotations

import threading
from copy import copy as copy_of

import numpy as np
import pytest

import pathstar as ps


def test_arrays_handed_out_never_change():
    graph = ps.Graph.from_edges([(0, 1, 2.0), (1, 2, 3.0)])
    before = graph.offsets, graph.targets, graph.costs
    copies = [np.array(array) for array in before]
    graph.set_costs([(0, 1, 9.0)])
    held = graph.costs
    graph.add_edges([(0, 2, 4.0)])
    graph.remove_nodes([1])
    for array, copy in zip(before, copies, strict=True):
        np.testing.assert_array_equal(array, copy)
    assert held.tolist() == [9.0, 3.0]
    assert (graph.targets.tolist(), graph.costs.tolist()) == ([2], [4.0])


def test_edits_of_a_copy_do_not_show():
    roads = ps.Graph.from_edges([("a", "b", 2.0)], data=[{"street": "Mill Lane"}])
    twin = copy_of(roads)
    twin.remove_edges([("a", "b")])
    twin.add_edges([("a", "b", 2.0)])
    twin.add_nodes(["c"])
    assert ps.find_path(roads, "a", "b").edges[0]["street"] == "Mill Lane"
    assert "street" not in ps.find_path(twin, "a", "b").edges[0]
    assert (list(roads.names), list(twin.names)) == (["a", "b"], ["a", "b", "c"])


@pytest.mark.parametrize(
    "make",
    [
        lambda names: ps.Graph.from_edges([("b", "a")], names=names),
        lambda names: ps.Graph.from_arrays([1], [0], names=names),
        lambda names: ps.Graph([0, 0, 1], [0], names=names),
    ],
    ids=["edges", "arrays", "rows"],
)
def test_graphs_may_take_the_names_of_another(make):
    roads = ps.Graph.from_edges([("a", "b")])
    back = make(roads.names)
    assert ps.find_path(back, "b", "a").cost == 1
    back.add_nodes(["c"])
    back.remove_nodes(["a"])
    assert (list(roads.names), list(back.names)) == (["a", "b"], ["b", "c"])
    with pytest.raises(ps.ArrayError, match="2 names for 1 node"):
        ps.Graph([0, 0], [], names=back.names)


def test_a_graph_without_nodes_still_has_names():
    roads = ps.Graph.from_edges(np.empty((0, 2), np.int64), names=[])
    roads.add_nodes(["a"])
    assert list(roads.names) == ["a"]


def test_positions_are_copied():
    places = np.array([(0.0, 0.0), (3.0, 4.0)])
    roads = ps.Graph.from_edges([(0, 1, 5.0)], positions=places)
    places[1] = 99
    assert roads.positions.tolist() == [[0, 0], [3, 4]]
    assert roads.nearest((3, 3)) == 1


def test_a_wrong_edit_changes_nothing():
    graph = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 3.0)])
    with pytest.raises(ps.PlaceError, match="there is no edge from 'a' to 'c'; add_edges adds one"):
        graph.set_costs([("a", "b", 1.0), ("a", "c", 1.0)])
    with pytest.raises(ps.PlaceError, match="there is no node 'd'"):
        graph.add_edges([("a", "d")])
    with pytest.raises(ps.CostError, match="costs -1"):
        graph.add_edges([("a", "c", -1)])
    with pytest.raises(ps.PlaceError, match="there is such a node"):
        graph.add_nodes(["e", "a"])
    with pytest.raises(ps.ArrayError, match="the nodes of this graph have none"):
        graph.add_nodes(["e"], positions=[(0, 0)])
    with pytest.raises(ps.PlaceError, match=r"names\[1\]: there is no node 'x'"):
        graph.remove_nodes(["a", "x"])
    assert (graph.revision, graph.size, graph.edges) == (0, 3, 2)
    graph.remove_nodes(["b"])
    with pytest.raises(ps.PlaceError, match="there is no node 'b'"):
        ps.find_path(graph, "a", "b")
    graph.add_nodes(["b"])
    assert graph.node_of("b") == 1
    with pytest.raises(
        ps.PlaceError, match=r"names\[0\] is 9; the nodes have no names, so the next one is 2"
    ):
        ps.Graph.from_edges(np.array([(0, 1)])).add_nodes([9])


def test_the_estimate_stays_below_what_edges_cost():
    graph = ps.Graph.from_edges(
        [("a", "b", 10.0), ("b", "c", 10.0)], positions=[(0, 0), (10, 0), (20, 0)], metric="euclidean"
    )
    assert graph.core.cost_per_distance == pytest.approx(1)
    graph.add_edges([("a", "c", 5.0)])
    assert graph.core.cost_per_distance == pytest.approx(0.25)
    rated = ps.Graph.from_edges(
        [("a", "b", 10.0), ("b", "c", 10.0)], positions=[(0, 0), (10, 0), (20, 0)], cost_per_distance=1.0
    )
    with pytest.warns(ps.HeuristicWarning, match="the edge from 'a' to 'c', which costs 5"):
        rated.add_edges([("a", "c", 5.0)])


def test_an_edit_is_checked_while_another_thread_edits():
    size = 60_000
    sources, targets = np.random.default_rng(0).integers(0, size, (2, 2 * size)).astype(np.uint32)
    graph = ps.Graph.from_arrays(sources, targets, size=size)
    costs = np.ones(2 * size)

    def grow() -> None:
        for _ in range(8):
            graph.core.add_edges(targets, sources, costs)
            graph.core.remove_edges(targets, sources, costs)

    other = threading.Thread(target=grow)
    other.start()
    while other.is_alive():
        assert 0 <= graph.core.first_missing(sources, targets) <= len(sources)
        assert graph.is_free(sources).all()
        assert graph.size == size
    other.join()


def test_one_string_is_one_name():
    roads = ps.Graph.from_edges([("mill", "ford", 3.0), ("ford", "abbey", 4.0)])
    for edit in (roads.add_nodes, roads.remove_nodes):
        with pytest.raises(
            ps.OptionError, match=r"names is 'ins'; allowed: a list of names, such as \['ins'\]"
        ):
            edit("ins")
    assert roads.size == 3
    for ask in (
        lambda: ps.distance_field(roads, "abbey"),
        lambda: ps.find_paths(roads, ["mill"], "abbey"),
        lambda: ps.cost_matrix(roads, ["mill"], "abbey"),
    ):
        with pytest.raises(
            ps.PlaceTypeError, match=r" is 'abbey', one node; give a list of nodes: \['abbey'\]"
        ):
            ask()
    assert ps.distance_field(roads, ["abbey"]).costs.tolist() == [7, 4, 0]
