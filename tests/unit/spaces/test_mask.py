"""Masks: a query that may not enter some cells finds the same as without these cells."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps
from pathstar import _core
from pathstar.engine.options import finder_of
from pathstar.paths.path import Method
from pathstar.spaces.base import place_list

METHOD = Method("astar", "octile", 1.0, "automatic", 1.0)
RANDOM = np.random.default_rng(91)
FREE = RANDOM.random((11, 13)) >= 0.15
OPEN = RANDOM.random((11, 13)) >= 0.2
COST = RANDOM.uniform(0.5, 4, FREE.shape)
FREE[0, 0] = OPEN[0, 0] = True
FOUR, BESIDE = ps.Moves(directions=4), ps.Moves(corners="free")  # rules by which a wall closes only itself

MAKERS: dict[str, Any] = {
    "grid": lambda free: ps.Grid(free, moves=FOUR),
    "grid, free corners, costs": lambda free: ps.Grid(free, moves=BESIDE, cost=COST),
    "hexes": lambda free: ps.HexGrid(free, wrap="x"),
    "voxels": lambda free: ps.VoxelGrid(free[None], corners="free"),
    "turning": lambda free: ps.Turning(ps.Grid(free, moves=FOUR), 0.5),
}
LOOPS = {
    "A*": {},
    "Dijkstra": {"weight": 0.0},
    "both ends": {"loop": _core.Loop.bidirectional},
    "limited": {"max_expansions": 10**6, "open": _core.OpenKind.heap},
}


def settings(space: ps.spaces.Space, allowed: np.ndarray, **options: Any) -> _core.Settings:
    usual = {
        "loop": _core.Loop.best_first,
        "use_g": True,
        "weight": 1.0,
        "heuristic": _core.HeuristicKind[space.default_heuristic()],
        "open": _core.OpenKind.automatic,
        "ties": _core.Ties.larger_g,
        "jumps": False,
        "skip_dead_ends": False,
        "improve": True,
        "max_expansions": 2**63,
    }
    made = _core.Settings(**(usual | options))
    made.mask = _core.CellMask(allowed.astype(np.uint8).ravel())
    return made


def found(space: ps.spaces.Space, start: int, goal: int, asked: _core.Settings) -> ps.Path:
    """What a query finds, between nodes."""
    ends = place_list(space.places_of([start, goal]))
    return ps.Path(finder_of(space).find(start, goal, asked), space, *ends, METHOD)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("name", MAKERS)
def test_a_mask_is_as_a_wall_where_walls_close_themselves_alone(name: str, loop: str) -> None:
    space, walled = MAKERS[name](FREE), MAKERS[name](FREE & OPEN)
    asked = settings(space, OPEN, **LOOPS[loop])
    for goal in range(0, FREE.size, 9):
        path = found(space, 0, goal, asked)
        assert path.cost == pytest.approx(plain.cheapest(walled, path.start, path.goal), rel=1e-9)
        assert OPEN.ravel()[space.cells_of(path.nodes)].all()


def test_a_step_may_pass_beside_a_masked_cell_and_begin_on_one() -> None:
    grid, allowed = ps.Grid(np.ones((2, 2))), np.array([[0, 0], [1, 1]])
    assert found(grid, 0, 3, settings(grid, allowed)).cost == pytest.approx(math.sqrt(2))
    assert not found(grid, 3, 0, settings(grid, allowed))


def test_iterative_deepening_is_masked() -> None:
    grid, allowed = ps.Grid(np.ones((3, 4)), moves=FOUR), np.ones((3, 4))
    allowed[:2, 1] = 0
    deepening = {"loop": _core.Loop.iterative_deepening, "open": _core.OpenKind.none}
    assert found(grid, 0, 3, settings(grid, allowed, **deepening)).cost == 7


def test_units_with_a_size_are_masked_by_their_places() -> None:
    unit = ps.Grid(np.ones((4, 7))).sized(2)
    allowed = np.ones((4, 7))
    allowed[:2, 3] = 0
    path = found(unit, 0, 5, settings(unit, allowed))
    assert (3, 2) in path
    assert path.cost == pytest.approx(1 + 4 * math.sqrt(2))


def test_a_stepped_and_a_recorded_search_are_masked() -> None:
    grid = ps.Grid(np.ones((3, 5)), moves=FOUR)
    allowed = np.ones((3, 5))
    allowed[:2, 2] = 0
    search = finder_of(grid).search(0, 4, settings(grid, allowed))
    while search.status is _core.Status.RUNNING:
        search.step(1)
    assert ps.Path(search.result(), grid, (0, 0), (4, 0), METHOD).cost == 8


def test_jump_points_and_functions_cannot_be_masked() -> None:
    grid, custom = ps.Grid(np.ones((3, 3))), ps.Custom(lambda node: [(node + 1, 1.0)])
    with pytest.raises(ps.OptionError, match="a mask needs a search that looks at each cell"):
        finder_of(grid).find(0, 8, settings(grid, np.ones((3, 3)), jumps=True))
    nodes = [custom.node_of(number) for number in (0, 5)]
    with pytest.raises(ps.OptionError, match="whose cells are known"):
        finder_of(custom).find(*nodes, settings(custom, np.ones((3, 3))))
