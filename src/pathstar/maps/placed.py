"""The part of a map that names its places, and says where they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pathstar.errors import OptionError, PlaceError
from pathstar.maps.arguments import checked_mapping, checked_name, checked_text
from pathstar.maps.frame import ALMOST, Frame, as_given, checked_pairs
from pathstar.maps.layouts import HEX_LAYOUTS
from pathstar.maps.priced import PricedCells
from pathstar.maps.regions import checked_place
from pathstar.maps.routes import Route, checked_route, checked_routes


class PlacedCells(PricedCells):
    """Cells with a name, named places and routes, and a place in the world: a part of `Map`."""

    __slots__ = ("_frame", "_hexagons", "_marks", "_name", "_routes")

    _frame: Frame | None
    _hexagons: str | None
    _marks: Mapping[str, tuple[int, int]]
    _name: str
    _routes: dict[str, Route]

    @property
    def marks(self) -> Mapping[str, tuple[int, int]]:
        """Named places ``(x, y)``, such as start and goal."""
        return self._marks

    @property
    def routes(self) -> Mapping[str, Route]:
        """Named routes, tuples of places ``(x, y)``; `set_route` draws one."""
        return MappingProxyType(self._routes)

    @property
    def name(self) -> str:
        """The map's name."""
        return self._name

    @property
    def frame(self) -> Frame | None:
        """Where the cells lie in the world; None if that is not known."""
        return self._frame

    @property
    def hexagons(self) -> str | None:
        """The layout of the cells if they are hexagons, a layout of `HexGrid`; None for squares."""
        return self._hexagons

    def to_world(self, places: ArrayLike) -> Any:
        """Return the centres of cells in the world.

        Args:
            places: One place ``(x, y)``, or an array ``(n, 2)`` such as ``path.points``.

        Returns:
            A pair of floats, or float64 ``(n, 2)``, in the unit of the map's frame.

        Raises:
            OptionError: The map has no frame.
            ArrayError, ArrayTypeError: They are not such places.

        Example:
            >>> from pathstar.maps import Frame, Map
            >>> site = Map([[1, 1], [1, 1]], frame=Frame.from_pose(0.5, (10, 20), height=2))
            >>> site.to_world((1, 0))
            (10.75, 20.75)
        """
        return self._known_frame().to_world(places)

    def to_cell(self, points: ArrayLike) -> Any:
        """Return the cells in which points of the world lie.

        A point on the border of the map, such as the origin of a robot's map, lies in the cell within.

        Args:
            points: One point ``(x, y)`` in the unit of the map's frame, or an array ``(n, 2)``.

        Returns:
            A place, or int64 ``(n, 2)``.

        Raises:
            OptionError: The map has no frame.
            PlaceError: A point lies outside the map; the message says which.
            ArrayError, ArrayTypeError: They are not such points.

        Example:
            >>> from pathstar.maps import Frame, Map
            >>> site = Map([[1, 1], [1, 1]], frame=Frame.from_pose(0.5, (10, 20), height=2))
            >>> site.to_cell((10.9, 20.1))
            (1, 1)
        """
        positions, size = self._known_frame().positions(points), np.array((self.width, self.height))
        slack = ALMOST * size
        outside = ((positions < -slack) | (positions > size + slack)).any(axis=1)
        cells = np.floor(positions).astype(np.int64)
        if outside.any():
            row = int(np.argmax(outside))
            point = tuple(checked_pairs(points, "points")[row].tolist())
            raise PlaceError(
                f"the point {point} lies in the cell {tuple(cells[row].tolist())}, outside the map of "
                f"{self.width} x {self.height} cells, whose corners lie at {self._corners()}"
            )
        return as_given(points, cells.clip(0, size - 1))

    def set_route(self, name: str, places: Sequence[tuple[int, int]] | None) -> None:
        """Set a named route, replacing one of the same name; None removes it.

        Args:
            name: The name of the route.
            places: Two or more places ``(x, y)``.

        Raises:
            OptionError: Fewer than two places, or there is no such route to remove.
            PlaceError, PlaceTypeError: A place lies outside, or is not a pair of whole numbers.

        Example:
            >>> from pathstar.maps.map import Map
            >>> map = Map([[1, 1, 1]])
            >>> map.set_route("beat", [(0, 0), (2, 0)])
            >>> map.routes["beat"]
            ((0, 0), (2, 0))
        """
        if places is None:
            del self._routes[checked_name("route to remove", name, self._routes)]
        else:
            name = checked_text("the name of a route", name)
            self._routes[name] = checked_route(name, places, self.width, self.height)

    def _known_frame(self) -> Frame:
        if self._frame is None:
            raise OptionError(
                "this map has no frame, so its place in the world is not known; give one by Map(frame=...)"
            )
        return self._frame

    def _corners(self) -> str:
        ends = self._known_frame().to_world([(-0.5, -0.5), (self.width - 0.5, self.height - 0.5)])
        return " and ".join(f"({x:g}, {y:g})" for x, y in ends.tolist())

    def _place(
        self,
        name: str,
        marks: Mapping[str, tuple[int, int]] | None,
        routes: Mapping[str, Sequence[tuple[int, int]]] | None,
        frame: Frame | None,
        hexagons: str | None,
    ) -> None:
        if frame is not None and not isinstance(frame, Frame):
            raise OptionError(f"frame is {frame!r}; allowed: a Frame, such as Frame.from_pose(...), or None")
        self._name = str(name)
        self._frame = frame
        self._hexagons = None if hexagons is None else checked_name("layout", hexagons, HEX_LAYOUTS)
        self._routes = checked_routes(routes, self.width, self.height)
        named = {
            str(mark): checked_place(place, self.width, self.height, f"mark {mark!r}")
            for mark, place in checked_mapping("marks", marks, "places (x, y) by name").items()
        }
        self._marks = MappingProxyType(named)
