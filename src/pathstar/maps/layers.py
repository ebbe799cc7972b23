"""Converting the caller's array-likes into clean arrays, or raising an error.

``as_walkable``, ``as_costs``, ``as_codes`` and ``as_values`` take any array-like of two dimensions. Each
returns a C-contiguous array of its native type; if the caller's array already is one, they return it itself.
The ``*_of`` functions do the same conversions for numbers of any shape, for edits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, ArrayTypeError, CostError
from pathstar.maps.parts import any_of, converted, parts_of

_NATIVE_TYPES = "bBhHiIlLqQfd"  # characters of NumPy: integers of up to 64 bits, float32 and float64
_OCCUPIED, _UNKNOWN = 100, -1  # in an occupancy grid, where 0 is free

Place = tuple[int, int]
PlaceAt = Callable[[int], Place]


def as_walkable(values: ArrayLike) -> NDArray[np.bool_]:
    """Return which cells may be entered.

    Args:
        values: Array-like ``[h, w]`` of any bool, integer or float type. 0, NaN and masked entries mean not
            walkable, one other value means walkable, such as 1 or 255.

    Returns:
        bool ``[h, w]``, contiguous.

    Raises:
        ArrayError: It is not two-dimensional, has no cells, or has rows of different lengths; or its values
            look like costs, or like an occupancy grid.
        ArrayTypeError: It holds something other than numbers, such as text or complex numbers.

    Example:
        >>> as_walkable([[1, 0], [1, float("nan")]])
        array([[ True, False],
               [ True, False]])
    """
    return walkable_of(cells_of(values, "walkable"), "walkable")


def as_costs(values: ArrayLike) -> NDArray[np.float64]:
    """Return the costs of cells.

    Args:
        values: Array-like ``[h, w]`` of any bool, integer or float type, none negative. 0 is free; NaN,
            infinity and masked entries mean not walkable.

    Returns:
        float64 ``[h, w]``, contiguous.

    Raises:
        ArrayError: It is not two-dimensional, has no cells, or has rows of different lengths.
        ArrayTypeError: It holds something other than numbers.
        CostError: A cost is negative; the message names the first such cell.

    Example:
        >>> as_costs([[1, 2], [3, -4]])
        Traceback (most recent call last):
        pathstar.errors.CostError: cost at (1, 1) is -4.0; a cost is a number from 0 up (NaN or infinity:
        not walkable)
    """
    plane = cells_of(values, "cost")
    return costs_of(plane, place_in(plane.shape[1]), "cost")


def as_codes(values: ArrayLike) -> NDArray[np.uint8]:
    """Return terrain codes.

    Args:
        values: Array-like ``[h, w]`` of whole numbers from 0 to 255, of any bool, integer or float type.

    Returns:
        uint8 ``[h, w]``, contiguous.

    Raises:
        ArrayError: The shape is wrong, or a number is not a whole number from 0 to 255; the message names it.
        ArrayTypeError: It holds something other than numbers.

    Example:
        >>> as_codes([[1.0, 2.0]])
        array([[1, 2]], dtype=uint8)
    """
    plane = cells_of(values, "terrain")
    return codes_of(plane, place_in(plane.shape[1]), "terrain")


def as_values(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return the numbers of an extra layer, such as height or influence; any number is allowed, NaN too.

    Args:
        values: Array-like ``[h, w]`` of any bool, integer or float type. Masked entries become NaN.
        name: Its name, for errors.

    Returns:
        float64 ``[h, w]``, contiguous.

    Raises:
        ArrayError: It is not two-dimensional, has no cells, or has rows of different lengths.
        ArrayTypeError: It holds something other than numbers.

    Example:
        >>> as_values([[-1, 2]], "height")
        array([[-1.,  2.]])
    """
    return values_of(cells_of(values, name))


