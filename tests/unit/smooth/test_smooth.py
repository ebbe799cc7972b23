"""Each way of smoothing keeps its promises on random maps; the checker uses the same rule."""

from __future__ import annotations

import itertools
import math
import pickle

import numpy as np
import pytest
from tests.oracle import plane

import pathstar as ps
from pathstar import smooth

KINDS = ("caves", "rooms", "random_obstacles", "maze")


def paths(count: int, seed: int, cost: bool = False, **options: object) -> list[ps.Path]:
    """Paths on maps of every kind, under the corner rules in turn."""
    dice = np.random.default_rng(seed)
    found: list[ps.Path] = []
    for number in itertools.count():
        made = getattr(ps.maps.generate, KINDS[number % 4])(23, 19, seed=seed + number)
        corners = ("no_cut", "no_squeeze", "free")[number % 3]
        prices = dice.uniform(0.5, 4, made.shape) if cost else None
        model = ("enter", "mean")[number % 2]
        grid = ps.Grid(made.passable, cost=prices, cost_model=model, moves=ps.Moves(corners=corners))
        free = np.argwhere(grid.walkable)[:, ::-1]
        start, goal = map(tuple, free[dice.integers(0, len(free), 2)].tolist())
        path = ps.find_path(grid, start, goal, **options)
        found += [path] if len(path) > 3 else []
        if len(found) == count:
            return found
    raise AssertionError


def checked(path: ps.Path) -> smooth.SmoothPath:
    """The path, after checks that the checker accepts it and that its report is right."""
    assert isinstance(path, smooth.SmoothPath)
    check = ps.check_path(path.space, path)
    assert check, check.problem
    points = np.asarray(path.points, float)
    assert path.report.after.length == pytest.approx(np.hypot(*np.diff(points, axis=0).T).sum())
    assert path.is_line is False or path.report.after.cost == path.cost
    return path


@pytest.mark.parametrize("cost", [False, True])
def test_swaps_turn_less_at_no_higher_cost(cost: bool) -> None:
    fewer = 0
    for path in paths(30, 1, cost, algorithm="astar", ties="first"):
        straighter = checked(smooth.swap(path))
        report = straighter.report
        assert straighter.cost <= path.cost * (1 + 1e-9)
        assert report.after.turning <= report.before.turning + 1e-6
        fewer += report.after.turning < report.before.turning - 1e-6
        assert sorted(map(tuple, np.diff(path.points, axis=0).tolist())) == sorted(
            map(tuple, np.diff(straighter.points, axis=0).tolist())
        )
    assert fewer > 5 or cost


def test_swaps_make_the_guide_s_path_straighter() -> None:
    walkable = np.ones((5, 7), bool)
    walkable[1:4, 3] = False
    grid = ps.Grid(walkable)
    cells = [(1, 2), (2, 3), (2, 4), (3, 4), (4, 4), (5, 3), (5, 2)]
    nodes = grid.nodes_of(cells)
    path = ps.find_path(grid, (1, 2), (5, 2))
    given = smooth.path.step_path(path, smooth.rules.LineRules(grid), nodes, path.cost)
    straighter = checked(smooth.swap(given))
    assert list(straighter) == [(1, 2), (1, 3), (2, 4), (3, 4), (4, 4), (5, 3), (5, 2)]
    assert (straighter.report.before.turns, straighter.report.after.turns) == (4, 4)
    assert straighter.report.before.turning == pytest.approx(225)
    assert straighter.report.after.turning == pytest.approx(180)


def test_swaps_stay_on_their_side_of_a_wall() -> None:
    grid = ps.Grid([[1, 1, 1, 1], [1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 1, 1]], moves=ps.Moves(directions=4))
    path = ps.find_path(grid, (1, 0), (3, 2))
    assert list(smooth.swap(path)) == list(path)
    assert len(path) == 5


@pytest.mark.parametrize("cost", [False, True])
def test_pulled_lines_cost_no_more(cost: bool) -> None:
    shorter = 0
    for path in paths(30, 2, cost):
        line = checked(smooth.pull(path))
        assert line.report.after.cost <= line.report.before.cost * (1 + 1e-9)
        shorter += line.report.after.length < line.report.before.length - 1e-6
        if cost:
            longest = checked(smooth.pull(path, dearer=True))
            assert longest.report.after.length <= line.report.after.length + 1e-9
    assert shorter > 10


