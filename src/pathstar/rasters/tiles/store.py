"""The store of tiles between visits: in memory, or as raw files in a folder."""

from __future__ import annotations

import os
import shutil
import threading
import zipfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pathstar.archives import read_archive, write_archive
from pathstar.errors import OptionError
from pathstar.maps.parts import bands_of
from pathstar.rasters.tiles.layout import Layout
from pathstar.rasters.tiles.raw import RawLayer, damaged, raw_array, saying, write_header

Array = NDArray[Any]
Arrays = dict[str, Array]
Box = tuple[slice, slice]
Key = tuple[str, int, int]
"""The name, the tile and the number of a version."""
RESULTS = {"cost": np.float64, "direction": np.uint8, "nearest": np.int32}
TABLE = "table.npz"  # the state of a run's driver
SERIES = "series.json"  # what several runs in folders below share


class Store(Protocol):
    """Versions of tiles by name, and the finished rasters. A version is written once and never changed.

    Attributes:
        in_place: Whether the last version of a tile is a part of the result's raster.
    """

    in_place: bool

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep one version of a tile."""

    def read(self, name: str, tile: int, version: int, part: Box, out: Array) -> None:
        """Copy a part of one version of a tile into an array."""

    def retire(self, name: str, tile: int, version: int) -> bool:
        """Free the memory of a version that a newer one replaces.

        Returns:
            Whether it must be dropped once the newer one is saved, because the last save may name it.
        """

    def drop(self, name: str, tile: int, version: int) -> None:
        """Drop a version, if it exists."""

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result."""

    def write_result(self, name: str, shape: tuple[int, int], part: Box, values: Array) -> None:
        """Write a part of the raster of a result."""


class MemoryStore:
    """Tiles in memory, as parts of one array for each name; only the last version of each tile is kept.

    A run in memory that has failed is not continued, so earlier versions are not needed.

    Args:
        layout: The tiles.
    """

    in_place = True

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._arrays: dict[str, Array] = {}
        self._lock = threading.Lock()

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep the last version of a tile."""
        self._array(name, values.dtype)[self._layout.box(tile)] = values

    def read(self, name: str, tile: int, version: int, part: Box, out: Array) -> None:
        """Copy a part of the last version of a tile into an array."""
        out[...] = self._arrays[name][self._layout.box(tile)][part]

    def retire(self, name: str, tile: int, version: int) -> bool:
        """Return False: there is no version before the last."""
        return False

    def drop(self, name: str, tile: int, version: int) -> None:
        """Do nothing, for the same reason."""

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result."""
        return self._array(name, RESULTS[name]).view(RESULTS[name])

    def write_result(self, name: str, shape: tuple[int, int], part: Box, values: Array) -> None:
        """Write a part of the raster of a result."""
        self.result(name, shape)[part] = values

    def _array(self, name: str, dtype: DTypeLike) -> Array:
        with self._lock:
            if name not in self._arrays:
                self._arrays[name] = np.empty(self._layout.shape, dtype)
            return self._arrays[name]


class _Held:
    """Versions in memory that have no files yet, or are soon read again; the oldest go first.

    Args:
        room: Bytes that they may take.
        write: Writes a version to its file.
    """

    def __init__(self, room: int, write: Callable[[Key, Array], None]) -> None:
        self._room, self._write = room, write
        self._versions: dict[Key, Array] = {}  # by age
        self._unwritten: set[Key] = set()
        self._spare: list[Array] = []  # memory of retired versions: fresh memory from the system is slow
        self._lock = threading.Lock()

    def put(self, key: Key, values: Array) -> None:
        """Hold a version; versions that must make room for it are written."""
        with self._lock:
            spare = self._spare.pop() if self._spare else None
        if spare is None or (spare.shape, spare.dtype) != (values.shape, values.dtype):
            spare = np.empty(values.shape, values.dtype)
        spare[...] = values
        with self._lock:
            self._versions[key] = spare
            self._unwritten.add(key)
            size = sum(each.nbytes for each in self._versions.values())
            while size > self._room:
                oldest = next(iter(self._versions))
                size -= self._versions[oldest].nbytes
                self._write_if_needed(oldest)  # first: a reader finds one or the other
                del self._versions[oldest]

    def get(self, key: Key) -> Array | None:
        """Return a version, if it is held."""
        return self._versions.get(key)

    def retire(self, key: Key) -> bool:
        """Release a version that no longer counts; return whether it has a file."""
        with self._lock:
            version = self._versions.pop(key, None)
            if version is not None:
                self._spare = [version]
            has_file = key not in self._unwritten
            self._unwritten.discard(key)
        return has_file

    def flush(self) -> None:
        """Write all that have no files yet."""
        with self._lock:
            for key in list(self._unwritten):
                self._write_if_needed(key)

    def _write_if_needed(self, key: Key) -> None:
        if key in self._unwritten:
            self._write(key, self._versions[key])
            self._unwritten.remove(key)


