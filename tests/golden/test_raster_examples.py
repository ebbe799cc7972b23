"""The notebook of rasters runs from top to bottom, and the pictures of the how-to are drawn."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest

from architecture.tree import ROOT

FOLDER = ROOT / "examples" / "rasters"


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mpl.use("Agg")
    notebook = json.loads((FOLDER / "walking.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec("".join(cell["source"]), names)
    assert (tmp_path / "minutes.tif").stat().st_size > 0
    minutes = np.asarray(names["minutes"])
    assert np.isfinite(minutes).sum() > 28_000


def test_the_pictures_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.delitem(sys.modules, "pictures", raising=False)
    import pictures

    pictures.draw(tmp_path)
    drawn = sorted(path.name for path in tmp_path.glob("*.png"))
    assert drawn == sorted(path.name for path in (ROOT / "docs" / "howto" / "rasters").glob("*.png"))
