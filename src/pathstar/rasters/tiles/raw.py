"""Raw files of numbers, read and written part by part.

They are never mapped into memory: a mapped file takes memory for what lies beside a part as well, and the
system counts all of it as the process's own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO, FileIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pathstar.atomic import atomic_write
from pathstar.errors import OptionError

_TOGETHER = 512  # rows that are read by one call; systems allow 1024
# Held while rows are read or written one by one: each call lets the GIL go, and threads that do so at the
# same time take three times as long, as they wait for it.
_ROW_BY_ROW = threading.Lock()


@dataclass(frozen=True)
class RawLayer:
    """A raster in a raw file.

    Attributes:
        file: An ``.npy`` file.
        shape: Rows and columns.
        dtype: Of the numbers.
        begin: Where they begin in the file, in bytes.
    """

    file: Path
    shape: tuple[int, int]
    dtype: np.dtype[Any]
    begin: int

    @classmethod
    def of(cls, file: Path) -> RawLayer:
        """Return what lies in a file.

        Raises:
            OptionError: The file is damaged or missing.
        """
        try:
            with file.open("rb") as read:
                head = read.read(10)  # of these the last two say how many follow
                shape, dtype, begin = _parsed(head + read.read(int.from_bytes(head[8:], "little")))
        except (OSError, ValueError, EOFError):
            raise damaged(file) from None
        return cls(file, shape, dtype, begin)

    def __getitem__(self, part: tuple[slice, slice]) -> NDArray[Any]:
        """Return a part.

        Raises:
            OptionError: The file ends before the part does.
        """
        values = np.empty(tuple(len(each) for each in self._ranges(part)), self.dtype)
        self.read(part, values)
        return values

    def read(self, part: tuple[slice, slice], out: NDArray[Any]) -> None:
        """Read a part into an array whose rows are contiguous, and which has the file's dtype.

        Raises:
            OptionError: The file is missing, or ends before the part does.
        """
        rows, columns = self._ranges(part)
        whole_rows = len(columns) == self.shape[1]
        together = _TOGETHER if whole_rows else 1  # only whole rows follow each other in the file
        try:
            with nullcontext() if whole_rows else _ROW_BY_ROW, self.file.open("rb", buffering=0) as file:
                for first in range(0, len(rows), together):
                    cell = rows[first] * self.shape[1] + columns.start
                    _read_into(file, self._at(cell), list(out[first : first + together]))
        except (OSError, ValueError, EOFError):
            raise damaged(self.file) from None

    def write(self, part: tuple[slice, slice], values: NDArray[Any]) -> None:
        """Write a part of a file that is there; others may write other parts at the same time.

        Raises:
            OptionError: The disk is full.
        """
        rows, columns = self._ranges(part)
        values = np.broadcast_to(values, (len(rows), len(columns)))
        with _ROW_BY_ROW, saying(self.file.parent, self.file), self.file.open("r+b", buffering=0) as file:
            for row, each in zip(rows, values, strict=True):
                cell = row * self.shape[1] + columns.start
                _write_from(file, self._at(cell), np.ascontiguousarray(each, self.dtype))

    def _ranges(self, part: tuple[slice, slice]) -> tuple[range, range]:
        rows, columns = (range(*each.indices(length)) for each, length in zip(part, self.shape, strict=True))
        return rows, columns

    def _at(self, cell: int) -> int:
        return self.begin + cell * self.dtype.itemsize


@lru_cache(maxsize=64)
def _parsed(head: bytes) -> tuple[tuple[int, int], np.dtype[Any], int]:
    """Return what the head of a file says: rows and columns, the type of numbers, where they begin.

    Raises:
        ValueError: It is not that of a raster.
    """
    read = BytesIO(head)
    np.lib.format.read_magic(read)
    (height, width), _, dtype = np.lib.format.read_array_header_1_0(read)
    return (height, width), dtype, read.tell()


def _read_into(file: FileIO, begin: int, rows: list[NDArray[Any]]) -> None:
    """Read what follows each other in a file into rows.

    Raises:
        EOFError: The file ends before.
    """
    if hasattr(os, "preadv"):
        count = os.preadv(file.fileno(), [row.data for row in rows], begin)
    else:
        file.seek(begin)
        count = sum(file.readinto(row.data) for row in rows)
    if count != sum(row.nbytes for row in rows):
        raise EOFError


def _write_from(file: FileIO, begin: int, row: NDArray[Any]) -> None:
    """Write a row where it begins in a file."""
    left = row.data.cast("B")
    while left:
        if hasattr(os, "pwrite"):
            count = os.pwrite(file.fileno(), left, begin)
        else:
            file.seek(begin)
            count = file.write(left)
        left, begin = left[count:], begin + count


def unmapped(values: NDArray[Any]) -> NDArray[Any] | RawLayer:
    """Return the raw file of an array that is mapped from the whole of one; another array as it is."""
    if not (isinstance(values, np.memmap) and values.filename and values.flags.c_contiguous):
        return values
    with suppress(OptionError):  # of another kind
        layer = RawLayer.of(Path(values.filename))
        return layer if (layer.shape, layer.dtype) == (values.shape, values.dtype) else values
    return values


def raw_array(file: Path, shape: tuple[int, int], dtype: DTypeLike) -> RawLayer:
    """Make an ``.npy`` file for such a raster, if there is none, with room for it on the disk.

    Without the room, writing to the file as an array would end the process.

    Raises:
        OSError: The disk is full, or the folder cannot be written.
    """
    size = shape[0] * shape[1] * np.dtype(dtype).itemsize
    with suppress(OptionError, OSError):
        layer = RawLayer.of(file)
        whole = file.stat().st_size >= layer.begin + size
        if whole and (layer.shape, layer.dtype) == (shape, np.dtype(dtype)):
            return layer
    with atomic_write(file) as out:
        write_header(out, dtype, shape)
        begin = out.tell()
        out.truncate(begin + size)
        if hasattr(os, "posix_fallocate"):
            out.flush()
            os.posix_fallocate(out.fileno(), begin, size)
    return RawLayer(file, shape, np.dtype(dtype), begin)


def write_header(out: BinaryIO, dtype: DTypeLike, shape: tuple[int, ...]) -> None:
    """Write the head of an ``.npy`` file, which is followed by its numbers."""
    header = {"descr": np.dtype(dtype).str, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(out, header)


def damaged(file: Path) -> OptionError:
    """Return the error that a file of the store is not whole."""
    return OptionError(f"{file} is damaged; remove the folder and begin again")


@contextmanager
def saying(folder: Path, file: Path) -> Iterator[None]:
    """Say of an error of the system, while a file is written, what it means for the run.

    Raises:
        OptionError: There was one.
    """
    try:
        yield
    except OSError as error:
        raise OptionError(
            f"the folder {folder} cannot take {file.name}: {error.strerror}. A run with a "
            "store goes on when it is called again"
        ) from None
