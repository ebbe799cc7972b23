"""The least-cost path between two places of a raster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import OptionError, PlaceTypeError
from pathstar.rasters.distance import cost_distance
from pathstar.rasters.raster import Costs, Raster, raster_of
from pathstar.rasters.result import CostDistance
from pathstar.rasters.sources import cells_of, sources_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pathstar.rasters.raster import Ground
    from pathstar.rasters.tiles.plan import Tiles

Transform = Sequence[float]
"""Six numbers a to f: x = a * column + b * row + c and y = d * column + e * row + f, of upper left "
f"corners."""

PIXELS: Transform = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


@dataclass(frozen=True, eq=False)
class RasterPath:
    """A least-cost path; false if there is none.

    Attributes:
        points: int64 ``(n, 2)``, columns x and y: the cells between which it steps, in order of walking.
        cost: Its cost; infinity if there is no path.
        raster: The raster of the path.
    """

    points: NDArray[np.int64]
    cost: float
    raster: Raster = field(repr=False)

    def __bool__(self) -> bool:
        return len(self.points) > 0

    def __len__(self) -> int:
        return len(self.points)

    @property
    def indices(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns of the points: ``array[path.indices]`` reads along the path."""
        return self.points[:, 1], self.points[:, 0]

    def cells(self) -> NDArray[np.int64]:
        """Return all cells that a line along the path crosses, without gaps at knight's steps.

        Returns:
            int64 ``(m, 2)``, columns x and y, in order.
        """
        if len(self) < 2:
            return self.points
        steps = _shortest(np.diff(self.points, axis=0), self._turn())
        pieces = [
            start + crossed(*step) for start, step in zip(self.points[:-1], steps.tolist(), strict=True)
        ]
        cells: NDArray[np.int64] = np.concatenate([*pieces, self.points[-1:]])
        if self.raster.wrap:
            cells[:, 0] %= self.raster.shape[1]
        return cells

    def geojson(self, transform: Transform = PIXELS, **properties: Any) -> dict[str, Any]:
        """Return the path as a GeoJSON feature: a line through the centres of its cells.

        Where a path leads round the back of a raster that wraps, it becomes a line of several parts, cut at
        the border. A path of one cell is a line of two equal points. If there is no path, geometry and cost
        are None, because JSON has no infinity.

        Args:
            transform: Six numbers that convert columns and rows to coordinates, the first six of
                `affine.Affine`.
            properties: Properties of the feature, besides the cost.

        Raises:
            OptionError: The transform is not six numbers.

        Example:
            >>> path = least_cost_path([[1, 1, 1]], (0, 0), (2, 0))
            >>> path.geojson((30, 0, 500, 0, -30, 900))["geometry"]
            {'type': 'LineString', 'coordinates': [[515.0, 885.0], [545.0, 885.0], [575.0, 885.0]]}
        """
        try:
            a, b, c, d, e, f = (float(number) for number in transform[:6])
        except (IndexError, OverflowError, TypeError, ValueError):
            raise OptionError(
                f"transform is {transform!r}; allowed: six numbers, as Affine has them"
            ) from None
        parts = []
        for line in self._lines():
            x, y = line.T
            parts.append(np.column_stack([a * x + b * y + c, d * x + e * y + f]).tolist())
        whole = {"type": "LineString", "coordinates": parts[0]}
        geometry = whole if len(parts) == 1 else {"type": "MultiLineString", "coordinates": parts}
        return {
            "type": "Feature",
            "properties": {"cost": self.cost if self else None, **properties},
            "geometry": geometry if self else None,
        }

    def _lines(self) -> list[NDArray[np.float64]]:
        """Return the lines through the centres of cells, in columns and rows, cut where they wrap round."""
        centres = self.points + 0.5
        if len(centres) == 1:
            return [np.repeat(centres, 2, axis=0)]
        turn, straight = self._turn(), np.diff(self.points, axis=0)
        steps = _shortest(straight, turn)
        jumps = np.flatnonzero(steps[:, 0] != straight[:, 0])
        lines = np.split(centres, jumps + 1)
        for part, jump in enumerate(jumps.tolist()):
            x, y = centres[jump]
            dx, dy = steps[jump]
            border = turn if dx > 0 else 0
            row = y + dy * (border - x) / dx
            lines[part] = np.vstack([lines[part], (border, row)])
            lines[part + 1] = np.vstack([(turn - border, row), lines[part + 1]])
        return lines

    def _turn(self) -> int:
        return self.raster.shape[1] if self.raster.wrap else 0


def least_cost_path(
    cost: Costs | Raster,
    start: ArrayLike,
    goal: ArrayLike,
    *,
    tiles: Tiles | None = None,
    **ground: Unpack[Ground],
) -> RasterPath:
    """Return the path of least cost from one place to another.

    Args:
        cost: ``[h, w]``: cost per unit of length; or a `Raster`.
        start: A place ``(x, y)``: column and row.
        goal: The same, or several ``(n, 2)``: the path leads to the one that costs least.
        tiles: How to work in tiles, such as with a store; see `Tiles`. The result is the same.
        ground: The options of `Raster`.

    Raises:
        ArrayError, ArrayTypeError, CostError, OptionError: See `Raster` and `cost_distance`.
        PlaceError, PlaceTypeError: An end lies outside, or the goal lies on nodata.

    Example:
        >>> path = least_cost_path([[1, 9, 1], [1, 9, 1], [1, 1, 1]], (0, 0), (2, 0))
        >>> path.points.tolist(), round(path.cost, 3)
        ([[0, 0], [0, 1], [1, 2], [2, 1], [2, 0]], 4.828)
    """
    raster = raster_of(cost, **ground)
    begin = cells_of(raster, start, "start")
    if len(begin) != 1:
        raise PlaceTypeError(f"start holds {len(begin)} places; allowed: one (x, y)")
    sources_of(raster, goal, noun="goal")  # checked here, because the runs call it a source
    found = cost_distance(raster, goal, outward=False, stops=start, outputs=("direction",), tiles=tiles)
    return path_to(found, int(begin[0]))


def path_to(found: CostDistance, cell: int) -> RasterPath:
    """Return the path between a cell and its nearest source, in order of walking."""
    points = found.points_from(cell)
    cost = float(found.cost.reshape(-1)[cell])
    return RasterPath(points[::-1] if found.outward else points, cost, found.raster)


def crossed(dx: int, dy: int) -> NDArray[np.int64]:
    """Return the cells that the line of a step crosses, without the last one: int64 ``(n, 2)``.

    Example:
        >>> crossed(2, 1).tolist(), crossed(-1, 1).tolist()
        ([[0, 0], [1, 0], [1, 1]], [[0, 0]])
    """
    if max(abs(dx), abs(dy)) < 2:
        return np.zeros((min(1, abs(dx) + abs(dy)), 2), np.int64)
    part = (2 * np.arange(6 * max(abs(dx), abs(dy))) + 1) / (12 * max(abs(dx), abs(dy)))
    cells = np.floor(np.column_stack([part * dx, part * dy]) + 0.5).astype(np.int64)
    first = np.r_[True, (np.diff(cells, axis=0) != 0).any(axis=1)]
    return np.asarray(cells[first & (cells != (dx, dy)).any(axis=1)], np.int64)


def _shortest(steps: NDArray[np.int64], turn: int) -> NDArray[np.int64]:
    """Return steps; those that wrap round become the few columns that they span."""
    if turn:
        steps = steps.copy()
        steps[:, 0] = (steps[:, 0] + turn // 2) % turn - turn // 2
    return steps
