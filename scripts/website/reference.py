"""The reference of all names, made from their docstrings."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import pathstar as ps

PACKAGES = ("compat", "fleet", "goals", "influence", "jobs", "known", "maps", "rasters", "smooth", "viz")
_OPTIONS = "    options:\n      show_root_heading: true\n      show_source: false\n      heading_level: 2\n"


def write_reference(site: Path) -> list[Path]:
    """Write a page for each folder that defines public names, and one that lists them."""
    folder = site / "api"
    folder.mkdir(parents=True)
    by_page: dict[str, list[str]] = {}
    for name in ps.__all__:
        add(by_page, getattr(ps, name))
    for package in PACKAGES:
        for each in public(getattr(ps, package)):
            add(by_page, each)
    for page, names in by_page.items():
        blocks = "\n".join(f"::: {name}\n{_OPTIONS}" for name in sorted(set(names)))
        (folder / f"{page}.md").write_text(f"# pathstar.{page}\n\n{blocks}", encoding="utf-8")
    lists = "".join(
        f"\n## [{page}]({page}.md)\n\n"
        + "".join(f"- [`{name}`]({page}.md#{name})\n" for name in sorted(set(names)))
        for page, names in sorted(by_page.items())
    )
    (folder / "index.md").write_text(f"# All names\n{lists}", encoding="utf-8")
    return sorted(folder.iterdir())


def add(by_page: dict[str, list[str]], thing: Any) -> None:
    """Add a class or function to the folder that defines it; skip constants and native types."""
    module = getattr(thing, "__module__", "")
    if callable(thing) and module.startswith("pathstar.") and "_core" not in module:
        by_page.setdefault(module.split(".")[1], []).append(f"{module}.{thing.__qualname__}")


def public(package: ModuleType) -> list[Any]:
    """Return the classes and functions of a package, or those of its modules if it has none."""
    names = [name for name in dir(package) if not name.startswith("_") and name != "lazy_names"]
    things = [getattr(package, name) for name in getattr(package, "__all__", names)]
    own = [each for each in things if inspect.isclass(each) or inspect.isfunction(each)]
    if not own:
        modules = [each for each in things if inspect.ismodule(each)]
        own = [each for module in modules for each in vars(module).values() if _defined_in(each, module)]
    return own


def _defined_in(thing: Any, module: ModuleType) -> bool:
    name = getattr(thing, "__name__", "_")
    return (
        callable(thing) and not name.startswith("_") and getattr(thing, "__module__", "") == module.__name__
    )
