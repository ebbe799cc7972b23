"""Fields over large maps compared with other packages, and on threads; look-ups, clearance and repairs.

    python benchmarks/fields/compare.py
    python benchmarks/fields/compare.py --part repairs lookups --repetitions 9

Times are medians of CPU seconds; for several threads, of wall time. The rows of a table run in turn. Compared
with peers, the set-up counts: building the `Grid`, or the matrix. Peers that are not installed are left out;
`benchmarks/versus/requirements.txt` pins them.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import pathstar as ps

sys.path.insert(0, str(Path(__file__).parents[1] / "versus"))

Work = Callable[[], Any]
ROOT = 2**0.5


def in_turn(
    works: dict[str, Work], repetitions: int, clock: Callable[[], float] = time.process_time
) -> dict[str, tuple[float, Any]]:
    """Run all in turn, and return the median seconds and the last result of each."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    results = {}
    for _ in range(repetitions):
        for name, work in works.items():
            begin = clock()
            results[name] = work()
            seconds[name].append(clock() - begin)
    return {name: (statistics.median(taken), results[name]) for name, taken in seconds.items()}


def table(title: str, rows: dict[str, float], against: str) -> None:
    """Print times, and their ratios to one of them."""
    print(f"\n{title}")
    for name, seconds in rows.items():
        print(f"  {name:<44}{1000 * seconds:>12.3f} ms{seconds / rows[against]:>10.3f} of {against}")


def has(package: str) -> bool:
    """Return whether a package is installed."""
    return importlib.util.find_spec(package) is not None


def whole_fields(given: argparse.Namespace) -> None:
    """Fields from a corner: costs 1 to 9 at random, and open ground."""
    side = given.side
    weights = np.random.default_rng(1).integers(1, 10, (side, side)).astype(np.float64)
    free = np.ones((side, side), bool)
    plain = np.ones((side, side))
    for title, costs, cost in (("costs 1..9", weights, weights), ("no costs", plain, None)):
        ours = {"pathstar": lambda cost=cost: _ours(free, cost)}
        peers = {}
        if has("dijkstra3d"):
            peers["dijkstra3d"] = lambda costs=costs: _dijkstra3d(costs)
        if has("scipy"):
            peers["scipy"] = lambda costs=costs: _scipy(costs)
        found = in_turn(ours | peers, given.repetitions)
        if "scipy" in found:
            np.testing.assert_allclose(found["pathstar"][1], found["scipy"][1], rtol=1e-9)
        rows = {name: seconds for name, (seconds, _) in found.items()}
        for name in peers:
            table(
                f"Field {side} x {side}, {title}, beside {name}",
                {k: rows[k] for k in ("pathstar", name)},
                name,
            )
        if "scipy" in peers:
            called = {"pathstar": lambda cost=cost: _ours(free, cost, threads=None), "scipy": peers["scipy"]}
            clocked = in_turn(called, given.repetitions, time.perf_counter)
            table(
                f"Field {side} x {side}, {title}, on all processors, by the clock",
                {name: seconds for name, (seconds, _) in clocked.items()},
                "scipy",
            )
    parts = in_turn({"Grid": lambda: ps.Grid(np.ones(weights.shape), cost=weights)}, given.repetitions)
    grid = parts["Grid"][1]
    alone: dict[str, Work] = {"distance_field": lambda: ps.distance_field(grid, [(0, 0)], threads=1)}
    parts |= in_turn(alone, given.repetitions)
    table(f"What takes the time, {side} x {side}, costs 1..9", {k: v[0] for k, v in parts.items()}, "Grid")


def _ours(free: np.ndarray, cost: np.ndarray | None, threads: int | None = 1) -> np.ndarray:
    """On one thread, like the peers, or as called by default."""
    grid = ps.Grid(free, cost=cost)
    return ps.distance_field(grid, [(0, 0)], outward=True, threads=threads).costs


def _dijkstra3d(costs: np.ndarray) -> np.ndarray:
    """Its field over costs, with diagonal steps as cheap as straight ones; its other fields take no costs."""
    import dijkstra3d

    return dijkstra3d.distance_field(np.asfortranarray(costs, np.float32), source=(0, 0), connectivity=8)


def _scipy(costs: np.ndarray) -> np.ndarray:
    from scipy.sparse.csgraph import dijkstra

    from peers.scipy_csr import sparse_steps

    return dijkstra(sparse_steps(costs), indices=0).reshape(costs.shape)


