"""Plans that become cheaper and cheaper."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar import _core
from pathstar.fleet import Plan, improvements, improving
from pathstar.fleet.lock_step import ground_of
from unit.fleet.worlds import FOUR


def first_plan(seed: int = 1, units: int = 30, **options: Any) -> Plan:
    random = np.random.default_rng(seed)
    grid = ps.Grid(random.random((12, 12)) > 0.1, moves=FOUR)
    areas = ps.islands(grid)
    places = np.argwhere(areas.labels == areas.largest)[:, ::-1]
    starts, goals = (random.permutation(places)[:units] for _ in range(2))
    plan = ps.fleet.plan(grid, starts, goals, improve=False, **options)
    assert plan
    return plan


def ends_of(plan: Plan) -> tuple[Any, Any]:
    return plan.space.places_of(plan.starts), plan.space.places_of(plan.goals)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"following": "forbidden", "units": 12},
        {"at_goal": "leave"},
        {"assignment": "exchangeable"},
        {"seed": 3},
    ],
)
def test_each_plan_is_valid_and_cheaper(options: dict[str, Any]) -> None:
    plan = first_plan(**options)
    plans = list(improvements(plan, time_limit=0.5, every=0.02))
    assert plans
    for before, after in pairwise([plan, *plans]):
        assert after.sum_of_costs < before.sum_of_costs
        assert ps.fleet.check(plan.space, after, *ends_of(plan))
        assert after.history[: len(before.history)].tolist() == before.history.tolist()
        assert after.iterations >= before.iterations
    last = plans[-1]
    assert last.history[-1, 1] == last.sum_of_costs
    assert (np.diff(last.history, axis=0) * [1, -1] > 0).all()
    assert last.lower_bound == plan.lower_bound
    assert last.proven_bound <= plan.proven_bound


def test_it_works_only_while_it_is_asked() -> None:
    plan = first_plan(units=60)
    better = list(islice(improvements(plan, time_limit=60.0, every=0.01), 2))
    assert len(better) == 2
    assert better[-1].seconds - plan.seconds < 20


class Clock:
    """A clock that advances only with work on plans, which uses up all the time that it gets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.parts: list[float] = []
        work = improving._Work.run

        def run(self_: Any, within: float, seconds: float) -> tuple[Any, ...]:
            self.parts.append(seconds)
            return work(self_, within, 0.01)

        monkeypatch.setattr(improving._Work, "run", run)
        monkeypatch.setattr(improving, "time", self)

    def perf_counter(self) -> float:
        return sum(self.parts)


def test_the_time_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    plan = first_plan(units=80)
    list(improvements(plan, time_limit=0.3, every=0.08))
    assert clock.parts == pytest.approx([0.08, 0.08, 0.08, 0.06])
    assert list(improvements(plan, time_limit=0)) == []
    assert len(clock.parts) == 4


def test_a_plan_that_is_good_enough_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    plan = first_plan()
    assert len(list(improvements(plan, within=100.0))) == 0
    starts, goals = ends_of(plan)
    alone = ps.fleet.plan(plan.space, starts[:1], goals[:1])
    assert list(improvements(alone)) == []
    nobody = ps.fleet.plan(plan.space, np.empty((0, 2), int), np.empty((0, 2), int))
    assert list(improvements(nobody)) == []
    assert len(clock.parts) == 3  # each is checked once


def test_steps_that_last_keep_their_times() -> None:
    random = np.random.default_rng(2)
    grid = ps.Grid(np.ones((8, 8)), cost=random.integers(1, 4, (8, 8)), moves=FOUR)
    places = grid.places_of(random.permutation(64))
    plan = ps.fleet.plan(grid, places[:8], places[-8:], improve=False)
    for better in improvements(plan, time_limit=0.3, every=0.02):
        assert ps.fleet.check(grid, better, places[:8], places[-8:])


def test_a_plan_from_a_file_is_improved(tmp_path: Path) -> None:
    plan = first_plan()
    plan.save(tmp_path / "plan.npz")
    same = ps.fleet.load_plan(tmp_path / "plan.npz", plan.space)
    assert next(improvements(same, every=0.05)).sum_of_costs < plan.sum_of_costs


def crossing(free: Any) -> tuple[ps.Map, Plan]:
    """A map that may be edited, and the first plan of units that cross it."""
    random, map = np.random.default_rng(2), ps.Map(free)
    places = random.permutation(np.argwhere(free)[:, ::-1])
    return map, ps.fleet.plan(map.grid(FOUR), places[:50], places[50:100], improve=False)


