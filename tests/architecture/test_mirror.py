"""The mirror rule: one word names a folder's code, its tests, its binding and its reference page."""

from __future__ import annotations

from pathlib import Path

import pytest

from architecture.ranks import RAILS
from architecture.tree import ROOT, make


def missing_mirrors(root: Path) -> list[str]:
    """Return what is missing, as paths from the root."""
    package, core = root / "src" / "pathstar", root / "native" / "core"
    wanted = []
    for folder in sorted({path.parent.name for path in package.glob("*/*.py")}):
        wanted += [f"tests/unit/{folder}", f"docs/reference/{folder}.md"]
    for folder in sorted({path.relative_to(core).parts[0] for path in core.glob("*/*.?pp")}):
        wanted += [f"native/bind/{folder}.cpp"]
        if folder not in RAILS:
            wanted += [f"src/pathstar/{folder}"]
    return [name for name in wanted if not (root / name).exists()]


def test_every_folder_has_its_mirrors() -> None:
    missing = missing_mirrors(ROOT)
    assert not missing, "\n".join(missing)


GOOD = {
    "src/pathstar/maps/map.py": "",
    "tests/unit/maps/test_map.py": "",
    "docs/reference/maps.md": "",
    "native/core/maps/map.hpp": "",
    "native/bind/maps.cpp": "",
}


def test_a_whole_tree_lacks_nothing(tmp_path: Path) -> None:
    assert missing_mirrors(make(tmp_path, GOOD)) == []


@pytest.mark.parametrize(
    ("gone", "missing"),
    [
        ("tests/unit/maps/test_map.py", "tests/unit/maps"),
        ("docs/reference/maps.md", "docs/reference/maps.md"),
        ("native/bind/maps.cpp", "native/bind/maps.cpp"),
        ("src/pathstar/maps/map.py", "src/pathstar/maps"),
    ],
)
def test_a_missing_mirror_is_found(tmp_path: Path, gone: str, missing: str) -> None:
    tree = {name: text for name, text in GOOD.items() if name != gone}
    assert missing_mirrors(make(tmp_path, tree)) == [missing]
