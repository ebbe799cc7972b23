"""Arrays are processed part by part, with the same result as in one go."""

from __future__ import annotations

import tracemalloc
from functools import partial
from typing import Any

import numpy as np
import pytest

from pathstar.errors import ArrayError, CostError
from pathstar.maps import Map, Terrain, parts
from pathstar.maps.generate import GENERATORS
from pathstar.maps.generate.areas import largest_area
from pathstar.maps.layers import as_codes, as_costs, as_values, as_walkable
from pathstar.spaces.cells import checked_floors

RANDOM = np.random.default_rng(17)


@pytest.fixture(params=[1, 7, 100])
def small_parts(request, monkeypatch):
    monkeypatch.setattr(parts, "PART", request.param)


@pytest.mark.parametrize("shape", [(), (1,), (0,), (9,), (1, 40), (40, 1), (8, 9), (2, 3, 50), (50, 1, 2)])
def test_the_parts_are_the_whole_once(shape, small_parts):
    seen = np.zeros(shape, int)
    for part in parts.parts_of(shape):
        seen[part] += 1
    assert (seen == 1).all()


def arrays() -> list[np.ndarray]:
    numbers = RANDOM.integers(0, 3, (13, 17))
    holes = np.where(numbers == 0, np.nan, numbers)
    masked = np.ma.masked_array(numbers, numbers == 1)
    return [
        numbers,
        holes,
        masked,
        numbers > 0,
        np.asfortranarray(holes, np.float32),
        numbers.astype(np.int8)[::2, ::-1],
        np.broadcast_to(numbers[:1], (5, 17)),
    ]


def said(convert: Any, array: np.ndarray) -> Any:
    try:
        return convert(array)
    except (ArrayError, CostError) as error:
        return str(error)


@pytest.mark.parametrize("convert", [as_walkable, as_costs, as_codes, partial(as_values, name="height")])
@pytest.mark.parametrize("number", range(7))
def test_conversions_do_not_depend_on_the_parts(convert, number, monkeypatch):
    array = arrays()[number]
    whole = said(convert, array)
    monkeypatch.setattr(parts, "PART", 10)
    np.testing.assert_array_equal(said(convert, array), whole)
    if isinstance(whole, np.ndarray):
        part = convert(array)
        assert part.flags.c_contiguous
        assert (part.dtype, part.shape) == (whole.dtype, array.shape)


def test_what_needs_no_conversion_is_handed_back():
    for array, convert in ((np.ones((2, 3), bool), as_walkable), (np.ones((2, 3)), as_costs)):
        assert convert(array) is array


def test_the_first_wrong_number_is_named_wherever_the_parts_end(small_parts):
    costs = np.ones((6, 9))
    costs[4, 2] = costs[3, 8] = -1
    with pytest.raises(CostError, match=r"cost at \(8, 3\) is -1"):
        as_costs(costs)
    with pytest.raises(CostError, match=r"the cost at \(8, 3, 0\) is 1e\+101"):
        checked_floors(costs[None] * 0, np.where(costs < 0, 1e101, 1)[None], "enter")
    with pytest.raises(ArrayError, match=r"terrain code 2 at \(8, 3\)"):
        Map.from_terrain(np.where(costs < 0, 2, 1), {1: Terrain("sand")})


def test_maps_and_their_costs_do_not_depend_on_the_parts(monkeypatch):
    def fold() -> tuple[np.ndarray, np.ndarray]:
        codes, cost = RANDOM.integers(0, 2, (11, 12)), RANDOM.choice([1.0, 2.5, np.inf, np.nan], (11, 12))
        map = Map(codes, terrain=codes, cost=cost, legend={0: Terrain("wall"), 1: Terrain("sand", 3)})
        return map.passable, map.cost_field()

    state = RANDOM.bit_generator.state
    whole = fold()
    RANDOM.bit_generator.state = state
    monkeypatch.setattr(parts, "PART", 25)
    for a, b in zip(fold(), whole, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("size", [(24, 31), (40, 9), (3, 60)])
def test_generated_maps_do_not_depend_on_the_parts(name, size, monkeypatch):
    whole = GENERATORS[name](*size, seed=5)
    for part in (1, 50, 333):
        monkeypatch.setattr(parts, "PART", part)
        assert GENERATORS[name](*size, seed=5) == whole


def test_the_largest_area_does_not_depend_on_the_parts(monkeypatch):
    for round in range(30):
        walkable = RANDOM.random((12, 1 + round)) < 0.6
        whole = largest_area(walkable)
        for part in (1, 25, 70):
            monkeypatch.setattr(parts, "PART", part)
            np.testing.assert_array_equal(largest_area(walkable), whole)
        monkeypatch.undo()


@pytest.mark.parametrize("name", ["random", "caves", "terrain"])
def test_generators_make_no_large_arrays_beside_the_map(name, monkeypatch):
    """The parts are small, so that Ctrl+C need not wait long."""
    monkeypatch.setattr(parts, "PART", 2**14)
    tracemalloc.start()
    made = GENERATORS[name](1000, 1000, seed=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < {"random": 12, "caves": 20, "terrain": 36}[name] * made.size
