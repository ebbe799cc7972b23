"""Results that outlive their run: each is written to a JSON file when it is known, and made only once."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


class TimeIsUpError(Exception):
    """The run has no time left for another result."""


class Records:
    """Results by name.

    Args:
        file: Where to keep them; results that it already has are reused. None to keep none.
        limit: After this many seconds no other result is begun.

    Raises:
        ValueError: The file is not a JSON object, or its folder does not exist.
    """

    def __init__(self, file: Path | None = None, limit: float = math.inf) -> None:
        self._file = file
        self._end = time.monotonic() + limit
        self._known: dict[str, Any] = {}
        if file is not None and not file.absolute().parent.is_dir():
            raise ValueError(f"there is no folder {file.absolute().parent}")
        if file is not None and file.exists():
            self._known = json.loads(file.read_text())
            if not isinstance(self._known, dict):
                raise ValueError(f"{file} holds no results; name another file")

    def take(self, name: str, make: Callable[[], Any]) -> Any:
        """Return the result with a name; if it is not known yet, make it and write the file.

        Raises:
            TimeIsUpError: It is not known, and the time is up.
        """
        if name not in self._known:
            if time.monotonic() >= self._end:
                raise TimeIsUpError
            self._known[name] = make()
            self._write()
        return self._known[name]

    def _write(self) -> None:
        """Replace the file atomically, so that a stopped run leaves the old one or the new one."""
        if self._file is not None:
            part = self._file.with_name(self._file.name + ".part")
            part.write_text(json.dumps(self._known, indent=1))
            part.replace(self._file)
