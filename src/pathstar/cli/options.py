"""Options that several commands share, and how to parse them."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.errors import OptionError, unknown_name

if TYPE_CHECKING:
    from pathstar.maps.map import Map
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.hexgrid import HexGrid
    from pathstar.spaces.moves import Moves

Ends = tuple[tuple[int, int], tuple[int, int]]

_NO = {"no", "false", "wall", "blocked"}
_YES = {"yes", "true", "free", "walkable"}


def place(text: str) -> tuple[int, int]:
    """Read a place.

    Raises:
        BadParameter: It is not two whole numbers.

    Example:
        >>> place("3,4")
        (3, 4)
    """
    match = re.fullmatch(r"\s*\(?\s*([+-]?\d{1,18})\s*,\s*([+-]?\d{1,18})\s*\)?\s*", text, re.ASCII)
    if not match:
        raise typer.BadParameter(f"{text!r} is not a place; write X,Y, two whole numbers such as 3,4")
    return int(match[1]), int(match[2])


def size(text: str) -> tuple[int, int]:
    """Read a size.

    Raises:
        BadParameter: It is not two whole numbers with an x between them.

    Example:
        >>> size("64x48")
        (64, 48)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*[xX,]\s*(\d{1,9})\s*", text, re.ASCII)
    if not match:
        raise typer.BadParameter(f"{text!r} is not a size; write WxH, two whole numbers such as 64x48")
    return int(match[1]), int(match[2])


