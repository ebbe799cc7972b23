"""Walks over ground that is seen on the way."""

from __future__ import annotations

from itertools import pairwise

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
        cost = sum(steps[a][b] for a, b in pairwise(walk.trail))
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


@pytest.mark.parametrize("unseen", ["free", "blocked"])
def test_what_was_not_seen_does_not_matter(unseen: str) -> None:
    """Two true maps that differ only in unseen cells give the same walk until these are seen."""
    for seed in range(8):
        random = np.random.default_rng(seed)
        one = Walk(KnownMap(maze(seed), unseen=unseen), (0, 0), (15, 15), radius=2.5)
        one.run(int(random.integers(1, 12)))
        truth = np.where(one.known.seen, maze(seed).passable, random.random((16, 16)) > 0.5)
        other = Walk(KnownMap(ps.Map(truth), unseen=unseen), (0, 0), (15, 15), radius=2.5)
        while other.status == "walking" and len(other.events) < len(one.events):
            other.step()
        assert other.trail == one.trail
        assert other.events == one.events
        np.testing.assert_array_equal(other.known.map.passable, one.known.map.passable)


@pytest.mark.parametrize("goal", [(15, 15), None])
def test_whoever_saw_the_same_does_the_same(goal: tuple[int, int] | None) -> None:
    """Lines of sight cross cells whose centres are hidden, so the test compares what was seen."""
    alike = 0
    for seed in range(20):
        truth = maze(seed)
        changed = truth.passable.copy()
        changed[8:, 8:] ^= np.random.default_rng(seed).random((8, 8)) > 0.5
        one, other = (Walk(KnownMap(each), (0, 0), goal, sight=True) for each in (truth, ps.Map(changed)))
        while one.status == "walking":
            assert other.place == one.place
            if (one.known.seen != other.known.seen).any():
                break
            if (one.known.map.passable != other.known.map.passable).any():
                break
            one.step()
            other.step()
            alike += 1
    assert alike > 40


def test_walls_that_rise_behind_are_believed_away() -> None:
    truth = ps.Map(np.ones((3, 30)))
    walk = Walk(KnownMap(truth), (0, 1), (29, 1), radius=3)
    walk.run(10)
    truth.edit("passable", (slice(None), slice(20, 21)), False)
    walk.run(5)
    assert walk.status == "walking"
    walk.run()
    assert (walk.status, walk.place[0]) == ("no way", 18)
    assert any(event.name == "planned" for event in walk.events)


def test_a_door_that_shuts_before_the_unit() -> None:
    truth = ps.Map(np.ones((1, 9)))
    walk = Walk(KnownMap(truth), (0, 0), (8, 0), radius=2)
    walk.run(3)
    truth.edit("passable", (4, 0), False)
    events = walk.step()
    assert [event.name for event in events] == ["bumped"]
    assert walk.place == (3, 0)
    assert walk.run().status == "no way"


def test_a_way_to_the_frontier_is_given_up_where_a_door_shuts() -> None:
    truth = ps.Map(np.ones((1, 12)))
    walk = Walk(KnownMap(truth), (0, 0), radius=4)
    walk.step()
    truth.edit("passable", (2, 0), False)
    truth.edit("passable", (3, 0), False)
    assert walk.run().status == "explored"
    assert walk.place == (1, 0)


def test_exploring_goes_on_while_walls_rise_anywhere() -> None:
    for seed in range(20):
        random = np.random.default_rng(seed)
        truth = ps.Map(random.random((12, 12)) > 0.2)
        truth.edit("passable", (0, 0), True)
        walk = Walk(KnownMap(truth), (0, 0), radius=1.5)
        while walk.status == "walking":
            x, y = random.integers(12, size=2).tolist()
            truth.edit("passable", (x, y), (x, y) == walk.place)
            walk.step()
        assert walk.status == "explored"


def test_a_unit_that_squeezes_between_walls_sees_what_it_steps_on() -> None:
    for seed in range(30):
        truth = ps.Map(np.random.default_rng(seed).random((10, 10)) > 0.45)
        truth.edit("passable", np.array([(0, 0), (9, 9)]), True)
        known = KnownMap(truth)
        space = known.map.grid(moves=ps.Moves(corners="free"))
        walk = Walk(known, (0, 0), sight=True, space=space).run()
        assert walk.status == "explored"
        assert "bumped" not in {event.name for event in walk.events}


