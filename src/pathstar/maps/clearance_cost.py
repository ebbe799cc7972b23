"""Layers that follow the walls: the cost of passing near them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number, checked_name, checked_number
from pathstar.maps.falloffs import FALLOFFS, fallen
from pathstar.maps.layers import numbers_of

_MOST_RADIUS = 1000


@dataclass(frozen=True)
class ClearanceCost:
    """A layer with high values near walls: paths that pay for it keep their distance.

    Distances run from the centre of a cell to the border of the nearest blocked square. A cell nearer than
    the radius holds ``weight * falloff(distance / radius)``, every other cell 0. The layer follows edits of
    the walls, in time proportional to the cells within the radius of an edit. The border of the map is not a
    wall.

    Args:
        radius: How far walls matter, in cells; above 0, at most 1000.
        weight: The value that multiplies the falloff; a finite number.
        falloff: A name of `FALLOFFS`.
        inner: Up to this distance, such as the half width of a robot, the layer holds the whole weight;
            beyond it, it falls off over the rest of the radius.
        rate: How fast an exponential falls: at the distance d it is ``exp(-rate * (d - inner))``. By default
            it falls to 5 % at the radius. Above 0; only with the falloff ``"exponential"``.

    Raises:
        OptionError: An argument is not allowed.

    Example:
        >>> from pathstar.maps.map import Map
        >>> map = Map([[0, 1, 1, 1]], layers={"near": ClearanceCost(radius=2, weight=4)})
        >>> map.layers["near"].tolist()
        [[4.0, 3.0, 1.0, 0.0]]
        >>> map.edit("passable", (3, 0), False).layers["near"].tolist()
        [4.0, 3.0]
    """

    radius: float
    weight: float = 1.0
    falloff: str = "linear"
    inner: float = 0.0
    rate: float | None = None

    def __post_init__(self) -> None:
        radius = checked_number("radius", self.radius, above=0, most=_MOST_RADIUS)
        weight, inner = checked_number("weight", self.weight), as_number(self.inner)
        if inner is None or not 0 <= inner < radius:
            raise OptionError(
                f"inner is {self.inner!r}; allowed: a number from 0 to below the radius, {radius}"
            )
        checked_name("falloff", self.falloff, FALLOFFS)
        rate = None
        if self.rate is not None:
            rate = checked_number("rate", self.rate, above=0, otherwise=", or None")
        if rate is not None and self.falloff != "exponential":
            raise OptionError(f"rate goes with the falloff 'exponential', not with {self.falloff!r}")
        for name, number in (("radius", radius), ("weight", weight), ("inner", inner), ("rate", rate)):
            object.__setattr__(self, name, number)

    @classmethod
    def inflation(
        cls,
        radius: float,
        *,
        scaling: float,
        inscribed: float = 0.0,
        resolution: float = 1.0,
        weight: float = 1.0,
    ) -> ClearanceCost:
        """Make the inflation layer of a robot: ``weight * exp(-scaling * (distance - inscribed))``.

        This is the formula of nav2's inflation layer, in shares of its largest cost, 252. Nav2 measures to
        the centre of the nearest blocked cell, this layer to its border, which is half a cell nearer.

        Args:
            radius: How far walls matter, in metres.
            scaling: How fast the cost falls, per metre; nav2's ``cost_scaling_factor``.
            inscribed: The robot's half width, in metres; up to it the cost is the whole weight.
            resolution: The side of a cell, in metres.
            weight: The cost at a wall; for paths like those of nav2's Smac 2D, its
                ``cost_travel_multiplier``.

        Raises:
            OptionError: An argument is not above 0, or the inscribed radius is below 0 or not below `radius`.

        Example:
            >>> ClearanceCost.inflation(0.5, scaling=4, inscribed=0.1, resolution=0.05, weight=2)
            ClearanceCost(radius=10.0, weight=2.0, falloff='exponential', inner=2.0, rate=0.2)
        """
        side = checked_number("resolution", resolution, above=0, of="metres")
        lengths = [as_number(length) for length in (radius, inscribed, scaling)]
        if any(length is None for length in lengths):
            raise OptionError(f"radius, inscribed and scaling are {lengths}; allowed: numbers")
        far, near, fall = (length or 0.0 for length in lengths)
        return cls(far / side, weight, "exponential", near / side, fall * side)

    def at(self, distances: ArrayLike) -> NDArray[np.float64]:
        """Return the values of cells at some distances from walls.

        Raises:
            ArrayError, ArrayTypeError: The distances are not numbers.

        Example:
            >>> ClearanceCost(radius=4, weight=2, inner=1).at(np.array([0.5, 1, 2.5, 4]))
            array([2., 2., 1., 0.])
        """
        lengths = numbers_of(distances, "distances").astype(np.float64, copy=False)
        if self.rate is None:
            shares = np.clip((lengths - self.inner) / (self.radius - self.inner), 0, 1)
            factors = fallen(self.falloff, shares)
        else:
            factors = np.exp(-self.rate * np.maximum(lengths - self.inner, 0))
        return np.where(lengths < self.radius, self.weight * factors, 0.0)

    def table(self) -> tuple[NDArray[np.float64], int]:
        """Return the values by the square of twice the distance, and the reach of walls in cells.

        Squared distances are quarters of whole numbers, so the table defines the whole layer.
        """
        squares = np.arange(math.floor((2 * self.radius) ** 2) + 1)
        return self.at(np.sqrt(squares) / 2), math.ceil(self.radius)
