"""Dead ends, and searches that leave them out."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps


def maze(seed: int = 3) -> ps.Map:
    return ps.maps.generate.maze(41, 31, seed=seed)


def test_a_corridor_behind_a_room():
    found = ps.dead_ends(ps.Grid([[1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 0, 0]]))
    assert found.labels.tolist() == [[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 0, 0]]
    assert found.sizes.tolist() == [10, 2]
    assert found.count == 1
    assert found.mask.sum() == 2


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 4)])
def test_no_dead_ends(shape):
    for walkable in (np.ones(shape), np.zeros(shape)):
        found = ps.dead_ends(ps.Grid(walkable))
        if min(shape) > 1 or not walkable.any() or shape == (1, 1):
            assert found.count == 0
        assert found.labels.shape == shape


@pytest.mark.parametrize(
    "algorithm",
    [
        name
        for name, row in ps.ALGORITHMS.items()
        if not (row.any_angle or row.unsupported_reason(ps.Grid([[1]])))
    ],
)
def test_every_algorithm_may_skip_them(algorithm):
    map = maze()
    grid = map.grid()
    planner = ps.Planner(grid, algorithm, skip_dead_ends=True)
    places = np.argwhere(grid.walkable)[:, ::-1]
    random = np.random.default_rng(1)
    for start, goal in random.choice(places, (20, 2)).tolist():
        whole = ps.find_path(grid, start, goal, algorithm=algorithm)
        path = planner.find(start, goal)
        assert ps.check_path(grid, path)
        assert path.cost == pytest.approx(whole.cost)
        assert path.stats.expanded <= whole.stats.expanded
    x, y = places[len(places) // 2].tolist()
    grid.update(map.edit("passable", (x, y), False))
    for start, goal in random.choice(np.argwhere(grid.walkable)[:, ::-1], (10, 2)).tolist():
        assert planner.find(start, goal).cost == pytest.approx(ps.find_path(grid, start, goal).cost)


def test_traces_and_batches_skip_them():
    grid = maze().grid()
    start, goal = (1, 1), (39, 29)
    whole = ps.trace(grid, start, goal)
    masked = ps.trace(grid, start, goal, skip_dead_ends=True)
    assert len(masked) < len(whole)
    assert masked.path.cost == whole.path.cost
    paths = ps.find_paths(grid, [start], [goal], skip_dead_ends=True)
    assert paths.costs[0] == whole.path.cost
    with pytest.raises(ps.OptionError, match="skip_dead_ends is 2; allowed: True, False"):
        ps.Planner(grid, skip_dead_ends=2)


ROOMS = """
    ..#..
    ..#..
    .....
"""


def rooms() -> ps.Grid:
    return ps.Grid([[symbol == "." for symbol in row] for row in ROOMS.split()])


def test_labels_by_hand_stay_as_they_are():
    labels = np.zeros((3, 5), np.uint8)
    labels[:, :2] = 7
    labels[0, 2] = 3  # a wall
    found = ps.dead_ends(rooms(), labels=labels)
    assert found.labels.dtype == np.int32
    assert (found.labels == 7).sum() == 6
    assert found.labels[0, 2] == 0
    assert found.count == 7
    assert found.sizes.tolist() == [9, 0, 0, 0, 0, 0, 0, 6]


@pytest.mark.parametrize("corners", ["no_cut", "no_squeeze", "free"])
def test_labels_are_refused_exactly_where_a_path_is_lost(corners):
    random = np.random.default_rng(5)
    outcomes = set()
    for _ in range(120):
        height, width = random.integers(1, 6, 2)
        grid = ps.Grid(random.random((height, width)) < 0.7, moves=ps.Moves(corners=corners))
        labels = random.integers(0, 3, (height, width)) * (random.random((height, width)) < random.random())
        lost = lost_by_trying(grid, labels)
        outcomes.add(bool(lost))
        if not lost:
            ps.dead_ends(grid, labels=labels)
            continue
        with pytest.raises(ps.ArrayError, match="lose the path") as error:
            ps.dead_ends(grid, labels=labels)
        assert any(f"from {start} to {goal}:" in str(error.value) for start, goal in lost)
    assert outcomes == {True, False}


def lost_by_trying(grid: ps.Grid, labels: np.ndarray) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of connected cells that a search without all other dead ends does not connect."""
    cells = [tuple(cell) for cell in np.argwhere(grid.walkable)[:, ::-1].tolist()]

    def reached(start: tuple[int, int], allowed: set[int]) -> set[tuple[int, int]]:
        seen, open_cells = {start}, [start]
        while open_cells:
            for place, _ in plain.neighbours(grid, open_cells.pop()):
                if place not in seen and int(labels[place[1], place[0]]) in allowed:
                    seen.add(place)
                    open_cells.append(place)
        return seen

    lost = set()
    for start in cells:
        everywhere = reached(start, {0, 1, 2})
        own = int(labels[start[1], start[0]])
        skipping = {label: reached(start, {0, own, label}) for label in (0, 1, 2)}
        lost |= {(start, goal) for goal in everywhere if goal not in skipping[int(labels[goal[1], goal[0]])]}
    return lost


