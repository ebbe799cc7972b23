"""Plan files of common visualisers: lines of ``key=value``, then one line for each step."""

from __future__ import annotations

import os
import re

import numpy as np
from numpy.typing import NDArray

from pathstar.atomic import atomic_write_bytes
from pathstar.errors import MapFormatError, OptionError, SpaceError
from pathstar.fleet.plans import ABSENT, Plan
from pathstar.maps.arguments import checked_file, checked_text
from pathstar.spaces.base import Space

_STEP = re.compile(r"(\d{1,9}):((?:\(-?\d{1,9},-?\d{1,9}\),?)*)")
_UNITS = re.compile(r"agents=(\d{1,9})")
_PLACE = re.compile(r"\((-?\d{1,9}),(-?\d{1,9})\)")


def write_solution(plan: Plan, file: str | os.PathLike[str], *, map_file: str = "") -> None:
    """Write a plan over squares as mapf-visualizer and the programs of the LaCAM family read it.

    Args:
        plan: The plan; every unit is somewhere at every step.
        file: The file.
        map_file: The name of the map's file, which the visualiser opens.

    Raises:
        SpaceError: The plan's places are not ``(x, y)``, or a unit has left or has no path.
        OptionError: The name of the map's file is no text of one line.
        OSError: The file cannot be written.

    Example:
        >>> import pathlib, tempfile
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1]], moves=ps.Moves(directions=4))
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "solution.txt"
        >>> ps.fleet.write_solution(ps.fleet.plan(grid, [(0, 0)], [(1, 0)]), file, map_file="hall.map")
        >>> print(file.read_text().partition("starts")[2])
        =(0,0),
        goals=(1,0),
        solution=
        0:(0,0),
        1:(1,0),
        <BLANKLINE>
    """
    if plan.positions.shape[2] != 2 or (plan.nodes == ABSENT).any():
        raise SpaceError("the format holds units on squares that are there at every step")
    facts = {
        "agents": len(plan),
        "map_file": _checked_line("map_file", map_file),
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
    atomic_write_bytes(checked_file("file", file), "\n".join([*lines, ""]).encode())


def read_solution(file: str | os.PathLike[str], space: Space) -> NDArray[np.int64]:
    r"""Read where units are at each step from such a file.

    Args:
        file: The file.
        space: The squares that it is about.

    Returns:
        Nodes int64 ``(units, steps + 1)``, for `check`; without steps where the program found no plan.

    Raises:
        MapFormatError: It is not such a file.
        SpaceError: The space's places are not ``(x, y)``.
        PlaceError: A place lies outside.
        OSError: It cannot be read.

    Example:
        >>> import pathlib, tempfile
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1]], moves=ps.Moves(directions=4))
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "solution.txt"
        >>> _ = file.write_text("agents=1\nsolution=\n0:(0,0),\n1:(1,0),\n")
        >>> ps.fleet.read_solution(file, grid).tolist()
        [[0, 1]]
    """
    path = checked_file("file", file)
    if not space.capabilities.cells or len(space.shape) != 2:
        raise SpaceError(f"the format holds units on squares, not in a {space.kind.name}")
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    begin = next((i for i, line in enumerate(lines) if line.strip() == "solution="), None)
    if begin is None:
        raise MapFormatError(str(path), found="no such line", expected="'solution=' before the steps")
    units = _units_of(lines[:begin])
    rows: list[NDArray[np.uint32]] = []
    for number, line in enumerate(lines[begin + 1 :], begin + 2):
        if not line.strip():
            continue
        match = _STEP.fullmatch(line.strip())
        places = [(int(x), int(y)) for x, y in _PLACE.findall(line)]
        units = len(places) if units is None else units
        if match is None or int(match[1]) != len(rows) or len(places) != units:
            raise MapFormatError(
                str(path),
                line=number,
                found=repr(line[:40]),
                expected=f"'{len(rows)}:(x,y),...' for {units} units",
            )
        rows.append(space.nodes_of(np.array(places).reshape(-1, 2), f"line {number}"))
    nodes: NDArray[np.int64] = np.array(rows, np.int64).reshape(len(rows), units or 0).T
    return nodes


def _units_of(lines: list[str]) -> int | None:
    """Return how many units the facts before the steps name, or None."""
    found = [match[1] for line in lines if (match := _UNITS.fullmatch(line.strip()))]
    return int(found[0]) if found else None


def _checked_line(name: str, given: str) -> str:
    text = checked_text(name, given)
    if len(text.splitlines()) > 1 or text != text.strip():
        raise OptionError(f"{name} is {given!r}; allowed: a text of one line, without spaces around it")
    return text


def _places(places: NDArray[np.int32]) -> str:
    return "".join(f"({x},{y})," for x, y in places.tolist())


def _loss(plan: Plan) -> int:
    """Return the steps in which a unit is not at its goal before and after."""
    away = plan.nodes != plan.goals[:, None]
    return int((away[:, 1:] | away[:, :-1]).sum())
