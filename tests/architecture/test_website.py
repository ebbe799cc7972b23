"""The documents become pages whose links work, and the gallery's programs draw."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
from scripts.website.pages import copy_pages
from scripts.website.pictures import bars_of
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


def test_the_reference_has_the_public_classes_and_functions(tmp_path: Path) -> None:
    text = "".join(page.read_text() for page in write_reference(tmp_path))
    for name in ("spaces.grid.Grid", "planners.find.find_path", "fleet.world.world.World"):
        assert f"::: pathstar.{name}\n" in text
    assert "compat.skimage.route_through_array" in text


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
