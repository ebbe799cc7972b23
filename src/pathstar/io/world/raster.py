"""Rasters of the earth: GeoTIFF through rasterio, and Esri's text grids, with their place and projection."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapFormatError, OptionError, need_extra
from pathstar.io.images import ColorLegend, opened_image, read_image
from pathstar.io.source import Source
from pathstar.io.values import check_values, map_of
from pathstar.io.world.esri_grid import grid_of_text
from pathstar.maps.frame import Frame
from pathstar.maps.limits import check_cells
from pathstar.maps.map import Map

_LONGEST_CELL = 64  # bytes, of all bands
_REST = 2**24
_GEO_TAGS = {33550, 33922, 34264, 34735, 42113}  # pixel scale, tie points, transform, keys; nodata
_DEFAULTS: dict[str, Any] = {
    "by": "brightness",
    "threshold": 128,
    "invert": False,
    "legend": None,
    "nearest": False,
}


def read_tiff(
    source: Source,
    *,
    by: str = "brightness",
    threshold: int = 128,
    invert: bool = False,
    legend: ColorLegend | None = None,
    nearest: bool = False,
    band: int | None = None,
    values: str | None = None,
    layer: str | None = None,
) -> Map:
    """Read a TIFF file: as a raster if it has a place or holds more than pixels, else as an image.

    Args:
        source: The open file.
        by, threshold, invert, legend, nearest: As `read_image`; any of these makes it an image.
        band, values, layer: As `read_raster`; any of these makes it a raster.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: There are more cells than the limit.
        MissingExtraError: Pillow or rasterio is not installed.
        OptionError: An option has a value that is not allowed, or belongs to the other way to read.
    """
    data = source.rest(source.limit * _LONGEST_CELL + _REST)
    again = Source(io.BytesIO(data), source.name, source.limit)
    picture: dict[str, Any] = {
        "by": by,
        "threshold": threshold,
        "invert": invert,
        "legend": legend,
        "nearest": nearest,
    }
    raster: dict[str, Any] = {"band": band, "values": values, "layer": layer}
    asked = [name for name, value in picture.items() if value is not _DEFAULTS[name]]
    given = {name: value for name, value in raster.items() if value is not None}
    if asked and given:
        raise OptionError(f"{asked[0]} reads an image, {next(iter(given))} a raster; give one of them")
    if given or (not asked and _is_raster(Source(io.BytesIO(data), source.name, source.limit))):
        return read_raster(again, **given)
    return read_image(again, **picture)


def _is_raster(source: Source) -> bool:
    """Return whether a TIFF file has a place on the earth, or numbers that are not brightness."""
    try:
        image = opened_image(source)
        return bool(_GEO_TAGS & set(image.tag_v2)) or image.mode in ("F", "I", "I;16S")
    except MapFormatError:  # Pillow knows fewer kinds
        return True


def read_raster(source: Source, *, band: int = 1, values: str = "auto", layer: str | None = None) -> Map:
    """Read one band of a raster; nodata is not walkable, and the scale and offset of the band are applied.

    Args:
        source: The open file.
        band: The band, from 1.
        values: What the numbers mean: ``"auto"`` (0, NaN and infinity blocked, otherwise costs, or no costs
            if all are 1), ``"walkable"`` (0 and NaN blocked, no costs) or ``"costs"`` (0 is free; NaN and
            infinity blocked).
        layer: Keep the numbers as an extra layer of this name, such as ``"height"``, instead.

    Raises:
        MapFormatError: The file is malformed, or a cost is negative.
        MapLimitError: There are more cells than the limit.
        MissingExtraError: It is a GeoTIFF, and rasterio is not installed.
        OptionError: There is no such band, or an option has a value that is not allowed.
    """
    check_values(values)
    data = source.rest(source.limit * _LONGEST_CELL + _REST)
    if not data:
        raise source.error(found="nothing", expected="a raster")
    if data[:2] in (b"II", b"MM"):
        numbers, frame = _band(source, data, band)
    else:
        _check_band(source, band, 1)
        numbers, frame = grid_of_text(source, data)
    if layer is not None:
        known = np.isfinite(numbers)
        return Map(known, layers={layer: np.where(known, numbers, 0.0)}, frame=frame, name=source.stem)

    def negative(x: int, y: int, value: float) -> MapFormatError:
        expected = "a cost from 0 up; layer='height' keeps other numbers as a layer"
        return source.error(found=f"{value!r} at {(x, y)}", expected=expected)

    return map_of(numbers, values, source.stem, negative, frame)


def _band(source: Source, data: bytes, band: int) -> tuple[NDArray[Any], Frame]:
    """Return the numbers of a band, NaN where there are none, and their frame."""
    rasterio: Any = need_extra("rasterio", "geo")
    need_extra("rasterio.io", "geo")
    try:
        with (
            warnings.catch_warnings(),
            rasterio.Env(GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR"),
            rasterio.io.MemoryFile(data) as file,
        ):
            warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
            with rasterio.open(file.name, driver="GTiff") as raster:
                check_cells(raster.width, raster.height, source.limit, source.name)
                _check_band(source, band, raster.count)
                _check_kind(source, raster.dtypes[band - 1])
                masked = raster.read(band, masked=True)
                scale, offset = raster.scales[band - 1], raster.offsets[band - 1]
                if (scale, offset) != (1, 0):
                    masked = masked.astype(np.float64) * scale + offset
                crs = "" if raster.crs is None else raster.crs.to_string()
                frame = Frame(tuple(raster.transform)[:6], crs)
    except rasterio.errors.RasterioError as error:
        raise source.error(found=f"a damaged file ({error})", expected="a raster") from None
    if not masked.mask.any():
        return np.asarray(masked.data), frame
    return np.ma.filled(masked.astype(np.float64), np.nan), frame


def _check_band(source: Source, band: int, count: int) -> None:
    if isinstance(band, bool) or not isinstance(band, int) or not 1 <= band <= count:
        raise OptionError(f"band is {band!r}; {source.name} has bands from 1 to {count}")


def _check_kind(source: Source, kind: str) -> None:
    if kind.startswith("complex"):
        raise source.error(found=f"a band of {kind}", expected="integers or floats")
