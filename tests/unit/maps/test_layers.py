"""Any argument becomes a clean array, or an error that says why not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import pathstar as ps
from pathstar.errors import ArrayError, ArrayTypeError, CostError
from pathstar.maps.layers import as_codes, as_costs, as_values, as_walkable

NUMBERS = ["?", "i1", "<i2", ">i2", "<u4", ">u8", "f2", "<f4", ">f8", "g"]
CONVERSIONS = [as_walkable, as_costs, as_codes, lambda values: as_values(values, "height")]
PLANE = np.array([[0, 1, 2], [3, 4, 0]])


class OnlyDLPack:
    """An array of another library that knows nothing of NumPy."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OnlyArrayMethod:
    def __array__(self, dtype=None, copy=None):
        return PLANE.astype(dtype or PLANE.dtype)


def arrangements(array: np.ndarray) -> list[object]:
    """The same cells in many memory orders."""
    read_only = array.copy()
    read_only.flags.writeable = False
    return [
        array,
        np.asfortranarray(array),
        np.repeat(np.repeat(array, 2, 0), 3, 1)[::2, ::3],
        array[::-1, ::-1].copy()[::-1, ::-1],
        read_only,
        array.tolist(),
        [list(row) for row in array],
    ]


@pytest.mark.parametrize("kind", NUMBERS)
def test_every_type_and_order(kind):
    array = PLANE.astype(kind)
    for given_array in arrangements(array):
        for convert, expected in [(as_costs, array.astype(float)), (as_codes, array.astype(np.uint8))]:
            check_clean(convert(given_array), expected)
    for given_array in arrangements((PLANE != 0).astype(kind)):
        check_clean(as_walkable(given_array), PLANE != 0)


def check_clean(result: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_array_equal(result, expected)
    assert result.flags.c_contiguous
    assert result.dtype.isnative


@pytest.mark.parametrize("other", [OnlyDLPack(PLANE), OnlyArrayMethod(), memoryview(PLANE)])
def test_other_array_likes(other):
    np.testing.assert_array_equal(as_costs(other), PLANE)
    np.testing.assert_array_equal(as_codes(other), PLANE)
    np.testing.assert_array_equal(as_values(other, "height"), PLANE)


@pytest.mark.parametrize(
    ("convert", "kind"), [(as_walkable, bool), (as_costs, np.float64), (as_codes, np.uint8)]
)
def test_what_is_clean_is_not_copied(convert, kind):
    array = np.ones((3, 4), kind)
    assert convert(array) is array


def test_nan_infinity_and_masked():
    assert as_walkable([[1.0, np.nan, 0.0, -0.0]]).tolist() == [[True, False, False, False]]
    assert as_walkable([[np.nan, np.inf]]).tolist() == [[False, True]]
    assert as_walkable([[np.nan, np.nan]]).tolist() == [[False, False]]
    masked = np.ma.masked_array([[1, 2, 3]], mask=[[False, True, False]])
    assert as_walkable(np.ma.masked_array([[1, 2, 1]], mask=masked.mask)).tolist() == [[True, False, True]]
    np.testing.assert_array_equal(as_costs(masked), [[1, np.nan, 3]])
    with pytest.raises(ArrayError, match=r"\(1, 0\)"):
        as_codes(masked)


@pytest.mark.parametrize("convert", CONVERSIONS)
@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (5, "two-dimensional"),
        ([1, 2], "two-dimensional"),
        ([[[1]]], "two-dimensional"),
        ([[]], "at least one cell"),
        (np.ones((0, 3)), "at least one cell"),
        ([[1, 2], [3]], "cannot be made an array"),
    ],
)
def test_wrong_shapes(convert, bad, words):
    with pytest.raises(ArrayError, match=words):
        convert(bad)


@pytest.mark.parametrize("convert", CONVERSIONS)
@pytest.mark.parametrize(
    "bad",
    [
        [["a"]],
        "text",
        None,
        [[1j]],
        [[object()]],
        {1: 2},
        np.array([["2020-01-01"]], "M8[D]"),
        np.zeros((2, 2), "m8[s]"),
        np.zeros((1, 1), [("a", int)]),
    ],
)
def test_wrong_types(convert, bad):
    with pytest.raises(ArrayTypeError, match="must hold bools, integers or floats"):
        convert(bad)


@given(npst.arrays(float, npst.array_shapes(min_dims=2, max_dims=2), elements=st.floats(width=64)))
def test_costs_are_right_or_name_the_first_negative_cell(array):
    if not (array < 0).any():
        np.testing.assert_array_equal(as_costs(array), array)
        return
    y, x = np.argwhere(array < 0)[0]
    with pytest.raises(CostError) as caught:
        as_costs(array)
    assert f"({x}, {y})" in str(caught.value)


@given(npst.arrays(float, npst.array_shapes(min_dims=2, max_dims=2), elements=st.floats(-300, 300)))
def test_codes_are_right_or_name_the_first_wrong_cell(array):
    right = np.isin(array, np.arange(256))
    if right.all():
        np.testing.assert_array_equal(as_codes(array), array)
        return
    y, x = np.argwhere(~right)[0]
    with pytest.raises(ArrayError) as caught:
        as_codes(array)
    assert f"({x}, {y})" in str(caught.value)


OCCUPANCY = "give values == 0, or make a map with ps.Map.from_occupancy"
COSTS, NEGATIVE = "as in (values > 0, cost=values)", "such as values == 0"
MAKERS = {
    "Grid": ps.Grid,
    "HexGrid": ps.HexGrid,
    "VoxelGrid": lambda values: ps.VoxelGrid(np.asarray(values)[None]),
    "Map": ps.Map,
    "Map.edit": lambda values: ps.Map(np.ones(np.shape(values))).edit(
        "passable", (slice(None), slice(None)), values
    ),
}


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("kind", ["i1", "<i2", ">i8", "f2", "<f4", "f8", "g"])
@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([[0, 100, -1]], OCCUPANCY),
        ([[0, 100]], OCCUPANCY),
        ([[0, -1]], OCCUPANCY),
        ([[100, -1]], OCCUPANCY),
        ([[1, 2]], COSTS),
        ([[0, 1, 5], [0, 0, 1]], COSTS),
        ([[0, 37, 100]], COSTS),
        ([[1, -2]], NEGATIVE),
        ([[0, -5]], NEGATIVE),
        ([[0, 60, -1]], OCCUPANCY),
        ([[0, 60, -2]], NEGATIVE),
        ([[0, 120, -1]], NEGATIVE),
    ],
)
def test_what_looks_like_something_else_is_not_taken_as_walkable(maker, kind, values, words):
    with pytest.raises(ArrayError) as refused:
        MAKERS[maker](np.array(values).astype(kind))
    assert words in str(refused.value)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("value", [1, 2, 99, 101, 255, 0.25, 1e30, np.inf])
def test_one_value_of_any_size_means_walkable(maker, value):
    array = np.array([[0, value, value], [value, 0, 0]])
    made = MAKERS[maker](array)
    for given_array in (array, np.where(array == 0, np.nan, array)):
        np.testing.assert_array_equal(as_walkable(given_array), array > 0)
    if isinstance(made, ps.Grid | ps.Map | ps.HexGrid):
        np.testing.assert_array_equal(getattr(made, "passable", getattr(made, "walkable", None)), array > 0)


@given(
    npst.arrays(st.sampled_from(["?", "u1", "<i2", ">f4", "f8"]), (3, 4), elements=st.sampled_from([0, 1]))
)
def test_zeros_and_ones_are_always_walkable_or_not(array):
    np.testing.assert_array_equal(as_walkable(array), array == 1)
