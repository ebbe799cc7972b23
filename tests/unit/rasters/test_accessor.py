"""The accessor of xarray: coordinates in, coordinates out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import dask
import dask.array
import numpy as np
import pytest
import xarray

import pathstar as ps
import pathstar.rasters  # registers the accessor
from pathstar.rasters.files.layers import open_layer


def land(degrees: bool = False, chunks: Any = None) -> xarray.DataArray:
    """Return costs on cells of 30 x 20 metres, or of a degree, with y from north to south."""
    cost = np.random.default_rng(3).uniform(1, 9, (20, 30)).astype(np.float32)
    cost[5:9, 10] = -9999
    data = cost if chunks is None else dask.array.from_array(cost, chunks=chunks)
    y = 49.5 - np.arange(20) if degrees else 5000 - 20 * (np.arange(20) + 0.5)
    x = 5.5 + np.arange(30) if degrees else 1000 + 30 * (np.arange(30) + 0.5)
    wkt = "GEOGCS[WGS 84]" if degrees else "PROJCS[UTM]"
    return xarray.DataArray(
        data,
        dims=("y", "x"),
        coords={"y": y, "x": x, "spatial_ref": xarray.DataArray(0, attrs={"crs_wkt": wkt})},
        attrs={"_FillValue": -9999.0, "long_name": "friction"},
        name="friction",
    )


def test_a_dataset_on_the_same_coordinates() -> None:
    array = land()
    found = array.pathstar.cost_distance([(1010, 4995), (1800, 4700)])
    plain = ps.rasters.cost_distance(array.data, [(0, 0), (26, 15)], nodata=-9999, cell_size=(30, 20))
    assert set(found) == {"cost", "direction", "nearest"}
    np.testing.assert_array_equal(found["cost"], plain.cost)
    np.testing.assert_array_equal(found["nearest"], plain.nearest)
    assert found["cost"].coords["y"].equals(array.coords["y"])
    assert "spatial_ref" in found.coords
    assert found.attrs == {"long_name": "friction"}


def test_degrees_are_metres_by_row() -> None:
    array = land(degrees=True)
    found = array.pathstar.cost_distance([(5.5, 49.5)], outputs=["cost"])
    plain = ps.rasters.cost_distance(
        array.data, [(0, 0)], nodata=-9999, latitudes=array["y"].values, cell_size=1, outputs=["cost"]
    )
    np.testing.assert_allclose(found["cost"], plain.cost)


def test_dask_in_dask_out() -> None:
    chunks = ((7, 13), (10, 10, 10))
    array = land(chunks=chunks)
    found = array.pathstar.cost_distance([(1010, 4995)])
    assert found["cost"].chunks == chunks
    expected = land().pathstar.cost_distance([(1010, 4995)])
    for name, values in found.compute().items():
        np.testing.assert_array_equal(values, expected[name])


def test_dask_is_solved_when_it_is_computed_and_then_once(tmp_path: Path) -> None:
    computed = []

    def costs(block: np.ndarray) -> np.ndarray:
        computed.append(block.shape)
        return block

    array = land(chunks=(10, 10))
    array = array.copy(data=array.data.map_blocks(costs, meta=np.empty((0, 0), np.float32)))
    mask = xarray.zeros_like(land(), dtype=bool)
    mask[0, 0] = True
    stored = ps.rasters.Tiles(side=10, store=tmp_path)
    found = array.pathstar.cost_distance(mask, tiles=stored)
    assert computed == []
    with pytest.raises(ps.PlaceError, match="outside"):
        array.pathstar.cost_distance([(0, 0)])
    dask.compute(found["cost"], found["direction"])
    first = len(computed)
    assert first > 0
    np.testing.assert_array_equal(found["cost"].sel(y=4990), land().pathstar.cost_distance(mask)["cost"][0])
    assert len(computed) > first
    negative = array.where(array != array[3, 4], -5)
    with pytest.raises(ps.CostError, match="is -5"):
        negative.pathstar.cost_distance(mask).compute()


def test_masks_paths_corridors_and_networks() -> None:
    array = land()
    mask = xarray.zeros_like(array, dtype=bool)
    mask[2, 3] = True
    assert float(array.pathstar.cost_distance(mask)["cost"][2, 3]) == 0
    ends = (1010, 4995), (1890, 4610)
    path = array.pathstar.least_cost_path(*ends)
    line = path.geojson(array.pathstar.transform)["geometry"]["coordinates"]
    assert line[0] == [1015.0, 4990.0]
    assert line[-1] == [1885.0, 4610.0]
    through = array.pathstar.corridor([ends[0]], [ends[1]])
    assert float(through.min()) == pytest.approx(path.cost)
    assert array.pathstar.cost_matrix(ends)[0, 1] == pytest.approx(path.cost)
    assert len(array.pathstar.least_cost_network(ends)) == 1


def test_slopes_need_heights_on_the_same_cells() -> None:
    array = land()
    height = xarray.zeros_like(array)
    flat = array.pathstar.cost_distance([(1010, 4995)], height=height, outputs=["cost"])
    assert np.isfinite(flat["cost"]).any()
    with pytest.raises(ps.ArrayError, match="other cells"):
        array.pathstar.cost_distance([(1010, 4995)], height=height.assign_coords(x=height.x + 1))
    elsewhere = height.assign_coords(spatial_ref=xarray.DataArray(0, attrs={"crs_wkt": "PROJCS[other]"}))
    with pytest.raises(ps.OptionError, match="another crs"):
        array.pathstar.cost_distance([(1010, 4995)], height=elsewhere)


def test_heights_without_data_are_closed() -> None:
    array = xarray.ones_like(land(), dtype=np.float32).drop_attrs()
    height = xarray.zeros_like(array)
    height[:, 10] = height.attrs["_FillValue"] = -9999
    found = array.pathstar.cost_distance([(1010, 4995)], height=height, pace="rees", outputs=["cost"])
    assert np.isfinite(found["cost"]).sum() == 200


def test_what_was_decoded_has_no_fill_value() -> None:
    array = xarray.full_like(land(), 255.0).drop_attrs()
    array.encoding.update(_FillValue=255, scale_factor=0.1)
    assert np.isfinite(array.pathstar.cost_distance([(1010, 4995)], outputs=["cost"])["cost"]).all()


@pytest.mark.parametrize("chunks", [None, (7, 9)])
def test_numbers_that_are_still_packed_are_refused(chunks: Any) -> None:
    array = land(chunks=chunks)
    array.attrs |= {"scale_factor": 1.0, "add_offset": 0.0}  # as rioxarray leaves them
    assert np.isfinite(array.pathstar.cost_distance([(1010, 4995)])["cost"]).any()
    packed = array.assign_attrs(scale_factor=np.float32(0.5), add_offset=2.0)
    with pytest.raises(ps.ArrayError, match=r"costs have scale_factor 0\.5 and add_offset 2 .* still packed"):
        packed.pathstar.cost_distance([(1010, 4995)])
    with pytest.raises(ps.ArrayError, match="the heights have scale_factor"):
        array.pathstar.least_cost_path((1010, 4995), (1300, 4700), height=packed)


@pytest.mark.parametrize("packing", [{}, {"dtype": "int16", "scale_factor": 0.5, "add_offset": 2.0}])
def test_packed_files_have_right_values_or_are_refused(tmp_path: Path, packing: dict[str, Any]) -> None:
    cost = land().astype(float).round().where(land() > 0).drop_attrs()
    packing = packing | {"_FillValue": -9999}
    cost.to_netcdf(tmp_path / "land.nc", engine="h5netcdf", encoding={"friction": packing})
    whole = ps.rasters.cost_distance(cost.values, [(0, 0)], cell_size=(30, 20))
    places = [(1010, 4995)]
    with xarray.open_dataset(tmp_path / "land.nc") as opened:
        found = opened["friction"].pathstar.cost_distance(places)
        np.testing.assert_array_equal(found["cost"], whole.cost)
    with xarray.open_dataset(tmp_path / "land.nc", mask_and_scale=False) as raw:
        if "scale_factor" in packing:
            with pytest.raises(ps.ArrayError, match="still packed"):
                raw["friction"].pathstar.cost_distance(places)
        else:
            found = raw["friction"].pathstar.cost_distance(places)
            np.testing.assert_array_equal(found["cost"], whole.cost)


def test_errors_name_map_coordinates() -> None:
    array, start, lake = land(), (1010, 4995), (1320, 4885)
    said = r" at \(10, 5\), in map coordinates 1315,4890: no data there"
    with pytest.raises(ps.PlaceError, match="source 0" + said):
        array.pathstar.cost_distance([lake])
    with pytest.raises(ps.PlaceError, match="goal 0" + said):
        array.pathstar.least_cost_path(start, lake)
    with pytest.raises(ps.OptionError, match=r"sites 0 and 2 .* \(0, 0\), in map coordinates 1015,4990;"):
        array.pathstar.least_cost_network([start, (1200, 4800), (1011, 4996)])


def test_a_grid_without_coordinates_lies_where_its_transform_says() -> None:
    reference = xarray.DataArray(0, attrs={"GeoTransform": "1000 30 0 5000 0 -20"})
    bare = land().drop_vars(["x", "y"]).assign_coords(spatial_ref=reference)
    assert bare.pathstar.transform == land().pathstar.transform
    assert bare.pathstar.cells([(1010, 4995)]).tolist() == [[0, 0]]


def test_places_on_a_raster_of_two_columns() -> None:
    array = land()[:1, :2]
    found = array.pathstar.cost_distance([(1045, 4990)], outputs=["cost"])
    assert float(found["cost"][0, 1]) == 0


@pytest.mark.parametrize("west", [-180, 0])
def test_longitudes_are_taken_once_round(tmp_path: Path, west: int) -> None:
    latitudes, longitudes = 89.5 - np.arange(180), west + np.arange(360) + 0.5
    ones = np.ones((180, 360), np.float32)
    earth = xarray.DataArray(ones, {"lat": latitudes, "lon": longitudes}, ("lat", "lon"), "cost")
    earth.to_netcdf(tmp_path / "earth.nc", engine="h5netcdf")
    for x in (-179.5, 180.5):
        expected = [[0 if west else 180, 90]]
        assert earth.pathstar.cells([(x, -0.5)]).tolist() == expected
        assert open_layer(tmp_path / "earth.nc").place.cells(np.array([(x, -0.5)])).tolist() == expected
    for x in (900, -900):
        with pytest.raises(ps.PlaceError, match="outside"):
            earth.pathstar.cells([(x, 0.5)])
    with pytest.raises(ps.PlaceError, match="outside"):
        earth[:, :300].pathstar.cells([(longitudes[-1], 0.5)])


def test_work_in_tiles_with_a_store(tmp_path: Path) -> None:
    array = land()
    ends = (1010, 4995), (1800, 4700)

    def tiles(name: str) -> ps.rasters.Tiles:
        return ps.rasters.Tiles(side=8, store=tmp_path / name)

    for _ in range(2):
        found = array.pathstar.corridor([ends[0]], [ends[1]], tiles=tiles("corridor"))
        np.testing.assert_array_equal(found, array.pathstar.corridor([ends[0]], [ends[1]]))
        path = array.pathstar.least_cost_path(*ends, tiles=tiles("path"))
        np.testing.assert_array_equal(path.points, array.pathstar.least_cost_path(*ends).points)
        np.testing.assert_array_equal(
            array.pathstar.cost_matrix(ends, tiles=tiles("matrix")), array.pathstar.cost_matrix(ends)
        )
        roads = array.pathstar.least_cost_network(ends, tiles=tiles("network"))
        assert roads.geojson() == array.pathstar.least_cost_network(ends).geojson()


def test_refused() -> None:
    array = land()
    for places in ("abc", [(1, 2, 3)], [(1,), (2, 3)]):
        with pytest.raises((ps.ArrayError, ps.ArrayTypeError, ps.PlaceTypeError)):
            array.pathstar.cells(places)
    with pytest.raises(ps.PlaceError, match=r"place 0, \(0.0, 0.0\), lies outside"):
        array.pathstar.cost_distance([(0, 0)])
    for far in (np.nan, np.inf, -1e300):
        with pytest.raises(ps.PlaceError, match=f"place 0, .*{re.escape(str(far))}.*, lies outside"):
            array.pathstar.cells([(0, far)])
    with pytest.raises(ps.ArrayError, match="not evenly spaced"):
        array.assign_coords(x=array.x**2).pathstar.cost_distance([(1010, 4995)])
    reference = xarray.DataArray(0, attrs={"GeoTransform": "1000 30 1 5000 1 -20"})
    with pytest.raises(ps.ArrayError, match="rotated"):
        array.assign_coords(spatial_ref=reference).pathstar.cost_distance([(1010, 4995)])
    for name in ("x", "lon"):  # one for each cell, as in curved grids
        cells = ("y", "x"), np.ones((3, 4))
        curved = xarray.DataArray(cells[1], dims=cells[0], coords={name: cells})
        with pytest.raises(ps.ArrayError, match=f"the coordinates '{name}' differ along rows and columns"):
            curved.pathstar.cost_distance([(1, 1)])
    with pytest.raises(ps.ArrayError, match=r"\('x', 'y'\); allowed: y and x"):
        array.transpose().pathstar.cost_distance([(1010, 4995)])
    with pytest.raises(ps.ArrayError, match="two, y and x"):
        array.expand_dims("band").pathstar.cost_distance([(1010, 4995)])


@pytest.mark.parametrize(
    ("x", "error", "message"),
    [
        ([0.0, 1.0, np.nan], ps.ArrayError, "coordinates 'x' are not evenly spaced"),
        ([0.0, np.nan, 2.0], ps.ArrayError, "coordinates 'x' are not evenly spaced"),
        (["a", "b", "c"], ps.ArrayTypeError, "the coordinates 'x' must hold bools, integers or floats"),
        (
            np.arange("2030-01-01", "2030-01-04", dtype="M8[D]"),
            ps.ArrayTypeError,
            "coordinates 'x' must hold",
        ),
    ],
)
def test_coordinates_that_say_no_place(x: Any, error: type[Exception], message: str) -> None:
    array = xarray.DataArray(np.ones((2, 3)), {"x": x, "y": [1.0, 0.0]}, ("y", "x"))
    with pytest.raises(error, match=message):
        array.pathstar.raster()


def test_labels_that_lie_elsewhere_are_refused() -> None:
    array = land()
    labels = xarray.zeros_like(array, dtype=np.int32)
    labels[3, 3] = 7
    assert array.pathstar.cost_distance(labels)["nearest"].max() == 7
    for other in (labels[::-1], labels.assign_coords(x=labels.x + 15)):
        with pytest.raises(ps.ArrayError, match="the sources lie on other cells than the costs"):
            array.pathstar.cost_distance(other)
    away = labels.assign_coords(spatial_ref=xarray.DataArray(0, attrs={"crs_wkt": "PROJCS[other]"}))
    with pytest.raises(ps.OptionError, match="the sources have another crs"):
        array.pathstar.cost_distance(away)


@pytest.mark.parametrize("chunks", [None, (10, 10)])
def test_an_output_that_is_not_there_is_said_at_once(chunks: Any) -> None:
    with pytest.raises(ps.OptionError, match="unknown output 'costs'; did you mean 'cost'"):
        land(chunks=chunks).pathstar.cost_distance([(1010, 4995)], outputs=["costs"])


def test_a_small_array_of_dask_is_solved_as_one_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    solve, sides = ps.rasters.cost_distance, []

    def watched(*given: Any, tiles: Any, **more: Any) -> Any:
        sides.append(tiles.side)
        return solve(*given, tiles=tiles, **more)

    monkeypatch.setattr("pathstar.rasters.accessor.cost_distance", watched)
    for width in (2048, 2050):
        places = {"y": np.arange(8.0), "x": np.arange(float(width))}
        ground = dask.array.ones((8, width), chunks=(8, width // 2))
        array = xarray.DataArray(ground, dims=("y", "x"), coords=places)
        found = array.pathstar.cost_distance([(0, 0)], outputs=["cost"])
        assert found["cost"].chunks == ground.chunks
        assert float(found["cost"].max()) == pytest.approx(width - 1 + 7 * (2**0.5 - 1))
    assert sides == [None, ((8,), (1025, 1025))]
