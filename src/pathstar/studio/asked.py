"""Questions about a board that no trace answers: why not through here, and the costs from or to there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import PlaceError
from pathstar.paths.path import Path
from pathstar.planners.fields import distance_field
from pathstar.spaces.base import Place, Space
from pathstar.traces.explain.facts import place_words
from pathstar.viz.contours import contour_segments, levels_of
from pathstar.words import Say, Value
from pathstar.words.number_text import same

CONTOURS = 9


@dataclass(frozen=True, slots=True)
class Why:
    """Why a path does not lead through a place.

    Attributes:
        say: The reason.
        nodes: The cheapest way from start to goal through the place; empty if there is none.
    """

    say: Say
    nodes: tuple[int, ...] = ()


def why_not(space: Space, path: Path, start: Place, goals: Sequence[Place], place: Place) -> Why:
    """Return why a path does not lead through a place: how much more the cheapest way through it costs.

    Args:
        space: Where the path lies.
        path: The path that was found, or the result that there is none.
        start: Its start.
        goals: Its goal, or several; it ends at one of them.
        place: The place asked about.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [1, 1, 1]], moves=ps.Moves(4))
        >>> why_not(grid, ps.find_path(grid, (0, 0), (2, 0)), (0, 0), [(2, 0)], (1, 1)).say.key
        'why.more'
    """
    if path and space.node_of(place) in path.nodes:
        return Why(Say("why.path", {"place": place_words(place)}))
    found = _compared(space, path, start, goals, place)
    kind = "lost" if found.case == "alone" else found.case
    return Why(Say(f"why.{kind}", found.values), found.nodes)


def why_left_out(
    space: Space, path: Path, start: Place, goals: Sequence[Place], place: Place, number: int
) -> Why:
    """Return why a path does not lead through a place in a dead end that the search has left out.

    Args:
        space: Where the path lies, with its dead ends.
        path: The path that was found, or the result that there is none.
        start: Its start.
        goals: Its goal, or several; it ends at one of them.
        place: The place asked about.
        number: The number of the dead end.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [1, 1, 1]], moves=ps.Moves(4))
        >>> why_left_out(grid, ps.find_path(grid, (0, 0), (2, 0)), (0, 0), [(2, 0)], (1, 1), 3).say.key
        'why.dead_end.more'
    """
    found = _compared(space, path, start, goals, place)
    return Why(Say(f"why.dead_end.{found.case}", {**found.values, "number": str(number)}), found.nodes)


def why_blocked(opened: Space, path: Path, start: Place, goals: Sequence[Place], place: Place) -> Why:
    """Return what would change if a blocked place could be entered.

    Args:
        opened: The space in which it can be entered.
        path: The path found on the board as it is, or the result that there is none.
        start: Its start.
        goals: Its goal, or several; it ends at one of them.
        place: The place asked about.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0))
        >>> why_blocked(ps.Grid([[1, 1, 1]]), path, (0, 0), [(2, 0)], (1, 0)).say.key
        'why.blocked.found'
    """
    found = _compared(opened, path, start, goals, place)
    kind = "found" if found.case == "alone" else found.case
    return Why(Say(f"why.blocked.{kind}", found.values), found.nodes)


@dataclass(frozen=True, slots=True)
class _Compared:
    """The cheapest way through a place beside a path.

    Attributes:
        case: ``"none"`` if there is no way, ``"alone"`` if there is no path; else whether the way costs
            ``"more"``, ``"less"`` or the same, ``"equal"``.
        values: The values of its message.
        nodes: The way.
    """

    case: str
    values: dict[str, Value]
    nodes: tuple[int, ...] = ()


def _compared(space: Space, path: Path, start: Place, goals: Sequence[Place], place: Place) -> _Compared:
    values: dict[str, Value] = {"place": place_words(place)}
    there, back = _way(space, start, place, goals)
    if not there or not back:
        return _Compared("none", values)
    cost = there[1] + back[1]
    nodes = tuple(space.node_of(each) for each in [*there[0], *back[0][1:]])
    values |= {"cost": cost, "more": abs(cost - path.cost)}
    if not path:
        case = "alone"
    elif same(cost, path.cost):
        case = "equal"
    else:
        case = "more" if cost > path.cost else "less"
    return _Compared(case, values, nodes)


_Leg = tuple[list[Place], float]


def _way(space: Space, start: Place, place: Place, goals: Sequence[Place]) -> tuple[_Leg | None, _Leg | None]:
    """Return the cheapest ways from the start to a place and on to a goal, with their costs."""
    try:
        there = distance_field(space, [start], outward=True, stop_at=[place])
        back = distance_field(space, goals, stop_at=[place])
    except PlaceError:  # the start, the goal or the place is a wall
        return None, None
    costs = there.cost_of(place), back.cost_of(place)
    if not all(map(math.isfinite, costs)):
        return None, None
    return (there.path_to(place), costs[0]), (back.path_from(place), costs[1])


def field_columns(
    space: Space, sources: Sequence[Place], *, outward: bool, contours: bool
) -> dict[str, NDArray[np.generic]]:
    """Return the costs from or to the nearest of some places as columns for the page.

    Args:
        space: The space of the board.
        sources: The start of the search for an outward field, else its goals.
        outward: Whether the costs are those from the sources.
        contours: Whether to add contour lines, for a board of cells.

    Returns:
        ``costs``, float32, infinity where there is no way. ``next``, uint32: the neighbour on the cheapest
        way, 2**32 - 1 where there is none. ``contours``, float32: x and y of both ends of each
        part of a contour line, in squares.

    Raises:
        PlaceError: A source is a wall.
    """
    field = distance_field(space, sources, outward=outward)
    columns: dict[str, NDArray[np.generic]] = {
        "costs": field.costs.ravel().astype(np.float32),
        "next": field.parents.ravel().astype(np.uint32),
    }
    if contours:
        lines = contour_segments(field.costs, levels_of(field.costs, CONTOURS))
        columns["contours"] = lines.ravel().astype(np.float32)
    return columns
