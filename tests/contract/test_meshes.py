"""What is promised of paths on meshes: legal, as short as the oracle's, and the same by every call."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from tests.campaigns.mesh_queries import mesh_queries, random_grid, random_places
from tests.contract.counting import compared
from tests.oracle.visibility import Cells

import pathstar as ps


@pytest.mark.parametrize("seed", range(100, 112))
def test_paths_are_shortest_and_legal(seed: int) -> None:
    """Seeds that end in 0 have slanted polygons, the others have grids."""
    if mesh_queries(seed).queries:
        compared()


@pytest.mark.parametrize("seed", range(12))
def test_what_sees_each_other_is_what_the_oracle_says(seed: int) -> None:
    random = np.random.default_rng(seed)
    walkable = random_grid(random)
    mesh, oracle = ps.NavMesh.from_grid(ps.Grid(walkable)), Cells(walkable)
    places = random_places(random, walkable.shape[1], walkable.shape[0], 24)
    for start, goal in zip(places[::2], places[1::2], strict=True):
        assert mesh.visible(start, goal) == (oracle.holds(start) and oracle.sees(start, goal))
        compared()


MESH = ps.NavMesh.from_grid(ps.Grid(np.random.default_rng(4).random((20, 24)) > 0.3))
STARTS, GOALS = (np.array(random_places(np.random.default_rng(seed), 24, 20, 60)) for seed in (1, 2))


def test_threads_and_single_queries_agree() -> None:
    paths = ps.find_paths(MESH, STARTS, GOALS, threads=2)
    assert np.array_equal(paths.costs, ps.find_paths(MESH, STARTS, GOALS, threads=1).costs)
    assert np.array_equal(paths.costs, ps.find_paths(MESH, STARTS, GOALS, costs_only=True).costs)
    for row, path in enumerate(paths):
        single = ps.find_path(MESH, tuple(STARTS[row]), tuple(GOALS[row]))
        assert (single.status, single.cost) == (path.status, path.cost)
        assert np.array_equal(single.points, path.points)
        compared()


def test_a_search_in_slices_finds_the_same() -> None:
    for start, goal in zip(STARTS.tolist(), GOALS.tolist(), strict=True):
        search = ps.Planner(MESH).search(start, goal)
        while search.step(1) is ps.Status.RUNNING:
            pass
        whole = ps.find_path(MESH, start, goal)
        assert (search.path.status, search.path.cost) == (whole.status, whole.cost)
        assert search.path.stats.expanded == whole.stats.expanded
        compared()


def test_paths_are_the_same_backwards_and_mirrored() -> None:
    forth, back = (ps.find_paths(MESH, *ends).costs for ends in ((STARTS, GOALS), (GOALS, STARTS)))
    assert np.allclose(forth, back, rtol=1e-12)
    compared()


def test_matrices_are_single_queries() -> None:
    costs = ps.cost_matrix(MESH, STARTS[:5], GOALS[:7])
    assert costs.shape == (5, 7)
    assert costs[3, 4] == ps.find_path(MESH, tuple(STARTS[3]), tuple(GOALS[4])).cost
    compared()


def test_start_and_goal_may_be_the_same() -> None:
    for place in (STARTS[0], (0.5, 0.5)):
        path = ps.find_path(MESH, tuple(place), tuple(place))
        if MESH.holds(place):
            assert (path.cost, len(path)) == (0, 1)
            compared()


def test_statuses_say_why_there_is_no_path() -> None:
    mesh = ps.NavMesh([(0, 0), (1, 0), (1, 1), (5, 5), (6, 5), (6, 6)], [[0, 1, 2], [3, 4, 5]])
    assert ps.find_path(mesh, (0.5, 0.9), (1, 1)).status is ps.Status.BLOCKED_START
    assert ps.find_path(mesh, (1, 1), (0.5, 0.9)).status is ps.Status.BLOCKED_GOAL
    assert ps.find_path(mesh, (1, 1), (5, 5)).status is ps.Status.NO_PATH
    compared()


def test_limits_end_a_search() -> None:
    start, goal = max(
        zip(STARTS.tolist(), GOALS.tolist(), strict=True),
        key=lambda ends: ps.find_path(MESH, *ends).stats.expanded,
    )
    whole = ps.find_path(MESH, start, goal)
    for limit in ({"max_expansions": 1}, {"max_cost": whole.cost * 0.99}, {"max_seconds": 0}):
        assert ps.find_path(MESH, start, goal, **limit).status is ps.Status.LIMIT
    assert ps.find_path(MESH, start, goal, max_cost=whole.cost).cost == whole.cost
    compared()


def test_a_planner_pickles() -> None:
    planner = pickle.loads(pickle.dumps(ps.Planner(MESH)))
    assert planner.find((0.5, 0.5), (20, 20)).cost == ps.find_path(MESH, (0.5, 0.5), (20, 20)).cost
    compared()


@pytest.mark.parametrize("name", [name for name in ps.ALGORITHMS if name != "polyanya"])
def test_other_algorithms_say_that_a_mesh_has_no_nodes(name: str) -> None:
    with pytest.raises(ps.OptionError, match=f"{name} needs .*'polyanya'"):
        ps.find_path(MESH, (0, 0), (1, 1), algorithm=name)
    compared()


@pytest.mark.parametrize(
    "options",
    [
        {"partial": True},
        {"stop_at": "opened"},
        {"ties": "first"},
        {"heuristic": "zero"},
        {"weight": 2},
        {"open_list": "fifo"},
        {"avoid": [(0, 0)]},
        {"skip_dead_ends": True},
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ps.OptionError):
        ps.find_path(MESH, (0, 0), (1, 1), **options)
    compared()


def test_goals_and_questions_about_nodes_are_refused() -> None:
    ends = (0.5, 0.5), (1.5, 1.5)
    for ask in (
        lambda: ps.find_path(MESH, ends[0], ps.goals.any_of([ends[1]])),
        lambda: ps.find_paths(MESH, [ends[0]], ps.goals.any_of([ends[1]])),
        lambda: ps.Planner(MESH).search(ends[0], ps.goals.any_of([ends[1]])),
        lambda: ps.find_nearest(MESH, ends[0], [ends[1]]),
        lambda: ps.distance_field(MESH, ps.goals.any_of([ends[1]])),
        lambda: ps.find_k_paths(MESH, *ends, 2),
    ):
        with pytest.raises(ps.OptionError):
            ask()
        compared()
    with pytest.raises(ps.OptionError, match="cost_matrix and distance_field"):
        ps.find_nearest(MESH, ends[0], [ends[1]])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ([(0.5, 0.5), (1.5, 1.5)], "leaves the mesh"),
        ([(0.5, 0.5), (1.0, 1.0), (1.5, 1.5)], "leaves the mesh"),
        ([(1.5, 0.5), (1.6, 0.6)], "off the mesh"),
        ([], "no places"),
        ([(0.5, "x")], "path"),
    ],
)
def test_the_checker_refuses_what_is_illegal(line: list[object], why: str) -> None:
    mesh = ps.NavMesh.from_grid(ps.Grid([[1, 0], [0, 1]]))
    check = ps.check_path(mesh, line)
    assert not check
    assert why in check.problem
    compared()


def test_the_checker_knows_ends_and_lengths() -> None:
    mesh = ps.NavMesh.from_grid(ps.Grid([[1, 1], [1, 1]]))
    assert ps.check_path(mesh, [(0, 0), (2, 1), (0, 2)]).cost == pytest.approx(2 * math.sqrt(5))
    assert "starts at" in ps.check_path(mesh, [(0, 0), (2, 1)], start=(1, 1)).problem
    assert ps.check_path(mesh, [(0, 0), (2, 1)], start=[0, 0], goal=np.array([2.0, 1.0]))
    compared()


@pytest.mark.parametrize("end", ["ab", 5, (1,), (1, 2, 3), (None, 1), (math.nan, 1)])
@pytest.mark.parametrize("name", ["start", "goal"])
def test_the_checker_says_what_is_no_end(name: str, end: object) -> None:
    mesh = ps.NavMesh.from_grid(ps.Grid([[1, 1], [1, 1]]))
    check = ps.check_path(mesh, [(0, 0), (2, 1)], **{name: end})
    assert not check
    assert f"it should {'start' if name == 'start' else 'end'} at a point, but" in check.problem
    compared()
