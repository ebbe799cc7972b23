"""Contraction hierarchies of graphs."""

from __future__ import annotations

import math
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import plain

import pathstar as ps
from pathstar.indexes import index_info

KIND = "contraction-hierarchies"


def lattice(side: int, seed: int = 1) -> ps.Graph:
    """A lattice of roads with random lengths; some are missing."""
    random = np.random.default_rng(seed)
    nodes = np.arange(side * side).reshape(side, side)
    ends = np.concatenate(
        [
            np.column_stack([nodes[:, :-1].ravel(), nodes[:, 1:].ravel()]),
            np.column_stack([nodes[:-1].ravel(), nodes[1:].ravel()]),
        ]
    )
    ends = ends[random.random(len(ends)) < 0.75]
    return ps.Graph.from_edges(
        np.column_stack([ends, random.uniform(1, 2, len(ends))]), directed=False, names=range(side * side)
    )


@st.composite
def digraphs(draw: st.DrawFn) -> ps.Graph:
    size = draw(st.integers(1, 10))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.sampled_from([0, 0, 1, 1, 2, 9])), max_size=40))
    return ps.Graph.from_edges([*edges, (0, 0, 1)], directed=draw(st.booleans()), names=range(size))


def one_way(side: int, seed: int = 3) -> ps.Graph:
    """A lattice of roads; some are one-way, most cost more in one direction, and some cost nothing."""
    random = np.random.default_rng(seed)
    there = lattice(side, seed)
    sources = np.repeat(np.arange(there.size), np.diff(there.offsets))
    kept = random.random(len(sources)) < 0.9
    costs = np.where(random.random(len(sources)) < 0.1, 0.0, random.integers(1, 9, len(sources)))
    targets = np.asarray(there.targets)
    return ps.Graph.from_arrays(sources[kept], targets[kept], costs[kept], size=there.size)


@given(graph=digraphs(), max_bytes=st.sampled_from([1, 100, 2**31]))
def test_all_pairs(graph: ps.Graph, max_bytes: int) -> None:
    planner = ps.Planner(graph, index=ps.build_index(graph, KIND, max_bytes=max_bytes))
    for start in range(graph.size):
        truth = plain.costs_from(graph, start)
        for goal in range(graph.size):
            path = planner.find(start, goal)
            assert path.cost == truth.get(goal, math.inf)
            if path:
                check = ps.check_path(graph, path)
                assert check, check.problem


@pytest.mark.parametrize("max_bytes", [1, 50_000, 2**31])
@pytest.mark.parametrize("make", [lattice, one_way])
def test_a_larger_one(make: Callable[[int], ps.Graph], max_bytes: int) -> None:
    graph = make(60)
    planner = ps.Planner(graph, index=ps.build_index(graph, KIND, max_bytes=max_bytes))
    ends = np.random.default_rng(2).integers(0, graph.size, (2, 200))
    found, truth = planner.find_many(*ends), ps.find_paths(graph, *ends, algorithm="dijkstra")
    np.testing.assert_array_equal(found.statuses, truth.statuses)
    np.testing.assert_allclose(found.costs, truth.costs, rtol=1e-12)
    assert all(ps.check_path(graph, path) for path in found if path)
    threads = planner.find_many(*ends, threads=3)
    np.testing.assert_array_equal(threads.costs, found.costs)
    measured = planner.find_many(*ends, costs_only=True)
    np.testing.assert_array_equal(measured.costs, found.costs)
    np.testing.assert_array_equal(measured.counts, found.counts)
    path = planner.find(0, graph.size - 1)
    assert (path.stats.algorithm, path.bound) == (KIND, 1.0)


