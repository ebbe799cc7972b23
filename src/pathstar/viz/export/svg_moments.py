"""Films as SVG of what is laid out by a plan: hexagons, diamonds, floors and graphs, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator

from pathstar.traces.state import State
from pathstar.traces.trace import Trace
from pathstar.viz.display_list.compose import end_marks, pointers, route, search
from pathstar.viz.display_list.joins import stairs
from pathstar.viz.display_list.words import names, numbers
from pathstar.viz.export.clock import Clock
from pathstar.viz.export.progress import Progress
from pathstar.viz.frame import Board
from pathstar.viz.layouts.layout import Sheet
from pathstar.viz.render.shapes_svg import written

_MOMENTS = 100
_MOST_DRAWN = 30_000  # cells in all moments together


def moves(board: Board) -> bool:
    """Return whether there is a film: cells too small to be outlined are shown as they are at the end."""
    return not isinstance(board.layout, Sheet) or board.layout.outlined


def most_states(trace: Trace) -> int:
    """Return how many moments of a search a film shows."""
    return max(2, min(_MOMENTS, _MOST_DRAWN // max(1, len(trace[-1].nodes))))


def planned_parts(
    board: Board, sheet: Sheet, clock: Clock, states: list[State], progress: Progress
) -> Iterator[str]:
    """Show the search of each moment until the next one, and the path at the end.

    Args:
        board: The board.
        sheet: Its measures.
        clock: The film's clock.
        states: The moments.
        progress: Told after each.
    """
    theme = board.theme
    for tick, state in enumerate(states):
        scene = board.scene(state)
        hidden, child = clock.shown(tick, tick + 1 if tick < clock.steps else None)
        shapes = [*search(scene, theme, sheet), *pointers(scene, theme, sheet), *numbers(scene, theme, sheet)]
        yield f"<g{hidden}>{child}{''.join(written(shapes))}</g>"
        progress(tick + 1, len(states))
    hidden, child = clock.shown(clock.steps, None)
    way = [*route(board.whole, theme, sheet), *stairs(board.whole, theme, sheet)]
    yield f"<g{hidden}>{child}{''.join(written(way))}</g>"
    first = board.scene(states[0])
    yield from written([*end_marks(first, theme, sheet), *names(first, theme, sheet)])
