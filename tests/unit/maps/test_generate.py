"""Generators: the same map for the same seed everywhere, and of the requested kind."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

from pathstar.errors import MapLimitError, OptionError
from pathstar.maps.generate import (
    GENERATORS,
    caves,
    city,
    generate,
    maze,
    noise_terrain,
    random_obstacles,
    rooms,
)
from pathstar.maps.generate.areas import largest_area
from pathstar.maps.generate.dice import Dice

# these must not change with the platform, or with the versions of Python and NumPy
FINGERPRINTS = {
    "random": "2d715feb0b2ec20b",
    "maze": "b54042d882780d5b",
    "rooms": "8190a69be7db0c2f",
    "caves": "c9902f1a1254e234",
    "city": "08fc24c6423d94fa",
    "terrain": "d7e12b2eaf1a15b8",
}


def flooded(walkable: np.ndarray, start: tuple[int, int]) -> set[tuple[int, int]]:
    """All cells reached from (y, x) by straight steps, the plain way."""
    reached, waiting = {start}, [start]
    while waiting:
        y, x = waiting.pop()
        for cell in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            inside = 0 <= cell[0] < walkable.shape[0] and 0 <= cell[1] < walkable.shape[1]
            if inside and walkable[cell] and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


def is_connected(walkable: np.ndarray) -> bool:
    cells = np.argwhere(walkable)
    return len(cells) == 0 or len(flooded(walkable, tuple(cells[0].tolist()))) == len(cells)


def neighbours(walkable: np.ndarray) -> np.ndarray:
    """How many of the four neighbours are walkable."""
    padded = np.pad(walkable, 1).astype(int)
    return padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]


def test_dice_are_pcg64_by_its_raw_output():
    assert Dice(0).shares(3).tolist() == [0.6369616873214543, 0.2697867137638703, 0.04097352393619469]
    assert Dice(7).below(6, 4).max() < 6
    assert {Dice(seed).within(2, 3) for seed in range(20)} == {2, 3}


@pytest.mark.parametrize("name", GENERATORS)
def test_the_same_seed_makes_the_same_map_everywhere(name):
    map = generate(name, 61, 45, seed=12)
    layers = b"".join(map.layers[layer].tobytes() for layer in sorted(map.layers))
    assert hashlib.sha256(layers).hexdigest()[:16] == FINGERPRINTS[name]


@pytest.mark.parametrize("name", GENERATORS)
def test_seeds_and_sizes(name):
    generator = GENERATORS[name]
    map = generator(40, 30, seed=1)
    assert map.shape == (30, 40)
    assert map == generator(40, 30, seed=1)
    assert map != generator(40, 30, seed=2)
    assert 0.2 < map.passable.mean() < 0.95
    assert generator.summary
    assert "seed" not in generator.options


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 2**70), st.sampled_from(sorted(GENERATORS)))
@settings(max_examples=examples(150))
def test_any_size_works_or_is_refused(width, height, seed, name):
    try:
        map = generate(name, width, height, seed=seed)
    except OptionError:
        assert min(width, height) < 3
        return
    assert map.shape == (height, width)
    if name not in ("random", "terrain"):
        assert is_connected(map.passable)


@pytest.mark.parametrize("corridor", [1, 2, 3, 5])
def test_a_perfect_maze_is_a_tree(corridor):
    walkable = maze(60, 50, corridor=corridor, seed=3).passable
    assert is_connected(walkable)
    # with corridors narrowed to one cell, a tree has one cell more than joints
    narrow = np.delete(walkable, [i for i in range(50) if i % (corridor + 1) > 1], 0)
    narrow = np.delete(narrow, [i for i in range(60) if i % (corridor + 1) > 1], 1)
    joints = (narrow[:, 1:] & narrow[:, :-1]).sum() + (narrow[1:] & narrow[:-1]).sum()
    assert narrow.sum() == joints + 1


def test_braiding_opens_dead_ends():
    dead_ends = []
    for braid in (0.0, 0.5, 1.0):
        walkable = maze(101, 101, braid=braid, seed=4).passable
        assert is_connected(walkable)
        dead_ends.append(int(((neighbours(walkable) == 1) & walkable).sum()))
    assert dead_ends[0] > dead_ends[1] > dead_ends[2] == 0


def test_a_maze_has_a_closed_rim():
    walkable = maze(64, 33, corridor=2, seed=5).passable
    assert not walkable[[0, -1]].any()
    assert not walkable[:, [0, -1]].any()


def test_doors():
    few, many = (rooms(100, 80, doors=doors, seed=6).passable.sum() for doors in (0, 1))
    assert few < many
    wide = rooms(100, 80, door=3, seed=6)
    assert is_connected(wide.passable)
    assert wide.passable.sum() > rooms(100, 80, seed=6).passable.sum()


def test_density():
    assert random_obstacles(200, 200, density=0.2, seed=7).passable.mean() == pytest.approx(0.8, abs=0.02)
    assert random_obstacles(9, 9, density=0, seed=7).passable.all()
    assert not random_obstacles(9, 9, density=1, seed=7).passable.any()


def test_caves_are_one_area_inside_a_rim():
    for seed in range(5):
        walkable = caves(70, 50, density=0.5, seed=seed).passable
        assert is_connected(walkable)
        assert not walkable[[0, -1]].any()
        assert not walkable[:, [0, -1]].any()


def test_city_has_variety():
    map = city(300, 300, seed=8)
    assert is_connected(map.passable)
    assert {map.legend[code].name for code in np.unique(map.terrain)} == {
        terrain.name for terrain in map.legend.values()
    }
    assert map.cost_field() is None


def test_terrain_has_the_shares_asked_for():
    map = noise_terrain(128, 128, water=0.3, rock=0.15, seed=9)
    shares = {terrain.name: (map.terrain == code).mean() for code, terrain in map.legend.items()}
    assert shares["water"] == pytest.approx(0.3, abs=0.001)
    assert shares["rock"] == pytest.approx(0.15, abs=0.001)
    assert min(shares.values()) > 0.02
    assert set(np.unique(map.cost_field()[map.passable])) == {1, 1.5, 2, 3}
    # smooth: most neighbours are of the same kind
    assert (map.terrain[:, 1:] == map.terrain[:, :-1]).mean() > 0.85


@pytest.mark.parametrize(("water", "rock"), [(0, 0), (1, 0), (0, 1), (0.5, 0.5)])
def test_extreme_terrain(water, rock):
    map = noise_terrain(20, 20, water=water, rock=rock, seed=1)
    assert map.passable.mean() == pytest.approx(1 - water - rock)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 1000), st.floats(0.2, 0.9))
def test_largest_area(width, height, seed, density):
    walkable = Dice(seed).shares(height, width) < density
    areas = [flooded(walkable, tuple(cell)) for cell in np.argwhere(walkable).tolist()]
    kept = largest_area(walkable)
    assert kept.sum() == max(map(len, areas), default=0)
    assert not kept.any() or {tuple(cell) for cell in np.argwhere(kept).tolist()} in areas


@pytest.mark.parametrize(
    ("name", "size", "options", "words"),
    [
        ("random", (0, 5), {}, "width is 0"),
        ("random", (5, -1), {}, "height is -1"),
        ("random", (5.0, 5), {}, "width is 5.0"),
        ("random", (True, 5), {}, "width is True"),
        ("random", (5, 5), {"density": 1.5}, "density is 1.5"),
        ("random", (5, 5), {"density": "much"}, "density is 'much'"),
        ("random", (5, 5), {"density": float("nan")}, "density is nan"),
        ("random", (5, 5), {"seed": -1}, "seed is -1"),
        ("random", (5, 5), {"seed": None}, "seed is None"),
        ("random", (5, 5), {"densty": 0.5}, "did you mean 'density'"),
        ("maze", (3, 5), {"corridor": 2}, "width is 3; allowed: a whole number from 4"),
        ("maze", (9, 9), {"braid": -0.1}, "braid is -0.1"),
        ("rooms", (9, 9), {"door": 4, "room": 3}, "door is 4"),
        ("caves", (9, 9), {"rounds": -1}, "rounds is -1"),
        ("terrain", (9, 9), {"water": 0.7, "rock": 0.7}, "together"),
        ("terrain", (9, 9), {"scale": 0}, "scale is 0"),
        ("labyrinth", (9, 9), {}, "unknown generator 'labyrinth'"),
        (["maze"], (9, 9), {}, "unknown generator"),
    ],
)
def test_bad_options(name, size, options, words):
    with pytest.raises(OptionError, match=words):
        generate(name, *size, **{"seed": 1, **options})


@pytest.mark.parametrize("name", GENERATORS)
def test_too_many_cells(name):
    with pytest.raises(MapLimitError, match="30000 x 30000 = 900,000,000 cells"):
        generate(name, 30_000, 30_000, seed=1)


@pytest.mark.parametrize("name", GENERATORS)
def test_sizes_of_any_type_make_the_same_map(name):
    make, size = GENERATORS[name], np.uint8(255)
    assert make(size, np.uint8(40), seed=np.int8(3)) == make(255, 40, seed=3)


def test_doors_wider_than_the_map_are_as_wide_as_its_walls():
    assert rooms(40, 20, room=10**30, door=10**30, seed=1) == rooms(40, 20, room=10**30, door=40, seed=1)
