"""Variables of NetCDF and Zarr files through xarray: read part by part, and written with their place."""

from __future__ import annotations

import os
import re
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.atomic import atomic_write
from pathstar.errors import OptionError, need_extra, unknown_name
from pathstar.rasters.files.drafts import PatientFile, not_written
from pathstar.rasters.files.place import FilePlace
from pathstar.rasters.files.windows import WINDOW, windows_of
from pathstar.rasters.georeference import Georeference, is_geographic
from pathstar.rasters.tiles.raw import unmapped

_NAME = re.compile(r"(?P<file>.+\.(?:nc|nc4|zarr))(?::(?P<variable>[^:/\\]+))?")
_CHUNK = WINDOW // 2


def is_netcdf(file: str | os.PathLike[str]) -> bool:
    """Return whether a name is that of a NetCDF or Zarr file, perhaps with a variable: ``land.nc:cost``."""
    return _NAME.fullmatch(str(file)) is not None


def file_of(name: str | os.PathLike[str]) -> str:
    """Return the file that a name means, without a variable."""
    match = _NAME.fullmatch(str(name))
    return match["file"] if match else str(name)


class Variable:
    """A two-dimensional variable of a NetCDF or Zarr file, read part by part; it can be pickled.

    Values that the file marks as no data are NaN.

    Args:
        name: The file, such as ``land.nc``; with several such variables also the variable:
            ``land.nc:friction``.

    Raises:
        OptionError: The file cannot be read, or does not have one such variable.
        ArrayError: Its coordinates are not evenly spaced.

    Attributes:
        shape: Rows and columns.
        dtype: The type of the numbers.
        place: The place of its cells.
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
    """Write an array as a compressed variable of a NetCDF or Zarr file, window by window.

    An old file is replaced only when the new one is complete.

    Args:
        file: Its name.
        name: The name of the variable.
        values: ``[h, w]``.
        place: The place of the cells.
        nodata: The number that stands for no data.

    Raises:
        OptionError: It cannot be written.
    """
    data = _coordinates(values.shape, place)
    write = _write_zarr if Path(file).suffix == ".zarr" else _write_hdf5
    try:
        write(Path(file), data, name, values, nodata)
    except OSError as error:
        raise not_written(file, error) from None


def _write_hdf5(target: Path, data: Any, name: str, values: NDArray[Any], nodata: float) -> None:
    """Write coordinates like xarray, then a variable window by window."""
    h5netcdf = need_extra("h5netcdf", "rasters")
    layer = unmapped(values)
    with atomic_write(target) as out:
        draft = PatientFile(FileIO(out.fileno(), "r+", closefd=False))
        with h5netcdf.File(draft, "w") as file:
            file.attrs["coordinates"] = "spatial_ref"
            file.dimensions = dict(data.sizes)
            for each, place in data.coords.items():
                fill = np.nan if each in data.sizes else None
                coordinate = file.create_variable(each, place.dims, place.dtype, place.values, fillvalue=fill)
                coordinate.attrs.update(place.attrs)
            variable = file.create_variable(
                name,
                tuple(data.sizes),
                values.dtype,
                fillvalue=values.dtype.type(nodata),
                chunks=_chunks(values.shape),
                compression="gzip",
                compression_opts=4,
            )
            variable.attrs["grid_mapping"] = "spatial_ref"
            for rows, columns in windows_of(values.shape):
                variable[rows, columns] = layer[rows, columns]
                draft.check()
        draft.check()


def _write_zarr(target: Path, data: Any, name: str, values: NDArray[Any], nodata: float) -> None:
    draft, old = (target.with_name(f".{target.name}.{word}.zarr") for word in ("part", "old"))
    try:
        _fill_zarr(draft, data, name, values, nodata)
        shutil.rmtree(old, ignore_errors=True)
        if target.exists():
            target.replace(old)  # a folder cannot replace another one
        try:
            draft.replace(target)
        except BaseException:
            if old.exists():
                old.replace(target)
            raise
    finally:
        for folder in (draft, old):
            shutil.rmtree(folder, ignore_errors=True)


def _fill_zarr(draft: Path, data: Any, name: str, values: NDArray[Any], nodata: float) -> None:
    """Write the first window with xarray, which knows the conventions; then enlarge it, and go on."""
    zarr = need_extra("zarr", "rasters")
    layer, windows = unmapped(values), windows_of(values.shape)
    first = next(windows)
    attributes = {"_FillValue": values.dtype.type(nodata), "grid_mapping": "spatial_ref"}
    corner = data.isel(dict(zip(data.sizes, first, strict=True)))
    corner[name] = (tuple(data.sizes), layer[first], attributes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zarr warns that its newest format has no consolidated metadata
        encoding = {name: {"chunks": _chunks(values.shape)}}
        corner.to_zarr(draft, mode="w", encoding=encoding, consolidated=False)
        group = zarr.open_group(draft, mode="r+")
        group[name].resize(values.shape)
        for each in data.sizes:
            group[each].resize(data[each].shape)
            group[each][:] = data[each].values
        for rows, columns in windows:
            group[name][rows, columns] = layer[rows, columns]
        zarr.consolidate_metadata(group.store)


def _chunks(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(min(_CHUNK, side) for side in shape)


def _coordinates(shape: tuple[int, ...], place: FilePlace) -> Any:
    """Return a dataset with only the place of a raster."""
    xarray = need_extra("xarray", "rasters")
    lies, (rows, columns) = place.georeference, shape
    dims = ("lat", "lon") if place.geographic else ("y", "x")
    x, y = lies.x0 + (np.arange(columns) + 0.5) * lies.dx, lies.y0 + (np.arange(rows) + 0.5) * lies.dy
    numbers = " ".join(repr(number) for number in (lies.x0, lies.dx, 0.0, lies.y0, 0.0, lies.dy))
    units = {"units": "degrees"} if place.geographic else {}
    coords = {
        dims[0]: (dims[0], y, units),
        dims[1]: (dims[1], x, units),
        "spatial_ref": ((), 0, {"crs_wkt": place.crs, "GeoTransform": numbers}),
    }
    return xarray.Dataset({}, coords)
