"""Graphs from the data of other programs, and back."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import rustworkx as rx
from scipy import sparse

import pathstar as ps

CITIES = [("a", "b", 2.0), ("b", "c", 2.0), ("a", "c", 5.0), ("c", "d", 0.0)]


def edges_of(graph: ps.Graph) -> list[tuple[object, object, float]]:
    """Every edge by names, in order."""
    names = graph.places_of(np.arange(graph.size)).tolist()
    rows = zip(names, graph.offsets[:-1], graph.offsets[1:], strict=True)
    return sorted(
        (name, names[graph.targets[edge]], float(graph.costs[edge]))
        for name, first, last in rows
        for edge in range(first, last)
    )


def both(edges):
    return sorted({*edges, *((b, a, cost) for a, b, cost in edges)})


def test_a_table_in_place_of_a_list_names_its_call():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ps.ArrayError, match=r"edges is a table; Graph\.from_pandas reads it"):
        ps.Graph.from_edges(pandas.DataFrame({"to": ["a"], "by": ["b"]}))


def test_a_mapping_in_place_of_a_list_says_how_to_make_one():
    graph = {"a": {"b": 2.0}, "b": {}}
    with pytest.raises(ps.ArrayError, match="edges is a mapping") as refused:
        ps.Graph.from_edges(graph)
    assert "[(node, to, cost) for node in graph for to, cost in graph[node].items()]" in str(refused.value)
    listed = [(node, to, cost) for node in graph for to, cost in graph[node].items()]
    assert ps.find_path(ps.Graph.from_edges(listed), "a", "b").cost == 2


def test_arrays():
    graph = ps.Graph.from_arrays(np.array([2, 0, 0], np.uint8), [0, 1, 1], [1, 2, 3])
    assert edges_of(graph) == [(0, 1, 2.0), (0, 1, 3.0), (2, 0, 1.0)]
    assert ps.Graph.from_arrays([], []).size == 0
    assert ps.Graph.from_arrays([0], [1], size=5).size == 5
    assert ps.Graph.from_arrays([0], [1], names="abc").places_of([2]).tolist() == ["c"]
    undirected = ps.Graph.from_arrays([0, 1], [1, 1], [3.5, 1], directed=False)
    assert edges_of(undirected) == [(0, 1, 3.5), (1, 0, 3.5), (1, 1, 1.0)]
    placed = ps.Graph.from_arrays([0], [1], positions=[[0, 0], [3, 4]])
    assert placed.default_heuristic() == "euclidean"


def test_a_million_edges_take_no_python_loop():
    random = np.random.default_rng(3)
    ends = random.integers(0, 10**5, (2, 10**6))
    graph = ps.Graph.from_arrays(*ends, random.random(10**6))
    assert (graph.size, graph.edges) == (10**5, 10**6)


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
def test_scipy_formats(form):
    dense = np.array([[0, 2.0, 5.0, 0], [0, 0, 2.0, 0], [0, 0, 0, 1.0], [0, 0, 0, 0]])
    graph = ps.Graph.from_scipy(sparse.csr_array(dense).asformat(form))
    assert [edge for edge in edges_of(graph) if edge[2]] == [
        (0, 1, 2.0),
        (0, 2, 5.0),
        (1, 2, 2.0),
        (2, 3, 1.0),
    ]
    assert ps.find_path(graph, 0, 3).cost == sparse.csgraph.dijkstra(dense, indices=0)[3]


def test_scipy_zeros_and_doubles():
    stored = sparse.coo_array(([0.0, 1.0, 2.0], ([0, 1, 1], [1, 2, 2])), shape=(3, 3))
    graph = ps.Graph.from_scipy(stored)
    assert edges_of(graph) == [(0, 1, 0.0), (1, 2, 3.0)]
    rows = sparse.csr_array(([1.0, 2.0], [2, 2], [0, 2, 2, 2]), shape=(3, 3))
    assert edges_of(ps.Graph.from_scipy(rows)) == [(0, 2, 3.0)]
    assert rows.nnz == 2  # the caller's matrix is unchanged
    named = ps.Graph.from_scipy(sparse.csr_matrix((2, 2)), names=["x", "y"])
    assert not ps.find_path(named, "x", "y")


def test_scipy_undirected():
    graph = ps.Graph.from_scipy(sparse.csr_array([[0, 3], [3, 0]]), directed=False)
    assert edges_of(graph) == [(0, 1, 3.0), (1, 0, 3.0)]
    with pytest.raises(ps.ArrayError, match=r"entry \[0, 1\] is 3 and \[1, 0\] is not stored"):
        ps.Graph.from_scipy(sparse.csr_array([[0, 3], [0, 0]]), directed=False)
    with pytest.raises(ps.ArrayError, match=r"entry \[0, 1\] is 3 and \[1, 0\] is 4"):
        ps.Graph.from_scipy(sparse.csr_array([[0, 3], [4, 0]]), directed=False)
    assert ps.Graph.from_scipy(sparse.csr_array((4, 4)), directed=False).edges == 0


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_networkx_and_back(kind):
    given = kind()
    given.add_weighted_edges_from([*CITIES, ("b", "b", 7.0)])
    if given.is_multigraph():
        given.add_edge("a", "b", weight=1.0)
    given.add_node("alone")
    for number, node in enumerate(given):
        given.nodes[node]["pos"] = (float(number), 0.0)
    graph = ps.Graph.from_networkx(given, positions="pos")
    assert graph.default_heuristic() == "euclidean"
    assert ps.find_path(graph, "a", "d").cost == nx.dijkstra_path_length(given, "a", "d")
    back = graph.to_networkx(directed=given.is_directed())
    assert type(back) is kind
    assert back.nodes(data=True) == given.nodes(data=True)
    assert nx.utils.graphs_equal(back, given)


def test_networkx_weights():
    plain = nx.path_graph(3)
    assert ps.Graph.from_networkx(plain).costs.tolist() == [1, 1, 1, 1]
    plain.edges[0, 1]["weight"] = 4
    with pytest.raises(ps.CostError, match="the edge from 1 to 2 has no 'weight', which others have"):
        ps.Graph.from_networkx(plain)
    assert ps.find_path(ps.Graph.from_networkx(plain, missing=2), 0, 2).cost == 6
    assert ps.find_path(ps.Graph.from_networkx(plain, weight=None), 0, 2).cost == 2
    with pytest.raises(ps.OptionError, match="unknown edge attribute 'wieght'; did you mean 'weight'"):
        ps.Graph.from_networkx(plain, weight="wieght")
    layout = {node: (node, 0) for node in plain}
    assert ps.Graph.from_networkx(plain, missing=2, positions=layout).positions.shape == (3, 2)
    assert ps.Graph.from_networkx(nx.Graph()).size == 0


@pytest.mark.parametrize("kind", [rx.PyGraph, rx.PyDiGraph])
def test_rustworkx(kind):
    given = kind()
    given.add_nodes_from("abcd")
    given.add_edges_from([(0, 1, 2.0), (1, 3, 2.0), (0, 3, 5.0)])
    given.remove_node(2)
    graph = ps.Graph.from_rustworkx(given, positions=lambda node: (node, 0))
    expected = [(0, 1, 2.0), (1, 3, 2.0), (0, 3, 5.0)]
    assert edges_of(graph) == (both(expected) if kind is rx.PyGraph else sorted(expected))
    assert graph.positions[:, 0].tolist() == [0, 1, 3]
    assert ps.find_path(graph, 0, 3).cost == rx.dijkstra_shortest_path_lengths(given, 0, float)[3]


def test_rustworkx_weights():
    given = rx.PyDiGraph()
    given.add_nodes_from([None] * 3)
    given.add_edges_from_no_data([(0, 1)])
    assert ps.Graph.from_rustworkx(given).costs.tolist() == [1]
    given.add_edge(1, 2, {"km": 3})
    with pytest.raises(ps.CostError, match="the edge from 0 to 1 has the weight None"):
        ps.Graph.from_rustworkx(given)
    graph = ps.Graph.from_rustworkx(given, weight=lambda data: data["km"] if data else 2)
    assert ps.find_path(graph, 0, 2).cost == 5


def test_pandas():
    table = pd.DataFrame(CITIES, columns=["from", "to", "km"])
    graph = ps.Graph.from_pandas(table, "from", "to", "km")
    assert edges_of(graph) == sorted(CITIES)
    assert graph.places_of([0, 1, 2, 3]).tolist() == ["a", "b", "c", "d"]
    where = {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (3, 0)}
    undirected = ps.Graph.from_pandas(table[:3], "from", "to", directed=False, positions=where.__getitem__)
    assert edges_of(undirected) == both([(a, b, 1.0) for a, b, _ in CITIES[:3]])
    ids = ps.Graph.from_pandas(pd.DataFrame({"source": [700, 9], "target": [9, 5]}))
    assert list(ps.find_path(ids, 700, 5)) == [700, 9, 5]
    named = ps.Graph.from_pandas(table[:1], "from", "to", names=["b", "a", "z"])
    assert named.places_of([0, 2]).tolist() == ["b", "z"]


def test_a_column_of_a_table_that_is_there_twice_is_refused():
    table = pd.DataFrame([("a", "b", 3, 4)], columns=["from", "to", "km", "km"])
    with pytest.raises(ps.OptionError, match="several columns 'km'"):
        ps.Graph.from_pandas(table, "from", "to", "km")
    assert ps.Graph.from_pandas(table, "from", "to").edges == 1
    twins = pd.DataFrame([("a", "b")], columns=["end", "end"])
    with pytest.raises(ps.OptionError, match="several columns 'end'"):
        ps.Graph.from_pandas(twins, "end", "end")


def test_neighbors():
    def knight(square):
        x, y = square
        for dx, dy in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]:
            if 0 <= x + dx < 8 and 0 <= y + dy < 8:
                yield (x + dx, y + dy), 1

    graph = ps.Graph.from_neighbors([(0, 0)], knight, positions=lambda square: square)
    assert (graph.size, graph.edges) == (64, 336)
    path = ps.find_path(graph, (0, 0), (7, 7))
    assert path.cost == 6
    assert ps.check_path(graph, path)
    assert graph.default_heuristic() == "euclidean"
    assert ps.Graph.from_neighbors([(0, 0)], knight, limit=64).size == 64
    assert ps.Graph.from_neighbors([], knight).size == 0


def test_neighbors_without_end():
    with pytest.raises(ps.MapLimitError, match=r"more than 1,000 nodes can be reached \(the next is 1000\)"):
        ps.Graph.from_neighbors([0], lambda n: [(n + 1, 1.0)], limit=1000)

    def raises(node):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ps.Graph.from_neighbors([0], raises)


def test_undirected_loops_are_there_once():
    graph = ps.Graph.from_edges([("a", "a", 1.0), ("a", "b", 2.0)], directed=False)
    assert edges_of(graph) == [("a", "a", 1.0), ("a", "b", 2.0), ("b", "a", 2.0)]


def test_one_way_edges_make_no_undirected_graph():
    graph = ps.Graph.from_edges(CITIES)
    with pytest.raises(
        ps.OptionError, match="the edge from 'a' to 'b', which costs 2, has none that leads back"
    ):
        graph.to_networkx(directed=False)
    other = ps.Graph.from_edges([("a", "b", 1), ("b", "a", 2)])
    with pytest.raises(ps.OptionError, match="leads back"):
        other.to_networkx(directed=False)
    assert other.to_networkx(weight="km")["b"]["a"] == {"km": 2.0}


def _nx(**data):
    graph = nx.DiGraph()
    graph.add_edge("a", "b", **data)
    return graph


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: ps.Graph.from_arrays([0, 1], [1]), ps.ArrayError, "2 sources and 1 targets"),
        (lambda: ps.Graph.from_arrays([0.5], [1]), ps.ArrayTypeError, "sources must hold whole numbers"),
        (lambda: ps.Graph.from_arrays([0], [[1]]), ps.ArrayError, "targets must be one-dimensional"),
        (lambda: ps.Graph.from_arrays([0, -1], [1, 1]), ps.PlaceError, "edge 1 begins at node -1"),
        (lambda: ps.Graph.from_arrays([0, 1], [1, 9], size=3), ps.PlaceError, "edge 1 leads to node 9"),
        (lambda: ps.Graph.from_arrays([0], [1], size=-1), ps.OptionError, "size is -1"),
        (lambda: ps.Graph.from_arrays([0], [1], size=3, names="ab"), ps.ArrayError, "2 names for 3 nodes"),
        (lambda: ps.Graph.from_arrays([1, 0], [0, 1], [1, -2]), ps.CostError, "edge 1 costs -2.0"),
        (lambda: ps.Graph.from_arrays([1, 0], [0, 1], [1, np.nan]), ps.CostError, "edge 1 costs nan"),
        (lambda: ps.Graph.from_arrays([0], [1], [np.inf]), ps.CostError, "edge 0 costs inf"),
        (lambda: ps.Graph.from_arrays([0], [1], ["x"]), ps.ArrayTypeError, "costs must hold numbers"),
        (lambda: ps.Graph.from_arrays([0], [1], name="x"), TypeError, "name"),
        (lambda: ps.Graph.from_edges([(1, 0), (0, 1, -2)]), ps.CostError, "edge 1 costs -2.0"),
        (lambda: ps.Graph.from_scipy(np.eye(2)), ps.ArrayTypeError, "sparse matrix is needed, not ndarray"),
        (lambda: ps.Graph.from_scipy(sparse.csr_array((2, 3))), ps.ArrayError, "must be square"),
        (
            lambda: ps.Graph.from_scipy(sparse.csr_array([[0, -1.0], [0, 0]])),
            ps.CostError,
            r"the entry \[0, 1\] costs -1.0",
        ),
        (
            lambda: ps.Graph.from_scipy(sparse.csr_array([[0, 0], [np.nan, 0]]), directed=False),
            ps.CostError,
            r"the entry \[1, 0\] costs nan",
        ),
        (lambda: ps.Graph.from_scipy(sparse.csr_array([[1j]])), ps.ArrayTypeError, "not complex128"),
        (lambda: ps.Graph.from_networkx([(0, 1)]), ps.ArrayTypeError, "networkx graph is needed, not list"),
        (lambda: ps.Graph.from_networkx(_nx(weight=-1)), ps.CostError, "the edge from 'a' to 'b' costs -1.0"),
        (lambda: ps.Graph.from_networkx(_nx(weight=np.inf)), ps.CostError, "from 'a' to 'b' costs inf"),
        (lambda: ps.Graph.from_networkx(_nx(weight="far")), ps.ArrayTypeError, "must hold numbers"),
        (lambda: ps.Graph.from_networkx(_nx(), positions="pos"), ps.OptionError, "node attribute 'pos'"),
        (lambda: ps.Graph.from_networkx(_nx(), positions={"a": (0,)}), ps.ArrayError, "node 'b' has no"),
        (lambda: ps.Graph.from_rustworkx(_nx()), ps.ArrayTypeError, "rustworkx PyGraph or PyDiGraph"),
        (lambda: ps.Graph.from_pandas([]), ps.ArrayTypeError, "DataFrame is needed, not list"),
        (
            lambda: ps.Graph.from_pandas(pd.DataFrame({"source": [1], "targets": [2]})),
            ps.OptionError,
            "unknown column 'target'; did you mean 'targets'",
        ),
        (
            lambda: ps.Graph.from_pandas(pd.DataFrame({"source": ["a", "b"], "target": ["b", None]})),
            ps.PlaceError,
            "row 1 has no 'target'",
        ),
        (
            lambda: ps.Graph.from_pandas(
                pd.DataFrame({"source": [1, 2], "target": [2, 1], "km": [1.0, np.nan]}), cost="km"
            ),
            ps.CostError,
            "row 1 costs nan",
        ),
        (
            lambda: ps.Graph.from_pandas(pd.DataFrame({"source": [[]], "target": [1]})),
            ps.PlaceTypeError,
            r"row 0 has the end \[\], which is not hashable",
        ),
        (
            lambda: ps.Graph.from_pandas(pd.DataFrame({"source": [1, 2], "target": [1, ([],)]})),
            ps.PlaceTypeError,
            r"row 1 has the end \(\[\],\), which is not hashable",
        ),
        (lambda: ps.Graph.from_neighbors(7, lambda n: []), ps.OptionError, "starts is 7"),
        (lambda: ps.Graph.from_neighbors("ab", lambda n: []), ps.OptionError, "starts is 'ab'"),
        (lambda: ps.Graph.from_neighbors([[]], lambda n: []), ps.PlaceTypeError, r"starts\[0\] is \[\]"),
        (lambda: ps.Graph.from_neighbors([0], lambda n: []), None, ""),
        (lambda: ps.Graph.from_neighbors([0], lambda n: None), ps.ArrayError, r"neighbors\(0\) is None"),
        (lambda: ps.Graph.from_neighbors([0], lambda n: [1]), ps.ArrayError, "has 1; it must be a pair"),
        (lambda: ps.Graph.from_neighbors([0], lambda n: [(1, "x")]), ps.CostError, "from 0 to 1 costs 'x'"),
        (lambda: ps.Graph.from_neighbors([0], lambda n: [([], 1)]), ps.PlaceTypeError, "not hashable"),
        (
            lambda: ps.Graph.from_neighbors([0], lambda n: [(1, -1)]),
            ps.CostError,
            "the step from 0 to 1 costs -1.0",
        ),
        (lambda: ps.Graph.from_neighbors([0], lambda n: [], limit=0), ps.OptionError, "limit is 0"),
        (lambda: ps.Graph.from_neighbors([0, 1], lambda n: [], limit=1), ps.MapLimitError, "2 starts"),
    ],
)
def test_bad_input(make, error, words):
    if error is None:
        make()
        return
    with pytest.raises(error, match=words):
        make()


def test_an_attribute_for_positions_that_no_node_has():
    roads = nx.Graph([("a", "b")])
    roads.nodes["a"]["place"] = (0, 0)
    with pytest.raises(ps.OptionError, match="unknown node attribute 'plaice'; did you mean 'place'"):
        ps.Graph.from_networkx(roads, positions="plaice")
    with pytest.raises(ps.ArrayError, match="the node 'b' has no position"):
        ps.Graph.from_networkx(roads, positions="place")
    assert ps.Graph.from_networkx(nx.Graph(), positions="pos").size == 0
