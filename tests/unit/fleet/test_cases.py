"""Narrow places, where right-of-way rules alone would block units for ever."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.fleet import World

BOTH = pytest.mark.parametrize("following", ["forbidden", "allowed"])
FOUR = ps.Moves(directions=4)


def arrived(world: World, time: float) -> set[int]:
    return {event.unit for event in world.step(time) if event.kind == "arrived"}


def corridor(length: int, *bays: int) -> ps.Map:
    """A corridor one square wide, with bays of one square beside it."""
    walls = np.zeros((2, length), int)
    walls[0] = 1
    walls[1, list(bays)] = 1
    return ps.Map(walls)


@BOTH
@pytest.mark.parametrize("bay", [2, 5, 8])
@pytest.mark.parametrize("priority", [0, 1])
def test_a_corridor_with_one_bay(following: str, bay: int, priority: int) -> None:
    world = World(corridor(10, bay), moves=FOUR, following=following)
    left, right = world.add((1, 0)), world.add((9, 0), priority=priority)
    world.order(left, "go", (9, 0))
    world.order(right, "go", (1, 0))
    assert arrived(world, 200) == {left, right}


@BOTH
def test_a_corridor_without_a_bay_ends(following: str) -> None:
    world = World(corridor(6), moves=FOUR, following=following)
    left, right = world.add((0, 0)), world.add((5, 0))
    world.order(left, "go", (5, 0))
    world.order(right, "go", (0, 0))
    kinds = {(event.kind, event.unit) for event in world.step(2000)}
    assert {("gave_up", left), ("gave_up", right)} & kinds
    assert all(world.unit(unit).order is None for unit in world.units)


@BOTH
def test_head_on_in_a_dead_end(following: str) -> None:
    walls = np.zeros((3, 8), int)
    walls[:, 0] = walls[1] = 1
    world = World(ps.Map(walls), moves=FOUR, following=following)
    inside, outside = world.add((7, 1)), world.add((2, 1))
    world.order(inside, "go", (0, 0))
    world.order(outside, "go", (6, 1))
    assert arrived(world, 200) == {inside, outside}


def ring(following: str) -> set[int]:
    """Four units on two by two squares, each going round; return those that ever moved."""
    world = World(ps.Grid(np.ones((2, 2), int)), moves=FOUR, following=following)
    places = [(0, 0), (1, 0), (1, 1), (0, 1)]
    units = [world.add(place) for place in places]
    for unit in units:
        world.order(unit, "patrol", [places[(unit + step) % 4] for step in (1, 2, 3, 4)])
    moved = set()
    for _ in range(20):
        before = world.positions
        world.step(0.5)
        moved |= {unit for unit in units if (world.positions[unit] != before[unit]).any()}
    return moved


def test_a_full_ring_turns_only_where_following_is_allowed() -> None:
    assert ring("allowed") == {0, 1, 2, 3}
    assert ring("forbidden") == set()


@BOTH
def test_one_free_square(following: str) -> None:
    world = World(ps.Grid(np.ones((3, 3), int)), moves=FOUR, following=following)
    places = [(x, y) for y in range(3) for x in range(3)][:-1]
    units = [world.add(place) for place in places]
    world.order(units[0], "go", (2, 2))
    assert arrived(world, 400) == {0}
    assert world.unit(units[0]).place == (0, 1)  # the free square, as another unit is in the corner


def test_who_cannot_take_a_step_has_not_arrived() -> None:
    world = World(ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]]), moves=FOUR)
    ring = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    units = [world.add(place) for place in ring]
    for unit in units:
        world.order(unit, "go", ring[(unit + 1) % 8])
    ends = [event for event in world.step(400) if event.kind in ("arrived", "gave_up")]
    assert sorted((event.unit, event.kind) for event in ends) == [(unit, "gave_up") for unit in units]
    assert [world.unit(unit).place for unit in units] == ring


def test_next_to_a_taken_place_a_unit_is_as_near_as_it_gets() -> None:
    world = World(ps.Grid([[1, 1, 1]]))
    unit, _ = world.add((0, 0)), world.add((1, 0), player=1)
    world.order(unit, "go", (1, 0))
    assert arrived(world, 5) == {unit}


@BOTH
def test_a_parked_friend_on_the_only_way_makes_way(following: str) -> None:
    world = World(corridor(8, 5), moves=FOUR, following=following)
    parked, unit = world.add((4, 0)), world.add((0, 0))
    world.order(unit, "go", (7, 0))
    events = world.step(200)
    assert ("made_way", parked) in {(event.kind, event.unit) for event in events}
    assert ("arrived", unit) in {(event.kind, event.unit) for event in events}


@BOTH
def test_a_unit_that_makes_way_walks_into_no_wall_built_meanwhile(following: str) -> None:
    walls = np.ones((2, 8), int)
    walls[1] = [0, 0, 0, 0, 0, 1, 0, 0]  # a bay some steps behind the unit that is in the way
    map = ps.Map(walls)
    world = World(map, moves=FOUR, following=following)
    parked, passer = world.add((2, 0)), world.add((0, 0))
    world.order(passer, "go", (7, 0))
    while (5, 1) not in world.unit(parked).path:
        world.step(0.25)
    map.edit("passable", (5, 1), False)
    for _ in range(80):
        world.step(0.25)
        x, y = world.positions[parked]
        assert map.passable[int(np.ceil(y)), int(np.ceil(x))]


@BOTH
def test_a_parked_stranger_on_the_only_way_does_not(following: str) -> None:
    world = World(corridor(8, 5), moves=FOUR, following=following)
    parked, unit = world.add((4, 0), player=1), world.add((0, 0))
    world.order(unit, "go", (7, 0))
    kinds = {(event.kind, event.unit) for event in world.step(1000)}
    assert {("blocked", unit), ("gave_up", unit)} <= kinds
    assert world.unit(parked).place == (4, 0)


@pytest.mark.parametrize(("following", "seed"), [("forbidden", 3), ("allowed", 0)])
def test_crossing_crowds_of_two_hundred(following: str, seed: int) -> None:
    """Each has its own place, behind those who arrive first, who have to make way for the last ones."""
    world = World(ps.Grid(np.ones((30, 30), int)), seed, following=following)
    west = [world.add((x, y)) for x in range(4) for y in range(2, 27)]
    east = [world.add((26 + x, y)) for x in range(4) for y in range(2, 27)]
    for unit in west:
        x, y = world.unit(unit).place
        world.order(unit, "go", (x + 26, y))
    for unit in east:
        x, y = world.unit(unit).place
        world.order(unit, "go", (x - 26, y))
    assert arrived(world, 400) == set(world.units)
    assert len(np.unique(world.positions.round(), axis=0)) == 200


def crowded(seed: int, following: str, *, together: bool) -> tuple[World, list[int]]:
    """Return a small world half full of units, each on its way to its own place, or all to one."""
    random = np.random.default_rng(seed)
    ground = random.random(random.integers(3, 7, 2)) > 0.2
    free = random.permutation(np.argwhere(ground)[:, ::-1])
    world = World(ps.Map(ground), seed, moves=FOUR, following=following)
    units = [world.add((int(x), int(y))) for x, y in free[: max(2, len(free) // 2)]]
    if together:
        world.order(units, "go", (int(free[-1][0]), int(free[-1][1])))
    else:
        for unit, (x, y) in zip(units, random.permutation(free), strict=False):
            world.order(unit, "go", (int(x), int(y)))
    return world, units


@pytest.mark.parametrize("seed", [1, 12, 13])
def test_units_that_wait_for_each_other_push(seed: int) -> None:
    world, units = crowded(seed, "allowed", together=False)
    assert arrived(world, 100) == set(units)


@pytest.mark.parametrize("seed", [9, 28, 146])
def test_a_group_settles_where_arrived_friends_fill_the_way(seed: int) -> None:
    world, units = crowded(seed, "forbidden", together=True)
    assert arrived(world, 200) == set(units)


def test_a_unit_that_stops_on_the_way_is_walked_round() -> None:
    world = World(ps.Grid(np.ones((3, 20), int)))
    unit, stranger = world.add((0, 1)), world.add((8, 0), player=1)
    world.order(unit, "go", (19, 1))
    world.step(2.5)
    world.order(stranger, "go", (8, 1))
    events = world.step(60)
    assert (stranger, (8, 1)) in {(each.unit, each.place) for each in events if each.kind == "arrived"}
    assert ("replanned", unit, stranger) in {(each.kind, each.unit, each.other) for each in events}
    assert ("arrived", unit) in {(each.kind, each.unit) for each in events}


@pytest.mark.parametrize("important", [0, 1])
def test_of_two_that_meet_the_less_important_one_gives_way(important: int) -> None:
    world = World(corridor(11, 3, 7), moves=FOUR)
    units = [world.add((10 * side, 0), priority=int(side == important)) for side in (0, 1)]
    for side in (0, 1):
        world.order(units[side], "go", (10 - 10 * side, 0))
    events = world.step(100)
    assert {each.unit for each in events if each.kind == "arrived"} == set(units)
    assert {each.unit for each in events if each.kind == "made_way"} == {units[1 - important]}


def test_one_that_comes_nearer_never_gives_up() -> None:
    world = World(corridor(30), moves=FOUR)
    slow, fast = world.add((1, 0), speed=0.2), world.add((0, 0), speed=4)
    world.order(slow, "go", (29, 0))
    world.order(fast, "go", (28, 0))
    assert arrived(world, 200) == {slow, fast}


@pytest.mark.parametrize("solver", ["cbs", "auto"])
def test_a_few_units_are_proven_optimal_without_repair(solver: str) -> None:
    """Two units meet in the middle of an open square, so one of them waits; no repair can change that."""
    grid = ps.Grid(np.ones((9, 9)), moves=FOUR)
    plan = ps.fleet.plan(grid, [(0, 4), (4, 0)], [(8, 4), (4, 8)], solver=solver, following="forbidden")
    assert plan.lower_bound < plan.proven_bound == plan.sum_of_costs
    assert plan.iterations <= 8 * 2
