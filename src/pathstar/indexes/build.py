"""Building an index."""

from __future__ import annotations

import os
import time

from pathstar import _core
from pathstar.engine.options import checked_threads
from pathstar.errors import MapLimitError, OptionError
from pathstar.indexes.belongs import core_of
from pathstar.indexes.checkpoints import CheckpointFile
from pathstar.indexes.index import Index
from pathstar.indexes.kinds import INDEXES, IndexKind, kind_named
from pathstar.log import LOG
from pathstar.maps.arguments import checked_file, checked_name, checked_whole
from pathstar.progress import Progress, Tell, reporting
from pathstar.spaces.base import Space, check_space

MOST_LANDMARKS = 255
DEFAULT_LANDMARKS = 16
SELECTIONS = ("farthest", "avoid")
ENTRANCES = ("few", "all")
REBUILDS = ("asked", "background")
DEFAULT_MOST_BYTES = 2**31
MOST_BYTES = 2**62


def build_index(
    space: Space,
    kind: str,
    *,
    threads: int | None = None,
    progress: Progress = None,
    max_bytes: int = DEFAULT_MOST_BYTES,
    landmarks: int | None = None,
    selection: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    order: Index | None = None,
    entrances: str | None = None,
    rebuild: str = "asked",
) -> Index:
    """Compute data with which a `Planner` finds paths in microseconds.

    Args:
        space: The space of the queries.
        kind: A key of `INDEXES`.
        threads: The number of threads, 1 to 1024, by default one per processor. It does not change the index.
        progress: Called now and then, in the building thread, with the fraction done, from 0.0 to 1.0; True
            shows a bar on the terminal. An exception in it stops the build, as Ctrl+C does.
        max_bytes: The maximum size, which repairs after edits may exceed. Labels of
            ``"contraction-hierarchies"`` are made to fit.
        landmarks: The number of landmarks, 1 to 255, by default 16. Only for the kind ``"landmarks"``. More
            landmarks make a larger index and smaller searches.
        selection: How to choose landmarks: ``"farthest"``, the default, or ``"avoid"``, which builds longer
            and makes searches on large maps smaller. Only for the kind ``"landmarks"``.
        resume: A file in which to save progress, every ten seconds or so and when the build stops. A later
            build continues from it, and removes it at the end. Only for kinds with ``resumes`` in their row.
        order: A ``"customizable"`` index of the same map with other costs or cells, in which at most a few
            cells were blocked that are open now; the new index shares its order and only fills in costs.
        entrances: How many gates the clusters have: ``"few"``, the default, for a small index, or ``"all"``
            for optimal paths. Only for the kind ``"hierarchy"``.
        rebuild: Who rebuilds a stale index: ``"asked"``, a call of `Index.update`; ``"background"``, a thread
            that the next query begins. In either case queries use an exact search until it is done.

    Returns:
        An `Index`, which follows edits of the space as its row says (`INDEXES`, ``repair``).

    Raises:
        SpaceError: The first argument is not a space.
        OptionError: An unknown kind, or one that does not fit the space; a wrong number of threads or
            landmarks; an unknown selection; unknown entrances; an order that lacks too many steps of the
            space; or an option of another kind.
        MapLimitError: The index would be larger than max_bytes, or exceed the range of its numbers.
        IndexFileError: The file to resume from is not an unfinished build, is damaged, or is for another
            kind, space or version of pathstar.
        StaleError: The file to resume from is for another map, or for this one before an edit.
        OSError: The file cannot be read or written.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
        >>> index = build_index(grid, "hub-labels")
        >>> path = ps.Planner(grid, index=index).find((0, 0), (2, 2))
        >>> path.cost, path.stats.algorithm
        (4.0, 'hub-labels')
    """
    check_space(space)
    row = kind_named(kind)
    if (unsupported_reason := row.unsupported_reason(space)) is not None:
        fitting = [name for name, kind in INDEXES.items() if kind.unsupported_reason(space) is None]
        others = f"; allowed: {', '.join(fitting)}" if fitting else ""
        raise OptionError(f"an index of the kind {row.name} needs {unsupported_reason}{others}")
    checked_name("rebuild", rebuild, REBUILDS)
    most = checked_whole("max_bytes", max_bytes, 1, MOST_BYTES)
    workers = checked_threads(threads)
    chosen, ordered = _entrances(row, entrances), _order(row, order)
    numbers = workers, most, *_landmarks(row, landmarks, selection), chosen
    begin = time.perf_counter()
    checkpoint = None if resume is None else _checkpoint_file(resume, row, space)
    with reporting(progress, f"building {row.name}") as tell:
        core = _reported(checkpoint, row, space, numbers, tell, ordered)
    if core is None:
        raise _too_large(row, most)
    LOG.info("built %s for %r in %.3f s", row.name, space, time.perf_counter() - begin)
    options = {"threads": threads, "max_bytes": max_bytes, "landmarks": landmarks, "selection": selection}
    return Index(space, row, core, {**options, "entrances": entrances, "rebuild": rebuild})


