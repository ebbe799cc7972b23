"""Paths among many sites: a matrix of costs, and networks of least-cost paths."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_name
from pathstar.maps.parts import bands_of
from pathstar.rasters.distance import cost_distance
from pathstar.rasters.paths import PIXELS, RasterPath, Transform
from pathstar.rasters.raster import Costs, Raster, raster_of
from pathstar.rasters.result import CostDistance
from pathstar.rasters.series import Series, series_of
from pathstar.rasters.sources import cells_of, check_open
from pathstar.rasters.tiles.raw import unmapped
from pathstar.rasters.tiles.store import Arrays

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pathstar.rasters.raster import Ground
    from pathstar.rasters.tiles.plan import Tiles

Edge = tuple[int, int]
OUTPUTS_OF = {"tree": ("direction",), "neighbours": ("direction", "nearest"), "all": ("direction",)}
KINDS = tuple(OUTPUTS_OF)


@dataclass(frozen=True, eq=False)
class Network:
    """Least-cost paths between sites.

    Attributes:
        edges: int64 ``(n, 2)``: the numbers of the sites that each path joins, the lower one first.
        paths: A path for each edge, from its first site to its second.
    """

    edges: NDArray[np.int64]
    paths: tuple[RasterPath, ...]

    def __len__(self) -> int:
        return len(self.paths)

    @property
    def costs(self) -> NDArray[np.float64]:
        """The cost of each path, float64 ``(n,)``."""
        return np.array([path.cost for path in self.paths])

    def geojson(self, transform: Transform = PIXELS) -> dict[str, Any]:
        """Return the paths as a GeoJSON collection of features with their sites and costs.

        Args:
            transform: See `RasterPath.geojson`.
        """
        features = [
            path.geojson(transform, start=int(a), goal=int(b))
            for (a, b), path in zip(self.edges, self.paths, strict=True)
        ]
        return {"type": "FeatureCollection", "features": features}


def cost_matrix(
    cost: Costs | Raster,
    starts: ArrayLike,
    goals: ArrayLike | None = None,
    *,
    tiles: Tiles | None = None,
    **ground: Unpack[Ground],
) -> NDArray[np.float64]:
    """Return the cost of the least-cost path from each of some places to each of others.

    There is one run for each start, which ends when all goals are reached.

    Args:
        cost: ``[h, w]``: cost per unit of length; or a `Raster`.
        starts: Places ``(n, 2)``, columns x and y.
        goals: Places ``(m, 2)``; None stands for the starts.
        tiles: How to work in tiles, such as with a store; see `Tiles`. The result is the same.
        ground: The options of `Raster`.

    Returns:
        float64 ``(n, m)``; infinity where no path leads.

    Raises:
        PathstarError: As `cost_distance`.

    Example:
        >>> cost_matrix([[1, 2, 1]], [(0, 0), (1, 0)], [(2, 0)])
        array([[3. ],
               [1.5]])
    """
    raster = raster_of(cost, **ground)
    begins = cells_of(raster, starts, "start")
    check_open(raster, begins, "start")
    ends = begins if goals is None else cells_of(raster, goals, "goal")
    with series_of(raster, tiles, "cost matrix", (begins, ends), runs=len(begins)) as runs:
        return _matrix(runs, begins, ends)


def least_cost_network(
    cost: Costs | Raster,
    sites: ArrayLike,
    *,
    kind: str = "tree",
    tiles: Tiles | None = None,
    **ground: Unpack[Ground],
) -> Network:
    """Return least-cost paths that join sites.

    Args:
        cost: ``[h, w]``: cost per unit of length; or a `Raster`.
        sites: Places ``(n, 2)``, columns x and y.
        kind: ``"tree"``: the paths of least total cost that join all sites which can be joined;
            ``"neighbours"``: the paths between sites whose zones touch, where a zone is the area nearest to a
            site; ``"all"``: the paths of all pairs.
        tiles: How to work in tiles, such as with a store; see `Tiles`. The result is the same.
        ground: The options of `Raster`. With a height, the paths and their costs are those from the site with
            the lower number to the other.

    Raises:
        PathstarError: As `cost_distance`.

    Example:
        >>> found = least_cost_network([[1] * 9] * 3, [(0, 1), (8, 1), (4, 1)])
        >>> found.edges.tolist(), found.costs.tolist()
        ([[0, 2], [1, 2]], [4.0, 4.0])
    """
    checked_name("kind of network", kind, KINDS)
    raster = raster_of(cost, **ground)
    cells = cells_of(raster, sites, "site")
    check_open(raster, cells, "site")
    _check_different(raster, cells)
    runs_before = {"tree": len(cells), "neighbours": 1, "all": 0}[kind]
    most = max(1, runs_before + len(cells) - 1)
    with series_of(raster, tiles, f"network {kind}", (cells,), runs=most, outputs=OUTPUTS_OF[kind]) as runs:
        pairs = list(combinations(range(len(cells)), 2))
        if kind == "neighbours":
            pairs = _touching(runs, cells)
        if kind == "tree":
            pairs = _spanning_tree(_matrix(runs, cells, cells))
        return _joined(raster, runs, cells, pairs)


def _check_different(raster: Raster, cells: NDArray[np.int64]) -> None:
    """Check that no two sites lie on the same cell.

    Raises:
        OptionError: Two sites do; the message names them.
    """
    order = np.argsort(cells, kind="stable")
    same = np.flatnonzero(np.diff(cells[order]) == 0)
    if len(same):
        first, second = order[same[0] : same[0] + 2].tolist()
        place = raster.place_of(int(cells[first]))
        raise OptionError(
            f"the sites {first} and {second} lie on the same cell, {place}; allowed: different ones"
        )


def _places(raster: Raster, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.column_stack([cells % raster.shape[1], cells // raster.shape[1]])


def _matrix(runs: Series, begins: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the costs from some cells to others, with one run for each of the first."""
    stops = _places(runs.raster, ends)
    rows = [
        runs.outcome(
            f"costs-{number}",
            lambda found: {"costs": found.cost.reshape(-1)[ends]},
            partial(cost_distance, sources=place[None], stops=stops, outputs=("cost",)),
        )["costs"]
        for number, place in enumerate(_places(runs.raster, begins))
    ]
    return np.array(rows).reshape(len(begins), len(ends))


