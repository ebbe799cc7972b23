"""Masks for single queries: places to avoid, and places that alone may be entered."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps
from pathstar.planners.field_search import FieldSearch
from pathstar.spaces.base import place_list

RANDOM = np.random.default_rng(17)
FREE = RANDOM.random((9, 11)) >= 0.15
MASK = RANDOM.random((9, 11)) < 0.2
FREE[0, 0], MASK[0, 0] = True, False
FOUR, BESIDE = ps.Moves(directions=4), ps.Moves(corners="free")  # rules by which a wall closes only itself

MAKERS: dict[str, Any] = {
    "grid": lambda free: ps.Grid(free, moves=FOUR),
    "grid, free corners": lambda free: ps.Grid(free, moves=BESIDE),
    "hexagons": lambda free: ps.HexGrid(free),
    "turning": lambda free: ps.Turning(ps.Grid(free, moves=FOUR), 0.5),
}


class Lent:
    """An array that NumPy reads, as a tensor is."""

    def __init__(self, array: Any) -> None:
        self.array = array.copy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.array

    def __setitem__(self, rows: Any, values: Any) -> None:
        self.array[rows] = values


def listed(mask: Any) -> Any:
    """The places of a mask, as lists."""
    return np.argwhere(mask)[:, ::-1].tolist()


@pytest.mark.parametrize("options", [{}, {"algorithm": "dijkstra"}, {"algorithm": "bidirectional-astar"}])
@pytest.mark.parametrize("maker", MAKERS)
def test_a_mask_is_as_a_wall(maker: str, options: dict[str, str]) -> None:
    space, walled = MAKERS[maker](FREE), MAKERS[maker](FREE & ~MASK)
    ends = place_list(space.places_of(np.arange(0, space.size, 7)))
    for goal in ends:
        wanted = plain.cheapest(walled, ends[0], goal)
        for mask in ({"avoid": MASK}, {"only": ~MASK}, {"only": ~MASK, "avoid": MASK}):
            assert ps.find_path(space, ends[0], goal, **mask, **options).cost == pytest.approx(wanted)


def test_places_may_be_listed() -> None:
    grid = ps.Grid(np.ones((3, 3)))
    assert ps.find_path(grid, (0, 0), (2, 0), avoid=[(1, 0)]).cost > 2
    assert not ps.find_path(grid, (0, 0), (2, 0), avoid=[(1, 0), (1, 1), (1, 2)])
    assert ps.find_path(grid, (0, 0), (2, 0), only=[(1, 0), (2, 0)]).cost == 2
    assert ps.find_path(grid, (0, 0), (2, 0), avoid=[]).cost == 2
    assert not ps.find_path(grid, (0, 0), (2, 0), avoid=[(2, 0)])
    assert ps.find_path(grid, (0, 0), (2, 0), avoid=[(0, 0)]).cost == 2  # the start is exempt
    roads = ps.Graph.from_edges([("a", "b"), ("b", "c"), ("a", "d", 5.0), ("d", "c", 5.0)])
    assert ps.find_path(roads, "a", "c", avoid=["b"]).cost == 10


def test_places_that_change_between_queries_are_read_again() -> None:
    class Danger:  # like a tensor's, its hash does not depend on its content
        def __init__(self) -> None:
            self.where = np.zeros((1, 3), bool)

        def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
            return self.where

    corridor, danger = ps.Grid(np.ones((1, 3))), Danger()
    assert ps.find_path(corridor, (0, 0), (2, 0), avoid=danger)
    danger.where[0, 1] = True
    assert not ps.find_path(corridor, (0, 0), (2, 0), avoid=danger)
    assert not ps.find_paths(corridor, [(0, 0)], [(2, 0)], avoid=danger)[0]


def test_a_planner_keeps_its_mask() -> None:
    grid = ps.Grid(np.ones((5, 5)))
    planner = ps.Planner(grid, avoid=np.eye(5, dtype=bool) & (np.arange(5) < 4))
    assert planner.find((4, 0), (0, 4)).status is ps.Status.FOUND
    for each in (planner, pickle.loads(pickle.dumps(planner))):
        assert not {(1, 1), (2, 2), (3, 3)} & set(map(tuple, each.find((0, 4), (4, 0)).points.tolist()))
        assert each.trace((0, 4), (4, 0)).path.cost == each.find((0, 4), (4, 0)).cost
    assert ps.find_path(grid, (0, 4), (4, 0)).cost < planner.find((0, 4), (4, 0)).cost + 1e-9


@pytest.mark.parametrize("form", [np.array, Lent, np.ndarray.tolist, listed])
@pytest.mark.parametrize("name", ["avoid", "only"])
def test_all_that_a_planner_does_keeps_to_the_mask_that_it_was_made_with(name: str, form: Any) -> None:
    wall = np.zeros((3, 5), bool)
    wall[:2, 2] = True
    grid, given = ps.Grid(np.ones((3, 5))), form(wall if name == "avoid" else ~wall)
    planner = ps.Planner(grid, **{name: given})
    cost = planner.find((0, 0), (4, 0)).cost
    assert cost > 4
    given[:] = [[False] * 5] * 3 if form is not listed else []
    for each in (planner, pickle.loads(pickle.dumps(planner))):
        assert each.find((0, 0), (4, 0)).cost == cost
        assert each.find((0, 0), ps.goals.within((4, 0), 0, by="cost")).cost == cost
        assert each.find((0, 0), ps.goals.nearest_to((4, 0))).cost == cost
        assert ps.cost_matrix(each, [(0, 0)], [(4, 0)]).item() == pytest.approx(cost)
    queue = ps.jobs.PathQueue(planner, share_from=1)
    ticket = queue.request((0, 0), (4, 0))
    while not ticket.done:
        queue.update()
    assert ticket.path.cost == pytest.approx(cost)


@pytest.mark.parametrize("outward", [False, True])
@pytest.mark.parametrize("maker", MAKERS)
def test_fields_cost_what_paths_cost(maker: str, outward: bool) -> None:
    space = MAKERS[maker](FREE)
    source = (0, 0, 0) if maker == "turning" else (0, 0)
    ends = [
        place
        for place in place_list(space.places_of(np.arange(0, space.size, 5)))
        if space.is_free(np.array([space.node_of(place)], np.uint32))[0]
    ]
    field = ps.distance_field(space, [source], outward=outward, avoid=MASK)
    assert (
        ps.distance_field(space, [source], outward=outward, only=~MASK).costs.tolist() == field.costs.tolist()
    )
    for place in ends:
        pair = (source, place) if outward else (place, source)
        path = ps.find_path(space, *pair, avoid=MASK)
        assert field.cost_of(place) == pytest.approx(path.cost)
        found = field.path_to(place) if outward else field.path_from(place)
        assert not path or ps.check_path(space, found).cost == pytest.approx(path.cost)


@pytest.mark.parametrize("outward", [False, True])
def test_masked_fields_follow_edits_and_are_stepped_traced_and_pickled(outward: bool) -> None:
    map = ps.Map(FREE, cost=RANDOM.integers(1, 9, FREE.shape))
    grid = map.grid()
    field = ps.distance_field(grid, [(0, 0)], outward=outward, avoid=MASK)
    for place in ((3, 2), (6, 6), (5, 5), (3, 2)):
        map.edit("passable", place, not map.passable[place[::-1]])
        fresh = ps.distance_field(grid, [(0, 0)], outward=outward, avoid=MASK)
        assert field.costs.tolist() == fresh.costs.tolist()
    assert field.state.repairs == 4
    assert pickle.loads(pickle.dumps(field)).costs.tolist() == field.costs.tolist()
    assert np.isfinite(field.costs).sum() > 40
    assert field.trace().path.stats.expanded == np.isfinite(field.costs).sum()
    search = FieldSearch(grid, [(0, 0)], outward=outward, avoid=MASK)
    while search.step(7):
        pass
    assert search.field.costs.tolist() == field.costs.tolist()


def test_many_paths_and_traces_are_masked() -> None:
    grid = ps.Grid(np.ones((3, 3)))
    wall = [(1, 0), (1, 1)]
    paths = ps.find_paths(grid, [(0, 0), (0, 1)], [(2, 0), (2, 1)], avoid=wall)
    singles = [ps.find_path(grid, (0, y), (2, y), avoid=wall).cost for y in (0, 1)]
    assert paths.costs.tolist() == singles
    assert ps.find_paths(grid, [(0, 0)], [(2, 0)], avoid=np.array(MASK[:3, :3] * False)).costs[0] == 2
    assert ps.trace(grid, (0, 0), (2, 0), avoid=wall).path.cost == singles[0]
    assert ps.trace(grid, (0, 0), (2, 0), only=[(1, 0), (2, 0)]).path.cost == 2


def test_matrices_are_masked() -> None:
    grid = ps.Grid(np.ones((9, 9)))
    planner = ps.Planner(grid, avoid=[(4, y) for y in range(9)])
    goals = [(x, 0) for x in range(9)]
    found = ps.cost_matrix(planner, [(0, 0)], goals * 9)
    assert np.isfinite(found).reshape(9, 9).tolist() == [[True] * 4 + [False] * 5] * 9


def test_goals_obey_the_mask() -> None:
    grid = ps.Grid(np.ones((1, 7)))
    near = ps.find_path(grid, (0, 0), ps.goals.nearest_to((6, 0)), avoid=[(4, 0)])
    assert near.goal == (3, 0)
    assert ps.find_path(grid, (3, 0), ps.goals.away_from([(2, 0)], 9), avoid=[(5, 0)]).goal == (4, 0)
    assert not ps.find_path(grid, (0, 0), ps.goals.within((6, 0), 1, by="cost"), avoid=[(4, 0)])


def test_units_with_a_size_are_masked_by_their_place() -> None:
    tank = ps.Grid(np.ones((4, 6))).sized(2)
    path = ps.find_path(tank, (0, 0), (4, 0), avoid=[(2, 0), (2, 1)])
    assert (2, 2) in path


@pytest.mark.parametrize(
    ("space", "options", "words"),
    [
        (ps.Grid([[1, 1]]), {"avoid": [[True]]}, r"avoid has the shape \(1, 1\), the space \(1, 2\)"),
        (ps.Grid([[1, 1]]), {"only": [(5, 5)]}, r"only.*\(5, 5\)"),
        (ps.Grid([[1, 1]]), {"only": "all"}, "only"),
        (ps.Grid([[1, 1]]), {"avoid": [(1, 0)], "algorithm": "jps"}, "jps passes over places"),
        (ps.Timed(ps.Grid([[1, 1]])), {"avoid": [(1, 0)]}, "known beforehand, not a Timed"),
    ],
)
def test_what_cannot_be_is_refused(space: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ps.PathstarError, match=words):
        ps.find_path(space, (0, 0), (1, 0), **options)


def test_a_source_that_no_way_may_enter_is_named() -> None:
    with pytest.raises(ps.PlaceError, match=r"no way may enter sources\[1\] = \(1, 0\)"):
        ps.distance_field(ps.Grid([[1, 1]]), [(0, 0), (1, 0)], avoid=[(1, 0)])
    assert ps.distance_field(ps.Grid([[1, 1]]), [(1, 0)], outward=True, avoid=[(1, 0)]).costs.tolist() == [
        [1, 0]
    ]


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "bidirectional-astar", "ida-star"])
def test_a_trace_says_what_it_was_not_to_enter(algorithm: str) -> None:
    avoid = np.zeros((3, 8), bool)
    avoid[:2, 3:] = True
    trace = ps.trace(ps.Grid(np.ones((3, 8))), (0, 0), (7, 2), algorithm=algorithm, avoid=avoid)
    said = [line for step in range(len(trace)) for line in str(trace.explain(step)).splitlines()]
    told = [line for line in said if "this search does not enter" in line]
    assert any("(3, 1)" in line for line in told)
    assert not any("limit" in line or "(3, 1)" in line for line in said if line not in told)
    assert "No path is cheaper that keeps out of what is left out." in said


def test_a_trace_says_where_dead_ends_begin() -> None:
    free = [[1, 1, 1, 1], [1, 1, 0, 0]]
    trace = ps.trace(
        ps.Grid(free), (0, 0), (1, 1), skip_dead_ends=True, algorithm="dijkstra", ties="smaller_g"
    )
    said = "\n".join(str(trace.explain(step)) for step in range(len(trace)))
    assert "(2, 0) is left out: it leads into a dead end." in said
    assert "No path is cheaper.\n" in said + "\n"


@pytest.mark.parametrize("option", ["avoid", "only"])
def test_a_mask_whose_own_entries_are_masked_is_refused(option: str) -> None:
    grid = ps.Grid(np.ones((2, 2)))
    half_masked = np.ma.masked_array([[True, True], [True, True]], [[False, True], [False, False]])
    with pytest.raises(
        ps.ArrayError, match=rf"{option} has masked entries; .* such as {option}\.filled\(0\)"
    ):
        ps.find_path(grid, (0, 0), (1, 1), **{option: half_masked})  # type: ignore[arg-type]
    assert ps.find_path(grid, (0, 0), (1, 1), only=np.ma.masked_array(np.ones((2, 2), bool)))
