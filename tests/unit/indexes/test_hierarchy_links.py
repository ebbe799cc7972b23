"""Clusters of hexagons, and of squares with joined borders, portals, one-way steps or rules for edges."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.indexes.worlds import sections

import pathstar as ps

KIND = "hierarchy"
SHAPE = (70, 85)  # several clusters of 32 x 32, and parts of some
LAYOUTS = ("odd-r", "even-r", "odd-q", "even-q")


def walkable(seed: int, blocked: float = 0.25) -> np.ndarray:
    return np.random.default_rng(seed).random(SHAPE) >= blocked


def places(space: Any, count: int, seed: int = 0) -> list[tuple[int, int]]:
    free = np.argwhere(space.walkable)[:, ::-1]
    return [
        tuple(place) for place in free[np.random.default_rng(seed).integers(0, len(free), count)].tolist()
    ]


def portals(free: np.ndarray, count: int) -> list[tuple[Any, ...]]:
    rng = np.random.default_rng(7)
    cells = np.argwhere(free)[:, ::-1]
    ends = cells[rng.integers(0, len(cells), (count, 2))].tolist()
    return [(tuple(a), tuple(b), float(rng.uniform(0, 25))) for a, b in ends]


def exits(directions: int) -> np.ndarray:
    """Return rules that allow most steps from each cell."""
    allowed = np.random.default_rng(8).random((*SHAPE, directions)) < 0.8
    return (allowed << np.arange(directions)).sum(axis=-1)


def slopes() -> ps.Grid:
    heights = np.random.default_rng(9).uniform(0, 3, SHAPE)
    return ps.Grid(FREE, edges=[ps.maps.Slope(heights, up=2.0, down=0.5, most_up=2.5)])


def check_all(space: Any, index: ps.Index, *, count: int = 30, legs: bool = True) -> float:
    """Compare paths with Dijkstra's; return the mean of the quotients of costs."""
    planner = ps.Planner(space, index=index)
    ends = places(space, 2 * count, seed=1)
    quotients = []
    for start, goal in zip(ends[:count], ends[count:], strict=True):
        path, best = planner.find(start, goal), ps.find_path(space, start, goal, algorithm="dijkstra")
        assert bool(path) == bool(best)
        if not best:
            continue
        assert ps.check_path(space, path, start=start, goal=goal)
        assert best.cost - 1e-9 <= path.cost <= path.bound * best.cost + 1e-9
        if best.cost:
            quotients.append(path.cost / best.cost)
        if legs:
            walked = list(planner.legs(start, goal))
            assert all(ps.check_path(space, leg) for leg in walked)
            assert (walked[0][0], walked[-1][-1]) == (start, goal)
    assert len(quotients) > count / 3
    return float(np.mean(quotients))


FREE = walkable(1)
COST = np.random.default_rng(2).uniform(1, 9, SHAPE)
SPACES: dict[str, Callable[[], Any]] = {
    **{layout: lambda layout=layout: ps.HexGrid(FREE, layout=layout) for layout in LAYOUTS},
    "weighted hexagons": lambda: ps.HexGrid(FREE, cost=COST, cost_model="mean"),
    "joined hexagons with portals": lambda: ps.HexGrid(FREE, cost=COST, wrap="xy", portals=portals(FREE, 30)),
    "portals": lambda: ps.Grid(FREE, portals=portals(FREE, 60)),
    "joined borders": lambda: ps.Grid(FREE, cost=COST, wrap="xy", moves=ps.Moves(corners="free")),
    "one-way squares": lambda: ps.Grid(walkable(1, 0.1), exits=exits(8)),
    "one-way hexagons": lambda: ps.HexGrid(walkable(1, 0.1), exits=exits(6)),
    "16 directions": lambda: ps.Grid(FREE, cost=COST, moves=ps.Moves(directions=16)),
    "4 directions, linkable": lambda: ps.Grid(FREE, moves=ps.Moves(directions=4), linkable=True),
    "slopes": slopes,
}


@pytest.mark.parametrize("name", SPACES)
def test_paths_are_legal_and_nearly_optimal(name: str) -> None:
    space = SPACES[name]()
    index = ps.build_index(space, KIND)
    assert 1 <= check_all(space, index) < 1.05
    assert index.bound == np.inf


@pytest.mark.parametrize(
    "name", ["odd-r", "weighted hexagons", "joined hexagons with portals", "one-way squares"]
)
def test_all_entrances_make_paths_optimal(name: str) -> None:
    space = SPACES[name]()
    index = ps.build_index(space, KIND, entrances="all")
    assert check_all(space, index, count=20, legs=False) == pytest.approx(1, abs=1e-12)
    assert index.bound == 1


