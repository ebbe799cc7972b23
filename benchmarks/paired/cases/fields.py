"""Costs from everywhere: distance fields over squares, hexagons and voxels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

import pathstar as ps

from .base import Case, Findings, Scale, Work
from .maps import joined_pairs

Shape = tuple[int, ...]
SAMPLES = 500


def walls(shape: Shape) -> npt.NDArray[np.bool_]:
    """Return 30 % of the cells blocked at random, the first one free."""
    free: npt.NDArray[np.bool_] = np.random.default_rng(1).random(shape) >= 0.3
    free.flat[0] = True
    return free


def random_costs(shape: Shape) -> npt.NDArray[np.float64]:
    """Return whole costs 1..9."""
    return np.random.default_rng(1).integers(1, 10, shape).astype(np.float64)


def blocked(space: Callable[..., Any], shape: Shape) -> Any:
    """Return a space with walls and no costs."""
    return space(walls(shape))


def costly(space: Callable[..., Any], shape: Shape) -> Any:
    """Return a space with costs and no walls."""
    return space(np.ones(shape), cost=random_costs(shape))


def filled(make: Callable[[], Any], source: Any = None, *, outward: bool = False) -> Work:
    """Return the work of one field, by default from a place in the largest part of a space.

    It compares the number of places reached, the sum of their costs, and the costs of some places.
    """
    space = make()
    if source is None:
        source = joined_pairs(space, 1)[0].start
    picked = np.random.default_rng(3).integers(0, space.size, SAMPLES)

    def read(number: int, field: Any) -> Findings:
        costs = field.costs.ravel()
        reached = costs[np.isfinite(costs)]
        return Findings([float(len(reached)), float(reached.sum()), *costs[picked].tolist()])

    return Work(lambda number: ps.distance_field(space, [source], outward=outward), read)


def cases(scale: Scale) -> Iterator[Case]:
    """Yield the cases."""
    flat, solid = scale.pick((1024, 1024), (48, 48)), scale.pick((96, 96, 96), (12, 12, 12))
    for name, space, shape in (
        ("squares", ps.Grid, flat),
        ("hexagons", ps.HexGrid, flat),
        ("voxels", ps.VoxelGrid, solid),
    ):
        yield Case(f"field/{name}, walls", partial(filled, partial(blocked, space, shape)))
        yield Case(f"field/{name}, costs", partial(filled, partial(costly, space, shape)))
    outward = partial(filled, partial(costly, ps.VoxelGrid, solid), outward=True)
    yield Case("field/voxels, costs, outward", outward)
