"""Influence: a layer of what sources spread, kept up to date while they move."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import plain, sight
from tests.sampling import examples

import pathstar as ps
from pathstar.influence import SPREADS, Influence, risk
from pathstar.influence import influence as module

HEIGHT, WIDTH = 9, 11


def random_map(seed: int) -> ps.Map:
    return ps.Map(np.random.default_rng(seed).random((HEIGHT, WIDTH)) > 0.2)


def distance(
    grid: ps.Grid, spread: str, start: tuple[int, int], end: tuple[int, int], radius: float
) -> float:
    """How far a cell is from a source, by code that shares nothing with ours."""
    straight = math.hypot(end[0] - start[0], end[1] - start[1])
    if straight > radius or spread == "straight":
        return straight
    if spread == "walk":
        return plain.cheapest(grid, start, end)
    return straight if sight.sees(grid.walkable, "no_cut", start, end) else math.inf


def expected(map: ps.Map, sources: list[tuple], compose: str) -> np.ndarray:
    """The sum of all sources, cell by cell."""
    total, grid = np.zeros((HEIGHT, WIDTH)), ps.Grid(map.passable)
    for place, strength, radius, spread in sources:
        for y, x in np.ndindex(total.shape):
            far = distance(grid, spread, place, (x, y), radius)
            part = strength * (1 - far / max(radius, 1e-9)) if far <= radius else 0.0
            total[y, x] = total[y, x] + part if compose == "sum" else max(total[y, x], part)
    return total


PLACES = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
STRENGTHS = {"sum": st.sampled_from([-3.0, 1.0, 8.0]), "max": st.sampled_from([1.0, 4.0, 8.0])}


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["sum", "max"]), st.data())
def test_after_moves_and_edits_it_is_as_if_made_anew(seed, compose, data):
    map = random_map(seed)
    influence = Influence(map, "danger", compose=compose)
    model = ps.maps.CostModel(weights={"danger": 1}, base=50)
    grid = map.grid(costs=model)
    sources = [
        influence.add(
            data.draw(PLACES),
            data.draw(STRENGTHS[compose]),
            data.draw(st.sampled_from([0, 1.5, 4])),
            spread=data.draw(st.sampled_from(sorted(SPREADS))),
        )
        for _ in range(3)
    ]
    for _ in range(4):
        influence.update()
        now = [(each.place, each.strength, each._radius, each._spread.name) for each in influence.sources]
        np.testing.assert_allclose(map.layers["danger"], expected(map, now, compose), atol=1e-9)
        np.testing.assert_array_equal(grid.cost, map.cost_field(model))
        again = ps.Map(map.passable)
        anew = Influence(again, "danger", compose=compose)
        for place, strength, radius, spread in now:
            anew.add(place, strength, radius, spread=spread)
        anew.update()
        np.testing.assert_array_equal(map.layers["danger"], again.layers["danger"])  # to the last digit
        moved = data.draw(st.sampled_from(sources))
        moved.place = data.draw(PLACES)
        map.edit("passable", data.draw(PLACES), data.draw(st.booleans()))
        if len(influence.sources) == 3 and data.draw(st.booleans()):
            influence.remove(sources.pop())


def test_only_cells_that_changed_are_edited():
    map = ps.Map(np.ones((200, 300)))
    influence = Influence(map)
    source = influence.add((50, 50), 5, 3, falloff="flat")
    assert len(influence.update()) == 29
    source.place = (51, 50)
    assert len(influence.update()) == 14
    assert influence.update() is None
    revision = map.revision
    map.edit("passable", (50, 52), False)  # walls do not matter to it
    assert influence.update() is None
    assert map.revision == revision + 1


def test_a_wall_behind_which_nothing_spreads():
    map = ps.Map(np.ones((3, 7)))
    map.edit("passable", (slice(0, 2), slice(3, 4)), False)
    for spread, reached in (("straight", 1), ("walk", 0), ("sight", 0)):
        influence = Influence(map, spread)
        influence.add((2, 0), 1, 2.5, spread=spread, falloff="flat")
        influence.update()
        assert map.layers[spread][0, 4] == reached
    map.edit("passable", (3, 0), True)
    assert influence.update().cells.tolist() == [[3, 0], [4, 0]]


@pytest.mark.parametrize(
    "moves",
    [
        ps.Moves(straight=0.5),
        ps.Moves(diagonal=0.5),
        ps.Moves(directions=16, knight=1.2),
        ps.Moves(straight=10, diagonal=14),
    ],
    ids=str,
)
def test_a_walk_reaches_as_far_as_its_steps_lead(moves):
    map = ps.Map(np.random.default_rng(6).random((70, 90)) > 0.1)
    map.edit("passable", (44, 33), True)
    influence = Influence(map, moves=moves)
    influence.add((44, 33), 8, radius=7.5, spread="walk")
    influence.update()
    ways = ps.distance_field(ps.Grid(map.passable, moves=moves), [(44, 33)], outward=True).costs
    np.testing.assert_allclose(map.layers["influence"], np.maximum(8 * (1 - ways / 7.5), 0), atol=1e-9)


def test_a_threshold_spares_small_changes():
    map = ps.Map(np.ones((1, 9)))
    influence = Influence(map, threshold=0.3)
    source = influence.add((4, 0), 1, 4)
    influence.update()
    source.strength = 1.2
    assert influence.update() is None
    source.strength = 2
    assert influence.update().cells.tolist() == [[x, 0] for x in range(1, 8)]


def test_paths_avoid_danger_and_seek_favour():
    map = ps.Map(np.ones((7, 15)))
    danger, favour = Influence(map, "danger"), Influence(map, "favour")
    danger.add((7, 3), 20, 2.5)
    favour.add((7, 0), 0.8, 5)
    danger.update()
    favour.update()
    model = ps.maps.CostModel(weights={"danger": 1, "favour": -1}, floor=0.1)
    path = ps.find_path(map.grid(costs=model), (0, 3), (14, 3))
    assert (7, 0) in [tuple(place) for place in path.points.tolist()]
    favour.sources[0].strength = 3
    favour.update()
    with pytest.raises(ps.CostError, match=r"layer 'favour' with its weight -1.0 .* must be at least 0.1"):
        map.grid(costs=model)


def test_risk_is_what_the_cost_model_makes_of_it():
    map = ps.Map([[1, 1, 1]], layers={"p": [[0.1, 0.5, 1]]})
    model = ps.maps.CostModel(base=0, risks={"p": 1})
    np.testing.assert_array_equal(map.cost_field(model), risk(map.layers["p"]))


def world() -> Influence:
    return Influence(ps.Map([[1, 1]]), "danger", compose="max")


def other_s(influence: Influence) -> None:
    influence.remove(world().add((0, 0), 1, 1))


def set_strength(value: object) -> None:
    world().add((0, 0), 1, 1).strength = value


def move_away() -> None:
    influence = world()
    influence.add((0, 0), 1, 1).place = (5, 5)
    influence.update()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Influence(3), "map is 3; allowed: a Map"),
        (lambda: Influence(ps.Map([[1]]), "terrain "), "cannot name an extra layer"),
        (lambda: Influence(ps.Map([[1]]), "passable"), "'passable' cannot name an extra layer"),
        (lambda: Influence(ps.Map([[1]], cost=[[1]]), "cost"), "'cost' cannot name an extra layer"),
        (lambda: Influence(ps.Map([[1]]), compose="min"), "composition 'min'"),
        (lambda: Influence(ps.Map([[1]]), moves=4), "moves is 4"),
        (lambda: Influence(ps.Map([[1]]), threshold=-1), "threshold is -1"),
        (lambda: world().add((2, 0), 1, 1), r"\(2, 0\) lies outside"),
        (lambda: world().add((0, 0), math.nan, 1), "strength is nan"),
        (lambda: world().add((0, 0), -1, 1), "strength is -1.0; allowed with compose='max'"),
        (lambda: world().add((0, 0), 1, -1), "radius is -1"),
        (lambda: world().add((0, 0), 1, 1, spread="walking"), "did you mean 'walk'"),
        (lambda: world().add((0, 0), 1, 1, falloff="steep"), "falloff 'steep'"),
        (lambda: world().add((0, 0), 1, 1, falloff=lambda share: share[:1]), "the falloff returned an array"),
        (lambda: other_s(world()), "was not added here"),
        (lambda: set_strength("much"), "strength is 'much'"),
        (move_away, r"the place of a source \(5, 5\) lies outside"),
        (lambda: risk([0.5, 1.5]), "a number outside 0 to 1; allowed: numbers from 0 to 1"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(ps.PathstarError, match=words):
        make()


def test_progress_of_an_update_and_an_update_that_is_stopped():
    map, reported = random_map(3), list[float]()
    danger = Influence(map, "danger")
    sources = [danger.add((x, 4), 2.0, radius=2) for x in range(5)]
    danger.update(progress=reported.append)
    assert reported == [0.2, 0.4, 0.6, 0.8, 1.0]
    before = map.layers["danger"].copy()
    for source in sources:
        source.place = (source.place[0] + 3, 5)

    def stop(part: float) -> None:
        if part > 0.5:
            raise KeyError(part)

    with pytest.raises(KeyError):
        danger.update(progress=stop)
    np.testing.assert_array_equal(map.layers["danger"], before)
    danger.update()
    fresh_map = random_map(3)
    fresh = Influence(fresh_map, "danger")
    for x in range(5):
        fresh.add((x + 3, 5), 2.0, radius=2)
    fresh.update()
    np.testing.assert_array_equal(map.layers["danger"], fresh_map.layers["danger"])


def test_a_falloff_that_fails_once_leaves_no_trace():
    map = ps.Map(np.ones((1, 12)))
    fails = [False, False, True]  # when it is added, at the first update, at the second

    def falloff(shares):
        if fails and fails.pop(0):
            raise RuntimeError
        return 1 - shares

    danger = Influence(map, "danger")
    source = danger.add((1, 0), 4, 2, falloff=falloff)
    danger.update()
    source.place = (9, 0)
    with pytest.raises(RuntimeError):
        danger.update()
    danger.update()
    assert map.layers["danger"].tolist() == [[0] * 8 + [2, 4, 2, 0]]


def test_a_layer_that_was_removed_is_named_and_may_come_back():
    map = ps.Map(np.ones((1, 12)))
    danger = Influence(map, "danger")
    source = danger.add((1, 0), 4, 2)
    danger.update()
    layer = np.array(map.layers["danger"])
    map.remove_layer("danger")
    source.place = (9, 0)
    with pytest.raises(ps.OptionError, match="unknown layer of influence 'danger'"):
        danger.update()
    map.add_layer("danger", layer)
    danger.update()
    assert map.layers["danger"].tolist() == [[0] * 8 + [2, 4, 2, 0]]


def test_an_update_looks_at_the_sources_around_alone(monkeypatch):
    danger = Influence(ps.Map(np.ones((100, 100))), "danger")
    sources = [danger.add((x, y), 1.0, radius=3) for x in range(5, 100, 10) for y in range(5, 100, 10)]
    danger.update()
    looks, shared = [], module._shared
    monkeypatch.setattr(module, "_shared", lambda *windows: looks.append(1) or shared(*windows))
    sources[44].place = (sources[44].place[0] + 1, sources[44].place[1])
    danger.update()
    assert 1 <= len(looks) < 5


def test_it_says_what_it_is():
    influence = Influence(ps.Map([[1, 1]]), "danger", compose="max")
    source = influence.add((0, 0), strength=2, radius=1)
    assert repr(influence) == "Influence(danger, 1 source, max)"
    assert repr(source) == "Source((0, 0), strength 2, radius 1, straight)"
