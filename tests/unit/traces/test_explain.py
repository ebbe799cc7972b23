"""Explanations compared with the trace's data: every claim is checked, not only its wording."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.zoo import ZOO, grids, queries
from tests.sampling import examples

import pathstar as ps
from pathstar.traces import KINDS, Explanation
from pathstar.traces.explain.facts import place_words
from pathstar.traces.explain.selection import OpenList, state_before
from pathstar.traces.state import State
from pathstar.words import number, numbers, same

AROUND = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
EXACT = ("heap", "sorted", "unsorted")


def free(grid: ps.Grid, x: int, y: int) -> bool:
    return 0 <= x < grid.width and 0 <= y < grid.height and bool(grid.walkable[y, x])


def places(trace: ps.Trace, nodes) -> set[tuple[int, int]]:
    return set(map(tuple, trace.space.places_of(nodes).tolist()))


def wanted(grid: ps.Grid, x: int, y: int) -> dict[tuple[int, int], str]:
    """What is around a square, by an independent rule; an empty word where a step is allowed."""
    found = {}
    for dx, dy in AROUND:
        if grid.moves.directions == 4 and dx and dy:
            continue
        there = (x + dx, y + dy)
        blocked = sum(not free(grid, *beside) for beside in ((x + dx, y), (x, y + dy))) if dx and dy else 0
        if not (0 <= there[0] < grid.width and 0 <= there[1] < grid.height):
            found[there] = "outside"
        elif not grid.walkable[there[1], there[0]]:
            found[there] = "wall"
        elif blocked > {"no_cut": 0, "no_squeeze": 1, "free": 2}[grid.moves.corners]:
            found[there] = "corner"
        else:
            found[there] = ""
    return found


def step_cost(grid: ps.Grid, here: tuple[int, int], there: tuple[int, int]) -> float:
    return ps.check_path(grid, [here, there]).cost


def check_neighbours(trace: ps.Trace, before: State, state: State, said: Explanation) -> None:
    """Each neighbour is judged once, by the right kind of sentence."""
    judged = [(place, sentence.kind) for sentence in said for place in sentence.about]
    if state.place == tuple(trace.path.goal):
        assert judged == []
        return
    around = wanted(trace.space, *state.place)
    assert Counter(place for place, _ in judged) == Counter(list(around))
    kinds = dict(judged)
    assert places(trace, state.opened) == {place for place, kind in judged if kind == "opened"}
    better = {place for place, kind in judged if kind in ("improved", "reopened")}
    assert places(trace, state.improved) == better
    for place, obstacle in around.items():
        if obstacle:
            assert kinds[place] == obstacle
            continue
        known = before.square(place)
        if known is None:
            assert kinds[place] == "opened"
        elif known.closed:
            assert kinds[place] in ("closed", "reopened")
        else:
            assert kinds[place] in ("kept", "improved")


def check_numbers(trace: ps.Trace, before: State, state: State, said: Explanation) -> None:
    """The numbers in the sentences are those of the events."""
    for sentence in said:
        assert sentence.kind in KINDS
        for place in sentence.places:
            assert 0 <= place[0] < trace.space.width
            assert 0 <= place[1] < trace.space.height
        if sentence.kind in ("opened", "improved", "reopened"):
            (place,) = sentence.about
            now = state.square(place)
            assert now.parent == state.place
            assert place_words(place) in sentence.text
            assert place_words(now.parent) in sentence.text
            if sentence.kind == "opened":
                assert f" {number(now.g)}" in sentence.text
            else:
                was = before.square(place)
                new, old = numbers(now.g, was.g)
                assert now.g < was.g
                assert f"G falls from {old} to {new}" in sentence.text
                assert f"from {place_words(was.parent)} to {place_words(now.parent)}" in sentence.text
        if sentence.kind == "kept":
            (place,) = sentence.about
            old = before.square(place).g
            new = state.square(state.place).g + step_cost(trace.space, state.place, place)
            assert ("just as long" in sentence.text) == same(new, old)
            assert "just as long" in sentence.text or numbers(new, old)[1] in sentence.text
            assert new >= old * (1 - 1e-14) or not trace.rules.improve


NUMBER = r"\d+(?:\.\d+)?"
MEAN = rf"\({NUMBER}(?: \+ {NUMBER})+\) / \d"
TERMS = rf"{NUMBER}(?: [+×] (?:{NUMBER}|{MEAN}))+"
BEFORE = re.compile(rf"({TERMS}) ([=≈]) ({NUMBER})")
BEHIND = re.compile(rf"G falls from {NUMBER} to ({NUMBER}) \((≈ )?({TERMS})\)")


def check_sums(said: Explanation) -> int:
    """Every sum adds up as it is written, or is marked; return how many there are."""
    text = str(said)
    found = [(terms, sign == "=", total) for terms, sign, total in BEFORE.findall(text)]
    found += [(terms, not about, total) for total, about, terms in BEHIND.findall(text)]
    assert len(found) == text.count(" = ") + text.count("≈ ") - text.count("(≈ G") + sum(
        not about for _, about, _ in BEHIND.findall(text)
    )
    for terms, adds_up, total in found:
        shown = eval(re.sub(NUMBER, lambda each: f"Fraction('{each[0]}')", terms).replace(" × ", " * "))
        assert (shown == Fraction(total)) == adds_up, (terms, total)
        assert abs(shown - Fraction(total)) <= Fraction("0.1"), (terms, total)
    return len(found)


def check_choice(trace: ps.Trace, step: int, said: Explanation) -> None:
    """The square named is the one closed, and it is the one that the rule names."""
    waiting = OpenList.of(trace, step, state_before(trace, step))
    chosen = said.sentences[0]
    assert chosen.kind == "chosen"
    assert chosen.places == (trace[step].place,)
    f, rules = waiting.f[waiting.chosen], trace.rules
    lowest = float(waiting.f.min())
    if rules.open_list in EXACT:
        assert f == pytest.approx(lowest, rel=1e-14)
        rivals = waiting.rivals(waiting.f)
        ties = said.of_kind("tie")
        assert bool(ties) == (len(rivals) > 0)
        if ties and "rounding" not in ties[0].text:
            check_tie(waiting, rules.ties, rivals, ties[0].text)
    if rules.open_list == "fifo":
        assert waiting.chosen == 0


def check_tie(waiting: OpenList, rule: str, rivals: np.ndarray, text: str) -> None:
    """No other square of the same F comes before the chosen one by the rule that the sentence names."""
    rank = {
        "larger_g": lambda row: (round(-waiting.tie_g[row], 9), -waiting.added[row]),
        "smaller_g": lambda row: (round(waiting.tie_g[row], 9), -waiting.added[row]),
        "last": lambda row: -waiting.added[row],
        "first": lambda row: waiting.added[row],
    }[rule]
    assert rank(waiting.chosen) < min(map(rank, rivals.tolist()))
    word = {"larger_g": "larger G", "smaller_g": "smaller G", "last": "added last", "first": "added first"}[
        rule
    ]
    assert word in text


def check_all(trace: ps.Trace) -> None:
    before = trace.beginning
    for step, state in enumerate(trace):
        said = trace.explain(step)
        check_choice(trace, step, said)
        check_neighbours(trace, before, state, said)
        check_numbers(trace, before, state, said)
        before = state


SETTINGS = [
    {"algorithm": "astar"},
    {"algorithm": "astar", "open_list": "bucket"},
    {"algorithm": "astar", "heuristic": "manhattan", "open_list": "sorted", "ties": "smaller_g"},
    {"algorithm": "astar", "open_list": "unsorted", "ties": "first"},
    {"algorithm": "dijkstra"},
    {"algorithm": "dijkstra", "open_list": "heap", "ties": "last"},
    {"algorithm": "greedy"},
    {"algorithm": "weighted-astar", "weight": 3.0},
    {"algorithm": "bfs"},
]


@pytest.mark.parametrize("options", SETTINGS, ids=lambda each: "-".join(map(str, each.values())))
@pytest.mark.parametrize("name", sorted(grids()))
def test_every_claim_holds_on_the_zoo(name: str, options: dict) -> None:
    grid = ZOO[name]
    start, goal = queries(grid, 1)[0]
    check_all(ps.trace(grid, start, goal, max_expansions=30, **options))


@settings(max_examples=examples(60))
@given(
    st.integers(2, 9), st.integers(2, 9), st.integers(0, 2**31), st.sampled_from(SETTINGS),
    st.sampled_from(["no_cut", "no_squeeze", "free"]), st.sampled_from([4, 8]), st.booleans(),
)  # fmt: skip
def test_every_claim_holds_on_random_grids(width, height, seed, options, corners, directions, dear) -> None:
    random = np.random.default_rng(seed)
    walkable = random.random((height, width)) > 0.3
    cost = random.integers(1, 5, (height, width)) if dear else None
    model = ["enter", "mean"][seed % 2]
    moves = ps.Moves(directions, corners, 10, 14)
    grid = ps.Grid(walkable, cost=cost, moves=moves, cost_model=model)
    ends = [tuple(random.integers(0, (width, height)).tolist()) for _ in range(2)]
    check_all(ps.trace(grid, *ends, **options))


def test_the_bucket_list_explains_what_it_opens_again() -> None:
    kinds = Counter()
    for seed in range(4):
        random = np.random.default_rng(seed)
        grid = ps.Grid(np.ones((18, 18)), cost=10 ** random.uniform(-2, 2, (18, 18)))
        trace = ps.trace(grid, (0, 0), (17, 17), open_list="bucket")
        check_all(trace)
        kinds.update(sentence.kind for step in range(len(trace)) for sentence in trace.explain(step))
    assert kinds["reopened"] > 0


@pytest.mark.parametrize("seed", range(6))
def test_jump_point_search_is_told_by_its_jumps(seed: int) -> None:
    random = np.random.default_rng(seed)
    grid = ps.Grid(random.random((20, 25)) > 0.25)
    free_places = np.argwhere(grid.walkable)[:, ::-1].tolist()
    trace = ps.trace(grid, tuple(free_places[0]), tuple(free_places[-1]), algorithm="jps")
    before = trace.beginning
    for step, state in enumerate(trace):
        said = trace.explain(step)
        check_choice(trace, step, said)
        check_numbers(trace, before, state, said)
        before = state
        assert places(trace, state.opened) == {each.about[0] for each in said.of_kind("opened")}
        assert places(trace, state.improved) == {each.about[0] for each in said.of_kind("improved")}
        for each in said.of_kind("opened"):
            far = np.abs(np.subtract(each.about[0], state.place)).max()
            assert f"as a jump point {far} square" in each.text
        told = {"opened", "improved", "jump", "goal"}
        assert any(sentence.kind in told for sentence in said)
    assert "runs on from a square" in str(trace.explain(0))


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "greedy", "weighted-astar", "jps", "ida-star"])
@pytest.mark.parametrize("cost_model", ["enter", "mean"])
def test_sums_add_up_as_they_are_written(algorithm: str, cost_model: str) -> None:
    random = np.random.default_rng(5)
    shape = (5, 6)
    cost = None if algorithm == "jps" else random.choice([1, 1.5, 3], shape)
    grid = ps.Grid(random.random(shape) > 0.1, cost=cost, cost_model=cost_model)
    free_places = np.argwhere(grid.walkable)[:, ::-1].tolist()
    weight = {"weight": 1.7} if algorithm == "weighted-astar" else {}
    trace = ps.trace(grid, tuple(free_places[0]), tuple(free_places[-1]), algorithm=algorithm, **weight)
    told = [trace.explain(step) for step in range(min(len(trace), 60))]
    assert sum(check_sums(said) for said in told) >= 3
    if algorithm in ("astar", "dijkstra"):
        assert any("≈" in str(said) for said in told)
        assert any(" = " in str(said) for said in told)


def test_greedy_search_speaks_of_h_as_the_board_does() -> None:
    grid = ps.Grid(np.ones((5, 6)))
    for open_list in ("heap", "bucket"):
        trace = ps.trace(grid, (0, 0), (5, 3), algorithm="greedy", open_list=open_list)
        told = "\n".join(str(trace.explain(step)) for step in range(len(trace)))
        assert re.search(r"\bH\b", told)
        assert not re.search(r"\bF\b", told)


def test_terrain_is_in_the_sum() -> None:
    cost = [[1, 3], [1, 2]]
    grid = ps.Grid(np.ones((2, 2)), cost=cost, moves=ps.Moves(straight=10, diagonal=14))
    said = str(ps.trace(grid, (0, 0), (1, 1), algorithm="dijkstra", open_list="heap").explain(0))
    assert "(1, 0) is opened with parent (0, 0): G 0 + 10 × 3 = 30, and F is the same." in said
    assert "(1, 1) is opened with parent (0, 0): G 0 + 14 × 2 = 28, and F is the same." in said
    grid = ps.Grid(np.ones((2, 2)), cost=cost, moves=ps.Moves(straight=10), cost_model="mean")
    assert "G 0 + 10 × (1 + 3) / 2 = 20" in str(ps.trace(grid, (0, 0), (1, 1)).explain(0))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"algorithm": "dijkstra"}, "its G; there is no estimate"),
        ({"algorithm": "greedy", "heuristic": "manhattan"}, "H alone counts"),
        ({"algorithm": "weighted-astar", "weight": 2.0, "heuristic": "manhattan"}, "2 × H"),
        ({"algorithm": "bfs"}, "waited longest"),
        ({"algorithm": "astar", "open_list": "bucket"}, "is taken from the lowest range of F"),
        ({"algorithm": "astar", "open_list": "heap"}, "has the lowest F"),
    ],
)
def test_the_words_fit_the_algorithm(options: dict, words: str) -> None:
    trace = ps.trace(ps.Grid(np.ones((4, 6))), (0, 0), (5, 3), **options)
    assert words in str(trace.explain(1))


def test_the_end_is_told() -> None:
    grid = ps.Grid([[1, 1, 1, 0, 1]])
    found = ps.trace(grid, (0, 0), (2, 0))
    assert [sentence.kind for sentence in found.explain(-1)] == ["chosen", "goal", "path", "promise"]
    assert found.explain().sentences == found.explain(-1).sentences[-2:]
    assert "(2, 0), (1, 0), (0, 0)" in str(found.explain())
    assert found.explain().sentences[0].places == ((2, 0), (1, 0), (0, 0))
    assert "No path is cheaper" in str(found.explain())
    assert "there is no path" in str(ps.trace(grid, (0, 0), (4, 0)).explain(-1))
    assert "1 is still open" in str(ps.trace(grid, (0, 0), (2, 0), max_expansions=1).explain(-1))
    assert "max_expansions" in str(ps.trace(grid, (0, 0), (2, 0), max_expansions=1).explain())
    assert "start is not walkable" in str(ps.trace(grid, (3, 0), (2, 0)).explain())
    assert "target is not walkable" in str(ps.trace(grid, (0, 0), (3, 0)).explain())
    assert "guarantees nothing" in str(ps.trace(grid, (0, 0), (2, 0), algorithm="greedy").explain())
    assert "2 times the lowest" in str(ps.trace(grid, (0, 0), (2, 0), algorithm="weighted-astar").explain())
    with pytest.raises(IndexError, match="no step 3"):
        found.explain(3)


def test_ways_that_differ_by_rounding_are_equal_without_more_digits() -> None:
    rows = ["1011", "1101", "0111", "0111", "1011", "1111"]
    grid = ps.Grid([[int(cell) for cell in row] for row in rows], moves=ps.Moves(corners="free"))
    said = ps.trace(grid, (0, 0), (3, 5), algorithm="dijkstra").explain(13)
    (equal,) = said.of_kind("kept")
    assert "(1, 5) is open already, and this way is just as long (G 4.83 + 1.41 = 6.24)" in equal.text


def test_a_long_path_is_named_by_its_ends() -> None:
    said = ps.trace(ps.Grid(np.ones((1, 40))), (0, 0), (39, 0)).explain()
    assert "(34, 0), ..., (5, 0)" in str(said)
    assert len(said.sentences[0].places) == 40


def test_an_edited_space_is_not_explained() -> None:
    map = ps.Map(np.ones((3, 3)))
    grid = map.grid()
    trace = ps.trace(grid, (0, 0), (2, 2))
    grid.update(map.edit("passable", (1, 0), False))
    with pytest.raises(ps.StaleError, match="record it again to explain it"):
        trace.explain(0)


def test_an_explanation_is_a_sequence_of_sentences() -> None:
    said = ps.trace(ps.Grid([[1, 1]]), (0, 0), (1, 0)).explain(0)
    assert said[0] is said.sentences[0]
    assert said[-1] is list(said)[-1]
    assert said[:2] == said.sentences[:2]


def test_an_explanation_in_a_notebook() -> None:
    html = ps.trace(ps.Grid([[1, 1]]), (0, 0), (1, 0)).explain(0)._repr_html_()
    assert html.startswith('<ul><li class="chosen">(0, 0) is the start')
