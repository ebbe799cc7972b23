"""The k cheapest paths, compared with all paths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.zoo import queries, swept
from tests.oracle import plain

import pathstar as ps

ZOO = {name: space for name, space in swept().items() if not isinstance(space, ps.Turning)}


def all_paths(space: Any, start: Any, goal: Any) -> list[float]:
    """The cost of every path without loops, sorted: one for each list of places."""
    steps = plain.known_steps(space)

    def walk(place: Any, seen: tuple[Any, ...], cost: float) -> Iterator[tuple[tuple[Any, ...], float]]:
        if place == goal:
            yield seen, cost
            return
        for following, step in steps(place):
            if following not in seen:
                yield from walk(following, (*seen, following), cost + step)

    if not (plain.is_free(space, start) and plain.is_free(space, goal)):
        return []
    cheapest: dict[tuple[Any, ...], float] = {}
    for places, cost in walk(start, (start,), 0.0):
        cheapest[places] = min(cost, cheapest.get(places, cost))
    return sorted(cheapest.values())


def assert_sound(space: Any, paths: list[ps.Path]) -> None:
    seen = [tuple(path.nodes.tolist()) for path in paths]
    assert len(set(seen)) == len(seen), "no path twice"
    for path, nodes in zip(paths, seen, strict=True):
        assert len(set(nodes)) == len(nodes), "no place twice"
        check = ps.check_path(space, path)
        assert check, check.problem
    costs = np.array([path.cost for path in paths])
    assert (costs[1:] >= costs[:-1] * (1 - 1e-12)).all()


@st.composite
def small_graphs(draw: st.DrawFn) -> ps.Graph:
    size = draw(st.integers(2, 6))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.sampled_from([0, 1, 1, 2, 4])), min_size=1, max_size=16))
    return ps.Graph.from_edges(edges, directed=draw(st.booleans()), names=range(size))


@given(graph=small_graphs(), k=st.integers(1, 60))
def test_graphs_against_all_paths(graph: ps.Graph, k: int) -> None:
    for start, goal in ((0, 1), (1, 0), (0, graph.size - 1)):
        paths = ps.find_k_paths(graph, start, goal, k)
        assert [path.cost for path in paths] == all_paths(graph, start, goal)[:k]
        assert_sound(graph, paths)


@given(
    cells=st.lists(st.sampled_from([0.5, 1.0, 3.0, np.inf]), min_size=9, max_size=9),
    model=st.sampled_from(["enter", "mean"]),
    corners=st.sampled_from(["no_cut", "no_squeeze", "free"]),
    uniform=st.booleans(),
)
def test_grids_against_all_paths(cells: list[float], model: str, corners: str, uniform: bool) -> None:
    cost = np.reshape(cells, (3, 3))
    moves = ps.Moves(corners=corners)
    grid = (
        ps.Grid(np.isfinite(cost), moves=moves)
        if uniform
        else ps.Grid(np.ones((3, 3)), cost=cost, moves=moves, cost_model=model)
    )
    paths = ps.find_k_paths(grid, (0, 0), (2, 2), 40)
    assert [path.cost for path in paths] == pytest.approx(all_paths(grid, (0, 0), (2, 2))[:40])
    assert_sound(grid, paths)


@pytest.mark.parametrize("seed", range(4))
def test_more_paths_begin_with_the_fewer(seed: int) -> None:
    random = np.random.default_rng(seed)
    cost = random.uniform(1, 3, (7, 7)) if seed % 2 else None
    grid = ps.Grid(random.random((7, 7)) > 0.1, cost=cost)
    ends = [tuple(place) for place in np.argwhere(grid.walkable)[[0, -1], ::-1].tolist()]
    most = [path.nodes.tolist() for path in ps.find_k_paths(grid, *ends, 48)]
    for k in (1, 3, 12, 24, 47):
        assert [path.nodes.tolist() for path in ps.find_k_paths(grid, *ends, k)] == most[:k]


@pytest.mark.parametrize("space", ZOO)
def test_the_zoo(space: str) -> None:
    for start, goal in queries(ZOO[space], 3):
        paths = ps.find_k_paths(ZOO[space], start, goal, 7)
        truth = plain.cheapest(ZOO[space], start, goal)
        assert bool(paths) == np.isfinite(truth)
        if paths:
            assert paths[0].cost == pytest.approx(truth, rel=1e-9)
        assert_sound(ZOO[space], paths)
        again = ps.find_k_paths(ZOO[space], start, goal, 7)
        assert [path.nodes.tolist() for path in again] == [path.nodes.tolist() for path in paths]


def test_ends() -> None:
    grid = ps.Grid([[1, 1, 0], [1, 1, 1]])
    assert [path.points.tolist() for path in ps.find_k_paths(grid, (1, 1), (1, 1), 3)] == [[[1, 1]]]
    assert ps.find_k_paths(grid, (0, 0), (2, 0), 3) == []
    assert ps.find_k_paths(grid, (2, 0), (0, 0), 3) == []
    with pytest.raises(ps.PlaceError):
        ps.find_k_paths(grid, (0, 0), (3, 0), 3)
    with pytest.raises(ps.SpaceError):
        ps.find_k_paths([[1, 1]], (0, 0), (1, 0), 3)


@pytest.mark.parametrize("k", [0, -1, 1.5, "2", None, True, 10**7])
def test_wrong_counts(k: object) -> None:
    with pytest.raises(ps.OptionError, match=r"k is .*; allowed: a whole number from 1 to"):
        ps.find_k_paths(ps.Grid([[1, 1]]), (0, 0), (1, 0), k)


def all_turning(space: ps.Turning, start: Any, goal: Any) -> list[float]:
    """The cost of every path that visits no cell twice, sorted: one for each list of cells."""

    def walk(place: Any, seen: tuple[Any, ...], cost: float) -> Iterator[tuple[tuple[Any, ...], float]]:
        if plain.arrived(place, goal):
            yield seen, cost
            return
        for following, step in plain.neighbours(space, place):
            if following[:2] not in seen:
                yield from walk(following, (*seen, following[:2]), cost + step)

    if not (plain.is_free(space, start) and plain.is_free(space, goal)):
        return []
    cheapest: dict[tuple[Any, ...], float] = {}
    for cells, cost in walk(start, (start[:2],), 0.0):
        cheapest[cells] = min(cost, cheapest.get(cells, cost))
    return sorted(cheapest.values())


@st.composite
def turnings(draw: st.DrawFn) -> ps.Turning:
    cost = np.reshape(
        draw(st.lists(st.sampled_from([0.5, 1.0, 3.0, np.inf]), min_size=9, max_size=9)), (3, 3)
    )
    grounds = (
        lambda: ps.Grid(np.ones((3, 3)), cost=cost, moves=ps.Moves(directions=4)),
        lambda: ps.Grid(np.isfinite(cost), moves=ps.Moves(directions=4), wrap="xy"),
        lambda: ps.Grid(np.ones((3, 3)), cost=cost, cost_model="mean", moves=ps.Moves(corners="free")),
        lambda: ps.HexGrid(np.ones((3, 3)), cost=cost, layout="odd-q"),
    )
    return ps.Turning(draw(st.sampled_from(grounds))(), draw(st.sampled_from([0, 0.3, 1.5])))


@given(turnings(), st.sampled_from([0, 0, 1, 3]), st.sampled_from([0, 0, 2, 4]))
def test_turnings_against_all_paths_without_a_cell_twice(space: ps.Turning, before: int, after: int) -> None:
    start, goal = (0, 0, before), (2, 2, after)
    paths = ps.find_k_paths(space, start, goal, 30)
    assert [path.cost for path in paths] == pytest.approx(all_turning(space, start, goal)[:30])
    assert_sound(space, paths)
    for path in paths:
        assert len({tuple(cell) for cell in path.points[:, :2].tolist()}) == len(path), "no cell twice"
        assert tuple(path.points[-1].tolist()) == goal


def test_a_unit_that_is_there_has_one_path() -> None:
    floor = ps.Turning(ps.Grid(np.ones((3, 3))), 1)
    for start, goal in (((1, 1, 3), (1, 1)), ((1, 1), (1, 1, 3)), ((1, 1), (1, 1))):
        assert [path.cost for path in ps.find_k_paths(floor, start, goal, 5)] == [0]


@pytest.mark.parametrize(
    ("ground", "turns", "words"),
    [
        ({}, [0, 1, np.inf], "turn 2 costs inf, turns 1 and 1 2"),
        ({}, [0, 1, 5], "turn 2 costs 5, turns 1 and 1 2"),
        ({}, [3, 1, 1], "turn 0 costs 3, turns 1 and 1 2"),
        ({"portals": [((0, 0), (2, 2))]}, 1, "its grid has portals"),
        ({"wrap": "x"}, 1, "joined borders less than 3 cells apart"),
    ],
)
def test_turns_that_may_be_cheaper_in_two_parts_are_refused(ground: Any, turns: Any, words: str) -> None:
    grid = ps.Grid(np.ones((5, 2 if "wrap" in ground else 5)), moves=ps.Moves(directions=4), **ground)
    with pytest.raises(ps.OptionError, match=rf"never cheaper in two parts; .*{words}"):
        ps.find_k_paths(ps.Turning(grid, turns), (0, 0), (1, 1), 3)
