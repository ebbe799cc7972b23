"""Schedules of libMultiRobotPlanning: YAML with a list of places and times for each agent."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapFormatError, need_extra
from pathstar.fleet.formats.entries import Entry, check_places
from pathstar.fleet.plans import Plan
from pathstar.yaml_text import parsed_yaml


def schedule_of(plan: Plan) -> str:
    """Return the text of a schedule, with the figures that the library's programs write."""
    yaml: Any = need_extra("yaml", "yaml")
    ends = [cost + 1 if cost >= 0 else None for cost in plan.costs.tolist()]  # one that arrives stays
    schedule = {
        f"agent{unit}": [{"x": x, "y": y, "t": t} for t, (x, y) in enumerate(row[:end])]
        for unit, (row, end) in enumerate(zip(plan.positions.tolist(), ends, strict=True))
    }
    figures = {"cost": plan.sum_of_costs, "makespan": plan.makespan, "runtime": plan.seconds}
    text: str = yaml.safe_dump({"statistics": figures, "schedule": schedule}, sort_keys=False)
    return text


def places_of_schedule(text: str, name: str) -> NDArray[np.int64]:
    """Return the places of agents in a schedule at each time, int64 ``(agents, times, 2)``.

    Between two times of its list an agent stays where it was, and after the last time for ever.

    Raises:
        MapFormatError: It is not such a text.
        MapLimitError: The agents are at more places than the limit.
    """
    schedule = Entry(name, parsed_yaml(text, name)).field("schedule")
    no_agents = schedule.value is None  # the value in YAML if nothing follows
    rows = [] if no_agents else [_row(agent) for agent in schedule.members()]
    steps = 1 + max((row[-1][0] for row in rows), default=-1)
    check_places(name, len(rows), steps)
    places = np.zeros((len(rows), steps, 2), np.int64)
    for agent, row in enumerate(rows):
        for time, x, y in row:
            places[agent, time:] = x, y
    return places


def _row(agent: Entry) -> list[tuple[int, int, int]]:
    """Return the times and places of an agent.

    Raises:
        MapFormatError: They are not such a list, or the times do not begin at 0 and increase.
    """
    row = [
        (each.field("t").whole(), each.field("x").whole(), each.field("y").whole())
        for each in agent.items("entry")
    ]
    times = [time for time, _, _ in row]
    if not times or times[0] != 0 or times != sorted(set(times)):
        found = f"times {times[:8]} as {agent.where}"
        raise MapFormatError(agent.file, found=found, expected="times from 0 on that increase")
    return row
