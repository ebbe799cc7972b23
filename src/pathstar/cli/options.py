"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

import typer

from pathstar.cli import parsing
from pathstar.errors import unknown_name

# The help of an option is a message of the catalogues; see `pathstar.cli.help`.
MapFile = Annotated[Path, typer.Argument(metavar="MAP")]
From = Annotated[
    Any,
    typer.Option("--from", parser=parsing.point, metavar="X,Y"),
]
To = Annotated[
    Any,
    typer.Option("--to", parser=parsing.point, metavar="X,Y"),
]
Algorithm = Annotated[str, typer.Option("--algorithm", "-a")]
IndexFile = Annotated[
    Path | None,
    typer.Option("--index", metavar="FILE"),
]
Heuristic = Annotated[str | None, typer.Option()]
Weight = Annotated[float | None, typer.Option()]
OpenList = Annotated[str | None, typer.Option()]
Ties = Annotated[str | None, typer.Option()]
MaxExpansions = Annotated[int | None, typer.Option()]
MaxCost = Annotated[float | None, typer.Option()]
MaxSeconds = Annotated[float | None, typer.Option()]
Partial = Annotated[bool, typer.Option("--partial")]
Nearest = Annotated[
    list[Any] | None,
    typer.Option(
        "--nearest",
        parser=parsing.place,
        metavar="X,Y",
    ),
]
WithinDistance = Annotated[
    float | None,
    typer.Option("--within"),
]
Smooth = Annotated[
    list[str] | None,
    typer.Option(
        "--smooth",
        metavar="WAY[:NAME=VALUE,...]",
    ),
]
AnyAngle = Annotated[
    bool,
    typer.Option("--any-angle"),
]
Prefer = Annotated[
    str | None,
    typer.Option("--prefer"),
]
Show = Annotated[
    bool | None,
    typer.Option("--show/--no-show"),
]
Visited = Annotated[bool, typer.Option("--visited")]
PathOutput = Annotated[
    Path | None,
    typer.Option("--output", "-o"),
]
Corners = Annotated[str, typer.Option()]
Directions = Annotated[int, typer.Option()]
Straight = Annotated[float, typer.Option()]
Diagonal = Annotated[float | None, typer.Option()]
CostModelName = Annotated[
    str,
    typer.Option("--cost-model"),
]
Profile = Annotated[
    str | None,
    typer.Option(metavar="NAME"),
]
Size = Annotated[
    Any,
    typer.Option(
        "--size",
        parser=parsing.unit_size,
        metavar="K",
    ),
]
Layout = Annotated[
    str | None,
    typer.Option(),
]
ProjectionName = Annotated[str, typer.Option("--projection")]
Json = Annotated[bool, typer.Option("--json")]
Legend = Annotated[
    list[str] | None,
    typer.Option(
        "--legend",
        metavar="KEY=MEANING",
    ),
]
Read = Annotated[
    list[str] | None,
    typer.Option(
        "--read",
        metavar="NAME=VALUE",
    ),
]


def check_output(output: Path | None, suffixes: Collection[str]) -> None:
    """Refuse an unknown suffix before any work is done.

    Raises:
        OptionError: It is not one of those allowed.
    """
    if output is not None and output.suffix.lower() not in suffixes:
        raise unknown_name("output format", output.suffix, suffixes)
