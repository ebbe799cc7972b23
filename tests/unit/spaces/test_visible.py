"""What a cell sees, compared with lines sampled point by point."""

from __future__ import annotations

import numpy as np
import pytest
from tests.oracle import sight

import pathstar as ps


@pytest.mark.parametrize("corners", ["no_cut", "no_squeeze", "free"])
@pytest.mark.parametrize("seed", range(6))
def test_it_is_what_lines_reach(corners: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    grid = ps.Grid(random.random((8, 9)) > 0.2, moves=ps.Moves(corners=corners))
    start = (int(random.integers(9)), int(random.integers(8)))
    seen = grid.visible_from(start)
    for y, x in np.ndindex(seen.shape):
        free = bool(grid.walkable[start[::-1]])
        assert seen[y, x] == (free and sight.sees(grid.walkable, corners, start, (x, y)))
        assert not seen[y, x] or grid.visible_from((x, y))[start[::-1]]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ps.SpaceError, match="visible_from needs a grid of 4 or 8 directions without"):
        ps.Grid([[1, 1]], wrap="x").visible_from((0, 0))
    with pytest.raises(ps.PlaceError, match="lies outside"):
        ps.Grid([[1, 1]]).visible_from((2, 0))


@pytest.mark.parametrize("corners", ["no_cut", "no_squeeze", "free"])
def test_a_wall_is_seen_where_it_would_be_if_it_were_free(corners):
    walkable = np.random.default_rng(9).random((9, 11)) > 0.3
    walkable[4, 5] = True
    seen = ps.Grid(walkable, moves=ps.Moves(corners=corners)).visible_from((5, 4), walls=True)
    for y, x in np.argwhere(~walkable).tolist():
        opened = walkable.copy()
        opened[y, x] = True
        assert seen[y, x] == ps.Grid(opened, moves=ps.Moves(corners=corners)).visible_from((5, 4))[y, x]
