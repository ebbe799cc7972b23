"""Streets of other libraries: OSMnx's graphs and tables of lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, ArrayTypeError, CostError, OptionError, unknown_name
from pathstar.maps.arguments import as_number, checked_text, checked_whole
from pathstar.spaces.base import LARGEST_COST
from pathstar.spaces.graphs.distances import EARTH_RADIUS

Streets = tuple[list[Any], NDArray[np.float64], list["Street"], bool]
"""The nodes, their positions, the edges between them, and whether positions are degrees."""

_DEGREES = ("epsg:4326", "crs84", "wgs84", "wgs 84")
_MOST_DECIMALS = 15


@dataclass(frozen=True, slots=True)
class Street:
    """An edge and its data.

    Attributes:
        source, target: The numbers of its ends.
        cost: Its cost.
        data: Its id, name and so on; ``geometry`` is float64 ``(k, 2)``.
    """

    source: int
    target: int
    cost: float
    data: dict[str, Any] = field(default_factory=dict)


def length_of(line: NDArray[np.float64], degrees: bool) -> float:
    """Return the length of a line ``(k, 2)``: in metres on the earth if the coordinates are degrees.

    Example:
        >>> length_of(np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 5.0]]), degrees=False)
        6.0
    """
    if not degrees:
        return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
    x, y = np.radians(line).T
    up = np.sin(np.diff(y) / 2) ** 2
    chord = up + np.cos(y[:-1]) * np.cos(y[1:]) * np.sin(np.diff(x) / 2) ** 2
    return float(2 * EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(chord, 1.0))).sum())


def streets_of_osmnx(graph: Any, weight: str) -> Streets:
    """Return the streets of an OSMnx graph; see `Graph.from_osmnx`.

    Raises:
        ArrayTypeError: It is not a networkx graph.
        CostError: An edge costs less than 0, or too much.
        OptionError: An edge lacks the weight, or a node lacks its position; or the weight is not text.
    """
    if not hasattr(graph, "is_multigraph") or not hasattr(graph, "adjacency"):
        raise ArrayTypeError(f"a graph of OSMnx is needed, not {type(graph).__name__}")
    checked_text("weight", weight)
    nodes = list(graph.nodes)
    places = [_place_of(node, about) for node, about in graph.nodes(data=True)]
    numbers = {node: number for number, node in enumerate(nodes)}
    streets = []
    for source, target, about in graph.edges(data=True):
        cost = as_number(about.get(weight))
        if cost is None:
            known = sorted({str(key) for _, _, each in graph.edges(data=True) for key in each})
            if weight not in known:
                raise unknown_name("edge attribute", weight, known)
            raise OptionError(
                f"the edge from {source!r} to {target!r} has the {weight} {about.get(weight)!r}; "
                "each needs a number"
            )
        _check_cost(cost, f"the edge from {source!r} to {target!r}")
        data = {key: value for key, value in about.items() if key != "geometry"}
        if (line := about.get("geometry")) is not None:
            data["geometry"] = _line_of(line)
        streets.append(Street(numbers[source], numbers[target], cost, data))
        if not graph.is_directed() and source != target:
            streets.append(turned(streets[-1]))
    return nodes, np.array(places, np.float64).reshape(-1, 2), streets, _is_degrees(graph.graph.get("crs"))


def streets_of_lines(table: Any, cost: str | None, one_way: str | None, decimals: int) -> Streets:
    """Return the streets of a table of lines; see `Graph.from_lines`.

    Raises:
        ArrayError: A row has no line.
        ArrayTypeError: It is not a table with geometry.
        CostError: A line costs less than 0, or too much.
        OptionError: There is no such column, or it holds a value that is not allowed.
    """
    if not hasattr(table, "geometry") or not hasattr(table, "columns"):
        raise ArrayTypeError(f"a GeoDataFrame is needed, not {type(table).__name__}")
    for column in (cost, one_way):
        if column is not None and column not in table.columns:
            raise unknown_name("column", column, map(str, table.columns))
    decimals = checked_whole("decimals", decimals, 0, _MOST_DECIMALS)
    degrees = _is_degrees(table.crs)
    numbers: dict[tuple[float, ...], int] = {}
    streets: list[Street] = []
    others = [column for column in table.columns if column != table.geometry.name]
    # pandas before 3 makes no records if there are no columns.
    rows = table[others].to_dict("records") if others else [{} for _ in range(len(table))]
    for label, about, geometry in zip(table.index.tolist(), rows, table.geometry, strict=True):
        for line in _lines_of(geometry, label):
            begin, end = (
                numbers.setdefault(tuple(point), len(numbers))
                for point in np.round(line[[0, -1]], decimals).tolist()
            )
            price = length_of(line, degrees) if cost is None else as_number(about[cost])
            if price is None:
                raise OptionError(f"row {label!r} has the {cost} {about[cost]!r}; each needs a number")
            _check_cost(price, f"row {label!r}")
            data = {**about, "row": label, "geometry": line}
            streets.append(Street(begin, end, price, data))
            if not (one_way is not None and _is_one_way(about[one_way], label)) and begin != end:
                streets.append(turned(streets[-1]))
    places = np.array(list(numbers), np.float64).reshape(-1, 2)
    return list(range(len(numbers))), places, streets, degrees


def turned(street: Street) -> Street:
    """Return the same street in the other direction."""
    data = dict(street.data)
    if isinstance(data.get("geometry"), np.ndarray):
        data["geometry"] = data["geometry"][::-1]
    return Street(street.target, street.source, street.cost, data)


def _place_of(node: Any, about: dict[str, Any]) -> tuple[float, float]:
    x, y = as_number(about.get("x")), as_number(about.get("y"))
    if x is None or y is None:
        raise OptionError(f"the node {node!r} has no x and y; a graph of OSMnx has them")
    return x, y


def _line_of(geometry: Any) -> NDArray[np.float64]:
    return np.array(geometry.coords, np.float64)[:, :2]


def _lines_of(geometry: Any, label: Any) -> Iterator[NDArray[np.float64]]:
    kind = getattr(geometry, "geom_type", None)
    if kind not in ("LineString", "MultiLineString") or geometry.is_empty:
        raise ArrayError(f"row {label!r} has the geometry {kind or geometry!r}; allowed: lines with points")
    for part in geometry.geoms if kind == "MultiLineString" else [geometry]:
        yield _line_of(part)


def _check_cost(cost: float, called: str) -> None:
    if not 0 <= cost <= LARGEST_COST:
        raise CostError(f"{called} costs {cost!s}; a cost is a number from 0 to {LARGEST_COST:g}")


def _is_one_way(value: Any, label: Any) -> bool:
    if value in (True, False):
        return bool(value)
    raise OptionError(f"row {label!r} says {value!r} about one way; allowed: True, False")


def _is_degrees(crs: Any) -> bool:
    """Return whether a coordinate reference system uses longitude and latitude."""
    known = getattr(crs, "is_geographic", None)
    return known if isinstance(known, bool) else str(crs).lower() in _DEGREES
