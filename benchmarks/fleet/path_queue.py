"""Measure the path queue: how long frames take compared with their budget, and how long requests wait.

python benchmarks/fleet/path_queue.py [MAP] [--frames N] [--requests N] [--budget MS]; without a map, on
generated caves of 512 x 512, or as --size says. Data of the map, such as its components, is made before the
first frame; the memory of searches is not. In each frame new requests come in, so that about as many wait at
any time; every tenth frame, or as --edits says, a square of walls is built or removed, and some requests are
cancelled. With --hierarchy paths come leg by leg from an index. With --expansions instead of --budget each
run does the same work. Paths are checked, and compared with the cheapest, outside the measured time. The
first line of figures is wall time, the second the thread's own time, which other programs on the machine
disturb less. The third is the work of a frame, in expansions. With --own-clock the queue itself uses the
thread's own time: on a busy machine each frame then has its full budget.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import Counter
from pathlib import Path

import numpy as np

import pathstar as ps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("map", nargs="?", type=Path)
    parser.add_argument("--size", type=int, default=512, help="the side of generated caves")
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=1000, help="that wait at any time")
    parser.add_argument("--budget", type=float, default=2.0, help="milliseconds for a frame")
    parser.add_argument("--expansions", type=int, help="the budget of a frame, in place of milliseconds")
    parser.add_argument("--edits", type=int, default=10, help="frames from one edit to the next")
    parser.add_argument("--share-from", type=int, default=4, help="requests with the same goal share a field")
    parser.add_argument("--hierarchy", action="store_true", help="find paths leg by leg, with an index")
    parser.add_argument("--own-clock", action="store_true", help="spend the thread's own time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.own_clock:
        time.perf_counter = time.thread_time
    side = options.size
    made = ps.maps.generate.caves(side, side, seed=1) if options.map is None else ps.read(options.map)
    measure(made, options)


def measure(made: ps.Map, options: argparse.Namespace) -> None:
    random = np.random.default_rng(options.seed)
    free = np.argwhere(made.passable)[:, ::-1]
    grid = made.grid()
    queue = made_queue(grid, options)
    places = [tuple(place) for place in free[random.integers(0, len(free), 20_000)].tolist()]
    wall, own, work, legs, waits, ratios = [], [], [], [], [], []
    ps.Planner(grid).search(places[0], places[1]).step(1)
    asked: dict[ps.jobs.Ticket, int] = {}
    done: Counter[str] = Counter()
    gc.collect()
    gc.freeze()  # a game does the same, so that the collector does not scan the whole map within a frame
    for frame in range(options.frames):
        if frame % options.edits == options.edits - 1:
            edit(made, random)
        new = []
        while len(queue) < options.requests:
            start, goal = (places[i] for i in random.integers(0, len(places), 2))
            if random.random() < 0.3:
                goal = places[int(random.integers(20))]
            new.append(queue.request(start, goal, priority=float(random.integers(3))))
            asked[new[-1]] = frame
        if frame % 10 == 5:
            next(iter(asked)).cancel()
        before = queue.statistics.work
        begun, began = time.perf_counter(), time.thread_time()
        finished = queue.update()
        own.append(time.thread_time() - began)
        wall.append(time.perf_counter() - begun)
        work.append(queue.statistics.work - before)
        legs += [ticket.path is not None for ticket in new]
        for ticket in finished:
            waits.append(frame - asked.pop(ticket))
            done["shared" if ticket.shared else "alone"] += 1
            if len(waits) % 50 == 0 and ticket.path:
                assert ps.check_path(grid, ticket.path)
                ratios.append(ticket.path.cost / max(ps.find_path(grid, ticket.start, ticket.goal).cost, 1.0))
        asked = {ticket: begin for ticket, begin in asked.items() if not ticket.cancelled}
    report(wall, own, options.budget)
    print(f"work: median {np.median(work):,.0f}, most {max(work):,}")
    waited = sum(wait > 0 for wait in waits)
    print(
        f"{len(waits):,} answers ({done['shared']:,} from shared fields) for "
        f"{queue.statistics.work:,} expansions; {waited:,} had to wait; "
        f"a first leg in the frame of the request: "
        f"{100 * np.mean(legs[options.requests :]):.1f} % once the queue is full"
    )
    if ratios:
        print(
            f"costs over the cheapest: mean {np.mean(ratios):.3f}, most {max(ratios):.3f}; "
            f"frames until the answer: median {np.median(waits):.0f}, longest {max(waits):,}"
        )


def made_queue(grid: ps.Grid, options: argparse.Namespace) -> ps.jobs.PathQueue:
    index = ps.build_index(grid, "hierarchy") if options.hierarchy else None
    planner = ps.Planner(grid, index=index)
    share = options.share_from
    if options.expansions is not None:
        return ps.jobs.PathQueue(planner, budget_expansions=options.expansions, share_from=share)
    return ps.jobs.PathQueue(planner, budget_seconds=options.budget / 1000, share_from=share)


def edit(made: ps.Map, random: np.random.Generator) -> None:
    x, y = (int(random.integers(0, side - 8)) for side in (made.width, made.height))
    made.edit("passable", (slice(y, y + 4), slice(x, x + 4)), bool(random.integers(2)))


def report(wall: list[float], own: list[float], budget: float) -> None:
    for name, seconds in (("wall clock", wall), ("own time", own)):
        taken = 1000 * np.array(seconds)
        median, high, worst = np.percentile(taken, [50, 99, 100])
        print(
            f"{name}: budget {budget:g} ms; median {median:.3f}, 99 % {high:.3f} "
            f"({100 * (high / budget - 1):+.1f} %), worst {worst:.3f} ms "
            f"({100 * (worst / budget - 1):+.1f} %)"
        )


if __name__ == "__main__":
    main()
