"""The backend for networkx compared with networkx: point to point, one to all, all pairs, and OSMnx.

    python benchmarks/networkx/run.py              # 122,000 nodes
    python benchmarks/networkx/run.py --side 100   # 10,000 nodes

It prints the CPU time of each call, the median of three in turns, and the ratio; and it checks that both find
the same lengths.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from time import process_time
from typing import Any

import networkx as nx

import nx_pathstar

TURNS = 3  # of both; a single one may be off by a fifth


def road_graph(side: int, seed: int) -> Any:
    """Return a connected network about as dense as roads: 1.5 edges per node, random weights."""
    chance = random.Random(seed)
    streets = nx.grid_2d_graph(side, side)
    tree = set(comb(side))
    graph = nx.Graph()
    for edge in streets.edges:
        if edge in tree or chance.random() < 0.5:
            graph.add_edge(*(x * side + y for x, y in edge), weight=1 + 2 * chance.random())
    return graph


def comb(side: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the edges of a spanning tree: the first column, and all rows."""
    spine = [((x, 0), (x + 1, 0)) for x in range(side - 1)]
    return spine + [((x, y), (x, y + 1)) for x in range(side) for y in range(side - 1)]


def street_network(side: int, seed: int) -> Any:
    """Return the same in the form of OSMnx: a MultiDiGraph with places, lengths and a coordinate system."""
    graph = nx.MultiDiGraph(crs="epsg:32633")
    for node in range(side * side):
        graph.add_node(node, x=100.0 * (node // side), y=100.0 * (node % side), street_count=4)
    for key, (u, v, weight) in enumerate(road_graph(side, seed).edges(data="weight")):
        for a, b in ((u, v), (v, u)):
            graph.add_edge(a, b, osmid=key, length=100 * weight)
    return graph


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of a call, and what it returned."""
    begin = process_time()
    result = call()
    return process_time() - begin, result


def compare(name: str, call: Callable[[str], Any], check: Callable[[Any], Any]) -> None:
    """Print the time of a call with both, after one that is not counted."""
    call("pathstar")
    times: dict[str, list[float]] = {"pathstar": [], "networkx": []}
    for _ in range(TURNS):
        seconds, own = timed(lambda: call("pathstar"))
        times["pathstar"].append(seconds)
        seconds, theirs = timed(lambda: call("networkx"))
        times["networkx"].append(seconds)
    fast, slow = median(times["pathstar"]), median(times["networkx"])
    same = check(own) == check(theirs) or math.isclose(check(own), check(theirs), rel_tol=1e-9)
    print(
        f"{name:42} {slow * 1e3:10.2f} {fast * 1e3:10.3f} {slow / fast:8.1f}x  {'' if same else 'DIFFERENT'}"
    )


def pairs_of(graph: Any, count: int) -> list[tuple[Any, Any]]:
    """Return random pairs of nodes."""
    chance, nodes = random.Random(7), list(graph)
    return [(chance.choice(nodes), chance.choice(nodes)) for _ in range(count)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=349)
    parser.add_argument("--queries", type=int, default=8)
    options = parser.parse_args()
    nx.config.warnings_to_ignore.add("cache")
    graph = road_graph(options.side, 1)
    first = timed(lambda: nx_pathstar.Graph(nx.path_graph(2)))[0]
    print(f"loading pathstar with the first graph of all {first:.3f} s")
    print(f"{graph}; conversion {timed(lambda: nx_pathstar.Graph(graph))[0]:.3f} s")
    print(f"{'ms of CPU':42} {'networkx':>10} {'pathstar':>10} {'ratio':>9}")
    pairs = pairs_of(graph, options.queries)
    for name in ("dijkstra_path_length", "dijkstra_path", "bidirectional_dijkstra", "astar_path_length"):
        function = getattr(nx, name)
        compare(
            f"{name}, {len(pairs)} pairs",
            lambda backend, f=function: [f(graph, a, b, backend=backend) for a, b in pairs],
            lambda found: sum(total(graph, each) for each in found),
        )
    ahead = {"pathstar": {"index": "contraction-hierarchies"}, "networkx": {}}
    compare(
        f"dijkstra_path_length by an index, {len(pairs)}",
        lambda backend: [
            nx.dijkstra_path_length(graph, a, b, backend=backend, **ahead[backend]) for a, b in pairs
        ],
        sum,
    )
    source, target = pairs[0]
    compare(
        "single_source_dijkstra, one path read",
        lambda backend: nx.single_source_dijkstra(graph, source, backend=backend)[1][target],
        lambda path: nx.path_weight(graph, path, "weight"),
    )
    compare(
        "single_source_dijkstra_path_length, all read",
        lambda backend: nx.single_source_dijkstra_path_length(graph, source, backend=backend),
        lambda lengths: sum(lengths.values()),
    )
    small = road_graph(27, 1)
    compare(
        "all_pairs_dijkstra_path_length, 729 nodes",
        lambda backend: list(nx.all_pairs_dijkstra_path_length(small, backend=backend)),
        lambda rows: sum(sum(lengths.values()) for _, lengths in rows),
    )
    with_osmnx()


def total(graph: Any, found: Any) -> float:
    """Return the length of a path, of a length with its path, or a length itself."""
    if isinstance(found, tuple):
        return float(found[0])
    return float(nx.path_weight(graph, found, "weight") if isinstance(found, list) else found)


def with_osmnx() -> None:
    """Compare the routes of OSMnx, if it is installed, on 22,500 nodes."""
    try:
        import osmnx
    except ImportError:
        print("osmnx is not installed")
        return
    streets = street_network(150, 3)

    def routes(backend: str, a_call: int) -> Any:
        found = []
        pairs = pairs_of(streets, max(a_call, 8))
        with nx.config(backend_priority=[backend] if backend == "pathstar" else []):
            for first in range(0, len(pairs), a_call):
                starts, ends = zip(*pairs[first : first + a_call], strict=True)
                found += osmnx.shortest_path(streets, starts, ends, weight="length", cpus=1)
        return found

    for a_call in (1, 40, 200):
        compare(
            f"osmnx.shortest_path, {a_call} pairs a call",
            lambda backend, a_call=a_call: routes(backend, a_call),
            lambda found: sum(osm_length(streets, each) for each in found),
        )


def osm_length(streets: Any, route: list[Any]) -> float:
    return sum(min(edge["length"] for edge in streets[a][b].values()) for a, b in pairwise(route))


if __name__ == "__main__":
    main()
