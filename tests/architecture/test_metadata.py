"""What both distributions say of where the project lives, in one voice."""

from __future__ import annotations

import re

import pytest

from architecture.tree import ROOT

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
