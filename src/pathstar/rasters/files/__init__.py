"""Raster files: GeoTIFF through rasterio, NetCDF and Zarr through xarray."""
