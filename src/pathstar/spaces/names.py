"""The names of a graph's nodes."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, PlaceError, PlaceTypeError, counted, nearest_name
from pathstar.maps.arguments import checked_list
from pathstar.maps.layers import as_array

_SHOWN = 3
_COMPARED = 1000  # names compared with an unknown one: about five milliseconds


class Names:
    """The names of nodes and their numbers; without names, a node is called by its number.

    Attributes:
        size: The number of nodes, including removed ones.
        given: The names, in order; None without names.
        gone: The numbers of nodes that were removed.

    Args:
        size: The number of nodes.
        names: The names, in order.

    Raises:
        ArrayError: The number of names is not that of the nodes.
        PlaceError: A name is given twice.
        PlaceTypeError: A name is not hashable.

    Example:
        >>> names = Names(2, ["here", "there"])
        >>> names.number("there"), names.of([1, 0]).tolist()
        (1, ['there', 'here'])
    """

    __slots__ = ("_array", "_numbers", "given", "gone", "size")

    def __init__(self, size: int, names: Iterable[Hashable] | None = None) -> None:
        self.size = size
        self.gone: set[int] = set()
        self.given = None if names is None else checked_list("names", names, "what the nodes are called")
        self._array: NDArray[Any] | None = None
        self._numbers: dict[Hashable, int] = {}
        if self.given is None:
            return
        if len(self.given) != size:
            raise ArrayError(f"there are {len(self.given)} names for {size} nodes; there must be as many")
        for number, name in enumerate(self.given):
            _check_hashable(name, f"names[{number}]")
            if self._numbers.setdefault(name, number) != number:
                raise PlaceError(
                    f"the name {name!r} is given to node {self._numbers[name]} and to node {number}"
                )

    def copy(self) -> Names:
        """Return a copy of the names for another graph, so that its edits do not show in these."""
        twin = Names(self.size)
        twin.given = None if self.given is None else list(self.given)
        twin.gone, twin._numbers = set(self.gone), dict(self._numbers)
        return twin

    def __iter__(self) -> Iterator[Hashable]:
        """Return the names in the order of the nodes' numbers, without removed nodes."""
        names = range(self.size) if self.given is None else self.given
        return (name for number, name in enumerate(names) if number not in self.gone)

    def number(self, name: Any) -> int:
        """Return the number of the node with that name.

        Raises:
            PlaceError: There is no such node.
            PlaceTypeError: The name is not hashable, or is not a number where one is needed.
        """
        if self.given is None:
            return self._checked_number(name, "the node")
        _check_hashable(name, "the node")
        number = self._numbers.get(name)
        if number is None or number in self.gone:
            raise PlaceError(f"there is no node {name!r}{self._hint(name)}")
        return number

    def numbers(self, names: ArrayLike | Sequence[Hashable], what: str) -> NDArray[np.uint32]:
        """Return the numbers of many nodes; errors name the argument and the row."""
        if self.given is None:
            return self._checked_numbers(names, what)
        if isinstance(names, str) and len(names) > 1 and names in self._numbers:
            raise PlaceTypeError(f"{what} is {names!r}, one node; give a list of nodes: [{names!r}]")
        numbers = []
        for row, name in enumerate(checked_list(what, names, "nodes")):
            _check_hashable(name, f"{what}[{row}]")
            number = self._numbers.get(name)
            if number is None or number in self.gone:
                raise PlaceError(f"{what}[{row}]: there is no node {name!r}{self._hint(name)}")
            numbers.append(number)
        return np.array(numbers, np.uint32)

    def of(self, nodes: ArrayLike) -> NDArray[Any]:
        """Return the names of many nodes."""
        if self.given is None:
            return np.asarray(nodes, np.int64)
        array = self._array
        if array is None:
            array = np.empty(self.size, object)
            for number, name in enumerate(self.given):
                array[number] = name  # one by one: names may be tuples
            self._array = array  # only when complete: another thread may read it
        named: NDArray[Any] = array[np.asarray(nodes, np.int64)]
        return named

    def numbers_for_new(self, names: Any) -> list[int]:
        """Return the numbers that new nodes will have: a removed node's own, or the next ones.

        Raises:
            PlaceError: A node of that name exists, or is given twice; or a number is not the next one.
            PlaceTypeError: A name is not hashable, or is not a number where one is needed.
        """
        taken: dict[Hashable, int] = {}
        after = self.size
        for row, name in enumerate(checked_list("names", names, "what the nodes are called")):
            number = self._number_for_new(name, f"names[{row}]", after)
            if name in taken or (number < self.size and number not in self.gone):
                raise PlaceError(f"names[{row}] is {name!r}; there is such a node")
            taken[name] = number
            after += number == after
        return list(taken.values())

    def _number_for_new(self, name: Any, what: str, after: int) -> int:
        if self.given is not None:
            _check_hashable(name, what)
            return self._numbers.get(name, after)
        number = _whole_number(name, what)
        if number != after and not 0 <= number < self.size:
            raise PlaceError(f"{what} is {number}; the nodes have no names, so the next one is {after}")
        return number

    def add(self, names: Iterable[Hashable], numbers: Iterable[int]) -> None:
        """Add nodes under the numbers that `numbers_for_new` returned."""
        for name, number in zip(names, numbers, strict=True):
            self.gone.discard(number)
            if number < self.size:
                continue
            self.size += 1
            if self.given is not None:
                self.given.append(name)
                self._numbers[name] = number
        self._array = None

    def remove(self, numbers: Iterable[int]) -> None:
        """Remove nodes; their numbers are kept for new nodes of the same names."""
        self.gone.update(numbers)

    def _checked_number(self, value: Any, what: str) -> int:
        number = _whole_number(value, what)
        if not 0 <= number < self.size:
            raise PlaceError(f"{what} is {number}; {self._range()}")
        if number in self.gone:
            raise PlaceError(f"{what} is {number}, which was removed")
        return number

    def _checked_numbers(self, nodes: ArrayLike | Sequence[Hashable], what: str) -> NDArray[np.uint32]:
        array = as_array(nodes, what)
        if array.size == 0:
            return np.empty(0, np.uint32)
        if array.dtype.kind not in "iu":
            raise PlaceTypeError(
                f"{what} must hold whole numbers, not {array.dtype}; the nodes have no names"
            )
        if array.ndim != 1:
            raise ArrayError(f"{what} must be an array (n,) of nodes, not of shape {array.shape}")
        wrong = np.flatnonzero((array < 0) | (array >= self.size))
        if wrong.size:
            raise PlaceError(f"{what}[{wrong[0]}] is {array[wrong[0]]}; {self._range()}")
        wrong = np.flatnonzero(np.isin(array, list(self.gone))) if self.gone else wrong
        if wrong.size:
            raise PlaceError(f"{what}[{wrong[0]}] is {array[wrong[0]]}, which was removed")
        return array.astype(np.uint32)

    def _range(self) -> str:
        return f"there are {self.size} nodes" + (f", from 0 to {self.size - 1}" if self.size else "")

    def _hint(self, name: Any) -> str:
        assert self.given is not None
        known = [other for number, other in enumerate(self.given[:_COMPARED]) if number not in self.gone]
        spelt = {str(other).lower(): other for other in reversed(known)}
        near = nearest_name(name, spelt)
        if near is not None:
            return f"; did you mean {spelt[near]!r}?"
        there = self.size - len(self.gone)
        such = f", such as {', '.join(map(repr, known[:_SHOWN]))}" if known else ""
        return f"; there {'is' if there == 1 else 'are'} {counted(there, 'node')}{such}"

    def __len__(self) -> int:
        return self.size


def _whole_number(value: Any, what: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise PlaceTypeError(f"{what} is {value!r}; the nodes have no names, so a whole number is needed")
    return number


def hashable(name: Any) -> bool:
    """Return whether a value can be a node's name.

    Example:
        >>> hashable((1, 2)), hashable((1, [2]))
        (True, False)
    """
    try:
        hash(name)
    except TypeError:
        return False
    return True


def _check_hashable(name: Any, what: str) -> None:
    if not hashable(name):
        raise PlaceTypeError(f"{what} is {name!r}, which is not hashable; a node's name must be")
