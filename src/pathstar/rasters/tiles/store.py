"""Where tiles are kept between visits: in memory, or as raw files in a folder."""

from __future__ import annotations

import os
import secrets
import shutil
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pathstar.atomic import atomic_write
from pathstar.errors import OptionError
from pathstar.maps.parts import bands_of
from pathstar.rasters.tiles.layout import Layout

Array = NDArray[Any]
RESULTS = {"cost": np.float64, "direction": np.uint8, "nearest": np.int32}
TABLE = "table.npz"


class Store(Protocol):
    """Versions of tiles by name, and the finished rasters. A version is written once and never changed."""

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep one version of a tile."""

    def get(self, name: str, tile: int, version: int) -> Array:
        """Return one version of a tile, to be read only."""

    def drop(self, name: str, tile: int, version: int) -> None:
        """Forget a version, if it is there."""

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result, to be written or read."""


class MemoryStore:
    """Tiles in memory, as parts of one array for each name. Only the last version of each tile is kept.

    Nobody goes on with a run in memory that has failed, so the versions before are not needed.

    Args:
        layout: The tiles.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._arrays: dict[str, Array] = {}
        self._lock = threading.Lock()

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep the last version of a tile."""
        self._array(name, values.dtype)[self._layout.box(tile)] = values

    def get(self, name: str, tile: int, version: int) -> Array:
        """Return the last version of a tile, to be read only."""
        return self._arrays[name][self._layout.box(tile)]

    def drop(self, name: str, tile: int, version: int) -> None:
        """Do nothing: a version before the last is not there."""

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result, to be written or read."""
        return self._array(name, RESULTS[name]).view(RESULTS[name])

    def _array(self, name: str, dtype: DTypeLike) -> Array:
        with self._lock:
            if name not in self._arrays:
                self._arrays[name] = np.empty(self._layout.shape, dtype)
            return self._arrays[name]


class FolderStore:
    """Tiles as raw files in a folder, which other processes may share.

    A file is written under another name and then renamed, so a version is whole or not there. It does not
    wait for the disk: most versions are removed before they would reach it.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)

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
            OptionError: It has not.
        """
        held = sum(file.stat().st_blocks * 512 for file in self.folder.iterdir() if file.is_file())
        free = shutil.disk_usage(self.folder).free
        if held + free < size:
            raise OptionError(
                f"the store {self.folder} needs {size:,} bytes; {free:,} are free on its disk. Make room, or "
                "name a folder on another disk"
            )

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep one version of a tile.

        Raises:
            OptionError: There is no room; what is there stays good.
        """
        file = self._file(name, tile, version)
        draft = self.folder / f".{file.name}.{secrets.token_hex(8)}.part"
        with saying(self.folder, file):
            try:
                with draft.open("wb") as out:
                    _write_header(out, values.dtype, values.shape)
                    for rows in bands_of((values.shape[0], values.shape[1])):
                        out.write(np.ascontiguousarray(values[rows]).data)
                draft.replace(file)
            except BaseException:
                draft.unlink(missing_ok=True)
                raise

    def get(self, name: str, tile: int, version: int) -> Array:
        """Return one version of a tile, to be read only: a file that is mapped into memory.

        Raises:
            OptionError: The file is damaged or missing.
        """
        file = self._file(name, tile, version)
        try:
            values: Array = np.load(file, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError, EOFError):
            raise damaged(file) from None
        return values

    def drop(self, name: str, tile: int, version: int) -> None:
        """Forget a version, if it is there."""
        self._file(name, tile, version).unlink(missing_ok=True)

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result, to be written or read."""
        file = self.folder / f"{name}.npy"
        with saying(self.folder, file):
            raw_array(file, shape, RESULTS[name])
        return np.lib.format.open_memmap(file, mode="r+")

    def has_result(self, name: str) -> bool:
        """Return whether the file of a result is there."""
        return (self.folder / f"{name}.npy").exists()

    def save_table(self, table: dict[str, Array]) -> None:
        """Write what the driver knows, in place of the last such table.

        Raises:
            OptionError: There is no room; the last table stays.
        """
        with self._written(self.folder / TABLE) as out:
            np.savez(out, **table)  # type: ignore[arg-type]  # NumPy's stub takes no mapping of arrays

    def load_table(self) -> dict[str, Array] | None:
        """Return what was saved last; None if nothing was.

        Raises:
            OptionError: The file is damaged.
        """
        file = self.folder / TABLE
        if not file.exists():
            return None
        try:
            with np.load(file, allow_pickle=False) as table:
                return dict(table)
        except (ValueError, OSError, zipfile.BadZipFile):
            raise damaged(file) from None

    def sweep(self, kept: set[tuple[str, int, int]]) -> None:
        """Remove all versions but those that are kept: what a killed run left behind."""
        for file in self.folder.glob("*-*-*.npy"):
            name, tile, version = file.stem.split("-")
            if (name, int(tile), int(version)) not in kept:
                file.unlink()
        for draft in self.folder.glob(".*-*-*.npy.*.part"):
            draft.unlink(missing_ok=True)

    @contextmanager
    def _written(self, file: Path) -> Iterator[BinaryIO]:
        with saying(self.folder, file), atomic_write(file) as out:
            yield out

    def _file(self, name: str, tile: int, version: int) -> Path:
        return self.folder / f"{name}-{tile}-{version}.npy"


def damaged(file: Path) -> OptionError:
    """Return the error that a file of the store is not whole."""
    return OptionError(f"{file} is damaged; remove the folder and begin again")


def raw_array(file: Path, shape: tuple[int, int], dtype: DTypeLike) -> None:
    """Make an ``.npy`` file for such an array, if there is none, with room for it on the disk.

    Without the room, writing to the file as an array would end the process.

    Raises:
        OSError: The disk is full, or the folder cannot be written.
    """
    if _holds(file, shape, dtype):
        return
    with atomic_write(file) as out:
        _write_header(out, dtype, shape)
        begin, size = out.tell(), shape[0] * shape[1] * np.dtype(dtype).itemsize
        out.truncate(begin + size)
        if hasattr(os, "posix_fallocate"):
            out.flush()
            os.posix_fallocate(out.fileno(), begin, size)


def _holds(file: Path, shape: tuple[int, int], dtype: DTypeLike) -> bool:
    try:
        stored = np.load(file, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return False
    return bool(stored.shape == shape and stored.dtype == dtype)


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
            f"the store {folder} cannot take {file.name}: {error.strerror}; nothing is lost, so the same "
            "call goes on from there"
        ) from None


def _write_header(out: BinaryIO, dtype: DTypeLike, shape: tuple[int, ...]) -> None:
    header = {"descr": np.dtype(dtype).str, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(out, header)
