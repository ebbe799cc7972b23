"""How the studio turns what was chosen into searches."""

from __future__ import annotations

import pytest

import pathstar as ps
from pathstar.planners.algorithms import ALGORITHMS
from pathstar.studio.runs import Options

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
