"""Promise 9: searches over a world that is edited meanwhile give results for the present world."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.contract.edited import MAKERS, edited, edits, open_worlds, place_on, squares, worlds
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps


def assert_all_end_in_the_world_of_now(make, algorithms, maps, changes, data) -> None:
    """Step searches in turn, edit in between, and compare the results with a new space."""
    space = make(maps)
    start, goal = (place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(2))
    limits = {name: {"max_expansions": 300} if name == "ida-star" else {} for name in algorithms}
    searches = {name: ps.Planner(space, name, **limits[name]).search(start, goal) for name in algorithms}
    for steps, edit in changes:
        running = [search.step(steps) is ps.Status.RUNNING for search in searches.values()]
        if not any(running):
            break
        edited(maps, *edit)
    optimum = plain.cheapest(make(maps), start, goal)
    for name, search in searches.items():
        path = search.run()
        compared()
        if path.status is ps.Status.LIMIT:
            assert path.stats.expanded == limits[name]["max_expansions"]
        elif path.revision == space.revision:
            assert path.cost == pytest.approx(optimum, rel=1e-9), name
            assert not path or ps.check_path(space, path)


STEPPED = st.lists(st.tuples(st.integers(1, 12), edits()), min_size=1, max_size=8)


@settings(max_examples=examples(40))
@given(worlds(), STEPPED, st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_searches_under_way_end_in_the_world_of_now(maker, maps, changes, data):
    algorithms = ["astar", "dijkstra", "bidirectional-astar"]
    assert_all_end_in_the_world_of_now(MAKERS[maker], algorithms, maps, changes, data)


@settings(max_examples=examples(15))
@given(worlds(), STEPPED, st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_searches_under_way_to_any_of_several_places_end_in_the_world_of_now(maker, maps, changes, data):
    make = MAKERS[maker]
    space = make(maps)
    start, *goals = (place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(4))
    search = ps.Planner(space, "astar").search(start, ps.goals.any_of(goals))
    for steps, edit in changes:
        if search.step(steps) is not ps.Status.RUNNING:
            break
        edited(maps, *edit)
    path = search.run()
    if path.revision == space.revision:
        fresh = make(maps)
        optimum = min(plain.cheapest(fresh, start, goal) for goal in goals)
        assert path.cost == pytest.approx(optimum, rel=1e-9)
        assert not path or ps.check_path(space, path)
    compared()


@settings(max_examples=examples(100))
@given(open_worlds(), STEPPED, st.data())
@pytest.mark.parametrize("directions", [4, 8])
def test_searches_under_way_without_costs_end_in_the_world_of_now(directions, maps, changes, data):
    make = squares(moves=ps.Moves(directions=directions, diagonal=1))
    algorithms = ["jps", "astar", "bfs", "ida-star"]
    assert_all_end_in_the_world_of_now(make, algorithms, maps, changes, data)


@pytest.mark.parametrize("maker", [maker for maker in MAKERS if "exits" not in maker])
def test_a_search_goes_on_where_an_edit_is_far_from_what_it_has_seen(maker):
    maps = [ps.Map(np.ones((60, 60))) for _ in range(3)]
    space = MAKERS[maker](maps)
    ends = ((30, 11), (30, 17)) if len(space.shape) == 2 else ((30, 11, 0), (30, 17, 0))
    search = ps.Planner(space, "astar").search(*ends)
    search.step(2)
    maps[0].edit("passable", (30, 45), False)
    search.step(1)
    assert search.path.stats.restarts == 0
    maps[0].edit("passable", (30, 12), False)
    path = search.run()
    assert path.stats.restarts == 1
    assert path.cost == pytest.approx(plain.cheapest(space, *ends))
    compared()


REVERSIBLE = [maker for maker in MAKERS if not any(word in maker for word in ("exits", "one way", "portals"))]


@settings(max_examples=examples(25))
@given(open_worlds(), st.lists(edits(), min_size=1, max_size=12), st.data())
@pytest.mark.parametrize("maker", REVERSIBLE)
def test_the_second_search_in_vain_is_spared(maker, maps, changes, data):
    space = MAKERS[maker](maps)
    places = [place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(4)]
    for edit in changes:
        edited(maps, *edit)
        for start, goal in (places[:2], places[2:]):
            optimum = plain.cheapest(space, start, goal)
            for attempt in range(2):
                path = ps.find_path(space, start, goal, algorithm="astar")
                assert path.cost == pytest.approx(optimum)
                assert attempt == 0 or path or path.stats.expanded == 0
    compared()
