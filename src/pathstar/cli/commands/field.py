"""pathstar field: what it costs from everywhere to the nearest of some places."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.atomic import atomic_write
from pathstar.cli import inputs, meshes, options, parsing
from pathstar.cli.language import language
from pathstar.cli.output import building, duration, print_figures, print_json
from pathstar.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pathstar.maps.map import Map
    from pathstar.paths.field import Field
    from pathstar.spaces.base import Space
    from pathstar.words import Value

OUTPUTS = (".png", ".svg", ".npy")
_SLICE = 1 << 16  # expansions between two looks at the clock

Sources = Annotated[
    list[Any] | None,
    typer.Option(
        "--from",
        parser=parsing.point,
        metavar="X,Y",
    ),
]


def field(
    context: typer.Context,
    map: options.MapFile,
    sources: Sources = None,
    outward: Annotated[bool, typer.Option("--outward")] = False,
    max_cost: Annotated[float | None, typer.Option()] = None,
    corners: options.Corners = "no_cut",
    directions: options.Directions = 8,
    straight: options.Straight = 1.0,
    diagonal: options.Diagonal = None,
    cost_model: options.CostModelName = "enter",
    profile: options.Profile = None,
    size: options.Size = None,
    layout: options.Layout = None,
    projection: options.ProjectionName = "square",
    contours: Annotated[int, typer.Option()] = 0,
    nearest: Annotated[bool, typer.Option("--nearest")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    theme: Annotated[str, typer.Option()] = "light",
    legend: options.Legend = None,
    read: options.Read = None,
    as_json: options.Json = False,
) -> int:
    """Find what it costs from everywhere to the nearest of some places.

    \b
    Examples:
      pathstar field arena.map --from 1,11
      pathstar field arena.map --from 1,11 --from 40,30 --nearest -o regions.png
      pathstar field land.npz --from 5,5 --contours 12 -o reach.svg
      pathstar field land.npz --from 5,5 --outward --max-cost 100 -o costs.npy
      pathstar field coast.npz --from 0,0 --profile boat --size 2
      pathstar field hall.obj --from 0.5,1.5 --contours 12 -o reach.png

    \b
    Exit status: 0 done, 1 no other place has a way, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    import numpy as np

    options.check_output(output, OUTPUTS)
    space: Space
    given, projected = list(sources or []), {}
    if meshes.is_mesh(map):
        space = meshes.read_mesh(map, context, read, ("nearest",))
        if not given:
            raise OptionError("give --from X,Y: a mesh has no marks")
    else:
        projected = inputs.look_of(projection, layout)
        ground = inputs.read_map(map, legend, read)
        given = _sources_on(ground, given)
        moves = inputs.moves_of(directions, corners, straight, diagonal)
        space = inputs.space_of(ground, layout, moves, cost_model, profile, size)
    begin = time.perf_counter()
    found = _searched(space, given, outward, max_cost)
    seconds = time.perf_counter() - begin
    if output is not None:
        _write(found, output, theme=theme, contours=contours, nearest=nearest, **projected)
    known = found.costs[np.isfinite(found.costs)]
    if as_json:
        print_json(_report(found, map.name, given, known, seconds, output))
    else:
        print_figures(_figures(found, known, seconds, output))
    sources_alone = 0 if space.capabilities.plane else len(set(given))
    return 0 if len(known) > sources_alone else 1


def _write(field: Field, output: Path, **look: Any) -> None:
    """Write the costs as an array, or a picture of them."""
    import numpy as np

    import pathstar as ps

    if output.suffix.lower() == ".npy":
        with atomic_write(output) as out:
            np.save(out, field.costs)
    else:
        ps.save_picture(field, output, legend=True, lang=language(), **look)


def _sources_on(ground: Map, given: list[Any]) -> list[Any]:
    """Return the places of a map from which to search: those given, or its mark.

    Raises:
        OptionError: There is neither, or a place is not a cell.
    """
    for place in given:
        inputs.check_cell("--from", place)
    if not given and "start" not in ground.marks:
        raise OptionError("give --from X,Y: the map has no mark 'start'")
    return given or [ground.marks["start"]]


def _searched(space: Space, sources: list[Any], outward: bool, max_cost: float | None) -> Field:
    """Search and show progress; the search is that of `distance_field`."""
    import pathstar as ps
    from pathstar.planners.field_search import FieldSearch

    if space.capabilities.plane:
        with building("everywhere", "searching") as tell:
            return ps.distance_field(space, sources, outward=outward, max_cost=max_cost, progress=tell)
    if max_cost is not None:
        return ps.distance_field(space, sources, outward=outward, max_cost=max_cost)
    search = FieldSearch(space, sources, outward=outward)
    with building("everywhere", "searching") as tell:
        while search.step(_SLICE):
            tell(min(1.0, search.expanded / space.size))
    return search.field


def _figures(
    field: Field, known: NDArray[np.float64], seconds: float, output: Path | None
) -> list[tuple[str, Value]]:
    from pathstar.words import Say

    count = {"count": f"{len(known):,}", "all": f"{field.costs.size:,}"}
    said: list[tuple[str, Value]] = [
        ("ways", Say("cli.ways.from" if field.outward else "cli.ways.to")),
        ("reached", Say("cli.part", count)),
        ("highest", f"{known.max():.10g}" if len(known) else Say("cli.none")),
        ("time", duration(seconds)),
    ]
    if not field.complete:
        said.insert(2, ("known to", f"{field.known_to:.10g}"))
    if output is not None:
        said.append(("file", str(output.resolve())))
    return said


def _report(
    field: Field,
    name: str,
    sources: list[Any],
    known: NDArray[np.float64],
    seconds: float,
    output: Path | None,
) -> dict[str, Any]:
    return {
        "map": name,
        "from": [list(source) for source in sources],
        "outward": field.outward,
        "reached": len(known),
        "places": field.costs.size,
        "highest": float(known.max()) if len(known) else math.nan,
        "known_to": field.known_to,
        "seconds": seconds,
        "output": None if output is None else str(output.resolve()),
    }
