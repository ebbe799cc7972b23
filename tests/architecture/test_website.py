"""The documents become pages whose links work, and the gallery's programs draw."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
from scripts.website.__main__ import config_for
from scripts.website.pages import copy_pages, navigation
from scripts.website.pictures import PLAYED, bars_of, embed_traces
from scripts.website.reference import write_reference

import pathstar as ps
from architecture.test_documents import broken_links
from architecture.tree import ROOT, make

CONFIG = ROOT / "scripts" / "website" / "zensical.toml"
GALLERY = sorted((ROOT / "examples" / "gallery").glob("*.py"))


def test_all_links_of_the_site_lead_somewhere(tmp_path: Path) -> None:
    pages = copy_pages(ROOT, tmp_path)
    names = {page.relative_to(tmp_path).as_posix() for page in pages}
    assert {"README.md", "howto/games.md", "project/HACKING.md"} <= names
    assert {page: broken for page in pages if (broken := broken_links(page))} == {}


def test_links_are_put_right(tmp_path: Path) -> None:
    text = "[a](../b.md#part) [c](../../src/c.py) [d](../../src) [e](https://e.org)\n```\n[g](../b.md)\n```\n"
    root = make(tmp_path / "p", {"docs/howto/a.md": text, "docs/b.md": "# Part\n", "src/c.py": "c = 1\n"})
    copy_pages(root, tmp_path / "site")
    changed = text.replace("../../src/c.py", "../project/src/c.py").replace("[d](../../src)", "d")
    assert (tmp_path / "site" / "howto" / "a.md").read_text() == changed
    assert (tmp_path / "site" / "project" / "src" / "c.py").read_text() == "c = 1\n"


def test_traces_to_play_lie_where_the_pages_look_for_them(tmp_path: Path) -> None:
    copy_pages(ROOT, tmp_path)
    embed_traces(tmp_path)
    for name in PLAYED:
        page = tmp_path / name
        [played] = re.findall(r'<iframe src="([^"]+)"', page.read_text(encoding="utf-8"))
        assert (page.parent / played).is_file(), page


def test_each_page_has_a_tab(tmp_path: Path) -> None:
    files = (
        "README.md",
        "howto/b.md",
        "howto/a.md",
        "reference/index.md",
        "reference/a.md",
        "gallery/index.md",
    )
    make(tmp_path, dict.fromkeys((*files, "project/x/y.md"), "# A page\n"))
    tabs = dict(navigation(tmp_path))
    assert tabs["How-to"] == ["howto/a.md", "howto/b.md"]
    assert tabs["Reference"] == ["reference/index.md", "reference/a.md"]
    assert (tabs["Gallery"], tabs["Project"]) == ("gallery/index.md", "project/x/y.md")
    make(tmp_path, {"lost/a.md": "# A page\n"})
    with pytest.raises(ValueError, match=r"no tab has these pages: \['README\.md', 'lost/a\.md'\]"):
        navigation(tmp_path)


def test_the_site_knows_its_address_if_it_is_given(tmp_path: Path) -> None:
    make(tmp_path, {"README.md": "# A page\n", "howto/a.md": "# A page\n"})
    assert "site_url" not in config_for(None, tmp_path)
    text = config_for("https://e.org/pathstar/", tmp_path)
    assert f'\nsite_url = "https://e.org/pathstar/{ps.__version__}/"\n' in text
    assert '{ "How-to" = "howto/a.md" }' in text


def test_the_reference_has_the_public_classes_and_functions(tmp_path: Path) -> None:
    text = "".join(page.read_text() for page in write_reference(tmp_path))
    for name in ("spaces.grid.Grid", "planners.find.find_path", "fleet.world.world.World"):
        assert f"::: pathstar.{name}\n" in text
    for name in ("compat.skimage.route_through_array", "rasters.distance.cost_distance", "known.walk.Walk"):
        assert f"::: pathstar.{name}\n" in text
    for name in ("spaces.waypoints.Waypoints", "traces.files.read_trace", "maps.generate.nature.caves"):
        assert f"::: pathstar.{name}\n" in text
    assert "rasters.accessor.register" not in text, "it is not public"


def test_the_reference_calls_things_as_one_writes_them(tmp_path: Path) -> None:
    pages = {page.name: page.read_text() for page in write_reference(tmp_path)}
    assert (
        "::: pathstar.planners.find.find_path\n    options:\n      heading: pathstar.find_path\n"
        in pages["planners.md"]
    )
    assert "      heading: pathstar.fleet.World\n" in pages["fleet.md"]
    assert "      heading: pathstar.compat.skimage.MCP\n" in pages["compat.md"]
    assert "- [`pathstar.Map`](maps.md#pathstar.maps.map.Map)\n" in pages["index.md"]
    assert "`pathstar.maps.Map`" not in pages["index.md"]


def test_pages_fetch_no_fonts_from_another_server() -> None:
    assert re.search(r"^\[project\.theme\]\nfont = false\b", CONFIG.read_text("utf-8"), re.MULTILINE)


def test_tables_with_other_packages_become_bars() -> None:
    table = "| who | ms |\n| --- | --- |\n| pathstar | **2.5** |\n| other | 1,000 |\n"
    text = f"## Speed\n\n{table}\n## No\n\n| a |\n|---|\n"
    assert bars_of(text) == [("Speed", ["pathstar", "other"], [2.5, 1000.0], "ms")]


@pytest.mark.parametrize("program", GALLERY, ids=lambda path: path.stem)
def test_a_program_of_the_gallery_draws(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path(str(program))
    [picture] = tmp_path.iterdir()
    assert picture.name == f"{program.stem}.svg"
    assert re.search(r"<(rect|path|polygon|circle)", picture.read_text(encoding="utf-8"))
    found = names.get("path", names.get("field", getattr(names.get("trace"), "path", None)))
    if isinstance(found, ps.Field):
        assert np.isfinite(found.costs).mean() > 0.5
    else:
        assert found  # a path, not the reason why there is none