def test_a_plan_that_an_edit_breaks_is_made_no_cheaper() -> None:
    map, plan = crossing(np.ones((12, 12), bool))
    plans = improvements(plan, every=0.005)
    map.edit("passable", next(plans).positions[0, :1], False)
    with pytest.raises(ps.OptionError, match="the plan is not valid on this space: unit"):
        next(plans)


def test_edits_that_leave_the_plan_valid_are_followed() -> None:
    free = np.ones((12, 12), bool)
    free[1:11, 6] = False
    map, plan = crossing(free)
    plan = replace(plan, proven_bound=plan.lower_bound + 5)  # as if that were proven with this wall
    plans = improvements(plan, every=0.005)
    better = next(plans)
    assert better.proven_bound == plan.proven_bound
    map.edit("passable", (slice(1, 11), slice(6, 7)), True)
    better = next(plans)
    assert ps.fleet.check(plan.space, better, *ends_of(plan))
    assert better.lower_bound < plan.lower_bound < plan.proven_bound
    assert better.proven_bound <= better.lower_bound


def test_what_cannot_be_improved_is_refused() -> None:
    plan = first_plan()
    broken = plan.nodes.copy()
    broken[0, 1:-1] = -5
    edited = ps.Map(np.ones((2, 3), bool))
    way = ps.fleet.plan(edited.grid(FOUR), [(0, 0)], [(2, 0)])
    edited.edit("passable", (1, 0), False)
    cases: list[tuple[Any, dict[str, Any], str]] = [
        (None, {}, "allowed: a Plan in which all units arrive"),
        (replace(plan, status=ps.Status.LIMIT), {}, "allowed: a Plan in which all units arrive"),
        (replace(plan, nodes=broken), {}, "the plan is not valid on this space: unit 0"),
        (way, {}, "the plan is not valid on this space"),
        (plan, {"time_limit": -1}, "time_limit is -1"),
        (plan, {"every": 0}, "every is 0"),
        (plan, {"within": 0.5}, "within is 0.5"),
        (plan, {"seed": -1}, "seed is -1"),
    ]
    for given, options, words in cases:
        with pytest.raises(ps.OptionError, match=words):
            improvements(given, **options)


def test_an_edit_before_the_first_plan_is_noticed() -> None:
    level = ps.Map(np.ones((6, 6)))
    grid = level.grid(moves=FOUR)
    plan = ps.fleet.plan(grid, [(0, 0), (5, 0)], [(5, 5), (0, 5)], improve=False)
    better = improvements(plan, time_limit=0.01)
    level.edit("passable", grid.places_of(plan.nodes[:, 2]), False)
    with pytest.raises(ps.OptionError, match="not valid on this space"):
        next(better)
    with pytest.raises(ps.OptionError, match="not valid on this space"):
        improvements(plan)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"goals": [2]}, "a goal and the nodes of a path for each unit"),
        ({"offsets": [0, 3]}, "a goal and the nodes of a path for each unit"),
        ({"offsets": [0, 9, 6]}, "a goal and the nodes of a path for each unit"),
        ({"offsets": [0, 3, 99]}, "a goal and the nodes of a path for each unit"),
        ({"offsets": []}, "a goal and the nodes of a path for each unit"),
        ({"starts": [0, 99]}, "no unit can stand at node 99"),
        ({"nodes": [0, 1, 2, 3, 4, 6]}, "no unit can stand at node 6"),
        ({"goals": [1, 5]}, "the nodes of unit 0 are not a path"),
        ({"nodes": [0, 1, 2, 3, 3, 5]}, "the nodes of unit 1 are not a path"),
    ],
)
def test_native_code_refuses_what_is_no_plan(change: dict[str, list[int]], words: str) -> None:
    ground = ground_of(ps.Grid([[1, 1, 1], [1, 1, 1], [0, 0, 0]], moves=FOUR))
    given = {"starts": [0, 3], "goals": [2, 5], "offsets": [0, 3, 6], "nodes": [0, 1, 2, 3, 4, 5], **change}
    arrays = {
        name: np.array(row, np.int64 if name == "offsets" else np.uint32) for name, row in given.items()
    }
    with pytest.raises(ValueError, match=words):
        _core.fleet_improvements(ground, **arrays, following=True, stay=True, seed=0)
