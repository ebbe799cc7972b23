"""What the tests of commands share."""

from __future__ import annotations

from pathlib import Path

import pytest

import pathstar as ps
from pathstar.maps.examples import worked_example


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Return a file of the guide's worked example, with its marks."""
    file = tmp_path / "board.txt"
    ps.write(worked_example(), file)
    return file
