"""THE table: one row for each algorithm.

The planner, the command line, the documents, the contract tests and the benchmarks all read these rows.
"""

from __future__ import annotations

from pathstar.errors import OptionError, unknown_name
from pathstar.indexes.kinds import INDEXES
from pathstar.planners import guarantees, unsupported
from pathstar.planners.algorithm import Algorithm, plain_name
from pathstar.planners.jump_points import jumps_pay
from pathstar.spaces.base import Space

ALGORITHMS: dict[str, Algorithm] = {
    row.name: row
    for row in (
        Algorithm(
            name="bfs",
            title="breadth-first search",
            needs="a space whose steps may be made at any time",
            use_g=True,
            weight=0.0,
            may_weigh=False,
            open_list="fifo",
            improve=False,
            bound=guarantees.steps_bound,
            bound_follows_costs=True,
            guarantee="the fewest steps; the lowest cost only where all steps cost the same",
            when="steps matter, costs do not",
            published="Moore 1959, The shortest path through a maze",
            unsupported_reason=unsupported.any_time,
            aliases=("breadth-first",),
        ),
        Algorithm(
            name="dijkstra",
            title="Dijkstra's algorithm",
            use_g=True,
            weight=0.0,
            may_weigh=False,
            open_list=None,
            improve=True,
            bound=guarantees.optimal,
            guarantee="optimal",
            when="there is no useful estimate, or the cost to all places around is wanted",
            published="Dijkstra 1959, A note on two problems in connexion with graphs",
        ),
        Algorithm(
            name="greedy",
            title="greedy best-first search",
            use_g=False,
            weight=1.0,
            may_weigh=True,
            open_list=None,
            improve=True,
            bound=guarantees.nothing,
            guarantee="a path if there is one; nothing about its cost",
            when="any path will do, quickly",
            published="Doran and Michie 1966, Experiments with the graph traverser program",
            aliases=("greedy best-first", "GBFS"),
        ),
        Algorithm(
            name="astar",
            title="A*",
            use_g=True,
            weight=1.0,
            may_weigh=True,
            open_list=None,
            improve=True,
            bound=guarantees.estimate_bound,
            guarantee="optimal with an estimate that never exceeds the true cost",
            when="one path from A to B",
            published="Hart, Nilsson and Raphael 1968, A formal basis for the heuristic determination of "
            "minimum cost paths",
        ),
        Algorithm(
            name="weighted-astar",
            title="weighted A*",
            use_g=True,
            weight=2.0,
            may_weigh=True,
            open_list=None,
            improve=True,
            bound=guarantees.estimate_bound,
            guarantee="at most weight times the optimum",
            when="a good path now is better than the best one later",
            published="Pohl 1970, Heuristic search viewed as path finding in a graph",
            aliases=("WA*",),
        ),
        Algorithm(
            name="jps",
            title="jump point search",
            needs="a grid without costs, 4 or 8 directions, any corner rule",
            use_g=True,
            weight=1.0,
            may_weigh=False,
            open_list=None,
            improve=True,
            bound=guarantees.optimal,
            guarantee="optimal",
            when="one path from A to B on a grid without costs: the fastest without an index, except among "
            "scattered obstacles",
            published="Harabor and Grastien 2011, Online graph pruning for pathfinding on grid maps;"
            " 2014, Improving jump point search",
            jumps=True,
            unsupported_reason=unsupported.jumps,
        ),
        Algorithm(
            name="bidirectional-dijkstra",
            title="Dijkstra's algorithm from both ends",
            needs="steps that can be followed back",
            use_g=True,
            weight=0.0,
            may_weigh=False,
            open_list=None,
            improve=True,
            bound=guarantees.optimal,
            guarantee="optimal",
            when="one path from A to B where there is no useful estimate",
            published="Nicholson 1966, Finding the shortest route between two points in a network",
            loop="bidirectional",
            unsupported_reason=unsupported.steps_back,
        ),
        Algorithm(
            name="bidirectional-astar",
            title="A* from both ends",
            needs="steps that can be followed back",
            use_g=True,
            weight=1.0,
            may_weigh=False,
            open_list=None,
            improve=True,
            bound=guarantees.optimal,
            guarantee="optimal",
            when="one path from A to B where the estimate is far below the true cost",
            published="Pijls and Post 2009, Yet another bidirectional algorithm for finding the shortest "
            "path",
            loop="bidirectional",
            unsupported_reason=unsupported.steps_back,
        ),
        Algorithm(
            name="ida-star",
            title="iterative-deepening A*",
            needs="a space whose steps may be made at any time",
            use_g=True,
            weight=1.0,
            may_weigh=True,
            open_list="none",
            improve=False,
            bound=guarantees.estimate_bound,
            guarantee="optimal with an estimate that never exceeds the true cost",
            when="puzzles: more nodes than memory holds, few ways to each, a good estimate, step costs "
            "that are equal or nearly so; not grids",
            published="Korf 1985, Depth-first iterative-deepening: an optimal admissible tree search",
            loop="iterative_deepening",
            most_expansions=10_000_000,
            unsupported_reason=unsupported.any_time,
        ),
        Algorithm(
            name="ara-star",
            title="Anytime Repairing A*",
            needs="a space whose nodes are all known, with steps that may be made at any time",
            use_g=True,
            weight=3.0,
            may_weigh=True,
            open_list="heap",
            improve=True,
            bound=guarantees.optimal,
            guarantee="a path soon, at most weight times the optimum, then better ones; the last one optimal",
            when="a path is wanted at once, and a better one as long as there is time",
            published="Likhachev, Gordon and Thrun 2003, ARA*: Anytime A* with provable bounds on "
            "sub-optimality",
            loop="anytime_repairing",
            keeps_best=True,
            unsupported_reason=unsupported.known_nodes,
            aliases=("ARA*",),
        ),
        Algorithm(
            name="theta-star",
            title="Theta*",
            needs="plain squares, also for units with a size, or a VoxelGrid without links",
            use_g=True,
            weight=1.0,
            may_weigh=False,
            open_list="heap",
            improve=True,
            bound=guarantees.lines_bound,
            bound_follows_costs=True,
            guarantee="a line over centres, never dearer than the cheapest path of steps; without costs at "
            "most 1.0824 times the shortest such line on squares and 1.159 on cubes, or 1.4143 and 1.7321 "
            "times under no_cut and with fewer directions",
            when="lines in any direction, also on ground with costs",
            published="Daniel, Nash, Koenig and Felner 2010, Theta*: any-angle path planning on grids",
            any_angle="theta",
            unsupported_reason=unsupported.lines,
        ),
        Algorithm(
            name="lazy-theta-star",
            title="Lazy Theta*",
            needs="plain squares, also for units with a size, or a VoxelGrid without links",
            use_g=True,
            weight=1.0,
            may_weigh=False,
            open_list="heap",
            improve=True,
            bound=guarantees.lines_bound,
            bound_follows_costs=True,
            guarantee="as theta-star",
            when="lines in any direction: sooner than theta-star among boxes, about as soon over squares",
            published="Nash, Koenig and Tovey 2010, Lazy Theta*: any-angle path planning and path length "
            "analysis in 3D",
            any_angle="lazy_theta",
            unsupported_reason=unsupported.lines,
        ),
        Algorithm(
            name="anya",
            title="Anya",
            needs="plain squares without costs, with the corner rule no_squeeze",
            use_g=True,
            weight=1.0,
            may_weigh=False,
            open_list="heap",
            improve=True,
            bound=guarantees.optimal,
            guarantee="the shortest line in the plane",
            when="exact lines in any direction, with nothing computed ahead",
            published="Harabor, Grastien, Oz and Aksakalli 2016, Optimal any-angle pathfinding in practice",
            any_angle="anya",
            intervals=True,
            unsupported_reason=unsupported.plane,
        ),
        Algorithm(
            name="polyanya",
            title="Polyanya",
            needs="a NavMesh",
            use_g=True,
            weight=1.0,
            may_weigh=False,
            open_list="heap",
            improve=True,
            bound=guarantees.optimal,
            guarantee="optimal, in any direction",
            when="one path between two points of a navigation mesh",
            published="Cui, Harabor and Grastien 2017, Compromise-free pathfinding on a navigation mesh",
            intervals=True,
            unsupported_reason=unsupported.even_mesh,
        ),
        Algorithm(
            name="region-bisection",
            title="Bisection over weighted regions",
            needs="a NavMesh with areas that cost more or less",
            use_g=True,
            weight=1.01,
            may_weigh=True,
            open_list="heap",
            improve=True,
            bound=guarantees.regions_bound,
            guarantee="at most weight times the optimum, in any direction; each path states its own bound",
            when="one path over a navigation mesh whose ground costs differ",
            published="the problem: Mitchell and Papadimitriou 1991, The weighted region problem",
            intervals=True,
            bisects=True,
            unsupported_reason=unsupported.uneven_mesh,
        ),
    )
}

