"""The checker of plans rejects every kind of invalid plan."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import pathstar as ps
from unit.fleet.worlds import FOUR, grid_of

CORRIDOR = grid_of(".....")
SQUARE = grid_of("..\n..")


def problem(nodes, starts, goals, space=CORRIDOR, **options):
    return ps.fleet.check(space, nodes, starts, goals, **options).problem


def test_a_valid_plan():
    check = ps.fleet.check(CORRIDOR, [[0, 1, 2], [2, 3, 4]], [(0, 0), (2, 0)], [(2, 0), (4, 0)])
    assert check
    assert (check.sum_of_costs, check.makespan) == (4, 2)


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ([[1, 1, 2], [2, 3, 4]], "unit 0 does not begin at its start"),
        ([[0, 1, 1], [2, 3, 4]], "unit 0 does not end at its goal"),
        ([[0, 2, 2], [2, 3, 4]], "unit 0: (0, 0) to (2, 0) is not one step"),
        ([[0, 1, 1, 1, 2], [2, 1, 2, 3, 4]], "units 0 and 1 are in one place at step 1"),
        ([[0, 1, 2]], "1 unit, 2 starts and 2 goals were given"),
        ([[0, -1, 2], [2, 3, 4]], "unit 0 is nowhere at step 1"),
        ([[-1, -1, -1], [2, 3, 4]], "unit 0 has no path"),
        ([[0, 1, 99, 2], [2, 3, 4, 4]], "unit 0 is at a node that does not exist"),
    ],
)
def test_a_broken_plan_is_refused(nodes, words):
    assert words in problem(nodes, [(0, 0), (2, 0)], [(2, 0), (4, 0)])


def test_units_that_change_places():
    found = problem([[0, 1, 2], [2, 1, 0]], [(0, 0), (2, 0)], [(2, 0), (0, 0)])
    assert found == "units 0 and 1 are in one place at step 1"
    found = problem([[0, 1, 2], [1, 0, 0]], [(0, 0), (1, 0)], [(2, 0), (0, 0)])
    assert found == "units 0 and 1 change places between steps 0 and 1"


def test_following_is_refused_where_it_is_forbidden():
    nodes, ends = [[0, 1, 2], [1, 2, 3]], ([(0, 0), (1, 0)], [(2, 0), (3, 0)])
    assert not problem(nodes, *ends)
    assert "unit 0 follows unit 1" in problem(nodes, *ends, following="forbidden")


def test_a_ring_that_turns():
    places = [(0, 0), (1, 0), (1, 1), (0, 1)]
    ring = [[0, 1], [1, 3], [3, 2], [2, 0]]
    assert not problem(ring, places, places[1:] + places[:1], SQUARE)
    assert problem(ring, places, places[1:] + places[:1], SQUARE, following="forbidden")


def test_diagonals_that_cross():
    grid = ps.Grid(np.ones((2, 2)))
    assert "cross" in problem([[0, 3], [1, 2]], [(0, 0), (1, 0)], [(1, 1), (0, 1)], grid)
    assert not problem([[0, 3, 3], [1, 1, 2]], [(0, 0), (1, 0)], [(1, 1), (0, 1)], grid)


def test_joined_borders_cross_nothing():
    grid = ps.Grid(np.ones((1, 4)), moves=FOUR, wrap="x")
    assert not problem([[3, 0], [1, 2]], [(3, 0), (1, 0)], [(0, 0), (2, 0)], grid)


def test_units_that_leave():
    ends = [(0, 0), (2, 0)], [(1, 0), (1, 0)]
    assert not problem([[0, 1, -1], [2, 2, 1]], *ends, at_goal="leave")
    assert "after it has left" in problem([[0, 1, 1], [2, 2, 1]], *ends, at_goal="leave")
    assert "before it arrives" in problem([[0, -1, 1], [2, 2, 1]], *ends, at_goal="leave")


def test_goals_that_may_be_exchanged():
    nodes, ends = [[0, 1], [3, 2]], ([(0, 0), (3, 0)], [(2, 0), (1, 0)])
    assert problem(nodes, *ends)
    assert not problem(nodes, *ends, exchangeable=True)
    assert problem([[0, 1], [3, 3]], *ends, exchangeable=True)


def test_a_graph():
    graph = ps.Graph.from_edges([("a", "b"), ("b", "c")], directed=False)
    assert not problem([[0, 1], [1, 2]], ["a", "b"], ["b", "c"], graph)
    assert problem([[0, 2], [1, 1]], ["a", "b"], ["c", "b"], graph)


@pytest.mark.parametrize("rules", [{}, {"at_goal": "leave"}, {"exchangeable": True}])
@pytest.mark.parametrize("steps", [0, 1, 3])
def test_a_plan_without_units(steps, rules):
    check = ps.fleet.check(CORRIDOR, np.empty((0, steps), int), [], [], **rules)
    assert (check.ok, check.sum_of_costs, check.makespan) == (True, 0, 0)
    assert not ps.fleet.check(CORRIDOR, np.empty((0, steps), int), [(0, 0)], [(0, 0)], **rules)


def test_what_is_no_plan():
    for nodes in ([0, 1], [[0.5]], np.zeros((1, 1, 2), int)):
        with pytest.raises(ps.ArrayError, match="a plan is an array of nodes"):
            ps.fleet.check(CORRIDOR, nodes, [(0, 0)], [(1, 0)])
    with pytest.raises(ps.ArrayError, match="plan cannot be made an array"):
        ps.fleet.check(CORRIDOR, [[0], [0, 1]], [(0, 0)], [(1, 0)])


def test_what_is_no_space_and_no_choice():
    with pytest.raises(ps.SpaceError, match=r"a space is needed.*not Map; ask it for one: map\.grid\(\)"):
        ps.fleet.check(ps.Map([[1, 1]]), [[0, 1]], [(0, 0)], [(1, 0)])
    with pytest.raises(ps.OptionError, match="exchangeable is 'no'; allowed: True, False"):
        ps.fleet.check(CORRIDOR, [[0, 1]], [(0, 0)], [(1, 0)], exchangeable="no")


def mutants(nodes, random):
    """Yield plans that differ from a valid one in one way each."""
    unit = int(random.integers(len(nodes)))
    row = nodes[unit]
    shifted = nodes.copy()
    shifted[unit] = np.concatenate([row[1:], row[-1:]])
    yield "shifted", shifted
    moves = np.flatnonzero(row[1:] != row[:-1])
    if moves.size:
        step = int(random.choice(moves))
        dropped = nodes.copy()
        dropped[unit] = np.concatenate([row[:step], row[step + 1 :], row[-1:]])
        yield "a step dropped", dropped
    if len(nodes) > 1:
        other = (unit + 1) % len(nodes)
        step = int(random.integers(nodes.shape[1]))
        swapped = nodes.copy()
        swapped[[unit, other], step:] = nodes[[other, unit], step:]
        yield "tails swapped", swapped


@pytest.mark.parametrize("seed", range(20))
def test_mutants_are_refused_unless_they_are_plans(seed):
    random = np.random.default_rng(seed)
    grid = ps.Grid(random.random((6, 6)) > 0.1, moves=FOUR)
    places = random.permutation(np.argwhere(grid.walkable)[:, ::-1]).tolist()
    starts, goals = places[:8], places[8:16]
    plan = ps.fleet.plan(grid, starts, goals, time_limit=5, improve=False)
    if not plan:
        return
    assert ps.fleet.check(grid, plan, starts, goals)
    for what, mutant in mutants(plan.nodes, random):
        valid = bool(ps.fleet.check(grid, mutant, starts, goals))
        assert valid == is_plan(grid, mutant, plan.starts, plan.goals), what


def is_plan(grid, nodes, starts, goals):
    """Decide the same by the definition, cell by cell."""
    steps = {node: {node, *grid.node_steps_from(node)[0].tolist()} for node in range(grid.size)}
    rows = nodes.tolist()
    for row, start, goal in zip(rows, starts, goals, strict=True):
        legal = all(there in steps[here] for here, there in pairwise(row))
        if row[0] != start or row[-1] != goal or not legal:
            return False
    for i, one in enumerate(rows):
        for other in rows[:i]:
            if any(a == b for a, b in zip(one, other, strict=True)):
                return False
            moves = zip(one, one[1:], other, other[1:], strict=False)
            if any(a == d and b == c and a != b for a, b, c, d in moves):
                return False
    return True


@pytest.mark.parametrize("given", ["", "allow", 0, np.empty(0), np.ones(3)])
@pytest.mark.parametrize("option", ["following", "at_goal"])
def test_only_none_leaves_an_option_to_the_plan(option, given):
    grid = ps.Grid([[1, 1, 1]], moves=FOUR)
    plan = ps.fleet.plan(grid, [(0, 0)], [(2, 0)])
    with pytest.raises(ps.OptionError, match=f"unknown {option} "):
        ps.fleet.check(grid, plan, [(0, 0)], [(2, 0)], **{option: given})