def hubs(size: int, seed: int) -> ps.Graph:
    """A few nodes linked with nearly all others, and random links between those."""
    random = np.random.default_rng(seed)
    sources = np.concatenate([np.repeat(np.arange(4), size), random.integers(0, size, size)])
    targets = np.concatenate([np.tile(np.arange(size), 4), random.integers(0, size, size)])
    kept = random.random(len(sources)) < 0.9
    costs = random.integers(0, 50, len(sources))[kept]
    return ps.Graph.from_arrays(sources[kept], targets[kept], costs, size=size, directed=seed % 2 == 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_nodes_with_many_links(seed: int) -> None:
    graph = hubs(320, seed)
    planner = ps.Planner(graph, index=ps.build_index(graph, KIND, max_bytes=50_000))
    for start in (0, 3, 50, 319):
        truth = plain.costs_from(graph, start)
        for goal in range(0, graph.size, 7):
            path = planner.find(start, goal)
            assert path.cost == truth.get(goal, math.inf)
            assert not path or ps.check_path(graph, path)


# A shortcut for each pair of the hub's links would take 24 bytes; all together, five gigabytes.
STAR = """
import resource

import numpy as np

import pathstar as ps

leaves = 20_000
nodes, hub = np.arange(leaves) + 1, np.zeros(leaves, int)
out, back = np.random.default_rng(0).uniform(1.0, 9.0, (2, leaves))
back = out if {two_way} else back
star = ps.Graph.from_arrays(np.append(hub, nodes), np.append(nodes, hub), np.append(out, back))
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
planner = ps.Planner(star, index=ps.build_index(star, "contraction-hierarchies"))
assert planner.find(7, 9).cost == back[6] + out[8]
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory cannot be limited")
@pytest.mark.parametrize("two_way", [True, False])
def test_a_node_with_many_links_takes_no_more_memory_than_they(two_way: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STAR.format(two_way=two_way)],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_max_bytes_is_what_labels_may_take() -> None:
    graph = lattice(60)
    sizes = [ps.build_index(graph, KIND, max_bytes=most).nbytes for most in (1, 20_000, 2**31)]
    assert sizes[0] < sizes[1] <= sizes[0] + 21_000
    assert sizes[1] < sizes[2]


@pytest.mark.parametrize("max_bytes", [1, 2**31])
def test_it_is_saved_loaded_and_pickled(tmp_path: Path, max_bytes: int) -> None:
    graph = lattice(20)
    index = ps.build_index(graph, KIND, max_bytes=max_bytes)
    index.save(tmp_path / "roads.pathindex")
    assert index_info(tmp_path / "roads.pathindex").traits["nodes"] == "400"
    again = ps.load_index(tmp_path / "roads.pathindex", lattice(20))
    ends = np.random.default_rng(2).integers(0, graph.size, (2, 50))
    costs = ps.Planner(graph, index=index).find_many(*ends).costs
    for other in (again, pickle.loads(pickle.dumps(index))):
        np.testing.assert_array_equal(ps.Planner(other.space, index=other).find_many(*ends).costs, costs)
    with pytest.raises(ps.IndexFileError, match="nodes is 400"):
        ps.load_index(tmp_path / "roads.pathindex", lattice(21))
    costly = ps.Graph(graph.offsets, graph.targets, np.array(graph.costs) * 2)
    with pytest.raises(ps.StaleError):
        ps.load_index(tmp_path / "roads.pathindex", costly)
    with pytest.raises(ps.IndexFileError, match="space is Graph"):
        ps.load_index(tmp_path / "roads.pathindex", ps.Grid(np.ones((20, 20))))


def test_one_of_a_directed_graph_is_saved_and_loaded(tmp_path: Path) -> None:
    graph = one_way(20)
    index = ps.build_index(graph, KIND)
    index.save(tmp_path / "one-way.pathindex")
    again = ps.load_index(tmp_path / "one-way.pathindex", graph)
    ends = np.random.default_rng(2).integers(0, graph.size, (2, 50))
    there, back = (ps.Planner(graph, index=one).find_many(*ends).costs for one in (index, again))
    np.testing.assert_array_equal(there, back)
    np.testing.assert_array_equal(there, ps.find_paths(graph, *ends, algorithm="dijkstra").costs)


@pytest.mark.parametrize("make", [lattice, one_way])
@pytest.mark.parametrize("max_bytes", [30_000, 2**31])
def test_the_same_every_time(make: Callable[[int], ps.Graph], max_bytes: int) -> None:
    one, two = (ps.build_index(make(60), KIND, threads=threads, max_bytes=max_bytes) for threads in (1, 4))
    for (name, a), (_, b) in zip(one.core.sections(), two.core.sections(), strict=True):
        assert np.array_equal(a, b), name


def test_progress_and_misuse() -> None:
    class EnoughError(Exception):
        pass

    def stop(part: float) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        ps.build_index(lattice(60), KIND, progress=stop)
    parts: list[float] = []
    ps.build_index(lattice(60), KIND, progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    with pytest.raises(ps.OptionError, match="needs a Graph, not a Grid"):
        ps.build_index(ps.Grid([[1, 1]]), KIND)
