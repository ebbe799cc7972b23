"""Data computed ahead for a space."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import IndexFileError, OptionError, StaleError
from pathstar.indexes.background import BackgroundBuild
from pathstar.indexes.belongs import core_of
from pathstar.indexes.kinds import INDEXES, IndexKind
from pathstar.progress import Progress

if TYPE_CHECKING:
    from pathstar.analysis.clusters import Clusters
    from pathstar.spaces.base import Space


class Index:
    """Data computed ahead for a space, with which a `Planner` finds paths.

    Made by `build_index` and `load_index`. Many threads may use it at once, and it can be pickled. Its paths
    stay right after any edit: `status` tells how an edit has affected it, and `update` brings it up to date.

    Attributes:
        space: The space that it was built for.
        kind: The row of its kind in `INDEXES`.
        core: The native index, which `update` replaces.

    Example:
        >>> import pathstar as ps
        >>> map = ps.Map([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
        >>> grid = map.grid()
        >>> index = ps.build_index(grid, "subgoal")
        >>> planner = ps.Planner(grid, index=index)
        >>> planner.find((0, 0), (2, 2)).cost, index.status
        (4.0, 'current')
        >>> change = map.edit("passable", (1, 1), True)
        >>> round(planner.find((0, 0), (2, 2)).cost, 3), index.status
        (2.828, 'stale')
        >>> index.update()
        >>> index.status, index.rebuilds
        ('current', 1)
    """

    __slots__ = ("_background", "_options", "_rebuilds", "core", "kind", "space")

    def __init__(self, space: Space, kind: IndexKind, core: _core.Index, options: dict[str, Any]) -> None:
        self.space = space
        self.kind = kind
        self.core = core
        self._options = options
        self._rebuilds = 0
        self._background = BackgroundBuild(self._build) if options.get("rebuild") == "background" else None

    @property
    def status(self) -> str:
        """How well it fits the space as it is now.

        - ``"current"``: it equals a new index. A ``"jump-table"`` is repaired at its next use.
        - ``"weaker"``: its results are still right, but take longer. Only ``"landmarks"`` get weaker, while
        costs only rise, cells close or edges disappear; `edited` tells how much may have changed.
        - ``"stale"``: queries use an exact search until `update`, or until a rebuild in the background, which
        the next query begins.
        - ``"rebuilding"``: the same, and that rebuild is under way.
        """
        rebuilding = self._background is not None and self._background.running
        state = self.core.state.name
        return "rebuilding" if state == "stale" and rebuilding else state

    @property
    def stale(self) -> bool:
        """Whether queries use a search instead, because the space was edited since it was built."""
        return self.core.state is _core.IndexState.stale

    @property
    def edited(self) -> float:
        """The share of nodes that were edited since it was built; 0.0 while it is current."""
        return self.core.edited

    @property
    def rebuilds(self) -> int:
        """How often it was rebuilt: by `update`, or because a repair would have taken as long."""
        return self._rebuilds + self.core.rebuilds

    @property
    def bound(self) -> float:
        """Its paths cost at most this times the optimum: 1 means optimal, infinity no guarantee."""
        exact = self.kind.exact
        return 1.0 if all(self._options.get(name) == value for name, value in exact.items()) else math.inf

    @property
    def clusters(self) -> Clusters:
        """The clusters into which it divides the map as it is now, and their gates, for pictures and such.

        Raises:
            OptionError: An index of this kind has no clusters.

        Example:
            >>> import pathstar as ps
            >>> clusters = ps.build_index(ps.Grid([[1] * 70] * 40), "hierarchy").clusters
            >>> clusters.sides, clusters.gates[0][:4].tolist()
            ((32,), [31, 32, 63, 64])
        """
        if not self.kind.legs:
            having = ", ".join(repr(row.name) for row in INDEXES.values() if row.legs)
            raise OptionError(f"an index of the kind {self.kind.name!r} has no clusters; allowed: {having}")
        rows, columns = self.space.shape
        from pathstar.indexes.clusters import clusters_of

        return clusters_of(self.core, (rows, columns))

    def update(self, progress: Progress = None) -> None:
        """Bring the index up to date with its space; a current index stays as it is.

        It is built again with the same numbers of landmarks, threads and bytes. If a rebuild in the
        background is under way, `update` waits for that instead. Meanwhile, queries in other threads still
        work, with a search if the index is stale.

        Args:
            progress: As for `build_index`.

        Raises:
            MapLimitError: The new index would be too large; the old one stays.
            OptionError: The edited space no longer fits this kind of index.
        """
        if self._background is not None:
            self._background.join()
        if self.status != "current":
            self._build(progress)
        if self._background is not None:
            self._background.failure = None

    @property
    def rebuilds_itself(self) -> bool:
        """Whether a query of a stale index begins a rebuild in the background."""
        return self._background is not None

    def finder(self) -> _core.Index:
        """Return the native index for a query; if it is stale, begin a rebuild in the background."""
        if self._background is not None and self.stale:
            self._background.start()
        return self.core

    def _build(self, progress: Progress = None) -> None:
        from pathstar.indexes.build import build_index

        built = build_index(self.space, self.kind.name, progress=progress, **self._options)
        self._rebuilds = self.rebuilds + 1
        self.core = built.core

    @property
    def nbytes(self) -> int:
        """The size of its data in bytes, in memory or mapped from a file."""
        return sum(array.nbytes for _, array in self.core.sections())

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the index to a file that `load_index` opens.

        The file is written completely or not at all, and replaces an existing one.

        Args:
            file: Its name, by convention ending in ``.pathindex``.

        Raises:
            StaleError: The index is not current; `update` it first.
            OSError: The file cannot be written.

        Example:
            >>> import pathstar as ps, pathlib, tempfile
            >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = pathlib.Path(folder, "small.pathindex")
            ...     ps.build_index(grid, "subgoal").save(file)
            ...     ps.load_index(file, grid).kind.name
            'subgoal'
        """
        from pathstar.indexes.files import INDEX, contents_of

        revision = -1
        while revision != self.space.revision:  # another thread may have edited the space
            revision = self.space.revision
            self._check_current("saved")
            metadata, sections = contents_of(self)
        INDEX.write(file, metadata, sections)

    def _check_current(self, done: str) -> None:
        if self.status != "current":
            raise StaleError(
                f"the space was edited since this index was built, which is {self.status} now: "
                f"it cannot be {done}; update() it first"
            )

    def __repr__(self) -> str:
        state = "" if self.status == "current" else f", {self.status}"
        return f"Index({self.kind.name} of {self.space!r}, {self.nbytes:,} bytes{state})"

    def __reduce__(self) -> tuple[Any, ...]:
        self._check_current("pickled")
        kept = [(name, array.tobytes()) for name, array in self.core.sections()]
        return _unpickled, (self.space, self.kind.name, kept, self._options)


def _unpickled(
    space: Space, kind: str, kept: list[tuple[str, bytes]], options: dict[str, Any] | None = None
) -> Index:
    arrays = [(name, _aligned(data)) for name, data in kept]
    row = INDEXES[kind]
    return Index(space, row, open_sections(row, space, arrays), options or {})


def _aligned(data: bytes) -> NDArray[np.uint8]:
    """Return a copy of bytes that begins at a cache line, as native code requires."""
    room = np.empty(len(data) + 64, np.uint8)
    array = room[-room.ctypes.data % 64 :][: len(data)]
    array[:] = np.frombuffer(data, np.uint8)
    return array


def open_sections(kind: IndexKind, space: Space, sections: list[tuple[str, Any]]) -> _core.Index:
    """Return the native index of a kind over arrays of bytes, which it uses in place.

    Raises:
        IndexFileError: They do not form an index of this space.
    """
    try:
        return _core.open_index(kind.core, core_of(space), sections)
    except ValueError as error:
        raise IndexFileError(f"the index is damaged: {error}") from error
