"""Where tiles are kept between visits: in memory, or as raw files in a folder."""

from __future__ import annotations

import os
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar.atomic import atomic_write
from pathstar.errors import OptionError

Array = NDArray[Any]
RESULTS = {"cost": np.float64, "direction": np.uint8, "nearest": np.int32}
TABLE = "table.npz"


class Store(Protocol):
    """Versions of tiles by name, and the finished rasters. A version is written once and never changed."""

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep one version of a tile."""

    def get(self, name: str, tile: int, version: int) -> Array:
        """Return one version of a tile."""

    def drop(self, name: str, tile: int, version: int) -> None:
        """Forget a version, if it is there."""

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result, to be written or read."""


class MemoryStore:
    """Tiles in memory."""

    def __init__(self) -> None:
        self._tiles: dict[tuple[str, int, int], Array] = {}
        self._results: dict[str, Array] = {}
        self._lock = threading.Lock()

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep one version of a tile."""
        self._tiles[name, tile, version] = np.array(values)

    def get(self, name: str, tile: int, version: int) -> Array:
        """Return one version of a tile."""
        return self._tiles[name, tile, version]

    def drop(self, name: str, tile: int, version: int) -> None:
        """Forget a version, if it is there."""
        self._tiles.pop((name, tile, version), None)

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result, to be written or read."""
        with self._lock:
            if name not in self._results:
                self._results[name] = np.empty(shape, RESULTS[name])
            return self._results[name]


class FolderStore:
    """Tiles as raw files in a folder, which other processes may share.

    A file is written under another name and then renamed, so a version is whole or not there.
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

    def put(self, name: str, tile: int, version: int, values: Array) -> None:
        """Keep one version of a tile.

        Raises:
            OptionError: There is no room; what is there stays good.
        """
        with self._written(self._file(name, tile, version)) as out:
            np.save(out, values)

    def get(self, name: str, tile: int, version: int) -> Array:
        """Return one version of a tile."""
        values: Array = np.load(self._file(name, tile, version), allow_pickle=False)
        return values

    def drop(self, name: str, tile: int, version: int) -> None:
        """Forget a version, if it is there."""
        self._file(name, tile, version).unlink(missing_ok=True)

    def result(self, name: str, shape: tuple[int, int]) -> Array:
        """Return the raster of a result, to be written or read."""
        file = self.folder / f"{name}.npy"
        if not file.exists():
            with self._written(file) as out:
                header = {"descr": np.dtype(RESULTS[name]).str, "fortran_order": False, "shape": shape}
                np.lib.format.write_array_header_1_0(out, header)
                out.truncate(out.tell() + shape[0] * shape[1] * np.dtype(RESULTS[name]).itemsize)
        return np.lib.format.open_memmap(file, mode="r+")

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
            raise OptionError(f"{file} is damaged; remove the folder and begin again") from None

    def sweep(self, kept: set[tuple[str, int, int]]) -> None:
        """Remove all versions but those that are kept: what a killed run left behind."""
        for file in self.folder.glob("*-*-*.npy"):
            name, tile, version = file.stem.split("-")
            if (name, int(tile), int(version)) not in kept:
                file.unlink()

    @contextmanager
    def _written(self, file: Path) -> Iterator[BinaryIO]:
        try:
            with atomic_write(file) as out:
                yield out
        except OSError as error:
            raise OptionError(
                f"the store {self.folder} cannot take {file.name}: {error.strerror}; nothing is lost, so the "
                "same call goes on from there"
            ) from None

    def _file(self, name: str, tile: int, version: int) -> Path:
        return self.folder / f"{name}-{tile}-{version}.npy"
