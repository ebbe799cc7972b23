"""Writing a trace to a file for the page to download."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path as FilePath

from pathstar.errors import unknown_name
from pathstar.maps.map import Map
from pathstar.paths.path import Path
from pathstar.studio.refusals import StudioError
from pathstar.traces.trace import Trace
from pathstar.viz.save import save_picture
from pathstar.words import Say, catalogue

FILMS = ("html", "gif", "json")
PICTURES = ("svg", "png")


class TooLongError(Exception):
    """An export that does not finish in time.

    Args:
        format: Its format.
    """

    def __init__(self, format: str) -> None:
        self.say = Say("studio.refused.too_long", {"format": format})
        super().__init__(catalogue().text(self.say))


def exported(
    found: Trace | Path,
    format: str,
    step: int | None,
    theme: str,
    lang: str | None,
    stop: Callable[[], bool],
    *,
    on: Map | None = None,
) -> bytes:
    """Return a file's content.

    Args:
        found: The trace; or a path, which has only pictures.
        format: ``"html"``: an interactive page; ``"gif"``: a film; ``"json"``: for Posthoc; ``"svg"``,
            ``"png"``:
            a picture of one step.
        step: The step for a picture; None for the last.
        theme: ``"light"`` or ``"dark"``.
        lang: The language of a picture or film, by default English, and the initial one of a page, by default
            the one that the reader's browser prefers.
        stop: Called before anything is written, and many times during a film; returning True ends the export.

        on: The map with the terrains to draw on.

    Raises:
        TooLongError: The export was stopped.
        OptionError: An unknown format or theme.
        StudioError: A path in a format for traces.
        IndexError: There is no such step.
        MissingExtraError: Pillow is missing.
    """
    if isinstance(found, Path) and format in FILMS:
        raise StudioError(Say("studio.refused.mesh.export"))
    if format not in FILMS + PICTURES:
        raise unknown_name("format of a trace", format, FILMS + PICTURES)

    def go_on(done: int, total: int) -> None:
        if stop():
            raise TooLongError(format)

    go_on(0, 1)
    if isinstance(found, Path):
        return _picture(found, format, theme, lang or "en")
    trace = found
    if format == "svg":
        return str(trace.frame(step, theme=theme, on=on, lang=lang or "en").svg()).encode()
    with tempfile.TemporaryDirectory() as folder:
        file = FilePath(folder) / f"trace.{format}"
        if format == "png":
            trace.frame(step, theme=theme, on=on, lang=lang or "en").png(file)
        elif format == "json":
            trace.save(file, progress=go_on)
        elif format == "html":
            trace.save(file, progress=go_on, theme=theme, lang=lang, on=on)
        else:
            trace.save(file, progress=go_on, theme=theme, on=on, lang=lang or "en")
        return file.read_bytes()


def _picture(path: Path, format: str, theme: str, lang: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = FilePath(folder) / f"path.{format}"
        save_picture(path, file, theme=theme, lang=lang, legend=True)
        return file.read_bytes()
