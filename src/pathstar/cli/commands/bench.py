"""pathstar bench: every query of a scenario file, checked while it is timed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.cli import inputs, options
from pathstar.cli.memory import forget_peak, peak_mib
from pathstar.cli.output import building, console, print_json, print_table, progress
from pathstar.cli.verdict import check_size, problem_with
from pathstar.errors import OptionError, unknown_name

if TYPE_CHECKING:
    from pathstar.cli.commands.replay import Replay
    from pathstar.io.scenario import Query
    from pathstar.maps.map import Map
    from pathstar.planners.planner import Planner
    from pathstar.spaces.grid import Grid

_EXPLAINED = 5  # mismatches of each algorithm that are listed one by one


def bench(
    scenario: Annotated[Path, typer.Argument(metavar="FILE.scen")],
    map: Annotated[Path | None, typer.Option("--map")] = None,
    algorithm: Annotated[
        list[str] | None,
        typer.Option(
            "--algorithm",
            "-a",
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1)] = None,
    as_json: options.Json = False,
) -> int:
    """Run and check every query of a scenario file.

    The moves are those of the MovingAI benchmarks: 8 directions, no cutting of corners, steps of 1 and the
    square root of 2. Every path is checked step by step, and its cost must be neither above nor below the
    file's optimum, as exactly as the file prints it. Algorithms that do not guarantee the optimum (see
    pathstar compare) are held to their own guarantee: their paths may be longer, never shorter. A length of 0
    or -1 between different places means that there is no path.

    The time of a query is the time that a caller waits: for the search, and for its places. Making the grid,
    building an index, and the first query count as set-up, not as query time.

    A scenario of version 2 edits its map between the queries (the dynamic track of the Grid-Based Path
    Planning Competition): each patch is one edit, and the mean time of a query includes its share of the
    edits. For such a scenario the default is auto, and only indexes that are repaired after an edit fit:
    jump-table.

    \b
    Examples:
      pathstar bench arena.map.scen
      pathstar bench arena.map.scen -a astar -a dijkstra --limit 100
      pathstar bench arena.map.scen -a jps -a jump-table -a hub-labels
      pathstar bench queries.scen --map maps/arena.map --json
      pathstar bench dynamic.scen

    \b
    Exit status: 0 no mismatch, 1 a mismatch, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    import pathstar as ps
    from pathstar.io.dynamic import is_dynamic

    if is_dynamic(scenario):
        return _bench_dynamic(scenario, algorithm or ["auto"], limit, as_json)
    queries = _spread(ps.read_scenario(scenario), limit)
    if not queries:
        raise OptionError(f"{scenario} holds no queries")
    file = map or _map_beside(scenario, queries)
    ground = inputs.read_map(file, None, None)
    check_size(queries, ground, file)
    names = algorithm or ["astar"]
    for name in names:
        _check_name(name)
    runs = [_run(ground, name, queries) for name in names]
    rows = [run.row(file.name) for run in runs]
    if as_json:
        print_json(rows)
    else:
        _print(rows)
    _explain(names, runs, stderr=as_json)
    return 1 if any(run.problems for run in runs) else 0


def _bench_dynamic(scenario: Path, names: list[str], limit: int | None, as_json: bool) -> int:
    from pathstar.cli.commands.replay import replay

    for name in names:
        _check_name(name)
    runs = [replay(scenario, name, limit) for name in names]
    rows = [run.row(scenario.name) for run in runs]
    if as_json:
        print_json(rows)
    else:
        print(scenario.name)
        titles = (
            "algorithm",
            "queries",
            "mismatches",
            "mean us",
            "of it query us",
            "99 % us",
            "changes",
            "a patch us",
        )
        keys = ("algorithm", "queries", "mismatches", "mean_us", "query_us", "p99_us", "changes", "patch_us")
        print_table(titles, [tuple(str(row[key]) for key in keys) for row in rows])
    _explain(names, runs, stderr=as_json)
    return 1 if any(run.problems for run in runs) else 0


