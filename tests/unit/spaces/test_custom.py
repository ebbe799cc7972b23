"""Spaces of a caller's functions: what these may return, and what happens if they return anything else."""

from __future__ import annotations

import gc
import itertools
import pickle
import signal
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import pathstar as ps


def onward(number: int) -> list[tuple[int, float]]:
    return [(number + 1, 1.0), (2 * number, 1.5)]


def test_one_space_serves_many_queries() -> None:
    space = ps.Custom(onward, lambda number, goal: 0.0)
    planner = ps.Planner(space)
    assert planner.find(1, 10).cost == 5
    assert planner.find(3, 12).points.tolist() == [3, 6, 12]
    assert planner.find_many([1, 3], [10, 12], threads=2).costs.tolist() == [5, 3]
    assert planner.find(5, 5).points.tolist() == [5]


def test_the_goal_may_be_a_test() -> None:
    space = ps.Custom(onward, is_goal=lambda number: number % 7 == 0)
    path = ps.find_path(space, 1, space.is_goal)
    assert path.points.tolist()[-1] == 7
    assert ps.trace(space, 1, space.is_goal).path.cost == path.cost


def far(number: int) -> float:
    return 0.0


def test_a_pickled_path_has_its_places() -> None:
    """They are kept as node numbers, which a copy of the space must know as well."""
    paths = [
        ps.find_path(ps.Custom(onward), 1, 10),
        ps.search(1, 10, onward, far),
        ps.trace(ps.Custom(onward), 1, 10).path,
    ]
    for path in paths:
        copy = pickle.loads(pickle.dumps(path))
        assert list(copy) == list(path) == [1, 2, 4, 5, 10]
        assert ps.check_path(copy.space, copy)
    searched = pickle.loads(pickle.dumps(paths[1])).space
    assert ps.find_path(searched, 1, 10).cost == 5, "its heuristic is still called with a node only"


def test_a_number_without_a_node_is_refused() -> None:
    space = ps.Custom(onward)
    ps.find_path(space, 1, 2)
    assert space.places_of([0]).tolist() == [1]
    for number in (-1, space.size, 2**40):
        with pytest.raises(ps.PlaceError, match="nodes so far"):
            space.places_of([0, number])


def test_pickles_where_the_functions_do() -> None:
    space = pickle.loads(pickle.dumps(ps.Custom(onward, max_cost=9)))
    assert ps.find_path(space, 1, 10).cost == 5
    assert space.max_cost == 9


def test_it_shows_its_function() -> None:
    assert repr(ps.Custom(onward)) == "Custom(onward)"


def test_equal_nodes_are_one() -> None:
    path = ps.search((0, "x"), (1, "y"), lambda node: [((1, "y"), 2)] if node == (0, "x") else [])
    assert list(path) == [(0, "x"), (1, "y")]
    assert list(ps.search(1, 4.0, lambda n: [(n + 1, 1)])) == [1, 2, 3, 4]


def test_an_infinite_step_is_none() -> None:
    assert not ps.search("a", "b", lambda node: [("b", float("inf"))])


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "greedy", "ida-star"])
def test_a_cost_that_grows_beyond_all_numbers_is_no_way(algorithm: str) -> None:
    steps = {"a": [("b", 1e308)], "b": [("c", 1e308)], "c": []}
    path = ps.search("a", "c", steps.__getitem__, algorithm=algorithm)
    assert path.status is ps.Status.NO_PATH
    assert ps.search("a", "b", steps.__getitem__, algorithm=algorithm).cost == 1e308


def test_none_is_a_node() -> None:
    steps = {None: [(1, 2.0)], 1: [("end", 1.0), (None, 1.0)], "end": []}
    path = ps.search(None, "end", steps.__getitem__)
    assert (list(path), path.start, path.cost) == ([None, 1, "end"], None, 3)
    assert list(ps.search(1, None, steps.__getitem__)) == [1, None]
    assert list(ps.search(None, lambda node: node == "end", steps.__getitem__)) == [None, 1, "end"]
    assert ps.search("end", None, steps.__getitem__).status is ps.Status.NO_PATH
    space = ps.Custom(steps.__getitem__)
    for ask in (
        ps.find_path,
        lambda *ends: ps.trace(*ends).path,
        lambda *ends: ps.Planner(ends[0]).search(*ends[1:]).run(),
    ):
        assert list(ask(space, None, "end")) == [None, 1, "end"]
        assert list(ask(space, 1, None)) == [1, None]
    assert ps.find_paths(space, [None], [1])[0].start is None
    assert ps.check_path(space, path)


def test_a_bucket_list_needs_steps_that_are_known() -> None:
    random = np.random.default_rng(2)
    steps = {
        node: [
            (int(to), float(cost))
            for to, cost in zip(random.integers(0, 300, 4), 10.0 ** random.uniform(-2, 5, 4), strict=True)
        ]
        for node in range(300)
    }
    for goal in range(1, 300, 7):
        heap, bucket = (
            ps.find_path(ps.Custom(steps.__getitem__), 0, goal, open_list=kind) for kind in ("heap", "bucket")
        )
        assert bucket.cost == heap.cost
        assert bucket.stats.open_list == "heap"