def threads(given: argparse.Namespace) -> None:
    """One field on one thread and on two.

    Wall time needs a quiet machine. On any machine, CPU time shows how much more work two threads do than
    one, and how much the calling thread does alone: both limit how much faster two can be.
    """
    side = given.side
    weights = np.random.default_rng(1).integers(1, 10, (side, side)).astype(np.float64)
    grid = ps.Grid(np.ones((side, side)), cost=weights)
    for title, source in (("a corner", (0, 0)), ("the middle", (side // 2, side // 2))):
        seconds: dict[int, list[float]] = {1: [], 2: []}
        worked: dict[int, list[float]] = {1: [], 2: []}
        alone: list[float] = []
        fields: dict[int, ps.Field] = {}
        for _ in range(2 * given.repetitions):
            for count, taken in seconds.items():
                begin, cpu, own = time.perf_counter(), time.process_time(), time.thread_time()
                fields[count] = ps.distance_field(grid, [source], threads=count)
                taken.append(time.perf_counter() - begin)
                worked[count].append(time.process_time() - cpu)
                if count == 2:
                    alone.append(time.thread_time() - own)
        np.testing.assert_array_equal(fields[1].costs, fields[2].costs)
        np.testing.assert_array_equal(fields[1].parents, fields[2].parents)
        one, two = (statistics.median(taken) for taken in seconds.values())
        rows = {"one thread": one, "two threads": two}
        table(f"One field {side} x {side}, costs 1..9, from {title}, by the clock", rows, "one thread")
        print(f"  two threads are {one / two:.2f} times as fast")
        one, two = (1000 * statistics.median(taken) for taken in worked.values())
        rest = 1000 * statistics.median(alone)
        print(f"  CPU time: one {one:.1f} ms, two {two:.1f} ms, of it their caller {rest:.1f} ms;")
        print(f"  so two are at most {one / (rest + (two - rest) / 2):.2f} times as fast")


def lookups(given: argparse.Namespace) -> None:
    """100,000 next steps, and smooth directions at as many points."""
    random = np.random.default_rng(2)
    side, count = 1024, 100_000
    weights = random.integers(1, 10, (side, side)).astype(np.float64)
    for title, grid in (
        ("costs 1..9", ps.Grid(np.ones((side, side)), cost=weights)),
        ("a fifth walls", ps.Grid(random.random((side, side)) > 0.2)),
    ):
        free = np.argwhere(grid.walkable)[:, ::-1]
        field = ps.distance_field(grid, [tuple(free[len(free) // 2].tolist())])
        places = np.ascontiguousarray(free[random.integers(len(free), size=count)])
        points = places + random.uniform(-0.5, 0.5, places.shape)
        points = np.clip(points, 0, side - 1)
        found = in_turn(
            {
                "next_step, 100,000 places": lambda field=field, places=places: field.next_step(places),
                "flow, 100,000 points": lambda field=field, points=points: field.flow(points),
            },
            10 * given.repetitions,
        )
        one = [field.next_step(tuple(place)) or tuple(place) for place in places[:500].tolist()]
        assert found["next_step, 100,000 places"][1][:500].tolist() == [list(place) for place in one]
        rows = {name: seconds for name, (seconds, _) in found.items()}
        table(f"Look-ups on a field of {side} x {side}, {title}", rows, "next_step, 100,000 places")


def clearance(given: argparse.Namespace) -> None:
    """Exact distances to walls, and the sides of free squares."""
    from scipy.ndimage import distance_transform_edt

    free = np.random.default_rng(3).random((given.side, given.side)) > 0.02
    grid = ps.Grid(free)
    works = {
        "scipy, distance_transform_edt": lambda: distance_transform_edt(np.pad(free, 1)),
        "pathstar, discs": lambda: ps.analysis.clearance(grid).discs,
        "pathstar, squares": lambda: ps.analysis.clearance(grid).squares,
    }
    rows = {name: seconds for name, (seconds, _) in in_turn(works, given.repetitions).items()}
    table(f"Clearance of {given.side} x {given.side}, 2 % walls", rows, "scipy, distance_transform_edt")


def repairs(given: argparse.Namespace) -> None:
    """A field that follows an edit, compared with a new one, on 1024 x 1024 cells with costs 1 to 9."""
    random, side = np.random.default_rng(4), 1024
    map = ps.Map(np.ones((side, side)), cost=random.integers(1, 10, (side, side)).astype(np.float64))
    grid = map.grid()
    for title, edit in (("one patch of 102 x 102", _patch), ("1 % of the cells, scattered", _scattered)):
        field, held = (ps.distance_field(grid, [(side // 2, side // 2)]) for _ in range(2))
        works: dict[str, Work] = {
            "a new field": lambda: ps.distance_field(grid, [(side // 2, side // 2)]).costs,
            "the field follows": lambda field=field: field.costs,
            # arrays that a field has returned never change, so it has to copy them
            "the same while its old costs are held": lambda held=held: held.costs,
        }
        seconds: dict[str, list[float]] = {name: [] for name in works}
        old = held.costs
        for _ in range(given.repetitions):
            edit(map, random, side)
            grid.revision  # noqa: B018  # the grid takes over the edit
            taken = in_turn(works, 1)
            for name, (once, costs) in taken.items():
                seconds[name].append(once)
                np.testing.assert_array_equal(costs, taken["a new field"][1])
            old = costs
            del taken, costs
        assert old.shape == grid.shape
        rows = {name: statistics.median(each) for name, each in seconds.items()}
        table(f"Repairs, {title}", rows, "a new field")
        print(f"  {field.state.repairs} by local work, {field.state.rebuilds} by beginning again")


def _patch(map: ps.Map, random: np.random.Generator, side: int) -> None:
    x, y = random.integers(0, side - 102, 2).tolist()
    map.edit("cost", (slice(y, y + 102), slice(x, x + 102)), random.integers(1, 10, (102, 102)))


def _scattered(map: ps.Map, random: np.random.Generator, side: int) -> None:
    cells = random.choice(side * side, side * side // 100, replace=False)
    map.edit_cells("cost", cells, random.integers(1, 10, len(cells)))


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "fields": whole_fields,
    "threads": threads,
    "lookups": lookups,
    "clearance": clearance,
    "repairs": repairs,
}


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", nargs="+", default=list(PARTS), choices=list(PARTS))
    parser.add_argument("--side", type=int, default=2048)
    parser.add_argument("--repetitions", type=int, default=5)
    given = parser.parse_args()
    for part in given.part:
        PARTS[part](given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
