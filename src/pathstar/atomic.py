"""The one way to write a file: complete or not at all, so that what it replaces is never lost.

The bytes go to a new file in the same folder, which is flushed to the disk and then renamed. If the disk is
full or the process is killed, the old file is as it was. A killed process leaves its unfinished file behind,
under a name that begins with a dot and ends in ``.part``; the next write of the same file removes it.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be removed
    fcntl = None  # type: ignore[assignment]

_LONGEST_STEM = 48  # characters, so that our name is no longer than a name may be
_UNFINISHED = re.compile(r"[0-9a-f]{16}\.part")


@contextmanager
def atomic_write(file: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces another once the block ends, and never if the block raises.

    A file that is there keeps its permissions, and its owner where that is allowed; a new one has those that
    the umask leaves. Of a symbolic link the target is replaced. What is no regular file, such as
    ``/dev/stdout``, is written directly.

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
                part.replace(target)  # under the lock, so that no other writer takes it for unfinished
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
        part = target.with_name(f"{_stem(target)}{secrets.token_hex(8)}.part")
        try:
            out = part.open("x+b")
        except OSError as error:
            error.filename = os.fspath(target)  # the name that the caller knows
            raise
        if _locked(out, wait=True) and os.fstat(out.fileno()).st_nlink == 0:
            out.close()  # another writer took it for unfinished before it was locked
            continue
        return part, out


def _stem(target: Path) -> str:
    return f".{target.name[:_LONGEST_STEM]}."


def _locked(file: BinaryIO, *, wait: bool) -> bool:
    """Return whether we hold the lock of a file now; False also where there are no locks."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove_unfinished(target: Path) -> None:
    """Remove what writers of this file left behind when they were killed; those at work hold a lock."""
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
