"""A saved world goes on as if it had not been interrupted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.campaigns.worlds import change_some, order_some, random_world

import pathstar as ps
from pathstar.fleet import World


@pytest.mark.parametrize("seed", range(12))
def test_a_loaded_world_goes_on_the_same(seed: int, tmp_path: Path) -> None:
    random = np.random.default_rng(seed)
    world, _ = random_world(random)
    order_some(random, world)
    order_some(random, world)
    world.step(4.3)
    change_some(random, world)
    if world.units:
        world.remove(world.units[0])
    world.step(0.25)
    world.save(tmp_path / "world.npz")
    same = World.load(tmp_path / "world.npz")
    assert repr(same) == repr(world)
    for _ in range(20):
        assert same.step(0.75) == world.step(0.75)
        assert np.array_equal(same.positions, world.positions, equal_nan=True)
        assert np.array_equal(same.headings, world.headings, equal_nan=True)
    assert same.map == world.map


def test_routes_and_profiles_are_kept(tmp_path: Path) -> None:
    profiles = {"timid": ps.maps.CostModel(weights={"fog": 2})}
    map = ps.Map(
        [[1, 1]], layers={"fog": [[0, 1]]}, marks={"home": (0, 0)}, routes={"beat": [(0, 0), (1, 0)]}
    )
    world = World(map, profiles=profiles)
    world.add((0, 0), profile="timid")
    world.save(tmp_path / "world.npz")
    same = World.load(tmp_path / "world.npz")
    assert (dict(same.map.routes), dict(same.map.marks)) == (dict(map.routes), dict(map.marks))
    same.add((1, 0), profile="timid")


def reloaded(world: World, folder: Path) -> World:
    world.save(folder / "world.npz")
    return World.load(folder / "world.npz")


def test_what_happened_since_the_last_step_is_kept(tmp_path: Path) -> None:
    world = World(ps.Grid([[1, 1, 1]]))
    world.remove(world.add((1, 0)))
    assert reloaded(world, tmp_path).step(0) == world.step(0) != []


@pytest.mark.parametrize("size", [1, 2])
def test_ways_are_the_same_after_all_ground_became_dearer(size: int, tmp_path: Path) -> None:
    world = World(ps.Map(np.ones((8, 8)), cost=np.ones((8, 8))), moves=ps.Moves(directions=4))
    unit = world.add((0, 0), size=size)
    world.order(unit, "go", (3, 0))
    world.step(0.5)
    world.map.edit("cost", (slice(0, 8), slice(0, 8)), 3.0)
    worlds = world, reloaded(world, tmp_path)
    for each in worlds:
        each.order(unit, "go", (6, 6))
        each.step(5)
    paths = [each.unit(unit).path for each in worlds]
    assert paths[0] == paths[1] != []


def test_a_world_without_units_takes_some_once_loaded(tmp_path: Path) -> None:
    world = reloaded(World(ps.Grid([[1, 1, 1]])), tmp_path)
    assert [world.add((x, 0)) for x in range(3)] == [0, 1, 2]


def test_numbers_of_numpy_are_saved(tmp_path: Path) -> None:
    danger = (np.float32(3), np.int64(2), np.inf)
    world = World(ps.Grid([[1, 1]]), danger_from_losses=danger, sight=np.float32(2))
    assert reloaded(world, tmp_path).danger_from_losses == danger


def test_a_layer_that_follows_the_walls_still_does(tmp_path: Path) -> None:
    near, frame = ps.maps.ClearanceCost(2, 3.0), ps.maps.Frame((1, 0, 5, 0, 1, 5))
    map = ps.Map(
        np.ones((5, 5)), layers={"near": near}, profiles={"slow": ps.maps.CostModel(base=2)}, frame=frame
    )
    same = reloaded(World(map), tmp_path).map
    assert same == map
    assert same.frame == frame
    map.edit("passable", (2, 2), False)
    same.edit("passable", (2, 2), False)
    assert same == map


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 what", b"[]"])
def test_a_file_that_is_no_world_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "world.npz").write_bytes(content)
    with pytest.raises(ps.MapFormatError, match=r"world\.npz"):
        World.load(tmp_path / "world.npz")


def test_a_text_is_not_taken_for_a_pickle(tmp_path: Path) -> None:
    (tmp_path / "world.npz").write_text("not numbers")
    with pytest.raises(ps.MapFormatError, match=r"found a file that is not an \.npz archive"):
        World.load(tmp_path / "world.npz")
    with pytest.raises(ps.MapFormatError, match=r"found a file that is not an \.npz archive"):
        ps.fleet.load_plan(tmp_path / "world.npz", ps.Grid([[1, 1]]))


def test_the_file_of_a_map_is_no_world(tmp_path: Path) -> None:
    ps.write(ps.Map([[1, 1]]), tmp_path / "map.npz")
    with pytest.raises(ps.MapFormatError, match="a world that"):
        World.load(tmp_path / "map.npz")
