"""pathstar compare: several algorithms on one query."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.cli import inputs, options
from pathstar.cli.language import localized
from pathstar.cli.output import duration, print_json, print_table, progress

if TYPE_CHECKING:
    from pathstar.paths.path import Path as FoundPath
    from pathstar.planners.planner import Planner

_LONG_ENOUGH = 1.0  # seconds of runs after which an algorithm is not run again


def compare(
    map: options.MapFile,
    start: options.From = None,
    goal: options.To = None,
    algorithm: Annotated[
        list[str] | None,
        typer.Option("--algorithm", "-a"),
    ] = None,
    runs: Annotated[int, typer.Option(min=1)] = 7,
    corners: options.Corners = "no_cut",
    directions: options.Directions = 8,
    straight: options.Straight = 1.0,
    diagonal: options.Diagonal = None,
    cost_model: options.CostModelName = "enter",
    legend: options.Legend = None,
    read: options.Read = None,
    as_json: options.Json = False,
) -> int:
    """Compare algorithms on one query.

    Prints cost, places, expansions, time and guarantee of each. The time is the median of several runs; it
    covers the search and reading its places.

    \b
    Examples:
      pathstar compare arena.map --from 1,11 --to 40,30
      pathstar compare board.txt -a astar -a dijkstra -a greedy
      pathstar compare land.npz --from 5,5 --to 500,500 --json

    \b
    Exit status: 0 found, 1 no path, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    import pathstar as ps

    ground = inputs.read_map(map, legend, read)
    ends = inputs.ends_of(ground, start, goal)
    grid = ground.grid(inputs.moves_of(directions, corners, straight, diagonal), cost_model=cost_model)
    # Algorithms that may take forever, or find lines that need not be steps, run only when named.
    usual = [
        name
        for name, row in ps.ALGORITHMS.items()
        if row.most_expansions is None and not row.any_angle and row.unsupported_reason(grid) is None
    ]
    planners = [ps.Planner(grid, name) for name in algorithm or usual]
    planners[0].find(*ends)  # data computed once per map is not part of any search
    with progress("comparing", len(planners)) as advance:
        results = []
        for planner in planners:
            results.append(_timed(planner, ends, runs))
            advance()
    rows = [_row(planner, path, seconds) for planner, (path, seconds) in zip(planners, results, strict=True)]
    if as_json:
        print_json(rows)
    else:
        _print(rows, planners)
    return 0 if all(path for path, _ in results) else 1


def _timed(planner: Planner, ends: inputs.Ends, runs: int) -> tuple[FoundPath, float]:
    times: list[float] = []
    while True:
        begin = time.perf_counter()
        path = planner.find(*ends)
        path.points  # noqa: B018  # reading the places is part of the caller's waiting time
        times.append(time.perf_counter() - begin)
        if len(times) == runs or sum(times) > _LONG_ENOUGH:
            return path, median(times)


def _row(planner: Planner, path: FoundPath, seconds: float) -> dict[str, Any]:
    from pathstar.viz.figures import bound_words

    stats = path.stats
    return {
        "algorithm": stats.algorithm,
        "heuristic": stats.heuristic,
        "status": path.status.name,
        "cost": path.cost,
        "places": len(path),
        "expanded": stats.expanded,
        "generated": stats.generated,
        "seconds": seconds,
        "bound": path.bound,
        "guarantee": bound_words(planner.method.bound),
    }


def _print(rows: list[dict[str, Any]], planners: list[Planner]) -> None:
    from pathstar._core import Status
    from pathstar.viz.figures import bound_said, status_said

    columns = ("algorithm", "cost", "places", "expanded", "generated", "time", "guarantee")
    print_table(
        columns,
        [
            (
                row["algorithm"],
                f"{row['cost']:.8g}" if row["places"] else localized(status_said(Status[row["status"]])),
                f"{row['places']:,}" if row["places"] else "-",
                f"{row['expanded']:,}",
                f"{row['generated']:,}",
                duration(row["seconds"]),
                localized(bound_said(planner.method.bound)),
            )
            for row, planner in zip(rows, planners, strict=True)
        ],
        left=("guarantee",),
        spare=("generated", "guarantee", "places"),
    )
