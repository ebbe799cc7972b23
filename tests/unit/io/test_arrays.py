"""NumPy's .npy and .npz files."""

from __future__ import annotations

import io
import json
import pickle
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as npst

from pathstar.errors import MapFormatError, MapLimitError
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map
from unit.io.helpers import as_bytes, costs, maps, parse, there_and_back


def npy(array: np.ndarray, **options) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def archive(*members: tuple[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as made:
        for name, data in members:
            made.writestr(name, data)
    return file.getvalue()


def header(descr: object = "|b1", order: object = False, shape: object = (2, 3), version: int = 1) -> bytes:
    text = repr({"descr": descr, "fortran_order": order, "shape": shape}).encode()
    length = len(text).to_bytes(2 if version == 1 else 4, "little")
    return b"\x93NUMPY" + bytes([version, 0]) + length + text


def rich() -> Map:
    return Map(
        [[1, 1, 0]],
        cost=[[0, 2.5, np.nan]],
        terrain=[[0, 1, 1]],
        layers={"danger": [[-1, np.nan, 3]], "file": [[1, 2, 3]]},
        legend={0: Terrain("sand", 1.5, symbol=",", color="#ffee00"), 1: Terrain("naïve", walkable=False)},
        marks={"start": (0, 0), "ziel ü": (2, 0)},
        name="dune\n7",
    )


@pytest.mark.parametrize("kind", ["?", "i1", "<i8", ">u2", "f2", ">f4", "<f8", "g"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_any_type_and_order(kind, order):
    array = np.asarray([[0, 1, 2], [3, 0, 1]]).astype(kind, order=order)
    expected = np.where(array > 0, array, np.inf).astype(float)
    assert costs(parse(npy(array), "npy")).tolist() == expected.tolist()
    walkable = (array != 0).astype(kind, order=order)
    assert (parse(npz(walkable=walkable), "npz").passable == (array != 0)).all()


@pytest.mark.parametrize("version", [1, 2, 3])
def test_versions(version):
    assert parse(header(version=version) + bytes([1, 0, 1, 0, 1, 0]), "npy").passable.tolist() == [
        [True, False, True],
        [False, True, False],
    ]


@given(npst.arrays(float, npst.array_shapes(min_dims=2, max_dims=2)))
def test_any_floats(array):
    if (array < 0).any():
        with pytest.raises(MapFormatError, match="expected a cost from 0 up"):
            parse(npy(array), "npy")
    else:
        expected = np.where(np.isfinite(array), array, np.inf)
        np.testing.assert_array_equal(costs(parse(npy(array), "npy", values="costs")), expected)


@given(maps(free=False))
def test_npy_brings_back_walls_and_costs(map):
    np.testing.assert_array_equal(costs(there_and_back(map, "npy")), costs(map))


@given(maps())
def test_npz_brings_back_everything(map):
    again = there_and_back(map, "npz")
    assert again == map
    assert again.marks == map.marks


def test_npz_brings_back_names_and_odd_layers():
    map = rich()
    again = there_and_back(map, "npz")
    assert again == map
    assert (again.marks, again.name, again.legend) == (map.marks, map.name, map.legend)
    assert as_bytes(again, "npz") == as_bytes(map, "npz")


def test_npz_keeps_routes():
    map = rich()
    map.set_route("beat", [(0, 0), (2, 0), (1, 0)])
    assert there_and_back(map, "npz").routes == map.routes


def test_numpy_reads_them():
    map = rich()
    with np.load(io.BytesIO(as_bytes(map, "npz"))) as loaded:
        np.testing.assert_array_equal(loaded["danger"], map.layers["danger"])
    np.testing.assert_array_equal(np.load(io.BytesIO(as_bytes(Map([[1, 0]]), "npy"))), [[True, False]])


def test_archives_of_others():
    map = parse(npz(passable=np.eye(2), cost=np.ones((2, 2)), height=np.full((2, 2), -1)), "npz")
    assert list(map.layers) == ["passable", "cost", "height"]
    assert parse(npz(arr_0=np.eye(2)), "npz").passable.tolist() == [[True, False], [False, True]]


@pytest.mark.parametrize(
    ("data", "found", "expected"),
    [
        (b"", "nothing", "the start of an .npy file"),
        (b"PK\x03\x04 zip", r"'PK\x03", "the start of an .npy file"),
        (b"\x93NUMPY\x09\x00", ".npy version 9", "version 1, 2 or 3"),
        (b"\x93NUMPY\x01\x00", "''", "an .npy header"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff{", "'{'", "an .npy header"),
        (header()[:30], "{", "an .npy header"),
        (header(shape=(-1, 3)), "{'descr", "an .npy header"),
        (header(shape=(2.0, 3)), "{'descr", "an .npy header"),
        (header(shape={2: 1, 3: 1}, order=0), "{'descr", "an .npy header"),
        (header(descr="|O"), "the type '|O'", "bools, integers or floats"),
        (header(descr=[("a", "<f8")]), "the type \"[('a'", "bools, integers or floats"),
        (header(descr="<U9"), "the type '<U9'", "bools"),
        (header(descr="<f3"), "the type '<f3'", "bools"),
        # No machine has both long doubles.
        (header(descr="<f16" if np.dtype("longdouble").itemsize == 12 else "<f12"), "the type", "machine"),
        (header(shape=(6,)), "shape (6,)", "two dimensions"),
        (header(shape=()), "shape ()", "two dimensions"),
        (header(shape=(1, 2, 3)), "shape (1, 2, 3)", "two dimensions"),
        (header(shape=(0, 3)), "shape (0, 3)", "at least one cell"),
        (header() + b"\x01" * 5, "5 bytes of data", "6, as the header says"),
        (header() + b"\x01" * 7, "more bytes of data", "6, as the header says"),
        (npy(np.array([[1, -2]])), "-2.0 at (1, 0)", "a cost from 0 up"),
    ],
)
def test_malformed_npy(data, found, expected):
    with pytest.raises(MapFormatError) as caught:
        parse(data, "npy")
    assert found in caught.value.found
    assert expected in caught.value.expected


@pytest.mark.parametrize(
    "nested", ["(" * 2000, "-" * 4000 + "1", "[" * 90 + "]" * 90, "1" * 4000, "'\\d'", "1 is 1"]
)
def test_headers_that_try_the_parser(nested):
    text = nested.encode()
    with pytest.raises(MapFormatError, match=r"an \.npy header"):
        parse(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text, "npy")


def test_nothing_is_unpickled():
    class Trap:
        def __reduce__(self):
            return pytest.fail, ("a pickle was loaded",)

    trap = np.array([[Trap()]], object)
    for data, format in [
        (npy(trap, allow_pickle=True), "npy"),
        (archive(("walkable.npy", pickle.dumps(1))), "npz"),
    ]:
        with pytest.raises(MapFormatError):
            parse(data, format)


@pytest.mark.parametrize("shape", [(30_000, 30_000), (10**18, 10**18), (1, 2**28 + 1)])
def test_huge_shapes_are_refused_before_reading(shape):
    with pytest.raises(MapLimitError, match="the limit is 268,435,456"):
        parse(header(shape=shape), "npy")
    with pytest.raises(MapLimitError, match="the limit is 268,435,456"):
        parse(archive(("walkable.npy", header(shape=shape))), "npz")


def test_a_header_that_promises_more_than_there_is_takes_no_memory():
    with pytest.raises(MapFormatError, match="3 bytes of data, expected 2,147,483,648"):
        parse(header(descr="<f8", shape=(2**14, 2**14)) + b"abc", "npy")


def test_layers_count_together():
    data = npz(walkable=np.ones((10, 10)), cost=np.ones((10, 10)))
    assert parse(data, "npz", cell_limit=200).size == 100
    with pytest.raises(MapLimitError, match=r"all layers together.*= 200 cells; the limit is 199"):
        parse(data, "npz", cell_limit=199)


def test_layers_are_counted_before_any_is_read():
    announced = [(f"layer{i}.npy", header(descr="<f8", shape=(1000, 1000))) for i in range(300)]
    with pytest.raises(MapLimitError, match="all layers together"):  # not the error in the data of the first
        parse(archive(("walkable.npy", header(shape=(1000, 1000))), *announced), "npz")


def test_zip_bombs():
    bomb = header(shape=(2, 2)) + bytes(50_000_000)
    with pytest.raises(MapFormatError, match="more bytes of data"):
        parse(archive(("walkable.npy", bomb)), "npz")
    with pytest.raises(MapLimitError):
        parse(archive(("walkable.npy", npy(np.ones((5000, 5000), bool)))), "npz", cell_limit=10**6)


def about(**facts: object) -> bytes:
    return archive(("walkable.npy", npy(np.ones((1, 2)))), ("pathstar.json", json.dumps(facts).encode()))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a zip",
        npz(walkable=np.eye(2))[:-30],
        npz(cost=np.eye(2), height=np.eye(2)),
        archive(),
        archive(("walkable.txt", b"1")),
        archive(("walkable.npy", npy(np.eye(2))), compression=zipfile.ZIP_LZMA),
        archive(("walkable.npy", npy(np.eye(2))), ("pathstar.json", b"{")),
        archive(("walkable.npy", npy(np.eye(2))), ("pathstar.json", b"[" * 100_000)),
        archive(("walkable.npy", npy(np.eye(2))), ("pathstar.json", b"\xff")),
        npz(walkable=np.eye(2), cost=np.ones((3, 2))),
        npz(walkable=np.eye(2), cost=-np.ones((2, 2))),
        npz(walkable=np.eye(2), terrain=np.full((2, 2), 999)),
        archive(("walkable.npy", npy(np.eye(2))), ("../evil.npy", npy(np.eye(2)))),
        about(kind="recipe"),
        about(marks={"start": [2, 0]}),
        about(marks={"start": "ab"}),
        about(marks=[1]),
        about(legend={"x": {"name": "y"}}),
        about(legend={"1": {"nome": "y"}}),
        about(legend={"1": {"name": "y", "cost": float("inf")}}),
    ],
)
def test_malformed_npz(data):
    with pytest.raises(MapFormatError):
        parse(data, "npz")


def test_damaged_bytes():
    data = bytearray(npz(walkable=np.random.default_rng(1).random((30, 30))))
    data[len(data) // 2] ^= 0xFF
    with pytest.raises(MapFormatError, match="damaged archive"):
        parse(bytes(data), "npz")
