"""Every algorithm, with each open list and heuristic that it takes, keeps its promises on every space.

The numbers are those of the promises in the design.
"""

from __future__ import annotations

import math
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.contract.counting import compared
from tests.contract.zoo import ZOO, queries, truth
from tests.oracle import plain

import pathstar as ps
from pathstar.traces import NO_PARENT

# Lines may be cheaper than paths of steps; tests/unit/planners/test_any_angle.py holds them to other oracles.
# Those for meshes have separate tests, as a mesh has no nodes.
ROWS = {
    name: row
    for name, row in ps.ALGORITHMS.items()
    if not row.any_angle and any(row.unsupported_reason(space) is None for space in ZOO.values())
}
# Rows that may visit a node once for each path to it get a limit of expansions. They may give up at it, but
# not on spaces of at most this many nodes.
FAR, SMALL = 2000, 6
ROUNDS = 12  # a step is shorter if a round of an anytime search ends
EXACT_LISTS = ("heap", "sorted", "unsorted")


# Those that fit some space as it is; landmarks come with an index.
HEURISTICS = [name for name in ps.HEURISTICS if any(name in space.heuristics for space in ZOO.values())]


def configurations() -> list[tuple[str, str | None, str | None, float | None]]:
    """(algorithm, open list, heuristic, weight) for every row of the table."""
    found: list[tuple[str, str | None, str | None, float | None]] = []
    for name, row in ROWS.items():
        lists = (None,) if row.open_list else (None, "bucket", *EXACT_LISTS)
        found += [(name, open_list, None, None) for open_list in lists]
        bucket, heap = (None, None) if row.open_list else ("bucket", "heap")
        if row.may_weigh:
            fitting = [each for each in HEURISTICS if any(fits(space, name, each) for space in ZOO)]
            found += [(name, None, heuristic, None) for heuristic in fitting]
            found += [
                (name, bucket, "manhattan", 1.5),
                (name, None, None, 0.5),
                (name, heap, "euclidean", 3.0),
            ]
    return found


def fits(space: str, algorithm: str, heuristic: str | None) -> bool:
    return ps.ALGORITHMS[algorithm].unsupported_reason(ZOO[space]) is None and (
        heuristic is None or heuristic in ZOO[space].heuristics
    )


CONFIGURATIONS = configurations()
ON_GRIDS = [name for name, row in ROWS.items() if row.unsupported_reason(ps.Grid([[1]])) is None]
CASES = [(space, name) for space in ZOO for name in ROWS if ROWS[name].unsupported_reason(ZOO[space]) is None]
# At least one space of each kind, with all its features.
SLICED = (
    "field, no_cut",
    "terrain, no_squeeze, mean",
    "one cell",
    "dense, free",
    "graph of roads",
    "graph on the earth",
    "hexes, portals",
    "waypoints, no_cut",
    "voxels, floors and stairs",
    "voxels, joined",
    "turning, joined, portals",
    "turning, hexes, no U-turn",
    "timed, 8 directions",
    "timed, joined, portals",
    "custom, a grid, estimated",
    "custom, numbers",
)
TRACED = (
    "field, no_cut",
    "roads, enter",
    "ridge, free",
    "one row",
    "field, 4 directions",
    "graph on the earth",
    "hexes, odd-q, wrap xy",
    "hexes, portals and costs",
    "waypoints, no_squeeze",
    "voxels, tall boxes, enter",
    "voxels, exits",
    "turning, no sharp turns",
    "turning, joined, portals",
    "timed, later",
    "timed, hexes",
    "custom, a grid, estimated not consistently",
    "custom, numbers",
)
PICKLED = (
    "terrain, no_cut, enter",
    "field, 10 and 14",
    "graph of roads",
    "hexes, portals and costs",
    "waypoints, free",
    "voxels, floors and dear stairs",
    "turning, exits",
    "timed, 8 directions",
    "custom, numbers",
)
CHECKED: dict[tuple[object, ...], ps.Check] = {}


def planner_for(space: str, algorithm: str, open_list, heuristic, weight) -> ps.Planner:
    far = None if ps.ALGORITHMS[algorithm].most_expansions is None else FAR
    options = {"open_list": open_list, "heuristic": heuristic, "weight": weight}
    return ps.Planner(ZOO[space], algorithm, max_expansions=far, **options)


def same(a: ps.Path, b: ps.Path) -> bool:
    return a.status == b.status and a.cost == b.cost and np.array_equal(a.nodes, b.nodes)


def checked(space: str, path: ps.Path) -> ps.Check:
    """The checker's result for a path; cached, as most algorithms find the same few paths."""
    times = path.times.tobytes() if isinstance(ZOO[space], ps.Timed) else b""
    key = (space, path.start, path.goal, path.cost, path.nodes.tobytes(), times)
    if key not in CHECKED:
        CHECKED[key] = ps.check_path(ZOO[space], path)
    return CHECKED[key]


