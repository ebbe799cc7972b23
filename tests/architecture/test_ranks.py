"""The order of the folders holds, and violations are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from architecture import ranks
from architecture.ranks import TYPES_TO_THE_RIGHT, may_know, native_violations, python_violations
from architecture.tree import ROOT, make
from pathstar.lazy import LAZY, load_lazily


def test_python_imports_obey_the_ranks() -> None:
    found = python_violations(ROOT)
    assert not found, "\n".join(found)


def test_native_includes_obey_the_ranks() -> None:
    found = native_violations(ROOT)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", sorted(LAZY))
def test_every_door_opens_on_a_function(name: str) -> None:
    assert callable(load_lazily(name))


def test_what_is_still_spared_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exceptions that no file needs any more have to be removed from the list."""
    monkeypatch.setattr(ranks, "TYPES_TO_THE_RIGHT", set())
    found = ranks.python_violations(ROOT)
    needed = {
        (file, complaint.rpartition(" ")[2])
        for file, _, complaint in (line.split(":", 2) for line in found)
        if "must not know" in complaint
    }
    assert needed == TYPES_TO_THE_RIGHT


def test_the_order_is_that_of_the_design() -> None:
    assert "maps" in may_know("spaces")
    assert "spaces" not in may_know("maps")
    assert "paths" not in may_know("analysis")
    assert "traces" in may_know("viz")
    assert "traces" not in may_know("io")
    assert "planners" not in may_know("viz")
    assert not {"io", "viz", "cli", "studio", "pathstar"} & may_know("jobs")
    assert "studio" in may_know("cli")


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("maps/a.py", "from pathstar.spaces.grid import Grid", "maps must not know spaces"),
        ("maps/a.py", "def f():\n    import pathstar.spaces", "a.py:2: maps must not know spaces"),
        ("maps/a.py", "from ..engine import search", "maps must not know engine"),
        ("maps/a.py", "from .. import Map", "maps must not know pathstar"),
        ("maps/a.py", "from pathstar import spaces", "maps must not know pathstar"),
        ("maps/a.py", "import pathstar as ps", "maps must not know pathstar"),
        ("paths/a.py", "from pathstar.traces.trace import Trace", "paths must not know traces"),
        ("planners/a.py", "from pathstar.viz import save", "planners must not know viz"),
        ("errors.py", "from pathstar.maps import map", "errors must not know maps"),
        ("lazy.py", "import pathstar.maps", "lazy must not know maps"),
        ("viz/a.py", "import pathstar.planners.planner", "viz must not know planners"),
        ("__init__.py", "from pathstar.cli.main import run", "pathstar must not know cli"),
        ("tools/a.py", "", "the folder tools has no rank"),
        ("maps/a.py", "import importlib", "imports by name at run time"),
        ("maps/a.py", "from importlib import import_module", "imports by name at run time"),
        ("maps/a.py", "x = __import__(name)", "imports by name at run time"),
        (
            "maps/a.py",
            "if TYPE_CHECKING:\n    from pathstar.spaces.grid import Grid",
            "maps must not know spaces",
        ),
        (
            "maps/a.py",
            "if TYPE_CHECKING:\n    from pathstar.spaces.grid import Grid\nopen_door('Map.grid')",
            "maps must not know spaces",
        ),
        (
            "maps/map.py",
            "if TYPE_CHECKING:\n    from pathstar.engine.search import Search",
            "maps must not know engine",
        ),
        ("maps/map.py", "from pathstar.spaces.grid import Grid", "maps must not know spaces"),
        ("maps/a.py", "if typing.TYPE_CHECKING:\n    import pathstar.spaces", "maps must not know spaces"),
        ("maps/a.py", "import importlib.resources", "imports by name at run time"),
        ("maps/a.py", "import importlib.util as u", "imports by name at run time"),
        ("maps/a.py", "from importlib import resources", "imports by name at run time"),
        ("maps/a.py", "import runpy", "imports by name at run time"),
        ("maps/a.py", "from pkgutil import walk_packages", "imports by name at run time"),
        ("maps/a.py", "exec('import ' + name)", "imports by name at run time"),
        ("maps/a.py", "x = loader.exec_module(m)", "imports by name at run time"),
        ("maps/a.py", "from pathstar.errors import need_extra\nneed_extra(name, 'cli')", "imports by name"),
        ("maps/a.py", "load_lazily(name)", "imports by name at run time"),
        ("maps/a.py", "need_extra('pathstar.viz.save', 'cli')", "maps must not name a module of viz"),
        ("maps/a.py", "x = 'pathstar.spaces.grid:grid_of_map'", "maps must not name a module of spaces"),
        ("maps/a.py", "import sys\nx = sys.modules[name]", "looks up what is loaded"),
        ("maps/a.py", "import sys as s\nx = s.modules.get(name)", "looks up what is loaded"),
        ("maps/a.py", "from sys import modules", "looks up what is loaded"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, file: str, text: str, complaint: str) -> None:
    found = python_violations(make(tmp_path, {f"src/pathstar/{file}": text}))
    assert len(found) == 1
    assert complaint in found[0]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (
            "maps/a.py",
            "import numpy\nfrom pathstar.errors import ArrayError\nfrom pathstar.maps.map import Map",
        ),
        ("maps/a.py", "from importlib.resources import files\nfrom .map import Map"),
        (
            "maps/map.py",
            "if TYPE_CHECKING:\n    from pathstar.spaces.grid import Grid\nopen_door('Map.grid')",
        ),
        ("maps/a.py", "import sys\nx = sys.maxsize\nfor y in package.modules: pass"),
        ("maps/a.py", "from pathstar.errors import need_extra\nneed_extra('PIL.Image', 'cli')"),
        ("io/a.py", "x = 'pathstar.json'"),
        ("spaces/a.py", "from pathstar import _core"),
        ("cli/a.py", "import pathstar as ps\nfrom pathstar.studio import server"),
    ],
)
def test_a_right_import_is_not(tmp_path: Path, file: str, text: str) -> None:
    assert python_violations(make(tmp_path, {f"src/pathstar/{file}": text})) == []


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("core/spaces/a.hpp", '#include "engine/finder.hpp"', "spaces must not know engine"),
        ("core/paths/a.hpp", '#  include "traces/recorder.hpp"', "paths must not know traces"),
        ("core/spaces/a.cpp", "#include <Python.h>", "must not include Python.h"),
        ("core/spaces/a.cpp", "#include <nanobind/ndarray.h>", "must not include nanobind/ndarray.h"),
        ("bind/spaces.cpp", '#include "planners/batch.hpp"', "spaces must not know planners"),
        ("core/spaces/a.hpp", '#include "../engine/finder.hpp"', "includes by a way round"),
    ],
)
def test_a_wrong_include_is_found(tmp_path: Path, file: str, text: str, complaint: str) -> None:
    found = native_violations(make(tmp_path, {f"native/{file}": f"#include <vector>\n{text}\n"}))
    assert len(found) == 1
    assert complaint in found[0]
    assert ":2:" in found[0]