class FolderStore:
    """Tiles as raw files in a folder, which other processes may share.

    A file is written under another name and then renamed, so a version is complete or missing. It does not
    wait for the disk: most versions are removed before they would reach it.
    """

    in_place = False

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._results: dict[str, RawLayer] = {}
        self._held: _Held | None = None

    def hold(self, room: int) -> None:
        """Keep versions in memory until a table is saved, as far as there is room.

        Only for a store that no other process reads meanwhile. Most versions are then never written, because
        newer ones come before the table.

        Args:
            room: Bytes that they may take.
        """
        self._held = _Held(room, self._write)

    def make(self) -> None:
        """Make the folder.

        Raises:
            OptionError: It cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            probe = self.folder / f".probe-{os.getpid()}"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            raise OptionError(f"the store {self.folder} cannot be written: {error.strerror}") from None

    def check_room(self, size: int) -> None:
        """Check that the disk has room for a run, counting what is in the folder already.

        Raises:
            OptionError: There is not enough room.
        """
        held = sum(file.stat().st_blocks * 512 for file in self.folder.rglob("*") if file.is_file())
        free = shutil.disk_usage(self.folder).free
        if held + free < size:
            raise OptionError(
                f"the store {self.folder} needs {size:,} bytes; {free:,} are free on its disk. Make room, or "
                "name a folder on another disk"
            )

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep one version of a tile.

        Raises:
            OptionError: There is no room; existing data stay valid.
        """
        if self._held is not None:
            self._held.put((name, tile, version), values)
        else:
            self._write((name, tile, version), values)

    def _write(self, key: Key, values: Array) -> None:
        file = self._file(*key)
        draft = self.folder / f".{file.name}.{os.urandom(8).hex()}.part"
        with saying(self.folder, file):
            try:
                with draft.open("wb") as out:
                    write_header(out, values.dtype, values.shape)
                    for rows in bands_of((values.shape[0], values.shape[1])):
                        out.write(np.ascontiguousarray(values[rows]).data)
                draft.replace(file)
            except BaseException:
                draft.unlink(missing_ok=True)
                raise

    def read(self, name: str, tile: int, version: int, part: Box, out: Array) -> None:
        """Copy a part of one version of a tile into an array.

        Raises:
            OptionError: The file is damaged or missing.
        """
        held = None if self._held is None else self._held.get((name, tile, version))
        if held is not None:
            out[...] = held[part]
        else:
            RawLayer.of(self._file(name, tile, version)).read(part, out)

    def retire(self, name: str, tile: int, version: int) -> bool:
        """Free the memory of a version that no longer counts; return whether it has a file to drop."""
        return self._held is None or self._held.retire((name, tile, version))

    def drop(self, name: str, tile: int, version: int) -> None:
        """Drop a version, if it exists."""
        self._file(name, tile, version).unlink(missing_ok=True)

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result: a file mapped into memory, made if it does not exist."""
        return np.lib.format.open_memmap(self._result(name, shape).file, mode="r+")

    def write_result(self, name: str, shape: tuple[int, int], part: Box, values: Array) -> None:
        """Write a part of the raster of a result.

        Raises:
            OptionError: There is no room.
        """
        layer = self._results.get(name) or self._result(name, shape)
        layer.write(part, values)

    def _result(self, name: str, shape: tuple[int, int]) -> RawLayer:
        file = self.folder / f"{name}.npy"
        with saying(self.folder, file):
            layer = self._results[name] = raw_array(file, shape, RESULTS[name])
        return layer

    def has_result(self, name: str) -> bool:
        """Return whether the file of a result exists."""
        return (self.folder / f"{name}.npy").exists()

    def save_table(self, table: Arrays) -> None:
        """Write the state of the driver in place of the last table, after the versions that it may name.

        Raises:
            OptionError: There is no room; the last table stays.
        """
        if self._held is not None:
            self._held.flush()
        save_arrays(self.folder / TABLE, table)

    def load_table(self) -> Arrays | None:
        """Return the last saved state; None if there is none.

        Raises:
            OptionError: The file is damaged.
        """
        return load_arrays(self.folder / TABLE)

    def sweep(self, kept: set[Key]) -> None:
        """Remove all versions except those to keep: a killed run left them behind."""
        for file in self.folder.glob("*-*-*.npy"):
            name, tile, version = file.stem.split("-")
            if (name, int(tile), int(version)) not in kept:
                file.unlink()
        for draft in self.folder.glob(".*-*-*.npy.*.part"):
            draft.unlink(missing_ok=True)

    def _file(self, name: str, tile: int, version: int) -> Path:
        return self.folder / f"{name}-{tile}-{version}.npy"


def save_arrays(file: Path, arrays: Arrays) -> None:
    """Write arrays by name as a file of a store, completely or not at all.

    Raises:
        OptionError: There is no room; the old file stays.
    """
    with saying(file.parent, file):
        write_archive(file, arrays, compressed=False)


def load_arrays(file: Path) -> Arrays | None:
    """Return the arrays of a file; None if it does not exist.

    Raises:
        OptionError: It is damaged.
    """
    if not file.exists():
        return None
    try:
        return read_archive(file)
    except (OSError, zipfile.BadZipFile):
        raise damaged(file) from None


def result_bytes(outputs: Collection[str]) -> int:
    """Return the bytes that a cell takes in all results: costs, and others by name.

    Example:
        >>> result_bytes(["direction"])
        9
    """
    return sum(np.dtype(RESULTS[name]).itemsize for name in {"cost", *outputs})


def another_run(folder: object) -> OptionError:
    """Return the error for a store that belongs to another run."""
    return OptionError(
        f"the store {folder} is that of another run: its raster, sources or options differ. Give the same "
        "ones to go on, or another folder"
    )
