r"""Index files: one container for all kinds.

::

    16 bytes   "pathstar index\\0\\0"
    4          format, little-endian like all that follows
    4          0x01020304 in the order of the machine that wrote it
    8          size of the header, n
    32         blake2b of the header
    n          the header: JSON
    ...        the sections, each from a multiple of 4096, bytes as they lie in memory

The header names the kind, the version of pathstar, what the space is and its fingerprint, and of each
section its name, place, size and blake2b.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import IndexFileError, OptionError, StaleError
from pathstar.indexes.belongs import checked_ground, fingerprint, traits
from pathstar.indexes.index import Index, open_sections
from pathstar.indexes.kinds import INDEXES
from pathstar.spaces.base import Space

MAGIC = b"pathstar index\0\0"
FORMAT = 3
_ORDER = 0x01020304
_LEAD = struct.Struct("=16sIIQ32s")
_PAGE = 4096
_MOST_HEADER = 1 << 20


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
    arrays = index.core.sections()
    digests = [_digest(array) for _, array in arrays]

    def header_with(offsets: list[int]) -> bytes:
        rows = zip(arrays, offsets, digests, strict=True)
        return _header(
            index, [[name, offset, array.nbytes, digest] for (name, array), offset, digest in rows]
        )

    unplaced = header_with([0] * len(arrays))
    end = _round_up(_LEAD.size + len(unplaced) + 32 * len(arrays))  # room for the offsets' digits
    offsets = []
    for _, array in arrays:
        offsets.append(end)
        end = _round_up(end + array.nbytes)
    header = header_with(offsets)
    lead = _LEAD.pack(MAGIC, FORMAT, _ORDER, len(header), hashlib.blake2b(header, digest_size=32).digest())
    target = Path(file)
    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(lead + header)
            for offset, (_, array) in zip(offsets, arrays, strict=True):
                out.seek(offset)
                out.write(array.data)
            out.truncate(end)
        Path(draft).replace(target)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _header(index: Index, sections: list[list[Any]]) -> bytes:
    told = {
        "kind": index.kind.name,
        "pathstar": sys.modules["pathstar"].__version__,  # below us no module may import the package
        "traits": traits(index.space),
        "fingerprint": fingerprint(index.space),
        "sections": sections,
    }
    return json.dumps(told).encode()


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
    name = os.fspath(file)
    with Path(name).open("rb") as source:
        size = os.fstat(source.fileno()).st_size
        lead = source.read(_LEAD.size)
        if lead[: len(MAGIC)] != MAGIC:
            raise IndexFileError(f"{name}: not an index of pathstar")
        if len(lead) < _LEAD.size:
            raise IndexFileError(f"{name}: cut off within its first {_LEAD.size} bytes")
        _, version, order, length, digest = _LEAD.unpack(lead)
        if order != _ORDER:
            raise IndexFileError(
                f"{name}: written on a machine of another byte order than this ({sys.byteorder})"
            )
        if version != FORMAT:
            raise IndexFileError(
                f"{name}: an index of format {version}; this pathstar reads format {FORMAT}; build it anew"
            )
        header = source.read(min(length, _MOST_HEADER))
    if hashlib.blake2b(header, digest_size=32).digest() != digest:
        raise IndexFileError(f"{name}: the header is damaged or cut off; build the index anew")
    told = json.loads(header)
    info = IndexInfo(
        file=name,
        kind=told["kind"],
        version=told["pathstar"],
        traits=told["traits"],
        fingerprint=told["fingerprint"],
        sections=tuple(tuple(section) for section in told["sections"]),
        size=size,
    )
    end = max((offset + length for _, offset, length, _ in info.sections), default=0)
    if size < end:
        raise IndexFileError(f"{name}: cut off: {size:,} bytes of at least {end:,}; build the index anew")
    return info


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
    checked_ground(space)
    if not isinstance(verify, bool):
        raise OptionError(f"verify is {verify!r}; allowed: True or False")
    info = index_info(file)
    revision = space.revision
    _check_belongs(info, space)
    with Path(info.file).open("rb") as source:
        memory = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
    arrays = [(name, _view(memory, offset, size)) for name, offset, size, _ in info.sections]
    if verify:
        for (name, array), (_, _, _, digest) in zip(arrays, info.sections, strict=True):
            if _digest(array) != digest:
                raise IndexFileError(f"{info.file}: the section {name} is damaged; build the index anew")
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


def _view(memory: mmap.mmap, offset: int, size: int) -> NDArray[np.uint8]:
    return np.frombuffer(memory, np.uint8, size, offset) if size else np.zeros(0, np.uint8)


def _digest(array: NDArray[np.uint8]) -> str:
    return hashlib.blake2b(array.data, digest_size=16).hexdigest()


def _round_up(offset: int) -> int:
    return -(-offset // _PAGE) * _PAGE
