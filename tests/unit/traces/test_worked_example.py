"""The explanations of the classic guide's worked example, fact by fact."""

from __future__ import annotations

import pytest

import pathstar as ps
from pathstar.maps.examples import worked_example
from pathstar.traces import Explanation


@pytest.fixture(scope="module")
def trace() -> ps.Trace:
    grid = worked_example().grid(moves=ps.Moves(straight=10, diagonal=14))
    return ps.trace(grid, (1, 2), (5, 2), algorithm="astar", heuristic="manhattan")


def about(said: Explanation, place: tuple[int, int]) -> str:
    """Return the one sentence that judges a square."""
    (sentence,) = [sentence for sentence in said if place in sentence.about]
    return sentence.text


def test_the_first_step(trace: ps.Trace) -> None:
    said = trace.explain(0)
    assert "(1, 2) is the start" in str(said)
    assert len(said.of_kind("opened")) == 8
    assert "parent (1, 2): G 0 + 10 = 10, H 30, F 40." in about(said, (2, 2))
    for corner in ((2, 1), (2, 3)):
        assert "G 0 + 14 = 14, H 40, F 54." in about(said, corner)
    assert "G 0 + 10 = 10, H 50, F 60." in about(said, (1, 1))
    assert "G 0 + 14 = 14, H 60, F 74." in about(said, (0, 1))


def test_the_second_step_improves_nothing(trace: ps.Trace) -> None:
    said = trace.explain(1)
    assert "(2, 2) has the lowest F on the open list, 40 (G 10 + H 30)" in said.sentences[0].text
    assert said.of_kind("opened") == said.of_kind("improved") == ()
    assert len(said.of_kind("kept")) == 4
    assert "no better: G would be 10 + 10 = 20, it is 14." in about(said, (2, 1))
    assert "(3, 2), (3, 1) and (3, 3) are walls." in str(said)
    assert "(1, 2) is closed already." in str(said)


def test_the_third_step_breaks_a_tie_and_cuts_no_corner(trace: ps.Trace) -> None:
    said = trace.explain(2)
    assert said.sentences[0].places == ((2, 3),)
    (tie,) = said.of_kind("tie")
    assert set(tie.places) == {(2, 3), (2, 1)}
    assert "(2, 1) has the same F" in tie.text
    assert "the square added last" in tie.text
    (corner,) = said.of_kind("corner")
    assert corner.places == ((3, 4), (3, 3))
    assert "would cut the corner of the wall at (3, 3)" in corner.text
    assert {sentence.about[0] for sentence in said.of_kind("opened")} == {(1, 4), (2, 4)}
    assert "(1, 4) is opened with parent (2, 3): G 14 + 14 = 28" in str(said)


def test_a_better_way_to_an_open_square(trace: ps.Trace) -> None:
    (step,) = [state.step for state in trace if state.place == (1, 3)]
    text = about(trace.explain(step), (1, 4))
    assert "G falls from 28 to 20 (10 + 10)" in text
    assert "its parent changes from (2, 3) to (1, 3)" in text


def test_the_end(trace: ps.Trace) -> None:
    said = trace.explain(-1)
    assert said.sentences[0].places == ((5, 2),)
    assert "the target is on the closed list" in str(said)
    assert "7 squares and costs 68" in str(said)
    assert said.of_kind("path")[0].places[0] == (5, 2)
    assert said.of_kind("path")[0].places[-1] == (1, 2)
    assert "at most 1.43 times" in str(said)
