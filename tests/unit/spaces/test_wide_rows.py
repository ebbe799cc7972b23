"""Legal steps are computed for 64 cells of a row at once: rows longer than that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces.base import place_list

WIDE = (5, 133)


def blocked(seed: int, shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(seed).random(shape) > 0.2


def exits(directions: int) -> np.ndarray:
    dice = np.random.default_rng(7)
    return dice.integers(0, 2**directions, WIDE) | dice.integers(0, 2**directions, WIDE)


SPACES: dict[str, Any] = {
    **{
        f"sixteen, {corners}": lambda walkable, corners=corners: ps.Grid(
            walkable, moves=ps.Moves(directions=16, corners=corners)
        )
        for corners in ("no_cut", "no_squeeze", "free")
    },
    **{
        f"hexagons, {layout}": lambda walkable, layout=layout: ps.HexGrid(walkable, layout=layout)
        for layout in ("odd-r", "even-r", "odd-q", "even-q")
    },
    "joined": lambda walkable: ps.Grid(walkable, wrap="xy"),
    "joined, sixteen": lambda walkable: ps.Grid(walkable, wrap="x", moves=ps.Moves(directions=16)),
    "exits": lambda walkable: ps.Grid(walkable, exits=exits(8)),
    "one way": lambda walkable: ps.Grid(
        walkable, one_way=[((x, 2), (x + 1, 2)) for x in range(58, 70) if walkable[2, x : x + 2].all()]
    ),
    "voxels": lambda walkable: ps.VoxelGrid(np.stack([walkable, walkable[::-1], walkable[:, ::-1]])),
}


@pytest.mark.parametrize("kind", SPACES)
def test_steps_are_those_of_the_oracle(kind: str) -> None:
    space = SPACES[kind](blocked(1, WIDE))
    for place in place_list(space.places_of(np.arange(space.size))):
        steps = dict(space.steps_from(place)) if plain.is_free(space, place) else {}
        truth: dict[Any, float] = {}
        for to, cost in plain.neighbours(space, place) if plain.is_free(space, place) else ():
            truth[to] = min(cost, truth.get(to, np.inf))
        assert steps == pytest.approx(truth), place


@pytest.mark.parametrize("kind", [kind for kind in SPACES if kind not in ("one way", "voxels", "exits")])
def test_steps_after_edits_are_those_of_a_space_made_anew(kind: str) -> None:
    dice = np.random.default_rng(2)
    world = ps.Map(blocked(3, WIDE))
    make = world.hexgrid if kind.startswith("hexagons") else world.grid
    options: dict[str, Any] = {"layout": kind.split(", ")[1]} if kind.startswith("hexagons") else {}
    if kind.startswith("sixteen"):
        options = {"moves": ps.Moves(directions=16, corners=kind.split(", ")[1])}
    if kind.startswith("joined"):
        options = {"wrap": "xy"} if kind == "joined" else {"wrap": "x", "moves": ps.Moves(directions=16)}
    space = make(**options)
    for _ in range(25):
        x, y = int(dice.integers(0, WIDE[1])), int(dice.integers(0, WIDE[0]))
        wide, high = int(dice.integers(1, 90)), int(dice.integers(1, 4))
        world.edit("passable", (slice(y, y + high), slice(x, x + wide)), bool(dice.integers(0, 2)))
        fresh = make(**options)
        for node in range(space.size):
            ours, theirs = space.node_steps_from(node), fresh.node_steps_from(node)
            np.testing.assert_array_equal(np.sort(ours[0]), np.sort(theirs[0]))