@pytest.mark.parametrize(("space", "algorithm"), CASES, ids=map(", ".join, CASES))
def test_promises(space, algorithm):
    for configuration in CONFIGURATIONS:
        if configuration[0] == algorithm and fits(space, algorithm, configuration[2]):
            keeps_its_word(space, *configuration)


def keeps_its_word(space, algorithm, open_list, heuristic, weight):
    planner = planner_for(space, algorithm, open_list, heuristic, weight)
    grid = ZOO[space]
    for start, goal in queries(grid):
        optimum = truth(space)[start, goal]
        path = planner.find(start, goal)
        compared()
        if path.status is ps.Status.LIMIT:
            assert path.stats.expanded == FAR
            assert ps.ALGORITHMS[algorithm].most_expansions is not None
            assert grid.size > SMALL
            continue
        # 3: a path exactly if the oracle finds one, and otherwise the reason
        assert bool(path) == math.isfinite(optimum)
        if not plain.is_free(grid, start):
            assert path.status is ps.Status.BLOCKED_START
        elif not plain.is_free(grid, goal):
            assert path.status is ps.Status.BLOCKED_GOAL
        else:
            assert path.status is (ps.Status.FOUND if path else ps.Status.NO_PATH)
        if path:
            # 1: every step is an edge, and the costs add up
            check = checked(space, path)
            assert check, check.problem
            # 2: optimal, or within the stated bound; never below the optimum
            assert path.cost >= optimum * (1 - 1e-9)
            if math.isfinite(path.bound):
                assert path.cost <= optimum * path.bound * (1 + 1e-9)
        # 5: a second query finds the same
        assert same(planner.find(start, goal), path)


@pytest.mark.parametrize("budget", [1, 3, 1000])
@pytest.mark.parametrize(("algorithm", "open_list", "heuristic", "weight"), CONFIGURATIONS)
def test_sliced_is_whole(algorithm, open_list, heuristic, weight, budget):
    for space in SLICED:
        if not fits(space, algorithm, heuristic):
            continue
        planner = planner_for(space, algorithm, open_list, heuristic, weight)
        for start, goal in queries(ZOO[space], 3):
            search = planner.search(start, goal)
            steps = 0
            while search.step(budget) is ps.Status.RUNNING:
                steps += 1
                most = max(ZOO[space].size * 20, FAR) / budget + ROUNDS
                assert steps <= most, "it never ends"
            assert same(search.path, planner.find(start, goal))
            compared()


@pytest.mark.parametrize(("algorithm", "open_list", "heuristic", "weight"), CONFIGURATIONS)
def test_a_trace_replays_to_the_same_path(algorithm, open_list, heuristic, weight):
    for space in TRACED:
        if not fits(space, algorithm, heuristic):
            continue
        planner = planner_for(space, algorithm, open_list, heuristic, weight)
        grid = ZOO[space]
        for start, goal in queries(grid, 3):
            trace = planner.trace(start, goal)
            found = planner.find(start, goal)
            if found.status is ps.Status.NO_PATH and ps.ALGORITHMS[algorithm].loop == "iterative_deepening":
                assert not trace.path  # the components show at once what would take the rounds a long time
            else:
                assert same(trace.path, found)
            compared()
            if found:
                chain, nodes = replayed(grid, trace), stations(grid, found.nodes)
                if ps.ALGORITHMS[algorithm].jumps:
                    assert chain == [node for node in nodes if node in set(chain)], (
                        "jump points are on the path"
                    )
                else:
                    assert chain == nodes
                assert len(trace) == trace.path.stats.expanded


def replayed(space, trace: ps.Trace) -> list[int]:
    """The nodes of the path by the parents that the events name.

    They lead back from where the search ended, or in both directions from where two searches met.
    """
    parents: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for event in trace.events:
        if event["type"] in (
            ps.EventType.GENERATE.value,
            ps.EventType.UPDATE.value,
            ps.EventType.EXPAND.value,
        ):
            parents[int(event["from_goal"])][int(event["node"])] = int(event["parent"])
    last = trace.events[-1]
    assert last["type"] == ps.EventType.END.value
    meets = trace.events[trace.of_type(ps.EventType.MEET)]
    if not len(meets):
        return stations(space, np.array(followed(parents[0], last["node"])[::-1], np.uint32))
    middle = meets[-1]["node"]
    chain = followed(parents[0], middle)[:0:-1] + followed(parents[1], middle)
    return stations(space, np.array(without_loops(chain), np.uint32))


def followed(parents: dict[int, int], node: int) -> list[int]:
    """A node, and the chain of its parents."""
    chain = [int(node)]
    while parents.get(chain[-1], NO_PARENT) != NO_PARENT and len(chain) <= len(parents):
        chain.append(parents[chain[-1]])
    return chain


def without_loops(nodes: list[int]) -> list[int]:
    """Nodes without those between two visits of one node, which steps of cost 0 may cause."""
    kept: list[int] = []
    for node in nodes:
        kept = kept[: kept.index(node)] if node in kept else kept
        kept.append(node)
    return kept


