"""Several paths between two places: the cheapest, the second cheapest, and so on."""

from __future__ import annotations

from pathstar import _core
from pathstar.engine.options import checked_max_cost, finder_of
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_whole
from pathstar.paths.path import Method, Path
from pathstar.planners.checks import check_sweeps
from pathstar.planners.fitting import exact_settings
from pathstar.planners.queries import QUERIES
from pathstar.progress import Progress, reporting, tell_of
from pathstar.spaces.base import Place, Space

MOST_PATHS = 1_000_000


def find_k_paths(
    space: Space,
    start: Place,
    goal: Place,
    k: int,
    *,
    max_cost: float | None = None,
    progress: Progress = None,
) -> list[Path]:
    """Find the k cheapest paths that visit no place twice.

    Yen's method with Lawler's improvement: one search of the whole space, then a short one for each place of
    each path. All paths belong to one revision of the space: an edit in another thread waits for the call.

    Over a `Turning`, no path visits a cell twice, whatever its headings. That requires that two turns never
    cost less than one: turns with a price for each, none of them forbidden, and no portals.

    Args:
        space: Where to search.
        start: Where the paths start.
        goal: Where they end.
        k: The number of paths, from 1 to a million.
        max_cost: Leave out paths that cost more.
        progress: Called now and then with the fraction of the paths found, from 0.0 to 1.0; True shows a bar.
            An exception in it stops the call, also one that another thread asked for.

    Returns:
        The paths in order of cost: fewer than k where the space has no more, and none where there is no path
        or an end is blocked. The paths for a larger k begin with those for a smaller one: among equal costs,
        and costs that differ by rounding alone, the first found comes first.

    Raises:
        SpaceError: The first argument is not a space.
        PlaceError: A place lies outside the space.
        PlaceTypeError: An end is not a place.
        OptionError: k is not a whole number from 1 to a million, or the space is a `Custom`, `Waypoints`, a
            `Timed`, or a `Turning` with other turns.

    Example:
        >>> import pathstar as ps
        >>> roads = [("a", "b", 1), ("b", "d", 1), ("a", "c", 2), ("c", "d", 2), ("a", "d", 9)]
        >>> for path in find_k_paths(ps.Graph.from_edges(roads), "a", "d", 3):
        ...     print(path.cost, *path)
        2.0 a b d
        4.0 a c d
        9.0 a d
    """
    check_sweeps(space)
    if (why := space.unsupported_k_paths()) is not None:
        name, turns = space.kind.name, "turns that are never cheaper in two parts"
        raise OptionError(f"k paths over a {name} need {turns}; {why}")
    most = checked_max_cost(max_cost) * (1 + 1e-9)
    settings = exact_settings(space, "automatic")
    ends = space.node_of(start), space.node_of(goal)
    with reporting(progress, "cheapest paths") as tell:
        found = _core.find_k_paths(finder_of(space), *ends, checked_count(k), settings, tell)
        tell_of(tell, 1.0)
    method = Method(QUERIES["yen"].name, "exact", 1.0, "automatic", 1.0)
    paths = [Path(result, space, start, goal, method) for result in found]
    return [path for path in paths if path.cost <= most]


def checked_count(k: object) -> int:
    """Return the number of paths to find.

    Raises:
        OptionError: It is not a whole number from 1 to a million.
    """
    return checked_whole("k", k, 1, MOST_PATHS)
