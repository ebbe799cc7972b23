"""The public names are the documented ones, and each has a description."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import pathstar
from architecture.tree import ROOT

REFERENCE = ROOT / "docs" / "reference" / "index.md"


def documented_names(text: str) -> set[str]:
    """Return the names in the first cells of the tables of a page."""
    return set(re.findall(r"^\|\s*\[?`(?:ps\.)?(\w+)", text, re.MULTILINE))


def undescribed(thing: object) -> str | None:
    """Return what a public object's docstring lacks, if anything."""
    if not callable(thing):
        return None
    text = inspect.getdoc(thing) or ""
    if not text.strip():
        return "has no docstring"
    if isinstance(thing, type) and (issubclass(thing, BaseException) or hasattr(thing, "__members__")):
        return None
    return None if ">>>" in text else "has no example"


def package_names(folder: Path) -> set[str]:
    """Return the names of the packages and modules directly in a folder."""
    return {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}


def test_the_public_names_are_the_documented_ones() -> None:
    documented = documented_names(REFERENCE.read_text(encoding="utf-8"))
    assert sorted(pathstar.__all__) == sorted(documented)


def test_the_public_names_are_few() -> None:
    assert len(pathstar.__all__) == len(set(pathstar.__all__)) <= 65


def test_no_public_name_is_a_package_s() -> None:
    assert set(pathstar.__all__) & package_names(ROOT / "src" / "pathstar") == set()


@pytest.mark.parametrize("name", sorted(pathstar.__all__))
def test_every_public_name_is_described_with_an_example(name: str) -> None:
    assert undescribed(getattr(pathstar, name)) is None


def test_documented_names_are_read_from_tables() -> None:
    rows = [
        "`not_this`",
        "| name | what |",
        "|---|---|",
        "| `read` | a |",
        "| [`ps.Map`](maps.md) | b |",
        "| x | `no` |",
    ]
    page = "\n".join(rows)
    assert documented_names(page) == {"read", "Map"}


def test_a_bad_docstring_is_found() -> None:
    def silent() -> None: ...

    def plain() -> None:
        """Do nothing."""

    def good() -> None:
        """Do nothing.

        Example:
            >>> good()
        """

    assert undescribed(silent) == "has no docstring"
    assert undescribed(plain) == "has no example"
    assert undescribed(good) is None
    assert undescribed(3) is None


def test_package_names_are_found(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "errors.py").touch()
    assert package_names(tmp_path) == {"maps", "errors"}
