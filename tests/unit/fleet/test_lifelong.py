"""Units that go from task to task."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from unit.fleet.worlds import FOUR, grid_of


def run(grid, starts, tasks, steps, **options):
    """Return the nodes at each step, and the tasks that were finished."""
    fleet = ps.fleet.Lifelong(grid, starts, **options)
    fleet.add_tasks(tasks)
    nodes = [fleet.nodes]
    for _ in range(steps):
        fleet.step()
        nodes.append(fleet.nodes)
    return np.array(nodes).T, fleet.finished()


@pytest.mark.parametrize("guidance", ["none", "traffic"])
@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("moves", [FOUR, ps.Moves()])
def test_no_two_units_ever_meet(following, moves, guidance):
    random = np.random.default_rng(3)
    grid = ps.Grid(random.random((10, 10)) > 0.1, moves=moves)
    places = random.permutation(np.argwhere(grid.walkable)[:, ::-1])
    tasks = random.choice(places, 200)
    nodes, _ = run(grid, places[:30], tasks, 150, following=following, guidance=guidance)
    ends = grid.places_of(nodes[:, -1])
    found = ps.fleet.check(grid, nodes, places[:30], ends, following=following)
    assert found, found.problem


@pytest.mark.parametrize("guidance", ["none", "traffic"])
def test_every_task_is_finished_once(guidance):
    grid = ps.Grid(np.ones((8, 8)), moves=FOUR)
    random = np.random.default_rng(1)
    places = grid.places_of(random.permutation(64))
    tasks = places[random.integers(0, 64, 100)]
    nodes, finished = run(grid, places[:20], tasks, 300, guidance=guidance)
    assert sorted(finished[:, 2].tolist()) == sorted(grid.nodes_of(tasks).tolist())
    for time, unit, node in finished.tolist():
        assert nodes[unit, time] == node


def test_guidance_finishes_more_in_a_crowd():
    walkable = np.ones((25, 42), bool)
    walkable[2:-2:3, 2:-2] = walkable[3:-2:3, 2:-2] = False  # shelves, with gaps between them
    walkable[:, ::8] = True
    grid = ps.Grid(walkable, moves=FOUR)
    random = np.random.default_rng(2)
    places = random.permutation(np.argwhere(walkable)[:, ::-1])
    tasks = random.choice(places, 5000)
    plain, guided = (
        len(run(grid, places[:200], tasks, 200, guidance=guidance)[1]) for guidance in ("none", "traffic")
    )
    assert guided > 1.05 * plain


def test_tasks_arrive_while_units_move():
    fleet = ps.fleet.Lifelong(grid_of("....."), [(0, 0)])
    assert fleet.tasks.tolist() == [-1]
    fleet.add_tasks([(4, 0)])
    fleet.step(2)
    assert (fleet.time, fleet.waiting, fleet.tasks.tolist()) == (2, 0, [4])
    fleet.add_tasks([(0, 0)])
    assert repr(fleet) == "Lifelong(1 units, 1 tasks wait, time 2)"
    fleet.step(6)
    assert fleet.finished().tolist() == [[4, 0, 4], [8, 0, 0]]
    assert fleet.finished().shape == (0, 3)


def test_the_same_seed_gives_the_same_steps():
    grid = ps.Grid(np.ones((6, 6)), moves=FOUR)
    places = grid.places_of(np.arange(36))
    runs = [run(grid, places[:20], places[::-1], 30, seed=seed)[0].tolist() for seed in (4, 4, 5)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_mistakes():
    grid = grid_of("..#")
    for starts, words in (([(2, 0)], "not walkable"), ([(0, 0), (0, 0)], "must differ")):
        with pytest.raises(ps.OptionError, match=words):
            ps.fleet.Lifelong(grid, starts)
    with pytest.raises(ps.OptionError, match="unknown guidance 'trafic'; did you mean 'traffic'"):
        ps.fleet.Lifelong(grid, [(0, 0)], guidance="trafic")
    fleet = ps.fleet.Lifelong(grid, [(0, 0)])
    with pytest.raises(ps.OptionError, match=r"places\[0\] is \(2, 0\), which is not walkable"):
        fleet.add_tasks([(2, 0)])
    for count in (-1, True, 1.5):
        with pytest.raises(ps.OptionError, match="a whole number from 0"):
            fleet.step(count)
