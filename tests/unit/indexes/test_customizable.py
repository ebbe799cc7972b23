"""Customizable hierarchies: shared orders, what an edit keeps, and what is rejected."""

from __future__ import annotations

import gc
import pickle
from pathlib import Path

import numpy as np
import pytest
from tests.oracle import sparse
from tests.unit.indexes.worlds import random_grid

import pathstar as ps

KIND = "customizable"
SHAPE = (40, 55)


def world(seed: int, blocked: float = 0.2) -> ps.Map:
    rng = np.random.default_rng(seed)
    return ps.Map(rng.random(SHAPE) >= blocked, cost=rng.uniform(1, 9, SHAPE))


def check_costs(grid: ps.Grid, index: ps.Index) -> None:
    """Compare the costs from a few places to all others with the oracle's."""
    places = np.argwhere(grid.walkable)[:, ::-1]
    planner = ps.Planner(grid, index=index)
    for start in places[:: len(places) // 3]:
        found = planner.find_many(np.repeat(start[None], len(places), 0), places, costs_only=True)
        optima = sparse.costs_from(grid, tuple(start.tolist()))[places[:, 1], places[:, 0]]
        np.testing.assert_allclose(found.costs, optima, rtol=1e-12)


def test_the_order_of_another_index_serves_other_costs_and_closed_cells() -> None:
    order = ps.build_index(world(1, blocked=0.1).grid(), KIND)
    changed = world(1, blocked=0.1)
    changed.edit("cost", (slice(0, 20), slice(5, 30)), 17.0)
    changed.edit("passable", (slice(10, 30), slice(40, 42)), False)
    for model in ("enter", "mean"):
        grid = changed.grid(cost_model=model)
        index = ps.build_index(grid, KIND, order=order)
        check_costs(grid, index)
        shared = {name: array.tobytes() for name, array in order.core.sections()}
        own = {name: array.tobytes() for name, array in index.core.sections()}
        assert {name for name in own if own[name] != shared[name]} == {
            "up",
            "down",
            "up_hints",
            "down_hints",
        }


def test_a_door_opens_where_the_order_knows_it() -> None:
    room = ps.Map(np.ones((9, 9), bool))
    order = ps.build_index(room.grid(), KIND)
    room.edit("passable", (slice(0, 9), slice(4, 5)), False)
    grid = room.grid()
    planners = [
        ps.Planner(grid, index=ps.build_index(grid, KIND, **options)) for options in ({"order": order}, {})
    ]
    assert not any(planner.find((0, 0), (8, 0)) for planner in planners)
    room.edit("passable", (4, 4), True)
    assert [planner.find((0, 4), (8, 4)).cost for planner in planners] == [8, 8]
    assert [planner.index.status for planner in planners] == ["current", "current"]


def check_paths(grid: ps.Grid, index: ps.Index, seed: int) -> None:
    """Compare random paths with Dijkstra's, and walk them."""
    ends = np.random.default_rng(seed).integers(0, (grid.width, grid.height), (2, 40, 2))
    planner = ps.Planner(grid, index=index)
    found, truth = planner.find_many(*ends), ps.find_paths(grid, *ends, algorithm="dijkstra")
    np.testing.assert_array_equal(found.statuses, truth.statuses)
    np.testing.assert_allclose(found.costs, truth.costs, rtol=1e-12)
    for path in filter(None, found):
        assert ps.check_path(grid, path)
    matrix = ps.cost_matrix(planner, ends[0, :5], ends[1])
    np.testing.assert_allclose(
        matrix, ps.cost_matrix(ps.Planner(grid, "dijkstra"), ends[0, :5], ends[1]), rtol=1e-12
    )


@pytest.mark.parametrize(
    ("model", "corners"), [("enter", "no_cut"), ("mean", "free"), ("enter", "no_squeeze")]
)
def test_what_was_a_wall_opens_and_closes_again(model: str, corners: str, tmp_path) -> None:
    for seed in range(3):
        ground = world(seed, blocked=0.35)
        rng = np.random.default_rng(seed)
        ground.edit("cost", (slice(10, 14), slice(0, 55)), 0.0)
        grid = ground.grid(cost_model=model, moves=ps.Moves(corners=corners))
        index = ps.build_index(grid, KIND)
        for turn in range(5):
            for _ in range(3):
                x, y = rng.integers(0, (SHAPE[1], SHAPE[0])).tolist()
                ground.edit("passable", (x, y), bool(rng.random() < 0.8))
                ground.edit("cost", (x, y), float(rng.uniform(0.1, 9)))
            check_paths(grid, index, turn)
            assert index.status == "current"
        index.save(tmp_path / "opened")
        check_paths(grid, ps.load_index(tmp_path / "opened", grid, verify="full"), 9)
        again = pickle.loads(pickle.dumps(index))
        check_paths(again.space, again, 10)


def test_too_many_openings_are_left_to_a_search_until_some_close() -> None:
    ground = ps.Map(np.arange(40 * 55).reshape(SHAPE) % 55 < 30)
    grid = ground.grid()
    index = ps.build_index(grid, KIND)
    ground.edit("passable", (slice(0, 40), slice(35, 55)), True)
    assert index.status == "stale"
    check_paths(grid, index, 1)
    ground.edit("passable", (slice(1, 40), slice(35, 55)), False)
    assert index.status == "current"
    check_paths(grid, index, 2)
    index.update()
    assert index.rebuilds == 0


def test_an_order_is_refused_before_a_build_is_resumed(tmp_path: Path) -> None:
    file, grid = tmp_path / "build", ps.Grid(np.ones((9, 9)))
    with pytest.raises(ps.OptionError, match="only the kind 'customizable' takes the order"):
        ps.build_index(grid, "subgoal", resume=file, order=ps.build_index(grid, KIND))
    assert not file.exists()


def test_orders_that_do_not_fit_are_refused() -> None:
    grid = random_grid(1, 20, 15, 0.2)
    order = ps.build_index(grid, KIND)
    for other, match in (
        (ps.Grid(np.ones((15, 20))), "lacks too many steps"),
        (ps.Grid(np.ones((15, 21))), "lacks too many steps"),
        (ps.HexGrid(grid.walkable), "not a customizable index of such a space"),
    ):
        with pytest.raises(ps.OptionError, match=f"order does not fit.*{match}"):
            ps.build_index(other, KIND, order=order)
    with pytest.raises(ps.OptionError, match="not a customizable index"):
        ps.build_index(grid, KIND, order=ps.build_index(grid, "landmarks", landmarks=1))
    with pytest.raises(ps.OptionError, match="order is 'subgoal'; allowed"):
        ps.build_index(grid, KIND, order="subgoal")
    with pytest.raises(ps.OptionError, match="only the kind 'customizable'"):
        ps.build_index(grid, "subgoal", order=order)


def test_the_order_of_a_larger_space_is_refused() -> None:
    order = ps.build_index(ps.Grid(np.ones((40, 9))), KIND)
    with pytest.raises(ps.OptionError, match="order does not fit: it is of a larger space"):
        ps.build_index(ps.Grid(np.ones((4, 9))), KIND, order=order)
    with pytest.raises(ps.MapLimitError, match="more than 1,000 bytes"):
        ps.build_index(ps.Grid(np.ones((40, 9))), KIND, order=order, max_bytes=1000)


def test_an_order_outlives_the_index_that_it_is_from(tmp_path) -> None:
    grid = world(1).grid()
    ps.build_index(grid, KIND).save(tmp_path / "index")
    index = ps.build_index(grid, KIND, order=ps.load_index(tmp_path / "index", grid))
    gc.collect()
    check_costs(grid, index)
    index = ps.build_index(grid, KIND, order=index)
    gc.collect()
    check_costs(grid, index)


def test_what_follows_an_edit_can_be_saved_and_pickled(tmp_path) -> None:
    ground = world(2)
    grid = ground.grid()
    index = ps.build_index(grid, KIND)
    held = index.core.sections()
    before = [array.tobytes() for _, array in held]
    rng = np.random.default_rng(3)
    for _ in range(5):
        x, y = rng.integers(0, (SHAPE[1], SHAPE[0])).tolist()
        if grid.walkable[y, x]:
            ground.edit("cost", (x, y), float(rng.uniform(0.1, 30)))
    check_costs(grid, index)
    assert [array.tobytes() for _, array in held] == before  # arrays handed out never change
    index.save(tmp_path / "ground.pathindex")
    check_costs(grid, ps.load_index(tmp_path / "ground.pathindex", grid, verify="full"))
    again = pickle.loads(pickle.dumps(index))
    check_costs(again.space, again)


def test_many_edits_at_once_are_followed() -> None:
    ground = world(4, blocked=0.0)
    grid = ground.grid()
    index = ps.build_index(grid, KIND)
    for value in (30.0, 0.5):
        ground.edit("cost", (slice(3, 35), slice(2, 50)), value)
        check_costs(grid, index)
    assert index.status == "current"


def test_voxels_and_graphs_without_small_separators_are_refused() -> None:
    dense = ps.Graph.from_edges([(a, b, 1.0 + a) for a in range(120) for b in range(120) if a != b])
    for space in (dense, ps.VoxelGrid(np.ones((12, 12, 12)))):
        with pytest.raises(ps.MapLimitError, match="use the kind 'landmarks'"):
            ps.build_index(space, KIND, max_bytes=60_000)
