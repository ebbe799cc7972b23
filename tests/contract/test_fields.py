"""A field tells of every place what a search between it and the nearest source would find."""

from __future__ import annotations

import math
import pickle
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
    """Some places that are free; none where nothing is."""
    ends = (end for query in queries(ground, 3) for end in query)
    return list(dict.fromkeys(end for end in ends if plain.is_free(ground, end)))


def least(ground: Any, costs: dict[Any, float], place: Any) -> float:
    """The cost to a place, from the oracle's costs to all; over a Turning to what is as good as it."""
    if isinstance(ground, ps.Turning):
        return min((cost for other, cost in costs.items() if plain.arrived(other, place)), default=math.inf)
    return costs.get(place, math.inf)


@pytest.mark.parametrize("space", [space for space in ZOO if sources_in(ZOO[space])])
def test_costs_are_the_oracles_and_ways_are_legal(space: str) -> None:
    ground = ZOO[space]
    places = place_list(ground.places_of(np.arange(ground.size)))
    sources = sources_in(ground)
    from_each = [plain.costs_from(ground, source) for source in sources]
    outward = ps.distance_field(ground, sources, outward=True)
    inward = ps.distance_field(ground, sources)
    assert outward.costs.shape == ground.shape
    for place in places:
        truth = min(least(ground, costs, place) for costs in from_each)
        assert outward.cost_of(place) == pytest.approx(truth, rel=1e-9)
        compared()
    for place in places[:: max(1, len(places) // 25)]:
        onward = plain.costs_from(ground, place)
        truth = min(least(ground, onward, source) for source in sources)
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
                assert place == (way[-1] if field.outward else way[0])
        way = inward.path_from(place)
        assert inward.next_step(place) == (way[1] if len(way) > 1 else None)


def test_pickles() -> None:
    field = ps.distance_field(ZOO["field, no_cut"], [(1, 1)])
    copy = pickle.loads(pickle.dumps(field))
    assert np.array_equal(copy.costs, field.costs)
    assert copy.path_from((20, 20)) == field.path_from((20, 20))
    compared()
