"""Ground that a person changes while units walk on it."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from pathstar.maps.map import Map

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Painted:
    """A square whose ground has changed.

    Attributes:
        place: The square.
        cost: The cost of a step into it; None for a wall.
    """

    place: Place
    cost: float | None


def paint(map: Map, squares: Iterable[Painted], standing: Set[Place]) -> None:
    """Change the ground of a map; no wall is put where a unit stands.

    Args:
        map: A map with a layer of costs.
        squares: The squares, in order.
        standing: Where units stand.

    Raises:
        PlaceError: A square is outside.

    Example:
        >>> map = Map([[1, 1, 1]], cost=[[1.0, 1.0, 1.0]])
        >>> paint(map, [Painted((0, 0), None), Painted((1, 0), None), Painted((2, 0), 4.0)], {(0, 0)})
        >>> map.passable.tolist(), map.layers["cost"].tolist()
        ([[True, False, True]], [[1.0, 1.0, 4.0]])
    """
    for square in squares:
        if square.cost is not None:
            map.edit("cost", square.place, square.cost)
        if square.cost is not None or square.place not in standing:
            map.edit("passable", square.place, square.cost is not None)
