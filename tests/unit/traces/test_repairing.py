"""Repairs as traces: they record what was known and what changed, and the words say why."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pathstar as ps
from pathstar.planners.replanning import REPAIRS
from pathstar.traces import EventType, read_trace
from pathstar.traces.explain.repairing import raises

SIDE = 9


def board() -> tuple[ps.Map, ps.Replanner]:
    """A corridor of five squares between two rows of open ground."""
    map = ps.Map([[1] * 5] * 3)
    return map, ps.Replanner(map.grid(), (0, 1), (4, 1), "d-star-lite")


def test_the_first_trace_is_a_whole_search_from_the_goal():
    _, unit = board()
    trace = unit.trace()
    assert trace.path.cost == 4
    assert [trace[k].place for k in range(len(trace))][:2] == [(4, 1), (3, 1)]
    assert len(trace) == trace.path.stats.expanded
    assert trace.rules.repairs_from == "goal"


def test_a_repair_begins_with_what_is_known():
    map, unit = board()
    before = unit.trace()[-1]
    map.edit("passable", (2, 1), False)
    repair = unit.trace()
    known = repair.events[repair.of_type(EventType.KNOWN)]["node"]
    # Those closed before, except the blocked square and those reached over it.
    assert set(known.tolist()) == set(before.closed.tolist()) - {7, 6, 5}
    assert round(repair.path.cost, 3) == round(2 + 2 * 2**0.5, 3)
    assert len(repair) == repair.path.stats.expanded > 0


def test_a_search_ends_at_a_path_that_is_known():
    map = ps.Map([[1] * 9] * 3)
    unit = ps.Replanner(map.grid(), (0, 1), (8, 1), "mpgaa-star")
    assert "The path is read back from the target" in str(unit.trace().explain(-1))
    map.edit("passable", (2, 1), False)
    again = unit.trace()
    assert len(again) == again.path.stats.expanded < 9
    assert again.path.cost == pytest.approx(6 + 2 * 2**0.5)
    assert str(again.explain(0)).startswith("H is what earlier searches have learned")
    said = str(again.explain(-1))
    assert "is on a path to the target that an earlier search has found" in said
    assert "以前的搜索" in str(again.explain(-1, lang="zh"))


def test_nothing_changed_is_a_trace_without_steps():
    _, unit = board()
    unit.trace()
    again = unit.trace()
    assert len(again) == 0
    assert again.path.cost == 4
    assert [fact.kind for fact in again.facts()] == ["path", "promise"]


def test_the_words_of_a_square_whose_way_is_gone():
    map, unit = board()
    unit.trace()
    map.edit("passable", (2, 1), False)
    repair = unit.trace()
    first = next(step for step in range(len(repair)) if raises(repair, step))
    said = str(repair.explain(first))
    assert "the way by which its G was" in said
    assert not any("inf" in str(repair.explain(step)) for step in range(len(repair)))
    assert str(repair.explain(0)).startswith("This search begins at the target and looks for the unit")
    assert "From the search before, the closed list holds" in str(repair.explain(0))
    assert "The path is read from the unit to the target" in str(repair.explain(-1))
    assert "上次搜索" in str(repair.explain(0, lang="zh"))


def test_no_way_is_left():
    map, unit = board()
    unit.trace()
    map.edit("passable", (slice(0, 3), slice(2, 3)), False)
    repair = unit.trace()
    assert repair.path.status is ps.Status.NO_PATH
    assert "No open square can lead on to the other end" in str(repair.explain(None))


def test_a_full_trace_goes_on_at_the_next_question():
    map = ps.Map([[1] * SIDE] * SIDE)
    unit = ps.Replanner(map.grid(), (0, 0), (SIDE - 1, SIDE - 2), "lpa-star")
    trace = unit.trace(max_events=5)
    assert trace.full
    assert trace.path.status is ps.Status.LIMIT
    assert unit.path.cost == ps.find_path(map.grid(), unit.start, unit.goal).cost


@pytest.mark.parametrize("algorithm", ["auto", "astar"])
def test_only_repairs_leave_one(algorithm):
    unit = ps.Replanner(ps.Grid([[1, 1]]), (0, 0), (1, 0), algorithm)
    with pytest.raises(ps.OptionError, match=f"choose one of {', '.join(REPAIRS)}"):
        unit.trace()


@pytest.mark.parametrize("max_events", [0, -1, 2.5, "many"])
def test_a_wrong_number_of_events(max_events):
    _, unit = board()
    with pytest.raises(ps.OptionError, match="max_events"):
        unit.trace(max_events=max_events)


@pytest.mark.parametrize("suffix", ["npz", "html", "svg", "png", "json"])
def test_a_repair_is_saved(tmp_path: Path, suffix: str):
    map, unit = board()
    unit.trace()
    map.edit("passable", (2, 1), False)
    repair = unit.trace()
    file = tmp_path / f"repair.{suffix}"
    repair.save(file)
    if suffix == "npz":
        again = read_trace(file, repair.space)
        assert np.array_equal(again.events, repair.events)
        assert str(again.explain(0)) == str(repair.explain(0))
    assert file.stat().st_size > 0


@st.composite
def journeys(draw):
    """A map with costs or without, an algorithm, and edits after each of which the unit takes some steps."""
    random = np.random.default_rng(draw(st.integers(0, 10**6)))
    cost = random.uniform(0.5, 5, (SIDE, SIDE)) if draw(st.booleans()) else None
    map = ps.Map(random.random((SIDE, SIDE)) > draw(st.sampled_from([0.0, 0.2, 0.35])), cost=cost)
    ends = [tuple(random.integers(0, SIDE, 2).tolist()) for _ in range(2)]
    for end in ends:
        map.edit("passable", end, True)
    return map, draw(st.sampled_from(list(REPAIRS))), *ends, draw(st.integers(1, 4)), random


@given(journeys())
def test_what_is_closed_and_matters_has_its_true_cost(journey):
    map, algorithm, start, goal, rounds, random = journey
    unit = ps.Replanner(map.grid(), start, goal, algorithm)
    for _ in range(rounds):
        trace = unit.trace()
        fresh = ps.find_path(map.grid(), unit.start, unit.goal)
        assert trace.path.status is fresh.status
        assert trace.path.cost == pytest.approx(fresh.cost, rel=1e-9)
        assert len(trace) == trace.path.stats.expanded
        for step in range(len(trace)):
            assert trace.explain(step).sentences
        check_final_state(trace, unit)
        cells = random.integers(0, SIDE, (random.integers(1, 5), 2))
        cells = cells[~(cells[:, None] == np.array([unit.start, unit.goal])).all(axis=2).any(axis=1)]
        if len(cells):
            map.edit("passable", cells, bool(random.random() < 0.4))
        if unit.path and len(unit.path) > 1:
            unit.move(unit.path[1])


def check_final_state(trace: ps.Trace, unit: ps.Replanner) -> None:
    """Closed squares with a lower F than the path's have the cost that Dijkstra finds."""
    state = trace[-1] if len(trace) else trace.beginning
    root = unit.goal if trace.rules.repairs_from == "goal" else unit.start
    true = ps.distance_field(trace.space, [root], outward=trace.rules.repairs_from != "goal").costs.ravel()
    limit = trace.path.cost if trace.path else np.inf
    settled = state.is_closed & (state.f < limit * (1 - 1e-9))
    assert np.allclose(state.g[settled], true[state.nodes[settled]], rtol=1e-9)
    open_f = state.f[~state.is_closed]
    assert not len(open_f) or open_f.min() >= limit * (1 - 1e-9)
