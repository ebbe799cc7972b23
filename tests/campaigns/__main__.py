"""Run the campaigns: python -m tests.campaigns, with --help for the options."""

from __future__ import annotations

import argparse
import dataclasses
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tests.campaigns.any_angle import any_angle
from tests.campaigns.crowds import watch_crowd
from tests.campaigns.fields import fields
from tests.campaigns.flights import flights
from tests.campaigns.goal_queries import goal_queries
from tests.campaigns.kills import WORK, cluster, kill_batch_workers, kill_driver, kill_workers
from tests.campaigns.mesh_queries import mesh_queries
from tests.campaigns.optima import optimum
from tests.campaigns.replanner import journeys
from tests.campaigns.replans import replans
from tests.campaigns.tilings import tilings
from tests.campaigns.worlds import watch
from tests.sampling import RANDOM_TESTS
from tests.unit.compat.peers import PEERS, compare, random_board
from tests.unit.indexes.forged import WORLDS as FORGED

ROOT = Path(__file__).parents[2]


class Campaign(NamedTuple):
    """A comparison over many random worlds.

    Attributes:
        name: Its option.
        count: How many worlds it compares unless the option says otherwise.
        help: What a world is.
        run: Compares one world, by its seed. Returns a tally; raises AssertionError if something is wrong.
    """

    name: str
    count: int
    help: str
    run: Callable[[int], Any]


CAMPAIGNS = (
    Campaign("worlds", 2500, "worlds that change, and planners asked in between", replans),
    Campaign("journeys", 12_500, "worlds that change, and units that replan", journeys),
    Campaign("plans", 10_000, "tiny worlds with an optimal plan for a few units", optimum),
    Campaign("goals", 25_000, "spaces with random goals", goal_queries),
    Campaign("fields", 5000, "maps of many blocks that change, and fields that follow", fields),
    Campaign("flights", 1000, "boards with a hunter and a prey", flights),
    Campaign("meshes", 12_500, "meshes with random ends", mesh_queries),
    Campaign("lines", 5000, "boards with lines in any direction", any_angle),
    Campaign("rasters", 1000, "rasters, each in several tilings by some workers", tilings),
    Campaign("units", 10_000, "worlds of units, every pair compared at every moment", watch),
    Campaign("crowds", 5000, "crowds, every unit compared with the walls after every step", watch_crowd),
)


def main() -> None:
    """Run all campaigns, or only those whose options are given."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns", description=main.__doc__)
    parts = [(each.name, each.count, each.help, partial(run, each)) for each in CAMPAIGNS] + [
        ("kills", 100, "runs over rasters whose driver is killed, and as many whose workers are", kill),
        ("boards", 1000, "boards for each package that compat stands in for", stand_in),
        ("forged", 1500, "forged files for each kind of index", forge),
        ("examples", 1000, "percent of the random examples of each test", ask_properties),
    ]
    for name, count, about, _ in parts:
        parser.add_argument(f"--{name}", type=int, help=f"{about}; {count:,} if no option is given")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: %(default)s)")
    options = parser.parse_args()
    counts = {name: getattr(options, name) for name, *_ in parts}
    everything = all(count is None for count in counts.values())
    for name, usual, _, work in parts:
        count = usual if everything else counts[name]
        if count:
            work(count, options.seed)


def run(campaign: Campaign, count: int, seed: int) -> None:
    """Compare worlds on all processors, and print the counts."""
    tally, begun = None, time.perf_counter()
    with multiprocessing.Pool() as pool:
        for number, each in enumerate(pool.imap_unordered(campaign.run, range(seed, seed + count), 8), 1):
            if tally is None:
                tally = each
            else:
                tally.add(each)
            if number % 50 == 0 or number == count:
                print(f"\r{campaign.name}: {number:,} of {count:,}", end="", flush=True)
    if tally is not None:
        counted = ", ".join(f"{name} {value:,}" for name, value in dataclasses.asdict(tally).items())
        print(f"; {counted}; 0 wrong, {time.perf_counter() - begun:.0f} s")


def kill(runs: int, seed: int) -> None:
    """Kill the driver of runs over rasters, then the workers of a cluster, also under batches of queries."""
    kinds = list(WORK)
    deaths = sum(kill_driver(number, kinds[number % len(kinds)]) for number in range(seed, seed + runs))
    print(f"killed drivers: {deaths} deaths in {runs} runs; 0 wrong")
    deaths = 0
    with cluster() as client:
        for number in range(seed, seed + runs):
            with tempfile.TemporaryDirectory() as folder:
                deaths += kill_workers(client, number, Path(folder))
        print(f"killed workers: {deaths} deaths in {runs} runs; 0 wrong")
        deaths = sum(kill_batch_workers(client, number) for number in range(seed, seed + runs))
    print(f"killed workers under batches: {deaths} deaths at work in {runs} runs; 0 wrong")


def stand_in(boards: int, seed: int) -> None:
    """Compare the stand-ins for other packages with those packages."""
    for name, peer in PEERS.items():
        chance = np.random.default_rng(seed)
        for _ in range(boards):
            compare(peer, random_board(chance))
        print(f"{name}: no path costs more than theirs on {boards:,} boards")


def forge(count: int, seed: int) -> None:
    """Load index files that are damaged but have right checksums, each kind in a separate process."""
    for kind in FORGED:
        command = [sys.executable, "-m", "tests.unit.indexes.forged", kind, str(seed), str(count)]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if ended.returncode:
            sys.exit(f"{kind}: the process ended with {ended.returncode} at file {ended.stdout[-200:]}")
        refused, loaded = ended.stdout.split()[-2:]
        print(f"forged files, {kind}: {refused} refused, {loaded} loaded and harmless")


def ask_properties(examples: int, _seed: int) -> None:
    """Run the tests with random examples, with more examples than in `make test`."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"]
    environment = {**os.environ, "PATHSTAR_EXAMPLES": str(examples)}
    for which in RANDOM_TESTS:
        ended = subprocess.run([*command, *which], cwd=ROOT, env=environment, check=False)
        if ended.returncode:
            sys.exit("a property does not hold")


if __name__ == "__main__":
    main()
