r"""The container of index files and of the checkpoints of builds.

::

    16 bytes   the magic words, padded with zeros
    4          format, little-endian like everything after it
    4          0x01020304 in the byte order of the machine that wrote it
    8          size of the header, n
    32         blake2b of the header
    n          the header: JSON
    ...        the sections, each aligned to 4096, as in memory

The header names the kind of index, the version of pathstar that wrote it and the space. For each section it
holds its name, offset, size and CRC-32, which is compared four times as fast as the blake2b of version 0.1. A
checksum finds damage, not malice: a forger can compute the right ones. So this module checks the form of the
header, and native code checks the content of the sections.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.atomic import atomic_write
from pathstar.errors import IndexFileError
from pathstar.maps.arguments import checked_file
from pathstar.progress import Tell, tell_of

_ORDER = 0x01020304
_LEAD = struct.Struct("=16sIIQ32s")
_PAGE = 4096
_MOST_HEADER = 1 << 20
_AT_ONCE = 1 << 26  # bytes whose checksum takes less than a tenth of a second
WORDS = ("kind", "pathstar", "fingerprint")

Arrays = Sequence[tuple[str, NDArray[np.uint8]]]


@dataclass(frozen=True, slots=True)
class Container:
    """A kind of file.

    Attributes:
        magic: Its first words.
        format: The version of its contents.
        oldest: The oldest version that is still read.
        what: Its noun, such as ``"index"``.
        remedy: What to do about an unusable file, in words.
    """

    magic: bytes
    format: int
    oldest: int
    what: str
    remedy: str

    def write(self, file: str | os.PathLike[str], metadata: Mapping[str, Any], arrays: Arrays) -> None:
        """Write a file completely or not at all, replacing an existing one.

        Raises:
            OSError: The file cannot be written.
        """
        digests = [_checksum(array) for _, array in arrays]

        def header_with(offsets: list[int]) -> bytes:
            rows = zip(arrays, offsets, digests, strict=True)
            sections = [[name, offset, array.nbytes, digest] for (name, array), offset, digest in rows]
            return json.dumps({**metadata, "sections": sections}).encode()

        unplaced = header_with([0] * len(arrays))
        end = _round_up(_LEAD.size + len(unplaced) + 32 * len(arrays))  # room for the offsets' digits
        offsets = []
        for _, array in arrays:
            offsets.append(end)
            end = _round_up(end + array.nbytes)
        header = header_with(offsets)
        with atomic_write(checked_file("file", file)) as out:
            out.write(lead_of(self, header) + header)
            for offset, (_, array) in zip(offsets, arrays, strict=True):
                out.seek(offset)
                out.write(array.data)
            out.truncate(end)

    def read_header(self, file: str | os.PathLike[str]) -> tuple[dict[str, Any], int]:
        """Return the header, with the keys of `WORDS`, ``traits`` and ``sections``, and the file's size.

        Raises:
            IndexFileError: The file is of another kind or format, damaged or truncated.
            OSError: The file cannot be read.
        """
        path = checked_file("file", file)
        name = os.fspath(path)
        with path.open("rb") as source:
            size = os.fstat(source.fileno()).st_size
            lead = source.read(_LEAD.size)
            if lead[: len(self.magic)] != self.magic:
                raise IndexFileError(f"{name}: not an {self.what} of pathstar")
            if len(lead) < _LEAD.size:
                raise IndexFileError(f"{name}: truncated within its first {_LEAD.size} bytes")
            _, version, order, length, digest = _LEAD.unpack(lead)
            if order != _ORDER:
                raise IndexFileError(
                    f"{name}: written on a machine of another byte order than this ({sys.byteorder})"
                )
            if not self.oldest <= version <= self.format:
                raise IndexFileError(
                    f"{name}: an {self.what} of format {version}; this pathstar reads formats "
                    f"{self.oldest} to {self.format}; {self.remedy}"
                )
            header = source.read(min(length, _MOST_HEADER))
        if _blake2b([header], 32) != digest:
            raise IndexFileError(f"{name}: the header is damaged or truncated; {self.remedy}")
        metadata = _parsed(header)
        if metadata is None:
            raise IndexFileError(f"{name}: the header is not one that pathstar writes; {self.remedy}")
        end = max((offset + length for _, offset, length, _ in metadata["sections"]), default=0)
        if size < end:
            raise IndexFileError(f"{name}: truncated: {size:,} bytes of at least {end:,}; {self.remedy}")
        return metadata, size

    def map_sections(
        self,
        file: str | os.PathLike[str],
        sections: Sequence[tuple[str, int, int, str]],
        *,
        verify: bool,
        tell: Tell | None = None,
    ) -> list[tuple[str, NDArray[np.uint8]]]:
        """Return the sections of a file, mapped into memory, after checking their checksums if requested.

        After each section, `tell` gets the fraction of the bytes that are done.

        Raises:
            IndexFileError: A section is damaged.
            OSError: The file cannot be read.
        """
        with Path(file).open("rb") as source:
            if os.fstat(source.fileno()).st_size < max((o + n for _, o, n, _ in sections), default=0):
                raise IndexFileError(f"{os.fspath(file)}: it changed while being read")
            memory = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
        arrays, done, total = [], 0, sum(size for _, _, size, _ in sections)
        for name, offset, size, digest in sections:
            array = np.frombuffer(memory, np.uint8, size, offset) if size else np.zeros(0, np.uint8)
            if verify and not _is_intact(array, digest):
                raise IndexFileError(f"{os.fspath(file)}: the section {name} is damaged; {self.remedy}")
            arrays.append((name, array))
            done += size
            tell_of(tell, done / total if total else 1.0)
        return arrays


def lead_of(container: Container, header: bytes) -> bytes:
    """Return the bytes before a header."""
    return _LEAD.pack(container.magic, container.format, _ORDER, len(header), _blake2b([header], 32))


def _checksum(array: NDArray[np.uint8]) -> str:
    """Return the checksum of a section."""
    checksum = 0
    for part in _parts(array):
        checksum = zlib.crc32(part, checksum)
    return f"{checksum:08x}"


def _parts(array: NDArray[np.uint8]) -> Iterator[memoryview]:
    """Yield a section part by part; between two of them Ctrl+C takes effect."""
    for begin in range(0, len(array), _AT_ONCE):
        yield array[begin : begin + _AT_ONCE].data


def _is_intact(array: NDArray[np.uint8], digest: str) -> bool:
    """Return whether a section has the checksum in the header; files of version 0.1 have a longer blake2b."""
    return digest == (_blake2b(_parts(array), 16).hex() if len(digest) == 32 else _checksum(array))


def _blake2b(parts: Iterable[bytes | memoryview], size: int) -> bytes:
    import hashlib  # not at the top: few programs use index files

    digest = hashlib.blake2b(digest_size=size)
    for part in parts:
        digest.update(part)
    return digest.digest()


def _parsed(header: bytes) -> dict[str, Any] | None:
    """Return the content of a header, or None if it is not in the form that `Container.write` gives it."""
    try:
        metadata = json.loads(header)
    except (ValueError, RecursionError):
        return None
    if not isinstance(metadata, dict) or not all(isinstance(metadata.get(word), str) for word in WORDS):
        return None
    traits, sections = metadata.get("traits"), metadata.get("sections")
    if not isinstance(traits, dict) or not all(isinstance(value, str) for value in traits.values()):
        return None
    return metadata if isinstance(sections, list) and all(map(_is_section, sections)) else None


def _is_section(row: object) -> bool:
    match row:
        case [str(), int(offset), int(size), str()]:
            plain = type(offset) is int and type(size) is int  # not True or False
            return plain and offset >= 0 and offset % _PAGE == 0 and size >= 0
        case _:
            return False


def _round_up(offset: int) -> int:
    return -(-offset // _PAGE) * _PAGE
