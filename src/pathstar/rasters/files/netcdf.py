"""Variables of NetCDF and Zarr files through xarray: read part by part, and written with their place."""

from __future__ import annotations

import os
import re
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, need_extra, unknown_name
from pathstar.rasters.files.place import FilePlace
from pathstar.rasters.georeference import Georeference, is_geographic

_NAME = re.compile(r"(?P<file>.+\.(?:nc|nc4|zarr))(?::(?P<variable>[^:/\\]+))?")
_CHUNK = 512


def is_netcdf(file: str | os.PathLike[str]) -> bool:
    """Return whether a name is that of a NetCDF or Zarr file, perhaps with a variable: ``land.nc:cost``."""
    return _NAME.fullmatch(str(file)) is not None


class Variable:
    """A variable of a NetCDF or Zarr file with two dimensions, read part by part; it may be pickled.

    What the file marks as no data is NaN.

    Args:
        name: The file, such as ``land.nc``; with several such variables also which: ``land.nc:friction``.

    Raises:
        OptionError: The file cannot be read, or does not have one such variable.
        ArrayError: Its coordinates are not evenly spaced.

    Attributes:
        shape: Rows and columns.
        dtype: Of the numbers.
        place: Where its cells lie.
    """

    def __init__(self, name: str | os.PathLike[str]) -> None:
        match = _NAME.fullmatch(str(name))
        if match is None:
            raise OptionError(
                f"{name} is not a NetCDF or Zarr file; allowed: names that end in .nc, .nc4, .zarr"
            )
        self._file, self._variable = str(Path(match["file"]).absolute()), match["variable"] or ""
        with self._opened() as array:
            self._variable = str(array.name)
            self.shape: tuple[int, int] = array.shape
            self.dtype: np.dtype[Any] = array.dtype
            crs = Georeference.crs_of(array)
            self.place = FilePlace(array.shape, Georeference.of(array), crs, is_geographic(array))

    def __getitem__(self, part: tuple[slice, slice]) -> NDArray[Any]:
        """Return a part of the variable."""
        with self._opened() as array:
            values: NDArray[Any] = array[part].values
        return values

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        xarray = need_extra("xarray", "rasters")
        try:
            data = (
                xarray.open_zarr(self._file, chunks=None, consolidated=False)
                if self._file.endswith(".zarr")
                else xarray.open_dataset(self._file)
            )
        except (OSError, ValueError, KeyError) as error:
            raise OptionError(f"{self._file} cannot be read as a raster: {error}") from None
        with data:
            names = [str(name) for name, array in data.data_vars.items() if array.ndim == 2]
            if self._variable and self._variable not in names:
                raise unknown_name(f"variable of {Path(self._file).name}", self._variable, names)
            if not self._variable and len(names) != 1:
                known = ", ".join(names) or "none"
                raise OptionError(
                    f"{self._file} has the rasters {known}; name one, such as {Path(self._file).name}:cost"
                )
            yield data[self._variable or names[0]]


def write_netcdf(
    file: str | os.PathLike[str], name: str, values: NDArray[Any], place: FilePlace, nodata: float
) -> None:
    """Write an array as a compressed variable of a NetCDF or Zarr file, which is replaced when it is whole.

    Args:
        file: Its name.
        name: Of the variable.
        values: ``[h, w]``.
        place: Where the cells lie.
        nodata: The number that stands for no data.

    Raises:
        OptionError: It cannot be written.
    """
    target = Path(file)
    draft = target.with_name(f".{target.name}.part{target.suffix}")
    data = _dataset(name, values, place, nodata)
    chunks = tuple(min(_CHUNK, side) for side in values.shape)
    try:
        if target.suffix == ".zarr":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # zarr's, that its newest format has no consolidated metadata
                data.to_zarr(draft, mode="w", encoding={name: {"chunks": chunks}}, consolidated=True)
            shutil.rmtree(target, ignore_errors=True)
        else:
            packed = {"zlib": True, "complevel": 4, "chunksizes": chunks}
            data.to_netcdf(draft, engine="h5netcdf", encoding={name: packed})
        draft.replace(target)
    except OSError as error:
        raise OptionError(f"{file} cannot be written: {error}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        draft.unlink(missing_ok=True)


def _dataset(name: str, values: NDArray[Any], place: FilePlace, nodata: float) -> Any:
    xarray = need_extra("xarray", "rasters")
    need_extra("h5netcdf", "rasters")
    lies, (rows, columns) = place.georeference, values.shape
    dims = ("lat", "lon") if place.geographic else ("y", "x")
    x, y = lies.x0 + (np.arange(columns) + 0.5) * lies.dx, lies.y0 + (np.arange(rows) + 0.5) * lies.dy
    numbers = " ".join(repr(number) for number in (lies.x0, lies.dx, 0.0, lies.y0, 0.0, lies.dy))
    units = {"units": "degrees"} if place.geographic else {}
    coords = {
        dims[0]: (dims[0], y, units),
        dims[1]: (dims[1], x, units),
        "spatial_ref": ((), 0, {"crs_wkt": place.crs, "GeoTransform": numbers}),
    }
    attributes = {"_FillValue": values.dtype.type(nodata), "grid_mapping": "spatial_ref"}
    return xarray.Dataset({name: (dims, values, attributes)}, coords)