def test_an_admissible_estimate_need_not_be_consistent() -> None:
    edges = {"s": [("a", 3), ("b", 1)], "b": [("a", 1)], "a": [("g", 5)], "g": []}
    estimate = {"s": 7, "b": 6, "a": 0, "g": 0}
    assert ps.search("s", "g", edges.__getitem__, estimate.__getitem__).cost == 7


class BrokenError(Exception):
    pass


def broken(*_: object) -> float:
    raise BrokenError


def test_what_a_function_raises_passes_through() -> None:
    with pytest.raises(BrokenError):
        ps.search(1, 5, broken)
    with pytest.raises(BrokenError):
        ps.search(1, 5, onward, broken)
    with pytest.raises(BrokenError):
        ps.search(1, broken, onward)

    def cut(number: int):
        yield number + 1, 1.0
        raise BrokenError

    with pytest.raises(BrokenError):
        ps.search(1, 5, cut)


def test_a_search_can_be_stepped_on_after_an_exception() -> None:
    fails = iter([False, True, False, True])

    def sometimes(number: int) -> list[tuple[int, float]]:
        if next(fails, False):
            raise BrokenError
        return onward(number)

    search = ps.Planner(ps.Custom(sometimes)).search(1, 10)
    raised = 0
    while True:
        try:
            if search.step(1) is not ps.Status.RUNNING:
                break
        except BrokenError:
            raised += 1
    assert raised == 2
    assert search.path.cost == 5


@pytest.mark.parametrize(
    ("neighbors", "heuristic", "error", "words"),
    [
        (
            lambda n: [(n + 1, -1)],
            None,
            ps.CostError,
            "the step from 1 to 2 costs -1; a cost is",
        ),
        (lambda n: [(n + 1, float("nan"))], None, ps.CostError, "costs nan"),
        (lambda n: [(n + 1, "1")], None, ps.CostError, "costs '1'"),
        (lambda n: [n + 1], None, ps.OptionError, r"neighbors\(1\) holds 2; allowed: pairs \(node, cost\)"),
        (lambda n: [(n + 1, 1, 1)], None, ps.OptionError, "holds"),
        (lambda n: ["ab"], None, ps.OptionError, "holds 'ab'"),
        (lambda n: None, None, ps.OptionError, r"neighbors\(1\) gave None; allowed: pairs"),
        (lambda n: [([], 1)], None, ps.PlaceTypeError, r"neighbors\(1\) holds the node \[\], which is not"),
        (lambda n: itertools.repeat((n, 1.0)), None, ps.OptionError, "over a million pairs"),
        (onward, lambda n: float("nan"), ps.CostError, "the heuristic of 1 is nan"),
        (onward, lambda n: None, ps.CostError, "the heuristic of 1 is None"),
        (7, None, ps.OptionError, "neighbors is 7; it must be a function"),
        (onward, 7, ps.OptionError, "heuristic is 7; it must be a function"),
    ],
)
def test_bad_functions(neighbors, heuristic, error, words) -> None:
    with pytest.raises(error, match=words):
        ps.search(1, 5, neighbors, heuristic)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"max_cost": -1}, "max_cost is -1"),
        ({"max_cost": "9"}, "max_cost is '9'"),
        ({"max_cost": float("nan")}, "max_cost is nan"),
        ({"max_seconds": -1}, "max_seconds is -1"),
        ({"max_seconds": True}, "max_seconds is True"),
        ({"max_expansions": 0}, "max_expansions is 0"),
        ({"algorithm": "jps"}, "jps needs a grid of squares"),
        ({"algorithm": "astr"}, "did you mean 'astar'"),
        ({"weight": -1}, "weight is -1"),
    ],
)
def test_bad_options(options, words) -> None:
    with pytest.raises(ps.OptionError, match=words):
        ps.search(1, 5, onward, **options)


@pytest.mark.parametrize(("start", "goal"), [([], 1), (1, []), ({}, 1)])
def test_nodes_must_be_hashable(start, goal) -> None:
    with pytest.raises(ps.PlaceTypeError, match="not hashable"):
        ps.search(start, goal, onward)


def test_endless_spaces_end_at_a_limit() -> None:
    assert ps.search(1, -1, onward, max_expansions=50).status is ps.Status.LIMIT
    assert ps.search(1, -1, onward, max_cost=8).status is ps.Status.LIMIT
    assert ps.search(1, -1, onward, max_seconds=0).status is ps.Status.LIMIT
    assert ps.search(1, 10, onward, max_cost=5).cost == 5
    assert ps.search(1, 10, onward, max_cost=4.9).status is ps.Status.LIMIT
    assert ps.search(1, 10, onward, max_seconds=60).cost == 5
    assert ps.search(1, -1, lambda n: [], max_cost=4).status is ps.Status.NO_PATH


