"""Well-known maps."""

from __future__ import annotations

import numpy as np

from pathstar.maps.map import Map


def worked_example() -> Map:
    """Return the board of the classic beginner's guide: a wall of three squares between A and B.

    Returns:
        A map 7 wide and 5 high with the marks ``start`` and ``goal``.

    Example:
        >>> worked_example()
        Map('worked example', 7 x 5, 32 walkable, marks start (1, 2), goal (5, 2))
    """
    walkable = np.ones((5, 7), bool)
    walkable[1:4, 3] = False
    return Map(walkable, marks={"start": (1, 2), "goal": (5, 2)}, name="worked example")
