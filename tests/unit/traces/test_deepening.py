"""Traces of iterative deepening, compared with a second implementation of depth-first search."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.contract.zoo import ZOO, queries

import pathstar as ps
from pathstar.traces import EventType
from pathstar.traces.timeline import NO_PARENT
from pathstar.words import LANGUAGES

MOST = 400


def traces() -> list[ps.Trace]:
    spaces = ("field, 4 directions", "field, no_cut", "graph of roads", "custom, numbers", "one row")
    found = []
    for name in spaces:
        for start, goal in queries(ZOO[name], 3):
            found.append(ps.trace(ZOO[name], start, goal, algorithm="ida-star", max_expansions=MOST))
    return found


class Memory:
    """The path and the waiting nodes, as the events of a trace change them."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.waits: list[tuple[int, int, float, float]] = []  # node, parent, G, H
        self.bound = math.nan
        self.beyond = math.inf

    def expand(self, event: np.void) -> None:
        node = int(event["node"])
        if not self.path:
            assert event["parent"] == NO_PARENT
            assert self.waits == []
        else:
            assert event["parent"] == self.path[-1]
            assert self.waits.pop()[0] == node, "the neighbour that was found first comes first"
        assert event["g"] + event["h"] <= self.bound * (1 + 1e-9)
        assert node not in self.path
        self.path.append(node)

    def forget(self, event: np.void) -> None:
        node, f = int(event["node"]), float(event["g"] + event["h"])
        if f > self.bound * (1 + 1e-9):
            assert self.waits.pop()[0] == node
            self.beyond = min(self.beyond, f)
        else:
            assert self.path.pop() == node
            assert all(parent != node for _, parent, _, _ in self.waits), "all its neighbours are tried"

    def deepen(self, event: np.void) -> None:
        if not math.isnan(self.bound):
            assert event["g"] == pytest.approx(self.beyond)
            assert (self.path, self.waits) == ([], [])
        self.bound, self.beyond = float(event["g"]), math.inf

    def look(self, events: np.ndarray) -> None:
        """The nodes that the search found around the top node; the last one found waits at the bottom."""
        self.waits += [
            (int(event["node"]), int(event["parent"]), float(event["g"]), float(event["h"]))
            for event in events[::-1]
        ]


@pytest.mark.parametrize("number", range(3))
def test_a_trace_is_a_depth_first_search_in_rounds(number: int) -> None:
    for trace in traces()[number::3]:
        memory = Memory()
        for step in range(len(trace)):
            for event in trace.events_before(step):
                kind = EventType(event["type"])
                if kind is EventType.DEEPEN:
                    memory.deepen(event)
                elif kind is EventType.FORGET:
                    memory.forget(event)
            around = trace.events_of(step)
            memory.expand(around[0])
            memory.look(around[1:])
            if step == len(trace) - 1:
                break  # nodes that it gives up after its last step count with that step
            state = trace[step]
            assert set(state.closed.tolist()) == set(memory.path)
            assert set(state.open.tolist()) == {node for node, *_ in memory.waits} - set(memory.path)
        if trace.path:
            assert memory.path == trace.path.nodes.tolist()


def test_the_rounds_and_the_way_back_are_explained() -> None:
    kinds: set[str] = set()
    for trace in traces():
        for step in range(min(len(trace), 60)):
            said = trace.explain(step)
            kinds |= {sentence.kind for sentence in said}
            state = trace[step]
            (chosen,) = said.of_kind("chosen")
            assert chosen.places[0] == state.place
            rounds = said.of_kind("round")
            begun = (trace.events_before(step)["type"] == EventType.DEEPEN.value).sum()
            assert len(rounds) == begun
            opened = {place for each in said.of_kind("opened") for place in each.about}
            assert opened == set(map(state._place, state.opened.tolist()))
    assert {"round", "beyond", "back", "on_path", "chosen", "goal", "opened"} <= kinds


def test_numbers_of_a_small_search() -> None:
    grid = ps.Grid([[1, 0, 1], [1, 1, 1]], moves=ps.Moves(4))
    trace = ps.trace(grid, (0, 0), (2, 0), algorithm="ida-star")
    first = str(trace.explain(0))
    assert "Round 1 begins. Its bound is 2, the F of the start" in first
    assert "The path begins at (0, 0)." in first
    said = str(trace.explain(1))
    assert "(0, 1) is dropped: its F of 4 is beyond the bound, 2." in said
    assert "All ways on from (0, 0) have been tried, so the path goes back." in said
    assert "Round 2 begins again at the start, with the lowest F beyond it as the bound: 4." in said
    assert "It is the target: a path within the bound is found." in str(trace.explain(len(trace) - 1))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_end_is_said(lang: str) -> None:
    blocked = ps.trace(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0), algorithm="ida-star")
    assert [fact.say.key for fact in blocked.facts()] == ["step.no_path.rounds", "step.figures.rounds"]
    cut = ps.trace(ps.Grid(np.ones((5, 5))), (0, 0), (4, 1), algorithm="ida-star", max_expansions=2)
    assert len(cut) == 2
    for trace in (blocked, cut):
        assert str(trace.explain(lang=lang))


def test_a_full_trace_ends_the_search() -> None:
    grid = ps.Grid(np.ones((9, 9)))
    trace = ps.trace(grid, (0, 0), (8, 1), algorithm="ida-star", max_events=50)
    assert trace.path.status in (ps.Status.LIMIT, ps.Status.FOUND)
    assert len(trace.events) < 100
