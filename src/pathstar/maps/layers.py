"""Turning whatever the caller has into clean arrays, or saying why not.

``as_walkable``, ``as_costs``, ``as_codes`` and ``as_values`` take any array-like of two dimensions. Each
answers a C-contiguous array of its one native type, and hands back the caller's own array where that already
is one. The ``*_of`` functions are the same conversions for numbers of any shape, as an edit brings them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pathstar.errors import ArrayError, ArrayTypeError, CostError
from pathstar.maps.parts import any_of, converted, parts_of

Place = tuple[int, int]
PlaceAt = Callable[[int], Place]


def as_walkable(values: ArrayLike, name: str = "walkable") -> NDArray[np.bool_]:
    """Return which cells may be entered.

    Args:
        values: Array-like ``[h, w]`` of any bool, integer or float type. Not zero means walkable; NaN and
            masked entries mean not.
        name: What to call it in errors.

    Returns:
        bool ``[h, w]``, contiguous.

    Raises:
        ArrayError: It is not two-dimensional, has no cells, or has rows of different lengths.
        ArrayTypeError: It holds something else than numbers, such as text or complex numbers.

    Example:
        >>> as_walkable([[1, 0], [0.5, float("nan")]])
        array([[ True, False],
               [ True, False]])
    """
    return walkable_of(_plane(values, name))


def as_costs(values: ArrayLike, name: str = "cost") -> NDArray[np.float64]:
    """Return what cells cost.

    Args:
        values: Array-like ``[h, w]`` of any bool, integer or float type, none negative. 0 is free; NaN,
            infinity and masked entries mean not walkable.
        name: What to call it in errors.

    Returns:
        float64 ``[h, w]``, contiguous.

    Raises:
        ArrayError: It is not two-dimensional, has no cells, or has rows of different lengths.
        ArrayTypeError: It holds something else than numbers.
        CostError: A cost is negative; the message names the first such cell.

    Example:
        >>> as_costs([[1, 2], [3, -4]])
        Traceback (most recent call last):
        pathstar.errors.CostError: cost at (1, 1) is -4.0; a cost is a number from 0 up (NaN or infinity:
        not walkable)
    """
    plane = _plane(values, name)
    return costs_of(plane, place_in(plane.shape[1]), name)


def as_codes(values: ArrayLike, name: str = "terrain") -> NDArray[np.uint8]:
    """Return terrain codes.

    Args:
        values: Array-like ``[h, w]`` of whole numbers from 0 to 255, of any bool, integer or float type.
        name: What to call it in errors.

    Returns:
        uint8 ``[h, w]``, contiguous.

    Raises:
        ArrayError: The shape is wrong, or a number is no whole number from 0 to 255; the message names it.
        ArrayTypeError: It holds something else than numbers.

    Example:
        >>> as_codes([[1.0, 2.0]])
        array([[1, 2]], dtype=uint8)
    """
    plane = _plane(values, name)
    return codes_of(plane, place_in(plane.shape[1]), name)


def as_values(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return the numbers of an extra layer, such as height or influence; any number is allowed, NaN too.

    Args:
        values: Array-like ``[h, w]`` of any bool, integer or float type. Masked entries become NaN.
        name: What to call it in errors.

    Returns:
        float64 ``[h, w]``, contiguous.

    Raises:
        ArrayError: It is not two-dimensional, has no cells, or has rows of different lengths.
        ArrayTypeError: It holds something else than numbers.

    Example:
        >>> as_values([[-1, 2]], "height")
        array([[-1.,  2.]])
    """
    return values_of(_plane(values, name))


def numbers_of(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return any array-like as an array of bools, integers or floats of any shape. Masked entries become NaN.

    Raises:
        ArrayError: The rows differ in length, or the object cannot be turned into an array.
        ArrayTypeError: It holds something else than numbers.
    """
    try:
        exchange: Any = values
        only_dlpack = hasattr(exchange, "__dlpack__") and not hasattr(exchange, "__array__")
        array = np.from_dlpack(exchange) if only_dlpack else np.asarray(exchange)
    except (ValueError, TypeError, OverflowError, BufferError, RuntimeError) as error:
        raise ArrayError(f"{name} cannot be made an array: {error}") from error
    if array.dtype.kind not in "biuf":
        raise ArrayTypeError(f"{name} must hold bools, integers or floats, not {array.dtype}")
    mask: Any = np.ma.getmask(values) if isinstance(values, np.ma.MaskedArray) else np.ma.nomask
    return _unmasked(array, mask) if mask is not np.ma.nomask and any_of(mask, np.asarray) else array


def _unmasked(array: NDArray[Any], mask: NDArray[np.bool_]) -> NDArray[Any]:
    numbers = np.empty(array.shape, np.where(True, np.nan, np.empty(0, array.dtype)).dtype)
    for part in parts_of(array.shape):
        numbers[part] = np.where(mask[part], np.nan, array[part])
    return numbers


def walkable_of(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which numbers mean walkable."""
    if numbers.dtype.kind == "b":
        return _of_type(numbers, np.bool_)
    if numbers.dtype.kind == "f":
        return converted(numbers, np.bool_, lambda part: (part != 0) & ~np.isnan(part))
    return converted(numbers, np.bool_, lambda part: part != 0)


def costs_of(numbers: NDArray[Any], place_at: PlaceAt, name: str) -> NDArray[np.float64]:
    """Return numbers as costs, or name the first negative one by its place."""
    costs = values_of(numbers)
    if any_of(costs, lambda part: part < 0):
        index = int(np.argmax(costs < 0))
        raise CostError(
            f"{name} at {place_at(index)} is {costs.flat[index]!s}; a cost is a number from 0 up "
            "(NaN or infinity: not walkable)"
        )
    return costs


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
    """Return numbers as float64; those too large for it become infinite."""
    with np.errstate(over="ignore"):
        return _of_type(numbers, np.float64)


def _of_type(numbers: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    """Return the same numbers as a C-contiguous array of a type; the array itself where it is one."""
    same = numbers.dtype == dtype and numbers.flags.c_contiguous
    return np.asarray(numbers) if same else converted(numbers, dtype)


def place_in(width: int) -> PlaceAt:
    """Return the function from the number of a cell, counted row by row, to its place ``(x, y)``."""

    def place_at(index: int) -> Place:
        y, x = divmod(index, width)
        return x, y

    return place_at


def _plane(values: ArrayLike, name: str) -> NDArray[Any]:
    array = numbers_of(values, name)
    if array.ndim != 2:
        raise ArrayError(f"{name} must be two-dimensional, [h, w], not of shape {array.shape}")
    if array.size == 0:
        raise ArrayError(f"{name} must have at least one cell, not the shape {array.shape}")
    return array
