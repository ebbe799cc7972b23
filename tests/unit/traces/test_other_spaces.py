"""Traces of hexagons and graphs: states by name, and sentences about every neighbour."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from oracle.plain import neighbours
from pathstar.traces import EventType, Explanation

LAYOUTS = ("odd-r", "even-r", "odd-q", "even-q")
NEWS = ("opened", "improved", "reopened", "kept", "closed")


def judged(explanation: Explanation) -> dict[object, str]:
    """Return what is said about each neighbour; none is judged twice."""
    found: dict[object, str] = {}
    for sentence in explanation:
        for place in sentence.about:
            assert place not in found
            found[place] = sentence.kind
    return found


def assert_all_judged(trace: ps.Trace) -> None:
    """Every neighbour that the oracle knows is judged, and nothing else is said to be enterable."""
    for state in trace:
        if state.place == trace.goal:
            continue
        wanted = {place for place, cost in neighbours(trace.space, state.place) if cost < np.inf}
        said = judged(trace.explain(state.step))
        assert {place for place, kind in said.items() if kind in NEWS} == wanted - {state.place}


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(LAYOUTS), st.integers(0, 1000), st.booleans())
def test_every_hexagon_around_is_judged(layout: str, seed: int, costly: bool) -> None:
    rng = np.random.default_rng(seed)
    walkable = rng.random((4, 6)) < 0.8
    walkable[0, 0] = walkable[3, 5] = True
    cost = rng.integers(1, 4, (4, 6)).astype(float) if costly else None
    space = ps.HexGrid(walkable, layout=layout, cost=cost, wrap=("", "x", "y", "xy")[seed % 4])
    assert_all_judged(ps.trace(space, (0, 0), (5, 3)))


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 1000), st.booleans())
def test_every_triangle_around_is_judged(seed: int, costly: bool) -> None:
    rng = np.random.default_rng(seed)
    walkable = rng.random((4, 6)) < 0.9
    walkable[0, 0] = walkable[3, 5] = True
    cost = rng.integers(1, 4, (4, 6)).astype(float) if costly else None
    exits = rng.integers(0, 8, (4, 6)) | rng.integers(0, 8, (4, 6)) if seed % 3 == 0 else None
    space = ps.TriangleGrid(walkable, cost=cost, exits=exits, wrap=("", "x", "y", "xy")[seed % 4])
    assert_all_judged(ps.trace(space, (0, 0), (5, 3)))


def test_walls_borders_portals_and_one_way_steps_of_triangles_are_told() -> None:
    space = ps.TriangleGrid(
        [[1, 1, 1], [0, 1, 1]], portals=[((0, 0), (2, 1), 1.5)], one_way=[((1, 0), (0, 0))]
    )
    told = str(ps.trace(space, (0, 0), (2, 1)).explain(0))
    assert told.startswith("(0, 0) is the start, the only open triangle.")
    assert "(2, 1) is opened with parent (0, 0): G 0 + 1.5 = 1.5" in told
    assert "(1, 0) cannot be entered from here: the way is closed in this direction." in told
    assert "(0, 1) is a wall." in told
    assert "outside the map" in told


def test_slopes_between_triangles_count_in_what_is_told() -> None:
    hill = ps.TriangleGrid(np.ones((2, 3)), edges=[ps.maps.Slope(np.arange(6.0).reshape(2, 3), up=2)])
    told = str(ps.trace(hill, (0, 0), (2, 1)).explain(0))
    (cost,) = (cost for place, cost in hill.steps_from((0, 0)) if place == (1, 0))
    assert f"(1, 0) is opened with parent (0, 0): G 0 + {cost:g} = {cost:g}" in told


def test_portals_and_one_way_steps_are_told() -> None:
    space = ps.HexGrid(np.ones((3, 5)), portals=[((0, 0), (4, 2), 1.5)], one_way=[((1, 0), (0, 0))])
    first = ps.trace(space, (0, 0), (4, 2)).explain(0)
    assert "(4, 2) is opened with parent (0, 0): G 0 + 1.5 = 1.5" in str(first)
    assert "(1, 0) cannot be entered from here: the way is closed in this direction." in str(first)
    assert str(first).startswith("(0, 0) is the start, the only open hexagon.")


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_every_edge_of_a_graph_is_judged(data: st.DataObject) -> None:
    names = ["a", ("b", 1), 3, "d", "e"]
    edge = st.tuples(st.sampled_from(names), st.sampled_from(names), st.integers(0, 4))
    edges = [*data.draw(st.lists(edge, max_size=15)), ("a", "e", 9)]
    graph = ps.Graph.from_edges(edges, names=names)
    assert_all_judged(ps.trace(graph, "a", data.draw(st.sampled_from(names))))


def test_states_of_a_graph_are_told_by_name() -> None:
    graph = ps.Graph.from_edges([("a", "b", 1), ("b", "c", 2), ("a", "c", 4)])
    trace = ps.trace(graph, "a", "c")
    state = trace[1]
    assert state.place == "b"
    assert sorted(state.places.tolist()) == ["a", "b", "c"]
    assert state.way_to("c") == ["a", "b", "c"]
    square = state.square("c")
    assert square is not None
    assert (square.g, square.parent) == (3.0, "b")
    assert state.layer("g").tolist() == [0.0, 1.0, 3.0]
    assert "c gets a better way: G falls from 4 to 3 (1 + 2)" in str(trace.explain(1))
    assert "each node's parent: c, b, a. It has 3 nodes and costs 3." in str(trace.explain())


def test_a_name_that_is_not_there() -> None:
    trace = ps.trace(ps.Graph.from_edges([("a", "b", 1)]), "a", "b")
    with pytest.raises(ps.PlaceError):
        trace[0].square("z")


def test_no_path_names_the_target() -> None:
    trace = ps.trace(ps.Graph.from_edges([("a", "b", 1)]), "b", "a")
    assert str(trace.explain()) == (
        "The open list is empty, and the target was never reached: there is no path.\n1 node was closed."
    )
    assert trace.goal == "a"
    assert trace.explain().sentences[0].places == ("a",)


@pytest.mark.parametrize(
    ("ground", "noun"), [(ps.Grid([[1, 1, 1]]), "square"), (ps.HexGrid([[1, 1, 1]]), "hexagon")]
)
def test_cells_with_headings_are_called_as_their_ground_calls_them(
    ground: ps.Grid | ps.HexGrid, noun: str
) -> None:
    first = ps.trace(ps.Turning(ground, 1), (0, 0), (2, 0)).explain(0)
    assert str(first).startswith(f"(0, 0, 0) is the start, the only open {noun}.")


def test_more_steps_from_one_node_than_are_handed_over_at_a_time() -> None:
    star = ps.Graph.from_edges([("hub", leaf, 1.0 + leaf) for leaf in range(40)], directed=False)
    events = ps.trace(star, "hub", 39).events
    generated = events[events["type"] == EventType.GENERATE.value]
    places = star.places_of(generated["node"]).tolist()
    assert dict(zip(places, generated["g"].tolist(), strict=True)) == {leaf: 1.0 + leaf for leaf in range(40)}
