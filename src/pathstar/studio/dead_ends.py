"""Dead ends that were painted on a board: what a search leaves out, or why it leaves nothing out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.analysis.dead_ends import MOST_BY_HAND, dead_ends, lost_path
from pathstar.errors import ArrayError, OptionError
from pathstar.planners.algorithms import ALGORITHMS
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place
from pathstar.studio.boards import Board, Labelled
from pathstar.studio.graphs import GraphBoard
from pathstar.studio.runs import ENTERED, MethodError, Options, check_method
from pathstar.traces.explain.facts import place_words
from pathstar.words import Say


@dataclass(frozen=True, eq=False)
class LeftOut:
    """What a search does about the dead ends of a board.

    Attributes:
        say: How many squares it leaves out, or why it leaves nothing out.
        avoid: The squares that it does not enter, bool ``[h, w]``; None if it leaves nothing out.
        exact: Whether a path costs no more for that.
    """

    say: Say
    avoid: NDArray[np.bool_] | None = None
    exact: bool = True


def left_out(
    board: Board | GraphBoard, options: Options, start: Place, goals: Sequence[Place]
) -> LeftOut | None:
    """Return what a search leaves out: the dead ends that hold neither its start nor a goal.

    It leaves nothing out if the dead ends would lose a path, or if its method passes over squares.

    Args:
        board: The board.
        options: The options of the search.
        start: Where it starts.
        goals: Where it may end.

    Returns:
        None for a board without dead ends, and for a search that may enter them.
    """
    if not isinstance(board, Board) or board.labels is None or not board.labels.any():
        return None
    if options.dead_ends == ENTERED:
        return None
    row = ALGORITHMS[options.algorithm]
    if row.jumps or row.any_angle:
        return LeftOut(Say("studio.dead_ends.method", {"algorithm": Say(f"algorithm.{row.name}.title")}))
    labelled = _labelled(board, options)
    if labelled.ends is None:
        assert labelled.lost is not None
        start, goal = map(place_words, labelled.lost)
        return LeftOut(Say("studio.dead_ends.lost", {"start": start, "goal": goal}))
    ends = labelled.ends
    avoid = np.logical_and.reduce([ends.between(start, goal) for goal in goals])
    count = len(np.unique(ends.labels[avoid]))
    squares = Say("studio.dead_ends.squares", {"count": int(np.count_nonzero(avoid))})
    say = (
        Say("studio.dead_ends.left_out", {"squares": squares, "count": count})
        if count
        else Say("studio.dead_ends.own")
    )
    return LeftOut(say, avoid, labelled.exact or not count)


def number_left_out(board: Board | GraphBoard, out: LeftOut | None, place: Place) -> int:
    """Return the number of the dead end around a place, if a search leaves it out; else 0."""
    if out is None or out.avoid is None or not isinstance(board, Board) or board.labels is None:
        return 0
    x, y = place
    return int(board.labels[y, x]) if out.avoid[y, x] else 0


def planned(
    board: Board | GraphBoard,
    options: Options,
    start: Place,
    goals: Sequence[Place],
    *,
    traced: bool = False,
) -> tuple[Planner, LeftOut | None]:
    """Return the planner of a search on a board, and what it leaves out; see `left_out`.

    Raises:
        MethodError: The algorithm does not fit the board, its rules of moving, or several targets.
    """
    space = board.space(options)
    check_method(options.algorithm, space)
    out = left_out(board, options, start, goals)
    avoid = None if out is None else out.avoid
    planner = options.planner(space, traced=traced, avoid=avoid)
    if len(goals) > 1 and not planner.takes_sets:
        raise MethodError("studio.refused.method.targets", planner.method.algorithm)
    return planner, out


def found_labels(board: Board | GraphBoard, options: Options) -> NDArray[np.int32]:
    """Return the labels of the dead ends that a board has, as many as a brush could paint.

    Raises:
        SpaceError: The board is not one of squares.
        OptionError: It has too many.
    """
    ground: Any = board.space(options)
    found = dead_ends(ground)
    if found.count > MOST_BY_HAND:
        raise OptionError(
            f"the board has {found.count:,} dead ends; as labels by hand there are at most {MOST_BY_HAND:,}"
        )
    return found.labels


def _labelled(board: Board, options: Options) -> Labelled:
    """Return the dead ends of a board in its space for some options; each space is checked once."""
    key, space = board.key(options), board.space(options)
    if key not in board.labelled:
        board.labelled[key] = _check(space, board.labels)
    return board.labelled[key]


def _check(grid: Any, labels: Any) -> Labelled:
    try:
        ends = dead_ends(grid, labels=labels)
    except ArrayError:  # whole numbers in the shape of the board are refused only if they lose a path
        return Labelled(None, lost_path(grid, labels))
    return Labelled(ends, None, _are_whole(ends.labels, dead_ends(grid).labels))


def _are_whole(labels: NDArray[np.int32], found: NDArray[np.int32]) -> bool:
    """Return whether labels are whole dead ends as `dead_ends` finds them, with a single entrance each."""
    if labels[found == 0].any():
        return False
    inside = found > 0
    pairs = np.unique(np.stack((found[inside], labels[inside])), axis=1)
    return bool((np.diff(pairs[0]) > 0).all())
