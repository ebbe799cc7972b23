"""Fields whose sources have multipliers: the minimum of one search for each source."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.planners.field_search import FieldSearch

RANDOM = np.random.default_rng(23)
FREE = RANDOM.random((8, 9)) > 0.2
SOURCES = [(1, 1), (7, 6), (4, 3), (8, 0)]
for x, y in SOURCES:
    FREE[y, x] = True
COSTS = RANDOM.uniform(1, 5, FREE.shape)
FACTORS, STARTS = [2.0, 0.5, 2.0, 7.5], [0.0, 3.0, 1.25, 0.5]

SPACES: dict[str, Any] = {
    "grid": lambda: ps.Grid(FREE),
    "grid, costs": lambda: ps.Grid(FREE, cost=COSTS),
    "hexagons": lambda: ps.HexGrid(FREE, cost=COSTS),
    "triangles": lambda: ps.TriangleGrid(FREE),
    "voxels": lambda: ps.VoxelGrid(np.stack([FREE, FREE])),
    "turning": lambda: ps.Turning(ps.Grid(FREE), 0.5),
    "sized": lambda: ps.Grid(np.ones((9, 10)), cost=np.ones((9, 10))).sized(2),
}


def sources_in(space: Any) -> list[Any]:
    return [(*place, 0) for place in SOURCES] if space.kind.name == "VoxelGrid" else SOURCES


@pytest.mark.parametrize("outward", [False, True])
@pytest.mark.parametrize("name", SPACES)
def test_each_place_costs_the_least_of_what_sources_offer(name: str, outward: bool) -> None:
    space = SPACES[name]()
    sources = sources_in(space)
    options: dict[str, Any] = {"outward": outward, "start_costs": STARTS, "multipliers": FACTORS}
    field = ps.distance_field(space, sources, **options)
    each = [
        start + factor * ps.distance_field(space, [source], outward=outward).costs
        for source, start, factor in zip(sources, STARTS, FACTORS, strict=True)
    ]
    np.testing.assert_allclose(field.costs, np.min(each, axis=0), rtol=1e-12)
    reached = np.isfinite(field.costs)
    assert ((field.nearest == 2**32 - 1) == ~reached).all()
    taken = np.take_along_axis(np.stack(each), field.nearest[None] % 4, axis=0)[0]
    np.testing.assert_allclose(field.costs[reached], taken[reached], rtol=1e-12)
    search = FieldSearch(space, sources, **options)
    while search.step(20):
        pass
    assert search.field.costs.tolist() == field.costs.tolist()
    copy = pickle.loads(pickle.dumps(field))
    for row in np.argwhere(reached)[::7].tolist():
        place, index = tuple(row[::-1]), tuple(row)
        path = field.path_to(place) if outward else field.path_from(place)
        source = field.nearest[index]
        length = ps.check_path(space, path).cost
        assert STARTS[source] + FACTORS[source] * length == pytest.approx(field.cost_of(place))
        if not outward or not space.capabilities.headings:
            assert search.cost_of(place) == field.cost_of(place)
        assert (copy.path_to(place) if outward else copy.path_from(place)) == path


def test_of_equal_costs_the_first_source_counts() -> None:
    grid = ps.Grid(np.ones((1, 7)))
    ends = [(6, 0), (0, 0)]
    assert ps.distance_field(grid, ends, multipliers=[1, 2]).nearest.tolist() == [[1, 1, 0, 0, 0, 0, 0]]
    assert ps.distance_field(grid, ends[::-1], multipliers=[2, 1]).nearest.tolist() == [[0, 0, 0, 1, 1, 1, 1]]


def test_a_way_may_lead_through_the_zone_of_another_source() -> None:
    field = ps.distance_field(ps.Grid(np.ones((1, 9))), [(0, 0), (2, 0)], multipliers=[1, 9])
    assert field.nearest.tolist() == [[0, 0, 1, 0, 0, 0, 0, 0, 0]]
    assert field.path_from((4, 0)) == [(4, 0), (3, 0), (2, 0), (1, 0), (0, 0)]


def test_limits_and_going_on() -> None:
    grid = ps.Grid(np.ones((1, 9)))
    whole = ps.distance_field(grid, [(0, 0), (8, 0)], multipliers=[1, 4])
    near = ps.distance_field(grid, [(0, 0), (8, 0)], multipliers=[1, 4], max_cost=3)
    assert near.costs.tolist() == [[0, 1, 2, 3, *[np.inf] * 4, 0]]
    assert near.known_to == 3
    assert near.resume().costs.tolist() == whole.costs.tolist()
    stopped = ps.distance_field(grid, [(0, 0), (8, 0)], multipliers=[1, 4], stop_at=[(2, 0)])
    assert stopped.cost_of((2, 0)) == 2
    assert not stopped.complete


def test_edits_are_followed() -> None:
    map = ps.Map(FREE, cost=COSTS)
    grid = map.grid()
    field = ps.distance_field(grid, SOURCES, multipliers=FACTORS)
    for place in ((2, 2), (3, 3), (5, 5)):
        map.edit("cost", place, 9.0)
        fresh = ps.distance_field(grid, SOURCES, multipliers=FACTORS)
        assert field.costs.tolist() == fresh.costs.tolist()
        assert field.nearest.tolist() == fresh.nearest.tolist()
    assert field.state.repairs == 9  # one for each multiplier


def test_equal_multipliers_of_one_are_none() -> None:
    field = ps.distance_field(ps.Grid(FREE), SOURCES, multipliers=[1, 1, 1, 1])
    assert field.costs.tolist() == ps.distance_field(ps.Grid(FREE), SOURCES).costs.tolist()


@pytest.mark.parametrize(
    ("factors", "error", "words"),
    [
        ([1, 0], ps.CostError, r"multipliers\[1\] is 0; allowed: finite numbers over 0"),
        ([1, -2], ps.CostError, r"multipliers\[1\] is -2; allowed: finite numbers over 0"),
        ([np.nan, 1], ps.CostError, r"multipliers\[0\] is nan"),
        ([1], ps.ArrayError, r"multipliers has the shape \(1,\); there are 2 sources"),
        (["a", "b"], ps.ArrayTypeError, "multipliers must hold"),
    ],
)
def test_bad_multipliers(factors: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ps.distance_field(ps.Grid([[1, 1]]), [(0, 0), (1, 0)], multipliers=factors)


@pytest.mark.parametrize("outward", [False, True])
@pytest.mark.parametrize("name", [name for name in SPACES if name != "turning"])
def test_the_traces_of_all_searches_hold_the_costs_of_the_field(name: str, outward: bool) -> None:
    space = SPACES[name]()
    field = ps.distance_field(
        space, sources_in(space), outward=outward, start_costs=STARTS, multipliers=FACTORS
    )
    least = np.full(space.size, np.inf)
    for factor in set(FACTORS):
        events = field.trace(multiplier=factor).events
        closed = events[events["type"] == ps.EventType.EXPAND.value]
        np.minimum.at(least, closed["node"], factor * closed["g"])
    np.testing.assert_allclose(least, field.costs.ravel(), rtol=1e-12)


def test_a_trace_names_its_search() -> None:
    field = ps.distance_field(ps.Grid([[1, 1, 1]]), [(0, 0), (2, 0)], multipliers=[1, 2.5])
    assert len(field.trace(multiplier=np.float32(2.5))) == 3
    assert len(field.trace(multiplier=1)) == 3
    with pytest.raises(ps.OptionError, match=r"a search for each multiplier.*allowed: 1, 2\.5"):
        field.trace()
    for wrong in (2, "1", np.nan, True, 10**400):
        with pytest.raises(ps.OptionError, match=r"multiplier is .*, which no source has; allowed: 1, 2\.5"):
            field.trace(multiplier=wrong)
    assert len(ps.distance_field(ps.Grid([[1, 1]]), [(0, 0)]).trace(multiplier=1)) == 2


def test_goals_are_sources() -> None:
    grid = ps.Grid(np.ones((1, 5)))
    assert ps.distance_field(grid, ps.goals.any_of([(0, 0), (4, 0)])).costs.tolist() == [[0, 1, 2, 1, 0]]
    area = ps.goals.area(np.array([[False, True, False, False, False]]))
    assert ps.distance_field(grid, area).costs.tolist() == [[1, 0, 1, 2, 3]]
    with pytest.raises(ps.OptionError, match="allowed: places, or any_of, area, and within"):
        ps.distance_field(grid, ps.goals.away_from([(0, 0)], 3))
