"""How many nodes a search expands where costs differ widely: about each node once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

import pathstar as ps

Edges = list[tuple[object, object, float]]


def most_expansions(nodes: int) -> int:
    """Return how many expansions a number of distinct nodes may take on a grid: see `Reopenings`."""
    return max(2 * nodes + 1000, 9 * nodes // 4 + 500)


def ladder(rungs: int) -> Edges:
    """Two cheap steps beside an expensive one, repeated, and an edge so expensive that all others look alike.

    A search that goes the expensive way first, and the cheap way later, doubles its work with every rung.
    """
    tiny = 2.0**-9
    edges: Edges = [("a0", "far", 2.0 ** (rungs + 9))]
    for i in range(rungs):
        edges += [
            (f"a{i}", f"b{i}", tiny),
            (f"b{i}", f"a{i + 1}", tiny),
            (f"a{i}", f"a{i + 1}", 2.0 ** (rungs - i)),
        ]
    return edges


def star() -> Edges:
    """A hub with 20,000 edges that cost twice the one to the goal, and a few expensive edges elsewhere."""
    return [
        ("hub", "goal", 0.1),
        *(("hub", f"leaf{i}", 0.2) for i in range(20_000)),
        *((f"x{i}", f"y{i}", 1e4) for i in range(500)),
    ]


def scattered(kind: str, seed: int, size: int = 1000) -> Edges:
    random = np.random.default_rng(seed)
    ends = random.integers(0, size, (5 * size, 2)).tolist()
    costs = {
        "log-uniform": 10.0 ** random.uniform(0, 6, len(ends)),
        "lognormal": random.lognormal(0, 3, len(ends)),
        "power law": random.pareto(0.7, len(ends)) + 1e-6,
    }[kind]
    ring: Edges = [(node, (node + 1) % size, costs.max()) for node in range(size)]
    return [*ring, *((a, b, cost) for (a, b), cost in zip(ends, costs.tolist(), strict=True))]


FAMILIES: dict[str, Callable[[], tuple[Edges, object, object]]] = {
    "ladder of 12": lambda: (ladder(12), "a0", "a12"),
    "ladder of 16": lambda: (ladder(16), "a0", "a16"),
    "star": lambda: (star(), "hub", "goal"),
    **{
        f"{kind} {seed}": lambda kind=kind, seed=seed: (scattered(kind, seed), 0, 500)  # type: ignore[misc]
        for kind in ("log-uniform", "lognormal", "power law")
        for seed in range(3)
    },
}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("algorithm", ["astar", "dijkstra"])
def test_on_graphs_the_default_expands_what_a_heap_expands(family: str, algorithm: str) -> None:
    edges, start, goal = FAMILIES[family]()
    graph = ps.Graph.from_edges(edges)
    limit = {"max_expansions": 100 * graph.size}  # so that a search that fails ends
    heap = ps.find_path(graph, start, goal, algorithm=algorithm, open_list="heap", **limit)
    path = ps.find_path(graph, start, goal, algorithm=algorithm, **limit)
    bucket = ps.find_path(graph, start, goal, algorithm=algorithm, open_list="bucket", **limit)
    assert heap.status is ps.Status.FOUND
    assert list(path) == list(bucket) == list(heap)
    assert path.stats.expanded == bucket.stats.expanded == heap.stats.expanded <= graph.size


def test_a_trace_of_sorted_buckets_is_that_of_a_heap() -> None:
    graph = ps.Graph.from_edges(scattered("log-uniform", 7, 100))
    bucket, heap = (ps.trace(graph, 0, 50, open_list=kind) for kind in ("bucket", "heap"))
    assert (bucket.events == heap.events).all()
    assert bucket.path.stats.open_list == "bucket"
    assert bucket.rules == heap.rules
    assert [bucket.explain(step) for step in range(len(bucket))] == [
        heap.explain(step) for step in range(len(heap))
    ]
    loose = ps.trace(ps.Grid(np.ones((9, 9))), (0, 0), (8, 4), open_list="bucket")
    assert loose.rules.reopens


@pytest.mark.parametrize("family", FAMILIES)
def test_from_both_ends_each_node_is_expanded_twice_at_most(family: str) -> None:
    edges, start, goal = FAMILIES[family]()
    graph = ps.Graph.from_edges(edges)
    both = ps.find_path(
        graph, start, goal, algorithm="bidirectional-dijkstra", max_expansions=100 * graph.size
    )
    assert both.cost == pytest.approx(ps.find_path(graph, start, goal, open_list="heap").cost, rel=1e-12)
    assert both.stats.expanded <= 2 * graph.size


@pytest.mark.parametrize("weight", [1.5, 4.0])
def test_weighted_buckets_expand_what_a_heap_expands(weight: float) -> None:
    random = np.random.default_rng(5)
    grid = ps.Grid(random.random((60, 60)) > 0.2, cost=random.lognormal(0, 2, (60, 60)))
    ends = ((0, 0), (59, 59)) if grid.walkable[0, 0] and grid.walkable[59, 59] else ((1, 1), (58, 58))
    bucket, heap = (
        ps.find_path(grid, *ends, algorithm="astar", weight=weight, open_list=kind)
        for kind in ("bucket", "heap")
    )
    assert bucket.cost == heap.cost
    assert bucket.stats.expanded == heap.stats.expanded


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "star"])
def test_many_queries_at_once(family: str) -> None:
    edges, start, goal = FAMILIES[family]()
    graph = ps.Graph.from_edges(edges)
    paths = ps.find_paths(graph, [start] * 4, [goal] * 4, threads=2, max_expansions=100 * graph.size)
    one = ps.find_path(graph, start, goal, open_list="heap")
    assert paths.costs.tolist() == [one.cost] * 4
    assert paths.expanded.tolist() == [one.stats.expanded] * 4


def staircase(rungs: int) -> ps.Grid:
    """A ladder on a grid: stepping right first costs a little more than stepping down first.

    F stays in one bucket all the way, so a stack that goes right first tries every path.
    """
    cost = np.full((rungs + 1, rungs + 1), np.inf)
    for i in range(rungs):
        cost[i, i] = cost[i + 1, i] = 1.0
        cost[i, i + 1] = 1.0 + 0.25 / 2.0**i
    cost[rungs, rungs] = 1.0
    return ps.Grid(np.isfinite(cost), cost=np.where(np.isfinite(cost), cost, 1), moves=ps.Moves(directions=4))


def turned(grid: ps.Grid) -> ps.Grid:
    """Return a grid rotated by half a turn."""
    return ps.Grid(grid.walkable[::-1, ::-1], cost=grid.cost[::-1, ::-1], moves=grid.moves)


def grids() -> dict[str, tuple[ps.Grid, tuple[int, int], tuple[int, int]]]:
    random = np.random.default_rng(11)
    shape = (90, 110)
    ends = ((0, 0), (shape[1] - 1, shape[0] - 1))

    def of(cost: np.ndarray, **options: object) -> tuple[ps.Grid, tuple[int, int], tuple[int, int]]:
        return ps.Grid(np.ones(cost.shape, bool), cost=cost, **options), *ends  # type: ignore[arg-type]

    return {
        "lognormal": of(np.clip(random.lognormal(0, 1.5, shape), 0.05, 20)),
        "lognormal, widely": of(random.lognormal(0, 4, shape)),
        "power law": of(np.clip(random.pareto(0.5, shape) + 0.1, 0.1, 50)),
        "power law, mean": of(np.clip(random.pareto(0.5, shape) + 0.1, 0.1, 50), cost_model="mean"),
        "two costs": of(np.where(random.random(shape) < 0.5, 0.06, 20.0)),
        "staircase": (staircase(20), (0, 0), (20, 20)),
        "staircase, turned": (turned(staircase(20)), (20, 20), (0, 0)),
    }


@pytest.mark.parametrize("name", grids())
@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "bidirectional-dijkstra", "bidirectional-astar"])
@pytest.mark.parametrize("open_list", [None, "bucket"])
def test_on_grids_little_is_expanded_again(name: str, algorithm: str, open_list: str | None) -> None:
    grid, start, goal = grids()[name]
    sides = 2 if algorithm.startswith("bidirectional") else 1
    most = most_expansions(sides * int(grid.walkable.sum()))
    path = ps.find_path(grid, start, goal, algorithm=algorithm, open_list=open_list, max_expansions=most + 1)
    heap = ps.find_path(grid, start, goal, algorithm=algorithm, open_list="heap")
    assert path.cost == pytest.approx(heap.cost, rel=1e-12)
    assert path.stats.expanded <= most


@pytest.mark.parametrize("turn", [False, True])
def test_other_searches_over_a_staircase(turn: bool) -> None:
    grid, ends = staircase(18), ((0, 0), (18, 18))
    if turn:
        grid, ends = turned(grid), ends[::-1]
    most = most_expansions(int(grid.walkable.sum()))
    best = ps.find_path(grid, *ends, algorithm="dijkstra", open_list="heap").cost
    for path in ps.find_k_paths(grid, *ends, 3):
        assert path.stats.expanded <= most
    found = [
        ps.Planner(grid, index=ps.build_index(grid, "landmarks")).find(*ends),
        ps.find_path(ps.Turning(grid, [0, 0, 0]), *ends),
        ps.find_path(grid, *ends, algorithm="astar", skip_dead_ends=True),
    ]
    for path in found:
        assert path.cost == pytest.approx(best, rel=1e-12)
        assert path.stats.expanded <= 4 * most  # with turns, a cell has four nodes
    timed = ps.find_path(ps.Timed(grid), *ends)
    assert timed.cost == pytest.approx(best, rel=1e-12)
    assert timed.stats.expanded <= most
    assert ps.cost_matrix(grid, [ends[0]], [ends[1]])[0, 0] == pytest.approx(best, rel=1e-12)


def test_paths_beside_the_best_and_detours() -> None:
    edges = ladder(14)
    graph = ps.Graph.from_edges(edges)
    paths = ps.find_k_paths(graph, "a0", "a14", 6)
    assert len(paths[0]) == 29
    assert all(a.cost <= b.cost for a, b in pairwise(paths))
    assert all(path.stats.expanded <= graph.size for path in paths)


def test_landmarks_expand_what_a_heap_expands_at_most() -> None:
    for kind, seed in (("log-uniform", 4), ("power law", 5)):
        graph = ps.Graph.from_edges(scattered(kind, seed), directed=False)
        planner = ps.Planner(graph, index=ps.build_index(graph, "landmarks"))
        plain = ps.Planner(graph, "dijkstra", open_list="heap")
        random = np.random.default_rng(6)
        for start, goal in random.integers(0, 1000, (40, 2)).tolist():
            path, truth = planner.find(start, goal), plain.find(start, goal)
            assert path.cost == pytest.approx(truth.cost, rel=1e-12)
            assert path.stats.expanded <= graph.size


# With 60 rungs, a search that doubles its work at each would practically never end.
ALL_CALLS = """
import pathstar as ps
from tests.unit.engine.test_expansions import ladder

graph = ps.Graph.from_edges(ladder(60))
true = 120 * 2.0**-9
assert ps.find_path(graph, "a0", "a60").cost == true
assert ps.find_path(graph, "a0", "a60", algorithm="bidirectional-dijkstra").cost == true
assert ps.find_paths(graph, ["a0"] * 3, ["a60"] * 3).costs.tolist() == [true] * 3
assert ps.find_k_paths(graph, "a0", "a60", 2)[0].cost == true
assert ps.trace(graph, "a0", "a60", open_list="bucket").path.cost == true
assert ps.distance_field(graph, ["a60"]).cost_of("a0") == true
assert ps.distance_field(graph, ["a0"], outward=True).cost_of("a60") == true
goals = [f"a{i}" for i in range(61)] * 2
assert ps.cost_matrix(graph, ["a0"], goals)[0].tolist() == [i * 2.0**-8 for i in range(61)] * 2
for selection in ("farthest", "avoid"):
    index = ps.build_index(graph, "landmarks", selection=selection)
    assert ps.Planner(graph, index=index).find("a0", "a60").cost == true
print("ended")
"""


def test_every_call_ends_on_a_graph_of_widely_different_costs() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ALL_CALLS], capture_output=True, text=True, timeout=300, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "ended\n", "")