def unit_size(text: str) -> tuple[int | None, float | None]:
    """Read the size of a unit as a side or a radius.

    Raises:
        BadParameter: It is neither.

    Example:
        >>> unit_size("2"), unit_size("r1.5")
        ((2, None), (None, 1.5))
    """
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return int(text), None
    if re.fullmatch(r"r\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        return None, float(text[1:])
    raise typer.BadParameter(
        f"{text!r} is not the size of a unit; write a number of squares such as 2, or a radius such as r1.5"
    )


def smoothing(text: str) -> tuple[str, dict[str, Any]]:
    """Read one way of smoothing with its options.

    Raises:
        OptionError: An option is not NAME=VALUE.

    Example:
        >>> smoothing("swap"), smoothing("pull:clearance=0.5")
        (('swap', {}), ('pull', {'clearance': 0.5}))
    """
    name, _, options = text.partition(":")
    return name.strip(), settings_of([part for part in options.split(",") if part], "--smooth")


def value_of(text: str) -> bool | int | float | str:
    """Read an option's value as the type that it looks like.

    Example:
        >>> value_of("no"), value_of("7"), value_of("0.5"), value_of("alpha")
        (False, 7, 0.5, 'alpha')
    """
    if text.lower() in _NO | _YES:
        return text.lower() in _YES
    try:
        number = float(text)
    except ValueError:
        return text
    return int(text) if re.fullmatch(r"[+-]?[0-9]+", text) else number


def legend_of(entries: list[str] | None) -> dict[str, bool | float] | None:
    """Read a legend: what symbols or colours mean.

    Raises:
        OptionError: An entry is not KEY=MEANING.

    Example:
        >>> legend_of(["S=2.5", "W=no"])
        {'S': 2.5, 'W': False}
    """
    if not entries:
        return None
    legend: dict[str, bool | float] = {}
    for entry in entries:
        key, sign, meaning = entry.rpartition("=")
        known = value_of(meaning)
        if not sign or not key or isinstance(known, str):
            raise OptionError(
                f"{entry!r} is not an entry of a legend; write KEY=MEANING: "
                "a symbol or #rrggbb, and a cost, yes or no"
            )
        legend[key] = known
    return legend


def settings_of(entries: list[str] | None, option: str) -> dict[str, Any]:
    """Read NAME=VALUE pairs.

    Raises:
        OptionError: An entry is not NAME=VALUE.

    Example:
        >>> settings_of(["threshold=100", "by=alpha"], "--read")
        {'threshold': 100, 'by': 'alpha'}
    """
    settings = {}
    for entry in entries or []:
        name, sign, value = entry.partition("=")
        if not sign or not name:
            raise OptionError(f"{option} {entry!r} is not NAME=VALUE, such as threshold=100")
        settings[name.strip().replace("-", "_")] = value_of(value)
    return settings


def point(text: str) -> tuple[int, int] | tuple[float, float]:
    """Read a place of a map, or a point of a navigation mesh.

    Raises:
        BadParameter: It is not two numbers.

    Example:
        >>> point("3,4"), point("0.5,-2")
        ((3, 4), (0.5, -2.0))
    """
    number = r"[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,3})?"
    match = re.fullmatch(rf"\s*\(?\s*({number})\s*,\s*({number})\s*\)?\s*", text, re.ASCII)
    if not match:
        raise typer.BadParameter(f"{text!r} is not a place; write X,Y, two numbers such as 3,4")
    if all(re.fullmatch(r"[+-]?\d+", part) for part in match.groups()):
        return int(match[1]), int(match[2])
    return float(match[1]), float(match[2])


# The help of an option is a message of the catalogues; see `pathstar.cli.help`.
MapFile = Annotated[Path, typer.Argument(metavar="MAP")]
From = Annotated[
    Any,
    typer.Option("--from", parser=point, metavar="X,Y"),
]
To = Annotated[
    Any,
    typer.Option("--to", parser=point, metavar="X,Y"),
]
Algorithm = Annotated[str, typer.Option("--algorithm", "-a")]
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
        parser=place,
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
        parser=unit_size,
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


def read_map(file: Path, legend: list[str] | None, read: list[str] | None, **more: Any) -> Map:
    """Read a map with the given options; show a bar if it takes long.

    Raises:
        OptionError: The file is a navigation mesh.
        PathstarError, OSError: As `pathstar.read`.
    """
    import pathstar as ps
    from pathstar.cli.meshes import is_mesh
    from pathstar.cli.output import waiting

    if is_mesh(file):
        raise OptionError(
            f"{file.name} is a navigation mesh, which find, trace, field, inspect and convert take; this "
            "needs a map of cells"
        )

    options = settings_of(read, "--read") | {name: value for name, value in more.items() if value is not None}
    meanings = legend_of(legend)
    if meanings is not None:
        options["legend"] = meanings
    with waiting(f"reading {file.name}"):
        return ps.read(file, **options)


def space_of(
    ground: Map,
    layout: str | None,
    moves: Moves,
    cost_model: str,
    profile: str | None = None,
    size: tuple[int | None, float | None] | None = None,
) -> Grid | HexGrid:
    """Make the grid of a map: of hexagons if a layout is given, otherwise of squares.

    Raises:
        OptionError: An unknown layout or profile, a size that does not fit, or a size or a choice of moves on
            hexagons.
    """
    import pathstar as ps

    if layout is None:
        grid = ground.grid(moves, cost_model=cost_model, costs=profile)
        return grid if size is None else grid.sized(size[0], radius=size[1])
    if size is not None:
        raise OptionError(f"--layout {layout} takes no --size: a unit of several cells is made of squares")
    if moves != ps.Moves():
        raise OptionError(
            f"--layout {layout} takes no --directions, --corners, --straight and --diagonal: "
            "hexagons have six ways, and each step costs 1"
        )
    return ground.hexgrid(layout, cost_model, profile)


def look_of(projection: str, layout: str | None) -> dict[str, Any]:
    """Return the projection as an option of pictures; empty for the default one.

    Raises:
        OptionError: An unknown projection, or a projection of hexagons.
    """
    from pathstar.viz.layouts.table import PROJECTIONS

    if projection not in PROJECTIONS:
        raise unknown_name("projection", projection, PROJECTIONS)
    if projection == "square":
        return {}
    if layout is not None:
        raise OptionError(f"--projection {projection} shows squares; --layout {layout} makes hexagons")
    return {"projection": projection}


def moves_of(directions: int, corners: str, straight: float, diagonal: float | None) -> Moves:
    """Make the moves of a grid from the given options."""
    import pathstar as ps

    return ps.Moves(directions=directions, corners=corners, straight=straight, diagonal=diagonal)


def check_output(output: Path | None, suffixes: Collection[str]) -> None:
    """Refuse an unknown suffix before any work is done.

    Raises:
        OptionError: It is not one of those allowed.
    """
    if output is not None and output.suffix.lower() not in suffixes:
        raise unknown_name("output format", output.suffix, suffixes)


def check_cell(option: str, given: Any) -> None:
    """Refuse a point between the cells of a map.

    Raises:
        OptionError: It is not two whole numbers.
    """
    if given is not None and not all(isinstance(number, int) for number in given):
        raise OptionError(
            f"{option}: '{given[0]:.10g},{given[1]:.10g}' is not a place of a map of cells; write X,Y, "
            "two whole numbers such as 3,4"
        )


def ends_of(map: Map, start: Any, goal: Any) -> Ends:
    """Return start and goal: the given ones, or the map's marks.

    Raises:
        OptionError: There is neither.
    """
    ends = []
    for name, option, given in (("start", "--from", start), ("goal", "--to", goal)):
        check_cell(option, given)
        if given is None and name not in map.marks:
            known = f"it has {', '.join(map.marks)}" if map.marks else "it has no marks"
            raise OptionError(f"give {option} X,Y: the map has no mark {name!r} ({known})")
        ends.append(map.marks[name] if given is None else given)
    return ends[0], ends[1]
