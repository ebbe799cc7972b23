"""A unit of the page that walks over ground that it sees only as it goes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import PlaceError
from pathstar.known.known_map import KnownMap
from pathstar.known.walk import Walk
from pathstar.paths.path import Path
from pathstar.planners.planner import Planner
from pathstar.studio.boards import Board
from pathstar.studio.panels.painted import Painted, paint
from pathstar.studio.refusals import StudioError
from pathstar.studio.runs import Options
from pathstar.words import Say

REPAIR = "d-star-lite"
FRESH = "astar"

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stride:
    """The result of some steps of a walk.

    Attributes:
        place: Where the unit is.
        status: As `Walk.status`.
        cost: The cost of its steps so far.
        trail: Where it has been, beginning with the start.
        ahead: The squares of its plan, from its present place on; empty while it explores.
        seen: The squares that were seen for the first time.
        plans: The number of plans so far, including the first.
        repaired: The number of squares that its plans have expanded.
        fresh: The number of squares that searches from the beginning expand for the same plans.
    """

    place: Place
    status: str
    cost: float
    trail: list[Place]
    ahead: list[Place]
    seen: list[Place]
    plans: int
    repaired: int
    fresh: int


class FogWalk:
    """A walk over a copy of a board, for one page, whose plans are repaired by D* Lite.

    Beside each repair it counts what a search from the beginning would have expanded.

    Args:
        board: The board: of squares.
        options: The moves, how terrain counts, and the kind of unit.
        start: Where the unit begins.
        goal: Where it goes; None to explore.
        fog: The squares that it does not know at first, ``bool[h, w]``; None for all.
        radius: How far it sees, in squares.
        sight: Whether walls block its view.

    Raises:
        OptionError: The board is not of squares, or the size or the radius is not allowed.
        PlaceError: The start is a wall, or a place is outside.

    Example:
        >>> from pathstar.studio.boards import Kind
        >>> board = Board(np.zeros((1, 5), np.uint16), (Kind(1.0),))
        >>> walk = FogWalk(board, Options(), (0, 0), (4, 0), radius=2)
        >>> walk.play(1).place, walk.play(9).status
        ((1, 0), 'arrived')
    """

    def __init__(
        self,
        board: Board,
        options: Options,
        start: Place,
        goal: Place | None,
        *,
        fog: NDArray[np.bool_] | None = None,
        radius: float = 4.0,
        sight: bool = True,
    ) -> None:
        if not board.upright:
            raise StudioError(Say("studio.walk.squares"))
        if (options.size or 1) > 1:
            raise StudioError(Say("studio.refused.walk.size", {"size": options.size or 1}))
        moves = options.moves
        self._truth = board.ground(options.profile)
        self._known = KnownMap(self._truth, corners=moves.corners)
        if fog is not None:
            self._show(~fog)
        grid = self._known.map.grid(moves=moves, cost_model=options.cost_model or "enter")
        self._fresh = Planner(grid, FRESH)
        self._shown = np.zeros_like(self._known.seen)
        self._walk = Walk(self._known, start, goal, radius=radius, sight=sight, space=grid, algorithm=REPAIR)
        self._counts = [0, 0, 0]  # plans, squares expanded by repairs, and by searches from the beginning
        self._strides = threading.Lock()

    def _show(self, bright: NDArray[np.bool_]) -> None:
        """Let the unit know some squares from the beginning."""
        y, x = np.nonzero(bright)
        truth = self._truth
        self._known.observe(
            np.stack([x, y], axis=-1), passable=truth.passable[y, x], cost=truth.layers["cost"][y, x]
        )

    def play(
        self, steps: int, painted: Sequence[Painted] = (), stop: Callable[[], bool] = lambda: False
    ) -> Stride:
        """Change the true ground, take some steps, and report.

        Args:
            steps: The maximum number of steps; none once the walk is over.
            painted: Squares whose ground has changed; the unit learns of them when it sees them.
            stop: Returns whether to end early.

        Raises:
            PlaceError: A square is outside.
        """
        with self._strides:
            paint(self._truth, painted, {self._walk.place})
            for _ in range(steps):
                if self._walk.status != "walking" or stop():
                    break
                self._plan()
                self._walk.step()
            return self._report()

    def _plan(self) -> Path | None:
        """Return the unit's path by what it knows now, and count the work of a new plan.

        The search from the beginning sees the same ground.
        """
        walk = self._walk
        if walk.goal is None or walk.status != "walking":
            return None
        before = walk.stats
        path = walk.path
        if walk.stats.repairs + walk.stats.searches > before.repairs + before.searches:
            self._counts[0] += 1
            self._counts[1] += walk.stats.expanded - before.expanded
            self._counts[2] += self._fresh.find(walk.place, walk.goal).stats.expanded
        return path

    def _report(self) -> Stride:
        walk, seen = self._walk, self._known.seen
        new, self._shown = seen & ~self._shown, seen.copy()
        y, x = np.nonzero(new)
        path = self._plan()
        plans, repaired, fresh = self._counts
        return Stride(
            place=_pair(walk.place),
            status=walk.status,
            cost=walk.cost,
            trail=[_pair(place) for place in walk.trail],
            ahead=[_pair(place) for place in path] if path else [],
            seen=list(zip(x.tolist(), y.tolist(), strict=True)),
            plans=plans,
            repaired=repaired,
            fresh=fresh,
        )


def _pair(place: Sequence[int]) -> Place:
    return int(place[0]), int(place[1])


def fog_of(data: bytes, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Return fog from the page: a bit for each square in rows, the highest bit of a byte first.

    Raises:
        PlaceError: There are too few or too many bits.

    Example:
        >>> fog_of(bytes([0b10100000]), (1, 3)).tolist()
        [[True, False, True]]
    """
    cells = shape[0] * shape[1]
    if len(data) != (cells + 7) // 8:
        raise PlaceError(f"fog holds {len(data)} bytes; a map of {cells} squares needs {(cells + 7) // 8}")
    return np.unpackbits(np.frombuffer(data, np.uint8), count=cells).reshape(shape).astype(bool)
