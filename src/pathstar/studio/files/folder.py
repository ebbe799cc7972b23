"""The only folder where the studio may read and write map files."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath

import numpy as np
from numpy.typing import NDArray

from pathstar.atomic import atomic_write
from pathstar.errors import MapLimitError, PathstarError
from pathstar.io.formats import ALONE, GRAPH_SUFFIXES, SCENARIO_SUFFIX, read, write
from pathstar.io.meshes import MESH_FORMATS
from pathstar.maps.map import Map
from pathstar.studio.boards import DEAD_ENDS
from pathstar.studio.refusals import StudioError
from pathstar.words import Say, Value

TRACE_SUFFIXES = (".json", ".yaml", ".yml")
_MOST_DEPTH = 4
_WRITTEN = (*ALONE, *GRAPH_SUFFIXES)
_KNOWN = (*_WRITTEN, *MESH_FORMATS, SCENARIO_SUFFIX, *TRACE_SUFFIXES)
_SHOWN = (
    *(suffix for suffix in _WRITTEN if suffix != ".co"),  # positions belong to a graph file
    *(suffix for suffix in MESH_FORMATS if suffix not in TRACE_SUFFIXES),  # .json says little
    SCENARIO_SUFFIX,
    *(f".trace{suffix}" for suffix in TRACE_SUFFIXES),
)


class FolderError(StudioError):
    """A name leads out of the folder, to a missing file, or to one that must not or cannot be written."""


class ExistsError(FolderError):
    """A file exists already, and must not be replaced.

    Args:
        name: The file's name in the folder.
    """

    def __init__(self, name: str) -> None:
        super().__init__(Say("studio.refused.exists", {"file": name}))


class Named(io.BytesIO):
    """Bytes with a file's name: readers get these and never a path, so no file can refer to another."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


