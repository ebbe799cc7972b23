"""Measure crowds: the CPU milliseconds of a step of thousands of units.

python benchmarks/fleet/crowds.py [--units N ...] [--steps N] [--threads N] [--rvo2 PROGRAM]

Units in a disc cross to the opposite side, on open ground. PROGRAM is built from rvo2_crowds.cpp beside this
file and the library RVO2: it is started with the same units, and its steps alternate with ours, so that both
see the same machine. The last rows are crowds by density on one flow field, through caves.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import time

import numpy as np
from numpy.typing import NDArray

import pathstar as ps

RADIUS, SPEED, DT, HORIZON, NEIGHBOURS = 0.4, 1.0, 0.1, 2.0, 10
REACH = 5.0  # how far the other program looks for neighbours


def disc(units: int) -> tuple[NDArray[np.float64], int]:
    """Return places in a disc, at most one per square, and the width of map that they need."""
    side = int(np.ceil(np.sqrt(units * 4 / np.pi) * 1.25)) + 4
    squares = np.stack(np.meshgrid(np.arange(2, side - 2), np.arange(2, side - 2)), axis=-1).reshape(-1, 2)
    middle = (side - 1) / 2
    near = np.argsort(np.hypot(*(squares - middle).T), kind="stable")[: units * 3 // 2]
    chosen = np.random.default_rng(1).permutation(near)[:units]
    return squares[np.sort(chosen)].astype(float), side


class Peer:
    """The other program: reads units, then makes a step for each line, and prints the time that it took."""

    def __init__(self, program: str, points: NDArray[np.float64], middle: float) -> None:
        self.process = subprocess.Popen(
            [program, *map(str, (len(points), middle, RADIUS, SPEED, DT, HORIZON, NEIGHBOURS, REACH))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.write("\n".join(f"{x} {y}" for x, y in points.tolist()))

    def write(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def step(self) -> float:
        self.write("step")
        assert self.process.stdout is not None
        return float(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def crossing(units: int, steps: int, threads: int, program: str | None) -> None:
    points, side = disc(units)
    middle = (side - 1) / 2
    crowd = ps.fleet.Crowd(
        ps.Map(np.ones((side, side))), neighbours=NEIGHBOURS, horizon=HORIZON, threads=threads
    )
    rows = crowd.add(points, radius=RADIUS, speed=SPEED)
    goals = 2 * middle - points
    peer = None if program is None else Peer(program, points, middle)
    ours, theirs = [], []
    for _ in range(steps):
        away = goals - crowd.positions
        crowd.walk(rows, away / np.maximum(np.hypot(*away.T), 1.0)[:, None] * SPEED)
        begun = time.process_time()
        crowd.step(DT)
        ours.append(1000 * (time.process_time() - begun))
        if peer is not None:
            theirs.append(peer.step())
    beside = ""
    if peer is not None:
        peer.close()
        ratio = statistics.median(ours) / statistics.median(theirs)
        beside = f", RVO2 {statistics.median(theirs):.3f} ms: {ratio:.2f} x"
    print(
        f"orca, {units:,} units, {threads} threads: {statistics.median(ours):.3f} ms a step{beside}; "
        f"overlap: {overlap(crowd):.3f} of a radius at most"
    )


def overlap(crowd: ps.fleet.Crowd) -> float:
    """Return the largest overlap of two units."""
    at = crowd.positions
    order = np.argsort(at[:, 0])
    at = at[order]
    deepest = 0.0
    for apart in range(1, min(len(at), 200)):
        gap = np.hypot(*(at[apart:] - at[:-apart]).T)
        deepest = max(deepest, float((2 * RADIUS - gap).max()) / RADIUS)
    return deepest


def flowing(units: int, steps: int, threads: int) -> None:
    made = ps.maps.generate.caves(512, 512, seed=1)
    free = np.argwhere(made.passable)[:, ::-1]
    random = np.random.default_rng(1)
    goal = tuple(free[len(free) // 2].tolist())
    crowd = ps.fleet.Crowd(made, avoidance="density", threads=threads)
    rows = crowd.add(free[random.integers(0, len(free), units)], radius=0.25)
    crowd.go(rows, goal)
    taken = []
    for _ in range(steps):
        begun = time.process_time()
        crowd.step(DT)
        taken.append(1000 * (time.process_time() - begun))
    print(f"density, one field, {units:,} units, {threads} threads: {statistics.median(taken):.3f} ms a step")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, nargs="*", default=[1000, 10_000])
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rvo2")
    options = parser.parse_args()
    for units in options.units:
        crossing(units, options.steps, options.threads, options.rvo2)
    for units in (10_000, 100_000):
        flowing(units, options.steps, options.threads)


if __name__ == "__main__":
    main()
