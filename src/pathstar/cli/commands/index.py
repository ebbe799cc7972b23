"""pathstar index: build and inspect index files."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from pathstar.cli import inputs, options
from pathstar.cli.help import Command, Group
from pathstar.cli.language import in_language, said
from pathstar.cli.output import building, print_figures, print_json

index = typer.Typer(
    cls=Group,
    name="index",
    rich_markup_mode=None,
    help="Build index files, which find paths in microseconds, and inspect them.",
    no_args_is_help=True,
)


@index.command(cls=Command)
@in_language
def build(
    map: options.MapFile,
    kind: Annotated[str, typer.Option("--kind", "-k")] = "subgoal",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o"),
    ] = None,
    threads: Annotated[int | None, typer.Option()] = None,
    landmarks: Annotated[int | None, typer.Option()] = None,
    selection: Annotated[str | None, typer.Option()] = None,
    entrances: Annotated[
        str | None,
        typer.Option(),
    ] = None,
    directions: options.Directions = 8,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
        ),
    ] = False,
    corners: options.Corners = "no_cut",
    straight: options.Straight = 1.0,
    diagonal: options.Diagonal = None,
    cost_model: options.CostModelName = "enter",
    profile: options.Profile = None,
    size: options.Size = None,
    layout: options.Layout = None,
    legend: options.Legend = None,
    read: options.Read = None,
    as_json: options.Json = False,
) -> int:
    """Build the index of a map and save it. Ctrl+C leaves nothing behind but the progress file of --resume.

    pathstar find takes the file as --index, with the same moves and costs.

    \b
    Examples:
      pathstar index build arena.map
      pathstar index build arena.map --kind hub-labels -o arena.pathindex
      pathstar index build terrain.npz --kind landmarks --cost-model mean
      pathstar index build terrain.npz --kind hierarchy --entrances all
      pathstar index build arena.map --kind hub-labels --resume   # after Ctrl+C, the same command continues
    """  # noqa: D301  # \b keeps lines apart
    import pathstar as ps

    moves = inputs.moves_of(directions, corners, straight, diagonal)
    ground = inputs.read_map(map, legend, read)
    grid = inputs.space_of(ground, layout, moves, cost_model, profile, size)
    target = output or map.with_suffix(".pathindex")
    part = target.with_name(target.name + ".part") if resume else None
    begin = perf_counter()
    with building(kind) as tell:
        built = ps.build_index(
            grid,
            kind,
            threads=threads,
            progress=tell,
            landmarks=landmarks,
            selection=selection,
            entrances=entrances,
            resume=part,
        )
    seconds = perf_counter() - begin
    built.save(target)
    if as_json:
        print_json({"file": str(target), "kind": kind, "bytes": built.nbytes, "seconds": seconds})
    else:
        size = {"width": str(grid.width), "height": str(grid.height), "bytes": f"{built.nbytes:,}"}
        print(said("cli.built", kind=kind, **size, seconds=f"{seconds:.2f}", file=str(target)))
    return 0


@index.command(cls=Command)
@in_language
def info(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    as_json: options.Json = False,
) -> int:
    """Describe an index file.

    \b
    Examples:
      pathstar index info arena.pathindex
      pathstar index info arena.pathindex --json
    """  # noqa: D301  # \b keeps lines apart
    from pathstar.indexes import index_info

    found = index_info(file)
    parts = {name: size for name, _, size, _ in found.sections}
    if as_json:
        metadata = {name: getattr(found, name) for name in ("file", "kind", "version", "traits")}
        print_json({**metadata, "fingerprint": found.fingerprint, "bytes": found.size, "sections": parts})
        return 0
    figures = [
        ("file", found.file),
        ("kind", found.kind),
        ("written by", f"pathstar {found.version}"),
        *found.traits.items(),
        ("fingerprint", found.fingerprint),
        ("size", said("cli.bytes", count=f"{found.size:,}")),
    ]
    sizes = ((name, said("cli.bytes", count=f"{size:,}")) for name, size in parts.items())
    print_figures([*figures, *sizes])
    return 0
