"""Least-cost paths for xarray: the accessor ``DataArray.pathstar``, in map coordinates."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, MissingExtraError, OptionError, PlaceError, PlaceTypeError, need_extra
from pathstar.maps.layers import numbers_of
from pathstar.rasters.corridors import corridor
from pathstar.rasters.distance import OUTPUTS, checked_outputs, cost_distance
from pathstar.rasters.georeference import Georeference, geographic_options, is_geographic, once_round
from pathstar.rasters.lazily import lazy_results
from pathstar.rasters.networks import Network, cost_matrix, least_cost_network
from pathstar.rasters.paths import RasterPath, least_cost_path
from pathstar.rasters.raster import Raster
from pathstar.rasters.sources import by_cell_or_places, is_by_cell
from pathstar.rasters.tiles.plan import LARGEST_SIDE, Tiles

_NO_DATA = ("_FillValue", "missing_value")
_EASTWARD, _NORTHWARD = ("x", "lon", "longitude"), ("y", "lat", "latitude")
_PACKING = {"scale_factor": 1.0, "add_offset": 0.0}  # xarray leaves these here if it has not applied them


class RasterAccessor:
    """The methods of ``array.pathstar``, for a DataArray of costs with the dimensions (y, x).

    Places are map coordinates ``(x, y)``, and each stands for the cell in which it lies. The size of cells,
    degrees and nodata come from coordinates and attributes, unless options of `pathstar.rasters.Raster`
    override them; results keep coordinates, crs and chunks.
    """

    def __init__(self, array: Any) -> None:
        self._array = array

    def raster(self, *, height: Any = None, **ground: Any) -> Raster:
        """Return the array as a `Raster`.

        Args:
            height: A DataArray on the same cells, or an array of the same shape.
            ground: The options of `Raster`.

        Raises:
            ArrayError: The coordinates are not evenly spaced, the grid is rotated, the heights lie elsewhere,
                or numbers are still packed by ``scale_factor`` and ``add_offset``.
        """
        place = self._georeference()
        options: dict[str, Any] = {"cell_size": (abs(place.dx), abs(place.dy))}
        if is_geographic(self._array):
            options = geographic_options(place, *self._array.shape)
        for name in _NO_DATA:
            if name in self._array.attrs:  # if it is only in the encoding, it has become NaN
                options.setdefault("nodata", self._array.attrs[name])
        if height is not None:
            options["height"] = self._beside(height)
        _check_decoded(self._array, "costs")
        raster = Raster(self._array.data, **{**options, **ground})
        raster.georeference = place
        return raster

    def cost_distance(
        self,
        sources: Any,
        *,
        outputs: Collection[str] = OUTPUTS,
        tiles: Tiles | None = None,
        outward: bool = True,
        start_costs: ArrayLike | None = None,
        multipliers: ArrayLike | None = None,
        max_cost: float | None = None,
        stops: ArrayLike | None = None,
        **ground: Any,
    ) -> Any:
        """Return costs, directions and nearest sources as a Dataset; see `pathstar.rasters.cost_distance`.

        Args:
            sources: Map coordinates ``(n, 2)``, columns x and y; or a mask or labels of the same shape.
            outputs: Names of the variables.
            tiles: How to work in tiles. An array of Dask is solved in its chunks, or as one tile if it has at
                most 2048 rows and columns, and the result has its chunks: it is solved when it is computed,
                and everything computed together is solved once. With a client in `tiles` it is solved at
                once.
            outward: Paths lead from the sources.
            start_costs: One for each source.
            multipliers: One for each source.
            max_cost: Costs over it become infinity.
            stops: Map coordinates ``(m, 2)``.
            ground: The options of `Raster`; a height may be a DataArray.

        Returns:
            A Dataset with the requested variables, on the coordinates of the array.
        """
        raster = self.raster(**ground)
        outputs = checked_outputs(outputs)
        chunks = getattr(self._array.data, "chunks", None)
        if chunks is not None and tiles is None:
            small = max(self._array.shape) <= LARGEST_SIDE  # one tile takes it, in less time than its chunks
            tiles = Tiles() if small else Tiles(side=chunks)
        solve = partial(
            cost_distance,
            raster,
            self._sources(sources),
            outputs=outputs,
            tiles=tiles,
            outward=outward,
            start_costs=start_costs,
            multipliers=multipliers,
            max_cost=max_cost,
            stops=None if stops is None else self.cells(stops),
        )
        if chunks is not None and tiles is not None and tiles.client is None:
            return self._dataset(lazy_results(solve, outputs, chunks))
        found = solve()
        return self._dataset({name: getattr(found, name) for name in outputs})

    def least_cost_path(
        self, start: ArrayLike, goal: ArrayLike, *, tiles: Tiles | None = None, **ground: Any
    ) -> RasterPath:
        """Return the path between map coordinates, worked out in `tiles` if given.

        ``path.geojson(array.pathstar.transform)`` is a line on the map.
        """
        return least_cost_path(self.raster(**ground), self.cells(start), self.cells(goal), tiles=tiles)

    def corridor(self, starts: Any, goals: Any, *, tiles: Tiles | None = None, **ground: Any) -> Any:
        """Return the cost of the best path through each cell, as a DataArray named "through"."""
        ends = self._sources(starts), self._sources(goals)
        found = corridor(self.raster(**ground), *ends, tiles=tiles)
        return self._dataset({"through": found.through})["through"]

    def cost_matrix(
        self,
        starts: ArrayLike,
        goals: ArrayLike | None = None,
        *,
        tiles: Tiles | None = None,
        **ground: Any,
    ) -> NDArray[np.float64]:
        """Return the costs between map coordinates, float64 ``(n, m)``."""
        ends = None if goals is None else self.cells(goals)
        return cost_matrix(self.raster(**ground), self.cells(starts), ends, tiles=tiles)

    def least_cost_network(
        self, sites: ArrayLike, *, kind: str = "tree", tiles: Tiles | None = None, **ground: Any
    ) -> Network:
        """Return least-cost paths that join map coordinates."""
        return least_cost_network(self.raster(**ground), self.cells(sites), kind=kind, tiles=tiles)

    @property
    def transform(self) -> tuple[float, ...]:
        """Six numbers that convert columns and rows to map coordinates."""
        return self._georeference().transform

    def cells(self, places: ArrayLike) -> NDArray[np.int64]:
        """Return the columns and rows of the cells in which map coordinates lie, int64 ``(n, 2)``.

        Raises:
            ArrayError, ArrayTypeError, PlaceTypeError: They are not pairs of numbers.
            PlaceError: One lies outside; it is named.
        """
        points = numbers_of(places, "places").astype(np.float64)
        if points.shape[-1:] != (2,) or points.ndim > 2:
            raise PlaceTypeError(f"places are {places!r:.80}; allowed: map coordinates (x, y)")
        points = points.reshape(-1, 2)
        place, (rows, columns) = self._georeference(), self._array.shape
        cells = place.cells(points)
        if is_geographic(self._array) and geographic_options(place, rows, columns)["wrap"]:
            cells = once_round(cells, columns)
        outside = ((cells < 0) | (cells >= (columns, rows))).any(axis=1)
        if outside.any():
            number = int(np.argmax(outside))
            raise PlaceError(f"place {number}, {tuple(points[number].tolist())}, lies outside the raster")
        return cells

    def _sources(self, sources: Any) -> Any:
        values = by_cell_or_places(sources, "sources")
        if not is_by_cell(values, self._array.shape):
            return self.cells(values)
        self._check_beside(sources, "sources")
        return values

    def _georeference(self) -> Georeference:
        if self._array.ndim != 2:
            raise ArrayError(f"the array has the dimensions {self._array.dims}; allowed: two, y and x")
        if self._array.dims[0] in _EASTWARD or self._array.dims[1] in _NORTHWARD:
            raise ArrayError(
                f"the array has the dimensions {self._array.dims}; allowed: y and x: use transpose()"
            )
        return Georeference.of(self._array)

    def _beside(self, height: Any) -> Any:
        """Return heights after checking that they lie on the same cells."""
        if not hasattr(height, "coords"):
            return height
        self._check_beside(height, "heights")
        _check_decoded(height, "heights")
        for name in _NO_DATA:
            if name in height.attrs:
                height = height.where(height != height.attrs[name])
        return height.data

    def _check_beside(self, other: Any, noun: str) -> None:
        """Check that another DataArray lies on the same cells; arrays of other types pass.

        Raises:
            ArrayError: It lies elsewhere.
            OptionError: Its crs differs.
        """
        if not hasattr(other, "coords"):
            return
        if Georeference.of(other) != self._georeference():
            raise ArrayError(f"the {noun} lie on other cells than the costs; resample them first")
        crs = [Georeference.crs_of(array) for array in (self._array, other)]
        if all(crs) and crs[0] != crs[1]:
            raise OptionError(f"the {noun} have another crs than the costs; project one of them first")

    def _dataset(self, values: dict[str, NDArray[Any]]) -> Any:
        xarray = need_extra("xarray", "rasters")
        chunks = getattr(self._array.data, "chunks", None)
        kept = {name: value for name, value in self._array.attrs.items() if name not in _NO_DATA}
        variables = {}
        mapping = {name: value for name, value in kept.items() if name == "grid_mapping"}
        for name, value in values.items():
            data = value
            if chunks is not None and isinstance(value, np.ndarray):
                data = need_extra("dask.array", "dask").from_array(value, chunks=chunks)
            variables[name] = (self._array.dims, data, mapping)
        return xarray.Dataset(variables, coords=self._array.coords, attrs=kept)


def _check_decoded(array: Any, noun: str) -> None:
    """Check that numbers are real values: those of a packed file still lack its scale and offset.

    Raises:
        ArrayError: They are packed.
    """
    given = {name: float(array.attrs.get(name, plain)) for name, plain in _PACKING.items()}
    packed = {name: value for name, value in given.items() if value != _PACKING[name]}
    if packed:
        said = " and ".join(f"{name} {value:.10g}" for name, value in packed.items())
        raise ArrayError(
            f"the {noun} have {said} among their attributes, so their numbers are still packed: open the "
            "file with mask_and_scale=True, or remove the attributes if the numbers have been unpacked since"
        )


def register() -> bool:
    """Register the accessor if xarray is installed; return whether it is."""
    try:
        xarray = need_extra("xarray", "rasters")
    except MissingExtraError:
        return False
    if not hasattr(xarray.DataArray, "pathstar"):
        xarray.register_dataarray_accessor("pathstar")(RasterAccessor)
    return True
