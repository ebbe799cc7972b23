"""The scans of jump point search that find nothing."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar._core import EventType
from pathstar.traces.scans import failed_scans

Cell = tuple[int, int]
WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def may_step(walkable: np.ndarray, at: Cell, way: Cell, corners: str) -> bool:
    (x, y), (dx, dy) = at, way

    def free(cx: int, cy: int) -> bool:
        return 0 <= cx < walkable.shape[1] and 0 <= cy < walkable.shape[0] and bool(walkable[cy, cx])

    if not free(x + dx, y + dy):
        return False
    sides = free(x + dx, y), free(x, y + dy)
    if not (dx and dy) or corners == "free":
        return True
    return all(sides) if corners == "no_cut" else any(sides)


def scan_of(start: Cell, end: Cell) -> tuple[Cell, int]:
    """Return the direction of a scan and its length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(abs(dx), abs(dy))
    assert {abs(dx), abs(dy)} <= {0, length}
    return (dx // length, dy // length), length


@pytest.mark.parametrize("corners", ["no_cut", "no_squeeze", "free"])
def test_a_failed_scan_ends_at_a_wall(corners: str) -> None:
    rng = np.random.default_rng(7)
    counted = 0
    for _ in range(8):
        walkable = rng.random((11, 13)) < 0.8
        walkable[5, 6] = walkable[10, 12] = True
        grid = ps.Grid(walkable, moves=ps.Moves(corners=corners))
        trace = ps.trace(grid, (6, 5), (12, 10), algorithm="jps")
        for step, node, last in failed_scans(trace).tolist():
            at, end = (node % 13, node // 13), (last % 13, last // 13)
            way, length = scan_of(at, end)
            for i in range(length):
                assert may_step(walkable, (at[0] + i * way[0], at[1] + i * way[1]), way, corners)
            assert not may_step(walkable, end, way, corners)
            assert trace.events["node"][trace.step_starts[step]] == node
            counted += 1
    assert counted > 20


def test_from_the_start_each_straight_way_fails_or_finds() -> None:
    rng = np.random.default_rng(8)
    for _ in range(20):
        walkable = rng.random((9, 9)) < 0.75
        walkable[4, 4] = walkable[0, 0] = True
        trace = ps.trace(ps.Grid(walkable), (4, 4), (0, 0), algorithm="jps")
        events = trace.events_of(0)
        opened = events["node"][events["type"] == EventType.GENERATE.value].tolist()
        scans = failed_scans(trace)
        failed = {scan_of((4, 4), (end % 9, end // 9))[0] for step, _, end in scans.tolist() if step == 0}
        for way in WAYS:
            if way[0] and way[1]:
                continue
            found = [cell for cell in opened if on_ray((4, 4), way, (cell % 9, cell // 9))]
            open_way = may_step(walkable, (4, 4), way, "no_cut")
            assert (way in failed) == (open_way and not found)


def on_ray(at: Cell, way: Cell, cell: Cell) -> bool:
    away = (cell[0] - at[0], cell[1] - at[1])
    length = max(map(abs, away))
    return away == (way[0] * length, way[1] * length)


def test_other_searches_have_none() -> None:
    map = ps.Map(np.ones((4, 4)))
    grid = map.grid()
    assert len(failed_scans(ps.trace(grid, (0, 0), (3, 3)))) == 0
    trace = ps.trace(grid, (1, 1), (3, 3), algorithm="jps")
    assert len(trace.failed_scans) > 0
    grid.update(map.edit("passable", (0, 0), False))
    assert len(failed_scans(trace)) == 0  # the walls have changed since the search


def test_pictures_and_pages_show_them() -> None:
    trace = ps.trace(ps.Grid(np.ones((6, 8))), (2, 3), (7, 3), algorithm="jps")
    drawn = trace.frame(0).svg()
    assert 'class="failed_scan"' in drawn
    assert 'class="failed_scan"' not in ps.trace(trace.space, (2, 3), (7, 3)).frame(0).svg()  # type: ignore[arg-type]
