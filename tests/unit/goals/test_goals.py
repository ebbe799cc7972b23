"""Goals other than one place, on every finder that takes them."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import plain

import pathstar as ps
from pathstar.planners.goals.tour import Tour, best_order

RANDOM = np.random.default_rng(14)
FREE = RANDOM.random((20, 26)) > 0.3
FREE[0, 0] = True
GRID = ps.Grid(FREE)
CELLS = [tuple(cell) for cell in np.argwhere(FREE)[:, ::-1].tolist()]
TARGETS = [(25, 19), (13, 4), (2, 17), (20, 3), (9, 9)]
START = (0, 0)
ON_GRIDS = [name for name, row in ps.ALGORITHMS.items() if row.unsupported_reason(ps.Grid([[1]])) is None]


def oracle(space: Any, start: Any, targets: list[Any]) -> float:
    costs = plain.costs_from(space, start)
    return min((costs.get(target, math.inf) for target in targets), default=math.inf)


@pytest.mark.parametrize("algorithm", [*ON_GRIDS, "auto"])
def test_every_algorithm_goes_to_any_of_several_places(algorithm: str) -> None:
    small = ps.Grid([[1, 1, 1, 1, 0, 1], [1, 0, 1, 1, 0, 1]])
    targets = [(5, 0), (3, 0), (0, 1), (4, 1)]
    path = ps.find_path(small, (2, 1), ps.goals.any_of(targets), algorithm=algorithm)
    assert path
    assert path.goal in targets
    assert ps.check_path(small, path)
    if path.bound == 1:
        assert path.cost == oracle(small, (2, 1), targets)


@pytest.mark.parametrize("kind", list(ps.INDEXES))
def test_every_index_goes_to_any_of_several_places(kind: str) -> None:
    space: Any = GRID
    targets: list[Any] = TARGETS
    start: Any = START
    if kind == "contraction-hierarchies":
        edges = [(a, b, 1.0 + (a * b) % 7) for a in range(40) for b in (a + 1, a + 5, a + 9) if b < 40]
        space, start, targets = ps.Graph.from_edges(edges, directed=False), 0, [39, 22, 17]
    path = ps.Planner(space, index=ps.build_index(space, kind, **ps.INDEXES[kind].exact)).find(
        start, ps.goals.any_of(targets)
    )
    assert path.cost == pytest.approx(oracle(space, start, targets))
    assert path.goal in targets


@pytest.mark.parametrize("count", [1, 2, 8, 9, 40, 300])
def test_the_estimate_to_many_places_keeps_the_path_optimal(count: int) -> None:
    random = np.random.default_rng(count)
    cost = ps.Grid(FREE, cost=random.uniform(1, 9, FREE.shape))
    for space, _ in itertools.product((GRID, cost), range(10)):
        rows = random.choice(len(CELLS), count, replace=False)
        targets = [CELLS[row] for row in rows]
        start = CELLS[int(random.integers(len(CELLS)))]
        path = ps.find_path(space, start, ps.goals.any_of(targets))
        assert (path.cost if path else math.inf) == pytest.approx(oracle(space, start, targets))


def test_a_search_to_a_set_is_stepped_traced_and_explained() -> None:
    goal = ps.goals.any_of(TARGETS)
    whole = ps.find_path(GRID, START, goal)
    search = ps.Planner(GRID).search(START, goal)
    while search.step(3) is ps.Status.RUNNING:
        pass
    assert (search.path.cost, search.path.goal) == (whole.cost, whole.goal)
    traced = ps.trace(GRID, START, goal)
    assert traced.path.cost == whole.cost
    assert traced.goal == whole.goal
    assert traced.path.why == f"of the targets (5), {whole.goal} costs least to reach"
    assert "of the targets (5)" in str(traced.explain())
    traced.explain(-1)


def test_many_starts_share_one_set() -> None:
    starts = CELLS[::7]
    paths = ps.find_paths(GRID, starts, ps.goals.any_of(TARGETS), threads=2)
    for start, path in zip(starts, paths, strict=True):
        one = ps.find_path(GRID, start, ps.goals.any_of(TARGETS))
        assert (path.status, path.cost) == (one.status, one.cost)
        if path:
            assert path.goal == path[-1]
            assert path.goal in TARGETS


def test_an_area_and_its_mask() -> None:
    mask = np.zeros(FREE.shape, bool)
    mask[:, 20:] = True
    path = ps.find_path(GRID, START, ps.goals.area(mask))
    reachable = [cell for cell in CELLS if mask[cell[::-1]]]
    assert path.cost == pytest.approx(oracle(GRID, START, reachable))
    assert ps.find_path(GRID, START, ps.goals.area(~FREE)).status is ps.Status.BLOCKED_GOAL
    with pytest.raises(ps.ArrayError, match="allowed: bool"):
        ps.goals.area(np.ones((2, 2)))
    for wrong in (np.ones((2, 2), bool), np.zeros((2, 2), bool)):  # the shape is checked first
        with pytest.raises(ps.ArrayError, match=r"shape \(2, 2\)"):
            ps.find_path(GRID, START, ps.goals.area(wrong))
    empty = ps.goals.area(np.zeros(FREE.shape, bool))
    for search in (ps.find_path, ps.trace, lambda space, start, goal: ps.distance_field(space, goal)):
        with pytest.raises(ps.PlaceError, match="False everywhere"):
            search(GRID, START, empty)


@pytest.mark.parametrize("distance", [0, 1, 2.5, 6])
def test_within_a_straight_distance(distance: float) -> None:
    place = (13, 10)
    near = [cell for cell in CELLS if math.dist(cell, place) <= distance]
    path = ps.find_path(GRID, START, ps.goals.within(place, distance))
    assert (path.cost if path else math.inf) == pytest.approx(oracle(GRID, START, near))
    if not near:
        assert path.status is ps.Status.BLOCKED_GOAL


@pytest.mark.parametrize("distance", [0, 3, 7.5])
def test_within_a_path_cost(distance: float) -> None:
    place = CELLS[200]
    near = [cell for cell in CELLS if oracle(GRID, cell, [place]) <= distance]
    path = ps.find_path(GRID, START, ps.goals.within(place, distance, by="cost"))
    assert (path.cost if path else math.inf) == pytest.approx(oracle(GRID, START, near))


def test_within_sight() -> None:
    grid = ps.Grid([[1, 1, 1, 1, 1], [0, 0, 0, 0, 1], [1, 1, 1, 1, 1]])
    assert ps.find_path(grid, (0, 0), ps.goals.within((0, 2), 3)).cost == 0
    seen = ps.find_path(grid, (0, 0), ps.goals.within((0, 2), 4, sight=True))
    assert seen.goal == (4, 2)


def test_as_near_as_possible_to_a_wall_and_to_a_closed_room() -> None:
    for place in [(x, y) for x in range(26) for y in range(20)]:
        costs = plain.costs_from(GRID, START)
        least = min(math.dist(cell, place) for cell in costs)
        nearest = [cell for cell in costs if math.dist(cell, place) <= least + 1e-9]
        path = ps.find_path(GRID, START, ps.goals.nearest_to(place))
        assert path.goal in nearest
        assert path.cost == pytest.approx(min(costs[cell] for cell in nearest))


def test_as_near_as_possible_from_a_wall() -> None:
    assert (
        ps.find_path(ps.Grid([[0, 1]]), (0, 0), ps.goals.nearest_to((1, 0))).status is ps.Status.BLOCKED_START
    )


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_the_best_order_is_the_best_of_all(seed: int, count: int) -> None:
    costs = np.random.default_rng(seed).uniform(0, 9, (count + 1, count + 1))

    def length(order: tuple[int, ...]) -> float:
        return float(sum(costs[a, b] for a, b in itertools.pairwise([0, *(row + 1 for row in order)])))

    best = min(map(length, itertools.permutations(range(count))))
    assert length(tuple(best_order(costs))) == pytest.approx(best)


def test_through_places_in_order() -> None:
    reached = list(plain.costs_from(GRID, START))
    places = [reached[row] for row in (200, 20, 110, 64)]
    path = ps.find_path(GRID, START, ps.goals.through(places))
    legs = [plain.cheapest(GRID, a, b) for a, b in itertools.pairwise([START, *places])]
    assert path.cost == pytest.approx(sum(legs))
    assert path.goal == places[-1]
    visited = list(path)
    assert [place for place in visited if place in places][-1] == places[-1]
    assert set(places) <= set(visited)
    assert ps.check_path(GRID, path)
    best = ps.find_path(GRID, START, ps.goals.through(places, order="best"))
    assert best.cost <= path.cost + 1e-9
    assert set(places) <= set(best)


def test_twelve_places_in_the_best_order() -> None:
    row = ps.Grid(np.ones((1, 40)))
    places = [(x, 0) for x in (39, 3, 30, 7, 12, 20, 1, 25, 5, 33, 17, 2)]
    assert ps.find_path(row, (0, 0), ps.goals.through(places, order="best")).cost == 39
    with pytest.raises(ps.OptionError, match="13 places"):
        ps.goals.through([*places, (0, 0)], order="best")


def test_a_place_on_the_way_that_cannot_be_reached() -> None:
    grid = ps.Grid([[1, 1, 0, 1]])
    path = ps.find_path(grid, (0, 0), ps.goals.through([(1, 0), (3, 0), (0, 0)]))
    assert (path.status, path.goal, len(path)) == (ps.Status.NO_PATH, (3, 0), 0)
    best = ps.find_path(grid, (0, 0), ps.goals.through([(3, 0), (1, 0)], order="best"))
    assert best.status is ps.Status.NO_PATH


def test_the_limits_of_a_tour_hold_for_the_whole() -> None:
    row = ps.Grid(np.ones((1, 9)))
    goal = ps.goals.through([(8, 0), (0, 0)])
    assert ps.find_path(row, (4, 0), goal, max_cost=12).cost == 12
    assert ps.find_path(row, (4, 0), goal, max_cost=11).status is ps.Status.LIMIT


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ps.goals.any_of([]), "places is empty"),
        (lambda: ps.goals.any_of(np.empty((0, 2), int)), "places is empty"),
        (lambda: ps.goals.through([]), "places is empty"),
        (lambda: ps.goals.away_from([], 3), "places is empty"),
        (lambda: ps.goals.any_of(None), "places must be a list or an array of places, not None"),
        (lambda: ps.goals.through(5), "places must be a list or an array of places, not 5"),
        (lambda: ps.goals.through(np.array(3)), "places must be a list or an array of places"),
        (lambda: ps.goals.area([[True], [True, False]]), "mask cannot be made an array"),
        (
            lambda: ps.goals.area(np.s_[0:2, 6:8]),
            r"mask is \(slice.*; allowed: bools .*mask.rows, columns. = True",
        ),
        (lambda: ps.goals.area(slice(0, 2)), r"mask is slice\(0, 2, None\); allowed: bools in the shape"),
        (lambda: ps.goals.area([(3, 4)]), "mask holds int64; allowed: bools .*places is a goal by any_of"),
        (lambda: ps.goals.within((0, 0), math.nan), "distance is nan"),
        (lambda: ps.goals.within((0, 0), -1), "distance is -1"),
        (lambda: ps.goals.within((0, 0), 1, by="air"), "air"),
        (lambda: ps.goals.within((0, 0), 1, sight="far"), "sight is .far."),
        (lambda: ps.goals.away_from([(0, 0)], math.nan), "budget is nan"),
        (lambda: ps.goals.through([(0, 0)], order="any"), "any"),
    ],
)
def test_bad_goals(make: Any, message: str) -> None:
    with pytest.raises(ps.PathstarError, match=message):
        make()


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        (ps.goals.any_of([(1, 2), (3, 4), (5, 6), (7, 8)]), "any_of([(1, 2), (3, 4), (5, 6), ...])"),
        (ps.goals.any_of(["inn", "ford"]), "any_of(['inn', 'ford'])"),
        (ps.goals.within((1, 2), 2.5), "within((1, 2), 2.5)"),
        (ps.goals.within((1, 2), 3, by="cost"), "within((1, 2), 3, by='cost')"),
        (ps.goals.within((1, 2), 3, sight=True), "within((1, 2), 3, sight=True)"),
        (ps.goals.nearest_to((1, 2)), "nearest_to((1, 2))"),
        (ps.goals.through([(1, 2)], order="best"), "through([(1, 2)], order='best')"),
        (ps.goals.away_from([(1, 2), (3, 4)], 20), "away_from([(1, 2), (3, 4)], 20)"),
    ],
)
def test_goals_print_as_they_are_made(goal: ps.goals.Goal, text: str) -> None:
    assert repr(goal) == text


def test_places_outside_are_named() -> None:
    with pytest.raises(ps.PlaceError, match=r"any_of\[1\]"):
        ps.find_path(GRID, START, ps.goals.any_of([(0, 0), (99, 0)]))
    with pytest.raises(ps.PlaceError, match=r"through\[1\]"):
        ps.find_path(GRID, START, ps.goals.through([(0, 0), (99, 0)]))
    with pytest.raises(ps.PlaceError, match=r"away_from\[1\]"):
        ps.find_path(GRID, START, ps.goals.away_from([START, (99, 0)], 5))


def test_one_place_is_no_list_of_places() -> None:
    for goal in (ps.goals.any_of((1, 1)), ps.goals.through((1, 1)), ps.goals.away_from((1, 1), 5)):
        with pytest.raises(ps.ArrayError, match=r"must be an array \(n, 2\) of places"):
            ps.find_path(GRID, START, goal)


def test_a_pursuer_in_a_wall_is_named() -> None:
    with pytest.raises(ps.PlaceError, match=r"away_from\[0\] = \(1, 0\) is not walkable"):
        ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), ps.goals.away_from([(1, 0)], 5))


@pytest.mark.parametrize("start", [(2, 2), (2, 2, 1), (2, 2, 5)])
def test_a_unit_that_turns_comes_as_near_and_flees_as_far(start: tuple[int, ...]) -> None:
    free = np.ones((12, 20), bool)
    free[9, :8] = False
    grid = ps.Grid(free)
    turning = ps.Turning(grid, 0.5)
    assert ps.find_path(turning, start, ps.goals.nearest_to((4, 9))).goal[:2] == (4, 8)
    avoid = [(4, 8), (3, 8), (5, 8)]
    masked = ps.find_path(turning, start, ps.goals.nearest_to((4, 9)), avoid=avoid)
    assert masked.goal[:2] == ps.find_path(grid, (2, 2), ps.goals.nearest_to((4, 9)), avoid=avoid).goal
    flight = ps.find_path(turning, start, ps.goals.away_from([(5, 5)], 6))
    pursued = ps.distance_field(turning, [(5, 5)], outward=True).costs[0]
    own = ps.distance_field(turning, [start], outward=True).costs[0]
    best = pursued[(own < pursued) & (own <= 6)].max()
    assert pursued[flight.goal[1::-1]] == best > pursued[2, 2]


def test_one_may_stand_where_no_way_may_lead() -> None:
    row = ps.Grid([[1, 1, 1]])
    for by in ("straight", "cost"):
        goal = ps.goals.within((1, 0), 0, by=by)
        here = ps.find_path(row, (1, 0), goal, avoid=[(1, 0)])
        assert (here.status, here.cost) == (ps.Status.FOUND, 0)
        assert ps.find_path(row, (0, 0), goal, avoid=[(1, 0)]).status is ps.Status.NO_PATH


def test_spaces_that_look_for_one_goal_at_a_time() -> None:
    grid = ps.Grid(np.ones((5, 5)))
    targets = [(4, 4), (0, 2)]
    for space in (ps.Timed(grid), ps.waypoints(grid, [(2, 2)])):
        path = ps.find_path(space, (0, 0), ps.goals.any_of(targets))
        assert (path.goal, path.cost) == ((0, 2), 2)
        assert ps.find_nearest(space, (0, 0), targets, 5)[0].cost == 2
        with pytest.raises(ps.OptionError, match=r"one goal at a time.*; use find$"):
            ps.Planner(space).search((0, 0), ps.goals.any_of(targets))
    with pytest.raises(ps.OptionError, match=r"one goal at a time.*; use 'astar', or find$"):
        ps.Planner(grid, algorithm="jps").search((0, 0), ps.goals.any_of(targets))
    wide = ps.Timed(ps.Grid(np.ones((40, 40))))
    with pytest.raises(ps.OptionError, match=r"is 1,600 places; allowed: 1,000$"):
        ps.find_path(wide, (0, 0), ps.goals.area(np.ones((40, 40), bool)))
    with pytest.raises(ps.OptionError, match="heading"):
        ps.find_path(ps.Turning(grid), (0, 0), ps.goals.through(targets))


def test_a_custom_space_takes_sets() -> None:
    space = ps.Custom(lambda n: [(n + 1, 1.0), (2 * n, 1.5)])
    path = ps.find_path(space, 1, ps.goals.any_of([40, 17, 23]))
    assert path.goal == 17
    assert [each.goal for each in ps.find_nearest(space, 1, [40, 17, 23], 2)] == [17, 40]


def test_graphs_measure_by_their_positions() -> None:
    places = [[0, 0], [3, 0], [6, 0], [6, 4]]
    edges = [(0, 1, 3), (1, 2, 3), (2, 3, 4)]
    graph = ps.Graph.from_edges(edges, directed=False, positions=places)
    assert ps.find_path(graph, 0, ps.goals.within(3, 5)).goal == 1
    assert ps.find_path(graph, 0, ps.goals.within(3, 4)).goal == 2
    with pytest.raises(ps.OptionError, match="no positions"):
        ps.find_path(ps.Graph.from_edges(edges), 0, ps.goals.within(3, 5))


def test_the_nearest_few() -> None:
    costs = plain.costs_from(GRID, START)
    wanted = sorted(costs[target] for target in TARGETS if target in costs)
    paths = ps.find_nearest(GRID, START, TARGETS, 3)
    assert [path.cost for path in paths] == pytest.approx(wanted[:3])
    assert all(ps.check_path(GRID, path) for path in paths)
    assert all(path.goal == path[-1] for path in paths)
    assert len(ps.find_nearest(GRID, START, [*TARGETS, *TARGETS], 99)) == len(wanted)
    assert [path.cost for path in ps.find_nearest(GRID, START, TARGETS, 9, max_cost=wanted[0])] == [wanted[0]]
    assert ps.find_nearest(GRID, START, TARGETS, 2, max_expansions=1) == []
    assert ps.find_nearest(GRID, START, [START])[0].cost == 0
    for k in (0, -1, 1.5, True):
        with pytest.raises(ps.OptionError, match="k is"):
            ps.find_nearest(GRID, START, TARGETS, k)  # type: ignore[arg-type]
    with pytest.raises(ps.PlaceError, match="no targets"):
        ps.find_nearest(GRID, START, np.empty((0, 2), int))


def test_the_nearest_places_of_a_goal() -> None:
    mask = np.zeros(GRID.shape, bool)
    mask[:3, -4:] = True
    places = [(int(x), int(y)) for y, x in np.argwhere(mask)]
    for goal, targets in (
        (ps.goals.any_of(TARGETS), TARGETS),
        (ps.goals.area(mask), places),
        (ps.goals.within(TARGETS[0], 2), ps.goals.within(TARGETS[0], 2)),
    ):
        given = targets if isinstance(targets, list) else GRID.places_of(targets.nodes(GRID))  # type: ignore[attr-defined]
        wanted = [path.cost for path in ps.find_nearest(GRID, START, given, 3)]
        assert [path.cost for path in ps.find_nearest(GRID, START, goal, 3)] == wanted
    near, close = ps.goals.nearest_to((0, 0)), ps.goals.within((0, 0), 2, by="cost")
    allowed = "is .*allowed: places, or any_of, area, and within by straight"
    for goal in (ps.goals.through(TARGETS), near, close):
        with pytest.raises(ps.OptionError, match=f"targets {allowed}"):
            ps.find_nearest(GRID, START, goal)
        with pytest.raises(ps.OptionError, match=f"sources {allowed}"):
            ps.distance_field(GRID, goal)
    with pytest.raises(ps.ArrayError, match="the mask has the shape"):
        ps.find_nearest(GRID, START, ps.goals.area(mask[:2]))


def test_goals_follow_edits() -> None:
    ground = ps.Map(np.ones((1, 7)))
    grid = ground.grid()
    planner, goal = ps.Planner(grid), ps.goals.any_of([(0, 0), (6, 0)])
    assert planner.find((2, 0), goal).goal == (0, 0)
    ground.edit("passable", (1, 0), False)
    assert planner.find((2, 0), goal).goal == (6, 0)
    assert planner.find((2, 0), ps.goals.nearest_to((0, 0))).goal == (2, 0)


FOLLOWING = {
    "squares": lambda map: map.grid(),
    "hexagons": lambda map: map.hexgrid(),
    "triangles": ps.TriangleGrid.of,
    "headings": lambda map: ps.Turning(map.grid(), 0.0),
}


@pytest.mark.parametrize("walls", [(30, 2), (slice(0, 5), slice(29, 30))])
@pytest.mark.parametrize("make", FOLLOWING.values(), ids=FOLLOWING)
def test_a_search_under_way_looks_for_places_that_an_edit_opens(make: Any, walls: Any) -> None:
    """The edit is far from what the search has seen. One place was blocked, or cut off from the start."""
    world = ps.Map(np.ones((5, 60)))
    world.edit("passable", walls, False)
    space, goals = make(world), ps.goals.any_of([(30, 2), (8, 2)])
    search = ps.Planner(space, "astar").search((20, 2), goals)
    search.step(2)
    world.edit("passable", walls, True)
    path = search.run()
    assert path.goal[:2] == (30, 2)
    assert path.cost == ps.find_path(space, (20, 2), goals).cost
    assert path.revision == space.revision


def test_a_search_under_way_goes_on_where_an_edit_closes_a_place_far_away() -> None:
    world = ps.Map(np.ones((5, 60)))
    space = world.grid()
    search = ps.Planner(space, "astar").search((20, 2), ps.goals.any_of([(50, 2), (8, 2)]))
    search.step(2)
    world.edit("passable", (50, 2), False)
    path = search.run()
    assert (path.goal, path.stats.restarts) == ((8, 2), 0)


@pytest.mark.parametrize("make", FOLLOWING.values(), ids=FOLLOWING)
def test_a_search_under_way_says_that_its_goal_was_closed_far_away(make: Any) -> None:
    for goal in (50, 2), ps.goals.any_of([(50, 2), (52, 2)]):
        world = ps.Map(np.ones((5, 60)))
        space = make(world)
        search = ps.Planner(space, "astar").search((20, 2), goal)
        search.step(2)
        world.edit("passable", (slice(2, 3), slice(50, 53)), False)
        path = search.run()
        assert path.status is ps.find_path(space, (20, 2), goal).status is ps.Status.BLOCKED_GOAL
        assert path.stats.expanded < 5


def test_an_area_with_masked_cells_is_refused():
    with pytest.raises(ps.ArrayError, match=r"such as mask\.filled\(0\)"):
        ps.goals.area(np.ma.masked_array([[True, True]], [[False, True]]))


def test_a_tour_under_way_whose_first_place_was_blocked_follows_the_edit_that_opens_it() -> None:
    world = ps.Map([[1, 1, 0, 1]])
    search = ps.Planner(world.grid(), "astar").search((0, 0), ps.goals.through([(2, 0), (3, 0)]))
    assert search.status is ps.Status.RUNNING
    world.edit("passable", (2, 0), True)
    path = search.run()
    assert (path.status, path.cost, path.revision) == (ps.Status.FOUND, 3.0, 1)


def test_a_tour_whose_legs_are_of_two_revisions_claims_the_older_one() -> None:
    world = ps.Map(np.ones((1, 5)))
    grid, places = world.grid(), [(2, 0), (4, 0)]
    planner = ps.Planner(grid, "astar")
    tour = Tour(planner, (0, 0), places, ps.goals.through(places))
    tour.add(planner.find((0, 0), (2, 0)), 0.0)
    world.edit("passable", (1, 0), False)
    tour.add(planner.find((2, 0), (4, 0)), 0.0)
    assert tour.path().revision == 0 < grid.revision


@pytest.mark.parametrize("algorithm", ["astar", "bidirectional-astar"])
@pytest.mark.parametrize("closed", [(4, 0), (3, 0)])
def test_no_path_to_any_of_several_places_is_of_the_present_revision(algorithm: str, closed: Any) -> None:
    world = ps.Map(np.ones((1, 5)))
    grid = world.grid()
    world.edit("passable", closed, False)
    path = ps.find_path(grid, (0, 0), ps.goals.any_of([(4, 0)]), algorithm=algorithm)
    assert (bool(path), path.revision) == (False, 1)


def test_no_place_that_fits_a_goal_is_of_the_present_revision() -> None:
    world = ps.Map(np.ones((1, 5)))
    grid = world.grid()
    world.edit("passable", (slice(0, 1), slice(3, 5)), False)
    path = ps.find_path(grid, (0, 0), ps.goals.within((4, 0), 0.5, by="cost"))
    assert (path.status, path.revision) == (ps.Status.BLOCKED_GOAL, 1)
