"""Replay of a scenario whose map changes: edits count towards the queries after them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pathstar.cli.output import progress
from pathstar.cli.verdict import problem_with
from pathstar.errors import OptionError

if TYPE_CHECKING:
    from pathstar.io.dynamic import Stage
    from pathstar.io.scenario import Query
    from pathstar.maps.map import Map
    from pathstar.planners.planner import Planner


@dataclass
class Replay:
    """The results of one algorithm on a scenario.

    Attributes:
        algorithm: The name of the algorithm.
        edits: Seconds of each stage of edits, all its patches together.
        patches: The number of patches.
        times: Seconds of each query, including catching up and reading its places.
        expanded: Expansions of all queries together.
        problems: For each mismatch, the number of the query, the query, and what is wrong.
    """

    algorithm: str
    edits: list[float] = field(default_factory=list)
    patches: int = 0
    times: list[float] = field(default_factory=list)
    expanded: int = 0
    problems: list[tuple[int, Query, str]] = field(default_factory=list)

    def row(self, name: str) -> dict[str, Any]:
        """Return the figures for JSON."""
        import numpy as np

        micro = 1e6 * np.array(self.times)
        return {
            "map": name,
            "algorithm": self.algorithm,
            "queries": len(self.times),
            "mismatches": len(self.problems),
            "mean_us": round((sum(self.times) + sum(self.edits)) * 1e6 / len(self.times), 3),
            "query_us": round(float(micro.mean()), 3),
            "median_us": round(float(np.median(micro)), 3),
            "p99_us": round(float(np.percentile(micro, 99)), 3),
            "changes": len(self.edits),
            "patch_us": round(sum(self.edits) * 1e6 / max(self.patches, 1), 3),
            "expanded": self.expanded,
        }


def replay(scenario: Path, algorithm: str, limit: int | None) -> Replay:
    """Run the queries of a version 2 scenario, with one edit of the map for each patch, and check every path.

    Raises:
        OptionError: The scenario holds no queries, or the algorithm is an index that is not repaired after
            edits.
    """
    import pathstar as ps
    from pathstar.io.dynamic import read_dynamic_scenario

    if algorithm in ps.INDEXES and ps.INDEXES[algorithm].repair != "repair":
        allowed = ", ".join(name for name, row in ps.INDEXES.items() if row.repair == "repair")
        raise OptionError(
            f"{algorithm} must be built again after an edit, and {scenario} edits its map; "
            f"allowed: algorithms and {allowed}"
        )
    dynamic = read_dynamic_scenario(scenario)
    total = sum(len(stage.queries) for stage in dynamic.stages)
    if total == 0:
        raise OptionError(f"{scenario} holds no queries")
    map = dynamic.map()
    grid = map.grid()
    planner = (
        ps.Planner(grid, index=ps.build_index(grid, algorithm))
        if algorithm in ps.INDEXES
        else ps.Planner(grid, algorithm)
    )
    run = Replay(planner.method.algorithm)
    with progress(f"{algorithm}, queries", total) as advance:
        for stage in dynamic.stages:
            _edit(run, map, stage)
            for query in stage.queries:
                if len(run.times) == limit:
                    return run
                _ask(run, planner, query)
                advance()
    return run


def _edit(run: Replay, map: Map, stage: Stage) -> None:
    edits = [(patch.region, patch.walkable) for patch in stage.patches]
    begin = time.perf_counter()
    for region, walkable in edits:
        map.edit("passable", region, walkable)
    run.edits.append(time.perf_counter() - begin)
    run.patches += len(edits)


def _ask(run: Replay, planner: Planner, query: Query) -> None:
    start, goal = query.start, query.goal
    begin = time.perf_counter()
    path = planner.find(start, goal)
    path.points  # noqa: B018  # reading the places is part of the caller's waiting time
    run.times.append(time.perf_counter() - begin)
    run.expanded += path.stats.expanded
    problem = problem_with(planner.space, query, path)  # type: ignore[arg-type]  # a grid, of a map
    if problem:
        run.problems.append((len(run.times) - 1, query, problem))
