"""The estimates of the remaining cost."""

from __future__ import annotations

from dataclasses import dataclass

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_name


@dataclass(frozen=True, slots=True)
class Heuristic:
    """An estimate of the cost from a place to the goal.

    Attributes:
        name: How to ask for it.
        title: What it is, in a few words.
        formula: A formula in dx and dy, the distances along both axes, and S and D, the costs of a straight
            and a diagonal step.
        chosen: Whether callers choose it by name; otherwise a space or an index brings it.
    """

    name: str
    title: str
    formula: str
    chosen: bool = True


HEURISTICS: dict[str, Heuristic] = {
    row.name: row
    for row in (
        Heuristic("zero", "no estimate: the search becomes Dijkstra's", "0"),
        Heuristic(
            "manhattan", "straight steps only; overestimates where diagonal steps exist", "S * (dx + dy)"
        ),
        Heuristic(
            "octile",
            "diagonal steps, then straight ones: exact on open ground with 8 directions",
            "S * (max(dx, dy) - min(dx, dy)) + D * min(dx, dy)",
        ),
        Heuristic("euclidean", "the straight line", "min(S, D / sqrt(2)) * sqrt(dx^2 + dy^2)"),
        Heuristic("chebyshev", "as if every step cost the cheaper one", "min(S, D) * max(dx, dy)"),
        Heuristic(
            "great_circle",
            "the shortest way on the earth between longitudes and latitudes: for graphs",
            "cost per metre * 2 R * asin(chord / 2)",
        ),
        Heuristic("hex", "the steps between hexagons on open ground", "max(|dq|, |dr|, |dq + dr|)"),
        Heuristic(
            "landmarks",
            "from the distances to landmarks: for planners with such an index",
            "max |d(landmark, node) - d(landmark, goal)|",
            chosen=False,
        ),
        Heuristic(
            "given", "the caller's own function: for custom spaces", "heuristic(node, goal)", chosen=False
        ),
    )
}


def heuristic_named(name: object) -> Heuristic:
    """Return the row of a heuristic.

    Raises:
        OptionError: There is no heuristic of that name.

    Example:
        >>> heuristic_named("octile").formula
        'S * (max(dx, dy) - min(dx, dy)) + D * min(dx, dy)'
    """
    if isinstance(name, Heuristic):
        return name
    if callable(name):
        names = ", ".join(row.name for row in HEURISTICS.values() if row.chosen)
        raise OptionError(f"heuristic is a function; allowed: {names}. ps.search takes functions")
    return HEURISTICS[checked_name("heuristic", name, HEURISTICS)]