def _spread(queries: list[Query], limit: int | None) -> list[Query]:
    """Return at most `limit` queries, evenly spread from the first to the last."""
    if limit is None or limit >= len(queries):
        return queries
    last, gaps = len(queries) - 1, max(limit - 1, 1)
    return [queries[(row * last + gaps // 2) // gaps] for row in range(limit)]


def _map_beside(scenario: Path, queries: list[Query]) -> Path:
    """Return the map that the queries name, in the scenario's folder.

    Raises:
        OptionError: They name several maps, or the map does not exist.
    """
    from pathstar.io.scenario import map_names

    names = map_names(queries)
    if len(names) > 1:
        raise OptionError(f"{scenario} names several maps ({', '.join(names[:3])}...); give one with --map")
    file = scenario.parent / names[0]
    if not file.is_file():
        raise OptionError(
            f"{scenario} names the map {names[0]}, which is not in its folder; give it with --map FILE"
        )
    return file


@dataclass
class Run:
    """The results of one algorithm, or one kind of index, on all queries.

    Attributes:
        algorithm: The name of the algorithm, or the kind of index.
        setup: Seconds from the map to the first result.
        times: Seconds of each query.
        expanded: Expansions of all queries together.
        problems: For each mismatch, the number of the query among those run, from 0, the query, and what is
            wrong.
        peak: Peak memory in MiB.
    """

    algorithm: str = ""
    setup: float = 0.0
    times: list[float] = field(default_factory=list)
    expanded: int = 0
    problems: list[tuple[int, Query, str]] = field(default_factory=list)
    peak: float = 0.0

    def row(self, map: str) -> dict[str, Any]:
        """Return the figures for JSON."""
        import numpy as np

        micro = 1e6 * np.array(self.times)
        return {
            "map": map,
            "algorithm": self.algorithm,
            "queries": len(self.times),
            "mismatches": len(self.problems),
            "mean_us": round(float(micro.mean()), 3),
            "median_us": round(float(np.median(micro)), 3),
            "p99_us": round(float(np.percentile(micro, 99)), 3),
            "expanded": self.expanded,
            "setup_s": round(self.setup, 6),
            "peak_mb": round(self.peak, 1),
        }


def _check_name(name: str) -> None:
    """Refuse a name that is neither an algorithm nor a kind of index.

    Raises:
        OptionError: The name is unknown.
    """
    import pathstar as ps
    from pathstar.planners.algorithms import AUTO, algorithm_named

    if name in ps.INDEXES:
        return
    try:
        algorithm_named(name)
    except OptionError:
        known = [AUTO, *ps.ALGORITHMS, *ps.INDEXES]
        raise unknown_name("algorithm or kind of index", name, known) from None


def _planner(grid: Grid, name: str) -> Planner:
    import pathstar as ps

    if name not in ps.INDEXES:
        return ps.Planner(grid, name)
    with building(name) as tell:
        return ps.Planner(grid, index=ps.build_index(grid, name, progress=tell))


def _run(ground: Map, name: str, queries: list[Query]) -> Run:
    import pathstar as ps

    run = Run()
    forget_peak()
    begin = time.perf_counter()
    grid = ps.Grid(ground.passable)
    planner = _planner(grid, name)
    run.algorithm = planner.method.algorithm
    planner.find(queries[0].start, queries[0].goal)
    run.setup = time.perf_counter() - begin
    with progress(f"{name}, queries", len(queries)) as advance:
        for number, query in enumerate(queries):
            start, goal = query.start, query.goal
            begin = time.perf_counter()
            path = planner.find(start, goal)
            path.points  # noqa: B018  # reading the places is part of the caller's waiting time
            run.times.append(time.perf_counter() - begin)
            run.expanded += path.stats.expanded
            problem = problem_with(grid, query, path)
            if problem:
                run.problems.append((number, query, problem))
            advance()
    run.peak = peak_mib()
    return run


def _print(rows: list[dict[str, Any]]) -> None:
    columns = (
        "algorithm",
        "queries",
        "mismatches",
        "mean us",
        "median us",
        "99 % us",
        "expanded",
        "set-up s",
        "peak MiB",
    )
    print(f"{rows[0]['map']}")
    print_table(
        columns,
        [
            (
                row["algorithm"],
                f"{row['queries']:,}",
                f"{row['mismatches']:,}",
                f"{row['mean_us']:,.1f}",
                f"{row['median_us']:,.1f}",
                f"{row['p99_us']:,.1f}",
                f"{row['expanded']:,}",
                f"{row['setup_s']:.4f}",
                f"{row['peak_mb']:.1f}",
            )
            for row in rows
        ],
    )


def _explain(names: list[str], runs: Sequence[Run | Replay], *, stderr: bool) -> None:
    """Say what is wrong with the first few wrong results."""
    out = console(stderr=stderr)
    for name, run in zip(names, runs, strict=True):
        for number, query, problem in run.problems[:_EXPLAINED]:
            out.print(f"{name}, query {number + 1}, {query.start} to {query.goal}: {problem}", markup=False)
        more = len(run.problems) - _EXPLAINED
        if more > 0:
            out.print(f"{name}: and {more:,} more", markup=False)
