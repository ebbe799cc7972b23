"""Index files: one container for all kinds (container.py).

The header names the kind, the version of pathstar, what the space is and its fingerprint.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from pathstar import version
from pathstar.errors import IndexFileError, StaleError
from pathstar.indexes.belongs import check_indexable, fingerprint, traits
from pathstar.indexes.container import Container
from pathstar.indexes.index import Index, open_sections
from pathstar.indexes.kinds import INDEXES
from pathstar.maps.arguments import checked_switch
from pathstar.spaces.base import Space

INDEX = Container(b"pathstar index\0\0", 4, "index", "build it anew")


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What the header of an index file says.

    Attributes:
        file: The file's name.
        kind: A name of `INDEXES`.
        version: The version of pathstar that wrote it.
        traits: What the space is, in words: its size, and of a grid its moves.
        fingerprint: The checksum of the space.
        sections: Each section's name, offset, size in bytes and checksum.
        size: The file's size in bytes.
    """

    file: str
    kind: str
    version: str
    traits: dict[str, str]
    fingerprint: str
    sections: tuple[tuple[str, int, int, str], ...]
    size: int


def write_index(index: Index, file: str | os.PathLike[str]) -> None:
    """Write an index; see `Index.save`."""
    told = {
        "kind": index.kind.name,
        "pathstar": version.__version__,
        "traits": traits(index.space),
        "fingerprint": fingerprint(index.space),
    }
    INDEX.write(file, told, index.core.sections())


def index_info(file: str | os.PathLike[str]) -> IndexInfo:
    """Read what an index file says about itself.

    Args:
        file: Its name.

    Returns:
        An `IndexInfo`.

    Raises:
        IndexFileError: The file is not an index, of another format, or its header is damaged or cut off.
        OSError: The file cannot be read.

    Example:
        >>> import pathstar as ps, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "small.pathindex")
        ...     ps.build_index(ps.Grid([[1, 1, 1]]), "subgoal").save(file)
        ...     info = index_info(file)
        >>> info.kind, info.traits["size"]
        ('subgoal', '3 x 1')
    """
    told, size = INDEX.read_header(file)
    return IndexInfo(
        file=os.fspath(file),
        kind=told["kind"],
        version=told["pathstar"],
        traits=told["traits"],
        fingerprint=told["fingerprint"],
        sections=tuple(tuple(section) for section in told["sections"]),
        size=size,
    )


def load_index(file: str | os.PathLike[str], space: Space, *, verify: bool = True) -> Index:
    """Open an index that was saved, for the space that it was built for.

    The file is mapped into memory: what is not used is not read, and processes share what is.

    Args:
        file: Its name.
        space: The grid, with the same cells and moves; or the graph, with the same edges and costs.
        verify: Whether to read all of the file first and compare its checksums, at about a gigabyte a
            second. Without, opening takes no time whatever the size, and only the header is checked: a file
            whose data were changed behind its back may then give wrong paths or end the process.

    Returns:
        An `Index`.

    Raises:
        IndexFileError: The file is no index, of another format, damaged or cut off, or of a space of another
            size or other moves.
        StaleError: The space has other cells or edges: the index belongs to another map, or to this one
            before an edit.
        SpaceError: The second argument is no space that can have an index.
        OSError: The file cannot be read.

    Example:
        >>> import pathstar as ps, pathlib, tempfile
        >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "small.pathindex")
        ...     ps.build_index(grid, "subgoal").save(file)
        ...     ps.Planner(grid, index=ps.load_index(file, grid)).find((0, 0), (2, 2)).cost
        4.0
    """
    check_indexable(space)
    checked_switch("verify", verify)
    info = index_info(file)
    revision = space.revision
    _check_belongs(info, space)
    arrays = INDEX.map_sections(info.file, info.sections, verify=verify)
    row = INDEXES[info.kind]
    return Index(space, row, open_sections(row, space, arrays), revision)


def _check_belongs(info: IndexInfo, space: Space) -> None:
    if info.kind not in INDEXES:
        raise IndexFileError(
            f"{info.file}: an index of the kind {info.kind!r}, which this pathstar does not know"
        )
    here = traits(space)
    for name in {**here, **info.traits}:
        value, other = here.get(name, "none"), info.traits.get(name, "none")
        if other != value:
            raise IndexFileError(
                f"{info.file}: of a space whose {name} is {other}; here the {name} is {value}"
            )
    if (misfit := INDEXES[info.kind].misfit(space)) is not None:
        raise IndexFileError(f"{info.file}: an index of the kind {info.kind} needs {misfit}")
    if info.fingerprint != fingerprint(space):
        raise StaleError(
            f"{info.file}: an index of another map of this size or of other step costs, or of this map "
            "before an edit; build it anew"
        )