def test_pull_is_the_cheapest_line_over_the_path_s_points() -> None:
    for path in paths(8, 3, cost=True):
        points = np.asarray(path.points, float)
        rules = smooth.rules.LineRules(path.space)
        best = [0.0] + [math.inf] * (len(points) - 1)
        for j in range(1, len(points)):
            for i in range(j):
                part = points[[i, j]]
                if j == i + 1 or rules.free(part)[0]:
                    best[j] = min(best[j], best[i] + float(rules.costs(part)[0]))
        assert smooth.pull(path).cost == pytest.approx(best[-1])


def test_no_clearance_is_so_small_that_a_line_leads_through_walls() -> None:
    path = ps.find_path(ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]]), (0, 1), (2, 1))
    line = checked(smooth.pull(path, clearance=1e-10))
    assert line.points.tolist() == smooth.pull(path).points.tolist()
    assert line.report.kept == 0


def test_pull_keeps_its_clearance() -> None:
    kept = 0
    for path in paths(20, 4):
        line = checked(smooth.pull(path, clearance=0.5))
        rules = smooth.rules.LineRules(path.space)
        near = sum(rules.clearance(np.stack(part)) < 0.5 - 1e-9 for part in itertools.pairwise(line.points))
        assert near == line.report.kept
        kept += line.report.kept == 0
    assert kept > 4


@pytest.mark.parametrize("unit", [{"side": 2}, {"side": 3}, {"radius": 0.4}, {"radius": 1.2}])
def test_units_with_a_size_are_pulled_with_their_whole_body(unit: dict[str, float]) -> None:
    dice, pulled = np.random.default_rng(5), 0
    for _ in range(25):
        grid = ps.Grid(dice.random((20, 24)) > 0.03).sized(**unit)
        free = np.argwhere(grid.walkable)[:, ::-1]
        start, goal = map(tuple, free[dice.integers(0, len(free), 2)].tolist())
        path = ps.find_path(grid, start, goal)
        if len(path) > 3:
            line = checked(smooth.pull(path))
            pulled += line.report.after.length < line.report.before.length - 1e-6
            if "radius" in unit:
                assert line.report.after.clearance >= unit["radius"] - 1e-9
    assert pulled > 3


def test_the_funnel_is_exact_where_there_is_one_way_only() -> None:
    dice, compared = np.random.default_rng(6), 0
    for seed in range(6):
        walkable = ps.maps.generate.maze(15, 15, seed=seed).passable
        grid = ps.Grid(walkable, moves=ps.Moves(corners="no_squeeze"))
        free = np.argwhere(walkable)[:, ::-1]
        start, goal = map(tuple, free[dice.integers(0, len(free), 2)].tolist())
        path = ps.find_path(grid, start, goal)
        if len(path) > 1:
            line = checked(smooth.funnel(path))
            assert line.cost == pytest.approx(plane.shortest(walkable, start, goal), abs=1e-9)
            compared += 1
    assert compared > 4


@pytest.mark.parametrize("radius", [0.1, 0.35, 0.5])
def test_the_funnel_keeps_its_radius(radius: float) -> None:
    exact = 0
    for path in paths(24, 7):
        line = checked(smooth.funnel(path, radius))
        if not line.report.kept:
            exact += 1
            assert line.report.after.clearance >= radius - 1e-9
            assert line.report.after.length <= line.report.before.length * (1 + 1e-3)
    assert exact > 15


@pytest.mark.parametrize("make", [smooth.curve, lambda path: smooth.arcs(path, 1.0)])
def test_curves_keep_the_clearance_of_the_line(make) -> None:
    bent = 0
    for path in paths(20, 8):
        line = smooth.pull(path, clearance=0.4)
        curved = checked(make(line))
        assert curved.report.after.clearance >= line.report.after.clearance - 1e-8
        assert tuple(curved[0]) == tuple(map(float, path.start))
        assert tuple(curved[-1]) == tuple(map(float, path.goal))
        bent += len(curved) > len(line)
    assert bent > 5


def test_arcs_have_their_radius() -> None:
    path = smooth.pull(ps.find_path(ps.Grid([[1] * 20, *[[0] * 19 + [1]] * 19]), (0, 0), (19, 19)))
    arc = smooth.arcs(path, 0.5, clearance=0)
    inner = np.abs(arc.curvature[2:-2])
    assert inner == pytest.approx(np.full(len(inner), 2.0))
    assert smooth.arcs(path, 100).report.kept == 1