def _too_large(row: IndexKind, most: int) -> MapLimitError:
    return MapLimitError(
        f"an index of the kind {row.name} would take more than {most:,} bytes; give a larger max_bytes, "
        f"or {row.instead}"
    )


TELL_EVERY = 0.05  # the minimum time in seconds between two reports of a build's progress
# Threads, bytes, landmarks, their selection, and the entrances of clusters.
Numbers = tuple[int, int, int, _core.LandmarkChoice, _core.Entrances]


def _built(
    row: IndexKind,
    space: Space,
    numbers: Numbers,
    progress: Tell | None,
    *,
    order: _core.Index | None = None,
    checkpoint: _core.BuildCheckpoint | None = None,
) -> _core.Index | None:
    try:
        return _core.build_index(row.core, core_of(space), *numbers, progress, TELL_EVERY, order, checkpoint)
    except _core.TooManyPartsError:
        raise MapLimitError(
            f"an index of the kind {row.name} has no numbers for {row.most_parts}, however large max_bytes "
            f"is; {row.instead}"
        ) from None
    except _core.WrongOrderError as error:
        raise OptionError(f"the order does not fit: {error}; build the index without it") from None


def _reported(
    checkpoint: CheckpointFile | None,
    row: IndexKind,
    space: Space,
    numbers: Numbers,
    progress: Tell | None,
    order: _core.Index | None,
) -> _core.Index | None:
    """Build, and report the end."""
    if checkpoint is None:
        core = _built(row, space, numbers, progress, order=order)
    else:
        core = _drafted(checkpoint, row, space, numbers, progress)
    if core is not None and progress is not None:
        progress(1.0)
    return core


def _drafted(
    checkpoint: CheckpointFile, row: IndexKind, space: Space, numbers: Numbers, progress: Tell | None
) -> _core.Index | None:
    """Build, and save progress in a file until the build is complete."""
    try:
        core = _built(row, space, numbers, checkpoint.telling(progress), checkpoint=checkpoint.core)
    except BaseException:
        checkpoint.save_if_possible()
        raise
    if core is None:
        checkpoint.save()
    else:
        checkpoint.remove()
    return core


def _checkpoint_file(file: str | os.PathLike[str], row: IndexKind, space: Space) -> CheckpointFile:
    path = checked_file("resume", file)
    if not row.resumes:
        allowed = ", ".join(name for name, kind in INDEXES.items() if kind.resumes)
        raise OptionError(
            f"an index of the kind {row.name} is built in one go and takes no resume; allowed for {allowed}"
        )
    return CheckpointFile(path, row, space)


def _order(row: IndexKind, order: object) -> _core.Index | None:
    if order is None:
        return None
    if row.core is not _core.IndexKind.customizable:
        raise OptionError(f"only the kind 'customizable' takes the order of another index, not {row.name!r}")
    if not isinstance(order, Index):
        raise OptionError(f"order is {order!r}; allowed: an index of the kind 'customizable', or None")
    return order.core


def _landmarks(
    row: IndexKind, landmarks: int | None, selection: str | None
) -> tuple[int, _core.LandmarkChoice]:
    for name, value in (("landmarks", landmarks), ("selection", selection)):
        if value is not None and row.core is not _core.IndexKind.landmarks:
            raise OptionError(f"{name} is {value!r}; only the kind 'landmarks' has any, not {row.name!r}")
    count = (
        DEFAULT_LANDMARKS if landmarks is None else checked_whole("landmarks", landmarks, 1, MOST_LANDMARKS)
    )
    if selection is None:
        return count, _core.LandmarkChoice.farthest
    return count, _core.LandmarkChoice[checked_name("selection", selection, SELECTIONS)]


def _entrances(row: IndexKind, entrances: str | None) -> _core.Entrances:
    if entrances is None:
        return _core.Entrances.few
    if row.core is not _core.IndexKind.hierarchy:
        raise OptionError(f"entrances is {entrances!r}; only the kind 'hierarchy' has any, not {row.name!r}")
    return _core.Entrances[checked_name("entrances", entrances, ENTRANCES)]
