"""What every space offers to the right of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core

if TYPE_CHECKING:
    from pathstar.maps.change import Change

Place = Any  # (x, y) on a grid, (x, y, z) among voxels, a node's name in a graph


@runtime_checkable
class Space(Protocol):
    """A set of nodes, numbered from 0, with successors and costs; a search runs on it.

    A place is how a caller names a node: ``(x, y)`` on a grid, any hashable name in a graph.
    """

    @property
    def size(self) -> int:
        """How many nodes there are."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an array with one number for each node, in the order of the nodes."""

    @property
    def revision(self) -> int:
        """How often the space was edited."""

    @property
    def core(
        self,
    ) -> (
        _core.Grid
        | _core.Graph
        | _core.Lattice
        | _core.Waypoints
        | _core.Turning
        | _core.Timed
        | _core.Custom
    ):
        """The native space."""

    @property
    def kept(self) -> dict[Any, Any]:
        """Room for what later stages keep with this space between queries; it goes when the space goes."""

    def node_of(self, place: Any) -> int:
        """Return the node at a place."""

    def nodes_of(self, places: ArrayLike, name: str) -> NDArray[np.uint32]:
        """Return the nodes at many places, naming the argument and the row of a wrong one."""

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these nodes one may stand at."""

    def places_of(self, nodes: ArrayLike) -> NDArray[Any]:
        """Return the places of many nodes, one row each; where a place is a name, an array of names."""

    def update(self, change: Change) -> None:
        """Take over an edit of the map that this space was made from."""

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit."""

    def default_heuristic(self) -> str:
        """Return the name of the estimate that is nearest to the true cost without ever exceeding it."""

    def steepness(self, heuristic: str) -> float:
        """Return how fast an estimate falls, at most, per unit of a step's cost: over 1 it overestimates."""

    def step_range(self) -> tuple[float, float]:
        """Return bounds of what one step costs: the least and the most."""


def place_list(places: NDArray[Any]) -> list[Place]:
    """Return an array of places as a list of what callers write.

    Example:
        >>> place_list(np.array([[1, 2], [3, 4]])), place_list(np.array(["a", "b"]))
        ([(1, 2), (3, 4)], ['a', 'b'])
    """
    rows: list[Place] = places.tolist()
    return rows if places.ndim == 1 else list(map(tuple, rows))
