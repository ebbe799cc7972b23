"""The rows of spaces, what a space keeps between queries, and what each says about itself."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from dataclasses import fields

import numpy as np
import pytest

import pathstar as ps
from pathstar.engine.options import finder_of
from pathstar.indexes.belongs import check_indexable, fingerprint
from pathstar.spaces import KINDS, Capabilities, Space
from pathstar.spaces.base import Cache
from pathstar.viz.layouts.table import LAYOUTS

GRID = ps.Grid([[1, 1, 0], [1, 1, 1]])
MAKERS = {
    "Grid": lambda: ps.Grid([[1, 1, 0], [1, 1, 1]]),
    "Sized": lambda: ps.Grid(np.ones((3, 4))).sized(2),
    "Round": lambda: ps.Grid(np.ones((3, 4))).sized(radius=0.5),
    "HexGrid": lambda: ps.HexGrid([[1, 1, 0], [1, 1, 1]]),
    "TriangleGrid": lambda: ps.TriangleGrid([[1, 1, 0], [1, 1, 1]]),
    "VoxelGrid": lambda: ps.VoxelGrid(np.ones((2, 2, 2))),
    "Graph": lambda: ps.Graph.from_edges([((0, 0), (1, 1)), ((1, 1), (0, 0))]),
    "Waypoints": lambda: ps.waypoints(ps.Grid([[1, 1, 0], [1, 1, 1]]), [(0, 0), (1, 1)]),
    "Turning": lambda: ps.Turning(ps.Grid([[1, 1, 0], [1, 1, 1]])),
    "Timed": lambda: ps.Timed(ps.HexGrid([[1, 1, 0], [1, 1, 1]])),
    "NavMesh": lambda: ps.NavMesh([(0, 0), (1, 0), (1, 1), (0, 1)], [[0, 1, 2, 3]]),
    "Custom": lambda: ps.Custom(lambda node: [((1, 1), 1.0)]),
}


def test_each_kind_has_a_row_and_each_row_a_kind() -> None:
    assert set(MAKERS) == set(KINDS)


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_space_knows_its_row(name: str) -> None:
    space = MAKERS[name]()
    assert isinstance(space, Space)
    assert space.kind is KINDS[name]
    assert type(space).__name__ == name
    assert space.noun in ("square", "hexagon", "triangle", "cell", "box", "node", "point")
    assert space.capabilities.cells == (name not in ("Graph", "Custom", "NavMesh"))


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_row_says_why_where_an_error_asks(name: str) -> None:
    row = KINDS[name]
    assert set(row.lacks) <= {each.name for each in fields(Capabilities)}
    for capability in ("reversible", "one_to_all"):
        assert (capability in row.lacks) != getattr(row.capabilities, capability)
    assert row.layout in LAYOUTS or not row.layout


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_what_is_indexable_has_a_fingerprint(name: str) -> None:
    space = MAKERS[name]()
    if space.capabilities.indexable:
        assert check_indexable(space) is space
        assert fingerprint(space) == fingerprint(MAKERS[name]())
    else:
        with pytest.raises(ps.SpaceError, match=f"a grid or a Graph is needed, not {name}"):
            fingerprint(space)


def test_the_squares_of_a_grid_may_be_plain_or_not() -> None:
    four, sixteen = ps.Moves(directions=4), ps.Moves(directions=16)
    found = [ps.Grid([[1]], moves=moves).capabilities for moves in (ps.Moves(), four, sixteen)]
    assert [(each.squares, each.octile) for each in found] == [(True, True), (True, False), (False, False)]
    assert not ps.Grid([[1, 1]], wrap="x").capabilities.squares


def test_layers_lie_over_their_ground() -> None:
    turning, timed = ps.Turning(GRID), ps.Timed(GRID)
    assert (turning.ground, timed.ground, GRID.ground) == (GRID, GRID, GRID)
    assert turning.cells_of(np.array([7, 13], np.uint32)).tolist() == [1, 1]
    assert turning.place_nodes(np.array([7], np.uint32)).tolist() == [7]
    later = np.array([GRID.size + 1], np.uint32)  # the second free time of cell 1
    assert timed.place_nodes(later).tolist() == timed.cells_of(later).tolist() == [1]


def test_the_steps_at_a_time_need_a_time() -> None:
    with pytest.raises(ps.OptionError, match="time is"):
        ps.Timed(GRID).steps_from((0, 0), float("nan"))


def test_the_planners_that_a_space_keeps_are_bounded() -> None:
    grid = ps.Grid([[1, 1]])
    for limit in range(2, 100):
        assert ps.find_path(grid, (0, 0), (1, 0), max_expansions=limit).cost == 1
    assert len(grid.cache.planners) == Cache.MOST_PLANNERS
    assert ps.find_path(grid, (0, 0), (1, 0)).cost == 1  # a new setting still works
    assert len(grid.cache.planners) == Cache.MOST_PLANNERS


def test_threads_share_one_finder() -> None:
    for _ in range(20):
        grid, start, found = ps.Grid([[1, 1]]), threading.Barrier(4), []

        def ask(grid: ps.Grid = grid, start: threading.Barrier = start, found: list = found) -> None:
            start.wait()
            found.append(finder_of(grid))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len({id(finder) for finder in found}) == 1


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_space_goes_with_what_it_keeps(name: str) -> None:
    space = MAKERS[name]()
    ends = ((0, 0, 0), (1, 1, 1)) if name == "VoxelGrid" else ((0, 0), (1, 1))
    assert ps.find_path(space, *ends)
    (planner,) = space.cache.planners.values()
    gone = [weakref.ref(space), weakref.ref(planner)]
    del space, planner
    gc.collect()
    assert [each() for each in gone] == [None, None]


@pytest.mark.parametrize("space", [ps.Grid, ps.HexGrid, ps.TriangleGrid])
@pytest.mark.parametrize("place", [(5, 5), (-1, 0), (0.5, 0), (0, 0, 0), "x", None, 3])
def test_nothing_lies_around_what_is_no_place(space: Callable[[object], ps.Grid], place: object) -> None:
    with pytest.raises((ps.PlaceError, ps.PlaceTypeError)):
        space([[1, 0], [1, 1]]).around(place)


def test_what_is_no_space_is_refused_with_the_way_to_one() -> None:
    with pytest.raises(ps.SpaceError, match=r"not Map; ask it for one: map.grid\(\)"):
        ps.Planner(ps.Map([[1]]))
    with pytest.raises(ps.SpaceError, match=r"not ndarray; make a grid of it"):
        ps.find_path(np.ones((2, 2)), (0, 0), (1, 1))


@pytest.mark.parametrize(
    "make", [ps.Grid, ps.HexGrid, ps.TriangleGrid, ps.VoxelGrid, lambda one: ps.Grid(one).sized(1)]
)
@pytest.mark.parametrize(
    ("nodes", "error", "words"),
    [
        ([-1], ps.PlaceError, "there is no node -1; allowed: 0 to 5"),
        (np.array([0, 6], np.uint32), ps.PlaceError, "there is no node 6; allowed: 0 to 5"),
        ([True], ps.PlaceTypeError, "nodes must be whole numbers, not bool"),
    ],
)
def test_cells_that_are_not_there_are_neither_free_nor_blocked(make, nodes, error, words):
    cells = np.array([[[1, 0, 1], [1, 1, 1]]], bool)
    space = make(cells if make is ps.VoxelGrid else cells[0])
    with pytest.raises(error, match=words):
        space.is_free(nodes)
    assert space.is_free([0, 1, 5]).tolist() == [True, False, True]
    assert space.is_free(np.array([1, 2], np.uint32)).tolist() == [False, True]
