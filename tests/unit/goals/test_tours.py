"""Paths through several places: their legs, stepped searches, and objects that keep the places."""

from __future__ import annotations

import copy
import itertools
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps
from pathstar.traces.files import read_trace
from pathstar.viz.drawables import scene_of

WALKABLE = np.ones((9, 12), bool)
WALKABLE[1:7, 6] = False
GRID = ps.Grid(WALKABLE)
START, PLACES = (1, 1), [(10, 1), (1, 6), (9, 6)]
GIVEN, BEST = ps.goals.through(PLACES), ps.goals.through(PLACES, order="best")


def in_order(points: Any, places: list[Any]) -> bool:
    """Whether a line visits some places in order."""
    left = iter([tuple(map(float, point)) for point in points])
    return all(tuple(map(float, place)) in left for place, _ in itertools.groupby(places))


@pytest.mark.parametrize("goal", [GIVEN, BEST], ids=["given", "best"])
def test_a_path_has_its_legs(goal: ps.goals.Goal) -> None:
    path = ps.find_path(GRID, START, goal)
    ends = [leg.goal for leg in path.legs]
    assert sorted(ends) == sorted(PLACES)
    assert (ends[-1], path.via) == (path.goal, ends[:-1])
    for here, leg in zip([START, *ends], path.legs, strict=False):
        assert leg.cost == pytest.approx(plain.cheapest(GRID, here, leg.goal))
    assert sum(leg.cost for leg in path.legs) == pytest.approx(path.cost)
    assert pickle.loads(pickle.dumps(path)).legs == path.legs
    assert ps.find_path(GRID, START, (10, 1)).legs == ()


def test_legs_before_the_one_that_was_not_found() -> None:
    row = ps.Grid([[1, 1, 1, 0, 1]])
    path = ps.find_path(row, (1, 0), ps.goals.through([(0, 0), (2, 0), (4, 0), (0, 0)]))
    assert (path.goal, path.via) == ((4, 0), [(0, 0), (2, 0)])
    part = ps.find_path(GRID, START, GIVEN, max_cost=20, partial=True)
    assert (part.status, part.via) == (ps.Status.LIMIT, PLACES[:1])


def test_a_saved_trace_keeps_the_legs(tmp_path: Path) -> None:
    trace = ps.trace(GRID, START, BEST)
    trace.save(tmp_path / "tour.npz")
    assert read_trace(tmp_path / "tour.npz", GRID).path.legs == trace.path.legs


