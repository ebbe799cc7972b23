"""The steps on a grid of squares."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number, as_whole, checked_name

CORNERS = ("no_cut", "no_squeeze", "free")
PLAIN_DIRECTIONS = (4, 8)
DIRECTIONS = (*PLAIN_DIRECTIONS, 16)
_LARGEST_RATIO = 1000.0

# In the order of the bits of `exits`.
_STRAIGHT = ((0, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_KNIGHT = ((-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2))


@dataclass(frozen=True, slots=True)
class Moves:
    """The directions, the corner rule and the step costs of a grid.

    Args:
        directions: 4 (up, down, left, right), 8 (diagonals too) or 16 (knight's moves too: two cells along
            one axis and one along the other).
        corners: When a diagonal step is allowed. ``"no_cut"``: both orthogonal neighbours must be free (the
            rule of most games and of the MovingAI benchmarks). ``"no_squeeze"``: at most one of them may be
            blocked. ``"free"``: they do not matter. A knight's move passes between two cells: under
            ``"no_cut"`` both must be free; under ``"no_squeeze"`` three straight steps inside the 3 x 2 cells
            that it spans must lead there too; under ``"free"`` at least one must be free.
        straight: Cost of a straight step.
        diagonal: Cost of a diagonal step; by default the square root of 2 times ``straight``.
        knight: Cost of a knight's move; by default the square root of 5 times ``straight``.

    Raises:
        OptionError: An unknown rule or number of directions, or a step cost that is not a positive number.

    Example:
        >>> Moves(straight=10, diagonal=14)
        Moves(directions=8, corners='no_cut', straight=10.0, diagonal=14.0)
    """

    directions: int = 8
    corners: str = "no_cut"
    straight: float = 1.0
    diagonal: float | None = None
    knight: float | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        directions = as_whole(self.directions)
        if directions not in DIRECTIONS:
            raise OptionError(f"directions is {self.directions!r}; allowed: 4, 8, 16")
        checked_name("corner rule", self.corners, CORNERS)
        straight = _step_cost("straight", self.straight)
        diagonal = (
            math.sqrt(2.0) * straight if self.diagonal is None else _step_cost("diagonal", self.diagonal)
        )
        _check_ratio("diagonal", diagonal, straight)
        object.__setattr__(self, "directions", directions)
        object.__setattr__(self, "straight", straight)
        object.__setattr__(self, "diagonal", diagonal)
        if directions == 16:
            knight = math.sqrt(5.0) * straight if self.knight is None else _step_cost("knight", self.knight)
            _check_ratio("knight", knight, straight)
            object.__setattr__(self, "knight", knight)
        elif self.knight is not None:
            raise OptionError(f"knight is {self.knight!r}; only 16 directions have such moves")

    @property
    def step_costs(self) -> tuple[float, float]:
        """The costs of a straight and of a diagonal step."""
        assert self.diagonal is not None  # set by __post_init__
        return self.straight, self.diagonal

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The steps ``(dx, dy)``: straight ones, then diagonal ones, then knight's moves."""
        return (_STRAIGHT + _DIAGONAL + _KNIGHT)[: self.directions]

    @property
    def lengths(self) -> tuple[float, ...]:
        """The costs of the steps, in the order of `steps`."""
        straight, diagonal = self.step_costs
        return ((straight,) * 4 + (diagonal,) * 4 + (self.knight or 0.0,) * 8)[: self.directions]

    @property
    def core(self) -> _core.Moves:
        """The native form of this value, for 4 and 8 directions."""
        return _core.Moves(self.directions, _core.Corners[self.corners], *self.step_costs)


def _step_cost(name: str, value: object) -> float:
    cost = as_number(value)
    if cost is None or not 1e-100 <= cost <= 1e100:
        raise OptionError(f"{name} is {value!r}; a step cost must be a positive number, from 1e-100 to 1e100")
    return cost


def _check_ratio(name: str, cost: float, straight: float) -> None:
    if not 1 / _LARGEST_RATIO <= cost / straight <= _LARGEST_RATIO:
        raise OptionError(
            f"{name} is {cost!r} and straight {straight!r}; "
            f"one may be at most {_LARGEST_RATIO:g} times the other"
        )


def checked_moves(moves: Moves | None) -> Moves:
    """Return the moves of a grid: those given, or the usual ones for None.

    Raises:
        OptionError: It is neither a `Moves` nor None.
    """
    if moves is None:
        return Moves()
    if not isinstance(moves, Moves):
        raise OptionError(f"moves is {moves!r}; allowed: a Moves, such as Moves(directions=4)")
    return moves