def test_an_estimate_that_is_too_large_is_warned_of() -> None:
    edges = {"s": [("a", 1), ("g", 3)], "a": [("g", 1)], "g": []}
    with pytest.warns(ps.HeuristicWarning, match="the heuristic of the start 's' is 9"):
        path = ps.search("s", "g", edges.__getitem__, {"s": 9, "a": 9, "g": 0}.__getitem__)
    assert path.cost == 3
    assert (
        ps.search(
            "s", "g", edges.__getitem__, {"s": 9, "a": 9, "g": 0}.__getitem__, algorithm="dijkstra"
        ).cost
        == 2
    )


def test_ctrl_c_stops_an_endless_search() -> None:
    def onward_forever(number: int) -> list[tuple[int, float]]:
        if number == 1000:
            signal.raise_signal(signal.SIGINT)
        return [(number + 1, 1.0)]

    with pytest.raises(KeyboardInterrupt):
        ps.search(0, -1, onward_forever)


def test_a_search_answers_its_own_functions() -> None:
    seen: list[Any] = []

    def neighbors(number: int) -> list[tuple[int, float]]:
        seen.append((search.status, bool(search.path), search.path.status, repr(search)))
        for nested in (lambda: search.step(), search.run):
            with pytest.raises(ps.OptionError, match="in the middle of a step"):
                nested()
        if number == 4:
            search.stop()
        return [(number + 1, 1.0)]

    search = ps.Planner(ps.Custom(neighbors)).search(1, 9)
    runner = threading.Thread(target=search.run, daemon=True)
    runner.start()
    runner.join(60)
    assert not runner.is_alive()
    assert search.status is ps.Status.LIMIT
    assert len(seen) == 4
    assert seen[1][:3] == (ps.Status.RUNNING, False, ps.Status.RUNNING)
    assert search.path.stats.expanded == 4
    assert search.step() is ps.Status.LIMIT


@pytest.mark.parametrize("algorithm", ["astar", "ida-star"])
def test_a_search_stopped_by_its_estimate_or_goal_ends(algorithm: str) -> None:
    def estimate(number: int, goal: Any) -> float:
        if number == 5 and "search" in held:
            held["search"].stop()
        return 0.0

    held: dict[str, Any] = {}
    space = ps.Custom(lambda number: [(number + 1, 1.0)], estimate)
    held["search"] = ps.Planner(space, algorithm).search(1, 900)
    runner = threading.Thread(target=held["search"].run, daemon=True)
    runner.start()
    runner.join(60)
    assert not runner.is_alive()
    assert held["search"].status is ps.Status.LIMIT


def test_the_checker_asks_the_function() -> None:
    space = ps.Custom(onward)
    assert ps.check_path(space, [1, 2, 4]).cost == 2.5
    assert ps.check_path(space, [1, 4]).problem == "1 to 4 is not an edge"


def test_fields_need_an_end() -> None:
    with pytest.raises(ps.OptionError, match=r"Graph\.from_neighbors"):
        ps.distance_field(ps.Custom(onward), [1])
    with pytest.raises(ps.OptionError, match=r"Graph\.from_neighbors"):
        ps.find_k_paths(ps.Custom(onward), 1, 9, 2)


def test_places_are_objects() -> None:
    space = ps.Custom(onward)
    nodes = space.nodes_of([(1, 2), "a"])
    assert space.places_of(nodes).tolist() == [(1, 2), "a"]
    assert space.shape == (2,)
    assert space.is_free(nodes).tolist() == [True, True]
    assert isinstance(space.places_of([0]), np.ndarray)
    with pytest.raises(ps.OptionError):
        space.update(None)


class Walker:
    """An object whose methods a space calls, and which keeps what it finds: a cycle."""

    def neighbors(self, number: int) -> list[tuple[int, float]]:
        return [(number + 1, 1.0), (2 * number, 1.5)]

    def guess(self, number: int, goal: object) -> float:
        return 0.0


def test_who_keeps_a_path_through_its_own_functions_is_collected() -> None:
    walker: Any = Walker()
    walker.path = ps.search(1, 10, walker.neighbors)
    alive = weakref.ref(walker)
    del walker
    gc.collect()
    assert alive() is None


def test_who_keeps_a_planner_and_a_search_is_collected_once_nobody_runs_it() -> None:
    walker: Any = Walker()
    walker.planner = ps.Planner(ps.Custom(walker.neighbors, walker.guess))
    walker.search = walker.planner.search(1, 50)
    walker.search.step(3)
    alive, search = weakref.ref(walker), walker.search
    del walker
    gc.collect()
    assert search.run().cost == 9.0
    del search
    gc.collect()
    assert alive() is None
