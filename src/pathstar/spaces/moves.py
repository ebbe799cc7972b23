"""How one may step on a grid of squares."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pathstar import _core
from pathstar.errors import OptionError, unknown_name

CORNERS = ("no_cut", "no_squeeze", "free")
DIRECTIONS = (4, 8)
_LARGEST_RATIO = 1000.0


@dataclass(frozen=True, slots=True)
class Moves:
    """The directions, the corner rule and the step costs of a grid.

    Args:
        directions: 4 (up, down, left, right) or 8 (diagonals too).
        corners: When a diagonal step is allowed. ``"no_cut"``: both orthogonal neighbours must be free (the
            rule of most games and of the MovingAI benchmarks). ``"no_squeeze"``: at most one of them is
            blocked. ``"free"``: they do not matter.
        straight: Cost of a straight step.
        diagonal: Cost of a diagonal step; by default the square root of 2 times ``straight``.

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

    def __post_init__(self) -> None:
        if self.directions not in DIRECTIONS or isinstance(self.directions, bool):
            raise OptionError(f"directions is {self.directions!r}; allowed: 4, 8")
        if self.corners not in CORNERS:
            raise unknown_name("corner rule", self.corners, CORNERS)
        straight = _step_cost("straight", self.straight)
        diagonal = (
            math.sqrt(2.0) * straight if self.diagonal is None else _step_cost("diagonal", self.diagonal)
        )
        if not 1 / _LARGEST_RATIO <= diagonal / straight <= _LARGEST_RATIO:
            raise OptionError(
                f"diagonal is {diagonal!r} and straight {straight!r}; "
                f"one may be at most {_LARGEST_RATIO:g} times the other"
            )
        object.__setattr__(self, "straight", straight)
        object.__setattr__(self, "diagonal", diagonal)

    @property
    def step_costs(self) -> tuple[float, float]:
        """The costs of a straight and of a diagonal step."""
        assert self.diagonal is not None  # set by __post_init__
        return self.straight, self.diagonal

    @property
    def core(self) -> _core.Moves:
        """The native twin of this value."""
        return _core.Moves(self.directions, _core.Corners[self.corners], *self.step_costs)


def _step_cost(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise OptionError(f"{name} is {value!r}; a step cost must be a number")
    if not 1e-100 <= value <= 1e100:
        raise OptionError(f"{name} is {value!r}; a step cost must be a positive number, from 1e-100 to 1e100")
    return float(value)