def _joined(raster: Raster, runs: Series, cells: NDArray[np.int64], pairs: list[Edge]) -> Network:
    """Return the paths of pairs of sites; pairs between which none leads are left out."""
    places = _places(raster, cells)
    edges, paths = [], []
    for first in sorted({a for a, _ in pairs}):
        others = sorted(b for a, b in pairs if a == first)
        found = runs.outcome(
            f"paths-{first}",
            partial(_paths_to, cells=cells[others]),
            partial(cost_distance, sources=places[first][None], stops=places[others], outputs=("direction",)),
        )
        points = np.split(found["points"], np.cumsum(found["counts"])[:-1])
        for other, way, cost in zip(others, points, found["costs"].tolist(), strict=True):
            if len(way):
                edges.append((first, other))
                paths.append(RasterPath(way, cost, raster))
    return Network(np.array(edges, np.int64).reshape(-1, 2), tuple(paths))


def _paths_to(found: CostDistance, cells: NDArray[np.int64]) -> Arrays:
    """Return the paths from a source to some cells, joined, with their numbers of points."""
    ways = [found.points_from(cell)[::-1] for cell in cells.tolist()]
    counts = np.array([len(way) for way in ways], np.int64)
    return {"points": np.concatenate(ways), "counts": counts, "costs": found.cost.reshape(-1)[cells]}


def _spanning_tree(costs: NDArray[np.float64]) -> list[Edge]:
    """Return the edges of a minimum spanning tree, or forest (Prim 1957)."""
    count = len(costs)
    costs = np.triu(costs, 1) + np.triu(costs, 1).T
    outside = np.ones(count, bool)
    best, begin = np.full(count, math.inf), np.zeros(count, np.int64)
    edges = []
    for _ in range(count):
        site = int(np.argmin(np.where(outside, best, math.inf)))
        if not outside[site] or best[site] == math.inf:
            site = int(np.argmax(outside))
        else:
            edges.append((min(site, int(begin[site])), max(site, int(begin[site]))))
        outside[site] = False
        closer = outside & (costs[site] < best)
        best[closer], begin[closer] = costs[site][closer], site
    return sorted(edges)


def _touching(runs: Series, cells: NDArray[np.int64]) -> list[Edge]:
    """Return the pairs of sites whose zones have cells side by side."""
    places = _places(runs.raster, cells)
    solve = partial(cost_distance, sources=places, outputs=("nearest",))
    pairs = runs.outcome("zones", _pairs_side_by_side, solve)["pairs"]
    return [(int(a), int(b)) for a, b in pairs]


def _pairs_side_by_side(found: CostDistance) -> Arrays:
    """Return the pairs of numbers of sources whose zones touch, the lower one first; band by band."""
    assert found.nearest is not None
    values, height = unmapped(found.nearest), found.raster.shape[0]
    known = np.empty((0, 2), np.int32)
    for rows in bands_of(found.raster.shape):
        nearest = values[rows.start : min(rows.stop + 1, height), :]  # with the first row of the next
        sides = [(nearest[:, :-1], nearest[:, 1:]), (nearest[:-1], nearest[1:])]
        if found.raster.wrap:
            sides.append((nearest[:, -1:], nearest[:, :1]))
        for a, b in sides:
            differ = (a != b) & (a >= 0) & (b >= 0)
            pairs = np.sort(np.column_stack([a[differ], b[differ]]), axis=1)
            known = np.unique(np.concatenate([known, pairs]), axis=0)
    return {"pairs": known}
