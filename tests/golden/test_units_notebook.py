"""The notebook of units runs from top to bottom."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from architecture.tree import ROOT


def _file_of(filename: str) -> str:
    return filename


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown: list[str] = []
    display = SimpleNamespace(SVG=_file_of, Image=_file_of, display=shown.append)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(display=display))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    notebook = json.loads((ROOT / "examples" / "units.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec("".join(cell["source"]), names)
    written = sorted(file.name for file in tmp_path.iterdir() if file.stat().st_size > 1000)
    assert written == ["plan.gif", "runners.gif", "sums.svg", "units.html"]
    assert shown == ["sums.svg", "plan.gif", "runners.gif"]
    assert names["met"].any()
    assert 0 < names["share"] < 1
