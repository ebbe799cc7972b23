"""Paths among many sites: a matrix of costs, and networks of least-cost paths."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_name
from pathstar.rasters.distance import cost_distance
from pathstar.rasters.paths import PIXELS, RasterPath, Transform, path_to
from pathstar.rasters.raster import Costs, Raster, raster_of
from pathstar.rasters.sources import cells_of, check_open

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pathstar.rasters.raster import Ground

Edge = tuple[int, int]
KINDS = ("tree", "neighbours", "all")


@dataclass(frozen=True)
class Network:
    """Least-cost paths between sites.

    Attributes:
        edges: int64 ``(n, 2)``: the numbers of the sites that each path joins, the lower one first.
        paths: One for each edge, from its first site to its second.
    """

    edges: NDArray[np.int64]
    paths: tuple[RasterPath, ...]

    def __len__(self) -> int:
        return len(self.paths)

    @property
    def costs(self) -> NDArray[np.float64]:
        """What each path costs, float64 ``(n,)``."""
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
    **ground: Unpack[Ground],
) -> NDArray[np.float64]:
    """Return what the least-cost path from each of some places to each of others costs.

    That is one run for each start, which ends when all goals are reached.

    Args:
        cost: ``[h, w]``: cost per unit of length; or a `Raster`.
        starts: Places ``(n, 2)``, columns x and y.
        goals: Places ``(m, 2)``; None stands for the starts.
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
    stops = _places(raster, ends)
    rows = [
        cost_distance(raster, place[None], stops=stops, outputs=("cost",)).cost.reshape(-1)[ends]
        for place in _places(raster, begins)
    ]
    return np.array(rows).reshape(len(begins), len(ends))


def least_cost_network(
    cost: Costs | Raster, sites: ArrayLike, *, kind: str = "tree", **ground: Unpack[Ground]
) -> Network:
    """Return least-cost paths that join sites.

    Args:
        cost: ``[h, w]``: cost per unit of length; or a `Raster`.
        sites: Places ``(n, 2)``, columns x and y.
        kind: ``"tree"``: the paths of least total cost that join all sites which can be joined;
            ``"neighbours"``: between sites whose zones touch, where a zone is all that is nearest to a
            site; ``"all"``: all pairs.
        ground: The options of `Raster`. With a height, the paths and their costs are those from the site
            with the lower number to the other.

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
    if len(np.unique(cells)) != len(cells):
        raise OptionError("two sites lie on the same cell; allowed: different ones")
    pairs = list(combinations(range(len(cells)), 2))
    if kind == "neighbours":
        pairs = _touching(raster, cells)
    if kind == "tree":
        pairs = _spanning_tree(cost_matrix(raster, _places(raster, cells)))
    return _joined(raster, cells, pairs)


def _places(raster: Raster, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.column_stack([cells % raster.shape[1], cells // raster.shape[1]])


def _joined(raster: Raster, cells: NDArray[np.int64], pairs: list[Edge]) -> Network:
    """Return the paths of pairs of sites; pairs between which none leads are left out."""
    places = _places(raster, cells)
    edges, paths = [], []
    for first in sorted({a for a, _ in pairs}):
        others = sorted(b for a, b in pairs if a == first)
        found = cost_distance(raster, places[first][None], stops=places[others], outputs=("direction",))
        for other in others:
            if path := path_to(found, int(cells[other])):
                edges.append((first, other))
                paths.append(path)
    return Network(np.array(edges, np.int64).reshape(-1, 2), tuple(paths))


def _spanning_tree(costs: NDArray[np.float64]) -> list[Edge]:
    """Return the edges of a least spanning tree, or forest (Prim 1957)."""
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


def _touching(raster: Raster, cells: NDArray[np.int64]) -> list[Edge]:
    """Return the pairs of sites whose zones have cells side by side."""
    nearest = cost_distance(raster, _places(raster, cells), outputs=("nearest",)).nearest
    assert nearest is not None
    sides = [(nearest[:, :-1], nearest[:, 1:]), (nearest[:-1], nearest[1:])]
    if raster.wrap:
        sides.append((nearest[:, -1:], nearest[:, :1]))
    pairs = np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in sides])
    pairs = pairs[(pairs >= 0).all(axis=1) & (pairs[:, 0] != pairs[:, 1])]
    return [(int(a), int(b)) for a, b in np.unique(np.sort(pairs, axis=1), axis=0)]
