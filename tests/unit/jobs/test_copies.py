"""Running work is neither copied nor pickled; the error says what to do instead."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import pathstar as ps
from pathstar.errors import CopyError
from pathstar.jobs import FieldCache, PathQueue, TimeBoundedWalk
from pathstar.known import KnownMap, Walk
from pathstar.planners.field_search import FieldSearch

UNDER_WAY: dict[str, Callable[[ps.Grid], object]] = {
    "Search": lambda grid: ps.Planner(grid).search((0, 0), (5, 5)),
    "TourSearch": lambda grid: ps.Planner(grid).search((0, 0), ps.goals.through([(2, 2), (5, 5)])),
    "PathQueue": PathQueue,
    "Ticket": lambda grid: PathQueue(grid).request((0, 0), (5, 5)),
    "TimeBoundedWalk": lambda grid: TimeBoundedWalk(grid, (0, 0), (5, 5)),
    "FieldSearch": lambda grid: FieldSearch(grid, [(0, 0)]),
    "FieldCache": FieldCache,
    "World": ps.fleet.World,
    "Walk": lambda grid: Walk(KnownMap(ps.Map(grid.walkable)), (0, 0), (5, 5), sight=True),
    "Lifelong": lambda grid: ps.fleet.Lifelong(grid, [(0, 0)]),
}


@pytest.mark.parametrize("name", UNDER_WAY)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_is_under_way_says_what_to_do_instead(name: str, copied: Callable[[object], object]) -> None:
    thing = UNDER_WAY[name](ps.Grid(np.ones((6, 6))))
    with pytest.raises(CopyError, match=f"^a {name} can be neither copied nor pickled; (copy|make|save)"):
        copied(thing)


def test_what_they_are_made_of_may_be_copied() -> None:
    queue = PathQueue(ps.Grid(np.ones((6, 6))))
    ticket = queue.request((0, 0), (5, 5))
    while not ticket.done:
        queue.update()
    for thing in (queue.planner, ticket.path, queue.statistics):
        assert type(pickle.loads(pickle.dumps(thing))) is type(copy.copy(thing))
