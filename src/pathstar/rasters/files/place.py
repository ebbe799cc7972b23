"""The place of a file's cells on the map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import PlaceError
from pathstar.rasters.georeference import Georeference, geographic_options, once_round


@dataclass(frozen=True)
class FilePlace:
    """The place of a raster, for all kinds of files.

    Attributes:
        shape: Rows and columns.
        georeference: Corner and steps.
        crs: As text; empty if it has none.
        geographic: Whether its coordinates are degrees.
    """

    shape: tuple[int, int]
    georeference: Georeference
    crs: str
    geographic: bool

    def cells(self, places: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the columns and rows of the cells in which coordinates ``(n, 2)`` lie.

        Raises:
            PlaceError: One lies outside; it is named.
        """
        cells = self.georeference.cells(places)
        if self.geographic and geographic_options(self.georeference, *self.shape)["wrap"]:
            cells = once_round(cells, self.shape[1])
        outside = ((cells < 0) | (cells >= self.shape[::-1])).any(axis=1)
        if outside.any():
            x, y = places[int(np.argmax(outside))].tolist()
            raise PlaceError(f"the place {x:.10g},{y:.10g} lies outside the raster")
        return cells
