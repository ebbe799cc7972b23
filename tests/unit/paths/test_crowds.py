"""Many places at once on one field."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.contract.zoo import swept

import pathstar as ps
from pathstar.spaces.base import place_list

ZOO = {name: space for name, space in swept().items() if space.size > 2}


def some_field(space: Any) -> ps.Field | None:
    free = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32)))
    if len(free) == 0:
        return None
    sources = np.random.default_rng(space.size).choice(free, 2)
    return ps.distance_field(space, place_list(space.places_of(sources)))


@pytest.mark.parametrize("name", ZOO)
def test_many_next_steps_are_those_of_each(name: str) -> None:
    space = ZOO[name]
    if (field := some_field(space)) is None:
        return
    places = space.places_of(np.arange(space.size))
    several = place_list(places)
    following = field.next_step(places if space.capabilities.cells else several)
    assert following.shape == places.shape
    for place, found in zip(several, place_list(following), strict=True):
        one = field.next_step(place)
        assert found == (place if one is None else one)


@pytest.mark.parametrize("name", [name for name in ZOO if ZOO[name].capabilities.cells])
@pytest.mark.parametrize("outward", [False, True])
def test_directions_are_the_steps_of_the_space(name: str, outward: bool) -> None:
    space = ZOO[name]
    if (field := some_field(space)) is None:
        return
    if outward:
        roots = np.flatnonzero((field.parents == 2**32 - 1) & (field.costs.ravel() == 0))
        field = ps.distance_field(space, place_list(space.places_of(roots)), outward=True)
    directions = field.directions.ravel()
    places = space.places_of(np.arange(space.size))
    axes = len(space.directions[0])
    layout = getattr(space.ground, "layout", None)
    np.testing.assert_array_equal(directions == 255, field.parents == 2**32 - 1)
    for node in np.flatnonzero(directions < 254)[:300]:
        ends = places[[node, field.parents[node]]]
        (x, y, *_), there = (ends[::-1] if outward else ends).tolist()
        step = np.array(space.directions[directions[node]])
        if isinstance(space.ground, ps.TriangleGrid) and (x + y) % 2 == 1:
            step[1] = -step[1]  # the base of a triangle that points down is above it
        if layout is not None:
            ahead = np.array(space.ground.from_axial(np.add(space.ground.to_axial((x, y)), step).tolist()))
        else:
            ahead = np.add((ends[1] if outward else ends[0])[:axes], step)
        sides = np.array(space.ground.shape[::-1])[:axes]
        assert ((ahead - there[:axes]) % sides == 0).all()


def test_places_of_any_whole_type_and_order() -> None:
    field = ps.distance_field(ps.Grid(np.ones((4, 5))), [(0, 0)])
    expected = [[1, 0], [2, 1], [0, 0]]
    for dtype in (np.int8, np.uint16, np.int32, np.int64, np.uint64):
        places = np.array([[2, 0], [3, 2], [0, 0]], dtype)
        assert field.next_step(places).tolist() == expected
        assert field.next_step(np.asfortranarray(places)).tolist() == expected
    assert field.next_step([]).shape == (0, 2)
    assert field.next_step(np.array([[2, 0]])).dtype == np.int32


@pytest.mark.parametrize(
    ("places", "error", "words"),
    [
        ([(0, 0), (5, 0)], ps.PlaceError, r"places\[1\] = \(5, 0\) lies outside"),
        ([(0, 0), (0, -1)], ps.PlaceError, r"places\[1\]"),
        ([(0.5, 0)], ps.PlaceTypeError, "whole numbers"),
        (np.zeros((3, 3), int), ps.ArrayError, r"\(n, 2\)"),
        ([(0, 0), (0,)], ps.ArrayError, "places cannot be made an array"),
    ],
)
def test_bad_places(places: Any, error: type[Exception], words: str) -> None:
    field = ps.distance_field(ps.Grid(np.ones((4, 5))), [(0, 0)])
    with pytest.raises(error, match=words):
        field.next_step(places)


def test_the_row_outside_is_named_among_many() -> None:
    field = ps.distance_field(ps.Grid(np.ones((4, 5))), [(0, 0)])
    places = np.zeros((400, 2), int)
    places[300] = (2**40, -(2**40))
    with pytest.raises(ps.PlaceError, match=r"places\[300\]"):
        field.next_step(places)


def test_an_outward_field_has_no_next_steps() -> None:
    field = ps.distance_field(ps.Grid(np.ones((4, 5))), [(0, 0)], outward=True)
    with pytest.raises(ps.OptionError, match="outward"):
        field.next_step([(0, 0)])


def test_names_of_a_graph() -> None:
    graph = ps.Graph.from_edges([("a", "b"), ("b", "c"), ("d", "a")])
    field = ps.distance_field(graph, ["c"])
    assert field.next_step(["a", "b", "c"]).tolist() == ["b", "c", "c"]
    assert field.directions.tolist() == [0, 0, 255, 0]
