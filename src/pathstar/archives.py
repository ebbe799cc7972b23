"""The `.npz` archives in which traces, plans, worlds and tables of tiles are saved."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.atomic import atomic_write

_BEGINNINGS = b"PK\x03\x04", b"PK\x05\x06"  # of an archive, and of one without files


def write_archive(
    file: str | os.PathLike[str], arrays: Mapping[str, NDArray[Any]], *, compressed: bool = True
) -> None:
    """Write arrays by their names, completely or not at all.

    Raises:
        OSError: The file cannot be written; the old one stays.

    Example:
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "squares.npz"
        >>> write_archive(file, {"squares": np.arange(4) ** 2})
        >>> read_archive(file)["squares"].tolist()
        [0, 1, 4, 9]
    """
    save: Any = np.savez_compressed if compressed else np.savez
    with atomic_write(file) as out:
        save(out, **arrays)


def read_archive(file: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file by their names.

    `numpy.load` would take a file that is not an archive for pickled data, and its error would say so.

    Raises:
        zipfile.BadZipFile: The file is not an archive, or is damaged.
        OSError: The file cannot be read.

    Example:
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "notes.npz"
        >>> _ = file.write_text("not numbers")
        >>> read_archive(file)
        Traceback (most recent call last):
        zipfile.BadZipFile: a file that is not an .npz archive
    """
    data = file.read_bytes()
    if not data.startswith(_BEGINNINGS):
        raise zipfile.BadZipFile("a file that is not an .npz archive")
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except MemoryError:
        raise
    except Exception as error:  # a damaged archive makes zipfile and zlib raise all kinds of errors
        raise zipfile.BadZipFile(f"a damaged archive ({error})") from error
