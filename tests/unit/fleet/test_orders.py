"""What each order does, alone and for a group, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.fleet import ORDERS, World
from unit.fleet.worlds import grid_of

OPEN = np.ones((12, 20), int)


def kinds(world: World, time: float) -> list[tuple[str, int]]:
    return [(event.kind, event.unit) for event in world.step(time)]


def test_a_chaser_catches_the_slower_one() -> None:
    world = World(ps.Grid(OPEN))
    mouse, cat = world.add((10, 5), speed=1), world.add((0, 0), speed=2)
    world.order(mouse, "go", (19, 11))
    world.order(cat, "chase", mouse)
    events = world.step(60)
    caught = next(event for event in events if event.kind == "caught")
    assert (caught.unit, caught.other) == (cat, mouse)


def test_a_chaser_whose_prey_is_gone_gives_up() -> None:
    world = World(ps.Grid(OPEN))
    mouse, cat = world.add((10, 5)), world.add((0, 0))
    world.order(cat, "chase", mouse)
    world.step(2)
    world.remove(mouse)
    assert kinds(world, 5) == [("lost", mouse), ("gave_up", cat)]


def test_one_that_flees_goes_away() -> None:
    world = World(ps.Grid(OPEN))
    mouse, cat = world.add((10, 5), speed=2), world.add((8, 5))
    world.order(mouse, "flee", cat)
    world.step(10)
    apart = np.abs(world.positions[mouse] - world.positions[cat]).max()
    assert apart > 6


def test_a_follower_keeps_behind() -> None:
    world = World(ps.Grid(OPEN))
    leader, follower = world.add((5, 5)), world.add((0, 0), speed=2)
    world.order(leader, "go", (19, 11))
    world.order(follower, "follow", leader)
    world.step(60)
    apart = np.abs(world.positions[leader] - world.positions[follower]).max()
    assert 1 <= apart <= 2
    world.remove(leader)
    assert ("gave_up", follower) in kinds(world, 5)


def test_a_patrol_goes_round_and_round() -> None:
    world = World(ps.Map(OPEN, routes={"beat": [(2, 2), (8, 2), (8, 8), (2, 8)]}))
    guard = world.add((5, 3))
    world.order(guard, "patrol", "beat")
    seen = []
    for _ in range(300):
        world.step(0.25)
        place = world.unit(guard).place
        if place in world.map.routes["beat"] and (not seen or seen[-1] != place):
            seen.append(place)
    assert seen[:5] == [(8, 2), (8, 8), (2, 8), (2, 2), (8, 2)]


def test_a_route_is_joined_where_it_is_nearest_and_ends() -> None:
    world = World(ps.Grid(OPEN))
    unit = world.add((9, 4))
    world.order(unit, "follow", [(0, 0), (18, 0), (18, 11)])
    world.step(4.5)
    assert world.unit(unit).place == (9, 0)
    assert ("arrived", unit) in kinds(world, 60)
    assert world.unit(unit).place == (18, 11)


def test_a_cut_route_is_walked_around_the_wall() -> None:
    world = World(ps.Grid(OPEN))
    unit = world.add((0, 5))
    world.order(unit, "follow", [(0, 5), (19, 5)])
    world.step(2.5)
    world.map.edit("passable", (10, 5), False)
    assert ("replanned", unit) in kinds(world, 1)
    assert ("arrived", unit) in kinds(world, 60)


@pytest.mark.parametrize("formation", [None, "area"])
@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_a_group_that_is_there_already_stays(formation: str | None, following: str) -> None:
    world = World(ps.Grid(OPEN), following=following)
    group = [world.add((x, y)) for x in (1, 2) for y in (3, 4, 5)]
    world.order(group, "go", (15, 6), formation=formation)
    world.step(100)
    before = world.positions.tolist()
    world.order(group, "go", (15, 6), formation=formation)
    assert sorted(kinds(world, 2)) == [("arrived", unit) for unit in group]
    assert world.positions.tolist() == before


@pytest.mark.parametrize("formation", [None, "area", "line", "column", "wedge"])
@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_a_group_settles_without_jitter(formation: str | None, following: str) -> None:
    world = World(ps.Grid(OPEN), following=following)
    units = [world.add((x, y)) for x in range(3) for y in range(4)]
    world.order(units, "go", (14, 6), formation=formation)
    assert {unit for kind, unit in kinds(world, 120) if kind == "arrived"} == set(units)
    here = world.positions
    assert kinds(world, 50) == []
    assert (world.positions == here).all()
    assert len(np.unique(here, axis=0)) == 12


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_a_group_leaves_no_hole_around_its_target(following: str, seed: int) -> None:
    ground = np.ones((11, 21), int)
    ground[:, 10] = 0
    ground[[2, 8], 10] = 1  # a unit that takes the farther door comes last, and finds no room
    world = World(ps.Map(ground), seed=seed, following=following)
    units = [world.add((1 + i // 4, 4 + i % 4)) for i in range(8)]
    world.order(units, "go", (17, 5))
    arrived = [event.unit for event in world.step(100) if event.kind == "arrived"]
    assert sorted(arrived) == units
    assert {world.unit(unit).order for unit in units} == {None}
    assert np.abs(world.positions - (17, 5)).max() == 1
    assert (17, 5) in set(map(tuple, world.positions.tolist()))


def test_a_line_is_a_line() -> None:
    world = World(ps.Grid(OPEN))
    units = [world.add((x, 5)) for x in range(5)]
    world.order(units, "go", (14, 6), formation="line")
    world.step(60)
    assert sorted(world.positions.tolist()) == [[14.0, y] for y in (4, 5, 6, 7, 8)]


@pytest.mark.parametrize(("target", "turned"), [((18, 5), False), ((5, 18), True), ((1, 5), False)])
@pytest.mark.parametrize("formation", ["line", "wedge"])
def test_units_abreast_do_not_cross_each_other_to_form_up(
    formation: str, target: tuple[int, int], turned: bool
) -> None:
    world = World(ps.Grid(np.ones((20, 20), int)))
    places = [(10, y) for y in (3, 4, 5, 6, 7)]
    units = [world.add(place[::-1] if turned else place) for place in places]
    world.order(units, "go", target, formation=formation)
    assert sorted(kinds(world, 12)) == [("arrived", unit) for unit in units]  # none waits, none makes way
    across = world.positions[:, 0 if turned else 1]
    assert across.tolist() == [3, 4, 5, 6, 7]


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
@pytest.mark.parametrize("seed", range(10))
def test_a_unit_that_nothing_stops_is_where_it_was_foretold(seed: int, following: str) -> None:
    random = np.random.default_rng(seed)
    ground = ps.Map(random.random((12, 16)) > 0.2, cost=random.uniform(0.05, 5, (12, 16)))
    ground.edit("passable", (0, 0), True)
    own = {"speed": 1.7, "turn_rate": 200.0} if following == "forbidden" else {}
    world = World(ground, following=following)
    unit = world.add((0, 0), **own)
    world.order(unit, "go", (15, 11))
    world.step(random.uniform(0.1, 3))
    times = random.uniform(0, 40, 8).tolist()
    there = {time: world.foretell(unit, time) for time in times}
    before = world.now
    for time in sorted(times):
        world.step(before + time - world.now)
        state = world.unit(unit)
        assert (state.path[0] if state.doing == "moving" else state.place) == there[time]


def test_large_units_keep_their_formation() -> None:
    for formation, places in {
        "line": [(14, 2), (14, 5), (14, 8)],
        "column": [(14, 5), (11, 5), (8, 5)],
        "wedge": [(11, 2), (14, 5), (11, 8)],
    }.items():
        world = World(ps.Grid(np.ones((11, 20), int)))
        units = [world.add((0, y), size=3) for y in (1, 4, 7)]
        world.order(units, "go", (14, 5), formation=formation)
        world.step(60)
        assert sorted(map(tuple, world.positions.astype(int).tolist())) == sorted(places)


def test_a_formation_goes_at_the_speed_of_the_slowest() -> None:
    world = World(ps.Grid(OPEN))
    slow, fast = world.add((0, 0), speed=1), world.add((0, 3), speed=4)
    world.order([slow, fast], "go", (18, 6), formation="line")
    world.step(5)
    assert world.positions[fast, 0] <= 6


@pytest.mark.parametrize("leaves", ["lost", "ordered away", "gives up", "arrives"])
def test_a_formation_does_not_wait_for_the_pace_of_one_that_has_left(leaves: str) -> None:
    world = World(ps.Map(np.ones((9, 40))))
    slow, *fast = (
        world.add(place, speed=speed) for place, speed in (((38, 4), 0.25), ((0, 3), 2), ((0, 5), 2))
    )
    world.order([slow, *fast], "go", (39, 4), formation="line")
    world.step(3)
    assert world.positions[fast, 0].tolist() == [0.75, 0.75]
    if leaves == "lost":
        world.remove(slow)
    elif leaves == "ordered away":
        world.order(slow, "stop")
    elif leaves == "gives up":
        for x, y in ((38, 3), (37, 3), (37, 5), (38, 5), (39, 3), (39, 5), (37, 4), (39, 4)):
            world.map.edit("passable", (x, y), False)
    world.step(2)
    before = world.positions[fast, 0]
    world.step(5)
    assert (world.positions[fast, 0] - before).tolist() == [10, 10]


def test_equal_goals_become_neighbours() -> None:
    world = World(ps.Grid(OPEN))
    units = [world.add((0, y)) for y in range(3)]
    for unit in units:
        world.order(unit, "go", (10, 5))
    assert sum(kind == "arrived" for kind, _ in kinds(world, 60)) == 3
    assert np.abs(world.positions - (10, 5)).max() <= 1


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_a_place_that_becomes_free_on_the_way_is_taken(following: str) -> None:
    world = World(ps.Grid(np.ones((3, 12))), following=following)
    there, sent = world.add((10, 1)), world.add((0, 1))
    world.order(sent, "go", (10, 1))
    world.step(3)
    assert world.unit(sent).goal != (10, 1)
    world.order(there, "go", (11, 2))
    world.step(20)
    assert world.positions.tolist() == [[11, 2], [10, 1]]


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_a_place_that_is_out_of_sight_again_is_not_taken_for_free(following: str) -> None:
    grid = grid_of("..... ..... ...#. ..... ..... ....#")
    world = World(grid, following=following, sight=2)
    for place in ((3, 3), (3, 4), (4, 4)):
        world.add(place)
    unit = world.add((4, 0), player=1)
    world.order(unit, "go", (3, 3))
    assert kinds(world, 20) == [("arrived", unit)]
    assert world.unit(unit).place == (2, 3)


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_of_two_taken_places_that_are_never_seen_at_once_neither_is_tried_again(following: str) -> None:
    world = World(grid_of("...... ...... ...... ......"), following=following, sight=2)
    for place in ((0, 1), (0, 2)):
        world.add(place)
    for place in ((1, 1), (2, 1), (1, 2), (2, 2)):
        world.add(place, player=1)
    unit = world.add((5, 3), player=1)
    world.order(unit, "go", (0, 2))
    assert ("arrived", unit) in kinds(world, 60)
    assert world.unit(unit).place == (0, 3)


@pytest.mark.parametrize("following", ["forbidden", "allowed"])
def test_one_that_makes_way_for_a_patrol_again_and_again_gives_up(following: str) -> None:
    world = World(grid_of("#.###### ........"), following=following)
    guard, unit = world.add((7, 1), priority=1), world.add((0, 1))
    world.order(guard, "patrol", [(2, 1), (7, 1)])
    world.order(unit, "go", (7, 1))
    assert "gave_up" in [kind for kind, number in kinds(world, 1000) if number == unit]


def test_stop_ends_the_step_and_no_more() -> None:
    world = World(ps.Grid(OPEN))
    unit = world.add((0, 5))
    world.order(unit, "go", (19, 5))
    world.step(2.5)
    world.order(unit, "stop")
    assert kinds(world, 10) == [("arrived", unit)]
    assert world.unit(unit).place == (3, 5)


def test_the_third_squad_goes_round_the_pass() -> None:
    ground = np.ones((9, 21), int)
    ground[:, 10] = 0
    ground[[2, 8], 10] = 1
    world = World(ps.Map(ground), danger_from_losses=(30.0, 2, 1000.0))

    def squad() -> set[int]:
        """Send two units, and return the rows at which they pass; those in the upper pass are shot."""
        units = [world.add((2, y)) for y in (1, 2)]
        world.order(units, "go", (18, 2))
        rows = set()
        for _ in range(400):
            world.step(0.25)
            for unit in set(units) & set(world.units):
                x, y = world.unit(unit).place
                if x == 10:
                    rows.add(y)
                    if y == 2:
                        world.remove(unit)
        return rows

    assert squad() == {2}
    squad()
    assert squad() == {8}


def test_danger_fades() -> None:
    world = World(ps.Grid(OPEN), danger_from_losses=(8.0, 2, 10.0))
    lost = world.add((5, 5), player=3)
    world.remove(lost)
    assert world.events[-1].kind == "lost"
    layer = world.map.layers["danger_3"]
    assert layer[5, 5] == 8
    assert 0 < layer[5, 7] < layer[5, 6] < 8
    world.step(10)
    assert layer[5, 5] == pytest.approx(4)
    world.step(90)
    assert layer.max() == 0


def test_danger_leaves_layers_of_others_alone() -> None:
    own = ps.Map(OPEN, layers={"danger_0": np.full(np.shape(OPEN), 7.0)})
    worlds = [World(own, danger_from_losses=(8.0, 2, 10.0)) for _ in range(2)]
    for x, world in enumerate(worlds):
        for _ in range(2):
            world.remove(world.add((x + 4, 5)))
    assert (own.layers["danger_0"] == 7).all()
    assert [own.layers[name][5, 4:6].tolist() for name in ("danger_0_2", "danger_0_3")] == [
        [16, pytest.approx(32 / 3)],
        [pytest.approx(32 / 3), 16],
    ]
    worlds[0].danger_from_losses = None
    assert set(own.layers) == {"passable", "danger_0", "danger_0_3"}


def test_danger_is_forgotten_and_learned_afresh() -> None:
    world = World(ps.Grid(OPEN), danger_from_losses=(8.0, 2, 10.0))
    first, second = world.add((5, 5)), world.add((2, 2))
    world.remove(first)
    world.danger_from_losses = None
    assert world.danger_from_losses is None
    assert "danger_0" not in world.map.layers
    world.danger_from_losses = (4.0, 1, 10.0)
    world.remove(second)
    layer = world.map.layers["danger_0"]
    assert (layer[2, 2], layer[5, 5]) == (4, 0)
    with pytest.raises(ps.OptionError, match="danger radius"):
        world.danger_from_losses = (4.0, -1, 10.0)
    assert world.danger_from_losses == (4.0, 1, 10.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, "march", (1, 1)), "unknown order 'march'"),
        ((7, "go", (1, 1)), "there is no unit 7"),
        ((0, "go"), "go needs a place"),
        ((0, "go", (99, 1)), "99"),
        ((0, "go", (0.5, 1)), "0.5"),
        ((0, "chase", 0), "cannot chase itself"),
        ((0, "chase", 9), "there is no unit 9"),
        ((0, "chase", None), "there is no unit None"),
        ((0, "patrol", "nowhere"), "unknown route 'nowhere'; there is none"),
        ((0, "patrol", [(1, 1)]), "two places or more"),
        ((0, "patrol", 5), "needs places"),
        (([], "stop"), "no unit was named"),
        (([[0]], "stop"), r"there is no unit \[0\]"),
        ((np.array([[0]]), "stop"), r"there is no unit array\(\[0\]\)"),
        ((b"\x00", "stop"), "there is no unit b"),
        ((0, "chase", [(1, 1)]), r"there is no unit \(1, 1\)"),
        ((0, "stop", (3, 3)), r"stop takes no target; given: \(3, 3\)"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(arguments: Sequence[Any], message: str) -> None:
    world = World(ps.Grid(OPEN))
    unit = world.add((0, 0))
    world.order(unit, "go", (5, 5))
    with pytest.raises(ps.PathstarError, match=message):
        world.order(*arguments)
    assert world.unit(unit).order == "go"


@pytest.mark.parametrize("leader", [np.int64(1), np.uint8(1), 1])
def test_units_are_named_by_any_whole_number(leader: Any) -> None:
    world = World(ps.Grid(OPEN))
    first, second = world.add((0, 0)), world.add((5, 5))
    world.order(np.arange(1), "follow", leader)
    assert world.unit(np.int32(first)).order == "follow"
    world.remove(leader)
    assert world.units == [first]
    assert second == 1


@pytest.mark.parametrize("several", [[0, 1], (0,), np.array([0]), range(2), {0: 1}])
def test_one_unit_at_a_time_is_looked_at_or_removed(several: Any) -> None:
    world = World(ps.Grid(OPEN))
    units = [world.add((0, 0)), world.add((5, 5))]
    for call in (world.remove, world.unit, lambda units: world.foretell(units, 1)):
        with pytest.raises(ps.OptionError, match="there is no unit"):
            call(several)
    assert world.units == units


def test_a_removed_unit_has_neither_position_nor_heading(tmp_path: Path) -> None:
    world = World(ps.Grid(OPEN))
    for x in range(3):
        world.add((x, 0), heading=90.0)
    world.remove(1)
    world.save(tmp_path / "world.npz")
    for each in (world, World.load(tmp_path / "world.npz")):
        assert np.isnan(each.positions).tolist() == [[False] * 2, [True] * 2, [False] * 2]
        assert np.isnan(each.headings).tolist() == [False, True, False]


def test_losses_that_are_forgotten_at_once() -> None:
    world = World(ps.Grid(OPEN), danger_from_losses=(1.0, 2.0, 1e-300))
    world.step(5)
    world.remove(world.add((5, 5)))
    world.step(1)
    assert world.map.layers["danger_0"].max() == 0


def test_a_formation_of_an_unknown_name() -> None:
    world = World(ps.Grid(OPEN))
    units = [world.add((0, y)) for y in range(2)]
    with pytest.raises(ps.OptionError, match="did you mean 'wedge'"):
        world.order(units, "go", (5, 5), formation="wege")
    with pytest.raises(ps.OptionError, match="only 'go' takes one"):
        world.order(units, "stop", formation="line")


def test_a_group_larger_than_its_room() -> None:
    ground = np.ones((3, 5), int)
    ground[:, 2] = 0
    world = World(ps.Map(ground))
    units = [world.add((x, y)) for x in range(2) for y in range(3)] + [world.add((3, 0))]
    with pytest.raises(ps.OptionError, match="no room for 7 units"):
        world.order(units, "go", (0, 0))


def test_every_order_says_what_it_does() -> None:
    assert all(row.does and row.name == name for name, row in ORDERS.items())
