"""pathstar raster: cost-distance, paths, corridors and networks over raster files."""

from __future__ import annotations

import json
import math
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.atomic import atomic_write
from pathstar.cli import options
from pathstar.cli.help import Command, Group
from pathstar.cli.language import in_language, said
from pathstar.cli.output import following, print_figures, print_json
from pathstar.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from pathstar.rasters.files.place import FilePlace
    from pathstar.rasters.raster import Raster
    from pathstar.rasters.result import CostDistance
    from pathstar.rasters.tiles.plan import Tiles
    from pathstar.rasters.tiles.wave import Progress

raster = typer.Typer(
    cls=Group,
    name="raster",
    rich_markup_mode=None,
    help="Cost-distance, least-cost paths, corridors and networks over raster files.",
    no_args_is_help=True,
)
SETTINGS = "run.json"
_SAME = ("cost", "height", "sources", "options", "max_cost", "outward")  # what makes two runs the same
# Bytes a cell in memory: costs, nearest sources, hops and directions; costs from both ends.
_WITH_DIRECTIONS, _TWO_COSTS = 17, 16
_NODATA = {"cost": float("inf"), "direction": 255.0, "nearest": -1.0}


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
    store: Annotated[Path | None, typer.Option(metavar="FOLDER")] = None,
    memory: Annotated[float | None, typer.Option()] = None,
    workers: Annotated[int, typer.Option(min=1)] = 1,
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
    settings: dict[str, Any] = {
        "cost": str(cost.absolute()),
        "height": None if height is None else str(height.absolute()),
        "sources": [list(place) for place in sources],
        "files": {name: str(file.absolute()) for name, file in files.items() if file is not None},
        "options": {"directions": directions, "corners": corners, "pace": pace},
        "max_cost": max_cost,
        "outward": not inward,
        "memory": None if memory is None else memory * 1e6,
        "workers": workers,
    }
    if dry_run:
        _check_writable(*settings["files"].values(), inputs=(cost, height))
        ground, place = _ground(settings["cost"], settings["height"], **settings["options"])
        _cells(place, settings["sources"])
        return _say_plan(ground, _tiles(settings, None, print), as_json)
    if store is not None:
        _keep(settings, store)
    return _run(settings, store, as_json)


@raster.command(cls=Command)
@in_language
def resume(
    store: Annotated[Path, typer.Argument(metavar="FOLDER")],
    as_json: options.Json = False,
) -> int:
    """Go on with a cost-distance that was stopped.

    \b
    Example:
      pathstar raster resume scratch
    """  # noqa: D301  # \b keeps lines apart
    settings = _kept(store)
    if settings is None:
        raise OptionError(f"{store} holds no run of raster cost-distance")
    return _run(settings, store, as_json)


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
    from pathstar.rasters import least_cost_path

    _check_lines(output, inputs=(cost, height))
    ground, place = _ground(cost, height, directions=directions, corners=corners, pace=pace)
    cells = _cells(place, [start, goal])
    if dry_run:
        return _say_plan_in_memory(ground, _WITH_DIRECTIONS, as_json)
    found = least_cost_path(ground, *cells)
    feature = found.geojson(place.georeference.transform)
    _write_json(output, feature)
    _say({"cost": found.cost, "cells": len(found.cells()), "file": str(output)}, as_json)
    return 0 if found else 1


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
    dry_run: DryRun = False,
    as_json: options.Json = False,
) -> int:
    """Write what the best path through each cell costs.

    \b
    Example:
      pathstar raster corridor friction.tif --from 0,0 --to 900,900 --within 0.05 -o corridor.tif
    """  # noqa: D301  # \b keeps lines apart
    import numpy as np

    from pathstar.rasters.corridors import corridor as find_corridor
    from pathstar.rasters.files.layers import write_raster

    _check_writable(output, inputs=(cost, height))
    ground, place = _ground(cost, height, directions=directions, corners=corners, pace=pace)
    cells = _cells(place, [start, goal])
    if dry_run:
        return _say_plan_in_memory(ground, _TWO_COSTS, as_json)
    found = find_corridor(ground, [cells[0]], [cells[1]])
    through = found.through if within is None else np.where(found.within(within), found.through, math.inf)
    write_raster(output, "through", through, place, math.inf)
    _say({"cost": found.cost, "cells": int(np.isfinite(through).sum()), "file": str(output)}, as_json)
    return 0 if found.cost < math.inf else 1


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
    dry_run: DryRun = False,
    as_json: options.Json = False,
) -> int:
    """Write least-cost paths that join places as GeoJSON lines.

    \b
    Example:
      pathstar raster network friction.tif --from 0,0 --from 900,900 --from 50,600 -o roads.geojson
    """  # noqa: D301  # \b keeps lines apart
    from pathstar.rasters import least_cost_network

    _check_lines(output, inputs=(cost, height))
    ground, place = _ground(cost, height, directions=directions, corners=corners, pace=pace)
    cells = _cells(place, sites)
    if dry_run:
        return _say_plan_in_memory(ground, _WITH_DIRECTIONS, as_json)
    found = least_cost_network(ground, cells, kind=kind)
    _write_json(output, found.geojson(place.georeference.transform))
    _say({"paths": len(found), "cost": float(found.costs.sum()), "file": str(output)}, as_json)
    return 0 if len(found) else 1


def _kept(store: Path) -> dict[str, Any] | None:
    """Return the settings of the run in a folder; None if there is none."""
    try:
        settings: dict[str, Any] = json.loads((store / SETTINGS).read_text())
    except (OSError, ValueError):
        return None
    return settings


