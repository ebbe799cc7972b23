"""Index files: one container for all kinds (container.py).

The header names the kind, the version of pathstar, the space and its fingerprint.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pathstar import version
from pathstar.errors import IndexFileError, OptionError, StaleError
from pathstar.indexes.belongs import check_indexable, fingerprint, traits
from pathstar.indexes.build import ENTRANCES, MOST_BYTES, MOST_LANDMARKS, SELECTIONS, build_index
from pathstar.indexes.container import Container
from pathstar.indexes.index import Index, open_sections
from pathstar.indexes.kinds import INDEXES, IndexKind
from pathstar.progress import Progress, Tell, part_of, reporting, tell_of
from pathstar.spaces.base import Space

INDEX = Container(b"pathstar index\0\0", 5, 4, "index", "build it again")
_CHECKSUMS = 0.1  # the share of a full check


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """The content of an index file's header.

    Attributes:
        file: The file's name.
        kind: A key of `INDEXES`.
        version: The version of pathstar that wrote it.
        traits: The space in words: its size, and the moves of a grid.
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


def contents_of(index: Index) -> tuple[dict[str, Any], list[tuple[str, NDArray[np.uint8]]]]:
    """Return the header of an index file, and its sections."""
    metadata = {
        "kind": index.kind.name,
        "pathstar": version.__version__,
        "traits": traits(index.space),
        "fingerprint": fingerprint(index.space),
    }
    return metadata, index.core.sections()


def index_info(file: str | os.PathLike[str]) -> IndexInfo:
    """Read the header of an index file.

    Args:
        file: Its name.

    Returns:
        An `IndexInfo`.

    Raises:
        IndexFileError: The file is not an index, is of another format, or its header is damaged or truncated.
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
    metadata, size = INDEX.read_header(file)
    return IndexInfo(
        file=os.fspath(file),
        kind=metadata["kind"],
        version=metadata["pathstar"],
        traits=metadata["traits"],
        fingerprint=metadata["fingerprint"],
        sections=tuple(tuple(section) for section in metadata["sections"]),
        size=size,
    )


def load_index(
    file: str | os.PathLike[str],
    space: Space,
    *,
    verify: bool | Literal["full"] = True,
    progress: Progress = None,
) -> Index:
    """Open a saved index for the space that it was built for.

    The file is mapped into memory: unused parts are not read, and processes share the rest.

    Args:
        file: Its name.
        space: The grid, with the same cells and moves; or the graph, with the same edges and costs.
        verify: How thoroughly to check the file. Every offset, count and number in it is always checked, so
            no query reads or writes outside the index, whoever wrote the file; but it is not checked whether
            its paths are the cheapest. True also compares its checksums, at one to four gigabytes a second,
            which finds accidental damage. ``"full"`` builds the index again, which takes as long as a build,
            and compares the two: for a file from an untrusted source, or to verify that it is right.
        progress: Called with the fraction done, from 0.0 to 1.0; True shows a bar on the terminal. An
            exception in the function stops the call. Checksums count as a tenth of a full check.

    Returns:
        An `Index`.

    Raises:
        IndexFileError: The file is not an index, is of another format, damaged or truncated, or belongs to a
            space of another size or with other moves; with ``verify="full"`` also if this pathstar builds a
            different index. A query raises it too, if it finds a contradiction in the index.
        StaleError: The space has other cells or edges: the index belongs to another map, or to this one
            before an edit; or another thread edited the space in the meantime.
        SpaceError: The second argument is not a space that can have an index.
        OptionError: verify or progress is something else.
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
    if not isinstance(verify, bool) and not (isinstance(verify, str) and verify == "full"):
        raise OptionError(f"verify is {verify!r}; allowed: True, False or 'full'")
    with reporting(progress, "loading an index") as tell:
        info = index_info(file)
        revision = space.revision
        _check_belongs(info, space)
        checksums = part_of(tell, 0.0, _CHECKSUMS if verify == "full" else 1.0)
        arrays = INDEX.map_sections(info.file, info.sections, verify=bool(verify), tell=checksums)
        index = index_of_sections(space, INDEXES[info.kind], arrays)
        if space.revision != revision:
            raise StaleError(f"{info.file}: the space was edited while its index was loaded; load it again")
        if verify == "full" and not _is_as_built(index, part_of(tell, _CHECKSUMS, 1.0)):
            raise IndexFileError(
                f"{info.file}: not the index that this pathstar builds for this space; its paths may be "
                f"wrong; {INDEX.remedy}"
            )
    return index


def index_of_sections(space: Space, kind: IndexKind, arrays: list[tuple[str, NDArray[np.uint8]]]) -> Index:
    """Return the index that the sections of a file hold.

    Args:
        space: The space that the file belongs to.
        kind: The file's row of `INDEXES`.
        arrays: The sections' names and bytes ``(n,)``, which the index uses in place.

    Raises:
        IndexFileError: They do not form an index of this space.
    """
    return Index(space, kind, open_sections(kind, space, arrays), _options_of(arrays))


def _options_of(arrays: Sequence[tuple[str, NDArray[np.uint8]]]) -> dict[str, Any]:
    """Return the options with which to build such an index again."""
    held = dict(arrays)
    if "scale" in held:
        return {"landmarks": int(held["scale"][16:20].view(np.uint32)[0])}
    if "entrances" in held:
        return {"entrances": ENTRANCES[int(held["entrances"].view(np.uint32)[0])]}
    return {}


def _is_as_built(index: Index, tell: Tell | None) -> bool:
    """Return whether a new build gives the same index to the last byte, in one of the ways to build it."""
    ways = _ways_to_build(index)
    for number, options in enumerate(ways):
        part = part_of(tell, number / len(ways), (number + 1) / len(ways))
        if _compared(build_index(index.space, index.kind.name, progress=part, **options)) == _compared(index):
            tell_of(tell, 1.0)
            return True
    return False


def _compared(index: Index) -> list[tuple[str, bytes]]:
    """Return the sections except hints, which depend on past edits and are checked at each use."""
    return [(name, array.tobytes()) for name, array in index.core.sections() if not name.endswith("_hints")]


def _ways_to_build(index: Index) -> list[dict[str, Any]]:
    """Return the options with which an index may have been built, as far as they matter."""
    held = {name: array.nbytes for name, array in index.core.sections()}
    if "costs_to_hubs" in held:  # as many labels as fit into memory
        costs = held["costs_to_hubs"] + held.get("costs_from_hubs", 0)
        return [{"max_bytes": max(1, 2 * costs)}]
    if "distances" in held:  # landmarks
        columns = held["distances"] // (4 * index.space.size)
        counts = {count for count in (columns, columns // 2) if 1 <= count <= MOST_LANDMARKS}
        return [
            {"max_bytes": MOST_BYTES, "landmarks": count, "selection": selection}
            for count in sorted(counts)
            for selection in SELECTIONS
        ]
    if "border" in held:  # any order that passed the checks is as good as another
        return [{"max_bytes": MOST_BYTES, "order": index}]
    if "entrances" in held:
        return [{"max_bytes": MOST_BYTES, "entrances": entrances} for entrances in ENTRANCES]
    return [{"max_bytes": MOST_BYTES}]


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
    if (unsupported_reason := INDEXES[info.kind].unsupported_reason(space)) is not None:
        raise IndexFileError(f"{info.file}: an index of the kind {info.kind} needs {unsupported_reason}")
    if info.fingerprint != fingerprint(space):
        raise StaleError(
            f"{info.file}: an index of another map of this size or of other step costs, or of this map "
            "before an edit; build it again"
        )
