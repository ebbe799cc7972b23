"""Random worlds of units, watched by a checker that knows nothing but their public positions."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.campaigns.tally import Counts

import pathstar as ps

STEPS = 30  # in one world, each with new orders for some units
ORDERS = ("go", "follow", "chase", "flee", "patrol", "stop")
CLOSE = 1e-9


@dataclass
class Tally(Counts):
    """What a campaign has watched.

    Attributes:
        worlds: How many worlds were stepped.
        moments: At how many moments every pair of units was compared.
        arrived: How many orders were done.
    """

    worlds: int = 0
    moments: int = 0
    arrived: int = 0


def check_bodies(positions: NDArray[np.float64], sizes: NDArray[np.int64], walls: NDArray[np.bool_]) -> None:
    """Raise AssertionError if two bodies overlap, or a body at rest overlaps a wall.

    Args:
        positions: float64 ``(n, 2)``: upper left corners; NaN for units that are gone.
        sizes: int64 ``(n,)``: the sides of the squares.
        walls: bool ``[h, w]``.
    """
    alive = np.flatnonzero(~np.isnan(positions[:, 0]))
    corner, side = positions[alive], sizes[alive]
    apart = np.abs((corner[:, None] + side[:, None, None] / 2) - (corner[None] + side[None, :, None] / 2))
    touch = (side[:, None] + side[None]) / 2 - CLOSE
    overlap = (apart < touch[:, :, None]).all(axis=2)
    np.fill_diagonal(overlap, False)
    assert not overlap.any(), f"units {alive[np.argwhere(overlap)[0]].tolist()} overlap"
    for (x, y), k in zip(corner, side, strict=True):
        low_x, low_y = int(np.floor(x + CLOSE)), int(np.floor(y + CLOSE))
        high_x, high_y = int(np.ceil(x + k - CLOSE)), int(np.ceil(y + k - CLOSE))
        inside = low_x >= 0 and low_y >= 0 and high_y <= walls.shape[0] and high_x <= walls.shape[1]
        assert inside, f"a unit at {(x, y)} is outside"
        if x % 1 == 0 or y % 1 == 0:  # on a diagonal step the body may pass over the cells beside it
            assert not walls[low_y:high_y, low_x:high_x].any(), f"a unit at {(x, y)} overlaps a wall"


def check_joint_step(before: NDArray[np.float64], after: NDArray[np.float64]) -> None:
    """Raise AssertionError if units in lock step meet in a cell, swap places or cross on diagonals."""
    alive = ~np.isnan(after[:, 0])
    old, new = before[alive].round().astype(int), after[alive].round().astype(int)
    assert np.allclose(after[alive], new), "a unit is between cells at a full time"
    assert len(np.unique(new, axis=0)) == len(new), "two units are in one cell"
    assert np.abs(new - old).max(initial=0) <= 1, "a unit makes more than one step"
    middles = (old + new)[(old != new).any(axis=1)]  # twice the midpoint of each step
    assert len(np.unique(middles, axis=0)) == len(middles), "two units swap places or cross"


def random_world(random: np.random.Generator) -> tuple[ps.fleet.World, NDArray[np.int64]]:
    """Return a world of some units on a small map, and their sizes."""
    height, width = random.integers(4, 13, 2)
    walls = random.random((height, width)) < random.choice([0.0, 0.1, 0.25, 0.4])
    walls[0, 0] = False
    lockstep = bool(random.random() < 0.5)
    moves = ps.Moves(
        directions=int(random.choice([4, 8])), corners=str(random.choice(["no_cut", "no_squeeze", "free"]))
    )
    cost = random.uniform(0.2, 3, walls.shape) if random.random() < 0.3 else None
    world = ps.fleet.World(
        ps.Map(~walls, cost=cost),
        int(random.integers(1000)),
        moves=moves,
        following="allowed" if lockstep else "forbidden",
        profiles={"timid": ps.maps.CostModel(base=3.0)},
        claim_radius=int(random.integers(0, 10)),
        sight=float(random.choice([1.5, 3.0, 6.0])) if random.random() < 0.4 else None,
        danger_from_losses=(3, 2, 10) if random.random() < 0.3 else None,
        planning_rate=float(random.choice([1e3, 1e4])) if random.random() < 0.3 else None,
    )
    sizes = []
    for _ in range(random.integers(2, max(3, height * width // 3))):
        place = (int(random.integers(width)), int(random.integers(height)))
        options: dict[str, Any] = {"player": int(random.integers(2)), "priority": int(random.integers(3))}
        if not lockstep:
            options |= {
                "size": int(random.choice([1, 1, 1, 2, 3])),
                "speed": float(random.choice([0.5, 1.0, 1.7, 4.0])),
            }
            options |= {"turn_rate": float(random.choice([90.0, 720.0])) if random.random() < 0.3 else None}
        try:
            world.add(place, **options)
        except ps.PathstarError:  # on a wall or another unit, or too large
            continue
        sizes.append(options.get("size", 1))
    return world, np.array(sizes, np.int64)


def order_some(random: np.random.Generator, world: ps.fleet.World) -> None:
    """Give a random order to some units."""
    units = world.units
    if not units:
        return
    chosen = [int(unit) for unit in random.choice(units, random.integers(1, len(units) + 1), replace=False)]
    others = [unit for unit in units if unit not in chosen]
    kind = str(random.choice(ORDERS))
    places = [
        (int(random.integers(world.map.width)), int(random.integers(world.map.height))) for _ in range(3)
    ]
    if kind == "go":
        formation = random.choice(["area", "line", "column", "wedge", None])
        try:
            world.order(chosen, kind, places[0], formation=formation)
        except ps.OptionError:  # no room for the group
            return
    elif kind == "patrol":
        world.order(chosen, kind, places)
    elif kind == "stop":
        world.order(chosen, kind)
    elif others:
        world.order(chosen, kind, int(random.choice(others)))


def change_some(random: np.random.Generator, world: ps.fleet.World) -> None:
    """Slow, haste, convert, promote or re-equip some units."""
    units = world.units
    if not units:
        return
    chosen = [int(unit) for unit in random.choice(units, random.integers(1, len(units) + 1), replace=False)]
    changes: dict[str, Any] = {
        "speed": float(random.choice([0.3, 1.0, 2.5])),
        "turn_rate": None if random.random() < 0.5 else 180.0,
        "player": int(random.integers(3)),
        "priority": int(random.integers(4)),
        "profile": str(random.choice(["default", "timid"])),
    }
    if "following allowed" in repr(world):
        del changes["speed"], changes["turn_rate"]
    names = random.choice(list(changes), random.integers(1, len(changes) + 1), replace=False)
    with suppress(ps.PlaceError):  # a wall was built below one of them
        world.change(chosen, **{str(name): changes[str(name)] for name in names})


def edit(random: np.random.Generator, world: ps.fleet.World) -> None:
    """Open a square, or build a wall where no unit is."""
    x, y = int(random.integers(world.map.width)), int(random.integers(world.map.height))
    here = world.positions
    near = (np.abs(here - (x, y)) < 4).all(axis=1).any()
    world.map.edit("passable", (x, y), bool(near or random.random() < 0.5))


def watch(seed: int) -> Tally:
    """Step one random world; raise AssertionError at the first wrong moment, naming the seed."""
    random = np.random.default_rng(seed)
    world, sizes = random_world(random)
    tally = Tally(worlds=1)
    lockstep = "allowed" in repr(world)
    try:
        for number in range(STEPS):
            if number % 3 == 0:
                order_some(random, world)
            if random.random() < 0.1:
                edit(random, world)
            if random.random() < 0.2:
                change_some(random, world)
            if random.random() < 0.03 and world.units:
                world.remove(int(random.choice(world.units)))
            moments = [world.positions]
            for _ in range(1 if lockstep else 12):
                tally.arrived += sum(
                    event.kind == "arrived" for event in world.step(1.0 if lockstep else 0.09)
                )
                moments.append(world.positions)
            for before, after in pairwise(moments):
                tally.moments += 1
                if lockstep:
                    check_joint_step(before, after)
                else:
                    check_bodies(after, sizes, ~world.map.passable)
    except Exception as error:
        raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
    return tally
