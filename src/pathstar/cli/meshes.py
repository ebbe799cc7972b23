"""Navigation meshes on the command line: reading them, and the options that only maps of cells take."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pathstar.cli import parsing
from pathstar.errors import OptionError

if TYPE_CHECKING:
    from pathstar.spaces.mesh.navmesh import NavMesh

# By parameter of a command, the option that only maps of cells take.
_OF_CELLS = {
    "corners": "--corners",
    "directions": "--directions",
    "straight": "--straight",
    "diagonal": "--diagonal",
    "cost_model": "--cost-model",
    "profile": "--profile",
    "size": "--size",
    "layout": "--layout",
    "projection": "--projection",
    "legend": "--legend",
    "nearest": "--nearest",
    "within": "--within",
    "index": "--index",
    "prefer": "--prefer",
    "partial": "--partial",
    "heuristic": "--heuristic",
    "open_list": "--open-list",
    "ties": "--ties",
    "threshold": "--threshold",
    "write": "--write",
}


def is_mesh(file: Path) -> bool:
    """Return whether a file holds a navigation mesh, by its suffix.

    Example:
        >>> is_mesh(Path("hall.obj")), is_mesh(Path("arena.map"))
        (True, False)
    """
    from pathstar.io.formats import FORMATS
    from pathstar.io.meshes import MESH_FORMATS

    suffix = file.suffix.lower()
    return suffix in MESH_FORMATS and suffix not in FORMATS


def read_mesh(
    file: Path, context: typer.Context, read: list[str] | None, allowed: Iterable[str] = ()
) -> NavMesh:
    """Read a mesh for a command, and refuse the options that are for maps of cells.

    Args:
        file: The file.
        context: The context of the command, which knows the given options.
        read: How to read the file: NAME=VALUE, such as ``plane=xz``.
        allowed: Parameters that also apply to meshes in this command.

    Raises:
        OptionError: An option was given that a mesh does not take.
        PathstarError, OSError: As `NavMesh.read`.
    """
    import pathstar as ps
    from pathstar.cli.output import waiting

    given = context.get_parameter_source
    for name, option in _OF_CELLS.items():
        on_line = name in context.params and getattr(given(name), "name", "") == "COMMANDLINE"
        if on_line and name not in allowed:
            raise OptionError(f"{option} is for maps of cells; {file.name} is a navigation mesh")
    options = parsing.settings_of(read, "--read")
    _check_names(options)
    with waiting(f"reading {file.name}"):
        return ps.NavMesh.read(file, **options)


def _check_names(options: Iterable[str]) -> None:
    from pathstar.errors import unknown_name

    for name in options:
        if name not in ("plane", "format"):
            raise unknown_name("option of --read for a mesh", name, ("plane", "format"))


def ends_of(start: Any, goal: Any) -> tuple[Any, Any]:
    """Return start and target on a mesh, which has no marks.

    Raises:
        OptionError: One is missing.
    """
    for option, given in (("--from", start), ("--to", goal)):
        if given is None:
            raise OptionError(f"give {option} X,Y: a mesh has no marks")
    return start, goal
