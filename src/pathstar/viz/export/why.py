"""Why the path of a saved search does not lead through a place: facts for every place of a small board."""

from __future__ import annotations

from typing import Any

import numpy as np

from pathstar._core import Status
from pathstar.goals.base import names_place
from pathstar.traces.trace import Trace
from pathstar.viz.export.bundle import in_base64
from pathstar.words import same

MOST_PLACES = 16_384
# The messages `why.X`, by the numbers of `cases`.
CASES = ("none", "path", "more", "equal", "less", "lost", "wall", "closed")
_ANSWERED = (Status.FOUND, Status.NO_PATH, Status.LIMIT)


def why_facts(trace: Trace) -> dict[str, Any] | None:
    """Return the facts of all places, as the page reads them.

    Args:
        trace: The search.

    Returns:
        ``cases``, ``costs`` and ``more``: for each place its number in `CASES`, the cost of the cheapest way
            through it, and the difference from the cost of the path. For a board of more than `MOST_PLACES`
            places only ``most``, and over a `Timed` only ``say``, the message that holds everywhere. None if
            steps along edges tell nothing: for paths of any angle, for goals that are not one place, for
            imported searches, and if nothing was searched.
    """
    space: Any = trace.space
    path = trace.path
    asked = names_place(path.goal) and path.reason is None and path.status in _ANSWERED and not path.is_line
    if not asked or trace.rules.open_list == "unknown":
        return None
    can = space.capabilities
    if can.timed:
        return {"say": "why.timed"}
    if not (can.reversible and can.one_to_all):
        return None
    if space.size > MOST_PLACES:
        return {"most": MOST_PLACES}
    places = np.arange(space.ground.size, dtype=np.uint32)  # those of a layer come first
    costs = trace.through()[: len(places)]
    cases = np.array([_case(cost, path.cost if path else None) for cost in costs.tolist()], np.uint8)
    cases[space.cells_of(path.nodes)] = CASES.index("path")
    if can.cells:
        cases[~space.is_free(places)] = CASES.index("wall" if space.ground is space else "closed")
    known = np.isfinite(costs)
    more = np.abs(np.where(known, costs, 0.0) - (path.cost if path else 0.0))
    return {
        "keys": CASES,
        "cases": in_base64(cases.tobytes()),
        "costs": in_base64(np.where(known, costs, 0.0).astype("<f8").tobytes()),
        "more": in_base64(more.astype("<f8").tobytes()),
    }


def _case(cost: float, found: float | None) -> int:
    if not np.isfinite(cost):
        return CASES.index("none")
    if found is None:
        return CASES.index("lost")
    return CASES.index("equal" if same(cost, found) else "more" if cost > found else "less")
