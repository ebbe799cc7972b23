"""Traces in NumPy files: saved completely, and read back on the space of the search."""

from __future__ import annotations

import json
import os
import zipfile
from typing import Any

import numpy as np

from pathstar._core import PathResult, Status
from pathstar.archives import read_archive, write_archive
from pathstar.errors import MapFormatError, SpaceError, StaleError
from pathstar.goals.base import Everywhere, names_place
from pathstar.maps.arguments import checked_file
from pathstar.paths.path import Leg, Method, Path
from pathstar.progress import Progress, reporting, tell_of
from pathstar.spaces.base import Space, check_space, place_of
from pathstar.spaces.mesh.arrays import checked_point
from pathstar.traces.codec import VERSION, check_version, columns_of, events_of, intervals_of, numbers_of
from pathstar.traces.rules import Rules
from pathstar.traces.trace import Trace, check_trace
from pathstar.words import Say

_ABOUT = "about"
_NO_SUCH_NODE = "a node that the space does not have"
_NO_LINE = np.empty((0, 2))


def write_npz(trace: Trace, file: str | os.PathLike[str], *, progress: Progress = None) -> None:
    """Write a trace as ``.npz``: its events as columns, its path, and how the search chose.

    Args:
        trace: The trace.
        file: The file to write.
        progress: Called with 1.0 when everything is written; True shows a bar.

    Raises:
        SpaceError: The space cannot be recognised when the file is read: `Timed`, `Turning`, functions.
        StaleError: The space was edited since, so the file would name a space that the search has not seen.
        OptionError: It is not a trace, the file has no name, or progress is neither a function nor True,
            False or None.
        OSError: The file cannot be written.

    Example:
        >>> import tempfile, pathlib
        >>> import pathstar as ps
        >>> trace = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "search.npz"
        >>> write_npz(trace, file)
        >>> read_trace(file, trace.space)
        Trace(3 steps, 8 events, Path((0, 0) to (2, 0): 3 places, cost 2))
    """
    check_trace(trace).check_fresh("save")
    about = {"version": VERSION, "space": _fingerprint(trace.space), **_about(trace)}
    arrays = {**_arrays(trace), _ABOUT: np.frombuffer(json.dumps(about).encode(), np.uint8)}
    target = checked_file("file", file)
    with reporting(progress, f"saving {target.name}") as tell:
        write_archive(target, arrays)
        tell_of(tell, 1.0)


def _about(trace: Trace) -> dict[str, Any]:
    """Return the facts about a trace that a file holds besides its arrays, also for each of its legs."""
    path = trace.path
    return {
        "start": _kept_place(trace.space, path.start),
        "goal": _kept_place(trace.space, path.goal) if names_place(path.goal) else None,
        "everywhere": isinstance(path.goal, Everywhere),
        "status": path.status.name,
        "cost": path.cost,
        "counts": [path.stats.expanded, path.stats.generated, path.stats.updated],
        "method": _kept_method(path),
        "rules": {name: getattr(trace.rules, name) for name in Rules.__dataclass_fields__},
        "max_events": trace.max_events,
        "legs": [_about(leg) for leg in trace.legs],
    }


def _arrays(trace: Trace) -> dict[str, Any]:
    """Return the arrays of a trace; those of its legs have their number before the name."""
    path = trace.path
    found = {"path": path.nodes, **({"line": path.points} if path.is_line else {})}
    if trace.legs:
        legs = [_arrays(leg).items() for leg in trace.legs]
        return found | {f"{row}_{name}": array for row, leg in enumerate(legs) for name, array in leg}
    intervals = {} if trace.intervals is None else {"intervals": numbers_of(trace.intervals)}
    return {**columns_of(trace.events), **found, **intervals}


