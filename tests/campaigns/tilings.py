"""Random rasters solved whole, and in random tiles by several workers: equal to the last bit."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.campaigns.tally import Counts

import pathstar as ps
from pathstar.rasters import CostDistance, Tiles

TILINGS = 2  # of one raster


@dataclass
class Tally(Counts):
    """What a campaign has compared.

    Attributes:
        rasters: How many rasters were solved.
        tilings: How many tilings in total.
        visits: How many visits of tiles.
    """

    rasters: int = 0
    tilings: int = 0
    visits: int = 0


def same(found: CostDistance, expected: CostDistance, where: str = "") -> None:
    """Check that two results agree to the last bit."""
    for name in ("cost", "nearest", "direction"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), f"{where}: {name}")
    assert found.known_to == expected.known_to, where


def problem(seed: int) -> tuple[np.ndarray, list[tuple[int, int]], dict[str, Any]]:
    """Return a raster with plateaus, holes, ties; sources; options."""
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(8, 40, 2))
    kind = random.integers(3)
    cost = [
        random.integers(0, 3, shape).astype(float),
        random.uniform(0.1, 9, shape),
        np.ones(shape),
    ][kind]
    cost[random.random(shape) < random.choice([0, 0.2, 0.35])] = np.nan
    free = np.argwhere(np.isfinite(cost))
    sources = [(int(x), int(y)) for y, x in random.permutation(free)[: random.integers(1, 5)]]
    options: dict[str, Any] = {
        "directions": int(random.choice([4, 8, 16, 32])),
        "wrap": bool(random.random() < 0.3),
        "start_costs": random.integers(0, 3, len(sources)).astype(float),
    }
    if random.random() < 0.3:
        options |= {"height": random.uniform(0, 3, shape), "outward": bool(random.random() < 0.5)}
    if random.random() < 0.2:
        options["max_cost"] = float(random.uniform(1, 40))
    elif random.random() < 0.2:
        options["stops"] = [sources[0]]
    if random.random() < 0.3:
        options |= {"latitudes": np.linspace(60, 59, shape[0]), "cell_size": 1.0}
    if random.random() < 0.3:
        options["corners"] = str(random.choice(["no_squeeze", "no_cut"]))
    return cost, sources, options


def cut(random: np.random.Generator, length: int) -> tuple[int, ...]:
    """Return random lengths of tiles."""
    edges = np.unique(random.integers(1, length, random.integers(0, 6)))
    return tuple(np.diff([0, *edges.tolist(), length]).tolist())


def tilings(seed: int) -> Tally:
    """Solve one raster whole and in several tilings, some of them in a folder."""
    cost, sources, options = problem(seed)
    random = np.random.default_rng(seed)
    whole = ps.rasters.cost_distance(cost, sources, **options)
    tally = Tally(1, TILINGS, 0)
    for number in range(TILINGS):
        side: Any = int(random.integers(5, 20))
        if random.random() < 0.5:
            side = cut(random, cost.shape[0]), cut(random, cost.shape[1])
        workers = int(random.integers(1, 5))
        with tempfile.TemporaryDirectory() as folder:
            store = folder if number == 0 else None
            tiles = Tiles(side=side, workers=workers, memory=10**9, store=store)
            found = ps.rasters.cost_distance(cost, sources, tiles=tiles, **options)
            same(found, whole, f"seed {seed}, tiles {side}, {workers} workers")
        tally.visits += found.visits
    return tally
