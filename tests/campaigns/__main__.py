"""Run the campaigns: python -m tests.campaigns, with --help for the options."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from tests.campaigns import any_angle, optima, worlds
from tests.campaigns.goal_queries import Tally as GoalTally
from tests.campaigns.goal_queries import goal_queries
from tests.campaigns.mesh_queries import Tally as MeshTally
from tests.campaigns.mesh_queries import mesh_queries
from tests.campaigns.replanner import Tally as JourneyTally
from tests.campaigns.replanner import journeys
from tests.campaigns.replans import Tally, replans
from tests.unit.compat.peers import PEERS, compare, random_board
from tests.unit.indexes.forged import WORLDS as FORGED

ROOT = Path(__file__).parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns", description=__doc__)
    parser.add_argument("--worlds", type=int, default=2500, help="worlds of replans (default: %(default)s)")
    parser.add_argument(
        "--forged", type=int, default=1500, help="forged files for each kind of index (default: %(default)s)"
    )
    parser.add_argument(
        "--plans", type=int, default=10_000, help="tiny worlds of units (default: %(default)s)"
    )
    parser.add_argument("--units", type=int, default=10_000, help="worlds of units (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--goals", type=int, default=25_000, help="worlds of goals (default: %(default)s)")
    parser.add_argument("--meshes", type=int, default=12_500, help="meshes (default: %(default)s)")
    parser.add_argument(
        "--journeys", type=int, default=12_500, help="worlds of units that replan (default: %(default)s)"
    )
    parser.add_argument("--lines", type=int, default=5000, help="boards for lines (default: %(default)s)")
    parser.add_argument(
        "--examples", type=int, default=1000, help="random examples of each property (default: %(default)s)"
    )
    parser.add_argument(
        "--boards", type=int, default=1000, help="boards for each other package (default: %(default)s)"
    )
    options = parser.parse_args()
    stand_in(options.boards, options.seed)
    follow_edits(options.worlds, options.seed)
    replan(options.journeys, options.seed)
    prove(options.plans, options.seed)
    ask_for_goals(options.goals, options.seed)
    cross_meshes(options.meshes, options.seed)
    draw_lines(options.lines, options.seed)
    step_units(options.units, options.seed)
    forge(options.forged, options.seed)
    ask_properties(options.examples)


def follow_edits(worlds: int, seed: int) -> None:
    """Ask planners again and again in worlds that change."""
    tally, begun = Tally(), time.perf_counter()
    with multiprocessing.Pool() as pool:
        for number, each in enumerate(pool.imap_unordered(replans, range(seed, seed + worlds)), 1):
            tally.add(each)
            if number % 50 == 0 or number == worlds:
                print(f"\rreplans: {tally.queries:,} in {number} of {worlds} worlds", end="", flush=True)
    print(f"; {tally.checked:,} paths checked, 0 wrong, {time.perf_counter() - begun:.0f} s")


def replan(worlds: int, seed: int) -> None:
    """Move units in worlds that change, and compare each of their paths."""
    tally, begun = JourneyTally(), time.perf_counter()
    with multiprocessing.Pool() as pool:
        for number, each in enumerate(pool.imap_unordered(journeys, range(seed, seed + worlds), 8), 1):
            tally.add(each)
            if number % 500 == 0 or number == worlds:
                print(f"\rreplanner: {tally.replans:,} in {number} of {worlds} worlds", end="", flush=True)
    print(f"; {tally.checked:,} paths checked, 0 wrong, {time.perf_counter() - begun:.0f} s")


def prove(worlds: int, seed: int) -> None:
    """Compare optimal plans for a few units with a search over joint states."""
    tally, begun = optima.Tally(), time.perf_counter()
    with multiprocessing.Pool() as pool:
        for each in pool.imap_unordered(optima.optimum, range(seed, seed + worlds)):
            tally.add(each)
    counts = f"{tally.optimal:,} optimal, {tally.without:,} without a plan, {tally.open:,} not proven in time"
    print(f"plans: {counts}, 0 wrong, {time.perf_counter() - begun:.0f} s")


def ask_for_goals(worlds: int, seed: int) -> None:
    """Ask for random goals on the spaces of the zoo."""
    tally, begun = GoalTally(), time.perf_counter()
    with multiprocessing.Pool() as pool:
        for number, each in enumerate(pool.imap_unordered(goal_queries, range(seed, seed + worlds), 16), 1):
            tally.add(each)
            if number % 500 == 0 or number == worlds:
                print(f"\rgoals: {tally.queries:,} in {number} of {worlds} worlds", end="", flush=True)
    print(f"; {tally.paths:,} paths, 0 wrong, {time.perf_counter() - begun:.0f} s")


def cross_meshes(meshes: int, seed: int) -> None:
    """Ask for random paths on meshes."""
    tally, begun = MeshTally(), time.perf_counter()
    with multiprocessing.Pool() as pool:
        for number, each in enumerate(pool.imap_unordered(mesh_queries, range(seed, seed + meshes), 16), 1):
            tally.add(each)
            if number % 500 == 0 or number == meshes:
                print(f"\rmeshes: {tally.queries:,} in {number} of {meshes} meshes", end="", flush=True)
    print(f"; {tally.paths:,} paths, 0 wrong, {time.perf_counter() - begun:.0f} s")


def draw_lines(boards: int, seed: int) -> None:
    """Compare lines in any direction with an exact visibility graph."""
    tally, begun = any_angle.Tally(), time.perf_counter()
    with multiprocessing.Pool() as pool:
        for each in pool.imap_unordered(any_angle.any_angle, range(seed, seed + boards), 16):
            tally.add(each)
    counts = f"{tally.queries:,} queries, {tally.lines:,} found, 0 wrong"
    print(f"lines: {counts}, {time.perf_counter() - begun:.0f} s")


def step_units(count: int, seed: int) -> None:
    """Step random worlds of units, and compare every pair of units at every moment."""
    tally, begun = worlds.Tally(), time.perf_counter()
    with multiprocessing.Pool() as pool:
        for each in pool.imap_unordered(worlds.watch, range(seed, seed + count)):
            tally.add(each)
            if tally.worlds % 50 == 0 or tally.worlds == count:
                print(f"\runits: {tally.worlds} of {count} worlds", end="", flush=True)
    print(f"; {tally.moments:,} moments, 0 wrong, {time.perf_counter() - begun:.0f} s")


def stand_in(boards: int, seed: int) -> None:
    """Compare the stand-ins for other packages with those packages."""
    for name, peer in PEERS.items():
        chance = np.random.default_rng(seed)
        for _ in range(boards):
            compare(peer, random_board(chance))
        print(f"{name}: no path costs more than theirs on {boards:,} boards")


def forge(count: int, seed: int) -> None:
    """Load index files that were damaged with right checksums, each kind in a process of its own."""
    for kind in FORGED:
        command = [sys.executable, "-m", "tests.unit.indexes.forged", kind, str(seed), str(count)]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if ended.returncode:
            sys.exit(f"{kind}: the process ended with {ended.returncode} at file {ended.stdout[-200:]}")
        refused, loaded = ended.stdout.split()[-2:]
        print(f"forged files, {kind}: {refused} refused, {loaded} loaded and harmless")


def ask_properties(examples: int) -> None:
    """Run the property tests with more examples than `make test` takes."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "tests/property"]
    environment = {**os.environ, "PATHSTAR_EXAMPLES": str(examples)}
    ended = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    if ended.returncode:
        sys.exit("a property does not hold")


if __name__ == "__main__":
    main()
