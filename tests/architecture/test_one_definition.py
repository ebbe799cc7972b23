"""No two files of the native core define a type of the same full name.

The linker silently takes one for both: vectors of one may be freed as vectors of the other.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from architecture.tree import ROOT, files, make

_OPENS = re.compile(r"^namespace ?([\w:]*) ?\{")
_CLOSES = re.compile(r"^\}  // namespace")
_TYPE = re.compile(r"^(?:struct|class|union|enum class|enum) (?:alignas\([^)]*\) )?(\w+)\b(?!::|.*;\s*$)")


def types(text: str) -> Iterator[str]:
    """Yield the full names of the types that a file defines outside of unnamed namespaces."""
    spaces: list[str] = []
    for line in text.splitlines():
        if opened := _OPENS.match(line):
            spaces.append(opened[1])
        elif _CLOSES.match(line):
            spaces.pop()
        elif (found := _TYPE.match(line)) and "" not in spaces:
            yield "::".join([*spaces, found[1]])


def defined_twice(root: Path) -> list[str]:
    """Return the types that more than one file below native/core defines, with the files."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in files(root, ".hpp", ".cpp"):
        if path.is_relative_to(root / "native" / "core"):
            for name in types(path.read_text(encoding="utf-8")):
                homes[name].append(path.relative_to(root / "native" / "core").as_posix())
    return [f"{name}: {', '.join(found)}" for name, found in sorted(homes.items()) if len(found) > 1]


def test_each_type_is_defined_once() -> None:
    found = defined_twice(ROOT)
    assert not found, "\n".join(found)


def test_a_second_definition_is_found(tmp_path: Path) -> None:
    def namespaced(body: str, space: str = "pathstar") -> str:
        return f"namespace {space} {{\n\n{body}\n}}  // namespace {space}\n"

    hidden = namespaced("namespace {\n\nstruct Row {\n};\n\n}  // namespace\n")
    tree = make(
        tmp_path,
        {
            "native/core/a.hpp": namespaced("struct Row {\n  int x;\n};\nclass Told;\n"),
            "native/core/b/c.hpp": namespaced(
                "struct Row {\n  double x;\n};\nclass Told final : public Row {\n};\n"
            ),
            "native/core/b/d.hpp": namespaced("struct Row {\n};\n", "pathstar::fleet"),
            "native/core/b/e.cpp": hidden,
        },
    )
    assert defined_twice(tree) == ["pathstar::Row: a.hpp, b/c.hpp"]
