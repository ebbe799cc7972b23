"""Who may know whom: the order of the folders, and what breaks it, in Python and in C++."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

# From left to right. A folder knows those to the left of its own rank, and itself.
RANKS = (
    {"errors", "lazy", "log", "version", "atomic", "_core"},
    {"archives", "progress", "words", "yaml_text"},
    {"maps"},
    {"spaces"},
    {"goals"},
    {"analysis", "paths"},
    {"smooth"},
    {"traces"},
    {"engine"},
    {"indexes"},
    {"planners"},
    {"influence", "jobs", "known"},
    {"fleet", "rasters"},
    {"compat"},
)
BOTTOM = RANKS[0]
RAILS = {
    "io": BOTTOM | {"progress", "yaml_text", "maps", "spaces", "goals", "paths"},
    "viz": BOTTOM | {"progress", "words", "maps", "spaces", "goals", "analysis", "paths", "traces", "web"},
    "web": BOTTOM,
}
RANKED = set().union(*RANKS)
FACADE = "pathstar"  # src/pathstar/__init__.py: knows all the ranks and the rails
TOPS = {"cli", "studio"}
# The two files that may import by a name made at run time: for lazy names and optional dependencies.
DYNAMIC = {"lazy.py", "errors.py"}
# Files that name a type to their right under `if TYPE_CHECKING`: what their lazy methods return. Add none.
TYPES_TO_THE_RIGHT = {
    ("maps/map.py", "spaces"),
    ("traces/trace.py", "viz"),
}

_IMPORTERS = {"builtins", "imp", "importlib", "pkgutil", "pydoc", "runpy", "zipimport"}
_IMPORTING = {"__import__", "eval", "exec", "exec_module", "import_module", "load_module", "resolve_name"}
_BY_NAME = {"need_extra", "load_lazily"}  # may be given a module by its name, as a literal
_MODULE = re.compile(r"pathstar\.(\w+)(\.\w+)*(:\w+)?")


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
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        allowed = may_know(folder)
        for line, target, typing_only in _imports(nodes, inside, package):
            spared = typing_only and (inside.as_posix(), target) in TYPES_TO_THE_RIGHT
            if target not in allowed and not spared:
                found.append(f"{inside}:{line}: {folder} must not know {target}")
        if str(inside) in DYNAMIC:
            continue
        for line, target in _named(nodes):
            if target not in allowed:
                found.append(f"{inside}:{line}: {folder} must not name a module of {target}")
        found += [f"{inside}:{line}: imports by name at run time" for line in _dynamic(nodes)]
        found += [f"{inside}:{line}: looks up what is loaded" for line in _loaded(nodes)]
    return found


def _imports(nodes: list[ast.AST], inside: Path, package: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield line and folder of each import of pathstar, and whether it is for types only."""
    typing_only = _for_types_only(nodes)
    for node in nodes:
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name.split(".")[0] == "pathstar":
                    yield node.lineno, [*name.name.split("."), FACADE][1], id(node) in typing_only
        elif isinstance(node, ast.ImportFrom):
            here = ["pathstar", *inside.parts[:-1]]
            base = here[: len(here) - node.level + 1] if node.level else []
            module = [*base, *(node.module or "").split(".")] if node.module else base
            if module[:1] != ["pathstar"]:
                continue
            if len(module) > 1:
                yield node.lineno, module[1], id(node) in typing_only
            else:
                for name in node.names:
                    known = (package / name.name).is_dir() or (package / f"{name.name}.py").is_file()
                    target = name.name if known or name.name == "_core" else FACADE
                    yield node.lineno, target, id(node) in typing_only


def _for_types_only(nodes: list[ast.AST]) -> set[int]:
    """Return the nodes under ``if TYPE_CHECKING``."""
    return {
        id(node)
        for guard in nodes
        if isinstance(guard, ast.If) and isinstance(guard.test, ast.Name) and guard.test.id == "TYPE_CHECKING"
        for statement in guard.body
        for node in ast.walk(statement)
    }


def _named(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield line and folder of each text that names a module of pathstar, which it could import."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            match = _MODULE.fullmatch(node.value)
            if match and match[1] in RANKED | set(RAILS) | TOPS:
                yield node.lineno, match[1]


def _dynamic(nodes: list[ast.AST]) -> list[int]:
    """Return the lines that can import a module without an import statement."""
    return [line for node in nodes if (line := _dynamic_line(node))]


def _dynamic_line(node: ast.AST) -> int:
    if isinstance(node, ast.Import):
        return node.lineno * any(name.name.split(".")[0] in _IMPORTERS for name in node.names)
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        return node.lineno * (module.split(".")[0] in _IMPORTERS and module != "importlib.resources")
    if isinstance(node, ast.Name):
        return node.lineno * (node.id in _IMPORTING)
    if isinstance(node, ast.Attribute):
        return node.lineno * (node.attr in _IMPORTING - {"eval", "exec"})
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _BY_NAME:
        return node.lineno * (not node.args or not isinstance(node.args[0], ast.Constant))
    return 0


def _loaded(nodes: list[ast.AST]) -> list[int]:
    """Return the lines that use ``sys.modules``, under any name."""
    called = {
        name.asname or name.name
        for node in nodes
        if isinstance(node, ast.Import)
        for name in node.names
        if name.name == "sys"
    }
    return [
        node.lineno
        for node in nodes
        if (
            isinstance(node, ast.Attribute)
            and node.attr == "modules"
            and isinstance(node.value, ast.Name)
            and node.value.id in called
        )
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "sys"
            and any(name.name in ("modules", "*") for name in node.names)
        )
    ]


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
                elif target in (".", ".."):
                    found.append(f"native/{part}/{inside}:{line}: includes by a way round, {header}")
                elif target in RANKED and folder in RANKED and target not in may_know(folder):
                    found.append(f"native/{part}/{inside}:{line}: {folder} must not know {target}")
    return found


def _includes(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := re.match(r"\s*#\s*include\s*[<\"]([^>\"]+)[>\"]", line):
            yield number, match[1]
