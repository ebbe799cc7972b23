"""The files of the page. Their addresses hold a revision of all, so a browser may keep each for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

FOR_EVER = {"cache-control": "max-age=31536000, immutable"}


class KeptFiles(StaticFiles):
    """A folder of files whose addresses hold a revision."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, to be kept by the browser."""
        response = await super().get_response(path, scope)
        response.headers.update(FOR_EVER)
        return response


def revision_of(folders: Iterable[Path]) -> str:
    """Return a name for the files of some folders as they are now, 16 characters; an edit changes it."""
    found = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*.*")):
            if file.suffix == ".pyc":
                continue
            status = file.stat()
            found.update(f"{file} {status.st_mtime_ns} {status.st_size}\n".encode())
    return found.hexdigest()[:16]