def test_a_search_avoids_what_lies_between():
    comb = np.zeros((9, 41), bool)
    comb[0] = comb[1:, ::4] = comb[-1, 20:] = True
    grid = ps.Grid(comb)
    found = ps.dead_ends(grid)
    by_hand = ps.dead_ends(grid, labels=found.labels)
    assert np.array_equal(by_hand.sizes, found.sizes)
    for start, goal in [((24, 4), (40, 4)), ((20, 0), (36, 8))]:
        whole = ps.find_path(grid, start, goal, algorithm="dijkstra")
        path = ps.find_path(grid, start, goal, algorithm="dijkstra", avoid=by_hand.between(start, goal))
        assert path.cost == pytest.approx(whole.cost)
        assert path.stats.expanded < whole.stats.expanded
    with pytest.raises(ps.PlaceError, match="outside"):
        found.between((0, 0), (41, 0))


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (np.zeros((2, 5)), r"shape \(2, 5\); allowed: that of the grid, \(3, 5\)"),
        (np.full((3, 5), -1), "labels hold -1; allowed: whole numbers from 0 to 65,535"),
        (np.full((3, 5), 0.5), "labels hold 0.5"),
        (np.full((3, 5), np.nan), "labels hold nan"),
        (np.full((3, 5), 2**16), "labels hold 65536"),
    ],
)
def test_wrong_labels_are_refused(labels, message):
    with pytest.raises(ps.ArrayError, match=message):
        ps.dead_ends(rooms(), labels=labels)


def test_dead_ends_follow_edits():
    map = ps.Map(rooms().walkable)
    ends = ps.dead_ends(map.grid())
    before, copied = ends.labels, pickle.loads(pickle.dumps(ends))
    random = np.random.default_rng(3)
    for _ in range(20):
        x, y = random.integers(0, (5, 3)).tolist()
        map.edit("passable", (x, y), bool(random.random() < 0.6))
        fresh = ps.dead_ends(ps.Grid(map.passable))
        assert ends.labels.tolist() == fresh.labels.tolist()
        assert (ends.count, ends.sizes.tolist()) == (fresh.count, fresh.sizes.tolist())
        assert ends.between((0, 0), (4, 2)).tolist() == fresh.between((0, 0), (4, 2)).tolist()
    assert before.tolist() == copied.labels.tolist() == ps.dead_ends(rooms()).labels.tolist()


def test_labels_by_hand_are_checked_again_after_an_edit():
    map = ps.Map([[1, 1, 1], [1, 0, 0]])
    ends = ps.dead_ends(map.grid(), labels=[[0, 0, 3], [0, 2, 2]])
    assert ends.labels.tolist() == [[0, 0, 3], [0, 0, 0]]
    map.edit("passable", (2, 1), True)
    for ask in (lambda: ends.labels, lambda: ends.count, lambda: ends.between((0, 0), (0, 1))):
        with pytest.raises(ps.StaleError, match=r"after an edit, labels lose the path from .* to \(2, 1\):"):
            ask()
    map.edit("passable", (1, 1), True)
    assert ends.labels.tolist() == [[0, 0, 3], [0, 2, 2]]
    assert ends.between((0, 0), (1, 1)).tolist() == [[False, False, True], [False, False, False]]


@pytest.mark.parametrize("labels", [None, [[0, 0]]])
def test_only_squares_have_dead_ends(labels):
    with pytest.raises(ps.SpaceError):
        ps.dead_ends(ps.HexGrid([[1, 1]]), labels=labels)
    with pytest.raises(ps.SpaceError):
        ps.dead_ends("a", labels=labels)
