"""Players that know only what their units have seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.campaigns.worlds import ORDERS, check_bodies

import pathstar as ps
from pathstar.fleet import World

SIGHT = 3.0


def wall_with_a_gap() -> np.ndarray:
    ground = np.ones((9, 20), bool)
    ground[1:, 10] = False
    return ground


def test_a_unit_goes_straight_until_it_sees_the_wall() -> None:
    world = World(ps.Map(wall_with_a_gap()), sight=SIGHT)
    unit = world.add((1, 6))
    world.order(unit, "go", (18, 6))
    world.step(0)
    assert world.unit(unit).path[-1] == (18, 6)
    assert {y for _, y in world.unit(unit).path} == {6}
    events = world.step(60)
    assert [event.kind for event in events if event.kind != "replanned"] == ["arrived"]
    replanned = [event for event in events if event.kind == "replanned"]
    assert replanned
    assert all(10 - event.place[0] <= SIGHT for event in replanned)


def test_units_share_what_their_player_has_seen() -> None:
    world = World(ps.Map(wall_with_a_gap()), sight=SIGHT)
    scout, follower, rival = (world.add((1, y), player=y // 6) for y in (4, 2, 6))
    world.order(scout, "go", (18, 4))
    world.step(60)
    world.order(follower, "go", (18, 2))
    world.order(rival, "go", (18, 6))
    world.step(0.1)
    assert (10, 0) in world.unit(follower).path
    assert (10, 6) in world.unit(rival).path
    assert world.known(0).seen[0, 10]
    assert not world.known(1).seen[0, 10]


def run(truth: np.ndarray, cost: np.ndarray, orders: list[Any], **options: Any) -> tuple[list[Any], World]:
    """Step a world in fog, and return all that its units do and plan."""
    world = World(ps.Map(truth, cost=cost), sight=SIGHT, **options)
    lockstep = options["following"] == "allowed"
    for number, (x, y) in enumerate([(1, 1), (2, 1), (1, 2), (14, 8), (13, 8)]):
        world.add((x, y), player=number // 3, speed=1 if lockstep else 1 + number / 3)
    done: list[Any] = []
    for units, kind, target in orders:
        world.order(units, kind, target)
        for _ in range(6):
            done.append(world.step(0.5))
            done.append([world.unit(unit) for unit in world.units])
    return done, world


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("seed", range(6))
def test_walls_that_nobody_has_seen_change_nothing(seed: int, following: str) -> None:
    random = np.random.default_rng(seed)
    truth, cost = random.random((10, 16)) < 0.8, random.choice([1.0, 3.0], (10, 16))
    truth[1:3, 1:3] = truth[8, 13:15] = True
    orders = []
    for kind in random.choice(ORDERS, 6):
        units = random.choice(3, 2, replace=False).tolist()
        place = (int(random.integers(16)), int(random.integers(10)))
        targets = {"go": place, "patrol": [place, (8, 5)], "stop": None}
        orders.append((units, str(kind), targets.get(kind, 3)))
    done, world = run(truth, cost, orders, seed=seed, following=following)
    hidden = ~(world.known(0).seen | world.known(1).seen)
    assert hidden.any()
    for _ in range(3):
        flipped = truth ^ (hidden & (random.random(truth.shape) < 0.5))
        other = np.where(hidden, random.choice([0.5, 9.0], truth.shape), cost)
        assert run(flipped, other, orders, seed=seed, following=following)[0] == done


def test_a_wall_built_beside_a_unit_is_seen_and_one_far_away_is_not() -> None:
    world = World(ps.Map(np.ones((5, 20), bool)), sight=SIGHT)
    unit = world.add((1, 2))
    world.order(unit, "go", (18, 2))
    world.step(3.5)
    world.map.edit("passable", (17, 2), False)
    assert world.step(0.1) == []
    world.map.edit("passable", (slice(1, 4), slice(6, 7)), False)
    assert "replanned" in {event.kind for event in world.step(1)}
    assert world.known(0).map.passable[2, 17]
    world.step(40)
    assert world.unit(unit).place != (17, 2)


def test_a_goal_that_turns_out_to_be_a_wall_is_moved() -> None:
    ground = np.ones((5, 12), bool)
    ground[2, 10] = False
    world = World(ps.Map(ground), sight=SIGHT)
    unit = world.add((0, 2))
    world.order(unit, "go", (10, 2))
    assert [event.kind for event in world.step(30)][-1] == "arrived"
    assert max(abs(world.positions[unit] - (10, 2))) == 1


def test_large_units_never_step_on_what_they_have_not_seen() -> None:
    random = np.random.default_rng(5)
    ground = random.random((24, 30)) < 0.95
    ground[:3, :3] = True
    world = World(ps.Map(ground), sight=1.5)
    world.add((0, 0), size=3, speed=2)
    for place in ((26, 20), (2, 18), (20, 2)):
        world.order(0, "go", place)
        for _ in range(150):
            world.step(0.1)
            check_bodies(world.positions, np.array([3]), ~ground)
    assert world.known(0).seen.sum() > 100


def test_a_hunter_goes_where_it_last_saw_its_prey_and_gives_up_there() -> None:
    ground = np.ones((9, 30), bool)
    world = World(ps.Map(ground), sight=4)
    prey, hunter = world.add((6, 4), speed=3), world.add((3, 4), player=1, speed=0.5)
    world.order(hunter, "chase", prey)
    world.step(0.1)
    world.order(prey, "go", (28, 0))
    events = world.step(60)
    assert [event.unit for event in events if event.kind == "gave_up"] == [hunter]
    assert world.positions[hunter][0] < 12
    world.order(hunter, "chase", prey)
    assert [event.kind for event in world.step(1)] == ["gave_up"]


def two_guarded_gates(**options: Any) -> World:
    """Return a world of a wall with two gates, a unit of another player in each, and a unit before it."""
    ground = np.ones((9, 21), bool)
    ground[4, 2:19] = False
    ground[4, [0, 20]] = False
    world = World(ps.Map(ground), **options)
    for x in (1, 19):
        world.add((x, 4), player=1)
    world.add((6, 7))
    return world


@pytest.mark.parametrize("sight", [1.5, 4.0])
@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("kind", ["go", "follow"])
def test_a_unit_between_two_strangers_that_it_never_sees_at_once_gives_up(
    kind: str, following: str, sight: float
) -> None:
    world = two_guarded_gates(sight=sight, following=following)
    friend = world.add((10, 1))
    world.order(2, kind, {"go": (10, 2), "follow": friend}[kind])
    events = world.step(300)
    assert [event.kind for event in events if event.unit == 2][-1] == "gave_up"


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
def test_a_stranger_that_is_seen_to_have_left_is_no_longer_in_the_way(following: str) -> None:
    world = two_guarded_gates(sight=4.0, following=following)
    world.order(2, "go", (10, 1))
    world.step(50)
    assert world.unit(2).waits_for == 0
    world.order(0, "go", (1, 1))
    assert ("arrived", 2) in [(event.kind, event.unit) for event in world.step(40)]


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
def test_a_patrol_tries_a_gate_again_on_its_next_round(following: str) -> None:
    world = two_guarded_gates(sight=2.0, following=following)
    world.remove(1)
    world.order(2, "patrol", [(4, 7), (4, 1)])
    world.step(20)
    world.remove(0)
    world.step(60)
    rows = [world.unit(2).place]
    for _ in range(60):
        world.step(1)
        rows.append(world.unit(2).place)
    assert (1, 4) in rows
    assert (19, 4) not in rows


def test_a_world_in_fog_remembers_strangers_in_its_file(tmp_path: Path) -> None:
    world = two_guarded_gates(sight=2.0, seed=4)
    world.order(2, "go", (10, 1))
    world.step(20)
    world.save(tmp_path / "gates.npz")
    same = World.load(tmp_path / "gates.npz")
    assert same.step(300) == world.step(300)


def test_a_unit_out_of_sight_is_no_wall() -> None:
    def way(sight: float | None) -> list[tuple[int, int]]:
        world = World(ps.Map(np.ones((3, 12), bool)), sight=sight)
        unit, _ = world.add((0, 1)), world.add((9, 1), player=1)
        world.order(unit, "go", (11, 1))
        world.step(0)
        return world.unit(unit).path

    assert (9, 1) not in way(None)
    assert (9, 1) in way(4)


def test_a_unit_behind_a_wall_is_out_of_sight() -> None:
    walls = np.ones((5, 9), bool)
    walls[:, 4] = False
    world = World(ps.Map(walls), sight=6)
    own, near, far = world.add((0, 0)), world.add((1, 3), player=1), world.add((8, 4), player=1)
    world.order(far, "go", (5, 0))
    world.step(20)
    assert world.unit(far).place == (5, 0)
    assert world.visible(0) == [own, near]
    assert world.visible(1) == [own, near, far]
    world.map.edit("passable", (4, 0), True)
    world.step(0)
    assert world.visible(0) == [own, near, far]


def test_danger_is_learned_in_fog() -> None:
    world = World(ps.Map(np.ones((9, 12), bool)), sight=SIGHT, danger_from_losses=(20.0, 2, 50.0))
    first, second = world.add((5, 4)), world.add((0, 4))
    world.remove(first)
    assert "danger_0" not in world.map.layers
    world.order(second, "go", (11, 4))
    world.step(0)
    assert (5, 4) not in world.unit(second).path
    world.sight = None
    world.step(0)
    assert world.map.layers["danger_0"][4, 5] > 19
    assert (5, 4) not in world.unit(second).path


def test_fog_comes_and_goes() -> None:
    world = World(ps.Map(wall_with_a_gap()))
    unit = world.add((1, 6))
    world.order(unit, "go", (18, 6))
    world.step(0.5)
    assert (10, 0) in world.unit(unit).path
    with pytest.raises(ps.OptionError, match="give the world a sight"):
        world.known(0)
    world.sight = SIGHT
    assert world.known(0).seen.sum() < 40
    world.sight = None
    assert world.step(60)[-1].kind == "arrived"


@pytest.mark.parametrize("sight", [0, 1, -2, float("nan"), float("inf"), "far", True])
def test_a_wrong_sight_is_refused(sight: Any) -> None:
    world = World(ps.Map([[1]]))
    with pytest.raises(ps.OptionError, match="sight is"):
        world.sight = sight
    with pytest.raises(ps.OptionError, match="sight is"):
        World(ps.Map([[1]]), sight=sight)
    assert world.sight is None


def test_what_players_know_is_saved(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    truth, cost = random.random((14, 20)) < 0.8, random.uniform(0.3, 4, (14, 20))
    truth[:2, :2] = truth[12:, 18:] = True
    world = World(ps.Map(truth, cost=cost), sight=SIGHT, danger_from_losses=(5.0, 2, 9.0))
    for x, y in ((0, 0), (1, 0), (0, 1), (19, 13), (18, 13)):
        world.add((x, y), player=x // 10)
    world.order([0, 1], "go", (17, 12))
    world.order([3, 4], "chase", 0)
    world.step(4.5)
    world.remove(2)
    world.step(0.25)
    world.map.edit("passable", (5, 5), False)
    world.save(tmp_path / "world.npz")
    same = World.load(tmp_path / "world.npz")
    assert same.sight == SIGHT
    for _ in range(40):
        assert same.step(0.75) == world.step(0.75)
        assert np.array_equal(same.positions, world.positions, equal_nan=True)
    for player in (0, 1):
        assert np.array_equal(same.known(player).seen, world.known(player).seen)
        assert same.known(player).map == world.known(player).map


def test_seen_walls_on_terrain_are_saved(tmp_path: Path) -> None:
    legend = {1: ps.maps.Terrain("grass"), 2: ps.maps.Terrain("swamp", 3.0)}
    ground = ps.Map(np.ones((1, 3)), terrain=np.full((1, 3), 2, np.uint8), legend=legend)
    ground.edit("passable", (1, 0), False)
    world = World(ground, sight=SIGHT)
    world.add((0, 0))
    world.save(tmp_path / "world.npz")
    same = World.load(tmp_path / "world.npz")
    assert world.known(0).map.passable.tolist() == [[True, False, True]]
    assert same.known(0).map.passable.tolist() == [[True, False, True]]
    assert same.known(0).map.terrain.tolist() == world.known(0).map.terrain.tolist()


def test_layers_may_be_added_and_removed_in_fog() -> None:
    world = World(ps.Map(np.ones((1, 9)), layers={"scent": np.ones((1, 9))}), sight=SIGHT)
    unit = world.add((0, 0))
    world.order(unit, "go", (8, 0))
    world.step(2)
    world.map.add_layer("smoke", np.full((1, 9), 2.0))
    world.map.remove_layer("scent")
    assert [event.kind for event in world.step(20)] == ["arrived"]
    known = world.known(0).map
    assert sorted(known.layers) == ["passable", "smoke"]
    assert known.layers["smoke"][0, 8] == 2