def _keep(settings: dict[str, Any], store: Path) -> None:
    """Write settings for `resume`, but never over those of another run, which needs them to go on."""
    kept = _kept(store)
    other = [name for name in _SAME if kept is not None and kept[name] != settings[name]]
    if other:
        raise OptionError(
            f"{store} holds a run that differs in {', '.join(other)}; resume that one, or name another folder"
        )
    try:
        store.mkdir(parents=True, exist_ok=True)
        with atomic_write(store / SETTINGS) as out:
            out.write(json.dumps(settings).encode())
    except OSError as error:
        raise OptionError(f"the store {store} cannot be written: {error.strerror}") from None


def _check_writable(*files: Path | str, inputs: Collection[Path | str | None]) -> None:
    from pathstar.rasters.files.layers import check_writable

    check_writable(*files, inputs=inputs)


def _check_lines(file: Path, inputs: Collection[Path | None]) -> None:
    from pathstar.rasters.files.layers import LINES, check_writable

    check_writable(file, endings=LINES, inputs=inputs)


def _ground(cost: Path | str, height: Path | str | None, **options: Any) -> tuple[Raster, FilePlace]:
    from pathstar.rasters.files.layers import raster_of_files

    return raster_of_files(cost, height, **options)


def _cells(place: FilePlace, coordinates: list[Any]) -> Any:
    import numpy as np

    return place.cells(np.array(coordinates, float))


def _run(settings: dict[str, Any], store: Path | None, as_json: bool) -> int:
    import numpy as np

    from pathstar.maps.parts import bands_of
    from pathstar.rasters.files.layers import write_raster
    from pathstar.rasters.tiles.raw import unmapped

    _check_writable(*settings["files"].values(), inputs=(settings["cost"], settings["height"]))
    ground, place = _ground(settings["cost"], settings["height"], **settings["options"])
    with tempfile.TemporaryDirectory(prefix="pathstar-") as folder:
        with following("cost-distance", _state) as tell:
            found = _solve(settings, ground, place, store or Path(folder), tell)
        for name, file in settings["files"].items():
            write_raster(file, name, getattr(found, name), place, _NODATA[name])
        begins = len(np.unique(_cells(place, settings["sources"]), axis=0))
        cost = unmapped(found.cost)
        reached = sum(int(np.isfinite(cost[rows, :]).sum()) for rows in bands_of(found.cost.shape))
        figures = {
            "reached": reached,
            "cells": found.cost.size,
            "settled": found.settled,
            "visits": found.visits,
        }
        del found
    _say({**figures, "files": ", ".join(settings["files"].values())}, as_json)
    return 0 if reached > begins else 1


def _solve(
    settings: dict[str, Any],
    ground: Raster,
    place: FilePlace,
    store: Path,
    tell: Callable[[Progress], object],
) -> CostDistance:
    from pathstar.rasters import cost_distance as solve

    return solve(
        ground,
        _cells(place, settings["sources"]),
        outward=settings["outward"],
        max_cost=settings["max_cost"],
        outputs=list(settings["files"]),
        tiles=_tiles(settings, store, tell),
    )


def _state(progress: Progress) -> tuple[float, str]:
    """Return which part of a run is done, and a line of text about it.

    Example:
        >>> from pathstar.rasters.tiles.wave import Progress
        >>> _state(Progress(cells=64_000_000, tiles=16, settled=16_000_000, front=1234.56, visits=20))
        (0.25, '16.0 of 64.0 M cells, front 1,234.6, 20 visits')
    """
    settled, cells = (f"{count / 1e6:,.1f}" for count in (progress.settled, progress.cells))
    front, visits = f"{progress.front:,.1f}", f"{progress.visits:,}"
    if progress.front == math.inf:
        text = said("cli.raster.final", visits=visits)
    else:
        text = said("cli.raster.progress", settled=settled, cells=cells, front=front, visits=visits)
    return min(1.0, progress.settled / progress.cells), text


def _tiles(settings: dict[str, Any], store: Path | None, tell: Any) -> Tiles:
    from pathstar.rasters import Tiles

    return Tiles(workers=settings["workers"], memory=settings["memory"], store=store, tell=tell)


def _say_plan(ground: Raster, tiles: Tiles, as_json: bool) -> int:
    """Say what a run with a store takes."""
    from pathstar.rasters.tiles.plan import plan_of

    plan = plan_of(ground, tiles)
    sizes = {"process_memory": plan.memory, "scratch": plan.scratch, "results": plan.results}
    return _say_sizes(len(plan.layout), sizes, as_json)


def _say_plan_in_memory(ground: Raster, kept: int, as_json: bool) -> int:
    """Say what a run takes that keeps some bytes for each cell in memory, and only copies on the disk."""
    from pathstar.rasters import Tiles
    from pathstar.rasters.tiles.plan import plan_of

    plan = plan_of(ground, Tiles())
    cells = ground.shape[0] * ground.shape[1]
    sizes = {"process_memory": plan.memory + kept * cells, "scratch": plan.copies}
    return _say_sizes(len(plan.layout), sizes, as_json)


def _say_sizes(tiles: int, sizes: dict[str, int], as_json: bool) -> int:
    figures = {name: size if as_json else f"{size / 1e6:,.1f} MB" for name, size in sizes.items()}
    _say({"tiles": tiles, **figures}, as_json)
    return 0


def _write_json(file: Path, values: dict[str, Any]) -> None:
    with atomic_write(file) as out:
        out.write(json.dumps(values).encode())


def _say(values: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(values)
    else:
        print_figures(
            [
                (name, f"{value:,.10g}" if isinstance(value, (int, float)) else value)
                for name, value in values.items()
            ]
        )
