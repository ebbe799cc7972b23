"""Weights for the moves of units that go from task to task."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from unit.fleet.worlds import FOUR

WINDOWS = [{}, {"window": 6, "repairs": 40}]


def lanes(grid, row):
    """Return weights that lead to the right along a row, and to the left along all others."""
    weights = np.ones((len(grid.directions), *grid.shape))
    right, left = grid.directions.index((1, 0)), grid.directions.index((-1, 0))
    weights[right] = 20
    weights[right, row], weights[left, row] = 1, 20
    return weights


def places(fleet, steps):
    found = [fleet.positions[:, :2].tolist()]
    for _ in range(steps):
        fleet.step()
        found.append(fleet.positions[:, :2].tolist())
    return found


@pytest.mark.parametrize("options", WINDOWS)
def test_a_unit_alone_keeps_to_the_lanes(options):
    grid = ps.Grid(np.ones((3, 9)), moves=FOUR)
    fleet = ps.fleet.Lifelong(grid, [(0, 0)], guidance=lanes(grid, 2), **options)
    fleet.add_tasks([(8, 0)])
    way = [row[0] for row in places(fleet, 12)]
    assert way == [[0, 0], [0, 1], [0, 2], *([x, 2] for x in range(1, 9)), [8, 1], [8, 0]]
    fleet.add_tasks([(0, 2)])
    back = [row[0] for row in places(fleet, 10)]
    assert back[-1] == [0, 2]
    assert all(y != 2 for x, y in back[1:9] if 0 < x < 8)


def spaces():
    """Return each kind of space that units move in, with a start and a task."""
    edges = [("a", "b"), ("b", "c"), ("b", "f"), ("f", "c"), ("a", "d"), ("d", "e"), ("e", "c")]
    return [
        (ps.Grid(np.ones((3, 3)), moves=FOUR), (0, 0), (2, 0)),
        (ps.Grid(np.ones((3, 3))), (0, 0), (2, 0)),
        (ps.Grid(np.ones((3, 3)), moves=FOUR, portals=[((0, 2), (2, 2))]), (0, 0), (2, 0)),
        (ps.HexGrid(np.ones((4, 5))), (0, 1), (3, 1)),
        (ps.TriangleGrid(np.ones((4, 8))), (0, 1), (4, 1)),
        (ps.VoxelGrid(np.ones((2, 3, 3)), directions=6), (0, 0, 0), (2, 0, 0)),
        (ps.Graph.from_edges(edges), "a", "c"),
    ]


def first_node(space, start, goal, guidance):
    """Return where a unit is after a step, and check that it gets to its goal."""
    fleet = ps.fleet.Lifelong(space, [start], seed=3, guidance=guidance)
    fleet.add_tasks([goal])
    fleet.step()
    first = int(fleet.nodes[0])
    fleet.step(30)
    assert fleet.finished()[:, 2].tolist() == [space.node_of(goal)]
    return first


@pytest.mark.parametrize(("space", "start", "goal"), spaces())
def test_a_dear_first_move_is_avoided_in_every_space(space, start, goal):
    cells = space.capabilities.cells
    shape = (len(space.directions), *space.shape) if cells else (space.edges,)
    node = space.node_of(start)
    plain, turned = first_node(space, start, goal, "none"), []
    for number in range(shape[0]):
        weights = np.ones(shape)
        weights[(number, *np.unravel_index(node, space.shape)) if cells else number] = 50
        if first_node(space, start, goal, weights) != plain:
            turned.append(number)
    assert len(turned) == 1
    if isinstance(space, ps.Grid):
        step = np.subtract(space.places_of([plain])[0], start)
        assert space.directions[turned[0]] == tuple(step.tolist())


@pytest.mark.parametrize("options", WINDOWS)
def test_crowds_in_lanes_never_meet_and_finish_their_tasks(options):
    random = np.random.default_rng(5)
    grid = ps.Grid(np.ones((9, 9)), moves=FOUR)
    starts = grid.places_of(random.permutation(81)[:30])
    tasks = grid.places_of(random.integers(0, 81, 120))
    fleet = ps.fleet.Lifelong(grid, starts, guidance=random.uniform(0.1, 10, (4, 9, 9)), **options)
    fleet.add_tasks(tasks)
    nodes = [fleet.nodes]
    for _ in range(300):
        fleet.step()
        nodes.append(fleet.nodes)
    rows = np.array(nodes).T
    found = ps.fleet.check(grid, rows, starts, grid.places_of(rows[:, -1]))
    assert found, found.problem
    assert sorted(fleet.finished()[:, 2].tolist()) == sorted(grid.nodes_of(tasks).tolist())


def test_only_ratios_count_and_sides_of_one_stand_for_all():
    grid = ps.Grid(np.ones((5, 5)), moves=FOUR)
    starts, tasks = grid.places_of(np.arange(8)), grid.places_of(np.arange(24, 10, -1))
    by_direction = np.array([1.0, 2.0, 3.0, 4.0]).reshape(4, 1, 1)
    runs = []
    for weights in (
        by_direction,
        5 * np.broadcast_to(by_direction, (4, 5, 5)),
        (by_direction * 2).astype(int),
    ):
        fleet = ps.fleet.Lifelong(grid, starts, guidance=weights)
        fleet.add_tasks(tasks)
        runs.append(places(fleet, 20))
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.parametrize(
    ("guidance", "words"),
    [
        (np.ones((8, 3, 3)), r"shape \(8, 3, 3\); allowed: \(4, 3, 3\)"),
        (np.ones((3, 3)), r"allowed: \(4, 3, 3\)"),
        (2.0, r"shape \(\); allowed"),
        (np.zeros((4, 3, 3)), r"guidance\[0, 0, 0\] is 0"),
        (np.full((4, 1, 1), np.nan), "is nan"),
        (np.full((4, 1, 1), -np.inf), "is -inf"),
        (np.array([1, 1, 1, 101]).reshape(4, 1, 1), "at most 100 times"),
        ("trafic", "did you mean 'traffic'"),
        ({}, "an array of weights"),
        ([[1], [1, 2]], "an array of weights"),
    ],
)
def test_weights_that_do_not_fit_are_refused(guidance, words):
    grid = ps.Grid(np.ones((3, 3)), moves=FOUR)
    with pytest.raises((ps.ArrayError, ps.OptionError), match=words):
        ps.fleet.Lifelong(grid, [(0, 0)], guidance=guidance)


def test_a_graph_takes_a_weight_for_each_edge():
    graph = ps.Graph.from_edges([("a", "b"), ("b", "c")])
    with pytest.raises(ps.ArrayError, match=r"shape \(3,\); allowed: \(2,\), a weight for each edge"):
        ps.fleet.Lifelong(graph, ["a"], guidance=np.ones(3))
