"""Events as columns: the format in which a search is saved and sent.

A column is stored compactly if its numbers can be restored exactly, otherwise as it is:

- ``node``: a node that a step opens or improves is the difference from the node that the step closes;
- ``g``: in the same way, the difference from the cost of that node;
- ``h``: once for each node, where it is first opened, in float32 if that is exact;
- ``parent``: not stored if it is the last closed node, or, for a node that is closed, the parent that it
  already had;
- ``from_goal``: not stored if there is only one search, from the start. If a second one runs from the goal, a
node counts once for each search.

`packed` joins them into one block of bytes: the length of a JSON head as uint32, the head, then the columns,
each aligned to 8 bytes. ``web/lib/codec.js`` reads the same format.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.traces.timeline import EVENT, INTERVAL, NO_PARENT

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

VERSION = 1
_TYPES = {
    "type": ("|u1",),
    "node": ("<u4", "<i4"),
    "parent": ("<u4",),
    "g": ("<f8",),
    "h": ("<f8", "<f4"),
    "from_goal": ("|u1",),
}
_WITHIN = (EventType.GENERATE.value, EventType.UPDATE.value)
_FRESH = (EventType.SOURCE.value, EventType.GENERATE.value)
_TELLING = (*_FRESH, EventType.UPDATE.value)
_CLOSES = (EventType.EXPAND.value, EventType.PRUNE.value)

_OF_INTERVAL = INTERVAL.itemsize // 8  # numbers

Columns = dict[str, NDArray[Any]]


def columns_of_trace(trace: Trace) -> Columns:
    """Return what pages show of a trace: its events, and the scans that found nothing if there are any.

    A scan has its step, the node expanded and the last node: ``scan_step``, ``scan_from``, ``scan_to``. For a
    search over intervals, ``interval`` has the eight numbers of each interval.
    """
    columns, scans = columns_of(trace.events), trace.failed_scans
    if trace.intervals is not None:
        columns["interval"] = numbers_of(trace.intervals).ravel()
    if len(scans):
        names = ("scan_step", "scan_from", "scan_to")
        columns |= {name: scans[:, each].astype("<u4") for each, name in enumerate(names)}
    return columns


def numbers_of(intervals: NDArray[np.void]) -> NDArray[np.float64]:
    """Return intervals, an array of the type `INTERVAL`, as numbers, float64 ``(n, 8)``."""
    return np.ascontiguousarray(intervals).view("<f8").reshape(len(intervals), _OF_INTERVAL)


def intervals_of(numbers: NDArray[Any]) -> NDArray[np.void]:
    """Return the intervals from the result of `numbers_of`.

    Raises:
        ValueError: They are not eight finite numbers for each interval, or one comes after an interval that
            follows it.
    """
    if numbers.dtype != np.float64 or numbers.ndim != 2 or numbers.shape[1] != _OF_INTERVAL:
        raise ValueError(f"intervals of {numbers.dtype} with the shape {numbers.shape}")
    if not np.isfinite(numbers).all():
        raise ValueError("an interval that is not finite")
    if not (numbers[:, -1] < np.arange(len(numbers))).all():
        raise ValueError("an interval that comes before the one whose root it follows")
    found = np.ascontiguousarray(numbers).view(INTERVAL).ravel()
    found.flags.writeable = False
    return found


def columns_of(events: NDArray[np.void]) -> Columns:
    """Return events as columns: ``type``, and the others by the field's name, or with ``near_`` before it.

    Args:
        events: Structured array of the type `EVENT`.

    Example:
        >>> import pathstar as ps
        >>> trace = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
        >>> columns = columns_of(trace.events)
        >>> sorted(columns), bool((events_of(columns) == trace.events).all())
        (['near_g', 'near_h', 'near_node', 'type'], True)
    """
    kinds = np.ascontiguousarray(events["type"])
    within, current = _steps(kinds)
    nodes = events["node"].astype(np.int64)
    fresh = events["h"][np.isin(kinds, _FRESH)]
    with np.errstate(over="ignore"):
        short = fresh.astype("<f4")
    near: Columns = {
        "type": kinds,
        "near_node": np.where(within, nodes - nodes[current], nodes).astype("<i4"),
        "near_g": np.where(within, events["g"] - events["g"][current], events["g"]).astype("<f8"),
        "near_h": short if np.array_equal(short, fresh, equal_nan=True) else fresh.astype("<f8"),
    }
    if events["from_goal"].any():
        near["from_goal"] = events["from_goal"].astype("|u1")
    back = events_of(near)
    for name in ("node", "g", "h", "parent"):
        if not np.array_equal(back[name], events[name], equal_nan=name in "gh"):
            near.pop(f"near_{name}", None)
            near[name] = events[name].astype(_TYPES[name][0])
    return near


def events_of(columns: Mapping[str, NDArray[Any]]) -> NDArray[np.void]:
    """Return the events that columns hold, a structured array of the type `EVENT`.

    Args:
        columns: The columns from `columns_of`.

    Raises:
        ValueError: A column is missing, has the wrong type or length, or holds an impossible value.
    """
    kinds = _column(columns, "type")
    count = len(kinds)
    events = np.zeros(count, EVENT)
    events["type"] = kinds
    within, current = _steps(kinds)
    nodes = _restored(columns, "node", within, current)
    if count and not (nodes.min() >= 0 and nodes.max() < int(NO_PARENT)):
        raise ValueError("column 'node' holds a number that is not a node")
    events["node"] = nodes
    events["g"] = _restored(columns, "g", within, current)
    if "from_goal" in columns:
        events["from_goal"] = _column(columns, "from_goal", count)
        nodes = nodes + (events["from_goal"].astype(np.int64) << 32)  # each search has its own
    events["h"] = _column(columns, "h", count) if "h" in columns else _estimates(columns, kinds, nodes)
    if "parent" in columns:
        events["parent"] = _column(columns, "parent", count)
    else:
        events["parent"] = _plain_parents(kinds, nodes, within, current)
    return events


def _column(columns: Mapping[str, NDArray[Any]], name: str, count: int | None = None) -> NDArray[Any]:
    if name not in columns:
        raise ValueError(f"there is no column {name!r}")
    column, allowed = columns[name], _TYPES[name.removeprefix("near_")]
    if column.ndim != 1 or column.dtype.newbyteorder("<").str not in allowed:
        raise ValueError(f"column {name!r} holds {column.dtype}; it must be {' or '.join(allowed)}")
    if count is not None and len(column) != count:
        raise ValueError(f"column {name!r} has {len(column)} rows; there are {count} events")
    return column


def _steps(kinds: NDArray[np.uint8]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return which events open or improve nodes within a step, and the event that began each step."""
    numbers = np.where(kinds == EventType.EXPAND.value, np.arange(len(kinds)), 0)
    return np.isin(kinds, _WITHIN), np.maximum.accumulate(numbers) if len(kinds) else numbers


