"""Raster files: GeoTIFF through rasterio, NetCDF and Zarr through xarray."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.rasters.files import layers as layers

__getattr__, __dir__ = lazy_names(__name__, {}, modules=["layers"])
