"""Tools for writing files of results: their errors, and a file for HDF5 to write to."""

from __future__ import annotations

import os
import shutil
from io import FileIO
from pathlib import Path

from pathstar.errors import OptionError


def not_written(file: str | os.PathLike[str], reason: object) -> OptionError:
    """Return the error for a result that cannot be written; an old file of its name stays.

    Args:
        file: The name of the result.
        reason: The message of the system or a library.
    """
    said = getattr(reason, "strerror", None) or reason
    free = shutil.disk_usage(Path(file).absolute().parent).free
    return OptionError(f"{file} cannot be written: {said}; {free:,} bytes are free on its disk")


class PatientFile:
    """A file that keeps its first write error, and drops everything written after it.

    HDF5 cannot close a file that it cannot write, and crashes the process at its end. So it writes to one of
    these, and the error is raised once HDF5 has closed it.

    Args:
        file: Open for reading and writing, without a buffer.
    """

    def __init__(self, file: FileIO) -> None:
        self._file = file
        self._error: OSError | None = None

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Move to a place in the file, and return it."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """Return the place in the file."""
        return self._file.tell()

    def read(self, size: int = -1) -> bytes | None:
        """Return up to `size` bytes, or all remaining bytes if it is negative."""
        return self._file.read(size)

    def readinto(self, out: memoryview) -> int | None:
        """Read bytes into a buffer, and return how many."""
        return self._file.readinto(out)

    def write(self, data: memoryview) -> int:
        """Write bytes, all of them unless there is an error; return their number."""
        left = memoryview(data).cast("B")
        try:
            while len(left) and self._error is None:
                left = left[self._file.write(left) :]
        except OSError as error:
            self._error = error
        return len(data)

    def truncate(self, size: int) -> int:
        """Set the length of the file, and return it."""
        try:
            if self._error is None:
                self._file.truncate(size)
        except OSError as error:
            self._error = error
        return size

    def flush(self) -> None:
        """Do nothing: there is no buffer."""

    def check(self) -> None:
        """Raise the error, if there was one.

        Raises:
            OSError: A write failed.
        """
        if self._error is not None:
            raise self._error