def read_trace(file: str | os.PathLike[str], space: Space) -> Trace:
    """Read a trace that was saved as ``.npz``.

    Args:
        file: The file.
        space: The space of the search, equal to the one with which the trace was saved.

    Returns:
        A `Trace`, equal to the one that was saved.

    Raises:
        StaleError: The file belongs to another space.
        MapFormatError: It is not a trace, is of an unknown version, or is damaged.
        SpaceError: It is not a space, or traces over this kind of space cannot be saved.
        OptionError: The file has no name.
        OSError: The file cannot be read.
    """
    check_space(space)
    path = checked_file("file", file)
    name = str(path)
    try:
        arrays = read_archive(path)
        about = json.loads(arrays.pop(_ABOUT).tobytes())
        check_version(about.get("version"))
        if about["space"] != _fingerprint(space):
            raise StaleError(f"{name} is the trace of a search on another space")
        return _trace(space, arrays, about)
    except (ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        if isinstance(error, (SpaceError, StaleError)):
            raise
        raise MapFormatError(name, found=str(error), expected="a trace saved by pathstar") from error


def _fingerprint(space: Space) -> str:
    if not (space.capabilities.indexable or space.capabilities.plane):
        raise SpaceError(
            f"a trace over a {type(space).__name__} cannot be saved as .npz; save a .html or .json"
        )
    return space.kind.fingerprint(space)


def _checked_line(line: Any) -> Any:
    if line.dtype != np.float64 or line.ndim != 2 or line.shape[1] not in (2, 3):
        raise ValueError(f"a line of {line.dtype} with the shape {line.shape}")
    return line


def _trace(space: Space, arrays: dict[str, Any], about: dict[str, Any]) -> Trace:
    """Return a trace from its arrays and the facts in a file.

    Raises:
        ValueError: An impossible number.
    """
    nodes = arrays.pop("path").astype(np.uint32)
    line = _checked_line(arrays.pop("line", _NO_LINE))
    if len(nodes) and nodes.max() >= space.size:
        raise ValueError(_NO_SUCH_NODE)
    path = _path(space, nodes, line, about)
    if about.get("legs"):
        legs = [_trace(space, _of_leg(arrays, row), leg) for row, leg in enumerate(about["legs"])]
        return Trace.of_legs(path, legs, about["max_events"])
    intervals = intervals_of(arrays.pop("intervals")) if "intervals" in arrays else None
    events = events_of(arrays)
    most = space.size if intervals is None else len(intervals)
    if len(events) and events["node"].max() >= max(most, 1):
        raise ValueError(_NO_SUCH_NODE)
    events.flags.writeable = False
    return Trace(space, path, events, Rules(**about["rules"]), about["max_events"], intervals)


def _of_leg(arrays: dict[str, Any], row: int) -> dict[str, Any]:
    """Return the arrays of one leg by their names within it."""
    prefix = f"{row}_"
    return {name.removeprefix(prefix): each for name, each in arrays.items() if name.startswith(prefix)}


def _path(space: Space, nodes: Any, line: Any, about: dict[str, Any]) -> Path:
    first, last = (None if kept is None else _place(space, kept) for kept in (about["start"], about["goal"]))
    last = Everywhere() if about.get("everywhere") else last
    expanded, generated, updated = map(int, about["counts"])
    result = PathResult(
        Status[about["status"]],
        float(about["cost"]),
        nodes,
        (0, False),
        counts=(expanded, generated, updated),
        line=line.ravel() if len(line) else None,
        columns=line.shape[1],
    )
    return Path(result, space, first, last, _method(space, about["method"]))


def _kept_method(path: Path) -> dict[str, Any]:
    kept = {name: getattr(path.method, name) for name in Method.__dataclass_fields__}
    why = path.method.why
    kept["why"] = None if why is None else {"key": why.key, "values": dict(why.values)}
    kept["legs"] = [[_kept_place(path.space, leg.goal), leg.cost] for leg in path.legs]
    return kept | ({"bound": path.bound} if path else {})


def _method(space: Space, kept: dict[str, Any]) -> Method:
    why = kept.get("why")
    said = None if why is None else Say(why["key"], why["values"])
    legs = tuple(Leg(_place(space, goal), float(cost)) for goal, cost in kept.get("legs", ()))
    return Method(**{**kept, "why": said, "legs": legs})


def _kept_place(space: Space, place: Any) -> Any:
    """Return a place as it is saved: the number of its node, or a point of a plane."""
    return checked_point(place) if space.capabilities.plane else space.node_of(place)


def _place(space: Space, kept: Any) -> Any:
    """Return a place that was saved."""
    return checked_point(kept) if space.capabilities.plane else place_of(space, kept)
