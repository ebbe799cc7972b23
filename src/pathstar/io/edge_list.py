"""Graphs as text: a line for each edge, such as ``mill ford 3``.

Commas, tabs or, in a line with neither, blanks separate the names and the cost. ``a b`` is an edge in both
directions and ``a -> b`` in one; without a cost an edge costs 1. A line with one name, or a name and a comma,
is a node. Lines that begin with ``#`` or ``%`` are comments.
"""

from __future__ import annotations

import math

import numpy as np

from pathstar.errors import MapLimitError, OptionError
from pathstar.io.source import Source, shown
from pathstar.spaces.base import LARGEST_COST, place_list
from pathstar.spaces.graph import Graph

_BYTES_A_NODE = 1024
_ONE_WAY = "->"
_BOTH_WAYS = "<->"
_Edge = tuple[str, str, float]


def parse_edge_list(source: Source) -> Graph:
    """Read a graph; its nodes have the names of the file, in the order in which they appear.

    Raises:
        MapFormatError: A line is not an edge, or its cost is not a number from 0 up.
        MapLimitError: The file has more nodes than the limit, or more than 1,024 bytes for each.
    """
    data = source.rest(max(source.limit, 1024) * _BYTES_A_NODE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        broken = data.count(b"\n", 0, error.start) + 1
        raise source.error(line=broken, found="bytes that are not UTF-8", expected="text") from None
    names: dict[str, None] = {}
    edges: list[_Edge] = []
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        if not line or line[0] in "#%":
            continue
        ends, cost = _read(source, number, line)
        names.update(dict.fromkeys(ends))
        if len(names) > source.limit:
            raise MapLimitError(f"{source.name} has more than {source.limit:,} nodes")
        if len(ends) == 2:
            edges.append((ends[0], ends[1], cost))
            if _ONE_WAY not in line and ends[0] != ends[1]:
                edges.append((ends[1], ends[0], cost))
    return Graph.from_edges(edges, names=names)


def _read(source: Source, number: int, line: str) -> tuple[list[str], float]:
    """Return the one or two names and the cost in a line."""
    words = _words(line)
    expected = "FROM TO, FROM -> TO, with or without a cost"
    arrows_fit = line.count(_ONE_WAY) < min(len(words), 2) and _BOTH_WAYS not in line
    if not all(words) or len(words) > 3 or not arrows_fit:
        raise source.error(line=number, found=shown(line.encode()), expected=expected)
    if len(words) < 3:
        return words, 1.0
    try:
        cost = math.nan if "_" in words[2] else float(words[2])
    except ValueError:
        cost = math.nan
    if not 0 <= cost <= LARGEST_COST:
        raise source.error(
            line=number, found=shown(words[2].encode()), expected=f"a cost from 0 to {LARGEST_COST:g}"
        )
    return words[:2], cost


def _words(line: str) -> list[str]:
    if _ONE_WAY in line:
        start, _, rest = line.partition(_ONE_WAY)
        return [start.strip().strip(",").strip(), *_parted(rest)]
    return [line[:-1].strip()] if line.endswith(",") and line.count(",") == 1 else _parted(line)


def _parted(text: str) -> list[str]:
    for mark in (",", "\t"):
        if mark in text:
            return [part.strip() for part in text.strip().split(mark)]
    return text.split()


def format_edge_list(graph: Graph) -> bytes:
    """Write a graph; two opposite edges of the same cost become one line.

    Raises:
        OptionError: A node's name cannot be written to such a file.
    """
    names = [str(name) for name in place_list(graph.places_of(range(graph.size)))]
    for name in names:
        if not _can_be_written(name):
            raise OptionError(f"the node {name!r} cannot be written to an edge list; rename it")
    counted = graph.offsets[1:] - graph.offsets[:-1]
    sources = np.repeat(np.arange(graph.size), counted).tolist()
    left = list(zip(sources, graph.targets.tolist(), graph.costs.tolist(), strict=True))
    counts: dict[tuple[int, int, float], int] = {}
    for edge in left:
        counts[edge] = counts.get(edge, 0) + 1
    lines: list[str] = []
    joined: set[int] = set()
    for a, b, cost in left:
        if not counts[a, b, cost]:
            continue
        counts[a, b, cost] -= 1
        joined |= {a, b}
        back = (b, a, cost)
        both = a == b or counts.get(back, 0) > 0
        if both and a != b:
            counts[back] -= 1
        way = f"{names[a]}, {names[b]}" if both else f"{names[a]} {_ONE_WAY} {names[b]}"
        lines.append(f"{way}, {repr(cost).removesuffix('.0')}")
    lines += [f"{name}," for node, name in enumerate(names) if node not in joined]
    return "".join(f"{line}\n" for line in lines).encode()


def _can_be_written(name: str) -> bool:
    plain = name == name.strip() and name and name.isprintable()
    return bool(plain) and not any(mark in name for mark in (",", _ONE_WAY)) and name[0] not in "#%"