@pytest.mark.parametrize("radius", [1, 2])
def test_arcs_that_meet_on_a_leg_are_one_curve(radius: int) -> None:
    walkable = np.zeros((5, 7))
    walkable[0, :3] = walkable[:3, 2] = walkable[2, 2:5] = walkable[2:, 4] = walkable[4, 4:] = 1
    grid = ps.Grid(walkable, moves=ps.Moves(directions=4))
    path = ps.find_path(grid, (0, 0), (6, 4))
    line = checked(smooth.arcs(path, radius, clearance=0))
    assert line.report.kept == (0 if radius == 1 else 4)
    assert len(line.headings) == len(line.curvature) == len(line)
    assert np.abs(line.curvature).max() <= (1 + 1e-9 if radius == 1 else np.inf)
    assert (line.speeds(1, sideways=1, along=1)[1:-1] > 0).all()


def test_samples_lie_at_equal_distances() -> None:
    for path in paths(12, 9):
        line = checked(smooth.resample(smooth.pull(path, clearance=0.3), 0.3))
        if line.report.kept == 0:
            steps = np.hypot(*np.diff(line.points, axis=0).T)
            assert steps.max() <= 0.3 + 1e-9
            turns = np.abs(line.curvature) > 1e-6
            straight = ~(turns[:-1] | turns[1:])
            assert np.ptp(np.append(steps[straight], steps.max())) < 1e-9
        assert line.headings.shape == line.curvature.shape == (len(line),)
        speeds = line.speeds(2.0, sideways=1.0, along=0.5)
        assert speeds[0] == speeds[-1] == 0
        assert (
            np.abs(np.diff(speeds**2)) <= 2 * 0.5 * np.hypot(*np.diff(line.points, axis=0).T) + 1e-9
        ).all()
        assert (speeds**2 * np.abs(line.curvature) <= 1 + 1e-9).all()


def test_headings_and_curvature_of_a_circle() -> None:
    path = smooth.pull(ps.find_path(ps.Grid(np.ones((9, 9))), (0, 0), (8, 4)))
    assert path.headings == pytest.approx([math.atan2(4, 8)] * 2)
    assert path.curvature.tolist() == [0, 0]


def test_short_and_empty_paths_come_back_as_they_are() -> None:
    grid = ps.Grid([[1, 1, 0, 1]])
    for path in (ps.find_path(grid, (0, 0), (0, 0)), ps.find_path(grid, (0, 0), (3, 0))):
        for name in smooth.METHODS:
            options = {"radius": 0.5} if name in ("arcs", "funnel") else {}
            same = smooth.smoothed(path, [(name, options) if options else name])
            assert list(same) == list(path)
            assert same.status is path.status
            assert same.cost == path.cost
            assert same.speeds(1, sideways=1, along=1).tolist() == [0] * len(path)
    two = ps.find_path(grid, (0, 0), (1, 0))
    assert smooth.curve(two).points.tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize("name", ["swap", "pull", "funnel"])
@pytest.mark.parametrize("expansions", [11, 12, 40, 60, 90])
def test_a_tour_that_a_limit_cuts_short_still_comes_to_the_places_that_it_reached(
    name: str, expansions: int
) -> None:
    free = np.ones((30, 30), bool)
    free[5:25, 12] = False
    grid = ps.Grid(free)
    places = [(8, 2), (8, 12), (29, 29), (0, 29)]
    tour = ps.find_path(
        grid, (0, 0), ps.goals.through(places), algorithm="astar", max_expansions=expansions, partial=True
    )
    assert not tour
    assert 0 < len(tour.legs) < len(places)
    smoothed = smooth.smoothed(tour, [(name, {"radius": 0.3} if name == "funnel" else {})])
    assert [leg.goal for leg in smoothed.legs] == [leg.goal for leg in tour.legs] == smoothed.via
    assert {tuple(map(float, place)) for place in tour.via} <= {tuple(map(float, each)) for each in smoothed}
    assert smoothed.status is tour.status
    assert smoothed.cost <= tour.cost * (1 + 1e-9)
    assert list(smoothed)[-1] == tour[-1]


