"""Raw files of numbers, read and written part by part.

They are never mapped into memory: a mapped file also takes memory for data beside a part, and the system
counts all of it as the process's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pathstar import _core
from pathstar.atomic import atomic_write
from pathstar.errors import OptionError

Part = tuple[slice, slice]
"""Rows and columns, by slices with the step 1."""


@dataclass(frozen=True)
class RawLayer:
    """A raster in a raw file.

    Attributes:
        file: An ``.npy`` file.
        shape: Rows and columns.
        dtype: The type of the numbers.
        begin: The byte at which they begin in the file.
    """

    file: Path
    shape: tuple[int, int]
    dtype: np.dtype[Any]
    begin: int

    @classmethod
    def of(cls, file: Path) -> RawLayer:
        """Return the raster in a file.

        Raises:
            OptionError: The file is damaged or missing.
        """
        try:
            with file.open("rb") as read:
                head = read.read(10)  # the last two bytes tell how many follow
                shape, dtype, begin = _parsed(head + read.read(int.from_bytes(head[8:], "little")))
        except (OSError, ValueError, EOFError):
            raise damaged(file) from None
        return cls(file, shape, dtype, begin)

    def __getitem__(self, part: Part) -> NDArray[Any]:
        """Return a part.

        Raises:
            OptionError: The file ends before the part does.
        """
        values = np.empty(tuple(len(each) for each in ranges_of(part, self.shape)), self.dtype)
        self.read(part, values)
        return values

    def read(self, part: Part, out: NDArray[Any]) -> None:
        """Read a part into an array of its shape and the file's dtype, with contiguous rows.

        Raises:
            OptionError: The file is missing, or ends before the part does.
        """
        read_parts(self.file, [(*self._lines(part), out)])

    def write(self, part: Part, values: NDArray[Any]) -> None:
        """Write a part of an existing file; others may write other parts at the same time.

        Raises:
            OptionError: The disk is full.
        """
        shape = tuple(len(each) for each in ranges_of(part, self.shape))
        values = np.broadcast_to(np.asarray(values, self.dtype), shape)
        if values.strides[1] != self.dtype.itemsize:
            values = np.ascontiguousarray(values)
        write_part(self.file, *self._lines(part), values)

    def _lines(self, part: Part) -> tuple[int, int]:
        """Return the byte of the file at which a part begins, and the distance of its rows in bytes."""
        rows, columns = ranges_of(part, self.shape)
        line = self.shape[1] * self.dtype.itemsize
        return self.begin + rows.start * line + columns.start * self.dtype.itemsize, line


def ranges_of(part: Part, shape: tuple[int, int]) -> tuple[range, range]:
    """Return the rows and the columns of a part.

    Example:
        >>> ranges_of((slice(2, None), slice(0, 3)), (5, 9))
        (range(2, 5), range(0, 3))
    """
    rows, columns = (range(*each.indices(length)) for each, length in zip(part, shape, strict=True))
    return rows, columns


def read_parts(file: Path, parts: Iterable[tuple[int, int, NDArray[Any]]]) -> None:
    """Read parts of a file.

    Args:
        file: The file.
        parts: For each part, the byte at which it begins, the bytes from one row to the next, and an array to
            read into, with contiguous rows.

    Raises:
        OptionError: The file is missing, or ends before a part does.
    """
    try:
        with file.open("rb", buffering=0) as opened:
            number = opened.fileno()
            whole = all(_core.read_rows(number, at, apart, out.view(np.uint8)) for at, apart, out in parts)
    except OSError:
        whole = False
    if not whole:
        raise damaged(file)


def write_part(file: Path, begin: int, apart: int, values: NDArray[Any]) -> None:
    """Write a part of an existing file; others may write other parts at the same time.

    Args:
        file: The file.
        begin: The byte at which the part begins.
        apart: The bytes from one row to the next.
        values: ``[h, w]``, with contiguous rows.

    Raises:
        OptionError: The disk is full.
    """
    with saying(file.parent, file), file.open("r+b", buffering=0) as opened:
        _core.write_rows(opened.fileno(), begin, apart, values.view(np.uint8))


@lru_cache(maxsize=64)
def _parsed(head: bytes) -> tuple[tuple[int, int], np.dtype[Any], int]:
    """Return the facts in the head of a file: rows and columns, the type of numbers, where they begin.

    Raises:
        ValueError: It is not the head of a raster.
    """
    read = BytesIO(head)
    np.lib.format.read_magic(read)
    (height, width), _, dtype = np.lib.format.read_array_header_1_0(read)
    return (height, width), dtype, read.tell()


def unmapped(values: NDArray[Any]) -> NDArray[Any] | RawLayer:
    """Return the raw file of an array that maps a whole one; return any other array as it is."""
    if not (isinstance(values, np.memmap) and values.filename and values.flags.c_contiguous):
        return values
    with suppress(OptionError):  # a file of another kind
        layer = RawLayer.of(Path(values.filename))
        return layer if (layer.shape, layer.dtype) == (values.shape, values.dtype) else values
    return values


def raw_array(file: Path, shape: tuple[int, int], dtype: DTypeLike) -> RawLayer:
    """Make an ``.npy`` file for a raster, if there is none, and reserve its space on the disk.

    Without the space, writing to the file as an array would kill the process.

    Raises:
        OSError: The disk is full, or the folder cannot be written.
    """
    size = shape[0] * shape[1] * np.dtype(dtype).itemsize
    with suppress(OptionError, OSError):
        layer = RawLayer.of(file)
        whole = file.stat().st_size >= layer.begin + size
        if whole and (layer.shape, layer.dtype) == (shape, np.dtype(dtype)):
            return layer
    head = BytesIO()
    write_header(head, dtype, shape)
    with_room(file, head.getvalue(), size)
    return RawLayer(file, shape, np.dtype(dtype), len(head.getvalue()))


def with_room(file: Path, head: bytes, size: int) -> None:
    """Make a file that begins with a head, and reserve `size` bytes on the disk after it.

    Raises:
        OSError: The disk is full, or the folder cannot be written.
    """
    with atomic_write(file) as out:
        out.write(head)
        out.truncate(len(head) + size)
        if hasattr(os, "posix_fallocate"):
            out.flush()
            os.posix_fallocate(out.fileno(), len(head), size)


def write_header(out: BinaryIO, dtype: DTypeLike, shape: tuple[int, ...]) -> None:
    """Write the head of an ``.npy`` file, which is followed by its numbers."""
    header = {"descr": np.dtype(dtype).str, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(out, header)


def damaged(file: Path) -> OptionError:
    """Return the error for a damaged file of the store."""
    return OptionError(f"{file} is damaged; remove the folder and begin again")


@contextmanager
def saying(folder: Path, file: Path) -> Iterator[None]:
    """Convert a system error while a file is written into one that says what it means for the run.

    Raises:
        OptionError: There was an error.
    """
    try:
        yield
    except OSError as error:
        raise OptionError(
            f"the folder {folder} cannot take {file.name}: {error.strerror}. A run with a "
            "store goes on when it is called again"
        ) from None
