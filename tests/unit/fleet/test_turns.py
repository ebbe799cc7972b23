"""Worlds whose units take turns to plan, so that many orders at once do not delay a frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.campaigns.worlds import check_bodies

import pathstar as ps
from pathstar.fleet import World
from pathstar.fleet.world.ground.ways import Ground

EACH = 1000  # the count of a search in addition to its expansions
OPEN = np.ones((24, 24), int)


def column(world: World, count: int, **options: Any) -> list[int]:
    """Add units below each other at the left, and send each to the right."""
    units = [world.add((0, y), **options) for y in range(count)]
    for y, unit in enumerate(units):
        world.order(unit, "go", (23, y))
    return units


def searches_of(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Return a list to which the unit and the expansions of each search are added."""
    searches: list[tuple[int, int]] = []
    find = Ground.find

    def noted(ground: Ground, unit: Any, *args: Any, **options: Any) -> tuple[list[int], int]:
        way = find(ground, unit, *args, **options)
        searches.append((unit.number, way[1]))
        return way

    monkeypatch.setattr(Ground, "find", noted)
    return searches


def play(world: World, times: NDArray[np.float64]) -> list[ps.fleet.Event]:
    """Step a world to each of some times; return what happened."""
    return [event for time in times for event in world.step(max(0.0, time - world.now))]


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_searches_begin_when_the_time_for_those_before_is_over(
    following: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = searches_of(monkeypatch)
    rate = 2500.0
    world = World(ps.Map(OPEN), following=following, planning_rate=rate)
    column(world, 12)
    slice_ = 1.0 if following == "allowed" else 0.05
    for _ in range(200):
        before, began = len(searches), world.now
        world.step(slice_)
        used = sum(expanded + EACH for _, expanded in searches[: len(searches) - 1]) / rate
        if len(searches) > before:  # the last one began within this step
            assert used <= world.now + (1.0 if following == "allowed" else 0.0) + 1e-9
        elif len(searches) < 12:  # no search began, as the time was used up
            assert used + (searches[-1][1] + EACH) / rate > began
    assert len(searches) >= 12
    world.step(60)
    assert [world.unit(unit).place for unit in world.units] == [(23, y) for y in range(12)]


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_units_of_higher_priority_plan_first_then_those_that_wait_for_longer(
    following: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = searches_of(monkeypatch)
    world = World(ps.Map(OPEN), following=following, planning_rate=500.0)
    first = column(world, 4)
    world.step(0.5)
    hero = world.add((0, 10), priority=1)
    world.order(hero, "go", (23, 10))
    world.step(0.1)
    world.order(first[1], "go", (22, 1))  # another order keeps the unit's place in the line
    world.step(60)
    planned = list(dict.fromkeys(unit for unit, _ in searches))
    assert planned == [first[0], hero, *first[1:]]


def test_a_unit_that_waits_for_its_turn_says_so() -> None:
    world = World(ps.Map(OPEN), planning_rate=100.0)
    units = column(world, 3)
    world.step(0.5)
    assert [world.unit(unit).doing for unit in units] == ["moving", "planning", "planning"]
    assert world.unit(units[1]).path == []


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
@pytest.mark.parametrize("gone", ["stop", "remove", "flee", "arrive"])
def test_a_unit_that_leaves_the_line_holds_up_nobody(following: str, gone: str) -> None:
    world = World(ps.Map(OPEN), following=following, planning_rate=1000.0)
    units = column(world, 4)
    world.step(0.5)
    if gone == "stop":
        world.order(units[1], "stop")
    elif gone == "remove":
        world.remove(units[1])
    elif gone == "flee":
        world.order(units[1], "flee", world.add((23, 23)))  # too far away to flee from
    else:
        world.order(units[1], "go", (0, 1))  # it is there
    arrived = {event.unit for event in world.step(100) if event.kind == "arrived"}
    assert {units[0], *units[2:]} <= arrived


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_paths_that_an_edit_cuts_are_planned_again_in_turn(
    following: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = searches_of(monkeypatch)
    map = ps.Map(OPEN)
    world = World(map, following=following, planning_rate=3000.0)
    units = column(world, 8)
    world.step(12)
    assert len(searches) == 8
    map.edit("passable", (slice(0, 23), slice(18, 19)), False)
    events = world.step(1)
    assert len(searches) < 12
    assert {world.unit(unit).doing for unit in units} == {"moving", "planning"}
    events += world.step(100)
    assert {event.unit for event in events if event.kind == "replanned"} == set(units)
    assert {event.unit for event in events if event.kind == "arrived"} == set(units)


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_a_wall_that_is_gone_again_before_a_units_turn(following: str) -> None:
    map = ps.Map(OPEN)
    world = World(map, following=following, planning_rate=500.0)
    units = column(world, 3)
    world.step(10)
    map.edit("passable", (slice(0, 23), slice(20, 21)), False)
    world.step(1.5)
    map.edit("passable", (slice(0, 23), slice(20, 21)), True)
    events = world.step(60)
    assert sum(event.kind == "replanned" for event in events) < 3
    assert {event.unit for event in events if event.kind == "arrived"} == set(units)


def test_a_chaser_goes_on_as_it_did_until_it_may_plan() -> None:
    world = World(ps.Map(np.ones((40, 40), int)), planning_rate=400.0)
    prey, hunter = world.add((20, 20), speed=1), world.add((0, 0), speed=3)
    world.order(prey, "patrol", [(20, 35), (20, 5)])
    world.order(hunter, "chase", prey)
    planning = 0
    for _ in range(600):
        events = world.step(0.1)
        planning += world.unit(hunter).doing == "planning"
        if any(event.kind == "caught" for event in events):
            break
    assert any(event.kind == "caught" for event in events)
    assert 0 < planning < 100


def busy(seed: int, following: str, rate: float | None) -> World:
    """A world of units whose paths cross between scattered walls."""
    random = np.random.default_rng(seed)
    walls = random.random((20, 20)) < 0.15
    world = World(ps.Map(~walls), seed, following=following, planning_rate=rate)
    free = random.permutation(np.argwhere(~walls)[:, ::-1])
    for number, (x, y) in enumerate(free[:24].tolist()):
        speed = 1.0 if following == "allowed" else float(random.choice([0.5, 1, 2]))
        unit = world.add((x, y), priority=number % 3, speed=speed)
        world.order(unit, "go", tuple(free[-1 - number].tolist()))
    return world


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
@pytest.mark.parametrize("seed", range(4))
def test_the_same_happens_however_time_is_cut(seed: int, following: str) -> None:
    random = np.random.default_rng(seed)
    whole, cut = (busy(seed, following, 4000.0) for _ in range(2))
    events = whole.step(80)
    assert play(cut, np.sort(random.uniform(0, 80, 300))) + cut.step(80 - cut.now) == events
    assert np.array_equal(whole.positions, cut.positions)
    assert {event.unit for event in events if event.kind in ("arrived", "gave_up")} == set(whole.units)


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_a_world_that_is_saved_keeps_the_line(following: str, tmp_path: Path) -> None:
    world = busy(5, following, 2000.0)
    world.step(3)
    assert "planning" in {world.unit(unit).doing for unit in world.units}
    world.save(tmp_path / "world.npz")
    loaded = World.load(tmp_path / "world.npz")
    assert loaded.step(60) == world.step(60)
    assert np.array_equal(loaded.positions, world.positions)


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
@pytest.mark.parametrize("until", [0.1, 2, 5])
def test_searches_in_vain_leave_no_trace_in_time(following: str, until: float, tmp_path: Path) -> None:
    """Most units are shut in by others: the later searches reuse what the first failed search has found."""
    ground = OPEN.copy()
    ground[:, 12] = 0
    ground[[5, 18], 12] = 1
    world = World(ps.Map(ground), following=following, planning_rate=20000.0)
    units = [world.add((x, y)) for x in range(5) for y in range(18)]
    for number, unit in enumerate(units):
        world.order(unit, "go", (23 - number % 5, number // 5))
    world.step(until)
    world.save(tmp_path / "world.npz")
    assert World.load(tmp_path / "world.npz").step(20) == world.step(20)


def test_a_rate_that_is_never_used_up_changes_nothing() -> None:
    free, bounded = busy(6, "forbidden", None), busy(6, "forbidden", 1e300)
    assert free.step(60) == bounded.step(60)
    assert np.array_equal(free.positions, bounded.positions)


@pytest.mark.parametrize("seed", range(3))
def test_bodies_never_touch_while_units_wait_for_their_turn(seed: int) -> None:
    world = busy(seed, "forbidden", 1500.0)
    sizes = np.ones(len(world.units), np.int64)
    for _ in range(600):
        world.step(0.1)
        check_bodies(world.positions, sizes, ~world.map.passable)


@pytest.mark.parametrize("rate", [0, -1, float("nan"), float("inf"), "fast", True])
def test_a_rate_is_a_finite_number_above_0(rate: Any) -> None:
    with pytest.raises(ps.OptionError, match="planning_rate"):
        World(ps.Map(OPEN), planning_rate=rate)
