"""A grid may read its costs from its caller's array: no copy, the same results, no harm if it changes."""

from __future__ import annotations

import gc
import pickle
import weakref
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps

SIDE = 24
ENDS = (0, 0), (SIDE - 1, SIDE - 1)
# Values that overwrite borrowed costs.
DAMAGE = (np.nan, -1.0, -1e300, 0.0, 1e300, np.inf, -np.inf)


def board(seed: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    walkable = random.random((SIDE, SIDE)) < 0.8
    walkable[0, :] = walkable[:, -1] = True
    return walkable, random.uniform(1, 9, (SIDE, SIDE))


def test_the_array_is_read_in_place() -> None:
    walkable, cost = board(1)
    lent, copied = ps.Grid(walkable, cost=cost, copy=False), ps.Grid(walkable, cost=cost)
    assert np.shares_memory(lent.cost, cost)
    assert not np.shares_memory(copied.cost, cost)
    assert lent == copied or np.array_equal(lent.cost, copied.cost)


@pytest.mark.parametrize("cost_model", ["enter", "mean"])
def test_answers_are_those_of_a_copy(cost_model: str) -> None:
    for seed in range(20):
        walkable, cost = board(seed)
        lent = ps.Grid(walkable, cost=cost, copy=False, cost_model=cost_model)
        copied = ps.Grid(walkable, cost=cost, cost_model=cost_model)
        assert ps.find_path(lent, *ENDS).nodes.tolist() == ps.find_path(copied, *ENDS).nodes.tolist()
        fields = [ps.distance_field(grid, [ENDS[0]]).costs for grid in (lent, copied)]
        assert np.array_equal(*fields)
        sized = [ps.find_path(grid.sized(2), (0, 0), (3, 0)).cost for grid in (lent, copied)]
        assert sized[0] == sized[1]


def test_it_is_held_and_let_go() -> None:
    walkable, cost = board(2)
    expected = ps.find_path(ps.Grid(walkable, cost=cost), *ENDS).cost
    gone = weakref.ref(cost)
    grid = ps.Grid(walkable, cost=cost, copy=False)
    del cost
    gc.collect()
    assert gone() is not None
    assert ps.find_path(grid, *ENDS).cost == expected
    assert ps.find_path(pickle.loads(pickle.dumps(grid)), *ENDS).cost == expected
    del grid
    gc.collect()
    assert gone() is None


def test_the_first_edit_copies() -> None:
    walkable, cost = board(3)
    map = ps.Map(walkable, cost=cost)
    grid = map.grid(copy=False)
    before = grid.cost
    running = ps.Planner(grid, "astar").search(*ENDS)
    running.step(5)
    seen = before[0, 1]
    map.edit("cost", np.array([(SIDE - 1, SIDE - 2), (0, 1)]), [1.0, 20.0])
    fresh = ps.Map(map.passable, cost=map.cost_field()).grid()
    assert ps.find_path(grid, *ENDS).cost == ps.find_path(fresh, *ENDS).cost
    running.run()
    assert running.path.cost == ps.find_path(fresh, *ENDS).cost
    assert grid.cost[SIDE - 2, SIDE - 1] == 1.0
    assert not np.shares_memory(grid.cost, before)
    assert before[0, 1] == seen


ROWS = [
    name
    for name, row in ps.ALGORITHMS.items()
    if row.unsupported_reason(ps.Grid(*board(0)[:1], cost=board(0)[1])) is None
]


@pytest.mark.parametrize("algorithm", ROWS)
@settings(max_examples=examples(15))
@given(seed=st.integers(0, 10**6))
def test_an_array_that_goes_bad_does_no_harm(algorithm: str, seed: int) -> None:
    walkable, cost = board(seed)
    grid = ps.Grid(walkable, cost=cost, copy=False)
    search = ps.Planner(grid, algorithm, max_expansions=3000).search(*ENDS)
    random = np.random.default_rng(seed)
    for _ in range(4):
        search.step(int(random.integers(1, 80)))
        places = random.random(cost.shape) < random.random()
        cost[places] = random.choice(DAMAGE, int(places.sum()))
    search.run()
    again = ps.find_path(grid, *ENDS, algorithm=algorithm, max_expansions=3000)
    if not ps.ALGORITHMS[algorithm].any_angle:
        check(grid, search.path, again)


@settings(max_examples=examples(15))
@given(seed=st.integers(0, 10**6))
def test_nor_do_fields_layers_and_indexes(seed: int) -> None:
    walkable, cost = board(seed)
    grid = ps.Grid(walkable, cost=cost, copy=False)
    layers = grid.sized(2), ps.Turning(grid), ps.Timed(grid)
    field = ps.distance_field(grid, [ENDS[0]])
    places = np.random.default_rng(seed).random(cost.shape) < 0.5
    cost[places] = np.random.default_rng(seed).choice(DAMAGE, int(places.sum()))
    assert (ps.distance_field(grid, [ENDS[0]]).costs >= 0).all()
    check(grid, field.path_from(ENDS[1]))
    check(grid, *ps.find_k_paths(grid, *ENDS, k=3))
    for layer in layers:
        ps.find_path(layer, (0, 0), (3, 0), max_expansions=3000)
    for kind in ("customizable", "hierarchy", "landmarks"):
        check(grid, ps.Planner(grid, index=ps.build_index(grid, kind)).find(*ENDS))


def check(grid: ps.Grid, *paths: Sequence[tuple[int, int]]) -> None:
    """Check that paths lead over free cells, in steps to neighbours; their costs may be wrong."""
    for path in paths:
        if path:
            x, y = np.array(list(path)).T
            assert grid.walkable[y, x].all()
            assert (np.maximum(abs(np.diff(x)), abs(np.diff(y))) == 1).all()


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (np.ones((SIDE, SIDE), np.float32), "not an array of float32"),
        (np.ones((SIDE, SIDE)).T[::-1], "not one with gaps"),
        ([[1.0] * SIDE] * SIDE, "not a list"),
        (np.ma.masked_equal(np.ones((SIDE, SIDE)), 0), "not a MaskedArray"),
    ],
)
def test_only_an_array_that_fits_is_borrowed(cost: object, said: str) -> None:
    with pytest.raises(ps.ArrayTypeError, match=said):
        ps.Grid(np.ones((SIDE, SIDE)), cost=cost, copy=False)


def test_what_cannot_borrow_says_so() -> None:
    cost = np.ones((SIDE, SIDE))
    with pytest.raises(ps.SpaceError, match="copy=False needs a grid of 4 or 8"):
        ps.Grid(cost, cost=cost, wrap="x", copy=False)
    with pytest.raises(ps.OptionError, match="copy is 0"):
        ps.Grid(cost, cost=cost, copy=0)
    assert ps.Grid(cost, copy=False).cost is None
