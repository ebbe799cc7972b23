"""Writing a trace to a file for the page to download."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path as FilePath

from pathstar.errors import unknown_name
from pathstar.maps.map import Map
from pathstar.traces.trace import Trace
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
    trace: Trace,
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
        trace: The trace.
        format: ``"html"``: an interactive page; ``"gif"``: a film; ``"json"``: for Posthoc; ``"svg"``,
            ``"png"``: a picture of one step.
        step: The step for a picture; None for the last.
        theme: ``"light"`` or ``"dark"``.
        lang: The language of a picture or film, by default English, and the initial one of a page, by default
            the one that the reader's browser prefers.
        stop: Called before anything is written, and many times during a film; returning True ends the export.
        on: The map with the terrains to draw on.

    Raises:
        TooLongError: The export was stopped.
        OptionError: An unknown format or theme.
        IndexError: There is no such step.
        MissingExtraError: Pillow is missing.
    """
    if format not in FILMS + PICTURES:
        raise unknown_name("format of a trace", format, FILMS + PICTURES)

    def go_on(part: float) -> None:
        if stop():
            raise TooLongError(format)

    go_on(0.0)
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
