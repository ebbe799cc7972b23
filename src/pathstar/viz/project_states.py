"""A search over headings or times as one over the cells of its ground, for pictures.

A search over a `Turning` or a `Timed` knows a cell many times: once for each heading, or for each interval in
which it is free. A cell counts as open once it is first seen, with the best path known, and as closed once it
is first closed; later changes are ignored. Each step remains a step.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType, PathResult
from pathstar.paths.path import Path
from pathstar.traces.timeline import NO_PARENT
from pathstar.traces.trace import Trace

_NO_CELLS = np.empty(0, np.uint32)


def on_cells(trace: Trace) -> Trace:
    """Return a trace whose nodes are cells of the lowest ground; without a layer, the trace itself.

    Example:
        >>> import pathstar as ps
        >>> floor = ps.Turning(ps.Grid([[1, 1, 1]]), 1)
        >>> on_cells(ps.trace(floor, (0, 0), (2, 0)))[-1].nodes.tolist()
        [0, 1, 2]
    """
    space = trace.space
    if space.ground is space:
        return trace
    if trace.legs:
        return Trace.of_legs(path_on_cells(trace.path), list(map(on_cells, trace.legs)), trace.max_events)
    events = trace.events.copy()
    for name in ("node", "parent"):
        known = events[name] != NO_PARENT
        events[name][known] = space.cells_of(np.ascontiguousarray(events[name][known]))
    path = _path_on_ground(trace.path)
    # If a search forgets, the last event of a cell counts; a search along lines has each cell once.
    if not (trace.deepens or trace.rules.any_angle):
        events = _one_search(events)
    return on_cells(Trace(space.ground, path, events, trace.rules, trace.max_events))


def path_on_cells(path: Path) -> Path:
    """Return a path over the lowest ground, at the same cost; without a layer, the path itself."""
    return path if path.space.ground is path.space else path_on_cells(_path_on_ground(path))


def _path_on_ground(path: Path) -> Path:
    space, core = path.space, path.core
    if path.is_line:
        cells, line = _NO_CELLS, path.points
    else:
        cells, line = space.cells_of(path.nodes), None
    result = PathResult(
        path.status,
        path.cost,
        cells,
        (0, False),
        counts=core.counts,
        seconds=core.seconds,
        times=path.times,
        line=None if line is None else line.ravel(),
        columns=2 if line is None else line.shape[1],
    )
    start, goal = (tuple(end)[:2] for end in (path.start, path.goal))
    return Path(result, space.ground, start, goal, path.method)


def _one_search(events: NDArray[np.void]) -> NDArray[np.void]:
    """Return events of cells as those of one search, without later changes to closed cells.

    A cell that is closed again keeps what was known when it was first closed.
    """
    kinds, numbers = events["type"], np.arange(len(events))
    closes = kinds == EventType.EXPAND.value
    tells = np.isin(kinds, [EventType.GENERATE.value, EventType.UPDATE.value, EventType.SOURCE.value])
    cells, cell = np.unique(
        events["node"] * np.uint64(2) + events["from_goal"].astype(np.uint64), return_inverse=True
    )
    closed = np.full(len(cells), len(events))
    np.minimum.at(closed, cell[closes], numbers[closes])
    lowest = _new_minima(cell, np.where(tells, events["g"], np.inf))
    keeps = ~tells | (lowest & (numbers < closed[cell]))
    first = closed[cell]
    again = closes & (numbers > first)
    for name in ("g", "h", "parent"):
        events[name][again] = events[name][first[again]]
    rows = np.flatnonzero(tells & keeps)
    _, fresh = np.unique(cell[rows], return_index=True)
    new = np.isin(kinds[rows], [EventType.GENERATE.value, EventType.UPDATE.value])
    changed = np.where(np.isin(np.arange(len(rows)), fresh), EventType.GENERATE.value, EventType.UPDATE.value)
    kinds[rows[new]] = changed[new]
    return events[keeps]


def _new_minima(group: NDArray[np.intp], values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which values are lower than all before them in their group, bool ``(n,)``.

    Example:
        >>> _new_minima(np.array([0, 1, 0, 0, 1]), np.array([3.0, 9, 3, 1, 9])).tolist()
        [True, True, False, True, False]
    """
    order = np.argsort(group, kind="stable")
    ranks = np.unique(values, return_inverse=True)[1]
    # Each group is shifted below the one before, so one running minimum works for all of them.
    levels = ranks[order] - group[order] * (len(values) + 1)
    before = np.concatenate([[len(values) + 1], np.minimum.accumulate(levels)[:-1]])
    lower = np.empty(len(values), np.bool_)
    lower[order] = levels < before
    return lower
