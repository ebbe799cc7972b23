"""The examples run, and print what they claim to print."""

from __future__ import annotations

import ast
import runpy
import sys
import textwrap

import pytest

from architecture.tree import ROOT

# Each example with what it needs. Mesa needs Python 3.11.
EXAMPLES = {"risk.py": "pathstar", "puzzle.py": "pathstar", "gridworld.py": "gymnasium"}
if sys.version_info >= (3, 11):
    EXAMPLES["evacuation.py"] = "mesa"
LISTED = {"arcade.md": "patrol.py", "gymnasium.md": "gridworld.py", "mesa.md": "evacuation.py"}


@pytest.mark.parametrize("page", LISTED)
def test_a_page_ends_in_the_whole_program(page):
    program = (ROOT / "examples" / LISTED[page]).read_text(encoding="utf-8")
    text = (ROOT / "docs" / "howto" / page).read_text(encoding="utf-8")
    assert text.endswith(f"```py\n{program}```\n")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example(name, capsys):
    pytest.importorskip(EXAMPLES[name])
    script = ROOT / "examples" / name
    words = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
    shown = textwrap.dedent(words.partition("It prints\n\n")[2]).strip()
    runpy.run_path(str(script), run_name="__main__")
    assert capsys.readouterr().out.strip() == shown


def test_the_demo_shows_checked_routes_and_draws_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(ROOT / "examples" / "demo.py"), run_name="__main__")
    assert capsys.readouterr().out.count("Checked step by step: right") == 2
    for name in ("landscape.png", "landscape.svg"):
        assert (tmp_path / "demo-out" / name).stat().st_size > 1000
