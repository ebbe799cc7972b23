"""Landmarks: bounds that hold on every kind of ground, and smaller searches."""

from __future__ import annotations

import math
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import plain

import pathstar as ps
from pathstar.indexes import index_info
from pathstar.spaces.base import place_list

KIND = "landmarks"
NO_WAY = 2**32 - 1
SELECTIONS = ("farthest", "avoid")


@st.composite
def digraphs(draw: st.DrawFn) -> ps.Graph:
    size = draw(st.integers(1, 12))
    node = st.integers(0, size - 1)
    cost = draw(st.sampled_from([st.sampled_from([0, 1, 2, 9]), st.floats(0, 1e6), st.floats(1e-9, 1)]))
    edges = draw(st.lists(st.tuples(node, node, cost), max_size=50))
    return ps.Graph.from_edges([*edges, (0, 0, 1.0)], directed=draw(st.booleans()), names=range(size))


@st.composite
def weighted(draw: st.DrawFn) -> ps.Grid:
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cell = st.sampled_from([0.0, 0.25, 1.0, 1.0, 3.7, 1e4, math.inf])
    cells = draw(st.lists(cell, min_size=height * width, max_size=height * width))
    cost = np.array(cells).reshape(height, width)
    moves = ps.Moves(
        directions=draw(st.sampled_from([4, 8])), corners=draw(st.sampled_from(["no_cut", "free"]))
    )
    model = draw(st.sampled_from(["enter", "mean"]))
    return ps.Grid(np.ones((height, width)), cost=cost, moves=moves, cost_model=model)


def assert_all_pairs(space: Any, count: int, selection: str) -> None:
    index = ps.build_index(space, KIND, landmarks=count, selection=selection)
    planner = ps.Planner(space, index=index)
    places = place_list(space.places_of(np.arange(space.size)))
    for start in places:
        truth = plain.costs_from(space, start) if plain.is_free(space, start) else {}
        for goal in places:
            path = planner.find(start, goal)
            if not plain.is_free(space, goal):
                assert not path
                continue
            assert path.cost == pytest.approx(truth.get(goal, math.inf), rel=1e-12)
            if path:
                check = ps.check_path(space, path, start=start, goal=goal)
                assert check, check.problem


@given(graph=digraphs(), count=st.integers(1, 5), selection=st.sampled_from(SELECTIONS))
def test_all_pairs_of_graphs(graph: ps.Graph, count: int, selection: str) -> None:
    assert_all_pairs(graph, count, selection)


@given(grid=weighted(), count=st.integers(1, 5), selection=st.sampled_from(SELECTIONS))
def test_all_pairs_of_weighted_grids(grid: ps.Grid, count: int, selection: str) -> None:
    assert_all_pairs(grid, count, selection)


def terrain(side: int = 120) -> ps.Grid:
    return ps.maps.generate.noise_terrain(side, side, seed=5).grid()


def one_way_roads() -> ps.Graph:
    random = np.random.default_rng(8)
    edges = [(int(a), int(b), float(c)) for a, b, c in random.uniform(0, 300, (1500, 3))]
    return ps.Graph.from_edges(edges, names=range(300))


def grounds() -> dict[str, Any]:
    random = np.random.default_rng(4)
    cost = random.uniform(1, 9, (40, 50))
    hexes = random.random((30, 30)) > 0.2
    return {
        "terrain": terrain(60),
        "costs, enter": ps.Grid(np.ones((40, 50)), cost=cost),
        "costs, mean": ps.Grid(np.ones((40, 50)), cost=cost, cost_model="mean"),
        "uniform": ps.Grid(random.random((40, 50)) > 0.3),
        "sixteen": ps.Grid(np.ones((40, 50)), cost=cost, moves=ps.Moves(directions=16), wrap="x"),
        "hexes": ps.HexGrid(hexes, cost=random.uniform(1, 5, (30, 30))),
        "hexes, one way": ps.HexGrid(hexes, exits=random.integers(0, 64, (30, 30)), layout="odd-q"),
        "voxels": ps.VoxelGrid(random.random((5, 12, 13)) > 0.2, spacing=(1, 1, 2.5)),
        "one-way roads": one_way_roads(),
    }


def tables(index: ps.Index) -> tuple[float, int, np.ndarray]:
    """The unit, the number of columns with distances from landmarks, and all columns."""
    parts = dict(index.core.sections())
    unit = float(parts["scale"][:8].view(np.float64)[0])
    landmarks, two_way = parts["scale"][16:].view(np.uint32)
    columns = int(landmarks) << int(two_way)
    return unit, int(landmarks), parts["distances"].view(np.uint32).reshape(-1, columns).astype(np.int64)


