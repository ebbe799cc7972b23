"""Maps of larger squares, compared with a loop over their squares."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps


@pytest.mark.parametrize("free", ["any", "all"])
@pytest.mark.parametrize("cost", ["min", "mean"])
@pytest.mark.parametrize("k", [1, 2, 5, 13])
def test_each_square_stands_for_those_that_it_covers(k: int, free: str, cost: str) -> None:
    rng = np.random.default_rng(k)
    walkable, costs = rng.random((13, 9)) >= 0.15, rng.uniform(1, 9, (13, 9))
    made = ps.Map(walkable, cost=costs).coarsened(k, free, cost)
    assert made.shape == (-(-13 // k), -(-9 // k))
    assert made.cost is not None
    for y, x in np.ndindex(made.shape):
        block = np.s_[y * k : (y + 1) * k, x * k : (x + 1) * k]
        inside = walkable[block]
        assert made.passable[y, x] == {"any": inside.any(), "all": inside.all()}[free]
        if made.passable[y, x]:
            truth = {"min": np.min, "mean": np.mean}[cost](costs[block][inside])
            assert made.cost[y, x] == pytest.approx(truth, rel=1e-12)


def test_layers_are_folded_and_a_plain_map_stays_plain() -> None:
    swamp = {0: ps.maps.Terrain("wall", walkable=False), 1: ps.maps.Terrain("swamp", 4)}
    world = ps.Map.from_terrain([[1, 1], [1, 0]], swamp, name="bog")
    made = world.coarsened(2)
    assert (made.name, made.cost.tolist()) == ("bog, 2 x 2", [[4.0]])
    assert ps.Map(np.ones((4, 4))).coarsened(2).cost is None


def test_larger_squares_lie_where_the_small_ones_do() -> None:
    frame = ps.maps.Frame.from_pose(0.5, (10, 20, 0.3), height=6)
    fine = ps.Map(np.ones((6, 8)), frame=frame)
    corner = np.mean([fine.to_world(place) for place in ((2, 0), (3, 0), (2, 1), (3, 1))], axis=0)
    np.testing.assert_allclose(fine.coarsened(2).to_world((1, 0)), corner)


def test_every_path_has_a_coarse_one_if_any_free_square_counts() -> None:
    rng = np.random.default_rng(3)
    world = ps.Map(rng.random((40, 40)) >= 0.3)
    moves = ps.Moves(corners="free")
    coarse = world.coarsened(4, "any").grid(moves)
    places = np.argwhere(world.passable)[:, ::-1]
    found = 0
    for start, goal in rng.choice(places, (60, 2)):
        if ps.find_path(world.grid(moves), start, goal):
            assert ps.find_path(coarse, start // 4, goal // 4)
            found += 1
    assert found > 40


def test_what_is_not_allowed() -> None:
    world = ps.Map(np.ones((3, 4)))
    for k in (0, 5, 1.5, True):
        with pytest.raises(ps.OptionError, match=f"k is {k!r}; allowed: a whole number from 1 to 4"):
            world.coarsened(k)
    with pytest.raises(ps.OptionError, match="'some'"):
        world.coarsened(2, free="some")
    with pytest.raises(ps.OptionError, match="'max'"):
        world.coarsened(2, cost="max")
