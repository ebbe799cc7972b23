"""Builds that can be interrupted and resumed: a file holds their progress."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from pathstar import _core, version
from pathstar.errors import IndexFileError, StaleError
from pathstar.indexes.belongs import core_of, fingerprint, traits
from pathstar.indexes.container import Container
from pathstar.indexes.kinds import IndexKind
from pathstar.spaces.base import Space

DRAFT = Container(b"pathstar build\0\0", 2, 1, "unfinished build", "remove the file to start over")
PAUSE = 10.0  # the minimum time in seconds between two checkpoints of a running build,
SHARE = 20  # and the minimum as a multiple of the time that writing took


class CheckpointFile:
    """The file in which a build saves its progress.

    Args:
        file: Its name; an existing file is resumed.
        kind: The kind of index.
        space: The space of the index.

    Attributes:
        core: The native checkpoint, which the build fills.

    Raises:
        IndexFileError: The file is not an unfinished build, is damaged, or is for another kind, space or
            version.
        StaleError: It is for another map of this size, or for this one before an edit.
        OSError: The file cannot be read.
    """

    def __init__(self, file: str | os.PathLike[str], kind: IndexKind, space: Space) -> None:
        self.file = Path(file)
        self.core = _core.BuildCheckpoint()
        self._header: dict[str, Any] = {
            "kind": kind.name,
            "pathstar": version.__version__,
            "traits": traits(space),
            "fingerprint": fingerprint(space),
        }
        if self.file.exists():
            self._take_up(space)
        self._due = time.monotonic() + PAUSE

    def _take_up(self, space: Space) -> None:
        header, _ = DRAFT.read_header(self.file)
        for name, words in (("kind", "kind"), ("pathstar", "version of pathstar")):
            given, expected = header[name], self._header[name]
            if given != expected:
                raise IndexFileError(
                    f"{self.file}: an unfinished build of the {words} {given}, not {expected}; {DRAFT.remedy}"
                )
        if header["traits"] != self._header["traits"]:
            raise IndexFileError(
                f"{self.file}: an unfinished build for another space: {_words(header['traits'])}; here it is "
                f"{_words(self._header['traits'])}"
            )
        if header["fingerprint"] != self._header["fingerprint"]:
            raise StaleError(
                f"{self.file}: an unfinished build for another map of this size or of other step costs, or "
                f"for this map before an edit; {DRAFT.remedy}"
            )
        sections = DRAFT.map_sections(self.file, header["sections"], verify=True)
        try:
            self.core.restore(sections, cast(_core.Grid, core_of(space)))  # only grids resume
        except ValueError as error:
            raise IndexFileError(f"{self.file}: damaged: {error}; {DRAFT.remedy}") from error

    def telling(self, progress: Callable[[float], object] | None) -> Callable[[float], None]:
        """Return a function that passes on the fraction done, and writes the checkpoint now and then."""

        def tell(part: float) -> None:
            if time.monotonic() >= self._due:
                self.save()
            if progress is not None:
                progress(part)

        return tell

    def save(self) -> None:
        """Write the progress, if there is any.

        Raises:
            OSError: The file cannot be written.
        """
        begin = time.monotonic()
        if arrays := self.core.sections():
            DRAFT.write(self.file, self._header, arrays)
        end = time.monotonic()
        self._due = end + max(PAUSE, SHARE * (end - begin))

    def save_if_possible(self) -> None:
        """Write the progress while another exception propagates, which takes precedence over a disk error."""
        with suppress(OSError):
            self.save()

    def remove(self) -> None:
        """Remove the file, as the index is complete.

        Raises:
            OSError: The file cannot be removed.
        """
        self.file.unlink(missing_ok=True)


def _words(traits: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in traits.items())
