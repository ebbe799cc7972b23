"""Files to open in the studio."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import numpy as np

import pathstar as ps
from pathstar.traces.trace import Trace

ARENA = b"type octile\nheight 3\nwidth 5\nmap\n..@..\n.@@..\n.....\n"
QUERIES = b"""version 1
0\tmaps/arena.map\t5\t3\t0\t0\t4\t0\t7.41421356
0\tmaps/arena.map\t5\t3\t0\t2\t4\t2\t4.00000000
0\tmaps/arena.map\t5\t3\t1\t1\t0\t0\t0.00000000
"""


def posthoc(folder: Path) -> tuple[Trace, bytes]:
    """Return a search on the arena, and the same as a file for Posthoc."""
    grid = ps.Grid([[1, 1, 0, 1, 1], [1, 0, 0, 1, 1], [1, 1, 1, 1, 1]])
    trace = ps.trace(grid, (0, 0), (4, 0))
    file = folder / "search.trace.json"
    trace.save(file)
    return trace, file.read_bytes()


def sent_file(name: str, content: bytes) -> dict[str, str]:
    """Return a file as the page sends it."""
    return {"name": name, "content": base64.b64encode(content).decode()}


def decoded(text: str, kind: str) -> np.ndarray[Any, Any]:
    """Return the numbers that a reply holds as base64."""
    return np.frombuffer(base64.b64decode(text), kind)