def numbers_of(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return any array-like as an array of bools, integers or floats of any shape. Masked entries become NaN.

    Raises:
        ArrayError: The rows differ in length, or the object cannot be turned into an array.
        ArrayTypeError: It holds something other than numbers.
    """
    array = data_of(values, name)
    if array.dtype.kind not in "biuf":
        text = "; of text, make [[char != '#' for char in line] for line in lines]"
        hint = text if array.dtype.kind == "U" and name == "walkable" else ""
        raise ArrayTypeError(f"{name} must hold bools, integers or floats, not {array.dtype}{hint}")
    if not is_masked_array(values):
        return array
    mask: Any = np.ma.getmask(values)
    return _unmasked(array, mask) if mask is not np.ma.nomask and any_of(mask, np.asarray) else array


def _unmasked(array: NDArray[Any], mask: NDArray[np.bool_]) -> NDArray[Any]:
    numbers = np.empty(array.shape, np.where(True, np.nan, np.empty(0, array.dtype)).dtype)
    for part in parts_of(array.shape):
        numbers[part] = np.where(mask[part], np.nan, array[part])
    return numbers


def as_array(values: Any, name: str) -> NDArray[Any]:
    """Return any array-like as an array of any type and shape.

    Raises:
        ArrayError: The rows differ in length, the object cannot be turned into an array, or some of its
            entries are masked.
    """
    check_unmasked(values, name)
    return data_of(values, name)


def is_masked_array(values: object) -> TypeGuard[np.ma.MaskedArray[Any, Any]]:
    """Return whether an object is a masked array. For plain arrays and lists, ``numpy.ma`` is not loaded."""
    return hasattr(values, "mask") and isinstance(values, np.ma.MaskedArray)


def check_unmasked(values: object, name: str) -> None:
    """Check that an array has no masked entries, because the values under the mask would count.

    Raises:
        ArrayError: It has some.
    """
    if is_masked_array(values) and np.ma.is_masked(values):
        raise ArrayError(f"{name} has masked entries; allowed: an array without, such as {name}.filled(0)")


def data_of(values: Any, name: str) -> NDArray[Any]:
    """Return any array-like as an array, with masked entries as if they were not masked.

    Raises:
        ArrayError: The rows differ in length, or the object cannot be turned into an array.
    """
    try:
        only_dlpack = hasattr(values, "__dlpack__") and not hasattr(values, "__array__")
        return np.from_dlpack(values) if only_dlpack else np.asarray(values)
    except (ValueError, TypeError, OverflowError, BufferError, RuntimeError) as error:
        raise ArrayError(f"{name} cannot be made an array: {error}") from error


def walkable_of(numbers: NDArray[Any], name: str) -> NDArray[np.bool_]:
    """Return which numbers mean walkable, and refuse numbers that seem to mean something else.

    Raises:
        ArrayError: There is more than one value besides 0 and NaN, which looks like costs; or a negative one;
            or the values are those of an occupancy grid, where 0 means free.

    Example:
        >>> walkable_of(np.array([0, 255]), "walkable").tolist()
        [False, True]
        >>> walkable_of(np.array([0, 1, 3]), "walkable")
        Traceback (most recent call last):
        pathstar.errors.ArrayError: walkable holds numbers from 1 to 3 besides 0; allowed: 0 and one positive
        value. Costs come second, as in (values > 0, cost=values); otherwise say which are walkable, such as
        values != 0
    """
    if numbers.dtype.kind == "b":
        return _of_type(numbers, np.bool_)
    nonzero, first, mixed = _marked(numbers)
    if mixed or (first >= 0 and not 0 < numbers.flat[first] != _OCCUPIED):
        raise ArrayError(_other_meaning(numbers[nonzero], name))
    return nonzero


def nonzero_of(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which numbers are neither 0 nor NaN."""
    return _marked(numbers)[0]


def _marked(numbers: NDArray[Any]) -> tuple[NDArray[np.bool_], int, bool]:
    """Return which numbers are neither 0 nor NaN, the index of the first or -1, and whether they differ."""
    plain = _plain(numbers)
    nonzero = np.empty(plain.shape, np.bool_)
    return nonzero, *_core.mark_nonzero(plain.reshape(-1), nonzero.view(np.uint8).reshape(-1))


def _plain(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return numbers as a C-contiguous array of a type that native code reads."""
    native = numbers.dtype.isnative and numbers.dtype.char in _NATIVE_TYPES
    return _of_type(numbers, numbers.dtype) if native else values_of(numbers)


def _other_meaning(numbers: NDArray[Any], name: str) -> str:
    """Return the error text for numbers, without 0, that say more than walkable or not."""
    least, most = numbers.min(), numbers.max()
    given = f"{name} holds {least!s}" if least == most else f"{name} holds numbers from {least!s} to {most!s}"
    percents = least == _UNKNOWN and 1 < most <= _OCCUPIED and (numbers == np.floor(numbers)).all()
    if percents or ((numbers == _OCCUPIED) | (numbers == _UNKNOWN)).all():
        return (
            f"{given}, as an occupancy grid does (0 free, 100 occupied, -1 unknown), but here 0 means not "
            "walkable; give values == 0, or make a map with ps.Map.from_occupancy(values)"
        )
    if least < 0:
        return f"{given}; allowed: 0 and one positive value. Say which are walkable, such as values == 0"
    return (
        f"{given} besides 0; allowed: 0 and one positive value. Costs come second, as in (values > 0, "
        "cost=values); otherwise say which are walkable, such as values != 0"
    )


def costs_of(numbers: NDArray[Any], place_at: PlaceAt, name: str) -> NDArray[np.float64]:
    """Return numbers as costs, or name the first negative one by its place."""
    costs = values_of(numbers)
    if any_of(costs, _has_negative):
        index = int(np.argmax(costs < 0))
        raise CostError(
            f"{name} at {place_at(index)} is {costs.flat[index]!s}; a cost is a number from 0 up "
            "(NaN or infinity: not walkable)"
        )
    return costs


def _has_negative(costs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether any cost is negative. Without NaN, the least cost shows at once that none is."""
    return np.asarray(False) if costs.min() >= 0 else costs < 0


def codes_of(numbers: NDArray[Any], place_at: PlaceAt, name: str) -> NDArray[np.uint8]:
    """Return numbers as terrain codes, or name the first impossible one by its place."""
    if numbers.dtype.kind == "b" or numbers.dtype == np.uint8:
        return _of_type(numbers, np.uint8)
    if any_of(numbers, _is_no_code):
        index = int(np.argmax(_is_no_code(numbers)))
        raise ArrayError(
            f"{name} at {place_at(index)} is {numbers.flat[index]!s}; "
            "a terrain code is a whole number from 0 to 255"
        )
    return _of_type(numbers, np.uint8)


def _is_no_code(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    bad: NDArray[np.bool_] = ~((numbers >= 0) & (numbers <= 255))
    return bad | (numbers != np.floor(numbers)) if numbers.dtype.kind == "f" else bad


def values_of(numbers: NDArray[Any]) -> NDArray[np.float64]:
    """Return numbers as float64; numbers too large for it become infinite."""
    if numbers.dtype.itemsize <= 8:  # such types cannot overflow
        return _of_type(numbers, np.float64)
    with np.errstate(over="ignore"):
        return _of_type(numbers, np.float64)


def _of_type(numbers: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return the numbers as a C-contiguous array of a type; the array itself if it already is one."""
    same = numbers.dtype == dtype and numbers.flags.c_contiguous
    return np.asarray(numbers) if same else converted(numbers, dtype)


def place_in(width: int) -> PlaceAt:
    """Return the function from the number of a cell, counted row by row, to its place ``(x, y)``."""

    def place_at(index: int) -> Place:
        y, x = divmod(index, width)
        return x, y

    return place_at


def cells_of(values: ArrayLike, name: str, axes: int = 2) -> NDArray[Any]:
    """Return the numbers of cells in two or three dimensions, at least one.

    Raises:
        ArrayError, ArrayTypeError: They have another shape, or are no numbers.
    """
    array = numbers_of(values, name)
    if array.ndim != axes:
        shape = "two-dimensional, [h, w]" if axes == 2 else "three-dimensional, [d, h, w]"
        raise ArrayError(f"{name} must be {shape}, not of shape {array.shape}")
    if array.size == 0:
        raise ArrayError(f"{name} must have at least one cell, not the shape {array.shape}")
    return array
