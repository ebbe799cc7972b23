"""Opening the `.npz` archives in which plans and worlds are saved."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np


def open_archive(file: Path) -> Any:
    """Return the open archive of a file: a mapping from names to arrays, to be used in a ``with`` statement.

    `numpy.load` takes any other file for pickled data, and says so.

    Raises:
        zipfile.BadZipFile: The file is not an archive.
        OSError: The file cannot be read.

    Example:
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "notes.npz"
        >>> _ = file.write_text("not numbers")
        >>> open_archive(file)
        Traceback (most recent call last):
        zipfile.BadZipFile: a file that is not an .npz archive
    """
    data = io.BytesIO(file.read_bytes())
    if not zipfile.is_zipfile(data):
        raise zipfile.BadZipFile("a file that is not an .npz archive")
    data.seek(0)
    return np.load(data, allow_pickle=False)
