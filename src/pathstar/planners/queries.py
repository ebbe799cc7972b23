"""The table of queries for more than one path: fields, several paths, matrices of costs."""

from __future__ import annotations

from dataclasses import dataclass

from pathstar.indexes.kinds import INDEXES

GIVES: dict[str, str] = {
    "path": "one path between two places",
    "costs": "what the paths of many pairs cost",
    "field": "the costs between some places and all others",
    "paths": "several cheapest paths, by rising cost",
}


@dataclass(frozen=True, slots=True)
class Query:
    """One way to ask for more than one path.

    Attributes:
        name: The name that a `Path` or a `Trace` has for it.
        title: What it is, in a few words.
        call: The function to call, a name of `pathstar`.
        needs: What it needs of a space, in words.
        gives: What it gives, as names of `GIVES`.
        guarantee: What is promised about the costs.
        when: When to use it.
        published: Where it was published.
        indexes: The kinds of index that it uses if a `Planner` has one.
        repair: What happens to its result after an edit of the space.
    """

    name: str
    title: str
    call: str
    needs: str
    gives: tuple[str, ...]
    guarantee: str
    when: str
    published: str
    indexes: tuple[str, ...] = ()
    repair: str = "rebuild"

    @property
    def how(self) -> str:
        """How to ask for it, in words."""
        return f"call {self.call}"


QUERIES: dict[str, Query] = {
    row.name: row
    for row in (
        Query(
            name="one-to-all",
            title="one search from some places to all others",
            call="distance_field",
            needs="a space whose nodes and steps are all known",
            gives=("field",),
            guarantee="optimal; a trace has the same costs, but takes the places in the order of their "
            "costs, not many at a time",
            when="many units with one goal, the reach of one place, cost-distance over rasters",
            published="Dijkstra 1959; Denardo and Fox 1979, Shortest-route methods: reaching, pruning, and "
            "buckets; Meyer and Sanders 2003, Delta-stepping; Ramalingam and Reps 1996, An incremental "
            "algorithm for a generalization of the shortest-path problem",
            repair="repair",
        ),
        Query(
            name="continuous-dijkstra",
            title="intervals of a mesh, from some points to all others",
            call="distance_field",
            needs="a NavMesh whose ground costs the same everywhere",
            gives=("field",),
            guarantee="optimal at every point of the mesh, in any direction",
            when="many units with one goal, the reach of one place, on a navigation mesh",
            published="Mitchell, Mount and Papadimitriou 1987, The discrete geodesic problem; Xin and Wang "
            "2009, Improving Chen and Han's algorithm on the discrete geodesic problem; Cui, Harabor and "
            "Grastien 2017, Compromise-free pathfinding on a navigation mesh",
        ),
        Query(
            name="yen",
            title="the k cheapest paths without loops",
            call="find_k_paths",
            needs="a space whose nodes and steps are all known; over a Turning, turns at a price for each",
            gives=("paths",),
            guarantee="paths in order of cost, none cheaper is left out",
            when="alternatives to the best path",
            published="Yen 1971, Finding the k shortest loopless paths in a network; Lawler 1972, A "
            "procedure for computing the k best solutions to discrete optimization problems",
        ),
        Query(
            name="nearest",
            title="the paths to the nearest few of many places",
            call="find_nearest",
            needs="any space",
            gives=("paths",),
            guarantee="optimal, nearest first",
            when="the nearest shop, exit or enemy; the nearest three",
            published="Dijkstra 1959, A note on two problems in connexion with graphs",
        ),
        Query(
            name="many-to-many",
            title="what it costs from each of some places to each of others",
            call="cost_matrix",
            needs="any space",
            gives=("costs",),
            guarantee="optimal",
            when="tours, assignments and deliveries: all pairs of some places",
            published="Dijkstra 1959, A note on two problems in connexion with graphs",
            indexes=tuple(INDEXES),
        ),
    )
}
