"""Many queries over many maps on a cluster of Dask."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, PathstarError, counted, need_extra
from pathstar.paths.paths import Paths
from pathstar.planners.find import find_paths as find_here
from pathstar.planners.planner import Planner
from pathstar.progress import Progress, reporting
from pathstar.spaces.base import Space

Ground = Space | Planner | Callable[[], Space | Planner]
Places = Sequence[Any] | NDArray[Any]


class Batch(NamedTuple):
    """Queries over one map.

    Attributes:
        ground: Where to search: a space, a `Planner` with its index and options, or a function without
            arguments that makes one. The function is called on a worker, and once here.
        starts: Places ``(n, 2)``.
        goals: Places ``(n, 2)``.
    """

    ground: Ground
    starts: Places
    goals: Places


def find_paths(
    client: Any,
    batches: Iterable[Batch | tuple[Ground, Places, Places]],
    *,
    part: int = 10_000,
    progress: Progress = None,
    **options: Any,
) -> Iterator[tuple[int, Paths]]:
    """Find the paths of many batches on the workers of a client; yield each batch as soon as it is done.

    Batches come in the order in which they are done. The call checks its arguments; the work begins when the
    first batch is asked for. Each ground is sent once to a worker that needs it, its queries in parts. A part
    is a pure function of its arguments, so Dask runs it again if its worker dies. The paths are those of
    `pathstar.find_paths`.

    Args:
        client: A client of Dask distributed.
        batches: Batches, or tuples of a ground, starts and goals.
        part: The number of queries in a task; a task should take a third of a second or more.
        progress: Called with the fraction of the parts that are done, from 0.0 to 1.0; True shows a bar.
        options: The options of `pathstar.find_paths`, such as ``costs_only=True``.

    Yields:
        The number of a batch, from 0, and its paths: row i belongs to its query i.

    Raises:
        OptionError: The client is not a client, ``part`` is not over 0, batches is not a list of batches, or
            a batch is not a ground with as many starts as goals.
        PathstarError: As `pathstar.find_paths`, while batches are yielded; the message begins with the number
            of the batch and the queries of the part, in which it counts rows.

    Example:
        >>> from dask.distributed import Client
        >>> import pathstar as ps
        >>> grids = [ps.Grid([[1, 1, 1]]), ps.Grid([[1, 1], [0, 1]])]
        >>> with Client(processes=False, dashboard_address=":0") as client:
        ...     found = dict(find_paths(client, [(grid, [(0, 0)], [(1, 0)]) for grid in grids]))
        >>> [found[number].costs.tolist() for number in sorted(found)]
        [[1.0], [1.0]]
    """
    distributed = need_extra("distributed", "dask")
    if not isinstance(client, distributed.Client):
        raise OptionError(f"client is {client!r:.80}; allowed: a Client of Dask distributed")
    size = _checked_part(part)
    if not hasattr(batches, "__iter__"):
        raise OptionError(f"batches is {batches!r:.80}; allowed: a list of (ground, starts, goals)")
    given = [_checked_batch(number, batch) for number, batch in enumerate(batches)]
    return _solved(client, distributed.as_completed, given, size, progress, options)


def _solved(
    client: Any,
    as_completed: Callable[..., Any],
    batches: list[Batch],
    size: int,
    progress: Progress,
    options: dict[str, Any],
) -> Iterator[tuple[int, Paths]]:
    parts = [_parts(batch, size) for batch in batches]
    tasks: dict[Any, tuple[int, int]] = {}
    grounds: dict[int, Any] = {}
    for number, batch in enumerate(batches):
        if id(batch.ground) not in grounds:
            grounds[id(batch.ground)] = client.submit(_made, batch.ground, pure=False)
        for place, (starts, goals) in enumerate(parts[number]):
            ground = grounds[id(batch.ground)]
            tasks[client.submit(_solve, ground, starts, goals, options, pure=False)] = number, place
    done: list[dict[int, Paths]] = [{} for _ in batches]
    total = len(tasks)
    with reporting(progress, "paths") as tell:
        for future, found in as_completed(list(tasks), with_results=True, raise_errors=False):
            number, place = tasks.pop(future)
            first, count = place * size, len(parts[number][place][0])
            done[number][place] = found if isinstance(found, Paths) else _found(future, number, first, count)
            if tell is not None:
                tell(1 - len(tasks) / total)
            if len(done[number]) == len(parts[number]):
                rows = [done[number].pop(place) for place in range(len(parts[number]))]
                yield number, _joined(_made(batches[number].ground), rows)


def _found(future: Any, number: int, first: int, count: int) -> Paths:
    """Return the paths of a part, which is computed again if the worker that had them died.

    Raises:
        PathstarError: The error that ended the part; its message names the part.
    """
    try:
        paths: Paths = future.result()
    except PathstarError as error:
        last = first + max(count - 1, 0)
        error.args = (f"batch {number}, queries {first:,} to {last:,}: {error.args[0]}", *error.args[1:])
        raise
    return paths


def _made(ground: Ground) -> Space | Planner:
    return ground if isinstance(ground, (Space, Planner)) else ground()


def _solve(ground: Space | Planner, starts: Any, goals: Any, options: dict[str, Any]) -> Paths:
    """Find a part's paths, which are sent without their space, that of the batch."""
    found = find_here(ground, starts, goals, **{"threads": 1, **options})
    return dataclasses.replace(found, space=cast(Space, None))


