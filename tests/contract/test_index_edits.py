"""Promise 9: an index over a world that is edited gives results for the present world."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.contract.edited import (
    HEIGHT,
    MAKERS,
    WIDTH,
    Maker,
    edited,
    edits,
    open_worlds,
    opened,
    place_on,
    squares,
    worlds,
)
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps

STATES = {
    "repair": {"current"},
    "customize": {"current", "stale"},
    "bounded": {"current", "weaker", "stale"},
    "rebuild": {"current", "stale"},
}
PLAIN = {
    f"{directions} directions, {corners}": squares(moves=ps.Moves(directions=directions, corners=corners))
    for directions in (4, 8)
    for corners in ("no_cut", "no_squeeze", "free")
}
ALL_MAKERS = {**MAKERS, **PLAIN}
COSTLY = ("landmarks", "customizable", "hierarchy")  # kinds of indexes that take costs


def kinds_for(make: Maker, *, costly: bool) -> list[str]:
    """Return the kinds of indexes that a space can have: those with costs, or the others."""
    space = make([ps.Map(np.ones((HEIGHT, WIDTH)))] * 3)
    rows = [row for name, row in ps.INDEXES.items() if (name in COSTLY) == costly]
    return [row.name for row in rows if row.unsupported_reason(space) is None]


FOLLOWED = [
    (maker, costly)
    for maker, make in ALL_MAKERS.items()
    for costly in (True, False)
    if kinds_for(make, costly=costly)
]


def sections(index: ps.indexes.Index) -> list[tuple[str, bytes]]:
    return [(name, array.tobytes()) for name, array in index.core.sections()]


class Followed:
    """An index of a space whose maps are edited, and a planner with it."""

    def __init__(self, space: Any, kind: str) -> None:
        self.row = ps.INDEXES[kind]
        self.index = ps.build_index(space, kind, **self.row.exact)
        self.planner = ps.Planner(space, index=self.index)

    def assert_finds(self, fresh: Any, start: Any, goal: Any, optimum: float) -> None:
        path = self.planner.find(start, goal)
        assert path.cost == pytest.approx(optimum, rel=1e-9), self.row.name
        assert not path or ps.check_path(fresh, path)
        assert self.planner.find_many([start], [goal]).costs[0] == pytest.approx(path.cost, rel=1e-9)
        assert ps.cost_matrix(self.planner, [start], [goal])[0, 0] == pytest.approx(path.cost, rel=1e-9)
        assert self.index.status in STATES[self.row.repair]
        assert self.index.edited == 0 or self.index.status != "current"

    def assert_updated(self, fresh: Any, *, ask: bool) -> None:
        """Compare the index with a new one, after an update if it needs one and ``ask`` says so."""
        if self.index.status != "current":
            with pytest.raises(ps.StaleError, match=r"update\(\) it first"):
                pickle.dumps(self.index)
        if self.index.status == "current" or ask:
            rebuilt = self.index.stale
            self.index.update()
            if rebuilt or self.row.repair != "customize":  # a customizable index keeps its order
                anew = ps.build_index(fresh, self.row.name, **self.row.exact)
                assert sections(self.index) == sections(anew)
        compared()


@settings(max_examples=examples(15))
@given(worlds(), open_worlds(), st.lists(edits(), min_size=1, max_size=8), st.data())
@pytest.mark.parametrize(("maker", "costly"), FOLLOWED)
def test_indexes_answer_for_the_world_of_now(maker, costly, costly_maps, plain_maps, changes, data):
    make = ALL_MAKERS[maker]
    kinds = kinds_for(make, costly=costly)
    space = make(costly_maps) if costly else None
    # The diagonals may not fit these costs.
    with_costs = [kind for kind in kinds if space and ps.INDEXES[kind].unsupported_reason(space) is None]
    assert_all_follow(make, costly_maps, with_costs, changes, data)
    assert_all_follow(make, plain_maps, [kind for kind in kinds if kind not in with_costs], changes, data)


def assert_all_follow(make: Maker, maps: list[ps.Map], kinds: list[str], changes: list, data: Any) -> None:
    """Edit maps, and compare indexes of these kinds with a new space after each edit."""
    if not kinds:
        return
    space = make(maps)
    indexes = [Followed(space, kind) for kind in kinds]
    for edit in changes:
        edited(maps, *edit)
        fresh = make(maps)
        ends = [place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(4)]
        for start, goal in (ends[:2], ends[2:]):
            optimum = plain.cheapest(fresh, start, goal)
            for followed in indexes:
                followed.assert_finds(fresh, start, goal, optimum)
        for followed in indexes:
            followed.assert_updated(fresh, ask=data.draw(st.booleans()))


@pytest.mark.parametrize(
    "maker", [maker for maker in MAKERS if "round" not in maker]
)  # no disc fits a corner
def test_landmarks_stay_while_costs_only_rise(maker):
    maps = opened()
    space = MAKERS[maker](maps)
    first, last = place_on(space, 0), place_on(space, space.size - 1)
    index = ps.build_index(space, "landmarks")
    planner = ps.Planner(space, index=index)
    maps[0].edit("cost", (slice(1, 3), slice(0, 5)), 6.0)
    assert index.status == "weaker"
    assert 10 / space.size <= index.edited < 1
    assert planner.find(first, last).cost == pytest.approx(plain.cheapest(space, first, last))
    maps[0].edit("cost", (1, 1), 0.5)
    assert index.status == "stale"
    assert planner.find(first, last).cost == pytest.approx(plain.cheapest(space, first, last))
    index.update()
    assert (index.status, index.edited, index.rebuilds) == ("current", 0.0, 1)
    assert planner.find(first, last).cost == pytest.approx(plain.cheapest(space, first, last))
    compared()


INDEXED = [
    (maker, kind)
    for maker in MAKERS
    for kind, row in ps.INDEXES.items()
    if row.unsupported_reason(MAKERS[maker](opened())) is None
]


@pytest.mark.parametrize(("maker", "kind"), INDEXED)
def test_an_index_built_anew_after_edits_equals_one_of_a_new_space(maker, kind):
    maps = opened()
    space = MAKERS[maker](maps)
    for layer, region, value in (
        ("passable", (slice(1, 5), slice(2, 3)), False),
        ("cost", (slice(0, 4), slice(3, 6)), 5.0),
        ("passable", (2, 2), True),
    ):
        space.update(maps[0].edit(layer, region, value))
    fresh = MAKERS[maker](maps)
    places = [place_on(space, number) for number in range(0, space.size, 5)]
    for goal in places:
        rows = [
            ps.find_paths(
                ps.Planner(each, index=ps.build_index(each, kind, **ps.INDEXES[kind].exact)),
                places,
                [goal] * len(places),
            ).costs
            for each in (space, fresh)
        ]
        np.testing.assert_allclose(*rows, rtol=1e-9)
        np.testing.assert_allclose(
            rows[0], [plain.cheapest(fresh, start, goal) for start in places], rtol=1e-9
        )
        compared()
