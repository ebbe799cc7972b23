"""The table of stacks: each pair runs, compared with an oracle, or is rejected with the table's reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.oracle import plain, sight, timed

import pathstar as ps
from pathstar.spaces.base import place_list
from pathstar.spaces.layers.stacks import GROUNDS, LAYERS, checked_ground, ground_of, refusal

FREE = np.random.default_rng(3).random((7, 8)) >= 0.15
FREE[:2, :2] = True

GROUND_MAKERS: dict[str, Callable[[], Any]] = {
    "Grid": lambda: ps.Grid(FREE),
    "Grid with links": lambda: ps.Grid(FREE, wrap="x", portals=[((0, 0), (1, 1), 0.5)]),
    "Grid of 16 directions": lambda: ps.Grid(FREE, moves=ps.Moves(directions=16)),
    "HexGrid": lambda: ps.HexGrid(FREE),
    "TriangleGrid": lambda: ps.TriangleGrid(FREE),
    "VoxelGrid": lambda: ps.VoxelGrid(FREE[None]),
    "Graph": lambda: ps.Graph([0, 1, 2], [1, 0]),
    "Waypoints": lambda: ps.waypoints(ps.Grid(FREE), [(0, 0)]),
    "Custom": lambda: ps.Custom(lambda node: [(node + 1, 1.0)]),
    "Sized": lambda: ps.Grid(FREE).sized(2),
    "Round": lambda: ps.Grid(FREE).sized(radius=0.5),
    "Turning": lambda: ps.Turning(ps.Grid(FREE)),
    "Timed": lambda: ps.Timed(ps.Grid(FREE)),
    "NavMesh": lambda: ps.NavMesh.from_grid(ps.Grid(FREE)),
}
LAYER_MAKERS: dict[str, Callable[[Any], Any]] = {
    "Sized": lambda ground: ps.spaces.Sized(ground, 2),
    "Round": lambda ground: ps.spaces.Round(ground, 0.5),
    "Turning": lambda ground: ps.Turning(ground, 0.3),
    "Timed": ps.Timed,
    "Waypoints": lambda ground: ps.waypoints(ground, [(0, 0), (1, 1)]),
}
ORACLES = {"Timed": timed, "Waypoints": sight}


PAIRS = [(layer, ground) for layer in LAYER_MAKERS for ground in GROUNDS]


def test_every_pair_is_tried() -> None:
    assert set(GROUND_MAKERS) == set(GROUNDS)
    assert set(LAYER_MAKERS) == {name for name, row in LAYERS.items() if row.runs_over}
    for row in LAYERS.values():
        assert {*row.runs_over, *row.refused} <= set(GROUNDS)
        assert not set(row.runs_over) & set(row.refused)
        assert bool(row.runs_over) == bool(row.others)


@pytest.mark.parametrize("name", GROUNDS)
def test_a_space_is_known_as_a_ground(name: str) -> None:
    assert ground_of(GROUND_MAKERS[name]()).name == name


@pytest.mark.parametrize(("layer", "ground"), [pair for pair in PAIRS if refusal(*pair)])
def test_a_refused_pair_says_why(layer: str, ground: str) -> None:
    reason = f"{layer} cannot lie over {GROUNDS[ground].words}: {refusal(layer, ground)}"
    with pytest.raises(ps.SpaceError, match=f"^{re.escape(reason)}$"):
        LAYER_MAKERS[layer](GROUND_MAKERS[ground]())


@pytest.mark.parametrize(("layer", "ground"), [pair for pair in PAIRS if not refusal(*pair)])
def test_a_pair_that_runs_finds_what_the_oracle_finds(layer: str, ground: str) -> None:
    space = LAYER_MAKERS[layer](GROUND_MAKERS[ground]())
    oracle = ORACLES.get(layer, plain)
    places = place_list(space.places_of(np.arange(0, space.size, max(1, space.size // 12))))
    found = 0
    for goal in places:
        path = ps.find_path(space, places[0], goal)
        assert path.cost == pytest.approx(oracle.cheapest(space, places[0], goal), rel=1e-9)
        if path:
            found += 1
            assert ps.check_path(space, path)
    assert found > 2


def test_time_asks_what_lies_below_a_heading() -> None:
    with pytest.raises(ps.SpaceError, match="Timed cannot lie over units that are discs: which cells a disc"):
        ps.Timed(ps.Turning(ps.Grid(FREE).sized(radius=0.5)))


@pytest.mark.parametrize("layer", LAYER_MAKERS)
def test_what_is_no_space_is_no_ground(layer: str) -> None:
    with pytest.raises(ps.SpaceError, match=f"^{layer} needs a Grid of plain squares.*, not ndarray$"):
        checked_ground(layer, FREE)
