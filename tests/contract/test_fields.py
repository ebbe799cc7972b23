"""A field has, for every place, the result of a search between it and the nearest source."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.contract.counting import compared
from tests.contract.zoo import queries, swept
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces.base import place_list

ZOO = swept()


def sources_in(ground: Any) -> list[Any]:
    """Some free places, or none if no place is free."""
    ends = (end for query in queries(ground, 3) for end in query)
    return list(dict.fromkeys(end for end in ends if plain.is_free(ground, end)))


def optimum_from(space: str, start: Any) -> Callable[[Any], float]:
    """Return a function for the oracle's cost to any place; over a Turning, to any heading that will do."""
    costs = plain.costs_from(ZOO[space], start)
    if not isinstance(ZOO[space], ps.Turning):
        return lambda place: costs.get(place, math.inf)
    in_cell: dict[Any, list[Any]] = {}
    for place in costs:
        in_cell.setdefault(place[:2], []).append(place)

    def least(place: Any) -> float:
        others = in_cell.get(place[:2], [])
        return min((costs[other] for other in others if plain.arrived(other, place)), default=math.inf)

    return least


optimum_from_source = cache(optimum_from)  # the same sources are used twice


@pytest.mark.parametrize("space", [space for space in ZOO if sources_in(ZOO[space])])
def test_costs_are_the_oracles_and_ways_are_legal(space: str) -> None:
    ground = ZOO[space]
    places = place_list(ground.places_of(np.arange(ground.size)))
    sources = sources_in(ground)
    from_each = [optimum_from_source(space, source) for source in sources]
    outward = ps.distance_field(ground, sources, outward=True)
    inward = ps.distance_field(ground, sources)
    assert outward.costs.shape == ground.shape
    for place in places:
        truth = min(optimum(place) for optimum in from_each)
        assert outward.cost_of(place) == pytest.approx(truth, rel=1e-9)
        source = int(outward.nearest.ravel()[ground.node_of(place)])
        assert (source == 2**32 - 1) == math.isinf(truth)
        if truth < math.inf:
            assert from_each[source](place) == pytest.approx(truth, rel=1e-9)
        compared()
    for place in places[:: max(1, len(places) // 25)]:
        truth = min(map(optimum_from(space, place), sources))
        assert inward.cost_of(place) == pytest.approx(truth, rel=1e-9)
        ways = ((outward, outward.path_to(place)), (inward, inward.path_from(place)))
        for field, way in ways:
            assert bool(way) == math.isfinite(field.cost_of(place))
            if way:
                check = ps.check_path(ground, way)
                assert check, check.problem
                assert check.cost == pytest.approx(field.cost_of(place), rel=1e-9)
                end, other = (way[0], way[-1]) if field.outward else (way[-1], way[0])
                assert end in sources or (end == other and any(plain.arrived(end, each) for each in sources))
                nearest = sources[int(field.nearest.ravel()[ground.node_of(place)])]
                assert end == nearest or plain.arrived(end, nearest)
                assert place == (way[-1] if field.outward else way[0])
        way = inward.path_from(place)
        assert inward.next_step(place) == (way[1] if len(way) > 1 else None)


@pytest.mark.parametrize("space", [space for space in ZOO if sources_in(ZOO[space])])
def test_seeds_early_stops_and_going_on(space: str) -> None:
    """Costs at the sources count; a field that stops early knows the near places exactly, and no others."""
    ground = ZOO[space]
    places = place_list(ground.places_of(np.arange(ground.size)))
    sources = sources_in(ground)
    dice = np.random.default_rng(len(space))
    optima = np.array([list(map(optimum_from_source(space, source), places)) for source in sources])
    for scale in (0.7, 40.0, 1e7):
        first = dice.random(len(sources)) * scale
        truth = (first[:, None] + optima).min(axis=0)
        whole = ps.distance_field(ground, sources, outward=True, start_costs=first)
        np.testing.assert_allclose(whole.costs.ravel(), truth, rtol=1e-9)
        assert whole.complete
        reached = np.flatnonzero(np.isfinite(truth))
        stops = dice.choice(reached, min(3, len(reached)))
        farthest = max(whole.costs.ravel()[stops])
        middle = float(dice.choice(whole.costs.ravel()[reached]))
        cuts = (
            ({"max_cost": middle}, middle),
            ({"stop_at": [places[stop] for stop in stops]}, farthest),
            ({"stop_at": [places[stop] for stop in stops], "max_cost": middle}, min(farthest, middle)),
        )
        for limits, known_to in cuts:
            part = ps.distance_field(ground, sources, outward=True, start_costs=first, **limits)
            check_part(whole, part, known_to)
            check_part(whole, part.resume(max_cost=2 * known_to), 2 * known_to)
            again = part.resume()
            np.testing.assert_array_equal(again.costs, whole.costs)
        few = ps.distance_field(ground, sources, outward=True, start_costs=first, max_expansions=1)
        check_part(whole, few, few.known_to)
        compared()


def check_part(whole: ps.Field, part: ps.Field, known_to: float) -> None:
    """A field that was stopped has the costs of the whole field up to some cost."""
    near = whole.costs <= known_to
    if near.sum() == np.isfinite(whole.costs).sum():
        nodes_are_places = part.ends is None  # else a place may have several nodes
        assert part.complete or not nodes_are_places
    else:
        assert part.known_to == known_to
    np.testing.assert_array_equal(part.costs, np.where(near, whole.costs, np.inf))


@pytest.mark.parametrize("space", [space for space in ZOO if sources_in(ZOO[space])])
def test_the_engine_without_a_goal_finds_the_same_costs(space: str) -> None:
    ground = ZOO[space]
    sources = sources_in(ground)
    costs = np.random.default_rng(len(space)).random(len(sources)) * 3
    for outward in (True, False):
        for first in (None, costs):
            field = ps.distance_field(ground, sources, outward=outward, start_costs=first)
            trace = field.trace()
            assert trace.path.status is ps.Status.NO_PATH
            found = np.full(ground.size, np.inf)
            for event in trace.events:
                if event["type"] == ps.EventType.EXPAND.value:
                    assert event["g"] <= found[event["node"]]
                    found[event["node"]] = event["g"]
            known = found if field.ends is None else ground.entered(found)[1]
            np.testing.assert_array_equal(known.reshape(ground.shape), field.costs)
            expanded = trace.events["g"][trace.step_starts]
            assert (np.diff(expanded) >= 0).all()
            compared()


def test_pickles() -> None:
    field = ps.distance_field(ZOO["field, no_cut"], [(1, 1)])
    copy = pickle.loads(pickle.dumps(field))
    assert np.array_equal(copy.costs, field.costs)
    assert copy.path_from((20, 20)) == field.path_from((20, 20))
    compared()