def _restored(
    columns: Mapping[str, NDArray[Any]], name: str, within: NDArray[np.bool_], current: NDArray[np.int64]
) -> NDArray[Any]:
    if name in columns:
        return _column(columns, name, len(within))
    near = _column(columns, f"near_{name}", len(within))
    near = near.astype(np.int64) if name == "node" else near
    return np.where(within, near + near[current], near)


def _estimates(
    columns: Mapping[str, NDArray[Any]], kinds: NDArray[np.uint8], nodes: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the estimate of each event's node; 0 for a node that is never opened."""
    fresh = np.isin(kinds, _FRESH)
    estimates = _column(columns, "near_h", int(fresh.sum()))
    known, first = np.unique(nodes[fresh], return_index=True)
    if not len(known):
        return np.zeros(len(nodes))
    at = np.searchsorted(known, nodes).clip(max=len(known) - 1)
    return np.where(known[at] == nodes, estimates[first].astype(np.float64)[at], 0.0)


def _plain_parents(
    kinds: NDArray[np.uint8], nodes: NDArray[np.int64], within: NDArray[np.bool_], current: NDArray[np.int64]
) -> NDArray[np.uint32]:
    """Return the parents that need not be stored; see the head of this file."""
    parents = np.where(within, nodes[current] & int(NO_PARENT), int(NO_PARENT)).astype(np.uint32)
    rows = np.flatnonzero(np.isin(kinds, (*_TELLING, *_CLOSES)))
    order = rows[np.argsort(nodes[rows], kind="stable")]
    telling = np.isin(kinds[order], _TELLING)
    last = np.maximum.accumulate(np.where(telling, np.arange(len(order)), -1)) if len(order) else order
    same = (last >= 0) & (nodes[order] == nodes[order[last.clip(min=0)]])
    closes = same & ~telling
    parents[order[closes]] = parents[order[last[closes]]]
    return parents


def packed(head: Mapping[str, Any], columns: Mapping[str, NDArray[Any]]) -> bytes:
    """Return columns as one block of bytes.

    Args:
        head: Other data, as JSON.
        columns: The columns.
    """
    rows = [[name, column.dtype.newbyteorder("<").str, len(column)] for name, column in columns.items()]
    text = json.dumps({**head, "version": VERSION, "columns": rows}, separators=(",", ":")).encode()
    text += b" " * (-(len(text) + 4) % 8)
    parts = [struct.pack("<I", len(text)), text]
    for column in columns.values():
        data = np.ascontiguousarray(column, column.dtype.newbyteorder("<")).tobytes()
        parts += [data, bytes(-len(data) % 8)]
    return b"".join(parts)


def unpacked(data: bytes) -> tuple[dict[str, Any], Columns]:
    """Return the head and the columns of a block of bytes.

    Raises:
        ValueError: It is of another version, damaged or truncated.
    """
    (length,) = struct.unpack_from("<I", data) if len(data) >= 4 else (0,)
    try:
        head = json.loads(data[4 : 4 + length])
        rows = [(str(name), np.dtype(kind), int(count)) for name, kind, count in head["columns"]]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError("this is not a trace") from error
    check_version(head.get("version"))
    columns, at = {}, 4 + length
    for name, kind, count in rows:
        size = kind.itemsize * count
        if count < 0 or at + size > len(data):
            raise ValueError(f"the trace ends within column {name!r}")
        columns[name] = np.frombuffer(data, kind, count, at)
        at += size + -size % 8
    return head, columns


def check_version(version: object) -> None:
    """Raise ValueError for columns of a version that cannot be read."""
    if version != VERSION:
        raise ValueError(f"the trace is of version {version!r}; this pathstar reads version {VERSION}")
