"""A map as a raster: its costs, a layer of heights, and the size of its cells."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, need_extra, unknown_name
from pathstar.maps.frame import Frame
from pathstar.maps.map import Map
from pathstar.rasters.georeference import Georeference, geographic_options


def costs_of(map: Map) -> NDArray[np.float64]:
    """Return the costs of a map's cells, NaN where they are not passable: float64 ``[h, w]``.

    Raises:
        OptionError: The cells are hexagons.
    """
    if map.hexagons is not None:
        raise OptionError(f"the cells of this map are hexagons, {map.hexagons}; allowed: squares")
    cost = map.cost_field()
    return np.where(map.passable, 1.0 if cost is None else cost, np.nan)


def layer_of(map: Map, name: str) -> NDArray[Any]:
    """Return a layer of a map.

    Raises:
        OptionError: It has no layer of that name.
    """
    if name not in map.layers:
        raise unknown_name("layer", name, list(map.layers))
    return map.layers[name]


def place_of(map: Map) -> dict[str, Any]:
    """Return the options of a `Raster` that follow from a map's frame: cell size, latitudes, wrap.

    Raises:
        ArrayError: The map is rotated against its coordinates.
    """
    if map.frame is None:
        return {}
    lies, (rows, columns) = Georeference.of_transform(map.frame.transform), map.passable.shape
    if _is_geographic(map.frame):
        return geographic_options(lies, rows, columns)
    return {"cell_size": (abs(lies.dx), abs(lies.dy))}


def _is_geographic(frame: Frame) -> bool:
    if not frame.crs:
        return False
    crs = need_extra("rasterio.crs", "rasters").CRS.from_user_input(frame.crs)
    return bool(crs.is_geographic)
