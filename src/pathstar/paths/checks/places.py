"""The places of a path, or why an argument is not one: the checker's rules for arguments.

It shares no code with the search, or with the checks that a query makes of its places.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import PathstarError
from pathstar.spaces.custom import Custom
from pathstar.spaces.graph import Graph
from pathstar.spaces.names import hashable

NO_PATH = "there is no path"
_FARTHEST = 2**62
_COUNTS = {2: "two", 3: "three", 4: "four"}


def rows_of(path: Any, columns: str) -> tuple[NDArray[np.int64], str]:
    """Return the places of a path as rows of whole numbers, and what is wrong with them.

    Args:
        path: Places, one for each row.
        columns: The columns of a row, such as ``"x, y"``.

    Returns:
        int64 ``(n, columns)``, and the problem in words, empty if each row can be a place.

    Example:
        >>> rows_of([(0, 0), (1, 0)], "x, y")[0].tolist()
        [[0, 0], [1, 0]]
        >>> rows_of([(0, 0), (0.5, 0)], "x, y")[1]
        '(0.5, 0) is not a place: it must be two whole numbers (x, y)'
    """
    none = np.empty((0, columns.count(",") + 1), np.int64)
    if _is_whole(path) and path.shape[1:] == none.shape[1:]:
        return path.astype(np.int64), "" if len(path) else NO_PATH
    rows, problem = listed(path)
    for row in rows:
        problem = problem or row_problem(row, columns)
    return (none, problem) if problem else (np.array([list(row) for row in rows], np.int64), "")


def listed(path: Any) -> tuple[list[Any], str]:
    """Return the rows of a path as a list, and the problem if it is no list."""
    try:
        rows = list(path)
    except TypeError:
        return [], f"{path!r} is not a list of places"
    return rows, "" if rows else NO_PATH


def row_problem(row: Any, columns: str) -> str:
    """Return why a row cannot be a place, or an empty string.

    Example:
        >>> row_problem((2**64, 0), "x, y"), row_problem((3, 2), "x, y")
        ('(18446744073709551616, 0) lies outside', '')
    """
    numbers = _numbers(row)
    count = columns.count(",") + 1
    whole = [isinstance(number, Integral) and not isinstance(number, bool) for number in numbers]
    if len(numbers) != count or not all(whole):
        return f"{_shown(row)} is not a place: it must be {_COUNTS[count]} whole numbers ({columns})"
    return "" if all(abs(number) < _FARTHEST for number in numbers) else f"{_shown(row)} lies outside"


def timed_rows_of(path: Any, columns: str) -> tuple[NDArray[np.int64], NDArray[np.float64], str]:
    """Return the places and times of rows that hold both, and what is wrong with them.

    Args:
        path: A place and a time in each row.
        columns: The columns of a place, such as ``"x, y"``.

    Returns:
        int64 ``(n, columns)``, float64 ``(n,)``, and the problem in words.
    """
    count = columns.count(",") + 1
    none = np.empty((0, count), np.int64), np.empty(0)
    rows, problem = listed(path)
    places, times = [], []
    for row in rows:
        numbers = _numbers(row)
        if len(numbers) != count + 1 or not all(_is_finite(number) for number in numbers):
            what = f"({columns}, time) of {_COUNTS[count + 1]} finite numbers"
            problem = problem or f"{_shown(row)} is not a row {what}"
            break
        place = tuple(int(number) if number == math.floor(number) else number for number in numbers[:-1])
        problem = problem or row_problem(place, columns)
        places.append(place)
        times.append(float(numbers[-1]))
    return (*none, problem) if problem else (np.array(places, np.int64), np.array(times), "")


def ends_problem(start: Any, goal: Any, rows: NDArray[np.int64], columns: str) -> str:
    """Return what is wrong with the ends of a path, or an empty string. None as an end allows any place."""
    for word, wanted, actual in (("start", start, rows[0]), ("end", goal, rows[-1])):
        if wanted is None:
            continue
        if problem := row_problem(wanted, columns):
            return f"it should {word} at a place, but {problem}"
        place = tuple(actual.tolist())
        if tuple(wanted) != place:
            return f"it {word}s at {place}, not at {_shown(wanted)}"
    return ""


def node_problem(space: Graph | Custom, place: Any) -> str:
    """Return why something is not a node of a space whose places have names, or an empty string."""
    if not hashable(place):
        return f"{place!r} is not a node: it is not hashable"
    if isinstance(space, Custom):
        return ""
    try:
        space.node_of(place)
    except PathstarError as error:
        return str(error)
    return ""


def _is_whole(path: Any) -> bool:
    """Return whether a path is an array of whole numbers that all fit int64."""
    return isinstance(path, np.ndarray) and path.dtype.kind in "iu" and path.dtype != np.uint64


def _numbers(row: Any) -> Sequence[Any]:
    try:
        return [] if isinstance(row, (str, bytes, dict)) else list(row)
    except TypeError:
        return []


def _is_finite(number: Any) -> bool:
    try:
        return isinstance(number, Real) and not isinstance(number, bool) and math.isfinite(number)
    except OverflowError:  # a whole number too large for a float
        return False


def _shown(row: Any) -> str:
    """Return a place as a caller would write it."""
    numbers = _numbers(row)
    plain = [number.item() if isinstance(number, np.generic) else number for number in numbers]
    return repr(tuple(plain)) if plain else repr(row)
