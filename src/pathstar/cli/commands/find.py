"""pathstar find: one path on one map."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.atomic import atomic_write_bytes
from pathstar.cli import inputs, meshes, options, parsing
from pathstar.cli.language import language
from pathstar.cli.output import duration, plain, print_figures, print_json, waiting
from pathstar.errors import OptionError

if TYPE_CHECKING:
    from pathstar.maps.map import Map
    from pathstar.paths.path import Path as FoundPath
    from pathstar.planners.planner import Planner
    from pathstar.spaces.base import Space
    from pathstar.traces.trace import Trace
    from pathstar.words import Value

OUTPUTS = (".png", ".svg", ".json", ".csv")


def find(
    context: typer.Context,
    map: options.MapFile,
    start: options.From = None,
    goal: options.To = None,
    algorithm: options.Algorithm = "auto",
    index: options.IndexFile = None,
    heuristic: options.Heuristic = None,
    weight: options.Weight = None,
    corners: options.Corners = "no_cut",
    directions: options.Directions = 8,
    straight: options.Straight = 1.0,
    diagonal: options.Diagonal = None,
    cost_model: options.CostModelName = "enter",
    profile: options.Profile = None,
    size: options.Size = None,
    open_list: options.OpenList = None,
    ties: options.Ties = None,
    max_expansions: options.MaxExpansions = None,
    max_cost: options.MaxCost = None,
    max_seconds: options.MaxSeconds = None,
    partial: options.Partial = False,
    nearest: options.Nearest = None,
    within: options.WithinDistance = None,
    prefer: options.Prefer = None,
    any_angle: options.AnyAngle = False,
    smooth: options.Smooth = None,
    layout: options.Layout = None,
    projection: options.ProjectionName = "square",
    show: options.Show = None,
    visited: options.Visited = False,
    output: options.PathOutput = None,
    theme: Annotated[str, typer.Option()] = "light",
    legend: options.Legend = None,
    read: options.Read = None,
    as_json: options.Json = False,
) -> int:
    """Find the cheapest path between two places of a map, or two points of a navigation mesh.

    \b
    Examples:
      pathstar find arena.map --from 1,11 --to 40,30
      pathstar find board.txt                       (from its mark A to its mark B)
      pathstar find board.txt --straight 10 --diagonal 14 --heuristic manhattan --visited
      pathstar find caves.map --from 5,5 --to 90,40 --layout odd-r -o hexagons.svg
      pathstar find arena.map --from 1,11 --nearest 40,30 --nearest 3,40
      pathstar find arena.map --from 1,11 --to 40,30 --smooth pull --smooth curve -o line.png
      pathstar find arena.map --from 1,11 --to 40,30 --any-angle --corners no_squeeze
      pathstar find plan.png --from 3,4 --to 90,80 --read threshold=100 --json
      pathstar find arena.map --from 1,11 --to 40,30 --index arena.pathindex
      pathstar find hall.obj --from 0.5,1.5 --to 12,7.25 --smooth curve -o line.svg

    \b
    Exit status: 0 found, 1 no path, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    import pathstar as ps

    options.check_output(output, OUTPUTS)
    space: Space
    ends: tuple[Any, Any]
    if meshes.is_mesh(map):
        space, ends, look = meshes.read_mesh(map, context, read), meshes.ends_of(start, goal), {}
    else:
        projected = inputs.look_of(projection, layout)
        ground = inputs.read_map(map, legend, read)
        ends = _ends(ground, start, goal, nearest, within)
        moves = inputs.moves_of(directions, corners, straight, diagonal)
        space = inputs.space_of(ground, layout, moves, cost_model, profile, size)
        look = {"on": ground, **projected}
    steers: Any = {"heuristic": heuristic, "weight": weight, "open_list": open_list, "ties": ties}
    limits: Any = {"max_expansions": max_expansions, "max_cost": max_cost, "max_seconds": max_seconds}
    ways: Any = {"index": inputs.load_index(index, space), "partial": partial, "prefer": prefer}
    planner = ps.Planner(space, _algorithm(space, algorithm, any_angle), **ways, **steers, **limits)
    found, seconds = _timed(planner, ends)
    path = ps.smooth.smoothed(found, [parsing.smoothing(way) for way in smooth or []])
    searched = _trace(planner, ends) if visited else None
    before = {"before": found} if smooth and found and not found.is_line else {}
    _write(output, path, map.name, theme=theme, visited=searched, **look, **before)
    _print(path, map.name, seconds, output, as_json, show, visited=searched, **look)
    return 0 if path else 1


def _print(
    path: FoundPath,
    name: str,
    seconds: float,
    output: Path | None,
    as_json: bool,
    show: bool | None,
    **look: Any,
) -> None:
    if as_json:
        print_json(report(path, name, seconds, output))
        return
    if sys.stdout.isatty() if show is None else show:
        path.show(caption=False, theme="dark", **look)
    print_figures(figures(path, seconds, output))


