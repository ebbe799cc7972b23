"""Goals that are sets of places: a path ends at whichever is reached at the lowest cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar._core import fixed_place
from pathstar.errors import ArrayError, OptionError, PlaceError, counted
from pathstar.goals.base import Goal, checked_places, listed
from pathstar.maps.arguments import checked_name, checked_number, checked_switch
from pathstar.maps.layers import as_array
from pathstar.spaces.base import Place, Space
from pathstar.spaces.grid import sight_between
from pathstar.words import Say, Value

BY = ("straight", "cost")


@dataclass(frozen=True, slots=True)
class AnyOf(Goal):
    """Any of several places; made by `any_of`."""

    plan: ClassVar[str] = "set"
    places: tuple[Place, ...]

    def nodes(self, space: Space) -> NDArray[np.uint32]:
        """Return its nodes in a space."""
        return space.nodes_of(list(self.places), "any_of")

    def check(self, space: Space) -> None:
        """Check that a space has all places that it names."""
        self.nodes(space)

    def why(self, place: Place) -> Say:
        """Return why a path ends at a place."""
        return Say("goal.any_of", {"count": len(self.places), "place": str(place)})

    def __repr__(self) -> str:
        return f"any_of({listed(self.places)})"


@dataclass(frozen=True, slots=True, eq=False)
class Area(Goal):
    """The places of a mask; made by `area`.

    Attributes:
        cells: uint32 ``(n,)``: their numbers, in order.
        shape: That of the mask.
    """

    plan: ClassVar[str] = "set"
    cells: NDArray[np.uint32]
    shape: tuple[int, ...]

    def nodes(self, space: Space) -> NDArray[np.uint32]:
        """Return its nodes in a space.

        Raises:
            ArrayError: The space has another shape.
            PlaceError: The mask is False everywhere.
        """
        shape = space.ground.shape
        if self.shape != shape:
            raise ArrayError(f"the mask has the shape {self.shape}; the space has {shape}")
        if self.cells.size == 0:
            raise PlaceError("the mask is False everywhere; a goal needs at least one place")
        return self.cells

    def check(self, space: Space) -> None:
        """Check that a space has all places that it names."""
        self.nodes(space)

    def why(self, place: Place) -> Say:
        """Return why a path ends at a place."""
        return Say("goal.area", {"place": str(place)})

    def __repr__(self) -> str:
        return f"area({counted(self.cells.size, 'place')})"


@dataclass(frozen=True, slots=True)
class Within(Goal):
    """The places near one; made by `within`."""

    place: Place
    distance: float
    by: str
    sight: bool

    @property
    def plan(self) -> str:  # type: ignore[override]  # depends on how the distance is measured
        """How planners find a path to it."""
        return "set" if self.by == "straight" else "near_by_cost"

    def nodes(self, space: Space) -> NDArray[np.uint32]:
        """Return its nodes in a space, by straight distance."""
        every = np.arange(space.ground.size, dtype=np.uint32)
        near = every[space.straight_distances(self.place, every) <= self.distance * (1 + 1e-12)]
        return self.in_sight(space, near)

    def in_sight(self, space: Space, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the nodes that see the place, if sight is required; else all of them."""
        if not self.sight:
            return nodes
        sees, here = sight_between(space.ground, "sight"), space.ground.node_of(self.place)
        seen = [sees(cell, here) for cell in space.cells_of(nodes).tolist()]
        visible: NDArray[np.uint32] = nodes[np.array(seen, bool)]
        return visible

    def check(self, space: Space) -> None:
        """Check that a space has all places that it names."""
        space.ground.node_of(self.place)

    def why(self, place: Place) -> Say:
        """Return why a path ends at a place."""
        values: dict[str, Value] = {"place": str(place), "near": str(self.place), "distance": self.distance}
        return Say(f"goal.within.{self.by}", values)

    def __repr__(self) -> str:
        by = f", by={self.by!r}" if self.by != BY[0] else ""
        sight = ", sight=True" if self.sight else ""
        return f"within({self.place!r}, {self.distance:.12g}{by}{sight})"


