"""The frontier of what is known, kept up to date as more is seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.known import KnownMap, Walk
from pathstar.known.frontier import Frontier

SPACES: dict[str, dict[str, Any]] = {
    "sides": {},
    "squeezing": {"moves": ps.Moves(corners="free")},
    "knights": {"moves": ps.Moves(directions=16)},
    "across": {"wrap": "x"},
    "torus": {"wrap": "xy", "moves": ps.Moves(corners="no_squeeze")},
    "portals": {"portals": [((0, 0), (8, 5)), ((3, 3), (0, 6), 2.0), ((8, 5), (1, 1))]},
    "one way": {"one_way": [((2, 2), (3, 2)), ((4, 4), (4, 5))]},
}


@pytest.mark.parametrize("options", SPACES.values(), ids=SPACES)
@pytest.mark.parametrize("seed", range(3))
def test_the_frontier_is_where_a_step_leads_to_what_was_not_seen(options: dict, seed: int) -> None:
    random = np.random.default_rng(seed)
    known = KnownMap(ps.Map(random.random((7, 9)) > 0.2))
    space = known.map.grid(**options)
    beside = steps_ahead(options, (7, 9))
    frontier, compared = None, 0
    for _ in range(25):
        cells = random.integers(0, (9, 7), (int(random.integers(0, 5)), 2))
        known.observe(cells, passable=random.random() < 0.7)
        if frontier is None and random.random() < 0.3:
            frontier = Frontier(space, known)
        if frontier is not None and random.random() < 0.7:
            seen = known.seen.ravel()
            expected = [cell for cell in range(63) if seen[cell] and not seen[beside[cell]].all()]
            assert frontier.cells().tolist() == expected
            compared += bool(expected)
    assert compared > 5


def steps_ahead(options: dict, shape: tuple[int, int]) -> list[list[int]]:
    """Return the neighbours of each cell: at its sides, around it if steps may squeeze, and by portals."""
    height, width = shape
    wrap = options.get("wrap", "")
    moves = options.get("moves", ps.Moves())
    around = moves.corners == "free" or "one_way" in options
    found: list[list[int]] = []
    for cell in range(height * width):
        y, x = divmod(cell, width)
        beside = []
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                u, v = x + dx, y + dy
                there = ("x" in wrap or 0 <= u < width) and ("y" in wrap or 0 <= v < height)
                if (dx or dy) and there and (around or not (dx and dy)):
                    beside.append(v % height * width + u % width)
        beside += [p[1][1] * width + p[1][0] for p in options.get("portals", []) if p[0] == (x, y)]
        found.append(beside)
    return found


def test_what_was_seen_comes_in_order_and_once() -> None:
    known = KnownMap(shape=(2, 3))
    known.observe([(1, 0), (2, 0)])
    cells, sighting = known.seen_after(0)
    assert cells.tolist() == [1, 2]
    known.observe([(2, 0), (0, 1)], passable=False)
    known.observe([(0, 1)])
    cells, sighting = known.seen_after(sighting)
    assert cells.tolist() == [3]
    assert known.seen_after(sighting)[0].tolist() == []
    assert known.seen_after(0)[0].tolist() == [1, 2, 3]


def test_one_cell_twice_in_one_look_is_seen_once() -> None:
    known = KnownMap(shape=(1, 3))
    known.observe([(1, 0), (1, 0)])
    assert known.seen_after(0)[0].tolist() == [1]


def test_two_units_of_a_player_share_the_frontier() -> None:
    truth = ps.Map(np.random.default_rng(5).random((20, 20)) > 0.15)
    known = KnownMap(truth)
    labels = ps.islands(truth.grid()).labels
    island = np.argwhere((labels == np.bincount(labels[truth.passable]).argmax()) & truth.passable)[:, ::-1]
    one, other = (Walk(known, tuple(island[row].tolist()), radius=3) for row in (0, -1))
    while "walking" in (one.status, other.status):
        one.step()
        other.step()
    assert (one.status, other.status) == ("explored", "explored")
    assert known.seen[island[:, 1], island[:, 0]].all()
