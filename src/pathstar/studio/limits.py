"""How much one studio does for its page, so that no request can take the machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a studio.

    Attributes:
        cells: The most cells of a map.
        side: The most cells of a map from one side to the other.
        nodes: The most nodes of a graph.
        edges: The most edges of a graph, both ways counted.
        body: The most bytes of one request.
        head_seconds: The longest that the head of a request may take to arrive.
        body_seconds: The longest that its body may take.
        seconds: The longest that one search may run, and that writing an export may take.
        events: The most events of one trace.
        runs: How many searches run at once.
        exports: How many exports run at once, beside the searches.
        waiting: How many more of each may wait for their turn.
        maps: How many maps are kept between requests.
        traces: How many traces are kept.
        files: How many files a folder's list shows.
    """

    cells: int = 2**20
    side: int = 4096
    nodes: int = 2**14
    edges: int = 2**17
    body: int = 32 * 2**20
    head_seconds: float = 10.0
    body_seconds: float = 60.0
    seconds: float = 10.0
    events: int = 4_000_000
    runs: int = 2
    exports: int = 1
    waiting: int = 16
    maps: int = 8
    traces: int = 6
    files: int = 500


LIMITS = Limits()
