"""A long search as a film of a hundred moments."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.progress import Tell
from pathstar.traces.state import CLOSED as CLOSED_NOW
from pathstar.traces.state import OPEN as OPEN_NOW
from pathstar.traces.state import State
from pathstar.traces.trace import Trace
from pathstar.viz.display_list.compose import search, side
from pathstar.viz.display_list.intervals import intervals
from pathstar.viz.display_list.route import end_marks, failed_scans, pointers
from pathstar.viz.display_list.shapes import Discs, Patches, Points, Shape
from pathstar.viz.display_list.words import names, numbers
from pathstar.viz.export.clock import Clock
from pathstar.viz.export.svg_pieces import moving, shown_at_end
from pathstar.viz.frame import Board
from pathstar.viz.ground import colours
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.render.runs import rectangles
from pathstar.viz.render.shapes_svg import written
from pathstar.viz.theme import RGB

_MOST_DRAWN = 30_000  # cells in all moments together


def most_states(trace: Trace) -> int:
    """Return the number of whole states that a film of a search shows."""
    return max(2, _MOST_DRAWN // max(1, len(trace[-1].nodes)))


def whole_states(board: Board, clock: Clock, states: list[State], progress: Tell) -> Iterator[str]:
    """Show the whole search of each moment until the next one, and the path at the end.

    Args:
        board: The board.
        clock: The film's clock.
        states: The moments.
        progress: Called after each.
    """
    theme, sheet = board.theme, board.sheet
    for tick, state in enumerate(states):
        scene = board.scene(state)
        hidden, child = clock.shown(tick, tick + 1 if tick < clock.steps else None)
        layers = (search, side, failed_scans, intervals, pointers, numbers)
        shapes = [shape for layer in layers for shape in layer(scene, theme, sheet)]
        yield f"<g{hidden}>{child}{''.join(written(shapes))}</g>"
        progress((tick + 1) / len(states))
    yield from _ending(board, clock, states[0])


def growth(board: Board, clock: Clock, states: list[State], progress: Tell) -> Iterator[str]:
    """Add at each moment the cells closed since the last, and show only the open ones of that moment.

    A search that forgets what it has left shows the closed ones of that moment alone, too.

    Args:
        board: The board.
        clock: The film's clock.
        states: The moments.
        progress: Called after each.
    """
    theme, sheet = board.theme, board.sheet
    closed = np.zeros(board.whole.ground.shape, bool)
    for tick, state in enumerate(states):
        fresh = (_marks(board, state) == CLOSED_NOW) & ~closed
        if not board.trace.deepens:
            closed |= fresh
        hidden, child = clock.shown(tick, tick + 1 if board.trace.deepens and tick < clock.steps else None)
        yield f"<g{hidden}>{child}{''.join(written(_fill(board, state, fresh)))}</g>"
        progress((tick + 1) / len(states))
    for tick, state in enumerate(states):
        hidden, child = clock.shown(tick, tick + 1 if tick < clock.steps else None)
        waiting = Patches("open", _areas(sheet, _marks(board, state) == OPEN_NOW), theme.open, theme.tint)
        yield f"<g{hidden}>{child}{''.join(written([waiting]))}</g>"
    yield from _ending(board, clock, states[0])
    nodes = [int(board.trace.events["node"][0]) if s.current is None else s.current for s in states[:-1]]
    yield moving(board, clock, nodes, _ring(board))


def _marks(board: Board, state: State) -> NDArray[np.uint8]:
    marks: NDArray[np.uint8] = state.layer("status").reshape(board.whole.ground.shape)
    return marks


def _ending(board: Board, clock: Clock, first: State) -> Iterator[str]:
    yield shown_at_end(board, clock)
    scene = board.scene(first)
    yield from written([*end_marks(scene, board.theme, board.sheet), *names(scene, board.theme, board.sheet)])


def _ring(board: Board) -> list[Shape]:
    radius, at = board.sheet.marker(), np.zeros((1, 2))
    rims = ((board.theme.halo, radius / 2), (board.theme.current, radius / 4))
    return [Discs("ring", at, radius, None, ink, thick) for ink, thick in rims]


def _areas(sheet: Sheet, chosen: NDArray[np.bool_]) -> Points:
    """Return polygons that cover cells, bool ``[h, w]``; plain squares are merged into rectangles."""
    if not sheet.layout.upright:
        return sheet.polygons(np.flatnonzero(chosen.ravel()))
    boxes = np.array(rectangles(chosen.astype(np.uint8), 0).get(1, []), float).reshape(-1, 4) * sheet.scale
    left, top, wide, high = boxes.T
    right, low = left + wide, top + high
    corners = [(left, top), (right, top), (right, low), (left, low)]
    return np.stack([np.stack(corner, axis=-1) for corner in corners], axis=1)


def _fill(board: Board, state: State, fresh: NDArray[np.bool_]) -> Iterator[Patches]:
    """Fill cells closed since the last moment: shaded in a heat map, otherwise tinted."""
    theme, sheet = board.theme, board.sheet
    if board.style == "guide":
        yield Patches("closed", _areas(sheet, fresh), theme.closed, theme.tint)
        return
    ground, palette = board.scene(state).ground, colours(theme)
    for code in np.unique(ground[fresh]).tolist():
        red, green, blue = palette[code].tolist()
        ink: RGB = (red, green, blue)
        yield Patches("closed", _areas(sheet, fresh & (ground == code)), ink)
