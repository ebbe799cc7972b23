"""The steps that a space lists are those of the oracle, in both directions, on every space of the zoo."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.contract.counting import compared
from tests.oracle import plain, sight, timed

import pathstar as ps
from contract.zoo import ZOO
from pathstar.spaces.base import place_list

Steps = Counter[tuple[Any, float]]
FIXED = sorted(name for name, space in ZOO.items() if not (space.capabilities.timed or "waypoints" in name))
REVERSIBLE = [name for name in FIXED if ZOO[name].capabilities.reversible]
WAYPOINTS = sorted(name for name in ZOO if "waypoints" in name)
TIMED = sorted(name for name, space in ZOO.items() if space.capabilities.timed)


def rounded(steps: Any) -> Steps:
    """Steps as a multiset, with costs that agree to 12 digits."""
    return Counter((place, float(f"{cost:.12g}")) for place, cost in steps)


def places(space: Any) -> list[Any]:
    """All places of a space, or a few hundred, with its corners."""
    nodes = np.arange(space.size)
    if len(nodes) > 400:
        some = np.random.default_rng(5).choice(len(nodes), 300, replace=False)
        nodes = np.unique([0, len(nodes) - 1, *some])
    return place_list(space.places_of(nodes))


@cache
def forwards(name: str) -> dict[Any, list[tuple[Any, float]]]:
    """The oracle's steps from each place of a space."""
    space = ZOO[name]
    everywhere = place_list(space.places_of(np.arange(space.size)))
    steps = plain.known_steps(space)
    return {place: steps(place) if plain.is_free(space, place) else [] for place in everywhere}


@cache
def backwards(name: str) -> dict[Any, list[tuple[Any, float]]]:
    """The same steps by target."""
    found: dict[Any, list[tuple[Any, float]]] = {place: [] for place in forwards(name)}
    for place, steps in forwards(name).items():
        for end, cost in steps:
            found[end].append((place, cost))
    return found


@pytest.mark.parametrize("name", FIXED)
def test_steps_from_a_place_are_the_oracle_s(name: str) -> None:
    space = ZOO[name]
    for place in places(space):
        assert rounded(space.steps_from(place)) == rounded(forwards(name)[place]), place
        compared()


@pytest.mark.parametrize("name", REVERSIBLE)
def test_steps_to_a_place_are_the_oracle_s_turned_round(name: str) -> None:
    space = ZOO[name]
    for place in places(space):
        assert rounded(space.steps_to(place)) == rounded(backwards(name)[place]), place
        compared()


@pytest.mark.parametrize("name", WAYPOINTS)
def test_from_a_cell_lines_lead_to_the_points_that_it_sees(name: str) -> None:
    space = ZOO[name]
    walkable, moves = space.grid.walkable, space.grid.moves
    points = list(map(tuple, space.points.tolist()))
    for place in places(space):
        seen = [
            (point, moves.straight * float(np.hypot(point[0] - place[0], point[1] - place[1])))
            for point in points
            if point != place
            and plain.is_free(space, place)
            and sight.sees(walkable, moves.corners, place, point)
        ]
        assert rounded(space.steps_from(place)) == rounded(seen)
        assert rounded(space.steps_to(place)) == rounded(seen)
        compared()


@pytest.mark.parametrize("name", TIMED)
def test_steps_in_time_end_as_soon_as_can_be(name: str) -> None:
    """Compared with the oracle's search for the arrival at the next cell, moment by moment."""
    space = ZOO[name]
    for time in (space.now, space.now + 2.5):
        for place in places(space)[::3]:
            steps = space.steps_from(place, time)
            first = {}
            for end, cost in steps:
                first[end] = min(cost, first.get(end, np.inf))
            assert first == pytest.approx(first_arrivals(space, place, time))
            compared()


def first_arrivals(space: Any, place: Any, time: float) -> dict[Any, float]:
    """The least time to each neighbouring place, by waiting and then one step."""
    times = timed.Times(space.reserved.tolist())
    here = timed.cells(space, place)
    if not plain.is_free(space, place) or not times.all_free(here, time, time):
        return {}
    found: dict[Any, float] = {}
    for step in timed.steps(space, place):
        following, turn, cost, _ = step
        for leave in timed.set_offs(times, time, step):
            if times.all_free(here, time, leave) and timed.passes(space, times, place, leave, step):
                found[following] = min(leave + turn + cost - time, found.get(following, np.inf))
    return found


@pytest.mark.parametrize("name", sorted(ZOO))
def test_by_numbers_the_steps_are_the_same(name: str) -> None:
    space = ZOO[name]
    for place in places(space)[:40]:
        nodes, costs = space.node_steps_from(space.node_of(place))
        assert (nodes.dtype, costs.dtype) == (np.uint32, np.float64)
        listed = list(zip(place_list(space.places_of(nodes)), costs.tolist(), strict=True))
        assert listed == space.steps_from(place)
        compared()


@pytest.mark.parametrize("name", sorted(ZOO))
def test_steps_that_cannot_be_followed_back_are_refused(name: str) -> None:
    space = ZOO[name]
    if space.capabilities.reversible:
        assert isinstance(space.steps_to(places(space)[0]), list)
    else:
        with pytest.raises(ps.OptionError, match="followed back, not"):
            space.steps_to(places(space)[0])
    for node in (-1, space.size):
        with pytest.raises(ps.PlaceError, match="there is no node"):
            space.node_steps_from(node)
        compared()


@pytest.mark.parametrize("name", [*sorted(ZOO), "mesh"])
def test_what_is_no_number_of_a_node_has_no_place(name: str) -> None:
    space = ps.NavMesh.from_grid(ps.Grid([[1, 1], [0, 1]])) if name == "mesh" else ZOO[name]
    beyond = 2**32 if space.capabilities.timed else space.size
    for nodes in ([-1], [0, beyond], np.array([2**63], np.uint64)):
        with pytest.raises(ps.PlaceError):
            space.places_of(nodes)
    for nodes in ([0.5], ["a"], None, [True]):
        with pytest.raises(ps.PlaceTypeError):
            space.places_of(nodes)
    for node in (0.5, "a", None, True):
        with pytest.raises((ps.PlaceTypeError, ps.OptionError)):  # a mesh has no steps
            space.node_steps_from(node)
    assert len(space.places_of([])) == 0
    compared()
