"""Steps that last: on ground with costs, a step takes as long as it costs."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from unit.fleet.worlds import FOUR

RULES = pytest.mark.parametrize("following", ["allowed", "forbidden"])


def random_grid(seed: int, side: int = 8) -> tuple[ps.Grid, np.ndarray]:
    """Return ground with costs from 1 to 4, and its largest connected part in random order."""
    random = np.random.default_rng(seed)
    walkable = random.random((side, side)) > 0.15
    grid = ps.Grid(walkable, cost=random.integers(1, 5, walkable.shape), moves=FOUR)
    areas = ps.islands(grid)
    return grid, random.permutation(np.argwhere(areas.labels == areas.largest)[:, ::-1])


@pytest.mark.parametrize("seed", range(10))
def test_one_unit_takes_the_cheapest_way(seed):
    grid, places = random_grid(seed)
    plan = ps.fleet.plan(grid, places[:1], places[1:2], time_limit=5.0)
    assert plan.sum_of_costs == plan.lower_bound == ps.find_path(grid, places[0], places[1]).cost
    assert ps.fleet.check(grid, plan, places[:1], places[1:2])


@RULES
@pytest.mark.parametrize("seed", range(6))
def test_units_keep_the_rules(seed, following):
    grid, places = random_grid(seed)
    starts, goals = places[:8], places[-8:]
    plan = ps.fleet.plan(grid, starts, goals, following=following, time_limit=0.3)
    if not plan:
        assert plan.status is ps.Status.LIMIT
        return
    found = ps.fleet.check(grid, plan, starts, goals)
    assert found, found.problem
    assert found.sum_of_costs == plan.sum_of_costs >= plan.proven_bound >= plan.lower_bound


def test_a_unit_waits_until_the_other_is_over():
    swamp = ps.Grid([[1, 1, 1, 1]], cost=[[1, 3, 3, 1]], moves=FOUR)
    plan = ps.fleet.plan(swamp, [(1, 0), (0, 0)], [(3, 0), (2, 0)], following="forbidden", time_limit=1.0)
    assert plan.nodes[0].tolist()[:5] == [1, 1, 1, 2, 3]
    assert plan.nodes[1].tolist() == [0, 0, 0, 0, 1, 1, 1, 2]
    assert plan.costs.tolist() == [4, 7]


def test_a_climb_takes_as_long_as_it_costs():
    heights = [[0, 0, 2, 0], [0, 0, 0, 0]]
    hill = ps.Grid(np.ones((2, 4)), edges=[ps.maps.Slope(heights, up=1)], moves=FOUR)
    plan = ps.fleet.plan(hill, [(0, 0)], [(2, 0)], time_limit=1.0)
    assert plan.nodes.tolist() == [[0, 1, 1, 1, 2]]
    assert plan.sum_of_costs == ps.find_path(hill, (0, 0), (2, 0)).cost
    assert ps.fleet.check(hill, plan, [(0, 0)], [(2, 0)])
    assert not ps.fleet.check(hill, [[0, 1, 2]], [(0, 0)], [(2, 0)])
    with pytest.raises(ps.SpaceError, match="lacam knows no steps that last longer"):
        ps.fleet.plan(hill, [(0, 0)], [(2, 0)], solver="lacam")
    with pytest.raises(ps.SpaceError, match="make a space without costs"):
        ps.fleet.Lifelong(hill, [(0, 0)])


def test_a_current_is_refused_where_steps_last_no_whole_number_of_units():
    river = ps.Grid(
        np.ones((1, 4)), edges=[ps.maps.Drift(np.full((1, 4), 0.25), np.zeros((1, 4)))], moves=FOUR
    )
    with pytest.raises(ps.SpaceError, match=r"the step from \(0, 0\) to \(1, 0\) costs 0\.8"):
        ps.fleet.plan(river, [(0, 0)], [(3, 0)])


def test_cliffs_that_only_forbid_steps_are_plain_ground():
    cliff = ps.Grid(np.ones((2, 4)), edges=[ps.maps.Slope([[0, 0, 2, 0], [0, 0, 0, 0]], most_up=1)])
    plan = ps.fleet.plan(cliff, [(0, 0)], [(3, 0)], solver="lacam", time_limit=1.0)
    assert plan.sum_of_costs == 3
    assert 2 not in plan.nodes


def test_a_portal_lasts_as_long_as_it_costs():
    far = [((0, 0), (9, 0), 3)]
    grid = ps.Grid(np.ones((1, 10)), portals=far, moves=FOUR)
    starts, goals = [(0, 0), (1, 0)], [(9, 0), (8, 0)]
    plan = ps.fleet.plan(grid, starts, goals, time_limit=1.0)
    assert plan.nodes[0].tolist() == [0, 0, 0, *[9] * 5]
    assert plan.costs.tolist() == [3, 7]
    assert ps.fleet.check(grid, plan, starts, goals)
    assert not ps.fleet.check(grid, [[0, 9], [1, 1]], starts, [(9, 0), (1, 0)])
    with pytest.raises(ps.SpaceError, match="lacam knows no steps that last longer"):
        ps.fleet.plan(grid, starts, goals, solver="lacam")
    with pytest.raises(ps.SpaceError, match=r"from \(0, 0\) to \(1, 1\) costs 1\.41421; where steps differ"):
        ps.fleet.plan(ps.Grid(np.ones((2, 10)), portals=far), [(0, 0)], [(9, 0)])
    with pytest.raises(ps.SpaceError, match="whose portals cost as much as its steps"):
        ps.fleet.Lifelong(grid, starts)


@pytest.mark.parametrize(
    "space",
    [
        ps.Grid(np.ones((2, 10)), portals=[((0, 0), (9, 1))]),
        ps.Grid(np.ones((2, 10)), portals=[((0, 0), (9, 1), 1.25)]),
        ps.Grid(np.ones((2, 10)), cost=np.full((2, 10), 2.0), portals=[((0, 0), (9, 1), 2)], moves=FOUR),
        ps.HexGrid(np.ones((2, 10)), portals=[((0, 0), (9, 1))]),
    ],
)
def test_a_portal_that_costs_what_a_step_does_is_a_step(space):
    plan = ps.fleet.plan(space, [(0, 0)], [(9, 1)], solver="lacam", time_limit=1.0)
    assert plan.costs.tolist() == [1]


def test_graphs_too():
    graph = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 5.0), ("a", "c", 9.0)])
    plan = ps.fleet.plan(graph, ["a"], ["c"], solver="prioritised", time_limit=1.0)
    assert plan.nodes.tolist() == [[0, 0, 1, 1, 1, 1, 1, 2]]
    assert ps.fleet.check(graph, plan, ["a"], ["c"])


def test_the_checker_refuses_a_step_that_is_too_quick():
    grid = ps.Grid([[1, 1, 1]], cost=[[1, 3, 1]], moves=FOUR)
    ends = [(0, 0)], [(2, 0)]
    assert ps.fleet.check(grid, [[0, 0, 0, 1, 2]], *ends)
    quick = ps.fleet.check(grid, [[0, 0, 1, 2]], *ends)
    assert not quick
    assert quick.problem == "unit 0 makes a step in less than the 3 that it costs"
    assert (quick.step, quick.units) == (0, (0,))


@pytest.mark.parametrize(
    ("space", "options", "words"),
    [
        (ps.Grid([[1, 1]], cost=[[1, 1.5]], moves=FOUR), {}, r"from \(0, 0\) to \(1, 0\) costs 1\.5; where"),
        (ps.Grid([[1, 1]], cost=[[1, 0]], moves=FOUR), {}, "costs 0; where steps differ"),
        (ps.Grid([[1, 1]], cost=[[1, 2]]), {"solver": "lacam"}, "lacam knows no steps that last"),
        (ps.Grid([[1, 1]], cost=[[1, 2]]), {"solver": "cbs"}, "allowed: prioritised"),
        (ps.Grid([[1, 1]], cost=[[1, 2]]), {"assignment": "exchangeable"}, "allowed: a space without costs"),
    ],
)
def test_what_does_not_fit(space, options, words):
    with pytest.raises(ps.SpaceError, match=words):
        ps.fleet.plan(space, [(0, 0)], [(1, 0)], **options)


def test_tasks_need_steps_that_are_equally_long():
    with pytest.raises(ps.SpaceError, match="differ in what they cost; make a space without costs"):
        ps.fleet.Lifelong(ps.Grid([[1, 1]], cost=[[1, 2]], moves=FOUR), [(0, 0)])
