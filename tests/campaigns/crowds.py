"""Random crowds, watched by a checker that knows nothing but their public positions and the walls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from tests.campaigns.tally import Counts

import pathstar as ps

STEPS = 60
CLOSE = 1e-6


@dataclass
class CrowdTally(Counts):
    """What a campaign has watched.

    Attributes:
        crowds: How many crowds were stepped.
        moments: At how many moments every unit was compared with the walls.
        settled: How many units arrived.
    """

    crowds: int = 0
    moments: int = 0
    settled: int = 0


def check_walls(crowd: ps.fleet.Crowd) -> None:
    """Raise AssertionError if the disc of a unit overlaps a wall or leaves the map."""
    at, radii = crowd.positions, crowd.radii
    height, width = crowd.map.shape
    alive = ~np.isnan(at[:, 0])
    at, radii = at[alive], radii[alive]
    room = np.minimum(at, (width - 1, height - 1) - at).min(axis=1) + 0.5 - radii
    assert (room > -CLOSE).all(), f"a unit at {at[room.argmin()]} is over the border"
    walls = np.argwhere(~crowd.map.passable)[:, ::-1]
    for begin in range(0, len(at), 256):
        some = at[begin : begin + 256, None]
        apart = np.maximum(np.abs(some - walls[None]) - 0.5, 0.0)
        gaps = np.hypot(apart[..., 0], apart[..., 1]) - radii[begin : begin + 256, None]
        assert (gaps > -CLOSE).all(), f"a unit is {-gaps.min()} deep in a wall"


def watch_crowd(seed: int) -> CrowdTally:
    """Step one random crowd; raise AssertionError at the first wrong moment, naming the seed."""
    random = np.random.default_rng(seed)
    height, width = random.integers(6, 25, 2)
    walls = random.random((height, width)) < random.choice([0.0, 0.1, 0.25, 0.4])
    walls[0, :2] = False
    crowd = ps.fleet.Crowd(
        ps.Map(~walls),
        seed=int(random.integers(1000)),
        avoidance=str(random.choice(["orca", "density"])),
        neighbours=int(random.integers(0, 15)),
        threads=1,
    )
    free = np.argwhere(~walls)[:, ::-1]
    for place in random.permutation(free)[: random.integers(1, max(2, len(free) // 2))]:
        radius, speed = random.choice([0.1, 0.3, 0.45, 0.7, 1.2]), random.choice([0.5, 1.0, 3.0, 12.0])
        try:
            crowd.add(place, radius=radius, speed=speed, priority=int(random.integers(2)))
        except ps.PathstarError:  # it would stand in a wall
            continue
    tally = CrowdTally(crowds=1)
    try:
        for number in range(STEPS):
            if number % 30 == 0 and len(crowd):
                units = random.permutation(len(crowd))[: random.integers(1, len(crowd) + 1)]
                try:
                    crowd.go(units, tuple(random.choice(free).tolist()))
                except ps.PlaceError:  # too narrow for the largest
                    crowd.walk(units, random.normal(size=2) * 3)
            crowd.step(float(random.choice([0.02, 0.1, 0.5])))
            check_walls(crowd)
            tally.moments += 1
    except Exception as error:
        raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
    tally.settled = int(crowd.settled.sum())
    return tally
