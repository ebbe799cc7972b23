"""Tasks of several places, which one unit visits in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.spaces.base import Space
from unit.fleet.worlds import FOUR, grid_of

OPTIONS: list[dict[str, Any]] = [
    {},
    {"following": "forbidden"},
    {"guidance": "traffic"},
    {"window": 4, "repairs": 10},
    {"window": 3, "repairs": 5, "guidance": "traffic"},
]
PUSHING = [options for options in OPTIONS if "following" not in options]


class Replay:
    """Steps a fleet, and independently follows the task of each unit by its stops and positions."""

    def __init__(self, space: Space, fleet: ps.fleet.Lifelong, errands: Sequence[Sequence[int]]) -> None:
        self.space, self.fleet, self.errands = space, fleet, errands
        self.owner: dict[int, int] = {}
        self.visited: dict[int, int] = {}
        self.done: list[int] = []

    def step(self) -> None:
        """Make a step, and check that no two units met and that all stops come in order."""
        before = self.fleet.nodes.tolist()
        self.fleet.step()
        after = self.fleet.nodes.tolist()
        for node, to in zip(before, after, strict=True):
            assert node == to or to in self.space.node_steps_from(node)[0]
        assert len(set(after)) == len(after)
        at = {node: unit for unit, node in enumerate(before)}
        assert not any(
            after[at.get(to, unit)] == before[unit] and at.get(to, unit) != unit
            for unit, to in enumerate(after)
        ), "two units have swapped places"
        for time, unit, node, task, stop in self.fleet.finished(stops=True).tolist():
            assert time == self.fleet.time
            assert after[unit] == node == self.errands[task][stop]
            assert stop == self.visited.get(task, 0)
            assert self.owner.setdefault(task, unit) == unit
            self.visited[task] = stop + 1
            if stop + 1 == len(self.errands[task]):
                self.done.append(task)
        self.check_counts()

    def check_counts(self) -> None:
        """Check that each task waits, is with the unit that began it, or is done."""
        going = self.fleet.tasks
        assert len(self.done) + self.fleet.waiting + int((going >= 0).sum()) == len(self.errands)
        for task, unit in self.owner.items():
            if self.visited[task] < len(self.errands[task]):
                assert going[unit] == self.errands[task][self.visited[task]], "a load was put down"


def random_errands(random: np.random.Generator, nodes: Any, count: int) -> list[list[int]]:
    return [random.choice(nodes, random.integers(1, 5)).tolist() for _ in range(count)]


def replay_of(space: Space, units: int, count: int, seed: int, **options: Any) -> Replay:
    """Return units at random places of a space, with random errands."""
    random = np.random.default_rng(seed)
    free = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32)))
    errands = random_errands(random, free, count)
    starts = space.places_of(random.choice(free, units, replace=False))
    fleet = ps.fleet.Lifelong(space, starts, seed=seed, **options)
    fleet.add_errands([space.places_of(errand) for errand in errands])
    return Replay(space, fleet, errands)


def spaces(seed: int) -> dict[str, Space]:
    random = np.random.default_rng(seed)
    names = [("shelf", i) if i % 2 else f"dock {i}" for i in range(20)]
    ring = [(names[i], names[(i + 1) % 20]) for i in range(20)]
    chords = [(names[i], names[j]) for i, j in random.integers(0, 20, (12, 2)) if i != j]
    return {
        "grid": ps.Grid(random.random((7, 7)) > 0.05, moves=FOUR),
        "diagonal": ps.Grid(random.random((7, 7)) > 0.05),
        "hexagons": ps.HexGrid(np.ones((6, 6), bool)),
        "voxels": ps.VoxelGrid(random.random((3, 4, 4)) > 0.05),
        "graph": ps.Graph.from_edges([*ring, *chords], directed=False),
        "one-way": ps.Graph.from_edges([*ring, *chords]),
        "pits": ps.Graph.from_edges([*ring, *chords, *[(names[i], ("pit", i)) for i in range(0, 20, 5)]]),
    }


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("name", spaces(0))
def test_each_errand_is_done_once_by_one_unit_in_order(name, options):
    for seed in range(2):
        replay = replay_of(spaces(seed)[name], 8, 20, seed, **options)
        for _ in range(150):
            replay.step()
        in_one_part = name in ("graph", "one-way") or (name != "pits" and ps.islands(replay.space).count == 1)
        if options in PUSHING and in_one_part:  # only units that push are sure to get there
            assert sorted(replay.done) == list(range(20))


@pytest.mark.parametrize("options", PUSHING, ids=str)
@pytest.mark.parametrize("tables", [0, 1, 3])
def test_units_with_loads_wait_where_memory_is_short(tables, options):
    grid = ps.Grid(np.ones((6, 6)), moves=FOUR)
    replay = replay_of(grid, 6, 12, 1, max_bytes=tables * 2 * 36, **options)
    for _ in range(600):
        replay.step()
        if len(replay.done) == 12:
            break
    assert sorted(replay.done) == list(range(12))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_edits_put_down_no_load_and_lose_no_errand(seed, options):
    random = np.random.default_rng(seed)
    level = ps.Map(np.ones((8, 8), bool))
    grid = level.grid(FOUR)
    replay = replay_of(grid, 8, 25, seed, **options)
    for step in range(120):
        if step % 3 == 0:
            x, y = random.integers(0, 8, 2).tolist()
            if grid.node_of((x, y)) not in replay.fleet.nodes:
                level.edit("passable", (x, y), bool(random.random() < 0.4))
        replay.step()
    level.edit("passable", np.ones((8, 8), bool), True)
    for _ in range(200):
        replay.step()
    if options in PUSHING:
        assert sorted(replay.done) == list(range(25))


def test_an_errand_of_one_place_is_a_task():
    grid = ps.Grid(np.ones((6, 6)), moves=FOUR)
    random = np.random.default_rng(1)
    starts, places = (grid.places_of(random.permutation(36)) for _ in range(2))
    ends = []
    for single in (True, False):
        fleet = ps.fleet.Lifelong(grid, starts[:20], window=3, repairs=5)
        if single:
            fleet.add_tasks(places)
        else:
            fleet.add_errands(places[:, None, :])
        fleet.step(40)
        ends.append((fleet.nodes.tolist(), fleet.finished().tolist()))
    assert ends[0] == ends[1]


def test_the_nearest_unit_that_can_get_there_takes_it():
    """The unit beside the first place would have to go against the arrow."""
    graph = ps.Graph.from_edges([("shelf", "beside"), ("far", "lane"), ("lane", "shelf"), ("shelf", "dock")])
    fleet = ps.fleet.Lifelong(graph, ["beside", "far"])
    fleet.add_errands([["shelf", "dock"]])
    fleet.step(3)
    assert fleet.finished(stops=True)[:, :2].tolist() == [[2, 1], [3, 1]]


def test_an_errand_against_the_arrows_waits_and_others_go_on():
    graph = ps.Graph.from_edges([("a", "b"), ("b", "c"), ("c", "d"), ("d", "c")])
    fleet = ps.fleet.Lifelong(graph, ["a"])
    fleet.add_errands([["b", "a"], ["c", "b"], ["b", "d", "c"]])
    fleet.step(10)
    assert fleet.finished(stops=True)[:, 2:].tolist() == [
        [graph.node_of("b"), 2, 0],
        [graph.node_of("d"), 2, 1],
        [graph.node_of("c"), 2, 2],
    ]
    assert fleet.waiting == 2
    graph.add_edges([("c", "a")])
    fleet.step(12)
    assert (len(fleet.finished()), fleet.waiting) == (2, 0)


def test_a_later_stop_that_closes_sends_nobody_until_it_opens():
    level = ps.Map(np.ones((1, 6), bool))
    fleet = ps.fleet.Lifelong(level.grid(), [(0, 0)])
    fleet.add_errands([[(2, 0), (5, 0)]])
    fleet.step()
    level.edit("passable", (5, 0), False)
    fleet.step(3)
    assert (fleet.tasks.tolist(), fleet.waiting) == ([-1], 1)
    fleet.add_tasks([(0, 0)])
    fleet.step(4)
    assert fleet.finished()[:, 2].tolist() == [0]
    level.edit("passable", (5, 0), True)
    fleet.step(5)
    assert fleet.finished().tolist() == [[fleet.time, 0, 5]]


@pytest.mark.parametrize("closed", [(4, 0), (5, 0)])
@pytest.mark.parametrize("options", PUSHING, ids=str)
def test_a_unit_keeps_its_load_while_it_cannot_go_on(options, closed):
    """The other unit, which could deliver at once, does not get it. They share one door."""
    level = ps.Map([[1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 1, 1]])
    fleet = ps.fleet.Lifelong(level.grid(FOUR), [(0, 0), (6, 0)], **options)
    fleet.add_errands([[(1, 0), (5, 0)]])
    fleet.step(2)
    assert fleet.finished(stops=True)[:, :3].tolist() == [[1, 0, 1]]
    level.edit("passable", closed, False)
    fleet.step(6)
    fleet.add_tasks([(0, 0)])
    fleet.step(6)
    assert (fleet.waiting, fleet.tasks.tolist(), len(fleet.finished())) == (1, [5, -1], 0)
    level.edit("passable", closed, True)
    fleet.step(20)
    assert [0, 5, 0, 1] in fleet.finished(stops=True)[:, 1:].tolist()


def test_a_unit_that_can_no_longer_get_to_its_task_leaves_it_to_another():
    """The arrow still connects both, but no longer leads there."""
    short, long = [("a", "b"), ("b", "goal")], [("c", "d"), ("d", "e"), ("e", "goal")]
    graph = ps.Graph.from_edges([*short, *long, ("goal", "b")])
    fleet = ps.fleet.Lifelong(graph, ["a", "c"])
    fleet.add_tasks(["goal"])
    fleet.step()
    graph.remove_edges([("b", "goal")])
    fleet.step(4)
    assert fleet.finished()[:, 1].tolist() == [1]


def test_reports_forget_what_was_before_them():
    fleet = ps.fleet.Lifelong(grid_of("....."), [(0, 0)])
    fleet.add_tasks([(1, 0)])
    fleet.add_errands([[(2, 0), (2, 0), (4, 0)]])
    assert fleet.finished(stops=True).shape == (0, 5)
    fleet.step(2)
    assert fleet.tasks.tolist() == [2]
    assert fleet.finished(stops=True).tolist() == [[1, 0, 1, 0, 0], [2, 0, 2, 1, 0]]
    fleet.step(3)
    assert fleet.finished().tolist() == [[5, 0, 4]]
    assert fleet.finished(stops=True).shape == (0, 5)


GRID = grid_of("..#")
GRAPH = ps.Graph.from_edges([("a", "b"), ("b", ("a", "b"))])
VOXELS = ps.VoxelGrid(np.ones((1, 1, 2), bool))


@pytest.mark.parametrize(
    ("space", "errands", "words"),
    [
        (GRID, [[(0, 0)], []], r"errands\[1\] is empty; allowed: a list of one place or more"),
        (GRID, [[(0, 0), (2, 0)]], r"errands\[0\]\[1\] is \(2, 0\), which is not walkable"),
        (GRID, [[(0, 0), (3, 0)]], r"errands\[0\]\[1\]"),
        (GRID, [(0, 0), (1, 0)], r"errands\[0\] must be an array \(n, 2\) of places.* not of shape \(2,\)"),
        (GRID, [[(0, 0, 0)]], r"errands\[0\] must be an array \(n, 2\)"),
        (GRID, [[(0.5, 0)]], r"errands\[0\] must hold whole numbers"),
        (GRID, 5, r"errands is 5; allowed: a list of errands, each a list of places"),
        (VOXELS, [[(0, 0)]], r"errands\[0\] must be an array \(n, 3\)"),
        (GRAPH, ["a", "b"], r"errands\[0\] is 'a'; allowed: a list of places"),
        (GRAPH, [["a", "c"]], r"errands\[0\]\[1\]: there is no node 'c'"),
        (GRAPH, [[]], r"errands\[0\] is empty"),
        (GRAPH, [3], r"errands\[0\] is 3; allowed: a list of nodes"),
    ],
)
def test_mistakes_add_nothing(space, errands, words):
    start = "a" if space is GRAPH else (0,) * (3 if space is VOXELS else 2)
    fleet = ps.fleet.Lifelong(space, [start])
    with pytest.raises(ps.PathstarError, match=words):
        fleet.add_errands(errands)
    assert fleet.waiting == 0


def test_names_that_are_tuples_are_places():
    fleet = ps.fleet.Lifelong(GRAPH, ["a"])
    fleet.add_errands([[("a", "b")], ("a", "b")])
    fleet.step(3)
    assert fleet.finished().tolist() == [[2, 0, GRAPH.node_of("b")], [3, 0, GRAPH.node_of(("a", "b"))]]


def test_what_to_report_is_true_or_false():
    with pytest.raises(ps.OptionError, match="stops is 1; allowed: True, False"):
        ps.fleet.Lifelong(GRID, [(0, 0)]).finished(stops=1)
