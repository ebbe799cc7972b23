"""Who may know whom: the order of the folders, and who breaks it, in Python and in C++."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

# From left to right. A folder knows those to the left of its own rank, and itself.
RANKS = (
    {"errors", "doors", "atomic", "_core"},
    {"maps"},
    {"spaces"},
    {"analysis", "paths", "traces"},
    {"engine"},
    {"indexes"},
    {"planners"},
    {"fleet", "jobs"},
)
BOTTOM = RANKS[0]
RAILS = {
    "io": BOTTOM | {"maps", "spaces", "paths"},
    "viz": BOTTOM | {"maps", "spaces", "paths", "traces"},
}
RANKED = set().union(*RANKS)
FACADE = "pathstar"  # src/pathstar/__init__.py: knows all the ranks and the rails
TOPS = {"cli", "studio"}
# The places that may import by a name made at run time.
DYNAMIC = {"__init__.py", "doors.py", "errors.py"}


def may_know(folder: str) -> set[str]:
    """Return the folders that a folder may import from."""
    if folder in TOPS:
        return RANKED | set(RAILS) | TOPS | {FACADE}
    if folder == FACADE:
        return RANKED | set(RAILS)
    if folder in RAILS:
        return RAILS[folder] | {folder}
    for number, rank in enumerate(RANKS):
        if folder in rank:
            return set().union(*RANKS[:number]) | {folder} | (BOTTOM if number else set())
    return set()


def python_violations(root: Path) -> list[str]:
    """Return the imports under src/pathstar that break the order, and the dynamic ones in the wrong place."""
    package = root / "src" / "pathstar"
    found = []
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package)
        folder = inside.parts[0].removesuffix(".py").replace("__init__", FACADE)
        if folder not in RANKED | set(RAILS) | TOPS | {FACADE}:
            found.append(f"{inside}: the folder {folder} has no rank")
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        allowed = may_know(folder)
        for line, target in _imports(tree, inside, package):
            if target not in allowed:
                found.append(f"{inside}:{line}: {folder} must not know {target}")
        if str(inside) not in DYNAMIC:
            found += [f"{inside}:{line}: imports by name at run time" for line in _dynamic(tree)]
    return found


def _imports(tree: ast.Module, inside: Path, package: Path) -> Iterator[tuple[int, str]]:
    """Yield line and folder of each import of pathstar, wherever it stands."""
    opens_doors = any(isinstance(node, ast.Name) and node.id == "open_door" for node in ast.walk(tree))
    spared = _for_types_only(tree) if opens_doors else set()
    for node in ast.walk(tree):
        if id(node) in spared:
            continue
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name.split(".")[0] == "pathstar":
                    yield node.lineno, [*name.name.split("."), FACADE][1]
        elif isinstance(node, ast.ImportFrom):
            here = ["pathstar", *inside.parts[:-1]]
            base = here[: len(here) - node.level + 1] if node.level else []
            module = [*base, *(node.module or "").split(".")] if node.module else base
            if module[:1] != ["pathstar"]:
                continue
            if len(module) > 1:
                yield node.lineno, module[1]
            else:
                for name in node.names:
                    known = (package / name.name).is_dir() or (package / f"{name.name}.py").is_file()
                    yield node.lineno, name.name if known or name.name == "_core" else FACADE


def _for_types_only(tree: ast.Module) -> set[int]:
    """Return the nodes under ``if TYPE_CHECKING``: a file with a door may name the type behind it."""
    return {
        id(node)
        for guard in ast.walk(tree)
        if isinstance(guard, ast.If) and isinstance(guard.test, ast.Name) and guard.test.id == "TYPE_CHECKING"
        for statement in guard.body
        for node in ast.walk(statement)
    }


def _dynamic(tree: ast.Module) -> list[int]:
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = (
                [name.name for name in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            )
            if any(
                module.split(".")[0] == "importlib" and module != "importlib.resources" for module in modules
            ):
                lines.append(node.lineno)
        elif isinstance(node, ast.Name) and node.id == "__import__":
            lines.append(node.lineno)
    return lines


def native_violations(root: Path) -> list[str]:
    """Return the includes under native/core and native/bind that break the order, and Python in the core."""
    found = []
    for part in ("core", "bind"):
        base = root / "native" / part
        for path in sorted([*base.rglob("*.hpp"), *base.rglob("*.cpp")]):
            inside = path.relative_to(base)
            folder = inside.parts[0].split(".")[0]
            for line, header in _includes(path):
                target = header.split("/")[0]
                if part == "core" and re.match(r"Python\.h|nanobind|pybind11|numpy/", header):
                    found.append(f"native/core/{inside}:{line}: the core must not include {header}")
                elif target in RANKED and folder in RANKED and target not in may_know(folder):
                    found.append(f"native/{part}/{inside}:{line}: {folder} must not know {target}")
    return found


def _includes(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := re.match(r"\s*#\s*include\s*[<\"]([^>\"]+)[>\"]", line):
            yield number, match[1]