def _algorithm(space: Space, algorithm: str, any_angle: bool) -> str:
    """Return the algorithm to use: for lines in any direction the best that fits, except on a mesh.

    Raises:
        OptionError: --any-angle was given with an algorithm, and not for a mesh.
    """
    if not any_angle or space.capabilities.plane:
        return algorithm
    if algorithm != "auto":
        raise OptionError("--any-angle chooses the algorithm; leave out --algorithm")
    from pathstar.planners.algorithms import any_angle_for

    return any_angle_for(space).name


def _ends(
    ground: Map, start: Any, goal: Any, nearest: list[Any] | None, within: float | None
) -> tuple[Any, Any]:
    """Return the start, and the place or the value of `pathstar.goals` to go to.

    Raises:
        OptionError: --nearest was given with --to or --within, or there is no start or target.
    """
    import pathstar as ps

    if not nearest:
        begin, end = inputs.ends_of(ground, start, goal)
        return begin, end if within is None else ps.goals.within(end, within)
    if goal is not None or within is not None:
        raise OptionError("--nearest names the places to go to; leave out --to and --within")
    return inputs.ends_of(ground, start, nearest[0])[0], ps.goals.any_of(nearest)


def _timed(planner: Planner, ends: tuple[Any, Any]) -> tuple[FoundPath, float]:
    with waiting("searching"):
        begin = time.perf_counter()
        path = planner.find(*ends)
        path.points  # noqa: B018  # reading the places is part of the caller's waiting time
        return path, time.perf_counter() - begin


def _trace(planner: Planner, ends: tuple[Any, Any]) -> Trace:
    with waiting("searching again, step by step"):
        return planner.trace(*ends)


def _write(output: Path | None, path: FoundPath, name: str, **look: Any) -> None:
    if output is None:
        return
    import pathstar as ps

    suffix = output.suffix.lower()
    if suffix == ".json":
        document = json.dumps(plain(report(path, name, path.stats.seconds, None)))
        atomic_write_bytes(output, f"{document}\n".encode())
    elif suffix == ".csv":
        rows = "".join(f"{x},{y}\n" for x, y in path)
        atomic_write_bytes(output, f"x,y\n{rows}".encode())
    else:
        with waiting(f"drawing {output.name}"):
            ps.save_picture(path, output, legend=True, lang=language(), **look)


def figures(path: FoundPath, seconds: float | None, output: Path | None) -> list[tuple[str, Value]]:
    """Return the facts about a path as names and values; without a time if none was measured."""
    from pathstar.viz.figures import bound_said, status_said
    from pathstar.words import Say

    stats = path.stats
    said: list[tuple[str, Value]] = [("status", status_said(path.status))]
    if len(path):
        said += [
            ("cost", f"{path.cost:.10g}"),
            ("places", f"{len(path):,}"),
            ("guarantee", bound_said(path.bound)),
        ]
    if path.why:
        said.append(("goal", path.why))
    said += _nearest(path)
    settings = {"algorithm": stats.algorithm, "heuristic": stats.heuristic, "open_list": stats.open_list}
    counts = {name: f"{getattr(stats, name):,}" for name in ("expanded", "generated", "updated")}
    said += [("algorithm", Say("cli.search", settings)), ("expansions", Say("cli.counts", counts))]
    if seconds is not None:
        said.append(("time", duration(seconds)))
    if output is not None:
        said.append(
            ("picture" if output.suffix.lower() in (".png", ".svg") else "file", str(output.resolve()))
        )
    if path and (changes := getattr(path, "report", None)) is not None:
        said.append(("smoothing", str(changes)))
    return said


def _nearest(path: FoundPath) -> list[tuple[str, Value]]:
    """Return the nearest point of a mesh if an end lies off it."""
    from pathstar import Status
    from pathstar.spaces.mesh.plane import mesh_of

    off = {Status.BLOCKED_START: path.start, Status.BLOCKED_GOAL: path.goal}.get(path.status)
    if off is None or not (path.space.capabilities.plane and path.space.size):
        return []
    x, y = mesh_of(path.space).nearest(off)
    return [("nearest_point", f"{x:.10g},{y:.10g}")]


def report(path: FoundPath, name: str, seconds: float, output: Path | None) -> dict[str, Any]:
    """Return everything about a path, for JSON."""
    stats = path.stats
    return {
        "map": name,
        "from": list(path.start),
        "to": list(path.goal) if isinstance(path.goal, tuple) else None,
        "found": bool(path),
        "status": path.status.name,
        "cost": path.cost,
        "places": len(path),
        "bound": path.bound,
        "why": path.why,
        "algorithm": stats.algorithm,
        "heuristic": stats.heuristic,
        "open_list": stats.open_list,
        "expanded": stats.expanded,
        "generated": stats.generated,
        "updated": stats.updated,
        "seconds": seconds,
        "output": None if output is None else str(output.resolve()),
        "points": path.points.tolist(),
    }
