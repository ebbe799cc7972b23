"""Which rules a path has to obey: those for its kind of space."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import PathstarError, SpaceError
from pathstar.paths.checks.boxes import box_line_problem
from pathstar.paths.checks.cells import KINDS_OF_CELLS, Cells, cheapest_step, place_problem
from pathstar.paths.checks.lines import lines_problem
from pathstar.paths.checks.mesh import mesh_line_problem
from pathstar.paths.checks.nodes import nodes_verdict
from pathstar.paths.checks.places import ends_problem, row_problem, rows_of, timed_rows_of
from pathstar.paths.checks.polylines import polyline_problem
from pathstar.paths.checks.squares import places_verdict, steps_verdict
from pathstar.paths.checks.times import times_problem
from pathstar.paths.checks.turns import turns_problem
from pathstar.paths.checks.verdict import Verdict, right, wrong
from pathstar.paths.path import Path
from pathstar.spaces.base import Place, Space
from pathstar.spaces.custom import Custom
from pathstar.spaces.graph import Graph
from pathstar.spaces.grid import Grid
from pathstar.spaces.layers.round import Round
from pathstar.spaces.layers.sized import Sized
from pathstar.spaces.mesh.navmesh import NavMesh
from pathstar.spaces.timed import Timed
from pathstar.spaces.turning import Turning
from pathstar.spaces.voxels import VoxelGrid
from pathstar.spaces.waypoints import Waypoints

_COLUMNS = {2: "x, y", 3: "x, y, z"}
_HEADINGS = "x, y, heading"


def verdict_on(space: Space, path: Any, start: Place | None, goal: Place | None) -> Verdict:
    """Check a path by the rules for its kind of space."""
    if isinstance(space, (Graph, Custom)):
        return nodes_verdict(space, path, start, goal)
    if isinstance(space, Timed):
        return _times(space, path, start, goal)
    if isinstance(space, NavMesh):
        return _mesh(space, path, start, goal)
    places = path.points if isinstance(path, Path) else path
    if isinstance(path, Path) and path.is_line:
        return _free_line(space, path)
    if isinstance(space, Turning):
        return _turns(space, places, start, goal)
    ground = space.grid if isinstance(space, Waypoints) else space
    if not isinstance(ground, KINDS_OF_CELLS):
        cells = ", ".join(kind.__name__ for kind in KINDS_OF_CELLS)
        kinds = f"{cells}, Graph, NavMesh, Waypoints, Turning, Timed and Custom"
        raise SpaceError(f"check_path knows {kinds}, not {type(space).__name__}")
    columns = _COLUMNS[len(ground.shape)]
    rows, problem = rows_of(places, columns)
    problem = problem or ends_problem(start, goal, rows, columns)
    if problem:
        return wrong(problem)
    if isinstance(space, Waypoints):
        return _lines(space, rows)
    if isinstance(ground, Grid) and ground.is_plain and not isinstance(ground, (Sized, Round)):
        return steps_verdict(ground, rows)
    return _over_cells(ground, rows)


def _free_line(space: Space, path: Path) -> Verdict:
    """Check a path that is a polyline over squares or boxes."""
    follow: Callable[[], Verdict]
    if isinstance(space, VoxelGrid):
        follow = partial(box_line_problem, space, path.points)
    elif isinstance(space, Grid) and space.is_plain:
        follow = partial(polyline_problem, space, path.points)
    else:
        return wrong("polylines are only for plain squares and boxes")
    for word, wanted, actual in (("start", path.start, path.points[0]), ("end", path.goal, path.points[-1])):
        if tuple(actual.tolist()) != tuple(map(float, wanted)):
            return wrong(f"it {word}s at {tuple(actual.tolist())}, not at {wanted}")
    return follow()


def _mesh(space: NavMesh, path: Any, start: Place | None, goal: Place | None) -> Verdict:
    """Check a list of points on a mesh line by line."""
    try:
        points = space.points_of(path.points if isinstance(path, Path) else path, "path")
    except PathstarError as error:
        return wrong(str(error))
    if len(points) == 0:
        return wrong("it has no places")
    for word, wanted, actual in (("start", start, points[0]), ("end", goal, points[-1])):
        if wanted is None:
            continue
        try:
            (place,) = space.points_of([wanted], word)
        except PathstarError as error:
            return wrong(f"it should {word} at a point, but {error}")
        if (place != actual).any():
            return wrong(f"it {word}s at {tuple(actual.tolist())}, not at {tuple(place.tolist())}")
    return mesh_line_problem(space, points)


def _lines(space: Waypoints, points: NDArray[np.int64]) -> Verdict:
    """Check a path over waypoints line by line."""
    return places_verdict(space.grid, points) or lines_problem(space, points)


def _turns(space: Turning, places: Any, start: Place | None, goal: Place | None) -> Verdict:
    """Check a list of cells with headings step by step."""
    rows, problem = rows_of(places, _HEADINGS)
    problem = problem or _turning_ends_problem(start, goal, rows)
    if problem:
        return wrong(problem)
    return turns_problem(space, rows)


def _turning_ends_problem(start: Place | None, goal: Place | None, rows: NDArray[np.int64]) -> str:
    """Return what is wrong with the ends of a path with headings; wanted ends may lack a heading."""
    for word, wanted, actual in (("start", start, rows[0]), ("end", goal, rows[-1])):
        if wanted is None:
            continue
        if row_problem(wanted, "x, y") and (problem := row_problem(wanted, _HEADINGS)):
            return f"it should {word} at a place, but {problem}"
        x, y, heading = (*wanted, 0)[:3]
        if (x, y) != tuple(actual[:2].tolist()) or (heading != actual[2] and len(rows) > 1):
            return f"it {word}s at {tuple(actual.tolist())}, not at {tuple(wanted)}"
    return ""


def _times(space: Timed, path: Any, start: Place | None, goal: Place | None) -> Verdict:
    """Check a list of places with times step by step."""
    turns = isinstance(space.ground, Turning)
    columns = _HEADINGS if turns else _COLUMNS[len(space.ground.shape)]
    if isinstance(path, Path):
        rows, problem = rows_of(path.points, columns)
        times = path.times
    else:
        rows, times, problem = timed_rows_of(path, columns)
    if not problem and len(rows) != len(times):
        problem = "it has no times"
    ends = _turning_ends_problem(start, goal, rows) if turns and not problem else ""
    problem = problem or ends or ("" if turns else ends_problem(start, goal, rows, columns))
    if problem:
        return wrong(problem)
    return times_problem(space, rows, times)


def _over_cells(space: Cells, rows: NDArray[np.int64]) -> Verdict:
    """Check a list of cells step by step."""
    cells = [tuple(row) for row in rows.tolist()]
    for row, cell in enumerate(cells):
        problem = place_problem(space, cell)
        if problem:
            return wrong(f"{cell} {problem}", max(row - 1, 0))
    cost = 0.0
    for step, (cell, following) in enumerate(pairwise(cells)):
        price, problem = cheapest_step(space, cell, following)
        if problem:
            return wrong(f"{cell} to {following} {problem}", step)
        cost += price
    return right(cost)
