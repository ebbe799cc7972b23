"""Places may be given as lists, arrays and NumPy numbers; they are kept as tuples of plain numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import pathstar as ps
from pathstar.spaces.hexes import to_axial

MAP = ps.Map(np.ones((4, 6)))
GRID = MAP.grid()
START, GOAL = (0, 1), (5, 3)

FORMS = {
    "list": list,
    "array": np.array,
    "tuple": tuple,
    "tuple of NumPy's": lambda place: tuple(np.array(place)),
    "list of NumPy's": lambda place: list(np.array(place)),
}
KEEPERS = {
    "path": lambda start, goal: ps.find_path(GRID, start, goal),
    "search": lambda start, goal: ps.Planner(GRID).search(start, goal),
    "replanner": lambda start, goal: ps.Replanner(GRID, start, goal),
    "trace": lambda start, goal: ps.trace(GRID, start, goal).path,
    "ticket": lambda start, goal: ps.jobs.PathQueue(GRID).request(start, goal),
}


SPACES = {
    "squares": ps.Grid(np.ones((4, 6))),
    "hexagons": ps.HexGrid(np.ones((4, 6))),
    "voxels": ps.VoxelGrid(np.ones((4, 6, 5))),
    "headings": ps.Turning(ps.Grid(np.ones((4, 6)))),
    "times": ps.Timed(ps.Turning(ps.Grid(np.ones((4, 6))))),
    "mesh": ps.NavMesh([(0, 0), (9, 0), (9, 9), (0, 9)], [[0, 1, 2, 3]]),
}


class Lent:
    """An array of another library that supports only DLPack."""

    def __init__(self, rows: Any) -> None:
        self.rows = np.array(rows)

    def __dlpack__(self, **options: Any) -> Any:
        return self.rows.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.rows.__dlpack_device__()


@pytest.fixture(params=FORMS.values(), ids=FORMS)
def form(request):
    return request.param


def is_plain(place):
    return type(place) is tuple and {type(at) for at in place} == {int}


@pytest.mark.parametrize("keep", KEEPERS.values(), ids=KEEPERS)
def test_both_ends_are_tuples_of_ints(keep, form):
    start, goal = form(START), form(GOAL)
    kept = keep(start, goal)
    if not isinstance(start, tuple):
        start[0] = goal[0] = 3
    assert (kept.start, kept.goal) == (START, GOAL)
    assert is_plain(kept.start)
    assert is_plain(kept.goal)
    assert "(0, 1) to (5, 3)" in repr(kept)


def test_a_unit_stays_where_it_was_said_to_be(form):
    unit = ps.Replanner(GRID, START, GOAL)
    here, goal = form((1, 1)), form((4, 2))
    unit.move(here)
    unit.goal = goal
    if not isinstance(here, tuple):
        here[0] = goal[0] = 0
    assert (unit.start, unit.goal) == ((1, 1), (4, 2))
    assert is_plain(unit.start)
    assert is_plain(unit.goal)


def test_walks_name_their_places_by_tuples(form):
    seeing = ps.known.Walk(ps.known.KnownMap(MAP), form(START), form(GOAL), sight=True)
    bounded = ps.jobs.TimeBoundedWalk(GRID, form(START), form(GOAL))
    assert (seeing.place, seeing.goal, seeing.trail[0]) == (START, GOAL, START)
    assert (bounded.place, bounded.goal) == (START, GOAL)
    assert all(map(is_plain, (seeing.place, seeing.goal, bounded.place, bounded.goal)))


def test_legs_name_their_goals_by_tuples(form):
    path = ps.find_path(GRID, form(START), ps.goals.through([form((2, 2)), form(GOAL)]))
    assert path.via == [(2, 2)]
    assert all(is_plain(leg.goal) for leg in path.legs)


GOALS = {
    "any_of": lambda place: ps.goals.any_of([place]),
    "within": lambda place: ps.goals.within(place, 0),
    "within by cost": lambda place: ps.goals.within(place, 0, by="cost"),
    "nearest_to": lambda place: ps.goals.nearest_to(place),
    "through": lambda place: ps.goals.through([place]),
    "away_from": lambda place: ps.goals.away_from([place], 9),
}


@pytest.mark.parametrize("make", GOALS.values(), ids=GOALS)
def test_goals_keep_their_places_as_tuples(make, form):
    place = form(GOAL)
    goal, plain = make(place), make(GOAL)
    if not isinstance(place, tuple):
        place[0] = 0
    assert (goal, repr(goal), hash(goal)) == (plain, repr(plain), hash(plain))
    queue = ps.jobs.PathQueue(GRID)
    ticket = queue.request(START, goal)
    while not ticket.done:
        queue.update()
    assert ticket.path.goal == ps.find_path(GRID, START, plain).goal


@pytest.mark.parametrize(
    "places",
    [
        Lent([GOAL, (3, 3)]),
        pd.DataFrame({"x": [5, 3], "y": [3, 3]}),
        pd.Series([GOAL, (3, 3)]),
        np.array([GOAL, (3, 3)], np.uint8),
    ],
    ids=["DLPack", "table", "series", "bytes"],
)
def test_goals_take_places_in_any_array(places):
    assert ps.goals.any_of(places) == ps.goals.any_of([GOAL, (3, 3)])


def test_a_source_of_influence_moves_to_an_array():
    field = ps.influence.Influence(MAP, "danger")
    source = field.add((0, 0), 5.0, 2)
    source.place = np.array([3, 1])
    source.place = np.array([4, 2])
    field.update()
    assert source.place == (4, 2)
    assert int(np.argmax(MAP.layers["danger"])) == 2 * 6 + 4


def test_names_of_nodes_stay_what_they_are():
    graph = ps.Graph.from_edges([("a", ("b", 1), 1.0), (("b", 1), frozenset("c"), 1.0)])
    path = ps.find_path(graph, "a", frozenset("c"))
    assert (path.start, path.goal) == ("a", frozenset("c"))
    assert ps.find_path(graph, "a", ("b", 1)).goal == ("b", 1)


def test_points_on_a_mesh():
    mesh = ps.NavMesh.from_grid(GRID)
    path = ps.find_path(mesh, np.array([0.5, 0.5]), [5.5, 3.0])
    assert (path.start, path.goal) == ((0.5, 0.5), (5.5, 3.0))
    path = ps.find_path(mesh, (np.float64(0.5), np.float32(0.5)), [5.5, np.float64(3.0)])
    assert repr(path).startswith("Path((0.5, 0.5) to (5.5, 3.0)")


def test_many_places_come_by_dlpack():
    assert ps.find_paths(GRID, Lent([START]), Lent([GOAL])).costs.tolist() == [
        ps.find_path(GRID, START, GOAL).cost
    ]
    assert np.argwhere(ps.distance_field(GRID, Lent([START])).costs == 0).tolist() == [[1, 0]]
    mesh = ps.NavMesh.from_grid(GRID)
    assert len(ps.find_paths(mesh, Lent([(0.5, 0.5)]), Lent([(5.5, 3.0)]))) == 1


@pytest.mark.parametrize("name", SPACES)
def test_a_set_is_no_place(name):
    numbers = {1, 2, 3} if name == "voxels" else {1, 2}
    with pytest.raises(ps.PlaceTypeError, match=r"\{1, 2"):
        SPACES[name].node_of(numbers)
    with pytest.raises(ps.PlaceTypeError, match=r"\{1: None"):
        SPACES[name].node_of(dict.fromkeys(numbers))


HALF_MASKED = np.ma.masked_array([[0, 0], [1, 1]], [[False, True], [False, False]])


@pytest.mark.parametrize("name", SPACES)
def test_masked_places_are_refused_by_their_name(name: str) -> None:
    with pytest.raises(ps.ArrayError, match=r"starts has masked entries; .* such as starts\.filled\(0\)"):
        ps.find_paths(SPACES[name], HALF_MASKED, HALF_MASKED)


def test_masked_positions_and_coordinates_are_refused() -> None:
    with pytest.raises(ps.ArrayError, match="positions has masked entries"):
        ps.Graph.from_edges([(0, 1)], positions=HALF_MASKED)
    with pytest.raises(ps.ArrayError, match="vertices has masked entries"):
        ps.NavMesh(HALF_MASKED, [[0, 1]])
    with pytest.raises(ps.ArrayError, match="places has masked entries"):
        to_axial(HALF_MASKED, "odd-r")
