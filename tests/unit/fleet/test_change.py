"""Units that become others on the way: slowed, hasted, captured, promoted, equipped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.campaigns.worlds import STEPS, change_some, order_some, random_world

import pathstar as ps
from pathstar.fleet import Event, World

OPEN = np.ones((9, 21), int)
PROFILES = {
    "boots": ps.maps.CostModel(weights={"sea": 1.0}),
    "boat": ps.maps.CostModel(weights={"land": 1.0}),
    "slow in mud": ps.maps.CostModel(weights={"mud": 5.0}),
}


def arrivals(world: World, time: float) -> dict[int, float]:
    """Step a world, and return when each unit arrived."""
    return {event.unit: event.time for event in world.step(time) if event.kind == "arrived"}


def test_a_step_under_way_ends_at_its_old_speed() -> None:
    world = World(ps.Grid(OPEN))
    unit = world.add((0, 0), speed=0.5)
    world.order(unit, "go", (3, 0))
    world.step(0.5)
    world.change(unit, speed=4)
    assert world.unit(unit).speed == 4
    world.step(0.5)
    assert world.positions[unit].tolist() == [0.5, 0]
    assert arrivals(world, 5) == {unit: 2.5}


def test_a_standing_unit_takes_its_new_speed_and_turns_at_its_new_rate() -> None:
    world = World(ps.Grid(OPEN))
    unit = world.add((2, 0), turn_rate=1)
    assert world.unit(unit).turn_rate == 1
    world.change(unit, speed=2, turn_rate=90)
    assert world.unit(unit).turn_rate == 90
    world.order(unit, "go", (0, 0))
    assert arrivals(world, 9) == {unit: 3.0}
    world.change(unit, turn_rate=None)
    assert world.unit(unit).turn_rate is None  # it turns at once
    world.order(unit, "go", (2, 0))
    assert arrivals(world, 9) == {unit: 10.0}


def test_several_units_change_at_once() -> None:
    world = World(ps.Grid(OPEN))
    units = [world.add((0, y)) for y in range(3)]
    world.change(units[:2], speed=3, priority=2)
    assert [(world.unit(unit).speed, world.unit(unit).priority) for unit in units] == [(3, 2), (3, 2), (1, 0)]


def test_a_formation_goes_at_the_speed_of_its_slowest_again() -> None:
    world = World(ps.Grid(np.ones((1, 60), int)))
    units = [world.add((x, 0), speed=2) for x in (8, 4, 0)]
    world.order(units, "go", (59, 0), formation="column")

    def covered() -> list[float]:
        before = world.positions[:, 0]
        world.step(4)
        return (world.positions[:, 0] - before).tolist()

    assert covered() == [8, 8, 8]
    world.change(units[2], speed=0.5)
    assert covered() == [1 + 3.5 * 0.5] * 3  # a step under way ends at the old speed
    world.change(units[2], speed=3)
    assert covered() == [0.25 + 3.5 * 2] * 3
    world.order(units, "go", (59, 0))
    world.change(units[2], speed=1)
    assert covered() == [8, 8, 1 + 3.5]


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_that_meet_it_is_the_new_priority_that_counts(first: int) -> None:
    def events(*, added: bool) -> list[Event]:
        walls = np.zeros((2, 11), int)
        walls[0] = walls[1, 5] = 1
        world = World(ps.Grid(walls))
        units = [world.add((x, 0), priority=int(added and first == x // 10)) for x in (0, 10)]
        for unit in units:
            world.order(unit, "go", (10 - 10 * unit, 0))
        world.step(3.5)
        if not added:
            world.change(first, priority=1)
        return world.step(60)

    assert events(added=True) == events(added=False)


def test_units_wait_for_their_turn_to_plan_by_their_new_priority() -> None:
    world = World(ps.Grid(OPEN), planning_rate=100)
    units = [world.add((0, y)) for y in range(5)]
    for unit in units:
        world.order(unit, "go", (20, unit))
    world.step(1)
    world.change(units[4], priority=1)
    times = arrivals(world, 200)
    assert sorted(units, key=times.__getitem__) == [0, 4, 1, 2, 3]


def lake() -> World:
    """Return a world whose middle columns are a lake, but for a bridge of mud in the last row."""
    sea = np.zeros((9, 21), bool)
    sea[:8, 6:15] = True
    layers = {"sea": np.where(sea, np.nan, 0), "land": np.where(sea, 0, np.nan), "mud": np.zeros((9, 21))}
    layers["mud"][8, 6:15] = 1
    return World(ps.Map(OPEN, layers=layers), profiles=PROFILES)


def test_a_unit_of_another_profile_looks_for_a_way_again() -> None:
    world = lake()
    unit = world.add((3, 7), profile="boots")
    world.order(unit, "go", (17, 7))
    world.step(0.5)
    path = world.unit(unit).path
    assert (10, 8) in path
    world.change(unit, profile="slow in mud")
    assert world.unit(unit).path == path
    assert world.step(1) == []
    assert world.unit(unit).place == path[0]
    assert (10, 7) in world.unit(unit).path


def test_a_unit_leaves_a_way_that_its_new_profile_closes() -> None:
    world = lake()
    unit = world.add((3, 2))
    world.order(unit, "go", (17, 2))
    world.step(1.5)
    assert (10, 2) in world.unit(unit).path
    world.change(unit, profile="boots")
    assert [event.kind for event in world.step(1)] == ["replanned"]
    assert (10, 8) in world.unit(unit).path


def test_a_unit_that_waits_for_its_turn_to_plan_keeps_off_what_its_new_profile_closes() -> None:
    walls = lake().map
    world = World(walls, profiles=PROFILES, planning_rate=2000)
    unit = world.add((3, 2))
    world.order(unit, "go", (17, 2))
    world.step(1)
    world.change(unit, profile="boots")
    world.step(20)
    assert world.unit(unit).doing == "moving"
    assert all(not (6 <= x < 15 and y < 8) for x, y in world.unit(unit).path)


def test_a_profile_that_closes_the_ground_below_a_unit_is_refused() -> None:
    world = lake()
    still, walker = world.add((2, 2)), world.add((5, 4))
    world.order(walker, "go", (12, 4))
    world.step(0.5)
    for units, place in ((still, (2, 2)), ([walker, still], (2, 2))):
        with pytest.raises(ps.PlaceError, match=rf"does not fit at \({place[0]}, {place[1]}\): .* on a wall"):
            world.change(units, profile="boat", speed=3)
    with pytest.raises(ps.PlaceError, match=r"\(6, 4\)"):  # where its step ends
        world.change(walker, profile="boots")
    assert {world.unit(unit).profile for unit in (still, walker)} == {"default"}
    assert {world.unit(unit).speed for unit in (still, walker)} == {1}
    world.change(walker, profile="boat")
    assert [event.kind for event in world.step(9)] == ["arrived"]


def test_a_captured_unit_shows_its_new_player_what_it_sees() -> None:
    world = World(ps.Map(OPEN), sight=3.0)
    spy, scout = world.add((18, 4), player=1), world.add((2, 4))
    world.order(spy, "go", (12, 4))
    world.step(0.5)
    assert world.visible(0) == [scout]
    world.change(spy, player=0)
    assert world.visible(0) == [spy, scout]
    assert world.visible(1) == []
    assert world.known(0).seen[4, 18]
    assert not world.known(0).seen[4, 10]
    world.step(1)
    assert world.unit(spy).order == "go"
    assert world.known(0).seen[4, 14]
    assert not world.known(1).seen[4, 13]


def test_a_captured_unit_plans_with_what_its_new_player_knows() -> None:
    walls = OPEN.copy()
    walls[1:, 10] = 0
    world = World(ps.Map(walls), sight=2.0)
    unit, other = world.add((4, 6)), world.add((9, 6), player=1)
    world.order(other, "go", (9, 0))
    world.step(8)
    world.order(unit, "go", (16, 6))
    world.step(0.5)
    assert (10, 6) in world.unit(unit).path
    world.change(unit, player=1)
    assert [event.kind for event in world.step(1)] == ["replanned"]
    assert (10, 6) not in world.unit(unit).path


def test_a_captured_unit_makes_way_for_its_new_friends() -> None:
    for player in (0, 1):
        walls = np.zeros((2, 9), int)
        walls[0] = walls[1, 4] = 1
        world = World(ps.Grid(walls))
        walker, other = world.add((0, 0)), world.add((4, 0), player=1)
        world.order(walker, "go", (8, 0))
        world.step(2)
        world.change(other, player=player)
        assert ("made_way" in {event.kind for event in world.step(20)}) == (player == 0)
        assert (world.unit(walker).place == (8, 0)) == (player == 0)


def test_a_captured_unit_does_not_take_new_friends_for_strangers() -> None:
    world = World(ps.Map(OPEN[:1]), sight=4.0)
    first, second = world.add((0, 0)), world.add((3, 0), player=1)
    world.order(first, "go", (20, 0))
    world.step(0.5)
    world.change(first, player=1)
    world.order(second, "go", (19, 0))
    assert set(arrivals(world, 80)) == {first, second}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, "no property was named; allowed: speed, turn_rate, player, profile, priority"),
        ({"size": 2}, "the size of a unit cannot change: a larger one might not fit .* add another"),
        ({"heading": 90}, "unknown property 'heading'"),
        ({"sped": 2}, "unknown property 'sped'; did you mean 'speed'"),
        ({"speed": 0}, "speed is 0; allowed: a finite number above 0"),
        ({"speed": None}, "speed is None"),
        ({"turn_rate": -1}, "turn_rate is -1"),
        ({"player": 0.5}, "player is 0.5"),
        ({"profile": "tank"}, "unknown profile 'tank'"),
        ({"speed": 3, "priority": "high"}, "priority is 'high'"),
    ],
)
def test_a_change_that_is_refused_changes_nothing(changes: dict[str, object], message: str) -> None:
    world = World(ps.Grid(OPEN))
    unit = world.add((0, 0))
    before = world.unit(unit)
    with pytest.raises(ps.OptionError, match=message):
        world.change(unit, **changes)
    with pytest.raises(ps.OptionError, match="there is no unit 7"):
        world.change([unit, 7], speed=2)
    assert world.unit(unit) == before


def test_units_in_lock_step_keep_one_pace() -> None:
    world = World(ps.Grid(OPEN), following="allowed")
    unit = world.add((0, 0))
    with pytest.raises(ps.OptionError, match=r"in lock step .* given: size 1, speed 2\. Take"):
        world.change(unit, speed=2)
    with pytest.raises(ps.OptionError, match="turn rate 90"):
        world.change(unit, turn_rate=90)
    world.change(unit, speed=1, turn_rate=None, player=3, priority=2)
    assert (world.unit(unit).player, world.unit(unit).priority) == (3, 2)


def test_however_time_is_cut_changed_units_do_the_same() -> None:
    def events(parts: int) -> list[tuple[str, int, tuple[int, int], float]]:
        random = np.random.default_rng(3)
        world = World(ps.Map(OPEN), profiles={"timid": ps.maps.CostModel(base=3.0)}, planning_rate=2000)
        for y in range(9):
            world.order(world.add((0, y), player=y % 2), "go", (20 - y, 8 - y))
        found = []
        for _ in range(STEPS):
            change_some(random, world)
            found += [event for _ in range(parts) for event in world.step(1 / parts)]
        return [(event.kind, event.unit, event.place, round(event.time, 9)) for event in found]

    assert events(1) == events(4) != []


@pytest.mark.parametrize("seed", range(30))
def test_a_world_saved_between_changes_goes_on_the_same(seed: int, tmp_path: Path) -> None:
    random = np.random.default_rng([7, seed])
    world, _ = random_world(random)
    for _ in range(4):
        order_some(random, world)
        change_some(random, world)
        world.step(1.3)
    change_some(random, world)
    world.save(tmp_path / "world.npz")
    same = World.load(tmp_path / "world.npz")
    dice = [np.random.default_rng(seed), np.random.default_rng(seed)]
    for _ in range(6):
        for one, random in zip((world, same), dice, strict=True):
            change_some(random, one)
        assert same.step(1.7) == world.step(1.7)
        assert np.array_equal(same.positions, world.positions, equal_nan=True)
        assert [same.unit(unit) for unit in same.units] == [world.unit(unit) for unit in world.units]
