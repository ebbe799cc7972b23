"""Many queries over many maps on a cluster of Dask."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, need_extra
from pathstar.paths.paths import Paths
from pathstar.planners.find import find_paths as find_here
from pathstar.planners.planner import Planner
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
    **options: Any,
) -> Iterator[tuple[int, Paths]]:
    """Find the paths of many batches on the workers of a client; yield each batch as soon as it is done.

    Each ground is sent once to a worker that needs it, and its queries in parts. A part is a pure function of
    what it is given, so Dask runs it again if its worker dies. The paths are those of `pathstar.find_paths`.

    Args:
        client: A client of Dask distributed.
        batches: Batches, or tuples of a ground, starts and goals.
        part: How many queries make one task; a task should take a third of a second or more.
        options: Those of `pathstar.find_paths`, such as ``costs_only=True``.

    Yields:
        The number of a batch, from 0, and its paths: row i belongs to its query i.

    Raises:
        OptionError: ``part`` is not over 0, or a batch has other numbers of starts than of goals.
        PathstarError: As `pathstar.find_paths`; rows are counted within a part.

    Example:
        >>> from dask.distributed import Client
        >>> import pathstar as ps
        >>> grids = [ps.Grid([[1, 1, 1]]), ps.Grid([[1, 1], [0, 1]])]
        >>> with Client(processes=False, dashboard_address=":0") as client:
        ...     found = dict(find_paths(client, [(grid, [(0, 0)], [(1, 0)]) for grid in grids]))
        >>> [found[number].costs.tolist() for number in sorted(found)]
        [[1.0], [1.0]]
    """
    size, given = _checked_part(part), [Batch(*batch) for batch in batches]
    parts = [_parts(batch, size) for batch in given]
    tasks: dict[Any, tuple[int, int]] = {}
    for number, batch in enumerate(given):
        ground = client.submit(_made, batch.ground, pure=False)
        for place, (starts, goals) in enumerate(parts[number]):
            tasks[client.submit(_solve, ground, starts, goals, options, pure=False)] = number, place
    done: list[dict[int, Paths]] = [{} for _ in given]
    completed = need_extra("distributed", "dask").as_completed(list(tasks), with_results=True)
    for future, paths in completed:
        number, place = tasks.pop(future)
        done[number][place] = paths
        if len(done[number]) == len(parts[number]):
            rows = [done[number].pop(place) for place in range(len(parts[number]))]
            yield number, _joined(_made(given[number].ground), rows)


def _made(ground: Ground) -> Space | Planner:
    return ground if isinstance(ground, (Space, Planner)) else ground()


def _solve(ground: Space | Planner, starts: Any, goals: Any, options: dict[str, Any]) -> Paths:
    """Find a part's paths; they travel without their space, which is the batch's."""
    found = find_here(ground, starts, goals, **{"threads": 1, **options})
    return dataclasses.replace(found, space=cast(Space, None))


def _parts(batch: Batch, size: int) -> list[tuple[Any, Any]]:
    starts, goals = list(batch.starts), list(batch.goals)
    if len(starts) != len(goals):
        raise OptionError(
            f"a batch has {len(starts)} starts and {len(goals)} goals; give one of each for a query"
        )
    return [
        (starts[row : row + size], goals[row : row + size]) for row in range(0, max(1, len(starts)), size)
    ]


def _joined(ground: Space | Planner, parts: list[Paths]) -> Paths:
    """Return one `Paths` of the rows of several, over the space of a ground."""
    first = parts[0]

    def all_of(name: str) -> Any:
        return np.concatenate([getattr(each, name) for each in parts])

    def shifted(name: str) -> Any:
        ends = np.cumsum([0, *(int(getattr(each, name)[-1]) for each in parts)])
        begins = [getattr(each, name)[:-1] + end for each, end in zip(parts, ends, strict=False)]
        return np.concatenate([*begins, ends[-1:]])

    flat = ("starts", "goals", "costs", "statuses", "counts", "seconds", "corners", "times")
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