@pytest.mark.parametrize("name", grounds())
def test_bounds_fall_over_no_step_by_more_than_it_costs(name: str) -> None:
    """Consistency of the estimate, checked on every edge in whole units, without rounding."""
    space = grounds()[name]
    unit, landmarks, distances = tables(ps.build_index(space, KIND, landmarks=6))
    assert math.log2(unit) == int(math.log2(unit))
    places = place_list(space.places_of(np.arange(space.size)))
    for node, place in enumerate(places):
        if not plain.is_free(space, place):
            continue
        for target, cost in plain.neighbours(space, place):
            there = distances[space.node_of(target)]
            units = math.floor(cost / unit * (1 + 1e-12))
            assert (there - distances[node])[:landmarks].max() <= units
            if distances.shape[1] > landmarks:
                assert (distances[node] - there)[landmarks:].max() <= units
            else:
                assert np.abs(there - distances[node]).max() <= units


def test_distances_are_the_true_ones_to_a_billionth() -> None:
    grid = terrain(60)
    unit, landmarks, distances = tables(ps.build_index(grid, KIND, landmarks=5))
    for column in range(landmarks):
        inside = (distances[:, column] == 0) & grid.walkable.ravel()
        for node in np.flatnonzero(inside)[:1]:
            place = tuple(grid.places_of([node])[0].tolist())
            truth = ps.distance_field(grid, [place], outward=True).costs.ravel()
            reached = np.isfinite(truth)
            found = distances[reached, column] * unit
            assert (found <= truth[reached] * (1 + 1e-12)).all()
            np.testing.assert_allclose(found, truth[reached], rtol=1e-5)


def test_whole_costs_are_kept_exactly() -> None:
    random = np.random.default_rng(2)
    grid = ps.Grid(np.ones((30, 40)), cost=random.integers(1, 10, (30, 40)), moves=ps.Moves(directions=4))
    unit, _, distances = tables(ps.build_index(grid, KIND, landmarks=1))
    (node,) = np.flatnonzero(distances[:, 0] == 0)
    truth = ps.distance_field(grid, [tuple(grid.places_of([node])[0].tolist())], outward=True).costs.ravel()
    np.testing.assert_array_equal(distances[:, 0] * unit, truth)


def scrambled(number: int) -> int:
    """The number by which the builder chooses a random root."""
    number = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 % 2**64
    number = (number ^ number >> 27) * 0x94D049BB133111EB % 2**64
    return number ^ number >> 31


def assert_avoiding(grid: ps.Grid, chosen: list[int]) -> None:
    """Each landmark but the first is a leaf below the heaviest subtree, reached by the heaviest children."""
    places = place_list(grid.places_of(np.arange(grid.size)))
    costs = {place: plain.costs_from(grid, place) for place in places}
    into = {place: [] for place in places}
    for place in places:
        for target, cost in plain.neighbours(grid, place):
            into[target].append((place, cost))
    for turn in range(1, len(chosen)):
        root = places[max(range(grid.size), key=lambda node: scrambled(turn << 32 | node) | 1)]
        marks = [places[node] for node in chosen[:turn]]
        above = {root: [root]}  # each place, its parent, and so on up to the root
        for place in sorted(places, key=costs[root].__getitem__)[1:]:
            parent, _ = min(into[place], key=lambda edge: costs[root][edge[0]] + edge[1])
            above[place] = [place, *above[parent]]
        size = dict.fromkeys(places, 0.0)
        for place in places:
            bound = max(abs(costs[mark][root] - costs[mark][place]) for mark in marks)
            for over in above[place]:
                size[over] += costs[root][place] - bound
        for mark in marks:
            size.update(dict.fromkeys(above[mark], 0.0))
        way = above[places[chosen[turn]]]
        assert not any(way[0] in line[1:] for line in above.values()), "a leaf"
        top = max(range(len(way)), key=lambda number: size[way[number]])
        assert size[way[top]] == pytest.approx(max(size.values()), abs=1e-5)
        for child, parent in pairwise(way[: top + 1]):
            siblings = [line[0] for line in above.values() if line[1:2] == [parent]]
            assert size[child] == pytest.approx(max(size[sibling] for sibling in siblings), abs=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_avoid_goes_where_the_bounds_say_least(seed: int) -> None:
    cost = np.random.default_rng(seed).uniform(1, 9, (9, 10))
    grid = ps.Grid(np.ones((9, 10)), cost=cost, moves=ps.Moves(directions=4), cost_model="mean")
    _, _, distances = tables(ps.build_index(grid, KIND, landmarks=6, selection="avoid"))
    assert (distances.min(axis=0) == 0).all()
    assert_avoiding(grid, distances.argmin(axis=0).tolist())
    _, _, farthest = tables(ps.build_index(grid, KIND, landmarks=6, selection="farthest"))
    assert np.array_equal(farthest, tables(ps.build_index(grid, KIND, landmarks=6))[2])
    with pytest.raises(AssertionError):
        assert_avoiding(grid, farthest.argmin(axis=0).tolist())


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("name", ["terrain", "costs, enter", "costs, mean", "sixteen", "voxels"])
def test_searches_shrink(name: str, selection: str) -> None:
    space = grounds()[name]
    free = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32)))
    ends = space.places_of(np.random.default_rng(1).choice(free, (2, 60)))
    plain_search = ps.find_paths(space, *ends, algorithm="astar")
    index = ps.build_index(space, KIND, selection=selection)
    guided = ps.Planner(space, index=index).find_many(*ends)
    np.testing.assert_allclose(guided.costs, plain_search.costs, rtol=1e-12)
    expanded = [sum(path.stats.expanded for path in paths) for paths in (guided, plain_search)]
    assert 0 < expanded[0] < 0.7 * expanded[1]


