"""The studio's server: puts the app together, and runs it on this machine."""

from __future__ import annotations

import mimetypes
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import uvicorn
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from pathstar import web
from pathstar.studio.api import make_api
from pathstar.studio.files.folder import Folder
from pathstar.studio.limits import LIMITS, Limits
from pathstar.studio.serving.connections import connections, punctual
from pathstar.studio.serving.guard import App, Guard
from pathstar.studio.serving.key import OneTimeLink, key_for
from pathstar.studio.serving.page_files import FOR_EVER, KeptFiles, revision_of
from pathstar.studio.session import Session
from pathstar.viz.export.page import theme_css
from pathstar.words import LANGUAGES, catalogue, language_named

LOOPBACK = "127.0.0.1"
USUAL_PORT = 8321
_WORDS = Path(__file__).parents[2] / "words"


def make_app(session: Session, folder: Folder, *, token: str, link: OneTimeLink, host: str, port: int) -> App:
    """Return the whole app: the page, its parts, the API, and the guard before them.

    Args:
        session: What the studio keeps between requests, and its limits.
        folder: The only folder where map files may be read and written.
        token: The key that every call of the API must carry.
        link: The link with which the browser is started.
        host: The address of the server.
        port: The port of the server.
    """
    mimetypes.add_type("text/javascript", ".js")  # some systems map it to another type
    app = make_api(session, folder)
    parts = {"lib": web.FOLDER / "lib", "static": web.FOLDER / "studio"}

    @app.get("/", include_in_schema=False)
    async def page() -> HTMLResponse:
        text = (web.FOLDER / "studio" / "index.html").read_text("utf-8")
        revision = revision_of([*parts.values(), _WORDS])
        for name in parts:
            text = text.replace(f'"/{name}/', f'"/{revision}/{name}/')
        return HTMLResponse(text)

    @app.get("/theme.css", include_in_schema=False)
    async def colours() -> Response:
        return Response(theme_css(), media_type="text/css")

    @app.get("/words/languages.json", include_in_schema=False)
    async def languages() -> dict[str, str]:
        return {code: catalogue(code).name for code in LANGUAGES}

    @app.get("/open/{name}", include_in_schema=False)
    async def open_once(name: str) -> RedirectResponse:
        return RedirectResponse(link.follow(name), 303, {"cache-control": "no-store"})

    @app.get("/{revision}/words/{name}.json", include_in_schema=False)
    async def words(name: str) -> FileResponse:
        return FileResponse(_WORDS / f"{language_named(name)}.json", headers=FOR_EVER)

    for name, files in parts.items():
        app.mount(f"/{{revision}}/{name}", KeptFiles(directory=files))
    return Guard(app, hosts=own_names(host, port), token=token, limits=session.limits)


def own_names(host: str, port: int) -> list[str]:
    """Return the values of Host that the studio accepts."""
    names = ["127.0.0.1", "localhost", "[::1]"]
    if host not in {LOOPBACK, "localhost", "::1"}:
        names += [_bracketed(host), socket.gethostname()]
    return [f"{name}:{port}" for name in names]


def _bracketed(host: str) -> str:
    """Return an address in the form for a URL."""
    return f"[{host}]" if ":" in host else host


def outward_address() -> str | None:
    """Return this machine's address on its network, or None; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect(("192.0.2.1", 9))  # a documentation address; any outside address would do
        except OSError:
            return None
        return str(out.getsockname()[0])


def bound_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket, so that the port is known before the address is printed.

    It names TCP, because asyncio then lets connections send at once. Otherwise the system holds back the body
    of a reply until the browser has confirmed its head, which takes 40 ms.

    Raises:
        OSError: The address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def is_free(host: str, port: int) -> bool:
    """Return whether a port is available."""
    try:
        bound_socket(host, port).close()
    except OSError:
        return False
    return True


class Server(uvicorn.Server):
    """A server that reports when it is ready, and then ends silently at Ctrl+C.

    Args:
        app: The app.
        limits: The time limits for requests.
        ready: Called once it is ready.
    """

    def __init__(self, app: App, limits: Limits, ready: Callable[[], None]) -> None:
        config = uvicorn.Config(
            punctual(app),
            http=connections(limits.head_seconds),
            ws="none",
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and report it."""
        await super().startup(sockets=sockets)
        self._ready()


def _say(words: str) -> None:
    """Print without buffering, because a reader of the pipe waits for the address."""
    print(words, flush=True)


def serve(
    folder: Path,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    file: str | None = None,
    browser: bool = True,
    lang: str | None = None,
    say: Callable[[str], None] = _say,
    limits: Limits = LIMITS,
) -> None:
    """Run the studio until it is interrupted.

    Args:
        folder: The only folder where map files may be read and written.
        host: The address to listen on; any but 127.0.0.1 admits others who know the printed address.
        port: The port; 0 takes a free one.
        file: A map file of the folder to open first.
        browser: Whether to open the browser.
        lang: The initial language of the page; by default the browser decides.
        say: Prints a message for the user.
        limits: The limits of the studio.

    Raises:
        OSError: The address cannot be used.
    """
    listening = bound_socket(host, port)
    port = listening.getsockname()[1]
    token = key_for(port)
    everywhere = host in {"0.0.0.0", "::"}
    here = f"http://{LOOPBACK if everywhere else _bracketed(host)}:{port}"
    page = f"/?token={token}" + (f"&open={quote(file)}" if file else "") + (f"&lang={lang}" if lang else "")
    link = OneTimeLink(page)
    maps = Folder(folder, most=limits.body, shown=limits.files)
    app = make_app(Session(limits), maps, token=token, link=link, host=host, port=port)
    elsewhere = outward_address() if everywhere else None

    def ready() -> None:
        if host != LOOPBACK:
            say(
                f"Warning: listening on {host}, not only on this machine. Whoever has the address can read "
                f"and write the map files in {folder}. Nothing is encrypted."
            )
        say(f"pathstar studio: {here}{page}")
        if elsewhere:
            say(f"From elsewhere on the network: http://{elsewhere}:{port}{page}")
        say(f"Maps are read from and written to {folder}. Ctrl+C ends it.")
        if browser:
            threading.Thread(target=webbrowser.open, args=[f"{here}/open/{link.name}"], daemon=True).start()

    Server(app, limits, ready).run(sockets=[listening])
