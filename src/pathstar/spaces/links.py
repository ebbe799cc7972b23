"""What joins and separates the cells of a space besides walls: joined borders, portals, one-way rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import (
    ArrayError,
    ArrayTypeError,
    CostError,
    OptionError,
    PathstarError,
    counted,
    unknown_name,
)
from pathstar.maps.arguments import checked_list
from pathstar.maps.edge_rules import EdgeRule
from pathstar.maps.layers import numbers_of
from pathstar.maps.parts import any_of, converted
from pathstar.spaces.base import LARGEST_COST
from pathstar.spaces.edges import Edges, edges_of

WRAPS = ("", "x", "y", "xy")

Place = Any
Portal = tuple[Place, Place, float]
PortalsLike = Iterable[Sequence[Any]]
PairsLike = Iterable[Sequence[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """What joins and separates the cells of a space besides walls.

    Attributes:
        wrap: Which borders are joined: ``""``, ``"x"`` (left and right), ``"y"`` (top and bottom), ``"xy"``.
        portals: ``(from, to, cost)`` each.
        exits: uint32, in the shape of the space: bit k means that a cell may be left by step k of
            ``directions``; None means by all.
        one_way: Pairs ``(from, to)`` of neighbours: the step back is closed.
        edges: Rules that make a step and the step back differ in cost; None if there are none.
    """

    wrap: str = ""
    portals: tuple[Portal, ...] = ()
    exits: NDArray[np.uint32] | None = None
    one_way: tuple[tuple[Place, Place], ...] = ()
    edges: Edges | None = None

    @property
    def none(self) -> bool:
        """Whether there are none."""
        return not (self.wrap or self.portals or self.one_way or self.edges) and self.exits is None

    @property
    def words(self) -> str:
        """The links in words, for the end of a space's repr."""
        parts = [f"wrap {self.wrap}"] if self.wrap else []
        parts += [counted(len(self.portals), "portal")] if self.portals else []
        parts += ["exits"] if self.exits is not None else []
        parts += [f"{len(self.one_way)} one-way"] if self.one_way else []
        parts += [counted(len(self.edges.rules), "edge rule")] if self.edges else []
        return "".join(f", {part}" for part in parts)

    @property
    def options(self) -> dict[str, Any]:
        """The arguments that make a space with these links."""
        options = {
            "wrap": self.wrap,
            "portals": self.portals,
            "exits": self.exits,
            "one_way": self.one_way,
        }
        return options | ({"edges": self.edges.frozen()} if self.edges else {})

    def joined(self, portals: Iterable[Portal]) -> Links:
        """Return these links with more portals."""
        return replace(self, portals=(*self.portals, *portals))


class Ground(Protocol):
    """The part of a space that the checks need."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of its arrays."""

    @property
    def directions(self) -> tuple[tuple[int, ...], ...]:
        """The steps that lead from a cell."""

    @property
    def portal_cost(self) -> float:
        """The cost of a portal that names none."""

    def node_of(self, place: Any) -> int:
        """Return the node at a place."""

    def nodes_of(self, places: ArrayLike, name: str) -> NDArray[np.integer[Any]]:
        """Return the nodes at places."""

    def places_of(self, nodes: ArrayLike) -> NDArray[Any]:
        """Return the places of nodes."""

    def is_step(self, start: Place, end: Place, wrap: str) -> bool:
        """Return whether one of the directions leads from one place to another."""


def checked_links(
    ground: Ground,
    wrap: str,
    portals: PortalsLike = (),
    exits: ArrayLike | None = None,
    one_way: PairsLike = (),
    edges: Iterable[EdgeRule] | Edges = (),
) -> Links:
    """Return the links of a space, all checked.

    Raises:
        OptionError: An unknown kind of wrap, or an entry that is not a portal or pair of neighbours.
        PlaceError, PlaceTypeError: An end lies outside, or is not a place; the message names its row.
        CostError: A portal's cost is not a number from 0.
        ArrayError, ArrayTypeError: ``exits`` has a wrong shape or type, or bits without a meaning; or an
            array of ``edges`` has.
    """
    if not isinstance(wrap, str) or wrap not in WRAPS:
        raise unknown_name("wrap", wrap, [repr(name) for name in WRAPS])
    gates = tuple(
        _portal(ground, f"portals[{row}]", entry, lambda start, end: ground.portal_cost)
        for row, entry in enumerate(_rows(portals, "portals"))
    )
    pairs = tuple(_pair(ground, row, entry, wrap) for row, entry in enumerate(_rows(one_way, "one_way")))
    ways_out = None if exits is None else _checked_exits(ground, exits)
    return Links(wrap, gates, ways_out, pairs, edges_of(edges, ground.shape))


def check_even(wrap: str, sides: Mapping[str, int], where: str = "") -> None:
    """Check that the joined borders among some lie an even number of columns or rows apart.

    Args:
        wrap: The axes with joined borders.
        sides: The number of columns, ``"x"``, and of rows, ``"y"``, that must be even.
        where: What it depends on, for the error.

    Raises:
        OptionError: A number is odd.
    """
    for axis, side in sides.items():
        if axis in wrap and side % 2:
            lines = "columns" if axis == "x" else "rows"
            raise OptionError(
                f"wrap is {wrap!r} with {side} {lines}; {where}{axis} can be joined only where the number of "
                f"{lines} is even"
            )