AUTO = "auto"


_BY_ANY_NAME = {
    plain_name(name): row for row in ALGORITHMS.values() for name in (row.name, row.title, *row.aliases)
}


def row_named(name: str) -> Algorithm | None:
    """Return the row of a name, title or alias; case, blanks and hyphens do not count. None if there is none.

    Example:
        >>> row_named("A Star").name
        'astar'
    """
    return _BY_ANY_NAME.get(plain_name(name))


def algorithm_named(name: object, space: Space | None = None, *, weighs: bool = False) -> Algorithm:
    """Return the row of an algorithm; ``"auto"`` stands for the best exact one.

    Args:
        name: A name of `ALGORITHMS`, or ``"auto"``; or a row's title or one of its aliases, such as ``"A*"``.
            Case, blanks and hyphens do not count.
        space: The space to search; on a mesh, ``"auto"`` is Polyanya, or bisection where the ground costs
            differ. Elsewhere it is jump point search where that fits and pays, else A*.
        weighs: Whether the caller chose an estimate or a weight; then ``"auto"`` is A*, which can use them.

    Raises:
        OptionError: There is no algorithm of that name.

    Example:
        >>> algorithm_named("auto").name, algorithm_named("A*").name
        ('astar', 'astar')
        >>> import pathstar as ps
        >>> algorithm_named("auto", ps.Grid([[1, 1]])).name
        'jps'
    """
    wanted = plain_name(name) if isinstance(name, str) else ""
    if wanted == AUTO and space is not None and space.capabilities.plane:
        return ALGORITHMS["region-bisection" if space.has_areas else "polyanya"]
    if wanted == AUTO:
        pays = space is not None and not weighs and jumps_pay(space)
        return ALGORITHMS["jps" if pays else "astar"]
    row = row_named(wanted)
    if row is None:
        raise _no_algorithm(name)
    return row