def test_a_smoothed_path_pickles_with_its_report() -> None:
    path = paths(1, 10)[0]
    for line in (smooth.swap(path), smooth.pull(path)):
        again = pickle.loads(pickle.dumps(line))
        assert list(again) == list(line)
        assert again.report == line.report
        assert "clearance" in str(again.report)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda p: smooth.pull(p, clearance=-1),
            ps.OptionError,
            "clearance is -1; allowed: a finite number from 0",
        ),
        (lambda p: smooth.pull(p, dearer=2), ps.OptionError, "dearer"),
        (lambda p: smooth.arcs(p, 0), ps.OptionError, "radius is 0; allowed: a finite number above 0"),
        (lambda p: smooth.resample(p, math.nan), ps.OptionError, "spacing is nan"),
        (lambda p: smooth.resample(p, 1e-9), ps.OptionError, "more than 10,000,000 parts"),
        (lambda p: smooth.resample(p, 5e-324), ps.OptionError, "more than 10,000,000 parts"),
        (lambda p: smooth.curve(p, spacing=1e-9), ps.OptionError, "more than 10,000,000 parts"),
        (lambda p: smooth.curve(p, spacing="x"), ps.OptionError, "spacing is 'x'"),
        (lambda p: smooth.funnel(p), ps.OptionError, "under the corner rule no_cut"),
        (lambda p: smooth.swap(smooth.pull(p)), ps.OptionError, "needs a path of steps"),
        (lambda p: smooth.funnel(smooth.pull(p), 0.5), ps.OptionError, "needs a path of steps"),
        (lambda p: smooth.smoothed(p, [("pul", {})]), ps.OptionError, "pull"),
        (lambda p: smooth.smoothed(p, ["pul"]), ps.OptionError, "'pul'; did you mean 'pull'"),
        (lambda p: smooth.smoothed(p, ["arcs"]), ps.OptionError, "arcs needs radius"),
        (lambda p: smooth.smoothed(p, "pull"), ps.OptionError, r"methods is 'pull'; allowed: a list"),
        (lambda p: smooth.smoothed(p, 3), ps.OptionError, "methods is 3"),
        (lambda p: smooth.smoothed(p, [("pull", 3)]), ps.OptionError, r"way of smoothing is \('pull', 3\)"),
        (lambda p: smooth.smoothed(p, [7]), ps.OptionError, "way of smoothing is 7; allowed: a name"),
        (lambda p: smooth.smoothed(p, [("arcs", {})]), ps.OptionError, "arcs needs radius"),
        (lambda p: smooth.smoothed(p, [("pull", {"clear": 1})]), ps.OptionError, "clearance"),
        (lambda p: smooth.pull(p).speeds(0, sideways=1, along=1), ps.OptionError, "top is 0"),
    ],
)
def test_bad_options_are_refused_in_words(call, error, words) -> None:
    path = ps.find_path(ps.Grid(np.ones((5, 5))), (0, 0), (4, 2))
    with pytest.raises(error, match=words):
        call(path)


@pytest.mark.parametrize(
    ("name", "noun"), [("headings", "headings"), ("curvature", "a curvature"), ("speeds", "speeds")]
)
def test_a_path_that_was_not_smoothed_says_what_has_them(name, noun) -> None:
    path = ps.find_path(ps.Grid(np.ones((5, 5))), (0, 0), (4, 2))
    with pytest.raises(ps.PlaceTypeError, match=rf"only smoothed paths have {noun}: .*ps\.smooth\.resample"):
        getattr(path, name)


def test_other_spaces_are_refused_in_words() -> None:
    hexes = ps.find_path(ps.HexGrid(np.ones((4, 4))), (0, 0), (3, 3))
    with pytest.raises(ps.SpaceError, match="smoothing needs a grid of 4 or 8 directions"):
        smooth.pull(hexes)
    large = ps.find_path(ps.Grid(np.ones((6, 6))).sized(2), (0, 0), (4, 4))
    with pytest.raises(ps.OptionError, match="takes no clearance"):
        smooth.pull(large, clearance=1)


@pytest.mark.parametrize(
    "method",
    [smooth.pull, smooth.swap, smooth.curve, smooth.resample, lambda path: smooth.arcs(path, 1)],
)
def test_what_is_no_path_is_refused_in_words(method) -> None:
    with pytest.raises(ps.OptionError, match=r"path is \[\(0, 0\)\]; allowed: a Path"):
        method([(0, 0)])


def test_an_array_without_length_is_no_list_of_ways():
    path = ps.find_path(ps.Grid([[1, 1]]), (0, 0), (1, 0))
    with pytest.raises(ps.OptionError, match=r"methods is array\(3\); allowed: a list of ways of smoothing"):
        smooth.smoothed(path, np.array(3))
