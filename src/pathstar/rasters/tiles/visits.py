"""Visits to tiles: pure functions from a version of a tile and its pending values to the next version.

A visit reads the versions that it names and writes objects that did not exist. It may run twice, even at the
same time, on any machine: the second run writes the same bytes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.rasters.raster import Native, Raster, native_ground
from pathstar.rasters.result import NO_DIRECTION, SOURCE
from pathstar.rasters.sources import NO_LABEL, Sources
from pathstar.rasters.tiles.borders import Places, frame_of, margin_of
from pathstar.rasters.tiles.layout import Layout, Window
from pathstar.rasters.tiles.store import Store

WHOLE = slice(None), slice(None)
Versions = dict[int, int]
"""The current version by tile; tiles without one are missing."""


@dataclass(frozen=True)
class Job:
    """The data that all visits of a run share.

    Attributes:
        raster: The ground.
        layout: Its tiles.
        store: The store of versions.
        outward: Whether paths lead from the sources.
        scale: The factor by which all steps cost more.
        flag: Ends visits in other threads.
    """

    raster: Raster
    layout: Layout
    store: Store
    outward: bool
    scale: float = 1.0
    flag: _core.StopFlag | None = None

    def ground(self, window: Window) -> tuple[Native, _core.StepRule]:
        """Return a tile with its margins as a native region, and its rule for steps."""
        cost, height = self.raster.read(window.rows, window.columns)
        native = native_ground(cost, height, self.raster.nodata, window.margins, window.joined)
        rows = slice(int(window.rows[0]), int(window.rows[-1]) + 1)
        return native, self.raster.rule(self.outward, self.scale, rows)

    def read(self, name: str, tile: int, versions: Versions, empty: Any, dtype: Any) -> NDArray[Any]:
        """Return a tile's window of the values stored under a name."""
        window = self.layout.window(tile)
        values = np.full(window.shape, empty, dtype)
        for other in self.layout.around(tile).tolist():
            if other not in versions:
                continue
            box = self.layout.box(other)
            for rows, own_rows in _runs(window.rows, box[0]):
                for columns, own_columns in _runs(window.columns, box[1]):
                    part = values[rows, columns]
                    self.store.read(name, other, versions[other], (own_rows, own_columns), part)
        return values

    def costs(self, tile: int, versions: Versions, limit: float) -> NDArray[np.float64]:
        """Return a tile's window of final costs; costs over the limit are infinite."""
        values = self.read("cost", tile, versions, math.inf, np.float64)
        if limit < math.inf:
            values[values > limit] = math.inf
        return values


def _runs(numbers: NDArray[np.int64], part: slice) -> list[tuple[slice, slice]]:
    """Return runs in which numbers rise by 1, by their places among all numbers and in the part."""
    places = np.flatnonzero((numbers >= part.start) & (numbers < part.stop))
    breaks = np.flatnonzero((np.diff(places) != 1) | (np.diff(numbers[places]) != 1)) + 1
    return [
        (slice(int(run[0]), int(run[-1]) + 1), slice(*(numbers[run[[0, -1]]] - part.start + (0, 1)).tolist()))
        for run in np.split(places, breaks)
        if len(run)
    ]


@dataclass(frozen=True)
class Visited:
    """The result of a visit; values are costs or labels, and lower ones are better.

    Attributes:
        beyond: float64: the values that the tile offers to the cells in its margins, which belong to other
            tiles.
        frame: float64: the tile's own values along its border.
        watched: float64: the tile's own values at the watched cells.
        left: int64: own cells that wait beyond the horizon of the visit; row times width plus column.
        left_values: float64: their values.
        settled: The number of cells expanded.
        reached: The number of cells that had no value before.
    """

    beyond: NDArray[np.float64]
    frame: NDArray[np.float64]
    watched: NDArray[np.float64]
    left: NDArray[np.int64]
    left_values: NDArray[np.float64]
    settled: int
    reached: int


def visit_costs(
    job: Job,
    tile: int,
    version: int,
    new_version: int,
    cells: NDArray[np.int64],
    values: NDArray[np.float64],
    limit: float,
    horizon: float,
    watched: NDArray[np.int64],
) -> Visited:
    """Lower the costs of a tile by its pending values; version 0 means that there are no costs yet.

    Cells that cost more than the horizon are left.
    """
    window = job.layout.window(tile)
    costs = np.full(window.shape, math.inf)
    if version:
        job.store.read("cost", tile, version, WHOLE, costs[window.inner])
    native, rule = job.ground(window)
    inside = window.inside(cells)
    nowhere = np.empty(0, np.int64)
    _, settled, _, reached, left = native.wave(rule, costs, inside, values, nowhere, limit, horizon, job.flag)
    job.store.put("cost", tile, new_version, costs[window.inner])
    return _visited(window, job.layout.reach, costs, settled, reached, left, watched)