def test_every_area_has_landmarks() -> None:
    """Two halves that cannot reach each other, and single cells, which need no landmark."""
    cost = np.random.default_rng(6).uniform(1, 9, (40, 41))
    walkable = np.ones((40, 41), bool)
    walkable[:, 20] = False
    walkable[::4, 20] = True
    walkable[::4, [19, 21]] = False
    grid = ps.Grid(walkable, cost=cost, moves=ps.Moves(directions=4))
    _, _, distances = tables(ps.build_index(grid, KIND, landmarks=4))
    left, right = grid.node_of((3, 3)), grid.node_of((37, 3))
    assert (distances[[left, right]] < NO_WAY).all()
    assert (distances[grid.node_of((20, 0))] == NO_WAY).all()
    planner = ps.Planner(grid, index=ps.build_index(grid, KIND, landmarks=4))
    assert planner.find((3, 3), (37, 3)).status is ps.Status.NO_PATH
    assert planner.find((3, 3), (37, 3)).stats.expanded == 0
    assert planner.find((37, 3), (22, 38)).cost == ps.find_path(grid, (37, 3), (22, 38)).cost


def test_landmarks_know_that_a_one_way_street_does_not_lead_back() -> None:
    graph = ps.Graph.from_edges([(a, a + 1, 1.0) for a in range(20)])
    planner = ps.Planner(graph, index=ps.build_index(graph, KIND))
    assert planner.find(2, 17).cost == 15
    back = planner.find(17, 2)
    assert (back.status, back.stats.expanded) == (ps.Status.NO_PATH, 0)


def test_an_estimate_that_a_caller_chose_too_large_is_left_out() -> None:
    random = np.random.default_rng(3)
    ends = random.integers(0, 80, (300, 2))
    places = random.uniform(0, 10, (80, 2))
    edges = np.column_stack([ends, random.uniform(0.1, 5, 300)])
    with pytest.warns(ps.HeuristicWarning):
        graph = ps.Graph.from_edges(
            edges, directed=False, names=range(80), positions=places, cost_per_distance=50.0
        )
    nodes = random.integers(0, 80, (2, 200))
    found = ps.Planner(graph, index=ps.build_index(graph, KIND)).find_many(*nodes)
    np.testing.assert_allclose(
        found.costs, ps.find_paths(graph, *nodes, algorithm="dijkstra").costs, rtol=1e-12
    )


@pytest.mark.parametrize("name", ["costs, mean", "sixteen", "hexes, one way", "voxels", "one-way roads"])
def test_it_is_saved_loaded_and_pickled(name: str, tmp_path: Path) -> None:
    space, again, file = grounds()[name], grounds()[name], tmp_path / "ground.pathindex"
    index = ps.build_index(space, KIND, landmarks=5)
    index.save(file)
    assert index_info(file).kind == KIND
    loaded = ps.load_index(file, again)
    ends = space.places_of(np.random.default_rng(1).integers(0, space.size, (2, 100)).astype(np.uint32))
    costs = ps.Planner(space, index=index).find_many(*ends).costs
    for other in (loaded, pickle.loads(pickle.dumps(index))):
        np.testing.assert_array_equal(ps.Planner(other.space, index=other).find_many(*ends).costs, costs)


