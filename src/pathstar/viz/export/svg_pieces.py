"""A short search as a film in which each outline, pointer and number is an element of its own.

An element is shown from the event that creates it to the next event of the same cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np

from pathstar._core import EventType
from pathstar.traces.timeline import NO_PARENT
from pathstar.traces.trace import Trace
from pathstar.viz.display_list.compose import marked, side
from pathstar.viz.display_list.joins import stairs
from pathstar.viz.display_list.route import end_marks, failed_scans, pointers, route
from pathstar.viz.display_list.shapes import Patches, Shape
from pathstar.viz.display_list.words import names, numbers
from pathstar.viz.export.clock import Clock
from pathstar.viz.frame import Board
from pathstar.viz.marks import CLOSED, CURRENT, OPEN
from pathstar.viz.render.shapes_svg import outlines_of, style_of, written
from pathstar.viz.scene import Scene, Values

_OPENS = (
    EventType.SOURCE.value,
    EventType.GENERATE.value,
    EventType.UPDATE.value,
    EventType.REVERT.value,
    EventType.RAISE.value,
    EventType.BEND.value,
)
_NEWS = dict.fromkeys((*_OPENS, EventType.KNOWN.value), 0)
_CLOSES = (EventType.EXPAND.value, EventType.PRUNE.value, EventType.KNOWN.value)
_MARKS = {**dict.fromkeys(_OPENS, OPEN), **dict.fromkeys(_CLOSES, CLOSED)}


def pieces(board: Board, clock: Clock) -> Iterator[str]:
    """Yield everything that a film shows and hides, from the back to the front.

    Args:
        board: The board.
        clock: The film's clock, one tick a step.
    """
    theme, sheet = board.theme, board.sheet
    yield from _outlines(board, clock)
    for at, begin, end, _ in _spans(board.trace, _NEWS):
        scene = _one(board, at)
        yield _while(clock, begin, end, chain(side(scene, theme, sheet), pointers(scene, theme, sheet)))
    yield from _scans(board, clock)
    yield shown_at_end(board, clock)
    first = board.scene(board.trace.beginning)
    yield from written([*end_marks(first, theme, sheet), *names(first, theme, sheet)])
    for at, begin, end, _ in _spans(board.trace, _NEWS):
        yield _while(clock, begin, end, numbers(_one(board, at), theme, sheet))


def _scans(board: Board, clock: Clock) -> Iterator[str]:
    """Show the scans that found nothing from their step on."""
    failed = board.trace.failed_scans
    for step in np.unique(failed[:, 0]).tolist():
        scans = failed[failed[:, 0] == step, 1:].astype(np.int64)
        shapes = failed_scans(replace(board.whole, scans=scans), board.theme, board.sheet)
        yield _while(clock, step + 1, None, shapes)


def shown_at_end(board: Board, clock: Clock) -> str:
    """Return the path, which the last tick shows."""
    theme, sheet = board.theme, board.sheet
    way = [*route(board.whole, theme, sheet), *stairs(board.whole, theme, sheet)]
    return _while(clock, clock.steps, None, iter(way))


def _spans(trace: Trace, kinds: dict[int, int]) -> Iterator[tuple[int, int, int | None, int]]:
    """Yield the spans of each square: the event, the first and the last tick, and its kind then.

    Args:
        trace: The search.
        kinds: The kind of a square after an event of each type; other types are left out. An event that does
            not change the kind counts only if the kind is 0.
    """
    events = trace.events
    numbers = np.arange(len(events))
    ticks = np.searchsorted(trace.step_ends, numbers, side="right") + 1
    ticks[: trace.step_starts[0] if len(trace) else len(events)] = 0
    live: dict[int, tuple[int, int, int]] = {}
    for at, (node, kind) in enumerate(zip(events["node"].tolist(), events["type"].tolist(), strict=True)):
        if kind == EventType.FORGET.value and node in live:
            gone = live.pop(node)
            if gone[1] < ticks[at]:
                yield gone[0], gone[1], int(ticks[at]), gone[2]
        if kind not in kinds:
            continue
        before = live.get(node)
        if before is not None and kinds[kind] and before[2] == kinds[kind]:
            continue
        if before is not None and before[1] < ticks[at]:
            yield before[0], before[1], int(ticks[at]), before[2]
        live[node] = at, int(ticks[at]), kinds[kind]
    for at, begin, mark in live.values():
        yield at, begin, None, mark


def _outlines(board: Board, clock: Clock) -> Iterator[str]:
    """Outline each cell while it is open, and after it is closed; move the mark of the current one."""
    theme, sheet, nodes = board.theme, board.sheet, board.trace.events["node"].astype(np.int64)
    drawn: dict[int, list[str]] = {OPEN: [], CLOSED: []}
    styles: dict[int, str] = {}
    for at, begin, end, mark in _spans(board.trace, _MARKS):
        outline = marked(mark, nodes[at : at + 1], theme, sheet)
        hidden, child = clock.shown(begin, end)
        styles[mark] = style_of(outline)
        if len(outline.polygons):
            drawn[mark].append(f'<path{hidden} d="{outlines_of(outline)}">{child}</path>')
    for mark in (CLOSED, OPEN):
        if mark in styles:
            yield f"<g {styles[mark]}>{''.join(drawn[mark])}</g>"
    first = nodes[:1]
    current = marked(CURRENT, first, theme, sheet)
    if len(current.polygons):
        steps = [int(first[0]), *nodes[board.trace.step_starts[:-1]].tolist()]
        centred = replace(current, polygons=current.polygons - sheet.points(first)[:, None, :])
        yield moving(board, clock, steps, [centred])


def _while(clock: Clock, begin: int, end: int | None, drawn: Iterator[Shape]) -> str:
    inner = "".join(written(drawn))
    if not inner:
        return ""
    hidden, child = clock.shown(begin, end)
    return f"<g{hidden}>{child}{inner}</g>"


def _one(board: Board, at: int) -> Scene:
    """Return a scene with only the values of one event."""
    row = board.trace.events[at : at + 1]
    parents = np.where(row["parent"] == NO_PARENT, row["node"], row["parent"]).astype(np.int64)
    f, cells = board.trace.rules.keys(row["g"], row["h"]), row["node"].astype(np.int64)
    values = Values(cells, parents, f, row["g"], row["h"])
    arrows = np.stack([cells, parents], axis=-1)[cells != parents]
    return replace(board.whole, values=values, arrows=arrows, from_goal=cells[row["from_goal"]])


def moving(board: Board, clock: Clock, nodes: list[int], drawn: list[Shape] | list[Patches]) -> str:
    """Move a mark around (0, 0) from cell to cell, one each tick, until the end."""
    places = board.sheet.layout.at(np.array(nodes)) * board.sheet.scale
    at = ";".join(f"{x:.6g} {y:.6g}" for x, y in np.nan_to_num(places, nan=-1e4).round(2).tolist())
    hidden, child = clock.shown(0, clock.steps)
    turn = f'begin="{clock.name}.begin" dur="{clock.seconds:g}s" calcMode="discrete" values="{at}"'
    move = f'<animateTransform attributeName="transform" type="translate" {turn}/>'
    return f"<g{hidden}>{child}<g>{move}{''.join(written(drawn))}</g></g>"
