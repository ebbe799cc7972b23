"""A whole search in a file: a film, an interactive page, a picture, or data for other programs."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from pathstar.errors import OptionError, unknown_name
from pathstar.maps.arguments import checked_file
from pathstar.progress import Progress, reporting, tell_of
from pathstar.traces.files import write_npz
from pathstar.traces.posthoc import write_posthoc
from pathstar.traces.trace import Trace
from pathstar.viz.export.gif import write_gif
from pathstar.viz.export.page import write_page
from pathstar.viz.export.png import write_png
from pathstar.viz.export.svg import write_svg
from pathstar.words import language_named


@dataclass(frozen=True, slots=True)
class Exporter:
    """One way to save a trace.

    Attributes:
        what: A description of the file.
        write: Called with the trace, the file, ``progress`` and the options.
        options: The options that it takes.
    """

    what: str
    write: Callable[..., None]
    options: tuple[str, ...]


_PAGE = ("theme", "title", "projection", "floor", "on", "clusters", "lang")
_LOOK = ("theme", "cell", "style", "projection", "floor", "on", "clusters", "lang")

EXPORTERS: dict[str, Exporter] = {
    ".html": Exporter("an interactive page in one file that needs nothing else", write_page, _PAGE),
    ".gif": Exporter("a film for any document", write_gif, (*_LOOK, "seconds", "most_frames", "captions")),
    ".svg": Exporter("a sharp film for web pages and slides", write_svg, (*_LOOK, "seconds")),
    ".png": Exporter("the end, or several moments on one sheet", write_png, (*_LOOK, "moments", "legend")),
    ".json": Exporter("the events, for the visualiser Posthoc", write_posthoc, ()),
    ".npz": Exporter("the whole trace, for `pathstar.traces.read_trace`", write_npz, ()),
}


def save(
    trace: Trace, file: str | os.PathLike[str], *, progress: Progress = True, **options: Any
) -> FilePath:
    """Save a search in the format of the file's suffix.

    Args:
        trace: The search.
        file: The file to write. ``.html``: one interactive page, which works offline and as an attachment.
            ``.gif``: a film, needs Pillow. ``.svg``: a sharp film, or the last picture if the search is too
            long for one. ``.png``: the last picture, needs Pillow. ``.json``: for Posthoc.
            ``.npz``: the whole trace, for `pathstar.traces.read_trace`.
        progress: Called with the fraction done, up to 1.0; an exception cancels. True shows a bar on the
            terminal; None shows nothing.
        options: ``theme`` (``"light"``, ``"dark"``), ``cell`` (pixels per square), ``style`` (a name of
            `pathstar.viz.frame.STYLES`), ``projection``, ``floor``, ``on``, ``clusters`` (as
            `pathstar.viz.scene_of`); ``seconds``, the duration of a film; ``most_frames`` and ``captions``
            for a GIF; for a PNG, ``moments``, the number of steps on one sheet, and ``legend``; ``title``
            for a page; ``lang``, the language of its text, a name in `pathstar.words.LANGUAGES`.

    Returns:
        The file's path.

    Raises:
        OptionError: An unknown suffix, no name of a file, an option that this format does not have, or
            progress is neither a function nor True, False or None.
        StaleError: The space was edited since, and the format shows it.
        MissingExtraError: GIF and PNG without Pillow.
        OSError: The file cannot be written.

    Example:
        >>> import tempfile, pathlib
        >>> import pathstar as ps
        >>> trace = ps.trace(ps.Grid([[1, 1, 0], [1, 1, 1]]), (0, 0), (2, 1))
        >>> file = save(trace, pathlib.Path(tempfile.mkdtemp()) / "search.html")
        >>> "Search from (0, 0) to (2, 1)" in file.read_text()
        True
    """
    target = checked_file("file", file)
    suffix = target.suffix.lower()
    if suffix not in EXPORTERS:
        if not suffix:
            raise OptionError(f"{str(target)!r} has no suffix; allowed: {', '.join(EXPORTERS)}")
        raise unknown_name("trace format", suffix, EXPORTERS)
    exporter = EXPORTERS[suffix]
    for name in options:
        if name not in exporter.options:
            raise OptionError(
                f"{suffix} has no option {name!r}; allowed: {', '.join(('progress', *exporter.options))}"
            )
    if options.get("lang") is not None:
        language_named(options["lang"])
    with reporting(progress, f"saving {target.name}") as tell:
        exporter.write(trace, target, progress=lambda part: tell_of(tell, part), **options)
    return target
