"""Which modules of the pages may import which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pathstar import web

MODULES = sorted(web.FOLDER.rglob("*.js"))
MAY_KNOW = {"lib": {"lib"}, "saved": {"lib", "saved"}, "studio": {"lib", "studio"}}


def imports(module: Path) -> list[str]:
    """Return what a module imports, as written."""
    return re.findall(r'^import [^"]*"([^"]+)";', module.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(web.FOLDER).as_posix())
def test_modules_import_files_of_the_folders_that_they_may_know(module: Path) -> None:
    folder = module.relative_to(web.FOLDER).parts[0]
    for name in imports(module):
        target = (module.parent / name).resolve()
        assert target.is_file(), f"{name} does not exist"
        assert target.relative_to(web.FOLDER).parts[0] in MAY_KNOW[folder]


def test_text_is_the_content_of_a_file() -> None:
    assert web.text("lib/board/board.js").startswith("/**")
