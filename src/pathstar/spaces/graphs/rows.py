"""Nodes with names and edges in compressed rows: the part of a graph that searches use."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.lazy import load_lazily
from pathstar.spaces.base import Space
from pathstar.spaces.graphs.distances import distances_between
from pathstar.spaces.graphs.edge_data import EdgeData
from pathstar.spaces.names import Names
from pathstar.spaces.neighbours import Neighbour, nodes_around
from pathstar.spaces.places import checked_nodes

if TYPE_CHECKING:
    from pathstar.maps.change import Change


class Rows(Space):
    """Nodes with names and edges in compressed rows (CSR), made by `Graph`.

    Attributes:
        core: The native space.
        names: The names of the nodes.
        metric: How distances between positions are measured; None without positions.
        positions: The positions of the nodes, float64 ``(n, d)``, or None.
        edge_data: The data about the edges besides their costs, or None.
        drawn_at: Where pictures show the nodes, float64 ``(n, 2)``, y down; None to use the positions.
    """

    __slots__ = ("core", "drawn_at", "edge_data", "metric", "names", "positions")

    core: _core.Graph
    names: Names
    metric: str | None
    positions: NDArray[np.float64] | None
    drawn_at: NDArray[np.float64] | None
    edge_data: EdgeData | None

    @property
    def size(self) -> int:
        """The number of nodes, including removed ones, because numbers stay."""
        return self.core.size

    @property
    def shape(self) -> tuple[int]:
        """``(n,)``."""
        return (self.size,)

    def straight_distances(self, place: Hashable, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the straight distances between positions, in metres on the earth; see `Space`.

        Raises:
            OptionError: The nodes have no positions.
            PlaceError, PlaceTypeError: One of the nodes is not the number of a node.
        """
        if self.positions is None:
            raise OptionError("this graph has no positions, so it knows no straight distances; use by='cost'")
        ends = self.positions[checked_nodes(nodes, self.size).ravel()]
        return distances_between(self.positions[self.node_of(place)], ends, self.metric)

    @property
    def edges(self) -> int:
        """The number of edges; one that leads both ways counts twice."""
        return self.core.edges

    @property
    def offsets(self) -> NDArray[np.uint32]:
        """Where each node's edges begin: a read-only array uint32 ``(n + 1,)`` that edits do not change."""
        return self.core.offsets()

    @property
    def targets(self) -> NDArray[np.uint32]:
        """The node to which each edge leads: a read-only array uint32 ``(m,)`` that edits do not change."""
        return self.core.targets()

    @property
    def costs(self) -> NDArray[np.float64]:
        """The cost of each edge: a read-only array float64 ``(m,)`` that edits do not change."""
        return self.core.costs()

    @property
    def revision(self) -> int:
        """How often the graph was edited."""
        return self.core.revision

    def node_of(self, place: Hashable) -> int:
        """Return the number of the node with that name.

        Raises:
            PlaceError: There is no such node.
            PlaceTypeError: The name is not hashable, or not a number although the nodes are numbers.
        """
        return self.names.number(place)

    def nodes_of(self, places: ArrayLike | Sequence[Hashable], name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many nodes; errors name the argument and the row."""
        return self.names.numbers(places, name)

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these nodes were not removed.

        Raises:
            PlaceError, PlaceTypeError: One of them is not the number of a node.
        """
        numbers = checked_nodes(nodes, self.size).ravel().astype(np.uint32)
        free: NDArray[np.bool_] = self.core.free(numbers).view(np.bool_)
        return free

    def places_of(self, nodes: ArrayLike) -> NDArray[Any]:
        """Return the names of many nodes ``(n,)``."""
        return self.names.of(checked_nodes(nodes, self.size))

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The estimates that fit: zero, and the metric if there are positions."""
        return ("zero",) if self.metric is None else ("zero", self.metric)

    def default_heuristic(self) -> str:
        """Return the metric, or ``"zero"`` without positions."""
        return self.heuristics[-1]

    def consistency_factor(self, heuristic: str) -> float:
        """Return how much a heuristic falls, at most, per unit of an edge's cost."""
        return 0.0 if heuristic == "zero" else self.core.consistency_factor

    def step_range(self) -> tuple[float, float]:
        """Return bounds for the cost of one edge: the least and the most."""
        return (float(self.costs.min()), self.core.largest_cost) if self.edges else (0.0, 0.0)

    def around(self, place: Hashable) -> list[Neighbour] | None:
        """Return the nodes to which edges lead, each once, at the least cost of its edges."""
        return nodes_around(self, place)

    def figures(self) -> list[tuple[str, str]]:
        """Return the numbers of nodes and edges, and the kind of positions."""
        places = "none" if self.metric is None else self.metric.replace("_", " ")
        return [("nodes", f"{self.size:,}"), ("edges", f"{self.edges:,}"), ("positions", places)]

    def update(self, change: Change) -> None:
        """Raise OptionError: a graph has no map; it is edited itself."""
        raise OptionError("a Graph takes no changes of a map; edit it by set_costs, add_edges and the like")

    def show(self, **options: Any) -> None:
        """Print the graph in the terminal, scaled to the window."""
        load_lazily("Graph.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = load_lazily("Graph.html")(self)
        return html


def check_graph(graph: object, what: str) -> None:
    """Check that a space is a graph, for a function that works on no other space.

    Raises:
        OptionError: It is not a graph; the message says what needs a graph.
    """
    if not isinstance(graph, Rows):
        raise OptionError(f"{what} takes a Graph, not {graph!r}")
