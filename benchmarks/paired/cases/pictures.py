"""Pictures: a large map as PNG, and a search square by square as PNG and SVG."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

import pathstar as ps

from .base import Case, LeftOutError, Scale, Work


def board(side: int, seed: int) -> ps.Grid:
    """Return a grid, a fifth of it walls, except its first and last squares."""
    walkable = np.random.default_rng(seed).random((side, side)) < 0.8
    walkable[:2, :2] = walkable[-2:, -2:] = True
    return ps.Grid(walkable)


def picture(side: int, suffix: str, *, searched: bool) -> Work:
    """Set up writing one picture again and again."""
    grid = board(side, 2)
    ask = ps.trace if searched else ps.find_path
    thing = ask(grid, (0, 0), (side - 1, side - 1))
    options = {} if searched else {"cell": 1}
    folder = Path(tempfile.mkdtemp(prefix="pictures-"))
    try:
        ps.save_picture(thing, folder / f"first{suffix}", **options)
    except ps.PathstarError as error:  # Pillow is missing
        raise LeftOutError(str(error)) from error
    return Work(lambda number: ps.save_picture(thing, folder / f"next{suffix}", **options))


def cases(scale: Scale) -> Iterator[Case]:
    """Return the rows."""
    large, small = scale.pick(2048, 256), 24
    yield Case(f"picture/png-{large}", partial(picture, large, ".png", searched=False))
    yield Case(f"picture/png-search-{small}", partial(picture, small, ".png", searched=True))
    yield Case(f"picture/svg-search-{small}", partial(picture, small, ".svg", searched=True))
