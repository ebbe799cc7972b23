"""Processing large arrays part by part, so that Ctrl+C takes effect in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

PART = 2**21
"""The approximate number of elements in a part: some milliseconds of work."""

Part = tuple[slice, ...]
Convert = Callable[[NDArray[Any]], NDArray[Any]]


def parts_of(shape: tuple[int, ...]) -> Iterator[Part]:
    """Yield the indexes of an array's parts, which together make the array.

    Args:
        shape: The array's shape. It is cut along its longest axis.

    Example:
        >>> [np.empty((2, 3 * PART), bool)[part].shape for part in parts_of((2, 3 * PART))][:2]
        [(2, 1048576), (2, 1048576)]
    """
    axis = max(range(len(shape)), key=shape.__getitem__, default=0)
    length = shape[axis] if shape else 1
    beside = int(np.prod(shape, dtype=np.int64)) // max(length, 1)
    step = max(1, PART // max(beside, 1))
    for begin in range(0, length, step):
        yield (*[slice(None)] * axis, slice(begin, begin + step)) if shape else ()


def bands_of(shape: tuple[int, ...]) -> Iterator[slice]:
    """Yield slices of whole rows, each with about as many cells as a part.

    Example:
        >>> list(bands_of((3, PART)))
        [slice(0, 1, None), slice(1, 2, None), slice(2, 3, None)]
    """
    height, width = shape
    rows = max(1, PART // max(width, 1))
    for top in range(0, height, rows):
        yield slice(top, min(top + rows, height))


def converted(array: NDArray[Any], dtype: DTypeLike, convert: Convert = np.asarray) -> NDArray[Any]:
    """Return an array converted element by element.

    Args:
        array: Of any shape and memory order.
        dtype: The type of the result.
        convert: Called for one part after the other; by default only the type changes.

    Returns:
        A new C-contiguous array of the same shape.

    Example:
        >>> converted(np.array([[1, 0]]), np.bool_, lambda part: part != 0)
        array([[ True, False]])
    """
    if array.size <= PART:
        return np.array(convert(array), dtype, order="C")
    result = np.empty(array.shape, dtype)
    for part in parts_of(array.shape):
        result[part] = convert(array[part])
    return result


def any_of(array: NDArray[Any], test: Convert) -> bool:
    """Return whether a test, called for one part after the other, is true for any element.

    Example:
        >>> any_of(np.array([3, -1]), lambda part: part < 0)
        True
    """
    if array.size <= PART:
        return bool(np.any(test(array)))
    return any(bool(np.any(test(array[part]))) for part in parts_of(array.shape))
