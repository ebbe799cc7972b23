"""Rasters from and to files of any kind."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from pathstar.errors import ArrayError, OptionError, unknown_name
from pathstar.maps.arguments import checked_file
from pathstar.rasters.files.geotiff import Band, write_geotiff
from pathstar.rasters.files.netcdf import Variable, file_of, is_netcdf, write_netcdf
from pathstar.rasters.files.place import FilePlace
from pathstar.rasters.georeference import geographic_options
from pathstar.rasters.raster import Raster

File = str | os.PathLike[str]
GEOTIFF = (".tif", ".tiff")  # in capitals, too
RASTERS = (*GEOTIFF, ".nc", ".nc4", ".zarr")
LINES = (".geojson", ".json")


def open_layer(file: File) -> Band | Variable:
    """Return a layer that is read from a file part by part.

    Args:
        file: ``.nc``, ``.nc4`` or ``.zarr``, with a variable after a colon if there are several; or any
            format that rasterio reads.

    Raises:
        OptionError, ArrayError: The file has no name, cannot be read, or is rotated.
    """
    checked_file("file", file)
    return Variable(file) if is_netcdf(file) else Band(file)


def check_writable(
    *files: File, endings: tuple[str, ...] = RASTERS, inputs: Collection[File | None] = ()
) -> None:
    """Check, before the work begins, that its files can be written.

    Args:
        files: Their names.
        endings: The allowed endings of names.
        inputs: The input files, which must not be replaced.

    Raises:
        OptionError: A folder does not exist, or cannot be written; or a name has another ending, is that of
            an input, or is given twice.
    """
    taken = {Path(file_of(file)).resolve(): "is read" for file in inputs if file is not None}
    for file in (checked_file("file", each) for each in files):
        if file.resolve() in taken:
            raise OptionError(f"{file} cannot be written: it {taken[file.resolve()]}; name another file")
        taken[file.resolve()] = "is named twice"
        folder = file.absolute().parent
        if not folder.is_dir():
            raise OptionError(f"{file} cannot be written: there is no folder {folder}")
        if not os.access(folder, os.W_OK):
            raise OptionError(f"{file} cannot be written: the folder {folder} is read-only")
        ending = file.suffix.lower() if file.suffix.lower() in GEOTIFF else file.suffix
        if ending not in endings:
            raise unknown_name(f"ending of {file.name}", file.suffix, endings)


def write_raster(file: File, name: str, values: NDArray[Any], place: FilePlace, nodata: float) -> None:
    """Write an array as a file: GeoTIFF, NetCDF or Zarr by its ending.

    Args:
        file: Its name, which ends in one of `RASTERS`. An old file is replaced only when the new one is
            complete.
        name: The name of the variable, in a NetCDF or Zarr file.
        values: ``[h, w]``.
        place: The place of the cells.
        nodata: The number that stands for no data.

    Raises:
        OptionError: It cannot be written.
    """
    check_writable(file)
    if is_netcdf(file):
        write_netcdf(file, name, values, place, nodata)
    else:
        write_geotiff(file, values, place, nodata)


def raster_of_files(cost: File | None, height: File | None = None, **ground: Any) -> tuple[Raster, FilePlace]:
    """Return a raster over files, and the place of its cells.

    Args:
        cost: A file of costs; None stands for 1 everywhere.
        height: A file of heights on the same cells.
        ground: The options of `Raster`. Sizes and latitudes override those of the files.

    Raises:
        ArrayError: The files lie on different cells, or are rotated.
        OptionError: A file cannot be read, or the crs differ.
    """
    costs = None if cost is None else open_layer(cost)
    heights = None if height is None else open_layer(height)
    places = [layer.place for layer in (costs, heights) if layer is not None]
    if not places:
        raise OptionError("there is neither a file of costs nor one of heights")
    place = places[0]
    if place.georeference != places[-1].georeference or place.shape != places[-1].shape:
        raise ArrayError("the heights lie on other cells than the costs; resample them first")
    if place.crs != places[-1].crs:
        raise OptionError("the heights have another crs than the costs; project one of them first")
    lies = place.georeference
    options: dict[str, Any] = {"cell_size": (abs(lies.dx), abs(lies.dy))}
    if place.geographic:
        options = geographic_options(lies, *place.shape)
    raster = Raster(costs, height=heights, **{**options, **ground})
    raster.georeference = lies
    return raster, place
