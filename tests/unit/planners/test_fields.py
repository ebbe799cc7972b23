"""What a field rejects, and what it says about itself."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps

GRID = ps.Grid([[1, 1, 0, 1]], cost=[[1, 2, 3, 4]])


def test_the_way_back_costs_otherwise_where_one_pays_on_entering() -> None:
    assert ps.distance_field(GRID, [(0, 0)]).costs.tolist() == [[0, 1, np.inf, np.inf]]
    assert ps.distance_field(GRID, [(0, 0)], outward=True).costs.tolist() == [[0, 2, np.inf, np.inf]]


def test_ways_lead_in_one_direction_only() -> None:
    inward, outward = ps.distance_field(GRID, [(0, 0)]), ps.distance_field(GRID, [(0, 0)], outward=True)
    assert inward.path_from((1, 0)) == [(1, 0), (0, 0)]
    assert outward.path_to((1, 0)) == [(0, 0), (1, 0)]
    assert inward.path_from((3, 0)) == []
    assert inward.next_step((3, 0)) is None
    for wrong in (outward.path_from, outward.next_step, inward.path_to):
        with pytest.raises(ps.OptionError, match="outward="):
            wrong((1, 0))


def test_a_source_given_twice_counts_once() -> None:
    assert ps.distance_field(GRID, [(0, 0), (0, 0)]).cost_of((0, 0)) == 0


def test_it_says_what_it_reached() -> None:
    assert repr(ps.distance_field(GRID, [(0, 0)])) == "Field(2 of 4 places, to the nearest source)"


@pytest.mark.parametrize(
    ("sources", "error", "words"),
    [
        ([], ps.PlaceError, "there are no sources"),
        ([(0, 0), (2, 0)], ps.PlaceError, r"sources\[1\] = \(2, 0\) is not walkable"),
        ([(0, 0), (9, 0)], ps.PlaceError, r"sources\[1\]"),
        ([(0.5, 0)], ps.PlaceTypeError, "whole numbers"),
        ((0, 0), ps.ArrayError, "sources"),
    ],
)
def test_bad_sources(sources, error, words) -> None:
    with pytest.raises(error, match=words):
        ps.distance_field(GRID, sources)


def test_bad_options() -> None:
    with pytest.raises(ps.SpaceError):
        ps.distance_field(np.ones((3, 3)), [(0, 0)])
    with pytest.raises(ps.OptionError, match="outward is 1"):
        ps.distance_field(GRID, [(0, 0)], outward=1)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("outward", [False, True])
def test_of_equally_near_sources_the_first_counts(seed, outward) -> None:
    random = np.random.default_rng(seed)
    sources = random.integers(0, 12, (6, 2))
    grid = ps.Grid(np.ones((12, 12)), moves=ps.Moves(directions=4))
    field = ps.distance_field(grid, sources, outward=outward)
    y, x = np.mgrid[:12, :12]
    apart = np.abs(x[..., None] - sources[:, 0]) + np.abs(y[..., None] - sources[:, 1])
    np.testing.assert_array_equal(field.nearest, apart.argmin(axis=-1))
    for place in ((0, 0), (11, 3), (5, 5), (2, 9)):
        way = field.path_to(place)[::-1] if outward else field.path_from(place)
        assert way[-1] == tuple(sources[field.nearest[place[::-1]]].tolist())
        assert len(way) - 1 == field.cost_of(place)


def test_ground_that_costs_nothing_belongs_to_the_first_source_that_reaches_it() -> None:
    grid = ps.Grid([[1, 1, 1, 1, 1]], cost=[[0, 0, 0, 0, 3]])
    field = ps.distance_field(grid, [(4, 0), (3, 0), (0, 0)])
    assert field.nearest.tolist() == [[1, 1, 1, 1, 0]]
    assert field.path_from((0, 0)) == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_what_a_field_hands_out_cannot_be_written_to() -> None:
    field = ps.distance_field(GRID, [(0, 0), (1, 0)])
    for array in (field.costs, field.parents, field.nearest, field.directions):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_a_goal_keeps_its_blocked_places_for_later() -> None:
    map = ps.Map([[0, 1, 1, 1, 0]])
    goal = ps.goals.any_of([(0, 0), (4, 0), (3, 0)])
    field = ps.distance_field(map.grid(), goal)
    masked = ps.distance_field(map.grid(), goal, avoid=[(4, 0)])
    assert field.nearest.tolist() == [[2**32 - 1, 2, 2, 2, 2**32 - 1]]
    assert field.trace().path.start == (3, 0)
    map.edit("passable", (slice(0, 1), slice(0, 5)), True)
    assert field.costs.tolist() == [[0, 1, 1, 0, 0]]
    assert masked.costs.tolist() == [[0, 1, 1, 0, 1]]
    with pytest.raises(ps.PlaceError, match=r"no way may enter sources\[1\] = \(4, 0\)"):
        ps.distance_field(map.grid(), goal, avoid=[(4, 0)])
