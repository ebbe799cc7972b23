"""The table of indexes: one row for each kind.

The planner, the command line, the documents, the tests and the benchmarks all read these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pathstar import _core
from pathstar.maps.arguments import checked_name
from pathstar.spaces.base import Space

_LONGEST_SIDE = 65_533


def _uniform(space: Space) -> str | None:
    """Return what a space lacks for canonical paths between jump points or subgoals, or None."""
    if (lacks := space.unsupported_jumps()) is not None:
        return lacks
    if max(space.shape) > _LONGEST_SIDE:
        return f"a grid of at most {_LONGEST_SIDE} cells from side to side"
    return None


def _uniform_octile(space: Space) -> str | None:
    """Return what a space lacks for subgoals, or None."""
    return _uniform(space) or (None if space.capabilities.octile else "a grid of 8 directions")


def _one_plane(space: Space) -> str | None:
    """Return what a space lacks for clusters of its cells, or None."""
    if space.capabilities.indexable and space.capabilities.clustered:
        return None
    instead = "; the kind 'customizable' takes it" if space.capabilities.indexable else ""
    return f"squares or hexagons in one plane, which it divides into clusters, not {space!r}{instead}"


def _graph(space: Space) -> str | None:
    return None if space.capabilities.edge_rows else f"a Graph, not a {space.kind.name}"


def _known_ground(space: Space) -> str | None:
    if space.capabilities.indexable:
        return None
    return f"a space whose nodes and steps are all known, not a {space.kind.name}"


@dataclass(frozen=True, slots=True)
class IndexKind:
    """One kind of index.

    Attributes:
        name: Its name as an option.
        title: A short description.
        unsupported_reason: A function that returns what a space lacks for it, or None if it can be built.
        needs: The requirements in words.
        guarantee: The guarantee for its paths.
        build: How long it takes to build.
        size: How large it is.
        query: How long a query takes.
        when: When to use it.
        published: Where it was published.
        repair: The effect of an edit of the space. ``"repair"``: local work, after which it equals a new
            index. ``"customize"``: new costs are filled in along its order, and cells that close or open are
            followed; but where more than 64 nodes get steps that were not possible when it was built, queries
            use a search until `Index.update`. ``"bounded"``: its results stay right but take longer, as long
            as costs only rise. ``"rebuild"``: queries use a search until `Index.update`.
        core: The native kind.
        instead: What to do if it would be too large, in words.
        most_parts: A hard limit that does not depend on memory, in words; "" if there is none.
        resumes: Whether its build can be interrupted and resumed.
        runs: The algorithms that search over it, the default one first; none if it looks paths up.
        estimate: The estimate that they use.
        gives: The kind of result, as in the rows of algorithms.
        exact: The options of `build_index` with which it is optimal, if it is not optimal without them.
        legs: Whether it finds a path leg by leg.
    """

    name: str
    title: str
    unsupported_reason: Callable[[Space], str | None]
    needs: str
    guarantee: str
    build: str
    size: str
    query: str
    when: str
    published: str
    repair: str
    core: _core.IndexKind
    instead: str
    most_parts: str = ""
    resumes: bool = False
    runs: tuple[str, ...] = ()
    estimate: str = "zero"
    gives: tuple[str, ...] = ("path", "costs")
    exact: Mapping[str, str] = field(default_factory=dict)
    legs: bool = False

    @property
    def how(self) -> str:
        """How to call it, in words."""
        return "build it with build_index, and pass it to a Planner as its index"


INDEXES: dict[str, IndexKind] = {
    row.name: row
    for row in (
        IndexKind(
            name="jump-table",
            title="jump points and the arcs between them",
            unsupported_reason=_uniform,
            needs="a grid without costs, 4 or 8 directions, any corner rule",
            guarantee="optimal",
            build="0.01 to 0.2 seconds",
            size="1 to 30 megabytes",
            query="3 to 1000 microseconds",
            when="a map that changes now and then, or more than a hundred queries on one",
            published="Harabor and Grastien 2014, Improving jump point search (JPS+)",
            repair="repair",
            core=_core.IndexKind.jump_table,
            instead="search without an index",
            most_parts="a jump point that leads to more than 32,767 others",
            runs=("jps",),
            estimate="octile",
        ),
        IndexKind(
            name="subgoal",
            title="subgoal graph with hub labels",
            unsupported_reason=_uniform_octile,
            needs="a grid without costs, 8 directions, any corner rule",
            guarantee="optimal",
            build="0.1 to 15 seconds",
            size="1 to 20 megabytes",
            query="2 to 15 microseconds",
            when="many queries on one map",
            published="Uras, Koenig and Hernandez 2013, Subgoal graphs for optimal pathfinding in "
            "eight-neighbor grids; Akiba, Iwata and Yoshida 2013, Fast exact shortest-path distance queries "
            "on large networks by pruned landmark labeling",
            repair="rebuild",
            core=_core.IndexKind.subgoal,
            instead="use the kind 'jump-table'",
            resumes=True,
        ),
        IndexKind(
            name="hub-labels",
            title="hub labels of all cells",
            unsupported_reason=_uniform_octile,
            needs="a grid without costs, 8 directions, any corner rule",
            guarantee="optimal",
            build="1 to 60 seconds",
            size="10 to 100 bytes for each walkable cell",
            query="1 to 10 microseconds",
            when="very many queries on a map that does not change",
            published="Abraham, Delling, Goldberg and Werneck 2011, A hub-based labeling algorithm for "
            "shortest paths in road networks; the hubs are the subgoals of Uras, Koenig and Hernandez 2013",
            repair="rebuild",
            core=_core.IndexKind.hub_labels,
            instead="use the kind 'subgoal' or 'jump-table'",
            most_parts="more than 16 GiB of labels",
            resumes=True,
        ),
        IndexKind(
            name="contraction-hierarchies",
            title="a graph with shortcuts between its important nodes",
            unsupported_reason=_graph,
            needs="a graph",
            guarantee="optimal",
            build="5 seconds for 90,000 nodes of a road network, 120 for a million",
            size="200 to 700 bytes for each node of a road network",
            query="5 to 40 microseconds",
            when="many queries on a sparse graph that does not change, such as a road network",
            published="Geisberger, Sanders, Schultes and Delling 2008, Contraction hierarchies: faster and "
            "simpler hierarchical routing in road networks; Abraham, Delling, Goldberg and Werneck 2012, "
            "Hierarchical hub labelings for shortest paths",
            repair="rebuild",
            core=_core.IndexKind.contraction_hierarchies,
            instead="use the kind 'landmarks'",
        ),
        IndexKind(
            name="landmarks",
            title="distances to landmarks, from which A* derives its estimate",
            unsupported_reason=_known_ground,
            needs="a grid of squares, hexagons, triangles or voxels, with or without costs, or a graph",
            guarantee="optimal",
            build="5 to 11 seconds for a million nodes",
            size="68 bytes for each node, 132 if the way back may cost a different amount",
            query="a search of 1/20 to 1/3 of the nodes that A* expands, in 1/12 to 3/4 of its time",
            when="many queries on weighted ground where memory is short, or on a graph too dense for "
            "contraction",
            published="Goldberg and Harrelson 2005, Computing the shortest path: A* search meets graph "
            "theory",
            repair="bounded",
            core=_core.IndexKind.landmarks,
            instead="ask for fewer landmarks",
            runs=("astar", "weighted-astar", "greedy"),
            estimate="landmarks",
        ),
        IndexKind(
            name="customizable",
            title="an order from the map alone, with costs filled in",
            unsupported_reason=_known_ground,
            needs="a grid of squares, hexagons, triangles or voxels, with or without costs, or a graph",
            guarantee="optimal",
            build="seconds for a million cells",
            size="100 to 800 bytes for each walkable cell; far more for voxels and dense graphs",
            query="one climb from each end, and a few sums for each step of the path",
            when="many queries on weighted ground, or on ground whose costs change",
            published="Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies",
            repair="customize",
            core=_core.IndexKind.customizable,
            instead="use the kind 'landmarks'",
        ),
        IndexKind(
            name="hierarchy",
            title="clusters and the gates between them, on several levels",
            unsupported_reason=_one_plane,
            needs="a grid of squares or hexagons, with or without costs, links and edge rules",
            guarantee="a path wherever there is one; optimal with entrances='all'",
            build="1 second for a million cells",
            size="5 to 15 bytes for each cell; far more with entrances='all'",
            query="the first leg at once, the whole path in time proportional to its length",
            when="long paths on large maps that change, where the first steps are needed at once",
            published="Botea, Mueller and Schaeffer 2004, Near optimal hierarchical path-finding",
            repair="repair",
            core=_core.IndexKind.hierarchy,
            instead="use entrances='few'",
            exact={"entrances": "all"},
            legs=True,
        ),
    )
}


def kind_named(name: object) -> IndexKind:
    """Return the row of a kind.

    Raises:
        OptionError: There is none of that name.

    Example:
        >>> kind_named("subgoal").guarantee
        'optimal'
    """
    return INDEXES[checked_name("kind of index", name, INDEXES)]
