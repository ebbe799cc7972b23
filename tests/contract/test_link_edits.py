"""After edits of its portals and one-way steps a space is like one that was made with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.contract.edited import assert_alike, place_on
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps

FIELD = np.random.default_rng(91).random((5, 6)) > 0.25
COST = np.random.default_rng(92).uniform(0.5, 4, FIELD.shape)
TALL = np.random.default_rng(93).random((2, 4, 4)) > 0.25

MAKERS: dict[str, Callable[..., Any]] = {
    "grid": lambda **links: ps.Grid(FIELD, linkable=True, **links),
    "grid, costs, joined": lambda **links: ps.Grid(FIELD, cost=COST, wrap="xy", **links),
    "sixteen": lambda **links: ps.Grid(FIELD, moves=ps.Moves(directions=16), **links),
    "hexagons": lambda **links: ps.HexGrid(FIELD, layout="even-q", **links),
    "hexagons, joined": lambda **links: ps.HexGrid(FIELD, layout="odd-q", wrap="x", cost=COST, **links),
    "triangles": lambda **links: ps.TriangleGrid(FIELD, **links),
    "voxels": lambda **links: ps.VoxelGrid(TALL, **links),
}
ACTS = st.sampled_from(["add portal", "remove portal", "add one-way", "remove one-way"])
EDITS = st.lists(st.tuples(ACTS, st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=8)


def act(space: Any, name: str, a: int, b: int) -> None:
    """Make one edit of the links, if there is something to edit."""
    start, end = place_on(space, a), place_on(space, b)
    links = space.links
    if name == "add portal":
        space.add_portals([(start, end, 0.25 * (a % 20))])
    elif name == "remove portal" and links.portals:
        space.remove_portals([links.portals[a % len(links.portals)][:2]])
    elif name == "add one-way":
        steps = [place for place, _ in space.steps_from(start) if space.is_step(start, place, links.wrap)]
        if steps:
            space.add_one_way([(start, steps[b % len(steps)])])
    elif name == "remove one-way" and links.one_way:
        space.remove_one_way([links.one_way[a % len(links.one_way)]])


def again(space: Any, maker: str) -> Any:
    """The same space, made with the links that it has now."""
    return MAKERS[maker](portals=space.links.portals, one_way=space.links.one_way)


@settings(max_examples=examples(25))
@given(EDITS, st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_a_space_whose_links_were_edited_is_like_a_new_one(maker, edits, data):
    space = MAKERS[maker]()
    numbers = st.integers(0, space.size - 1)
    start, goal = place_on(space, data.draw(numbers)), place_on(space, data.draw(numbers))
    ps.find_path(space, start, goal)  # so that the components are known before the edits
    for edit in edits:
        act(space, *edit)
        fresh = again(space, maker)
        for node in range(space.size):
            place = place_on(space, node)
            assert sorted(space.steps_from(place)) == sorted(fresh.steps_from(place))
            assert sorted(space.steps_to(place)) == sorted(fresh.steps_to(place))
        assert_alike(space, fresh, start, goal)


@settings(max_examples=examples(50))
@given(st.lists(st.tuples(st.integers(1, 6), ACTS, st.integers(0, 10**6), st.integers(0, 10**6))), st.data())
@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "bidirectional-astar"])
@pytest.mark.parametrize("maker", MAKERS)
def test_a_search_under_way_follows_edits_of_links(maker, algorithm, edits, data):
    space = MAKERS[maker]()
    numbers = st.integers(0, space.size - 1)
    start, goal = place_on(space, data.draw(numbers)), place_on(space, data.draw(numbers))
    search = ps.Planner(space, algorithm).search(start, goal)
    for steps, *edit in edits:
        if search.step(steps) is not ps.Status.RUNNING:
            break
        act(space, *edit)
    path = search.run()
    if path.revision == space.revision:
        assert path.cost == pytest.approx(plain.cheapest(again(space, maker), start, goal), rel=1e-9)
        assert not path or ps.check_path(space, path)
    compared()


@settings(max_examples=examples(25))
@given(EDITS)
def test_layers_follow_edits_of_links(edits):
    ground = MAKERS["grid"]()
    turning, timed = ps.Turning(ground, 0.5), ps.Timed(ground)
    start, goal = (tuple(cell) for cell in np.argwhere(FIELD)[[0, -1], ::-1].tolist())
    for name, a, b in edits:
        act(ground, name, 4 * a + 1, b)  # no portal costs 0, as Timed does not allow that
        fresh = again(ground, "grid")
        assert ps.find_path(turning, start, goal).cost == pytest.approx(
            ps.find_path(ps.Turning(fresh, 0.5), start, goal).cost
        )
        assert ps.find_path(timed, start, goal).cost == pytest.approx(
            ps.find_path(ps.Timed(fresh), start, goal).cost
        )
        compared()
