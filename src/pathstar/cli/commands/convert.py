"""pathstar convert: a map from one format into another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathstar.cli import inputs, options
from pathstar.cli.language import said
from pathstar.cli.meshes import is_mesh, read_mesh
from pathstar.cli.output import building, print_json, waiting
from pathstar.errors import OptionError, unknown_name

if TYPE_CHECKING:
    from pathstar.maps.map import Map
    from pathstar.spaces.mesh.navmesh import NavMesh


def convert(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="IN")],
    target: Annotated[Path, typer.Argument(metavar="OUT")],
    legend: options.Legend = None,
    threshold: Annotated[int | None, typer.Option()] = None,
    read: options.Read = None,
    write: Annotated[
        list[str] | None,
        typer.Option("--write", metavar="NAME=VALUE"),
    ] = None,
    lossy: Annotated[bool, typer.Option("--lossy")] = False,
    as_json: options.Json = False,
) -> int:
    """Convert a map between file formats.

    The formats are .map .txt .npy .npz .csv .yaml and images; .asc .tmx .tmj .ldtk are only read. Walls and
    costs, which could change a path, are never lost silently. A map also becomes a navigation mesh: .mesh
    .obj .geojson; so does a mesh of another format.

    \b
    Examples:
      pathstar convert arena.map arena.png
      pathstar convert plan.png plan.map --threshold 100
      pathstar convert photo.png land.npz --legend "#3b6fb6=no" --legend "#a9c77f=1.5" --read nearest=yes
      pathstar convert board.txt board.csv --write values=costs
      pathstar convert arena.map arena.obj
      pathstar convert hall.obj hall.mesh --read plane=xz
    """  # noqa: D301  # \b keeps lines apart
    from pathstar.io.formats import FORMATS
    from pathstar.io.meshes import MESH_FORMATS

    meshes = [suffix for suffix, row in MESH_FORMATS.items() if row.write is not None]
    if target.suffix.lower() not in {*FORMATS, *meshes}:
        raise unknown_name("file format", target.suffix, [*FORMATS, *meshes])
    if is_mesh(source):
        if target.suffix.lower() not in meshes:
            raise unknown_name("mesh format", target.suffix, meshes)
        mesh = read_mesh(source, context, read)
        return _write(mesh, source, target, lossy, as_json)
    map = inputs.read_map(source, legend, read, threshold=threshold)
    if target.suffix.lower() in meshes:
        if write:
            raise OptionError(f"--write is for maps of cells; {target.name} is a navigation mesh")
        return _to_mesh(map, source, target, lossy, as_json)
    inputs.write_map(map, target, lossy=lossy, write=write)
    formats = [FORMATS[file.suffix.lower()].name for file in (source, target)]
    if as_json:
        print_json(
            {
                "from": {"file": str(source), "format": formats[0]},
                "to": {"file": str(target), "format": formats[1]},
                "width": map.width,
                "height": map.height,
            }
        )
    else:
        print(f"{source} ({formats[0]}) -> {target} ({formats[1]}), {map.width} x {map.height}")
    return 0


def _to_mesh(map: Map, source: Path, target: Path, lossy: bool, as_json: bool) -> int:
    """Write the mesh of a map's walkable squares."""
    import pathstar as ps

    grid = map.grid()
    with building("the mesh") as tell:
        mesh = ps.NavMesh.from_grid(ps.Grid(grid.walkable) if lossy else grid, progress=tell)
    return _write(mesh, source, target, lossy, as_json)


def _write(mesh: NavMesh, source: Path, target: Path, lossy: bool, as_json: bool) -> int:
    """Write a mesh, and say so."""
    from pathstar.io.formats import FORMATS
    from pathstar.io.meshes import MESH_FORMATS

    with waiting(f"writing {target.name}"):
        mesh.write(target, lossy=lossy)
    names = {suffix: row.name for suffix, row in MESH_FORMATS.items()}
    names |= {suffix: row.name for suffix, row in FORMATS.items()}
    formats = [names[file.suffix.lower()] for file in (source, target)]
    if as_json:
        ends = (
            {"file": str(file), "format": name} for file, name in zip((source, target), formats, strict=True)
        )
        print_json({**dict(zip(("from", "to"), ends, strict=True)), "polygons": mesh.size})
    else:
        polygons = said("cli.polygons", count=f"{mesh.size:,}")
        print(f"{source} ({formats[0]}) -> {target} ({formats[1]}), {polygons}")
    return 0
