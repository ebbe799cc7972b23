"""GeoTIFFs through rasterio: layers that are read by windows, and results that are written by windows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, OptionError, need_extra
from pathstar.maps.parts import bands_of
from pathstar.rasters.georeference import Georeference
from pathstar.rasters.raster import Raster


class Band:
    """A band of a raster file, read part by part; other processes may read it, too.

    What the file marks as no data is masked, which a `Raster` takes for closed.

    Args:
        file: Of any format that rasterio reads.
        band: Its number, from 1.

    Raises:
        OptionError: The file cannot be read, or has no such band.

    Attributes:
        shape: Rows and columns.
        dtype: Of the numbers.
        georeference: Where its cells lie.
        crs: As text; empty if it has none.
        geographic: Whether its coordinates are degrees.
    """

    def __init__(self, file: str | os.PathLike[str], band: int = 1) -> None:
        self._file, self._band = str(Path(file).absolute()), band
        with self._opened() as source:
            if not 1 <= band <= source.count:
                raise OptionError(f"{file} has {source.count} bands; there is no band {band}")
            self.shape: tuple[int, int] = (source.height, source.width)
            self.dtype: np.dtype[Any] = np.dtype(source.dtypes[band - 1])
            self.georeference = Georeference.of_transform(source.transform)
            self.crs = source.crs.to_wkt() if source.crs else ""
            self.geographic = bool(source.crs and source.crs.is_geographic)
            self.profile: dict[str, Any] = {"crs": self.crs or None, "transform": source.transform}

    def __getitem__(self, part: tuple[slice, slice]) -> NDArray[Any]:
        """Return a part of the band, a masked array."""
        rows, columns = (slice(*each.indices(length)) for each, length in zip(part, self.shape, strict=True))
        with self._opened() as source:
            window = ((rows.start, rows.stop), (columns.start, columns.stop))
            values: NDArray[Any] = source.read(self._band, window=window, masked=True)
        return values

    def cells(self, places: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the columns and rows of the cells in which coordinates ``(n, 2)`` lie."""
        return self.georeference.cells(places)

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        rasterio = need_extra("rasterio", "rasters")
        try:
            with rasterio.open(self._file) as source:
                yield source
        except rasterio.errors.RasterioIOError as error:
            raise OptionError(f"{self._file} cannot be read as a raster: {error}") from None


def raster_of_files(
    cost: str | os.PathLike[str] | None, height: str | os.PathLike[str] | None = None, **ground: Any
) -> tuple[Raster, Band]:
    """Return a raster over files, and the band that says where its cells lie.

    Args:
        cost: A file of costs; None stands for 1 everywhere.
        height: A file of heights on the same cells.
        ground: The options of `Raster`. Sizes and latitudes count instead of what the files say.

    Raises:
        ArrayError: The files lie on different cells, or are rotated.
        OptionError: A file cannot be read, or the crs differ.
    """
    costs = None if cost is None else Band(cost)
    heights = None if height is None else Band(height)
    place = costs or heights
    if place is None:
        raise OptionError("there is neither a file of costs nor one of heights")
    if costs is not None and heights is not None:
        if costs.georeference != heights.georeference or costs.shape != heights.shape:
            raise ArrayError("the heights lie on other cells than the costs; resample them first")
        if costs.crs != heights.crs:
            raise OptionError("the heights have another crs than the costs; project one of them first")
    lies = place.georeference
    options: dict[str, Any] = {"cell_size": (abs(lies.dx), abs(lies.dy))}
    if place.geographic:
        options["latitudes"] = lies.y0 + (np.arange(place.shape[0]) + 0.5) * lies.dy
        options["wrap"] = abs(abs(lies.dx) * place.shape[1] - 360) < abs(lies.dx) / 2
    return Raster(costs, height=heights, **{**options, **ground}), place


def write_geotiff(file: str | os.PathLike[str], values: NDArray[Any], place: Band, nodata: float) -> None:
    """Write an array as a tiled, compressed GeoTIFF where a band lies, band of rows by band of rows.

    Args:
        file: Its name. It is replaced only when the new one is whole.
        values: ``[h, w]``.
        place: Says where the cells lie.
        nodata: The number that stands for no data.
    """
    rasterio = need_extra("rasterio", "rasters")
    target = Path(file)
    draft = target.with_name(f".{target.name}.part")
    height, width = values.shape
    profile = {"driver": "GTiff", "height": height, "width": width, "count": 1, "dtype": values.dtype.name}
    profile |= {
        "tiled": True,
        "compress": "deflate",
        "nodata": nodata,
        "bigtiff": "if_safer",
        **place.profile,
    }
    try:
        with rasterio.open(draft, "w", **profile) as out:
            for rows in bands_of((height, width)):
                window = ((rows.start, rows.stop), (0, width))
                out.write(np.ascontiguousarray(values[rows]), 1, window=window)
        draft.replace(target)
    except rasterio.errors.RasterioIOError as error:
        raise OptionError(f"{file} cannot be written: {error}") from None
    finally:
        draft.unlink(missing_ok=True)
