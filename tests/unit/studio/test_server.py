"""What the server says at the terminal."""

from __future__ import annotations

import io
import sys

import pytest

from pathstar.studio.server import serve


def test_what_it_says_goes_through_a_pipe_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe, newline="\n"))
    serve.__kwdefaults__["say"]("here")
    assert pipe.getvalue() == b"here\n"