def checked_stairs(
    ground: Ground, stairs: PortalsLike, length: Callable[[Place, Place], float]
) -> list[Portal]:
    """Return stairs as portals both ways; `length` returns the cost of stairs that name none.

    Raises:
        PathstarError: As `checked_links`.
    """
    found: list[Portal] = []
    for row, entry in enumerate(_rows(stairs, "stairs")):
        start, end, cost = _portal(ground, f"stairs[{row}]", entry, length)
        found += [(start, end, cost), (end, start, cost)]
    return found


def step_leads(
    directions: Iterable[tuple[int, ...]], start: Place, end: Place, shape: tuple[int, ...], wrap: str
) -> bool:
    """Return whether a step leads from one place to another, also across joined borders.

    Example:
        >>> step_leads([(-1, 0)], (0, 0), (2, 0), (1, 3), "x")
        True
    """
    sides = [side if name in wrap else None for side, name in zip(shape[::-1], "xyz", strict=False)]
    for by in directions:
        there = [at + d for at, d in zip(start, by, strict=True)]
        if all(
            a == b if side is None else (a - b) % side == 0
            for a, b, side in zip(there, end, sides, strict=True)
        ):
            return tuple(start) != tuple(end)
    return False


def portal_arrays(ground: Ground, links: Links) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """Return the ends of the portals, uint32 ``(n, 2)``, and their costs ``(n,)``."""
    ends = node_pairs(ground, [(start, end) for start, end, _ in links.portals])
    return ends, np.array([cost for _, _, cost in links.portals], np.float64)


def closed_steps(ground: Ground, links: Links) -> NDArray[np.uint32]:
    """Return the steps that the one-way pairs close, the steps back: uint32 ``(n, 2)``."""
    return node_pairs(ground, [(end, start) for start, end in links.one_way])


def node_ends(ground: Ground, pairs: PairsLike) -> list[tuple[Place, Place]]:
    """Return pairs of places of a space.

    Raises:
        OptionError: An entry is not a pair.
        PlaceError, PlaceTypeError: An end lies outside, or is not a place; the message names its row.
    """
    return [
        _ends(ground, f"pairs[{row}]", entry, "two places") for row, entry in enumerate(_rows(pairs, "pairs"))
    ]


def node_pairs(ground: Ground, pairs: list[tuple[Place, Place]]) -> NDArray[np.uint32]:
    """Return pairs of places as an array of their nodes, ``(n, 2)``."""
    places = [place for pair in pairs for place in pair]
    nodes: NDArray[np.uint32] = ground.nodes_of(places, "links").astype(np.uint32)
    return nodes.reshape(-1, 2)


def _rows(entries: Any, name: str) -> list[Any]:
    return checked_list(name, entries, "pairs of places")


def _place(ground: Ground, place: Any, what: str) -> Place:
    try:
        node = ground.node_of(place)
    except PathstarError as error:
        raise type(error)(f"{what}: {error}") from None
    return tuple(ground.places_of([node])[0].tolist())


def _portal(ground: Ground, what: str, entry: Any, usual: Callable[[Place, Place], float]) -> Portal:
    parts = _parts(entry)
    if parts is None or len(parts) not in (2, 3):
        raise OptionError(f"{what} is {entry!r}; allowed: (from, to) or (from, to, cost)")
    start, end = (_place(ground, place, what) for place in parts[:2])
    cost = parts[2] if len(parts) == 3 else usual(start, end)
    if isinstance(cost, np.floating):
        cost = cost.item()  # a float16 or float32 cannot be compared with the largest cost
    good = isinstance(cost, (int, float, np.integer)) and not isinstance(cost, bool)
    if not good or not 0 <= cost <= LARGEST_COST:
        raise CostError(f"{what} costs {cost!r}; a cost is a number from 0 to {LARGEST_COST:g}")
    return start, end, float(cost)


def _pair(ground: Ground, row: int, entry: Any, wrap: str) -> tuple[Place, Place]:
    start, end = _ends(ground, f"one_way[{row}]", entry, "two neighbouring places")
    if not ground.is_step(start, end, wrap):
        raise OptionError(f"one_way[{row}]: {start} to {end} is not one step; allowed: neighbouring places")
    return start, end


def _ends(ground: Ground, what: str, entry: Any, allowed: str) -> tuple[Place, Place]:
    parts = _parts(entry)
    if parts is None or len(parts) != 2:
        raise OptionError(f"{what} is {entry!r}; allowed: (from, to), {allowed}")
    start, end = (_place(ground, place, what) for place in parts)
    return start, end


def _parts(entry: Any) -> list[Any] | None:
    if isinstance(entry, (str, bytes)):
        return None
    try:
        return list(entry)
    except TypeError:
        return None


def _checked_exits(ground: Ground, exits: ArrayLike) -> NDArray[np.uint32]:
    array = numbers_of(exits, "exits")
    if array.dtype.kind not in "iu":
        raise ArrayTypeError(f"exits must hold whole numbers, whose bits are steps, not {array.dtype}")
    if array.shape != ground.shape:
        raise ArrayError(f"exits has the shape {array.shape}, the space {ground.shape}; they must be equal")
    most = 2 ** len(ground.directions) - 1
    if any_of(array, lambda part: (part < 0) | (part > most)):
        index = np.argwhere((array < 0) | (array > most))[0].tolist()
        raise ArrayError(
            f"exits[{', '.join(map(str, index))}] is {array[tuple(index)]}; allowed: 0 to {most}, "
            f"one bit for each of the {len(ground.directions)} directions"
        )
    return converted(array, np.uint32)
