"""The reference of all names, made from their docstrings."""

from __future__ import annotations

import inspect
from operator import attrgetter
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import pathstar as ps

_OTHERS = {"cli", "studio", "web", "words"}  # packages that a program does not call
PACKAGES = (
    *(each.name for each in iter_modules(ps.__path__) if each.ispkg and each.name not in _OTHERS),
    "maps.generate",
)
# For each page where its things are defined, and their names as one writes them.
Pages = dict[str, dict[str, str]]

_OPTIONS = """\
    options:
      heading: {name}
      show_root_heading: true
      show_source: false
      heading_level: 2
"""


def write_reference(site: Path) -> list[Path]:
    """Write a page for each folder that defines public names, and one that lists them."""
    folder = site / "api"
    folder.mkdir(parents=True)
    by_page: Pages = {}
    for package in PACKAGES:
        for name, thing in public(attrgetter(package)(ps)):
            add(by_page, thing, name)
    for name in ps.__all__:
        add(by_page, getattr(ps, name), f"pathstar.{name}")
    for page, names in by_page.items():
        blocks = "\n".join(f"::: {path}\n{_OPTIONS.format(name=name)}" for path, name in in_order(names))
        (folder / f"{page}.md").write_text(f"# pathstar.{page}\n\n{blocks}", encoding="utf-8")
    lists = "".join(
        f"\n## [{page}]({page}.md)\n\n"
        + "".join(f"- [`{name}`]({page}.md#{path})\n" for path, name in in_order(names))
        for page, names in sorted(by_page.items())
    )
    (folder / "index.md").write_text(f"# All names\n{lists}", encoding="utf-8")
    return sorted(folder.iterdir())


def in_order(names: dict[str, str]) -> list[tuple[str, str]]:
    """Return where each thing of a page is defined, and its name, in the order of the names."""
    return sorted(names.items(), key=lambda row: (row[1], row[0]))


def add(by_page: Pages, thing: Any, name: str) -> None:
    """Add a class or function to the folder that defines it; skip constants and native types."""
    module = getattr(thing, "__module__", "")
    if callable(thing) and module.startswith("pathstar.") and "_core" not in module:
        by_page.setdefault(module.split(".")[1], {})[f"{module}.{thing.__qualname__}"] = name


def public(package: ModuleType) -> list[tuple[str, Any]]:
    """Return the classes and functions of a package, or those of its modules if it has none; with names."""
    names = [name for name in dir(package) if not name.startswith("_") and name != "lazy_names"]
    things = {
        f"{package.__name__}.{name}": getattr(package, name) for name in getattr(package, "__all__", names)
    }
    own = [(name, each) for name, each in things.items() if inspect.isclass(each) or inspect.isfunction(each)]
    if not own:
        modules = [each for each in things.values() if inspect.ismodule(each)]
        own = [
            (f"{module.__name__}.{name}", each)
            for module in modules
            for name, each in vars(module).items()
            if _defined_in(each, module)
        ]
    return own


def _defined_in(thing: Any, module: ModuleType) -> bool:
    name = getattr(thing, "__name__", "_")
    return (
        callable(thing) and not name.startswith("_") and getattr(thing, "__module__", "") == module.__name__
    )
