"""Schedules of libMultiRobotPlanning: YAML with a list of places and times for each agent."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapFormatError, need_extra
from pathstar.fleet.plans import Plan
from pathstar.maps.arguments import checked_whole

_LONGEST = 1_000_000
_FARTHEST = 2**62
_SCHEDULE = "a schedule: agents, each with a list of x, y and t"


def schedule_of(plan: Plan) -> str:
    """Return the text of a schedule, with the figures that the library's own programs write."""
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
    """Return where each agent of a schedule is at each time, int64 ``(agents, times, 2)``.

    Between two times of its list an agent stays where it was, and after the last one for good.

    Raises:
        MapFormatError: It is no such text.
    """
    yaml: Any = need_extra("yaml", "yaml")
    try:
        read = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        rows = [
            [(_whole(entry, "t"), _whole(entry, "x"), _whole(entry, "y")) for entry in entries]
            for entries in (read["schedule"] or {}).values()
        ]
    except (yaml.YAMLError, RecursionError, AttributeError, KeyError, TypeError, ValueError) as error:
        found = f"{type(error).__name__}: {' '.join(str(error).split())[:80]}"
        raise MapFormatError(name, found=found, expected=_SCHEDULE) from error
    for row in rows:
        times = [time for time, _, _ in row]
        if not times or times[0] != 0 or times != sorted(set(times)) or times[-1] > _LONGEST:
            found = f"times {times[:8]}"
            raise MapFormatError(name, found=found, expected="times from 0 up for each agent")
    steps = 1 + max((row[-1][0] for row in rows), default=-1)
    places = np.zeros((len(rows), steps, 2), np.int64)
    for agent, row in enumerate(rows):
        for time, x, y in row:
            places[agent, time:] = x, y
    return places


def _whole(entry: dict[str, Any], key: str) -> int:
    return checked_whole(key, entry[key], -_FARTHEST, _FARTHEST)
