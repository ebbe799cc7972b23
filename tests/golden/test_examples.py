"""The examples run, and print what they say that they print."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap

import pytest

from architecture.tree import ROOT


@pytest.mark.parametrize("name", ["risk.py", "puzzle.py"])
def test_an_example(name):
    script = ROOT / "examples" / name
    words = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
    shown = textwrap.dedent(words.partition("It prints\n\n")[2]).strip()
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == shown


def test_the_demo_shows_checked_routes_and_draws_one(tmp_path):
    script = ROOT / "examples" / "demo.py"
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Checked step by step: right") == 2
    for name in ("landscape.png", "landscape.svg"):
        assert (tmp_path / "demo-out" / name).stat().st_size > 1000
