"""The time of an expansion in each way to plan, and of a place that has to be checked because of an edit.

    python benchmarks/replanning/work.py --side 64 --seeds 31 32

`Replanner("auto")` compares ways by such figures. They are fitted to the CPU time of each plan except the
first in journeys of `classes.py`: a fixed time, and a time per expansion and per place at or beside an edited
cell. Of two plays of a journey the shorter time of each plan counts.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import classes
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

import pathstar as ps

WAYS = ("astar", "jps", "d-star-lite", "mpgaa-star")


@dataclass
class Plan:
    """One plan: its time in microseconds, and its amount of work."""

    took: float
    expanded: int
    followed: int


@dataclass
class Weighed(classes.Journey):
    """A journey that records each plan."""

    taken: list[Plan] = field(default_factory=list)  # the first one, too
    before: NDArray[np.float64] | None = None

    def ask(self) -> ps.Path:
        near = self.places_near_edits()
        done = self.unit.stats
        begin = time.thread_time_ns()
        path = self.unit.path
        took = (time.thread_time_ns() - begin) / 1e3
        now = self.unit.stats
        planned = now.searches + now.repairs > done.searches + done.repairs
        if planned and now.restarts == done.restarts:
            self.taken.append(Plan(took, now.expanded - done.expanded, near))
        return path

    def places_near_edits(self) -> int:
        map = self.map
        costs = np.where(map.passable, 1.0 if map.cost is None else map.cost, np.inf)
        edited = np.zeros_like(costs, bool) if self.before is None else costs != self.before
        self.before = costs
        padded = np.pad(edited, 1)
        height, width = edited.shape
        near = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
        return int(np.any(near, axis=0).sum())


def plans(way: str, weighted: bool, options: argparse.Namespace) -> list[Plan]:
    """Play each journey twice; return the shorter of both times of each plan except the first."""
    found = []
    for kind in ("fog", "ahead", "far", "drift", "patch"):
        for ground in options.grounds:
            for seed in options.seeds:
                journey = (ground, kind, options.side, way, weighted, options.steps, seed, Weighed)
                once, again = classes.play(*journey), classes.play(*journey)
                assert isinstance(once, Weighed)
                assert isinstance(again, Weighed)
                pairs = zip(once.taken, again.taken, strict=True)
                found += [min(pair, key=lambda plan: plan.took) for pair in pairs][1:]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--side", type=int, default=64)
    parser.add_argument("--seeds", type=int, nargs="+", default=[31, 32])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--grounds", nargs="+", default=list(classes.GROUNDS), choices=list(classes.GROUNDS))
    options = parser.parse_args()
    print("| costs | way | plans | us, fixed | ns an expansion | ns a place near an edit |")
    print("|---|---|---|---|---|---|")
    for weighted in (False, True):
        for way in WAYS:
            if way == "jps" and weighted:
                continue
            taken = plans(way, weighted, options)
            took = np.array([plan.took for plan in taken])
            work = np.array([(1, plan.expanded, plan.followed) for plan in taken], float)
            scale = 1 / np.sqrt(took)  # so that long plans do not decide alone
            fixed, expansion, place = nnls(work * scale[:, None], took * scale)[0]
            costs = "yes" if weighted else "no"
            figures = f"{len(taken)} | {fixed:.1f} | {1e3 * expansion:.0f} | {1e3 * place:.0f}"
            print(f"| {costs} | {way} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