def other_hexes(**more: Any) -> ps.HexGrid:
    return ps.HexGrid(np.ones((6, 8)), **more)


@pytest.mark.parametrize(
    ("other", "refusal", "words"),
    [
        (other_hexes(layout="even-q"), ps.IndexFileError, "layout is odd-r; here the layout is even-q"),
        (other_hexes(cost=np.ones((6, 8))), ps.IndexFileError, "cost is none; here the cost is enter"),
        (other_hexes(wrap="x"), ps.IndexFileError, "links is none; here the links is wrap x"),
        (other_hexes(portals=[((0, 0), (5, 5), 2)]), ps.IndexFileError, "links is none"),
        (ps.HexGrid(np.ones((8, 6))), ps.IndexFileError, "size is 8 x 6"),
        (ps.Grid(np.ones((6, 8))), ps.IndexFileError, "space is HexGrid; here the space is Grid"),
        (ps.HexGrid(np.arange(48).reshape(6, 8) > 0), ps.StaleError, "another map"),
    ],
)
def test_another_space_is_refused(other: Any, refusal: type[Exception], words: str, tmp_path: Path) -> None:
    file = tmp_path / "hexes.pathindex"
    ps.build_index(other_hexes(), KIND, landmarks=2).save(file)
    with pytest.raises(refusal, match=words):
        ps.load_index(file, other)


def test_other_costs_are_refused(tmp_path: Path) -> None:
    file, cost = tmp_path / "costs.pathindex", np.arange(1.0, 13).reshape(3, 4)
    ps.build_index(ps.Grid(np.ones((3, 4)), cost=cost), KIND).save(file)
    with pytest.raises(ps.StaleError):
        ps.load_index(file, ps.Grid(np.ones((3, 4)), cost=cost[::-1]))
    with pytest.raises(ps.IndexFileError, match="cost is enter; here the cost is mean"):
        ps.load_index(file, ps.Grid(np.ones((3, 4)), cost=cost, cost_model="mean"))
    with pytest.raises(ps.IndexFileError, match="cost is enter; here the cost is none"):
        ps.load_index(file, ps.Grid(np.ones((3, 4))))


def test_costs_that_rise_make_it_weaker() -> None:
    world = ps.Map(np.ones((5, 6)), cost=np.full((5, 6), 2.0))
    grid = world.grid()
    index = ps.build_index(grid, KIND)
    planner = ps.Planner(grid, index=index)
    before = planner.find((0, 0), (5, 4))
    world.edit("cost", (slice(None), slice(2, 3)), 7.0)
    assert (index.status, index.edited) == ("weaker", 5 / 30)
    after = planner.find((0, 0), (5, 4))
    assert after.cost == pytest.approx(ps.find_path(grid, (0, 0), (5, 4)).cost)
    assert after.cost > before.cost
    assert after.revision == 1


def test_what_is_asked_wrongly() -> None:
    grid = ps.Grid([[1, 1]], cost=[[1, 2]])
    for landmarks in (0, -1, 256, 1.5, True, "8"):
        with pytest.raises(ps.OptionError, match=r"landmarks is .*from 1 to 255"):
            ps.build_index(grid, KIND, landmarks=landmarks)
    with pytest.raises(ps.OptionError, match="only the kind 'landmarks' has any, not 'subgoal'"):
        ps.build_index(ps.Grid([[1, 1]]), "subgoal", landmarks=4)
    with pytest.raises(ps.OptionError, match="selection is 'avoid'; only the kind 'landmarks' has any"):
        ps.build_index(ps.Grid([[1, 1]]), "subgoal", selection="avoid")
    with pytest.raises(ps.OptionError, match="unknown selection 'avoidd'; did you mean 'avoid'"):
        ps.build_index(grid, KIND, selection="avoidd")
    with pytest.raises(ps.OptionError, match="all known, not a Custom"):
        ps.build_index(ps.Custom(lambda node: []), KIND)
    with pytest.raises(ps.OptionError, match="all known, not a Waypoints"):
        ps.build_index(ps.waypoints(ps.Grid(np.ones((5, 5))), [(1, 1), (3, 3)]), KIND)
    assert ps.build_index(grid, KIND, landmarks=255).nbytes > 0


@pytest.mark.parametrize("selection", SELECTIONS)
def test_threads_change_nothing(selection: str) -> None:
    graph = one_way_roads()
    one, two = (
        ps.build_index(graph, KIND, threads=threads, selection=selection).core.sections()
        for threads in (1, 2)
    )
    for (name, a), (_, b) in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, b, err_msg=name)
