"""Walks over ground that is seen on the way."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.known import KnownMap, Walk

VIEWS = ({"radius": 2.5}, {"sight": True}, {"radius": 4, "sight": True})


def maze(seed: int, side: int = 16) -> ps.Map:
    walkable = np.random.default_rng(seed).random((side, side)) > 0.3
    walkable[0, 0] = walkable[-1, -1] = True
    return ps.Map(walkable)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("unseen", ["free", "blocked"])
@pytest.mark.parametrize("algorithm", ["auto", "d-star-lite"])
def test_a_walk_arrives_where_one_can(view: dict, unseen: str, algorithm: str) -> None:
    arrived = 0
    for seed in range(6):
        truth = maze(seed)
        walk = Walk(KnownMap(truth, unseen=unseen), (0, 0), (15, 15), algorithm=algorithm, **view).run()
        path = ps.find_path(truth.grid(), (0, 0), (15, 15))
        assert walk.status == ("arrived" if path else "no way")
        assert all(truth.passable[y, x] for x, y in walk.trail)
        steps = {place: dict(truth.grid().steps_from(place)) for place in walk.trail}
        cost = sum(steps[a][b] for a, b in zip(walk.trail, walk.trail[1:], strict=False))
        assert cost == pytest.approx(walk.cost)
        assert not path or walk.cost >= path.cost - 1e-9
        arrived += bool(path)
    assert arrived > 1


@pytest.mark.parametrize("view", VIEWS)
def test_exploring_sees_all_that_can_be_reached(view: dict) -> None:
    for seed in range(4):
        truth = maze(seed)
        walk = Walk(KnownMap(truth), (0, 0), **view).run()
        assert walk.status == "explored"
        reached = np.isfinite(ps.distance_field(truth.grid(), [(0, 0)], outward=True).costs)
        assert walk.known.seen[reached].all()


@pytest.mark.parametrize("view", VIEWS)
def test_what_was_not_seen_does_not_matter(view: dict) -> None:
    """Two true maps that differ where nobody has looked yet give the same walk up to there."""
    for seed in range(8):
        random = np.random.default_rng(seed)
        one = Walk(KnownMap(maze(seed)), (0, 0), (15, 15), **view)
        for _ in range(int(random.integers(1, 12))):
            one.step()
        other_truth = random.random((16, 16)) > 0.5
        seen = one.known.seen
        other_truth[seen] = maze(seed).passable[seen]
        other = Walk(KnownMap(ps.Map(other_truth)), (0, 0), (15, 15), **view)
        while len(other.trail) < len(one.trail):
            other.step()
        assert other.trail == one.trail
        assert other.events == one.events
        np.testing.assert_array_equal(other.known.map.passable, one.known.map.passable)


def test_walls_that_rise_behind_are_believed_away() -> None:
    truth = ps.Map(np.ones((3, 30)))
    walk = Walk(KnownMap(truth), (0, 1), (29, 1), radius=3)
    walk.run(10)
    truth.edit("passable", (slice(None), slice(20, 21)), False)
    walk.run(5)
    assert walk.status == "walking"
    walk.run()
    assert (walk.status, walk.place) == ("no way", (17, 0)) or walk.status == "no way"
    assert any(event.kind == "planned" for event in walk.events)


def test_a_door_that_shuts_before_the_unit() -> None:
    truth = ps.Map(np.ones((1, 9)))
    walk = Walk(KnownMap(truth), (0, 0), (8, 0), radius=2)
    walk.run(3)
    truth.edit("passable", (4, 0), False)
    events = walk.step()
    assert [event.kind for event in events] == ["bumped"]
    assert walk.place == (3, 0)
    assert walk.run().status == "no way"


def test_at_the_goal_from_the_start() -> None:
    walk = Walk(KnownMap(ps.Map([[1, 1]])), (0, 0), (0, 0), radius=2)
    assert [event.kind for event in walk.step()] == ["arrived"]
    assert walk.step() == []


def test_what_it_refuses() -> None:
    truth = ps.Map([[1, 1, 0]])
    known = KnownMap(truth)
    with pytest.raises(ps.SpaceError, match="does not follow the map that is known"):
        Walk(known, (0, 0), (1, 0), radius=2, space=truth.grid())
    with pytest.raises(ps.OptionError, match=r"radius is 1; allowed: a number from 1\.5"):
        Walk(known, (0, 0), (1, 0), radius=1)
    with pytest.raises(ps.OptionError, match="radius is None"):
        Walk(known, (0, 0), (1, 0))
    with pytest.raises(ps.PlaceError, match="there is a wall"):
        Walk(known, (2, 0), (1, 0), radius=2)
    with pytest.raises(ps.PlaceError):
        Walk(known, (0, 0), (9, 0), radius=2)
    with pytest.raises(ps.OptionError, match="allowed: a KnownMap"):
        Walk(truth, (0, 0), (1, 0), radius=2)
