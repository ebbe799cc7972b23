"""Promise 9, right after an edit: the first query sees it, though nothing has used the space since."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.contract.counting import compared

import pathstar as ps
from pathstar.analysis.dead_ends import lost_path
from pathstar.planners.field_search import FieldSearch

START, GOAL, OPENED = (0, 0), (89, 69), (20, 50)
WALL, DOOR = (slice(5, 69), slice(45, 47)), (slice(49, 52), slice(19, 22))
BESIDE_WALL = np.zeros((70, 90), np.int64)  # the paths that remain once the wall stands
BESIDE_WALL[[*range(5), 69], 45] = 1


def stepped(space: ps.Grid) -> ps.Field:
    search = FieldSearch(space, [START])
    search.step(space.size)
    return search.field


def tasks(space: ps.Grid) -> Any:
    fleet = ps.fleet.Lifelong(space, [START])
    fleet.add_tasks([GOAL])
    fleet.step(150)
    return fleet.finished().tolist()


KINDS = [kind for kind, row in ps.INDEXES.items() if row.unsupported_reason(ps.Grid([[1]])) is None]


def indexed(kind: str) -> Callable[[ps.Grid], Any]:
    return lambda space: (
        ps.Planner(space, index=ps.build_index(space, kind, **ps.INDEXES[kind].exact)).find(START, GOAL).cost
    )


QUESTIONS: dict[str, Callable[[ps.Grid], Any]] = {
    "islands": lambda space: ps.islands(space).labels.tolist(),
    "dead ends": lambda space: ps.dead_ends(space).labels.tolist(),
    "dead ends by hand": lambda space: lost_path(space, BESIDE_WALL),
    "clearance": lambda space: ps.analysis.clearance(space).discs.tolist(),
    "sized": lambda space: space.sized(2).walkable.tolist(),
    "round": lambda space: space.sized(radius=1.2).walkable.tolist(),
    "sight": lambda space: space.visible_from((40, 30)).tolist(),
    "waypoints": lambda space: ps.waypoints(space, [(40, 30), (50, 30)]).sees((40, 30), (50, 30)),
    "mesh": lambda space: ps.find_path(ps.NavMesh.from_grid(space), (0.5, 0.5), (89.5, 69.5)).cost,
    "steps": lambda space: [space.steps_from((44, 30)), space.steps_to((47, 30))],
    "path": lambda space: ps.find_path(space, START, GOAL).cost,
    "turning": lambda space: ps.find_path(ps.Turning(space, 0.5), START, GOAL).cost,
    "timed": lambda space: ps.find_path(ps.Timed(space), START, GOAL).cost,
    "batch": lambda space: ps.find_paths(space, [START, OPENED], [GOAL, GOAL]).costs.tolist(),
    "matrix": lambda space: ps.cost_matrix(space, [START, OPENED], [GOAL, START]).tolist(),
    "k paths": lambda space: [path.cost for path in ps.find_k_paths(space, START, GOAL, 3)],
    "nearest": lambda space: [path.cost for path in ps.find_nearest(space, START, [OPENED, GOAL], 2)],
    "area": lambda space: ps.find_path(space, START, ps.goals.within(OPENED, 1)).cost,
    "in sight": lambda space: ps.find_path(space, START, ps.goals.within((46, 3), 20, sight=True)).cost,
    "as near as possible": lambda space: ps.find_path(space, START, ps.goals.nearest_to((45, 30))).goal,
    "flight": lambda space: ps.find_path(space, (44, 30), ps.goals.away_from([START], 30)).goal,
    "trace": lambda space: ps.trace(space, START, GOAL).path.cost,
    "field": lambda space: ps.distance_field(space, [START]).costs.tolist(),
    "field in steps": lambda space: stepped(space).costs.tolist(),
    "replanner": lambda space: ps.Replanner(space, START, GOAL).path.cost,
    "plan": lambda space: ps.fleet.plan(space, [START], [GOAL], time_limit=5).sum_of_costs,
    "tasks": tasks,
    **{f"index {kind}": indexed(kind) for kind in KINDS},
}


def ground() -> ps.Map:
    """A map of several blocks."""
    free = np.random.default_rng(5).random((70, 90)) > 0.05
    free[[0, 69], [0, 89]] = free[30, [40, 44, 47, 50]] = True
    free[DOOR] = False
    return ps.Map(free)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_first_question_after_an_edit_sees_it(question):
    map = ground()
    before = QUESTIONS[question](map.grid())
    space = map.grid()
    map.edit("passable", WALL, False)
    map.edit("passable", DOOR, True)
    found = QUESTIONS[question](space)
    assert found == QUESTIONS[question](map.grid())
    assert found != before
    compared()
