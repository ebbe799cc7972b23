"""What a player knows: what is revealed, what is believed, and nothing else."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.known import KnownMap, Walk


def ground(seed: int = 4, side: int = 20) -> ps.Map:
    random = np.random.default_rng(seed)
    codes = random.choice(3, (side, side), p=[0.25, 0.5, 0.25]).astype(np.uint8)
    legend = {
        0: ps.maps.Terrain("wall", walkable=False),
        1: ps.maps.Terrain("sand"),
        2: ps.maps.Terrain("swamp", 4),
    }
    cost = random.uniform(0.5, 3, codes.shape)
    cost[3, 3] = math.inf
    return ps.Map(
        codes > 0, cost=cost, terrain=codes, legend=legend, layers={"smoke": random.random(codes.shape)}
    )


@pytest.mark.parametrize("unseen", ["free", "blocked"])
def test_all_that_was_seen_is_as_it_is(unseen: str) -> None:
    truth = ground()
    known = KnownMap(truth, unseen=unseen, unseen_cost=2.5)
    for place in [(2, 2), (10, 10), (17, 4)]:
        known.reveal(place, radius=5)
    for name, layer in truth.layers.items():
        np.testing.assert_array_equal(known.map.layers[name][known.seen], layer[known.seen])
    assert (known.map.passable[~known.seen] == (unseen == "free")).all()
    assert (known.map.cost[~known.seen] == 2.5).all()
    assert 0.2 < known.seen.mean() < 0.8


def test_unseen_ground_costs_more_on_a_map_without_costs() -> None:
    truth = ps.Map(np.ones((5, 9)))
    known = KnownMap(truth, unseen_cost=3)
    known.observe([(x, y) for x in range(9) for y in (0, 1)], passable=True)
    known.observe([(0, 2), (8, 2)])
    grid = known.map.grid()
    assert ps.find_path(grid, (0, 2), (8, 2)).cost == pytest.approx(6 + 2 * math.sqrt(2))
    assert known.map.cost[2].tolist() == [1, *[3] * 7, 1]
    assert known.reveal((4, 2), radius=0).tolist() == [[4, 2]]
    assert known.map.cost[2, 4] == 1
    assert ps.find_path(grid, (4, 1), (4, 2)).cost == 1  # the grid has followed
    assert "cost" not in KnownMap(truth).map.layers
    assert "cost" not in KnownMap(truth, unseen="blocked", unseen_cost=3).map.layers


def test_unseen_ground_costs_more_on_terrain() -> None:
    truth = ps.Map.from_terrain(np.full((4, 4), 2), ground().legend)
    known = KnownMap(truth, unseen_cost=3)
    assert (known.map.cost_field() == 3).all()  # as sand, which is the cheapest
    known.reveal((1, 1), radius=1)
    assert known.map.cost_field()[known.seen].tolist() == [4.0] * 5


def test_a_radius_is_between_centres() -> None:
    known = KnownMap(ps.Map(np.ones((9, 9))))
    known.reveal((4, 4), radius=2)
    assert known.seen.sum() == 13
    assert known.seen[4, 6]
    assert not known.seen[2, 2]


def test_sight_is_exact_and_symmetric() -> None:
    truth = ps.Map(np.random.default_rng(5).random((15, 17)) > 0.25)
    grid = truth.grid()
    places = np.argwhere(truth.passable)[:, ::-1].tolist()
    seen = {}
    for x, y in places:
        known = KnownMap(truth)
        known.reveal((x, y), sight=True)
        np.testing.assert_array_equal(known.seen & truth.passable, grid.visible_from((x, y)))
        seen[x, y] = known.seen
    for x, y in places:
        for u, v in places:
            assert seen[x, y][v, u] == seen[u, v][y, x]


def test_sight_with_a_radius_is_sight_within_it() -> None:
    truth = ps.Map(np.random.default_rng(6).random((40, 40)) > 0.2)
    near, far = KnownMap(truth), KnownMap(truth)
    near.reveal((20, 20), radius=6, sight=True)
    far.reveal((20, 20), sight=True)
    y, x = np.indices(truth.shape)
    np.testing.assert_array_equal(near.seen, far.seen & ((x - 20) ** 2 + (y - 20) ** 2 <= 36))


def test_only_changes_are_edits() -> None:
    truth = ps.Map([[1, 1, 0, 1]])
    known = KnownMap(truth)
    assert known.reveal((0, 0), radius=3).tolist() == [[2, 0]]
    revision = known.map.revision
    assert known.reveal((0, 0), radius=3).tolist() == []
    assert known.map.revision == revision == 1


def test_what_fell_out_of_sight_is_believed() -> None:
    truth = ps.Map(np.ones((1, 12)))
    known = KnownMap(truth)
    truth.edit("passable", (2, 0), False)
    known.reveal((0, 0), radius=3)
    truth.edit("passable", (2, 0), True)
    known.reveal((10, 0), radius=3)
    assert not known.map.passable[0, 2]
    assert known.reveal((0, 0), radius=3).tolist() == [[2, 0]]
    assert known.map.passable[0, 2]


def test_two_players_share_nothing() -> None:
    truth = ground()
    one, other = KnownMap(truth), KnownMap(truth)
    one.reveal((5, 5), radius=9)
    assert not other.seen.any()
    assert other.map.revision == 0


def test_no_path_is_final_only_within_seen_walls() -> None:
    truth = ps.Map(np.ones((9, 9)))
    truth.edit("passable", (slice(2, 7), slice(2, 7)), False)
    truth.edit("passable", (slice(3, 6), slice(3, 6)), True)
    known = KnownMap(truth, unseen="blocked")
    grid = known.map.grid()
    known.reveal((4, 4), radius=1)
    assert not ps.find_path(grid, (4, 4), (0, 0))
    assert not known.is_final(grid, (4, 4))
    known.reveal((4, 4), radius=3)
    assert known.is_final(grid, (4, 4))
    hopeful = KnownMap(truth)
    hopeful.reveal((4, 4), radius=3)
    assert hopeful.is_final(hopeful.map.grid(), (4, 4))


@pytest.mark.parametrize("joined", [{"portals": [((1, 0), (5, 0))]}, {"wrap": "x"}])
def test_no_path_is_not_final_while_a_link_leads_to_unseen_ground(joined: dict) -> None:
    truth = ps.Map([[1, 1, 0, 0, 0, 1, 1]])
    known = KnownMap(truth, unseen="blocked")
    grid = known.map.grid(**joined)
    known.reveal((0, 0), radius=3)
    assert known.is_final(known.map.grid(), (0, 0))
    assert not known.is_final(grid, (0, 0))
    known.reveal((5, 0), radius=2)
    assert ps.find_path(grid, (0, 0), (6, 0))


@pytest.mark.parametrize(
    "said",
    [
        {"passable": False, "cost": -1},
        {"passable": True, "cost": math.inf},
        {"smoke": 3, "passable": True, "cost": math.nan},
        {"passable": False, "terrain": 9},
        {"cost": 7, "terrain": 9},
    ],
)
def test_an_observation_that_is_refused_changes_nothing(said: dict) -> None:
    known = KnownMap(ground())
    before = {name: layer.copy() for name, layer in known.map.layers.items()}
    with pytest.raises(ps.PathstarError, match=r"at \(2, 1\)"):
        known.observe([(2, 1)], **said)
    assert known.map.revision == 0
    assert not known.seen.any()
    for name, layer in before.items():
        np.testing.assert_array_equal(known.map.layers[name], layer)


def test_sensors_of_ones_own() -> None:
    known = KnownMap(shape=(4, 5))
    assert known.observe([(1, 2), (3, 3)], passable=[False, True]).tolist() == [[1, 2]]
    assert known.seen.sum() == 2
    with pytest.raises(ps.SpaceError, match="no true map to look at"):
        known.reveal((0, 0), radius=2)


def test_what_it_refuses() -> None:
    truth = ps.Map(np.ones((4, 5)))
    known = KnownMap(truth)
    with pytest.raises(ps.ArrayError, match=r"places\[1\] says of \(1, 1\) another passable"):
        known.observe([(1, 1), (1, 1)], passable=[True, False])
    with pytest.raises(ps.PlaceError, match="outside"):
        known.reveal((5, 0), radius=2)
    for sighting in (-1, 1, 0.0, None):
        with pytest.raises(ps.OptionError, match="sighting is"):
            known.seen_after(sighting)
    with pytest.raises(ps.OptionError, match="radius is -1"):
        known.reveal((0, 0), radius=-1)
    with pytest.raises(ps.OptionError, match="radius is None"):
        known.reveal((0, 0))
    with pytest.raises(ps.OptionError, match="sight"):
        known.reveal((0, 0), radius=2, sight="no")
    with pytest.raises(ps.OptionError, match="did you mean 'passable'"):
        known.observe([(1, 1)], pasable=True)
    with pytest.raises(ps.ArrayError, match="3 values for 2 places"):
        known.observe([(1, 1), (1, 2)], passable=[1, 1, 0])
    with pytest.raises(ps.SpaceError, match="does not follow the map that is known"):
        known.is_final(truth.grid(), (0, 0))
    assert known.map.revision == 0
    assert not known.seen.any()
    with pytest.raises(ps.OptionError, match="one of the two"):
        KnownMap()
    with pytest.raises(ps.OptionError, match="unseen"):
        KnownMap(truth, unseen="open")
    with pytest.raises(ps.CostError, match="unseen_cost is -1"):
        KnownMap(truth, unseen_cost=-1)


def test_layers_that_the_true_map_gets_and_loses_are_followed() -> None:
    truth = ps.Map(np.ones((1, 4)), layers={"scent": np.ones((1, 4))})
    known = KnownMap(truth)
    known.reveal((0, 0), radius=1)
    truth.add_layer("smoke", np.full((1, 4), 2.0))
    truth.add_layer("narrow", ps.maps.ClearanceCost(2.0, 1.0))
    truth.remove_layer("scent")
    assert known.reveal((3, 0), radius=1).tolist() == [[2, 0], [3, 0]]
    assert known.map.layers["smoke"].tolist() == [[0, 0, 2, 2]]
    assert sorted(known.map.layers) == ["narrow", "passable", "smoke"]
    truth.edit("smoke", (3, 0), 5)
    assert known.reveal((3, 0), radius=0).tolist() == [[3, 0]]
    assert known.map.layers["smoke"].tolist() == [[0, 0, 2, 5]]


@pytest.mark.parametrize("floors", [1, 2])
def test_a_space_of_floors_is_refused(floors: int) -> None:
    known = KnownMap(ground())
    house = ps.VoxelGrid.from_maps([known.map, *[ps.Map(np.ones(known.map.shape))] * (floors - 1)])
    with pytest.raises(ps.SpaceError, match=r"has floors; .* known\.map\.grid\(\)"):
        known.is_final(house, (0, 0, floors - 1))
    with pytest.raises(ps.SpaceError, match="has floors"):
        Walk(known, (0, 0, 0), (1, 0, 0), radius=2, space=house)


@pytest.mark.parametrize("shape", ["x", 5, (2,), (2, 3, 4), (-1, 3), (0, 3), (2.5, 3), (10**6, 10**9)])
def test_a_shape_is_two_whole_numbers(shape) -> None:
    with pytest.raises(ps.ArrayError, match=r"allowed: \(height, width\)"):
        KnownMap(shape=shape)


@pytest.mark.parametrize("code", [300, -1, 1.5])
def test_what_was_sensed_is_not_cut_off(code: float) -> None:
    known = KnownMap(ground())
    with pytest.raises(ps.ArrayError, match=r"terrain holds .*; allowed: whole numbers from 0 to 255"):
        known.observe([(1, 1)], terrain=code)
    assert not known.seen.any()


def test_another_true_map_takes_over_if_it_fits() -> None:
    known = KnownMap(ps.Map(np.ones((2, 3))))
    known.truth = ps.Map([[1, 1, 0], [1, 1, 1]])
    assert known.reveal((0, 0), radius=2).tolist() == [[2, 0]]


@pytest.mark.parametrize(
    ("truth", "error", "message"),
    [
        (ps.Map(np.ones((3, 3))), ps.ArrayError, r"has the shape \(3, 3\), the known one \(2, 3\)"),
        (
            ps.Map(np.ones((2, 3)), cost=np.ones((2, 3))),
            ps.SpaceError,
            "other layers than the KnownMap: cost",
        ),
        (np.ones((2, 3)), ps.OptionError, "allowed: a Map, or None"),
    ],
)
def test_a_true_map_that_does_not_fit_is_refused_at_once(
    truth: Any, error: type[Exception], message: str
) -> None:
    known = KnownMap(old := ps.Map([[1, 1, 0], [1, 1, 1]]))
    known.reveal((0, 0), radius=9)
    with pytest.raises(error, match=message):
        known.truth = truth
    assert known.truth is old
    assert known.seen.all()


def test_the_known_map_itself_stays_the_same_one() -> None:
    with pytest.raises(AttributeError, match="map"):
        KnownMap(ps.Map(np.ones((2, 3)))).map = ps.Map(np.ones((2, 3)))  # type: ignore[misc]
