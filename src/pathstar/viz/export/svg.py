"""Films as SVG: sharp at any size, in a page or on a slide; without animation they show the end."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from pathstar.analysis.clusters import Clusters
from pathstar.atomic import atomic_write_bytes
from pathstar.maps.map import Map
from pathstar.progress import Tell
from pathstar.traces.trace import Trace
from pathstar.viz.display_list.picture import picture_of
from pathstar.viz.export.clock import Clock
from pathstar.viz.export.moments import checked_seconds, moments
from pathstar.viz.export.svg_moments import growth, most_states, whole_states
from pathstar.viz.export.svg_pieces import pieces
from pathstar.viz.frame import Board, Frame
from pathstar.viz.layouts.table import Projection
from pathstar.viz.render.svg import document
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme

_MOST_PIECES = 3_000  # a search of more events is shown as moments
_MOST_CLOSED = 200_000  # a larger one only as its end, so that no file exceeds a few megabytes
_MOMENTS = 100


def write_svg(
    trace: Trace,
    file: FilePath,
    *,
    progress: Tell,
    theme: str | Theme = "light",
    cell: int | None = None,
    style: str = "auto",
    seconds: float | None = None,
    projection: Projection = "square",
    floor: int | None = None,
    on: Map | None = None,
    clusters: Clusters | None = None,
    lang: str = "en",
) -> None:
    """Save a search as an animated SVG that loops.

    A search of more than 200,000 closed squares is saved as a still picture of its end.

    Args:
        trace: The search.
        file: The file to write.
        progress: Called now and then.
        theme, cell, style, projection, floor, on, clusters, lang: As for `Frame`.
        seconds: Its duration without the end; by default one that suits its number of steps.

    Raises:
        OptionError: An option has a value that is not allowed.
    """
    look: dict[str, Any] = {
        "cell": cell,
        "style": style,
        "projection": projection,
        "floor": floor,
        "on": on,
        "clusters": clusters,
    }
    board = Board.of(trace, theme=theme, **look)
    trace = board.trace
    length = checked_seconds(seconds, min(20.0, max(1.0, 0.8 * len(trace))))
    if not _moves(board):
        end = Frame(trace, theme=theme, lang=lang, **look)
        atomic_write_bytes(file, f"{end.svg()}\n".encode())
        progress(1.0)
        return
    clock, parts = _film(board, length, progress)
    still = picture_of(_bare(board), board.theme, cell=board.cell)
    film = document(trace, still, board.theme, clock.element() + "".join(parts), lang)
    atomic_write_bytes(file, f"{film}\n".encode())
    progress(1.0)


def _few(board: Board) -> bool:
    if board.trace.intervals is not None:  # they are drawn moment by moment
        return False
    return len(board.trace.events) <= _MOST_PIECES and board.sheet.detailed and board.style == "guide"


def _moves(board: Board) -> bool:
    """Return whether there is a film: a raster of cells other than squares shows only the end."""
    sheet = board.sheet
    drawn = sheet.outlined or sheet.layout.upright
    return bool(len(board.trace)) and drawn and (_few(board) or len(board.trace) <= _MOST_CLOSED)


def _film(board: Board, seconds: float, progress: Tell) -> tuple[Clock, Iterator[str]]:
    """Return the clock, and everything that it shows and hides."""
    trace = board.trace
    name = f"c{zlib.crc32(trace.events.tobytes()):08x}"
    if _few(board):
        clock = Clock(name, len(trace), seconds)
        return clock, pieces(board, clock)
    detailed = (board.sheet.detailed and board.style == "guide") or trace.intervals is not None
    states = moments(trace, min(_MOMENTS, most_states(trace)) if detailed else _MOMENTS)
    clock = Clock(name, len(states) - 1, seconds)
    parts = whole_states if detailed else growth
    return clock, parts(board, clock, states, progress)


def _bare(board: Board) -> Scene:
    return replace(board.whole, route=board.whole.route[:0], start=None, goal=None)
