"""The rules of the world: who waits, who goes round, what a claimed square costs."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from tests.campaigns.worlds import check_bodies

import pathstar as ps
from pathstar.fleet import World
from pathstar.fleet.world.ground.ways import stamps_for

OPEN = np.ones((9, 21), int)


def doors(*rows: int) -> ps.Map:
    """A wall across the map at x = 10, with doors at some rows."""
    walls = np.ones((13, 21), int)
    walls[:, 10] = 0
    walls[list(rows), 10] = 1
    return ps.Map(walls)


def passed(world: World, units: list[int], column: int, times: int = 400) -> dict[int, int]:
    """Step until all have arrived; return the row at which each unit passed a column."""
    rows: dict[int, int] = {}
    arrived = set()
    for _ in range(times):
        arrived |= {event.unit for event in world.step(0.25) if event.kind == "arrived"}
        for unit in units:
            if world.unit(unit).place[0] == column:
                rows[unit] = world.unit(unit).place[1]
        if len(arrived) == len(units):
            break
    assert arrived == set(units)
    return rows


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_eight_units_spread_over_two_doors(following: str) -> None:
    world = World(doors(4, 8), following=following)
    units = [world.add((x, y)) for x in (1, 2) for y in (5, 6, 7, 4)]
    for unit, row in zip(units, (5, 6, 7, 4, 5, 6, 7, 8), strict=True):
        world.order(unit, "go", (18 - unit // 4, row))
    rows = passed(world, units, 10)
    assert sorted(set(rows.values())) == [4, 8]
    assert 2 <= list(rows.values()).count(4) <= 6


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_eight_units_file_through_one_door(following: str) -> None:
    world = World(doors(6), following=following)
    units = [world.add((x, y)) for x in (1, 2) for y in (5, 6, 7, 4)]
    world.order(units, "go", (17, 6))
    assert set(passed(world, units, 10).values()) == {6}


def test_a_claimed_square_costs_more_and_stays_walkable() -> None:
    wide, narrow = World(ps.Grid(OPEN)), World(ps.Grid(OPEN[:1]))
    for world, row in ((wide, 4), (narrow, 0)):
        first, second = world.add((5, row)), world.add((2, row))
        world.order(first, "go", (20, row))
        world.step(0.1)
        world.order(second, "go", (19, row))
        world.step(0.1)
        claimed = set(world.unit(first).path)
        assert (len(claimed.intersection(world.unit(second).path)) > 3) == (world is narrow)


def walk_beside(ahead: int, radius: int) -> list[tuple[int, int]]:
    """Return the path of a unit behind another one that is some squares ahead."""
    world = World(ps.Grid(OPEN), claim_radius=radius)
    first, second = world.add((ahead, 4)), world.add((0, 4))
    world.order(first, "go", (20, 4))
    world.step(0.1)
    world.order(second, "go", (18, 4))
    world.step(0.1)
    return world.unit(second).path


def test_a_unit_beyond_the_radius_changes_no_path() -> None:
    alone = World(ps.Grid(OPEN))
    unit = alone.add((0, 4))
    alone.order(unit, "go", (18, 4))
    alone.step(0.1)
    straight = alone.unit(unit).path
    assert walk_beside(12, 8) == straight
    assert walk_beside(5, 8) != straight
    assert walk_beside(5, 3) == straight


def test_a_path_already_walked_costs_nothing() -> None:
    world = World(ps.Grid(OPEN), claim_radius=30)
    first = world.add((0, 4))
    world.order(first, "go", (20, 4))
    world.step(12)
    second = world.add((9, 4))
    world.order(second, "go", (0, 4))
    world.step(0.1)
    assert {y for _, y in world.unit(second).path} == {4}
    world.order(second, "go", (19, 4))
    world.step(1)
    assert {y for _, y in world.unit(second).path} != {4}


def test_a_unit_s_own_path_costs_it_nothing() -> None:
    world = World(ps.Grid(OPEN))
    first, second = world.add((0, 2)), world.add((0, 6))
    for unit in (first, second):
        world.order(unit, "go", (18, world.unit(unit).place[1]))
    world.step(1.5)
    state = world._state
    units = state.units

    def costly(spared: list[int]) -> set[tuple[int, int]]:
        stamps = stamps_for(units[first], units, state.ground, state.occupancy, state.claims, spared)
        return {(int(node) % 21, int(node) // 21) for node in stamps.nodes}

    assert costly([]) == set(world.unit(second).path)
    assert costly([second]) == set()


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("radius", [0, 1, 3, 8])
def test_stamps_are_those_of_all_pairs(radius: int, following: str) -> None:
    """Units near another one are found by the cells that they hold; compared with a check of each unit."""
    dice = np.random.default_rng(radius)
    sizes = [1] if following == "allowed" else [1, 2, 3]
    world = World(ps.Grid(np.ones((14, 19))), claim_radius=radius, claim_cost=2, following=following)
    for _ in range(16):
        with suppress(ps.PlaceError):  # there is no room
            world.add(tuple(dice.integers(0, [17, 12]).tolist()), size=int(dice.choice(sizes)))
    state, seen = world._state, 0
    for turn in range(12):
        for unit in dice.choice(list(state.units), 3).tolist():
            world.order(unit, "go", tuple(dice.integers(0, [17, 12]).tolist()))
        world.step(1.0 if following == "allowed" else 0.7)
        for unit in state.units.values():
            stamps = stamps_for(unit, state.units, state.ground, state.occupancy, state.claims, [turn])
            assert {
                node: (extra, wall)
                for node, extra, wall in zip(*(part.tolist() for part in stamps), strict=True)
            } == stamps_of_all(world, unit, turn)
            seen += len(stamps.nodes)
    assert seen > 500


def stamps_of_all(world: World, unit: Any, spared: int) -> dict[int, tuple[float, int]]:
    state, walls = world._state, set[int]()
    claimed = Counter[int]()
    radius, cost = state.claims
    for other in state.units.values():
        if other is unit or other.number == spared:
            continue
        gap = state.occupancy.gap(unit, other)
        if other.stands or gap == 0:
            walls.update(state.occupancy.cells_of(other))
        if gap < radius and not other.stands:
            claimed.update(
                cell for node in other.coming for cell in state.occupancy.footprint(node, other.size)
            )
    return {cell: (min(claimed[cell], 4) * cost, int(cell in walls)) for cell in sorted(walls | set(claimed))}


def test_a_stopped_unit_is_a_wall() -> None:
    world = World(ps.Grid(OPEN))
    world.add((5, 4), player=1)
    unit = world.add((0, 4))
    world.order(unit, "go", (18, 4))
    world.step(0.1)
    assert (5, 4) not in world.unit(unit).path


@pytest.mark.parametrize("corners", ["free", "no_squeeze"])
def test_a_unit_that_may_cut_corners_of_walls_goes_round_those_of_units(corners: str) -> None:
    world = World(ps.Map(np.ones((2, 3))), moves=ps.Moves(corners=corners))
    walker, stander = world.add((1, 0)), world.add((1, 1), player=1)
    world.order(walker, "go", (2, 1))
    assert [event.kind for event in world.step(10)] == ["arrived"]
    assert (world.unit(walker).place, world.unit(stander).place) == ((2, 1), (1, 1))


@pytest.mark.parametrize(("ahead", "is_wall"), [(1, True), (3, False)])
def test_a_moving_unit_is_a_wall_for_one_that_touches_it(ahead: int, is_wall: bool) -> None:
    world = World(ps.Grid(OPEN), claim_cost=0)
    first = world.add((5, 4), speed=0.1)
    world.order(first, "go", (20, 4))
    world.step(0.5)
    assert world.unit(first).doing == "moving"
    assert world.unit(first).path[0] == (6, 4)
    second = world.add((6 + ahead, 4))
    world.order(second, "go", (0, 4))
    world.step(0.01)
    assert ((6, 4) not in world.unit(second).path) == is_wall


def test_two_units_head_on_pass_each_other() -> None:
    world = World(ps.Grid(OPEN[:2]))
    left, right = world.add((0, 0)), world.add((20, 0))
    world.order(left, "go", (20, 0))
    world.order(right, "go", (0, 0))
    done = {event.unit for event in world.step(80) if event.kind == "arrived"}
    assert done == {left, right}


def test_bodies_of_all_sizes_and_speeds_never_touch() -> None:
    world = World(ps.Grid(np.ones((12, 12), int)))
    sizes = np.array([3, 2, 1, 1, 2])
    places = [(0, 0), (9, 9), (0, 9), (9, 0), (5, 5)]
    for (place, size), speed in zip(zip(places, sizes, strict=True), (1, 2, 5, 0.5, 1), strict=True):
        world.add(place, size=int(size), speed=speed, turn_rate=180)
    for unit in range(4):
        world.order(unit, "go", places[(unit + 2) % 4])
    for _ in range(300):
        world.step(0.05)
        check_bodies(world.positions, sizes, ~world.map.passable)


def test_however_time_is_cut_the_same_happens() -> None:
    def events(steps: list[float]) -> list[tuple[str, int, tuple[int, int]]]:
        world = World(doors(4), seed=3)
        units = [world.add((1, y), speed=1 + y / 7) for y in range(6)]
        world.order(units, "go", (16, 6))
        found = [event for dt in steps for event in world.step(dt)]
        return [(event.kind, event.unit, event.place) for event in found]

    assert events([64.0]) == events([0.25] * 256) == events([13.5, 0.125, 50.375])


def test_slow_ground_and_turns_take_time() -> None:
    world = World(ps.Map(np.ones((1, 4), int), cost=[[1, 1, 4, 1]]))
    unit = world.add((0, 0), speed=2, turn_rate=90, heading=180)
    world.order(unit, "go", (3, 0))
    arrived = [event.time for event in world.step(20) if event.kind == "arrived"]
    assert arrived == [2 + (1 + 4 + 1) / 2]


@pytest.mark.parametrize(("following", "size"), [("forbidden", 1), ("forbidden", 2), ("allowed", 1)])
@pytest.mark.parametrize("order", ["go", "flee", "patrol"])
def test_a_unit_walks_off_a_square_that_is_closed_below_it(following: str, size: int, order: str) -> None:
    world = World(ps.Map(OPEN), following=following)
    unit, hunter = world.add((3, 3), size=size), world.add((0, 0), player=1)
    for place in ((3, 3), (4, 3), (2, 2)):
        world.map.edit("passable", place, False)
    world.order(unit, order, {"go": (12, 5), "flee": hunter, "patrol": [(12, 2), (12, 6)]}[order])
    kinds = [event.kind for event in world.step(11.5)]
    assert world.positions[unit, 0] >= 7
    assert kinds == (["arrived"] if order == "go" else [])
    assert not world.map.passable[3, 3]


def test_a_large_unit_walks_off_closed_squares_of_a_map_with_costs() -> None:
    world = World(ps.Map(OPEN, cost=np.full(np.shape(OPEN), 2.0)))
    unit = world.add((3, 3), size=2)
    for place in ((3, 3), (4, 3), (3, 4), (4, 4)):
        world.map.edit("passable", place, False)
    world.order(unit, "go", (12, 5))
    assert [event.kind for event in world.step(30)] == ["arrived"]


def test_a_unit_goes_on_when_the_square_that_it_steps_to_is_closed() -> None:
    world = World(ps.Map(np.ones((2, 5), int)))
    unit = world.add((0, 0), speed=0.5)
    world.order(unit, "go", (4, 0))
    world.step(0.5)
    world.map.edit("passable", (1, 0), False)
    assert [event.kind for event in world.step(20)] == ["replanned", "arrived"]
    assert world.unit(unit).place == (4, 0)


def test_a_unit_on_a_closed_square_gives_up_where_walls_are_all_around() -> None:
    world = World(ps.Map(OPEN))
    unit = world.add((0, 0))
    for place in ((0, 0), (1, 0), (0, 1), (1, 1)):
        world.map.edit("passable", place, False)
    world.order(unit, "go", (12, 5))
    assert [event.kind for event in world.step(5)] == ["gave_up"]
    assert world.unit(unit).place == (0, 0)


def test_an_edit_that_cuts_a_path_has_it_found_anew() -> None:
    world = World(doors(4, 8))
    unit = world.add((1, 4))
    world.order(unit, "go", (18, 4))
    world.step(3.5)
    world.map.edit("passable", (10, 4), False)
    assert "replanned" in {event.kind for event in world.step(1)}
    assert (10, 8) in world.unit(unit).path


def test_a_unit_without_a_way_gives_up() -> None:
    world = World(doors())
    unit = world.add((1, 4))
    world.order(unit, "go", (18, 4))
    assert [event.kind for event in world.step(1)] == ["gave_up"]
    assert world.unit(unit).doing == "standing"


def test_nobody_waits_for_a_unit_that_is_gone() -> None:
    world = World(ps.Grid(OPEN[:1]))
    unit, other = world.add((0, 0)), world.add((3, 0), player=1)
    world.order(unit, "go", (9, 0))
    world.step(4)
    assert world.unit(unit).waits_for == other
    world.remove(other)
    assert world.unit(unit).waits_for is None
    world.step(20)
    assert world.unit(unit).place == (9, 0)


@pytest.mark.parametrize("seed", [1, 13, 28, 32, 69, 147])
def test_a_crowd_without_orders_waits_for_nobody(seed: int) -> None:
    """Units that could not get out of the way finally stand still, and each reports it once."""
    random = np.random.default_rng(seed)
    side = int(random.integers(5, 9))
    grid = ps.Grid(random.random((side, side)) > 0.2)
    areas = ps.islands(grid)
    cells = [(int(x), int(y)) for y, x in np.argwhere(areas.labels == areas.largest)]
    count = int(random.integers(3, len(cells) * 2 // 3))
    world = World(ps.Map(grid.walkable))
    units = [world.add(cells[i]) for i in random.choice(len(cells), count, replace=False)]
    world.order(units, "go", cells[int(random.integers(len(cells)))])
    ends = [event.unit for event in world.step(2000) if event.kind in ("arrived", "gave_up")]
    assert sorted(ends) == units
    states = [world.unit(unit) for unit in units]
    assert {(state.order, state.doing, state.waits_for) for state in states} == {(None, "standing", None)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"place": (10, 0)}, "wall"),
        ({"place": (0, 0)}, "unit 0 is there"),
        ({"place": (9, 3), "size": 2}, "does not fit"),
        ({"place": (50, 0)}, "50"),
        ({"place": (1, 1), "speed": 0}, "speed is 0"),
        ({"place": (1, 1), "speed": float("nan")}, "speed is nan"),
        ({"place": (1, 1), "size": 1.5}, "size is 1.5"),
        ({"place": (1, 1), "size": 40}, "size is 40"),
        ({"place": (1, 1), "profile": "tank"}, "unknown profile 'tank'"),
        ({"place": (1, 1), "profile": ["default"]}, "unknown profile"),
        ({"place": (1, 1), "turn_rate": -1}, "turn_rate is -1"),
        ({"place": (1, 1), "player": 2**63}, "player is 9223372036854775808"),
    ],
)
def test_a_unit_that_cannot_be_is_refused(options: dict[str, object], message: str) -> None:
    world = World(doors(4))
    world.add((0, 0))
    with pytest.raises(ps.PathstarError, match=message):
        world.add(**options)
    assert world.units == [0]


def test_lock_step_refuses_units_of_their_own_speed() -> None:
    world = World(ps.Grid([[1]]), following="allowed")
    with pytest.raises(ps.OptionError, match=r"in lock step .* given: size 1, speed 2\. Take"):
        world.add((0, 0), speed=2)
    with pytest.raises(ps.OptionError, match=r"given: size 1, speed 1, turn rate 90\. Take"):
        world.add((0, 0), turn_rate=90)


@pytest.mark.parametrize(
    "space", [ps.HexGrid([[1, 1]]), ps.Grid([[1, 1]], wrap="x"), ps.Turning(ps.Grid([[1, 1]])), [[1, 1]]]
)
def test_other_spaces_are_refused(space: object) -> None:
    with pytest.raises(ps.SpaceError, match="a World needs"):
        World(space)
    with pytest.raises(ps.SpaceError, match="a Crowd needs"):
        ps.fleet.Crowd(space)


@pytest.mark.parametrize("owner", ["World", "Crowd"])
def test_maps_of_hexagons_are_refused_at_once(owner: str) -> None:
    hexagons = ps.Map(OPEN, hexagons="odd-r")
    with pytest.raises(
        ps.SpaceError, match=f"a {owner} needs squares; the cells of this map are hexagons, odd-r"
    ):
        getattr(ps.fleet, owner)(hexagons)


def test_what_is_wrong_with_a_grid_is_in_its_name() -> None:
    with pytest.raises(ps.SpaceError, match=r"of 4 or 8 directions .* not Grid.*16 directions"):
        World(ps.Grid(OPEN, moves=ps.Moves(directions=16)))


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
def test_units_do_not_leap_past_each_other(following: str) -> None:
    with pytest.raises(ps.OptionError, match="moves has 16 directions; a World takes 4 or 8"):
        World(ps.Map(OPEN), moves=ps.Moves(directions=16), following=following)


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("search", [0, 3, 5])
def test_a_world_goes_on_after_ctrl_c(search: int, following: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def walked(*, interrupted: bool) -> list[ps.fleet.Event]:
        world = World(doors(4), following=following)
        for y in range(6):
            world.order(world.add((1, y)), "go", (16, y))
        world.step(0)
        world.map.edit("passable", (10, 4), False)  # all look for another way
        world.map.edit("passable", (10, 9), True)
        find, searches = world._state.ground.find, iter(range(1000))

        def found(*args: Any, **options: Any) -> Any:
            if next(searches) == search:
                raise KeyboardInterrupt
            return find(*args, **options)

        if interrupted:
            monkeypatch.setattr(world._state.ground, "find", found)
            with pytest.raises(KeyboardInterrupt):
                world.step(60)
        return world.step(60 - world.now)

    events = walked(interrupted=True)
    assert events == walked(interrupted=False)
    assert [event.kind for event in events].count("arrived") == 6


@pytest.mark.parametrize("dt", [-1, float("nan"), float("inf"), "1", None])
def test_time_goes_forward(dt: object) -> None:
    with pytest.raises(ps.OptionError, match="dt is"):
        World(ps.Grid([[1]])).step(dt)
