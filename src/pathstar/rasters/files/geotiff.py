"""GeoTIFFs through rasterio: layers that are read by windows, and results that are written by windows."""

from __future__ import annotations

import errno
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, need_extra
from pathstar.rasters.files.drafts import not_written
from pathstar.rasters.files.place import FilePlace
from pathstar.rasters.files.windows import WINDOW, windows_of
from pathstar.rasters.georeference import Georeference
from pathstar.rasters.tiles.raw import unmapped

CACHE = 2**24  # bytes for blocks that GDAL keeps in memory; its default is a twentieth of the machine's
BLOCK = WINDOW // 4  # rows and columns of a block; windows hold whole blocks, which are not kept


class Band:
    """A band of a raster file, read part by part; other processes may read it too.

    Values that the file marks as no data are masked, and so closed in a `Raster`. The scale and the offset of
    the band are applied.

    Args:
        file: A file in any format that rasterio reads.
        band: Its number, from 1.

    Raises:
        OptionError: The file cannot be read, or has no such band.

    Attributes:
        shape: Rows and columns.
        dtype: The type of the numbers.
        place: The place of its cells.
    """

    def __init__(self, file: str | os.PathLike[str], band: int = 1) -> None:
        self._file, self._band = str(Path(file).absolute()), band
        with self._opened() as source:
            if not 1 <= band <= source.count:
                raise OptionError(f"{file} has {source.count} bands; there is no band {band}")
            self.shape: tuple[int, int] = (source.height, source.width)
            self._scale, self._offset = source.scales[band - 1], source.offsets[band - 1]
            is_scaled = (self._scale, self._offset) != (1, 0)
            self.dtype: np.dtype[Any] = np.dtype(np.float64 if is_scaled else source.dtypes[band - 1])
            lies = Georeference.of_transform(source.transform)
            crs = source.crs.to_wkt() if source.crs else ""
            self.place = FilePlace(self.shape, lies, crs, bool(source.crs and source.crs.is_geographic))

    def __getitem__(self, part: tuple[slice, slice]) -> NDArray[Any]:
        """Return a part of the band, a masked array."""
        rows, columns = (slice(*each.indices(length)) for each, length in zip(part, self.shape, strict=True))
        with self._opened() as source:
            window = ((rows.start, rows.stop), (columns.start, columns.stop))
            values: NDArray[Any] = source.read(self._band, window=window, masked=True)
        if (self._scale, self._offset) != (1, 0):
            values = values.astype(np.float64) * self._scale + self._offset
        return values

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        rasterio = need_extra("rasterio", "rasters")
        try:
            with rasterio.Env(GDAL_CACHEMAX=CACHE), rasterio.open(self._file) as source:
                yield source
        except rasterio.errors.RasterioIOError as error:
            raise OptionError(f"{self._file} cannot be read as a raster: {error}") from None


def write_geotiff(
    file: str | os.PathLike[str], values: NDArray[Any], place: FilePlace, nodata: float
) -> None:
    """Write an array as a tiled, compressed GeoTIFF, window by window.

    Args:
        file: Its name. An old file is replaced only when the new one is complete.
        values: ``[h, w]``.
        place: The place of the cells.
        nodata: The number that stands for no data.

    Raises:
        OptionError: It cannot be written.
    """
    rasterio = need_extra("rasterio", "rasters")
    target = Path(file)
    draft = target.with_name(f".{target.name}.part")
    height, width = values.shape
    affine = rasterio.Affine(*place.georeference.transform)
    profile = {"driver": "GTiff", "height": height, "width": width, "count": 1, "dtype": values.dtype.name}
    profile |= {
        "tiled": True,
        "blockxsize": BLOCK,
        "blockysize": BLOCK,
        "compress": "deflate",
        "nodata": nodata,
        "bigtiff": "if_safer",
        "crs": place.crs or None,
        "transform": affine,
    }
    sums: list[int] = []
    try:
        with rasterio.Env(GDAL_CACHEMAX=CACHE), rasterio.open(draft, "w", **profile) as out:
            layer = unmapped(values)
            for rows, columns in windows_of((height, width)):
                window = ((rows.start, rows.stop), (columns.start, columns.stop))
                part = np.ascontiguousarray(layer[rows, columns])
                out.write(part, 1, window=window)
                sums.append(zlib.crc32(part.data))
        _check_whole(draft, sums)
        draft.replace(target)
    except rasterio.errors.RasterioIOError as error:
        raise not_written(file, error.__cause__ or error) from None
    except OSError as error:
        raise not_written(file, error) from None
    finally:
        draft.unlink(missing_ok=True)


def _check_whole(draft: Path, sums: list[int]) -> None:
    """Check that a file holds what was written: GDAL is silent if it cannot write its last blocks.

    Args:
        draft: The file.
        sums: The CRC-32 of the values of each window.

    Raises:
        OSError: It does not.
    """
    rasterio = need_extra("rasterio", "rasters")
    with draft.open("rb+") as written:
        os.fsync(written.fileno())
    found = []
    with (
        suppress(rasterio.errors.RasterioIOError),
        rasterio.Env(GDAL_CACHEMAX=CACHE),
        rasterio.open(draft) as source,
    ):
        for rows, columns in windows_of(source.shape):
            window = ((rows.start, rows.stop), (columns.start, columns.stop))
            found.append(zlib.crc32(source.read(1, window=window)))
    if found != sums:
        raise OSError(errno.EIO, "its disk did not take all of it")
