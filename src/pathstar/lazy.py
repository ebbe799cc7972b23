"""Names that load on first use: the names of packages, and methods that need modules further right.

Data flows one way (maps, spaces, search, paths, pictures), and a module imports only what lies to its left.
Some methods still belong on the left: ``map.grid()``, ``path.show()``. Each is one row of this table, and
loads its function on first use, so importing the left never loads the right.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from typing import Any

LAZY: dict[str, str] = {
    "Map.grid": "pathstar.spaces.grid:grid_of_map",
    "Map.coarsened": "pathstar.maps.coarse:coarsened",
    "Map.hexgrid": "pathstar.spaces.hexgrid:hexgrid_of_map",
    "Map.show": "pathstar.viz.printing:show",
    "Map.html": "pathstar.viz.notebook:html",
    "CellGrid.show": "pathstar.viz.printing:show",
    "CellGrid.html": "pathstar.viz.notebook:html",
    "VoxelGrid.show": "pathstar.viz.printing:show",
    "VoxelGrid.html": "pathstar.viz.notebook:html",
    "Graph.show": "pathstar.viz.printing:show",
    "Graph.html": "pathstar.viz.notebook:html",
    "NavMesh.show": "pathstar.viz.printing:show",
    "NavMesh.html": "pathstar.viz.notebook:html",
    "NavMesh.read": "pathstar.io.meshes:read_mesh",
    "NavMesh.write": "pathstar.io.meshes:write_mesh",
    "Path.show": "pathstar.viz.printing:show",
    "Path.html": "pathstar.viz.notebook:html",
    "Path.is_valid": "pathstar.paths.validity:is_valid",
    "Field.resume": "pathstar.planners.fields:resume",
    "Field.update": "pathstar.planners.fields:update",
    "Field.trace": "pathstar.planners.fields:trace_field",
    "PlaneField.resume": "pathstar.planners.plane_fields:resume",
    "PlaneField.update": "pathstar.planners.plane_fields:update",
    "Trace.through": "pathstar.planners.through:through",
    "Trace.show": "pathstar.viz.printing:show",
    "Trace.frame": "pathstar.viz.frame:frame_of",
    "Trace.save": "pathstar.viz.export.save:save",
    "Trace.html": "pathstar.viz.notebook:html",
    "Field.html": "pathstar.viz.notebook:html",
    "Paths.html": "pathstar.viz.notebook:html",
    "Components.html": "pathstar.viz.notebook:html",
    "Clearance.html": "pathstar.viz.notebook:html",
    "Timed.html": "pathstar.viz.notebook:html",
    "Turning.html": "pathstar.viz.notebook:html",
    "Plan.save_sums": "pathstar.viz.units.save:save_sums",
    "Recording.save": "pathstar.viz.units.save:save",
    "Recording.save_corridor": "pathstar.viz.units.save:save_corridor",
}


class Later:
    """A function in a table whose module loads on first use, so the table loads none of them.

    Attributes:
        name: ``"module:function"``.
        first: Its first argument; None if it is called without one.
    """

    __slots__ = ("first", "name")

    def __init__(self, name: str, first: Any = None) -> None:
        self.name = name
        self.first = first

    @property
    def function(self) -> Callable[..., Any]:
        """The function itself."""
        function = _imported(self.name)
        return function if self.first is None else partial(function, self.first)

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Call the function."""
        return self.function(*args, **options)


def load_lazily(name: str) -> Callable[..., Any]:
    """Return the function of a lazy name, importing its module on first use."""
    return _imported(LAZY[name])


@cache
def _imported(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


def lazy_names(
    package: str,
    names: Mapping[str, str],
    modules: Collection[str] = (),
    renamed: Mapping[str, str] | None = None,
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a package whose names load on first use.

    So importing pathstar, or a part of it, does not load the rest.

    Args:
        package: The package's ``__name__``.
        names: Public name -> the module that defines it.
        modules: Public modules inside the package.
        renamed: Former name -> the name that replaces it; the former one warns for one version.
    """
    former = renamed or {}

    def load(name: str) -> Any:
        if name in former:
            replacement = former[name]
            warnings.warn(
                f"{package}.{name} is now {package}.{replacement}", DeprecationWarning, stacklevel=2
            )
            return getattr(sys.modules[package], replacement)
        if name in modules:
            return importlib.import_module(f"{package}.{name}")
        if name not in names:
            said = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(said, name=name, obj=sys.modules[package])
        value = getattr(importlib.import_module(names[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return load, lambda: sorted({*vars(sys.modules[package]), *names, *modules})
