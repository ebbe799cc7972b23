"""Where code tests the kind of a space: outside `spaces` it asks a capability, a method or a row instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

# The checker shares no code with what it checks, so it has to know each kind.
SPARED = ("spaces/", "paths/checks/")

# Things other than spaces that have a `kind`, by the file that compares it: an index, a parameter of a
# function, a board of the page, an event of another program or of a walk, a sentence.
OTHER_KINDS = {
    "cli/commands/explore.py": ("event",),
    "indexes/files.py": ("info",),
    "io/formats.py": ("p",),
    "studio/boards.py": ("self",),
    "studio/game.py": ("event",),
    "traces/posthoc_read.py": ("row", "rows[0]"),
    "traces/explain/text.py": ("sentence",),
}
# Methods that files have, too.
FILE_METHODS = {"read", "write"}
STEPS = {"steps_from", "steps_to", "node_steps_from", "node_steps_to"}
_BUILTINS = {"bool", "int", "float", "str", "bytes", "list", "tuple", "dict"}


def space_classes(package: Path) -> set[str]:
    """Return the names of the classes in `spaces` that are a `Space`, without `Space` itself."""
    bases = {node.name: {_last(base) for base in node.bases} for node in _definitions(package / "spaces")}
    found = {"Space"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found - {"Space"}


def own_names(package: Path) -> set[str]:
    """Return the public attributes that some kinds of space have and others lack."""
    attributes: dict[str, set[str]] = {}
    for node in _definitions(package / "spaces"):
        attributes[node.name] = set(_attributes(node))
    classes = space_classes(package)
    names = set().union(*(attributes.get(name, set()) for name in classes)) - attributes.get("Space", set())
    return {name for name in names - FILE_METHODS if not name.startswith("_")}


def _attributes(definition: ast.ClassDef) -> Iterator[str]:
    for node in definition.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if _last(target) == "__slots__":
                    yield from (part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant))
                else:
                    yield _last(target)


def kind_tests(root: Path) -> list[str]:
    """Return the places outside `spaces` and the checker where code tests the kind of a space."""
    package = root / "src" / "pathstar"
    classes, own = space_classes(package), own_names(package)
    nodes = {str(path.relative_to(package)): list(ast.walk(tree)) for path, tree in _modules(package)}
    classes |= _aliases(nodes, classes)
    return [
        f"{name}:{line}: {what}"
        for name, there in nodes.items()
        if not name.startswith(SPARED)
        for line, what in sorted(_found(name, there, classes, own))
    ]


def steps_in_the_checker(root: Path) -> list[str]:
    """Return the places where the independent checker asks the space for its steps."""
    package = root / "src" / "pathstar"
    return [
        f"{path.relative_to(package)}:{node.lineno}: {node.attr}"
        for path, tree in _modules(package / "paths")
        if path.name == "check.py" or path.parent.name == "checks"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in STEPS
    ]


def _modules(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def _definitions(folder: Path) -> Iterator[ast.ClassDef]:
    """Yield the classes of a folder."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "class " in text:
            yield from (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef))


def _aliases(nodes: dict[str, list[ast.AST]], classes: set[str]) -> set[str]:
    """Return the other names under which files know these classes: imported as, tuples and unions of them."""
    found: set[str] = set()
    for there in nodes.values():
        for node in there:
            if isinstance(node, ast.ImportFrom):
                found |= {each.asname for each in node.names if each.asname and each.name in classes}
            elif isinstance(node, ast.Assign) and _names_class(node.value, classes):
                found |= {_last(target) for target in node.targets}
    return found


def _names_class(node: ast.expr, classes: set[str]) -> bool:
    """Whether an expression is one of these classes, or a tuple or union of them."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_names_class(each, classes) for each in node.elts)
    if isinstance(node, ast.BinOp):
        return _names_class(node.left, classes) or _names_class(node.right, classes)
    return _last(node) in classes


def _last(node: ast.AST) -> str:
    """Return the name that an expression ends with: ``b`` of ``a.b``."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _found(name: str, nodes: list[ast.AST], classes: set[str], own: set[str]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Call):
            what = _of_call(node, classes, own)
        elif isinstance(node, ast.Compare):
            what = _of_compare(node, name)
        elif isinstance(node, ast.Subscript):
            what = "looks a type up" if _is_type(node.slice) else ""
        elif isinstance(node, ast.Match):
            what = (
                "matches a type" if _is_type(node.subject) or _last(node.subject) in ("kind", "noun") else ""
            )
        elif isinstance(node, ast.MatchClass):
            what = f"matches {_last(node.cls)}" if _names_class(node.cls, classes) else ""
        else:
            continue
        if what:
            yield getattr(node, "lineno", 0), what


def _of_call(node: ast.Call, classes: set[str], own: set[str]) -> str:
    called, given = _last(node.func), node.args
    if called in ("isinstance", "issubclass") and len(given) == 2:
        if _names_class(given[1], classes):
            return f"{called} of a kind of space"
        if _last(given[0]) == "core" or _is_type(given[0]):
            return f"{called} of {ast.unparse(given[0])}"
    if called == "hasattr" or (called == "getattr" and len(given) == 3):
        asked = given[1].value if isinstance(given[1], ast.Constant) else None
        if asked in own or _last(given[0]) == "core":
            return f"{called} of {asked!r}"
    if called in ("get", "index", "count") and any(map(_is_type, given)):
        return "looks a type up"
    return ""


def _of_compare(node: ast.Compare, name: str) -> str:
    sides = [node.left, *node.comparators]
    spared = [f"{owner}.kind" for owner in OTHER_KINDS.get(name, ())]
    for side in sides:
        if _is_type(side) and not any(_last(other) in _BUILTINS for other in sides):
            return "compares a type"
        asked = _asked(side)
        if asked in ("kind", "noun") and ast.unparse(side) not in spared:
            return f"compares {ast.unparse(side)}"
        if asked == "core" and not any(_is_native_value(other) for other in sides):
            return f"compares {ast.unparse(side)}"
    return ""


def _asked(node: ast.expr) -> str:
    """Return the attribute that an operand tests: for ``a.kind.name`` it is ``kind``."""
    if not isinstance(node, ast.Attribute):
        return ""
    if isinstance(node.value, ast.Attribute) and node.value.attr == "kind":
        return "kind"
    is_dtype = node.attr == "kind" and _last(node.value) == "dtype"
    return "" if is_dtype else node.attr


def _is_native_value(node: ast.expr) -> bool:
    """Whether it is a value of a native enum, such as a row's `core`, which is not a space."""
    return isinstance(node, ast.Attribute) and ast.unparse(node).startswith("_core.")


def _is_type(node: ast.expr) -> bool:
    """Whether it is the type of something, or that type's name."""
    if isinstance(node, ast.Attribute) and node.attr in ("__name__", "__qualname__"):
        return _is_type(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr == "__class__"
    return isinstance(node, ast.Call) and _last(node.func) == "type" and len(node.args) == 1
