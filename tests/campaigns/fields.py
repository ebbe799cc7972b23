"""Fields that follow edits of maps of many blocks, compared with fields searched cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.campaigns.tally import Counts

import pathstar as ps

EDITS = 10  # in one world
PATHS = 4  # to walk after each edit
NO_LIMIT = 1e300  # with any limit a field goes cell by cell
GROUNDS: dict[str, Callable[[ps.Map], Any]] = {
    "costs": lambda map: map.grid(),
    "mean costs": lambda map: map.grid(cost_model="mean"),
    "four directions": lambda map: map.grid(moves=ps.Moves(4)),
    "no costs": lambda map: map.grid(),
    "hexagons": lambda map: map.hexgrid(),
}
BY_THE_BLOCK = (
    "costs",
    "mean costs",
    "four directions",
)  # whose parents do not depend on the order of the search


@dataclass
class Tally(Counts):
    """What a campaign has edited.

    Attributes:
        edits: After how many edits fields were compared.
        repairs: How many of them were followed by local work.
    """

    edits: int = 0
    repairs: int = 0


def fields(seed: int) -> Tally:
    """Edit one world, and compare a field that follows with a new one after each edit."""
    random = np.random.default_rng(seed)
    name = list(GROUNDS)[seed % len(GROUNDS)]
    map = random_map(random, name != "no costs")
    space = GROUNDS[name](map)
    cells = np.argwhere(map.passable)[:, ::-1]
    sources = [tuple(cell) for cell in random.choice(cells, int(random.integers(1, 4))).tolist()]
    options = {"outward": bool(random.integers(2)), "threads": int(random.integers(1, 4))}
    field = ps.distance_field(space, sources, **options)
    for number in range(EDITS):
        for _ in range(int(random.integers(1, 4))):
            edit(map, random)
        for x, y in sources:
            map.edit("passable", (x, y), True)
        where = f"seed {seed}, {name}, edit {number}"
        by_cell = ps.distance_field(space, sources, max_cost=NO_LIMIT, **options)
        fresh = ps.distance_field(space, sources, **options)
        np.testing.assert_array_equal(field.costs, by_cell.costs, where)
        np.testing.assert_array_equal(field.nearest, fresh.nearest, where)
        if len(sources) == 1 and name in BY_THE_BLOCK:
            np.testing.assert_array_equal(field.parents, fresh.parents, where)
        check_paths(field, random.choice(cells, PATHS).tolist(), where)
    return Tally(EDITS, field.state.repairs)


def check_paths(field: ps.Field, cells: list[list[int]], where: str) -> None:
    """Walk from some cells, or to them: paths cost what the field says."""
    for cell in map(tuple, cells):
        path = field.path_to(cell) if field.outward else field.path_from(cell)
        assert bool(path) == np.isfinite(field.cost_of(cell)), where
        if path:
            checked = ps.check_path(field.space, path)
            assert checked, f"{where}: {checked.problem}"
            assert np.isclose(checked.cost, field.cost_of(cell), rtol=1e-9), where


def random_map(random: np.random.Generator, has_costs: bool) -> ps.Map:
    """Return a map with walls in two of three cases, and with costs that are often equal or never."""
    shape = tuple(random.integers(20, 240, 2).tolist())
    free = random.random(shape) >= random.choice([0.0, 0.2, 0.35])
    free[0, 0] = True
    if not has_costs:
        return ps.Map(free)
    costs = random.integers(1, 5, shape) if random.integers(2) else random.uniform(0.5, 9, shape)
    return ps.Map(free, cost=costs.astype(np.float64))


def edit(map: ps.Map, random: np.random.Generator) -> None:
    """Edit cells anywhere: a few, some, or many."""
    x, y = random.integers(0, (map.width, map.height)).tolist()
    across, down = random.integers(1, int(random.choice([2, 8, 40])), 2).tolist()
    region = slice(y, y + down), slice(x, x + across)
    shape = map.passable[region].shape
    if random.random() < 0.4 or "cost" not in map.layers:
        map.edit("passable", region, random.random(shape) >= random.random())
    else:
        map.edit("cost", region, random.integers(1, 5, shape).astype(np.float64))
