"""Cost-distance on a raster in memory."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import checked_max_cost
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_list, checked_name, checked_switch
from pathstar.maps.parts import bands_of
from pathstar.rasters.multipliers import solve_each_multiplier
from pathstar.rasters.raster import Costs, Native, Raster, raster_of
from pathstar.rasters.result import NO_DIRECTION, SOURCE, CostDistance
from pathstar.rasters.sources import NO_LABEL, Sources, cells_of, sources_of
from pathstar.rasters.tiles.plan import Tiles, check_results
from pathstar.rasters.tiles.run import solve_in_tiles
from pathstar.rasters.tiles.store import result_bytes

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pathstar.rasters.raster import Ground

OUTPUTS = ("cost", "direction", "nearest")


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
    equally near sources the one with the least number is the nearest, and of equally good directions the
    lowest code counts. Ctrl+C stops it.

    Args:
        cost: ``[h, w]``: cost per unit of length; or a `Raster`, which brings its own options.
        sources: Places ``(n, 2)``, columns x and y; or ``[h, w]``: a bool mask, or labels from 1, with 0 or
            masked entries for no source. Places and cells of a mask are numbered from 0, a mask row by row.
        outward: Whether paths lead from the sources, not to them. That matters only with a height.
        start_costs: The cost of being at a source: one number, or one for each, for labels in rising order.
        multipliers: The factor by which the steps of a source's paths cost more: one number, or one for each.
            Each different number takes its own run. Between zones of different numbers directions do not add
            up to paths, so `CostDistance.points_from` raises.
        max_cost: Costs over it become infinity.
        stops: Places ``(m, 2)``. The search ends once all of them are reached; costs over the largest of
            theirs become infinity.
        outputs: The parts of the result: some of ``"cost"``, ``"direction"``, ``"nearest"``. Costs are always
            included.
        tiles: Work in tiles, to use less memory, more processors or a cluster; the result is the same to the
            last bit. See `Tiles`.
        ground: The options of `Raster`.

    Raises:
        ArrayError, ArrayTypeError, CostError, OptionError: See `Raster`.
        PlaceError, PlaceTypeError: A source or a stop lies outside, or a source on nodata; it is named.
        MapLimitError: The results, or one tile, need more memory than is free.

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
    wanted = set(checked_outputs(outputs))
    begin = sources_of(raster, sources, start_costs, multipliers)
    ends = np.empty(0, np.int64) if stops is None else cells_of(raster, stops, "stop")
    limit = checked_max_cost(max_cost)
    outward = checked_switch("outward", outward)
    if not (tiles is None or isinstance(tiles, Tiles)):
        raise OptionError(f"tiles is {tiles!r}; allowed: a Tiles, such as Tiles(side=256)")
    solve = partial(_solve, outward=outward, limit=limit, stops=ends)
    if (begin.multipliers == begin.multipliers[0]).all():
        return solve(raster, sources=begin, outputs=wanted, tiles=tiles)
    return solve_each_multiplier(raster, begin, tiles, solve, outward, limit, ends, wanted)


def checked_outputs(outputs: Collection[str]) -> list[str]:
    """Return the names of the outputs that a caller wants.

    Raises:
        OptionError: They are one string, or not names of `OUTPUTS`.
    """
    if isinstance(outputs, str):
        raise OptionError(f"outputs is {outputs!r}; allowed: a list of names, such as [{outputs!r}]")
    return [checked_name("output", name, OUTPUTS) for name in checked_list("outputs", outputs, "names")]


def _solve(
    raster: Raster,
    *,
    sources: Sources,
    tiles: Tiles | None,
    outward: bool,
    limit: float,
    stops: NDArray[np.int64],
    outputs: Collection[str],
) -> CostDistance:
    """Solve for sources with one multiplier."""
    if tiles is not None or not raster.in_memory:
        return solve_in_tiles(
            raster, sources, tiles or Tiles(), outward=outward, limit=limit, stops=stops, outputs=outputs
        )
    ties = "direction" in outputs or "nearest" in outputs
    check_results(raster, result_bytes(OUTPUTS if ties else ()))
    found = _run(raster, sources, float(sources.multipliers[0]), outward, limit, stops, ties)
    return replace(
        found,
        direction=found.direction if "direction" in outputs else None,
        nearest=found.nearest if "nearest" in outputs else None,
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
    """Solve for sources with one multiplier."""
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
