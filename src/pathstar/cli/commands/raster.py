"""pathstar raster: cost-distance, paths, corridors and networks over raster files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from pathstar.cli import options, rasters
from pathstar.cli.help import Command, Group
from pathstar.cli.language import in_language

raster = typer.Typer(
    cls=Group,
    name="raster",
    rich_markup_mode=None,
    help="Cost-distance, least-cost paths, corridors and networks over raster files.",
    no_args_is_help=True,
)


def coordinates(text: str) -> tuple[float, float]:
    """Read map coordinates.

    Raises:
        BadParameter: They are not two numbers.

    Example:
        >>> coordinates("500015.5,-30")
        (500015.5, -30.0)
    """
    number = r"\s*([+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)\s*"
    match = re.fullmatch(number + "," + number, text, re.ASCII)
    if not match:
        raise typer.BadParameter(
            f"{text!r} is not a place; write X,Y in map coordinates, such as 500015,60.5"
        )
    return float(match[1]), float(match[2])


Costs = Annotated[
    Path,
    typer.Argument(metavar="COST.tif"),
]
Places = Annotated[
    list[Any],
    typer.Option("--from", parser=coordinates, metavar="X,Y"),
]
To = Annotated[Any, typer.Option("--to", parser=coordinates, metavar="X,Y")]
Directions = Annotated[int, typer.Option()]
Corners = Annotated[str, typer.Option()]
Height = Annotated[Path | None, typer.Option(metavar="FILE")]
Pace = Annotated[str, typer.Option()]
Output = Annotated[Path, typer.Option("--output", "-o")]
Store = Annotated[Path | None, typer.Option(metavar="FOLDER")]
Memory = Annotated[float | None, typer.Option()]
Workers = Annotated[int, typer.Option(min=1)]
DryRun = Annotated[bool, typer.Option("--dry-run")]


@raster.command("cost-distance", cls=Command)
@in_language
def cost_distance(
    cost: Costs,
    sources: Places,
    output: Output,
    direction: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    nearest: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    directions: Directions = 8,
    corners: Corners = "free",
    max_cost: Annotated[float | None, typer.Option()] = None,
    height: Height = None,
    pace: Pace = "tobler",
    inward: Annotated[bool, typer.Option("--inward")] = False,
    store: Store = None,
    memory: Memory = None,
    workers: Workers = 1,
    dry_run: DryRun = False,
    as_json: options.Json = False,
) -> int:
    """Write the least cost between each cell and the nearest of some places.

    \b
    Examples:
      pathstar raster cost-distance friction.tif --from 500015,5999985 -o cost.tif
      pathstar raster cost-distance friction.tif --from 0,0 --from 9,9 -o cost.tif --nearest zones.tif
      pathstar raster cost-distance friction.tif --from 0,0 -o cost.tif --store scratch --dry-run

    \b
    Exit status: 0 done, 1 no other cell is reached, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    files = {"cost": output, "direction": direction, "nearest": nearest}
    settings = _settings("cost-distance", cost, height, sources, files, memory, workers)
    settings["options"] = {"directions": directions, "corners": corners, "pace": pace}
    settings |= {"max_cost": max_cost, "outward": not inward}
    return rasters.run(settings, store, dry_run=dry_run, as_json=as_json)


@raster.command(cls=Command)
@in_language
def resume(
    store: Annotated[Path, typer.Argument(metavar="FOLDER")],
    as_json: options.Json = False,
) -> int:
    """Go on with a run that was stopped.

    \b
    Example:
      pathstar raster resume scratch

    \b
    Exit status: 0 done, 1 no path, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    return rasters.run(rasters.kept(store), store, dry_run=False, as_json=as_json)


@raster.command(cls=Command)
@in_language
def path(
    cost: Costs,
    start: Annotated[Any, typer.Option("--from", parser=coordinates, metavar="X,Y")],
    goal: To,
    output: Output,
    directions: Directions = 8,
    corners: Corners = "free",
    height: Height = None,
    pace: Pace = "tobler",
    store: Store = None,
    memory: Memory = None,
    workers: Workers = 1,
    dry_run: DryRun = False,
    as_json: options.Json = False,
) -> int:
    """Write the least-cost path between two places as a GeoJSON line.

    \b
    Example:
      pathstar raster path friction.tif --from 500015,5999985 --to 503000,5995000 -o path.geojson

    \b
    Exit status: 0 found, 1 no path, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    settings = _settings("path", cost, height, [start, goal], {"lines": output}, memory, workers)
    settings["options"] = {"directions": directions, "corners": corners, "pace": pace}
    return rasters.run(settings, store, dry_run=dry_run, as_json=as_json)


@raster.command(cls=Command)
@in_language
def corridor(
    cost: Costs,
    start: Annotated[Any, typer.Option("--from", parser=coordinates, metavar="X,Y")],
    goal: To,
    output: Output,
    within: Annotated[float | None, typer.Option()] = None,
    directions: Directions = 8,
    corners: Corners = "free",
    height: Height = None,
    pace: Pace = "tobler",
    store: Store = None,
    memory: Memory = None,
    workers: Workers = 1,
    dry_run: DryRun = False,
    as_json: options.Json = False,
) -> int:
    """Write what the best path through each cell costs.

    \b
    Example:
      pathstar raster corridor friction.tif --from 0,0 --to 900,900 --within 0.05 -o corridor.tif

    \b
    Exit status: 0 found, 1 no path, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    settings = _settings("corridor", cost, height, [start, goal], {"through": output}, memory, workers)
    settings["options"] = {"directions": directions, "corners": corners, "pace": pace}
    settings["within"] = within
    return rasters.run(settings, store, dry_run=dry_run, as_json=as_json)


@raster.command(cls=Command)
@in_language
def network(
    cost: Costs,
    sites: Places,
    output: Output,
    kind: Annotated[str, typer.Option()] = "tree",
    directions: Directions = 8,
    corners: Corners = "free",
    height: Height = None,
    pace: Pace = "tobler",
    store: Store = None,
    memory: Memory = None,
    workers: Workers = 1,
    dry_run: DryRun = False,
    as_json: options.Json = False,
) -> int:
    """Write least-cost paths that join places as GeoJSON lines.

    \b
    Example:
      pathstar raster network friction.tif --from 0,0 --from 900,900 --from 50,600 -o roads.geojson

    \b
    Exit status: 0 found, 1 no path, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    settings = _settings("network", cost, height, sites, {"lines": output}, memory, workers)
    settings["options"] = {"directions": directions, "corners": corners, "pace": pace}
    settings["kind"] = kind
    return rasters.run(settings, store, dry_run=dry_run, as_json=as_json)


def _settings(
    command: str,
    cost: Path,
    height: Path | None,
    places: list[Any],
    files: dict[str, Path | None],
    memory: float | None,
    workers: int,
) -> rasters.Settings:
    """Return what `resume` needs to go on with a run, in types that JSON has."""
    return {
        "command": command,
        "cost": str(cost.absolute()),
        "height": None if height is None else str(height.absolute()),
        "places": [list(place) for place in places],
        "files": {name: str(file.absolute()) for name, file in files.items() if file is not None},
        "kind": None,
        "max_cost": None,
        "outward": True,
        "within": None,
        "memory": None if memory is None else memory * 1e6,
        "workers": workers,
    }
