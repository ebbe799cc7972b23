"""Converting the library's results to replies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pathstar._core import Status
from pathstar.maps.map import Map
from pathstar.paths.path import Method, Path
from pathstar.spaces.base import Place, Space
from pathstar.studio.boards import Board
from pathstar.studio.dead_ends import LeftOut
from pathstar.studio.ends import ends_of
from pathstar.studio.files.opened import Opened
from pathstar.studio.graphs import GraphBoard
from pathstar.studio.guarantee import Guarantee, guarantee_of
from pathstar.studio.runs import Options
from pathstar.studio.wire.models import (
    BoardReply,
    GraphReply,
    GuaranteeModel,
    KindModel,
    LeftOutModel,
    PathReply,
)
from pathstar.studio.wire.packing import packed_array
from pathstar.traces.codec import columns_of_trace, packed
from pathstar.traces.trace import Trace
from pathstar.words import Say, as_json

STOPPED = "STOPPED"
UNTOLD = "UNTOLD"


def cost_or_none(cost: float) -> float | None:
    """Return a cost in a form that JSON can hold."""
    return cost if math.isfinite(cost) else None


def path_reply(
    space: Space, method: Method, path: Path, seconds: float, out: LeftOut | None = None
) -> PathReply:
    """Return the result of a search, and what it left out."""
    kept_out = out is not None and not out.exact
    guarantee = guarantee_of(space, method, found=path.status is Status.FOUND, kept_out=kept_out)
    status = STOPPED if path.status is Status.RUNNING else path.status.name
    reply = _path_reply(status, method, path, seconds, guarantee)
    if out is not None:
        reply.dead_ends = LeftOutModel(say=as_json(out.say), used=out.avoid is not None)
    return reply


def recorded_reply(trace: Trace) -> PathReply:
    """Return the result of a search read from a file, where only the events are known."""
    path, found = trace.path, trace.path.status is Status.FOUND
    method = Method(
        trace.rules.algorithm, trace.rules.heuristic, trace.rules.weight, trace.rules.open_list, 1.0
    )
    unknown = Guarantee("none", Say("guarantee.recorded"), None)
    return _path_reply(path.status.name if found else UNTOLD, method, path, None, unknown)


def _path_reply(
    status: str, method: Method, path: Path, seconds: float | None, guarantee: Guarantee
) -> PathReply:
    stats = path.stats
    return PathReply(
        status=status,
        cost=cost_or_none(path.cost),
        path=path.route.tolist(),
        line=path.points.tolist() if path.is_line and (path.points % 1).any() else None,
        expanded=stats.expanded,
        generated=stats.generated,
        updated=stats.updated,
        seconds=seconds,
        algorithm=method.algorithm,
        heuristic=method.heuristic,
        open_list=method.open_list,
        weight=method.weight,
        guarantee=guarantee_model(guarantee),
        dead_ends=None,
    )


def guarantee_model(guarantee: Guarantee) -> GuaranteeModel:
    """Return a guarantee as a message."""
    return GuaranteeModel(
        kind=guarantee.kind,
        words=as_json(guarantee.words),
        warning=None if guarantee.warning is None else as_json(guarantee.warning),
    )


def trace_reply(id: str, reply: PathReply, trace: Trace) -> bytes:
    """Return a trace in the form that the page reads; see `pathstar.traces.codec`."""
    about: dict[str, Any] = {
        **reply.model_dump(),
        "trace": id,
        "events": len(trace.events),
        "steps": len(trace),
        "uses_g": trace.rules.use_g,
        "any_angle": bool(trace.rules.any_angle),
    }
    return packed(about, columns_of_trace(trace))


def places_as_json(space: Space, places: Sequence[Place]) -> list[list[int]]:
    """Return places in the form of the page: columns and rows, or numbers of nodes."""
    if not space.capabilities.cells:
        return [[space.node_of(place)] for place in places]
    return [list(place) for place in places]


def graph_reply(id: str, board: GraphBoard, name: str, notes: list[Say]) -> GraphReply:
    """Return a graph for the page."""
    return GraphReply(
        map=id,
        name=name,
        centres=packed_array(board.centres, "<f4"),
        edges=packed_array(board.edges, "<u4"),
        costs=None if board.costs is None else packed_array(board.costs, "<f8"),
        names=list(board.names),
        places=None if board.places is None else packed_array(board.places, "<f8"),
        metric=board.metric,
        notes=[as_json(note) for note in notes],
    )


def opened_reply(id: str, name: str, board: Board | GraphBoard, opened: Opened) -> BoardReply | GraphReply:
    """Return the board that a file holds."""
    notes = list(opened.notes)
    if isinstance(board, GraphBoard):
        return graph_reply(id, board, name, notes)
    assert opened.map is not None
    reply = board_reply(id, board, opened.map, notes)
    if opened.ends is not None:
        reply.start, reply.goal = map(list, opened.ends)
    reply.queries = [(*each.start, *each.goal, each.length, each.tolerance) for each in opened.queries]
    reply.recorded = opened.trace is not None
    return reply


def board_reply(id: str, board: Board, map: Map, notes: list[Say]) -> BoardReply:
    """Return a map for the page.

    Marks called start and goal become its ends; without them the ends lie far apart on one island.
    """
    marks = {name: list(place) for name, place in map.marks.items()}
    if not {"start", "goal"} & marks.keys() and (ends := ends_of(board.space(Options()))):
        marks["start"], marks["goal"] = ends
    height, width = board.codes.shape
    if board.rounded:
        notes = [*notes, Say("rounded", {"count": len(board.palette) - 1})]
    return BoardReply(
        map=id,
        kind=board.kind,
        name=map.name,
        width=width,
        height=height,
        palette=[KindModel(cost=kind.cost, name=kind.name[:80]) for kind in board.palette],
        codes=board.packed(),
        dead_ends=None if board.labels is None else packed_array(board.labels, "<u2"),
        start=marks.get("start"),
        goal=marks.get("goal"),
        notes=[as_json(note) for note in notes],
    )
