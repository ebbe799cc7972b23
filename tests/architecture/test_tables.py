"""The tables of algorithms and indexes in the documents agree with the rows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any

import pytest

import pathstar as ps
from architecture.tree import ROOT
from pathstar.planners.queries import GIVES, QUERIES
from pathstar.planners.replanning import REPAIRS
from pathstar.spaces.layers.stacks import GROUNDS, LAYERS, refusal

DOCS = ROOT / "docs"
QUERY_FIELDS = ("title", "call", "guarantee", "when")
ALGORITHMS = ("title", "guarantee", "when")
INDEXES = ("title", "needs", "build", "size", "query", "when", "repair")


def written(rows: Iterable[Any], fields: tuple[str, ...]) -> list[list[str]]:
    """Return the lines of a table of rows: the name, then these fields."""
    return [[row.name, *(str(getattr(row, field)) for field in fields)] for row in rows]


def read(page: str, heading: str) -> list[list[str]]:
    """Return the lines of the first table below a heading as plain text: no code marks, links or escapes."""
    table = re.search(
        rf"^## {heading}$.*?^\|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)", page, re.MULTILINE | re.DOTALL
    )
    assert table is not None, f"there is no table below {heading!r}"
    bare = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", table[1])
    lines = re.sub(r"[`\\]", "", bare).splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize(
    ("file", "heading", "rows", "fields"),
    [
        ("planners.md", "The table", ps.ALGORITHMS, ALGORITHMS),
        ("planners.md", "More than one path", QUERIES, QUERY_FIELDS),
        ("replanner.md", "What is repaired", REPAIRS, ALGORITHMS),
        ("indexes.md", "Kinds", ps.INDEXES, INDEXES),
    ],
)
def test_a_table_is_that_of_the_rows(file: str, heading: str, rows: Any, fields: tuple[str, ...]) -> None:
    page = (DOCS / "reference" / file).read_text(encoding="utf-8")
    assert read(page, heading) == written(rows.values(), fields)


def test_the_table_of_stacks_is_that_of_the_rows() -> None:
    page = (DOCS / "reference" / "spaces.md").read_text(encoding="utf-8")
    layers = [name for name, row in LAYERS.items() if row.runs_over]
    rows = [[name, *("no" if refusal(layer, name) else "yes" for layer in layers)] for name in GROUNDS]
    assert read(page, "What lies over what") == rows
    assert f"| over | {' | '.join(f'`{layer}`' for layer in layers)} |" in page


@pytest.mark.parametrize("rows", [ps.ALGORITHMS, ps.INDEXES])
def test_a_row_with_a_page_is_linked_to_it(rows: Any) -> None:
    file = "planners.md" if rows is ps.ALGORITHMS else "indexes.md"
    page = (DOCS / "reference" / file).read_text(encoding="utf-8")
    for name in rows:
        if (DOCS / "algorithms" / f"{name}.md").exists():
            assert f"| [`{name}`](../algorithms/{name}.md) |" in page


def test_a_table_is_read() -> None:
    page = "## A\n\ntext\n\n| x | y |\n|---|---|\n| [`a`](b.md) | A\\* |\n| `b` | c |\n\n## B\n"
    assert read(page, "A") == [["a", "A*"], ["b", "c"]]
    with pytest.raises(AssertionError, match="no table below 'B'"):
        read(page, "B")


ROWS = {**ps.ALGORITHMS, **QUERIES, **ps.INDEXES, **REPAIRS}
TABLES = {
    "planners/algorithms.py",
    "planners/queries.py",
    "planners/replanning/repairs.py",
    "indexes/kinds.py",
}


def test_every_row_says_what_it_is() -> None:
    assert len(ROWS) == len(ps.ALGORITHMS) + len(QUERIES) + len(ps.INDEXES) + len(REPAIRS)
    for row in ROWS.values():
        assert all((row.title, row.needs, row.guarantee, row.when, row.published))
        assert set(row.gives) <= set(GIVES)
    for kind in ps.INDEXES.values():
        assert set(kind.runs) <= set(ps.ALGORITHMS)
        assert all(kind.name in ps.ALGORITHMS[name].indexes for name in kind.runs)
    assert all(callable(getattr(ps, row.call)) for row in QUERIES.values())


def lists_of_names(text: str) -> list[str]:
    """Return the literals of Python code that list two rows or more: in brackets, or as test parameters."""
    found = []
    for node in ast.walk(ast.parse(text)):
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        names = {part.value for part in parts if isinstance(part, ast.Constant)} & set(ROWS)
        if len(names) > 1:
            found.append(f"line {node.lineno}: {', '.join(sorted(names))}")
    return found


def test_names_are_listed_in_the_tables_alone() -> None:
    source = ROOT / "src" / "pathstar"
    for file in sorted(source.rglob("*.py")):
        if file.relative_to(source).as_posix() not in TABLES:
            found = lists_of_names(file.read_text(encoding="utf-8"))
            assert not found, f"{file.relative_to(source)}: {found}; read the rows instead"


def test_a_list_of_names_is_found() -> None:
    assert lists_of_names('x = ["astar", "dijkstra"]') == ["line 1: astar, dijkstra"]
    assert lists_of_names('x = {"jps": 1, "yen": 2}') == ["line 1: jps, yen"]
    assert lists_of_names('x = ["astar", "other"]') == []
