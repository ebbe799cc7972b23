"""Files and functions are short enough to be read in one go."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from architecture.tree import ROOT, files, make

MOST_FILE_LINES = 600
MOST_FUNCTION_LINES = 80
CODE = (".py", ".hpp", ".cpp", ".js", ".css", ".html")

# A line that opens a function's body, not that of a type, a namespace or a control statement.
_OPENS_BODY = re.compile(r"\)[^;{}()]*(?::[^;]*)?\{[^{}]*$")
_NO_FUNCTION = re.compile(
    r"^\s*(?:(?:\} )?else\b|if\b|for\b|while\b|switch\b|do\b|namespace\b|(?:class|struct|enum|union)\b)"
)
# The fields in which statements hold other statements.
_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")


def python_functions(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield first line, name and number of lines of each function."""
    todo: list[ast.AST] = [ast.parse(text)]
    while todo:  # ast.walk would visit each expression, which is most of a file
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name, (node.end_lineno or node.lineno) - node.lineno + 1
        todo += [inner for block in _BLOCKS for inner in getattr(node, block, ())]


def native_functions(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield the same for C++ and JavaScript, by brackets: a line ending in ``) ... {`` opens a body.

    Nested ones, such as lambdas, count as part of the outermost.
    """
    lines = [re.sub(r"//.*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'", "", line) for line in text.splitlines()]
    depth, begin, outside = 0, 0, 0
    for number, line in enumerate(lines, 1):
        if not begin and _OPENS_BODY.search(line) and not _NO_FUNCTION.match(line):
            begin, outside = number, depth
        depth += line.count("{") - line.count("}")
        if begin and depth <= outside:
            yield begin, lines[begin - 1].strip(), number - begin + 1
            begin = 0


def functions(path: Path) -> list[tuple[int, str, int]]:
    """Return the functions of a file."""
    text = path.read_text(encoding="utf-8")
    return list(python_functions(text) if path.suffix == ".py" else native_functions(text))


def too_long(root: Path) -> list[str]:
    """Return the files and functions over the limits."""
    found = []
    for path in files(root, *CODE):
        name = path.relative_to(root)
        length = len(path.read_text(encoding="utf-8").splitlines())
        if length > MOST_FILE_LINES:
            found.append(f"{name}: {length} lines")
        if path.suffix in {".css", ".html"}:
            continue
        for line, function, size in functions(path):
            if size > MOST_FUNCTION_LINES:
                found.append(f"{name}:{line}: {function}: {size} lines")
    return found


def test_nothing_is_too_long() -> None:
    found = too_long(ROOT)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("folder", "suffixes"), [("src", (".py",)), ("native/core", (".hpp", ".cpp"))])
def test_the_medians_are_low(
    folder: str, suffixes: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [path for path in files(ROOT, *suffixes) if path.is_relative_to(ROOT / folder)]
    file_median = median(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
    function_median = median(size for path in paths for _, _, size in functions(path))
    with capsys.disabled():
        print(f"\n{folder}: median of files {file_median:g} lines, of functions {function_median:g} lines")
    assert file_median <= 200
    assert function_median <= 12


def test_a_long_file_is_found(tmp_path: Path) -> None:
    tree = make(
        tmp_path, {"src/a.py": "x = 1\n" * 601, "native/a.hpp": "\n" * 601, "src/b.py": "x = 1\n" * 600}
    )
    assert too_long(tree) == ["src/a.py: 601 lines", "native/a.hpp: 601 lines"]


def test_a_long_function_is_found(tmp_path: Path) -> None:
    body = "  x += 1;\n" * 80
    tree = make(
        tmp_path,
        {
            "src/a.py": "def f():\n" + "    x = 1\n" * 80 + "def g():\n" + "    x = 1\n" * 79,
            "native/a.cpp": f"namespace n {{\nint f(int x) {{\n{body}  return x;\n}}\n}}\n",
            "native/b.hpp": f"struct S {{\n  S() : a(1) {{\n{body}  }}\n}};\n",
            "native/c.cpp": f"struct S {{\n{body}}};\nint f() {{ return 1; }}\n",
        },
    )
    assert [line.split(": ")[0] for line in too_long(tree)] == [
        "src/a.py:1",
        "native/a.cpp:2",
        "native/b.hpp:2",
    ]
