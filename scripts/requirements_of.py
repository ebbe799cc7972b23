"""Print the external requirements of extras of the package, one per line: ``requirements_of.py all``.

`make` installs them while the package is compiled. pip knows them only once the package is built.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    from pip._vendor import tomli as tomllib

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


def requirements_of(extras: list[str], project: dict[str, object]) -> Iterator[str]:
    """Yield the dependencies of the project and of its extras, which may name other extras of the project."""
    optional = project["optional-dependencies"]
    assert isinstance(optional, dict)
    seen: set[str] = set()
    todo = list(extras)
    while todo:
        extra = todo.pop()
        if extra in seen:
            continue
        seen.add(extra)
        for requirement in optional[extra]:
            own = re.fullmatch(rf"{project['name']}\[(.+)\]", requirement)
            if own:
                todo += own[1].split(",")
            else:
                yield requirement
    dependencies = project["dependencies"]
    assert isinstance(dependencies, list)
    yield from dependencies


if __name__ == "__main__":
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    print(*sorted(set(requirements_of(sys.argv[1:], declared))), sep="\n")
