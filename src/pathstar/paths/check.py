"""The independent checker: is this a legal path, and what does it cost?

It reads only the space's public arrays, and shares no code with the search.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import PathstarError, SpaceError
from pathstar.paths.check_boxes import box_line_problem
from pathstar.paths.check_cells import KINDS_OF_CELLS, Cells, cheapest_step, place_problem
from pathstar.paths.check_lines import lines_problem
from pathstar.paths.check_mesh import mesh_line_problem
from pathstar.paths.check_places import (
    ends_problem,
    listed,
    node_problem,
    row_problem,
    rows_of,
    timed_rows_of,
)
from pathstar.paths.check_polylines import polyline_problem
from pathstar.paths.check_times import times_problem
from pathstar.paths.check_turns import turns_problem
from pathstar.paths.path import Path
from pathstar.spaces.base import Place, Space, place_list
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


@dataclass(frozen=True, slots=True)
class Check:
    """The result of the checker; true if the path is legal.

    Attributes:
        ok: Whether every step is legal, the ends are right, and the cost that a `Path` states is the sum of
            its steps.
        cost: The sum of the steps' costs; infinity if a step is not legal.
        problem: What is wrong, in words; empty if nothing is.
        step: The number of the first wrong step, from 0, or None.

    Example:
        >>> import pathstar as ps
        >>> ps.check_path(ps.Grid([[1, 1]]), [(0, 0), (1, 0)])
        Check(ok=True, cost=1.0, problem='', step=None)
    """

    ok: bool
    cost: float
    problem: str = ""
    step: int | None = None

    def __bool__(self) -> bool:
        return self.ok


def check_path(
    space: Space, path: Path | ArrayLike, *, start: Place | None = None, goal: Place | None = None
) -> Check:
    """Check a path step by step against the map, the corner rule and the step costs.

    Args:
        space: The space of the path.
        path: A `Path`, or places ``(n, 2)`` with columns x and y; a list of names where places are names. On
            a `Timed`, rows ``(x, y, time)``, which are checked against all reservations. On a `NavMesh`, the
            points of a line.
        start: The required start; a `Path` has its own.
        goal: The required goal; a `Path` has its own.

    Returns:
        A `Check`. A `Path` that was not found is not legal, nor is a list that holds anything but places,
        such as floats, bools or text instead of whole numbers.

    Raises:
        SpaceError: The checker does not know this kind of space.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1], [0, 1]])
        >>> check_path(grid, [(0, 0), (1, 1)])
        Check(ok=False, cost=inf, problem='(0, 0) to (1, 1) cuts a corner', step=0)
    """
    if isinstance(path, Path):
        start, goal = path.start, path.goal
    return _claimed(path, _check(space, path, start, goal))


def check_line(path: Path) -> Check:
    """Check a path in any direction, but not the cost that it states.

    Example:
        >>> import pathstar as ps
        >>> check_line(ps.find_path(ps.Grid([[1, 1]]), (0, 0), (1, 0), algorithm="theta-star"))
        Check(ok=True, cost=1.0, problem='', step=None)
    """
    return _check(path.space, path, path.start, path.goal)


def _check(space: Space, path: Any, start: Place | None, goal: Place | None) -> Check:
    """Check a path by the rules for its kind of space."""
    if isinstance(space, (Graph, Custom)):
        return _check_by_name(space, path, start, goal)
    if isinstance(space, Timed):
        return _check_times(space, path, start, goal)
    if isinstance(space, NavMesh):
        return _check_mesh(space, path, start, goal)
    places = path.points if isinstance(path, Path) else path
    if isinstance(path, Path) and path.is_line:
        return _check_free_line(space, path)
    if isinstance(space, Turning):
        return _check_turns(space, places, start, goal)
    ground = space.grid if isinstance(space, Waypoints) else space
    if not isinstance(ground, KINDS_OF_CELLS):
        cells = ", ".join(kind.__name__ for kind in KINDS_OF_CELLS)
        kinds = f"{cells}, Graph, NavMesh, Waypoints, Turning, Timed and Custom"
        raise SpaceError(f"check_path knows {kinds}, not {type(space).__name__}")
    columns = _COLUMNS[len(ground.shape)]
    rows, problem = rows_of(places, columns)
    problem = problem or ends_problem(start, goal, rows, columns)
    if problem:
        return _wrong(problem)
    if isinstance(space, Waypoints):
        return _check_lines(space, rows)
    if isinstance(ground, Grid) and ground.is_plain and not isinstance(ground, (Sized, Round)):
        return _check_steps(ground, rows)
    return _check_over_cells(ground, rows)


def _right(cost: float) -> Check:
    return Check(ok=True, cost=cost)


def _wrong(problem: str, step: int | None = None) -> Check:
    return Check(ok=False, cost=math.inf, problem=problem, step=step)


def _verdict(problem: str, step: int | None, cost: float) -> Check:
    return _wrong(problem, step) if problem else _right(cost)


def _check_free_line(space: Space, path: Path) -> Check:
    """Check a path that is a polyline over squares or boxes."""
    follow: Callable[[], tuple[str, int, float]]
    if isinstance(space, VoxelGrid):
        follow = partial(box_line_problem, space, path.points)
    elif isinstance(space, Grid) and space.is_plain:
        follow = partial(polyline_problem, space, path.points)
    else:
        return _wrong("polylines are only for plain squares and boxes")
    for word, wanted, actual in (("start", path.start, path.points[0]), ("end", path.goal, path.points[-1])):
        if tuple(actual.tolist()) != tuple(map(float, wanted)):
            return _wrong(f"it {word}s at {tuple(actual.tolist())}, not at {wanted}")
    problem, step, cost = follow()
    return _verdict(problem, step, cost)


def _check_mesh(space: NavMesh, path: Any, start: Place | None, goal: Place | None) -> Check:
    """Check a list of points on a mesh line by line."""
    try:
        points = space.points_of(path.points if isinstance(path, Path) else path, "path")
    except PathstarError as error:
        return _wrong(str(error))
    if len(points) == 0:
        return _wrong("it has no places")
    for word, wanted, actual in (("start", start, points[0]), ("end", goal, points[-1])):
        if wanted is None:
            continue
        try:
            (place,) = space.points_of([wanted], word)
        except PathstarError as error:
            return _wrong(f"it should {word} at a point, but {error}")
        if (place != actual).any():
            return _wrong(f"it {word}s at {tuple(actual.tolist())}, not at {tuple(place.tolist())}")
    problem, step, length = mesh_line_problem(space, points)
    return _verdict(problem, step, length)


def _check_lines(space: Waypoints, points: NDArray[np.int64]) -> Check:
    """Check a path over waypoints line by line."""
    wrong = _place_problem(space.grid, points)
    if wrong is not None:
        return wrong
    problem, step, cost = lines_problem(space, points)
    return _verdict(problem, step, cost)


def _check_steps(grid: Grid, points: NDArray[np.int64]) -> Check:
    """Check a path on a grid step by step."""
    for find_problem in (_place_problem, _step_problem):
        wrong = find_problem(grid, points)
        if wrong is not None:
            return wrong
    return _right(float(sum(_step_costs(grid, points).tolist())))


def _claimed(path: Path | ArrayLike, check: Check) -> Check:
    """Check that a legal path has the cost that it states."""
    if (
        check
        and isinstance(path, Path)
        and not math.isclose(check.cost, path.cost, rel_tol=1e-9, abs_tol=1e-12)
    ):
        problem = f"its steps cost {check.cost!r}, but it states {path.cost!r}"
        return Check(ok=False, cost=check.cost, problem=problem)
    return check


def _check_by_name(space: Graph | Custom, path: Any, start: Place | None, goal: Place | None) -> Check:
    """Check a list of nodes edge by edge."""
    places, problem = listed(path)
    for row, place in enumerate(places):
        if problem := node_problem(space, place):
            return _wrong(problem, max(row - 1, 0))
    if problem:
        return _wrong(problem)
    for word, wanted, actual in (("start", start, places[0]), ("end", goal, places[-1])):
        if wanted is None:
            continue
        if problem := node_problem(space, wanted):
            return _wrong(f"it should {word} at a node, but {problem}")
        if wanted != actual:
            return _wrong(f"it {word}s at {actual!r}, not at {wanted!r}")
    cost = 0.0
    for step, (place, following) in enumerate(pairwise(places)):
        edges = _edges_of(space, place)
        costs = [float(cost) for target, cost in edges if target == following and cost < math.inf]
        if not costs:
            return _wrong(f"{place!r} to {following!r} is not an edge", step)
        cost += min(costs)
    return _right(cost)


def _edges_of(space: Graph | Custom, place: Place) -> Iterable[tuple[Place, float]]:
    if isinstance(space, Custom):
        edges: Iterable[tuple[Place, float]] = space.neighbors(place)
        return edges
    node = space.node_of(place)
    row = slice(int(space.offsets[node]), int(space.offsets[node + 1]))
    return zip(place_list(space.places_of(space.targets[row])), space.costs[row].tolist(), strict=True)


def _check_turns(space: Turning, places: Any, start: Place | None, goal: Place | None) -> Check:
    """Check a list of cells with headings step by step."""
    rows, problem = rows_of(places, _HEADINGS)
    problem = problem or _turning_ends_problem(start, goal, rows)
    if problem:
        return _wrong(problem)
    problem, step, cost = turns_problem(space, rows)
    return _verdict(problem, step, cost)


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


def _check_times(space: Timed, path: Any, start: Place | None, goal: Place | None) -> Check:
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
        return _wrong(problem)
    problem, step, cost = times_problem(space, rows, times)
    return _verdict(problem, step, cost)


def _check_over_cells(space: Cells, rows: NDArray[np.int64]) -> Check:
    """Check a list of cells step by step."""
    cells = [tuple(row) for row in rows.tolist()]
    for row, cell in enumerate(cells):
        problem = place_problem(space, cell)
        if problem:
            return _wrong(f"{cell} {problem}", max(row - 1, 0))
    cost = 0.0
    for step, (cell, following) in enumerate(pairwise(cells)):
        price, problem = cheapest_step(space, cell, following)
        if problem:
            return _wrong(f"{cell} to {following} {problem}", step)
        cost += price
    return _right(cost)


def _place_problem(grid: Grid, points: NDArray[np.int64]) -> Check | None:
    outside = np.any((points < 0) | (points >= (grid.width, grid.height)), axis=1)
    blocked = np.array(outside)
    x, y = points[~outside].T
    blocked[~outside] = ~grid.walkable[y, x]
    if not blocked.any():
        return None
    row = int(np.flatnonzero(blocked)[0])
    why = "lies outside" if outside[row] else "is not walkable"
    return _wrong(f"{tuple(points[row].tolist())} {why}", max(row - 1, 0))


def _step_problem(grid: Grid, points: NDArray[np.int64]) -> Check | None:
    (x, y), (dx, dy) = points[:-1].T, np.diff(points, axis=0).T
    far: NDArray[np.bool_] = np.maximum(abs(dx), abs(dy)) != 1
    diagonal = (dx != 0) & (dy != 0)
    not_allowed = far | (diagonal & (grid.moves.directions == 4))
    near = ~not_allowed
    beside = np.zeros(len(dx), np.int64)
    beside[near] = (~grid.walkable[y[near], (x + dx)[near]]).astype(int) + ~grid.walkable[
        (y + dy)[near], x[near]
    ]
    most_blocked = {"no_cut": 0, "no_squeeze": 1, "free": 2}[grid.moves.corners]
    cuts = near & diagonal & (beside > most_blocked)
    if not (not_allowed | cuts).any():
        return None
    step = int(np.flatnonzero(not_allowed | cuts)[0])
    what = "is not one step" if far[step] else "is a diagonal step" if not_allowed[step] else "cuts a corner"
    ends = f"{tuple(points[step].tolist())} to {tuple(points[step + 1].tolist())}"
    return _wrong(f"{ends} {what}", step)


def _step_costs(grid: Grid, points: NDArray[np.int64]) -> NDArray[np.float64]:
    straight, diagonal = grid.moves.step_costs
    lengths = np.where((np.diff(points, axis=0) != 0).all(axis=1), diagonal, straight)
    if grid.cost is None:
        return lengths
    x, y = points.T
    cells = grid.cost[y, x]
    costs: NDArray[np.float64] = lengths * (
        cells[1:] if grid.cost_model == "enter" else (cells[:-1] + cells[1:]) / 2
    )
    return costs
