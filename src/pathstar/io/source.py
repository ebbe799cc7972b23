"""Opening files, and reading no more than allowed."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple

from pathstar.atomic import atomic_write_bytes
from pathstar.errors import MapFormatError, MapLimitError, OptionError
from pathstar.maps.arguments import checked_file
from pathstar.progress import Tell

File = str | os.PathLike[str] | BinaryIO
_CHUNK = 2**20
_NAMELESS = "the file"


class Limited(NamedTuple):
    """What a limit counts, and the option that raises it; "" if none does."""

    noun: str
    option: str


CELLS, NODES = Limited("cells", "cell_limit"), Limited("nodes", "node_limit")
QUERIES, VERTICES = Limited("queries", "query_limit"), Limited("vertices", "")


@dataclass(frozen=True, slots=True)
class Source:
    """A file that is open for reading.

    Attributes:
        stream: The stream of its bytes.
        name: Its name in errors.
        limit: The maximum number of cells, or other things, that may be made from it.
        folder: The folder of a file that was given by its path, in which files that it names are looked for;
            None for an open file, which may name no other.
        limited: What the limit counts.
    """

    stream: IO[bytes]
    name: str
    limit: int
    folder: Path | None = None
    limited: Limited = CELLS

    @property
    def stem(self) -> str:
        """The file's name without folder and suffix, for naming the map; "" if it has none."""
        return "" if self.name == _NAMELESS else Path(self.name).stem

    def up_to(self, most: int) -> bytes:
        """Return the next bytes, at most `most`; use no more memory than there are bytes."""
        parts = []
        while most > 0 and (part := self.stream.read(min(most, _CHUNK))):
            parts.append(part)
            most -= len(part)
        return b"".join(parts)

    def rest(self, most: int) -> bytes:
        """Return all remaining bytes.

        Raises:
            MapLimitError: There are more than ``most``.
        """
        data = self.up_to(most + 1)
        if len(data) > most:
            noun, option = self.limited
            way_out = f" (raise the limit with {option}=...)" if option else ""
            raise MapLimitError(
                f"{self.name} is longer than {most:,} bytes, more than {self.limit:,} {noun} need{way_out}"
            )
        return data

    def error(
        self, *, found: str, expected: str, line: int | None = None, column: int | None = None
    ) -> MapFormatError:
        """Return the error to raise for a mistake in this file."""
        return MapFormatError(self.name, found=found, expected=expected, line=line, column=column)


@contextmanager
def opened(file: File, limit: int, tell: Tell | None = None, *, limited: Limited = CELLS) -> Iterator[Source]:
    """Open a path, or use an open binary file as it is.

    Args:
        file: A path, or a file open in binary mode.
        limit: The maximum number of cells, or other things, that may be made from it.
        tell: Called with the fraction of the file that has been read, and at the end.
        limited: What the limit counts.

    Raises:
        FileNotFoundError: There is no such file.
        OptionError: The path is a folder, or the file is opened as text.
    """
    name = name_of(file) or _NAMELESS
    if isinstance(file, (str, os.PathLike)):
        path = checked_file("file", file)
        if path.is_dir():
            raise OptionError(f"{name} is a folder; name a file in it")
        with path.open("rb") as stream, _watched(stream, tell) as seen:
            yield Source(seen, name, limit, path.parent, limited)
    elif not hasattr(file, "read") or isinstance(file.read(0), str):
        raise OptionError(f"file is {file!r}; it must be a path or a file opened in binary mode")
    else:
        with _watched(file, tell) as seen:
            yield Source(seen, name, limit, limited=limited)


@contextmanager
def _watched(stream: BinaryIO, tell: Tell | None) -> Iterator[IO[bytes]]:
    """Yield a stream that reports how far it has been read; one that cannot seek reports only its end."""
    if tell is None:
        yield stream
        return
    if not (hasattr(stream, "seekable") and stream.seekable()):
        yield stream
    else:
        watch = _Watch(stream, tell)
        try:
            yield io.BufferedReader(watch, _CHUNK)
        except Exception:
            if watch.refused is not None:  # a reader may have taken it for a damaged file
                raise watch.refused from None
            raise
    tell(1.0)


class _Watch(io.RawIOBase):
    """The bytes of a stream, from where it stands."""

    def __init__(self, stream: BinaryIO, tell: Tell) -> None:
        self.refused: Exception | None = None
        self._stream, self._tell = stream, tell
        self._begin = stream.tell()
        self._size = stream.seek(0, io.SEEK_END) - self._begin
        stream.seek(self._begin)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        part = self._stream.read(len(view))
        view[: len(part)] = part
        try:
            self._tell(min((self._stream.tell() - self._begin) / max(self._size, 1), 1.0))
        except Exception as error:
            self.refused = error
            raise
        return len(part)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()


def name_of(file: Any) -> str:
    """Return the name of a path or of an open file, "" if it has none."""
    if isinstance(file, (str, os.PathLike)):
        return os.fsdecode(os.fspath(file))
    name = getattr(file, "name", "")
    return name if isinstance(name, str) else ""


def unnamed(file: Any, formats: Iterable[str]) -> str:
    """Return the message about a file whose name does not say its format."""
    name = name_of(file)
    if not isinstance(file, (str, os.PathLike)) and not hasattr(file, "read") and not hasattr(file, "write"):
        return f"file is {file!r}; it must be a path or a file opened in binary mode"
    if name and Path(name).is_dir():
        return f"{name} is a folder; name a file in it"
    lacks = f"{name!r} has no suffix" if name else "the file has no name"
    return f"{lacks} that says its format. Allowed: {', '.join(formats)}"


def is_number(word: bytes) -> bool:
    """Return whether Python reads a word as a number, apart from underscores between digits.

    Example:
        >>> is_number(b"1e3"), is_number(b"1_000"), is_number(b"1,5")
        (True, False, False)
    """
    try:
        float(word)
    except ValueError:
        return False
    return b"_" not in word


def shown(text: bytes) -> str:
    """Return bytes as shown in an error: quoted, escaped if necessary, cut if long."""
    plain = text[:40].decode("ascii", "backslashreplace")
    return repr(plain).replace("\\\\x", "\\x") + ("..." if len(text) > 40 else "")


def parsed_json(source: Source, data: bytes | str, constant: Callable[[str], Any] | None = None) -> Any:
    """Return the value of a JSON text.

    Args:
        source: The file, for its errors.
        data: Its bytes, or its text.
        constant: Called with each NaN and infinity, which JSON does not have; None makes floats of them.

    Raises:
        MapFormatError: It is not JSON in UTF-8, is nested too deeply, or ``constant`` raised a ValueError.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        return json.loads(text, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise source.error(
            line=error.lineno, column=error.colno, found=f"a mistake ({error.msg})", expected="JSON"
        ) from None
    except (ValueError, RecursionError):
        raise source.error(found="something else", expected="JSON in UTF-8, not nested too deeply") from None


def put(file: File, data: bytes) -> None:
    """Write all bytes to an open file, or to a path, whose file is replaced as a whole or not at all.

    Raises:
        OptionError: It is neither a path nor a file opened in binary mode.
    """
    if isinstance(file, (str, os.PathLike)):
        atomic_write_bytes(checked_file("file", file), data)
    elif hasattr(file, "write") and not isinstance(file, io.TextIOBase):
        file.write(data)
    else:
        raise OptionError(f"file is {file!r}; it must be a path or a file opened in binary mode")
