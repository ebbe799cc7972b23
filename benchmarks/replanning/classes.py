"""The cost of replanning: expansions and time by class of change, for each way to replan.

    python benchmarks/replanning/classes.py --sides 64 512 --seeds 1 2 3

Each way plays the same journeys in turns, one per seed, as far as equally cheap paths allow. Every tenth path
is compared with a fresh search. The time is the CPU time of all plans, with the first path, since a search
has to come before repairs. A journey is played more than once, and the shortest time of each plan counts.
Expansions and times are medians over the journeys; `first` is only the first path. `x best` is "auto"
relative to the best of the others, by the medians of their times. The last lines count the classes.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

import pathstar as ps
from pathstar.known import KnownMap
from pathstar.maps import generate
from pathstar.planners.replanning import REPAIRS

WAYS = ("astar", *REPAIRS, "auto")
CHECK_EVERY = 10
BOUNDS = (1.1, 1.3, 1.5)
GROUNDS: dict[str, Callable[[int, int], np.ndarray]] = {
    "random 20 %": lambda side, seed: np.random.default_rng(seed).random((side, side)) > 0.2,
    "random 30 %": lambda side, seed: np.random.default_rng(seed).random((side, side)) > 0.3,
    "rooms": lambda side, seed: generate.rooms(side, side, seed=seed).passable,
    "maze": lambda side, seed: generate.maze(side, side, seed=seed).passable,
    "caves": lambda side, seed: generate.caves(side, side, seed=seed).passable,
}


@dataclass
class Journey:
    """A unit under way, what may be edited, and where it starts and ends."""

    truth: ps.Map
    known: KnownMap | None
    unit: ps.Replanner
    random: np.random.Generator
    seconds: list[float] = field(default_factory=list)  # of each plan

    @property
    def map(self) -> ps.Map:
        return self.truth if self.known is None else self.known.map

    def ask(self) -> ps.Path:
        begin = time.thread_time()
        path = self.unit.path
        self.seconds.append(time.thread_time() - begin)
        if len(self.seconds) % CHECK_EVERY == 0:
            fresh = ps.find_path(self.map.grid(), self.unit.start, self.unit.goal)
            assert math.isclose(path.cost, fresh.cost, rel_tol=1e-9) or path.cost == fresh.cost
        return path


def fog(journey: Journey) -> Iterator[None]:
    """The unit sees 2.5 cells around it."""
    while True:
        assert journey.known is not None
        journey.known.reveal(journey.unit.start, radius=2.5)
        yield


def ahead(journey: Journey) -> Iterator[None]:
    """Every fourth step, the cell four steps ahead is closed."""
    while True:
        path = journey.unit.path
        if len(path) > 8:
            place, start, goal = path[4], journey.unit.start, journey.unit.goal
            journey.truth.edit("passable", place, False)
            if not ps.find_path(journey.truth.grid(), start, goal):
                journey.truth.edit("passable", place, True)
        for _ in range(4):
            yield


def far(journey: Journey) -> Iterator[None]:
    """Fifty cells anywhere change."""
    while True:
        change(journey, journey.random.integers(0, journey.truth.width, (50, 2)))
        yield


def patch(journey: Journey) -> Iterator[None]:
    """A square of 1 % of the cells changes."""
    size = max(2, journey.truth.width // 10)
    while True:
        x, y = journey.random.integers(0, journey.truth.width - size, 2)
        rows, columns = np.mgrid[y : y + size, x : x + size]
        change(journey, np.stack([columns.ravel(), rows.ravel()], axis=-1))
        yield


def drift(journey: Journey) -> Iterator[None]:
    """The costs of twenty cells change a little."""
    while True:
        places = journey.random.integers(0, journey.truth.width, (20, 2))
        if journey.truth.cost is None:
            change(journey, places)
        else:
            old = journey.truth.cost[places[:, 1], places[:, 0]]
            journey.truth.edit("cost", places, old * journey.random.uniform(0.9, 1.1, 20))
        yield


def target(journey: Journey) -> Iterator[None]:
    """The target takes a random step."""
    while True:
        steps = [place for place, _ in journey.truth.grid().steps_from(journey.unit.goal)]
        if steps:
            journey.unit.goal = steps[journey.random.integers(len(steps))]
        yield


def runner(journey: Journey) -> Iterator[None]:
    """The target walks to random places on cheapest paths, two steps for three of the unit."""
    free = np.argwhere(journey.truth.passable)[:, ::-1]
    way: list[tuple[int, int]] = []
    for turn in itertools.count():
        if not way:
            place = tuple(free[journey.random.integers(len(free))].tolist())
            way = list(ps.find_path(journey.truth.grid(), journey.unit.goal, place))[1:]
        if way and turn % 3 > 0:
            journey.unit.goal = way.pop(0)
        yield


def chase(journey: Journey) -> Iterator[None]:
    """The target takes a random step, and the costs of twenty cells change a little."""
    for _ in zip(target(journey), drift(journey), strict=False):
        yield


def change(journey: Journey, places: np.ndarray) -> None:
    """Give cells other costs, or close and open them where there are none; never the ends."""
    ends = np.array([journey.unit.start, journey.unit.goal])
    places = places[~(places[:, None] == ends).all(axis=2).any(axis=1)]
    if journey.truth.cost is not None:
        journey.truth.edit("cost", places, journey.random.uniform(1, 5, len(places)))
    else:
        places = np.unique(places, axis=0)
        journey.truth.edit("passable", places, journey.random.random(len(places)) > 0.25)


CLASSES = {"fog": fog, "ahead": ahead, "far": far, "patch": patch, "drift": drift, "target": target}
MORE = {"runner": runner, "chase": chase}  # only played on request


def ends_of(map: ps.Map) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two corners of the largest connected area."""
    labels = ps.islands(ps.Grid(map.passable)).labels
    cells = np.argwhere(labels == np.bincount(labels[labels > 0]).argmax())[:, ::-1]
    first, last = cells[cells.sum(axis=1).argmin()], cells[cells.sum(axis=1).argmax()]
    return (int(first[0]), int(first[1])), (int(last[0]), int(last[1]))


