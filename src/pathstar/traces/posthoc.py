"""Traces written in the format of the search visualiser Posthoc, version 1.4.0.

The format is YAML, which includes JSON; it is written as JSON, with one event on each line. An expansion
becomes two events, ``expanding`` before what it opens and ``closing`` after it.
`pathstar.traces.posthoc_read` reads it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from pathstar._core import EventType, Status
from pathstar.atomic import atomic_write
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_file
from pathstar.progress import Progress, Tell, reporting, tell_of
from pathstar.traces.timeline import NO_PARENT
from pathstar.traces.trace import Trace, check_trace

VERSION = "1.4.0"
_SQUARE = {"$": "rect", "width": 1, "height": 1, "x": "${{ $.x }}", "y": "${{ $.y }}"}
_VIEWS = {"main": [{**_SQUARE, "fill": "${{ color[$.type] }}"}]}
_PIVOT = {"x": "${{ $.x + 0.5 }}", "y": "${{ $.y + 0.5 }}", "scale": 1}
NAMES = {
    EventType.SOURCE.value: "source",
    EventType.DESTINATION.value: "destination",
    EventType.EXPAND.value: "expanding",
    EventType.GENERATE.value: "generating",
    EventType.UPDATE.value: "updating",
    EventType.END.value: "end",
}
CLOSING = "closing"
# The format has no words for two searches, rounds, repairs or bends: what it can show of them.
_OPENED = NAMES[EventType.GENERATE.value]
_SHOWN_AS = {
    **NAMES,
    EventType.PRUNE.value: CLOSING,
    EventType.FORGET.value: CLOSING,
    EventType.REVERT.value: _OPENED,
    EventType.KNOWN.value: CLOSING,
    EventType.RAISE.value: _OPENED,
    EventType.BEND.value: NAMES[EventType.UPDATE.value],
}
_LEFT_OUT = (EventType.RESTART.value, EventType.MEET.value, EventType.DEEPEN.value)
_AT_ONCE = 1 << 13  # events between two calls of progress


def write_posthoc(trace: Trace, file: str | os.PathLike[str], *, progress: Progress = None) -> None:
    """Write a trace for Posthoc.

    Args:
        trace: The trace; an event takes about a hundred bytes.
        file: The file to write.
        progress: Called now and then with the fraction of the events written, up to 1.0; an exception
            cancels. True shows a bar.

    Raises:
        OptionError: It is not a trace, the search is one over intervals, the file has no name, or progress is
            neither a function nor True, False or None.
        OSError: The file cannot be written.

    Example:
        >>> import json, tempfile, pathlib
        >>> import pathstar as ps
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "search.trace.json"
        >>> write_posthoc(ps.trace(ps.Grid([[1, 1]]), (0, 0), (1, 0)), file)
        >>> [event["type"] for event in json.loads(file.read_text())["events"]]
        ['source', 'destination', 'expanding', 'generating', 'closing', 'expanding', 'closing', 'end']
    """
    if check_trace(trace).intervals is not None:
        raise OptionError(f"{trace.rules.algorithm} searches intervals; Posthoc draws squares")
    target = checked_file("file", file)
    with reporting(progress, f"saving {target.name}") as tell, atomic_write(target) as out:

        def write(text: str) -> None:
            out.write(text.encode())

        head = json.dumps({"version": VERSION, "views": _VIEWS, "pivot": _PIVOT})
        write(head.removesuffix("}") + ', "events": [')
        _write_events(trace, write, tell)
        write("\n]}\n")


def _write_events(trace: Trace, write: Callable[[str], None], tell: Tell | None) -> None:
    comma, total, closing = "\n", len(trace.events), ""
    for begin in range(0, total, _AT_ONCE):
        events = trace.events[begin : begin + _AT_ONCE]
        places = trace.space.places_of(events["node"])
        at = places.tolist() if places.ndim == 2 else [()] * len(places)  # names say nothing of where
        keys = trace.rules.keys(events["g"], events["h"]).tolist()
        rows = zip(events.tolist(), at, keys, strict=True)
        for (g, h, node, parent, kind, from_goal), place, f in rows:
            if kind == EventType.EXPAND.value or kind == EventType.END.value:
                write(closing and comma + closing)
                closing = ""
            if kind == EventType.END.value and trace.path.status is not Status.FOUND:
                continue
            if kind in _LEFT_OUT:
                continue
            parent_id = None if parent == NO_PARENT else parent
            name = _OPENED if from_goal and kind == EventType.SOURCE.value else _SHOWN_AS[kind]
            event = {"type": name, "id": node, "pId": parent_id, "g": g, "h": h, "f": f}
            event.update(zip("xyz", place, strict=False))
            write(comma + json.dumps(event))
            comma = ",\n"
            if kind == EventType.EXPAND.value:
                closing = json.dumps({**event, "type": CLOSING})
        tell_of(tell, min(begin + _AT_ONCE, total) / total)
    write(closing and comma + closing)
