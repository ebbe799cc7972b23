"""Each function returns what networkx returns, on random graphs of all kinds."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from itertools import islice, pairwise
from typing import Any

import networkx as nx
import pytest

KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)


def random_graph(kind: type, seed: int) -> Any:
    """Return a graph of some components; some weights are missing, 0 or shared by parallels."""
    chance = random.Random(seed)
    nodes = [f"n{i}" for i in range(18)] if seed % 2 else list(range(18))
    graph = kind()
    graph.add_nodes_from(nodes)
    for _ in range(34):
        weight = chance.choice([0, 1, 2, 5]) if seed % 3 else chance.random()
        attributes = {} if chance.random() < 0.2 else {"weight": weight}
        graph.add_edge(chance.choice(nodes[:14]), chance.choice(nodes), **attributes)
    return graph


def weighted_length(graph: Any, path: list[Any], weight: Any) -> float:
    """Return what a path costs; a missing weight counts as 1."""
    if weight is None:
        return len(path) - 1
    edges = (graph[a][b] for a, b in pairwise(path))
    parallel = ((edge.values() if graph.is_multigraph() else [edge]) for edge in edges)
    return sum(min(each.get(weight, 1) for each in some) for some in parallel)


@pytest.fixture(
    params=[(kind, seed) for kind in KINDS for seed in range(3)], ids=lambda p: f"{p[0].__name__}-{p[1]}"
)
def graph(request: pytest.FixtureRequest) -> Any:
    return random_graph(*request.param)


def outcome(call: Callable[[], Any]) -> Any:
    """Return what a call returns, or the type of the error that it raises."""
    try:
        return call()
    except nx.NetworkXException as error:
        return type(error)


def complaint(call: Callable[[], Any]) -> Any:
    """Return what a call returns, or the type and message of the error that it raises."""
    try:
        return call()
    except nx.NetworkXException as error:
        return type(error), str(error)


def own(graph: Any, name: str, *args: Any, **options: Any) -> Any:
    return outcome(lambda: getattr(nx, name)(graph, *args, **options, backend="pathstar"))


def theirs(graph: Any, name: str, *args: Any, **options: Any) -> Any:
    return outcome(lambda: getattr(nx, name)(graph, *args, **options, backend="networkx"))


@pytest.mark.parametrize(
    "name", ["dijkstra_path_length", "bellman_ford_path_length", "astar_path_length", "has_path"]
)
def test_lengths_between_two(graph: Any, name: str) -> None:
    for source in list(graph)[:5]:
        for target in list(graph)[::3]:
            assert own(graph, name, source, target) == pytest.approx(theirs(graph, name, source, target))


@pytest.mark.parametrize(
    ("name", "weight"),
    [
        ("dijkstra_path", "weight"),
        ("bellman_ford_path", "weight"),
        ("astar_path", "weight"),
        ("bidirectional_shortest_path", None),
        ("shortest_path", None),
    ],
)
def test_paths_between_two(graph: Any, name: str, weight: str | None) -> None:
    for source in list(graph)[:5]:
        for target in list(graph)[::3]:
            found, expected = own(graph, name, source, target), theirs(graph, name, source, target)
            if isinstance(expected, list):
                length = weighted_length(graph, found, weight)
                assert length == pytest.approx(weighted_length(graph, expected, weight))
                assert (found[0], found[-1]) == (source, target)
            else:
                assert found == expected


@pytest.mark.filterwarnings("ignore:[^a-z]*single_target_shortest_path_length will:FutureWarning")  # in 3.4
@pytest.mark.parametrize("cutoff", [None, 0, 2])
@pytest.mark.parametrize(
    "name",
    [
        "single_source_dijkstra_path_length",
        "single_source_shortest_path_length",
        "single_target_shortest_path_length",
    ],
)
def test_lengths_from_one(graph: Any, name: str, cutoff: float | None) -> None:
    for source in list(graph)[:6]:
        found, expected = (dict(f(graph, name, source, cutoff=cutoff)) for f in (own, theirs))
        assert found == pytest.approx(expected)
        values = list(found.values())
        assert values == sorted(values)


@pytest.mark.parametrize("cutoff", [None, 2])
@pytest.mark.parametrize(
    ("name", "weight"),
    [
        ("single_source_dijkstra_path", "weight"),
        ("single_source_shortest_path", None),
        ("single_target_shortest_path", None),
    ],
)
def test_paths_from_one(graph: Any, name: str, weight: str | None, cutoff: float | None) -> None:
    for source in list(graph)[:4]:
        found, expected = (f(graph, name, source, cutoff=cutoff) for f in (own, theirs))
        assert set(found) == set(expected)
        for node, path in found.items():
            assert (path[0], path[-1]) == (expected[node][0], expected[node][-1])
            length = weighted_length(graph, path, weight)
            assert length == pytest.approx(weighted_length(graph, expected[node], weight))


def test_several_sources(graph: Any) -> None:
    sources = list(graph)[:3]
    lengths, paths = own(graph, "multi_source_dijkstra", sources)
    assert dict(lengths) == pytest.approx(theirs(graph, "multi_source_dijkstra_path_length", sources))
    assert all(path[0] in sources and path[-1] == node for node, path in paths.items())
    assert own(graph, "multi_source_dijkstra", sources, sources[1]) == (0, [sources[1]])


def test_all_pairs(graph: Any) -> None:
    expected = dict(theirs(graph, "all_pairs_dijkstra_path_length"))
    assert list(expected) == list(graph)
    for node, lengths in own(graph, "all_pairs_dijkstra_path_length"):
        assert dict(lengths) == pytest.approx(expected[node])
    for node, (lengths, paths) in own(graph, "all_pairs_dijkstra"):
        assert dict(lengths) == pytest.approx(expected[node])
        for target, path in paths.items():
            assert weighted_length(graph, path, "weight") == pytest.approx(expected[node][target])


@pytest.mark.parametrize("weight", [None, "weight"])
def test_to_one_from_all(graph: Any, weight: str | None) -> None:
    found, expected = (f(graph, "shortest_path_length", target=5, weight=weight) for f in (own, theirs))
    if isinstance(expected, type):
        assert found == expected
    else:
        assert dict(found) == pytest.approx(expected)


def first_simple_paths(side: Callable[..., Any], graph: Any, target: Any, weight: str | None) -> Any:
    """Return the nine shortest simple paths, or the error that the first one raises."""
    paths = side(graph, "shortest_simple_paths", 0, target, weight=weight)
    return outcome(lambda: list(islice(paths, 9)))


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@pytest.mark.parametrize("weight", [None, "weight"])
def test_simple_paths_come_in_order(kind: type, weight: str | None) -> None:
    graph = random_graph(kind, 4)
    for target in list(graph)[1:12]:
        found, expected = (first_simple_paths(f, graph, target, weight) for f in (own, theirs))
        if isinstance(expected, type):
            assert found == expected
            continue
        lengths = [[weighted_length(graph, path, weight) for path in paths] for paths in (found, expected)]
        assert lengths[0] == lengths[1]
        assert len({tuple(path) for path in found}) == len(found)
        assert all(len(set(path)) == len(path) for path in found)


def test_the_average_length() -> None:
    graph = nx.cycle_graph(7)
    assert own(graph, "average_shortest_path_length") == theirs(graph, "average_shortest_path_length")
    for lone in (nx.Graph([(0, 1), (2, 3)]), nx.DiGraph([(0, 1), (1, 2)]), nx.Graph()):
        assert own(lone, "average_shortest_path_length") == theirs(lone, "average_shortest_path_length")


@pytest.mark.parametrize("name", ["dijkstra_path", "has_path", "shortest_path", "shortest_path_length"])
@pytest.mark.parametrize("ends", [("no", 1), (1, "no"), (0, 9)])
def test_a_missing_way_is_the_same_error(name: str, ends: tuple[Any, Any]) -> None:
    graph = nx.path_graph(3)
    graph.add_node(9)
    found, expected = (
        complaint(partial(getattr(nx, name), graph, *ends, backend=backend))
        for backend in ("pathstar", "networkx")
    )
    assert found == expected


def test_a_cutoff_bounds_astar() -> None:
    graph = nx.path_graph(6)
    assert own(graph, "astar_path", 0, 5, cutoff=4) == theirs(graph, "astar_path", 0, 5, cutoff=4)
    assert own(graph, "astar_path", 0, 5, cutoff=5) == [0, 1, 2, 3, 4, 5]


CUTOFFS = (-math.inf, -1, 0, 0.5, 1, True, pytest.param(10**400, id="1e400"), math.inf, math.nan)
BOUNDED = (
    "single_source_shortest_path_length",
    "single_target_shortest_path_length",
    "single_source_shortest_path",
    "single_target_shortest_path",
    "single_source_dijkstra_path_length",
    "single_source_dijkstra_path",
    "all_pairs_shortest_path_length",
    "all_pairs_shortest_path",
    "all_pairs_dijkstra_path_length",
    "all_pairs_dijkstra_path",
    "all_pairs_dijkstra",
)


def free_ride() -> Any:
    """Return a graph in which the first steps cost nothing, and which has one cheapest path between two."""
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([(0, 1, 0), (1, 2, 0), (2, 3, 1), (3, 4, 2), (0, 4, 5)])
    return graph


@pytest.mark.filterwarnings("ignore:[^a-z]*single_target_shortest_path_length will:FutureWarning")  # in 3.4
@pytest.mark.parametrize("cutoff", CUTOFFS)
@pytest.mark.parametrize("name", BOUNDED)
def test_cutoffs_mean_what_they_mean_to_networkx(name: str, cutoff: float) -> None:
    graph = free_ride()
    for ends in [()] if name.startswith("all_pairs") else [(0,), (4,)]:
        found, expected = (dict(f(graph, name, *ends, cutoff=cutoff)) for f in (own, theirs))
        assert found == expected


@pytest.mark.parametrize("cutoff", CUTOFFS)
def test_cutoffs_of_several_sources_and_of_astar(cutoff: float) -> None:
    graph = free_ride()
    for name in ("multi_source_dijkstra_path_length", "multi_source_dijkstra_path"):
        found, expected = (f(graph, name, [1, 3], cutoff=cutoff) for f in (own, theirs))
        assert dict(found) == expected
    for target in (0, 2, 3):
        found, expected = (f(graph, "astar_path", 0, target, cutoff=cutoff) for f in (own, theirs))
        assert found == expected


@pytest.mark.parametrize("ends", [([0], 4), (0, [4]), ([0], [0]), ({0}, {4})])
@pytest.mark.parametrize(
    "name",
    [
        *("shortest_path", "shortest_path_length", "has_path", "astar_path", "astar_path_length"),
        *("dijkstra_path", "dijkstra_path_length", "bidirectional_dijkstra", "bidirectional_shortest_path"),
        *("bellman_ford_path", "bellman_ford_path_length", "single_source_bellman_ford"),
        "single_source_dijkstra",
    ],
)
def test_ends_without_a_hash_are_the_same_error(name: str, ends: tuple[Any, Any]) -> None:
    def raised(call: Callable[..., Any]) -> Any:
        try:
            return call(free_ride(), name, *ends)
        except TypeError:
            return TypeError

    assert raised(own) is raised(theirs)
    assert raised(own) in (TypeError, nx.NodeNotFound)


def test_a_source_of_several_without_a_hash_is_not_found() -> None:
    for call in (own, theirs):
        assert call(free_ride(), "multi_source_dijkstra", [[0]]) is nx.NodeNotFound
