"""Promise 9: after edits of its maps a space is like a new one, and so are the layers over it."""

from __future__ import annotations

import copy as copying
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.contract.edited import (
    GROUNDS,
    HEIGHT,
    MAKERS,
    MODELS,
    WIDTH,
    assert_alike,
    edited,
    edits,
    opened,
    place_on,
    worlds,
)
from tests.sampling import examples

import pathstar as ps
from pathstar.spaces.layers.stacks import ground_of, refusal


@settings(max_examples=examples(25))
@given(worlds(), st.lists(edits(), min_size=1, max_size=6), st.sampled_from(MODELS), st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_an_edited_space_is_like_a_new_one(maker, maps, changes, model, data):
    space = MAKERS[maker](maps, costs=model)
    numbers = st.integers(0, space.size - 1)
    ends = [place_on(space, data.draw(numbers)) for _ in range(2)]
    ps.find_path(space, *ends)  # so that the components are known before the edits
    notified = MAKERS[maker](maps, costs=model, follow=False)
    revision = space.revision
    for edit in changes:
        change = edited(maps, *edit)
        if change is None or change.map_id not in space.ground.source.revisions:
            continue
        revision += 1
        fresh = MAKERS[maker](maps, costs=model)
        assert_alike(space, fresh, *ends)
        np.testing.assert_array_equal(space.walkable, fresh.walkable)
        notified.update(change)
        notified.update(change)  # seen before: nothing to do
        np.testing.assert_array_equal(notified.walkable, fresh.walkable)
        np.testing.assert_array_equal(notified.cost, fresh.cost)
    assert space.revision == notified.revision == revision


@settings(max_examples=examples(25))
@given(worlds(), st.lists(edits(), min_size=1, max_size=40), st.integers(2, 40), st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_many_edits_at_once_are_followed_like_one(maker, maps, changes, together, data):
    space = MAKERS[maker](maps)
    ends = [place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(2)]
    for number, edit in enumerate(changes):
        edited(maps, *edit)
        if number % together == 0:
            space.revision  # noqa: B018  catches up
    assert_alike(space, MAKERS[maker](maps), *ends)


LAYERS: dict[str, Callable[[Any], Any]] = {
    "Turning": lambda ground: ps.Turning(ground, 0.5),
    "Timed": ps.Timed,
    "Timed over Turning": lambda ground: ps.Timed(ps.Turning(ground, 0.5)),
}
STACKS = [
    (ground, layer)
    for ground in GROUNDS
    for layer in LAYERS
    if not refusal(layer.split()[-1], ground_of(MAKERS[ground]([ps.Map(np.ones((HEIGHT, WIDTH)))])).name)
]


@settings(max_examples=examples(25))
@given(worlds(), st.lists(st.tuples(st.integers(0, 9), edits()), min_size=1, max_size=6), st.data())
@pytest.mark.parametrize(("ground", "name"), STACKS)
def test_layers_follow_what_they_lie_on(ground, name, maps, changes, data):
    grid, layer = MAKERS[ground](maps), LAYERS[name]
    space = layer(grid)
    start, goal = (place_on(grid, data.draw(st.integers(0, grid.size - 1))) for _ in range(2))
    search = ps.Planner(space, "astar").search(start, goal)
    for steps, edit in changes:
        if steps:
            search.step(steps)
        if space.capabilities.timed and edit[1:] == ("cost", edit[2], 0.0):
            continue  # steps must take time
        edited(maps, *edit)
        fresh = layer(MAKERS[ground](maps))
        path, twin = (ps.find_path(each, start, goal) for each in (space, fresh))
        assert path.status is twin.status
        assert path.cost == pytest.approx(twin.cost, rel=1e-9)
        compared()
    path = ps.find_path(space, start, goal)
    assert ps.find_path(pickle.loads(pickle.dumps(space)), start, goal).cost == pytest.approx(path.cost)
    compared()
    ended = search.run()
    if ended.revision == space.revision:
        assert ended.cost == pytest.approx(path.cost, rel=1e-9)


@pytest.mark.parametrize("closed", [(1, 1), (2, 2)])
def test_waypoints_are_joined_again_after_an_edit(closed):
    map = ps.Map(np.ones((6, 6)))
    space = ps.waypoints(map.grid(), [(1, 1), (4, 1), (1, 4)])
    edges = space.edges
    change = map.edit("passable", closed, False)
    fresh = ps.waypoints(map.grid(), [place for place in [(1, 1), (4, 1), (1, 4)] if place != closed])
    assert space.edges == fresh.edges < edges
    assert ps.find_path(space, (0, 0), (5, 5)).cost == ps.find_path(fresh, (0, 0), (5, 5)).cost
    space.update(change)
    assert space.sees((4, 1), (1, 4)) == fresh.sees((4, 1), (1, 4))
    compared()


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("copied", [copying.copy, copying.deepcopy])
def test_a_copy_and_the_space_do_not_take_edits_from_each_other(maker, copied):
    maps = opened()
    space = MAKERS[maker](maps)
    maps[0].edit("passable", (1, 1), False)
    before = space.walkable.copy()
    copy = copied(space)
    change = maps[0].edit("cost", (slice(2, 4), slice(0, 6)), math.inf)
    shared = copy.ground is space.ground  # of a layer
    np.testing.assert_array_equal(copy.walkable, space.walkable if shared else before)
    assert space.walkable.sum() < before.sum()
    copy.update(change)
    np.testing.assert_array_equal(copy.walkable, space.walkable)
    compared()


@pytest.mark.parametrize("maker", MAKERS)
def test_a_pickled_space_follows_its_maps(maker):
    maps = opened()
    space = MAKERS[maker](maps)
    space.update(maps[0].edit("passable", (1, 1), False))
    copy = pickle.loads(pickle.dumps(space))
    change = maps[0].edit("cost", (slice(2, 4), slice(0, 6)), math.inf)
    assert copy.walkable.sum() > space.walkable.sum()  # without its maps it waits for the change
    for each in (space, copy):
        each.update(change)
    np.testing.assert_array_equal(space.walkable, copy.walkable)
    assert_alike(copy, MAKERS[maker](maps), place_on(space, 0), place_on(space, space.size - 1))
    maps[0].edit("passable", (0, 0), False)
    late = maps[0].edit("passable", (0, 1), False)
    with pytest.raises(ps.StaleError, match="stands at revision 2 of its map; the change leads from 3 to 4"):
        copy.update(late)
    with pytest.raises(ps.StaleError, match="is of another map than the"):
        copy.update(opened()[0].edit("passable", (0, 0), False))
    with pytest.raises(ps.OptionError, match="change is None; allowed: what Map"):
        copy.update(None)