def test_two_levels_of_hexagons() -> None:
    caves = np.asarray(ps.maps.generate.caves(700, 100, seed=3).passable)
    space = ps.HexGrid(caves, wrap="x", portals=portals(caves, 20))
    index = ps.build_index(space, KIND)
    lower, upper = (set(gates.tolist()) for gates in index.clusters.gates)
    assert upper < lower
    assert 1 <= check_all(space, index, count=20) < 1.03


def test_a_portal_is_an_entrance_between_clusters_that_do_not_touch() -> None:
    free = np.ones((40, 200), bool)
    free[:, 100] = False
    space = ps.Grid(free, portals=[((3, 5), (190, 30), 1.0)])
    index = ps.build_index(space, KIND)
    assert {space.node_of((3, 5)), space.node_of((190, 30))} <= set(index.clusters.gates[0].tolist())
    planner = ps.Planner(space, index=index)
    assert planner.find((0, 5), (193, 30)).cost == 7
    assert not planner.find((193, 30), (0, 5))  # no way back
    assert [leg[-1] for leg in planner.legs((0, 5), (193, 30))] == [(190, 30), (192, 30), (193, 30)]


FOLLOWED: dict[str, Callable[[ps.Map], Any]] = {
    "odd-q": lambda map: map.hexgrid("odd-q", cost_model="mean"),
    "even-r, joined, portals": lambda map: map.hexgrid("even-r", wrap="xy", portals=portals(FREE, 40)),
    "no_squeeze, portals": lambda map: map.grid(ps.Moves(corners="no_squeeze"), portals=portals(FREE, 40)),
    "one-way squares": lambda map: map.grid(exits=exits(8), wrap="y"),
}


@pytest.mark.parametrize("entrances", ["few", "all"])
@pytest.mark.parametrize("name", FOLLOWED)
def test_edits_are_followed_to_the_last_byte(name: str, entrances: str) -> None:
    ground = ps.Map(FREE, cost=COST)
    space = FOLLOWED[name](ground)
    index = ps.build_index(space, KIND, entrances=entrances)
    rng = np.random.default_rng(4)
    for number in range(24):
        x, y = rng.integers(0, (SHAPE[1], SHAPE[0])).tolist()
        if number % 3 == 0:  # where clusters meet
            x, y = max(0, 32 * (x // 32) - number % 2), max(0, 32 * (y // 32) - number // 2 % 2)
        if number % 2:
            ground.edit("passable", (x, y), not ground.passable[y, x])
        else:
            ground.edit("cost", (slice(y, y + 3), slice(x, x + 2)), float(rng.uniform(0, 20)))
        assert index.status == "current"
        assert sections(index) == sections(ps.build_index(space, KIND, entrances=entrances)), number
    assert index.rebuilds == 0


def test_portals_that_come_and_go_are_followed() -> None:
    space = ps.Grid(FREE, linkable=True)
    index = ps.build_index(space, KIND)
    given = portals(FREE, 40)
    for change in (
        lambda: space.add_portals(given),
        lambda: space.remove_portals([ends[:2] for ends in given[5:]]),
        lambda: space.add_portals(given[20:30]),
    ):
        change()
        assert sections(index) == sections(ps.build_index(space, KIND))
        check_all(space, index, count=10, legs=False)


@pytest.mark.parametrize("name", ["odd-r", "portals"])
def test_files_and_pickles_hold_all_of_it(tmp_path: Path, name: str) -> None:
    space = SPACES[name]()
    index = ps.build_index(space, KIND)
    index.save(tmp_path / "index")
    for again in (ps.load_index(tmp_path / "index", space), pickle.loads(pickle.dumps(index))):
        assert sections(again) == sections(index)
        check_all(again.space, again, count=5)
    with pytest.raises(ps.PathstarError):
        ps.load_index(tmp_path / "index", ps.HexGrid(FREE, layout="even-q"))


@pytest.mark.parametrize("name", ["even-q", "portals"])
def test_a_planner_within_a_bound_takes_long_ways_from_the_index(name: str) -> None:
    space = SPACES[name]()
    planner = ps.Planner(space, index=ps.build_index(space, KIND), weight=1.1)
    ends = places(space, 40, seed=3)
    for start, goal in zip(ends[:20], ends[20:], strict=True):
        path, best = planner.find(start, goal), ps.find_path(space, start, goal, algorithm="dijkstra")
        assert bool(path) == bool(best)
        assert not best or path.cost <= 1.1 * best.cost + 1e-9
