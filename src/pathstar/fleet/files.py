"""Plan files of common visualisers and other programs."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pathstar.atomic import atomic_write_bytes
from pathstar.errors import MapFormatError, OptionError, SpaceError
from pathstar.fleet.formats.lines import lines_of, places_of_lines
from pathstar.fleet.formats.runs import places_of_run, run_of
from pathstar.fleet.formats.schedules import places_of_schedule, schedule_of
from pathstar.fleet.plans import ABSENT, Plan
from pathstar.maps.arguments import checked_file, checked_text
from pathstar.spaces.base import Space, check_space

SUFFIXES = (".txt", ".yaml", ".yml", ".json")


def write_solution(plan: Plan, file: str | os.PathLike[str], *, map_file: str = "") -> None:
    """Write a plan over squares in a format that common visualisers read.

    Args:
        plan: The plan, in which every unit is somewhere at every step.
        file: ``.txt``: the format of mapf-visualizer and the programs of the LaCAM family. ``.yaml`` or
            ``.yml``: a schedule of libMultiRobotPlanning. ``.json``: a run of the League of Robot Runners
            without turns, for PlanViz.
        map_file: The name of the map's file, which mapf-visualizer opens.

    Raises:
        SpaceError: The plan's places are not ``(x, y)``, or a unit has left or has no path; or the format is
            a run, and a step does not lead to the left, right, up or down.
        OptionError: Not a plan, another suffix, or a name of the map's file that is not text of one line.
        MissingExtraError: YAML without PyYAML.
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
    path, map_name = _checked(file), _checked_line("map_file", map_file)
    if not isinstance(plan, Plan):
        raise OptionError(f"plan is {plan!r}; allowed: a Plan")
    _check_squares(plan.space)
    if (plan.nodes == ABSENT).any():
        raise SpaceError("the format holds units that are there at every step; one has left, or has no path")
    match path.suffix.lower():
        case ".txt":
            text = lines_of(plan, map_name)
        case ".json":
            text = run_of(plan)
        case _:
            text = schedule_of(plan)
    atomic_write_bytes(path, text.encode())


def read_solution(file: str | os.PathLike[str], space: Space) -> NDArray[np.int64]:
    r"""Read the places of units at each step from a file of another program.

    Args:
        file: ``.txt``: the format of mapf-visualizer and the programs of the LaCAM family, or a line ``Agent
            0: (row,column)->...`` for each agent, as written by CBS, EECBS, PBS and LNS2. ``.yaml`` or
            ``.yml``: a schedule of libMultiRobotPlanning. ``.json``: a run of the League of Robot Runners up
            to 2024, with or without turns.
        space: The squares of the plan.

    Returns:
        Nodes int64 ``(units, steps + 1)``, for `check`; without steps if the program found no plan.

    Raises:
        MapFormatError: It is not such a file.
        MapLimitError: The places of all units at all steps are more than 2**26.
        SpaceError: The space's places are not ``(x, y)``.
        OptionError: Another suffix.
        PlaceError: A place lies outside.
        MissingExtraError: YAML without PyYAML.
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
    path = _checked(file)
    _check_squares(space)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MapFormatError(str(path), found="no text", expected="text in UTF-8") from error
    match path.suffix.lower():
        case ".txt":
            places = places_of_lines(text, str(path))
        case ".json":
            places = places_of_run(text, str(path), space)
        case _:
            places = places_of_schedule(text, str(path))
    nodes: NDArray[np.int64] = space.nodes_of(places.reshape(-1, 2), "places").astype(np.int64)
    return nodes.reshape(places.shape[:2])


def _checked(file: str | os.PathLike[str]) -> Path:
    path = checked_file("file", file)
    if path.suffix.lower() not in SUFFIXES:
        allowed = ", ".join(SUFFIXES)
        raise OptionError(f"the suffix of {path.name} is none of a visualiser's files; allowed: {allowed}")
    return path


def _check_squares(space: Space) -> None:
    check_space(space)
    if not space.capabilities.cells or len(space.shape) != 2:
        raise SpaceError(f"the format holds units on squares, not in a {space.kind.name}")


def _checked_line(name: str, given: str) -> str:
    text = checked_text(name, given)
    if len(text.splitlines()) > 1 or text != text.strip():
        raise OptionError(f"{name} is {given!r}; allowed: a text of one line, without spaces around it")
    return text
