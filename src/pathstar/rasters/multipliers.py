"""Cost-distance from sources with different multipliers: one run for each, and the best of their results."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.parts import bands_of
from pathstar.rasters.raster import Raster
from pathstar.rasters.result import NO_DIRECTION, NO_SOURCE, CostDistance
from pathstar.rasters.series import series_of
from pathstar.rasters.sources import Sources
from pathstar.rasters.tiles.plan import Tiles
from pathstar.rasters.tiles.raw import unmapped
from pathstar.rasters.tiles.store import Arrays, Store

# An interrupted merge may be repeated. A run finds the same cells to be better until their costs are
# lowered, so costs come last.
_IN_ORDER = ("direction", "nearest", "cost")
_NOWHERE = {"direction": NO_DIRECTION, "nearest": NO_SOURCE, "cost": math.inf}


class SolveSources(Protocol):
    """A function that makes a run for some of the sources."""

    def __call__(
        self, raster: Raster, /, *, sources: Sources, outputs: Collection[str], tiles: Tiles | None
    ) -> CostDistance:
        """Return the result of the run."""


def solve_each_multiplier(
    raster: Raster,
    sources: Sources,
    tiles: Tiles | None,
    solve: SolveSources,
    outward: bool,
    limit: float,
    stops: NDArray[np.int64],
    outputs: Collection[str],
) -> CostDistance:
    """Return the least cost of all runs for each cell; of equal costs, that of the least source.

    Args:
        raster: The raster of the paths.
        sources: The sources, with their multipliers.
        tiles: How each run is solved. In a store each has its own folder.
        solve: Makes the run for some of the sources.
        outward: Whether paths lead from the sources.
        limit: Costs over it become infinity.
        stops: Cells. Costs over the largest of theirs become infinity.
        outputs: The outputs besides costs.
    """
    factors = np.unique(sources.multipliers)
    ties = ["nearest"] if len({"cost", *outputs}) > 1 else []  # the sources decide between equal costs
    names = [name for name in _IN_ORDER if name in {"cost", *outputs, *ties}]
    places = (sources.cells, sources.numbers, sources.starts, sources.multipliers, stops)
    what = f"multipliers {outward} {limit} {names}"
    settled = visits = 0
    with series_of(raster, tiles, what, places, runs=len(factors), outputs=names, kept=1 + len(ties)) as runs:
        store = runs.store
        for number, factor in enumerate(factors.tolist()):
            chosen = sources.only(sources.multipliers == factor)
            took = runs.outcome(
                f"multiplier-{number}",
                partial(_merge, store=store, names=names, is_first=number == 0),
                partial(solve, sources=chosen, outputs=names),
            )
            settled, visits = settled + int(took["settled"]), visits + int(took["visits"])
    totals = {name: store.result(name, raster.shape) for name in names}
    cost, known_to = totals["cost"], limit
    if len(stops):
        rows, columns = np.divmod(stops, raster.shape[1])
        known_to = min(limit, float(cost[rows, columns].max()))
    _forget_over(raster, store, names, known_to)
    return CostDistance(
        cost,
        totals.get("direction") if "direction" in outputs else None,
        totals.get("nearest") if "nearest" in outputs else None,
        known_to,
        settled,
        visits,
        raster,
        outward,
        followable=False,
    )


def _merge(found: CostDistance, store: Store, names: list[str], is_first: bool) -> Arrays:
    """Update the results of a store where those of a run are better; return the effort of the run."""
    shape = found.raster.shape
    new = {name: unmapped(getattr(found, name)) for name in names}
    old = {name: unmapped(store.result(name, shape)) for name in names}
    for rows in bands_of(shape):
        band = rows, slice(None)
        better = np.ones((rows.stop - rows.start, shape[1]), bool)
        if not is_first:
            costs, known = new["cost"][band], old["cost"][band]
            better = costs < known
            if "nearest" in names:
                sources, nearest = (layers["nearest"][band].view(np.uint32) for layers in (new, old))
                better |= (costs == known) & (sources < nearest)
        for name in names:
            values = new[name][band] if is_first else np.where(better, new[name][band], old[name][band])
            store.write_result(name, shape, band, values)
    return {"settled": np.array(found.settled), "visits": np.array(found.visits)}


def _forget_over(raster: Raster, store: Store, names: list[str], limit: float) -> None:
    """Remove from the results of a store all that costs more than a limit."""
    if limit == math.inf:
        return
    layers = {name: unmapped(store.result(name, raster.shape)) for name in names}
    for rows in bands_of(raster.shape):
        band = rows, slice(None)
        over = layers["cost"][band] > limit
        for name in names:
            store.write_result(name, raster.shape, band, np.where(over, _NOWHERE[name], layers[name][band]))
