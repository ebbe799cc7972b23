"""What was computed ahead for one revision of a space."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import IndexFileError, StaleError
from pathstar.indexes.belongs import core_of
from pathstar.indexes.kinds import INDEXES, IndexKind

if TYPE_CHECKING:
    from pathstar.spaces.base import Space


class Index:
    """What was computed ahead for one revision of a space. `Planner` finds paths with it.

    Made by `build_index` and `load_index`. It may be used from many threads at once, and pickled.

    Attributes:
        space: The space that it was built for.
        kind: The row of its kind in `INDEXES`.
        core: The native index.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
        >>> index = ps.build_index(grid, "subgoal")
        >>> ps.Planner(grid, index=index).find((0, 0), (2, 2)).cost
        4.0
    """

    __slots__ = ("core", "kind", "revision", "space")

    def __init__(self, space: Space, kind: IndexKind, core: _core.Index, revision: int) -> None:
        self.space = space
        self.kind = kind
        self.core = core
        self.revision = revision

    @property
    def stale(self) -> bool:
        """Whether the space was edited since."""
        return self.revision != self.space.revision

    @property
    def nbytes(self) -> int:
        """How many bytes of data it holds, in memory or mapped from a file."""
        return sum(array.nbytes for _, array in self.core.sections())

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the index to a file that `load_index` opens.

        The file appears complete or not at all; one that is there already is replaced.

        Args:
            file: Its name, by habit ending in ``.pathindex``.

        Raises:
            StaleError: The grid was edited since the index was built.
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
        from pathstar.indexes.files import write_index

        if self.stale:
            raise StaleError("the grid was edited since this index was built; build it anew and save that")
        write_index(self, file)

    def __repr__(self) -> str:
        state = ", stale" if self.stale else ""
        return f"Index({self.kind.name} of {self.space!r}, {self.nbytes:,} bytes{state})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.stale:
            raise StaleError("the grid was edited since this index was built; it cannot be pickled")
        kept = [(name, array.tobytes()) for name, array in self.core.sections()]
        return _unpickled, (self.space, self.kind.name, kept)


def _unpickled(space: Space, kind: str, kept: list[tuple[str, bytes]]) -> Index:
    arrays = [(name, _aligned(data)) for name, data in kept]
    row = INDEXES[kind]
    return Index(space, row, open_sections(row, space, arrays), space.revision)


def _aligned(data: bytes) -> NDArray[np.uint8]:
    """Copy bytes to where a line of the processor's cache begins, as native code wants them."""
    room = np.empty(len(data) + 64, np.uint8)
    array = room[-room.ctypes.data % 64 :][: len(data)]
    array[:] = np.frombuffer(data, np.uint8)
    return array


def open_sections(kind: IndexKind, space: Space, sections: list[tuple[str, Any]]) -> _core.Index:
    """Return the native index of a kind that arrays of bytes make up; they are used where they are.

    Raises:
        IndexFileError: They do not make up an index of this space.
    """
    try:
        return _core.open_index(kind.core, core_of(space), sections)
    except ValueError as error:
        raise IndexFileError(f"the index is damaged: {error}") from error
