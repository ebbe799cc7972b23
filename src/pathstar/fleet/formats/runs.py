"""Runs of the League of Robot Runners, for PlanViz: JSON with an action for each unit and step.

Files of the model ``MAPF`` name the steps themselves. PlanViz takes U for the step to the next row; its
example, and the program that makes files for it, take D for that. So the map and the tasks decide.
"""

from __future__ import annotations

import json

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapFormatError, SpaceError, counted
from pathstar.fleet.formats.entries import Entry, check_places
from pathstar.fleet.plans import Plan
from pathstar.spaces.base import Space

Places = NDArray[np.int64]

_ACTIONS = {"MAPF": "UDLRWT", "MAPF_T": "FRCWT"}  # T: a wait because the planner was late
_HEADINGS = {"E": 0, "N": 1, "W": 2, "S": 3}
_AHEAD = np.array([(1, 0), (0, -1), (-1, 0), (0, 1)], np.int64)  # by heading
_NAMES = {(0, 0): "W", (1, 0): "R", (-1, 0): "L", (0, 1): "U", (0, -1): "D"}  # as PlanViz plays them


def run_of(plan: Plan) -> str:
    """Return the text of a run in which each unit has one task.

    Raises:
        SpaceError: A step of the plan does not lead to the left, right, up or down.
    """
    paths = [_actions(row) for row in np.diff(plan.positions, axis=1).tolist()]
    goals, costs = plan.space.places_of(plan.goals).tolist(), plan.costs.tolist()
    arrived = [cost for cost in costs if cost >= 0]
    run = {
        "actionModel": "MAPF",
        "AllValid": "Yes",
        "teamSize": len(plan),
        "start": [[y, x, "N/A"] for x, y in plan.space.places_of(plan.starts).tolist()],
        "numTaskFinished": len(arrived),
        "sumOfCost": sum(arrived),
        "makespan": plan.nodes.shape[1] - 1,
        "actualPaths": paths,
        "plannerPaths": paths,
        "plannerTimes": [plan.seconds],
        "errors": [],
        "events": [
            [[unit, 0, "assigned"], *([[unit, cost, "finished"]] if cost >= 0 else [])]
            for unit, cost in enumerate(costs)
        ],
        "tasks": [[unit, y, x] for unit, (x, y) in enumerate(goals)],
    }
    return json.dumps(run) + "\n"


def places_of_run(text: str, name: str, space: Space) -> Places:
    """Return the places of units in a run at each step, int64 ``(units, steps + 1, 2)``.

    A unit stays where it is while it turns, and after its last action.

    Raises:
        MapFormatError: It is not such a text, or its units move by ticks, as in the runs of 2026.
        MapLimitError: The units are at more places than the limit.
    """
    run = _parsed(text, name)
    model, units = run.field("actionModel"), run.field("teamSize").whole()
    if model.text() not in _ACTIONS:
        raise model.wrong(" or ".join(_ACTIONS))
    starts = _starts(run.field("start"))
    paths = [path.text() for path in run.field("actualPaths").items("unit")]
    if not len(starts) == len(paths) == units:
        found = f"{counted(len(starts), 'start')} and {counted(len(paths), 'path')}"
        raise MapFormatError(name, found=found, expected=f"{units} of each, as teamSize says")
    actions = _table(paths, _ACTIONS[model.value], name)
    if model.value == "MAPF_T":
        return _places(starts, _turning(actions, starts[:, 2]))
    tasks = _tasks(run.field("tasks")) if "tasks" in run.value else []
    readings = [_places(starts, _straight(actions, down)) for down in "UD"]
    return min(readings, key=lambda places: _misfits(places, tasks, space))


def _parsed(text: str, name: str) -> Entry:
    """Return the value of a JSON text.

    Raises:
        MapFormatError: It is not JSON.
    """
    try:
        return Entry(name, json.loads(text))
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise MapFormatError(name, found=f"a mistake ({error.msg})", expected="JSON", **place) from error
    except (RecursionError, ValueError) as error:
        raise MapFormatError(name, found="something else", expected="JSON, not nested too deeply") from error


def _starts(start: Entry) -> Places:
    """Return x, y and heading of each unit, int64 ``(units, 3)``."""
    rows = []
    for unit in start.items("unit"):
        y, x, heading = unit.items("number", 3)
        rows.append((x.whole(), y.whole(), _HEADINGS.get(str(heading.value), 0)))
    return np.array(rows, np.int64).reshape(len(rows), 3)


def _tasks(tasks: Entry) -> list[tuple[int, int]]:
    """Return y and x of each task."""
    rows = [task.items("number", 3) for task in tasks.items("task")]
    return [(y.whole(), x.whole()) for _, y, x in rows]


def _actions(steps: list[list[int]]) -> str:
    """Return the actions of one unit; PlanViz reads at least one."""
    for dx, dy in steps:
        if (dx, dy) not in _NAMES:
            raise SpaceError(f"the format holds steps to the left, right, up and down, not {(dx, dy)}")
    return ",".join(_NAMES[dx, dy] for dx, dy in steps) or "W"


def _table(paths: list[str], allowed: str, name: str) -> NDArray[np.str_]:
    """Return the actions ``(units, steps)``; units whose actions end early wait."""
    rows = [path.split(",") if path else [] for path in paths]
    for unit, (path, row) in enumerate(zip(paths, rows, strict=True)):
        wrong = next((action for action in row if action not in (*allowed,)), None)
        if path.startswith("[("):
            found, expected = "actions by ticks, as in the runs of 2026", "one action for each step"
            raise MapFormatError(name, found=found, expected=expected)
        if wrong is not None:
            found = f"the action {wrong[:20]!r} of unit {unit}"
            raise MapFormatError(name, found=found, expected=", ".join(allowed))
    steps = max(map(len, rows), default=0)
    check_places(name, len(rows), steps + 1)
    filled = [row + ["W"] * (steps - len(row)) for row in rows]
    return np.array(filled, np.str_).reshape(len(rows), steps)


def _straight(actions: NDArray[np.str_], down: str) -> Places:
    up = "D" if down == "U" else "U"
    across = (actions == "R").astype(np.int64) - (actions == "L")
    along = (actions == down).astype(np.int64) - (actions == up)
    return np.stack([across, along], axis=-1)


def _turning(actions: NDArray[np.str_], headings: Places) -> Places:
    """Return the steps of units that go forward, or turn clockwise (R) or the other way (C)."""
    turns = (actions == "C").astype(np.int64) - (actions == "R")
    heading = (headings[:, None] + turns.cumsum(axis=1)) % 4  # a unit that goes forward does not turn
    steps: Places = _AHEAD[heading] * (actions == "F")[..., None]
    return steps


def _places(starts: Places, steps: Places) -> Places:
    first = starts[:, None, :2]
    return np.concatenate([first, first + steps.cumsum(axis=1)], axis=1)


def _misfits(places: Places, tasks: list[tuple[int, int]], space: Space) -> tuple[int, int]:
    """Return how many places are impossible, and how many units end at no task."""
    height, width = space.shape
    x, y = places[..., 0], places[..., 1]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    free = space.is_free((y * width + x)[inside].astype(np.uint32))
    ends = {tuple(end) for end in places[:, -1, ::-1].tolist()}
    return int((~inside).sum() + (~free).sum()), len(ends.difference(tasks))
