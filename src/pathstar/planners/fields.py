"""Searches without a goal: from some places to all others, or from all others to them."""

from __future__ import annotations

from typing import Any

import numpy as np

from pathstar.engine.options import finder_of
from pathstar.errors import PlaceError
from pathstar.maps.arguments import checked_switch
from pathstar.paths.field import Field
from pathstar.planners.checks import check_sweeps
from pathstar.spaces.base import Space, place_list


def distance_field(space: Space, sources: Any, *, outward: bool = False) -> Field:
    """Find what it costs to go from every place to the nearest of some sources.

    One search answers for all places: a thousand units that walk to the same goal need one field, not a
    thousand paths.

    Over a `Turning` a source without a heading may be entered, or left, every way. Places without one are
    answered for as well: whoever starts there sets off every way, and whoever ends there came any way.

    Args:
        space: Where to search.
        sources: Places, at least one, none of them blocked: ``(n, 2)`` on a grid, names in a graph.
        outward: Whether the ways lead from the sources to all places instead. It matters where a way back
            costs otherwise than the way there: in directed graphs, and on grids of which one pays for the
            cell entered.

    Returns:
        A `Field`: costs in the shape of the space, and for each place the next one on its way.

    Raises:
        SpaceError: The first argument is not a space.
        PlaceError: A source lies outside or is blocked, or there is none; the message names its row.
        PlaceTypeError: A source is no place.
        OptionError: The space is a `Custom`, which may have no end, or `Waypoints` or a `Timed`.

    Example:
        >>> import numpy as np
        >>> import pathstar as ps
        >>> field = distance_field(ps.Grid(np.ones((3, 4))), [(0, 0), (3, 2)])
        >>> field.costs.round(1).tolist()
        [[0.0, 1.0, 2.0, 2.0], [1.0, 1.4, 1.4, 1.0], [2.0, 2.0, 1.0, 0.0]]
    """
    check_sweeps(space)
    nodes = space.nodes_of(sources, "sources")
    if len(nodes) == 0:
        raise PlaceError("there are no sources; a field needs at least one")
    blocked = np.flatnonzero(~space.is_free(nodes))
    if blocked.size:
        row = int(blocked[0])
        raise PlaceError(
            f"sources[{row}] = {place_list(space.places_of(nodes[row : row + 1]))[0]} is not walkable"
        )
    costs, parents = finder_of(space).field(nodes, not checked_switch("outward", outward))
    ends, costs = space.entered(costs) if outward else (None, costs)
    return Field(space, outward, costs.reshape(space.shape), parents, ends)
