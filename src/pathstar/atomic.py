"""The only way to write a file: completely or not at all, so that the old file is never lost.

The bytes go to a new file in the same folder, which is flushed to the disk and then renamed. If the disk is
full or the process is killed, the old file stays as it was. A killed process leaves an unfinished file
behind, whose name begins with a dot and ends in ``.part``; the next write of the same file removes it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed
    fcntl = None  # type: ignore[assignment]

_LONGEST_STEM = 48  # characters, which keeps the name of the unfinished file short enough
_UNFINISHED = re.compile(r"[0-9a-f]{16}\.part")


@contextmanager
def atomic_write(file: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a new file for writing; at the end of the block it replaces the old one, unless the block raises.

    An existing file keeps its permissions and, where allowed, its owner; a new one gets the permissions that
    the umask allows. If the name is a symbolic link, its target is replaced. Anything but a regular file,
    such as ``/dev/stdout``, is written directly.

    Args:
        file: The name of the file.

    Yields:
        The new file, open for reading and writing bytes.

    Raises:
        OSError: The file cannot be written, or its folder does not allow a new file.

    Example:
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "notes.txt"
        >>> with atomic_write(file) as out:
        ...     _ = out.write(b"all of it")
        >>> file.read_bytes()
        b'all of it'
    """
    old = _status(Path(file))
    if old is not None and not stat.S_ISREG(old.st_mode):
        with Path(file).open("wb") as direct:
            yield direct
        return
    target = Path(os.path.realpath(file))
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(file))
    _remove_unfinished(target)
    part, out = _new_file(target)
    try:
        with out:
            yield out
            out.flush()
            if old is not None:
                _copy_permissions(old, part)
            os.fsync(out.fileno())
            if fcntl is not None:
                part.replace(target)  # under the lock, or another writer would consider it abandoned
        if fcntl is None:
            part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def atomic_write_bytes(file: str | os.PathLike[str], data: bytes) -> None:
    """Write all bytes of a file, or leave it as it was; see `atomic_write`.

    Raises:
        OSError: The file cannot be written.

    Example:
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "notes.txt"
        >>> atomic_write_bytes(file, b"all of it")
        >>> file.read_bytes()
        b'all of it'
    """
    with atomic_write(file) as out:
        out.write(data)


def _status(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except FileNotFoundError:
        return None


def _new_file(target: Path) -> tuple[Path, BinaryIO]:
    """Create the unfinished file, and hold a lock on it as long as it is open."""
    while True:
        part = target.with_name(f"{_stem(target)}{os.urandom(8).hex()}.part")
        try:
            out = part.open("x+b")
        except OSError as error:
            error.filename = os.fspath(target)  # the caller's name for it
            raise
        if _locked(out, wait=True) and os.fstat(out.fileno()).st_nlink == 0:
            out.close()  # another writer considered it abandoned before we locked it
            continue
        return part, out


def _stem(target: Path) -> str:
    return f".{target.name[:_LONGEST_STEM]}."


def _locked(file: BinaryIO, *, wait: bool) -> bool:
    """Try to lock a file, and return whether that worked; False if the system has no locks."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove_unfinished(target: Path) -> None:
    """Remove the files that killed writers of this file left behind; active writers hold a lock."""
    stem = _stem(target)
    with suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if entry.name.startswith(stem) and _UNFINISHED.fullmatch(entry.name, len(stem)):
                with suppress(OSError):
                    _remove_if_left(Path(entry.path))


def _remove_if_left(part: Path) -> None:
    if fcntl is None:
        part.unlink()  # fails if it is open
        return
    with part.open("rb") as file:
        if _locked(file, wait=False):
            part.unlink()


def _copy_permissions(old: os.stat_result, part: Path) -> None:
    new = part.stat()
    if hasattr(os, "chown") and (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(OSError):
            os.chown(part, old.st_uid, old.st_gid)
    part.chmod(stat.S_IMODE(old.st_mode))
