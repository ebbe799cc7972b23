"""Crowds: units arrive, never enter a wall, and move the same way on any number of threads."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.campaigns.crowds import check_walls, watch_crowd

import pathstar as ps
from pathstar.fleet import Crowd

BOTH = pytest.mark.parametrize("avoidance", ["orca", "density"])
OPEN = np.ones((20, 40), int)


def run(crowd: Crowd, steps: int, dt: float = 0.1) -> None:
    for _ in range(steps):
        crowd.step(dt)
        check_walls(crowd)


def nearest_gap(crowd: Crowd) -> float:
    """Return the smallest gap between two bodies; negative if they overlap."""
    at, radii = crowd.positions, crowd.radii
    gaps = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) - radii[:, None] - radii[None]
    np.fill_diagonal(gaps, np.inf)
    return float(np.nanmin(gaps))


def caves(seed: int = 3) -> ps.Map:
    return ps.maps.generate.caves(40, 30, seed=seed)


@BOTH
def test_a_crowd_walks_through_a_door_and_settles(avoidance: str) -> None:
    walls = OPEN.copy()
    walls[:, 20] = 0
    walls[9:12, 20] = 1
    crowd = Crowd(ps.Map(walls), avoidance=avoidance)
    units = crowd.add([(x, y) for x in range(2, 8) for y in range(4, 16)])
    crowd.go(units, (32, 10))
    run(crowd, 900)
    assert crowd.settled.all()
    assert (crowd.positions[:, 0] > 20).all()
    here = crowd.positions
    run(crowd, 50)
    assert np.abs(crowd.positions - here).max() < 0.1


def test_two_head_on_pass_without_touching() -> None:
    crowd = Crowd(ps.Map(OPEN))
    west, east = crowd.add([(2, 10), (37, 10)])
    crowd.walk([west], (1, 0))
    crowd.walk([east], (-1, 0))
    gaps = []
    for _ in range(300):
        crowd.step(0.1)
        gaps.append(nearest_gap(crowd))
    assert min(gaps) > -1e-3
    assert crowd.positions[west, 0] > 30
    assert crowd.positions[east, 0] < 9


def test_crossing_crowds_stay_apart() -> None:
    crowd = Crowd(ps.Map(OPEN))
    west = crowd.add([(x, y) for x in range(2, 6) for y in range(5, 15)])
    east = crowd.add([(x, y) for x in range(34, 38) for y in range(5, 15)])
    crowd.walk(west, (1, 0))
    crowd.walk(east, (-1, 0))
    deepest = 0.0
    for _ in range(800):
        crowd.step(0.1)
        deepest = min(deepest, nearest_gap(crowd))
    assert deepest > -0.1  # of a radius of 0.4
    assert (crowd.positions[west, 0] > 30).all()
    assert (crowd.positions[east, 0] < 10).all()


def test_those_of_higher_priority_and_posts_do_not_give_way() -> None:
    crowd = Crowd(ps.Map(OPEN))
    lord = crowd.add((10, 10), priority=1)
    post = crowd.add((30, 10), speed=0)
    others = crowd.add([(14, 10), (26, 10)])
    crowd.walk(lord, (1, 0))
    crowd.walk(others, [(-1, 0), (1, 0)])
    run(crowd, 80)
    assert crowd.positions[lord[0]] == pytest.approx((18, 10), abs=0.1)
    assert crowd.positions[post[0]].tolist() == [30, 10]
    assert crowd.positions[others[0], 0] < 8
    assert crowd.positions[others[1], 0] > 32


@BOTH
def test_the_same_on_any_number_of_threads(avoidance: str) -> None:
    def positions(threads: int) -> NDArray[np.float64]:
        made = caves()
        crowd = Crowd(made, avoidance=avoidance, threads=threads)
        free = np.argwhere(made.passable)[:, ::-1]
        units = crowd.add(free[::2])
        crowd.go(units, tuple(free[len(free) // 2].tolist()))
        run(crowd, 20)
        return crowd.positions

    assert (positions(1) == positions(3)).all()


def test_large_units_take_wide_ways() -> None:
    walls = OPEN.copy()
    walls[:, 20] = 0
    walls[3, 20] = 1
    walls[12:15, 20] = 1
    crowd = Crowd(ps.Map(walls))
    small, large = crowd.add([(5, 3), (5, 8)], radius=[0.4, 1.4])
    crowd.go([small, large], (30, 3))
    rows: dict[int, float] = {}
    for _ in range(700):
        crowd.step(0.1)
        check_walls(crowd)
        for unit in (small, large):
            if abs(crowd.positions[unit, 0] - 20) < 0.3:
                rows[unit] = crowd.positions[unit, 1]
    assert rows[small] == pytest.approx(3, abs=0.2)
    assert 12 < rows[large] < 14
    assert crowd.settled.all()


def test_edits_cut_off_bury_and_free() -> None:
    map = ps.Map(OPEN.copy())
    crowd = Crowd(map)
    walker, buried = crowd.add([(5, 10), (8, 3)])
    crowd.go([walker, buried], (35, 10))
    map.edit("passable", (slice(0, 20), slice(20, 21)), False)
    map.edit("passable", (slice(2, 5), slice(7, 10)), False)
    crowd.step(0.1)
    assert crowd.cut_off.tolist() == [True, True]
    here = crowd.positions
    crowd.step(0.1)
    assert (crowd.positions == here).all()
    map.edit("passable", (slice(0, 20), slice(0, 40)), True)
    run(crowd, 400)
    assert crowd.settled.all()


def test_units_that_are_removed_are_gone() -> None:
    crowd = Crowd(ps.Map(OPEN))
    units = crowd.add([(5, 10), (6, 10), (7, 10)])
    crowd.go(units, (30, 10))
    crowd.remove(units[1])
    crowd.step(0.1)
    assert np.isnan(crowd.positions[1]).all()
    assert crowd.add((9, 9)).tolist() == [3]
    with pytest.raises(ps.OptionError, match="there is no unit 1"):
        crowd.go(1, (3, 3))
    run(crowd, 400)
    assert crowd.settled[[0, 2]].all()


def test_a_field_of_the_caller_leads_too() -> None:
    map = ps.Map(OPEN)
    field = ps.distance_field(map.grid(), [(35, y) for y in range(5, 15)])
    crowd = Crowd(map)
    units = crowd.add([(5, y) for y in range(3, 17)])
    crowd.go(units, field)
    run(crowd, 500)
    assert crowd.settled.all()


def test_arrays_handed_out_stay() -> None:
    crowd = Crowd(ps.Map(OPEN))
    units = crowd.add([(5, 10)])
    crowd.walk(units, (1, 0))
    before = crowd.positions
    crowd.step(0.5)
    assert before.tolist() == [[5, 10]]


def test_a_crowd_pickles_and_goes_on_the_same() -> None:
    crowd = Crowd(caves(), seed=4)
    free = np.argwhere(crowd.map.passable)[:, ::-1]
    crowd.go(crowd.add(free[::3]), tuple(free[0].tolist()))
    run(crowd, 5)
    same = pickle.loads(pickle.dumps(crowd))
    run(crowd, 10)
    run(same, 10)
    assert (same.positions == crowd.positions).all()


def test_a_sample_of_crowds() -> None:
    assert sum(watch_crowd(seed).settled for seed in range(12)) > 20


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"points": (20, 5)}, "would stand in a wall"),
        ({"points": (19.3, 5)}, "would stand in a wall"),
        ({"points": (50, 5)}, "lies outside the map"),
        ({"points": (0, 0), "radius": 0.6}, "over the border"),
        ({"points": (5, 5), "radius": 0}, "radius is 0"),
        ({"points": (5, 5), "radius": 30}, "radius is 30"),
        ({"points": (5, 5), "speed": float("nan")}, "speed is nan"),
        ({"points": (5, 5), "speed": -1}, "speed is -1"),
        ({"points": (5, 5), "speed": 1e7}, "speed is 1e.07; allowed: a finite number from 0 to 1e.06"),
        ({"points": (5, 5), "priority": 2**31}, "priority is 2147483648; allowed: a whole number from"),
        ({"points": [(5, 5), (6, float("nan"))]}, "row 1"),
        ({"points": [1, 2, 3]}, "points must be"),
        ({"points": float("inf")}, "points must be"),
        ({"points": [(5, 5), (6, 6)], "radius": [0.1, 0.2, 0.3]}, "radius has shape"),
    ],
)
def test_units_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    walls = OPEN.copy()
    walls[:, 20] = 0
    crowd = Crowd(ps.Map(walls))
    with pytest.raises(ps.PathstarError, match=message):
        crowd.add(**options)
    assert len(crowd) == 0


@pytest.mark.parametrize(
    ("target", "message"),
    [((20, 5), "no unit"), ((99, 5), "99"), ("x", "target"), ([], "no target"), (None, "target")],
)
def test_targets_that_cannot_be_are_refused(target: Any, message: str) -> None:
    walls = OPEN.copy()
    walls[:, 20] = 0
    crowd = Crowd(ps.Map(walls))
    units = crowd.add([(5, 5)])
    with pytest.raises(ps.PathstarError, match=message):
        crowd.go(units, target)


@pytest.mark.parametrize(
    "options",
    [
        {"avoidance": "orka"},
        {"neighbours": 21},
        {"horizon": 0},
        {"wall_horizon": -1},
        {"threads": 0},
        {"seed": -1},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(ps.OptionError):
        Crowd(ps.Map(OPEN), **options)


@BOTH
@pytest.mark.parametrize("dt", [1e-3, 1.0, 1e12])
def test_however_fast_units_are_a_step_ends_at_once_and_at_a_wall(avoidance: str, dt: float) -> None:
    crowd = Crowd(ps.Map(OPEN), avoidance=avoidance)
    units = crowd.add([(5, 5), (8, 9)], speed=1e6)
    crowd.walk(units, [(1e6, 0), (-1e6, 1e6)])
    run(crowd, 3, dt)
    crowd.go(units, (39, 19))
    run(crowd, 3, dt)
    assert np.isfinite(crowd.positions).all()


def test_walls_are_foreseen_for_any_time_but_not_beyond_the_map() -> None:
    crowd = Crowd(ps.Map(OPEN), wall_horizon=1e9)
    crowd.go(crowd.add([(5, 5)]), (30, 10))
    run(crowd, 3)
    assert np.isfinite(crowd.positions).all()


def test_an_empty_group_adds_nobody() -> None:
    crowd = Crowd(ps.Map(OPEN))
    first = crowd.add([(2, 3)])
    for nobody in ([], (), np.empty(0), np.empty((0, 2))):
        added = crowd.add(nobody, radius=[])
        assert (added.dtype, added.shape) == (np.int64, (0,))
        crowd.go(added, (5, 5))
        crowd.walk(added, [])
    crowd.step(0.1)
    assert (len(crowd), first.tolist()) == (1, [0])
    with pytest.raises(ps.OptionError, match=r"radius has shape \(1,\)"):
        crowd.add([], radius=[0.2])


def test_velocities_beyond_all_measure_are_refused() -> None:
    crowd = Crowd(ps.Map(OPEN))
    units = crowd.add([(5, 5)])
    with pytest.raises(ps.ArrayError, match=r"velocities holds 1e\+300; allowed: up to 1e\+06"):
        crowd.walk(units, (1e300, 0))
    crowd.walk([], np.empty((0, 2)))


def test_a_velocity_is_cut_to_the_speed_of_the_unit() -> None:
    crowd = Crowd(ps.Map(OPEN))
    crowd.walk(crowd.add([(5, 5)], speed=2), (5, 0))
    crowd.step(1)
    assert crowd.positions.tolist() == [[7, 5]]


@pytest.mark.parametrize("dt", [0, -1, float("nan"), float("inf"), None])
def test_time_goes_forward(dt: Any) -> None:
    with pytest.raises(ps.OptionError, match="dt is"):
        Crowd(ps.Map(OPEN)).step(dt)


def test_threads_change_one_crowd_in_turns() -> None:
    random = np.random.default_rng(3)
    crowd = Crowd(ps.Map(np.ones((60, 60))))
    crowd.go(crowd.add(random.uniform(0, 59, (1500, 2)), radius=0.2), (30, 30))

    def steps_and_adds(_: int) -> None:
        for _ in range(15):
            crowd.step(0.1)
            crowd.add([(20, 20), (40, 40)], radius=0.2)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(steps_and_adds, range(4)))
    assert crowd.now == pytest.approx(6.0)
    assert len(crowd) == len(crowd.positions) == 1500 + 4 * 15 * 2


class Meddler(list[Any]):
    """Values that remove a unit while they are read, as another thread may."""

    def __init__(self, crowd: Crowd, values: list[Any]) -> None:
        super().__init__(values)
        self.crowd = crowd

    def __iter__(self) -> Iterator[Any]:
        if not np.isnan(self.crowd.positions[1]).any():
            self.crowd.remove([1])
        return super().__iter__()


def test_a_unit_that_is_removed_while_it_is_sent_has_no_target() -> None:
    crowd = Crowd(ps.Map(OPEN))
    crowd.add([(5, 5), (8, 8)])
    with pytest.raises(ps.OptionError, match="there is no unit 1"):
        crowd.go([0, 1], Meddler(crowd, [(10, 10), (12, 12)]))
    crowd.go([0], (10, 10))
    run(crowd, 100)
    assert crowd.settled.tolist() == [True, False]