@pytest.mark.parametrize("seed", [12, 29, 32, 41])
@pytest.mark.parametrize("unseen", ["free", "blocked"])
@pytest.mark.parametrize(
    "moves", [ps.Moves(corners="free"), ps.Moves(16, corners="free"), ps.Moves(16, corners="no_squeeze")]
)
def test_a_short_sighted_unit_sees_and_reaches_all_that_its_moves_allow(
    seed: int, unseen: str, moves: ps.Moves
) -> None:
    truth = ps.Map(np.random.default_rng(seed).random((9, 9)) > 0.5)
    truth.edit("passable", np.array([(0, 0), (8, 8)]), True)
    space = truth.grid(moves)
    known = KnownMap(truth, unseen=unseen)
    walk = Walk(known, (0, 0), (8, 8), radius=1.5, space=known.map.grid(moves)).run()
    assert walk.status == ("arrived" if ps.find_path(space, (0, 0), (8, 8)) else "no way")
    steps = {place: dict(space.steps_from(place)) for place in walk.trail}
    assert all(b in steps[a] for a, b in pairwise(walk.trail))
    known = KnownMap(truth, unseen=unseen)
    Walk(known, (0, 0), radius=1.5, space=known.map.grid(moves)).run()
    assert known.seen[np.isfinite(ps.distance_field(space, [(0, 0)], outward=True).costs)].all()


@pytest.mark.parametrize("joined", [{"portals": [((1, 0), (5, 0))]}, {"wrap": "x"}])
@pytest.mark.parametrize("goal", [(6, 0), None])
def test_a_unit_follows_links_to_unseen_ground(joined: dict, goal: tuple[int, int] | None) -> None:
    known = KnownMap(ps.Map([[1, 1, 0, 0, 0, 1, 1]]), unseen="blocked")
    walk = Walk(known, (0, 0), goal, radius=1.5, space=known.map.grid(**joined)).run()
    assert walk.status == ("arrived" if goal else "explored")
    assert known.seen[0, 5:].all()


@pytest.mark.parametrize("algorithm", ps.planners.replanning.REPAIRS)
def test_each_plan_can_be_traced_and_explained(algorithm: str) -> None:
    truth = ps.Map(np.ones((7, 12)))
    truth.edit("passable", (slice(0, 6), slice(6, 7)), False)
    known = KnownMap(truth)
    walk = Walk(known, (1, 1), (10, 1), radius=2, algorithm=algorithm)
    traced = 0
    while walk.status == "walking":
        trace = walk.trace()
        assert trace.path.cost == ps.find_path(known.map.grid(), walk.place, walk.goal).cost
        traced += len(trace)
        assert all(trace.explain(step).sentences for step in range(len(trace)))
        assert walk.step()[0].name == "moved"  # the plan was made for the trace
    twin = Walk(KnownMap(truth), (1, 1), (10, 1), radius=2, algorithm=algorithm).run()
    assert (walk.status, walk.cost) == (twin.status, twin.cost) == ("arrived", pytest.approx(13 + 4 * 2**0.5))
    assert walk.stats.expanded == traced


def test_what_has_no_plan_to_trace() -> None:
    truth = ps.Map([[1, 1]])
    with pytest.raises(ps.OptionError, match=r"no plan to trace: Walk\(explores, at \(0, 0\)"):
        Walk(KnownMap(truth), (0, 0), sight=True).trace()
    with pytest.raises(ps.OptionError, match="'auto' may search from the beginning; choose one of lpa-star"):
        Walk(KnownMap(truth), (0, 0), (1, 0), sight=True).trace()
    over = Walk(KnownMap(truth), (0, 0), (1, 0), sight=True, algorithm="lpa-star").run()
    with pytest.raises(ps.OptionError, match=r"no plan to trace: .* arrived"):
        over.trace()


def test_at_the_goal_from_the_start() -> None:
    walk = Walk(KnownMap(ps.Map([[1, 1]])), (0, 0), (0, 0), radius=2)
    assert [event.name for event in walk.step()] == ["arrived"]
    assert walk.step() == []


def test_what_it_refuses() -> None:
    truth = ps.Map([[1, 1, 0]])
    known = KnownMap(truth)
    with pytest.raises(ps.SpaceError, match="does not follow the map that is known"):
        Walk(known, (0, 0), (1, 0), radius=2, space=truth.grid())
    with pytest.raises(ps.SpaceError, match="does not follow the map that is known"):
        Walk(known, (0, 0), (1, 0), radius=2, space=known.map.grid(follow=False))
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
    with pytest.raises(ps.OptionError, match="sight"):
        Walk(known, (0, 0), (1, 0), radius=2, sight="no")
    for place in ((9, 9), (-1, 0)):
        with pytest.raises(ps.PlaceError, match="lies outside"):
            Walk(known, place, radius=2)
    for place in ("ab", 5, None, (0,), (0.5, 0), (0, 0, 0)):
        with pytest.raises(ps.PlaceTypeError, match="must be two whole numbers"):
            Walk(known, place, radius=2)
    room = KnownMap(ps.Map(np.ones((5, 5))))
    for unit in ({"side": 2}, {"radius": 0.75}):
        with pytest.raises(ps.SpaceError, match="takes up one cell"):
            Walk(room, (1, 1), (3, 3), radius=2, space=room.map.grid().sized(**unit))


def test_a_unit_that_steers() -> None:
    known = KnownMap(ps.Map(np.ones((5, 8))))
    space = ps.Turning(known.map.grid(), 1.0)
    walk = Walk(known, (0, 2), (7, 2), radius=2, space=space).run()
    assert (walk.status, walk.cost) == ("arrived", 7)
