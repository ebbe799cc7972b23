"""Units that go from task to task."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

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


@pytest.mark.parametrize(
    "options",
    [{}, {"guidance": "traffic"}, {"window": 6, "repairs": 20}, {"guidance": "traffic", "window": 1}],
)
@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("moves", [FOUR, ps.Moves()])
def test_no_two_units_ever_meet(following, moves, options):
    random = np.random.default_rng(3)
    grid = ps.Grid(random.random((10, 10)) > 0.1, moves=moves)
    places = random.permutation(np.argwhere(grid.walkable)[:, ::-1])
    tasks = random.choice(places, 200)
    nodes, _ = run(grid, places[:30], tasks, 150, following=following, **options)
    ends = grid.places_of(nodes[:, -1])
    found = ps.fleet.check(grid, nodes, places[:30], ends, following=following)
    assert found, found.problem


@pytest.mark.parametrize("options", [{}, {"window": 4}])
@pytest.mark.parametrize("units", [12, 24])
def test_units_that_may_not_follow_push_each_other_out_of_the_way(units, options):
    grid = ps.Grid(np.ones((12, 12)), moves=FOUR)
    random = np.random.default_rng(0)
    places = random.permutation(np.argwhere(grid.walkable)[:, ::-1])
    fleet = ps.fleet.Lifelong(grid, places[:units], following="forbidden", **options)
    finished = []
    for _ in range(6):
        fleet.add_tasks(random.choice(places, 10 * units))
        fleet.step(100)
        finished.append(len(fleet.finished()))
    assert min(finished) == 10 * units


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"guidance": "traffic"},
        {"window": 5, "repairs": 10},
        {"window": 9, "repairs": 5, "guidance": "traffic"},
    ],
)
def test_every_task_is_finished_once(options):
    grid = ps.Grid(np.ones((8, 8)), moves=FOUR)
    random = np.random.default_rng(1)
    places = grid.places_of(random.permutation(64))
    tasks = places[random.integers(0, 64, 100)]
    nodes, finished = run(grid, places[:20], tasks, 300, **options)
    assert sorted(finished[:, 2].tolist()) == sorted(grid.nodes_of(tasks).tolist())
    for time, unit, node in finished.tolist():
        assert nodes[unit, time] == node


def crowd():
    """Return a warehouse, and places and tasks for many units in it."""
    walkable = np.ones((25, 42), bool)
    walkable[2:-2:3, 2:-2] = walkable[3:-2:3, 2:-2] = False  # shelves, with gaps between them
    walkable[:, ::8] = True
    random = np.random.default_rng(2)
    places = random.permutation(np.argwhere(walkable)[:, ::-1])
    return ps.Grid(walkable, moves=FOUR), places[:200], random.choice(places, 5000)


def test_guidance_finishes_more_in_a_crowd_and_a_window_most():
    grid, starts, tasks = crowd()
    plain, guided, ahead = (
        len(run(grid, starts[:100], tasks, 200, **options)[1])
        for options in ({}, {"guidance": "traffic"}, {"guidance": "traffic", "window": 8, "repairs": 60})
    )
    assert guided > 1.03 * plain
    assert ahead > 1.1 * guided


def tasks_by_hundred(grid, starts, seed, **options):
    """Return how many tasks are finished in each hundred of 500 steps, with tasks always waiting."""
    random = np.random.default_rng(seed)
    places = grid.places_of(np.flatnonzero(grid.walkable))
    fleet = ps.fleet.Lifelong(grid, starts, seed=seed, **options)
    counts = []
    for _ in range(5):
        for _ in range(10):
            fleet.add_tasks(random.choice(places, 2 * len(starts) - fleet.waiting))
            fleet.step(10)
        counts.append(len(fleet.finished()))
    return counts


@pytest.mark.parametrize("units", [100, 200])
def test_a_crowd_in_aisles_goes_on(units):
    grid, starts, _ = crowd()
    counts = tasks_by_hundred(grid, starts[:units], 0)
    assert min(counts) > 0.7 * counts[0]


@pytest.mark.parametrize(("following", "side"), [("allowed", 12), ("forbidden", 16)])
@pytest.mark.parametrize("seed", range(4))
def test_a_crowd_among_dead_ends_goes_on(seed, following, side):
    random = np.random.default_rng(seed)
    grid = ps.Grid(random.random((side, side)) > 0.2, moves=FOUR)
    areas = ps.islands(grid)
    grid = ps.Grid(areas.labels == areas.largest, moves=FOUR)
    starts = random.permutation(np.argwhere(grid.walkable)[:, ::-1])[:24]
    counts = tasks_by_hundred(grid, starts, seed, following=following)
    assert min(counts) > 0.5 * counts[0]


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
def test_units_without_tasks_move_in_a_window_only_to_make_way(following):
    grid = ps.Grid(np.ones((14, 14)), moves=FOUR)
    moves, done = [], []
    for window in (0, 8):
        random = np.random.default_rng(0)
        places = grid.places_of(random.permutation(196))
        fleet = ps.fleet.Lifelong(grid, places[:40], following=following, window=window, repairs=60)
        moves.append(0)
        for _ in range(150):
            fleet.add_tasks(random.choice(places, 10 - fleet.waiting - int((fleet.tasks >= 0).sum())))
            before, without = fleet.nodes, fleet.tasks < 0
            fleet.step()
            moves[-1] += int((without & (fleet.tasks < 0) & (fleet.nodes != before)).sum())
        done.append(len(fleet.finished()))
    assert moves[1] < 2 * moves[0]
    assert done[1] >= done[0]


@pytest.mark.parametrize(
    ("text", "starts", "steps"),
    [
        ("..... ##.##", [(0, 0), (4, 0)], 120),
        ("....... ###.### ###.###", [(0, 0), (6, 0)], 140),
        ("......... ####.####", [(0, 0), (1, 0), (8, 0)], 240),
    ],
)
def test_units_that_may_not_follow_pass_each_other_at_a_bay(text, starts, steps):
    fleet = ps.fleet.Lifelong(grid_of(text), starts, following="forbidden")
    ends = reversed(starts) if len(starts) == 2 else [(8, 0), (7, 0), (0, 0)]
    fleet.add_errands([[start, end] * 5 for start, end in zip(starts, ends, strict=True)])
    fleet.step(steps)
    assert len(fleet.finished()) == len(starts)


@pytest.mark.parametrize(
    ("following", "window"),
    [("allowed", 2), ("allowed", 4), ("allowed", 8), ("forbidden", 4), ("forbidden", 8)],
)
def test_a_window_that_is_too_short_for_a_bay_holds_up_nobody_for_good(following, window):
    grid = grid_of("............... #######.####### #######.####### #######.#######")
    left, right = [(0, 0), (1, 0)], [(14, 0), (13, 0)]
    fleet = ps.fleet.Lifelong(grid, left + right, following=following, window=window)
    fleet.add_errands([[a, b] * 5 for a, b in zip(left + right, right + left, strict=True)])
    fleet.step(900)
    assert len(fleet.finished()) == 4


def test_two_that_cannot_pass_hold_up_nobody_else():
    grid = grid_of("....#### ######## ........")
    fleet = ps.fleet.Lifelong(grid, [(0, 0), (3, 0), (0, 2)])
    fleet.add_tasks([(3, 0), (0, 0)])
    fleet.step()
    for _ in range(10):
        fleet.add_tasks([(7, 2), (0, 2)])
        fleet.step(20)
    assert (fleet.finished()[:, 1] == 2).sum() >= 20


def test_the_more_repairs_the_more_tasks():
    grid, starts, tasks = crowd()
    none, few, many = (
        len(run(grid, starts, tasks, 100, window=6, repairs=repairs)[1]) for repairs in (0, 10, 60)
    )
    assert none < few < many


def test_a_budget_that_is_over_at_once_leaves_no_repairs():
    grid, starts, tasks = crowd()
    none, spent = (
        run(grid, starts, tasks, 20, window=6, **options)[0].tolist()
        for options in ({"repairs": 0}, {"repairs": 10**9, "budget_seconds": 1e-9})
    )
    assert none == spent


def test_units_in_a_window_without_tasks_and_without_room():
    full = ps.Grid(np.ones((3, 3)), moves=FOUR)
    nodes, finished = run(full, full.places_of(np.arange(9)), [(0, 0), (2, 2)], 12, window=4)
    assert sorted(finished[:, 2].tolist()) == [0, 8]
    assert all(sorted(row) == list(range(9)) for row in nodes.T.tolist())
    alone, _ = run(grid_of("..."), [(0, 0)], [], 5, window=64)
    assert alone.shape == (1, 6)
    assert run(grid_of("..."), np.empty((0, 2), int), [], 3, window=3)[0].shape == (0, 4)


def test_tasks_arrive_while_units_move():
    fleet = ps.fleet.Lifelong(grid_of("....."), [(0, 0)])
    assert fleet.tasks.tolist() == [-1]
    fleet.add_tasks([(4, 0)])
    fleet.step(2)
    assert (fleet.time, fleet.waiting, fleet.tasks.tolist()) == (2, 0, [4])
    fleet.add_tasks([(0, 0)])
    assert repr(fleet) == "Lifelong(1 unit, 1 task waiting, time 2)"
    fleet.step(6)
    assert fleet.finished().tolist() == [[4, 0, 4], [8, 0, 0]]
    assert fleet.finished().shape == (0, 3)


def test_the_same_seed_gives_the_same_steps():
    grid = ps.Grid(np.ones((6, 6)), moves=FOUR)
    places = grid.places_of(np.arange(36))
    for window in (0, 5):
        runs = [
            run(grid, places[:20], places[::-1], 30, seed=seed, window=window, repairs=20)[0].tolist()
            for seed in (4, 4, 5)
        ]
        assert runs[0] == runs[1]
        assert runs[0] != runs[2]


def test_steps_without_edits_look_at_nothing_of_the_map(monkeypatch):
    level = ps.Map(np.ones((4, 5), bool), cost=np.full((4, 5), 2.0))
    fleet = ps.fleet.Lifelong(level.grid(ps.Moves(directions=4)), [(0, 0)])
    looks = []
    monkeypatch.setattr("pathstar.fleet.lifelong.check_even", looks.append)
    fleet.step(3)
    fleet.step()
    assert not looks
    level.edit("passable", (4, 3), False)
    fleet.step()
    fleet.step()
    assert len(looks) == 1


@pytest.mark.parametrize("options", [{}, {"guidance": "traffic"}, {"window": 4}])
def test_a_task_is_left_to_those_that_can_get_to_it(options):
    grid = grid_of("..#...#.")
    fleet = ps.fleet.Lifelong(grid, [(0, 0), (3, 0)], **options)
    fleet.add_tasks([(7, 0), (5, 0), (4, 0), (1, 0)])
    fleet.step(20)
    assert sorted((unit, node) for _, unit, node in fleet.finished().tolist()) == [(0, 1), (1, 4), (1, 5)]
    assert (fleet.waiting, fleet.tasks.tolist()) == (1, [-1, -1])  # the task that is walled in still waits
    fleet.add_tasks([(0, 0)])
    fleet.step(5)
    assert [unit for _, unit, _ in fleet.finished().tolist()] == [0]


def test_a_task_against_the_arrows_waits():
    graph = ps.Graph.from_edges([("a", "b"), ("b", "c"), ("c", "b")])
    fleet = ps.fleet.Lifelong(graph, ["b"])
    fleet.add_tasks(["a", "c"])
    fleet.step(5)
    assert (fleet.finished()[:, 0].tolist(), fleet.waiting) == ([1], 1)


def test_a_unit_pushes_another_where_an_arrow_keeps_them_from_changing_places():
    graph = ps.Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (0, 3), (0, 2)])
    fleet = ps.fleet.Lifelong(graph, [0, 1])
    fleet.add_tasks([1])
    fleet.step(30)
    assert len(fleet.finished()) == 1


def test_a_unit_that_was_pushed_into_a_pit_leaves_its_task_to_another():
    graph = ps.Graph.from_edges([("a", "b"), ("b", "a"), ("b", "c"), ("c", "b"), ("b", "pit")])
    fleet = ps.fleet.Lifelong(graph, ["b", "c"])
    fleet.add_tasks(["c"])
    fleet.step(60)
    assert fleet.finished()[:, 1].tolist() == [1]
    assert fleet.nodes[0] == graph.node_of("pit")


def test_threads_take_turns():
    grid = ps.Grid(np.ones((30, 30)), moves=FOUR)
    random = np.random.default_rng(0)
    fleet = ps.fleet.Lifelong(grid, grid.places_of(random.permutation(900)[:200]), window=2)
    fleet.add_tasks(grid.places_of(random.integers(0, 900, 2000)))

    def work(_):
        count = 0
        for _ in range(10):
            fleet.step(2)
            fleet.add_tasks([(1, 1)] * 5)
            count += len(fleet.finished())
            assert len(set(fleet.nodes.tolist())) == len(fleet.tasks) == 200
        return count

    with ThreadPoolExecutor(6) as pool:
        done = sum(pool.map(work, range(6)))
    assert fleet.time == 120
    assert done + fleet.waiting + (fleet.tasks >= 0).sum() == 2000 + 6 * 10 * 5


def test_mistakes():
    grid = grid_of("..#")
    for starts, words in (([(2, 0)], "not walkable"), ([(0, 0), (0, 0)], "must differ")):
        with pytest.raises(ps.OptionError, match=words):
            ps.fleet.Lifelong(grid, starts)
    with pytest.raises(ps.OptionError, match="unknown guidance 'trafic'; did you mean 'traffic'"):
        ps.fleet.Lifelong(grid, [(0, 0)], guidance="trafic")
    for options, words in (
        ({"window": -1}, "window is -1; allowed: a whole number from 0"),
        ({"window": 65}, "window is 65; allowed: a whole number from 0 to 64"),
        ({"window": 2, "repairs": -1}, "repairs is -1"),
        ({"budget_seconds": 0}, "budget_seconds is 0"),
    ):
        with pytest.raises(ps.OptionError, match=words):
            ps.fleet.Lifelong(grid, [(0, 0)], **options)
    fleet = ps.fleet.Lifelong(grid, [(0, 0)])
    with pytest.raises(ps.OptionError, match=r"places\[0\] is \(2, 0\), which is not walkable"):
        fleet.add_tasks([(2, 0)])
    for count in (-1, True, 1.5, 2**70):
        with pytest.raises(ps.OptionError, match="a whole number from 0"):
            fleet.step(count)


@pytest.mark.parametrize("options", [{}, {"window": 5, "repairs": 10}, {"guidance": "traffic"}])
def test_tasks_wait_where_memory_is_short(options):
    grid = ps.Grid(np.ones((8, 8)), moves=FOUR)
    random = np.random.default_rng(2)
    places = grid.places_of(random.permutation(64))
    table = 2 * 64
    fleet = ps.fleet.Lifelong(grid, places[:20], max_bytes=3 * table, **options)
    fleet.add_tasks(places[:40])
    finished, busy = [], []
    for _ in range(600):
        fleet.step()
        finished += fleet.finished()[:, 2].tolist()
        busy.append(int((fleet.tasks >= 0).sum()))
    assert max(busy) == (2 if "guidance" in options else 3)  # with guidance each unit has its own table, too
    assert sorted(finished) == sorted(grid.nodes_of(places[:40]).tolist())


def test_without_memory_one_unit_at_a_time_works():
    grid = ps.Grid(np.ones((4, 4)), moves=FOUR)
    fleet = ps.fleet.Lifelong(grid, [(0, 0), (3, 3)], max_bytes=0)
    fleet.add_tasks([(3, 0), (0, 3), (1, 1)])
    for _ in range(30):
        fleet.step()
        assert (fleet.tasks >= 0).sum() <= 1
    assert len(fleet.finished()) == 3


@pytest.mark.parametrize("options", [{}, {"window": 4}])
def test_a_unit_without_a_task_comes_out_of_a_dead_end(options):
    """It is where another unit has to go."""
    grid = ps.Grid([[0, 1, 0, 0], [1, 1, 1, 1]], moves=FOUR)
    fleet = ps.fleet.Lifelong(grid, [(0, 1), (3, 1)], **options)
    fleet.add_tasks([(1, 1), (3, 1)])
    fleet.step(4)
    assert len(fleet.finished()) == 2
    fleet.add_tasks([(3, 1)])
    fleet.step(20)
    assert fleet.finished()[:, 2].tolist() == [grid.node_of((3, 1))]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"following": "forbidden"},
        {"guidance": "traffic"},
        {"guidance": np.random.default_rng(5).integers(1, 9, (8, 9, 9))},
        {"window": 4, "repairs": 10},
        {"window": 4, "repairs": 10, "guidance": "traffic"},
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_edits_are_followed_and_no_task_is_lost(seed, options):
    random = np.random.default_rng(seed)
    level = ps.Map(random.random((9, 9)) > 0.1)
    grid = level.grid()
    first = grid.walkable.copy()
    cells = np.flatnonzero(first)
    fleet = ps.fleet.Lifelong(grid, grid.places_of(random.choice(cells, 10, replace=False)), **options)
    tasks = random.choice(cells, 60)
    finished = []
    for step in range(150):
        before = fleet.nodes
        if step % 3 == 0:
            shut = random.choice(np.setdiff1d(cells, before))
            level.edit("passable", tuple(grid.places_of([shut])[0].tolist()), bool(random.random() < 0.4))
        if step % 15 == 0:
            given = tasks[6 * step // 15 : 6 * step // 15 + 6]
            level.edit("passable", grid.places_of(given), True)
            fleet.add_tasks(grid.places_of(given))
        fleet.step()
        after = fleet.nodes
        for node, to in zip(before.tolist(), after.tolist(), strict=True):
            assert node == to or to in grid.node_steps_from(node)[0], "a step that the map does not have"
        assert len(set(after.tolist())) == 10
        at = {node: unit for unit, node in enumerate(before.tolist())}
        others = np.array([at.get(node, unit) for unit, node in enumerate(after.tolist())])
        swapped = (after[others] == before) & (others != np.arange(10))
        assert not swapped.any()
        finished += fleet.finished().tolist()
        assert len(finished) + fleet.waiting + int((fleet.tasks >= 0).sum()) == 6 * (step // 15 + 1)
        assert fleet.time == step + 1
    level.edit("passable", first, True)
    fleet.step(400)
    finished += fleet.finished().tolist()
    if ps.islands(grid).count == 1 and "following" not in options:  # only units that push surely get there
        assert sorted(node for *_, node in finished) == sorted(tasks.tolist())


def test_a_unit_on_a_closed_place_is_named_and_nothing_moves_until_it_is_open():
    level = ps.Map([[1, 1, 1, 1]])
    fleet = ps.fleet.Lifelong(level.grid(), [(2, 0), (0, 0)])
    fleet.add_tasks([(3, 0)])
    level.edit("passable", (2, 0), False)
    with pytest.raises(ps.StaleError, match=r"unit 0 is at \(2, 0\), which an edit has closed"):
        fleet.step()
    assert fleet.time == 0
    level.edit("passable", (2, 0), True)
    fleet.step(2)
    assert fleet.finished().tolist() == [[1, 0, 3]]


def test_a_task_behind_a_closed_door_waits_until_it_opens():
    level = ps.Map([[1, 1, 0, 1]])
    fleet = ps.fleet.Lifelong(level.grid(), [(0, 0)])
    fleet.add_tasks([(3, 0), (1, 0)])
    fleet.step(2)
    assert (fleet.finished().tolist(), fleet.waiting) == ([[1, 0, 1]], 1)
    level.edit("passable", (2, 0), True)
    fleet.step(2)
    assert (fleet.finished().tolist(), fleet.waiting) == ([[4, 0, 3]], 0)


def test_a_graph_grows_while_units_are_under_way():
    graph = ps.Graph.from_edges([("a", "b"), ("b", "c")], directed=False)
    fleet = ps.fleet.Lifelong(graph, ["a"])
    fleet.add_tasks(["c"])
    fleet.step()
    graph.add_nodes(["d"])
    graph.add_edges([("c", "d")], directed=False)
    fleet.add_tasks(["d"])
    fleet.step(3)
    assert fleet.finished()[:, 2].tolist() == [graph.node_of("c"), graph.node_of("d")]


@pytest.mark.parametrize("given", [10**400, np.ones((2, 2), complex), [["1"]]])
def test_guidance_is_numbers(given):
    with pytest.raises(ps.OptionError, match=r"(?s)guidance is .*or an array of weights"):
        ps.fleet.Lifelong(ps.Grid([[1, 1]], moves=FOUR), [(0, 0)], guidance=given)


def test_more_repairs_than_fit():
    with pytest.raises(ps.OptionError, match=r"repairs is .*allowed: a whole number from 0 to"):
        ps.fleet.Lifelong(ps.Grid([[1, 1]], moves=FOUR), [(0, 0)], repairs=2**64)