def visit_labels(
    job: Job,
    tile: int,
    version: int,
    new_version: int,
    cells: NDArray[np.int64],
    values: NDArray[np.float64],
    limit: float,
    name: str,
    cost_versions: Versions,
    nearest_versions: Versions,
) -> Visited:
    """Spread the numbers of nearest sources, or hops on plateaus, over a tile whose costs are final."""
    window = job.layout.window(tile)
    costs = job.costs(tile, cost_versions, limit)
    nearest = None
    if name == "hops":
        nearest = job.read("nearest", tile, nearest_versions, NO_LABEL, np.uint32)
    labels = np.full(window.shape, NO_LABEL, np.uint32)
    if version:
        job.store.read(name, tile, version, WHOLE, labels[window.inner])
    native, rule = job.ground(window)
    inside, numbers = window.inside(cells), values.astype(np.uint32)
    native.spread(rule, costs, nearest, labels, inside, numbers, job.flag)
    job.store.put(name, tile, new_version, labels[window.inner])
    nowhere = np.empty(0, np.int64)
    return _visited(window, job.layout.reach, labels, 0, 0, nowhere, nowhere)


def _visited(
    window: Window,
    reach: int,
    values: NDArray[Any],
    settled: int,
    reached: int,
    left: NDArray[np.int64],
    watched: NDArray[np.int64],
) -> Visited:
    """Return the result of a visit. A cell not reached has an infinite cost, or the label NO_LABEL."""

    def at(places: Places) -> NDArray[np.float64]:
        found = values[places].astype(np.float64, copy=False)
        if values.dtype == np.uint32:
            found[found == NO_LABEL] = math.inf
        return found

    margin, frame = margin_of(window, reach), frame_of(window, reach)
    asked, waiting = (Places(*np.divmod(each, window.shape[1])) for each in (window.inside(watched), left))
    return Visited(at(margin), at(frame), at(asked), window.cells(waiting), at(waiting), settled, reached)


def finish(
    job: Job,
    tile: int,
    limit: float,
    sources: Sources,
    outputs: tuple[str, ...],
    versions: dict[str, Versions],
) -> int:
    """Write a tile's part of the results; return how many cells are left without a direction.

    Args:
        job: The run.
        tile: The tile.
        limit: Costs over it are infinite.
        sources: All sources.
        outputs: The wanted results.
        versions: By name and tile.
    """
    window, box, shape = job.layout.window(tile), job.layout.box(tile), job.layout.shape
    if outputs == ("cost",):
        if not (job.store.in_place and tile in versions["cost"] and limit == math.inf):
            job.store.write_result("cost", shape, box, own_costs(job, tile, versions["cost"], limit))
        return 0
    costs = job.costs(tile, versions["cost"], limit)
    job.store.write_result("cost", shape, box, costs[window.inner])
    several = "nearest" in versions
    nearest = job.read("nearest", tile, versions.get("nearest", {}), NO_LABEL, np.uint32)
    if not several and len(sources.numbers):
        nearest[costs < math.inf] = sources.numbers[0]
    if "nearest" in outputs:
        job.store.write_result("nearest", shape, box, nearest.view(np.int32)[window.inner])
    if "direction" not in outputs:
        return 0
    hops = job.read("hops", tile, versions["hops"], NO_LABEL, np.uint32) if "hops" in versions else None
    codes = np.full(window.shape, NO_DIRECTION, np.uint8)
    begins = window.inside(begins_in(job, tile, sources, costs, nearest).cells)
    codes.reshape(-1)[begins] = SOURCE
    native, rule = job.ground(window)
    without = native.directions(rule, costs, nearest if several else None, hops, codes, job.flag)
    job.store.write_result("direction", shape, box, codes[window.inner])
    return without


def own_costs(job: Job, tile: int, versions: Versions, limit: float) -> NDArray[np.float64]:
    """Return the final costs of a tile without its margins."""
    rows, columns = job.layout.box(tile)
    costs = np.full((rows.stop - rows.start, columns.stop - columns.start), math.inf)
    if tile in versions:
        job.store.read("cost", tile, versions[tile], WHOLE, costs)
        if limit < math.inf:
            costs[costs > limit] = math.inf
    return costs


def begins_in(
    job: Job,
    tile: int,
    sources: Sources,
    costs: NDArray[np.float64],
    nearest: NDArray[np.uint32] | None = None,
) -> Sources:
    """Return the sources in a tile that are reached best by their own start."""
    here = sources.only(job.layout.owners(sources.cells) == tile)
    inside = job.layout.window(tile).inside(here.cells)
    best = costs.reshape(-1)[inside] == here.starts
    if nearest is not None:
        best &= nearest.reshape(-1)[inside] == here.numbers
    return here.only(best)