def play(
    ground: str,
    kind: str,
    side: int,
    way: str,
    weighted: bool,
    steps: int,
    seed: int,
    journey_kind: type[Journey] = Journey,
) -> Journey:
    """Let one unit walk."""
    cost = np.random.default_rng(seed + 1).uniform(1, 5, (side, side)) if weighted else None
    truth = ps.Map(GROUNDS[ground](side, seed), cost=cost)
    start, goal = ends_of(truth)
    known = KnownMap(truth) if kind == "fog" else None
    unit = ps.Replanner((truth if known is None else known.map).grid(), start, goal, way)
    journey = journey_kind(truth, known, unit, np.random.default_rng(seed + 2))
    changes = {**CLASSES, **MORE}[kind](journey)
    journey.ask()
    for _ in range(steps):
        next(changes)
        path = journey.ask()
        if len(path) < 2:
            break
        unit.move(path[1])
    return journey


def quickest(plays: list[Journey]) -> Journey:
    """Return a journey with the shortest time of each plan over several plays."""
    seconds = [min(times) for times in zip(*(play.seconds for play in plays), strict=True)]
    return replace(plays[0], seconds=seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sides", type=int, nargs="+", default=[64])
    parser.add_argument("--steps", type=int, default=60, help="steps of a journey, at most (default: 60)")
    parser.add_argument(
        "--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5], help="of the journeys of a class"
    )
    parser.add_argument("--plays", type=int, default=2, help="of each journey (default: 2)")
    parser.add_argument("--classes", nargs="+", default=list(CLASSES), choices=[*CLASSES, *MORE])
    parser.add_argument("--grounds", nargs="+", default=list(GROUNDS), choices=list(GROUNDS))
    options = parser.parse_args()
    print("| class | ground | side | costs | way | expansions a plan | us a plan | first, us | x best |")
    print("|---|---|---|---|---|---|---|---|---|")
    ratios = []
    for side in options.sides:
        for kind in options.classes:
            for ground in options.grounds:
                for weighted in (False, True):
                    rows: dict[str, list[Journey]] = {way: [] for way in WAYS}
                    for seed in options.seeds:
                        plays: dict[str, list[Journey]] = {way: [] for way in WAYS}
                        for way in WAYS * options.plays:
                            plays[way].append(play(ground, kind, side, way, weighted, options.steps, seed))
                        for way in WAYS:
                            rows[way].append(quickest(plays[way]))
                    costs = "yes" if weighted else "no"
                    ratios.append(report(f"| {kind} | {ground} | {side} | {costs}", rows))
    print(
        f"\n{len(ratios)} classes: {statistics.median(ratios):.2f} in the median, {max(ratios):.2f} at most"
    )
    for bound in BOUNDS:
        print(f"within {bound} times the best: {sum(ratio <= bound for ratio in ratios)}")


def report(title: str, rows: dict[str, list[Journey]]) -> float:
    """Print a line for each way; return the time of "auto" relative to the best of the others."""
    each = {
        way: median(journeys, lambda one: sum(one.seconds) / len(one.seconds))
        for way, journeys in rows.items()
    }
    ratio = each["auto"] / min(each[way] for way in WAYS if way != "auto")
    for way, journeys in rows.items():
        expanded = median(journeys, lambda one: one.unit.stats.expanded / len(one.seconds))
        first = 1e6 * median(journeys, lambda one: one.seconds[0])
        beside = f"{ratio:.2f}" if way == "auto" else ""
        print(
            f"{title} | {way} | {expanded:.0f} | {1e6 * each[way]:.0f} | {first:.0f} | {beside} |", flush=True
        )
    return ratio


def median(journeys: list[Journey], value: Callable[[Journey], float]) -> float:
    return statistics.median(value(journey) for journey in journeys)


if __name__ == "__main__":
    main()
