"""Films as SVG: sharp at any size, in a page or on a slide, and the end of the search where nothing moves.

Where squares are large enough, each square's outline, pointer and numbers are elements of their own, shown
from the event that brought them to the next one of that square. On larger maps the search is cut into a
hundred moments: each adds the squares closed since the last one, and shows the open ones of its own.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.atomic import atomic_write_bytes
from pathstar.traces.state import CLOSED as CLOSED_NOW
from pathstar.traces.state import OPEN as OPEN_NOW
from pathstar.traces.state import State
from pathstar.traces.timeline import NO_PARENT
from pathstar.traces.trace import Trace
from pathstar.viz.display_list.marks import markers
from pathstar.viz.export.clock import Clock
from pathstar.viz.export.progress import Progress, checked_seconds, moments
from pathstar.viz.export.svg_moments import most_states, moves, planned_parts
from pathstar.viz.frame import Board, Frame
from pathstar.viz.ground import colours
from pathstar.viz.layouts.layout import Sheet
from pathstar.viz.layouts.table import Projection
from pathstar.viz.project_states import on_cells
from pathstar.viz.render import svg
from pathstar.viz.render.runs import rectangles
from pathstar.viz.scene import CLOSED, OPEN, Scene, Values, cells_of
from pathstar.viz.theme import Theme, hex_of

_MOST_PIECES = 3_000  # a search of more events is shown moment by moment
_MOST_CLOSED = 200_000  # a larger one as its end alone, so that no file is larger than a few megabytes
_MOMENTS = 100


def write_svg(
    trace: Trace,
    file: FilePath,
    *,
    progress: Progress,
    theme: str | Theme = "light",
    cell: int | None = None,
    style: str = "auto",
    seconds: float | None = None,
    projection: Projection = "square",
    floor: int | None = None,
) -> None:
    """Save a search as an animated SVG that begins anew after its end.

    A search of more than 200,000 closed squares is saved as the picture of its end, which does not move.

    Args:
        trace: The search.
        file: Where to.
        progress: Told now and then.
        theme, cell, style, projection, floor: As `Frame`.
        seconds: How long it lasts, without the end; by default what suits its number of steps.

    Raises:
        OptionError: An option that is not allowed.
    """
    trace = on_cells(trace)
    board = Board.of(trace, theme=theme, cell=cell, style=style, projection=projection, floor=floor)
    length = checked_seconds(seconds, min(20.0, max(1.0, 0.8 * len(trace))))
    few = len(trace.events) <= _MOST_PIECES and board.layout.detailed and board.style == "guide"
    if not len(trace) or not moves(board) or (not few and len(trace) > _MOST_CLOSED):
        end = Frame(trace, theme=theme, cell=cell, style=style, projection=projection, floor=floor)
        atomic_write_bytes(file, f"{end.svg()}\n".encode())
        progress(1, 1)
        return
    name = f"c{zlib.crc32(trace.events.tobytes()):08x}"
    if isinstance(board.layout, Sheet):
        states = moments(trace, most_states(trace))
        clock = Clock(name, len(states) - 1, length)
        parts = list(planned_parts(board, board.layout, clock, states, progress))
    elif few:
        clock = Clock(name, len(trace), length)
        parts = [*_pieces(board, clock), *_path(board, clock), *_ends(board), *_numbers(board, clock)]
    else:
        states = moments(trace, _MOMENTS)
        clock = Clock(name, len(states) - 1, length)
        parts = [*_moments(board, clock, states, progress), *_path(board, clock), *_ends(board)]
    still = svg.svg_of(trace, _bare(board), board.theme, cell=board.cell).removesuffix("</svg>")
    document = still + clock.element() + "".join(parts) + "</svg>\n"
    atomic_write_bytes(file, document.encode())
    progress(1, 1)


def _bare(board: Board) -> Scene:
    return replace(board.whole, route=board.whole.route[:0], start=None, goal=None)


def _ends(board: Board) -> Iterator[str]:
    scene = board.scene(board.trace.beginning)
    for marker in markers(scene, board.squares):
        yield from svg.end_mark(marker, scene, board.theme, board.squares)


def _path(board: Board, clock: Clock) -> Iterator[str]:
    """Show the path at the end."""
    hidden, child = clock.shown(clock.steps, None)
    yield f"<g{hidden}>{child}{''.join(svg.route(board.whole, board.theme, board.squares))}</g>"


def _spans(trace: Trace, kinds: dict[int, int]) -> Iterator[tuple[int, int, int | None, int]]:
    """Yield for each square what an event made of it: the event, from which tick to which, and what it is.

    Args:
        trace: The search.
        kinds: What events of each type make of a square; other types are left out. An event that makes of it
            what it is already counts only where that is 0.
    """
    events = trace.events
    ticks = np.cumsum(events["type"] == EventType.EXPAND.value).tolist()
    live: dict[int, tuple[int, int, int]] = {}
    for at, (node, kind) in enumerate(zip(events["node"].tolist(), events["type"].tolist(), strict=True)):
        if kind not in kinds:
            continue
        before = live.get(node)
        if before is not None and kinds[kind] and before[2] == kinds[kind]:
            continue
        if before is not None and before[1] < ticks[at]:
            yield before[0], before[1], ticks[at], before[2]
        live[node] = at, ticks[at], kinds[kind]
    for at, begin, mark in live.values():
        yield at, begin, None, mark


_NEWS = {kind.value: 0 for kind in (EventType.SOURCE, EventType.GENERATE, EventType.UPDATE)}
_MARKS = {**dict.fromkeys(_NEWS, OPEN), EventType.EXPAND.value: CLOSED}


def _pieces(board: Board, clock: Clock) -> Iterator[str]:
    """Outline each square while it is open, and from when it is closed; its pointer while that holds."""
    theme, layout, trace = board.theme, board.squares, board.trace
    frame, side = layout.frame, layout.cell
    inset, inner = (frame + 1) / 2 + 0.5, side - frame - 2
    places = trace.space.places_of(trace.events["node"]).tolist()
    drawn: dict[int, list[str]] = {OPEN: [], CLOSED: []}
    for at, begin, end, mark in _spans(trace, _MARKS):
        hidden, child = clock.shown(begin, end)
        left, top = places[at][0] * side + inset, places[at][1] * side + inset
        box = f'x="{left:g}" y="{top:g}" width="{inner}" height="{inner}"'
        drawn[mark].append(f"<rect {box}{hidden}>{child}</rect>")
    for mark, role in ((CLOSED, "closed"), (OPEN, "open")):
        ink = hex_of(getattr(theme, role))
        wash = 0.12 if mark == CLOSED else 0.2
        style = f'fill="{ink}" fill-opacity="{wash}" stroke="{ink}" stroke-width="{frame}"'
        dashes = f' stroke-dasharray="{side / 8:g} {side / 16:g}"' if mark == OPEN else ""
        yield f'<g class="{role}" {style}{dashes}>{"".join(drawn[mark])}</g>'
    for at, begin, end, _ in _spans(trace, _NEWS):
        yield from _while(clock, begin, end, svg.pointers(_one(board, at), theme, layout))
    box = f'x="{inset:g}" y="{inset:g}" width="{inner}" height="{inner}"'
    ink = hex_of(theme.current)
    style = f'fill="{ink}" fill-opacity="0.3" stroke="{ink}" stroke-width="{frame}"'
    nodes = [int(trace.events["node"][0]), *trace.events["node"][trace.step_starts[:-1]].tolist()]
    yield _moving(board, clock, nodes, f'<rect class="current" {box} {style}/>')


def _numbers(board: Board, clock: Clock) -> Iterator[str]:
    """Write F, G and H while they hold."""
    for at, begin, end, _ in _spans(board.trace, _NEWS):
        yield from _while(clock, begin, end, svg.numbers(_one(board, at), board.theme, board.squares))


def _while(clock: Clock, begin: int, end: int | None, drawn: Iterator[str]) -> Iterator[str]:
    if inner := "".join(drawn):
        hidden, child = clock.shown(begin, end)
        yield f"<g{hidden}>{child}{inner}</g>"


def _one(board: Board, at: int) -> Scene:
    """Return a scene that knows the values of one event alone."""
    told = board.trace.events[at : at + 1]
    parents = np.where(told["parent"] == NO_PARENT, told["node"], told["parent"])
    f = board.trace.rules.keys(told["g"], told["h"])
    here, there = (cells_of(nodes, board.whole.width) for nodes in (told["node"], parents))
    return replace(board.whole, values=Values(here, f, told["g"], told["h"], there))


def _moving(board: Board, clock: Clock, nodes: list[int], drawn: str) -> str:
    """Move a mark from square to square, one each tick, until the end."""
    layout, places = board.squares, board.trace.space.places_of(nodes)
    corners = board.whole.blocks(places, layout.rows, layout.columns) * layout.cell
    at = ";".join(f"{x} {y}" for x, y in corners.tolist())
    hidden, child = clock.shown(0, clock.steps)
    turn = f'begin="{clock.name}.begin" dur="{clock.seconds:g}s" calcMode="discrete" values="{at}"'
    move = f'<animateTransform attributeName="transform" type="translate" {turn}/>'
    return f"<g{hidden}>{child}<g>{move}{drawn}</g></g>"


def _moments(board: Board, clock: Clock, states: list[State], progress: Progress) -> Iterator[str]:
    """Add at each moment the squares closed since the last, and show the open ones of that moment alone."""
    layout, theme, shape = board.squares, board.theme, board.whole.ground.shape
    scale = f"scale({layout.width / shape[1]:g} {layout.height / shape[0]:g})"
    yield f'<g transform="{scale}" shape-rendering="crispEdges">'
    closed = np.zeros(shape, bool)
    for tick, state in enumerate(states):
        marks = state.layer("status")
        fresh = (marks == CLOSED_NOW) & ~closed
        closed |= fresh
        hidden, child = clock.shown(tick, None)
        yield f"<g{hidden}>{child}{_fill(board, state, fresh)}</g>"
        progress(tick + 1, len(states))
    ink = f'fill="{hex_of(theme.open)}" fill-opacity="{theme.tint}"'
    for tick, state in enumerate(states):
        hidden, child = clock.shown(tick, tick + 1 if tick < clock.steps else None)
        paths = rectangles((state.layer("status") == OPEN_NOW).astype(np.uint8), 0)
        yield f'<path class="open"{hidden} {ink} d="{paths.get(1, "")}">{child}</path>'
    yield "</g>"
    middle, radius = layout.cell / 2, layout.marker
    ring = f'<circle class="ring" cx="{middle:g}" cy="{middle:g}" r="{radius:g}" fill="none"'
    rims = ((theme.halo, radius / 2), (theme.current, radius / 4))
    drawn = "".join(f'{ring} stroke="{hex_of(ink)}" stroke-width="{thick:g}"/>' for ink, thick in rims)
    begin = int(board.trace.events["node"][0])
    nodes = [begin if state.current is None else state.current for state in states[:-1]]
    yield _moving(board, clock, nodes, drawn)


def _fill(board: Board, state: State, fresh: NDArray[np.bool_]) -> str:
    """Fill squares closed since the last moment: shaded in a heat map, else tinted."""
    if board.style == "guide":
        path = rectangles(fresh.astype(np.uint8), 0).get(1, "")
        ink = f'fill="{hex_of(board.theme.closed)}" fill-opacity="{board.theme.tint}"'
        return f'<path class="closed" {ink} d="{path}"/>'
    inks = [hex_of((red, green, blue)) for red, green, blue in colours(board.theme).tolist()]
    shades = rectangles(np.where(fresh, board.scene(state).ground, np.uint8(0)), 0)
    return "".join(f'<path fill="{inks[code]}" d="{path}"/>' for code, path in shades.items())
