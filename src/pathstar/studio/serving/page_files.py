"""The files of the page, from memory: a first visit asks for over a hundred of them, the next for none."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pathstar.studio.serving.guard import App, Receive, Scope, Send

# Some systems map the suffixes to other types.
_TYPES = {
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json",
    ".css": b"text/css; charset=utf-8",
    ".html": b"text/html; charset=utf-8",
    ".svg": b"image/svg+xml",
}
_REVISED = re.compile(r"/([0-9a-f]{16})(/.+)")
_FOR_EVER = (b"cache-control", b"max-age=31536000, immutable")
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, eq=False)
class _Content:
    """A file as it was at one time, as it is and compressed, and the headers that all replies share."""

    state: tuple[int, int]
    tag: str
    plain: bytes
    packed: bytes
    headers: Headers


@dataclass
class _File:
    path: Path
    content: _Content | None = None

    def current(self) -> _Content:
        """Return what the file holds, read anew if it has changed."""
        status = self.path.stat()
        state = (status.st_mtime_ns, status.st_size)
        if self.content is None or self.content.state != state:
            self.content = _content(self.path.read_bytes(), self.path.suffix, state)
        return self.content


class PageFiles:
    """Serves a page and its files, and passes every other request on.

    The page names its files below a revision, a hash of what all hold, and a browser keeps them for ever,
    because other content has another address. The files find each other by relative addresses. Without a
    revision a browser asks each time, by a tag, whether its copy is right. A file is read and compressed
    once, until it changes on the disk.

    Args:
        app: The app that gets all other requests.
        page: The page, which is served at ``/``.
        files: The file at each path, such as ``{"/lib/board/board.js": Path("board.js")}``.
    """

    def __init__(self, app: App, page: Path, files: Mapping[str, Path]) -> None:
        self._app = app
        self._page = _File(page)
        self._files = {name: _File(path) for name, path in files.items()}
        self._revision = ""
        self._revised: dict[str, _Content] = {}
        self._shown: _Content | None = None
        folders = {name.split("/")[1] for name in files}
        self._links = re.compile(rf'"(?=/(?:{"|".join(sorted(folders))})/)')

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reply with a file, or pass the request on."""
        found = None
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            found = self._found(scope["path"])
        if found is None:
            await self._app(scope, receive, send)
            return
        content, extra = found
        asked = dict(scope["headers"])
        status, body, headers = 200, content.plain, [*content.headers, *extra]
        if content.tag.encode() in asked.get(b"if-none-match", b""):
            status, body = 304, b""
        elif b"gzip" in asked.get(b"accept-encoding", b""):
            body = content.packed
            headers.append((b"content-encoding", b"gzip"))
        if status == 200:
            headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _found(self, path: str) -> tuple[_Content, Headers] | None:
        if path == "/":
            return self._page_now(), []
        revised = _REVISED.fullmatch(path)
        name = revised[2] if revised else path
        if name not in self._files:
            return None
        content = self._files[name].current()
        right = revised and revised[1] == self._revision and self._revised[name] is content
        return content, [_FOR_EVER] if right else []

    def _page_now(self) -> _Content:
        """Return the page with the addresses of the files as they are now."""
        page, files = self._page.current(), {name: file.current() for name, file in self._files.items()}
        if self._shown is None or self._shown.state != page.state or self._revised != files:
            whole = "".join(f"{name} {content.tag}\n" for name, content in files.items())
            self._revision, self._revised = _hash(whole.encode()), files
            text = self._links.sub(f'"/{self._revision}', page.plain.decode())
            self._shown = _content(text.encode(), ".html", page.state)
        return self._shown


def below(folder: Path, name: str) -> dict[str, Path]:
    """Return the files of a folder for `PageFiles`, by path.

    Args:
        folder: The folder.
        name: The path of the folder, such as ``"/lib"``.
    """
    found = (path for path in sorted(folder.rglob("*")) if path.suffix in _TYPES)
    return {f"{name}/{path.relative_to(folder).as_posix()}": path for path in found}


def _content(plain: bytes, suffix: str, state: tuple[int, int]) -> _Content:
    tag = f'"{_hash(plain)}"'
    headers: Headers = [
        (b"content-type", _TYPES[suffix]),
        (b"etag", f"W/{tag}".encode()),  # weak: the compressed content has the same
        (b"vary", b"accept-encoding"),
    ]
    return _Content(state, tag, plain, gzip.compress(plain, 6, mtime=0), headers)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
