"""Limits of a studio, so that no request can exhaust the machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a studio.

    Attributes:
        cells: Cells of a map.
        side: Cells along a side of a map.
        nodes: Nodes of a graph.
        edges: Edges of a graph, counting both directions.
        corners: Corners of the polygons of a mesh.
        body: Bytes of a request.
        head_seconds: Time until the head of a request has arrived.
        body_seconds: Time until its body has arrived.
        seconds: Time for a search, for a turn of a game, and for writing an export.
        events: Events of a trace.
        area_events: Events of a trace over a mesh whose ground costs differ: there are more in each step.
        runs: Searches running at once, and turns of games beside them.
        exports: Exports running at once, beside the searches.
        waiting: Waiting searches, waiting turns and waiting exports.
        maps: Maps kept between requests.
        traces: Traces kept between requests.
        games: Games kept between turns, and walks over unknown ground.
        files: Files in a folder's list.
    """

    cells: int = 2**20
    side: int = 4096
    nodes: int = 2**14
    edges: int = 2**17
    corners: int = 2**14
    body: int = 32 * 2**20
    head_seconds: float = 10.0
    body_seconds: float = 60.0
    seconds: float = 10.0
    events: int = 4_000_000
    area_events: int = 400_000
    runs: int = 2
    exports: int = 1
    waiting: int = 16
    maps: int = 8
    traces: int = 6
    games: int = 4
    files: int = 500


LIMITS = Limits()