def _checked_batch(number: int, batch: Any) -> Batch:
    """Return a batch after checking it.

    Raises:
        OptionError: It is not a ground, starts and goals, or it does not have as many starts as goals.
    """
    values = tuple(batch) if isinstance(batch, (tuple, list)) else (batch,)
    if len(values) != 3 or not (isinstance(values[0], (Space, Planner)) or callable(values[0])):
        raise OptionError(
            f"batch {number} is {batch!r:.80}; allowed: a ground, starts and goals, where the ground is a "
            "space, a Planner or a function that makes one"
        )
    ground, starts, goals = values[0], *map(_sliced, values[1:])
    if len(starts) != len(goals):
        raise OptionError(
            f"batch {number} has {counted(len(starts), 'start')} and {counted(len(goals), 'goal')}; "
            "give one of each for a query"
        )
    return Batch(ground, starts, goals)


def _sliced(places: Any) -> Places:
    """Return places that can be cut into parts. An array stays one: it travels faster than its rows."""
    return places if isinstance(places, np.ndarray) else list(places)


def _parts(batch: Batch, size: int) -> list[tuple[Places, Places]]:
    rows = range(0, max(1, len(batch.starts)), size)
    return [(batch.starts[row : row + size], batch.goals[row : row + size]) for row in rows]


def _joined(ground: Space | Planner, parts: list[Paths]) -> Paths:
    """Join several `Paths` into one, over the space of a ground."""
    first = parts[0]

    def all_of(name: str) -> Any:
        return np.concatenate([getattr(each, name) for each in parts])

    def shifted(name: str) -> Any:
        ends = np.cumsum([0, *(int(getattr(each, name)[-1]) for each in parts)])
        begins = [getattr(each, name)[:-1] + end for each, end in zip(parts, ends, strict=False)]
        return np.concatenate([*begins, ends[-1:]])

    flat = (
        "starts",
        "goals",
        "costs",
        "statuses",
        "counts",
        "seconds",
        "bounds",
        "revisions",
        "corners",
        "times",
    )
    return dataclasses.replace(
        first,
        space=ground.space if isinstance(ground, Planner) else ground,
        offsets=shifted("offsets"),
        corner_offsets=shifted("corner_offsets"),
        line=None if first.line is None else all_of("line"),
        **{name: all_of(name) for name in flat},
    )


def _checked_part(part: Any) -> int:
    try:
        size = operator.index(part)
    except TypeError:
        size = 0
    if size < 1:
        raise OptionError(f"part is {part!r}; allowed: whole numbers from 1 up")
    return size
