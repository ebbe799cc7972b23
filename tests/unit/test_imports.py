"""What importing pathstar loads: only what is used."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "numpy.ma",
    "pathstar.indexes.clusters",
    "pathstar.maps.map",
    "pathstar.paths.field",
    "pathstar.planners.fields",
    "pathstar.planners.goals.plans",
    "pathstar.planners.recording",
    "pathstar.planners.replanning.repairs",
    "pathstar.traces.trace",
    "pathstar.viz",
    "pathstar.words.catalogues",
    "shapely",
    "xarray",
)


def loaded_by(program: str) -> set[str]:
    """Return the modules that a program loads in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_package_alone_loads_no_numpy() -> None:
    assert "numpy" not in loaded_by("import pathstar")


def test_a_query_loads_neither_maps_nor_traces_nor_pictures() -> None:
    query = "import pathstar as ps\nps.find_path(ps.Grid([[1, 1]]), (0, 0), (1, 0))"
    loaded = loaded_by(query) - loaded_by("import numpy")
    assert "pathstar.planners.planner" in loaded
    assert loaded.isdisjoint(HEAVY)


READERS = (
    "arrays",
    "board",
    "dynamic",
    "games.ldtk",
    "games.tiled",
    "graphs",
    "movingai",
    "roads.osm",
    "text",
)


def test_reading_a_map_loads_no_graphs_and_no_reader_of_other_formats() -> None:
    loaded = loaded_by("import io\nimport pathstar as ps\nps.read(io.BytesIO(b'..'), format='txt')")
    assert {name for name in READERS if f"pathstar.io.{name}" in loaded} == {"board", "text"}
    assert "pathstar.spaces.graph" not in loaded


def test_all_names_load_neither_readers_nor_pictures_nor_explanations() -> None:
    loaded = loaded_by("from pathstar import *\nassert save_picture")
    assert {name for name in READERS if f"pathstar.io.{name}" in loaded} == {"graphs"}
    drawing = {name for name in loaded if name.startswith(("pathstar.viz.", "pathstar.words."))}
    assert drawing == {"pathstar.viz.save", "pathstar.words.say"}
    assert "pathstar.traces.explain" not in loaded


def test_a_public_name_is_no_module_whatever_was_loaded_before() -> None:
    program = """
import pkgutil, sys, types
import pathstar
for found in pkgutil.walk_packages(pathstar.__path__, "pathstar."):
    if found.name.split(".")[1] not in ("cli", "studio"):
        __import__(found.name)
packages = [module for name, module in sys.modules.items() if name.startswith("pathstar") and module.__spec__]
for package in packages:
    for name in getattr(package, "__all__", ()):
        assert not isinstance(getattr(package, name), types.ModuleType), (package, name)
print(len(packages))
"""
    assert loaded_by(program) > {"pathstar.spaces.waypoints", "pathstar.viz.printing"}


def test_a_misspelt_name_knows_the_nearest() -> None:
    import pathstar as ps

    with pytest.raises(AttributeError) as raised:
        ps.HexGird  # noqa: B018
    assert (raised.value.name, raised.value.obj) == ("HexGird", ps)  # Python makes "Did you mean" from these


def test_names_in_the_documents_need_no_import_of_their_own() -> None:
    names = {
        name
        for page in (Path(__file__).parents[2] / "docs").rglob("*.md")
        for name in re.findall(r"`(pathstar(?:\.[A-Za-z_]+){2,})[`(]", page.read_text(encoding="utf-8"))
    }
    assert len(names) > 30
    loaded_by("import pathstar\n" + "\n".join(sorted(names)))
