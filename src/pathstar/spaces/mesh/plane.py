"""The base of spaces whose places are points of the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import OptionError
from pathstar.spaces.base import Space, Steps
from pathstar.spaces.mesh.arrays import Points, checked_points
from pathstar.spaces.places import whole_nodes

if TYPE_CHECKING:
    from pathstar.maps.change import Change
    from pathstar.spaces.mesh.navmesh import NavMesh


class Plane(Space):
    """Polygons of a plane: a path goes straight from any point to any other that it sees."""

    __slots__ = ()

    def points_of(self, places: ArrayLike, name: str = "places") -> Points:
        """Return many places as float64 ``(n, 2)``.

        Raises:
            ArrayError: The array is not ``(n, 2)``.
            PlaceError, PlaceTypeError: It does not hold finite numbers.
        """
        return checked_points(places, name)

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return True for each of these polygons: all are walkable."""
        return np.ones(whole_nodes(nodes).size, bool)

    def node_steps_from(self, node: int) -> Steps:
        """Raise OptionError: from a point of a mesh a path may step to any point that it sees."""
        raise OptionError(
            "a NavMesh has no steps: a path goes straight to any point that is seen; see visible"
        )

    def node_steps_to(self, node: int) -> Steps:
        """Raise OptionError, like `node_steps_from`."""
        return self.node_steps_from(node)

    @property
    def heuristics(self) -> tuple[str, ...]:
        """``("euclidean",)``."""
        return ("euclidean",)

    def default_heuristic(self) -> str:
        """Return ``"euclidean"``."""
        return "euclidean"

    def consistency_factor(self, heuristic: str) -> float:
        """Return 1: the straight line never exceeds the path."""
        return 1.0

    def step_range(self) -> tuple[float, float]:
        """Return (0, infinity): a step may have any length."""
        return (0.0, np.inf)

    def update(self, change: Change) -> None:
        """Raise OptionError: a mesh does not follow a map."""
        raise OptionError("a NavMesh takes no changes of a map; make it again, or use add_obstacle")


def mesh_of(space: Space) -> NavMesh:
    """Return a space whose capabilities say ``plane`` with its type."""
    return cast("NavMesh", space)
