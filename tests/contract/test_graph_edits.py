"""Promise 9 for graphs: after any edits a graph is like one made from its present edges."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from tests.contract.counting import compared
from tests.oracle import plain

import pathstar as ps


class World:
    """A graph that is edited, and a separate list of its edges and nodes."""

    def __init__(self, seed: int, *, named: bool, placed: bool) -> None:
        self.random = np.random.default_rng(seed)
        self.places = self.random.uniform(0, 10, (40, 2))
        size = 14
        self.nodes = set(range(size))
        self.numbers = size
        self.edges = [self._edge() for _ in range(30)]
        self.named, self.placed = named, placed
        self.graph = self.made(range(size))

    def name(self, number: int) -> object:
        return f"n{number}" if self.named else number

    def _edge(self) -> tuple[int, int, float]:
        a, b = self.random.choice(sorted(self.nodes), 2)
        return int(a), int(b), float(np.round(self.random.uniform(0.0, 20.0), 2))

    def _named(self, edges: list[tuple[int, int, float]]) -> list[tuple[object, object, float]]:
        return [(self.name(a), self.name(b), cost) for a, b, cost in edges]

    def made(self, numbers: range) -> ps.Graph:
        """A new graph of the present edges."""
        options = {"positions": self.places[: len(numbers)]} if self.placed else {}
        return ps.Graph.from_edges(
            self._named(self.edges), names=[self.name(number) for number in numbers], **options
        )

    def fresh(self) -> ps.Graph:
        return self.made(range(self.numbers))

    def edit(self) -> None:
        kind = self.random.integers(0, 5)
        if kind == 0 and self.edges:
            chosen = self.random.choice(len(self.edges), 2)
            changed = {self.edges[row][:2]: float(self.random.uniform(0, 20)) for row in chosen}
            self.edges = [(a, b, changed.get((a, b), cost)) for a, b, cost in self.edges]
            self.graph.set_costs(self._named([(*ends, cost) for ends, cost in changed.items()]))
        elif kind == 1:
            new = [self._edge() for _ in range(self.random.integers(1, 6))]
            self.edges += new
            self.graph.add_edges(self._named(new))
        elif kind == 2 and self.edges:
            ends = self.edges[self.random.integers(len(self.edges))][:2]
            self.edges = [edge for edge in self.edges if edge[:2] != ends]
            self.graph.remove_edges([(self.name(ends[0]), self.name(ends[1]))])
        elif kind == 3 and self.numbers < 36:
            gone = sorted(set(range(self.numbers)) - self.nodes)
            new = [*gone[:1], self.numbers]
            self.numbers += 1
            self.nodes.update(new)
            places = {"positions": self.places[new]} if self.placed else {}
            self.graph.add_nodes([self.name(number) for number in new], **places)
        elif len(self.nodes) > 6:
            number = int(self.random.choice(sorted(self.nodes)))
            self.nodes.remove(number)
            self.edges = [edge for edge in self.edges if number not in edge[:2]]
            self.graph.remove_nodes([self.name(number)])

    def ends(self) -> tuple[object, object]:
        a, b = self.random.choice(sorted(self.nodes), 2)
        return self.name(int(a)), self.name(int(b))


KINDS = [(named, placed) for named in (False, True) for placed in (False, True)]


@pytest.mark.parametrize(("named", "placed"), KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_an_edited_graph_is_like_a_new_one(seed, named, placed):
    world = World(seed, named=named, placed=placed)
    planners = {
        name: ps.Planner(world.graph, name)
        for name, row in ps.ALGORITHMS.items()
        if row.unsupported_reason(world.graph) is None and name != "ida-star"
    }
    for _ in range(25):
        world.edit()
        fresh = world.fresh()
        start, goal = world.ends()
        optimum = plain.cheapest(fresh, start, goal)
        for name, planner in planners.items():
            path = planner.find(start, goal)
            assert bool(path) == (optimum < math.inf)
            if ps.ALGORITHMS[name].guarantee == "optimal":
                assert path.cost == pytest.approx(optimum)
            assert not path or ps.check_path(fresh, path)
        for outward in (True, False):
            fields = [
                ps.distance_field(each, [start], outward=outward).costs for each in (world.graph, fresh)
            ]
            np.testing.assert_allclose(*fields)
        assert world.graph.edges == fresh.edges
        np.testing.assert_array_equal(world.graph.offsets, fresh.offsets)
        np.testing.assert_array_equal(world.graph.targets, fresh.targets)
        np.testing.assert_array_equal(world.graph.costs, fresh.costs)
        compared()
    again = pickle.loads(pickle.dumps(world.graph))
    assert ps.find_path(again, start, goal).cost == pytest.approx(optimum)
    gone = [number for number in range(world.numbers) if number not in world.nodes]
    assert not again.is_free(np.array(gone, np.uint32)).any()


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "bidirectional-astar", "bfs"])
@pytest.mark.parametrize("seed", range(25))
def test_a_search_under_way_ends_in_the_graph_of_now(seed, algorithm):
    world = World(seed, named=True, placed=bool(seed % 2))
    for _ in range(10):
        start, goal = world.ends()
        search = ps.Planner(world.graph, algorithm).search(start, goal)
        for _ in range(4):
            search.step(int(world.random.integers(1, 4)))
            world.edit()
        path = search.run()
        if path.revision == world.graph.revision and algorithm != "bfs":
            assert path.cost == pytest.approx(plain.cheapest(world.fresh(), start, goal))
        compared()


def test_a_search_goes_on_over_edits_that_it_has_not_looked_at():
    chain = [(node, node + 1, 1.0) for node in range(50)]
    graph = ps.Graph.from_edges([*chain, (60, 61, 1.0)], names=range(70))
    search = ps.Planner(graph, "dijkstra").search(0, 50)
    search.step(5)
    graph.set_costs([(40, 41, 0.5), (60, 61, 0.25)])
    graph.remove_edges([(60, 61)])
    search.step(5)
    assert search.path.stats.restarts == 0
    graph.add_edges([(3, 48, 1.0)])
    path = search.run()
    assert (path.stats.restarts, path.cost, path.revision) == (1, 6.0, 3)
    compared()


def test_the_second_search_in_vain_is_spared():
    graph = ps.Graph.from_edges([(node, node + 1) for node in range(40)], directed=False)
    planner = ps.Planner(graph, "astar")
    assert planner.find(0, 40)
    graph.remove_edges([(20, 21)], directed=False)
    assert not planner.find(0, 40)
    assert planner.find(0, 39).stats.expanded == 0
    graph.add_edges([(5, 30)], directed=False)
    assert planner.find(0, 40).cost == 16
    graph.remove_nodes([5])
    assert not planner.find(0, 40)
    assert planner.find(40, 0).stats.expanded == 0
    compared()


@pytest.mark.parametrize("kind", ["landmarks", "contraction-hierarchies", "customizable"])
@pytest.mark.parametrize("seed", range(10))
def test_an_index_answers_for_the_graph_of_now(seed, kind):
    world = World(seed, named=True, placed=bool(seed % 2))
    index = ps.build_index(world.graph, kind)
    planner = ps.Planner(world.graph, index=index)
    seen = set()
    for number in range(30):
        world.edit()
        start, goal = world.ends()
        optimum = plain.cheapest(world.fresh(), start, goal)
        assert planner.find(start, goal).cost == pytest.approx(optimum)
        seen.add(index.status)
        if number % 5 == 4:
            index.update()
            assert index.status == "current"
            assert planner.find(start, goal).cost == pytest.approx(optimum)
        compared()
    states = {"landmarks": {"stale", "weaker"}, "customizable": {"stale", "current"}}
    assert seen <= states.get(kind, {"stale"})
