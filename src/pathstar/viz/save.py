"""Writing a picture to a file."""

from __future__ import annotations

import os
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from pathstar.atomic import atomic_write, atomic_write_bytes
from pathstar.errors import OptionError, unknown_name
from pathstar.maps.arguments import checked_file, checked_switch, checked_text

if TYPE_CHECKING:
    from pathstar.viz.results import Shown
    from pathstar.viz.theme import Theme

SUFFIXES = (".png", ".svg")
_TRACES = (".gif", ".html")  # formats of a whole search, not of one picture


def save_picture(
    thing: Shown,
    file: str | os.PathLike[str],
    *,
    theme: str | Theme = "light",
    cell: int | None = None,
    legend: bool | None = None,
    title: str = "",
    lang: str = "en",
    **layers: Any,
) -> FilePath:
    """Draw a map, a space or a result of a search into a file, in the format of its suffix.

    Args:
        thing: What to draw.
        file: The file to write: ``.svg`` needs no extra package, ``.png`` needs Pillow.
        theme: ``"light"``, ``"dark"`` or a `Theme`.
        cell: Pixels per square; by default the picture is about a thousand pixels large, and at most 2048.
        legend: Whether to explain the colours below the picture; by default only if a field shades it, with a
            colour bar.
        title: The text above it; an empty one takes no room.
        lang: The language of the legend, a name in `pathstar.words.LANGUAGES`.
        layers: ``visited``, ``opened``, ``field``, ``step``, ``on``, ``clusters``, ``before``,
            ``trail``: see `pathstar.viz.scene_of`. For a `Field` also ``contours`` and ``nearest``, for a
            `Clearance` ``contours`` and ``units``.

    Returns:
        The file's path.

    Raises:
        OptionError: An unknown suffix, option, theme or language, or a size that cannot be drawn.
        MissingExtraError: A PNG needs Pillow.
        OSError: The file cannot be written.

    Example:
        >>> import tempfile, pathlib
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1, 1, 0], [1, 1, 1]]), (0, 0), (2, 1))
        >>> file = save_picture(path, pathlib.Path(tempfile.mkdtemp()) / "path.svg")
        >>> file.read_text()[:4]
        '<svg'
    """
    # Not at the top: `from pathstar import *` draws nothing.
    from pathstar.viz.display_list.picture import picture_of
    from pathstar.viz.render.png import drawn
    from pathstar.viz.render.svg import document
    from pathstar.viz.results import checked_scene
    from pathstar.viz.theme import theme_named
    from pathstar.words import language_named

    target = checked_file("file", file)
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        if not suffix:
            raise OptionError(f"{os.fspath(file)!r} has no suffix; allowed: {', '.join(SUFFIXES)}")
        if suffix in _TRACES:
            raise OptionError(
                f"{suffix} is no picture format; allowed: {', '.join(SUFFIXES)}. A trace of the search saves "
                f"itself so: trace.save('search{suffix}')"
            )
        raise unknown_name("picture format", suffix, SUFFIXES)
    if legend is not None:
        checked_switch("legend", legend)
    checked_text("title", title)
    language_named(lang)
    colours = theme_named(theme)
    scene = checked_scene(save_picture, thing, layers)
    if legend is None:
        legend = scene.shading is not None and scene.shading.is_field
    picture = picture_of(scene, colours, cell=cell, legend=legend, title=title, lang=lang)
    if suffix == ".svg":
        atomic_write_bytes(target, (document(thing, picture, colours, lang=lang) + "\n").encode())
    else:
        image = drawn(picture, colours.page)
        with atomic_write(target) as out:
            image.save(out, "PNG", compress_level=3)
    return target