def stations(space, nodes: np.ndarray) -> list[int]:
    """The nodes; over a Timed the cells in order, without times and waiting."""
    if not isinstance(space, ps.Timed):
        return nodes.tolist()
    cells = space.cells_of(nodes)
    return cells[np.append(True, np.diff(cells.astype(int)) != 0)].tolist()


def test_fresh_planners_and_threads_agree():
    for space, grid in ZOO.items():
        asked = queries(grid)
        one_by_one = [ps.Planner(grid).find(start, goal) for start, goal in asked]
        starts, goals = (list(ends) for ends in zip(*asked, strict=True))
        for threads in (1, 2, 5):
            paths = ps.find_paths(grid, starts, goals, threads=threads)
            assert all(same(a, b) for a, b in zip(paths, one_by_one, strict=True)), space
            compared()
        planner = ps.Planner(grid)
        with ThreadPoolExecutor(4) as pool:
            shared = list(pool.map(planner.find, *zip(*asked * 4, strict=True)))
        assert all(same(a, b) for a, b in zip(shared, one_by_one * 4, strict=True)), space


@pytest.mark.parametrize(
    "space",
    [space for space in ZOO if any(row.unsupported_reason(ZOO[space]) for row in ps.ALGORITHMS.values())],
)
def test_a_space_that_does_not_fit_is_refused_in_words(space):
    for algorithm, row in ps.ALGORITHMS.items():
        unsupported_reason = row.unsupported_reason(ZOO[space])
        if unsupported_reason is not None:
            with pytest.raises(ps.OptionError, match=r"needs .*; use 'astar'") as refusal:
                ps.Planner(ZOO[space], algorithm)
            assert unsupported_reason in str(refusal.value)
            compared()


def test_auto_takes_astar_among_scattered_obstacles():
    scattered = ps.maps.generate.random_obstacles(200, 200, density=0.1, seed=1).grid()
    assert ps.Planner(scattered).method.algorithm == "astar"
    compared()
    for kind in ("caves", "city", "rooms", "maze"):
        world = getattr(ps.maps.generate, kind)(201, 201, seed=1)
        assert ps.Planner(world.grid()).method.algorithm == "jps"


@pytest.mark.parametrize("space", ZOO)
def test_auto_takes_jump_points_where_they_fit_and_pay(space):
    grid = ZOO[space]
    jumps = ps.ALGORITHMS["jps"].unsupported_reason(grid) is None and grid.core.jump_point_density() <= 2
    assert ps.Planner(ZOO[space]).method.algorithm == ("jps" if jumps else "astar")
    compared()
    assert ps.Planner(ZOO[space], heuristic="zero").method.algorithm == "astar"
    assert ps.Planner(ZOO[space], weight=1.5).method.algorithm == "astar"


@pytest.mark.parametrize("algorithm", ON_GRIDS)
def test_pickles(algorithm):
    for space in PICKLED:
        if ps.ALGORITHMS[algorithm].unsupported_reason(ZOO[space]) is not None:
            continue
        planner = ps.Planner(ZOO[space], algorithm, max_expansions=100_000)
        copy = pickle.loads(pickle.dumps(planner))
        for start, goal in queries(ZOO[space]):
            path, twin = planner.find(start, goal), copy.find(start, goal)
            if ps.Status.LIMIT in (path.status, twin.status):  # one of them may not know a path yet
                assert ps.ALGORITHMS[algorithm].most_expansions is not None
                assert not path
                assert not twin
            else:
                assert same(twin, path)
                assert list(twin) == list(path)
            again = pickle.loads(pickle.dumps(path))
            assert same(again, path)
            assert list(again) == list(path)
            assert again.stats == path.stats
            assert again.start == path.start
            assert again.goal == path.goal
            compared()


def test_a_space_of_functions_pickles_if_they_do():
    """`PICKLED` has one whose function is defined in a module; a local function cannot be pickled."""
    with pytest.raises((AttributeError, pickle.PicklingError), match="local"):
        pickle.dumps(ps.Planner(ZOO["custom, a grid"]))
    compared()


@pytest.mark.parametrize("algorithm", ON_GRIDS)
def test_ends(algorithm):
    grid = ps.Grid([[1, 1, 0], [1, 1, 1]])
    assert ps.find_path(grid, (1, 1), (1, 1), algorithm=algorithm).points.tolist() == [[1, 1]]
    assert ps.find_path(grid, (1, 1), (1, 1), algorithm=algorithm).cost == 0
    compared()
    assert ps.find_path(grid, (2, 0), (2, 0), algorithm=algorithm).status is ps.Status.BLOCKED_START
    assert ps.find_path(grid, (0, 0), (2, 0), algorithm=algorithm).status is ps.Status.BLOCKED_GOAL
    for place in ((3, 0), (0, 2), (-1, 0), (0, -1)):
        with pytest.raises(ps.PlaceError):
            ps.find_path(grid, place, (0, 0), algorithm=algorithm)
        with pytest.raises(ps.PlaceError):
            ps.find_path(grid, (0, 0), place, algorithm=algorithm)
