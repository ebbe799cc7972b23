"""Files that the page opens: maps, graphs, meshes, the queries of a map, and recorded searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, TypeAlias

import numpy as np

from pathstar.errors import MapFormatError, OptionError
from pathstar.io.formats import SCENARIO_SUFFIX, read_scenario
from pathstar.io.scenario import Query, map_names
from pathstar.maps.map import Map
from pathstar.spaces.base import Place
from pathstar.studio.boards import SQUARES, Board, CellKind, board_of_map, refused_labels
from pathstar.studio.files.folder import TRACE_SUFFIXES, Named, map_of_bytes, plain_limits
from pathstar.studio.files.graphs import graph_of_bytes, is_graph_file, places_file
from pathstar.studio.files.meshes import is_mesh_file, scene_of_bytes
from pathstar.studio.graphs import GraphBoard, board_of_graph
from pathstar.studio.limits import Limits
from pathstar.studio.meshes import MeshScene
from pathstar.studio.refusals import StudioError
from pathstar.studio.runs import Options
from pathstar.traces.posthoc_read import parse_posthoc
from pathstar.traces.trace import Trace
from pathstar.words import Say, Value

MOST_QUERIES = 20_000

Content: TypeAlias = tuple[str, bytes]
"""The name of a file, and what it holds."""

Beside: TypeAlias = Callable[[str], Content | None]
"""Returns the file of a name in the folder of the opened one; None if there is none."""


@dataclass(frozen=True, eq=False)
class Opened:
    """What a file holds.

    Attributes:
        board: The board to show, or a mesh.
        map: The map of a board of cells.
        notes: Notes for the user.
        ends: Start and goal, if the file names them beside the map.
        queries: The queries of a scenario, else empty.
        trace: A recorded search, or None.
    """

    board: Board | GraphBoard | MeshScene
    map: Map | None = None
    notes: tuple[Say, ...] = ()
    ends: tuple[Place, Place] | None = None
    queries: tuple[Query, ...] = ()
    trace: Trace | None = None


@dataclass(frozen=True, eq=False)
class Opener:
    """How to open a file.

    Attributes:
        kind: The kind of cells of a map.
        limits: The limits of the studio.
        beside: Finds the files that a file names.
        sent: The file that the page sent along, or None.
        page: The board on the page, or None.
    """

    kind: CellKind
    limits: Limits
    beside: Beside
    sent: Content | None = None
    page: Board | None = None

    def open(self, file: Content) -> Opened:
        """Read a file by its suffix.

        Raises:
            PathstarError: The file is malformed, too large or of an unknown format, or does not belong to its
                map.
        """
        name, data = file
        if is_graph_file(name):
            return self._graph(name, data)
        if is_mesh_file(name, data):
            scene, notes = scene_of_bytes(name, data, self.limits)
            return Opened(scene, notes=notes)
        if name.lower().endswith(SCENARIO_SUFFIX):
            return self._scenario(name, data)
        if name.lower().endswith(TRACE_SUFFIXES):
            return self._trace(name, data)
        map = map_of_bytes(name, data, self.limits.cells)
        return self._opened(map, self.kind)

    def _opened(self, map: Map, kind: CellKind) -> Opened:
        note = refused_labels(map, kind)
        return Opened(board_of_map(map, kind, self.limits), map, () if note is None else (note,))

    def _graph(self, name: str, data: bytes) -> Opened:
        beside = places_file(PurePosixPath(name).name)
        places = self.sent or (None if beside is None else self.beside(beside))
        graph, notes = graph_of_bytes(name, data, None if places is None else places[1], self.limits)
        return Opened(board_of_graph(graph, self.limits), notes=tuple(notes))

    def _scenario(self, name: str, data: bytes) -> Opened:
        with plain_limits():
            queries = read_scenario(Named(data, name))
        if not queries:
            raise StudioError(Say("studio.refused.queries.none", {"file": name}))
        opened = self._map_of(name, queries)
        assert opened.map is not None
        size = opened.map.width, opened.map.height
        other = next((query for query in queries if (query.width, query.height) != size), None)
        if other is not None:
            values: dict[str, Value] = {"file": name, "width": size[0], "height": size[1]}
            values |= {"wanted_width": other.width, "wanted_height": other.height}
            raise StudioError(Say("studio.refused.queries.size", values))
        notes = opened.notes
        if len(queries) > MOST_QUERIES:
            notes += (Say("studio.queries.more", {"count": MOST_QUERIES}),)
        ends = queries[0].start, queries[0].goal
        return replace(opened, notes=notes, ends=ends, queries=tuple(queries[:MOST_QUERIES]))

    def _map_of(self, name: str, queries: list[Query]) -> Opened:
        """Return the map of queries: the one sent along, the one that they name, or the one on the page."""
        names = map_names(queries)
        found = self.sent or (self.beside(names[0]) if len(names) == 1 else None)
        if found is not None:
            map = map_of_bytes(*found, self.limits.cells)
            return self._opened(map, SQUARES)
        first = queries[0]
        if self.page is not None and self.page.codes.shape == (first.height, first.width):
            return Opened(self.page, self.page.map(), (Say("studio.opened.here"),))
        raise StudioError(Say("studio.refused.queries.map", {"file": name, "maps": tuple(names[:3])}))

    def _trace(self, name: str, data: bytes) -> Opened:
        if self.sent is not None:
            map = map_of_bytes(*self.sent, self.limits.cells)
            opened = self._opened(map, SQUARES)
            assert isinstance(opened.board, Board)
            return self._traced(name, data, opened.board, map, opened.notes)
        if self.page is not None:
            try:
                return self._traced(name, data, self.page, self.page.map(), (Say("studio.opened.here"),))
            except (MapFormatError, OptionError, StudioError):
                pass  # a search on another map
        with plain_limits():
            trace = parse_posthoc(data, name, cell_limit=self.limits.cells)
        map = Map(np.ones(trace.space.shape, np.bool_))
        board = board_of_map(map, SQUARES, self.limits)
        return Opened(board, map, (Say("studio.opened.no_walls"),), _ends(trace), trace=trace)

    def _traced(self, name: str, data: bytes, board: Board, map: Map, notes: tuple[Say, ...] = ()) -> Opened:
        """Return a recorded search on a map.

        Raises:
            StudioError: The search looked at a wall.
        """
        grid: Any = board.space(Options())  # of squares
        trace = parse_posthoc(data, name, grid=grid)
        walls = np.flatnonzero(~grid.walkable.ravel()[trace.events["node"]])
        if len(walls):
            y, x = divmod(int(trace.events["node"][walls[0]]), grid.width)
            raise StudioError(Say("studio.refused.trace.map", {"file": name, "x": x, "y": y}))
        return Opened(board, map, notes, _ends(trace), trace=trace)


def _ends(trace: Trace) -> tuple[Place, Place]:
    return trace.path.start, trace.path.goal
