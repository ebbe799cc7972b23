"""The progress bar of a run."""

from __future__ import annotations

import io
from typing import Any

import pytest

from pathstar.cli import output
from pathstar.cli.rasters import _state
from pathstar.rasters.tiles.wave import Progress


class Terminal(io.StringIO):
    """A text that counts as a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_shows_what_describes_the_state(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    shown = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    described: list[Any] = []

    def describe(state: int) -> tuple[float, str]:
        described.append(state)
        return state / 4, f"{state} of 4 tiles"

    with output.following("tiles", describe) as tell:
        tell(1)
        tell(2)  # within a tenth of a second: not drawn
    assert ("1 of 4 tiles" in shown.getvalue()) == terminal
    assert described == [1] * terminal


def test_the_state_of_a_run() -> None:
    progress = Progress(cells=64_000_000, tiles=16, settled=16_000_000, front=1234.56, visits=20)
    assert _state(progress) == (0.25, "16.0 of 64.0 M cells, front 1,234.6, 20 visits")
    progress.run, progress.runs = 2, 4
    assert _state(progress) == (
        0.3125,
        "run 2 of 4: 16.0 of 64.0 M cells, front 1,234.6, 20 visits",
    )
    progress.run = progress.runs = 1
    progress.front = float("inf")
    assert _state(progress)[1] == "costs are final, 20 visits"
