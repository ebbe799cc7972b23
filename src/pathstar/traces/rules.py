"""How a search chose among its open squares, which a trace needs for its explanations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError
from pathstar.maps.layers import numbers_of


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of a search.

    Attributes:
        algorithm: A name in the algorithm table, or the name in an imported trace.
        title: What it is, in a few words.
        use_g: Whether F counts the cost so far.
        weight: The factor of the estimate in F; 0 means no estimate.
        heuristic: The estimate used.
        open_list: The kind of open list that determined the order; ``"unknown"`` for an imported trace.
        ties: Which of two nodes of equal F comes first.
        improve: Whether a better path to an open square replaces the old one.
        jumps: Whether a step may lead several squares away, so that neighbours are not looked at one by one.
        any_angle: For a search whose parents may lie in any direction, its name in `_core.AnyAngle`; else
            empty.
        bisects: Whether it halves intervals in rounds. Then the weight decides when it ends, and does not
            enter F.
        repairs_from: For a search that is repaired, where it begins: ``"start"`` or ``"goal"``; else ``""``.
        reuses_paths: Whether the search ends where it meets a path that an earlier search found.
        kept_out: The reason for not entering some walkable places: ``"mask"`` for `avoid` or `only`,
            ``"dead_ends"`` for `skip_dead_ends`; ``""`` for none.

    Example:
        >>> rules = Rules("astar", "A*", use_g=True, weight=1.0, heuristic="manhattan", open_list="heap")
        >>> rules.key_words
        'F = G + H'
    """

    algorithm: str
    title: str
    use_g: bool = True
    weight: float = 1.0
    heuristic: str = "octile"
    open_list: str = "heap"
    ties: str = "larger_g"
    improve: bool = True
    jumps: bool = False
    any_angle: str = ""
    bisects: bool = False
    repairs_from: str = ""
    reuses_paths: bool = False
    kept_out: str = ""

    @property
    def exact(self) -> bool:
        """Whether the lowest F is taken at every step."""
        return self.open_list in ("heap", "sorted", "unsorted")

    @property
    def reopens(self) -> bool:
        """Whether a closed square with a better path is opened again."""
        return self.open_list == "bucket" and self.use_g

    @property
    def key_letter(self) -> str:
        """The key of the open list: F, or H if the cost so far does not count."""
        return "F" if self.use_g else "H"

    @property
    def key_words(self) -> str:
        """The formula of F."""
        if not self.use_g:
            return "F = H"
        if self.weight == 0:
            return "F = G"
        return "F = G + H" if self.weight == 1 else f"F = G + {self.weight:g} x H"

    def keys(self, g: NDArray[np.float64], h: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return F from G and H of events, where H includes the weight.

        Raises:
            ArrayError, ArrayTypeError: They are not numbers, or not equally many.
        """
        g, h = numbers_of(g, "g"), numbers_of(h, "h")
        if g.shape != h.shape:
            raise ArrayError(f"g has the shape {g.shape}, h the shape {h.shape}; they must be the same")
        return g + h if self.use_g else h