def nodes_of_set(space: Space, goal: Any, name: str) -> NDArray[np.uint32]:
    """Return the nodes of a goal whose places do not depend on the start.

    Args:
        space: Where they lie.
        goal: A value of `pathstar.goals`.
        name: The name of the argument, for the error.

    Raises:
        OptionError: The places depend on the start.
        PathstarError: The goal does not fit the space.
    """
    if goal.plan != "set":
        raise OptionError(
            f"{name} is {goal!r}, which is not the same places from everywhere; allowed: places, or any_of, "
            "area, and within by straight distance"
        )
    nodes: NDArray[np.uint32] = goal.nodes(space)
    return nodes


@dataclass(frozen=True, slots=True)
class NearestTo(Goal):
    """The places as near as possible to a place; made by `nearest_to`."""

    plan: ClassVar[str] = "as_near_as_possible"
    place: Place

    def check(self, space: Space) -> None:
        """Check that a space has all places that it names."""
        space.ground.node_of(self.place)

    def why(self, place: Place) -> Say:
        """Return why a path ends at a place."""
        return Say("goal.nearest_to", {"place": str(place), "near": str(self.place)})

    def __repr__(self) -> str:
        return f"nearest_to({self.place!r})"


def any_of(places: ArrayLike) -> Goal:
    """Return the goal that is any of several places.

    Args:
        places: At least one place: ``(n, 2)`` on a grid, a list of names in a graph.

    Raises:
        PlaceError: There is none.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1, 1]])
        >>> path = ps.find_path(grid, (1, 0), ps.goals.any_of([(4, 0), (0, 0)]))
        >>> path.goal, path.cost
        ((0, 0), 1.0)
    """
    return AnyOf(checked_places("places", places))


def area(mask: ArrayLike) -> Goal:
    """Return the goal that is any place of a mask.

    Args:
        mask: Bool ``[h, w]``, in the shape of the space; True where a path may end.

    Raises:
        ArrayError: It is not an array of bools, or has masked entries; or its shape is not that of the space,
            which the search raises.
        PlaceError: The mask is False everywhere; the search raises it.

    Example:
        >>> import numpy as np
        >>> import pathstar as ps
        >>> exits = np.zeros((3, 4), bool)
        >>> exits[:, 3] = True
        >>> ps.find_path(ps.Grid(np.ones((3, 4))), (0, 1), ps.goals.area(exits)).goal
        (3, 1)
    """
    array = as_array(mask, "mask")
    if array.dtype != np.bool_:
        given = f"is {mask!r:.60}" if array.dtype == object else f"holds {array.dtype}"
        raise ArrayError(
            f"the mask {given}; allowed: bools in the shape of the space, such as mask > 0. Slices choose "
            "cells of one: mask[rows, columns] = True; a list of places is a goal by any_of"
        )
    cells = np.flatnonzero(array).astype(np.uint32)
    cells.setflags(write=False)
    return Area(cells, array.shape)


def within(place: Place, distance: float, by: str = "straight", *, sight: bool = False) -> Goal:
    """Return the goal that is any place near another.

    Args:
        place: The place to come near to; it may be blocked if the distance is straight.
        distance: The maximum distance, from 0.
        by: ``"straight"`` measures between the centres of places: in cells on a grid, in steps among
            hexagons, in the units of the positions in a graph. ``"cost"`` takes the cost of the cheapest path
            from there to the place.
        sight: Whether the place must also be in sight, by a straight line over free squares of a `Grid`.

    Raises:
        OptionError: A distance that is negative, NaN or infinite, or an unknown way to measure.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1, 1, 0]])
        >>> ps.find_path(grid, (0, 0), ps.goals.within((5, 0), 2)).goal
        (3, 0)
    """
    return Within(
        fixed_place(place),
        checked_number("distance", distance, 0),
        checked_name("measure", by, BY),
        checked_switch("sight", sight),
    )


def nearest_to(place: Place) -> Goal:
    """Return the goal that is as near to a place as possible, such as to a click on a wall.

    Of the places that can be reached from the start, those with the least straight distance to the place
    qualify; the path leads to the one among them that costs least.

    Args:
        place: Any place of the space, even one that is blocked or cut off.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 0, 1]])
        >>> ps.find_path(grid, (0, 0), ps.goals.nearest_to((4, 0))).goal
        (2, 0)
    """
    return NearestTo(fixed_place(place))
