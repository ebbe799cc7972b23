"""Cells with a heading."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps
from pathstar.spaces.base import place_list

FOUR = ps.Moves(directions=4)
EAST = 3  # the third of `directions`, (1, 0)


def bends(points: np.ndarray) -> int:
    ways = np.diff(points[:, :2], axis=0)
    return int((ways[1:] != ways[:-1]).any(axis=1).sum())


def test_dear_turns_make_few_bends():
    free = np.random.default_rng(4).random((40, 40)) > 0.1
    free[0] = free[:, -1] = True
    grid = ps.Grid(free, moves=FOUR)
    plain = ps.find_path(grid, (0, 0), (39, 39))
    steered = ps.find_path(ps.Turning(grid, 3), (0, 0), (39, 39))
    assert bends(steered.points) < bends(plain.points)
    assert steered.cost == pytest.approx(len(steered) - 1 + 3 * bends(steered.points))


def test_without_a_price_it_is_the_plain_grid():
    grid = ps.Grid(np.random.default_rng(5).random((15, 20)) > 0.3)
    free = np.argwhere(grid.walkable)[:, ::-1]
    starts, goals = free[::7], free[::-7]
    plain = ps.find_paths(grid, starts, goals).costs
    assert ps.find_paths(ps.Turning(grid, 0), starts, goals).costs == pytest.approx(plain)


@pytest.mark.parametrize("cost", [1.0, [0, 1, 2, 3, 4]])
def test_one_number_is_the_price_of_the_smallest_turn(cost):
    turning = ps.Turning(ps.Grid(np.ones((3, 9))), cost)
    assert turning.turn_costs == (0, 1, 2, 3, 4)
    assert ps.find_path(turning, (0, 1, EAST), (8, 1, EAST)).cost == 8
    about = ps.find_path(turning, (8, 1, EAST), (0, 1))
    assert about.cost == 8 + 4


def test_a_goal_with_a_heading_is_entered_that_way():
    turning = ps.Turning(ps.Grid(np.ones((5, 5)), moves=FOUR), 0.5)
    south = turning.directions.index((0, 1)) + 1
    path = ps.find_path(turning, (0, 2), (4, 2, south))
    assert path.points[-1].tolist() == [4, 2, south]
    assert path.points[-2].tolist()[:2] == [4, 1]


def test_a_forbidden_turn_is_not_made():
    """A car that cannot make a U-turn goes round the block; in a dead end it is stuck."""
    ring = np.ones((3, 3), bool)
    ring[1, 1] = False
    car = ps.Turning(ps.Grid(ring, moves=FOUR), [0, 0, np.inf])
    around = ps.find_path(car, (1, 0, EAST), (0, 0))
    assert around.cost == 7
    assert ps.check_path(car, around)
    lane = ps.Turning(ps.Grid([[1, 1, 1]], moves=FOUR), [0, 0, np.inf])
    assert ps.find_path(lane, (1, 0, EAST), (0, 0)).status is ps.Status.NO_PATH


def test_behind_a_portal_one_faces_any_way():
    grid = ps.Grid(np.ones((1, 9)), moves=FOUR, portals=[((4, 0), (8, 0), 1)])
    turning = ps.Turning(grid, 10)
    path = ps.find_path(turning, (3, 0, EAST), (7, 0))
    assert (path.cost, path.points.tolist()) == (3, [[3, 0, 3], [4, 0, 3], [8, 0, 0], [7, 0, 0]])
    assert ps.check_path(turning, path)


@pytest.mark.parametrize("layout", ["odd-r", "even-q"])
def test_hexagons_turn_by_sixty_degrees(layout):
    hexes = ps.HexGrid(np.ones((9, 9)), layout=layout)
    turning = ps.Turning(hexes, 1)
    for heading, (q, r) in enumerate(hexes.directions, 1):
        here = hexes.to_axial((4, 4))
        for turns in range(6):
            dq, dr = hexes.directions[(heading - 1 + turns) % 6]
            goal = hexes.from_axial((here[0] + dq, here[1] + dr))
            path = ps.find_path(turning, (4, 4, heading), (*goal, (heading - 1 + turns) % 6 + 1))
            assert path.cost == 1 + min(turns, 6 - turns)
        ahead = hexes.from_axial((here[0] + q, here[1] + r))
        assert ps.find_path(turning, (4, 4, heading), ahead).cost == 1


@pytest.mark.parametrize(("start", "goal"), [((1, 1), (1, 1)), ((1, 1, 2), (1, 1)), ((1, 1), (1, 1, 2))])
def test_start_is_goal(start, goal):
    turning = ps.Turning(ps.Grid(np.ones((3, 3))), 1)
    path = ps.find_path(turning, start, goal)
    assert (path.cost, len(path)) == (0, 1)
    assert ps.check_path(turning, path)


def test_to_face_another_way_one_has_to_move():
    turning = ps.Turning(ps.Grid(np.ones((3, 3)), moves=FOUR), 1)
    path = ps.find_path(turning, (1, 1, EAST), (1, 1, 2))
    assert path.cost > 0
    assert path.points[0].tolist() == [1, 1, EAST]
    assert path.points[-1].tolist() == [1, 1, 2]


@given(st.integers(0, 8), st.integers(0, 6), st.integers(0, 4))
def test_places_and_nodes_go_together(heading, x, y):
    turning = ps.Turning(ps.Grid(np.ones((5, 7))), 1)
    node = turning.node_of((x, y, heading))
    assert turning.places_of([node]).tolist() == [[x, y, heading]]
    assert turning.nodes_of([(x, y, heading)]).tolist() == [node]
    assert turning.nodes_of([(x, y)]).tolist() == [turning.node_of((x, y))]
    array = np.arange(turning.size).reshape(turning.shape)
    assert array[heading, y, x] == node


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint64])
@pytest.mark.parametrize("height", [60, 300])
def test_places_of_any_type_are_the_same_nodes(kind, height):
    floor = ps.Turning(ps.Grid(np.ones((height, 50), bool)))
    places = [(3, 40, 5), (0, 0, 0), (49, 59, 8)]
    expected = [floor.node_of(place) for place in places]
    assert floor.nodes_of(np.array(places, kind)).tolist() == expected


def test_costs_between_many():
    turning = ps.Turning(ps.Grid(np.random.default_rng(3).random((9, 9)) > 0.2), 2)
    places = turning.ground.places_of(np.flatnonzero(turning.ground.walkable))[::9]
    matrix = ps.cost_matrix(turning, places, places)
    for i, start in enumerate(places.tolist()):
        for j, goal in enumerate(places.tolist()):
            assert matrix[i, j] == ps.find_path(turning, tuple(start), tuple(goal)).cost


def test_it_can_be_pickled_and_shown():
    turning = ps.Turning(ps.Grid([[1, 1], [1, 1]]), [0, 1, 2, 3, np.inf])
    again = pickle.loads(pickle.dumps(turning))
    assert again.turn_costs == turning.turn_costs
    assert repr(again) == "Turning(Grid(2 x 2, 4 walkable, 8 directions, no_cut), turns at 0, 1, 2, 3, inf)"


def edited(moves: ps.Moves = FOUR, **links: object) -> tuple[ps.Turning, Callable[[], None]]:
    """A Turning over an open grid, and a function that puts a wall in the way."""
    map = ps.Map(np.ones((5, 5), bool))
    grid = map.grid(moves=moves, **links)
    return ps.Turning(grid, 1), lambda: grid.update(map.edit("passable", (2, 0), False))


ASK = {
    "a path": lambda floor: ps.find_path(floor, (0, 0), (4, 0)),
    "many paths": lambda floor: ps.find_paths(floor, [(0, 0)], [(4, 0)]),
    "a planner": lambda floor: ps.Planner(floor).find((0, 0), (4, 0)),
    "a trace": lambda floor: ps.trace(floor, (0, 0), (4, 0)),
    "costs": lambda floor: ps.cost_matrix(floor, [(0, 0)], [(4, 0)]),
    "a pickle": pickle.dumps,
}


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
@pytest.mark.parametrize("links", [{}, {"wrap": "y"}], ids=["plain", "joined"])
def test_an_edit_of_its_grid_is_followed(ask, links):
    floor, wall = edited(**links)
    ask(floor)
    wall()
    ask(floor)
    path = ps.find_path(floor, (0, 0), (4, 0))
    assert path.cost > 4
    assert ps.check_path(floor, path)


@pytest.mark.parametrize("links", [{}, {"wrap": "y"}], ids=["plain", "joined"])
def test_an_edit_restarts_a_search_and_ends_what_a_trace_can_explain(links):
    floor, wall = edited(**links)
    search, trace = ps.Planner(floor).search((0, 0), (4, 0)), ps.trace(floor, (0, 0), (4, 0))
    assert search.step() is ps.Status.RUNNING
    wall()
    assert search.run().cost == ps.find_path(floor, (0, 0), (4, 0)).cost
    assert search.path.stats.restarts == 1
    with pytest.raises(ps.StaleError, match="edited since this trace was recorded"):
        trace.explain(0)


def test_its_path_is_drawn_over_the_ground_with_headings(tmp_path):
    grid = ps.Grid(np.ones((6, 6)))
    turned, plain = ps.find_path(ps.Turning(grid, 0), (0, 0), (5, 5)), ps.find_path(grid, (0, 0), (5, 5))
    assert turned.points[:, :2].tolist() == plain.points.tolist()
    for path, name in ((turned, "turned.svg"), (plain, "plain.svg")):
        ps.save_picture(path, tmp_path / name)
    assert 'class="headings"' in (tmp_path / "turned.svg").read_text(encoding="utf-8")
    assert 'class="headings"' not in (tmp_path / "plain.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("ground", "cost", "error", "words"),
    [
        (
            ps.Grid([[1]], moves=ps.Moves(directions=16)),
            1,
            ps.SpaceError,
            "over a Grid of 16 directions: .* use 4 or 8 directions",
        ),
        (ps.VoxelGrid([[[1]]]), 1, ps.SpaceError, "Turning cannot lie over a VoxelGrid: a heading"),
        (
            "grid",
            1,
            ps.SpaceError,
            "Turning needs a Grid of plain squares, .* or units that are discs, not str",
        ),
        (ps.Grid([[1]]), -1, ps.CostError, "turn 1 costs -1"),
        (ps.Grid([[1]]), float("nan"), ps.CostError, "costs nan"),
        (ps.Grid([[1]]), [0, 1, 2, 3, 1e200], ps.CostError, "turn 4 costs 1e\\+200"),
        (ps.Grid([[1]]), [0, 1], ps.OptionError, "has 2 numbers; allowed: one, or 5"),
        (ps.Grid([[1]]), True, ps.OptionError, "cost is True"),
        (ps.Grid([[1]]), "dear", ps.OptionError, "cost is 'dear'"),
        (ps.Grid([[1]]), None, ps.OptionError, "cost is None"),
    ],
)
def test_bad_arguments(ground, cost, error, words):
    with pytest.raises(error, match=words):
        ps.Turning(ground, cost)


@pytest.mark.parametrize(
    ("place", "error", "words"),
    [
        ((0, 0, 9), ps.PlaceError, "heading 9; allowed: 0 \\(any\\) to 8"),
        ((0, 0, -1), ps.PlaceError, "heading -1"),
        ((0, 0, 1.0), ps.PlaceTypeError, "a heading is a whole number, not 1.0"),
        ((0, 0, True), ps.PlaceTypeError, "a heading is a whole number, not True"),
        ((0,), ps.PlaceTypeError, "two or three whole numbers"),
        (None, ps.PlaceTypeError, "two or three whole numbers"),
        ((5, 0, 1), ps.PlaceError, "lies outside"),
    ],
)
def test_bad_places(place, error, words):
    turning = ps.Turning(ps.Grid([[1, 1]]), 1)
    with pytest.raises(error, match=words):
        ps.find_path(turning, place, (0, 0))


def test_many_bad_places_are_named_by_row():
    turning = ps.Turning(ps.Grid([[1, 1]]), 1)
    with pytest.raises(ps.PlaceError, match=r"starts\[1\]: heading 12"):
        ps.find_paths(turning, [(0, 0, 1), (0, 0, 12)], [(1, 0, 1), (1, 0, 0)])
    with pytest.raises(ps.PlaceError, match=r"goals\[0\] = \(7, 0\) lies outside"):
        ps.find_paths(turning, [(0, 0, 1)], [(7, 0, 0)])


def test_what_does_not_fit_says_so():
    with pytest.raises(ps.OptionError, match="jps needs"):
        ps.find_path(ps.Turning(ps.Grid([[1, 1]]), 1), (0, 0), (1, 0), algorithm="jps")


@st.composite
def any_turnings(draw):
    """Small grounds of every kind, portals and one-way rules included, with any turns."""
    shape = 3, 4
    walkable = draw(hnp.arrays(bool, shape, elements=st.sampled_from([True, True, False])))
    random = np.random.default_rng(draw(st.integers(0, 1000)))
    options = {
        "cost": random.uniform(0.5, 4, shape) if draw(st.booleans()) else None,
        "cost_model": draw(st.sampled_from(["enter", "mean"])),
        "wrap": draw(st.sampled_from(["", "x"])),
        "portals": [((0, 0), (3, 2), 0.5), ((2, 1), (2, 0), 1)][: draw(st.integers(0, 2))],
        "exits": random.integers(0, 16, shape) if draw(st.booleans()) else None,
    }
    number = draw(st.sampled_from([4, 8, 6]))
    if number == 6:
        ground = ps.HexGrid(walkable, layout=draw(st.sampled_from(["odd-r", "even-q"])), **options)
    else:
        ground = ps.Grid(walkable, moves=ps.Moves(directions=number, corners="free"), **options)
    turns = st.sampled_from([0.0, 0.4, 1.0, 3.0, math.inf])
    return ps.Turning(ground, draw(st.lists(turns, min_size=number // 2 + 1, max_size=number // 2 + 1)))


@settings(max_examples=examples(60))
@given(any_turnings(), st.data())
def test_fields_and_searches_from_both_ends_are_what_the_oracle_finds(space, data):
    places = [
        place for place in place_list(space.places_of(np.arange(space.size))) if plain.is_free(space, place)
    ]
    if not places:
        return
    sources = data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=2))
    inward, outward = (ps.distance_field(space, sources, outward=out) for out in (False, True))
    for place in data.draw(st.lists(st.sampled_from(places), min_size=6, max_size=6)):
        to = min(plain.cheapest(space, place, source) for source in sources)
        assert inward.cost_of(place) == pytest.approx(to, rel=1e-9)
        fro = min(plain.cheapest(space, source, place) for source in sources)
        assert outward.cost_of(place) == pytest.approx(fro, rel=1e-9)
        for way, cost in ((inward.path_from(place), to), (outward.path_to(place), fro)):
            assert bool(way) == math.isfinite(cost)
            assert not way or ps.check_path(space, way).cost == pytest.approx(cost, rel=1e-9)
        for algorithm in ("bidirectional-astar", "bidirectional-dijkstra", "astar"):
            path = ps.find_path(space, sources[0], place, algorithm=algorithm)
            truth = plain.cheapest(space, sources[0], place)
            assert bool(path) == math.isfinite(truth)
            assert not path or ps.check_path(space, path).cost == pytest.approx(path.cost, rel=1e-9)
            assert not path or path.cost == pytest.approx(truth, rel=1e-9)


def test_a_field_answers_for_places_without_a_heading():
    floor = ps.Turning(ps.Grid(np.ones((3, 3)), moves=ps.Moves(directions=4)), cost=5)
    east, south = 3, 4
    home = ps.distance_field(floor, [(2, 2)])
    assert home.cost_of((0, 0)) == home.cost_of((0, 0, east)) == 4 + 5
    assert home.path_from((0, 1, east)) == [(0, 1, east), (1, 1, east), (2, 1, east), (2, 2, 0)]
    assert home.next_step((2, 1, south)) == (2, 2, 0)
    assert home.next_step((2, 2, south)) is None
    away = ps.distance_field(floor, [(0, 0, east)], outward=True)
    assert (away.cost_of((2, 0)), away.cost_of((2, 0, south)), away.cost_of((0, 0))) == (2, math.inf, 0)
    assert away.cost_of((2, 1, south)) == 3 + 5
    assert away.path_to((0, 2)) == [(0, 0, east), (0, 1, south), (0, 2, 0)]
    assert pickle.loads(pickle.dumps(away)).path_to((0, 2)) == away.path_to((0, 2))


def test_behind_a_portal_one_faces_as_the_goal_asks():
    grid = ps.Grid([[1, 0, 1]], moves=ps.Moves(directions=4), portals=[((0, 0), (2, 0), 3)])
    for algorithm in ("astar", "bidirectional-dijkstra"):
        path = ps.find_path(ps.Turning(grid, 1), (0, 0), (2, 0, 1), algorithm=algorithm)
        assert (path.cost, path.points.tolist()) == (3, [[0, 0, 0], [2, 0, 1]])
        assert ps.check_path(path.space, path)
