"""How the studio turns choices into searches."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.planners.algorithms import ALGORITHMS
from pathstar.studio.boards import Board, Kind
from pathstar.studio.dead_ends import planned
from pathstar.studio.runs import MethodError, Options
from pathstar.words import LANGUAGES, Say, catalogue

GRID = ps.Grid([[1, 1, 1], [1, 0, 1]])
ENDS = (0, 1), (2, 1)
FITTING = [
    name for name, row in ALGORITHMS.items() if not row.any_angle and row.unsupported_reason(GRID) is None
]


@pytest.mark.parametrize("algorithm", FITTING)
@pytest.mark.parametrize("open_list", [None, "sorted"])
def test_a_traced_search_is_that_of_the_library(algorithm: str, open_list: str | None) -> None:
    row = ALGORITHMS[algorithm]
    if open_list is not None and row.open_list is not None:
        with pytest.raises(ps.OptionError, match="open list"):
            Options(algorithm, open_list=open_list).planner(GRID, traced=True)
        return
    planner = Options(algorithm, open_list=open_list).planner(GRID, traced=True)
    trace = ps.trace(GRID, *ENDS, algorithm=algorithm, open_list=open_list)
    kept = None if row.open_list == "none" else trace.path.stats.open_list
    assert planner.method == ps.Planner(GRID, algorithm, open_list=kept).method
    assert planner.trace(*ENDS).events.tolist() == trace.events.tolist()


@pytest.mark.parametrize(
    ("algorithm", "goals"), [("jps", [(2, 0)]), ("bidirectional-astar", [(2, 0), (1, 0)])]
)
def test_a_method_that_does_not_fit_is_named(algorithm: str, goals: list[tuple[int, int]]) -> None:
    board = Board(np.array([[0, 1, 0]], np.uint16), (Kind(1.0), Kind(5.0, "forest")))
    with pytest.raises(MethodError) as caught:
        planned(board, Options(algorithm), (0, 0), goals)
    for language in LANGUAGES:
        text = catalogue(language).text
        assert text(Say(f"algorithm.{algorithm}.title")) in text(caught.value.say)
    planned(board, Options("astar"), (0, 0), goals)
