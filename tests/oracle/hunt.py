"""Several hunters against one prey, in turns: how soon they catch it, however well it moves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from tests.oracle.plain import neighbours

MOST_MOVES = 60  # more than any hunt on a small board takes


def moves_until_caught(space, cells: list) -> NDArray[np.float64]:
    """Return after how many moves of two hunters a prey that has just moved is caught; infinity for never.

    Indices are rows of ``cells``: ``[prey, first hunter, second hunter]``.
    """
    rows = {cell: row for row, cell in enumerate(cells)}
    steps = np.eye(len(cells), dtype=bool)
    for cell in cells:
        steps[rows[cell], [rows[place] for place, _ in neighbours(space, cell)]] = True
    at = np.eye(len(cells), dtype=bool)
    caught = at[:, :, None] | at[:, None, :]  # with the prey to move
    until = np.where(caught, 0.0, np.inf)
    for moves in range(1, MOST_MOVES):
        first = np.einsum("pab,ca->pcb", caught, steps) > 0
        hunted = np.einsum("pcb,db->pcd", first, steps) > 0
        until = np.where(hunted & np.isinf(until), float(moves), until)
        hunted |= np.isfinite(until)
        caught = caught | ~(np.einsum("qp,pab->qab", steps, ~hunted) > 0)
    return until
