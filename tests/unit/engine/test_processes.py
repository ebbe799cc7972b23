"""Interpreters within a process."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

INNER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

inner = interpreters.create()
program = '''
try:
    import pathstar as ps
    ps.Grid([[1]])
except ImportError as error:
    print(error, flush=True)
'''
interpreters.run_string(inner, program)
interpreters.destroy(inner)
"""


def test_an_interpreter_within_the_process_cannot_import_it() -> None:
    names = ("_interpreters", "_xxsubinterpreters")
    if not any(importlib.util.find_spec(name) for name in names):
        pytest.skip("this Python has no such interpreters")
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", INNER], capture_output=True, text=True, timeout=30, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "pathstar works in the main interpreter of a process only\n"
