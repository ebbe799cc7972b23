"""Random queries on the meshes of random grids and of random polygons, compared with visibility graphs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from tests.campaigns.tally import Counts
from tests.oracle.visibility import Cells, Rings

import pathstar as ps

QUERIES = 8  # on one mesh
CLOSE = 1e-12
ROOM = [(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]
Ring = list[tuple[float, float]]


@dataclass
class Tally(Counts):
    """What a campaign has compared.

    Attributes:
        queries: How many lengths were compared.
        paths: How many of them were paths, which the checker followed.
    """

    queries: int = 0
    paths: int = 0


def mesh_queries(seed: int) -> Tally:
    """Search for random paths: on a grid or, for each tenth seed, around slanted polygons."""
    random = np.random.default_rng(seed)
    oracle: Cells | Rings
    if seed % 10:
        walkable = random_grid(random)
        mesh, oracle = ps.NavMesh.from_grid(ps.Grid(walkable)), Cells(walkable)
        height, width = walkable.shape
    else:
        holes = random_holes(random)
        mesh, oracle = ps.NavMesh.from_polygons([ROOM], holes=holes), Rings(ROOM, holes)
        height = width = 40
    tally, places = Tally(), random_places(random, width, height, 2 * QUERIES)
    for start, goal in zip(places[::2], places[1::2], strict=True):
        compare(mesh, oracle, start, goal, f"seed {seed}, {start} to {goal}", tally)
    return tally


def compare(
    mesh: ps.NavMesh,
    oracle: Cells | Rings,
    start: tuple[float, float],
    goal: tuple[float, float],
    where: str,
    tally: Tally,
) -> None:
    """A path is as long as the oracle's, and the checker accepts it."""
    path, shortest = ps.find_path(mesh, start, goal), oracle.shortest(start, goal)
    assert path.cost == shortest or math.isclose(path.cost, shortest, rel_tol=CLOSE), where
    assert bool(path) == bool(ps.check_path(mesh, path)), where
    tally.add(Tally(1, int(bool(path))))


def random_grid(random: np.random.Generator) -> np.ndarray:
    """A small grid, sparse or dense."""
    height, width = random.integers(1, 8, 2)
    free: np.ndarray = random.random((height, width)) >= random.choice([0.1, 0.25, 0.4])
    return free


def random_places(
    random: np.random.Generator, width: float, height: float, count: int
) -> list[tuple[float, float]]:
    """Places at quarters: on corners, on sides and inside of squares."""
    x, y = (random.integers(0, 4 * int(side) + 1, count) / 4 for side in (width, height))
    return list(zip(x.tolist(), y.tolist(), strict=True))


def random_holes(random: np.random.Generator) -> list[Ring]:
    """Up to eight convex polygons with whole corners that do not touch, in the room."""
    import shapely

    found: list[Ring] = []
    for _ in range(20):
        spread = random.integers(2, 34, 2) + random.integers(-2, 7, (8, 2))
        hull = shapely.MultiPoint(spread).convex_hull
        apart = all(hull.distance(shapely.Polygon(other)) > 0 for other in found)
        if hull.area > 0 and apart and hull.within(shapely.box(0.5, 0.5, 39.5, 39.5)) and len(found) < 8:
            found.append(list(hull.exterior.coords)[:-1])
    return found