def test_the_straightest_path_still_comes_to_the_places() -> None:
    open_ground = ps.Grid(np.ones((9, 9)))
    goal = ps.goals.through([(4, 4), (0, 8)])
    path = ps.find_path(open_ground, (0, 0), goal, prefer="straight")
    assert (4, 4) in list(path)
    assert path.cost == pytest.approx(ps.find_path(open_ground, (0, 0), goal).cost)
    assert ps.check_path(open_ground, path)
    back = ps.find_path(open_ground, (0, 0), ps.goals.through([(8, 3), (0, 0)]), prefer="straight")
    assert (8, 3) in list(back)
    steps = np.diff(back.points[: len(back) // 2 + 1], axis=0).tolist()
    assert sum(a != b for a, b in itertools.pairwise(steps)) == 1


@pytest.mark.parametrize(
    ("way", "options"),
    [("pull", {}), ("swap", {}), ("funnel", {"radius": 0.3}), ("pull", {"clearance": 0.2})],
)
def test_smoothing_keeps_the_places(way: str, options: dict[str, float]) -> None:
    smooth = getattr(ps.smooth, way)
    for goal in (GIVEN, ps.goals.through([START, START, *PLACES, PLACES[-1]])):
        path = ps.find_path(GRID, START, goal)
        line = smooth(path, **options)
        assert in_order(line.points, [START, *(leg.goal for leg in path.legs)])
        assert line.via == path.via
        assert line.cost == pytest.approx(sum(leg.cost for leg in line.legs))
        assert line.cost <= path.cost + 1e-9
    chain = ps.smooth.smoothed(path, ["swap", "pull"])
    assert in_order(chain.points, [START, *PLACES])


def stepped(search: ps.Search, budget: int) -> ps.Path:
    while search.step(budget) is ps.Status.RUNNING:
        assert search.status is ps.Status.RUNNING
    return search.path


@pytest.mark.parametrize("algorithm", ["auto", "astar", "jps", "bidirectional-astar", "ara-star", "ida-star"])
@pytest.mark.parametrize("goal", [GIVEN, BEST], ids=["given", "best"])
@pytest.mark.parametrize("budget", [1, 7, 1000])
def test_a_search_is_stepped_leg_by_leg(algorithm: str, goal: ps.goals.Goal, budget: int) -> None:
    planner = ps.Planner(GRID, algorithm)
    whole, path = planner.find(START, goal), stepped(planner.search(START, goal), budget)
    assert (path.status, path.goal, path.why) == (whole.status, whole.goal, whole.why)
    assert path.cost == pytest.approx(whole.cost)
    assert path.via == whole.via
    assert ps.check_path(GRID, path)
    assert planner.search(START, goal).run().cost == path.cost


def test_an_anytime_search_says_what_is_proven() -> None:
    planner = ps.Planner(GRID, "ara-star", weight=5)
    paths = list(planner.search(START, GIVEN).improvements())
    whole = planner.find(START, GIVEN)
    assert (paths[-1].cost, paths[-1].bound) == (pytest.approx(whole.cost), 1)
    for path in paths:
        assert path.via == PLACES[:-1]
        assert path.cost <= path.bound * whole.cost + 1e-9


def test_a_step_takes_no_more_than_its_budget() -> None:
    search = ps.Planner(GRID, "astar").search(START, GIVEN)
    expanded = 0
    while search.step(3) is ps.Status.RUNNING:
        now = search.path.stats.expanded
        assert expanded < now <= expanded + 3
        expanded = now
    assert "FOUND" in repr(search)
    with pytest.raises(ps.OptionError, match="budget is 0"):
        search.step(0)


def test_a_search_that_is_stopped() -> None:
    search = ps.Planner(GRID, "astar", partial=True).search(START, GIVEN)
    while len(search.path.legs) < 1:
        search.step(1)
    search.step(4)
    assert in_order(search.path.points, [START, PLACES[0]])
    assert search.path.via == PLACES[:1]
    search.stop()
    assert (search.status, search.path.status) == (ps.Status.LIMIT, ps.Status.LIMIT)
    assert search.path.via == PLACES[:1]
    assert search.step(10) is ps.Status.LIMIT


def test_limits_hold_for_a_whole_search() -> None:
    whole = ps.Planner(GRID, "astar").find(START, GIVEN)
    few = whole.stats.expanded - 1
    path = stepped(ps.Planner(GRID, "astar", max_expansions=few).search(START, GIVEN), 5)
    assert (path.status, path.stats.expanded) == (ps.Status.LIMIT, few)
    near = ps.Planner(GRID, "astar", max_cost=whole.cost - 1).search(START, GIVEN).run()
    assert near.status is ps.Status.LIMIT


@pytest.mark.parametrize("order", ["given", "best"])
def test_an_edit_while_it_is_stepped(order: str) -> None:
    random = np.random.default_rng(7)
    goal = ps.goals.through(PLACES, order=order)
    for _ in range(12):
        map = ps.Map(WALKABLE)
        planner = ps.Planner(map.grid(), "astar")
        search = planner.search(START, goal)
        while search.step(int(random.integers(1, 9))) is ps.Status.RUNNING:
            place = int(random.integers(12)), int(random.integers(9))
            if random.random() < 0.3 and place not in (START, *PLACES):
                map.edit("passable", place, bool(random.random() < 0.3))
        now = planner.find(START, goal)
        assert (search.status, search.path.cost) == (now.status, pytest.approx(now.cost))
    map = ps.Map(WALKABLE)
    search = ps.Planner(map.grid(), "astar").search(START, goal)
    while len(search.path.legs) < 1:
        search.step(1)
    map.edit("passable", (2, 1), False)  # on the leg that was found
    assert (search.run().stats.restarts, (2, 1) in list(search.path)) == (1, False)


def test_what_cannot_be_stepped_is_refused() -> None:
    for space in (ps.Turning(GRID), ps.Timed(GRID)):
        with pytest.raises(ps.OptionError, match="would forget the time or heading"):
            ps.Planner(space).search(START, GIVEN)
    with pytest.raises(ps.PlaceError, match=r"through\[0\] = \(99, 0\)"):
        ps.Planner(GRID).search(START, ps.goals.through([(99, 0)]))
    with pytest.raises(ps.OptionError, match="would forget where it has been"):
        ps.jobs.TimeBoundedWalk(GRID, START, GIVEN)


@pytest.mark.parametrize("layer", [lambda grid: grid, lambda grid: grid.sized(2)], ids=["squares", "sized"])
def test_pictures_mark_the_places(layer: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    space = layer(ps.Grid(np.ones((9, 12))))
    path = ps.find_path(space, START, GIVEN)
    trace = ps.trace(space, START, GIVEN)
    for thing in (path, trace):
        assert scene_of(thing).via == tuple(path.via)
        thing.show(color="none", width=60, height=30)
        shown = capsys.readouterr().out
        rows = shown.splitlines()
        assert [rows[y][x] for x, y in path.via] == ["1", "2"]
        assert "1 way point" in shown
        assert "legs 9 + 11.0711 + 8" in shown
        ps.save_picture(thing, tmp_path / "tour.svg", cell=40, legend=True)
        text = (tmp_path / "tour.svg").read_text()
        assert all(f">{sign}</text>" in text for sign in "AB12")
        assert "way point" in text
    trace.save(tmp_path / "tour.html")
    page = (tmp_path / "tour.html").read_text()
    assert '"via":[22,73]' in page.replace(" ", "")
    assert "9 + 11.0711 + 8" in page


def test_many_places_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    row = ps.Grid(np.ones((1, 24)))
    ps.find_path(row, (0, 0), ps.goals.through([(2 * x, 0) for x in range(1, 12)])).show(
        color="none", width=60
    )
    assert capsys.readouterr().out.startswith("A*1*2*3*4*5*6*7*8*9*+*B.\n")


def test_copies() -> None:
    path = copy.deepcopy(ps.find_path(GRID, START, GIVEN))
    assert path.via == PLACES[:-1]
