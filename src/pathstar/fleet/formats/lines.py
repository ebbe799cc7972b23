"""Plan files with a line for each step, the format of mapf-visualizer, or with a line for each agent."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapFormatError
from pathstar.fleet.formats.entries import check_places
from pathstar.fleet.plans import Plan

_STEP = re.compile(r"(\d{1,9}):((?:\(-?\d{1,9},-?\d{1,9}\),?)*)")
_AGENT = re.compile(r"Agent (\d{1,9}): *((?:\(-?\d{1,9},-?\d{1,9}\)(?:->)?)*)")
_PLACE = re.compile(r"\((-?\d{1,9}),(-?\d{1,9})\)")
_UNITS = re.compile(r"agents=(\d{1,9})")

Rows = list[list[tuple[int, int]]]


def lines_of(plan: Plan, map_file: str) -> str:
    """Return the text of a plan: facts, then the places of all units at each step."""
    facts = {
        "agents": len(plan),
        "map_file": map_file,
        "solver": plan.options.get("solver", ""),
        "solved": int(bool(plan)),
        "soc": plan.sum_of_costs,
        "soc_lb": plan.lower_bound,
        "makespan": plan.makespan,
        "makespan_lb": int(plan.shortest.max(initial=0)),
        "sum_of_loss": _loss(plan),
        "comp_time": round(1000 * plan.seconds),
        "seed": plan.options.get("seed", 0),
        "starts": _places(plan.space.places_of(plan.starts)),
        "goals": _places(plan.space.places_of(plan.goals)),
        "solution": "",
    }
    lines = [f"{key}={value}" for key, value in facts.items()]
    lines += [f"{step}:{_places(plan.positions[:, step])}" for step in range(plan.nodes.shape[1])]
    return "\n".join([*lines, ""])


def places_of_lines(text: str, name: str) -> NDArray[np.int64]:
    """Return the places of units at each step, int64 ``(units, steps, 2)``, whichever kind the file is.

    Raises:
        MapFormatError: It is neither kind.
        MapLimitError: The units are at more places than the limit.
    """
    lines = text.splitlines()
    if text.startswith("Agent "):
        return _of_agents(lines, name)
    begin = next((i for i, line in enumerate(lines) if line.strip() == "solution="), None)
    if begin is None:
        expected = "'solution=' before the steps, or 'Agent 0: (row,column)->...'"
        raise MapFormatError(name, found="no such line", expected=expected)
    return _of_steps(lines, begin, name)


def _of_steps(lines: list[str], begin: int, name: str) -> NDArray[np.int64]:
    named = [match[1] for line in lines[:begin] if (match := _UNITS.fullmatch(line.strip()))]
    units = int(named[0]) if named else None
    rows: Rows = []
    for number, line in enumerate(lines[begin + 1 :], begin + 2):
        if not line.strip():
            continue
        match = _STEP.fullmatch(line.strip())
        places = _pairs(line)
        units = len(places) if units is None else units
        if match is None or int(match[1]) != len(rows) or len(places) != units:
            expected = f"'{len(rows)}:(x,y),...' for {units} units"
            raise MapFormatError(name, line=number, found=repr(line[:40]), expected=expected)
        rows.append(places)
    by_step = np.array(rows, np.int64).reshape(len(rows), units or 0, 2)
    by_unit: NDArray[np.int64] = by_step.transpose(1, 0, 2)
    return by_unit


def _of_agents(lines: list[str], name: str) -> NDArray[np.int64]:
    """Return the places of a file that names rows before columns; an agent stays where its line ends."""
    rows: Rows = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        match = _AGENT.fullmatch(line.strip())
        places = [(x, y) for y, x in _pairs(line)]
        if match is None or int(match[1]) != len(rows) or not places:
            expected = f"'Agent {len(rows)}: (row,column)->...'"
            raise MapFormatError(name, line=number, found=repr(line[:40]), expected=expected)
        rows.append(places)
    steps = max(map(len, rows))
    check_places(name, len(rows), steps)
    return np.array([row + row[-1:] * (steps - len(row)) for row in rows], np.int64)


def _pairs(line: str) -> list[tuple[int, int]]:
    return [(int(first), int(second)) for first, second in _PLACE.findall(line)]


def _places(places: NDArray[np.int32]) -> str:
    return "".join(f"({x},{y})," for x, y in places.tolist())


def _loss(plan: Plan) -> int:
    """Return the number of steps that a unit does not spend at its goal."""
    away = plan.nodes != plan.goals[:, None]
    return int((away[:, 1:] | away[:, :-1]).sum())