def _no_algorithm(name: object) -> OptionError:
    from pathstar.planners.queries import QUERIES  # only this error needs it
    from pathstar.planners.replanning.repairs import repair_named

    row = (QUERIES.get(name) or INDEXES.get(name) or repair_named(name)) if isinstance(name, str) else None
    if row is not None:
        return OptionError(f"{row.name} is {row.title}, not a way to find one path; {row.how}")
    return unknown_name("algorithm", name, [AUTO, *ALGORITHMS])


def any_angle_for(space: Space) -> Algorithm:
    """Return the best row for lines in any direction: the first exact one that fits, else the last that fits.

    Raises:
        OptionError: None fits.

    Example:
        >>> import pathstar as ps
        >>> any_angle_for(ps.Grid([[1]])).name
        'lazy-theta-star'
    """
    rows = [row for row in ALGORITHMS.values() if row.any_angle]
    fitting = [row for row in rows if row.unsupported_reason(space) is None]
    exact = [row for row in fitting if row.bound is guarantees.optimal]
    if not fitting:
        raise OptionError(f"lines in any direction need {rows[0].unsupported_reason(space)}")
    return (exact or fitting)[-1]


def algorithm_for_trace(space: object, algorithm: str | None) -> str:
    """Return the algorithm of a recorded search: by default A*, or on a plane the one that fits it.

    Example:
        >>> import pathstar as ps
        >>> algorithm_for_trace(ps.Grid([[1, 1]]), None)
        'astar'
    """
    if algorithm is not None:
        return algorithm
    return AUTO if isinstance(space, Space) and space.capabilities.plane else "astar"


def open_list_for_trace(algorithm: object, open_list: str | None) -> str | None:
    """Return the open list of a recorded search: one that takes the lowest F at every step.

    An open list that the caller names, or that the algorithm needs, stays.

    Raises:
        OptionError: There is no such algorithm.

    Example:
        >>> open_list_for_trace("astar", None), open_list_for_trace("bfs", None)
        ('heap', None)
    """
    return "heap" if open_list is None and algorithm_named(algorithm).open_list is None else open_list