class Folder:
    """A folder of map files that no name can escape.

    Args:
        root: The folder.
        most: The size limit for files, in bytes.
        shown: The maximum number of listed files.
    """

    def __init__(self, root: Path, *, most: int, shown: int) -> None:
        self.root = root.resolve()
        self._most = most
        self._shown = shown

    def names(self) -> tuple[list[str], bool]:
        """Return the files that can be opened, with forward slashes, and whether there are more."""
        found: list[str] = []
        todo = [(self.root, 0)]
        while todo:
            folder, depth = todo.pop(0)
            try:
                inside = sorted(folder.iterdir())
            except OSError:
                continue
            for path in inside:
                if path.name.startswith(".") or path.is_symlink():
                    continue
                if path.is_dir() and depth < _MOST_DEPTH:
                    todo.append((path, depth + 1))
                elif path.name.lower().endswith(_SHOWN) and path.is_file():
                    if len(found) == self._shown:
                        return found, True
                    found.append(path.relative_to(self.root).as_posix())
        return found, False

    def path_of(self, name: str) -> Path:
        """Return the path of a file.

        Raises:
            FolderError: The name leads out of the folder, or through a hidden one.
            StudioError: The name's suffix is not that of a known format.
        """
        check_suffix(name)
        parts = name.replace("\\", "/").split("/")
        if (
            "\0" in name
            or ":" in name
            or any(part in {"", ".", ".."} or part.startswith(".") for part in parts)
        ):
            raise FolderError(Say("studio.refused.file.name", {"file": name}))
        path = self.root.joinpath(*parts)
        if not path.resolve().is_relative_to(self.root):
            raise FolderError(Say("studio.refused.file.outside", {"file": name}))
        return path

    def read(self, name: str) -> bytes:
        """Return a file's content.

        Raises:
            FolderError: There is no such file in the folder, or it is too large.
        """
        path = self.path_of(name)
        if not path.is_file():
            raise FolderError(Say("studio.refused.file.missing", {"file": name}))
        with path.open("rb") as file:
            data = file.read(self._most + 1)
        if len(data) > self._most:
            raise FolderError(Say("studio.file.large", {"file": name, "size": self._most // 2**20}))
        return data

    def beside(self, file: str, name: str) -> bytes | None:
        """Return the content of the file of a name in the folder of another file; None if there is none."""
        found = (PurePosixPath(file).parent / name).as_posix()
        try:
            return self.read(found)
        except PathstarError:
            return None

    def write(self, files: dict[str, bytes], *, replace: bool) -> None:
        """Write files, all or none of them.

        Raises:
            FolderError: A file exists and must not be replaced, its folder does not exist, or the system
                cannot write it, for example on a full disk.
        """
        for name in files:
            path = self.path_of(name)
            if path.exists() and not (replace and path.is_file()):
                raise ExistsError(name)
            if not path.parent.is_dir():
                raise FolderError(Say("studio.refused.file.no_folder", {"file": name}))
        try:
            self._put(files)
        except OSError as error:
            names = " and ".join(map(repr, files))
            raise FolderError(
                Say("studio.refused.file.unwritten", {"files": tuple(files)}),
                f"{names} cannot be written: {error.strerror}; nothing was changed",
            ) from error

    def _put(self, files: dict[str, bytes]) -> None:
        with ExitStack() as complete:  # no file is replaced before all are written
            for name, data in files.items():
                out = complete.enter_context(atomic_write(self.path_of(name)))
                out.write(data)
                out.flush()


def check_suffix(name: str, known: tuple[str, ...] = _KNOWN) -> None:
    """Raise StudioError for a name whose suffix is not that of a known format."""
    if Path(name).suffix.lower() not in known:
        raise StudioError(Say("studio.refused.suffix", {"file": name, "known": known}))


def map_of_bytes(name: str, data: bytes, cells: int) -> Map:
    """Read a map from a file's content.

    Raises:
        PathstarError: The file is malformed, too large, or of an unknown format.
    """
    check_suffix(name, _WRITTEN)
    with plain_limits():
        return read(Named(data, Path(name).name), cell_limit=cells)


@contextmanager
def plain_limits() -> Iterator[None]:
    """Remove from errors about size the advice that only a Python caller can follow."""
    try:
        yield
    except MapLimitError as error:
        raise MapLimitError(re.sub(r" \(raise [^)]*\)", "", str(error))) from None


def bytes_of_map(name: str, map: Map) -> tuple[bytes, list[Say]]:
    """Return a file's content for a map, and what it loses: what is missing when it is read again.

    Raises:
        StudioError: The format is unknown.
        OptionError: The format cannot hold the map's walls.
    """
    check_suffix(name, _WRITTEN)
    suffix = Path(name).suffix.lower()
    file = io.BytesIO()
    write(map, file, format=suffix, lossy=True)
    data = file.getvalue()
    lost = _lost(map, read(Named(data, Path(name).name)))
    if not lost:
        return data, []
    values: dict[str, Value] = {"suffix": suffix, "lost": tuple(lost)}
    has_dead_ends = any(each.key == "lost.dead_ends" for each in lost)
    return data, [Say("lost.dead_ends.too", values) if has_dead_ends else Say("lost", values)]


def _lost(before: Map, after: Map) -> list[Say]:
    """Return what a map has lost by being saved and read again."""
    lost = []
    if not np.allclose(_costs(before), _costs(after)):
        lost.append(Say("lost.costs"))
    if before.terrain is not None and not np.array_equal(_names(before), _names(after)):
        lost.append(Say("lost.names"))
    if any(after.marks.get(mark) != place for mark, place in before.marks.items()):
        lost.append(Say("lost.ends"))
    if DEAD_ENDS in before.layers and DEAD_ENDS not in after.layers:
        lost.append(Say("lost.dead_ends"))
    return lost


def _costs(map: Map) -> NDArray[np.float64]:
    """Return the cost of each cell, 0 for walls."""
    field = map.cost_field()
    return np.where(map.passable, 1.0 if field is None else field, 0.0)


def _names(map: Map) -> NDArray[np.str_]:
    """Return the name of each cell's ground."""
    names = np.array([map.legend[code].name if code in map.legend else "" for code in range(256)])
    return names[np.zeros(map.shape, np.uint8) if map.terrain is None else map.terrain]
