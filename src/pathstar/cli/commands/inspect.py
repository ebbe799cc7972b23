"""pathstar inspect: describe a map file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pathstar.cli import inputs, meshes, options
from pathstar.cli.language import language, said
from pathstar.cli.output import print_figures, print_json, print_table, waiting

if TYPE_CHECKING:
    from pathstar.maps.map import Map
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.mesh.navmesh import NavMesh
    from pathstar.words import Value


def inspect(
    context: typer.Context,
    map: options.MapFile,
    corners: options.Corners = "no_cut",
    directions: options.Directions = 8,
    legend: options.Legend = None,
    read: options.Read = None,
    as_json: options.Json = False,
) -> int:
    """Describe a file: format, size, kinds of cells, connected areas, marks, costs.

    \b
    Examples:
      pathstar inspect arena.map
      pathstar inspect plan.png --read threshold=100
      pathstar inspect land.npz --json
      pathstar inspect hall.obj
    """  # noqa: D301  # \b keeps lines apart
    if meshes.is_mesh(map):
        return _mesh(map, meshes.read_mesh(map, context, read), as_json)
    ground = inputs.read_map(map, legend, read)
    with waiting("looking at the areas"):
        found = report(ground, ground.grid(inputs.moves_of(directions, corners, 1.0, None)))
    found = {"file": str(map), "format": _format(map.suffix), **found}
    if as_json:
        print_json(found)
    else:
        _print(found)
    return 0


def mesh_report(mesh: NavMesh) -> dict[str, Any]:
    """Return the description of a mesh, for JSON."""
    costs = mesh.costs
    return {
        "polygons": mesh.size,
        "vertices": len(mesh.vertices),
        "areas": mesh.core.components,
        "bounds": list(mesh.bounds),
        "cost": {"lowest": float(costs.min()), "highest": float(costs.max())} if mesh.has_areas else None,
    }


def _mesh(file: Path, mesh: NavMesh, as_json: bool) -> int:
    from pathstar.io.meshes import MESH_FORMATS
    from pathstar.words import Say

    format, found = MESH_FORMATS[file.suffix.lower()].name, mesh_report(mesh)
    if as_json:
        print_json({"file": str(file), "format": format, **found})
        return 0
    left, top, right, bottom = (f"{number:.10g}" for number in mesh.bounds)
    figures: list[tuple[str, Value]] = [("file", str(file)), ("format", format)]
    figures += [(name, f"{found[name]:,}") for name in ("polygons", "vertices")]
    figures += [("areas", f"{found['areas']:,}"), ("x", Say("cli.span", {"first": left, "last": right}))]
    figures.append(("y", Say("cli.span", {"first": top, "last": bottom})))
    if found["cost"]:
        lowest, highest = (f"{found['cost'][name]:g}" for name in ("lowest", "highest"))
        figures.append(("cost", Say("cli.span", {"first": lowest, "last": highest})))
    print_figures(figures)
    return 0


def _format(suffix: str) -> str:
    from pathstar.io.formats import FORMATS

    return FORMATS[suffix.lower()].name


def report(map: Map, grid: Grid) -> dict[str, Any]:
    """Return the description of a map, for JSON.

    Args:
        map: The map.
        grid: Its grid; its moves decide which areas are connected.
    """
    import numpy as np

    import pathstar as ps

    areas = ps.islands(grid)
    walkable = int(np.count_nonzero(map.passable))
    cost = map.cost_field()
    paid = cost[map.passable] if cost is not None and walkable else None
    return {
        "name": map.name,
        "width": map.width,
        "height": map.height,
        "cells": map.size,
        "walkable": walkable,
        "share": walkable / map.size,
        "kinds": kinds_of(map),
        "areas": areas.count,
        "largest_area": int(areas.sizes[1:].max(initial=0)),
        "moves": f"{grid.moves.directions} directions, {grid.moves.corners}",
        "layers": list(map.layers),
        "marks": {mark: list(place) for mark, place in map.marks.items()},
        "cost": None if paid is None else {"lowest": float(paid.min()), "highest": float(paid.max())},
    }


def kinds_of(map: Map) -> list[dict[str, Any]]:
    """Return the kinds of cells with their counts, the commonest first.

    Example:
        >>> import pathstar as ps
        >>> [(kind["name"], kind["cells"]) for kind in kinds_of(ps.Map([[1, 1, 0]]))]
        [('walkable', 2), ('blocked', 1)]
    """
    import numpy as np

    if map.terrain is None:
        free = int(np.count_nonzero(map.passable))
        kinds = [
            _kind("walkable", "", None, free, map, walkable=True),
            _kind("blocked", "", None, map.size - free, map, walkable=False),
        ]
        return [kind for kind in kinds if kind["cells"]]
    counts = np.bincount(map.terrain.ravel(), minlength=256)
    open_counts = np.bincount(map.terrain[map.passable], minlength=256)
    kinds = []
    for code in np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)].tolist():
        known = map.legend.get(code)
        name, symbol = (known.name, known.symbol) if known else (f"code {code}", "")
        cost = known.cost if known and known.walkable else None
        kinds.append(_kind(name, symbol, cost, int(counts[code]), map, walkable=bool(open_counts[code])))
    return kinds


def _kind(
    name: str, symbol: str, cost: float | None, cells: int, map: Map, *, walkable: bool
) -> dict[str, Any]:
    return {
        "name": name,
        "symbol": symbol,
        "walkable": walkable,
        "cost": cost,
        "cells": cells,
        "share": cells / map.size,
    }


def _figures(found: dict[str, Any]) -> list[tuple[str, Value]]:
    from pathstar.words import Say

    areas = {
        "count": f"{found['areas']:,}",
        "largest": f"{found['largest_area']:,}" if found["areas"] else "0",
        "moves": found["moves"],
    }
    size = {name: f"{found[name]:,}" for name in ("width", "height", "cells")}
    figures: list[tuple[str, Value]] = [
        ("file", found["file"]),
        ("format", found["format"]),
        ("size", Say("cli.cells", size)),
        ("walkable", f"{found['walkable']:,} ({percent(found['share'])})"),
        ("areas", Say("cli.areas" if found["areas"] else "cli.areas.none", areas)),
        ("layers", ", ".join(found["layers"])),
    ]
    if found["marks"]:
        marks = (f"{mark} ({x}, {y})" for mark, (x, y) in found["marks"].items())
        figures.append(("marks", ", ".join(marks)))
    if found["cost"]:
        lowest, highest = (f"{found['cost'][name]:g}" for name in ("lowest", "highest"))
        figures.append(("cost", Say("cli.span", {"first": lowest, "last": highest})))
    return figures


def _print(found: dict[str, Any]) -> None:
    from pathstar.words import catalogue

    print_figures(_figures(found))
    print_table(
        ("kind", "symbol", "walkable", "cost", "cells", "share"),
        [
            (
                catalogue(language()).ground(kind["name"]),
                kind["symbol"],
                said("cli.yes") if kind["walkable"] else said("cli.no"),
                "-" if kind["cost"] is None else f"{kind['cost']:g}",
                f"{kind['cells']:,}",
                percent(kind["share"]),
            )
            for kind in found["kinds"]
        ],
    )


def percent(share: float) -> str:
    """Format a share; only a full share becomes 100 %, and only an empty one 0 %.

    Example:
        >>> percent(0.5), percent(0.99999), percent(1e-9), percent(0)
        ('50 %', '99.99 %', '0.01 %', '0 %')
    """
    if 0 < share < 1:
        share = min(max(share, 0.0001), 0.9999)
    return f"{100 * share:.4g} %"
