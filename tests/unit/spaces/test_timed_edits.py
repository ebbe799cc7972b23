"""Edits of the ground below a Timed: what its constructor rejects is also rejected after an edit."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import pathstar as ps

FOUR = ps.Moves(directions=4)


def asked_of(floor, rows):
    """Return the calls on a Timed that need steps of a valid duration."""
    start, goal = rows[0][:2], rows[-1][:2]
    kept = ps.Planner(floor)
    return [
        lambda: kept.find(start, goal),
        lambda: kept.search(start, goal),
        lambda: kept.find_many([start], [goal]),
        lambda: kept.find(start, ps.goals.any_of([goal])),
        lambda: ps.find_path(floor, start, goal),
        lambda: ps.trace(floor, start, goal),
        lambda: ps.Planner(floor),
        lambda: floor.claim(rows, force=True),
    ]


@pytest.mark.parametrize("around", [lambda grid: grid, ps.Turning])
def test_a_cost_that_becomes_0_is_refused(around):
    world = ps.Map(np.ones((1, 4)), cost=np.ones((1, 4)))
    floor = ps.Timed(around(world.grid()))
    asked = asked_of(floor, [(0, 0, 0), (0, 0, 1)])
    assert ps.find_path(floor, (0, 0), (3, 0)).cost == 3
    world.edit("cost", (1, 0), 0.0)
    for ask in [*asked, lambda: pickle.loads(pickle.dumps(floor)).claim([(0, 0, 0), (0, 0, 1)])]:
        for _ in range(2):
            with pytest.raises(ps.SpaceError, match="needs steps that take time; here some cost 0"):
                ask()
    assert len(floor.reserved) == 0
    with pytest.raises(ps.OptionError, match="a step of 1 would take no time"):
        floor.now = 2.0**54
    world.edit("passable", (1, 0), False)
    assert not ps.find_path(floor, (0, 0), (3, 0))
    world.edit("passable", (1, 0), True)
    world.edit("cost", (1, 0), 2.0)
    assert ps.find_path(floor, (0, 0), (3, 0)).cost == 4
    floor.claim([(0, 0, 0), (0, 0, 1)])


def test_steps_that_come_to_last_differently_long_are_refused_where_following_is_allowed():
    grid = ps.Grid(np.ones((3, 5)), moves=FOUR, linkable=True)
    close, apart = ps.Timed(grid, following="allowed"), ps.Timed(grid)
    asked = asked_of(close, [(0, 0, 0), (1, 0, 1)])
    grid.add_portals([((0, 0), (4, 0), 3)])
    for ask in asked:
        with pytest.raises(ps.SpaceError, match="all steps last equally long; here they last from 1 to 3"):
            ask()
    assert len(close.reserved) == 0
    assert ps.find_path(apart, (0, 0), (4, 0)).cost == 3
