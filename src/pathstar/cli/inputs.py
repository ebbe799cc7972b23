"""The inputs that a command's options name: its map, its space, its moves and the ends of its path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pathstar.cli import parsing
from pathstar.cli.meshes import is_mesh
from pathstar.errors import OptionError, unknown_name

if TYPE_CHECKING:
    from pathstar.indexes.index import Index
    from pathstar.maps.map import Map
    from pathstar.spaces.base import Space
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.hexgrid import HexGrid
    from pathstar.spaces.moves import Moves

Ends = tuple[tuple[int, int], tuple[int, int]]


def read_map(file: Path, legend: list[str] | None, read: list[str] | None, **more: Any) -> Map:
    """Read a map with the given options; show a bar if it takes long.

    Raises:
        OptionError: The file is a navigation mesh.
        PathstarError, OSError: As `pathstar.read`.
    """
    import pathstar as ps
    from pathstar.cli.output import waiting

    if is_mesh(file):
        raise OptionError(
            f"{file.name} is a navigation mesh, which find, trace, field, inspect and convert take; this "
            "needs a map of cells"
        )
    given = {name: value for name, value in more.items() if value is not None}
    options = parsing.settings_of(read, "--read", ("file",)) | given
    meanings = parsing.legend_of(legend)
    if meanings is not None:
        options["legend"] = meanings
    with waiting(f"reading {file.name}"):
        return ps.read(file, **options)


def write_map(map: Map, file: Path, *, lossy: bool, write: list[str] | None = None) -> None:
    """Write a map with the given options; show a bar if it takes long.

    Raises:
        PathstarError, OSError: As `pathstar.write`.
    """
    import pathstar as ps
    from pathstar.cli.output import waiting

    options = parsing.settings_of(write, "--write", ("map", "file", "lossy"))
    with waiting(f"writing {file.name}"):
        try:
            ps.write(map, file, lossy=lossy, **options)
        except OptionError as error:
            raise OptionError(str(error).replace("lossy=True", "--lossy")) from error


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


def load_index(file: Path | None, space: Space) -> Index | None:
    """Load the index of a space, if a file is given; show a bar if it takes long.

    Raises:
        PathstarError, OSError: As `pathstar.load_index`.
    """
    import pathstar as ps
    from pathstar.cli.output import waiting

    if file is None:
        return None
    with waiting(f"reading {file.name}"):
        return ps.load_index(file, space)


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


def check_cell(option: str, given: Any) -> None:
    """Check that a place is a cell of a map, not a point in between.

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
