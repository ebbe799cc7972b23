"""Cost-distance on a raster in memory."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import checked_max_cost
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_list, checked_name, checked_switch
from pathstar.maps.parts import bands_of
from pathstar.rasters.raster import Costs, Native, Raster, raster_of
from pathstar.rasters.result import NO_DIRECTION, SOURCE, CostDistance
from pathstar.rasters.sources import Sources, cells_of, sources_of
from pathstar.rasters.tiles.plan import Tiles
from pathstar.rasters.tiles.run import solve_in_tiles

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pathstar.rasters.raster import Ground

OUTPUTS = ("cost", "direction", "nearest")
NO_LABEL = 2**32 - 1


def cost_distance(
    cost: Costs | Raster,
    sources: ArrayLike,
    *,
    outward: bool = True,
    start_costs: ArrayLike | None = None,
    multipliers: ArrayLike | None = None,
    max_cost: float | None = None,
    stops: ArrayLike | None = None,
    outputs: Collection[str] = OUTPUTS,
    tiles: Tiles | None = None,
    **ground: Unpack[Ground],
) -> CostDistance:
    """Return the least cost between each cell and the nearest of some sources, with direction and allocation.

    The costs are those of one run of Dijkstra's algorithm, to the last bit. Ties are settled by rule: of
    equally near sources the least number is the nearest one, and of equally good directions the lowest code
    counts. Ctrl+C stops it.

    Args:
        cost: ``[h, w]``: cost per unit of length; or a `Raster`, which holds the options of its own.
        sources: Places ``(n, 2)``, columns x and y; or ``[h, w]``: a bool mask, or labels from 1 up with 0
            for no source. Places and cells of a mask are numbered from 0, a mask row by row.
        outward: Paths lead from the sources; False: to them. That matters only with a height.
        start_costs: What it costs to be at a source: one number, or one for each.
        multipliers: The steps of paths from a source cost this many times as much: one number, or one for
            each. Each different number takes a run of its own. Between zones of different numbers directions
            do not add up to paths, so `CostDistance.points_from` is refused.
        max_cost: Costs over it are infinity in the result.
        stops: Places ``(m, 2)``. Once all of them are reached the search ends; costs over the largest of
            theirs are infinity.
        outputs: What the result holds: some of ``"cost"``, ``"direction"``, ``"nearest"``. Costs are always
            there.
        tiles: Work in tiles, to use less memory, more processors or a cluster; the result is the same to the
            last bit. See `Tiles`.
        ground: The options of `Raster`.

    Raises:
        ArrayError, ArrayTypeError, CostError, OptionError: See `Raster`.
        PlaceError, PlaceTypeError: A source or a stop lies outside, or a source on nodata; it is named.

    Example:
        >>> found = cost_distance([[1, 1, 1], [1, 9, 1], [1, 1, 1]], [(0, 0)])
        >>> found.cost.round(2)
        array([[0.  , 1.  , 2.  ],
               [1.  , 6.  , 2.41],
               [2.  , 2.41, 3.41]])
        >>> found.direction
        array([[0, 5, 5],
               [7, 5, 6],
               [7, 6, 5]], dtype=uint8)
    """
    raster = raster_of(cost, **ground)
    wanted = {checked_name("output", name, OUTPUTS) for name in checked_list("outputs", outputs, "names")}
    begin = sources_of(raster, sources, start_costs, multipliers)
    ends = np.empty(0, np.int64) if stops is None else cells_of(raster, stops, "stop")
    limit = checked_max_cost(max_cost)
    outward = checked_switch("outward", outward)
    if not (tiles is None or isinstance(tiles, Tiles)):
        raise OptionError(f"tiles is {tiles!r}; allowed: a Tiles, such as Tiles(side=256)")
    if tiles is not None or not raster.in_memory:
        tiles = tiles or Tiles()
        return solve_in_tiles(raster, begin, tiles, outward=outward, limit=limit, stops=ends, outputs=wanted)
    factors = np.unique(begin.multipliers)
    ties = "direction" in wanted or "nearest" in wanted
    found = [
        _run(raster, begin.only(begin.multipliers == factor), float(factor), outward, limit, ends, ties)
        for factor in factors
    ]
    best = found[0] if len(found) == 1 else _merged(found, ends, limit)
    return replace(
        best,
        direction=best.direction if "direction" in wanted else None,
        nearest=best.nearest if "nearest" in wanted else None,
    )


def _run(
    raster: Raster,
    sources: Sources,
    factor: float,
    outward: bool,
    limit: float,
    stops: NDArray[np.int64],
    ties: bool,
) -> CostDistance:
    """Solve for sources that have one multiplier."""
    native, rule = raster.native(), raster.rule(outward, factor)
    cost = np.full(raster.shape, math.inf)
    limit, settled, visits, _, _ = native.wave(rule, cost, sources.cells, sources.starts, stops, limit)
    mask_over(cost, limit)
    labels = codes = None
    if ties:
        labels, codes = _ties(raster, native, rule, cost, sources)
    nearest = None if labels is None else labels.view(np.int32)
    return CostDistance(cost, codes, nearest, limit, settled, visits, raster, outward)


def mask_over(cost: NDArray[np.float64], limit: float) -> None:
    """Make costs over a limit infinite, in place."""
    if limit == math.inf:
        return
    for rows in bands_of((cost.shape[0], cost.shape[1])):
        band = cost[rows]
        band[band > limit] = math.inf


def _ties(
    raster: Raster, native: Native, rule: _core.StepRule, cost: NDArray[np.float64], sources: Sources
) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Return nearest sources and directions for costs that are final."""
    here = sources.only(cost.reshape(-1)[sources.cells] == sources.starts)
    labels = np.full(raster.shape, NO_LABEL, np.uint32)
    several = len(here.numbers) > 0 and (here.numbers != here.numbers[0]).any()
    if several:
        native.spread(rule, cost, None, labels, here.cells, here.numbers)
    elif len(here.numbers):
        labels[np.isfinite(cost)] = here.numbers[0]
    begins = here.cells[labels.reshape(-1)[here.cells] == here.numbers]
    codes = np.full(raster.shape, NO_DIRECTION, np.uint8)
    codes.reshape(-1)[begins] = SOURCE
    nearest = labels if several else None
    if native.directions(rule, cost, nearest, None, codes):
        hops = np.full(raster.shape, NO_LABEL, np.uint32)
        native.spread(rule, cost, labels, hops, begins, np.zeros(len(begins), np.uint32))
        native.directions(rule, cost, labels, hops, codes)
    return labels, codes


def _merged(found: list[CostDistance], stops: NDArray[np.int64], limit: float) -> CostDistance:
    """Return for each cell the result with the least cost, and of equal costs that of the least source."""
    best = found[0]
    for other in found[1:]:
        better = other.cost < best.cost
        if best.nearest is not None and other.nearest is not None:
            better |= (other.cost == best.cost) & (
                other.nearest.view(np.uint32) < best.nearest.view(np.uint32)
            )
            best.nearest[better] = other.nearest[better]
        if best.direction is not None and other.direction is not None:
            best.direction[better] = other.direction[better]
        best.cost[better] = other.cost[better]
    known_to = min(limit, float(best.cost.reshape(-1)[stops].max()) if len(stops) else math.inf)
    _forget_over(best, known_to)
    settled, visits = sum(each.settled for each in found), sum(each.visits for each in found)
    return replace(best, known_to=known_to, settled=settled, visits=visits, followable=False)


def _forget_over(found: CostDistance, limit: float) -> None:
    """Take out what costs more than a limit, in place."""
    over = found.cost > limit
    found.cost[over] = math.inf
    if found.direction is not None and found.nearest is not None:
        found.direction[over], found.nearest[over] = NO_DIRECTION, -1
