"""Both distributions give the same addresses of the project, and make installs what they need."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from architecture.tree import ROOT, script

PROJECTS = ("pyproject.toml", "packages/nx-pathstar/pyproject.toml")
HOME = "https://github.com/pathstar/pathstar"


def urls_of(project: str) -> dict[str, str]:
    text = (ROOT / project).read_text(encoding="utf-8")
    section = text.partition("[project.urls]\n")[2].partition("\n[")[0]
    return dict(re.findall(r'^(\w+) = "(.+)"$', section, re.MULTILINE))


@pytest.mark.parametrize("project", PROJECTS)
def test_the_addresses_of_a_distribution_are_those_of_one_repository(project: str) -> None:
    urls = urls_of(project)
    assert urls["Homepage"] == HOME
    assert {"Homepage", "Documentation", "Changelog", "Issues"} == set(urls)
    assert all(url.startswith(HOME) for url in urls.values())


@pytest.mark.parametrize("project", PROJECTS)
def test_addresses_of_files_name_files_of_the_tree(project: str) -> None:
    files = [url.partition("/blob/main/")[2] for url in urls_of(project).values() if "/blob/" in url]
    assert len(files) == 2
    assert [file for file in files if not (ROOT / file).is_file()] == []


def test_links_of_the_published_readme_lead_into_the_repository() -> None:
    """On PyPI there are no files beside the page of a package."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tools = script("requirements_of").tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    for each in tools["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"], text)
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text)
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)]+)\)", text)
    raw = HOME.replace("github.com", "raw.githubusercontent.com")
    assert [each for each in pictures if not _is_there(each, f"{raw}/main/")] == []
    assert [each for each in links if not _is_there(each, f"{HOME}/blob/main/")] == []
    assert (len(pictures), len(links) > 20) == (1, True)


def _is_there(address: str, folder: str) -> bool:
    """Return whether an address is outside the project, or names a file of the tree."""
    if not address.startswith(folder):
        return address.startswith("https://") and not address.startswith(HOME)
    return (ROOT / address.removeprefix(folder).partition("#")[0]).is_file()


@pytest.mark.parametrize("extras", [["all"], ["studio", "ros"], []])
def test_what_is_installed_beside_the_package_is_what_it_asks_for(extras: list[str]) -> None:
    program = script("requirements_of")
    project = program.tomllib.loads(program.PROJECT.read_text("utf-8"))["project"]
    found = {each.replace(" ", "") for each in program.requirements_of(extras, project)}
    asked = set()
    todo, seen = set(extras), set()
    while todo:
        seen.add(extra := todo.pop())
        for each in metadata.requires("pathstar") or []:
            requirement, _, marker = each.partition(";")
            if re.search(rf"extra\s*==\s*['\"]{extra}['\"]", marker):
                own = re.fullmatch(r"pathstar\[(.+)\]", requirement.strip())
                asked |= set() if own else {requirement.replace(" ", "")}
                todo |= set(own[1].split(",")) - seen if own else set()
    asked |= {each.replace(" ", "") for each in metadata.requires("pathstar") or [] if "extra" not in each}
    assert found == asked


@pytest.mark.parametrize(
    ("version", "goal", "python", "refused"),
    [
        ("Python 2.7.18", "help", sys.executable, True),
        ("Python 2.7.18", "clean", sys.executable, False),
        ("Python 2.7.18", "help", "", False),
        (f"Python {sys.version.split()[0]}", "help", sys.executable, False),
    ],
)
def test_make_refuses_another_python_than_that_of_the_environment(
    tmp_path: Path, version: str, goal: str, python: str, refused: bool
) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    own = tmp_path / ".venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.write_text(f"#!/bin/sh\necho {version}\n", encoding="utf-8")
    own.chmod(0o755)
    named = [f"PYTHON={python}"] if python else []
    # Without the variables of a make that may be running this test.
    plain = {"PATH": os.environ["PATH"]}
    done = subprocess.run(
        ["make", goal, *named], cwd=tmp_path, env=plain, capture_output=True, text=True, check=False
    )
    assert (done.returncode != 0) == refused, done.stderr
    assert ("Python 2.7.18 of .venv" in done.stderr) == refused
