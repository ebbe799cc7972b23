"""Writing a trace to a file for the page to download."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from pathstar.errors import unknown_name
from pathstar.traces.trace import Trace
from pathstar.words import Say, catalogue

FILMS = ("html", "gif", "json")
PICTURES = ("svg", "png")


class TooLongError(Exception):
    """An export that does not end in time.

    Args:
        format: What was to be written.
    """

    def __init__(self, format: str) -> None:
        self.say = Say("studio.refused.too_long", {"format": format})
        super().__init__(catalogue().text(self.say))


def exported(
    trace: Trace, format: str, step: int | None, theme: str, lang: str | None, stop: Callable[[], bool]
) -> bytes:
    """Return a file's content.

    Args:
        trace: What to write.
        format: ``"html"``: a page to play; ``"gif"``: a film; ``"json"``: for Posthoc; ``"svg"``, ``"png"``:
            a picture of one step.
        step: For a picture: which step; None for the last.
        theme: ``"light"`` or ``"dark"``.
        lang: The language that a page begins with; None for what its reader's browser prefers.
        stop: Asked before anything is written and many times while a film is; ends it by returning True.

    Raises:
        TooLongError: It was stopped.
        OptionError: An unknown format or theme.
        IndexError: There is no such step.
        MissingExtraError: Pillow is missing.
    """
    if format not in FILMS + PICTURES:
        raise unknown_name("format of a trace", format, FILMS + PICTURES)

    def go_on(done: int, total: int) -> None:
        if stop():
            raise TooLongError(format)

    go_on(0, 1)
    if format == "svg":
        return str(trace.frame(step, theme=theme).svg()).encode()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"trace.{format}"
        if format == "png":
            trace.frame(step, theme=theme).png(file)
        elif format == "json":
            trace.save(file, progress=go_on)
        elif format == "html":
            trace.save(file, progress=go_on, theme=theme, lang=lang)
        else:
            trace.save(file, progress=go_on, theme=theme)
        return file.read_bytes()
